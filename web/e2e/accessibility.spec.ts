import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { position } from "./support/server";
import { Table } from "./support/table";

/** No serious or critical fault, and every fault told where it is. */
async function sound(page: Page, only: string[] = []): Promise<void> {
  // The drawing of the map is hidden from readers, who are told the hex under the cursor instead.
  const axe = new AxeBuilder({ page }).exclude("svg.sheet").exclude("svg.play");
  if (only.length > 0) axe.withRules(only);
  const { violations } = await axe.analyze();
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
  expect(grave).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    // By night only the colours differ.
    const rules = colorScheme === "dark" ? ["color-contrast"] : [];

    test("lobby, new game, book, about and lesson", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("article").first()).toBeVisible();
      await expect(page.getByRole("link", { name: /^Start / })).toBeVisible();
      await sound(page, rules);
      await page.goto("/#/new/pusan-dg");
      await expect(page.getByRole("button", { name: /^Start / })).toBeVisible();
      await sound(page, rules);
      await page.getByText("Readings", { exact: true }).click();
      await expect(page.getByRole("radio", { name: /default$/ }).first()).toBeVisible();
      await sound(page, rules);
      await page.goto("/#/books/fm-folio/8");
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await sound(page, rules);
      await page.goto("/#/books/fm-folio/~combat");
      await expect(page.getByRole("table").first()).toBeVisible();
      await sound(page, rules);
      await page.goto("/#/learn");
      await expect(page.getByRole("button", { name: "Begin the battle" })).toBeVisible();
      await sound(page, rules);
      await page.getByRole("button", { name: "Begin the battle" }).click();
      await expect(page.getByRole("complementary", { name: /^Lesson/ })).toBeVisible();
      await expect(page.getByRole("application")).toBeVisible();
      await sound(page, rules);
    });

    test("table and replay", async ({ page, server }) => {
      const [seat] = await server.create({
        battle: "crossroads",
        book: "fm-folio",
        mode: "solo",
        quick_start: true,
      });
      const table = await Table.open(page, server, seat!);
      await sound(page, rules);
      await table.take("2/12");
      await table.clickHex("0606");
      await expect(table.bubble).toBeVisible();
      await sound(page, rules);
      await table.bubble.getByRole("button").click();
      await expect(page.getByRole("dialog", { name: /^Rule/ })).toBeVisible();
      await sound(page, rules);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Menu" }).click();
      await sound(page, rules);
      await page.getByRole("button", { name: "Let a computer play" }).click();
      await expect(page.getByRole("radio", { name: "Captain" })).toBeChecked();
      await sound(page, rules);
      await page.keyboard.press("Escape");
      await page.keyboard.press("h");
      await expect(table.button("Do it")).toBeVisible();
      await sound(page, rules);
      const [watching] = await server.create({ battle: "crossroads", book: "fm-folio", mode: "watch" });
      await page.goto(`/#/game/${watching!.game}/${watching!.token}`);
      await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
      await sound(page, rules);
      const { file } = await position<{ file: string }>("finished");
      const [whole] = await server.import(file);
      await page.goto(`/#/game/${whole!.game}/${whole!.token}`);
      await expect(page.getByText("The game is over").first()).toBeVisible();
      await sound(page, rules);
      await page.getByRole("link", { name: "Watch the replay" }).click();
      await expect(page.getByRole("group", { name: "Victory points by turn" })).toBeVisible();
      await sound(page, rules);
    });
  });
}
