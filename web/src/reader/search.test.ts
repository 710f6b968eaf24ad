import { describe, expect, it } from "vitest";
import { chapterName, findClause, opening, plain, rulingsOf, sectionOf, sections } from "./clauses";
import { namesClause, runsOf, search, wordsOf } from "./search";

const book = {
  id: "fm",
  title: "Rules",
  chapters: [
    {
      id: "6",
      clauses: [
        { id: "fm:6.0.a", text: "A unit stops in an enemy zone. [ruling stop]", definition: false },
        { id: "fm:6.0.b", text: "Zones reach the six hexes around a unit.", definition: true },
        { id: "fm:6.1.a", text: "Zoning is no word of ours.", definition: false },
      ],
    },
    { id: "crt", clauses: [{ id: "fm:crt.a", text: "Results stand in the table.", definition: false }] },
    { id: "16", clauses: [{ id: "fm:16.0.a", text: "Chósin in winter.", definition: false }] },
  ],
};

describe("search", () => {
  it("finds clauses that hold every word", () => {
    expect(search([book], "unit zone").map((hit) => hit.clause.id)).toEqual(["fm:6.0.a", "fm:6.0.b"]);
    expect(search([book], "unit results")).toEqual([]);
    expect(search([book], "  ")).toEqual([]);
  });

  it("finds by clause id without mixing 6 and 16", () => {
    expect(search([book], "6.0").map((hit) => hit.clause.id)).toEqual(["fm:6.0.a", "fm:6.0.b"]);
    expect(search([book], "fm:6.0.b")[0]).toMatchObject({ idHit: true, clause: { id: "fm:6.0.b" } });
    expect(search([book], "crt").map((hit) => hit.clause.id)).toEqual(["fm:crt.a"]);
    expect(namesClause("fm:16.0.a", "6")).toBe(false);
    expect(namesClause("other:6.0.a", "fm:6")).toBe(false);
  });

  it("prefers the whole clause and the beginning of words", () => {
    const hits = search([book], "zon");
    expect(hits[0]?.score).toBeGreaterThanOrEqual(hits.at(-1)?.score ?? 0);
    expect(search([book], "6.0.b")[0]?.clause.id).toBe("fm:6.0.b");
  });

  it("does not mind accents and leaves rulings out", () => {
    expect(search([book], "chosin")).toHaveLength(1);
    expect(search([book], "ruling")).toEqual([]);
  });

  it("marks the words in the text as printed", () => {
    expect(runsOf("Chósin, in winter", wordsOf("CHOSIN win"))).toEqual([
      { text: "Chósin", hit: true },
      { text: ", in ", hit: false },
      { text: "win", hit: true },
      { text: "ter", hit: false },
    ]);
    expect(wordsOf('"enemy zone" unit')).toEqual(["enemy zone", "unit"]);
  });
});

describe("clauses", () => {
  it("groups by section", () => {
    expect(sections(book.chapters[0]!).map((one) => [one.id, one.clauses.length])).toEqual([
      ["6.0", 2],
      ["6.1", 1],
    ]);
    expect(sectionOf("fm:8.2.2.f")).toBe("8.2.2");
    expect(sectionOf("fm:crt.a")).toBe("crt");
  });

  it("finds a clause, a section or a chapter by its address", () => {
    expect(findClause(book, "fm:6.0.b")?.clause?.text).toContain("six hexes");
    expect(findClause(book, "6.1")).toMatchObject({ section: { id: "6.1" }, clause: null });
    expect(findClause(book, "6")).toMatchObject({ section: { id: "6.0" }, clause: null });
    expect(findClause(book, "9.9.z")).toBeNull();
  });

  it("takes notes of rulings out of the text", () => {
    const text = book.chapters[0]!.clauses[0]!.text;
    expect(plain(text)).toBe("A unit stops in an enemy zone.");
    expect(rulingsOf(text)).toEqual(["stop"]);
    expect(opening(book.chapters[0]!)).toBe("A unit stops in an enemy zone");
    expect(opening(book.chapters[0]!, 12)).toBe("A unit …");
    expect(chapterName("crt")).toBe("CRT");
  });
});
