import { api, asApiError, type ApiError } from "../api/client";
import type { BattleSheet, Moment, Row, TableView } from "../api/types";
import { Positions } from "./positions";
import { clampTo, timeline, turnAt, type Timeline } from "./timeline";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long an order is shown at single speed, in milliseconds. */
const PACE = 1100;

/** A game being looked at again: where one is on the line of orders, and the table as it stood there. */
export class Replay {
  sheet = $state.raw<BattleSheet | null>(null);
  rows = $state.raw<Row[]>([]);
  moments = $state.raw<Moment[]>([]);
  table = $state.raw<TableView | null>(null);
  failure = $state.raw<ApiError | null>(null);
  /** The position that is asked for; the table may still be on its way. */
  at = $state(0);
  /** Through whose eyes; none for a spectator. */
  eyes = $state<string | null>(null);
  plays = $state.raw<string[]>([]);
  playing = $state(false);
  speed = $state<Speed>(1);
  /** Why a position could not be fetched. */
  trouble = $state("");

  readonly line: Timeline = $derived(timeline(this.rows));
  readonly entry = $derived(this.line.entries.get(this.at) as Row | undefined);
  readonly turn = $derived(turnAt(this.line, this.at));
  readonly late = $derived(this.table !== null && this.table.orders !== this.at);

  #positions: Positions<TableView>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #direction: -1 | 0 | 1 = 0;

  constructor(private readonly game: string) {
    this.#positions = this.#shelf();
  }

  #shelf(): Positions<TableView> {
    return new Positions((orders) => api.position(this.game, orders, this.eyes));
  }

  async open(): Promise<void> {
    this.failure = null;
    try {
      const table = await api.table(this.game);
      this.plays = table.plays;
      this.eyes = table.plays[0] ?? table.side;
      const [sheet, rows] = await Promise.all([
        api.sheet(table.battle, table.book, table.options),
        api.journal(this.game),
      ]);
      this.rows = rows;
      this.sheet = sheet;
      await this.go(this.line.ticks[0]?.orders ?? 0);
      this.moments = await api.chart(this.game).catch(() => []);
    } catch (reason) {
      this.failure = asApiError(reason);
    }
  }

  look(side: string): void {
    this.eyes = side;
    this.#positions = this.#shelf();
    void this.go(this.at);
  }

  async go(orders: number): Promise<void> {
    const goal = clampTo(this.line, orders);
    this.#direction = goal > this.at ? 1 : goal < this.at ? -1 : this.#direction;
    this.at = goal;
    const positions = this.#positions;
    try {
      const table = positions.peek(goal) ?? (await positions.get(goal));
      if (this.at !== goal || positions !== this.#positions) return;
      this.table = table;
      this.trouble = "";
      void positions.prefetch(goal, this.line.last, this.#direction);
    } catch (reason) {
      if (this.at !== goal) return;
      this.pause();
      this.trouble = asApiError(reason).sentence;
    }
  }

  play(): void {
    if (this.playing) return;
    this.playing = true;
    void this.#run(this.at >= this.line.last ? (this.line.ticks[0]?.orders ?? 0) : this.at);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  // The next order waits for the table of this one, so that a slow line never skips any.
  async #run(from: number): Promise<void> {
    await this.go(from);
    if (!this.playing) return;
    if (this.at >= this.line.last) {
      this.pause();
      return;
    }
    this.#timer = setTimeout(() => void this.#run(this.at + 1), PACE / this.speed);
  }
}
