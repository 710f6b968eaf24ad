import type { Plane } from "./geometry";
import type { Rect } from "./nameSteps";
import type { BattleSheet, Piece } from "./types";

type Seen = [where: string, step: number, statuses: string[]];

const OFF_MAP = new Set(["off-map", "eliminated", "exited", "removed"]);

/** Counters on the map as a view of the rulebook tells of them; what lies face down has no counter. */
export function piecesOf(sheet: BattleSheet, view: Record<string, unknown>): Piece[] {
  const seen = (view.counters ?? {}) as Record<string, Seen>;
  const flags = (view.flags ?? {}) as Record<string, [hex: string, statuses?: string[], side?: string]>;
  const unsupplied = new Set((view.unsupplied ?? []) as string[]);
  const levels = new Map(
    Object.values((view.stacks ?? {}) as Record<string, string[]>).flatMap((stack) =>
      stack.map((id, level): [string, number] => [id, level]),
    ),
  );
  const pieces: Piece[] = [];
  const known = new Map<string, number>();
  for (const counter of sheet.counters) {
    const fact = seen[counter.id];
    if (!fact) continue;
    const [hex, step, statuses = []] = fact;
    if (OFF_MAP.has(hex) || !(hex in sheet.geometry.hexes)) continue;
    if (statuses.includes("hidden")) known.set(hex, (known.get(hex) ?? 0) + 1);
    pieces.push({
      id: counter.id,
      hex,
      counter,
      step,
      statuses,
      unsupplied: unsupplied.has(counter.id),
      side: counter.side,
      ...(levels.has(counter.id) ? { level: levels.get(counter.id)! } : {}),
    });
  }
  const side = hidingSide(sheet, seen);
  for (const [number, [hex, statuses = [], owner = side]] of Object.entries(flags)) {
    const under = known.get(hex) ?? 0;
    if (under > 0) {
      // Whoever sees the counter under the flag needs no second piece for it.
      known.set(hex, under - 1);
      continue;
    }
    if (!(hex in sheet.geometry.hexes)) continue;
    pieces.push({ id: `?${number}`, hex, counter: null, step: 0, statuses, unsupplied: false, side: owner });
  }
  return pieces;
}

/** Counters that a view leaves out tell whose lie face down, if they are all of one side. */
function hidingSide(sheet: BattleSheet, seen: Record<string, Seen>): string | null {
  const sides = new Set(sheet.counters.filter(({ id }) => !(id in seen)).map(({ side }) => side));
  return sides.size === 1 ? ([...sides][0] ?? null) : null;
}

export interface Stack {
  hex: string;
  /** From the top down. */
  pieces: Piece[];
}

/** Stacks by hex; a selected counter lies on top of its stack. */
export function stacksOf(pieces: Piece[], selected: readonly string[] = []): Stack[] {
  const chosen = new Set(selected);
  const byHex = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const stack = byHex.get(piece.hex);
    if (stack) stack.push(piece);
    else byHex.set(piece.hex, [piece]);
  }
  return [...byHex].map(([hex, stack]) => ({
    hex,
    pieces: stack
      .map((piece, index) => ({ piece, index }))
      .sort((a, b) => rank(a.piece, chosen) - rank(b.piece, chosen) || a.index - b.index)
      .map(({ piece }) => piece),
  }));
}

/** The order of a stack where it matters; else fighting counters cover those that cannot fight. */
function rank(piece: Piece, chosen: Set<string>): number {
  if (chosen.has(piece.id)) return -1;
  if (piece.level !== undefined) return piece.level;
  const strength = piece.counter?.steps[0]?.[0] ?? 0;
  return strength > 0 ? 1 : 2;
}

/** The counter after this one in its stack; a second click on a stack takes it. */
export function nextInStack(pieces: Piece[], hex: string, id: string): string | null {
  const stack = pieces.filter((piece) => piece.hex === hex);
  const at = stack.findIndex((piece) => piece.id === id);
  return stack[(at + 1) % stack.length]?.id ?? null;
}

/** How far a counter of a stack lies from the hex's middle, in parts of its width. */
export function stackOffset(index: number, count: number, close: boolean): [number, number] {
  const seen = Math.min(index, 3);
  if (!close) return [seen * 0.135, -seen * 0.135];
  const share = count > 3 ? 0.2 : 0.3;
  return [(seen - (Math.min(count, 4) - 1) / 2) * share, -(seen - (Math.min(count, 4) - 1) / 2) * share];
}

/** The parts of the map that lie under counters of this width. */
export function coveredBy(plane: Plane, pieces: Piece[], side: number): Rect[] {
  return stacksOf(pieces).flatMap(({ hex, pieces: stack }) => {
    const at = plane.centre(hex);
    if (!at) return [];
    const [dx, dy] = stackOffset(stack.length - 1, stack.length, false);
    const [x, y] = at;
    const half = side / 2;
    return [{ left: x - half, top: y - half + dy * side, right: x + half + dx * side, bottom: y + half }];
  });
}
