import { describe, expect, it } from "vitest";
import { stepOut } from "./nameSteps";

const name = { left: 20, top: -5, right: 80, bottom: 5 };
const unit = { left: -30, top: -30, right: 30, bottom: 30 };

describe("a name", () => {
  it("stays where it lies free", () => {
    expect(stepOut(name, [], [], 90)).toEqual([0, 0]);
  });

  it("takes the shortest step from under a counter", () => {
    expect(stepOut(name, [unit], [], 90)).toEqual([13, 0]);
  });

  it("does not step onto another name or counter", () => {
    const other = { left: 92, top: -10, right: 120, bottom: 10 };
    expect(stepOut(name, [unit], [other], 90)).toEqual([0, 38]);
    expect(stepOut(name, [unit, other], [], 90)).toEqual([0, 38]);
  });

  it("stays where no step is short enough", () => {
    expect(stepOut(name, [unit], [], 5)).toEqual([0, 0]);
  });
});
