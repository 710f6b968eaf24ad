import { expect, test } from "./support/fixtures";
import { viewOf, type Seat, type Server } from "./support/server";
import { Table } from "./support/table";

async function start(server: Server, mode: "solo" | "link"): Promise<Seat[]> {
  const seats = await server.create({ battle: "crossroads", book: "fm-folio", mode, quick_start: true });
  return seats.filter((seat) => seat.seats.length > 0);
}

/** Blue attacks over the bridge and the die falls; whoever is asked next has not answered. */
async function fight(server: Server, seats: Seat[]): Promise<void> {
  const seat = seats.find((one) => one.seats.includes("blue"))!;
  const { offers } = await server.legal(seat, "?unit=2/12");
  const bridge = offers.flatMap((offer) => offer.choices).find((choice) => choice.hex === "0406")!;
  await server.orders(seats, bridge.order, "end", "attack 0506 with 2/12");
  while (viewOf(await server.table(seat)).asked?.kind === "support") await server.orders(seats, "pass");
}

test("alone, moves and fights are taken back freely", async ({ page, server }) => {
  const [seat] = await start(server, "solo");
  const table = await Table.open(page, server, seat!);
  const from = await table.where("2/12");
  await table.take("2/12");
  await table.clickHex("0406");
  await table.giving(() => table.button(/^Move/).last().click());
  await expect(table.counter("2/12")).toHaveAttribute("data-hex", "0406");
  const told = await table.log.locator("li").count();
  await table.giving(() => table.button(/^Take back/).click());
  await expect(table.counter("2/12")).toHaveAttribute("data-hex", from);
  await expect(table.log.locator("li")).toHaveCount(told - 1);

  // Alone nobody is wronged: a fight is taken back too, and its die falls as it fell before.
  await fight(server, [seat!]);
  const rolled = (await server.journal(seat!)).at(-1)!;
  expect(rolled.dice.length).toBeGreaterThan(0);
  await expect(table.goOn, "the page is told of the die").toBeVisible();
  await table.seeDice();
  // Where the die asks for a retreat, the prompt is about the unit that goes.
  const header = page.getByRole("banner");
  await table.giving(() => header.getByRole("button", { name: "Take back" }).click());
  await table.agrees();
  await table.command("pass");
  expect((await server.journal(seat!)).at(-1)!.dice).toEqual(rolled.dice);
});

test("after dice a take back is refused with the reason; the other side may decline or agree", async ({
  page,
  server,
  stranger,
}) => {
  const seats = await start(server, "link");
  const [blueSeat, redSeat] = ["blue", "red"].map((side) => seats.find((seat) => seat.seats.includes(side))!);
  await fight(server, seats);
  const blue = await Table.open(page, server, blueSeat!);
  const red = await Table.open(await stranger(), server, redSeat!);
  // The last order must be one's own to be asked back.
  const last = (await server.journal(blueSeat!)).at(-1)!;
  const [asking, answering] = last.side === "blue" ? [blue, red] : [red, blue];
  await asking.seeDice();
  await answering.seeDice();
  const { position, orders } = await asking.view();

  const { take_back: back } = await asking.view();
  expect(back.allowed).toBe(false);
  expect(back.reason).toMatch(/dice/i);
  const tool = asking.page.getByRole("banner").getByRole("button", { name: back.reason });
  await expect(tool, "the reason stands at the button").toBeVisible();

  // Where the die asks for a retreat, the prompt is about the unit that goes.
  await asking.page.keyboard.press("Escape");
  const ask = asking.button(/^Ask to take back/);
  await ask.click();
  await expect(asking.page.getByText("The other side is asked")).toBeVisible();
  const question = answering.page.getByRole("status").filter({ hasText: "asks to take the last order back" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Decline" }).click();
  await expect(question).toBeHidden();
  await expect(asking.page.getByText("The other side is asked")).toBeHidden();
  expect((await asking.view()).orders).toBe(orders);

  await ask.click();
  await question.getByRole("button", { name: "Agree" }).click();
  await expect(question).toBeHidden();
  await expect(async () => expect((await asking.view()).orders).toBe(orders - 1)).toPass();
  expect((await asking.view()).position).toBeGreaterThan(position);
  await asking.agrees();
  await answering.agrees();
  expect(viewOf(await blue.view()).asked?.kind).toBe("support");
});
