import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, asApiError } from "../api/client";
import type { LiveHandle, LiveHandlers } from "../api/live";
import type { Problem, TableView } from "../api/types";
import { MOVED_ON, NOT_SENT } from "./notices";
import { legal, row, sheet, table, view } from "./sample";
import { GameSession, type TableApi } from "./session.svelte";

const problem = (changes: Partial<Problem> = {}): Problem => ({ error: "e", sentence: "s", ...changes });
const explain = (error: unknown) => {
  const { status, problem: said } = asApiError(error);
  return { status, problem: said };
};

const seats = (blue: string, red: string): TableView["seats"] => [
  { side: "blue", player: blue, name: null, online: true },
  { side: "red", player: red, name: null, online: true },
];
const COMPUTERS = seats("captain", "recruit");

let handlers: LiveHandlers;
let api: { [Name in keyof TableApi]: ReturnType<typeof vi.fn<TableApi[Name]>> };

const fakeApi = () => ({
  table: vi.fn<TableApi["table"]>(async () => table()),
  sheet: vi.fn<TableApi["sheet"]>(async () => sheet),
  map: vi.fn<TableApi["map"]>(async () => "<svg/>"),
  journal: vi.fn<TableApi["journal"]>(async (_, after) =>
    [row(1), row(2)].filter((one) => one.number > after),
  ),
  legal: vi.fn<TableApi["legal"]>(async () => legal()),
  judge: vi.fn<TableApi["judge"]>(),
  odds: vi.fn<TableApi["odds"]>(),
  give: vi.fn<TableApi["give"]>(async () => ({ table: table({ position: 6 }), rows: [row(6)] })),
  undo: vi.fn<TableApi["undo"]>(),
  consent: vi.fn<TableApi["consent"]>(),
  resign: vi.fn<TableApi["resign"]>(),
  chat: vi.fn<TableApi["chat"]>(async () => []),
  say: vi.fn<TableApi["say"]>(),
  file: vi.fn<TableApi["file"]>(),
  players: vi.fn<TableApi["players"]>(),
  hint: vi.fn<TableApi["hint"]>(),
  seat: vi.fn<TableApi["seat"]>(),
  position: vi.fn<TableApi["position"]>(async (_, orders) => table({ seats: COMPUTERS, orders })),
  watch: vi.fn<TableApi["watch"]>((_game, _token, _options, given) => {
    handlers = given;
    return Object.assign(() => undefined, {
      retry: () => undefined,
      seen: () => undefined,
      status: "open",
    }) as unknown as LiveHandle;
  }),
});

const opened = async (): Promise<GameSession> => {
  const session = new GameSession("g", "token", api, explain);
  await session.open();
  await vi.waitFor(() => expect(session.legal === null && session.mayOrder).toBe(false));
  return session;
};

beforeEach(() => (api = fakeApi()));

describe("opening", () => {
  it("brings table, log and the legal orders of the side asked", async () => {
    const session = await opened();
    expect(session.rows.map((one) => one.number)).toEqual([1, 2]);
    expect(session.legal?.subjects).toEqual(["A/1", "B/1"]);
    expect(session.mayOrder).toBe(true);
    expect(session.fresh).toEqual([]);
  });

  it("asks for no orders where the other side decides", async () => {
    api.table.mockResolvedValue(table({ plays: ["red"], side: "red" }));
    const session = await opened();
    expect(api.legal).not.toHaveBeenCalled();
    expect(session.mayOrder).toBe(false);
  });

  it("keeps the failure for its own screen", async () => {
    api.table.mockRejectedValue(new ApiError(403, problem()));
    const session = new GameSession("g", "token", api, explain);
    await session.open();
    expect(session.failure?.status).toBe(403);
  });
});

describe("giving an order", () => {
  it("names the position, sends only the parts that are set, and takes the answer", async () => {
    const session = await opened();
    const outcome = await session.give({ order: "end", unit: null });
    expect(api.give).toHaveBeenCalledWith("g", 5, { order: "end" });
    expect(outcome.kind).toBe("done");
    expect(session.table?.position).toBe(6);
    expect(session.takeFresh().map((one) => one.number)).toEqual([6]);
  });

  it("shows the new table when the position has moved on", async () => {
    const session = await opened();
    api.give.mockRejectedValue(new ApiError(409, problem({ table: table({ position: 9 }) })));
    api.journal.mockResolvedValue([row(9)]);
    await session.give({ order: "end" });
    expect(session.notice?.text).toBe(MOVED_ON);
    expect(session.table?.position).toBe(9);
    await vi.waitFor(() => expect(session.rows.at(-1)?.number).toBe(9));
  });

  it("hands a refusal back", async () => {
    const session = await opened();
    const refusal = { rule: "test-1:5.1", sentence: "Too far.", hexes: [] };
    api.give.mockRejectedValue(new ApiError(422, problem({ refusal })));
    expect(await session.give("move A/1 0303")).toEqual({ kind: "refused", refusal });
    expect(session.notice).toBeNull();
  });

  it("says that it was not sent, and sends it again on request", async () => {
    const session = await opened();
    api.give.mockRejectedValueOnce(new ApiError(0, problem()));
    await session.give({ order: "end" });
    expect(session.notice?.text).toBe(NOT_SENT);
    await session.notice?.retry?.();
    expect(api.give).toHaveBeenCalledTimes(2);
    expect(session.notice).toBeNull();
  });

  it("does not send it again when the table has changed meanwhile", async () => {
    const session = await opened();
    api.give.mockRejectedValueOnce(new ApiError(0, problem()));
    await session.give({ order: "end" });
    api.table.mockResolvedValue(table({ position: 7 }));
    await session.notice?.retry?.();
    expect(api.give).toHaveBeenCalledTimes(1);
    expect(session.notice?.text).toBe(MOVED_ON);
  });
});

describe("the live line", () => {
  it("takes newer tables, drops older ones and keeps rows once", async () => {
    const session = await opened();
    handlers.rows?.([row(3), row(4)], table({ position: 7 }));
    handlers.table?.(table({ position: 6, title: "old" }));
    expect(session.table?.position).toBe(7);
    handlers.rows?.([row(4)], table({ position: 7 }));
    expect(session.rows.map((one) => one.number)).toEqual([1, 2, 3, 4]);
  });

  it("stops orders while it is down", async () => {
    const session = await opened();
    handlers.status?.("lost", null);
    expect(session.mayOrder).toBe(false);
    handlers.status?.("open", null);
    expect(session.mayOrder).toBe(true);
  });
});

describe("hot-seat", () => {
  const turn = (side: string, position: number) =>
    table({
      mode: "hot-seat",
      plays: ["blue", "red"],
      position,
      view: { ...view, asked: { ...view.asked, side } },
    });

  it("hides the table until the other player sits down", async () => {
    api.table.mockResolvedValue(turn("blue", 5));
    const session = await opened();
    session.sitDown();
    expect(session.handOver).toBeNull();
    api.give.mockResolvedValue({ table: turn("red", 6), rows: [] });
    api.legal.mockClear();
    await session.give({ order: "end" });
    expect(session.handOver).toBe("red");
    expect(api.legal).not.toHaveBeenCalled();
    session.sitDown();
    expect(session.handOver).toBeNull();
    expect(api.legal).toHaveBeenCalled();
  });

  it("begins with whoever has just begun the game, also after a quick set-up", async () => {
    api.table.mockResolvedValue(turn("red", 5));
    const begun = new GameSession("g", "token", api, explain, true);
    await begun.open();
    expect(begun.handOver).toBeNull();
    const again = new GameSession("g", "token", api, explain);
    await again.open();
    expect(again.handOver).toBe("red");
  });

  it("lets a solo player go on with the side asked", async () => {
    api.table.mockResolvedValue({ ...turn("red", 5), mode: "solo" });
    const session = await opened();
    expect(session.handOver).toBeNull();
    expect(session.mayOrder).toBe(true);
  });
});

describe("taking back", () => {
  it("takes the answer, or the table that asks the other side", async () => {
    const session = await opened();
    const asking = table({ take_back: { allowed: false, reason: "dice", asked_by: "blue" } });
    api.undo.mockResolvedValueOnce(asking);
    await session.takeBack();
    expect(session.table?.take_back.asked_by).toBe("blue");
    api.undo.mockResolvedValueOnce({
      table: table({ position: 6 }),
      rows: [row(6, { kind: "undo", orders: 1 })],
    });
    await session.takeBack();
    expect(session.rows.at(-1)?.kind).toBe("undo");
  });
});

describe("who may take back", () => {
  it("goes by the server, and by the other side's consent once we have given an order", async () => {
    const session = await opened();
    expect(session.takesBack).toBe("now");
    const spent = { allowed: false, reason: "dice", asked_by: null };
    handlers.table?.(table({ take_back: spent }));
    expect(session.takesBack).toBe("ask");
    handlers.table?.(table({ take_back: spent, mode: "solo" }));
    expect(session.takesBack).toBe("no");
    handlers.table?.(table({ take_back: { ...spent, asked_by: "blue" } }));
    expect(session.takesBack).toBe("no");
  });
});

describe("a seat that is lent", () => {
  it("is the computer's to decide for, until it is taken back", async () => {
    const session = await opened();
    api.seat.mockImplementation(async (_, side, player) => {
      expect(side).toBe("blue");
      return table({ seats: seats(player, "human") });
    });
    await session.lend(["blue"], "captain");
    expect(session).toMatchObject({ ours: false, mayOrder: false, legal: null, thinking: "captain" });
    expect([session.lent, session.sits]).toEqual([["blue"], []]);
    await session.takeSeats(["blue"]);
    await vi.waitFor(() => expect(session.legal).not.toBeNull());
    expect(session).toMatchObject({ mayOrder: true, thinking: null });
  });
});

describe("a hint", () => {
  it("for a table that has changed is dropped, and the new table shown", async () => {
    const session = await opened();
    api.hint.mockRejectedValue(new ApiError(409, problem({ table: table({ position: 7 }) })));
    expect(await session.hint()).toBeNull();
    expect(session.table?.position).toBe(7);
    expect(session.notice?.text).toBe(MOVED_ON);
  });

  it("that is refused is told in the server's words", async () => {
    const session = await opened();
    api.hint.mockRejectedValue(new ApiError(403, problem({ sentence: "It is for Red to decide now." })));
    expect(await session.hint("general")).toBeNull();
    expect(api.hint).toHaveBeenCalledWith("g", { position: 5, player: "general" });
    expect(session.notice?.text).toBe("It is for Red to decide now.");
  });
});

describe("computers among themselves", () => {
  const watched = async (begunHere = false): Promise<GameSession> => {
    api.table.mockResolvedValue(table({ seats: COMPUTERS, plays: [], position: 2, orders: 2 }));
    const session = new GameSession("g", "token", api, explain, begunHere);
    await session.open();
    return session;
  };
  const later = (position: number, changes: Partial<TableView> = {}): TableView =>
    table({ seats: COMPUTERS, plays: [], position, orders: position, ...changes });

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("are followed order by order", async () => {
    const session = await watched();
    handlers.rows?.([row(3), row(4)], later(4));
    expect(session.rows.map(({ number }) => number)).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1500);
    expect(session.rows.at(-1)?.number).toBe(3);
    expect(session.table).toMatchObject({ position: 3, orders: 3 });
    await vi.advanceTimersByTimeAsync(1500);
    expect(session.table).toMatchObject({ position: 4, orders: 4 });
    expect(session.following.waiting).toEqual([]);
  });

  it("wait while the watcher pauses, and go on a step at a time", async () => {
    const session = await watched();
    session.following.toggle();
    handlers.rows?.([row(3), row(4), row(5)], later(5));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.table?.position).toBe(2);
    await session.following.step();
    expect(session.table?.position).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.table?.position).toBe(3);
    session.following.toggle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.table?.position).toBe(5);
  });

  it("can be shown as fast as they play", async () => {
    const session = await watched();
    session.following.setPace("at once");
    handlers.rows?.([row(3), row(4), row(5)], later(5));
    expect(session.table?.position).toBe(5);
    expect(api.position).not.toHaveBeenCalled();
  });

  it("do not tell how it ended before the last order is seen", async () => {
    const session = await watched();
    const outcome = { side: "blue", level: "victory", points: {}, resigned: null, seed: "1" };
    api.position.mockImplementation(async (_, orders) => later(5, { orders, outcome }));
    handlers.rows?.([row(3), row(4), row(5)], later(5, { outcome }));
    await vi.advanceTimersByTimeAsync(3000);
    expect(session.over).toBeNull();
    await vi.advanceTimersByTimeAsync(3000);
    expect(session.over).toEqual(outcome);
  });

  it("begin with the first turn in a game that was begun here, and rows sent twice count once", async () => {
    api.journal.mockResolvedValue([row(1, { turn: 0 }), row(2), row(3)]);
    const session = await watched(true);
    expect(session.rows.map(({ number }) => number)).toEqual([1, 2]);
    expect(session.following.waiting.map(({ number }) => number)).toEqual([3]);
    handlers.rows?.([row(3), row(4)], later(4));
    session.following.flush();
    handlers.rows?.([row(3), row(4)], later(4));
    expect(session.rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(session.following.waiting).toEqual([]);
  });

  it("are caught up with at once when somebody takes a seat", async () => {
    const session = await watched();
    handlers.rows?.([row(3), row(4)], later(4));
    handlers.table?.(later(4, { seats: seats("human", "recruit") }));
    expect(session.rows.at(-1)?.number).toBe(4);
    expect(session.table?.position).toBe(4);
  });
});
