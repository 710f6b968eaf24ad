import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { position, type Planned } from "./support/server";
import { Table } from "./support/table";

// Pictures of the docs: written only when they are asked for.
test.skip(!process.env.HEXFOLIO_WRITE_PICTURES, "HEXFOLIO_WRITE_PICTURES is not set");

const docs = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  await page.screenshot({ path: docs(name) });
}

interface Turn {
  file: string;
  plan: { move: Planned; attack: Planned };
}

test("the table by day and by night", async ({ page, server }) => {
  const { file, plan } = await position<Turn>("pusan");
  const [seat] = await server.import(file);
  const table = await Table.open(page, server, seat!);
  await table.take(plan.move.unit!);
  await table.clickHex(plan.move.path!.at(-1)!);
  await expect(table.button(/Another hex/)).toBeVisible();
  await shoot(page, "table-pusan.png");
  await table.giving(() => table.button(/^Move/).last().click());
  await table.command("end");
  await page.getByRole("button", { name: "Dark colours" }).click();
  await table.clickHex(plan.attack.hex!);
  await expect(page.getByRole("region", { name: /^If you attack/ }).getByText(/minus/)).toBeVisible();
  await page.mouse.move(5, 5);
  await shoot(page, "table-dark.png");
});

test("the lobby", async ({ page, server }) => {
  const [seat] = await server.create({ battle: "pusan-dg", book: "kwb-dg", mode: "solo", quick_start: true });
  await Table.open(page, server, seat!);
  await page.goto("/#/");
  await expect(page.getByRole("article").last()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await shoot(page, "lobby.png");
});

test("the replay", async ({ page, server }) => {
  const { file } = await position<{ file: string }>("finished");
  const [seat] = await server.import(file);
  await page.goto(`/#/game/${seat!.game}/${seat!.token}`);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.getByRole("button", { name: "Jump to turn 4" }).click();
  await page.getByRole("button", { name: "One order forward" }).click();
  await expect(page.getByRole("group", { name: "Victory points by turn" })).toBeVisible();
  await shoot(page, "replay.png");
});

test.describe("phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  test("the table on a phone", async ({ page, server }) => {
    const [seat] = await server.create({
      battle: "crossroads",
      book: "fm-folio",
      mode: "solo",
      quick_start: true,
    });
    const table = await Table.open(page, server, seat!);
    const { x, y } = await table.bring(await table.where("2/12"));
    await page.touchscreen.tap(x, y);
    await expect(table.reach.first()).toBeVisible();
    const goal = await table.bring("0406");
    await page.touchscreen.tap(goal.x, goal.y);
    await expect(page.getByText(/to 0406/)).toBeVisible();
    await shoot(page, "phone.png");
  });
});
