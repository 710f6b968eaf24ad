import { describe, expect, it } from "vitest";
import { headline } from "./bubbles";

describe("a headline", () => {
  it("is the first sentence, or what stands before the colon", () => {
    expect(headline("The unit in 0303 cannot move: it is out of supply.")).toEqual([
      "The unit in 0303 cannot move.",
      "It is out of supply.",
    ]);
    expect(headline("Too far.")).toEqual(["Too far.", ""]);
  });
});
