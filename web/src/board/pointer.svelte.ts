import type { Point } from "./types";

export interface PointerHost {
  /** The point of the map under a point of the window. */
  mapAt: (clientX: number, clientY: number) => Point;
  hexAt: (at: Point) => string | null;
  stackHeight: (hex: string) => number;
  mayDrag: (id: string) => boolean;
  onhex: (hex: string) => void;
  oncounter: (id: string, hex: string) => void;
  onhover: (hex: string | null) => void;
  ondropped: (id: string, hex: string) => void;
  ondouble: (hex: string) => void;
}

export interface Drag {
  id: string;
  from: string;
  at: Point;
  hex: string | null;
}

const HOVER = 350;
const LEAVE = 180;
const PRESS = 500;
const SLIP = 6;

interface Press {
  id: string | null;
  hex: string | null;
  x: number;
  y: number;
}

function pieceOf(event: Event): { id: string; hex: string } | null {
  const found = event.target instanceof Element ? event.target.closest<SVGElement>("[data-piece]") : null;
  return found ? { id: found.dataset.piece ?? "", hex: found.dataset.hex ?? "" } : null;
}

const over = (event: Event, what: string): boolean =>
  event.target instanceof Element && event.target.closest(what) !== null;

/** What a mouse, pen or finger does on the board. It only reports; what it means is for others to say. */
export class Pointer {
  hovered = $state<string | null>(null);
  /** The hex whose card is open, and the hex whose stack is fanned. */
  card = $state<string | null>(null);
  fan = $state<string | null>(null);
  drag = $state.raw<Drag | null>(null);
  #press: Press | null = null;
  #timer = 0;
  #leaving = 0;
  #silent = false;

  constructor(readonly host: PointerHost) {}

  /** May the map be dragged from here? Not from a counter that can be dragged itself. */
  mayPan(event: Event): boolean {
    if (over(event, "[data-over]")) return false;
    if (event.type === "wheel") return true;
    const piece = pieceOf(event);
    return event.type.startsWith("touch") || !piece || !this.host.mayDrag(piece.id);
  }

  down(event: PointerEvent): void {
    if (event.button || over(event, "[data-over]")) return;
    const piece = pieceOf(event);
    const hex = piece?.hex ?? this.host.hexAt(this.host.mapAt(event.clientX, event.clientY));
    const touch = event.pointerType === "touch";
    const id = piece && !touch && this.host.mayDrag(piece.id) ? piece.id : null;
    this.#press = { id, hex, x: event.clientX, y: event.clientY };
    this.#clearTimers();
    this.card = null;
    if (!over(event, "[data-fan]")) this.fan = null;
    if (touch && hex) this.#timer = window.setTimeout(() => this.#long(hex), PRESS);
  }

  #long(hex: string): void {
    this.#silent = true;
    this.#press = null;
    this.#open(hex);
  }

  #open(hex: string): void {
    this.card = hex;
    if (this.host.stackHeight(hex) > 1) this.fan = hex;
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    const far = press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP;
    if (press && far) {
      window.clearTimeout(this.#timer);
      if (press.id && press.hex && !this.drag) {
        this.host.oncounter(press.id, press.hex);
        this.fan = null;
      }
      if (press.id && press.hex) this.#dragTo(press.id, press.hex, event);
    }
    if (!event.buttons && event.pointerType !== "touch") this.#hover(event);
  }

  #dragTo(id: string, from: string, event: PointerEvent): void {
    const at = this.host.mapAt(event.clientX, event.clientY);
    const hex = this.host.hexAt(at);
    if (hex !== this.drag?.hex) this.host.onhover(hex);
    this.drag = { id, from, at, hex };
  }

  #hover(event: PointerEvent): void {
    if (over(event, "[data-over]")) return this.leave();
    if (over(event, "[data-fan]")) {
      window.clearTimeout(this.#leaving);
      this.#leaving = 0;
      return;
    }
    const hex = this.host.hexAt(this.host.mapAt(event.clientX, event.clientY));
    if (this.fan && hex !== this.fan && !this.#leaving) {
      this.#leaving = window.setTimeout(() => this.#shut(), LEAVE);
    }
    if (hex === this.fan) {
      window.clearTimeout(this.#leaving);
      this.#leaving = 0;
    }
    if (hex === this.hovered) return;
    this.hovered = hex;
    this.host.onhover(hex);
    window.clearTimeout(this.#timer);
    if (this.fan) return;
    this.card = null;
    if (hex) this.#timer = window.setTimeout(() => this.#open(hex), HOVER);
  }

  #shut(): void {
    this.#leaving = 0;
    this.fan = null;
    this.card = null;
    const hex = this.hovered;
    if (hex) this.#timer = window.setTimeout(() => this.#open(hex), HOVER);
  }

  up(): void {
    const { drag } = this;
    window.clearTimeout(this.#timer);
    this.#press = null;
    if (!drag) return;
    this.drag = null;
    this.#silent = true;
    window.setTimeout(() => (this.#silent = false));
    if (drag.hex && drag.hex !== drag.from) this.host.ondropped(drag.id, drag.hex);
  }

  cancel(): void {
    this.#press = null;
    this.drag = null;
    this.#clearTimers();
  }

  leave(): void {
    this.#clearTimers();
    if (this.hovered !== null) this.host.onhover(null);
    this.hovered = null;
    this.card = null;
    this.fan = null;
  }

  click(event: MouseEvent): void {
    if (over(event, "[data-over]")) return;
    const silent = this.#silent;
    this.#silent = false;
    if (silent) return;
    const piece = pieceOf(event);
    const hex = this.host.hexAt(this.host.mapAt(event.clientX, event.clientY));
    this.#clearTimers();
    this.card = null;
    if (piece) this.host.oncounter(piece.id, piece.hex);
    else if (hex) this.host.onhex(hex);
  }

  double(event: MouseEvent): void {
    if (over(event, "[data-over]")) return;
    const hex = pieceOf(event)?.hex ?? this.host.hexAt(this.host.mapAt(event.clientX, event.clientY));
    if (hex) this.host.ondouble(hex);
  }

  #clearTimers(): void {
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#leaving);
    this.#leaving = 0;
  }
}
