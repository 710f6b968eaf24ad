import { standing, type RowLike } from "../replay/timeline";
import type { Signal } from "./signals";

export interface Asked {
  side: string;
  kind: string;
  prompt: string;
  units: string[];
  hexes: string[];
}

/** As much of the table as lessons ask about. */
export interface Seen {
  side: string;
  turn: number;
  phase: string;
  active: string;
  asked: Asked | null;
  /** By counter, where it is. */
  places: Record<string, string>;
  over: boolean;
}

export interface Context {
  rows: readonly RowLike[];
  seen: Seen;
  signals: readonly Signal[];
}

export type Part = "map" | "prompt" | "odds" | "support" | "balance" | "log" | "phases";

/** What to look at: a part of the screen, hexes, or counters wherever they are. */
export interface Look {
  part?: Part;
  hexes?: readonly string[];
  units?: readonly string[];
}

export interface Step {
  id: string;
  title: string;
  text: string | ((context: Context) => string);
  /** What to do, in one line; nothing for a step that is only read. */
  task?: string | ((context: Context) => string);
  look?: Look | ((context: Context) => Look);
  /** Fulfilled by what happened. Without it the step is read and confirmed. */
  done?: (context: Context) => boolean;
  /** The game has gone past it. */
  moot?: (context: Context) => boolean;
  /** The reader may also go on without doing it. */
  optional?: boolean;
}

export interface Lesson {
  id: string;
  title: string;
  battle: string;
  book: string;
  side: string;
  against: string;
  minutes: number;
  steps: readonly Step[];
}

export interface Progress {
  step: number;
  done: string[];
}

export const START: Progress = { step: 0, done: [] };

/** Go on past everything that is fulfilled or overtaken. Progress never goes back, whatever is taken back later. */
export function advance(steps: readonly Step[], progress: Progress, context: Context): Progress {
  let { step } = progress;
  const done = [...progress.done];
  for (; step < steps.length; step++) {
    const current = steps[step];
    if (!current) break;
    if (current.done?.(context)) done.push(current.id);
    else if (!current.moot?.(context)) break;
  }
  return step === progress.step ? progress : { step, done };
}

/** The reader says “go on”. */
export function confirm(steps: readonly Step[], progress: Progress, context: Context): Progress {
  const current = steps[progress.step];
  if (!current || (current.done && !current.optional)) return progress;
  return advance(steps, { step: progress.step + 1, done: [...progress.done, current.id] }, context);
}

export function say(text: Step["text"] | undefined, context: Context): string {
  return typeof text === "function" ? text(context) : (text ?? "");
}

export function lookOf(step: Step | undefined, context: Context): Look {
  return (typeof step?.look === "function" ? step.look(context) : step?.look) ?? {};
}

/** The view of any rulebook, read with care: what is missing is empty. */
export function seenOf(view: Record<string, unknown>, side: string | null, over: boolean): Seen {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const asked = view.asked as Record<string, unknown> | null | undefined;
  const counters = (view.counters ?? {}) as Record<string, unknown[]>;
  return {
    side: side ?? "",
    turn: typeof view.turn === "number" ? view.turn : 0,
    phase: text(view.phase),
    active: text(view.active),
    asked: asked
      ? {
          side: text(asked.side),
          kind: text(asked.kind),
          prompt: text(asked.prompt),
          units: list(asked.units),
          hexes: list(asked.hexes),
        }
      : null,
    places: Object.fromEntries(Object.entries(counters).map(([id, state]) => [id, text(state[0])])),
    over,
  };
}

// Predicates for steps

/** Did such an event stand in the journal, with facts as wanted? */
export function happened(
  context: Context,
  event: string,
  facts: Record<string, unknown> | ((facts: Record<string, unknown>) => boolean) = {},
): boolean {
  const fits =
    typeof facts === "function" ? facts : (given: Record<string, unknown>) => matches(given, facts);
  return standing(context.rows).some((row) =>
    row.events.some((one) => one.event === event && fits(one.facts)),
  );
}

function matches(given: Record<string, unknown>, wanted: Record<string, unknown>): boolean {
  return Object.entries(wanted).every(([key, value]) => given[key] === value);
}

export function signalled(context: Context, name: string, detail: Record<string, unknown> = {}): boolean {
  return context.signals.some((one) => one.name === name && matches(one.detail, detail));
}

/** The last event of a kind that stands. */
export function lastOf(context: Context, event: string): Record<string, unknown> | null {
  for (const row of standing(context.rows).reverse())
    for (const one of [...row.events].reverse()) if (one.event === event) return one.facts;
  return null;
}

export function unitsAt(seen: Seen, units: readonly string[], hexes: readonly string[]): string[] {
  return units.filter((unit) => hexes.includes(seen.places[unit] ?? ""));
}

/** Is it past this phase of the side's first turn? `order` are the phases of a player turn. */
export function past(seen: Seen, phase: string, order: readonly string[], first: string): boolean {
  if (seen.over || seen.turn > 1) return true;
  if (seen.phase === "set-up" || seen.turn < 1) return false;
  if (seen.active !== first) return true;
  return order.indexOf(seen.phase) > order.indexOf(phase);
}
