import { expect, type Locator } from "@playwright/test";
import { viewOf, type LegalOrders, type TableView } from "./server";
import type { Table } from "./table";

export type Offer = LegalOrders["offers"][number];
export type Choice = Offer["choices"][number];

/** What is on offer, done by mouse: a hex that is clicked, a counter that is sent, counters that are picked. */
export class Hands {
  constructor(readonly table: Table) {}

  /** Counters beside the map, above the prompt. */
  get tray(): Locator {
    return this.table.page.getByRole("region", { name: "Counters beside the map that may act" });
  }

  async legal(): Promise<LegalOrders> {
    return this.table.server.legal(this.table.seat);
  }

  offersOf(subject: string, kind: LegalOrders["kind"]): Promise<Offer[]> {
    const about = `?${kind}=${encodeURIComponent(subject)}`;
    return this.table.server.legal(this.table.seat, about).then(({ offers }) => offers);
  }

  /** An order about a hex and no counter: the hex is clicked, the prompt asks, the button gives it. */
  async spot(choice: Choice): Promise<TableView> {
    await this.table.clickHex(choice.hex!);
    await expect(this.table.prompt).toContainText(choice.hex!);
    return this.#press(choice.caption);
  }

  /** An order of a counter, with the hex it leads to where it has one. */
  async order(choice: Choice, only = false): Promise<TableView> {
    const { table } = this;
    // The only counter that may act is in hand already.
    if (only) await expect(table.button(/Deselect/)).toBeVisible();
    else await table.take(choice.order.unit!);
    if (choice.hex !== null && choice.hex in table.sheet.hexes) {
      await table.clickHex(choice.hex);
      await expect(table.button(/Another hex/)).toBeVisible();
    }
    return this.#press(choice.caption);
  }

  /** An attack or a strike on a hex with whoever is suggested. */
  async target(offer: Offer): Promise<void> {
    await this.table.clickHex(offer.hex!);
    await expect(this.table.button(offer.caption)).toBeEnabled();
  }

  async strikeHome(offer: Offer): Promise<TableView> {
    return this.#press(offer.caption);
  }

  /** So many counters are picked; the suggestion is taken as it stands. */
  async pick(offer: Offer): Promise<TableView> {
    await expect(this.tray.locator("[aria-pressed=true]")).toHaveCount(offer.suggested.length);
    return this.#press(offer.caption);
  }

  #press(caption: string): Promise<TableView> {
    return this.table.giving(() => this.table.button(caption).last().click());
  }

  /** Whatever must be decided before the phase goes on: losses, retreats, arrivals, counters to be placed. */
  async whatMust(): Promise<TableView> {
    const { table } = this;
    const legal = await this.legal();
    const pick = legal.offers.find((offer) => offer.unit === null && offer.hex === null);
    if (pick) return this.pick(pick);
    const stay = legal.plain.find((choice) => choice.hex === null);
    if (stay) return table.say(stay.caption);
    if (legal.subjects.length === 0) return this.spot(legal.plain[0]!);
    const only = legal.subjects.length === 1 && legal.plain.length === 0;
    for (const subject of legal.subjects) {
      const choice = (await this.offersOf(subject, legal.kind)).flatMap((offer) => offer.choices)[0];
      if (choice) return this.order(choice, only);
    }
    throw new Error(`Nothing can be done: ${viewOf(await table.view()).asked?.prompt}`);
  }

  /** Answers until one of these decisions is open. */
  async until(...kinds: string[]): Promise<TableView> {
    let now = await this.table.view();
    while (viewOf(now).asked && !kinds.includes(viewOf(now).asked!.kind)) now = await this.whatMust();
    await this.table.agrees();
    return now;
  }
}
