import type { Choice, Hint, Offer, OrderBody, Refusal } from "../api/types";
import type { Desk } from "./interaction.svelte";
import { isSpot, termsOf, verbWord, type Draft } from "./orders";
import { capital, sideName } from "./view";

export interface PromptButton {
  key: string;
  label: string;
  style: "main" | "plain" | "chosen";
  disabled: boolean;
  hint: string | null;
  run(): void;
}

export interface MarkerChip {
  key: string;
  value: number;
  label: string;
  /** The combat the marker would begin by itself; none where it adds to another. */
  combat: OrderBody | null;
  run(): void;
}

/** What the prompt says and which buttons it has. */
export interface Prompt {
  title: string;
  detail: string;
  rule: string;
  unit: string | null;
  refusal: Refusal | null;
  buttons: PromptButton[];
  markers: MarkerChip[];
  selecting: boolean;
}

export interface PromptActions {
  give(order: OrderBody, at: string | null): void;
  confirm(): void;
  cancel(): void;
  use(index: number): void;
  otherWay(): void;
  ask(player: string): void;
}

interface Selection {
  readonly unit: string | null;
  readonly target: string | null;
  readonly offers: Offer[];
  readonly offer: Offer | null;
  readonly active: number;
  readonly plan: Choice | null;
  readonly draft: Draft | null;
  readonly objection: Refusal | null;
  readonly immediate: Choice[];
  readonly alternatives: Choice[];
  readonly reach: Map<string, Choice[]>;
  readonly loading: boolean;
  readonly hint: Hint | null;
  readonly advisor: string | null;
}

export function promptOf(chosen: Selection, desk: Desk, actions: PromptActions): Prompt {
  const asked = desk.situation?.asked ?? null;
  const selecting = chosen.unit !== null || chosen.target !== null || chosen.plan !== null;
  /** So many counters are to be picked, and nothing else is asked. */
  const picking = !selecting && chosen.draft !== null;
  const base: Prompt = {
    title: asked?.prompt ?? "",
    detail: "",
    rule: asked?.rule ?? "",
    unit: chosen.unit,
    refusal: chosen.objection,
    buttons: [],
    markers: [],
    selecting,
  };
  if (!asked || !desk.legal) return desk.ours ? base : { ...base, ...waiting(desk) };
  const enabled = desk.mayOrder;
  if (chosen.advisor !== null) {
    const title = `The ${chosen.advisor} thinks about it.`;
    return { ...base, title, detail: asked.prompt, selecting: true };
  }
  if (chosen.hint) return { ...base, ...hinted(chosen.hint, desk, actions) };
  /** Nothing is chosen, or nothing that has an order. */
  const idle = !selecting || (!chosen.loading && chosen.offers.length === 0 && chosen.plan === null);
  const buttons = selecting || picking ? selectionButtons(chosen, actions, enabled) : [];
  return {
    ...base,
    ...wording(chosen, desk),
    buttons: [...buttons, ...(idle ? plainButtons(desk.legal.plain, actions, enabled) : [])],
    markers: chips(idle ? desk.legal.plain : chosen.immediate, actions),
  };
}

function waiting(desk: Desk): Partial<Prompt> {
  const asked = desk.situation?.asked;
  if (!asked) return { title: "The game is over." };
  if (desk.thinking !== null) {
    const side = sideName(desk.sheet, asked.side);
    return { title: `The ${desk.thinking} thinks.`, detail: `${side}: ${asked.prompt}` };
  }
  return { title: `${sideName(desk.sheet, asked.side)} decides.`, detail: asked.prompt };
}

/** What a computer would do, why, and what to make of it. */
function hinted({ choice, player, reason }: Hint, desk: Desk, actions: PromptActions): Partial<Prompt> {
  const button = (key: string, label: string, hint: string | null, run: () => void): PromptButton => ({
    key,
    label,
    style: key === "accept" ? "main" : "plain",
    disabled: !desk.mayOrder,
    hint,
    run,
  });
  const better = desk.players.slice(desk.players.findIndex(({ name }) => name === player) + 1).at(-1);
  const ask = better ? [button("ask", `Ask the ${better.name}`, null, () => actions.ask(better.name))] : [];
  return {
    title: `The ${player} would: ${orderWords(choice, desk)}.`,
    detail: reason && `${capital(reason)}.`,
    rule: "",
    unit: choice.order.unit ?? null,
    selecting: true,
    buttons: [
      ...ask,
      button("dismiss", "Dismiss", "Esc", () => actions.cancel()),
      button("accept", "Do it", "Enter", () => actions.confirm()),
    ],
  };
}

/** A whole order in words. */
function orderWords(choice: Choice, desk: Desk): string {
  const { order } = choice;
  if (order.unit && choice.hex) return lowered(planWords(choice, nameOf(order.unit, desk)));
  const units = (order.units ?? []).map((unit) => nameOf(unit, desk)).join(", ");
  const caption = lowered(labels([choice])[0]!);
  const markers = (order.markers ?? []).map((value) => `+${value}`).filter((mark) => !caption.includes(mark));
  if (order.unit) return `${caption}: ${nameOf(order.unit, desk)}`;
  return [
    caption,
    choice.hex && !caption.includes(choice.hex) ? choice.hex : "",
    ...markers,
    units && `with ${units}`,
  ]
    .filter(Boolean)
    .join(" ");
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

function wording(chosen: Selection, desk: Desk): Partial<Prompt> {
  const asked = desk.situation!.asked!;
  const { unit, target, plan, offer, draft } = chosen;
  if (plan && unit === null) {
    return { title: `${bareCaption(plan.caption)}: ${plan.hex}, or another hex.`, detail: asked.prompt };
  }
  if (draft && offer && unit === null && target === null) {
    const goal = offer.exact || offer.candidates.length;
    return { detail: `${draft.units.length} of ${goal} chosen. Click counters to change the choice.` };
  }
  if (plan && unit) {
    return {
      title: `${planWords(plan, nameOf(unit, desk))}, or pick another hex.`,
      detail: termsOf(plan, allowance(unit, plan, desk)),
    };
  }
  if (draft && offer) {
    const aim = target ? ` ${target}` : "";
    const count = draft.units.length;
    const force = count === 0 ? "no counter yet" : count === 1 ? draft.units[0]! : `${count} counters`;
    return {
      title: `${verbWord(offer.verb)}${aim} with ${force}.`,
      detail: "Click counters to take them in or leave them out.",
    };
  }
  if (unit && chosen.loading) return { title: nameOf(unit, desk), detail: "Looking up its orders." };
  if (unit && chosen.reach.size > 0 && offer) {
    return { title: `${aimWords(offer, nameOf(unit, desk))}: pick a hex.`, detail: asked.prompt };
  }
  if (unit && chosen.immediate.length > 0) {
    return { title: `${nameOf(unit, desk)}: choose an order.`, detail: asked.prompt };
  }
  if (unit) return { title: `${nameOf(unit, desk)} has no order now.`, detail: asked.prompt };
  if (target) {
    const title = offer ? `${offer.caption} ${target}.` : `There is no order for ${target} now.`;
    return { title: chosen.loading ? target : title, detail: asked.prompt };
  }
  return {};
}

function selectionButtons(chosen: Selection, actions: PromptActions, enabled: boolean): PromptButton[] {
  const buttons: PromptButton[] = [];
  const button = (
    key: string,
    label: string,
    run: () => void,
    style: PromptButton["style"] = "plain",
    hint: string | null = null,
    disabled = false,
  ): void => void buttons.push({ key, label, run, style, hint, disabled: disabled || !enabled });

  const places = chosen.offers
    .map((offer, index) => ({ offer, index }))
    .filter(({ offer }) => offer.candidates.length > 0 || onMap(offer, chosen));
  if (places.length > 1 && !chosen.plan) {
    for (const { offer, index } of places) {
      const style = index === chosen.active ? "chosen" : "plain";
      button(`use ${index}`, verbLabel(offer), () => actions.use(index), style);
    }
  }
  const now = chosen.immediate.filter((choice) => !isChip(choice));
  const only = now.length === 1 && !chosen.plan && !chosen.draft && chosen.reach.size === 0;
  const words = labels(now);
  const giveNow = (index: number, style: PromptButton["style"], hint: string | null): void => {
    const choice = now[index]!;
    button(`now ${index}`, words[index]!, () => actions.give(choice.order, choice.hex), style, hint);
  };
  if (!only) for (const index of now.keys()) giveNow(index, "plain", null);
  if (chosen.plan && chosen.alternatives.length > 1) {
    const at = chosen.alternatives.indexOf(chosen.plan) + 1;
    button("other", `Other way (${Math.max(at, 1)} of ${chosen.alternatives.length})`, () =>
      actions.otherWay(),
    );
  }
  if (chosen.unit !== null || chosen.target !== null || chosen.plan)
    button("cancel", chosen.plan ? "Another hex" : "Deselect", () => actions.cancel(), "plain", "Esc");
  if (only) giveNow(0, "main", "Enter");
  if (chosen.plan) button("confirm", chosen.plan.caption, () => actions.confirm(), "main", "Enter");
  else if (chosen.draft && chosen.offer) {
    const none = chosen.draft.units.length === 0 || chosen.objection !== null;
    button("confirm", chosen.offer.caption, () => actions.confirm(), "main", "Enter", none);
  }
  return buttons;
}

const onMap = (offer: Offer, chosen: Selection): boolean =>
  chosen.unit !== null && offer.choices.some((choice) => choice.hex !== null && choice.hex !== "off");

/** “Move NK-4”, but “Demolish the bridge with NK-4”. */
function aimWords(offer: Offer, name: string): string {
  const words = bareCaption(offer.caption);
  if (words.endsWith(" here")) return `${words.slice(0, -" here".length)} ${name}`;
  return words.includes(" ") ? `${words} with ${name}` : `${verbWord(offer.verb)} ${name}`;
}

/** “Move here” of a counter is “Move NK-4 to 0906”; what is done from where it stands names the hex it is done to. */
function planWords(plan: Choice, name: string): string {
  const words = bareCaption(plan.caption);
  const verb = words.endsWith(" here") ? words.slice(0, -" here".length) : verbWord(plan.order.order);
  if (plan.hex === "off") return `${verb} ${name} off the map`;
  if (plan.path.length > 1) return `${verb} ${name} to ${plan.hex}`;
  return words.endsWith(" here") ? `${verb} ${name} in ${plan.hex}` : `${words}: ${name}, ${plan.hex}`;
}

/** “Look from the air (1 CP)” without its price. */
const bareCaption = (caption: string): string => caption.replace(/ \([^)]*\)$/, "");

const verbLabel = (offer: Offer): string =>
  offer.caption.endsWith(" here")
    ? offer.caption.slice(0, -" here".length)
    : offer.caption || capital(offer.verb);

/** Captions as buttons show them; what the same caption stands for is told apart by the order's parts. */
export function labels(choices: Choice[]): string[] {
  const captions = choices.map((choice) => choice.caption.trim() || verbWord(choice.order.order));
  return captions.map((caption, index) => {
    if (captions.filter((other) => other === caption).length < 2) return caption;
    const { markers, draw, hex, unit } = choices[index]!.order;
    if (markers?.length) return `${caption} ${markers.map((value) => `+${value}`).join(" ")}`;
    if (draw) return `${caption}: draw ${draw}`;
    return [caption, unit, hex].filter(Boolean).join(" ");
  });
}

/** A choice of one support marker is a chip with the marker on it. */
export const isChip = (choice: Choice): boolean => choice.order.markers?.length === 1;

function plainButtons(plain: Choice[], actions: PromptActions, enabled: boolean): PromptButton[] {
  const shown = plain.filter((choice) => !isChip(choice) && !isSpot(choice));
  const words = labels(shown);
  return shown.map((choice, index) => ({
    key: `plain ${index}`,
    label: words[index]!,
    style: shown.length === 1 ? "main" : "plain",
    disabled: !enabled,
    hint: shown.length === 1 ? "Enter" : null,
    run: () => actions.give(choice.order, choice.hex),
  }));
}

function chips(choices: Choice[], actions: PromptActions): MarkerChip[] {
  return choices.filter(isChip).map((choice, index) => ({
    key: `${choice.order.order} ${choice.order.markers![0]} ${index}`,
    value: choice.order.markers![0]!,
    label: choice.caption,
    combat: choice.hex === null ? null : choice.order,
    run: () => actions.give(choice.order, choice.hex),
  }));
}

function nameOf(unit: string, desk: Desk): string {
  const counter = desk.sheet?.counters.find((one) => one.id === unit);
  return counter?.name || unit;
}

/** The printed allowance of the counter's side up, if the choice spends from it. */
function allowance(unit: string, choice: Choice, desk: Desk): number | null {
  if (choice.left === null) return null;
  const counter = desk.sheet?.counters.find((one) => one.id === unit);
  const step = desk.situation?.counters.get(unit)?.step ?? 0;
  return counter?.steps[step]?.[2] ?? null;
}
