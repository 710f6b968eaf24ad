// A game was made: keep the own key, hand out the others.
import { rememberKey, type SavedGame } from "../api/keys";
import type { Created, Key, Mode } from "../api/types";
import { go, links } from "../router";

/** The key of whoever sits here: the one that plays most of the sides wanted, else the first. */
export function ownKey(keys: readonly Key[], here: readonly string[] | null): Key | undefined {
  const played = (key: Key): number =>
    here === null ? key.seats.length : key.seats.filter((side) => here.includes(side)).length;
  const best = keys.toSorted((a, b) => played(b) - played(a))[0];
  if (best && here !== null && here.length === 0) {
    // Nobody sits here: watching is right, and no seat may be taken by accident.
    return keys.find((key) => key.seats.length === 0) ?? best;
  }
  return best;
}

/** Keep the keys of a new game and go to its table, or to its links where others must be asked in. */
export function settle(
  created: Created,
  mode: Mode,
  here: readonly string[] | null = null,
  facts: Partial<SavedGame> = {},
): void {
  const own = ownKey(created.keys, here);
  if (!own) return;
  const invites = created.keys.filter((key) => key !== own);
  rememberKey(created.game, own.token, { ...facts, mode, plays: own.seats, invites });
  go(mode === "link" ? links.invite(created.game) : links.table(created.game));
}
