// Everything the client asks of the server. A token is sent in a header only, never in an address.
import { ApiError, isProblem, plainProblem } from "./errors";
import { tokenOf } from "./keys";
import { choicesText, type Chosen } from "./readings";
import type * as T from "./types";

export { ApiError, asApiError } from "./errors";

export type MapTheme = "day" | "night";

/** An undo that was carried out, or one the other side is now asked to agree to. */
export interface Undone {
  table: T.TableView;
  rows: T.Row[];
  waiting: boolean;
}

const PATIENCE = 30_000;

interface Request {
  method?: "GET" | "POST" | "PUT";
  query?: Record<string, string | number | null | undefined>;
  body?: unknown;
  /** The game whose key is sent along. */
  game?: string;
  /** A key to send instead of the one that is kept. */
  token?: string;
  signal?: AbortSignal | undefined;
}

async function send(path: string, request: Request = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (request.body !== undefined) headers["Content-Type"] = "application/json";
  if (request.game !== undefined) {
    const token = request.token ?? tokenOf(request.game);
    if (token === null) throw new ApiError(403, plainProblem(403, "no-key"));
    headers["Authorization"] = `Bearer ${token}`;
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== null && value !== undefined) query.set(name, String(value));
  }
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  const abort = (): void => patience.abort();
  request.signal?.addEventListener("abort", abort);
  if (request.signal?.aborted) abort();
  try {
    const response = await fetch(query.size ? `${path}?${query}` : path, {
      method: request.method ?? "GET",
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: patience.signal,
      credentials: "omit",
      cache: "no-cache",
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  } catch (reason) {
    if (reason instanceof ApiError || request.signal?.aborted) throw reason;
    throw new ApiError(0, plainProblem(0, patience.signal.aborted ? "no-answer" : "no-connection"));
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", abort);
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (isProblem(body)) return new ApiError(response.status, body);
  const number = response.headers.get("x-request-id") ?? `HTTP ${response.status}`;
  return new ApiError(response.status, plainProblem(response.status, number));
}

async function ask<Body>(path: string, request?: Request): Promise<Body> {
  const response = await send(path, request);
  try {
    return (await response.json()) as Body;
  } catch {
    throw new ApiError(response.status, {
      error: "no-json",
      sentence: "The server's answer cannot be read.",
    });
  }
}

// What never changes is fetched once; a failure is forgotten, so that it can be tried again.
const fixed = new Map<string, Promise<unknown>>();

function once<Body>(key: string, fetching: () => Promise<Body>): Promise<Body> {
  const known = fixed.get(key) as Promise<Body> | undefined;
  if (known) return known;
  const fetched = fetching();
  fixed.set(key, fetched);
  fetched.catch(() => fixed.delete(key));
  return fetched;
}

/** Forget what was fetched once. */
export function forgetFetched(): void {
  fixed.clear();
}

const at = (...parts: (string | number)[]): string =>
  "/api/" + parts.map((part) => encodeURIComponent(part)).join("/");

export function mapUrl(battle: string, theme: MapTheme): string {
  return `${at("battles", battle)}/map.svg?theme=${theme}`;
}

type Side = string | null | undefined;

export const api = {
  battles: () => once("battles", () => ask<T.BattleInfo[]>(at("battles"))),
  players: () => once("players", () => ask<T.Players>(at("players"))),
  sheet: (battle: string, book: string, chosen: Chosen = {}) => {
    const options = choicesText(chosen);
    const query = options ? { options } : {};
    return once(`sheet ${battle} ${book} ${options}`, () =>
      ask<T.BattleSheet>(at("battles", battle, book), { query }),
    );
  },
  book: (book: string) => once(`book ${book}`, () => ask<T.Book>(at("books", book))),
  map: (battle: string, theme: MapTheme) =>
    once(`map ${battle} ${theme}`, () => send(mapUrl(battle, theme)).then((answer) => answer.text())),

  create: (body: T.NewGame) => ask<T.Created>(at("games"), { method: "POST", body }),
  import: (body: T.ImportBody) => ask<T.Created>(at("games", "import"), { method: "POST", body }),

  table: (game: string, side?: Side, signal?: AbortSignal) =>
    ask<T.TableView>(at("games", game), { game, query: { side }, signal }),
  /** The table through a key that is not kept yet. */
  join: (game: string, token: string) => ask<T.TableView>(at("games", game), { game, token }),
  legal: (
    game: string,
    about: { unit?: string; hex?: string; side?: string | null } = {},
    signal?: AbortSignal,
  ) => ask<T.LegalOrders>(at("games", game, "legal"), { game, query: about, signal }),
  judge: (game: string, order: T.OrderBody | string, side?: Side, signal?: AbortSignal) =>
    post<T.Judgement>(game, "judge", { order }, side, signal),
  odds: (game: string, body: T.OddsBody, side?: Side, signal?: AbortSignal) =>
    post<T.Odds>(game, "odds", body, side, signal),
  hint: (game: string, body: T.HintBody) => post<T.Hint>(game, "hint", body),
  give: (game: string, body: T.GiveBody, side?: Side) => post<T.Given>(game, "orders", body, side),
  undo: async (game: string, position: number, side?: Side): Promise<Undone> => {
    const answer = await post<T.Given | T.TableView>(game, "undo", { position }, side);
    return "rows" in answer ? { ...answer, waiting: false } : { table: answer, rows: [], waiting: true };
  },
  consent: (game: string, body: T.ConsentBody, side?: Side) => post<T.Given>(game, "consent", body, side),
  resign: (game: string, position: number, side?: Side) => post<T.Given>(game, "resign", { position }, side),

  journal: (game: string, after = 0) =>
    ask<T.Journal>(at("games", game, "journal"), { game, query: { after } }).then((said) => said.rows),
  position: (game: string, orders: number, side?: Side, signal?: AbortSignal) =>
    ask<T.TableView>(at("games", game, "positions", orders), { game, query: { side }, signal }),
  chart: (game: string) => ask<T.Chart>(at("games", game, "chart"), { game }).then((said) => said.moments),
  branch: (game: string, body: T.BranchBody) => post<T.Created>(game, "branch", body),
  seat: (game: string, side: string, body: Pick<T.SeatChange, "player">) =>
    ask<T.TableView>(at("games", game, "seats", side), { game, method: "PUT", body }),
  file: (game: string) => send(at("games", game, "file"), { game }).then((answer) => answer.text()),
  chat: (game: string) => ask<T.ChatLine[]>(at("games", game, "chat"), { game }),
  say: (game: string, text: string) => post<T.ChatLine>(game, "chat", { text }),
};

function post<Body>(
  game: string,
  what: string,
  body: unknown,
  side?: Side,
  signal?: AbortSignal,
): Promise<Body> {
  return ask<Body>(at("games", game, what), { method: "POST", game, query: { side }, body, signal });
}
