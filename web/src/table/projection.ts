import type { BattleSheet } from "../api/types";

interface Spot {
  x: number;
  y: number;
}

/** The matrix from the map to the window, read off the board's own drawing. */
function matrix(root: Element | null | undefined): DOMMatrix | null {
  const drawing = root?.querySelector("svg.play");
  return drawing instanceof SVGSVGElement ? (drawing.getScreenCTM?.() ?? null) : null;
}

/** Where a hex is seen, relative to the element. */
export function placeOf(root: Element | null | undefined, sheet: BattleSheet, hex: string): Spot | null {
  const centre = sheet.geometry.hexes[hex];
  const onto = matrix(root);
  if (!centre || !onto || !root) return null;
  const point = new DOMPoint(centre[0], centre[1]).matrixTransform(onto);
  const frame = root.getBoundingClientRect();
  return { x: point.x - frame.left, y: point.y - frame.top };
}

/** The hex under a point of the window: the nearest centre, if it is near enough. */
export function hexUnder(root: Element | null | undefined, sheet: BattleSheet, at: Spot): string | null {
  const onto = matrix(root);
  if (!onto) return null;
  const point = new DOMPoint(at.x, at.y).matrixTransform(onto.inverse());
  let best: string | null = null;
  let nearest = sheet.geometry.unit * 0.6;
  for (const [hex, [x = 0, y = 0]] of Object.entries(sheet.geometry.hexes)) {
    const away = Math.hypot(x - point.x, y - point.y);
    if (away < nearest) [best, nearest] = [hex, away];
  }
  return best;
}
