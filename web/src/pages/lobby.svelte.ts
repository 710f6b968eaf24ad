// The list of games in this browser, refreshed from the server.
import { api, ApiError } from "../api/client";
import { forgetKey, savedGames, type SavedGame } from "../api/keys";
import { viewOf, type TableView } from "../api/types";

/** More are shown as they were last seen: the server need not be asked about a whole shelf. */
const ASKED = 12;

export class Shelf {
  games = $state<SavedGame[]>(savedGames());
  /** Keys that open nothing any more. */
  gone = $state<string[]>([]);

  /** Ask how the games stand. What cannot be reached stays as it was last seen. */
  async refresh(): Promise<void> {
    await Promise.all(this.games.slice(0, ASKED).map((saved) => this.#ask(saved)));
  }

  forget(saved: SavedGame): void {
    forgetKey(saved.game, saved.token);
    this.games = this.games.filter((known) => known.token !== saved.token);
  }

  async #ask(saved: SavedGame): Promise<void> {
    try {
      const table = await api.join(saved.game, saved.token);
      this.games = this.games.map((known) => (known.token === saved.token ? refreshed(known, table) : known));
    } catch (reason) {
      if (reason instanceof ApiError && (reason.status === 403 || reason.status === 404)) {
        this.gone = [...this.gone, saved.token];
      }
    }
  }
}

function refreshed(saved: SavedGame, table: TableView): SavedGame {
  const view = viewOf(table);
  return {
    ...saved,
    plays: table.plays,
    battle: table.battle,
    title: table.title,
    mode: table.mode,
    turn: view.turn,
    phase: view.phase,
    asked: view.asked?.side ?? null,
    outcome: table.outcome && { side: table.outcome.side, level: table.outcome.level },
  };
}
