import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { Player } from "./support/player";
import { viewOf, type Server } from "./support/server";
import { Table } from "./support/table";

async function begin(page: Page, server: Server): Promise<{ coach: Locator; table: Table }> {
  await page.goto("/");
  await page.getByRole("link", { name: "Learn it in five minutes" }).click();
  await page.getByRole("button", { name: "Begin the battle" }).click();
  const coach = page.getByRole("complementary", { name: "Lesson: A first battle" });
  await expect(coach).toContainText("You lead the Western Brigade");
  const saved = await page.evaluate(
    () => JSON.parse(localStorage.getItem("hexfolio.games") ?? "[]")[0] as { game: string; token: string },
  );
  return { coach, table: await Table.at(page, server, { ...saved, seats: ["blue"] }) };
}

async function move(table: Table, unit: string, hex: string): Promise<void> {
  await table.take(unit);
  await table.clickHex(hex);
  await table.giving(() => table.button(/^Move/).last().click());
}

test("the guided first battle, from the welcome to turn 2", async ({ page, server }) => {
  const { coach, table } = await begin(page, server);
  await coach.getByRole("button", { name: "Go on" }).click();
  await expect(coach).toContainText("Select 2/12.");
  await table.take("2/12");
  await expect(coach).toContainText("choose Bridgewick itself");
  await table.clickHex("0506");
  await expect(table.bubble).toBeVisible();
  await expect(coach).toContainText("Open the clause");
  await table.bubble.getByRole("button").click();
  await page.keyboard.press("Escape");
  await expect(coach).toContainText("Move 2/12 to 0406.");
  await table.clickHex("0406");
  await table.giving(() => table.button(/^Move/).last().click());

  await expect(coach).toContainText("3/12 to 0507");
  await coach.getByRole("button", { name: "Leave the lesson" }).click();
  await expect(coach).toBeHidden();
  await page.goto("/#/learn");
  await page.getByRole("button", { name: /^Go on at step/ }).click();
  await expect(coach).toContainText("3/12 to 0507");
  await table.laid();

  await move(table, "1/12", "0405");
  await move(table, "3/12", "0507");
  await expect(coach).toContainText("End the movement phase.");
  await table.command("end");
  await expect(coach).toContainText("Attack 0506 with every battalion next to it.");
  await table.clickHex("0506");
  await table.giving(() =>
    table
      .button(/^Attack/)
      .last()
      .click(),
  );
  await expect(coach).toContainText("Add a +2 marker, or pass to save it.");

  // From here dice decide; whatever they ask for, the lesson keeps up.
  const player = new Player(table, { moves: 2, attacks: 0 });
  for (let view = await table.view(); viewOf(view).turn < 2 && !view.outcome; view = await table.view()) {
    await table.seeDice();
    if (viewOf(view).asked?.side === "blue") await player.step();
    else await page.waitForTimeout(100);
  }
  await table.seeDice();
  await expect(coach).toContainText("That is the game");
  await coach.getByRole("button", { name: "Play on" }).click();
  await expect(coach).toBeHidden();
  await table.agrees();
});
