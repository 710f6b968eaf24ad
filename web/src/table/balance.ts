import type { BattleSheet, LevelInfo } from "../api/types";
import { capital, sideName } from "./view";

export interface Band {
  name: string;
  side: string | null;
  from: number;
  to: number;
  share: number;
}

export interface Balance {
  lead: number;
  at: number;
  level: string;
  bands: Band[];
  next: string;
}

const REACH_BEYOND = 10;

/**
 * The bar of victory levels with the lead of the first side on it, the first side's best on the left.
 * Neighbouring levels of the same name are one band (a level that both sides share by halves).
 */
export function balance(
  sheet: BattleSheet,
  points: Record<string, number>,
  mine: string | null = null,
): Balance | null {
  const [first, second] = sheet.sides;
  if (!first || !second || sheet.levels.length === 0) return null;
  const lead = (points[first.id] ?? 0) - (points[second.id] ?? 0);
  const levels = [...sheet.levels].sort((a, b) => b.least - a.least);
  const held = levels.find((level) => lead >= level.least) ?? levels[levels.length - 1]!;
  const bands = merged(levels);
  const span = bands.reduce((sum, band) => sum + (band.to - band.from), 0);
  let before = 0;
  let at = 1;
  for (const band of bands) {
    const width = band.to - band.from;
    band.share = width / span;
    if (lead >= band.from) {
      at = Math.max(0, (before + Math.min(width, band.to - lead)) / span);
      break;
    }
    before += width;
  }
  for (const band of bands) band.share = (band.to - band.from) / span;
  return {
    lead,
    at: Math.min(1, at),
    level: levelName(held, sheet),
    bands,
    next: nextStep(levels, held, lead, sheet, mine ?? first.id),
  };
}

function merged(levels: LevelInfo[]): Band[] {
  const bands: Band[] = [];
  levels.forEach((level, index) => {
    const above = levels[index - 1]?.least ?? level.least + REACH_BEYOND;
    const last = bands[bands.length - 1];
    // The lowest level is open downwards; it is drawn as deep as the highest one.
    const from = index === levels.length - 1 ? above - REACH_BEYOND : level.least;
    const shared = last && last.name === level.name && (last.side === null || level.side === null);
    if (shared) {
      last.from = from;
      last.side = last.side === level.side ? last.side : null;
    } else bands.push({ name: level.name, side: level.side, from, to: above, share: 0 });
  });
  return bands;
}

export function levelName(level: { side: string | null; name: string }, sheet: BattleSheet): string {
  const name = capital(level.name);
  return level.side ? `${name}, ${sideName(sheet, level.side)}` : name;
}

/** How far the next better level is for the side that looks at it. */
function nextStep(
  levels: LevelInfo[],
  held: LevelInfo,
  lead: number,
  sheet: BattleSheet,
  mine: string,
): string {
  const first = sheet.sides[0]!.id === mine;
  const at = levels.indexOf(held);
  const towards = first ? levels.slice(0, at).reverse() : levels.slice(at + 1);
  const better = towards.find((level) => level.name !== held.name || (level.side && held.side));
  if (!better) return "";
  const above = levels[levels.indexOf(better) - 1];
  const away = first ? better.least - lead : lead - (above?.least ?? lead) + 1;
  return `${away} to go for ${levelName(better, sheet)}`;
}
