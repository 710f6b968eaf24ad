// The live connection of a table: reconnects by itself, catches up, hands over every row once and in order.
import type { ChatLine, Hello, Live, Problem, Row, TableView } from "./types";

export type LiveStatus = "connecting" | "open" | "lost" | "refused" | "closed";

export interface LiveOptions {
  /** The last position the caller has. */
  after: number;
  side?: string | null;
  /** The last chat line the caller has. */
  chat?: number;
}

export interface LiveHandlers {
  /** New rows, without gap or repetition, and the table after them where the server sent it. */
  rows?(rows: Row[], table: TableView | null): void;
  /** The table as it stands, where nothing was played: who is online, a take-back that is asked for. */
  table?(table: TableView): void;
  chat?(lines: ChatLine[]): void;
  problem?(problem: Problem): void;
  /** `retryAt` is when the next attempt is due, in milliseconds. */
  status?(status: LiveStatus, retryAt: number | null): void;
}

/** Call it to close the connection. */
export interface LiveHandle {
  (): void;
  /** Try at once instead of waiting. */
  retry(): void;
  /** The caller got everything up to this position in another way: the answer to its own order. */
  seen(position: number): void;
  readonly status: LiveStatus;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;
const PATIENCE = 10_000;

/** Half of the wait is by chance, so that all tables of a restarted server do not return at once. */
export function delayOf(attempt: number, chance: number): number {
  const whole = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return Math.round(whole / 2 + (whole / 2) * chance);
}

// Trying again cannot help where the key is wrong; the server closes with a policy code for other reasons too.
const HOPELESS = ["wrong key", "unknown game", "not yours"];

function isRefusal(code: number, problem: Problem | null): boolean {
  return code === 1008 && (problem === null || HOPELESS.includes(problem.error));
}

export function liveUrl(game: string, base: string = location.href): string {
  const url = new URL(`/api/games/${encodeURIComponent(game)}/live`, base);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

export function openLive(
  game: string,
  token: string,
  options: LiveOptions,
  handlers: LiveHandlers,
): LiveHandle {
  let after = options.after;
  let chat = options.chat ?? 0;
  let socket: WebSocket | null = null;
  let status: LiveStatus = "connecting";
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fresh = true;
  let problem: Problem | null = null;

  function tell(next: LiveStatus, retryAt: number | null = null): void {
    status = next;
    handlers.status?.(next, retryAt);
  }

  function connect(): void {
    drop();
    fresh = true;
    problem = null;
    tell("connecting");
    const opened = new WebSocket(liveUrl(game));
    socket = opened;
    timer = setTimeout(() => lose(opened, 1006), PATIENCE);
    opened.onopen = () => {
      if (socket !== opened) return;
      const hello: Hello = { token, after, side: options.side ?? null, chat };
      opened.send(JSON.stringify(hello));
    };
    opened.onmessage = (message: MessageEvent<string>) => {
      if (socket !== opened) return;
      clearTimeout(timer);
      hear(message.data);
    };
    opened.onclose = (event) => lose(opened, event.code);
    // An error is always followed by a close.
  }

  function hear(text: string): void {
    let live: Live;
    try {
      live = JSON.parse(text) as Live;
    } catch {
      return;
    }
    if (live.kind === "problem") {
      problem = live.problem ?? null;
      if (problem) handlers.problem?.(problem);
      return;
    }
    attempt = 0;
    if (status !== "open") tell("open");
    hearRows(live);
    hearChat(live.chat ?? []);
  }

  function hearRows(live: Live): void {
    const rows = (live.rows ?? []).filter((row) => row.number > after).sort((a, b) => a.number - b.number);
    const unique = rows.filter((row, index) => index === 0 || row.number !== rows[index - 1]!.number);
    const gap = unique.some((row, index) => row.number !== (index ? unique[index - 1]!.number : after) + 1);
    if (gap && !fresh) {
      // Something was missed; a new connection sends it again from where we are.
      connect();
      return;
    }
    fresh = false;
    const table = live.table && live.table.position >= after ? live.table : null;
    const last = unique.at(-1);
    if (last) {
      after = last.number;
      handlers.rows?.(unique, table);
    } else if (table) {
      handlers.table?.(table);
    }
  }

  function hearChat(lines: ChatLine[]): void {
    const fresh = lines.filter((line) => line.id > chat).sort((a, b) => a.id - b.id);
    const last = fresh.at(-1);
    if (!last) return;
    chat = last.id;
    handlers.chat?.(fresh);
  }

  function lose(lost: WebSocket, code: number): void {
    if (socket !== lost) return;
    drop();
    if (isRefusal(code, problem)) {
      stop("refused");
      return;
    }
    const delay = delayOf(attempt, Math.random());
    attempt += 1;
    timer = setTimeout(connect, delay);
    tell("lost", Date.now() + delay);
  }

  function drop(): void {
    clearTimeout(timer);
    const old = socket;
    socket = null;
    old?.close();
  }

  function retry(): void {
    if (status !== "lost") return;
    attempt = 0;
    connect();
  }

  function whenOffline(): void {
    if (socket) lose(socket, 1006);
  }

  function whenVisible(): void {
    if (document.visibilityState === "visible") retry();
  }

  function stop(final: LiveStatus): void {
    if (status === "closed" || status === "refused") return;
    drop();
    window.removeEventListener("online", retry);
    window.removeEventListener("offline", whenOffline);
    document.removeEventListener("visibilitychange", whenVisible);
    tell(final);
  }

  window.addEventListener("online", retry);
  window.addEventListener("offline", whenOffline);
  document.addEventListener("visibilitychange", whenVisible);
  connect();

  const close = (() => stop("closed")) as { (): void; retry(): void; seen(position: number): void };
  close.retry = retry;
  close.seen = (position) => (after = Math.max(after, position));
  return Object.defineProperty(close, "status", { get: () => status }) as LiveHandle;
}
