import type {
  BattleSheet,
  Choice,
  Hint,
  LegalOrders,
  Odds,
  Offer,
  OrderBody,
  PlayerInfo,
  Refusal,
} from "../api/types";
import type { Bubble, Marks } from "../board";
import { gap, idle, refused } from "./bubbles";
import {
  buttonsOf,
  byHex,
  composed,
  fullDraft,
  picked,
  probe,
  spotsOf,
  toggled,
  unlisted,
  wayOn,
  type Draft,
} from "./orders";
import { marksOf, proposed, type Scene } from "./marks";
import { promptOf, type Prompt, type PromptActions } from "./prompt";
import type { Outcome, TableApi } from "./session.svelte";
import { isHex, type Situation } from "./view";

/** With so many hexes to choose from, a click elsewhere asks why not there. */
const AT_LARGE = 24;

/** What the interaction needs of a session. */
export interface Desk {
  readonly game: string;
  readonly api: Pick<TableApi, "legal" | "judge" | "odds">;
  readonly sheet: BattleSheet | null;
  readonly situation: Situation | null;
  readonly legal: LegalOrders | null;
  readonly mayOrder: boolean;
  /** The decision is ours, even while its orders are on their way. */
  readonly ours: boolean;
  /** The computer whose decision everybody waits for. */
  readonly thinking: string | null;
  /** Computers who may be asked for a hint, from the weakest to the strongest. */
  readonly players: readonly PlayerInfo[];
  readonly usual: string;
  /** Ways the other side has just gone. */
  readonly trail: string[][];
  clearTrail(): void;
  hint(player?: string): Promise<Hint | null>;
  give(order: OrderBody | string): Promise<Outcome>;
}

/**
 * From the open decision and the orders on offer to marks, prompt and buttons.
 * It knows counters, hexes, choices and drafts, but no rule.
 */
export class Interaction {
  unit = $state<string | null>(null);
  target = $state<string | null>(null);
  offers = $state.raw<Offer[]>([]);
  active = $state(0);
  plan = $state.raw<Choice | null>(null);
  /** Hexes clicked one after another, for a way of one's own. */
  way = $state.raw<string[]>([]);
  draft = $state.raw<Draft | null>(null);
  /** Why the draft cannot be given as it is. */
  objection = $state.raw<Refusal | null>(null);
  odds = $state.raw<Odds | null>(null);
  /** Odds with the marker under the pointer added. */
  supported = $state.raw<Odds | null>(null);
  hoveredMarker = $state<number | null>(null);
  hover = $state<string | null>(null);
  bubble = $state.raw<Bubble | null>(null);
  loading = $state(false);
  /** What a computer would do, as long as nobody does something else. */
  hint = $state.raw<Hint | null>(null);
  /** The computer that thinks about a hint. */
  advisor = $state<string | null>(null);

  readonly offer: Offer | null = $derived(this.offers[this.active] ?? null);
  /** Choices of the chosen verb by the hex they lead to; about a hex there are none. */
  readonly reach: Map<string, Choice[]> = $derived.by(() =>
    this.unit !== null && this.offer && this.desk.sheet
      ? byHex(this.offer.choices, this.desk.sheet)
      : new Map<string, Choice[]>(),
  );
  /** With nothing in hand, hexes that have an order of their own. */
  readonly spots: Map<string, Choice[]> = $derived.by(() => {
    const { sheet, legal } = this.desk;
    const free = this.unit === null && this.target === null && this.draft === null;
    return free && sheet && legal ? spotsOf(legal.plain, sheet) : new Map<string, Choice[]>();
  });
  /** Choices that are given by a button, of whatever verb. */
  readonly immediate: Choice[] = $derived.by(() => {
    const sheet = this.desk.sheet;
    if (!sheet) return [];
    const choices = this.offers.flatMap((offer) => offer.choices);
    return this.target !== null ? choices : buttonsOf(choices, sheet);
  });
  /** Other ways to the planned hex. */
  readonly alternatives: Choice[] = $derived(
    this.plan?.hex ? (this.reach.get(this.plan.hex) ?? this.spots.get(this.plan.hex) ?? []) : [],
  );
  readonly scene: Scene = $derived.by(() => ({
    sheet: this.desk.sheet,
    situation: this.desk.situation,
    legal: this.desk.legal,
    unit: this.unit,
    target: this.target,
    reach: this.reach,
    spots: this.spots,
    shown: this.plan ?? this.#hovered(),
    way: this.way,
    draft: this.draft,
    trail: this.desk.trail,
    ...(this.hint ? proposed(this.hint.choice) : {}),
  }));
  readonly marks: Marks = $derived(marksOf(this.scene));
  readonly prompt: Prompt = $derived.by(() => promptOf(this, this.desk, this.#actions()));

  #request = 0;
  #arriving: Promise<void> = Promise.resolve();

  constructor(readonly desk: Desk) {}

  /** A new decision: nothing is chosen, unless there is only one thing to choose. */
  async begin(): Promise<void> {
    this.#putDown();
    const legal = this.desk.legal;
    if (!legal) return;
    const only = legal.subjects.length === 1 && legal.plain.length === 0 ? legal.subjects[0]! : null;
    if (only === null) return;
    await (legal.kind === "hex" ? this.pickTarget(only) : this.pickUnit(only));
  }

  /** Nothing is in hand; where counters are to be picked and nothing else is asked, the picking is open. */
  #putDown(): void {
    this.clear();
    void this.refreshOdds();
    const legal = this.desk.legal;
    const picks = legal?.offers.filter((offer) => offer.unit === null && offer.hex === null) ?? [];
    if (picks.length > 0 && legal?.subjects.length === 0) this.#show(picks);
  }

  /** “What would you do?” The answer is shown as an order that may be given. */
  async ask(player: string = this.desk.usual): Promise<void> {
    if (!this.desk.mayOrder || this.advisor !== null) return;
    this.clear();
    this.advisor = player;
    const request = this.#request;
    const hint = await this.desk.hint(player);
    // Meanwhile the player may have taken something in hand.
    if (request !== this.#request) return;
    if (hint === null) return this.#putDown();
    this.advisor = null;
    this.hint = hint;
    this.odds = hint.odds;
  }

  clear(): void {
    this.#request += 1;
    this.hint = null;
    this.advisor = null;
    this.unit = null;
    this.target = null;
    this.offers = [];
    this.active = 0;
    this.draft = null;
    this.objection = null;
    this.loading = false;
    this.odds = null;
    this.#unplan();
  }

  /** One step back: the plan first, then the selection. */
  cancel(): void {
    this.desk.clearTrail();
    if (this.bubble) this.bubble = null;
    else if (this.plan || this.way.length > 0) this.#unplan();
    else this.#putDown();
  }

  #unplan(): void {
    this.plan = null;
    this.way = [];
    this.bubble = null;
    this.supported = null;
    this.hoveredMarker = null;
  }

  pickUnit(id: string): Promise<void> {
    return (this.#arriving = this.#takeUnit(id));
  }

  async #takeUnit(id: string): Promise<void> {
    this.clear();
    this.unit = id;
    const offers = await this.#offersOf({ unit: id });
    if (offers === null || this.unit !== id) return;
    this.#show(offers);
  }

  async pickTarget(hex: string): Promise<void> {
    this.clear();
    this.target = hex;
    const offers = await this.#offersOf({ hex });
    if (offers === null || this.target !== hex) return;
    this.#show(offers);
  }

  #show(offers: Offer[]): void {
    const sheet = this.desk.sheet;
    const leading = offers.findIndex(
      (offer) => offer.candidates.length > 0 || (sheet !== null && byHex(offer.choices, sheet).size > 0),
    );
    this.offers = offers;
    this.use(Math.max(0, leading));
  }

  /** Takes up another of the verbs on offer. */
  use(index: number): void {
    this.#unplan();
    this.active = index;
    const offer = this.offers[index];
    this.draft = offer && offer.candidates.length > 0 ? fullDraft(offer) : null;
    void this.#weigh();
  }

  async #offersOf(subject: { unit?: string; hex?: string }): Promise<Offer[] | null> {
    const listed = (this.desk.legal?.offers ?? []).filter((offer) =>
      subject.unit !== undefined ? offer.unit === subject.unit : offer.hex === subject.hex,
    );
    if (listed.length > 0) return listed;
    const request = ++this.#request;
    this.loading = true;
    try {
      const legal = await this.desk.api.legal(this.desk.game, subject);
      return request === this.#request ? legal.offers : null;
    } catch {
      return null;
    } finally {
      if (request === this.#request) this.loading = false;
    }
  }

  async clickHex(hex: string, along = false): Promise<void> {
    this.bubble = null;
    this.desk.clearTrail();
    // A quick second click is meant for the unit in hand, whose orders are still on their way.
    if (this.unit !== null && this.loading) await this.#arriving;
    const legal = this.desk.legal;
    if (this.unit !== null && this.offer) {
      if (along) return this.#clickAlong(hex);
      if (this.plan?.hex === hex) return this.confirm();
      const choices = this.reach.get(hex);
      if (choices) return this.#planned(choices[0]!);
      if (hex === this.#at(this.unit)) return this.cancel();
      return this.#askWhyNot(hex);
    }
    if (legal?.kind === "hex" && legal.subjects.includes(hex)) {
      if (this.target !== hex) await this.pickTarget(hex);
      return;
    }
    if (this.plan?.hex === hex) return this.confirm();
    const spot = this.spots.get(hex);
    if (spot) return this.#planned(spot[0]!);
    if (this.draft && this.target === null) return;
    if (this.spots.size > AT_LARGE && !this.plan) return this.#askWhyNot(hex);
    this.#putDown();
  }

  async clickCounter(id: string, hex: string, along = false): Promise<void> {
    const legal = this.desk.legal;
    this.desk.clearTrail();
    if (!legal) return;
    if (this.draft && this.offer?.candidates.includes(id)) return this.toggle("units", id);
    if (legal.kind === "hex" || along) return this.clickHex(hex, along);
    const stack = this.#actorsIn(hex);
    if (this.unit !== null && this.plan?.hex === hex) return this.clickHex(hex);
    if (stack.length > 0) {
      const at = this.unit === null ? -1 : stack.indexOf(this.unit);
      const next = at >= 0 ? stack[(at + 1) % stack.length]! : stack.includes(id) ? id : stack[0]!;
      if (next !== this.unit) return this.pickUnit(next);
      return this.cancel();
    }
    if (this.unit !== null || this.spots.has(hex)) return this.clickHex(hex);
    if (this.draft && this.target === null) return;
    this.clear();
    this.bubble = idle(hex, id, this.desk.situation?.asked?.rule ?? "");
  }

  async drop(id: string, hex: string): Promise<void> {
    if (!this.desk.legal?.subjects.includes(id)) return;
    if (this.unit !== id) await this.pickUnit(id);
    const choices = this.reach.get(hex);
    if (!choices) return this.#askWhyNot(hex);
    this.#planned(choices[0]!);
    await this.confirm();
  }

  async double(hex: string): Promise<void> {
    if (this.unit === null) return;
    const choices = this.reach.get(hex);
    if (this.plan?.hex !== hex && choices) this.#planned(choices[0]!);
    if (this.plan?.hex === hex) await this.confirm();
  }

  /** Gives what is planned or put together; with nothing chosen, the only plain order. */
  async confirm(): Promise<void> {
    if (!this.desk.mayOrder) return;
    if (this.hint) await this.give(this.hint.choice.order, this.hint.choice.hex);
    else if (this.draft && this.offer && this.desk.sheet) {
      if (this.draft.units.length > 0)
        await this.give(composed(this.offer, this.draft, this.desk.sheet.verbs));
    } else if (this.plan) await this.give(this.plan.order, this.plan.hex);
    else if (this.#hovered()) this.#planned(this.#hovered()!);
    else {
      const main = this.prompt.buttons.find((button) => button.style === "main");
      if (main && !main.disabled) main.run();
    }
  }

  async give(order: OrderBody | string, at: string | null = null): Promise<void> {
    if (!this.desk.mayOrder) return;
    const outcome = await this.desk.give(order);
    if (outcome.kind === "refused") this.#refuse(outcome.refusal, at ?? this.target);
  }

  toggle(part: "units" | "doubling", id: string): void {
    if (!this.draft) return;
    const exact = part === "units" ? (this.offer?.exact ?? 0) : 0;
    this.draft = { ...this.draft, [part]: picked(this.draft[part], id, exact) };
    void this.#weigh();
  }

  toggleUsing(id: string): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, using: this.draft.using === id ? null : id };
    void this.#weigh();
  }

  toggleMarker(value: number): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, markers: toggled(this.draft.markers, value) };
    void this.#weigh();
  }

  takeOtherWay(): void {
    if (!this.plan || this.alternatives.length < 2) return;
    const at = this.alternatives.indexOf(this.plan);
    this.plan = this.alternatives[(at + 1) % this.alternatives.length]!;
  }

  /** The next counter or hex that may act, for the keyboard; nothing behind the last one. */
  async next(step: 1 | -1): Promise<string | null> {
    const subject = this.peek(step);
    if (subject === null) return null;
    await (this.desk.legal?.kind === "hex" ? this.pickTarget(subject) : this.pickUnit(subject));
    return subject;
  }

  /** What `next` would choose. */
  peek(step: 1 | -1): string | null {
    const legal = this.desk.legal;
    if (!legal || legal.subjects.length === 0) return null;
    const at = legal.subjects.indexOf((legal.kind === "hex" ? this.target : this.unit) ?? "");
    const goal = at < 0 ? (step > 0 ? 0 : legal.subjects.length - 1) : at + step;
    return legal.subjects[goal] ?? null;
  }

  /** Judges a line of text and gives it if it is allowed; the sentence says why not. */
  async giveTyped(text: string): Promise<Refusal | null> {
    const judgement = await this.desk.api.judge(this.desk.game, text);
    if (!judgement.allowed) return judgement.refusal;
    const outcome = await this.desk.give(text);
    return outcome.kind === "refused" ? outcome.refusal : null;
  }

  /** The odds with a marker added, or those of the combat that the marker would begin. */
  async hoverMarker(value: number | null, combat: OrderBody | null = null): Promise<void> {
    this.hoveredMarker = value;
    this.supported = null;
    if (value === null || !this.odds) return;
    try {
      const odds = await this.desk.api.odds(this.desk.game, {
        order: combat ?? this.#draftOrder(),
        support: combat ? [] : [value],
        against: [],
      });
      if (this.hoveredMarker === value) this.supported = odds;
    } catch {
      // Without an answer the bars stay as they are.
    }
  }

  /** Odds of the combat under way; a draft has its own. */
  async refreshOdds(): Promise<void> {
    if (this.draft) return;
    if (!this.desk.situation?.combat) {
      this.odds = null;
      return;
    }
    const request = this.#request;
    try {
      const odds = await this.desk.api.odds(this.desk.game, { order: null, support: [], against: [] });
      if (request === this.#request && !this.draft) this.odds = odds;
    } catch {
      this.odds = null;
    }
  }

  async #weigh(): Promise<void> {
    const order = this.#draftOrder();
    this.objection = null;
    if (!order || order.units?.length === 0) {
      if (order) this.odds = null;
      return;
    }
    const request = ++this.#request;
    // A mere choice of counters is no combat.
    const fight = this.offer?.hex ? { order, support: [], against: [] } : null;
    const [judgement, odds] = await Promise.allSettled([
      this.desk.api.judge(this.desk.game, order),
      fight ? this.desk.api.odds(this.desk.game, fight) : null,
    ]);
    if (request !== this.#request) return;
    this.objection =
      judgement.status === "fulfilled" && !judgement.value.allowed ? judgement.value.refusal : null;
    this.odds = odds.status === "fulfilled" ? odds.value : null;
  }

  #draftOrder(): OrderBody | null {
    const sheet = this.desk.sheet;
    return this.draft && this.offer && sheet ? composed(this.offer, this.draft, sheet.verbs) : null;
  }

  #planned(choice: Choice): void {
    this.#unplan();
    this.plan = choice;
  }

  #hovered(): Choice | null {
    if (this.hover === null) return null;
    return this.reach.get(this.hover)?.[0] ?? null;
  }

  /** Shift and click: a way of one's own, hex by hex or by the pieces on offer; the server judges it. */
  async #clickAlong(hex: string): Promise<void> {
    const sheet = this.desk.sheet;
    const offer = this.offer;
    if (!sheet || !offer || this.unit === null || !isHex(sheet, hex)) return;
    if (!(sheet.verbs[offer.verb] ?? []).includes("path")) return this.clickHex(hex);
    const offered = this.reach.get(hex)?.[0];
    const start = this.way.length > 0 ? this.way : (this.plan?.path ?? []);
    const way = wayOn(start, hex, offered?.path ?? [], sheet);
    if (way === null) {
      this.bubble = gap(hex, start.at(-1));
      return;
    }
    const order: OrderBody = { order: offer.verb, unit: this.unit, path: way };
    const judgement = await this.desk.api.judge(this.desk.game, order);
    if (!judgement.allowed && judgement.refusal) return this.#refuse(judgement.refusal, hex);
    const same = this.reach.get(hex)?.find((choice) => choice.path.join() === way.join());
    const model = offered ?? offer.choices[0]!;
    this.#unplan();
    this.way = way;
    this.plan = same ?? { ...model, order, hex: way.at(-1)!, path: way, left: null, stops: false };
  }

  async #askWhyNot(hex: string): Promise<void> {
    const { sheet, situation, api, game } = this.desk;
    if (!sheet || !situation) return;
    const order = this.offer ? probe(this.offer.verb, this.unit, hex, sheet.verbs) : this.#spotOrder(hex);
    if (!order) return;
    try {
      const judgement = await api.judge(game, order);
      if (judgement.refusal) this.#refuse(judgement.refusal, hex);
      else if (judgement.allowed) this.#planned(unlisted(order, hex, this.offer?.caption ?? ""));
    } catch {
      // The line is down; the bar below the top bar says so.
    }
  }

  /** The order that other hexes may be clicked for, asked about this one. */
  #spotOrder(hex: string): OrderBody | null {
    const [like] = this.spots.values();
    return like ? { ...like[0]!.order, hex } : null;
  }

  #refuse(refusal: Refusal, at: string | null): void {
    const hex = at ?? refusal.hexes[0] ?? this.#at(this.unit) ?? this.target;
    if (hex) this.bubble = refused(hex, refusal);
    else this.objection = refusal;
  }

  #at(unit: string | null): string | null {
    return unit === null ? null : (this.desk.situation?.counters.get(unit)?.where ?? null);
  }

  #actorsIn(hex: string): string[] {
    const legal = this.desk.legal;
    if (!legal || legal.kind !== "unit") return [];
    return legal.subjects.filter((id) => this.#at(id) === hex);
  }

  #actions(): PromptActions {
    return {
      give: (order, at) => void this.give(order, at),
      confirm: () => void this.confirm(),
      cancel: () => this.cancel(),
      use: (index) => this.use(index),
      otherWay: () => this.takeOtherWay(),
      ask: (player) => void this.ask(player),
    };
  }
}
