import { describe, expect, it } from "vitest";
import { applies, choicesText, otherwise, readChoices, restingOn, valueOf } from "./readings";
import type { ReadingInfo } from "./types";

const zones: ReadingInfo = {
  name: "zones",
  clause: "old:5.1.d",
  rulings: ["R1"],
  question: "What does a zone cost?",
  meanings: [
    { value: "each", says: "Each step." },
    { value: "once", says: "Only once." },
  ],
  ours: "each",
  option: "",
};
const range: ReadingInfo = { ...zones, name: "range", clause: "old:9.1.a", option: "guns" };

describe("readings", () => {
  it("are told apart from ours", () => {
    expect(otherwise([zones, range], {})).toEqual([]);
    expect(otherwise([zones, range], { zones: "each" })).toEqual([]);
    expect(otherwise([zones, range], { zones: "once" })).toEqual([
      { reading: zones, value: "once", says: "Only once." },
    ]);
  });

  it("hold as ours where a value is not known", () => {
    expect(valueOf(zones, { zones: "never" })).toBe("each");
    expect(otherwise([zones], { zones: "never" })).toEqual([]);
  });

  it("of an option change nothing without it", () => {
    expect(applies(range, {})).toBe(false);
    expect(applies(range, { guns: "" })).toBe(false);
    expect(otherwise([range], { range: "once" })).toEqual([]);
    expect(otherwise([range], { range: "once", guns: "on" })).toHaveLength(1);
  });

  it("rest on their clause", () => {
    expect(restingOn([zones, range], "old:9.1.a")).toEqual([range]);
    expect(restingOn([zones, range], "new:9.1.a")).toEqual([]);
  });

  it("travel as one text", () => {
    expect(choicesText({ zones: "once", guns: "on" })).toBe("guns=on zones=once");
    expect(readChoices("guns=on zones=once")).toEqual({ zones: "once", guns: "on" });
    expect(readChoices("")).toEqual({});
    expect(readChoices("nonsense")).toEqual({});
  });
});
