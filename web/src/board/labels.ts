import { nationName } from "./palette";
import { isAircraft } from "./symbols";
import type { BattleSheet, CounterInfo, Piece } from "./types";

const SIZE_MARKS: Record<string, string> = {
  squad: "•",
  section: "••",
  platoon: "•••",
  company: "I",
  battalion: "II",
  regiment: "III",
  brigade: "X",
  division: "XX",
  corps: "XXX",
  army: "XXXX",
  cadre: "c",
};

const HALVES: [number, string][] = [
  [0.25, "¼"],
  [1 / 3, "⅓"],
  [0.5, "½"],
  [2 / 3, "⅔"],
  [0.75, "¾"],
];

/** Movement points as they are written: 2½, ½, 0. */
export function points(value: number | null): string {
  if (value === null) return "";
  const whole = Math.floor(value + 1e-6);
  const rest = value - whole;
  if (rest < 0.01) return String(whole);
  const glyph = HALVES.find(([share]) => Math.abs(share - rest) < 0.01)?.[1];
  if (!glyph) return value.toFixed(1);
  return whole ? `${whole}${glyph}` : glyph;
}

export function sizeMark(size: string): string {
  return SIZE_MARKS[size] ?? "";
}

/** What stands left and right of the box: “5/1M” is unit 5 of 1M, “NK-4” unit 4. */
export function unitLabel(id: string): { number: string; parent: string } {
  const kind = /^[A-Za-z]{4,}(?:-[a-z]+)*-(\d+)$/.exec(id);
  if (kind) return { number: kind[1]!, parent: "" };
  const bare = id.replace(/^[A-Za-z]{2,}-(?=.)/, "").replace(/^HQ-?(?=.)/, "");
  // “187-A” is company A of the 187th, “27-AS-B” company B of the Argylls.
  const nested = /^(?:[\dA-Z]+-)?(\d+|[A-Z]+)-(\d+|[A-Z][A-Za-z]*\d*)$/.exec(bare);
  if (nested) return { number: nested[2]!.slice(0, 4), parent: nested[1]! };
  const [unit = "", parent = ""] = bare.split("/");
  // Letters that only say again what the symbol shows would make the number too small to read.
  const number = /^(\d+)(?:-\d+|[A-Za-z]{2,})$/.exec(unit)?.[1] ?? unit;
  return { number: /^[A-Za-z]{4,}$/.test(number) ? number.slice(0, 3) : number, parent };
}

/** The formation whose tint the box has: the parent, or the number of a headquarters or of its troops. */
export function formationOf(counter: CounterInfo): string {
  const { number, parent } = unitLabel(counter.id);
  return parent || (isHeadquarters(counter) || /^[A-Z]/.test(number) ? number : "");
}

export function isHeadquarters(counter: CounterInfo): boolean {
  return counter.symbol === "hq" || counter.traits.includes("hq");
}

export function stepOf(counter: CounterInfo, step: number): number[] {
  return counter.steps[Math.min(step, counter.steps.length - 1)] ?? [];
}

/** The figures on the face: none where all are nought, one for what only strikes. */
export function printed(counter: CounterInfo, step: number): number[] {
  const values = stepOf(counter, step);
  if (values.every((value) => value === 0)) return [];
  return isAircraft(counter.symbol) ? values.slice(0, 1) : values;
}

export function ratingsText(counter: CounterInfo, step: number): string {
  return printed(counter, step).join("-");
}

/** “infantry division” */
export function kindOf(counter: CounterInfo): string {
  const symbol = counter.symbol.replaceAll("-", " ");
  const words = isHeadquarters(counter) ? [counter.size, "headquarters"] : [symbol, counter.size];
  return words.filter(Boolean).join(" ");
}

export function stateWords(piece: Piece): string[] {
  const words: string[] = [];
  if (piece.counter && piece.step > 0 && !piece.statuses.includes("disrupted")) words.push("depleted");
  words.push(...piece.statuses.filter((word) => !(word === "hidden" && !piece.counter)));
  if (piece.unsupplied) words.push("out of supply");
  return words;
}

/** A counter in words: “NK-4 division depleted 5-5-3”. */
export function pieceText(piece: Piece): string {
  const { counter } = piece;
  if (!counter) return ["face-down counter", ...stateWords(piece)].join(" ");
  const depleted = stateWords(piece).includes("depleted") ? "depleted" : "";
  const states = stateWords(piece).filter((word) => word !== "depleted");
  const kind = isHeadquarters(counter) || !counter.size ? kindOf(counter) : counter.size;
  const first = [counter.name || counter.id, kind, depleted];
  const text = [...first, ratingsText(counter, piece.step)].filter(Boolean).join(" ");
  return [text, ...states].join(", ");
}

export function terrainText(terrain: string[]): string {
  return terrain.map((kind) => kind.replaceAll("-", " ")).join(", ");
}

/** What the hex cursor says: “Hex 1005, hill, NK-4 division depleted 5-5-3, target”. */
export function hexText(
  sheet: BattleSheet,
  hex: string,
  pieces: Piece[],
  roles: (id: string) => string = () => "",
): string {
  const info = sheet.hexes[hex];
  const parts = [`Hex ${hex}`];
  if (info) parts.push(terrainText(info.terrain));
  if (info?.place) parts.push(info.place);
  for (const piece of pieces) parts.push([pieceText(piece), roles(piece.id)].filter(Boolean).join(", "));
  return parts.filter(Boolean).join(", ");
}

/** Whose counter it is, for the hover card. */
export function ownerText(sheet: BattleSheet, piece: Piece): string {
  const side = sheet.sides.find((other) => other.id === piece.side);
  return piece.counter?.nation ? nationName(piece.counter.nation) : (side?.name ?? "");
}
