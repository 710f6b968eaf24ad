import type {
  BattleSheet,
  ChatLine,
  Given,
  Hint,
  HintBody,
  Judgement,
  LegalOrders,
  Odds,
  OddsBody,
  OrderBody,
  PlayerInfo,
  Players,
  Problem,
  Refusal,
  Row,
  TableView,
} from "../api/types";
import type { LiveHandle, LiveHandlers, LiveOptions } from "../api/live";
import { Following } from "./following.svelte";
import { rollsOf, trailsOf, withRows, type Roll } from "./log";
import { MOVED_ON, NOT_CONNECTED, NOT_SENT } from "./notices";
import { bare, withOrders } from "./orders";
import { readView, sideNames, type Situation } from "./view";

export type MapTheme = "day" | "night";

/** What the table needs of the server. */
export interface TableApi {
  table(game: string): Promise<TableView>;
  sheet(battle: string, book: string, options: Record<string, string>): Promise<BattleSheet>;
  map(battle: string, theme: MapTheme): Promise<string>;
  journal(game: string, after: number): Promise<Row[]>;
  legal(game: string, subject: { unit?: string; hex?: string }): Promise<LegalOrders>;
  judge(game: string, order: OrderBody | string): Promise<Judgement>;
  odds(game: string, body: OddsBody): Promise<Odds>;
  give(game: string, position: number, order: OrderBody | string): Promise<Given>;
  undo(game: string, position: number): Promise<Given | TableView>;
  consent(game: string, position: number, agreed: boolean): Promise<Given | TableView>;
  resign(game: string, position: number): Promise<Given>;
  chat(game: string): Promise<ChatLine[]>;
  say(game: string, text: string): Promise<ChatLine>;
  players(): Promise<Players>;
  hint(game: string, body: HintBody): Promise<Hint>;
  seat(game: string, side: string, player: string): Promise<TableView>;
  position(game: string, orders: number): Promise<TableView>;
  file(game: string): Promise<string>;
  watch(game: string, token: string, options: LiveOptions, handlers: LiveHandlers): LiveHandle;
}

/** A failure in the form the table understands, whatever the transport threw. */
export interface Trouble {
  status: number;
  problem: Problem | null;
}

export type Explain = (error: unknown) => Trouble;

export type Outcome = { kind: "done" } | { kind: "refused"; refusal: Refusal } | { kind: "failed" };

export interface Notice {
  text: string;
  tone: "note" | "lost";
  retry: (() => Promise<unknown>) | null;
}

const HUMAN = "human";

const isComputersOnly = (table: TableView): boolean => table.seats.every((seat) => seat.player !== HUMAN);

/** One game as this screen sees it: the table, its log and the line to the server. */
export class GameSession {
  table = $state.raw<TableView | null>(null);
  sheet = $state.raw<BattleSheet | null>(null);
  maps = $state.raw<Partial<Record<MapTheme, string>>>({});
  rows = $state.raw<Row[]>([]);
  legal = $state.raw<LegalOrders | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  connected = $state(true);
  pending = $state(false);
  notice = $state.raw<Notice | null>(null);
  failure = $state.raw<Trouble | null>(null);
  /** Hot-seat: who sits before the screen; the map is hidden from the other one. */
  seated = $state<string | null>(null);
  /** Rows that arrived since the table was opened and were not told yet. */
  fresh = $state.raw<Row[]>([]);
  /** Ways the other side has just gone. */
  trail = $state.raw<string[][]>([]);
  /** Dice that were rolled and not shown yet. */
  rolls = $state.raw<Roll[]>([]);
  /** The position before the die, shown until it has settled. */
  held = $state.raw<TableView["view"] | null>(null);

  /** The computers there are, and who of them gives hints. */
  players = $state.raw<PlayerInfo[]>([]);
  usual = $state("");
  readonly following = new Following(this.#screen());

  readonly situation: Situation | null = $derived(
    this.table && this.sheet ? readView(this.table.view, sideNames(this.sheet)) : null,
  );
  readonly asked = $derived(this.situation?.asked ?? null);
  readonly plays = $derived(this.table?.plays ?? []);
  /** Sides we play whose seats a computer has for now, and the others, for which we decide. */
  readonly lent = $derived(this.plays.filter((side) => this.computerOf(side) !== null));
  readonly sits = $derived(this.plays.filter((side) => this.computerOf(side) === null));
  readonly ours = $derived(this.asked !== null && this.sits.includes(this.asked.side));
  /** Nobody but computers decides: the screen follows them. */
  readonly computersOnly = $derived(this.table !== null && isComputersOnly(this.table));
  /** The computer whose decision everybody waits for. */
  readonly thinking = $derived(
    this.asked !== null && this.following.waiting.length === 0 ? this.computerOf(this.asked.side) : null,
  );
  readonly over = $derived(this.table?.outcome ?? null);
  readonly handOver: string | null = $derived(
    this.table?.mode === "hot-seat" &&
      this.sits.length > 1 &&
      this.over === null &&
      this.ours &&
      this.seated !== this.asked!.side
      ? this.asked!.side
      : null,
  );
  readonly mayOrder = $derived(
    this.ours && this.handOver === null && this.over === null && this.connected && !this.pending,
  );

  /** How the last order can be taken back: at once, by asking the other side, or not at all. */
  readonly takesBack: "now" | "ask" | "no" = $derived.by(() => {
    const table = this.table;
    if (!table || this.plays.length === 0 || table.orders === 0 || this.over || !this.connected) return "no";
    if (table.take_back.allowed) return "now";
    const ours = this.rows.some((row) => row.kind === "order" && this.plays.includes(row.side ?? ""));
    return ours && table.mode === "link" && table.take_back.asked_by === null ? "ask" : "no";
  });

  #live: LiveHandle | null = null;
  #closed = false;

  constructor(
    readonly game: string,
    private readonly token: string,
    readonly api: TableApi,
    private readonly explain: Explain,
    /** The game was begun on this screen just now. */
    private readonly begunHere = false,
  ) {}

  async open(): Promise<void> {
    this.failure = null;
    try {
      const table = await this.api.table(this.game);
      const [sheet, rows] = await Promise.all([
        this.api.sheet(table.battle, table.book, table.options),
        this.api.journal(this.game, 0),
      ]);
      if (this.#closed) return;
      this.sheet = sheet;
      if (!(await this.#fromTheBeginning(table, rows))) {
        this.rows = withRows(this.rows, rows);
        this.#accept(table);
      }
    } catch (error) {
      this.failure = this.explain(error);
      return;
    }
    this.#watch();
  }

  close(): void {
    this.#closed = true;
    this.following.close();
    this.#live?.();
  }

  /** Loads the picture of the map once per theme. */
  async loadMap(theme: MapTheme): Promise<void> {
    if (!this.table || this.maps[theme] !== undefined) return;
    try {
      const svg = await this.api.map(this.table.battle, theme);
      this.maps = { ...this.maps, [theme]: svg };
    } catch (error) {
      this.#tell(error);
    }
  }

  sitDown(): void {
    this.seated = this.asked?.side ?? null;
    void this.#loadLegal();
  }

  async give(order: OrderBody | string): Promise<Outcome> {
    const table = this.table;
    if (!table || this.pending) return { kind: "failed" };
    const body = typeof order === "string" ? order : bare(order);
    return this.#send(() => this.api.give(this.game, table.position, body), order);
  }

  takeBack(): Promise<Outcome> {
    return this.#send((position) => this.api.undo(this.game, position));
  }

  answer(agreed: boolean): Promise<Outcome> {
    return this.#send((position) => this.api.consent(this.game, position, agreed));
  }

  resign(): Promise<Outcome> {
    return this.#send((position) => this.api.resign(this.game, position));
  }

  /** The computer that has the seat of a side, if one has. */
  computerOf(side: string): string | null {
    const player = this.table?.seats.find((seat) => seat.side === side)?.player ?? HUMAN;
    return player === HUMAN ? null : player;
  }

  async loadPlayers(): Promise<void> {
    try {
      const { players, usual } = await this.api.players();
      this.players = players;
      this.usual = usual;
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Gives seats of ours to a computer, one after the other. */
  async lend(sides: string[], player: string): Promise<void> {
    for (const side of sides) await this.#send(() => this.api.seat(this.game, side, player));
  }

  takeSeats(sides: string[]): Promise<void> {
    return this.lend(sides, HUMAN);
  }

  /** What a computer would do; nothing if it cannot be asked. */
  async hint(player?: string): Promise<Hint | null> {
    if (!this.table) return null;
    try {
      const { position } = this.table;
      const hint = await this.api.hint(this.game, player ? { position, player } : { position });
      return hint.position === this.table.position ? hint : null;
    } catch (error) {
      this.#refused(error);
      return null;
    }
  }

  async say(text: string): Promise<void> {
    try {
      this.#hear([await this.api.say(this.game, text)]);
    } catch (error) {
      this.#tell(error);
    }
  }

  async openChat(): Promise<void> {
    try {
      this.#hear(await this.api.chat(this.game));
    } catch (error) {
      this.#tell(error);
    }
  }

  async refresh(): Promise<void> {
    this.#live?.retry();
    try {
      this.#accept(await this.api.table(this.game));
      await this.#catchUp();
      this.connected = true;
      this.notice = null;
    } catch (error) {
      this.#tell(error);
    }
  }

  dismiss(): void {
    this.notice = null;
  }

  clearTrail(): void {
    if (this.trail.length > 0) this.trail = [];
  }

  /** The die lies still: its result may be seen. */
  settle(): void {
    this.held = null;
  }

  nextRoll(): void {
    this.held = null;
    this.rolls = this.rolls.slice(1);
  }

  /** Takes the rows that were not told yet. */
  takeFresh(): Row[] {
    const rows = this.fresh;
    if (rows.length > 0) this.fresh = [];
    return rows;
  }

  async #send(
    ask: (position: number) => Promise<Given | TableView>,
    order?: OrderBody | string,
  ): Promise<Outcome> {
    if (!this.table || this.pending) return { kind: "failed" };
    this.pending = true;
    try {
      const answer = await ask(this.table.position);
      this.pending = false;
      this.notice = null;
      if ("table" in answer) this.#accept(answer.table, answer.rows);
      else this.#accept(answer);
      return { kind: "done" };
    } catch (error) {
      this.pending = false;
      return this.#refused(error, order);
    }
  }

  #refused(error: unknown, order?: OrderBody | string): Outcome {
    const trouble = this.explain(error);
    const problem = trouble.problem;
    if (trouble.status === 409 && problem?.table) {
      this.notice = { text: MOVED_ON, tone: "note", retry: null };
      this.#accept(problem.table);
      void this.#catchUp();
      return { kind: "failed" };
    }
    if (trouble.status === 422 && problem?.refusal) return { kind: "refused", refusal: problem.refusal };
    if (trouble.status === 0 && order !== undefined) {
      const position = this.table?.position;
      const retry = async (): Promise<unknown> => {
        await this.refresh();
        if (this.table?.position === position) return this.give(order);
        this.notice = { text: MOVED_ON, tone: "note", retry: null };
        return undefined;
      };
      this.notice = { text: NOT_SENT, tone: "lost", retry };
      return { kind: "failed" };
    }
    this.#tell(error);
    return { kind: "failed" };
  }

  #tell(error: unknown): void {
    const trouble = this.explain(error);
    this.notice =
      trouble.status === 0
        ? { text: NOT_CONNECTED, tone: "lost", retry: () => this.refresh() }
        : { text: trouble.problem?.sentence ?? "The server gave no answer.", tone: "note", retry: null };
  }

  #watch(): void {
    const after = this.rows[this.rows.length - 1]?.number ?? 0;
    this.#live = this.api.watch(
      this.game,
      this.token,
      { after, chat: this.chat[this.chat.length - 1]?.id ?? 0 },
      {
        rows: (rows, table) => (table ? this.#accept(table, rows) : this.#take(rows)),
        table: (table) => this.#accept(table),
        chat: (lines) => this.#hear(lines),
        problem: (problem) => (this.notice = { text: problem.sentence, tone: "note", retry: null }),
        status: (status) => this.#line(status === "open", status === "connecting"),
      },
    );
  }

  #line(open: boolean, connecting: boolean): void {
    if (!connecting) this.connected = open;
    if (open && this.notice?.text === NOT_CONNECTED) this.notice = null;
  }

  #hear(lines: ChatLine[]): void {
    const known = new Set(this.chat.map((line) => line.id));
    const added = lines.filter((line) => !known.has(line.id));
    if (added.length > 0) this.chat = [...this.chat, ...added].sort((a, b) => a.id - b.id);
  }

  #take(rows: Row[]): void {
    const before = this.rows;
    this.rows = withRows(before, rows);
    if (this.rows === before) return;
    const added = this.rows.slice(before.length);
    this.fresh = [...this.fresh, ...added];
    const trail = trailsOf(added, this.plays);
    if (trail.length > 0) this.trail = trail;
    const rolls = rollsOf(added);
    if (rolls.length > 0 && this.table && !(this.computersOnly && this.following.hasty)) {
      this.rolls = [...this.rolls, ...rolls];
      this.held ??= this.table.view;
    }
    this.#live?.seen(this.rows[this.rows.length - 1]!.number);
  }

  /** The newest table; where only computers play it waits for its turn to be seen. */
  #accept(table: TableView, rows: Row[] = []): void {
    if (this.table && isComputersOnly(table) && this.computersOnly) this.following.arrive(table, rows);
    else this.#show(table, [...this.following.drain(), ...rows]);
  }

  #show(table: TableView, rows: Row[]): void {
    this.#take(rows);
    // Answers and live messages may overtake one another; the older picture is dropped.
    if (this.table && table.position < this.table.position) return;
    const moved = this.table?.position !== table.position;
    this.table = table;
    if (!this.ours) this.legal = null;
    if (this.seated === null && table.mode === "hot-seat") this.seated = this.#firstSeat(table);
    // A second answer to the same question would throw away what was selected meanwhile.
    if (moved || (this.legal === null && this.#asking !== table.position)) void this.#loadLegal();
  }

  /** A game of computers that was begun here is shown from its first turn on, however far it has come. */
  async #fromTheBeginning(table: TableView, rows: Row[]): Promise<boolean> {
    const first = rows.findIndex((row) => row.turn > 0);
    if (!this.begunHere || !isComputersOnly(table) || first < 0) return false;
    const told = rows.slice(0, first + 1);
    const start = await this.api.position(this.game, told.at(-1)!.orders);
    this.rows = withRows(this.rows, told);
    this.#show({ ...start, position: told.at(-1)!.number, outcome: null }, []);
    this.following.arrive(table, rows.slice(first + 1));
    return true;
  }

  #screen(): ConstructorParameters<typeof Following>[0] {
    const session = this;
    return {
      show: (table, rows) => session.#show(table, rows),
      at: (orders) => session.api.position(session.game, orders),
      get last() {
        return session.rows.at(-1)?.number ?? 0;
      },
      get busy() {
        return session.rolls.length > 0;
      },
    };
  }

  /** A fresh hot-seat game begins with its first player already at the screen, even if it was set up for him. */
  #firstSeat(table: TableView): string | null {
    return table.orders === 0 || this.begunHere ? (this.asked?.side ?? null) : null;
  }

  /** The position whose legal orders are on their way, -1 if none are. */
  #asking = -1;

  async #loadLegal(): Promise<void> {
    const table = this.table;
    this.legal = null;
    this.#asking = -1;
    if (!table || !this.ours || this.handOver !== null || this.over !== null) return;
    this.#asking = table.position;
    try {
      const legal = await this.api.legal(this.game, {});
      if (legal.position === this.table?.position) this.legal = withOrders(legal);
    } catch (error) {
      if (this.explain(error).status !== 403) this.#tell(error);
    } finally {
      if (this.#asking === table.position) this.#asking = -1;
    }
  }

  async #catchUp(): Promise<void> {
    const last = this.rows[this.rows.length - 1]?.number ?? 0;
    if (!this.table || last >= this.table.position) return;
    this.#take(await this.api.journal(this.game, last));
  }
}
