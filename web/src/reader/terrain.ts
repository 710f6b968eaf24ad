export interface CostLike {
  kind: "hex" | "hexside" | "way";
  name: string;
  costs: Record<string, string>;
  line: string;
}

export interface KeyRow {
  name: string;
  costs: string[];
  line: string;
  here: boolean;
}

export interface KeyGroup {
  kind: CostLike["kind"];
  title: string;
  rows: KeyRow[];
}

const TITLES: Record<CostLike["kind"], string> = {
  hex: "Hexes",
  hexside: "Hexsides",
  way: "Roads and trails",
};

/** Classes of movement that the key tells apart. */
export function classesOf(key: readonly CostLike[]): string[] {
  const found = new Set(key.flatMap((row) => Object.keys(row.costs)));
  found.delete("any");
  return [...found].sort();
}

/** The key by kind of ground; what the map shows comes first. `line` is empty where the table prints none. */
export function keyGroups(
  key: readonly CostLike[],
  onMap: ReadonlySet<string>,
  printedLines: ReadonlySet<string>,
): KeyGroup[] {
  const classes = classesOf(key);
  const groups: KeyGroup[] = [];
  for (const kind of ["hex", "hexside", "way"] as const) {
    const rows = key
      .filter((row) => row.kind === kind)
      .map((row) => ({
        name: row.name,
        costs: (classes.length ? classes : ["any"]).map((one) => row.costs[one] ?? row.costs.any ?? ""),
        line: printedLines.has(row.line) ? row.line : "",
        here: kind !== "hex" || onMap.has(row.name),
      }));
    rows.sort((a, b) => Number(b.here) - Number(a.here));
    if (rows.length) groups.push({ kind, title: TITLES[kind], rows });
  }
  return groups;
}
