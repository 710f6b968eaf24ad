/** What a key does at the table. */
export type Command =
  | "next"
  | "previous"
  | "confirm"
  | "cancel"
  | "take-back"
  | "find"
  | "hint"
  | "pause"
  | "step"
  | "odds"
  | "log"
  | "rule"
  | "keys"
  | "map";

const PLAIN: Record<string, Command> = {
  z: "take-back",
  "/": "find",
  h: "hint",
  p: "pause",
  ".": "step",
  o: "odds",
  l: "log",
  r: "rule",
  "?": "keys",
};

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  target: EventTarget | null;
}

const WRITING = "input, textarea, select, [contenteditable=true]";
const OWN_KEYS = "button, a[href], [role=tab], [role=tablist], dialog, summary";

const SCROLLING = "[role=log], [role=region], [role=tablist]";

/** The command of a key press, or nothing where the key belongs to what has the focus. */
export function commandOf(event: Pressed, mapFocused: boolean): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(WRITING) || target?.closest("dialog[open]")) return null;
  if (event.key === "Escape") return "cancel";
  if (event.key === "Enter") {
    // A key held down must not give the next order too.
    return event.repeat || target?.closest(OWN_KEYS) ? null : "confirm";
  }
  // Elsewhere Tab goes on to the next control, as everywhere.
  if (event.key === "Tab") return mapFocused ? (event.shiftKey ? "previous" : "next") : null;
  const command = PLAIN[event.key.toLowerCase()];
  if (command === "take-back" && event.shiftKey) return null;
  if (command) return command;
  // Whatever else there is belongs to the map, unless the focus is on something with keys of its own.
  return target?.closest(SCROLLING) || (event.key === " " && target?.closest(OWN_KEYS)) ? null : "map";
}

export const KEYS: [string, string][] = [
  ["Arrows", "Move the map"],
  ["Q W E A S D", "Hex cursor to the six neighbours"],
  ["Tab, Shift Tab", "On the map: next, previous counter that may act"],
  ["Space", "Select the counter under the cursor, then the next in the stack"],
  ["Enter, Esc", "Confirm, cancel"],
  ["Shift and click", "Set a way of your own, hex by hex"],
  ["Z", "Take back"],
  ["H", "Ask a computer what it would do"],
  ["P  .", "Where computers play: pause or go on, one order"],
  ["+  −  0", "Zoom in, out, whole map"],
  ["G  N", "Grid, hex numbers"],
  ["C  V", "Zones of control, hide counters, as long as held"],
  ["/", "Find or type an order, a unit, a place or a hex"],
  ["O  L  R", "Odds, log, rule of the prompt"],
  ["?", "All keys"],
];
