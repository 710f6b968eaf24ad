import { expect, test } from "./support/fixtures";
import { Hands, type Choice, type Offer } from "./support/hands";
import { viewOf, type Row, type TableView } from "./support/server";
import { Table } from "./support/table";

const PHASES = ["landing", "checks", "engineering", "movement", "strikes", "attack", "regroup"];
const eventsOf = (rows: Row[], event: string) =>
  rows.flatMap((row) => row.events).filter((one) => one.event === event);

test("an airborne battle by mouse, from the first drop to the end of turn 2", async ({ page, server }) => {
  test.setTimeout(420_000);
  const [seat] = await server.create({ battle: "sukchon", book: "para", mode: "solo", quick_start: true });
  const table = await Table.open(page, server, seat!);
  const hands = new Hands(table);
  const journal = (): Promise<Row[]> => server.journal(seat!);
  const seen = { attacks: 0, strikes: 0, recons: 0, regrouped: 0, works: 0, assaults: 0 };

  /** The phases of a player turn after the landing, each with what can be done in it. */
  async function playerTurn(): Promise<TableView> {
    await engineer();
    await hands.until("movement");
    await scout();
    await march(2);
    await table.command("end");
    await fly();
    await attack();
    return regroup();
  }

  async function engineer(): Promise<void> {
    await hands.until("engineering", "movement");
    if (viewOf(await table.view()).asked!.kind !== "engineering") return;
    const { subjects } = await hands.legal();
    const builds = async (unit: string) =>
      (await hands.offersOf(unit, "unit")).find((offer) => offer.verb === "roadblock");
    for (const unit of subjects.slice(0, 4)) {
      const offer = await builds(unit);
      if (!offer || seen.works > 0) continue;
      await table.take(unit);
      await table.giving(() => table.button(offer.caption).last().click());
      seen.works += 1;
      await expect(table.map.locator('[data-sign="roadblock"]')).toHaveCount(1);
      break;
    }
    if (viewOf(await table.view()).asked!.kind === "engineering") await table.command("end");
  }

  async function scout(): Promise<void> {
    const look = (await hands.legal()).plain.find((choice) => choice.order.order === "recon");
    if (!look || seen.recons > 0) return;
    const flags = table.map.locator('.piece[data-piece^="?"]');
    const before = await flags.count();
    await hands.spot(look);
    await expect(flags).toHaveCount(before - 1);
    expect(eventsOf(await journal(), "revealed").length).toBeGreaterThan(0);
    seen.recons += 1;
  }

  /** Hexes without counters: a click on one with counters takes one of them in hand. */
  async function free(choices: Choice[]): Promise<Choice[]> {
    const { counters, flags } = viewOf(await table.view());
    const taken = new Set([...Object.values(counters), ...Object.values(flags ?? {})].map(([hex]) => hex));
    return choices
      .filter(({ hex }) => hex! in table.sheet.hexes && !taken.has(hex!))
      .sort((a, b) => b.path.length - a.path.length);
  }

  async function goes(unit: string, verb: string): Promise<boolean> {
    const offer = (await hands.offersOf(unit, "unit")).find((one) => one.verb === verb);
    const [far] = await free(offer?.choices ?? []);
    if (far) await hands.order(far);
    return far !== undefined;
  }

  async function march(most: number): Promise<void> {
    let moves = 0;
    for (const unit of (await hands.legal()).subjects) {
      if (moves >= most || viewOf(await table.view()).asked?.kind !== "movement") break;
      if (await goes(unit, "move")) moves += 1;
    }
    // Whoever must come on does.
    while (viewOf(await table.view()).asked?.kind === "movement") {
      const { plain, subjects } = await hands.legal();
      if (plain.some((choice) => choice.order.order === "end")) return;
      let came = false;
      for (const unit of subjects.toReversed()) if (!came) came = await goes(unit, "enter");
      expect(came, "somebody comes on").toBe(true);
    }
  }

  async function fly(): Promise<void> {
    await hands.until("strikes", "attack");
    const { asked } = viewOf(await table.view());
    if (asked!.kind !== "strikes") return;
    const legal = await hands.legal();
    if (seen.strikes === 0 && legal.subjects.length > 0) {
      const offer = await firstOffer(legal.subjects, 1);
      if (offer) {
        await hands.target(offer);
        await expect(table.map.locator("[data-run]")).toHaveCount(offer.suggested.length);
        await oddsAreShown();
        await hands.strikeHome(offer);
        seen.strikes += 1;
      }
    }
    await hands.until("strikes", "attack");
    if (viewOf(await table.view()).asked!.kind === "strikes") await table.command("end");
  }

  async function attack(): Promise<void> {
    await hands.until("attack", "regroup");
    if (viewOf(await table.view()).asked!.kind !== "attack") return;
    const { subjects } = await hands.legal();
    const offer = await firstOffer(subjects, 1);
    if (offer && seen.attacks < 2) {
      await hands.target(offer);
      await oddsAreShown();
      await hands.strikeHome(offer);
      seen.attacks += 1;
    }
    await hands.until("attack", "regroup");
    if (viewOf(await table.view()).asked!.kind === "attack") await table.command("end");
  }

  async function regroup(): Promise<TableView> {
    await hands.until("regroup");
    const [unit] = (await hands.legal()).subjects;
    const offer = unit ? (await hands.offersOf(unit, "unit"))[0] : undefined;
    if (offer && seen.regrouped === 0) {
      await hands.order(offer.choices[0]!);
      seen.regrouped += 1;
    }
    return table.command("end");
  }

  async function firstOffer(subjects: string[], least: number): Promise<Offer | null> {
    for (const hex of subjects) {
      const offer = (await hands.offersOf(hex, "hex")).find((one) => one.suggested.length >= least);
      if (offer) return offer;
    }
    return null;
  }

  /** The panel has the differential, and bars of all results that add up to the whole die. */
  async function oddsAreShown(): Promise<void> {
    const panel = page.getByRole("region", { name: /^If you / });
    await expect(panel.locator(".numbers strong")).toHaveText(/^[+−]?\d+$/);
    const chances = await panel.locator(".bars .chance").allTextContents();
    const whole = chances.reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
    expect(Math.abs(whole - 100)).toBeLessThanOrEqual(3);
    await expect(panel.locator("p.line")).toContainText(/column \d+ of \d+/);
  }

  await test.step("drop zones are placed on the map", async () => {
    for (const near of ["0707", "2606"]) {
      const zones = (await hands.legal()).plain.filter((choice) => choice.order.order === "zone");
      const zone = zones.find((choice) => choice.hex === near) ?? zones[0]!;
      await hands.spot(zone);
    }
    await expect(table.map.getByText(/^DZ \d$/)).toHaveCount(2);
  });

  await test.step("units go from beside the map to the hexes they shall drop in", async () => {
    for (let count = 0; ; count += 1) {
      const legal = await hands.legal();
      if (legal.plain.some((choice) => choice.order.order === "end")) break;
      const [offer] = await hands.offersOf(legal.subjects[0]!, "unit");
      // One or two into the town, where the enemy is; the others around both zones.
      const town = offer!.choices.find((choice) => choice.hex === "0607");
      await hands.order(count < 2 && town ? town : offer!.choices[(count * 3) % offer!.choices.length]!);
    }
    const planned = Object.entries(viewOf(await table.view()).counters).filter(([, [, , words]]) =>
      words.includes("in the air"),
    );
    expect(planned).toHaveLength(12);
    for (const [id] of planned.slice(0, 3)) await expect(table.counter(id)).toBeAttached();
    await table.command("end");
  });

  await test.step("each lands by its die, and the map shows who was scattered", async () => {
    while (viewOf(await hands.until("checks", "engineering")).asked!.kind === "checks") {
      const [unit] = (await hands.legal()).subjects;
      const only = (await hands.legal()).subjects.length === 1;
      await hands.order((await hands.offersOf(unit!, "unit"))[0]!.choices[0]!, only);
      await hands.until(...PHASES);
      const drifts = new Set(eventsOf(await journal(), "scattered").map(({ facts }) => facts["unit"]));
      await expect(table.map.locator("[data-drift]")).toHaveCount(drifts.size);
    }
    const rows = await journal();
    expect(eventsOf(rows, "landed")).toHaveLength(12);
    await expect(page.getByRole("region", { name: /^Dice of this turn/ }).locator("li")).toHaveCount(12);
    seen.assaults = eventsOf(rows, "attacked").filter(({ facts }) => facts["kind"] === "air-assault").length;
  });

  await test.step("the rest of turn 1 and all of turn 2 are played", async () => {
    await playerTurn();
    while (viewOf(await table.view()).turn < 3 && viewOf(await table.view()).asked) {
      const { asked } = viewOf(await hands.until(...PHASES));
      if (asked!.kind === "landing") await table.command("end");
      else await playerTurn();
    }
    await table.agrees();
    expect(viewOf(await table.view()).turn).toBe(3);
    await expect(page.getByRole("list", { name: "Turns" }).locator("[aria-current]")).toContainText("3");
    await expect(page.getByRole("region", { name: "Command points" })).toContainText(/\d+ left/);
    expect(seen.recons).toBe(1);
    expect(seen.strikes).toBe(1);
    expect(seen.works).toBe(1);
  });
});

test("a drop zone is placed and a unit landed by keyboard alone", async ({ page, server }) => {
  const [seat] = await server.create({ battle: "sukchon", book: "para", mode: "solo", quick_start: true });
  const table = await Table.open(page, server, seat!);
  const hands = new Hands(table);
  await page.keyboard.press("/");
  await page.keyboard.type("zone 2606");
  await table.giving(() => page.keyboard.press("Enter"));
  await expect(table.map.getByText("DZ 1", { exact: true })).toBeAttached();
  for (;;) {
    const { subjects, plain } = await hands.legal();
    if (plain.some((choice) => choice.order.order === "end")) break;
    await server.orders(seat!, `plan ${subjects[0]} 2606`);
  }
  await server.orders(seat!, "end");
  await table.agrees();
  await table.map.focus();
  const before = eventsOf(await server.journal(seat!), "landed").length;
  await page.keyboard.press("Tab");
  await expect(table.button("Land")).toBeVisible();
  await table.giving(() => page.keyboard.press("Enter"));
  expect(eventsOf(await server.journal(seat!), "landed")).toHaveLength(before + 1);
});
