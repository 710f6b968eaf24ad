import { expect, test } from "./support/fixtures";

const CHOSEN = /^For leaving any hex in an enemy zone/;

test("a reading is chosen by keyboard, told to the friend who joins, and shown beside its clause", async ({
  page,
  stranger,
}) => {
  await page.goto("/#/new/crossroads");
  await page.getByRole("radio", { name: "By link" }).check();
  const list = page.locator("details").filter({ hasText: "Readings" });
  await expect(list.getByText("as Hexfolio reads the books")).toBeVisible();
  await list.locator("summary").focus();
  await page.keyboard.press("Enter");
  const zones = list.getByRole("group", { name: /pay half its allowance/ });
  await zones.getByRole("radio", { name: /default$/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(zones.getByRole("radio", { name: CHOSEN })).toBeChecked();
  await expect(list.getByText("1 changed")).toBeVisible();
  await zones.getByRole("button", { name: "5.1.1.d" }).click();
  await expect(page.getByRole("dialog", { name: "Rule 5.1.1.d" })).toContainText("A mobile unit");
  await page.keyboard.press("Escape");
  // Another book and back: the choice is still there.
  await page.getByRole("radio", { name: /2023/ }).check();
  await expect(zones).toBeHidden();
  await page.getByRole("radio", { name: /folio rules/ }).check();
  await expect(zones.getByRole("radio", { name: CHOSEN })).toBeChecked();
  await page.getByRole("button", { name: "Start Crossroads" }).click();

  await expect(page.getByRole("region", { name: "Played by" })).toContainText("For leaving any hex");
  const link = await page
    .getByRole("region", { name: "Fourways Garrison" })
    .getByRole("textbox")
    .inputValue();

  const friend = await stranger();
  await friend.goto(new URL(link).pathname + new URL(link).hash);
  await expect(friend.getByText(CHOSEN)).toBeVisible();
  await friend.getByRole("button", { name: "Go to the table" }).click();
  await friend.getByRole("button", { name: /^Readings/ }).click();
  await friend.getByRole("button", { name: "fm-folio:5.1.1.d" }).click();
  const card = friend.getByRole("dialog", { name: "Rule 5.1.1.d" });
  await expect(card.getByRole("listitem").filter({ hasText: "this game" })).toContainText("For leaving");
  await friend.getByRole("button", { name: "Menu" }).click();
  await friend.getByRole("button", { name: "About this game" }).click();
  await expect(friend.getByRole("dialog", { name: "About this game" })).toContainText("For leaving any hex");
});
