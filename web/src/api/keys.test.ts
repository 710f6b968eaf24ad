import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetKey, noteTable, rememberKey, savedGames, seatLink, tokenOf } from "./keys";
import type { TableView } from "./types";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("keys", () => {
  it("keeps a key for the next visit", () => {
    rememberKey("g", "t1", { title: "Crossroads" });
    sessionStorage.clear();
    expect(tokenOf("g")).toBe("t1");
    expect(savedGames()[0]).toMatchObject({ game: "g", token: "t1", title: "Crossroads" });
  });

  it("holds two seats of one game apart, one for each window", () => {
    rememberKey("g", "blue");
    rememberKey("g", "red");
    expect(savedGames().map((saved) => saved.token)).toHaveLength(2);
    expect(tokenOf("g")).toBe("red");
    rememberKey("g", "blue");
    expect(tokenOf("g")).toBe("blue");
    expect(savedGames()).toHaveLength(2);
  });

  it("keeps what it knew when the key is used again", () => {
    rememberKey("g", "t", { invites: [{ seats: ["red"], token: "r" }] });
    rememberKey("g", "t");
    expect(savedGames()[0]?.invites).toEqual([{ seats: ["red"], token: "r" }]);
  });

  it("puts the game opened last first", () => {
    vi.useFakeTimers({ now: 1000 });
    rememberKey("a", "1");
    vi.setSystemTime(2000);
    rememberKey("b", "2");
    vi.setSystemTime(3000);
    rememberKey("a", "1");
    expect(savedGames().map((saved) => saved.game)).toEqual(["a", "b"]);
    vi.useRealTimers();
  });

  it("forgets one seat and leaves the other", () => {
    rememberKey("g", "blue");
    rememberKey("g", "red");
    forgetKey("g", "red");
    expect(tokenOf("g")).toBe("blue");
    forgetKey("g", "blue");
    expect(tokenOf("g")).toBeNull();
  });

  it("notes what the table looks like", () => {
    rememberKey("g", "t");
    const view = { turn: 4, phase: "combat", asked: { side: "un" } };
    noteTable({
      game: "g",
      plays: ["un"],
      battle: "b",
      book: "k",
      title: "T",
      mode: "link",
      view,
      outcome: null,
    } as unknown as TableView);
    expect(savedGames()[0]).toMatchObject({
      turn: 4,
      phase: "combat",
      asked: "un",
      plays: ["un"],
      outcome: null,
    });
  });

  it("reads over what is broken in the storage", () => {
    localStorage.setItem("hexfolio.games", '[{"game":1},null,"x"]');
    expect(savedGames()).toEqual([]);
    localStorage.setItem("hexfolio.games", "{");
    expect(savedGames()).toEqual([]);
    rememberKey("g", "t");
    expect(tokenOf("g")).toBe("t");
  });

  it("works in a window that may store nothing", () => {
    const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    rememberKey("private", "t");
    expect(tokenOf("private")).toBe("t");
    refuse.mockRestore();
    forgetKey("private", "t");
  });

  it("writes the key behind the # of a link", () => {
    const link = new URL(seatLink("g/1", "to ken", "https://host/play/?q=1#/new"));
    expect(link.href).toBe("https://host/play/#/game/g%2F1/to%20ken");
    expect(link.pathname + link.search).not.toContain("ken");
  });
});
