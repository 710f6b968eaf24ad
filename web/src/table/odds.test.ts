import { describe, expect, it } from "vitest";
import { barsOf, columnWords, hasLines } from "./odds";
import { odds, sheet } from "./sample";

const single = {
  ...sheet,
  tables: [
    {
      title: "combat results",
      lines: [{ terrain: ["all terrain"], columns: ["-6 or less", "-3 -2", "+8 to +10"] }],
      results: [["AE", "AD", "D1"]],
    },
  ],
};

describe("the column of a table that has one line for all terrain", () => {
  it("is named by its differentials as printed", () => {
    expect(columnWords(single, { ...odds(2), line: "hill", column: 2 })).toBe("column 2 of 3, “−3, −2”");
    expect(columnWords(single, { ...odds(2), line: "hill", column: 1 })).toBe("column 1 of 3, “−6 or less”");
    expect(columnWords(single, { ...odds(9), line: "town", column: 3 })).toBe("column 3 of 3, “+8 to +10”");
  });

  it("has no line to name", () => expect(hasLines(single)).toBe(false));
});

describe("bars", () => {
  it("are shared by results that do the same", () => {
    const hit = { words: "the target is disrupted", good: "attacker" as const };
    const none = { result: "-", words: "no effect", chance: 1 / 6, good: "none" as const };
    const chances = [{ result: "D1", chance: 1 / 2, ...hit }, { result: "DR", chance: 1 / 3, ...hit }, none];
    const bars = barsOf({ ...odds(2), chances }, null);
    expect(bars.map(({ result }) => result)).toEqual(["D1 DR", "-"]);
    expect(bars[0]?.chance).toBeCloseTo(5 / 6);
    expect(chances[0]?.result).toBe("D1");
  });
});
