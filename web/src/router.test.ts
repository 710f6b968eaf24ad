import { describe, expect, it, vi } from "vitest";
import { links, parseRoute, replaceAddress } from "./router";

describe("addresses", () => {
  it.each([
    ["", { page: "lobby" }],
    ["#/", { page: "lobby" }],
    ["#/new", { page: "new", battle: null, book: null, options: "" }],
    ["#/new/pusan-dg", { page: "new", battle: "pusan-dg", book: null, options: "" }],
    ["#/new/a/b", { page: "new", battle: "a", book: "b", options: "" }],
    ["#/new/a/b/c%3Dd%20e%3Df", { page: "new", battle: "a", book: "b", options: "c=d e=f" }],
    ["#/new/a/b/c/d", { page: "unknown" }],
    ["#/game/abc", { page: "table", game: "abc" }],
    ["#/game/abc/s3cret", { page: "join", game: "abc", token: "s3cret" }],
    ["#/game/abc/replay", { page: "replay", game: "abc" }],
    ["#/game/abc/invite", { page: "invite", game: "abc" }],
    ["#/books/fm-2023", { page: "book", book: "fm-2023", clause: null }],
    ["#/books/fm-2023/5.4.d", { page: "book", book: "fm-2023", clause: "5.4.d" }],
    ["#/learn", { page: "learn" }],
    ["#/about", { page: "about" }],
    ["#/game", { page: "unknown" }],
    ["#/game/a/b/c", { page: "unknown" }],
    ["#/nowhere", { page: "unknown" }],
    ["#/new/%E0%A4%A", { page: "unknown" }],
  ])("reads %s", (hash, route) => expect(parseRoute(hash)).toEqual(route));

  it("reads every link it writes, whatever stands in it", () => {
    const odd = "a b/c?#ä";
    expect(parseRoute(links.table(odd))).toEqual({ page: "table", game: odd });
    expect(parseRoute(links.new(odd))).toEqual({ page: "new", battle: odd, book: null, options: "" });
    expect(parseRoute(links.new("a", odd, "c=d e=f"))).toEqual({
      page: "new",
      battle: "a",
      book: odd,
      options: "c=d e=f",
    });
    expect(links.new("a", "b", "")).toBe("#/new/a/b");
    expect(parseRoute(links.book("k", odd))).toEqual({ page: "book", book: "k", clause: odd });
    expect(parseRoute(links.replay(odd))).toEqual({ page: "replay", game: odd });
    expect(parseRoute(links.invite(odd))).toEqual({ page: "invite", game: odd });
  });

  it("leaves no key in the history", () => {
    location.hash = "#/game/abc/s3cret";
    const before = history.length;
    const heard = vi.fn();
    window.addEventListener("hashchange", heard, { once: true });
    replaceAddress(links.table("abc"));
    expect(location.hash).toBe("#/game/abc");
    expect(history.length).toBe(before);
    expect(heard).toHaveBeenCalled();
  });
});
