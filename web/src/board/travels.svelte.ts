import { untrack } from "svelte";
import type { Plane } from "./geometry";
import { journeys, travel } from "./motion";
import type { Piece } from "./types";
import { reducedMotion } from "./viewport.svelte";

/** Pieces that are on their way from one hex to another. */
export class Travels {
  moving = $state.raw<ReadonlySet<string>>(new Set());
  #before = new Map<string, string>();

  /** Sends every piece on its way whose hex has changed since it was last asked. */
  follow(host: HTMLElement, plane: Plane, pieces: Piece[], trails: string[][]): void {
    const ways = journeys(plane, this.#before, pieces, trails);
    this.#before = new Map(pieces.map(({ id, hex }) => [id, hex]));
    if (!ways.length || reducedMotion()) return;
    untrack(() => (this.moving = new Set([...this.moving, ...ways.map((way) => way.id)])));
    for (const way of ways) {
      const element = host.querySelector(`[data-piece="${CSS.escape(way.id)}"]`);
      if (element) void travel(element, way).then(() => this.#arrived(way.id));
    }
  }

  #arrived(id: string): void {
    this.moving = new Set([...this.moving].filter((one) => one !== id));
  }
}
