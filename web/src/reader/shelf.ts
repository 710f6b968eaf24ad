import { api } from "../api/client";
import { savedGames } from "../api/keys";
import type { BattleInfo, BattleSheet } from "../api/types";

/** A battle by a book: what the charts beside the text belong to. */
export interface Setting {
  battle: string;
  title: string;
  book: string;
}

const STORE = "hexfolio.reader";

/** All battles that can be played by some book. */
export function settingsOf(battles: readonly BattleInfo[]): Setting[] {
  return battles.flatMap((battle) =>
    battle.books.map((book) => ({ battle: battle.id, title: battle.title, book: book.id })),
  );
}

/** Settings to try for a book, the likeliest first: the one read last, games played here, then by name. */
export function candidates(
  all: readonly Setting[],
  book: string,
  last: Pick<Setting, "battle" | "book"> | null,
  played: readonly { battle?: string | undefined; book?: string | undefined }[],
): Setting[] {
  const order: Setting[] = [];
  const add = (wanted: { battle?: string | undefined; book?: string | undefined } | null) => {
    const found = all.find((one) => one.battle === wanted?.battle && one.book === wanted.book);
    if (found && !order.includes(found)) order.push(found);
  };
  add(last);
  played.forEach(add);
  for (const one of all) if (one.book === book) add(one);
  all.forEach(add);
  return order;
}

function lastRead(): Pick<Setting, "battle" | "book"> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE) ?? "null") as Partial<Setting> | null;
    return kept?.battle && kept.book ? { battle: kept.battle, book: kept.book } : null;
  } catch {
    return null;
  }
}

export function keepSetting(setting: Pick<Setting, "battle" | "book">): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify({ battle: setting.battle, book: setting.book }));
  } catch {
    // Without storage the reader chooses anew.
  }
}

/** The battle in whose charts and books a book is read. */
export async function sheetFor(book: string): Promise<{ sheet: BattleSheet | null; others: Setting[] }> {
  const all = settingsOf(await api.battles());
  const others = all.filter((one) => one.book === book);
  for (const setting of candidates(all, book, lastRead(), savedGames())) {
    const sheet = await api.sheet(setting.battle, setting.book);
    if (sheet.books.includes(book)) return { sheet, others };
  }
  return { sheet: null, others };
}
