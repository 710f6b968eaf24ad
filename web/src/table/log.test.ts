import { describe, expect, it } from "vitest";
import {
  causeOf,
  checksOf,
  decidedBy,
  driftsOf,
  grouped,
  hexesOf,
  rollsOf,
  segments,
  standing,
  trailsOf,
  withRows,
} from "./log";
import { row, sheet } from "./sample";

const ids = new Set(sheet.counters.map((counter) => counter.id));
const began = (turn: number, side: string, phase: string) => ({
  event: "phase-began",
  text: `${side}: ${phase} phase`,
  facts: { event: "phase-began", turn, side, phase },
});
const combat = {
  event: "combat",
  text: "9 against 5, +4 on the clear line, die 4: D2",
  facts: { event: "combat", hex: "0202", die: 4, result: "D2", differential: 4 },
};

describe("rows", () => {
  it("drops what an undo took back, and nothing below it", () => {
    const rows = [row(1), row(2), row(3), row(4, { kind: "undo", orders: 1 }), row(5, { orders: 2 })];
    expect(standing(rows).map((one) => one.number)).toEqual([1, 5]);
  });

  it("adds each row once", () => {
    const known = [row(1), row(2)];
    expect(withRows(known, [row(2), row(3)]).map((one) => one.number)).toEqual([1, 2, 3]);
    expect(withRows(known, [row(2)])).toBe(known);
  });
});

describe("groups", () => {
  const all = { sheet, filter: "all" as const, mine: ["blue"] };

  it("begin with the events that open a turn or a phase, which are no lines themselves", () => {
    const rows = [row(1), row(2, { events: [began(1, "red", "combat"), combat] }), row(3)];
    const groups = grouped(rows, all);
    expect(groups.map((group) => group.heading)).toEqual(["Movement", "Red · Combat"]);
    expect(groups[0]!.turnHeading).toBe("Turn 1, 1 May");
    expect(groups[1]!.turnHeading).toBeNull();
    expect(groups[1]!.lines.map((line) => line.event)).toEqual(["combat", "moved"]);
  });

  it("filter combat and what concerns one's own side", () => {
    const theirs = row(2, {
      side: "red",
      events: [{ event: "moved", text: "R-1 moves", facts: { unit: "R-1", path: ["0202", "0203"] } }],
    });
    const rows = [row(1), theirs, row(3, { side: "red", events: [combat] })];
    const lines = (filter: "combat" | "mine") =>
      grouped(rows, { ...all, filter }).flatMap((group) => group.lines.map((line) => line.row));
    expect(lines("combat")).toEqual([3]);
    expect(lines("mine")).toEqual([1]);
  });
});

describe("sentences", () => {
  it("link counters, each hex of a way, results and clauses", () => {
    const line = { text: "A/1 moves 0101-0102 (1½ MP) test-1:5.2", facts: {}, result: null };
    expect(segments(line, sheet, ids).filter((part) => part.kind !== "plain")).toEqual([
      { text: "A/1", kind: "unit" },
      { text: "0101", kind: "hex" },
      { text: "0102", kind: "hex" },
      { text: "test-1:5.2", kind: "rule" },
    ]);
    expect(
      segments(line, sheet, ids)
        .map((part) => part.text)
        .join(""),
    ).toBe(line.text);
    const fought = { text: combat.text, facts: combat.facts, result: "D2" };
    expect(segments(fought, sheet, ids).find((part) => part.kind === "result")?.text).toBe("D2");
  });

  it("take a hyphenated counter as one", () => {
    const parts = segments({ text: "R-1, A/1 attack 0202", facts: {}, result: null }, sheet, ids);
    expect(parts.map((part) => part.kind)).toEqual(["unit", "plain", "unit", "plain", "hex"]);
  });
});

describe("what new rows show", () => {
  it("is the die of a combat, and the ways of the other side only", () => {
    const rows = [row(1), row(2, { side: "red" }), row(3, { events: [combat] })];
    expect(rollsOf(rows)).toMatchObject([{ hex: "0202", die: 4, result: "D2" }]);
    expect(trailsOf(rows, ["blue"])).toEqual([["0101", "0102"]]);
    expect(hexesOf({ hex: "0202", path: ["0101"] })).toEqual(["0202", "0101"]);
  });
});

describe("a combat", () => {
  it("is decided by the die that was rolled for its hex last", () => {
    const attacked = { event: "attacked", text: "A/1 attack 0202", facts: { hex: "0202", units: ["A/1"] } };
    const rolled = row(2, { events: [combat] });
    expect(decidedBy([row(1, { events: [attacked] }), rolled, row(3)], "0202")).toMatchObject({
      die: 4,
      result: "D2",
    });
    expect(decidedBy([rolled, row(3, { events: [attacked] })], "0202")).toBeNull();
    expect(decidedBy([rolled, row(3, { kind: "undo", orders: 1 })], "0202")).toBeNull();
    expect(causeOf(rollsOf([rolled])[0]!)).toBe("9 against 5, +4 on the clear line");
  });
});

describe("dice about single counters", () => {
  const landed = {
    event: "landed",
    text: "A/1 is scattered at 0101 (die 6)",
    facts: { event: "landed", unit: "A/1", die: 6, result: "S", hex: "0101" },
  };
  const drifted = {
    event: "scattered",
    text: "A/1 drifts 0101-0102 (dice 2 and 1)",
    facts: { event: "scattered", unit: "A/1", direction: 2, distance: 1, path: ["0101", "0102"] },
  };
  const built = {
    event: "worked",
    text: "B/1 builds a roadblock",
    facts: { event: "worked", unit: "B/1", work: "roadblock", die: 0 },
  };
  const rows = [row(1, { events: [began(1, "blue", "landing"), landed, drifted, built] })];

  it("are told with where they carried a counter", () => {
    expect(checksOf(rows, 1, "blue").map(({ unit, die, result }) => [unit, die, result])).toEqual([
      ["A/1", 6, "S"],
    ]);
    expect(driftsOf(rows, 1, "blue")).toEqual([{ unit: "A/1", path: ["0101", "0102"], die: 2 }]);
  });

  it("are forgotten with the player turn", () => {
    const later = [...rows, row(2, { events: [began(1, "red", "movement")] })];
    expect(driftsOf(later, 1, "red")).toEqual([]);
    expect(checksOf(later, 1, "red")).toEqual([]);
  });

  it("show no die where none was rolled", () => {
    const lines = grouped(rows, { sheet, filter: "all", mine: [] }).flatMap((group) => group.lines);
    expect(lines.map(({ event, die }) => [event, die])).toContainEqual(["worked", null]);
  });
});
