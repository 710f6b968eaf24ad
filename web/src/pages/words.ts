// Numbers and dates as a person says them.
import type { SavedGame } from "../api/keys";
import type { BattleInfo } from "../api/types";

/** “24” as “about 25 minutes”, “483” as “about 8 hours”. */
export function playingTime(minutes: number): string {
  if (minutes < 75) return `about ${Math.max(5, Math.round(minutes / 5) * 5)} minutes`;
  const halves = Math.round(minutes / 30);
  if (halves === 2) return "about 1 hour";
  return `about ${Math.floor(halves / 2)}${halves % 2 ? "½" : ""} hours`;
}

/** The first and the last day of a battle: “5 August to 15 September 1950”. */
export function dateRange(dates: readonly string[]): string {
  const first = dates[0] ?? "";
  const last = dates.at(-1) ?? "";
  if (!last || first === last) return first;
  const year = /[\s,]+(\d{4})$/.exec(first)?.[1];
  const begin = first.replace(/[\s,]+\d{4}$/, "").replace(/^(\d+)\s*[-–]\s*\d+(?=\s)/, "$1");
  const end = last.replace(/^\d+\s*[-–]\s*(\d+)(?=\s)/, "$1");
  const ended = /\d{4}$/.test(end);
  const began = ended && year && !end.endsWith(year) ? `${begin} ${year}` : begin;
  return `${began} to ${end}${year && !ended ? ` ${year}` : ""}`;
}

export function turnsOf(turns: number): string {
  return turns === 1 ? "1 turn" : `${turns} turns`;
}

/** “movement”, “mobile-combat” as they stand in a sentence. */
export function phaseWords(phase: string): string {
  return phase.replaceAll(/[-_]/g, " ");
}

export function ago(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

export function sideName(battle: BattleInfo | undefined, side: string): string {
  return battle?.sides.find((known) => known.id === side)?.name ?? side;
}

export interface GameState {
  words: string;
  /** Something is asked of whoever holds the key. */
  yours: boolean;
  over: boolean;
}

/** What a game in the list is waiting for. */
export function stateOf(saved: SavedGame, battle: BattleInfo | undefined): GameState {
  if (saved.outcome) {
    const { side, level } = saved.outcome;
    const words = side === null ? level : `${sideName(battle, side)}: ${level}`;
    return { words: `Over. ${words.charAt(0).toUpperCase()}${words.slice(1)}`, yours: false, over: true };
  }
  if (saved.turn === undefined) return { words: "Not opened yet", yours: false, over: false };
  if (saved.asked == null) return { words: "Under way", yours: false, over: false };
  const name = sideName(battle, saved.asked);
  const yours = saved.plays.includes(saved.asked);
  if (!yours) return { words: `${name} decides`, yours, over: false };
  return {
    words: saved.plays.length > 1 ? `Your decision, for ${name}` : "Your decision",
    yours,
    over: false,
  };
}

/** Which sides a key plays, in words. */
export function seatWords(saved: SavedGame, battle: BattleInfo | undefined): string {
  if (saved.plays.length === 0) return saved.mode === "watch" ? "Computers play" : "You watch";
  if (saved.plays.length > 1) return saved.mode === "hot-seat" ? "Two at this screen" : "You play both sides";
  return `You play ${sideName(battle, saved.plays[0]!)}`;
}
