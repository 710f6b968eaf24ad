import { expect, test } from "./support/fixtures";
import { Hands } from "./support/hands";
import { viewOf, type Seat, type TableView } from "./support/server";
import { Table } from "./support/table";
import { names, Wire } from "./support/wire";

/** What a view says of a counter that lies beside the map is the same whether it was drawn or not. */
const plain = (text: string): string => text.replaceAll(/"[^"]+":\["off-map",0,\[\]\]/g, "");

test("what lies face down under the fog of war is in no byte that the other seat receives", async ({
  server,
  stranger,
}) => {
  const seats = await server.create({ battle: "sukchon", book: "para", mode: "link" });
  const people = seats.filter((seat) => seat.seats.length > 0);
  const watching = seats.find((seat) => seat.seats.length === 0);
  const side = (id: string): Seat => people.find((seat) => seat.seats.includes(id))!;
  const [owner, enemy] = [side("communist"), side("un")];
  const [hidingPage, seekingPage] = [await stranger(), await stranger()];
  const wires = [new Wire(hidingPage), new Wire(seekingPage)] as const;
  const kinds = ["depot", "leader", "rear-guard", "tank-detachment", "deception", "prisoners"];
  const fog = (await server.sheet("sukchon", "para")).counters
    .filter(({ traits }) => kinds.some((kind) => traits.includes(kind)))
    .map(({ id }) => id);
  const hiddenIn = (table: TableView): string[] =>
    Object.entries(viewOf(table).counters)
      .filter(([, [, , words]]) => words.includes("hidden"))
      .map(([id]) => id);

  await hidingPage.goto(`/#/game/${owner.game}/${owner.token}`);
  await seekingPage.goto(`/#/game/${enemy.game}/${enemy.token}`);
  await expect(hidingPage.getByRole("application")).toBeVisible();
  const hidingTable = new Table(hidingPage, server, owner, await server.sheet("sukchon", "para"));
  const hiding = new Hands(hidingTable);

  await test.step("counters are placed face down, the first by mouse", async () => {
    const [first] = (await hiding.legal()).plain.filter((choice) => choice.order.order === "fog");
    await hiding.spot(first!);
    // Nobody knows what was drawn before all of them are placed, not even their owner.
    expect(hiddenIn(await server.table(owner))).toEqual([]);
    await expect(hidingTable.map.locator('.piece[data-piece^="?"]')).toHaveCount(1);
    while (viewOf(await server.table(owner)).phase === "set-up") await server.orders(people, "accept");
  });

  const seeking = await Table.open(seekingPage, server, enemy);
  const secrets = new Set(hiddenIn(await server.table(owner)));
  expect(secrets.size).toBeGreaterThan(6);

  await test.step("the enemy sees backs, and looks under one of them", async () => {
    await expect(seeking.map.locator('.piece[data-piece^="?"]')).toHaveCount(secrets.size);
    for (const id of secrets) await expect(seeking.counter(id)).toHaveCount(0);
    const looker = new Hands(seeking);
    await server.orders(people, "zone 2606");
    for (;;) {
      const { subjects, plain } = await looker.legal();
      if (plain.some((choice) => choice.order.order === "end")) break;
      await server.orders(people, `plan ${subjects[0]} 2606`);
    }
    await server.orders(people, "end");
    for (
      let now = await server.table(enemy);
      viewOf(now).asked!.kind !== "movement";
      now = await server.table(enemy)
    ) {
      const { subjects, plain } = await server.legal(side(viewOf(now).asked!.side));
      await server.orders(
        people,
        plain[0] ? "end" : `${viewOf(now).asked!.kind === "checks" ? "land" : "suffer"} ${subjects[0]}`,
      );
    }
    await seekingPage.reload();
    await seeking.laid();
    await looker.spot((await looker.legal()).plain.find((choice) => choice.order.order === "recon")!);
    const left = hiddenIn(await server.table(owner));
    expect(left).toHaveLength(secrets.size - 1);
    await expect(seeking.map.locator('.piece[data-piece^="?"]')).toHaveCount(left.length);
    await seekingPage.getByRole("tab", { name: "Off the map" }).click();
  });

  const still = hiddenIn(await server.table(owner));
  const told = await wires[0].all();
  // The owner is told: the search finds what there is to find.
  for (const id of still) {
    const found = told.some(({ from, text }) => from.includes("/games/") && names(plain(text), id));
    expect(found, id).toBe(true);
  }
  const bytes = [...(await wires[1].all())].filter(({ from }) => !from.startsWith("/api/battles"));
  expect(bytes.some(({ from }) => from.startsWith("live "))).toBe(true);
  for (const id of still) {
    expect(
      bytes.filter(({ text }) => names(plain(text), id)).map(({ from }) => from),
      id,
    ).toEqual([]);
  }
  // Beside the map lie all counters that were not seen yet, drawn or not, so that nothing follows from it.
  const shown = hiddenIn(await server.table(owner));
  const beside = viewOf(await server.table(enemy)).counters;
  const unseen = fog.filter((id) => beside[id]?.[0] === "off-map");
  expect(unseen).toEqual(expect.arrayContaining(shown));
  for (const id of unseen) expect(beside[id]).toEqual(["off-map", 0, []]);
  if (watching) {
    const open = viewOf(await server.table(watching)).counters;
    for (const id of still) expect(open[id]).toEqual(["off-map", 0, []]);
  }
});
