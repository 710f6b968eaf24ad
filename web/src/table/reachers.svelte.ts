import type { Offer } from "../api/types";
import type { Desk } from "./interaction.svelte";

/** Who can reach a hex: the offers of all counters that may act, fetched once per position. */
export class Reachers {
  #offers = $state.raw<Map<string, Offer[]>>(new Map());
  #position = -1;
  loading = $state(false);

  constructor(private readonly desk: Desk) {}

  async load(): Promise<void> {
    const legal = this.desk.legal;
    if (!legal || legal.kind !== "unit" || legal.position === this.#position) return;
    this.#position = legal.position;
    const known = new Map<string, Offer[]>();
    for (const offer of legal.offers) {
      if (offer.unit) known.set(offer.unit, [...(known.get(offer.unit) ?? []), offer]);
    }
    this.#offers = known;
    this.loading = true;
    for (const unit of legal.subjects) {
      if (known.has(unit)) continue;
      try {
        const answer = await this.desk.api.legal(this.desk.game, { unit });
        if (answer.position !== this.#position) break;
        known.set(unit, answer.offers);
        this.#offers = new Map(known);
      } catch {
        break;
      }
    }
    this.loading = false;
  }

  of(hex: string | null): string[] {
    if (hex === null) return [];
    return [...this.#offers]
      .filter(([, offers]) => offers.some((offer) => offer.choices.some((choice) => choice.hex === hex)))
      .map(([unit]) => unit);
  }
}
