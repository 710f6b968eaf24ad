import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { Table } from "./support/table";
import { viewOf } from "./support/server";

/** Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, goal: Locator, most = 60): Promise<void> {
  await expect(goal).toBeVisible();
  for (let tries = 0; tries < most; tries += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${goal.toString()}`);
}

test("a game is begun and played by keyboard alone", async ({ page, server }) => {
  await page.goto("/");
  const begin = page.getByRole("link", { name: "Start Crossroads" });
  await tabTo(page, begin);
  const ring = await begin.evaluate((element) => getComputedStyle(element));
  expect(`${ring.outlineStyle} ${ring.boxShadow}`, "the focus is seen").not.toBe("none none");
  await page.keyboard.press("Enter");
  const alone = page.getByRole("radio", { name: "Alone" });
  await tabTo(page, page.getByRole("radio", { name: "Against the computer" }));
  await page.keyboard.press("ArrowDown");
  await expect(alone).toBeChecked();
  await tabTo(page, page.getByRole("button", { name: "Start Crossroads" }));
  await page.keyboard.press("Enter");

  const table = await Table.at(page, server, await Table.seatOf(page));
  await expect(table.prompt).toContainText("Move units");

  await test.step("the rule of the prompt", async () => {
    const { asked } = viewOf(await table.view());
    await page.keyboard.press("r");
    const card = page.getByRole("dialog", { name: /^Rule / });
    await expect(card).toBeFocused();
    await expect(card).toContainText(asked!.rule.split(":")[1]!);
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
  });

  await test.step("a counter is found, taken and moved", async () => {
    await tabTo(page, table.map);
    const { subjects } = await server.legal(table.seat);
    await page.keyboard.press("Tab");
    await expect(table.button(/Deselect/)).toBeVisible();
    const unit = subjects[0]!;
    const from = await table.where(unit);
    await expect(table.reach.first()).toBeVisible();
    const { offers } = await server.legal(table.seat, `?unit=${encodeURIComponent(unit)}`);
    const reached = new Set(offers.flatMap((offer) => offer.choices.map((choice) => choice.hex)));
    const keys = table.sheet.geometry.pointy ? "" : "wedsaq";
    const at = (table.sheet.neighbours[from] ?? []).findIndex((hex) => hex !== null && reached.has(hex));
    expect(at, "a neighbour is in reach").toBeGreaterThanOrEqual(0);
    const goal = table.sheet.neighbours[from]![at]!;
    await page.keyboard.press(keys[at] ?? "d");
    const spoken = table.map.locator("[aria-live]");
    await expect(spoken).toContainText(goal);
    await page.keyboard.press("Enter");
    await expect(table.prompt).toContainText(`to ${goal}`);
    await table.giving(() => page.keyboard.press("Enter"));
    expect(await table.where(unit)).toBe(goal);
  });

  await test.step("a refusal is spoken", async () => {
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("move 3/12 0606");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "3/12 cannot reach 0606" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox")).toBeHidden();
  });

  await test.step("taken back, and the phase is ended", async () => {
    await table.giving(() => page.keyboard.press("z"));
    await page.keyboard.press("Escape");
    const before = viewOf(await table.view()).phase;
    await expect(table.button(/Done/)).toBeEnabled();
    await table.giving(() => page.keyboard.press("Enter"));
    expect(viewOf(await table.view()).phase).not.toBe(before);
  });

  await test.step("all keys are listed", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: /keys/i })).toBeVisible();
    await page.keyboard.press("Escape");
  });
});

test("an attack is chosen and made by keyboard", async ({ page, server }) => {
  const [seat] = await server.create({
    battle: "crossroads",
    book: "fm-folio",
    mode: "solo",
    quick_start: true,
  });
  const { offers } = await server.legal(seat!, "?unit=2/12");
  const bridge = offers.flatMap((offer) => offer.choices).find((choice) => choice.hex === "0406")!;
  await server.orders(seat!, bridge.order, "end");
  const table = await Table.open(page, server, seat!);
  await tabTo(page, table.map);
  await page.keyboard.press("Tab");
  await expect(table.prompt).toContainText("Attack 0506 with 2/12");
  await expect(page.getByRole("region", { name: "If you attack 0506" }).getByText(/minus/)).toBeVisible();
  await table.giving(() => page.keyboard.press("Enter"));
  expect(viewOf(await table.view()).asked?.kind).toBe("support");
});
