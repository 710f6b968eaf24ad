import { describe, expect, it } from "vitest";
import { Plane } from "./geometry";
import { journeys } from "./motion";
import { piece, smallSheet } from "./testing";

const plane = new Plane(smallSheet(12, 12).geometry);

describe("journeys", () => {
  it("are made by pieces whose hex has changed", () => {
    const before = new Map([
      ["a", "0101"],
      ["b", "0102"],
    ]);
    const ways = journeys(plane, before, [piece("a", "0103"), piece("b", "0102"), piece("new", "0105")], []);
    expect(ways.map(({ id, lasts }) => [id, lasts])).toEqual([["a", 360]]);
  });

  it("follow a known trail and last no longer than a second and a half", () => {
    const trail = ["0101", "0102", "0103", "0203"];
    const [way] = journeys(plane, new Map([["a", "0101"]]), [piece("a", "0203")], [trail]);
    expect(way?.path).toHaveLength(4);
    expect(way?.lasts).toBe(540);
    const [far] = journeys(plane, new Map([["a", "0101"]]), [piece("a", "0112")], []);
    expect(far?.lasts).toBe(1500);
  });

  it("are none when the whole table changes at once", () => {
    const before = new Map(Array.from({ length: 20 }, (_, index) => [`u${index}`, "0101"]));
    const after = Array.from({ length: 20 }, (_, index) => piece(`u${index}`, "0102"));
    expect(journeys(plane, before, after, [])).toEqual([]);
  });
});
