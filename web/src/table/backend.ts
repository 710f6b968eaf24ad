import { api, asApiError } from "../api/client";
import { openLive } from "../api/live";
import type { Explain, TableApi } from "./session.svelte";

/** The server as the table uses it. */
export const backend: TableApi = {
  table: (game) => api.table(game),
  sheet: api.sheet,
  map: api.map,
  journal: (game, after) => api.journal(game, after),
  legal: (game, subject) => api.legal(game, subject),
  judge: (game, order) => api.judge(game, order),
  odds: (game, body) => api.odds(game, body),
  give: (game, position, order) => api.give(game, { position, order }),
  undo: (game, position) => api.undo(game, position),
  consent: (game, position, agreed) => api.consent(game, { position, agreed }),
  resign: (game, position) => api.resign(game, position),
  chat: (game) => api.chat(game),
  say: (game, text) => api.say(game, text),
  players: api.players,
  hint: (game, body) => api.hint(game, body),
  seat: (game, side, player) => api.seat(game, side, { player }),
  position: (game, orders) => api.position(game, orders),
  file: (game) => api.file(game),
  watch: openLive,
};

export const explain: Explain = (error) => {
  const { status, problem } = asApiError(error);
  return { status, problem };
};
