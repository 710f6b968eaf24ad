// Where on the screen the parts lie that a lesson talks about. Only looked at, never touched.
import type { Part } from "./lesson";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface SheetLike {
  geometry: { view_box: number[]; unit: number; hexes: Record<string, number[]> };
}

/** By part: selectors, the best first; and the head of its section in the panel or its tab on a phone. */
const PLACES: Record<Part, { find: string[]; head?: RegExp }> = {
  map: { find: ['[data-part="map"]'] },
  prompt: { find: ['[data-part="prompt"]'] },
  odds: { find: ['[data-part="odds"]'], head: /odds|attack|combat/i },
  support: { find: ['[data-part="support"]'], head: /support/i },
  balance: { find: ['[data-part="balance"]'], head: /balance/i },
  log: { find: ['[data-part="log"]', '[role="log"]'], head: /log/i },
  phases: { find: ['[data-part="phases"]', '[aria-label="Phases of the turn"]'] },
};

function visible(element: Element): Box | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  return width > 4 && height > 4 ? { left, top, width, height } : null;
}

export function partBox(part: Part, root: ParentNode = document): Box | null {
  const { find, head } = PLACES[part];
  for (const selector of find)
    for (const element of root.querySelectorAll(selector)) {
      const box = visible(element);
      if (box) return box;
    }
  if (!head) return null;
  for (const title of root.querySelectorAll("section > header h2, [role=tab]")) {
    if (!head.test(title.textContent ?? "")) continue;
    const box = visible(title.closest("section, [role=tab]") ?? title);
    if (box) return box;
  }
  return null;
}

/** The box of a hex on the screen, from the picture of the map and where its centre lies in it. */
export function hexBox(sheet: SheetLike, hex: string, picture: Box): Box | null {
  const centre = sheet.geometry.hexes[hex];
  const [left = 0, top = 0, width = 1] = sheet.geometry.view_box;
  if (!centre) return null;
  const scale = picture.width / width;
  const size = sheet.geometry.unit * scale * 1.16;
  const x = picture.left + ((centre[0] ?? 0) - left) * scale;
  const y = picture.top + ((centre[1] ?? 0) - top) * scale;
  return { left: x - size / 2, top: y - size / 2, width: size, height: size };
}

export function pictureBox(root: ParentNode = document): Box | null {
  const picture = root.querySelector('[data-part="map"] svg.play, .board svg.play');
  return picture && visible(picture);
}

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

export function within(box: Box, area: Box): boolean {
  return overlap(box, area) > 0;
}

export type Corner = "top-right" | "top-left" | "bottom-right" | "bottom-left";

export function cornerBox(corner: Corner, area: Box, card: { width: number; height: number }): Box {
  const left = corner.endsWith("left") ? area.left : area.left + area.width - card.width;
  const top = corner.startsWith("top") ? area.top : area.top + area.height - card.height;
  return { left, top, ...card };
}

/** The corner where the card covers least of what matters; it stays where it is as long as it covers nothing. */
export function bestCorner(
  now: Corner,
  area: Box,
  card: { width: number; height: number },
  avoid: readonly Box[],
): Corner {
  const cost = (corner: Corner) => {
    const place = cornerBox(corner, area, card);
    return avoid.reduce((sum, box) => sum + overlap(place, box), 0);
  };
  let best = now;
  for (const corner of ["top-right", "top-left", "bottom-right", "bottom-left"] as const)
    if (cost(corner) < cost(best)) best = corner;
  return best;
}
