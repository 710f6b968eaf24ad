export interface KeyHost {
  step: (key: string) => void;
  pan: (across: number, down: number) => void;
  zoomBy: (factor: number) => void;
  whole: () => void;
  /** The counter or hex at the cursor; false where there is nothing left to report. */
  pick: (counter: boolean) => boolean;
  toggle: (what: "grid" | "numbers") => void;
  hold: (what: "zones" | "counters", down: boolean) => void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Keys of the map. True where the key was used. */
export function pressKey(event: KeyboardEvent, host: KeyHost): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrow = ARROWS[event.key];
  const key = event.key.toLowerCase();
  if (arrow) host.pan(...arrow);
  else if (key.length === 1 && "qweasd".includes(key)) host.step(key);
  else if (key === " ") return host.pick(true);
  else if (key === "enter") return host.pick(false);
  else if (key === "+" || key === "=") host.zoomBy(1.3);
  else if (key === "-" || key === "−") host.zoomBy(1 / 1.3);
  else if (key === "0") host.whole();
  else if (key === "g" || key === "n") host.toggle(key === "g" ? "grid" : "numbers");
  else if (key === "c" || key === "v") host.hold(key === "c" ? "zones" : "counters", true);
  else return false;
  return true;
}

export function releaseKey(event: KeyboardEvent, host: KeyHost): void {
  const key = event.key.toLowerCase();
  if (key === "c") host.hold("zones", false);
  if (key === "v") host.hold("counters", false);
}
