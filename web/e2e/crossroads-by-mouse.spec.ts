import { expect, test } from "./support/fixtures";
import { Player } from "./support/player";
import { viewOf } from "./support/server";
import { Table } from "./support/table";

// A smaller window is drawn faster where no graphics card helps.
test.use({ viewport: { width: 1280, height: 800 } });

test("a whole game of Crossroads, from the lobby to the last screen, by mouse", async ({ page, server }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Start Crossroads" }).click();
  await page.getByRole("radio", { name: "Alone" }).check();
  await page.getByRole("button", { name: "Start Crossroads" }).click();
  const table = await Table.at(page, server, await Table.seatOf(page));

  const player = new Player(table, { moves: 8, attacks: 3 });
  let view = await table.view();
  while (view.outcome === null) {
    view = await player.step();
    expect(view.orders, "the game comes to its end").toBeLessThan(400);
  }

  await expect(page.getByText("The game is over").first()).toBeVisible();
  const winner = table.sheet.sides.find((side) => side.id === view.outcome?.side);
  const finished = page.getByRole("region", { name: winner ? `${winner.name} wins` : /./ });
  for (const side of table.sheet.sides) {
    await expect(finished.getByText(side.name, { exact: true })).toBeVisible();
  }
  const points = table.sheet.sides.map((side) => String(view.outcome!.points[side.id]));
  await expect(finished.getByRole("definition")).toHaveText(points);
  await finished.getByText("Check the dice").click();
  await expect(finished.getByText(view.outcome!.seed)).toBeVisible();
  expect(player.done.get("movement")).toBeGreaterThan(12);
  expect(player.done.get("support"), "there was a fight").toBeGreaterThan(1);
  expect(viewOf(view).turn).toBe(table.sheet.turns);

  await page.getByRole("button", { name: "Look at the table" }).click();
  await expect(finished).toBeHidden();
  await expect(table.map).toBeVisible();
});
