import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, ZoomTransform, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { counterPixels, levelOf } from "./levels";
import type { Insets, Point } from "./types";

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const FRONT = 93;
const FRONT_PHONE = 66;
const CLOSEST = 190;
const PAN_STEP = 120;
const MARGIN = 48;
/** A wheel turns in notches: the map is drawn anew only when no other one follows. */
const REST = 200;

/** The person's choice for this browser, else the system's. */
export function reducedMotion(): boolean {
  const chosen = document.documentElement.dataset.motion;
  if (chosen) return chosen === "reduced";
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Pan and zoom. Only the plane's transform changes per frame; sizes follow when a gesture ends. */
export class Viewport {
  /** Where the map lies, every frame: for what floats over the map. */
  view = $state.raw<ZoomTransform>(zoomIdentity);
  /** The scale at rest: for what keeps its size in pixels. */
  scale = $state(1);
  size = $state.raw({ width: 0, height: 0 });
  insets = $state.raw<Insets>({ top: 0, right: 0, bottom: 0, left: 0 });
  readonly unit: number;
  readonly #box: Box;
  readonly level = $derived.by(() => levelOf(this.scale * this.unit));
  readonly pixels = $derived.by(() => this.scale * this.unit);
  readonly counter = $derived.by(() => counterPixels(this.pixels));
  #zoom: ZoomBehavior<HTMLElement, unknown> = zoom<HTMLElement, unknown>();
  #host: Selection<HTMLElement, unknown, null, undefined> | null = null;
  #plane: HTMLElement | null = null;
  #frame = 0;
  #resting = 0;

  constructor(viewBox: number[], unit: number) {
    const [left = 0, top = 0, width = 1, height = 1] = viewBox;
    this.unit = unit;
    this.#box = { left, top, right: left + width, bottom: top + height };
  }

  attach(
    host: HTMLElement,
    plane: HTMLElement,
    mayPan: (event: Event) => boolean,
    first: () => string[],
  ): () => void {
    this.#host = select(host);
    this.#plane = plane;
    this.#zoom
      .extent(() => [
        [0, 0],
        [this.size.width, this.size.height],
      ])
      .constrain((transform) => this.#within(transform))
      .clickDistance(5)
      .filter(
        (event: MouseEvent) => (!event.ctrlKey || event.type === "wheel") && !event.button && mayPan(event),
      )
      .on("start", () => {
        window.clearTimeout(this.#resting);
        plane.classList.add("moving");
      })
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => this.#show(event.transform))
      .on("end", () => {
        this.#resting = window.setTimeout(() => this.#rest(), REST);
      });
    this.#host.call(this.#zoom).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => this.#resize(host, first));
    watch.observe(host);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(this.#frame);
      window.clearTimeout(this.#resting);
      this.#host?.on(".zoom", null);
    };
  }

  #show(transform: ZoomTransform): void {
    const { x, y, k } = transform;
    this.view = transform;
    if (!this.#plane) return;
    const across = Math.round(x + this.#box.left * k);
    const down = Math.round(y + this.#box.top * k);
    this.#plane.style.transform = `translate3d(${across}px, ${down}px, 0) scale(${k})`;
  }

  /** The sheet fills the free part of the board but for a margin; a sheet that is smaller lies in its middle. */
  #within({ x, y, k }: ZoomTransform): ZoomTransform {
    const free = this.#free();
    const { left, top, right, bottom } = this.#box;
    const clamp = (shift: number, near: number, far: number, middle: number, room: number): number => {
      const least = middle + room / 2 - MARGIN - far * k;
      const most = middle - room / 2 + MARGIN - near * k;
      return least > most ? middle - ((near + far) / 2) * k : Math.min(most, Math.max(least, shift));
    };
    return new ZoomTransform(
      k,
      clamp(x, left, right, free.x, free.width),
      clamp(y, top, bottom, free.y, free.height),
    );
  }

  /** After a zoom the map is drawn anew and sharp; after a shift the picture is as good as it was. */
  #rest(): void {
    window.clearTimeout(this.#resting);
    if (this.scale === this.view.k) return;
    this.scale = this.view.k;
    this.#plane?.classList.remove("moving");
  }

  #resize(host: HTMLElement, first: () => string[]): void {
    const { clientWidth: width, clientHeight: height } = host;
    if (!width || !height) return;
    const fresh = this.size.width === 0;
    const middle = fresh ? null : this.at([this.size.width / 2, this.size.height / 2]);
    this.size = { width, height };
    this.#zoom.scaleExtent([Math.min(this.#fit(), FRONT_PHONE / this.unit) * 0.95, CLOSEST / this.unit]);
    if (middle) this.#look(middle, this.view.k, false);
    else this.#begin(first());
  }

  /** At first the front is seen, where the counters are. */
  #begin(hexes: string[]): void {
    const front = (this.size.width < 600 ? FRONT_PHONE : FRONT) / this.unit;
    const fit = this.#fit();
    if (fit >= front * 0.8 || hexes.length === 0) this.whole(false);
    else this.#look(this.#centroid(hexes), front, false);
  }

  centres: (hex: string) => Point | null = () => null;

  #centroid(hexes: string[]): Point {
    const at = hexes.map((hex) => this.centres(hex)).filter((point) => point !== null);
    const { left, top, right, bottom } = this.#box;
    if (!at.length) return [(left + right) / 2, (top + bottom) / 2];
    const sum = at.reduce<[number, number]>((all, [x, y]) => [all[0] + x, all[1] + y], [0, 0]);
    return [sum[0] / at.length, sum[1] / at.length];
  }

  #free(): { width: number; height: number; x: number; y: number } {
    const { top, right, bottom, left } = this.insets;
    const width = Math.max(80, this.size.width - left - right);
    const height = Math.max(80, this.size.height - top - bottom);
    return { width, height, x: left + width / 2, y: top + height / 2 };
  }

  #fit(): number {
    const { left, top, right, bottom } = this.#box;
    return Math.min(this.size.width / (right - left), this.size.height / (bottom - top));
  }

  /** The point of the map that lies at a point of the board. */
  at(screen: Point): Point {
    return this.view.invert([screen[0], screen[1]]);
  }

  screen(map: Point): Point {
    return this.view.apply([map[0], map[1]]);
  }

  #look(middle: Point, k: number, animate: boolean, x = this.size.width / 2, y = this.size.height / 2): void {
    const [least, most] = this.#zoom.scaleExtent();
    const scale = Math.min(most, Math.max(least, k));
    this.#go(this.#within(new ZoomTransform(scale, x - middle[0] * scale, y - middle[1] * scale)), animate);
  }

  #go(target: ZoomTransform, animate: boolean): void {
    const host = this.#host;
    if (!host) return;
    cancelAnimationFrame(this.#frame);
    if (!animate || reducedMotion()) {
      host.call(this.#zoom.transform, target);
      this.#rest();
      return;
    }
    const from = this.view;
    const began = performance.now();
    const lasts = 280;
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - began) / lasts));
      const eased = 1 - (1 - share) ** 3;
      const k = from.k * (target.k / from.k) ** eased;
      const mix = target.k === from.k ? eased : (k - from.k) / (target.k - from.k);
      const x = from.x + (target.x - from.x) * mix;
      const y = from.y + (target.y - from.y) * mix;
      host.call(this.#zoom.transform, new ZoomTransform(k, x, y));
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  zoomBy(factor: number): void {
    const { x, y } = this.#free();
    this.#look(this.at([x, y]), this.view.k * factor, true, x, y);
  }

  whole(animate = true): void {
    const { left, top, right, bottom } = this.#box;
    this.#look([(left + right) / 2, (top + bottom) / 2], this.#fit(), animate);
  }

  panBy(across: number, down: number): void {
    const { x, y, k } = this.view;
    this.#go(this.#within(new ZoomTransform(k, x - across * PAN_STEP, y - down * PAN_STEP)), true);
  }

  centreOn(middle: Point, animate = true): void {
    const { x, y } = this.#free();
    this.#look(middle, this.view.k, animate, x, y);
  }

  /** Brings an area into the free part of the board; what is seen already stays where it is. */
  reveal(area: Box, animate = true): void {
    const free = this.#free();
    const [left, top] = this.screen([area.left, area.top]);
    const [right, bottom] = this.screen([area.right, area.bottom]);
    const seen =
      left >= free.x - free.width / 2 &&
      right <= free.x + free.width / 2 &&
      top >= free.y - free.height / 2 &&
      bottom <= free.y + free.height / 2;
    if (seen && this.level > 0) return;
    const fit = Math.min(free.width / (area.right - area.left), free.height / (area.bottom - area.top));
    const wanted = this.level > 0 ? this.view.k : FRONT_PHONE / this.unit;
    const middle: Point = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
    this.#look(middle, Math.min(wanted, fit), animate, free.x, free.y);
  }
}
