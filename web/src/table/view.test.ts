import { describe, expect, it } from "vitest";
import { balance } from "./balance";
import { sheet, view } from "./sample";
import { minus, phaseName, points, readView, signed } from "./view";

describe("the view", () => {
  it("is read part by part, and missing parts are empty", () => {
    const situation = readView(view, { blue: "Blue", red: "Red" });
    expect(situation.asked?.side).toBe("blue");
    expect(situation.counters.get("B/1")).toEqual({ where: "0101", step: 1, statuses: ["moved"] });
    expect(readView({}).counters.size).toBe(0);
    expect(readView({}).asked).toBeNull();
  });

  it("words the rulebook's own bookkeeping", () => {
    expect(readView(view, { blue: "Blue", red: "Red" }).notes).toEqual([
      { label: "Allotments", value: "Blue 2, Red 1" },
      { label: "Storm", value: "yes" },
    ]);
  });
});

describe("numbers", () => {
  it("have halves and a true minus", () => {
    expect([points(2.5), points(0.5), points(3), points(-1.5)]).toEqual(["2½", "½", "3", "−1½"]);
    expect([signed(8), signed(0), signed(-3)]).toEqual(["+8", "0", "−3"]);
    expect(minus("6 against 11, -5 on 0101-0102")).toBe("6 against 11, −5 on 0101-0102");
    expect(phaseName("mobile-movement")).toBe("Mobile movement");
  });
});

describe("the balance", () => {
  it("puts the lead of the first side on the bar of levels", () => {
    const even = balance(sheet, { blue: 4, red: 4 })!;
    expect(even.level).toBe("Draw");
    expect(even.bands.map((band) => band.name)).toEqual([
      "decisive victory",
      "victory",
      "draw",
      "victory",
      "decisive victory",
    ]);
    expect(even.next).toBe("3 to go for Victory, Blue");
    expect(balance(sheet, { blue: 4, red: 4 }, "red")!.next).toBe("4 to go for Victory, Red");
    const ahead = balance(sheet, { blue: 12, red: 0 })!;
    expect(ahead.level).toBe("Decisive victory, Blue");
    expect(ahead.at).toBeLessThan(even.at);
    expect(balance(sheet, { blue: 0, red: 50 })!.at).toBe(1);
    expect(even.bands.reduce((sum, band) => sum + band.share, 0)).toBeCloseTo(1);
  });
});
