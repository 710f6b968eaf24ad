import { expect, test } from "./support/fixtures";
import { viewOf, type Server, type Seat } from "./support/server";
import { Table } from "./support/table";

const APPROACH = ["move 2/12 0406", "move 1/12 0405", "move 3/12 0507"];

/** Two seats of Crossroads by link, blue next to the bridge and about to fight. */
async function facing(server: Server): Promise<[blue: Seat, red: Seat]> {
  const seats = await server.create({
    battle: "crossroads",
    book: "fm-folio",
    mode: "link",
    quick_start: true,
  });
  const blue = seats.find((seat) => seat.seats.includes("blue"))!;
  const red = seats.find((seat) => seat.seats.includes("red"))!;
  for (const line of APPROACH) {
    const [, unit, goal] = line.split(" ");
    const { offers } = await server.legal(blue, `?unit=${encodeURIComponent(unit!)}`);
    const choice = offers.flatMap((offer) => offer.choices).find((one) => one.hex === goal)!;
    await server.orders([blue, red], choice.order);
  }
  await server.orders([blue, red], "end");
  return [blue, red];
}

const lines = (table: Table): Promise<string[]> => table.log.locator("li").allInnerTexts();
const pieces = (table: Table): Promise<string[]> =>
  table.map
    .locator("svg.play > g .piece")
    .evaluateAll((found) =>
      found.map((one) => `${one.getAttribute("data-piece")} ${one.getAttribute("data-hex")}`).sort(),
    );

/** Both pages show the same table and log: what came line by line is what a fresh page is given at once. */
async function same(one: Table, other: Table): Promise<void> {
  await expect(async () => expect(await lines(one)).toEqual(await lines(other))).toPass();
  await expect(async () => expect(await pieces(one)).toEqual(await pieces(other))).toPass();
}

test("two browsers play each other; one reloads in the middle of a combat", async ({
  page,
  server,
  stranger,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  const [blueSeat, redSeat] = await facing(server);
  const blue = await Table.open(page, server, blueSeat);
  const red = await Table.open(await stranger(), server, redSeat);
  await expect(page).toHaveURL(/#\/game\/[^/]+$/);
  await expect(page.getByText(/Opponent online/)).toBeVisible();
  await same(blue, red);

  await blue.clickHex("0506");
  await blue.giving(() =>
    blue
      .button(/^Attack/)
      .last()
      .click(),
  );
  await expect(red.page.getByRole("region", { name: "Combat in 0506" })).toBeVisible();
  await expect(red.prompt).toContainText("decides");
  await blue.giving(() => blue.button(/\+2/).first().click());
  const before = (await lines(red)).length;

  // While one page loads anew, the other side answers.
  const reloading = page.reload();
  await red.giving(() =>
    red
      .button(/^\+|Add|\+\d/)
      .first()
      .click(),
  );
  await reloading;
  await blue.laid();
  await blue.agrees();
  await same(blue, red);
  expect((await lines(blue)).length, "one line more than before the reload").toBe(before + 1);

  // The other one loses its line, misses orders, and catches up.
  await red.page.context().setOffline(true);
  await blue.command("pass");
  await red.page.context().setOffline(false);
  await red.agrees();
  await same(blue, red);
  await red.command("pass");

  while (viewOf(await blue.view()).asked?.kind === "support") {
    const side = viewOf(await blue.view()).asked!.side;
    await (side === "blue" ? blue : red).command("pass");
  }
  await blue.seeDice();
  await red.seeDice();
  await same(blue, red);
  const rows = await server.journal(blueSeat);
  expect(rows.map((row) => row.number)).toEqual(rows.map((_, at) => at + 1 + (rows[0]!.number - 1)));
  expect((await blue.view()).position).toBe((await red.view()).position);
});

test("an order of a page that the game has left behind is not carried out", async ({
  page,
  server,
  faults,
}) => {
  faults.expect(/answer 409/);
  const [seat] = await server.create({
    battle: "crossroads",
    book: "fm-folio",
    mode: "solo",
    quick_start: true,
  });
  // From some moment on the line is open but tells nothing.
  let silent = false;
  await page.routeWebSocket(/\/live$/, (socket) => {
    socket.connectToServer().onMessage((message) => void (silent || socket.send(message)));
  });
  const table = await Table.open(page, server, seat!);
  await table.take("2/12");
  await table.clickHex("0406");
  silent = true;
  await server.orders(seat!, "end");
  await table.button(/^Move/).last().click();
  await expect(page.getByRole("status").filter({ hasText: "The table has changed" })).toBeVisible();
  await table.agrees();
  await expect(table.counter("2/12")).not.toHaveAttribute("data-hex", "0406");
});
