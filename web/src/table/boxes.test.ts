import { describe, expect, it } from "vitest";
import { boxesOf, waitingActors } from "./boxes";
import { sheet, view } from "./sample";
import { readView } from "./view";

const counters = { ...view.counters, "R-1": ["eliminated", 1, []], "B/1": ["off-map", 0, []] };
const situation = readView({ ...view, counters });

describe("off-map boxes", () => {
  it("hold who is due by turn, then who is gone, then who has no turn", () => {
    expect(boxesOf(sheet, situation).map((box) => [box.title, box.turn, box.units, box.gone])).toEqual([
      ["Off the map", 2, ["C/1"], false],
      ["Dead pile", null, ["R-1"], true],
      ["Off the map", null, ["B/1"], false],
    ]);
  });

  it("know who may act from there", () => {
    expect(waitingActors(sheet, situation, ["A/1", "C/1", "nobody"])).toEqual(["C/1"]);
  });
});
