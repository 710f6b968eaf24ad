import type { Row, TableView } from "../api/types";

/** How fast orders of computers are shown: one by one, or all that have come. */
export type Pace = "slow" | "quick" | "at once";
export const PACES: Pace[] = ["slow", "quick", "at once"];

/** Milliseconds between two orders. */
const WAIT: Record<Pace, number> = { slow: 1400, quick: 450, "at once": 0 };

interface Screen {
  /** The table after these rows. */
  show(table: TableView, rows: Row[]): void;
  /** The table as it stood after so many orders. */
  at(orders: number): Promise<TableView>;
  /** The row that was shown last. */
  readonly last: number;
  /** Something is shown that has to be seen first, such as a die. */
  readonly busy: boolean;
}

/**
 * Computers play as fast as they can; whoever watches them sees their orders at a pace of his own.
 * Rows that have come and were not shown yet wait here.
 */
export class Following {
  pace = $state<Pace>("slow");
  paused = $state(false);
  waiting = $state.raw<Row[]>([]);
  /** Dice are worth showing only where there is time for them. */
  readonly hasty = $derived(this.pace !== "slow" && !this.paused);

  #latest: TableView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fetching = false;

  constructor(private readonly screen: Screen) {}

  arrive(table: TableView, rows: Row[]): void {
    const last = this.waiting.at(-1)?.number ?? this.screen.last;
    if (!this.#latest || table.position >= this.#latest.position) this.#latest = table;
    this.waiting = [...this.waiting, ...rows.filter((row) => row.number > last)];
    if (this.waiting.length === 0) this.screen.show(table, []);
    else this.#go();
  }

  /** Shows all that has come. */
  flush(): void {
    clearTimeout(this.#timer);
    const rows = this.waiting;
    this.waiting = [];
    if (this.#latest && rows.length > 0) this.screen.show(this.#latest, rows);
  }

  /** Takes what has come and was not shown; the caller shows it. */
  drain(): Row[] {
    clearTimeout(this.#timer);
    const rows = this.waiting;
    this.waiting = [];
    this.#latest = null;
    return rows;
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    this.#restart();
  }

  toggle(): void {
    this.paused = !this.paused;
    this.#restart();
  }

  /** One order, and then a pause. */
  async step(): Promise<void> {
    this.paused = true;
    clearTimeout(this.#timer);
    await this.#one();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.paused = true;
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#go();
  }

  #go(): void {
    if (this.paused || this.#timer !== undefined || this.waiting.length === 0) return;
    if (this.pace === "at once") {
      this.flush();
      return;
    }
    this.#timer = setTimeout(() => void this.#tick(), WAIT[this.pace]);
  }

  async #tick(): Promise<void> {
    if (!this.screen.busy) await this.#one();
    this.#timer = undefined;
    this.#go();
  }

  async #one(): Promise<void> {
    const row = this.waiting[0];
    if (!row || !this.#latest || this.#fetching) return;
    this.#fetching = true;
    const table = this.waiting.length === 1 ? this.#latest : await this.#past(row);
    this.#fetching = false;
    // Meanwhile everything may have been shown at once.
    if (this.waiting[0] !== row) return;
    if (table === null) {
      this.flush();
      return;
    }
    this.waiting = this.waiting.slice(1);
    this.screen.show(table, [row]);
  }

  /** The table after a row that others have followed; how it ended is not told before its time. */
  async #past(row: Row): Promise<TableView | null> {
    try {
      return { ...(await this.screen.at(row.orders)), position: row.number, outcome: null };
    } catch {
      return null;
    }
  }
}
