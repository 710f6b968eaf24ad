import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { position, type Order, type Planned } from "./support/server";
import { Table } from "./support/table";

// Pictures of the docs: written only when they are asked for.
test.skip(!process.env.HEXFOLIO_WRITE_PICTURES, "HEXFOLIO_WRITE_PICTURES is not set");

const docs = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  await page.screenshot({ path: docs(name) });
  // Fewer colours make a picture that pages load quickly; without the tool it stays as it is.
  spawnSync("pngquant", [
    "--force",
    "--skip-if-larger",
    "--quality",
    "80-100",
    "--output",
    docs(name),
    docs(name),
  ]);
}

/** The unit in the middle of the map that can go to the most hexes, and the farthest of them. */
async function wanderer({ server, seat, sheet }: Table): Promise<Order> {
  const [left, top, width, height] = sheet.geometry.view_box as [number, number, number, number];
  const central = (hex: string): boolean => {
    const [x, y] = sheet.geometry.hexes[hex] as [number, number];
    return Math.abs((x - left) / width - 0.5) < 0.4 && Math.abs((y - top) / height - 0.5) < 0.33;
  };
  let best: { order: Order; reach: number } | null = null;
  for (const unit of (await server.legal(seat)).subjects) {
    const { offers } = await server.legal(seat, `?unit=${encodeURIComponent(unit)}`);
    const choices = offers
      .flatMap((offer) => offer.choices)
      .filter((choice) => choice.order.order === "move" && choice.path.every(central));
    const far = choices.toSorted((a, b) => b.path.length - a.path.length)[0];
    if (far && choices.length > (best?.reach ?? 0)) best = { order: far.order, reach: choices.length };
  }
  return best!.order;
}

test("the table by day", async ({ page, server }) => {
  const [seat] = await server.create({ battle: "pusan-dg", book: "kwb-dg", mode: "solo", quick_start: true });
  const table = await Table.open(page, server, seat!);
  const { unit, path } = await wanderer(table);
  await table.centre(path![path!.length >> 1]!);
  await table.take(unit!);
  await table.clickHex(path!.at(-1)!);
  await expect(table.button(/Another hex/)).toBeVisible();
  await shoot(page, "table-pusan.png");
});

test("the table by night", async ({ page, server }) => {
  const { file, plan } = await position<{ file: string; plan: { attack: Planned } }>("pusan");
  const [seat] = await server.import(file);
  const table = await Table.open(page, server, seat!);
  await table.command("end");
  await page.getByRole("button", { name: "Dark colours" }).click();
  await table.centre(plan.attack.hex!);
  await table.clickHex(plan.attack.hex!);
  await expect(page.getByRole("region", { name: /^If you attack/ }).getByText(/minus/)).toBeVisible();
  await page.mouse.move(5, 5);
  await shoot(page, "table-dark.png");
});

test("a hint", async ({ page, server }) => {
  const { file, plan } = await position<{ file: string; plan: { attack: Planned } }>("pusan");
  const [seat] = await server.import(file);
  const table = await Table.open(page, server, seat!);
  await table.command("end");
  await table.centre(plan.attack.hex!);
  await table.button("Hint").click();
  await expect(table.button("Do it")).toBeVisible();
  await expect(page.getByRole("region", { name: /^If you attack/ }).getByText(/minus/)).toBeVisible();
  await page.mouse.move(5, 5);
  await shoot(page, "hint.png");
});

test("an airborne battle", async ({ page, server }) => {
  const { file, plan } = await position<{ file: string; plan: { strike: Planned } }>("airborne");
  const [seat] = await server.import(file);
  const table = await Table.open(page, server, seat!);
  await table.centre("0809");
  await table.clickHex(plan.strike.hex!);
  await expect(page.getByRole("region", { name: /^If you strike/ }).getByText(/minus/)).toBeVisible();
  await page.mouse.move(5, 5);
  await shoot(page, "airborne.png");
});

test("the lobby", async ({ page, server }) => {
  const [seat] = await server.create({ battle: "pusan-dg", book: "kwb-dg", mode: "solo", quick_start: true });
  await Table.open(page, server, seat!);
  await page.goto("/#/");
  await expect(page.getByRole("article").last()).toBeVisible();
  for (const card of await page.getByRole("article").all()) await card.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(3000);
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
