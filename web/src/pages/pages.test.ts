import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetFetched } from "../api/client";
import { rememberKey, savedGames, tokenOf } from "../api/keys";
import type { BattleInfo, Key, Players } from "../api/types";
import { ownKey, settle } from "./created";
import { Draft } from "./draft.svelte";
import InvitePage from "./InvitePage.svelte";
import JoinPage from "./JoinPage.svelte";
import LobbyPage from "./LobbyPage.svelte";
import NewGamePage from "./NewGamePage.svelte";

const battle = (id: string, title: string, minutes: number): BattleInfo => ({
  id,
  title,
  description: "A river and a bridge.",
  turns: 6,
  sides: [
    { id: "blue", name: "Western Brigade", nation: "" },
    { id: "red", name: "Garrison", nation: "" },
  ],
  books: [
    { id: "old", title: "Old rules" },
    { id: "new", title: "New rules" },
  ],
  dates: ["1 May", "3 May"],
  winter: false,
  minutes,
  options: [{ name: "fog", meaning: "Hides much.", values: ["on"], default: "", books: ["old", "new"] }],
  readings: { old: [], new: [] },
});
const BATTLES = [battle("long", "Long March", 300), battle("short", "Crossroads", 24)];
const PLAYERS: Players = {
  players: [
    { name: "random", description: "By chance." },
    { name: "recruit", description: "Tries." },
    { name: "captain", description: "Plans." },
  ],
  usual: "captain",
};
const TABLE = {
  game: "g",
  battle: "short",
  book: "old",
  title: "Crossroads",
  mode: "link",
  plays: ["red"],
  view: { turn: 2, phase: "combat", asked: { side: "red" } },
  outcome: null,
};
const KEYS: Key[] = [
  { seats: ["blue"], token: "b-key" },
  { seats: ["red"], token: "r-key" },
  { seats: [], token: "eye" },
];

type Answer = (init: RequestInit) => Response;
const answers = new Map<string, Answer>();
const json =
  (body: unknown, status = 200): Answer =>
  () =>
    new Response(JSON.stringify(body), { status });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetFetched();
  location.hash = "";
  answers.clear();
  answers.set("/api/battles", json(BATTLES));
  answers.set("/api/players", json(PLAYERS));
  vi.stubGlobal(
    "fetch",
    vi.fn((url: string, init: RequestInit) => {
      const answer = answers.get(url);
      return Promise.resolve(answer ? answer(init) : new Response("{}", { status: 404 }));
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe("the lobby", () => {
  it("begins with the shortest battle where nothing was played yet", async () => {
    render(LobbyPage);
    const start = await screen.findByRole("link", { name: "Start Crossroads" });
    expect(start).toHaveAttribute("href", "#/new/short");
    expect(screen.queryByRole("heading", { name: "Your games" })).toBeNull();
    expect(screen.getByRole("link", { name: "Long March" })).toHaveAttribute("href", "#/new/long");
    expect(screen.getByRole("link", { name: /five minutes/ })).toHaveAttribute("href", "#/learn");
  });

  it("shows how a game stands now, and opens it with the right key", async () => {
    rememberKey("g", "r-key", { title: "Crossroads", battle: "short", plays: ["red"] });
    answers.set("/api/games/g", json(TABLE));
    render(LobbyPage);
    expect(await screen.findByText("Your decision")).toBeInTheDocument();
    expect(screen.getByText("Turn 2 of 6, combat")).toBeInTheDocument();
    rememberKey("g", "b-key");
    await fireEvent.click(
      within(screen.getByRole("list", { name: "Your games" })).getByRole("link", { name: "Crossroads" }),
    );
    expect(tokenOf("g")).toBe("r-key");
  });

  it("says that a game is gone and lets it be removed", async () => {
    rememberKey("lost", "t", { title: "Old game", battle: "short" });
    render(LobbyPage);
    expect(await screen.findByText("The server no longer has this game.")).toBeInTheDocument();
    await fireEvent.click(screen.getByRole("button", { name: "Remove Old game from the list" }));
    expect(savedGames()).toEqual([]);
    expect(screen.queryByText("Old game")).toBeNull();
  });

  it("says that the server is away, and tries again", async () => {
    answers.set("/api/battles", () => {
      throw new TypeError("no network");
    });
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError("no network"));
    render(LobbyPage);
    expect(await screen.findByText("The server does not answer")).toBeInTheDocument();
    answers.set("/api/battles", json(BATTLES));
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "Start Crossroads" })).toBeInTheDocument();
  });
});

describe("a new game", () => {
  it("is told to the server as it was prepared, and shows the links to send", async () => {
    let told: unknown;
    answers.set("/api/games", (init) => {
      told = JSON.parse(String(init.body));
      return new Response(JSON.stringify({ game: "g", keys: KEYS }), { status: 201 });
    });
    render(NewGamePage, { battle: "short" });
    await fireEvent.click(await screen.findByRole("radio", { name: "By link" }));
    await fireEvent.click(screen.getByRole("radio", { name: "New rules" }));
    await fireEvent.click(screen.getByRole("button", { name: "Start Crossroads" }));
    await waitFor(() => expect(location.hash).toBe("#/game/g/invite"));
    expect(told).toEqual({
      battle: "short",
      book: "new",
      mode: "link",
      options: {},
      seats: { blue: { player: "human", name: null }, red: { player: "human", name: null } },
      quick_start: true,
    });
    expect(tokenOf("g")).toBe("b-key");
  });

  it("keeps the form and says the sentence where the server refuses", async () => {
    answers.set("/api/games", json({ error: "malformed", sentence: "There is no such option." }, 422));
    render(NewGamePage, { battle: "short" });
    await fireEvent.click(await screen.findByRole("button", { name: "Start Crossroads" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such option.");
    expect(screen.getByRole("button", { name: "Start Crossroads" })).toBeEnabled();
  });

  it("says so where there is no such battle", async () => {
    render(NewGamePage, { battle: "nowhere" });
    expect(await screen.findByRole("heading", { name: "There is no such battle here" })).toBeInTheDocument();
  });
});

describe("a draft", () => {
  const draft = () => new Draft(BATTLES[1]!, PLAYERS);

  it("begins against the usual computer", () => {
    expect(draft().seats).toEqual({ blue: "here", red: "captain" });
    expect(new Draft(BATTLES[1]!, { players: [], usual: "" }).way).toBe("alone");
  });

  it.each([
    ["computer", "solo", { blue: "here", red: "captain" }],
    ["alone", "solo", { blue: "here", red: "here" }],
    ["screen", "hot-seat", { blue: "here", red: "here" }],
    ["link", "link", { blue: "here", red: "link" }],
    ["watch", "watch", { blue: "captain", red: "captain" }],
  ] as const)("seats everybody for the way %s", (way, mode, seats) => {
    const one = draft();
    one.take(way);
    expect(one.way).toBe(way);
    expect(one.mode).toBe(mode);
    expect(one.seats).toEqual(seats);
  });

  it("changes places when you take the other side", () => {
    const one = draft();
    one.sit("red", "here");
    expect(one.seats).toEqual({ blue: "captain", red: "here" });
    one.take("link");
    expect(one.seats).toEqual({ blue: "link", red: "here" });
  });

  it("sends only options that were chosen, and names only of people", () => {
    const one = draft();
    one.names = { blue: " Ann ", red: "Bob" };
    one.options = { fog: "on" };
    expect(one.body()).toMatchObject({
      options: { fog: "on" },
      seats: { blue: { player: "human", name: "Ann" }, red: { player: "captain", name: null } },
    });
  });
});

describe("keys of a new game", () => {
  it("takes the seat that was chosen, and none where nobody sits here", () => {
    expect(ownKey(KEYS, ["red"])?.token).toBe("r-key");
    expect(ownKey(KEYS, [])?.token).toBe("eye");
    expect(ownKey([{ seats: ["blue", "red"], token: "both" }, KEYS[2]!], null)?.token).toBe("both");
    expect(ownKey([], null)).toBeUndefined();
  });

  it("keeps the other keys for handing out", async () => {
    settle({ game: "g", keys: KEYS }, "link", ["red"], { battle: "short", title: "Crossroads" });
    render(InvitePage, { game: "g" });
    const seat = await screen.findByRole("region", { name: "Western Brigade" });
    expect(within(seat).getByRole<HTMLInputElement>("textbox").value).toMatch(/#\/game\/g\/b-key$/);
    const own = screen.getByRole("region", { name: /Your own seat: Garrison/ });
    expect(within(own).getByRole<HTMLInputElement>("textbox").value).toMatch(/r-key$/);
    expect(screen.getByText(/A link is the key to its seat/)).toBeInTheDocument();
  });
});

describe("a link", () => {
  it("opens the table, is kept, and leaves the address", async () => {
    answers.set("/api/games/g", json(TABLE));
    location.hash = "#/game/g/r-key";
    render(JoinPage, { game: "g", token: "r-key" });
    await waitFor(() => expect(location.hash).toBe("#/game/g"));
    expect(tokenOf("g")).toBe("r-key");
    expect(savedGames()[0]).toMatchObject({ turn: 2, plays: ["red"] });
  });

  it.each([
    [403, "This link opens no seat"],
    [404, "There is no such game here"],
  ])("that is wrong says so and leaves nothing behind: %i", async (status, title) => {
    answers.set("/api/games/g", json({ error: "x", sentence: "No." }, status));
    render(JoinPage, { game: "g", token: "bad" });
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    expect(tokenOf("g")).toBeNull();
    expect(savedGames()).toEqual([]);
  });
});
