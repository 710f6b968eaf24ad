import { describe, expect, it, vi } from "vitest";
import { neighbours, Positions } from "./positions";
import { linear, linePath, nearest, niceTicks, placesOf, spread } from "./scales";
import {
  captioned,
  KEYS,
  ordersAt,
  shareOf,
  standing,
  startOfTurn,
  timeline,
  turnAt,
  turnStep,
} from "./timeline";
import { hexesOf, tracesOf } from "./traces";
import type { EventLike, RowLike } from "./timeline";

function row(number: number, orders: number, turn = 1, over: Partial<RowLike> = {}): RowLike {
  const rest = { kind: "order", side: "blue", phase: "movement", dice: [], events: [], reason: "" };
  return { number, orders, turn, ...rest, ...over };
}

const event = (facts: Record<string, unknown>): EventLike => ({ event: "x", text: "x", facts });

describe("the timeline", () => {
  it("drops what was taken back", () => {
    const rows = [row(1, 1), row(2, 2), row(3, 3), row(4, 1, 1, { kind: "undo" }), row(5, 2)];
    expect(standing(rows).map((one) => one.number)).toEqual([1, 5]);
    expect(timeline(rows).last).toBe(2);
    expect(timeline(rows).entries.get(2)?.number).toBe(5);
  });

  it("counts no step for a row without an order", () => {
    expect(timeline([row(1, 1), row(2, 1, 1, { kind: "resign" })]).last).toBe(1);
    expect(timeline([]).last).toBe(0);
  });

  const line = timeline([row(1, 1), row(2, 2), row(3, 3, 2), row(4, 4, 2), row(5, 5, 3), row(6, 6, 3)]);

  it("has a tick where each turn begins", () => {
    expect(line.ticks).toEqual([
      { orders: 1, turn: 1 },
      { orders: 3, turn: 2 },
      { orders: 5, turn: 3 },
    ]);
    expect([0, 1, 3, 6].map((at) => turnAt(line, at))).toEqual([0, 1, 2, 3]);
    expect(startOfTurn(line, 2)).toBe(3);
    expect(startOfTurn(line, 9)).toBe(6);
  });

  it("steps by orders and by turns, and stays in bounds", () => {
    expect(KEYS.ArrowLeft?.(line, 0)).toBe(0);
    expect(KEYS.ArrowRight?.(line, 6)).toBe(6);
    expect(KEYS.End?.(line, 2)).toBe(6);
    expect(turnStep(line, 4, -1)).toBe(3);
    expect(turnStep(line, 3, -1)).toBe(1);
    expect(turnStep(line, 4, 1)).toBe(5);
    expect(turnStep(line, 6, 1)).toBe(6);
  });

  it("turns a place on the bar into orders and back", () => {
    expect(ordersAt(line, 0.5)).toBe(3);
    expect(ordersAt(line, 2)).toBe(6);
    expect(shareOf(line, 3)).toBe(0.5);
    expect(shareOf(timeline([]), 0)).toBe(0);
  });

  it("leaves captions out where they would touch", () => {
    expect([...captioned(line, 0.5)]).toEqual([1, 3]);
    expect(captioned(line, 0.1).size).toBe(3);
  });
});

describe("traces", () => {
  const known = { "0101": {}, "0102": {}, "0103": {} };

  it("reads paths, hexes and attackers from the shape of the facts", () => {
    const moved = tracesOf(
      row(1, 1, 1, { events: [event({ unit: "a", path: ["0101", "0102", "off"] })] }),
      known,
      {},
    );
    expect(moved.trail).toEqual([["0101", "0102"]]);
    const before = { a: ["0101", 0, []], b: ["0101", 0, []], c: ["off-map", 0, []] };
    const fought = tracesOf(
      row(1, 1, 1, { events: [event({ hex: "0103", units: ["a", "b", "c"] })] }),
      known,
      before,
    );
    expect(fought.arrows).toEqual([{ from: "0101", to: "0103" }]);
    expect(fought.hexes).toEqual(["0103"]);
    expect(hexesOf(fought)).toEqual(["0103", "0101"]);
    expect(tracesOf(row(1, 1, 1, { events: [event({ unit: "a" })] }), known, before).hexes).toEqual(["0101"]);
    expect(tracesOf(undefined, known, before).trail).toEqual([]);
  });
});

describe("positions", () => {
  it("asks once and forgets the least recently used", async () => {
    const fetch = vi.fn((orders: number) => Promise.resolve(`p${orders}`));
    const positions = new Positions(fetch, 2);
    await Promise.all([positions.get(1), positions.get(1)]);
    expect(fetch).toHaveBeenCalledTimes(1);
    await positions.get(2);
    positions.peek(1);
    await positions.get(3);
    expect(positions.peek(2)).toBeUndefined();
    expect(positions.peek(1)).toBe("p1");
    expect(positions.size).toBe(2);
  });

  it("may be asked again after a failure", async () => {
    let fail = true;
    const positions = new Positions(() => (fail ? Promise.reject(new Error("no")) : Promise.resolve(1)));
    await expect(positions.get(4)).rejects.toThrow("no");
    fail = false;
    await expect(positions.get(4)).resolves.toBe(1);
  });

  it("fetches neighbours the way one is going", async () => {
    expect(neighbours(5, 9, 1, 3)).toEqual([6, 7, 8, 4]);
    expect(neighbours(0, 9, -1, 2)).toEqual([1]);
    expect(neighbours(9, 9, 0, 1)).toEqual([8]);
    const fetch = vi.fn((orders: number) => Promise.resolve(orders));
    await new Positions(fetch).prefetch(5, 6, 1, 3);
    expect(fetch.mock.calls.flat()).toEqual([6, 4]);
  });
});

describe("chart scales", () => {
  it("covers the data with round values", () => {
    expect(niceTicks(0, 26)).toEqual([0, 10, 20, 30]);
    expect(niceTicks(-7, 12)).toEqual([-10, -5, 0, 5, 10, 15]);
    expect(niceTicks(0, 0)).toEqual([0, 1]);
    expect(niceTicks(3, 4, 9)).toEqual([3, 4]);
  });

  it("maps values onto the picture", () => {
    const y = linear([0, 10], [100, 0]);
    expect([y(0), y(5), y(10)]).toEqual([100, 50, 0]);
    expect(linear([3, 3], [0, 10])(3)).toBe(0);
    expect(
      linePath([
        { x: 0, y: 1 },
        { x: 2.345, y: 3 },
      ]),
    ).toBe("M0 1L2.3 3");
    expect(nearest([0, 10, 20], 14)).toBe(1);
  });

  it("keeps captions apart and inside", () => {
    expect(spread([50, 52], 16, 0, 100)).toEqual([50, 66]);
    expect(spread([98, 99], 16, 0, 100)).toEqual([84, 100]);
    expect(spread([60, 10], 16, 0, 100)).toEqual([60, 10]);
  });

  it("puts the end of the game behind its last turn", () => {
    const moment = (number: number, turn: number) => ({ number, turn, points: {}, strength: {} });
    const places = placesOf([moment(1, 1), moment(4, 2), moment(9, 2)], 2);
    expect(places.map((one) => [one.x, one.label])).toEqual([
      [1, "1"],
      [2, "2"],
      [3, "End"],
    ]);
    expect(placesOf([moment(1, 1), moment(9, 3)], 2).at(-1)?.label).toBe("End");
  });
});
