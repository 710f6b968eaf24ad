import type { Plane } from "./geometry";
import type { Piece, Point } from "./types";

const PER_HEX = 180;
const MOST = 1500;
/** More at once is a jump through the game, not a move. */
const CROWD = 12;

export interface Journey {
  id: string;
  path: Point[];
  lasts: number;
}

/** Pieces whose hex has changed, with the way they went: a known trail, else straight. */
export function journeys(
  plane: Plane,
  before: ReadonlyMap<string, string>,
  pieces: Piece[],
  trails: string[][],
): Journey[] {
  const moved = pieces.filter(({ id, hex }) => before.has(id) && before.get(id) !== hex);
  if (moved.length > CROWD) return [];
  return moved.map(({ id, hex }) => {
    const from = before.get(id) as string;
    const trail = trails.find((path) => path[0] === from && path.at(-1) === hex) ?? [from, hex];
    let steps = 0;
    for (let index = 1; index < trail.length; index++) {
      steps += plane.steps(trail[index - 1] as string, trail[index] as string);
    }
    const path = trail.map((hex_) => plane.centre(hex_)).filter((point) => point !== null);
    return { id, path, lasts: Math.min(MOST, PER_HEX * steps) };
  });
}

/** Moves the drawn piece along its way; resolves when it has arrived. */
export async function travel(element: Element, journey: Journey): Promise<void> {
  if (typeof element.animate !== "function" || journey.path.length < 2) return;
  const frames = journey.path.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  const going = element.animate(frames, { duration: journey.lasts, easing: "linear" });
  await going.finished.catch(() => undefined);
}
