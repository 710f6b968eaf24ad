import type { BattleSheet, Choice, LegalOrders, Offer, OrderBody } from "../api/types";
import { capital, isHex, points } from "./view";

/** The one-line form of an order, by the parts its verb has; it can be typed in again. */
export function orderText(order: OrderBody, verbs: BattleSheet["verbs"]): string {
  const words: string[] = [order.order];
  for (const part of verbs[order.order] ?? []) {
    if (part === "unit" && order.unit) words.push(order.unit);
    else if (part === "hex" && order.hex) words.push(order.hex);
    else if (part === "path" && order.path) words.push(order.path.join("-"));
    else if (part === "units" && order.units) words.push(...order.units);
    else if (part === "with" && order.units) words.push("with", ...order.units);
    else if (part === "doubling" && order.doubling?.length) words.push("doubling", ...order.doubling);
    else if (part === "using" && order.using) words.push("using", order.using);
    else if (part === "markers") words.push(...(order.markers ?? []).map((value) => `+${value}`));
    else if (part === "draw" && order.draw) words.push("draw", String(order.draw));
  }
  return words.join(" ");
}

/** An order with only the parts that are set: the server refuses parts a verb does not have. */
export function bare(order: OrderBody): OrderBody {
  return Object.fromEntries(
    Object.entries(order).filter(([, value]) => value !== null && value !== undefined),
  ) as OrderBody;
}

/** Subjects that have an order: where the server lists orders at once, those without any are left out. */
export function withOrders(legal: LegalOrders): LegalOrders {
  if (legal.offers.length === 0) return legal;
  const named = new Set(legal.offers.map((offer) => (legal.kind === "hex" ? offer.hex : offer.unit)));
  const subjects = legal.subjects.filter((subject) => named.has(subject));
  return subjects.length > 0 ? { ...legal, subjects } : legal;
}

/** What the client asks about a counter and a hex that is not offered, by the verb's form. */
export function probe(
  verb: string,
  unit: string | null,
  hex: string,
  verbs: BattleSheet["verbs"],
): OrderBody | null {
  const form = verbs[verb] ?? [];
  if (!form.includes("unit") || unit === null) return null;
  if (form.includes("path")) return { order: verb, unit, path: [hex] };
  if (form.includes("hex")) return { order: verb, unit, hex };
  return null;
}

/** What may still be changed about an order of several counters. */
export interface Draft {
  units: string[];
  doubling: string[];
  using: string | null;
  markers: number[];
}

export const fullDraft = (offer: Offer): Draft => ({
  units: [...(offer.suggested.length > 0 ? offer.suggested : offer.candidates)],
  doubling: [],
  using: null,
  markers: [],
});

export function composed(offer: Offer, draft: Draft, verbs: BattleSheet["verbs"]): OrderBody {
  const form = verbs[offer.verb] ?? [];
  const order: OrderBody = { order: offer.verb };
  if (form.includes("hex") && offer.hex) order.hex = offer.hex;
  if (form.includes("unit") && offer.unit) order.unit = offer.unit;
  order.units = draft.units;
  const doubling = draft.doubling.filter((id) => draft.units.includes(id) || !offer.candidates.includes(id));
  if (form.includes("doubling") && doubling.length > 0) order.doubling = doubling;
  if (form.includes("using") && draft.using) order.using = draft.using;
  if (form.includes("markers") && draft.markers.length > 0) order.markers = draft.markers;
  return order;
}

export const toggled = <T>(list: T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

/** Choices that lead to a hex of the map, best first per hex: most points left, fewest steps lost. */
export function byHex(choices: Choice[], sheet: BattleSheet): Map<string, Choice[]> {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    if (!isHex(sheet, choice.hex)) continue;
    groups.set(choice.hex, [...(groups.get(choice.hex) ?? []), choice]);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => a.steps - b.steps || (b.left ?? 0) - (a.left ?? 0) || a.path.length - b.path.length);
  }
  return groups;
}

/** A counter is taken in or left out; where so many are to be named, a further one takes the place of the first. */
export function picked(units: string[], unit: string, exact: number): string[] {
  const chosen = toggled(units, unit);
  return exact > 0 && chosen.length > exact ? chosen.slice(chosen.length - exact) : chosen;
}

/** Orders about a hex and no counter, by their hex: they are given on the map. */
export function spotsOf(plain: Choice[], sheet: BattleSheet): Map<string, Choice[]> {
  return byHex(plain.filter(isSpot), sheet);
}

/** An order that a hex is clicked for; markers that act on a hex have chips of their own. */
export const isSpot = ({ hex, order }: Choice): boolean =>
  hex !== null && hex !== "off" && !order.unit && !order.markers?.length;

/** Choices that need a button: those of no hex, and those that leave the map. */
export const buttonsOf = (choices: Choice[], sheet: BattleSheet): Choice[] =>
  choices.filter((choice) => !isHex(sheet, choice.hex));

/** What a choice costs or ends, in short sentences. */
export function termsOf(choice: Choice, allowance: number | null): string {
  const said: string[] = [];
  if (choice.left !== null && allowance !== null && allowance >= choice.left) {
    said.push(`${points(allowance - choice.left)} of ${points(allowance)} MP used.`);
  } else if (choice.left !== null) {
    said.push(`${points(choice.left)} MP left.`);
  }
  if (choice.stops) said.push("An enemy zone of control: the move ends there.");
  if (choice.steps === 1) said.push("It costs a step.");
  if (choice.steps > 1) said.push(`It costs ${choice.steps} steps.`);
  if (choice.displaces) said.push("A friendly unit must make room.");
  return said.join(" ");
}

export const verbWord = (verb: string): string => capital(verb.replaceAll("-", " "));

/** Appends a neighbouring hex to a way, or takes the way back to a hex it already touches. */
export function extended(path: string[], hex: string, sheet: BattleSheet): string[] | null {
  const at = path.indexOf(hex);
  if (at >= 0) return path.slice(0, at + 1);
  const last = path[path.length - 1];
  if (last === undefined) return null;
  return (sheet.neighbours[last] ?? []).includes(hex) ? [...path, hex] : null;
}

/**
 * A way of one's own taken on to a hex, one hex at a time or along the way that is offered there; null if there
 * would be a gap.
 */
export function wayOn(way: string[], hex: string, offered: string[], sheet: BattleSheet): string[] | null {
  const last = way.at(-1);
  if (last === undefined) return offered.length > 0 ? offered : null;
  const at = offered.indexOf(last);
  const onward = at >= 0 && at < offered.length - 1 ? [...way, ...offered.slice(at + 1)] : null;
  return extended(way, hex, sheet) ?? onward;
}

/** An allowed order that was not listed, as one that was. */
export const unlisted = (order: OrderBody, hex: string, caption: string): Choice => ({
  order,
  caption,
  hex,
  path: order.path ?? [],
  left: null,
  stops: false,
  steps: 0,
  displaces: false,
});

export type Found =
  | { kind: "order"; key: string; label: string; detail: string; order: OrderBody }
  | { kind: "typed"; key: string; label: string; detail: string; text: string }
  | { kind: "unit"; key: string; label: string; detail: string; unit: string }
  | { kind: "hex"; key: string; label: string; detail: string; hex: string };

export interface Haystack {
  sheet: BattleSheet;
  legal: LegalOrders | null;
  offers: Offer[];
  where: Map<string, string>;
}

const MOST_FOUND = 60;

/** Orders, counters, places and hexes that match; a line that begins with a verb can be given as typed. */
export function search(query: string, { sheet, legal, offers, where }: Haystack): Found[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const hits = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found: Found[] = [];
  const verb = words[0] ?? "";
  if (legal !== null && verb in sheet.verbs && wanted !== "") {
    const text = query.trim();
    found.push({ kind: "typed", key: "typed", label: text, detail: "Give this order", text });
  }
  const orders = legal === null ? [] : [...legal.plain, ...offers.flatMap((offer) => offer.choices)];
  const seen = new Set<string>();
  for (const choice of orders) {
    const text = orderText(choice.order, sheet.verbs);
    if (seen.has(text) || !hits(`${text} ${choice.caption}`)) continue;
    seen.add(text);
    const left = choice.left === null ? "" : `, ${points(choice.left)} MP left`;
    found.push({
      kind: "order",
      key: `order ${text}`,
      label: text,
      detail: `${choice.caption}${left}`,
      order: choice.order,
    });
  }
  for (const offer of legal === null ? [] : offers) {
    if (offer.candidates.length === 0) continue;
    const order = composed(offer, fullDraft(offer), sheet.verbs);
    const text = orderText(order, sheet.verbs);
    if (!seen.has(text) && hits(`${text} ${offer.caption}`)) {
      found.push({ kind: "order", key: `order ${text}`, label: text, detail: offer.caption, order });
    }
  }
  if (wanted !== "") {
    found.push(...unitsFound(hits, sheet, where), ...hexesFound(hits, sheet));
  } else {
    for (const subject of legal?.subjects ?? []) found.push(subjectFound(subject, legal!, sheet));
  }
  return found.slice(0, MOST_FOUND);
}

function unitsFound(
  hits: (text: string) => boolean,
  sheet: BattleSheet,
  where: Map<string, string>,
): Found[] {
  return sheet.counters
    .filter((counter) => where.has(counter.id) && hits(`${counter.id} ${counter.name} ${counter.symbol}`))
    .map((counter) => ({
      kind: "unit" as const,
      key: `unit ${counter.id}`,
      label: counter.id,
      detail: [counter.name !== counter.id ? counter.name : "", where.get(counter.id) ?? ""]
        .filter(Boolean)
        .join(", "),
      unit: counter.id,
    }));
}

function hexesFound(hits: (text: string) => boolean, sheet: BattleSheet): Found[] {
  return Object.entries(sheet.hexes)
    .filter(([number, hex]) => hits(`${number} ${hex.place}`))
    .map(([number, hex]) => ({
      kind: "hex" as const,
      key: `hex ${number}`,
      label: hex.place || number,
      detail: [hex.place ? number : "", hex.terrain.join(", ")].filter(Boolean).join(", "),
      hex: number,
    }));
}

function subjectFound(subject: string, legal: LegalOrders, sheet: BattleSheet): Found {
  if (legal.kind === "hex") {
    const hex = sheet.hexes[subject];
    const detail = hex?.place || "May be chosen";
    return { kind: "hex", key: `hex ${subject}`, label: subject, detail, hex: subject };
  }
  const counter = sheet.counters.find((one) => one.id === subject);
  const detail = counter && counter.name !== subject ? counter.name : "May act";
  return { kind: "unit", key: `unit ${subject}`, label: subject, detail, unit: subject };
}
