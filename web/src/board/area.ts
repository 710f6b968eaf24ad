import type { Plane } from "./geometry";
import type { Marks, Piece } from "./types";

/** Where nearly every hex may be chosen, a veil over all of them would only dim the map. */
const NEARLY_ALL = 0.75;

/** The hexes inside the outline: those within reach with where the counter stands, and those to choose from. */
export function areaOf(plane: Plane, pieces: Piece[], marks: Marks, selected: readonly string[]): string[] {
  const spots = marks.spots ?? [];
  const told = spots.length > plane.count * NEARLY_ALL ? [] : spots;
  const reach = [...(marks.reach ?? []).map(({ hex }) => hex), ...told];
  const start = pieces.find((piece) => piece.id === (marks.route?.unit ?? selected[0]))?.hex;
  return reach.length && start ? [...new Set([...reach, start])] : reach;
}
