import { describe, expect, it } from "vitest";
import { printed, signed, words } from "./numbers";
import { litCell, tone, width } from "./tables";
import { classesOf, keyGroups, type CostLike } from "./terrain";

const tables = [
  {
    title: "standard",
    lines: [
      { terrain: ["mountain"], columns: ["-1", "0"] },
      { terrain: ["river", "city"], columns: ["-2", "-1", "0"] },
    ],
    results: [
      ["(A)", "A3", "A2"],
      ["Ex", "D2", "-"],
    ],
  },
];

describe("the combat table", () => {
  it("lights the line and the column of the odds", () => {
    expect(litCell(tables, { line: "city", column: 3 })).toEqual({ table: 0, line: 1, column: 2 });
    expect(litCell(tables, { line: "moon", column: 3 })).toBeNull();
    expect(litCell(tables, null)).toBeNull();
    expect(width(tables[0]!)).toBe(3);
  });

  it("tells whom a result hurts", () => {
    expect(["(A)", "De", "D2", "Ex", "-", "A1"].map(tone)).toEqual([
      "attacker",
      "defender",
      "defender",
      "both",
      "none",
      "attacker",
    ]);
  });
});

describe("the terrain key", () => {
  const key: CostLike[] = [
    { kind: "hex", name: "jungle", costs: { any: "3 MP" }, line: "jungle" },
    { kind: "hex", name: "mountain", costs: { leg: "3 MP", mobile: "closed" }, line: "mountain" },
    { kind: "way", name: "road", costs: { any: "½ MP" }, line: "" },
  ];

  it("has a column for each class of movement", () => {
    expect(classesOf(key)).toEqual(["leg", "mobile"]);
    const groups = keyGroups(key, new Set(["mountain"]), new Set(["mountain"]));
    expect(groups.map((group) => group.title)).toEqual(["Hexes", "Roads and trails"]);
    expect(groups[0]?.rows[0]).toEqual({
      name: "mountain",
      costs: ["3 MP", "closed"],
      line: "mountain",
      here: true,
    });
    expect(groups[0]?.rows[1]).toMatchObject({
      name: "jungle",
      costs: ["3 MP", "3 MP"],
      line: "",
      here: false,
    });
  });
});

describe("numbers", () => {
  it("prints a true minus", () => {
    expect(printed("-2 -1")).toBe("−2 −1");
    expect(printed("+2 +3")).toBe("+2 +3");
    expect(printed("-")).toBe("–");
    expect([signed(3), signed(-3), signed(0)]).toEqual(["+3", "−3", "0"]);
    expect(words("frozen-marsh")).toBe("Frozen marsh");
  });
});
