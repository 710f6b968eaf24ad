import { render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetFetched } from "../api/client";
import type { ReadingInfo } from "../api/types";
import ChapterText from "./ChapterText.svelte";
import RuleCard from "./RuleCard.svelte";

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
const clauses = ["old:5.1.c", "old:5.1.d"].map((id) => ({ id, text: `Text of ${id}.`, definition: false }));
const book = { id: "old", title: "Old rules", chapters: [{ id: "5", clauses }] };

beforeEach(() => {
  forgetFetched();
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(book)))),
  );
});
afterEach(() => vi.unstubAllGlobals());

const meanings = (box: HTMLElement): string[] =>
  within(box)
    .getAllByRole("listitem")
    .map((item) => item.textContent.replace(/\s+/g, " ").trim());

describe("the card of a clause", () => {
  it("tells its readings, ours, and the one this game plays by", async () => {
    render(RuleCard, { rule: "old:5.1.d", readings: [zones], options: { zones: "once" }, onclose: vi.fn() });
    const box = await screen.findByRole("complementary", { name: "Readings of this clause" });
    expect(box).toHaveTextContent("What does a zone cost?");
    expect(meanings(box)).toEqual(["Each step. default", "Only once. this game"]);
  });

  it("says of a game that chose nothing that it plays by ours", async () => {
    render(RuleCard, { rule: "old:5.1.d", readings: [zones], options: {}, onclose: vi.fn() });
    const box = await screen.findByRole("complementary", { name: "Readings of this clause" });
    expect(meanings(box)).toEqual(["Each step. default this game", "Only once."]);
  });

  it("names no game where there is none", async () => {
    render(RuleCard, { rule: "old:5.1.d", readings: [zones], onclose: vi.fn() });
    const box = await screen.findByRole("complementary", { name: "Readings of this clause" });
    expect(meanings(box)).toEqual(["Each step. default", "Only once."]);
  });

  it("has none at another clause", async () => {
    render(RuleCard, { rule: "old:5.1.c", readings: [zones], onclose: vi.fn() });
    expect(await screen.findByText("Text of old:5.1.c.")).toBeInTheDocument();
    expect(screen.queryByRole("complementary")).toBeNull();
  });
});

describe("a chapter", () => {
  it("has the readings below their clause", () => {
    const { container } = render(ChapterText, {
      book,
      chapter: book.chapters[0]!,
      lit: null,
      readings: [zones],
      options: { zones: "once" },
    });
    const item = container.querySelector<HTMLElement>("[data-number='5.1.d']")!;
    expect(meanings(within(item).getByRole("complementary"))).toEqual([
      "Each step. default",
      "Only once. your last game",
    ]);
    expect(within(container).getAllByRole("complementary")).toHaveLength(1);
  });
});
