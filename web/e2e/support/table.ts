import { expect, type Locator, type Page } from "@playwright/test";
import { viewOf, type BattleSheet, type Seat, type Server, type TableView } from "./server";

interface Spot {
  x: number;
  y: number;
}

/** The table in a browser, used as a person uses it: by pointer, on what is seen. */
export class Table {
  constructor(
    readonly page: Page,
    readonly server: Server,
    readonly seat: Seat,
    readonly sheet: BattleSheet,
  ) {}

  static async open(page: Page, server: Server, seat: Seat): Promise<Table> {
    await page.goto(`/#/game/${seat.game}/${seat.token}`);
    return Table.at(page, server, seat);
  }

  /** The table that the page shows already. */
  static async at(page: Page, server: Server, seat: Seat): Promise<Table> {
    const { battle, book } = await server.table(seat);
    const table = new Table(page, server, seat, await server.sheet(battle, book));
    await table.laid();
    return table;
  }

  /** The key the page keeps for the game it shows. */
  static async seatOf(page: Page): Promise<Seat> {
    await page.waitForURL(/#\/game\/[^/]+$/);
    return page.evaluate(() => {
      const game = location.hash.split("/")[2] ?? "";
      const saved = JSON.parse(localStorage.getItem("hexfolio.games") ?? "[]") as {
        game: string;
        token: string;
        plays: string[];
      }[];
      const own = saved.find((one) => one.game === game);
      return { game, token: own?.token ?? "", seats: own?.plays ?? [] };
    });
  }

  get map(): Locator {
    return this.page.getByRole("application", { name: `Map of ${this.sheet.title}` });
  }
  get prompt(): Locator {
    return this.page.getByRole("region", { name: "What is asked" });
  }
  get log(): Locator {
    return this.page.getByRole("log", { name: "Log" });
  }
  get bubble(): Locator {
    return this.map.getByRole("note");
  }
  get reach(): Locator {
    return this.map.locator(".pill");
  }
  button(name: string | RegExp): Locator {
    return this.prompt.getByRole("button", { name });
  }
  counter(id: string): Locator {
    return this.map.locator(`.piece[data-piece="${id}"]`);
  }

  /** The map with its picture and counters lies on the table. */
  async laid(): Promise<void> {
    await expect(this.map).toBeVisible();
    await expect(this.map.locator("svg.sheet .below > *").first()).toBeAttached();
    await expect(this.map.locator(".piece").first()).toBeAttached();
  }

  view(): Promise<TableView> {
    return this.server.table(this.seat);
  }

  /** Where the middle of a hex is seen in the window, once the map lies still. */
  async spot(hex: string): Promise<Spot> {
    let before = await this.#spotNow(hex);
    for (;;) {
      await this.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const now = await this.#spotNow(hex);
      if (now.x === before.x && now.y === before.y) return now;
      before = now;
    }
  }

  #spotNow(hex: string): Promise<Spot> {
    const centre = this.sheet.geometry.hexes[hex];
    if (!centre) throw new Error(`There is no hex ${hex}.`);
    return this.map.locator("svg.play").evaluate((drawing, [x, y]) => {
      const onto = (drawing as SVGSVGElement).getScreenCTM();
      const point = new DOMPoint(x, y).matrixTransform(onto ?? undefined);
      return { x: point.x, y: point.y };
    }, centre);
  }

  /** Does a pointer at this place of the window meet the map, and not what lies over it? */
  #free(spot: Spot): Promise<boolean> {
    return this.page.evaluate(({ x, y }) => {
      const met = document.elementFromPoint(x, y);
      return (
        met !== null &&
        met.closest("[role=application]") !== null &&
        met.closest("[data-over], [data-fan]") === null
      );
    }, spot);
  }

  /** Drags the map until the hex can be clicked, and gives its place. */
  async bring(hex: string): Promise<Spot> {
    for (let tries = 0; tries < 8; tries += 1) {
      const spot = await this.spot(hex);
      if (await this.#free(spot)) return spot;
      await this.#drag(spot);
    }
    throw new Error(`Hex ${hex} cannot be brought into view.`);
  }

  /** Drags the map until the hex lies near the middle. */
  async centre(hex: string): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) await this.#drag(await this.spot(hex));
  }

  async #drag(spot: Spot): Promise<void> {
    const box = (await this.map.boundingBox())!;
    const goal = { x: box.x + box.width * 0.5, y: box.y + box.height * 0.4 };
    const most = { x: box.width * 0.35, y: box.height * 0.3 };
    const far = (want: number, limit: number): number => Math.max(-limit, Math.min(limit, want));
    const way = { x: far(goal.x - spot.x, most.x), y: far(goal.y - spot.y, most.y) };
    const start = await this.#grip(box);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(start.x + way.x, start.y + way.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** A place of the map without a counter, from where it can be dragged. */
  #grip(box: { x: number; y: number; width: number; height: number }): Promise<Spot> {
    return this.page.evaluate(({ x, y, width, height }) => {
      for (const down of [0.4, 0.3, 0.5, 0.2, 0.6]) {
        for (const across of [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65]) {
          const spot = { x: x + width * across, y: y + height * down };
          const met = document.elementFromPoint(spot.x, spot.y);
          if (met?.closest("[role=application]") && !met.closest("[data-piece], [data-over]")) return spot;
        }
      }
      return { x: x + width / 2, y: y + height / 2 };
    }, box);
  }

  async clickHex(hex: string): Promise<void> {
    const { x, y } = await this.bring(hex);
    await this.page.mouse.click(x, y);
  }

  /** Clicks a counter on the map; in a stack it is taken from the fan. */
  async clickCounter(id: string): Promise<void> {
    const hex = await this.where(id);
    const { x, y } = await this.bring(hex);
    const stacked = await this.map.locator(`.piece[data-hex="${hex}"]`).count();
    if (stacked <= 1) return this.page.mouse.click(x, y);
    await this.page.mouse.move(x, y);
    await this.page.mouse.move(x + 1, y + 1);
    await this.map.locator(`[data-fan] [data-piece="${id}"]`).click();
  }

  async where(id: string): Promise<string> {
    const place = viewOf(await this.view()).counters[id]?.[0];
    if (!place) throw new Error(`${id} is not on the map.`);
    return place;
  }

  /** Takes a counter in hand, on the map or from beside it. */
  async take(id: string): Promise<void> {
    const hex = await this.where(id);
    if (hex in this.sheet.hexes) await this.clickCounter(id);
    else
      await this.page
        .getByRole("region", { name: /beside the map/ })
        .getByTitle(this.#name(id), { exact: true })
        .click();
    await expect(this.prompt).toContainText(this.#name(id));
  }

  #name(id: string): string {
    return this.sheet.counters.find((counter) => counter.id === id)?.name || id;
  }

  /** Does something that gives an order, and waits until the server has it and the page has been told. */
  async giving(act: () => Promise<unknown>): Promise<TableView> {
    const before = (await this.view()).position;
    await act();
    let table = await this.view();
    await expect(async () => {
      table = await this.view();
      expect(table.position).toBeGreaterThan(before);
    }).toPass({ intervals: [30, 60, 100, 200] });
    await this.seeDice();
    return table;
  }

  /** What is pressed where dice lie on the map. */
  get goOn(): Locator {
    return this.page.getByRole("button", { name: "Go on", exact: true });
  }

  /** Dice lie on the map until somebody goes on. */
  async seeDice(): Promise<void> {
    const show = this.goOn;
    while ((await show.count()) > 0) await show.click({ timeout: 2000 }).catch(() => undefined);
  }

  async say(name: string | RegExp): Promise<TableView> {
    return this.giving(() => this.button(name).last().click());
  }

  /** Presses the button of an order that is about no counter, such as ending the phase. */
  async command(verb: string): Promise<TableView> {
    const choice = (await this.server.legal(this.seat)).plain.find((one) => one.order.order === verb);
    if (!choice) throw new Error(`There is no order ${verb} now.`);
    return this.say(choice.caption);
  }

  /** Both the page and the server are at the same decision. */
  async agrees(): Promise<void> {
    const { asked } = viewOf(await this.view());
    if (asked) await expect(this.prompt).toContainText(asked.prompt);
    else await expect(this.page.getByText("The game is over").first()).toBeVisible();
  }
}
