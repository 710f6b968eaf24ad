import { describe, expect, it, vi } from "vitest";
import { links, parseRoute, replaceAddress } from "./router";

describe("addresses", () => {
  it.each([
    ["", { page: "lobby" }],
    ["#/", { page: "lobby" }],
    ["#/new", { page: "new", battle: null }],
    ["#/new/pusan-dg", { page: "new", battle: "pusan-dg" }],
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
    expect(parseRoute(links.new(odd))).toEqual({ page: "new", battle: odd });
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
