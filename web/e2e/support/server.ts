import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { APIRequestContext } from "@playwright/test";
import type { components } from "../../src/api/schema";

type Schemas = components["schemas"];
export type TableView = Schemas["TableView"];
export type LegalOrders = Schemas["LegalOrders"];
export type BattleSheet = Schemas["BattleSheet"];
export type NewGame = Partial<Schemas["NewGame"]> & Pick<Schemas["NewGame"], "battle" | "book">;
export type Order = Schemas["OrderBody"];
export type Row = Schemas["Row"];

/** The parts of the rulebooks' views that the tests look at. */
export interface View {
  turn: number;
  phase: string;
  active: string | null;
  asked: {
    side: string;
    kind: string;
    prompt: string;
    rule: string;
    units: string[];
    hexes: string[];
  } | null;
  counters: Record<string, [where: string, lost: number, statuses: string[]]>;
  flags?: Record<string, [where: string, statuses: string[]]>;
  hands: Record<string, string[]>;
}

export const viewOf = (table: TableView): View => table.view as unknown as View;

/** A seat as its key opens it. */
export interface Seat {
  game: string;
  token: string;
  seats: string[];
}

/** The server as a person with a key may ask it; positions are built through it, play goes through the page. */
export class Server {
  readonly #sheets = new Map<string, BattleSheet>();

  constructor(readonly request: APIRequestContext) {}

  async #json<T>(path: string, token?: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    const answer =
      body === undefined
        ? await this.request.get(path, { headers })
        : await this.request.post(path, { headers, data: body });
    if (!answer.ok()) throw new Error(`${answer.status()} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async create(body: NewGame): Promise<Seat[]> {
    return this.#seats(await this.#json<Schemas["Created"]>("/api/games", undefined, body));
  }

  async import(text: string, mode: TableView["mode"] = "solo"): Promise<Seat[]> {
    return this.#seats(await this.#json<Schemas["Created"]>("/api/games/import", undefined, { text, mode }));
  }

  #seats(created: Schemas["Created"]): Seat[] {
    return created.keys.map((key) => ({ game: created.game, token: key.token, seats: key.seats }));
  }

  players(): Promise<Schemas["Players"]> {
    return this.#json("/api/players");
  }

  table(seat: Seat): Promise<TableView> {
    return this.#json(`/api/games/${seat.game}`, seat.token);
  }

  legal(seat: Seat, about = ""): Promise<LegalOrders> {
    return this.#json(`/api/games/${seat.game}/legal${about}`, seat.token);
  }

  async journal(seat: Seat): Promise<Row[]> {
    return (await this.#json<Schemas["Journal"]>(`/api/games/${seat.game}/journal?after=0`, seat.token)).rows;
  }

  async sheet(battle: string, book: string): Promise<BattleSheet> {
    const known = this.#sheets.get(`${battle} ${book}`);
    const sheet = known ?? (await this.#json<BattleSheet>(`/api/battles/${battle}/${book}`));
    this.#sheets.set(`${battle} ${book}`, sheet);
    return sheet;
  }

  /** Gives orders as lines of text, whoever of the seats is asked. */
  async orders(seats: Seat | Seat[], ...lines: (string | Order)[]): Promise<TableView> {
    const all = [seats].flat();
    let table = await this.table(all[0]!);
    for (const line of lines) {
      const side = viewOf(table).asked?.side ?? "";
      const seat = all.find((one) => one.seats.includes(side)) ?? all[0]!;
      const given = await this.#json<Schemas["Given"]>(`/api/games/${seat.game}/orders`, seat.token, {
        position: table.position,
        order: line,
      });
      table = given.table;
    }
    return table;
  }
}

/** A side and the order a plan of the set-up script holds. */
export interface Planned extends Order {
  text: string;
}

/** Runs the script that lays positions out. */
export async function position<T>(name: string): Promise<T> {
  const { stdout } = await promisify(execFile)("../.venv/bin/python", ["e2e/support/position.py", name], {
    maxBuffer: 8_000_000,
  });
  return JSON.parse(stdout) as T;
}
