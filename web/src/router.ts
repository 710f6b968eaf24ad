// Where in the client we are, read from the fragment of the address. Keys are read from it and taken out.

export type Route =
  | { page: "lobby" }
  | { page: "new"; battle: string | null; book: string | null; options: string }
  | { page: "join"; game: string; token: string }
  | { page: "table"; game: string }
  | { page: "replay"; game: string }
  | { page: "invite"; game: string }
  | { page: "book"; book: string; clause: string | null }
  | { page: "learn" }
  | { page: "about" }
  | { page: "unknown" };

function partsOf(hash: string): string[] | null {
  try {
    return hash
      .replace(/^#?\/?/, "")
      .split("/")
      .filter(Boolean)
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

export function parseRoute(hash: string): Route {
  const parts = partsOf(hash);
  if (parts === null) return { page: "unknown" };
  const [head, first, second] = parts;
  if (head === undefined) return { page: "lobby" };
  if (head === "new" && parts.length <= 4) {
    return { page: "new", battle: first ?? null, book: second ?? null, options: parts[3] ?? "" };
  }
  if (head === "game" && first !== undefined && parts.length <= 3) return gameRoute(first, second);
  if (head === "books" && first !== undefined && parts.length <= 3) {
    return { page: "book", book: first, clause: second ?? null };
  }
  if (parts.length === 1 && (head === "learn" || head === "about")) return { page: head };
  return { page: "unknown" };
}

function gameRoute(game: string, what: string | undefined): Route {
  if (what === undefined) return { page: "table", game };
  if (what === "replay" || what === "invite") return { page: what, game };
  return { page: "join", game, token: what };
}

const path = (...parts: string[]): string => "#/" + parts.map(encodeURIComponent).join("/");

export const links = {
  lobby: () => "#/",
  /** A new game, prepared like another one where its book and choices are named. */
  new: (...game: string[]) => path("new", ...game.filter((part) => part)),
  table: (game: string) => path("game", game),
  replay: (game: string) => path("game", game, "replay"),
  invite: (game: string) => path("game", game, "invite"),
  book: (book: string, clause?: string) =>
    clause === undefined ? path("books", book) : path("books", book, clause),
  learn: () => "#/learn",
  about: () => "#/about",
};

export function go(link: string): void {
  location.hash = link;
}

/** Change the address without leaving the old one in the history: it may hold a key. */
export function replaceAddress(link: string): void {
  history.replaceState(history.state, "", link);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
