import { expect, test } from "./support/fixtures";
import { Player } from "./support/player";
import { viewOf, type TableView } from "./support/server";
import { Table } from "./support/table";

/** The page shows what is ours to decide; meanwhile the computer may have had its say. */
async function ours(table: Table, side: string): Promise<TableView> {
  let now = await table.view();
  await expect(async () => {
    now = await table.view();
    expect([side, undefined]).toContain(viewOf(now).asked?.side);
  }).toPass({ intervals: [50, 100, 250] });
  await table.seeDice();
  return now;
}

test("a person against the captain: a turn, a hint, and the computer finishes", async ({
  page,
  server,
}, info) => {
  const keep = (name: string): Promise<unknown> => page.screenshot({ path: info.outputPath(`${name}.png`) });
  const { players } = await server.players();
  await page.goto("/#/new/crossroads");
  await page.getByRole("radio", { name: "Against the computer" }).check({ force: true });
  const opponent = page.getByLabel("Fourways Garrison", { exact: true });
  await expect(opponent).toHaveValue("captain");
  for (const { name, description } of players) {
    await opponent.selectOption(name);
    await expect(page.getByText(description)).toBeVisible();
  }
  await opponent.selectOption("captain");
  await keep("new");
  await page.getByRole("button", { name: "Start Crossroads" }).click();
  const seat = await Table.seatOf(page);
  const table = await Table.at(page, server, seat);
  expect(seat.seats).toEqual(["blue"]);

  await test.step("a hint is only a hint until it is accepted", async () => {
    const before = await ours(table, "blue");
    await table.button("Hint").click();
    await expect(table.prompt).toContainText("The captain would: ");
    await expect(table.map.locator(".route.proposed")).toBeVisible();
    await keep("hint");
    await table.button("Dismiss").click();
    await table.agrees();
    await expect(table.map.locator(".route")).toHaveCount(0);
    expect((await table.view()).position).toBe(before.position);
    await page.keyboard.press("h");
    await expect(table.button("Do it")).toBeVisible();
    const after = await table.giving(() => table.button("Do it").click());
    expect(after.position).toBe(before.position + 1);
  });

  await test.step("a whole player turn by mouse, and the captain answers", async () => {
    const player = new Player(table, { moves: 2, attacks: 1 });
    for (;;) {
      const now = await ours(table, "blue");
      if (now.outcome || viewOf(now).turn > 1) break;
      await player.step();
    }
    expect(player.done.get("movement")).toBeGreaterThan(1);
    const rows = await server.journal(seat);
    expect(rows.some((row) => row.side === "red" && row.turn === 1 && row.phase === "movement")).toBe(true);
    expect(rows.every((row) => row.reason === "")).toBe(true);
    await keep("answered");
  });

  await test.step("the computer finishes the game", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Let a computer play" }).click();
    const dialog = page.getByRole("dialog", { name: "Let a computer play" });
    await dialog.getByRole("radio", { name: "Recruit" }).check({ force: true });
    await page.waitForTimeout(500);
    await keep("lending");
    await dialog.getByRole("button", { name: "Finish the game" }).click();
    await expect(page.getByText("The game is over").first()).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole("heading", { name: / wins$|draw/i })).toBeVisible();
    await keep("over");
    const rows = await server.journal(seat);
    expect(new Set(rows.filter((row) => row.reason).map((row) => row.side))).toEqual(
      new Set(["blue", "red"]),
    );
  });
});

test("a seat is lent and taken back", async ({ page, server }) => {
  const [seat] = await server.create({
    battle: "crossroads",
    book: "fm-folio",
    mode: "solo",
    quick_start: true,
  });
  const table = await Table.open(page, server, seat!);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Let a computer play" }).click();
  await page.getByRole("button", { name: "Hand over Fourways Garrison" }).click();
  await expect(page.getByText("Opponent: the captain")).toBeVisible();
  expect((await table.view()).seats.map(({ player }) => player)).toEqual(["human", "captain"]);
  await expect(table.button("Hint")).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Let a computer play" }).click();
  await page.getByRole("button", { name: "Take the seat back" }).click();
  await expect(page.getByText("You play both sides.")).toBeVisible();
  expect((await table.view()).seats.map(({ player }) => player)).toEqual(["human", "human"]);
});

test("two computers are watched at a pace of one's own", async ({ page, server }, info) => {
  await page.goto("/#/new/crossroads");
  await page.getByRole("radio", { name: "Watch" }).check({ force: true });
  await page.getByLabel("Western Brigade", { exact: true }).selectOption("recruit");
  await page.getByLabel("Fourways Garrison", { exact: true }).selectOption("random");
  await page.getByRole("button", { name: "Start Crossroads" }).click();
  const table = await Table.at(page, server, await Table.seatOf(page));
  const bar = page.getByRole("group", { name: "How fast the computers are shown" });
  await bar.getByRole("button", { name: "Pause" }).click();
  expect((await table.view()).seats.map(({ player }) => player)).toEqual(["recruit", "random"]);
  await expect(bar.getByText(/orders to come/)).toBeVisible();

  const lines = table.log.getByRole("listitem");
  for (let number = 0; number < 3; number += 1) {
    const before = await bar.getByText(/orders? to come/).textContent();
    await bar.getByRole("button", { name: "One order" }).click();
    await table.seeDice();
    await expect(bar.getByText(/orders? to come/)).not.toHaveText(before!);
  }
  await expect(lines.locator(".reason").first()).toBeVisible();
  await expect(page.getByText("The game is over")).toHaveCount(0);
  await page.screenshot({ path: info.outputPath("paused.png") });
  await bar.getByRole("button", { name: "Quick" }).click();
  await bar.getByRole("button", { name: "Play" }).click();
  await page.waitForTimeout(2500);
  await page.screenshot({ path: info.outputPath("quick.png") });
  await bar.getByRole("button", { name: "At once" }).click();
  await expect(page.getByText("The game is over").first()).toBeVisible({ timeout: 60_000 });
});
