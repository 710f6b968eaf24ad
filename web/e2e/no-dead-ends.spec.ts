import { expect, test } from "./support/fixtures";
import { viewOf, type Seat, type Server } from "./support/server";
import { Table } from "./support/table";

const start = async (server: Server, mode: "solo" | "hot-seat"): Promise<Seat> =>
  (await server.create({ battle: "crossroads", book: "fm-folio", mode, quick_start: true }))[0]!;

test("a wrong link, an unknown game and a browser without a key each have their screen", async ({
  page,
  server,
  faults,
}) => {
  faults.expect(/answer 40[34]/);
  const seat = await start(server, "solo");
  await page.goto(`/#/game/${seat.game}/not-the-key`);
  await expect(page.getByRole("heading", { name: "This link opens no seat" })).toBeVisible();
  await page.goto(`/#/game/nowhere/${seat.token}`);
  await expect(page.getByRole("heading", { name: "There is no such game here" })).toBeVisible();
  await page.goto(`/#/game/${seat.game}`);
  await expect(page.getByRole("heading", { name: "This browser has no key to the game" })).toBeVisible();
  await page.goto("/#/new/waterloo");
  await expect(page.getByRole("heading", { name: "There is no such battle here" })).toBeVisible();
  await page.goto("/#/nonsense/at/all/here");
  await expect(page.getByRole("link", { name: /All games|lobby/i }).first()).toBeVisible();
  await page.goto("/#/books/no-such-book");
  await expect(page.getByRole("button", { name: /try again/i })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("hexfolio.games"))).toBeNull();
  await page
    .getByRole("link", { name: /All games|Back to the lobby/i })
    .first()
    .click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("a server that is gone is told, and the table goes on when it is back", async ({
  page,
  server,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
  const seat = await start(server, "solo");
  const table = await Table.open(page, server, seat);
  await page.context().setOffline(true);
  const bar = page.getByRole("status").filter({ hasText: "Not connected" });
  await expect(bar).toBeVisible({ timeout: 30_000 });
  await expect(table.map).toBeVisible();
  await expect(table.button(/Done/)).toBeDisabled();
  await server.orders(seat, "end");
  await page.context().setOffline(false);
  await expect(bar, "it tries again by itself").toBeHidden({ timeout: 30_000 });
  await table.agrees();

  await page.route("**/api/**", (route) => route.abort());
  await page.goto("/#/");
  await page.reload();
  await expect(page.getByRole("button", { name: /try again/i })).toBeVisible();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: /try again/i }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.route("**/api/**", (route) => route.abort());
  await page.goto(`/#/game/${seat.game}`);
  await expect(page.getByRole("heading", { name: "The server cannot be reached" })).toBeVisible();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: /try again/i }).click();
  await table.laid();
});

test("at one screen the map is covered until the other one sits down", async ({ page, server }) => {
  const seat = await start(server, "hot-seat");
  const sitDown = page.getByRole("button", { name: /^I play .*, show the table$/ });
  await page.goto(`/#/game/${seat.game}/${seat.token}`);
  await sitDown.click();
  const table = await Table.at(page, server, seat);
  const first = viewOf(await table.view()).asked!.side;
  while (viewOf(await table.view()).asked?.side === first) await table.command("end");
  const other = table.sheet.sides.find((side) => side.id !== first)!;
  await expect(page.getByRole("heading", { name: `Hand over to ${other.name}` })).toBeVisible();
  await expect(page.getByRole("application")).toHaveCount(0);
  await expect(page.locator("[data-piece]")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: `Hand over to ${other.name}` })).toBeVisible();
  await expect(sitDown).toHaveText(`I play ${other.name}, show the table`);
  await sitDown.click();
  await table.laid();
  await table.agrees();
});

test("a game is saved to a file and opened from it", async ({ page, server }) => {
  const seat = await start(server, "solo");
  const table = await Table.open(page, server, seat);
  await table.command("end");
  await page.getByRole("button", { name: "Menu" }).click();
  const loading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the game file" }).click();
  const file = await (await loading).path();
  await page.goto("/#/");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /file/i }).first().click();
  await (
    await choosing
  ).setFiles({
    name: "game.hexfolio",
    mimeType: "text/plain",
    buffer: await (await import("node:fs/promises")).readFile(file),
  });
  await expect(page).toHaveURL(/#\/game\/[^/]+$/);
  await expect(page).not.toHaveURL(new RegExp(seat.game));
  const copy = await Table.at(page, server, await Table.seatOf(page));
  expect(viewOf(await copy.view()).phase).toBe(viewOf(await table.view()).phase);
});
