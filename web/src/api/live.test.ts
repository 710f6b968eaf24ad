import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { delayOf, liveUrl, openLive, type LiveHandle, type LiveStatus } from "./live";
import type { Hello, Live, Row, TableView } from "./types";

class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.();
  }
  say(message: Partial<Live>): void {
    this.onmessage?.({ data: JSON.stringify({ kind: "table", rows: [], chat: [], ...message }) });
  }
  drop(code = 1006): void {
    this.onclose?.({ code });
  }
  get hello(): Hello {
    return JSON.parse(this.sent[0]!) as Hello;
  }
}

const row = (number: number): Row => ({ number }) as Row;
const table = (position: number): TableView => ({ position }) as TableView;

let numbers: number[];
let tables: (number | null)[];
let lines: number[];
let statuses: LiveStatus[];
let handle: LiveHandle;

function start(after = 0): FakeSocket {
  handle = openLive(
    "g",
    "token",
    { after, side: "un", chat: 2 },
    {
      rows: (rows, at) => {
        numbers.push(...rows.map((one) => one.number));
        tables.push(at?.position ?? null);
      },
      table: (at) => tables.push(at.position),
      chat: (said) => lines.push(...said.map((line) => line.id)),
      status: (status) => statuses.push(status),
    },
  );
  return FakeSocket.last;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  numbers = [];
  tables = [];
  lines = [];
  statuses = [];
});
afterEach(() => {
  handle();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the connection", () => {
  it("says who it is in the first message and nowhere else", () => {
    const socket = start(4);
    expect(socket.url).not.toContain("token");
    expect(socket.sent).toEqual([]);
    socket.open();
    expect(socket.hello).toEqual({ token: "token", after: 4, side: "un", chat: 2 });
  });

  it("is open with the first message, not before", () => {
    const socket = start();
    socket.open();
    expect(statuses).toEqual(["connecting"]);
    socket.say({ table: table(0) });
    expect(statuses).toEqual(["connecting", "open"]);
  });

  it("uses a secure connection from a secure page", () => {
    expect(liveUrl("a/b", "https://host:8443/#/game/x")).toBe("wss://host:8443/api/games/a%2Fb/live");
    expect(liveUrl("g", "http://host/")).toBe("ws://host/api/games/g/live");
  });
});

describe("rows", () => {
  it("hands over each row once and in order", () => {
    const socket = start(2);
    socket.open();
    socket.say({ rows: [row(3), row(4)], table: table(4) });
    socket.say({ rows: [row(4), row(5)], table: table(5) });
    socket.say({ rows: [row(5), row(3)], table: table(5) });
    expect(numbers).toEqual([3, 4, 5]);
  });

  it("catches up from the last row after a loss, without loss or repetition", () => {
    const socket = start();
    socket.open();
    socket.say({ rows: [row(1), row(2)], table: table(2) });
    socket.drop();
    vi.advanceTimersByTime(20_000);
    const second = FakeSocket.last;
    expect(second).not.toBe(socket);
    second.open();
    expect(second.hello.after).toBe(2);
    second.say({ rows: [row(2), row(3), row(4)], table: table(4) });
    expect(numbers).toEqual([1, 2, 3, 4]);
  });

  it("asks again when a row is missing instead of jumping over it", () => {
    const socket = start();
    socket.open();
    socket.say({ rows: [row(1)], table: table(1) });
    socket.say({ rows: [row(3)], table: table(3) });
    expect(numbers).toEqual([1]);
    const second = FakeSocket.last;
    expect(second).not.toBe(socket);
    expect(socket.closed).toBe(true);
    second.open();
    expect(second.hello.after).toBe(1);
    second.say({ rows: [row(2), row(3)], table: table(3) });
    expect(numbers).toEqual([1, 2, 3]);
  });

  it("ignores what an old connection still says", () => {
    const socket = start();
    socket.open();
    socket.say({ rows: [row(1)] });
    socket.drop();
    vi.advanceTimersByTime(600);
    socket.say({ rows: [row(2)] });
    socket.drop();
    expect(numbers).toEqual([1]);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("drops rows the caller already got as the answer to its order", () => {
    const socket = start();
    socket.open();
    socket.say({ rows: [row(1)] });
    handle.seen(3);
    socket.say({ rows: [row(2), row(3)], table: table(3) });
    socket.say({ rows: [row(4)], table: table(4) });
    expect(numbers).toEqual([1, 4]);
    expect(tables).toEqual([null, 3, 4]);
  });

  it("never shows a table older than what was seen", () => {
    const socket = start();
    socket.open();
    handle.seen(5);
    socket.say({ table: table(4) });
    expect(tables).toEqual([]);
  });

  it("hands over each line of chat once", () => {
    const socket = start();
    socket.open();
    const said = (id: number) => ({ id, author: "a", text: "t", at: "" });
    socket.say({ chat: [said(2), said(3)] });
    socket.say({ chat: [said(3), said(4)] });
    expect(lines).toEqual([3, 4]);
    socket.drop();
    vi.advanceTimersByTime(20_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.hello.chat).toBe(4);
  });

  it("survives a message that cannot be read", () => {
    const socket = start();
    socket.open();
    socket.onmessage?.({ data: "{" });
    socket.say({ rows: [row(1)] });
    expect(numbers).toEqual([1]);
  });
});

describe("loss", () => {
  it("waits longer each time, and starts over once it is connected", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    start();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const before = FakeSocket.all.length;
      FakeSocket.last.drop();
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    FakeSocket.last.open();
    FakeSocket.last.say({ table: table(0) });
    const count = FakeSocket.all.length;
    FakeSocket.last.drop();
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(count + 1);
  });

  it("waits at least half of the time, the rest by chance", () => {
    expect(delayOf(3, 0)).toBe(2000);
    expect(delayOf(3, 1)).toBe(4000);
    expect(delayOf(30, 1)).toBe(15_000);
  });

  it("tries at once when asked to, and when the network is back", () => {
    start().drop();
    handle.retry();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.drop();
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("does not open a second connection beside one that works", () => {
    const socket = start();
    socket.open();
    socket.say({ table: table(0) });
    handle.retry();
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("gives up on a connection that never says anything", () => {
    start().open();
    vi.advanceTimersByTime(10_000);
    expect(statuses.at(-1)).toBe("lost");
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("says when the next attempt is due", () => {
    const dues: (number | null)[] = [];
    handle = openLive("g", "t", { after: 0 }, { status: (_, retryAt) => dues.push(retryAt) });
    FakeSocket.last.drop();
    expect(dues.at(-1)).toBeGreaterThan(Date.now());
  });
});

describe("the end", () => {
  const problem = (error: string) => ({ kind: "problem" as const, problem: { error, sentence: "No." } });

  it("does not come back where the key is wrong", () => {
    const socket = start();
    socket.open();
    socket.say(problem("wrong key"));
    socket.drop(1008);
    expect(statuses.at(-1)).toBe("refused");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("comes back where only the storage was away", () => {
    const socket = start();
    socket.open();
    socket.say(problem("storage"));
    socket.drop(1008);
    expect(statuses.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("stays closed once it is closed", () => {
    const socket = start();
    socket.open();
    handle();
    expect(socket.closed).toBe(true);
    socket.drop();
    socket.say({ rows: [row(1)] });
    window.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(numbers).toEqual([]);
    expect(handle.status).toBe("closed");
  });
});
