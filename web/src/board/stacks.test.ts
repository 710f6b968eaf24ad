import { describe, expect, it } from "vitest";
import { Plane } from "./geometry";
import { coveredBy, nextInStack, piecesOf, stackOffset, stacksOf } from "./stacks";
import { counter, piece, smallSheet } from "./testing";

const own = counter("5/1M", { side: "blue", nation: "us" });
const foe = counter("NK-4");
const hidden = counter("Dummy-1");
const sheet = smallSheet(4, 4, [own, foe, hidden]);

describe("pieces of a view", () => {
  it("are the counters on the map, with step, statuses and supply", () => {
    const pieces = piecesOf(sheet, {
      counters: { "5/1M": ["0101", 0, ["moved"]], "NK-4": ["0202", 1, []], "Dummy-1": ["off-map", 0, []] },
      unsupplied: ["NK-4"],
    });
    expect(pieces.map(({ id, hex, step }) => [id, hex, step])).toEqual([
      ["5/1M", "0101", 0],
      ["NK-4", "0202", 1],
    ]);
    expect(pieces.map(({ unsupplied }) => unsupplied)).toEqual([false, true]);
    expect(pieces[0]?.statuses).toEqual(["moved"]);
    expect(pieces[0]?.side).toBe("blue");
  });

  it("leave out what is off the map", () => {
    for (const place of ["off-map", "eliminated", "exited", "removed", "9999"]) {
      expect(piecesOf(sheet, { counters: { "NK-4": [place, 0, []] } })).toEqual([]);
    }
  });

  it("show a flag as a piece face down, of the side whose counters are not told", () => {
    const pieces = piecesOf(sheet, {
      counters: { "5/1M": ["0101", 0, []], "NK-4": ["0202", 0, []] },
      flags: { "3": ["0303", ["moved"]] },
    });
    expect(pieces.at(-1)).toEqual({
      id: "?3",
      hex: "0303",
      counter: null,
      step: 0,
      statuses: ["moved"],
      unsupplied: false,
      side: "red",
    });
  });

  it("show no flag to whoever sees the counter under it", () => {
    const pieces = piecesOf(sheet, {
      counters: { "5/1M": ["0101", 0, []], "NK-4": ["0303", 0, []], "Dummy-1": ["0303", 0, ["hidden"]] },
      flags: { "1": ["0303", []] },
    });
    expect(pieces.map(({ id }) => id)).toEqual(["5/1M", "NK-4", "Dummy-1"]);
  });

  it("need nothing but counters from a view", () => {
    expect(piecesOf(sheet, {})).toEqual([]);
  });
});

describe("stacks", () => {
  const hq = piece("HQ", "0202", { counter: counter("HQ", { steps: [[0, 2, 3]] }) });
  const pieces = [hq, piece("NK-4", "0202"), piece("NK-5", "0202"), piece("NK-6", "0303")];

  it("lie one per hex, fighting counters on top", () => {
    const stacks = stacksOf(pieces);
    expect(stacks.map(({ hex, pieces: stack }) => [hex, stack.map(({ id }) => id)])).toEqual([
      ["0202", ["NK-4", "NK-5", "HQ"]],
      ["0303", ["NK-6"]],
    ]);
  });

  it("have the selected counter on top", () => {
    expect(stacksOf(pieces, ["HQ"])[0]?.pieces.map(({ id }) => id)).toEqual(["HQ", "NK-4", "NK-5"]);
  });

  it("are gone through in a round", () => {
    expect(nextInStack(pieces, "0202", "NK-4")).toBe("NK-5");
    expect(nextInStack(pieces, "0202", "NK-5")).toBe("HQ");
    expect(nextInStack(pieces, "0404", "NK-5")).toBeNull();
  });

  it("lie up and to the right, counter by counter, and no higher than four", () => {
    expect(stackOffset(0, 3, false)).toEqual([0, -0]);
    expect(stackOffset(2, 3, false)).toEqual([0.27, -0.27]);
    expect(stackOffset(7, 8, false)).toEqual(stackOffset(3, 8, false));
    const [left] = stackOffset(0, 2, true);
    const [right] = stackOffset(1, 2, true);
    expect(left).toBeCloseTo(-right);
  });

  it("cover the map under them", () => {
    const [covered] = coveredBy(new Plane(sheet.geometry), [piece("NK-6", "0101")], 60);
    expect(covered).toEqual({ left: -30, top: -30, right: 30, bottom: 30 });
  });
});

describe("the order of a stack, where it matters", () => {
  const view = {
    counters: { "5/1M": ["0101", 0, []], "NK-4": ["0101", 0, []], "Dummy-1": ["off-map", 0, []] },
    stacks: { "0101": ["NK-4", "5/1M"] },
  };

  it("is the view's, from the top down", () => {
    expect(stacksOf(piecesOf(sheet, view))[0]?.pieces.map(({ id }) => id)).toEqual(["NK-4", "5/1M"]);
  });

  it("gives way to what is selected", () => {
    expect(stacksOf(piecesOf(sheet, view), ["5/1M"])[0]?.pieces.map(({ id }) => id)).toEqual([
      "5/1M",
      "NK-4",
    ]);
  });

  it("leaves a flag to the side that the view names", () => {
    const flags = { "1": ["0202", ["fog of war"], "red"] };
    expect(piecesOf(sheet, { ...view, flags }).at(-1)).toMatchObject({
      id: "?1",
      side: "red",
      counter: null,
    });
  });
});
