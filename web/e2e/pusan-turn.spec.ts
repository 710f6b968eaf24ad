import { expect, test } from "./support/fixtures";
import { position, viewOf, type LegalOrders, type Planned } from "./support/server";
import { Table } from "./support/table";

interface Turn {
  file: string;
  plan: Record<"move" | "bombard" | "attack" | "advance", Planned> &
    Record<"answers" | "support" | "retreat", Planned[]>;
}

test("a turn in Pusan: road march, refusal, bombardment, combat with support, retreat and advance", async ({
  page,
  server,
}) => {
  const { file, plan } = await position<Turn>("pusan");
  const [seat] = await server.import(file);
  const table = await Table.open(page, server, seat!);
  const { sheet } = table;
  const caption = (legal: LegalOrders, order: Planned): string =>
    [...legal.plain, ...legal.offers.flatMap((offer) => offer.choices)].find(
      (choice) =>
        choice.order.order === order.order &&
        String(choice.order.markers ?? "") === String(order.markers ?? ""),
    )?.caption ?? "";

  await test.step("a unit shows how far it can go and what is left on arrival", async () => {
    const unit = plan.move.unit!;
    await table.take(unit);
    const { offers } = await server.legal(seat!, `?unit=${encodeURIComponent(unit)}`);
    const choices = offers.find((offer) => offer.verb === "move")!.choices;
    const hexes = new Set(choices.map((choice) => choice.hex));
    await expect(table.reach).toHaveCount(hexes.size);
    const goal = choices.find((choice) => choice.hex === plan.move.path!.at(-1))!;
    expect(goal.path.length, "along a road a unit comes farther than its points").toBeGreaterThan(3);
  });

  await test.step("a hex out of reach is refused with its rule, and the clause can be read", async () => {
    const unit = plan.move.unit!;
    const { offers } = await server.legal(seat!, `?unit=${encodeURIComponent(unit)}`);
    const reached = new Set(offers.flatMap((offer) => offer.choices.map((choice) => choice.hex)));
    const taken = new Set(Object.values(viewOf(await table.view()).counters).map(([hex]) => hex));
    const [x, y] = sheet.geometry.hexes[await table.where(unit)]! as [number, number];
    const beyond = Object.entries(sheet.geometry.hexes)
      .filter(([hex]) => !reached.has(hex) && !taken.has(hex))
      .sort(([, a], [, b]) => Math.hypot(a[0]! - x, a[1]! - y) - Math.hypot(b[0]! - x, b[1]! - y))[0]![0];
    await table.clickHex(beyond);
    await expect(table.bubble).toBeVisible();
    const rule = table.bubble.getByRole("button");
    await expect(rule).toHaveText(/^[\w-]+:\d+\.\d+/);
    const number = (await rule.innerText()).split(":")[1]!;
    await rule.click();
    const card = page.getByRole("dialog", { name: `Rule ${number}` });
    await expect(card.locator("p.text")).toHaveText(/\w+ \w+/);
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
  });

  await test.step("it marches along the road", async () => {
    const goal = plan.move.path!.at(-1)!;
    await table.clickHex(goal);
    await expect(table.prompt).toContainText(`to ${goal}`);
    await expect(table.prompt).toContainText(/\d.* of .* MP used\./);
    await expect(table.map.locator("svg.play > .ghost")).toHaveCount(1);
    await table.giving(() => table.button(/^Move/).last().click());
    await expect(table.counter(plan.move.unit!)).toHaveAttribute("data-hex", goal);
    await expect(table.log).toContainText(plan.move.unit!);
    await table.command("end");
  });

  await test.step("a marker bombards", async () => {
    await table.clickHex(plan.bombard.hex!);
    const legal = await server.legal(seat!, `?hex=${plan.bombard.hex}`);
    await table.say(caption(legal, plan.bombard));
    for (const order of plan.answers) await table.say(caption(await server.legal(seat!), order));
    await expect(table.log).toContainText(`bombards ${plan.bombard.hex}`);
  });

  await test.step("the odds are seen before the attack", async () => {
    await table.clickHex(plan.attack.hex!);
    const panel = page.getByRole("region", { name: `If you attack ${plan.attack.hex}` });
    for (const unit of plan.attack.doubling ?? []) {
      await panel.getByRole("button", { name: `${unit} ×2` }).click();
    }
    await expect(panel.getByText(/minus/)).toBeVisible();
    const chances = await panel.locator(".bars li").allInnerTexts();
    const sum = chances.reduce((total, text) => total + Number(/(\d+)\s*%/.exec(text)?.[1] ?? 0), 0);
    expect(Math.abs(sum - 100), `chances ${chances.join(" ")}`).toBeLessThanOrEqual(3);
    await table.giving(() =>
      table
        .button(/^Attack/)
        .last()
        .click(),
    );
    expect(viewOf(await table.view()).asked?.kind).toBe("support");
  });

  await test.step("both sides add support fire, then the die falls", async () => {
    const sides = new Set<string>();
    for (const order of plan.support) {
      const asked = viewOf(await table.view()).asked!;
      await expect(table.prompt).toContainText(asked.prompt);
      if (order.order === "support") sides.add(asked.side);
      await table.say(caption(await server.legal(seat!), order));
    }
    expect(sides.size, "markers of both sides").toBe(2);
    const rolled = (await server.journal(seat!)).at(-1)!;
    expect(rolled.dice.length).toBeGreaterThan(0);
  });

  await test.step("the defender goes back, the attacker follows", async () => {
    for (const order of plan.retreat) {
      const unit = order.unit!;
      const goal = order.path!.at(-1)!;
      const { plain, subjects } = await server.legal(seat!);
      if (plain.length > 0 || subjects.length > 1) await table.take(unit);
      await expect(table.button(/Deselect/)).toBeVisible();
      await table.clickHex(goal);
      await table.giving(() =>
        table
          .button(/Retreat/)
          .last()
          .click(),
      );
      await expect(table.counter(unit)).toHaveAttribute("data-hex", goal);
    }
    const { unit, hex } = plan.advance;
    await table.take(unit!);
    await table.clickHex(hex!);
    await table.giving(() =>
      table
        .button(/Advance/)
        .last()
        .click(),
    );
    await expect(table.counter(unit!)).toHaveAttribute("data-hex", hex!);
    await expect(table.log).toContainText("retreats");
    await expect(table.log).toContainText("advances");
  });
});
