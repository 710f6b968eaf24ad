import { describe, expect, it } from "vitest";
import { formationOf, hexText, kindOf, pieceText, points, sizeMark, unitLabel } from "./labels";
import { fit, layRatings, widthOf } from "./lettering";
import { counterPixels, levelOf, variantOf } from "./levels";
import { nationColours, nationMark } from "./palette";
import { signOf } from "./symbols";
import { counter, piece, smallSheet } from "./testing";

describe("number and parent on a counter", () => {
  it.each([
    ["5/1M", "5", "1M"],
    ["NK-4", "4", ""],
    ["NK-HQ1", "1", ""],
    ["HQ-24", "24", ""],
    ["HQ12", "12", ""],
    ["ROK-Cap", "Cap", ""],
    ["MP-Taegu", "Tae", ""],
    ["Tk-Mar", "Mar", ""],
    ["NK-42/1", "42", "1"],
    ["cn-334-12", "12", "334"],
    ["187-A", "A", "187"],
    ["27-AS-B", "B", "AS"],
    ["NK-1-HW", "HW", "1"],
    ["R6-19-5", "5", "19"],
    ["Rear-guard-2", "2", ""],
    ["Depot-1", "1", ""],
    ["5Cdo", "5", ""],
    ["NK-19AA", "19", ""],
    ["187", "187", ""],
    ["A/7", "A", "7"],
  ])("%s is %s of “%s”", (id, number, parent) => {
    expect(unitLabel(id)).toEqual({ number, parent });
  });

  it("take the tint of the parent, or of the number of a headquarters", () => {
    expect(formationOf(counter("19/24"))).toBe("24");
    expect(formationOf(counter("HQ-24", { symbol: "hq" }))).toBe("24");
    expect(formationOf(counter("NK-24"))).toBe("");
  });
});

describe("movement points", () => {
  it.each([
    [2.5, "2½"],
    [0.5, "½"],
    [0, "0"],
    [3, "3"],
    [1.25, "1¼"],
    [2 / 3, "⅔"],
    [1.4, "1.4"],
    [null, ""],
  ])("%s is written %s", (value, text) => expect(points(value)).toBe(text));
});

describe("words for counters and hexes", () => {
  const sheet = smallSheet(2, 2);

  it("say the unit, its size, its state and its ratings", () => {
    expect(pieceText(piece("NK-4", "0101", { step: 1 }))).toBe("NK-4 division depleted 5-5-3");
    expect(pieceText(piece("NK-4", "0101", { unsupplied: true, statuses: ["moved"] }))).toBe(
      "NK-4 division 10-10-3, moved, out of supply",
    );
  });

  it("say nothing of a counter that lies face down", () => {
    expect(pieceText(piece("?1", "0101", { counter: null, statuses: ["hidden"] }))).toBe("face-down counter");
  });

  it("say what stands in a hex and which part it plays", () => {
    const hex = {
      ...sheet,
      hexes: { ...sheet.hexes, "0102": { terrain: ["hill", "town"], place: "Taegu" } },
    };
    const text = hexText(hex, "0102", [piece("NK-4", "0102", { step: 1 })], () => "target");
    expect(text).toBe("Hex 0102, hill, town, Taegu, NK-4 division depleted 5-5-3, target");
  });

  it("name headquarters after their size", () => {
    expect(kindOf(counter("HQ-24", { symbol: "hq" }))).toBe("division headquarters");
    expect(kindOf(counter("NK-4"))).toBe("infantry division");
    expect(sizeMark("division")).toBe("XX");
    expect(sizeMark("horde")).toBe("");
  });
});

describe("lettering", () => {
  it("shrinks to the room and grows no larger than asked", () => {
    expect(fit("4", 21, 20).size).toBe(21);
    const long = fit("766", 21, 10);
    expect(long.size).toBeLessThan(21);
    expect(long.length).toBeCloseTo(10);
  });

  it("keeps long ratings inside the counter", () => {
    for (const compact of [false, true]) {
      for (const mobile of [false, true]) {
        const laid = layRatings([11, 10, 10], mobile, compact);
        const end = laid.chip ? laid.chip.x + laid.chip.width : laid.x + laid.length;
        expect(laid.x).toBeGreaterThanOrEqual(2);
        expect(end).toBeLessThanOrEqual(98);
      }
    }
  });

  it("boxes the movement of a mobile unit alone", () => {
    expect(layRatings([3, 2, 6], true, false)).toMatchObject({ text: "3-2-", chip: { text: "6" } });
    expect(layRatings([3, 2, 6], false, false)).toMatchObject({ text: "3-2-6", chip: null });
    expect(layRatings([10, 10, 10], true, false)).toMatchObject({ text: "10-10-", chip: { text: "10" } });
  });

  it("keeps ratings of the smallest counter eleven pixels high", () => {
    expect(layRatings([10, 10, 3], false, true).size * 0.71 * 0.32).toBeGreaterThan(10.5);
    expect(widthOf("111")).toBeLessThan(widthOf("444"));
  });
});

describe("zoom levels", () => {
  it("change at 30, 55 and 110 pixels per hex", () => {
    expect([29, 30, 54, 55, 110, 111].map(levelOf)).toEqual([0, 1, 1, 2, 2, 3]);
  });

  it("never show a full counter under 24 pixels, nor one over 96", () => {
    for (let pixels = 8; pixels < 300; pixels++) {
      const size = counterPixels(pixels);
      expect(size).toBeLessThanOrEqual(96);
      if (size < 24) expect(variantOf(size)).toBe("square");
      if (levelOf(pixels) > 0) expect(variantOf(size)).not.toBe("square");
    }
    expect(variantOf(39)).toBe("compact");
    expect(counterPixels(93)).toBeCloseTo(62);
  });
});

describe("colours and signs", () => {
  it("come from the nation, else from the side, else from what there is", () => {
    expect(nationColours("nk")).toEqual(nationColours("north-korea"));
    expect(nationColours("", "blue")).not.toEqual(nationColours("", "red"));
    expect(nationColours("atlantis", "east").face).toMatch(/^#/);
    expect(nationMark("cn-paratrooper")).toBe("CN");
  });

  it("are letters for a kind nobody has drawn", () => {
    expect(signOf("infantry").lines).not.toBe("");
    expect(signOf("anti-tank")).toEqual(signOf("antitank"));
    expect(signOf("rocket-launcher").letters).toBe("RL");
    expect(signOf("dragon").letters).toBe("DR");
  });
});
