import type { BattleSheet, CounterInfo, Piece } from "./types";

/** A board of flat-topped hexes, so many columns by so many rows, for tests. */
export function smallSheet(columns = 4, rows = 4, counters: CounterInfo[] = []): BattleSheet {
  const hexes: Record<string, number[]> = {};
  const name = (column: number, row: number): string =>
    String(column + 1).padStart(2, "0") + String(row + 1).padStart(2, "0");
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      hexes[name(column, row)] = [column * 86.6, row * 100 + (column % 2 ? 50 : 0)];
    }
  }
  const near = (a: number[], b: number[]): boolean => {
    const far = Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));
    return far > 1 && far < 110;
  };
  return {
    id: "test",
    title: "Test",
    description: "",
    book: { id: "b", title: "B" },
    books: ["b"],
    turns: 1,
    first: "blue",
    sides: [
      { id: "blue", name: "Blue", nation: "us" },
      { id: "red", name: "Red", nation: "nk" },
    ],
    counters,
    track: [],
    levels: [],
    hexes: Object.fromEntries(Object.keys(hexes).map((hex) => [hex, { terrain: ["clear"], place: "" }])),
    neighbours: Object.fromEntries(
      Object.entries(hexes).map(([hex, at]) => [
        hex,
        Object.keys(hexes).filter((other) => near(at, hexes[other] ?? [])),
      ]),
    ),
    geometry: {
      view_box: [-60, -60, columns * 87 + 60, rows * 100 + 110],
      unit: 100,
      pointy: false,
      corners: [
        [-28.87, -50],
        [28.87, -50],
        [57.74, 0],
        [28.87, 50],
        [-28.87, 50],
        [-57.74, 0],
      ],
      hexes,
    },
    key: [],
    tables: [],
    verbs: {},
    any_time: [],
    readings: [],
    winter: false,
    notes: "",
    reconstructed: [],
  };
}

export function counter(id: string, rest: Partial<CounterInfo> = {}): CounterInfo {
  return {
    id,
    name: id,
    side: "red",
    nation: "nk",
    symbol: "infantry",
    size: "division",
    mobility: "leg",
    steps: [
      [10, 10, 3],
      [5, 5, 3],
    ],
    traits: [],
    ...rest,
  };
}

export function piece(id: string, hex: string, rest: Partial<Piece> = {}): Piece {
  return {
    id,
    hex,
    counter: counter(id),
    step: 0,
    statuses: [],
    unsupplied: false,
    side: "red",
    ...rest,
  };
}
