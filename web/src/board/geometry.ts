import type { Geometry, Point } from "./types";

/** The board as a plane: which hex a point lies in, and lines round and between hexes. */
export class Plane {
  readonly unit: number;
  readonly corners: Point[];
  readonly #centres: Map<string, Point>;
  readonly #buckets = new Map<string, string[]>();

  constructor(geometry: Geometry) {
    this.unit = geometry.unit;
    this.corners = geometry.corners.map(([x = 0, y = 0]): Point => [x, y]);
    this.#centres = new Map(
      Object.entries(geometry.hexes).map(([hex, [x = 0, y = 0]]): [string, Point] => [hex, [x, y]]),
    );
    for (const [hex, at] of this.#centres) {
      const key = this.#bucket(at);
      this.#buckets.set(key, [...(this.#buckets.get(key) ?? []), hex]);
    }
  }

  #bucket([x, y]: Point, dx = 0, dy = 0): string {
    return `${Math.floor(x / this.unit) + dx}:${Math.floor(y / this.unit) + dy}`;
  }

  centre(hex: string): Point | null {
    return this.#centres.get(hex) ?? null;
  }

  get count(): number {
    return this.#centres.size;
  }

  get hexes(): IterableIterator<string> {
    return this.#centres.keys();
  }

  hexAt(at: Point): string | null {
    let best: string | null = null;
    let least = (this.unit * 0.58) ** 2;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const hex of this.#buckets.get(this.#bucket(at, dx, dy)) ?? []) {
          const [x, y] = this.#centres.get(hex) as Point;
          const distance = (x - at[0]) ** 2 + (y - at[1]) ** 2;
          if (distance < least) {
            least = distance;
            best = hex;
          }
        }
      }
    }
    return best;
  }

  #corner(hex: string, index: number): Point {
    const [x, y] = this.#centres.get(hex) as Point;
    const [dx, dy] = this.corners[index % 6] as Point;
    return [x + dx, y + dy];
  }

  /** The hex beyond the side between two corners that follow one another. */
  #beyond(hex: string, side: number): string | null {
    const [x, y] = this.#centres.get(hex) as Point;
    const [ax, ay] = this.corners[side % 6] as Point;
    const [bx, by] = this.corners[(side + 1) % 6] as Point;
    return this.hexAt([x + ax + bx, y + ay + by]);
  }

  hexPath(hex: string, grown = 1): string {
    const at = this.centre(hex);
    if (!at) return "";
    const points = this.corners.map(
      ([dx, dy]) => `${round(at[0] + dx * grown)},${round(at[1] + dy * grown)}`,
    );
    return `M${points.join("L")}Z`;
  }

  hexPaths(hexes: Iterable<string>, grown = 1): string {
    return [...hexes].map((hex) => this.hexPath(hex, grown)).join("");
  }

  /** The edge of an area as closed loops: sides between two hexes of the area are left out. */
  outline(hexes: Iterable<string>): Point[][] {
    const area = new Set([...hexes].filter((hex) => this.#centres.has(hex)));
    const open = (hex: string, side: number): boolean => {
      const other = this.#beyond(hex, side);
      return other === null || !area.has(other);
    };
    const seen = new Set<string>();
    const loops: Point[][] = [];
    for (const first of area) {
      for (let start = 0; start < 6; start++) {
        if (seen.has(`${first}:${start}`) || !open(first, start)) continue;
        const loop: Point[] = [];
        let hex = first;
        let side = start;
        while (!seen.has(`${hex}:${side}`)) {
          seen.add(`${hex}:${side}`);
          loop.push(this.#corner(hex, side));
          side = (side + 1) % 6;
          // At an inner side the edge goes on along the neighbour, which sees that side as its opposite one.
          while (!open(hex, side)) {
            hex = this.#beyond(hex, side) as string;
            side = (side + 4) % 6;
          }
        }
        loops.push(loop);
      }
    }
    return loops;
  }

  outlinePath(hexes: Iterable<string>): string {
    return this.outline(hexes)
      .map((loop) => `M${loop.map(([x, y]) => `${round(x)},${round(y)}`).join("L")}Z`)
      .join("");
  }

  /** Hexes between two hexes, counted in steps. */
  steps(from: string, to: string): number {
    const a = this.centre(from);
    const b = this.centre(to);
    return a && b ? Math.max(1, Math.round(distance(a, b) / this.unit)) : 1;
  }

  bounds(hexes: Iterable<string>): { left: number; top: number; right: number; bottom: number } | null {
    const at = [...hexes].map((hex) => this.centre(hex)).filter((point) => point !== null);
    if (!at.length) return null;
    const xs = at.map(([x]) => x);
    const ys = at.map(([, y]) => y);
    const pad = this.unit * 0.6;
    return {
      left: Math.min(...xs) - pad,
      top: Math.min(...ys) - pad,
      right: Math.max(...xs) + pad,
      bottom: Math.max(...ys) + pad,
    };
  }
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The point so far from a on the way to b. */
export function towards(a: Point, b: Point, far: number): Point {
  const whole = distance(a, b) || 1;
  return [a[0] + ((b[0] - a[0]) * far) / whole, a[1] + ((b[1] - a[1]) * far) / whole];
}

/** A line through the points with rounded corners; it begins and ends so far from its ends. */
export function roundedLine(points: Point[], bend: number, begin: number, end: number): string {
  const line = [...points];
  if (line.length < 2) return "";
  line[0] = towards(line[0] as Point, line[1] as Point, begin);
  const last = line.length - 1;
  line[last] = towards(line[last] as Point, line[last - 1] as Point, end);
  let path = `M${pair(line[0] as Point)}`;
  for (let index = 1; index < last; index++) {
    const corner = line[index] as Point;
    const before = line[index - 1] as Point;
    const after = line[index + 1] as Point;
    const enter = towards(corner, before, Math.min(bend, distance(corner, before) / 2));
    const leave = towards(corner, after, Math.min(bend, distance(corner, after) / 2));
    path += `L${pair(enter)}Q${pair(corner)} ${pair(leave)}`;
  }
  return `${path}L${pair(line[last] as Point)}`;
}

export function pair([x, y]: Point): string {
  return `${round(x)},${round(y)}`;
}

/** Degrees on the screen, clockwise from the right. */
export function angle(from: Point, to: Point): number {
  return (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
}

const FLAT: Record<string, number> = { q: -150, w: -90, e: -30, d: 30, s: 90, a: 150 };
const POINTY: Record<string, number> = { q: -120, w: -60, e: 0, d: 60, s: 120, a: 180 };

/** The neighbour in the direction of a key of the block QWE ASD. */
export function neighbourByKey(
  plane: Plane,
  pointy: boolean,
  neighbours: (string | null)[],
  from: string,
  key: string,
): string | null {
  const wanted = (pointy ? POINTY : FLAT)[key.toLowerCase()];
  const here = plane.centre(from);
  if (wanted === undefined || !here) return null;
  let best: string | null = null;
  let least = 45;
  for (const hex of neighbours) {
    const there = hex === null ? null : plane.centre(hex);
    if (!there) continue;
    const turn = Math.abs(((angle(here, there) - wanted + 540) % 360) - 180);
    if (turn < least) {
      least = turn;
      best = hex;
    }
  }
  return best;
}
