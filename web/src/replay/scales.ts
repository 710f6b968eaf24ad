// Plain arithmetic of a line chart.

export interface Scale {
  (value: number): number;
  domain: [number, number];
}

export function linear(domain: [number, number], range: [number, number]): Scale {
  const [low, high] = domain;
  const span = high - low || 1;
  const scale = (value: number) => range[0] + ((value - low) / span) * (range[1] - range[0]);
  return Object.assign(scale, { domain });
}

/** Round values that cover the data, about `count` of them. */
export function niceTicks(low: number, high: number, count = 5): number[] {
  if (low === high) {
    high = low + 1;
  }
  const rough = (high - low) / Math.max(1, count - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((base) => base * power).find((one) => one >= rough) ?? rough);
  const first = Math.floor(low / step) * step;
  const ticks: number[] = [];
  for (let value = first; ticks.length < 2 || (ticks.at(-1) ?? 0) < high; value += step) ticks.push(value);
  return ticks;
}

export interface Point {
  x: number;
  y: number;
}

export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at ? "L" : "M"}${round(x)} ${round(y)}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Captions at the ends of lines, moved apart so that none covers another; in the order given. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let last = low - gap;
  for (const at of order) {
    placed[at] = Math.max(wanted[at] ?? 0, last + gap);
    last = placed[at];
  }
  let limit = high + gap;
  for (const at of order.reverse()) {
    placed[at] = Math.min(placed[at] ?? 0, limit - gap);
    limit = placed[at];
  }
  return placed;
}

export interface MomentLike {
  number: number;
  turn: number;
  points: Record<string, number>;
  strength: Record<string, number>;
}

export interface ChartPlace<M extends MomentLike = MomentLike> {
  moment: M;
  /** Where it stands on the axis of turns. */
  x: number;
  label: string;
}

/** A moment is the beginning of its turn; one that follows in the same turn, or after the last, is the end. */
export function placesOf<M extends MomentLike>(moments: readonly M[], turns: number): ChartPlace<M>[] {
  const places: ChartPlace<M>[] = [];
  for (const moment of moments) {
    const before = places.at(-1);
    const x = before && moment.turn <= before.x ? before.x + 1 : moment.turn;
    const ended = x !== moment.turn || x > turns;
    places.push({ moment, x, label: ended ? "End" : String(moment.turn) });
  }
  return places;
}

export function nearest(values: readonly number[], wanted: number): number {
  let best = 0;
  values.forEach((value, at) => {
    if (Math.abs(value - wanted) < Math.abs((values[best] ?? 0) - wanted)) best = at;
  });
  return best;
}
