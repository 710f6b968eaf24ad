import { describe, expect, it } from "vitest";
import type { RowLike } from "../replay/timeline";
import { crossroads } from "./crossroads";
import { advance, confirm, happened, lastOf, past, say, seenOf, START } from "./lesson";
import { onSignal, signal, type Signal } from "./signals";
import type { Context, Progress, Seen } from "./lesson";

const seen: Seen = {
  side: "blue",
  turn: 1,
  phase: "movement",
  active: "blue",
  asked: { side: "blue", kind: "movement", prompt: "Move.", units: [], hexes: [] },
  places: { "1/12": "0305", "2/12": "0306", "3/12": "0307" },
  over: false,
};

let number = 0;
function row(event: string, facts: Record<string, unknown> = {}, over: Partial<RowLike> = {}): RowLike {
  number += 1;
  const events = [{ event, text: event, facts }];
  const rest = { kind: "order", side: "blue", turn: 1, phase: "movement", dice: [], events, reason: "" };
  return { number, orders: number, ...rest, ...over };
}

const { steps } = crossroads;
const idAt = (progress: Progress) => steps[progress.step]?.id;
const context = (over: Partial<Seen> = {}, rows: RowLike[] = [], signals: Signal[] = []): Context => ({
  rows,
  signals,
  seen: { ...seen, ...over },
});

function at(id: string): Progress {
  return { step: steps.findIndex((step) => step.id === id), done: [] };
}

describe("the guided battle", () => {
  it("begins by reading and skips a set-up that is done", () => {
    const here = context();
    expect(idAt(advance(steps, START, here))).toBe("welcome");
    expect(idAt(confirm(steps, START, here))).toBe("select");
    expect(idAt(confirm(steps, START, context({ phase: "set-up", turn: 0 })))).toBe("set-up");
  });

  it("is moved on by what the table signals", () => {
    const picked = context({}, [], [{ name: "selected", detail: { unit: "2/12" } }]);
    expect(idAt(advance(steps, at("select"), picked))).toBe("refusal");
    const other = context({}, [], [{ name: "selected", detail: { unit: "A/7" } }]);
    expect(idAt(advance(steps, at("select"), other))).toBe("select");
    const refused = context({}, [], [...picked.signals, { name: "refused", detail: {} }]);
    expect(idAt(advance(steps, at("select"), refused))).toBe("clause");
  });

  it("is moved on by the journal alone", () => {
    number = 0;
    const rows = [row("moved", { unit: "2/12", path: ["0306", "0406"] })];
    const places = { ...seen.places, "2/12": "0406" };
    expect(idAt(advance(steps, at("select"), context({ places }, rows)))).toBe("surround");
  });

  it("names the battalions that are still to come", () => {
    const places = { ...seen.places, "2/12": "0406", "1/12": "0405" };
    const surround = steps.find((step) => step.id === "surround");
    expect(say(surround?.task, context({ places }))).toBe("Move 3/12 to 0507.");
    expect(idAt(advance(steps, at("surround"), context({ places: { ...places, "3/12": "0507" } })))).toBe(
      "end-movement",
    );
  });

  it("never blocks: a player who rushes ahead is followed", () => {
    expect(idAt(advance(steps, at("select"), context({ phase: "combat" })))).toBe("attack");
    expect(idAt(advance(steps, at("select"), context({ phase: "mobile-combat" })))).toBe("end-turn");
    expect(idAt(advance(steps, at("select"), context({ active: "red" })))).toBe("reply");
    expect(idAt(advance(steps, at("select"), context({ turn: 2 })))).toBe("end");
    expect(idAt(advance(steps, at("select"), context({ over: true, turn: 6 })))).toBe("end");
  });

  it("follows a fight to its end", () => {
    number = 0;
    const asked = { ...seen.asked!, kind: "support" };
    const rows = [row("attacked", { hex: "0506", units: ["2/12"] })];
    const fight = { phase: "combat", asked };
    expect(idAt(advance(steps, at("attack"), context(fight, rows)))).toBe("support");
    rows.push(row("supported", { side: "red", value: 1 }));
    expect(idAt(advance(steps, at("support"), context(fight, rows)))).toBe("support");
    rows.push(row("supported", { side: "blue", value: 2 }));
    expect(idAt(advance(steps, at("support"), context(fight, rows)))).toBe("roll");
    rows.push(row("combat", { die: 3, result: "D2" }));
    const result = steps.find((step) => step.id === "result");
    const waiting = context({ phase: "combat", asked: { ...asked, side: "red", kind: "retreat" } }, rows);
    expect(idAt(advance(steps, at("roll"), waiting))).toBe("result");
    expect(say(result?.text, waiting)).toContain("goes back 2 hexes");
    expect(say(result?.task, waiting)).toBe("The garrison decides.");
    const choose = context({ phase: "combat", asked: { ...asked, kind: "advance" } }, rows);
    expect(say(result?.task, choose)).toContain("Advance");
    const over = context({ phase: "combat", asked: { ...asked, kind: "combat" } }, rows);
    expect(idAt(advance(steps, at("result"), over))).toBe("end-combat");
  });

  it("does not count what was taken back", () => {
    number = 0;
    const rows = [row("attacked"), row("nothing", {}, { kind: "undo", orders: 0 })];
    expect(happened(context({}, rows), "attacked")).toBe(false);
    expect(lastOf(context({}, rows), "attacked")).toBeNull();
  });

  it("keeps its progress when orders are taken back", () => {
    const progress = at("surround");
    expect(idAt(advance(steps, progress, context()))).toBe("surround");
    expect(confirm(steps, at("end-movement"), context())).toEqual(at("end-movement"));
    expect(idAt(confirm(steps, at("refusal"), context()))).toBe("clause");
  });

  it("ends after the last step", () => {
    expect(confirm(steps, at("end"), context({ turn: 2 })).step).toBe(steps.length);
  });

  it("has steps with names of their own and no cry", () => {
    expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length);
    for (const step of steps)
      expect(say(step.text, context()) + say(step.task, context())).not.toMatch(/!|please|invalid/i);
  });
});

describe("what a lesson sees", () => {
  it("reads any view with care", () => {
    expect(seenOf({}, null, false)).toMatchObject({ side: "", turn: 0, asked: null, places: {} });
    const view = { turn: 2, phase: "combat", active: "red", counters: { a: ["0101", 0, []] }, asked: null };
    expect(seenOf(view, "blue", false)).toMatchObject({ turn: 2, places: { a: "0101" } });
  });

  it("knows which phases lie behind", () => {
    const order = ["movement", "combat"];
    expect(past({ ...seen, phase: "set-up" }, "movement", order, "blue")).toBe(false);
    expect(past(seen, "movement", order, "blue")).toBe(false);
    expect(past({ ...seen, phase: "combat" }, "movement", order, "blue")).toBe(true);
    expect(past({ ...seen, active: "red" }, "combat", order, "blue")).toBe(true);
  });

  it("hears signals until it stops listening", async () => {
    const heard: string[] = [];
    const stop = onSignal((one) => heard.push(one.name));
    signal("selected", { unit: "a" });
    expect(heard).toEqual([]);
    await Promise.resolve();
    stop();
    signal("refused");
    await Promise.resolve();
    expect(heard).toEqual(["selected"]);
  });
});
