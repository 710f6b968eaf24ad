/** Widths of Barlow Condensed, in parts of the size; type of another width is forced to them. */
const WIDTHS: Record<string, number> = {
  "1": 0.28,
  "7": 0.41,
  "4": 0.48,
  "-": 0.33,
  "/": 0.41,
  I: 0.23,
  X: 0.47,
  M: 0.55,
  W: 0.69,
  m: 0.65,
  i: 0.22,
  l: 0.22,
  "½": 0.69,
  "•": 0.31,
};
const WIDTH = 0.45;

export function widthOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum += WIDTHS[letter] ?? WIDTH;
  return sum;
}

export interface Fitted {
  size: number;
  length: number;
}

/** The largest size up to `most` at which the text fits the room. */
export function fit(text: string, most: number, room: number): Fitted {
  const width = widthOf(text) || 1;
  const size = Math.min(most, room / width);
  return { size, length: width * size };
}

export interface Ratings {
  text: string;
  x: number;
  length: number;
  size: number;
  base: number;
  /** The movement of a mobile unit, boxed. */
  chip: { text: string; x: number; width: number; textX: number; length: number } | null;
}

const PAD = 3.2;

/** Where the ratings stand on a counter 100 wide. Small counters keep the height and squeeze the width. */
export function layRatings(values: number[], mobile: boolean, compact: boolean): Ratings {
  const words = values.join("-");
  const last = mobile && values.length > 1 ? String(values.at(-1)) : "";
  const first = last ? words.slice(0, -last.length) : words;
  const room = (compact ? 95 : 91) - (last ? 2 * PAD : 0);
  const width = widthOf(words) || 1;
  const size = compact ? 47 : Math.min(40, room / width);
  const scale = Math.min(size, room / width);
  const total = width * scale + (last ? 2 * PAD : 0);
  const x = 50 - total / 2;
  const length = widthOf(first) * scale;
  const chip = last
    ? {
        text: last,
        x: x + length,
        width: widthOf(last) * scale + 2 * PAD,
        textX: x + length + PAD,
        length: widthOf(last) * scale,
      }
    : null;
  return { text: first, x, length, size, base: compact ? 93 : 74 + size * 0.36, chip };
}
