import { happened, lastOf, past, signalled, unitsAt, type Context, type Lesson, type Step } from "./lesson";

// The first player turn of the training battle, by the rules it lists first: the markers lie open and can be chosen.
// Dice decide, so every step can also be overtaken by the game.

const MINE = "blue";
const PHASES = ["movement", "combat", "mobile-movement", "mobile-combat"];
const INFANTRY = ["1/12", "2/12", "3/12"];
const ALL = [...INFANTRY, "A/7", "B/7", "R/7", "5Cdo", "E/9", "HQ12"];
const TARGET = "0506";
const BRIDGE = "0406";
const AROUND = ["0405", "0406", "0505", "0507", "0605", "0606"];

const isPast = (phase: string) => (context: Context) => past(context.seen, phase, PHASES, MINE);
const mine = (context: Context) => context.seen.asked?.side === MINE;
const asks = (context: Context, kind: string) => mine(context) && context.seen.asked?.kind === kind;
const moved = (context: Context) => happened(context, "moved", (facts) => ALL.includes(String(facts.unit)));
const fought = (context: Context) => happened(context, "combat");
const attacked = (context: Context) => happened(context, "attacked");

const RESULTS: Record<string, string> = {
  "-": "A dash: nothing happens.",
  Ex: "Ex, an exchange: one attacker and the defender lose a step each.",
  De: "De: the defender is eliminated.",
  Ae: "Ae: the attackers are eliminated.",
  "(A)": "A in brackets: one attacker loses a step.",
};

function outcome(context: Context): string {
  const facts = lastOf(context, "combat");
  if (!facts) return "The die decides.";
  const result = String(facts.result);
  const meaning =
    RESULTS[result] ??
    (result.startsWith("D")
      ? `${result}: the defender goes back ${result.slice(1)} hexes, or stands and loses a step.`
      : `${result}: your battalions go back ${result.slice(1)} hexes, or stand and lose a step each.`);
  return `The die shows ${String(facts.die)}. ${meaning}`;
}

const steps: Step[] = [
  {
    id: "welcome",
    title: "Take Bridgewick",
    text:
      "You lead the Western Brigade, on the left. The Fourways Garrison, played by the computer, holds Bridgewick " +
      "across the river Wend. Whoever holds the four marked places and loses less wins. Take Bridgewick: it is worth 5 points.",
    look: { part: "map", hexes: [TARGET] },
    moot: moved,
  },
  {
    id: "set-up",
    title: "Place the commando",
    text: "One counter is still in your hand: 5Cdo. It may stand anywhere within two hexes of 0203.",
    task: "Place 5Cdo on a marked hex and end the set-up.",
    look: { part: "map", units: ["5Cdo"] },
    done: () => false,
    moot: (context) => context.seen.phase !== "set-up",
  },
  {
    id: "select",
    title: "Take a counter in hand",
    text:
      "2/12 stands on the road at 0306. Its numbers read 4-4-4: attack, defence, movement. The X in the box means infantry, " +
      "the two strokes above it a battalion.",
    task: "Select 2/12.",
    look: { part: "map", units: ["2/12"] },
    done: (context) =>
      signalled(context, "selected", { unit: "2/12" }) || happened(context, "moved", { unit: "2/12" }),
    moot: isPast("movement"),
  },
  {
    id: "refusal",
    title: "Ask for too much",
    text:
      "Outlined hexes are in reach; the number in each is the movement left on arrival. A dashed red rim is an enemy zone: " +
      "the move ends there. Other hexes may be asked for, too. Nothing is lost by asking.",
    task: "With 2/12 in hand, choose Bridgewick itself, 0506.",
    look: { part: "map", hexes: [TARGET] },
    done: (context) => signalled(context, "refused"),
    moot: (context) => happened(context, "moved", { unit: "2/12" }) || isPast("movement")(context),
    optional: true,
  },
  {
    id: "clause",
    title: "Every no has a reason",
    text: "The answer names what is in the way and the clause that says so. The small number is a link.",
    task: "Open the clause, then close it with Esc.",
    look: { part: "map", hexes: [TARGET] },
    done: (context) => signalled(context, "rule-opened"),
    moot: (context) => happened(context, "moved", { unit: "2/12" }) || isPast("movement")(context),
    optional: true,
  },
  {
    id: "move",
    title: "To the bridge",
    text: "A hex along a road costs ½ point instead of 1 or 2. The bridge leads from 0406 into Bridgewick.",
    task: "Move 2/12 to 0406.",
    look: { part: "map", hexes: [BRIDGE] },
    done: (context) => unitsAt(context.seen, ALL, [BRIDGE]).length > 0,
    moot: isPast("movement"),
  },
  {
    id: "surround",
    title: "Three are better than one",
    text:
      "One battalion against a defended town is a poor bet. 1/12 reaches 0405 on this bank. 3/12 wades the river to 0507 with " +
      "exactly its 4 points. A wrong move can be taken back until dice are rolled.",
    task: (context) => {
      const there = unitsAt(context.seen, INFANTRY, AROUND);
      const missing = [
        there.includes("1/12") ? "" : "1/12 to 0405",
        there.includes("3/12") ? "" : "3/12 to 0507",
        there.includes("2/12") ? "" : "2/12 to 0406",
      ].filter(Boolean);
      return missing.length ? `Move ${missing.join(" and ")}.` : "Bring three battalions next to 0506.";
    },
    look: { part: "map", hexes: ["0405", "0507"] },
    done: (context) => unitsAt(context.seen, ALL, AROUND).length >= 3,
    moot: isPast("movement"),
  },
  {
    id: "end-movement",
    title: "Done moving",
    text:
      "The bar above shows the phases of your turn. Tanks can wait: mobile units move in a phase of their own after combat, " +
      "if they have not moved yet.",
    task: "End the movement phase.",
    look: { part: "prompt" },
    done: isPast("movement"),
  },
  {
    id: "attack",
    title: "Choose the fight",
    text:
      "Attack is added up, defence is taken off, and the difference picks a column of the combat table. The panel shows " +
      "every part and the chance of each result before you commit. All three battalions make 11 against 3: +8.",
    task: "Attack 0506 with every battalion next to it.",
    look: { part: "odds", hexes: [TARGET] },
    done: attacked,
    moot: isPast("combat"),
  },
  {
    id: "support",
    title: "Call for fire",
    text:
      "Support markers add their number to your side, once; you have four this turn. The garrison has three and may answer. " +
      "Watch the bars change before you add one.",
    task: "Add a +2 marker, or pass to save it.",
    look: { part: "support" },
    done: (context) =>
      happened(context, "supported", { side: MINE }) || happened(context, "passed", { side: MINE }),
    moot: (context) => fought(context) || isPast("combat")(context),
  },
  {
    id: "roll",
    title: "Let it stand",
    text: "The two sides add markers in turns. When both pass, the die is rolled.",
    task: "Pass, or add another marker.",
    look: { part: "prompt" },
    done: fought,
    moot: isPast("combat"),
  },
  {
    id: "result",
    title: "What the die says",
    text: outcome,
    task: (context) => {
      if (asks(context, "loss"))
        return "Choose the battalion that loses a step. It is turned to its weaker side.";
      if (asks(context, "retreat")) return "Choose: go back, or stand and lose a step.";
      if (asks(context, "advance")) return "The hex is empty. Advance into Bridgewick, or stay.";
      if (asks(context, "displace")) return "A friend is in the way. Choose where it goes.";
      return mine(context) ? "Read the line in the log." : "The garrison decides.";
    },
    look: (context) =>
      mine(context)
        ? { units: context.seen.asked?.units ?? [], hexes: context.seen.asked?.hexes ?? [] }
        : { part: "log" },
    done: (context) => fought(context) && (asks(context, "combat") || isPast("combat")(context)),
    moot: isPast("combat"),
  },
  {
    id: "end-combat",
    title: "Enough for now",
    text: (context) =>
      `${fought(context) ? `${outcome(context)} ` : ""}A unit attacks once a phase, and is attacked once.`,
    task: "End the combat phase.",
    look: { part: "prompt" },
    done: isPast("combat"),
  },
  {
    id: "tanks",
    title: "Now the tanks",
    text:
      "Armour and recon that have not moved yet may move now, and fight in the phase after it. A/7 and B/7 have 8 points " +
      "each: bring them to the river, ready for the next turn.",
    task: "Move A/7 or B/7, or end the phase.",
    look: { part: "map", units: ["A/7", "B/7"] },
    done: (context) => happened(context, "moved", (facts) => facts.unit === "A/7" || facts.unit === "B/7"),
    moot: isPast("mobile-movement"),
  },
  {
    id: "end-turn",
    title: "Hand over",
    text: "When your last phase ends, the garrison has its turn. Keep an eye on your steps: each one lost is a point for the other side.",
    task: "End your phases.",
    look: { part: "phases" },
    done: isPast("mobile-combat"),
  },
  {
    id: "reply",
    title: "The garrison answers",
    text:
      "The computer moves and fights under the same rules. Everything it does stands in the log. If it attacks, you are asked " +
      "for markers, retreats and losses of your own.",
    task: "Answer what is asked. Turn 2 comes next.",
    look: { part: "log" },
    done: (context) => context.seen.turn > 1 || context.seen.over,
  },
  {
    id: "end",
    title: "That is the game",
    text:
      "Move, fight, exploit, then the other side. In turn 2 your reinforcements wait at the western edge, and red tanks come from the " +
      "east. Five turns are left to reach Fourways. This is a real game: play on, or leave it and begin another battle.",
    look: { part: "balance" },
  },
];

export const crossroads: Lesson = {
  id: "crossroads",
  title: "A first battle",
  battle: "crossroads",
  book: "fm-folio",
  side: MINE,
  against: "recruit",
  minutes: 5,
  steps,
};
