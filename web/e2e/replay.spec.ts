import { expect, test } from "./support/fixtures";
import { position, viewOf, type Seat } from "./support/server";
import { Table } from "./support/table";

interface Whole {
  file: string;
  orders: number;
}

test("a finished game is looked at again, and another one branches off", async ({ page, server }) => {
  const { file } = await position<Whole>("finished");
  const [seat] = await server.import(file);
  const { orders } = await server.table(seat!);
  await page.goto(`/#/game/${seat!.game}/${seat!.token}`);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  const slider = page.getByRole("slider", { name: "Position in the game" });
  await expect(slider).toHaveAttribute("max", String(orders));

  await test.step("the position follows the order", async () => {
    await page.getByRole("button", { name: "Jump to turn 3" }).click();
    await expect(slider).toHaveAttribute("aria-valuetext", /^Turn 3 of 6/);
    const at = Number(await slider.inputValue());
    await page.getByRole("button", { name: "One order forward" }).click();
    await expect(slider).toHaveValue(String(at + 1));
    await expect(page.getByText(`${at + 1} of ${orders} orders`)).toBeVisible();
    await expect(page.getByText(`Order ${at + 1},`)).toBeVisible();
    const answer = await server.request.get(`/api/games/${seat!.game}/positions/${at + 1}`, {
      headers: { Authorization: `Bearer ${seat!.token}` },
    });
    const { counters } = viewOf(await answer.json());
    const map = page.getByRole("application");
    for (const [id, [hex]] of Object.entries(counters)) {
      if (/^\d{4}$/.test(hex))
        await expect(map.locator(`.piece[data-piece="${id}"]`)).toHaveAttribute("data-hex", hex);
    }
    await page.keyboard.press("End");
    await expect(slider).toHaveValue(String(orders));
    await page.keyboard.press("ArrowLeft");
    await expect(slider).toHaveValue(String(orders - 1));
    await page.keyboard.press("Home");
    await expect(slider).toHaveValue("0");
  });

  await test.step("it plays by itself and can be held", async () => {
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect(async () => expect(Number(await slider.inputValue())).toBeGreaterThan(1)).toPass();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  });

  await test.step("points and strength are drawn by turn, and lead back to the turn", async () => {
    for (const title of ["Victory points by turn", "Strength on the map by turn"]) {
      await expect(page.getByRole("group", { name: title })).toBeVisible();
    }
    await page
      .getByRole("group", { name: "Victory points by turn" })
      .getByRole("button", { name: /^Turn 2:/ })
      .click();
    await expect(slider).toHaveAttribute("aria-valuetext", /^Turn 2 of 6/);
    await expect(page.getByRole("table", { name: "Victory points and strength by turn" })).toBeAttached();
  });

  const at = Number(await slider.inputValue());
  await page.getByRole("button", { name: "Branch here" }).click();
  const dialog = page.getByRole("dialog", { name: "Branch here" });
  await expect(dialog).toContainText(`after ${at} orders`);
  await dialog.getByRole("button", { name: "Play on from here" }).click();
  await expect(page).not.toHaveURL(new RegExp(seat!.game));
  const branch: Seat = await Table.seatOf(page);
  const table = await Table.at(page, server, branch);
  const [old, fresh] = [await server.table(seat!), await table.view()];
  expect(viewOf(fresh).turn).toBe(2);
  expect(fresh.outcome).toBeNull();
  expect(old.orders, "the old game stays as it is").toBe(orders);
  await table.agrees();
  await table.command("end");
});
