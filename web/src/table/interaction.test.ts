import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Hint, Judgement, LegalOrders, Offer } from "../api/types";
import { Interaction, type Desk } from "./interaction.svelte";
import { attack, choice, end, legal, move, moving, odds, offer, sheet, view } from "./sample";
import type { Outcome } from "./session.svelte";
import { readView } from "./view";

const refusal = {
  rule: "test-1:5.4",
  sentence: "A/1 stops short of 0303. It has no points left.",
  hexes: ["0303"],
};

let judgement: Judgement;
let offers: Record<string, Offer[]>;
let given: ReturnType<typeof vi.fn<Desk["give"]>>;
let desk: { -readonly [Part in keyof Desk]: Desk[Part] };

beforeEach(() => {
  judgement = { allowed: true, refusal: null };
  offers = { "A/1": [moving], "B/1": [], "0202": [attack] };
  given = vi.fn<Desk["give"]>(async (): Promise<Outcome> => ({ kind: "done" }));
  desk = {
    game: "g",
    api: {
      legal: vi.fn(async (_game: string, about: { unit?: string; hex?: string }) =>
        legal({ offers: offers[about.unit ?? about.hex ?? ""] ?? [] }),
      ),
      judge: vi.fn(async () => judgement),
      odds: vi.fn(async (_game: string, body) => odds((body.support ?? []).length > 0 ? 6 : 2)),
    },
    sheet,
    situation: readView(view),
    legal: legal(),
    mayOrder: true,
    ours: true,
    thinking: null,
    players: [
      { name: "recruit", description: "" },
      { name: "captain", description: "" },
      { name: "general", description: "" },
    ],
    usual: "captain",
    hint: vi.fn<Desk["hint"]>(async () => hinted()),
    trail: [],
    clearTrail: () => undefined,
    give: given,
  };
});

const hinted = (changes: Partial<Hint> = {}): Hint => ({
  position: 5,
  side: "blue",
  player: "captain",
  choice: move("A/1", ["0101", "0102", "0103"], 2),
  reason: "holds the ford",
  odds: null,
  ...changes,
});

const started = async (changes: Partial<LegalOrders> = {}): Promise<Interaction> => {
  desk.legal = legal(changes);
  const interaction = new Interaction(desk);
  await interaction.begin();
  return interaction;
};

describe("with nothing chosen", () => {
  it("asks what the rulebook asks and offers the plain order as the main button", async () => {
    const table = await started();
    expect(table.prompt.title).toBe("Move units.");
    expect(table.prompt.buttons.map((button) => [button.label, button.style])).toEqual([
      ["Done moving", "main"],
    ]);
    await table.confirm();
    expect(given).toHaveBeenCalledWith(expect.objectContaining({ order: "end" }));
  });

  it("makes chips of single markers and leaves several plain orders equal", async () => {
    const plain = [
      choice({ order: "pass" }, { caption: "Add no marker" }),
      choice({ order: "support", markers: [4] }, { caption: "Add +4" }),
      choice({ order: "end" }, { caption: "Call off" }),
    ];
    const table = await started({ subjects: [], plain });
    expect(table.prompt.markers.map((chip) => chip.value)).toEqual([4]);
    expect(table.prompt.buttons.map((button) => button.style)).toEqual(["plain", "plain"]);
    await table.confirm();
    expect(given).not.toHaveBeenCalled();
  });

  it("says so where a counter has no order", async () => {
    const table = await started({ subjects: ["A/1"] });
    await table.clickCounter("R-1", "0202");
    expect(table.bubble).toMatchObject({ hex: "0202", title: "R-1", tone: "note" });
  });
});

describe("moving", () => {
  it("shows the reach of a clicked counter and sends nothing", async () => {
    const table = await started();
    await table.clickCounter("A/1", "0101");
    expect(table.marks.reach?.map((mark) => [mark.hex, mark.left])).toEqual([
      ["0102", 3],
      ["0103", 2],
      ["0201", 2.5],
    ]);
    expect(table.marks.zones).toEqual(["0203"]);
    expect(given).not.toHaveBeenCalled();
  });

  it("draws the route under the pointer with the points left on the way", async () => {
    const table = await started();
    await table.pickUnit("A/1");
    table.hover = "0103";
    expect(table.marks.route).toEqual({ path: ["0101", "0102", "0103"], left: [null, 3, 2], unit: "A/1" });
  });

  it("takes a hex that is clicked before the orders of the unit have come", async () => {
    const table = await started();
    const taken = table.pickUnit("A/1");
    const clicked = table.clickHex("0103");
    expect(table.unit).toBe("A/1");
    await Promise.all([taken, clicked]);
    expect(table.unit).toBe("A/1");
    expect(table.plan?.hex).toBe("0103");
  });

  it("plans on the first click and gives on the second", async () => {
    const table = await started();
    await table.pickUnit("A/1");
    await table.clickHex("0103");
    expect(table.prompt.title).toBe("Move Unit A/1 to 0103, or pick another hex.");
    expect(table.prompt.detail).toBe("2 of 4 MP used.");
    expect(table.prompt.buttons.at(-1)).toMatchObject({ label: "Move here", style: "main" });
    expect(given).not.toHaveBeenCalled();
    await table.clickHex("0103");
    expect(given).toHaveBeenCalledWith(expect.objectContaining({ path: ["0101", "0102", "0103"] }));
  });

  it("gives at once on a drop and on a double click", async () => {
    const table = await started();
    await table.drop("A/1", "0201");
    await table.double("0102");
    expect(given.mock.calls.map(([order]) => (order as { path: string[] }).path.at(-1))).toEqual([
      "0201",
      "0102",
    ]);
  });

  it("asks the server why a hex is not offered and keeps the selection", async () => {
    const table = await started();
    await table.pickUnit("A/1");
    judgement = { allowed: false, refusal };
    await table.clickHex("0303");
    expect(desk.api.judge).toHaveBeenCalledWith("g", { order: "move", unit: "A/1", path: ["0303"] });
    expect(table.bubble).toEqual({
      hex: "0303",
      title: "A/1 stops short of 0303.",
      text: "It has no points left.",
      rule: "test-1:5.4",
      tone: "refusal",
    });
    expect(table.unit).toBe("A/1");
  });

  it("lets a way of one's own be judged hex by hex", async () => {
    const table = await started();
    await table.pickUnit("A/1");
    await table.clickHex("0201", true);
    await table.clickHex("0202", true);
    expect(desk.api.judge).toHaveBeenLastCalledWith("g", {
      order: "move",
      unit: "A/1",
      path: ["0101", "0201", "0202"],
    });
    expect(table.plan?.path).toEqual(["0101", "0201", "0202"]);
    await table.clickHex("0303", true);
    expect(table.bubble?.text).toBe("Go on with a hex beside 0202.");
    await table.confirm();
    expect(given).toHaveBeenCalledWith({ order: "move", unit: "A/1", path: ["0101", "0201", "0202"] });
  });

  it("offers other ways to the same hex", async () => {
    const other = move("A/1", ["0101", "0201", "0102"], 1);
    offers["A/1"] = [offer({ unit: "A/1", choices: [...moving.choices, other] })];
    const table = await started();
    await table.pickUnit("A/1");
    await table.clickHex("0102");
    expect(table.plan?.left).toBe(3);
    expect(table.prompt.buttons.some((button) => button.label === "Other way (1 of 2)")).toBe(true);
    table.takeOtherWay();
    expect(table.plan).toBe(other);
  });

  it("steps through a stack and back out of it", async () => {
    const table = await started();
    await table.clickCounter("A/1", "0101");
    await table.clickCounter("A/1", "0101");
    expect(table.unit).toBe("B/1");
    table.cancel();
    expect(table.unit).toBeNull();
  });

  it("chooses the only counter of a decision that cannot be passed", async () => {
    const stand = choice({ order: "stand", unit: "A/1" }, { caption: "Stand and lose a step", steps: 1 });
    offers["A/1"] = [moving, offer({ verb: "stand", unit: "A/1", choices: [stand] })];
    const table = await started({ subjects: ["A/1"], plain: [] });
    expect(table.unit).toBe("A/1");
    const button = table.prompt.buttons.find((one) => one.label === "Stand and lose a step");
    button?.run();
    expect(given).toHaveBeenCalledWith(stand.order);
  });

  it("has a button for leaving the map and a switch between verbs", async () => {
    const off = choice({ order: "move", unit: "A/1", path: ["0101", "off"] }, { caption: "Leave the map" });
    const place = choice({ order: "place", unit: "A/1", hex: "0301" }, { caption: "Place here" });
    offers["A/1"] = [
      offer({ unit: "A/1", choices: [...moving.choices, off] }),
      offer({ verb: "place", caption: "Place here", unit: "A/1", choices: [place] }),
    ];
    const table = await started();
    await table.pickUnit("A/1");
    expect(table.prompt.buttons.map((button) => button.label)).toEqual([
      "Move",
      "Place",
      "Leave the map",
      "Deselect",
    ]);
    table.use(1);
    expect(table.marks.reach?.map((mark) => mark.hex)).toEqual(["0301"]);
  });

  it("drops an answer that comes after another choice", async () => {
    const table = await started();
    const late = table.pickUnit("A/1");
    table.clear();
    await late;
    expect(table.offers).toEqual([]);
  });
});

describe("fighting", () => {
  const hexes = { kind: "hex" as const, subjects: ["0202"] };

  it("takes all candidates, shows odds and arrows, and judges every change", async () => {
    const table = await started(hexes);
    expect(table.marks.targets).toEqual(["0202"]);
    await table.clickCounter("R-1", "0202");
    expect(table.draft?.units).toEqual(["A/1", "B/1"]);
    expect(table.marks.arrows).toEqual([{ from: "0101", to: "0202" }]);
    await vi.waitFor(() => expect(table.odds?.differential).toBe(2));
    await table.clickCounter("B/1", "0101");
    expect(table.draft?.units).toEqual(["A/1"]);
    table.toggle("doubling", "A/1");
    await vi.waitFor(() => expect(desk.api.judge).toHaveBeenCalledTimes(3));
    await table.confirm();
    expect(given).toHaveBeenCalledWith({ order: "attack", hex: "0202", units: ["A/1"], doubling: ["A/1"] });
  });

  it("says what is wrong with a draft and holds the button", async () => {
    judgement = { allowed: false, refusal };
    const table = await started(hexes);
    await table.pickTarget("0202");
    await vi.waitFor(() => expect(table.prompt.refusal).toBe(refusal));
    expect(table.prompt.buttons.at(-1)).toMatchObject({ label: "Attack", disabled: true });
  });

  it("offers what else may be done to a hex as buttons and chips", async () => {
    offers["0202"] = [
      offer({
        verb: "bombard",
        hex: "0202",
        caption: "Bombard with +1",
        choices: [choice({ order: "bombard", hex: "0202", markers: [1] }, { caption: "Bombard with +1" })],
      }),
    ];
    const table = await started(hexes);
    await table.pickTarget("0202");
    expect(table.marks.reach).toEqual([]);
    expect(table.prompt.markers.map((chip) => chip.label)).toEqual(["Bombard with +1"]);
    expect(table.draft).toBeNull();
  });

  it("compares the odds with a marker under the pointer", async () => {
    const combat = {
      kind: "attack",
      hex: "0202",
      attacker: { units: ["A/1"], markers: [] },
      defender: { units: ["R-1"], markers: [] },
    };
    desk.situation = readView({ ...view, combat });
    const table = await started({ subjects: [], plain: [] });
    await vi.waitFor(() => expect(table.odds?.differential).toBe(2));
    await table.hoverMarker(4);
    expect(table.supported?.differential).toBe(6);
    await table.hoverMarker(null);
    expect(table.supported).toBeNull();
  });
});

describe("by keyboard and by text", () => {
  it("goes through the counters that may act and no farther", async () => {
    const table = await started();
    expect([await table.next(1), await table.next(1), await table.next(1), await table.next(-1)]).toEqual([
      "A/1",
      "B/1",
      null,
      "A/1",
    ]);
  });

  it("plans the hex under the cursor on Enter and gives it on the next", async () => {
    const table = await started();
    await table.pickUnit("A/1");
    table.hover = "0103";
    await table.confirm();
    expect(given).not.toHaveBeenCalled();
    expect(table.plan?.hex).toBe("0103");
    await table.confirm();
    expect(given).toHaveBeenCalledTimes(1);
  });

  it("judges a typed order before it is given", async () => {
    const table = await started();
    expect(await table.giveTyped("move A/1 0102")).toBeNull();
    expect(given).toHaveBeenCalledWith("move A/1 0102");
    judgement = { allowed: false, refusal };
    expect(await table.giveTyped("move A/1 0303")).toBe(refusal);
    expect(given).toHaveBeenCalledTimes(1);
  });

  it("sends nothing while orders are stopped", async () => {
    desk.mayOrder = false;
    const table = await started();
    await table.confirm();
    expect(table.prompt.buttons.every((button) => button.disabled)).toBe(true);
    expect(given).not.toHaveBeenCalled();
  });
});

describe("orders about a hex and no counter", () => {
  const spot = (hex: string) =>
    choice({ order: "zone", hex }, { caption: "Place a drop zone (1 CP)", hex, path: [hex] });

  it("are chosen on the map, not by a button each", async () => {
    const table = await started({ plain: [end, spot("0201"), spot("0301")] });
    expect(table.marks.spots).toEqual(["0201", "0301"]);
    expect(table.prompt.buttons.map((button) => button.label)).toEqual(["Done moving"]);
    await table.clickHex("0301");
    expect(table.prompt.title).toBe("Place a drop zone: 0301, or another hex.");
    expect(table.prompt.buttons.map((button) => button.label)).toEqual([
      "Another hex",
      "Place a drop zone (1 CP)",
    ]);
    await table.clickHex("0201");
    await table.confirm();
    expect(given).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ order: "zone", hex: "0201" }));
  });

  it("are chosen by the counter that lies there, too", async () => {
    const table = await started({ plain: [end, spot("0202")] });
    await table.clickCounter("R-1", "0202");
    expect(table.plan?.hex).toBe("0202");
  });

  it("leave the map to a counter in hand", async () => {
    const table = await started({ plain: [end, spot("0103")] });
    await table.pickUnit("A/1");
    expect(table.marks.spots).toEqual([]);
    await table.clickHex("0103");
    expect(table.plan?.order.order).toBe("move");
  });
});

describe("a mere choice of counters", () => {
  const pick = offer({
    verb: "choose",
    caption: "Bring these",
    candidates: ["A/1", "B/1", "C/1"],
    suggested: ["A/1", "B/1"],
    exact: 2,
  });

  it("is open at once, with as many chosen as are asked for", async () => {
    const table = await started({ subjects: [], plain: [], offers: [pick] });
    expect(table.draft?.units).toEqual(["A/1", "B/1"]);
    expect(table.prompt.detail).toContain("2 of 2 chosen");
    expect(table.prompt.buttons.map((button) => button.label)).toEqual(["Bring these"]);
    expect(desk.api.odds).not.toHaveBeenCalled();
  });

  it("takes a further counter for the first one, and stays open", async () => {
    const table = await started({ subjects: [], plain: [], offers: [pick] });
    table.toggle("units", "C/1");
    expect(table.draft?.units).toEqual(["B/1", "C/1"]);
    table.cancel();
    expect(table.draft?.units).toEqual(["A/1", "B/1"]);
    await table.confirm();
    expect(given).toHaveBeenCalledWith({ order: "choose", units: ["A/1", "B/1"] });
  });
});

describe("a counter with one order and no hex to choose", () => {
  it("is given it by the main button", async () => {
    offers["A/1"] = [
      offer({
        verb: "land",
        caption: "Land",
        unit: "A/1",
        choices: [choice({ order: "land", unit: "A/1" }, { caption: "Land" })],
      }),
    ];
    const table = await started();
    await table.pickUnit("A/1");
    expect(table.prompt.buttons.map((button) => [button.label, button.style])).toEqual([
      ["Deselect", "plain"],
      ["Land", "main"],
    ]);
    await table.confirm();
    expect(given).toHaveBeenCalledWith(expect.objectContaining({ order: "land" }));
  });
});

describe("a hint", () => {
  it("is shown as a proposed order with its reason, and given only when it is accepted", async () => {
    const table = await started();
    const asking = table.ask();
    expect(table.prompt.title).toBe("The captain thinks about it.");
    await asking;
    expect(table.prompt.title).toBe("The captain would: move Unit A/1 to 0103.");
    expect(table.prompt.detail).toBe("Holds the ford.");
    expect(table.marks).toMatchObject({
      proposed: true,
      route: { unit: "A/1", path: ["0101", "0102", "0103"] },
      ghost: { unit: "A/1", hex: "0103" },
    });
    expect(given).not.toHaveBeenCalled();
    await table.confirm();
    expect(given).toHaveBeenCalledWith(expect.objectContaining({ order: "move", unit: "A/1" }));
  });

  it("of an attack marks target and attackers and brings its odds", async () => {
    const choice_ = choice({ order: "attack", hex: "0202", units: ["A/1", "B/1"] }, { caption: "Attack" });
    desk.hint = async () => hinted({ choice: choice_, odds: odds(3) });
    const table = await started();
    await table.ask();
    expect(table.prompt.title).toBe("The captain would: attack 0202 with Unit A/1, Unit B/1.");
    expect(table.marks).toMatchObject({
      targets: ["0202"],
      arrows: [{ from: "0101", to: "0202" }],
      spots: [],
    });
    expect(table.odds?.differential).toBe(3);
  });

  it("may be to end the phase", async () => {
    desk.hint = async () => hinted({ choice: end, reason: "" });
    const table = await started();
    await table.ask();
    expect(table.prompt).toMatchObject({ title: "The captain would: done moving.", detail: "" });
    expect(table.marks).toMatchObject({ route: null, ghost: null, spots: [] });
  });

  it("goes when it is dismissed", async () => {
    const table = await started();
    await table.ask();
    table.prompt.buttons.find((button) => button.label === "Dismiss")!.run();
    expect(table.hint).toBeNull();
    expect(table.prompt.title).toBe("Move units.");
    expect(table.marks.proposed).toBeUndefined();
    expect(given).not.toHaveBeenCalled();
  });

  it("gives way to what the player takes in hand, even before it comes", async () => {
    const table = await started();
    const asking = table.ask();
    await table.pickUnit("A/1");
    await asking;
    expect(table.hint).toBeNull();
    expect(table.unit).toBe("A/1");
  });

  it("can be asked of a stronger computer", async () => {
    const table = await started();
    await table.ask();
    table.prompt.buttons.find((button) => button.label === "Ask the general")!.run();
    expect(desk.hint).toHaveBeenLastCalledWith("general");
  });

  it("that cannot be had leaves the prompt as it was", async () => {
    desk.hint = async () => null;
    const table = await started();
    await table.ask();
    expect(table.prompt.title).toBe("Move units.");
  });
});

describe("while a computer thinks", () => {
  it("says who", async () => {
    desk.legal = null;
    desk.ours = false;
    desk.thinking = "captain";
    const table = new Interaction(desk);
    expect(table.prompt).toMatchObject({ title: "The captain thinks.", detail: "Blue: Move units." });
  });
});
