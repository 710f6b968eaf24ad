import { expect, test } from "./support/fixtures";
import { viewOf, type Seat, type TableView } from "./support/server";
import { Table } from "./support/table";
import { names, Wire } from "./support/wire";

const hiddenIn = (table: TableView): string[] =>
  Object.entries(viewOf(table).counters)
    .filter(([, [, , statuses]]) => statuses.includes("hidden"))
    .map(([id]) => id);

test("what lies face down is in no byte that the other seat receives", async ({ page, server, stranger }) => {
  await page.goto("/#/new/seoul-dg");
  await page.getByRole("radio", { name: "By link" }).check();
  await page.getByRole("button", { name: /^Start / }).click();
  await expect(page.getByRole("heading", { name: "Send the link, then play" })).toBeVisible();
  const links = await page
    .getByRole("textbox", { name: /^Link: / })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  const seats: Seat[] = [];
  for (const link of links) {
    const [, game, token] = /#\/game\/([^/]+)\/([^/]+)$/.exec(link)!;
    const { plays } = await server.table({ game: game!, token: token!, seats: [] });
    seats.push({ game: game!, token: token!, seats: plays });
  }
  const people = seats.filter((seat) => seat.seats.length > 0);
  const watching = seats.find((seat) => seat.seats.length === 0)!;
  expect(people).toHaveLength(2);
  const tables = await Promise.all(people.map((seat) => server.table(seat)));
  const owner = people[tables.findIndex((table) => hiddenIn(table).length > 0)]!;
  const enemy = people.find((seat) => seat !== owner)!;

  const [hidingPage, seekingPage, watchingPage] = [await stranger(), await stranger(), await stranger()];
  const wires = {
    hiding: new Wire(hidingPage),
    seeking: new Wire(seekingPage),
    watching: new Wire(watchingPage),
  };
  const hiding = await Table.open(hidingPage, server, owner);
  const seeking = await Table.open(seekingPage, server, enemy);
  await Table.open(watchingPage, server, watching);
  const secrets = new Set(hiddenIn(await server.table(owner)));
  expect(secrets.size).toBeGreaterThan(2);

  await test.step("the enemy sees counters face down and no more", async () => {
    const flags = Object.values(viewOf(await server.table(enemy)).flags ?? {});
    expect(flags.length).toBe(secrets.size);
    await expect(seeking.map.locator('.piece[data-piece^="?"]')).toHaveCount(flags.length);
    for (const id of secrets) await expect(seeking.counter(id)).toHaveCount(0);
    for (const id of secrets) await expect(hiding.counter(id)).toHaveCount(1);
  });

  await test.step("a hidden counter moves, the enemy asks all it can", async () => {
    while (viewOf(await server.table(owner)).asked?.side !== owner.seats[0])
      await server.orders(people, "end");
    await hiding.agrees();
    const legal = await server.legal(owner);
    const walker = legal.subjects.find((id) => secrets.has(id))!;
    const { offers } = await server.legal(owner, `?unit=${encodeURIComponent(walker)}`);
    const taken = new Set(Object.values(viewOf(await server.table(owner)).counters).map(([hex]) => hex));
    const goal = offers[0]!.choices.find((choice) => !choice.stops && !taken.has(choice.hex ?? ""))!;
    await hiding.take(walker);
    await hiding.clickHex(goal.hex!);
    await hiding.giving(() => hiding.button(goal.caption).last().click());
    const flag = seeking.map.locator(`.piece[data-piece^="?"][data-hex="${goal.hex}"]`);
    await expect(flag).toHaveCount(1);
    const { x, y } = await seeking.bring(goal.hex!);
    await seekingPage.mouse.move(x, y);
    await seekingPage.mouse.click(x, y);
    await seekingPage.getByRole("tab", { name: "Off the map" }).click();
    await seekingPage.reload();
    await seeking.laid();
  });

  await test.step("the replay of the enemy is as blind as its table", async () => {
    await seekingPage.goto(`/#/game/${enemy.game}/replay`);
    await expect(seekingPage.getByRole("slider", { name: "Position in the game" })).toBeVisible();
    await seekingPage
      .getByRole("button", { name: "One order forward" })
      .click()
      .catch(() => undefined);
  });

  const still = hiddenIn(await server.table(owner));
  const told = await wires.hiding.all();
  // The owner is told: the search finds what there is to find.
  for (const id of still)
    expect(
      told.some(({ from, text }) => from.includes("/games/") && names(text, id)),
      id,
    ).toBe(true);
  for (const wire of [wires.seeking, wires.watching]) {
    const bytes = await wire.all();
    expect(bytes.some(({ from }) => from.startsWith("live "))).toBe(true);
    // The sheet of the battle lists every counter of the box; it is the same for every game.
    // Before the set-up all of them lie beside the map, where everybody sees them.
    const ofGame = bytes
      .filter(({ from }) => !from.startsWith("/api/battles"))
      .map(({ from, text }) => ({ from, text: text.replaceAll(/"[^"]+":\["off-map",0,\[\]\]/g, "") }));
    for (const id of still) {
      expect(
        ofGame.filter(({ text }) => names(text, id)).map(({ from }) => from),
        id,
      ).toEqual([]);
    }
  }
  for (const id of still) expect(names(await seekingPage.content(), id), `${id} in the page`).toBe(false);
});
