import { describe, expect, it } from "vitest";
import { neighbourByKey, Plane, roundedLine } from "./geometry";
import { smallSheet } from "./testing";

const sheet = smallSheet(4, 4);
const plane = new Plane(sheet.geometry);

describe("hexes of the plane", () => {
  it("finds the hex a point lies in", () => {
    expect(plane.hexAt([0, 0])).toBe("0101");
    expect(plane.hexAt([40, 10])).toBe("0101");
    expect(plane.hexAt([60, 40])).toBe("0201");
    expect(plane.hexAt([-90, 0])).toBeNull();
  });

  it("draws one hex as six corners", () => {
    expect(plane.hexPath("0101").split("L")).toHaveLength(6);
    expect(plane.hexPath("9999")).toBe("");
  });
});

describe("outline of an area", () => {
  it("is six corners round one hex", () => {
    const [loop, ...rest] = plane.outline(["0202"]);
    expect(loop).toHaveLength(6);
    expect(rest).toHaveLength(0);
  });

  it("leaves out the side between two neighbours", () => {
    const loops = plane.outline(["0202", "0203"]);
    expect(loops).toHaveLength(1);
    expect(loops[0]).toHaveLength(10);
  });

  it("has one loop for each part, and one round a hole", () => {
    expect(plane.outline(["0101", "0404"])).toHaveLength(2);
    const ring = (sheet.neighbours["0202"] ?? []).filter((hex) => hex !== null);
    expect(ring).toHaveLength(6);
    const loops = plane.outline(ring).map((loop) => loop.length);
    expect(loops.sort((a, b) => a - b)).toEqual([6, 18]);
  });

  it("takes no hex that is not on the map", () => {
    expect(plane.outline(["off"])).toEqual([]);
  });
});

describe("keys", () => {
  const go = (from: string, key: string, pointy = false): string | null =>
    neighbourByKey(plane, pointy, sheet.neighbours[from] ?? [], from, key);

  it("go to the six neighbours by direction on the screen", () => {
    const around = ["q", "w", "e", "d", "s", "a"].map((key) => go("0202", key));
    expect(around).toEqual(["0102", "0201", "0302", "0303", "0203", "0103"]);
  });

  it("stop at the edge of the map", () => {
    expect(go("0101", "w")).toBeNull();
    expect(go("0101", "x")).toBeNull();
  });

  it("go left and right on a board of pointed hexes", () => {
    const flat = smallSheet(3, 3);
    const turned = {
      ...flat.geometry,
      pointy: true,
      corners: flat.geometry.corners.map(([x = 0, y = 0]) => [y, x]),
      hexes: Object.fromEntries(
        Object.entries(flat.geometry.hexes).map(([hex, [x = 0, y = 0]]) => [hex, [y, x]]),
      ),
    };
    const other = new Plane(turned);
    const key = (name: string) => neighbourByKey(other, true, flat.neighbours["0202"] ?? [], "0202", name);
    expect(key("a")).toBe("0201");
    expect(key("e")).toBe("0203");
    expect(new Set(["q", "w", "e", "a", "s", "d"].map(key)).size).toBe(6);
  });
});

describe("a route", () => {
  it("begins and ends beside the counters", () => {
    const line = roundedLine(
      [
        [0, 0],
        [100, 0],
        [200, 0],
      ],
      30,
      20,
      25,
    );
    expect(line.startsWith("M20,0")).toBe(true);
    expect(line.endsWith("L175,0")).toBe(true);
  });
});
