import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetFetched } from "../api/client";
import { rememberKey } from "../api/keys";
import type { BattleInfo, Players, ReadingInfo } from "../api/types";
import { links } from "../router";
import { Draft } from "./draft.svelte";
import InvitePage from "./InvitePage.svelte";
import JoinPage from "./JoinPage.svelte";
import NewGamePage from "./NewGamePage.svelte";

const reading = (name: string, clause: string, changes: Partial<ReadingInfo> = {}): ReadingInfo => ({
  name,
  clause,
  rulings: [],
  question: `What of the ${name}?`,
  meanings: [
    { value: "each", says: `Each of the ${name}.` },
    { value: "one", says: `One of the ${name}.` },
  ],
  ours: "each",
  option: "",
  ...changes,
});
const BATTLE: BattleInfo = {
  id: "short",
  title: "Crossroads",
  description: "",
  turns: 6,
  sides: [
    { id: "blue", name: "Western Brigade", nation: "" },
    { id: "red", name: "Garrison", nation: "" },
  ],
  books: [
    { id: "old", title: "Old rules" },
    { id: "new", title: "New rules" },
  ],
  dates: [],
  winter: false,
  minutes: 24,
  options: [{ name: "guns", meaning: "Guns reach farther.", values: ["on"], default: "", books: ["old"] }],
  readings: {
    old: [reading("zones", "old:5.1.d"), reading("range", "old:9.0.a", { option: "guns" })],
    new: [reading("zones", "new:6.2.b"), reading("losses", "new:8.4.c", { ours: "one" })],
  },
};
const PLAYERS: Players = { players: [{ name: "captain", description: "Plans." }], usual: "captain" };
const BOOK = {
  id: "old",
  title: "Old rules",
  chapters: [{ id: "5", clauses: [{ id: "old:5.1.d", text: "Zones cost half.", definition: false }] }],
};
const TABLE = {
  game: "g",
  battle: "short",
  book: "old",
  title: "Crossroads",
  mode: "link",
  plays: ["red"],
  options: { zones: "one" },
  view: { turn: 2, phase: "combat", asked: { side: "red" } },
  outcome: null,
};

let told: unknown;
const answers = new Map<string, unknown>();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetFetched();
  location.hash = "";
  answers.clear();
  answers.set("/api/battles", [BATTLE]);
  answers.set("/api/players", PLAYERS);
  answers.set("/api/books/old", BOOK);
  answers.set("/api/games", { game: "g", keys: [{ seats: ["blue"], token: "b" }] });
  vi.stubGlobal(
    "fetch",
    vi.fn((url: string, init: RequestInit) => {
      if (init.method === "POST") told = JSON.parse(String(init.body));
      const body = answers.get(url);
      return Promise.resolve(new Response(JSON.stringify(body ?? {}), { status: body ? 200 : 404 }));
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe("readings in the form of a new game", () => {
  const list = async (): Promise<HTMLDetailsElement> =>
    (await screen.findByText("Readings")).closest("details")!;
  const group = (question: string): HTMLElement => screen.getByRole("group", { name: question });

  it("lie in a list that is closed and says how many are changed", async () => {
    render(NewGamePage, { battle: "short" });
    const details = await list();
    expect(details.open).toBe(false);
    expect(within(details).getByText("as Hexfolio reads the books")).toBeInTheDocument();
    const zones = group("What of the zones?");
    expect(within(zones).getByRole("radio", { name: "Each of the zones. default" })).toBeChecked();
    await fireEvent.click(within(zones).getByRole("radio", { name: "One of the zones." }));
    expect(within(details).getByText("1 changed")).toBeInTheDocument();
    expect(screen.getByText(/One reading changed\./)).toBeInTheDocument();
    await fireEvent.click(screen.getByRole("button", { name: "Start Crossroads" }));
    await waitFor(() => expect(told).toMatchObject({ book: "old", options: { zones: "one" } }));
  });

  it("go back to ours at once", async () => {
    render(NewGamePage, { battle: "short" });
    const details = await list();
    await fireEvent.click(screen.getByRole("radio", { name: "One of the zones." }));
    await fireEvent.click(within(details).getByRole("button", { name: "All as Hexfolio reads them" }));
    expect(within(details).getByText("as Hexfolio reads the books")).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "Each of the zones. default" })).toBeChecked();
  });

  it("show their clause", async () => {
    render(NewGamePage, { battle: "short" });
    await list();
    await fireEvent.click(screen.getByTitle("Show rule old:5.1.d"));
    expect(await screen.findByText("Zones cost half.", {}, { timeout: 5000 })).toBeInTheDocument();
  });

  it("of an option are asked where it is chosen", async () => {
    render(NewGamePage, { battle: "short" });
    await list();
    expect(screen.queryByText("What of the range?")).toBeNull();
    await fireEvent.change(screen.getByLabelText("guns"), { target: { value: "on" } });
    expect(group("What of the range?")).toBeInTheDocument();
  });

  it("are prepared like those of the game before", async () => {
    render(NewGamePage, {
      battle: "short",
      book: "new",
      options: "zones=one losses=one",
    });
    const details = await list();
    expect(within(details).getByText("1 changed")).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "New rules" })).toBeChecked();
    expect(links.new("short", "new", "zones=one")).toBe("#/new/short/new/zones%3Done");
  });
});

describe("a draft", () => {
  it("keeps what fits another book, and remembers the rest for the way back", () => {
    const draft = new Draft(BATTLE, PLAYERS);
    draft.options = { guns: "on" };
    draft.readAs("zones", "one");
    draft.readAs("range", "one");
    expect(draft.body().options).toEqual({ guns: "on", zones: "one", range: "one" });
    draft.book = "new";
    expect(draft.body().options).toEqual({ zones: "one" });
    draft.readAs("losses", "each");
    expect(draft.body().options).toEqual({ zones: "one", losses: "each" });
    draft.book = "old";
    expect(draft.body().options).toEqual({ guns: "on", zones: "one", range: "one" });
    draft.options = { guns: "" };
    expect(draft.body().options).toEqual({ zones: "one" });
  });

  it("leaves out what a new game is told and nobody can choose", () => {
    const options = { zones: "never", weather: "fair", guns: "off" };
    const draft = new Draft(BATTLE, PLAYERS, { book: "lost", options });
    expect(draft.book).toBe("old");
    expect(draft.body().options).toEqual({});
  });
});

describe("whoever is asked in", () => {
  it("is told what is read otherwise, once", async () => {
    answers.set("/api/games/g", TABLE);
    location.hash = "#/game/g/key";
    const { unmount } = render(JoinPage, { game: "g", token: "key" });
    expect(await screen.findByText("One of the zones.")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "old:5.1.d" })).toHaveAttribute("href", "#/books/old/5.1.d");
    await fireEvent.click(screen.getByRole("button", { name: "Go to the table" }));
    expect(location.hash).toBe("#/game/g");
    unmount();
    location.hash = "#/game/g/key";
    render(JoinPage, { game: "g", token: "key" });
    await waitFor(() => expect(location.hash).toBe("#/game/g"));
  });

  it("gets links from a page that tells the same", async () => {
    rememberKey("g", "b", { battle: "short", book: "old", plays: ["blue"], options: { zones: "one" } });
    render(InvitePage, { game: "g" });
    const played = await screen.findByRole("region", { name: "Played by" });
    expect(within(played).getByText("What of the zones?")).toBeInTheDocument();
    expect(within(played).getByText(/One of the zones\./)).toBeInTheDocument();
    expect(within(played).getByText("All else as Hexfolio reads the books.")).toBeInTheDocument();
  });
});
