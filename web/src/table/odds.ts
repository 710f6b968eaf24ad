import type { BattleSheet, Odds, OddsItem, ResultChance } from "../api/types";
import { capital } from "./view";

/** The column in words: “column 9 of 12, “+8, +9””. */
export function columnWords(sheet: BattleSheet, odds: Odds): string {
  for (const table of sheet.tables) {
    const width = table.results[0]?.length ?? 0;
    const line = lineOf(table, odds);
    if (!line || width === 0) continue;
    const printed = line.columns[odds.column - 1];
    const range = printed ? `, “${columnRange(printed)}”` : "";
    return `column ${odds.column} of ${width}${range}`;
  }
  return `column ${odds.column}`;
}

type PrintedTable = BattleSheet["tables"][number];

/** The line of the terrain; a table of one line is for all terrain. */
function lineOf(table: PrintedTable, odds: Odds): PrintedTable["lines"][number] | undefined {
  const line = table.lines.find((one) => one.terrain.includes(odds.line));
  return line ?? (table.lines.length === 1 ? table.lines[0] : undefined);
}

/** “-3 -2” as it is written: “−3, −2”; words stay as they are. */
const columnRange = (printed: string): string =>
  /[a-z]/.test(printed) ? printed.replaceAll("-", "−") : printed.replaceAll("-", "−").replaceAll(" ", ", ");

/** Does the table have lines by terrain? */
export const hasLines = (sheet: BattleSheet): boolean => sheet.tables.some((table) => table.lines.length > 1);

/** The terrains that share the line, as on the table. */
export function lineWords(sheet: BattleSheet, odds: Odds): string {
  for (const table of sheet.tables) {
    const line = table.lines.find((one) => one.terrain.includes(odds.line));
    if (line) return capital(line.terrain.join(", ").replaceAll("-", " "));
  }
  return capital(odds.line.replaceAll("-", " "));
}

/** Items that are more than the printed strength of a counter: doubled, halved, markers, terrain. */
export function modifiers(items: OddsItem[], ids: Set<string>): OddsItem[] {
  return items.filter((item) => !ids.has(item.what));
}

export const sum = (items: OddsItem[]): string =>
  items.map((item) => String(Math.abs(item.value))).join(" + ") || "0";

export interface Bar extends ResultChance {
  /** The chance without the marker under the pointer; nothing where none is compared. */
  without: number | null;
}

/** Results that do the same, as those of a strike on one target, share a bar. */
function joined(chances: ResultChance[]): ResultChance[] {
  const bars: ResultChance[] = [];
  for (const chance of chances) {
    const same = bars.find(({ words, good }) => words === chance.words && good === chance.good);
    if (same) {
      same.result += ` ${chance.result}`;
      same.chance += chance.chance;
    } else bars.push({ ...chance });
  }
  return bars;
}

/** One bar per result; with a marker under the pointer the bars show it and the ticks the odds without. */
export function barsOf(odds: Odds, supported: Odds | null): Bar[] {
  if (!supported) return joined(odds.chances).map((chance) => ({ ...chance, without: null }));
  const before = new Map(odds.chances.map((chance) => [chance.result, chance]));
  const bars: Bar[] = supported.chances.map((chance) => ({
    ...chance,
    without: before.get(chance.result)?.chance ?? 0,
  }));
  const gone = odds.chances.filter(
    (chance) => !supported.chances.some((one) => one.result === chance.result),
  );
  return [...bars, ...gone.map((chance) => ({ ...chance, chance: 0, without: chance.chance }))];
}
