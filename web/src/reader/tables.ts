// The combat results table as a grid: one head row per terrain line, one row per die.

export interface TableLike {
  title: string;
  lines: { terrain: string[]; columns: string[] }[];
  results: string[][];
}

export interface OddsLike {
  line: string;
  column: number;
}

export interface Lit {
  table: number;
  line: number;
  column: number;
}

/** Where the odds stand: the table and its line by name, the column counted from one. */
export function litCell(tables: readonly TableLike[], odds: OddsLike | null | undefined): Lit | null {
  if (!odds) return null;
  for (const [table, { lines }] of tables.entries()) {
    const line = lines.findIndex((one) => one.terrain.includes(odds.line));
    if (line >= 0) return { table, line, column: odds.column - 1 };
  }
  return null;
}

export function width(table: TableLike): number {
  return Math.max(
    0,
    ...table.results.map((row) => row.length),
    ...table.lines.map((one) => one.columns.length),
  );
}

/** Whom a result hurts, as far as its printed letters tell; for its colour only, the letters say it all. */
export function tone(result: string): "attacker" | "defender" | "both" | "none" {
  const letters = result.replace(/[^A-Za-z]/g, "");
  if (!letters) return "none";
  if (/^e?x/i.test(letters)) return "both";
  if (/^d/i.test(letters)) return "defender";
  if (/^a/i.test(letters)) return "attacker";
  return "none";
}
