import { afterEach, describe, expect, it } from "vitest";
import { bestCorner, cornerBox, hexBox, overlap, partBox } from "./spots";
import { begunLesson, keepLesson } from "./store";

const area = { left: 0, top: 0, width: 1000, height: 800 };
const card = { width: 300, height: 200 };

describe("the place of the card", () => {
  it("keeps clear of what is talked about", () => {
    const hex = { left: 750, top: 50, width: 80, height: 80 };
    expect(bestCorner("top-right", area, card, [])).toBe("top-right");
    expect(bestCorner("top-right", area, card, [hex])).toBe("top-left");
    expect(bestCorner("bottom-left", area, card, [hex])).toBe("bottom-left");
    expect(overlap(cornerBox("top-left", area, card), hex)).toBe(0);
  });

  it("finds a hex in the picture of the map", () => {
    const sheet = { geometry: { view_box: [-50, -50, 200, 200], unit: 100, hexes: { "0101": [50, 50] } } };
    const box = hexBox(sheet, "0101", { left: 10, top: 20, width: 400, height: 400 });
    expect(box && box.left + box.width / 2).toBe(210);
    expect(box && box.top + box.height / 2).toBe(220);
    expect(hexBox(sheet, "9999", area)).toBeNull();
  });

  it("does not mind a part that is not on the screen", () => {
    document.body.innerHTML = '<section data-part="odds"></section>';
    expect(partBox("odds")).toBeNull();
    expect(partBox("map")).toBeNull();
  });
});

describe("a lesson that was begun", () => {
  afterEach(() => localStorage.clear());

  it("is kept and forgotten", () => {
    expect(begunLesson("crossroads")).toBeNull();
    keepLesson({ lesson: "crossroads", game: "g", progress: { step: 3, done: ["a"] } });
    expect(begunLesson("crossroads")).toEqual({
      lesson: "crossroads",
      game: "g",
      progress: { step: 3, done: ["a"] },
    });
    expect(begunLesson("other")).toBeNull();
    keepLesson(null);
    expect(begunLesson("crossroads")).toBeNull();
  });

  it("does not trip over rubbish", () => {
    localStorage.setItem("hexfolio.lesson", "{");
    expect(begunLesson("crossroads")).toBeNull();
  });
});
