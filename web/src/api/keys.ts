// Keys to seats. They live in this browser's storage and in the fragment of a link, nowhere else.
import { viewOf, type Key, type Mode, type TableView } from "./types";

const STORE = "hexfolio.games";
const SEAT = "hexfolio.seat.";

/** A seat this browser can open, with what was last seen at its table. */
export interface SavedGame {
  game: string;
  token: string;
  /** Sides the key plays; empty for a spectator. */
  plays: string[];
  battle?: string;
  book?: string;
  title?: string;
  /** Options and readings it is played by. */
  options?: Record<string, string>;
  mode?: Mode;
  turn?: number;
  phase?: string;
  /** The side whose decision it is. */
  asked?: string | null;
  /** How the game ended, as the table says it. */
  outcome?: { side: string | null; level: string } | null;
  /** Keys the maker of the game has to hand out. */
  invites?: Key[];
  /** When the table was last open here, in milliseconds. */
  at: number;
}

// Private windows may refuse storage; what could not be stored is known as long as the page is open.
const memory = new Map<string, string | null>();

type Place = "localStorage" | "sessionStorage";

function read(place: Place, key: string): string | null {
  const kept = memory.get(place + key);
  if (kept !== undefined) return kept;
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

function write(place: Place, key: string, value: string | null): void {
  try {
    if (value === null) window[place].removeItem(key);
    else window[place].setItem(key, value);
    memory.delete(place + key);
  } catch {
    memory.set(place + key, value);
  }
}

function isSaved(value: unknown): value is SavedGame {
  if (typeof value !== "object" || value === null) return false;
  const saved = value as Partial<SavedGame>;
  return (
    typeof saved.game === "string" &&
    typeof saved.token === "string" &&
    typeof saved.at === "number" &&
    Array.isArray(saved.plays)
  );
}

/** All seats this browser can open, the last one opened first. */
export function savedGames(): SavedGame[] {
  try {
    const parsed: unknown = JSON.parse(read("localStorage", STORE) ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isSaved).sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

function keep(games: SavedGame[]): void {
  write("localStorage", STORE, JSON.stringify(games));
}

/** The key this window uses for a game: the one chosen here, else the one used last. */
export function tokenOf(game: string): string | null {
  const chosen = read("sessionStorage", SEAT + game);
  if (chosen !== null) return chosen;
  return savedGames().find((saved) => saved.game === game)?.token ?? null;
}

/** Keep a key and use it in this window from now on. Two windows may hold two seats of one game. */
export function rememberKey(game: string, token: string, facts: Partial<SavedGame> = {}): void {
  const games = savedGames();
  const known = games.find((saved) => saved.token === token && saved.game === game);
  const entry: SavedGame = { plays: [], ...known, ...facts, game, token, at: Date.now() };
  keep([entry, ...games.filter((saved) => saved !== known)]);
  write("sessionStorage", SEAT + game, token);
}

/** Note what the table looks like, for the list of games in the lobby. */
export function noteTable(table: TableView): void {
  const token = tokenOf(table.game);
  if (token === null) return;
  const view = viewOf(table);
  rememberKey(table.game, token, {
    plays: table.plays,
    battle: table.battle,
    book: table.book,
    title: table.title,
    options: table.options,
    mode: table.mode,
    turn: view.turn,
    phase: view.phase,
    asked: view.asked?.side ?? null,
    outcome: table.outcome && { side: table.outcome.side, level: table.outcome.level },
  });
}

/** Forget a seat; the game itself stays on the server. */
export function forgetKey(game: string, token: string): void {
  keep(savedGames().filter((saved) => saved.game !== game || saved.token !== token));
  if (read("sessionStorage", SEAT + game) === token) write("sessionStorage", SEAT + game, null);
}

/** The link that opens a seat. The key stands behind the #, so that no server ever logs it. */
export function seatLink(game: string, token: string, base: string = location.href): string {
  const url = new URL(base);
  return `${url.origin}${url.pathname}#/game/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
}
