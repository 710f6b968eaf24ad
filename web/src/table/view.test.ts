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

describe("tracks, conditions and markers", () => {
  it("are read where a rulebook has them, and empty where not", () => {
    const told = readView({
      markers: [
        { kind: "demolished-bridge", hex: "0101", to: "0102" },
        { kind: "drop-zone", hex: "0201", label: "DZ 1", hexes: ["0201"] },
      ],
      tracks: [{ title: "Command points", side: "blue", left: 6, given: 8, rule: "test-1:5" }],
      conditions: [{ name: "Night", rule: "test-1:17" }],
      support: { title: "Strikes", kind: "air" },
    });
    expect(told.markers[0]).toEqual({ kind: "demolished-bridge", hex: "0101", to: "0102" });
    expect(told.markers[1]?.hexes).toEqual(["0201"]);
    expect(told.tracks[0]).toMatchObject({ left: 6, given: 8 });
    expect(told.conditions).toEqual([{ name: "Night", rule: "test-1:17" }]);
    expect(told.support.kind).toBe("air");
    const nothing = readView({});
    expect([nothing.markers, nothing.tracks, nothing.conditions]).toEqual([[], [], []]);
    expect(nothing.support).toEqual({ title: "Support fire", kind: "gun" });
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
