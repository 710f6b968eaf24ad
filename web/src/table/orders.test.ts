import { describe, expect, it } from "vitest";
import { bare, composed, extended, fullDraft, orderText, probe, search, withOrders, wayOn } from "./orders";
import { attack, end, legal, move, moving, sheet } from "./sample";

const where = new Map([
  ["A/1", "0101"],
  ["R-1", "0202"],
]);
const found = (query: string) => search(query, { sheet, legal: legal(), offers: [moving, attack], where });

describe("orders", () => {
  it("are written by the form of their verb", () => {
    const order = { order: "attack", hex: "0202", units: ["A/1", "B/1"], doubling: ["A/1"], using: "C/1" };
    expect(orderText(order, sheet.verbs)).toBe("attack 0202 with A/1 B/1 doubling A/1 using C/1");
    expect(orderText({ order: "support", markers: [1, 2] }, sheet.verbs)).toBe("support +1 +2");
    expect(orderText(move("A/1", ["0101", "0102"], 1).order, sheet.verbs)).toBe("move A/1 0101-0102");
  });

  it("carry only the parts that are set", () => {
    expect(bare({ order: "end", unit: null, markers: [] })).toEqual({ order: "end", markers: [] });
    expect(composed(attack, fullDraft(attack), sheet.verbs)).toEqual({
      order: "attack",
      hex: "0202",
      units: ["A/1", "B/1"],
    });
  });

  it("double only who takes part", () => {
    const draft = { ...fullDraft(attack), units: ["B/1"], doubling: ["A/1"] };
    expect(composed(attack, draft, sheet.verbs).doubling).toBeUndefined();
  });

  it("ask about a hex in the form of the verb", () => {
    expect(probe("move", "A/1", "0303", sheet.verbs)).toEqual({ order: "move", unit: "A/1", path: ["0303"] });
    expect(probe("place", "A/1", "0303", sheet.verbs)).toEqual({ order: "place", unit: "A/1", hex: "0303" });
    expect(probe("end", "A/1", "0303", sheet.verbs)).toBeNull();
  });
});

describe("a way of one's own", () => {
  it("grows by neighbours and shrinks to a hex it touches", () => {
    expect(extended(["0101", "0102"], "0202", sheet)).toEqual(["0101", "0102", "0202"]);
    expect(extended(["0101", "0102", "0202"], "0102", sheet)).toEqual(["0101", "0102"]);
    expect(extended(["0101"], "0303", sheet)).toBeNull();
  });

  it("begins with the way on offer and may go on along it, but never jumps", () => {
    const offered = ["0101", "0202", "0303"];
    expect(wayOn([], "0303", offered, sheet)).toEqual(offered);
    expect(wayOn(["0101", "0202"], "0303", offered, sheet)).toEqual(offered);
    expect(wayOn(["0102", "0101"], "0303", offered, sheet)).toEqual(["0102", "0101", "0202", "0303"]);
    expect(wayOn([], "0303", [], sheet)).toBeNull();
    expect(wayOn(["0102"], "0303", offered, sheet)).toBeNull();
  });
});

describe("the search", () => {
  it("lists plain orders, choices and composed orders as text", () => {
    expect(found("").map((one) => one.label)).toEqual([
      "end",
      "move A/1 0101-0102",
      "move A/1 0101-0102-0103",
      "move A/1 0101-0201",
      "attack 0202 with A/1 B/1",
      "A/1",
      "B/1",
    ]);
    expect(found("done")[0]).toMatchObject({ kind: "order", order: end.order });
  });

  it("finds counters and hexes, and takes a line that begins with a verb", () => {
    expect(found("R-1").find((one) => one.kind === "unit")).toMatchObject({
      unit: "R-1",
      detail: "Unit R-1, 0202",
    });
    expect(found("0303").find((one) => one.kind === "hex")).toMatchObject({ hex: "0303" });
    expect(found("move A/1 0303")[0]).toMatchObject({ kind: "typed", text: "move A/1 0303" });
    expect(search("move A/1 0303", { sheet, legal: null, offers: [], where })).toEqual([]);
  });
});

describe("subjects", () => {
  it("without an order are left out where all orders are listed", () => {
    expect(withOrders(legal({ offers: [moving] })).subjects).toEqual(["A/1"]);
    expect(withOrders(legal()).subjects).toEqual(["A/1", "B/1"]);
  });
});
