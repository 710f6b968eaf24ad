import { describe, expect, it } from "vitest";
import { columnWords, hasLines } from "./odds";
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
