import { expect } from "@playwright/test";
import { viewOf, type LegalOrders, type TableView } from "./server";
import type { Table } from "./table";

type Offer = LegalOrders["offers"][number];
type Choice = Offer["choices"][number];

/** How much is done before a phase is ended; the rest of a game is only walked through. */
export interface Zeal {
  moves: number;
  attacks: number;
}

/** Plays whoever is asked with the mouse: what may be done is asked of the server, the doing is clicks. */
export class Player {
  readonly done = new Map<string, number>();
  #moved = 0;

  constructor(
    readonly table: Table,
    readonly zeal: Zeal,
  ) {}

  async step(): Promise<TableView> {
    const { table } = this;
    const asked = viewOf(await table.view()).asked!;
    const legal = await table.server.legal(table.seat);
    await expect(table.prompt).toContainText(asked.prompt);
    this.#count(asked.kind);
    const must = legal.plain.length === 0;
    if (legal.kind === "hex" && legal.subjects.length > 0 && (must || this.zeal.attacks > 0)) {
      const offer = await this.#attack(legal);
      if (offer) {
        this.zeal.attacks -= 1;
        await table.clickHex(offer.hex!);
        return table.giving(() => table.button(offer.caption).last().click());
      }
    }
    if (legal.kind === "unit" && legal.subjects.length > 0 && (must || this.#eager(asked.kind))) {
      const choice = await this.#choose(legal, must);
      if (choice) return this.#order(legal, choice);
    }
    this.#moved = 0;
    return this.#plain(legal);
  }

  #count(kind: string): void {
    this.done.set(kind, (this.done.get(kind) ?? 0) + 1);
  }

  #eager(kind: string): boolean {
    if (kind === "advance") return true;
    return kind.endsWith("movement") && this.zeal.moves > 0 && this.#moved < 2;
  }

  async #attack(legal: LegalOrders): Promise<Offer | null> {
    for (const hex of legal.subjects) {
      const { offers } = await this.table.server.legal(this.table.seat, `?hex=${hex}`);
      const offer = offers.find((one) => one.candidates.length > 0);
      if (offer) return offer;
    }
    return null;
  }

  /** A choice of some counter: the farthest move, or whatever must be done. */
  async #choose(legal: LegalOrders, must: boolean): Promise<Choice | null> {
    for (const unit of legal.subjects) {
      const { offers } = await this.table.server.legal(this.table.seat, `?unit=${encodeURIComponent(unit)}`);
      const choices = offers.flatMap((offer) => offer.choices);
      const far = choices
        .filter((one) => must || (one.hex !== "off" && !one.displaces && one.steps === 0))
        .sort((a, b) => b.path.length - a.path.length)[0];
      if (far) return far;
    }
    return null;
  }

  async #order(legal: LegalOrders, choice: Choice): Promise<TableView> {
    const { table } = this;
    this.#moved += 1;
    this.zeal.moves -= 1;
    const only = legal.subjects.length === 1 && legal.plain.length === 0;
    // The only counter that may act is in hand already.
    if (only) await expect(table.button(/Deselect/)).toBeVisible();
    else await table.take(choice.order.unit!);
    if (choice.hex !== null && choice.hex in table.sheet.hexes) {
      await table.clickHex(choice.hex);
      await expect(table.button(/Another hex/)).toBeVisible();
    }
    return table.giving(() => table.button(choice.caption).last().click());
  }

  async #plain(legal: LegalOrders): Promise<TableView> {
    const order = legal.plain.find((one) => one.order.order === "end") ?? legal.plain.at(-1);
    if (!order) throw new Error(`Nothing can be done: ${JSON.stringify(legal).slice(0, 300)}`);
    return this.table.say(order.caption);
  }
}
