import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { Table } from "./support/table";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** Nothing sticks out to the right, and no button or line of text is cut off. */
async function fits(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const out: string[] = [];
    if (document.documentElement.scrollWidth > width)
      out.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll("button, a, p, h1, h2, h3, li, label, input, select")) {
      if (element.closest("[role=application], [role=tablist], .unseen, .spoken, .phases")) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const words = (element.textContent ?? "").trim().slice(0, 40);
      if (box.left < -1 || box.right > width + 1)
        out.push(`${element.tagName} “${words}” from ${box.left} to ${box.right}`);
      const { overflowX, overflowY } = getComputedStyle(element);
      const clipped =
        (overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1);
      if (clipped) out.push(`${element.tagName} “${words}” is cut off`);
    }
    return out;
  });
  expect(found).toEqual([]);
}

test("a move by finger on a phone", async ({ page, server }, info) => {
  const keep = (name: string): Promise<unknown> => page.screenshot({ path: info.outputPath(`${name}.png`) });
  await page.goto("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await fits(page);
  await page.getByRole("link", { name: "Start Crossroads" }).tap();
  await page.getByRole("radio", { name: "Alone" }).check({ force: true });
  await fits(page);
  await keep("new");
  await page.getByRole("button", { name: "Start Crossroads" }).tap();

  const table = await Table.at(page, server, await Table.seatOf(page));
  await fits(page);
  const tap = async (hex: string): Promise<void> => {
    const { x, y } = await table.bring(hex);
    await page.touchscreen.tap(x, y);
  };
  await tap(await table.where("2/12"));
  await expect(page.getByText(/2\/12: pick a hex/)).toBeVisible();
  await expect(table.reach.first()).toBeVisible();
  await keep("reach");
  await tap("0406");
  await expect(page.getByText(/to 0406/)).toBeVisible();
  await fits(page);
  await keep("plan");
  await table.giving(() => page.getByRole("button", { name: /^Move/ }).last().tap());
  await expect(table.counter("2/12")).toHaveAttribute("data-hex", "0406");

  await page.getByRole("button", { name: "Hint" }).tap();
  await expect(table.prompt).toContainText("The captain would: ");
  await expect(table.map.locator(".route.proposed")).toBeVisible();
  await fits(page);
  await keep("hint");
  await page.getByRole("button", { name: "Dismiss" }).tap();
  await expect(table.map.locator(".route")).toHaveCount(0);

  for (const tab of ["Odds", "Support", "Log", "Table"]) {
    await page.getByRole("tab", { name: tab }).tap();
    await fits(page);
  }
  await page.getByRole("button", { name: "Menu" }).tap();
  await fits(page);
  await keep("menu");
  await page.getByRole("button", { name: "Let a computer play" }).tap();
  await fits(page);
  await keep("lending");
  await page.getByRole("button", { name: "Hand over Fourways Garrison" }).tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  await fits(page);
});

test("replay, rules and lesson on a phone", async ({ page, server }) => {
  const [seat] = await server.create({
    battle: "crossroads",
    book: "fm-folio",
    mode: "solo",
    quick_start: true,
  });
  await page.goto(`/#/game/${seat!.game}/${seat!.token}`);
  await expect(page).toHaveURL(/#\/game\/[^/]+$/);
  await page.goto(`/#/game/${seat!.game}/replay`);
  await expect(page.getByRole("slider")).toBeVisible();
  await fits(page);
  await page.goto("/#/books/fm-folio/8");
  await expect(page.getByRole("main").getByText(/\w/).first()).toBeVisible();
  await fits(page);
  await page.goto("/#/learn");
  await expect(page.getByRole("button", { name: "Begin the battle" })).toBeVisible();
  await fits(page);
});
