// The journal as a line of standing orders: what the scrubber runs over.

export interface EventLike {
  event: string;
  text: string;
  facts: Record<string, unknown>;
}

export interface RowLike {
  number: number;
  orders: number;
  kind: string;
  side: string | null;
  turn: number;
  phase: string;
  dice: number[];
  events: EventLike[];
  reason: string;
}

export interface Tick {
  orders: number;
  turn: number;
}

export interface Span {
  from: number;
  to: number;
  turn: number;
  phase: string;
}

export interface Timeline {
  /** The last position; positions run from 0 to it. */
  last: number;
  /** By standing orders, the entry that led there. */
  entries: Map<number, RowLike>;
  ticks: Tick[];
  spans: Span[];
}

/** Entries that stand: an undo drops what was taken back. A row that adds no order (a resignation) is not a step. */
export function standing(rows: readonly RowLike[]): RowLike[] {
  let kept: RowLike[] = [];
  let reached = 0;
  for (const row of [...rows].sort((a, b) => a.number - b.number)) {
    if (row.orders > reached) kept.push(row);
    else if (row.orders < reached) kept = kept.filter((one) => one.orders <= row.orders);
    reached = row.orders;
  }
  return kept;
}

export function timeline(rows: readonly RowLike[]): Timeline {
  const steps = standing(rows);
  const entries = new Map(steps.map((row) => [row.orders, row]));
  const ticks: Tick[] = [];
  const spans: Span[] = [];
  for (const row of steps) {
    // A row names the turn after it, so the turn begins with the position it led to.
    if (row.turn > 0 && row.turn !== ticks.at(-1)?.turn) ticks.push({ orders: row.orders, turn: row.turn });
    const from = row.orders - 1;
    const span = spans.at(-1);
    if (span && span.turn === row.turn && span.phase === row.phase) span.to = row.orders;
    else spans.push({ from, to: row.orders, turn: row.turn, phase: row.phase });
  }
  return { last: steps.at(-1)?.orders ?? 0, entries, ticks, spans };
}

export function clampTo(line: Timeline, orders: number): number {
  return Math.min(Math.max(0, Math.round(orders)), line.last);
}

export function turnAt(line: Timeline, orders: number): number {
  let turn = 0;
  for (const tick of line.ticks) if (tick.orders <= orders) turn = tick.turn;
  return turn;
}

export function startOfTurn(line: Timeline, turn: number): number {
  return line.ticks.find((tick) => tick.turn >= turn)?.orders ?? line.last;
}

/** The beginning of the turn before this position, or after it. */
export function turnStep(line: Timeline, orders: number, direction: -1 | 1): number {
  const starts = [0, ...line.ticks.map((tick) => tick.orders), line.last];
  return direction < 0
    ? Math.max(0, ...starts.filter((start) => start < orders))
    : Math.min(line.last, ...starts.filter((start) => start > orders));
}

/** Where a point of the bar lies, as a share of its width, and back. */
export function shareOf(line: Timeline, orders: number): number {
  return line.last ? orders / line.last : 0;
}

export function ordersAt(line: Timeline, share: number): number {
  return clampTo(line, share * line.last);
}

/** Ticks whose captions have room: at least `gap` (a share of the width) apart, the first always. */
export function captioned(line: Timeline, gap: number): Set<number> {
  const shown = new Set<number>();
  let last = -Infinity;
  for (const tick of line.ticks) {
    const share = shareOf(line, tick.orders);
    if (share - last >= gap) {
      shown.add(tick.turn);
      last = share;
    }
  }
  return shown;
}

export const KEYS: Record<string, (line: Timeline, at: number) => number> = {
  ArrowLeft: (line, at) => clampTo(line, at - 1),
  ArrowRight: (line, at) => clampTo(line, at + 1),
  ArrowDown: (line, at) => clampTo(line, at - 1),
  ArrowUp: (line, at) => clampTo(line, at + 1),
  PageUp: (line, at) => turnStep(line, at, -1),
  PageDown: (line, at) => turnStep(line, at, 1),
  Home: () => 0,
  End: (line) => line.last,
};
