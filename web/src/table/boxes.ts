import type { BattleSheet } from "../api/types";
import { capital, isHex, type Situation } from "./view";

export interface Box {
  key: string;
  title: string;
  /** The turn on which these counters are due; nothing for the other boxes. */
  turn: number | null;
  units: string[];
  sides: { side: string; units: string[] }[];
  /** They are out of the game. */
  gone: boolean;
}

const TITLES: Record<string, string> = {
  "off-map": "Off the map",
  eliminated: "Dead pile",
  exited: "Left the map",
  removed: "Out of the game",
};

/** Counters beside the map: those due by turn, those waiting, and those that are gone. */
export function boxesOf(sheet: BattleSheet, situation: Situation): Box[] {
  const sideOf = new Map(sheet.counters.map((counter) => [counter.id, counter.side]));
  const due = new Map<string, number>();
  for (const entry of sheet.track) for (const id of entry.arrivals) due.set(id, entry.turn);
  const boxes = new Map<string, Box>();
  for (const [id, place] of situation.counters) {
    if (place.where in sheet.geometry.hexes || place.where === "") continue;
    const turn = place.where === "off-map" ? (due.get(id) ?? null) : null;
    const key = turn === null ? place.where : `turn ${turn}`;
    const title = TITLES[place.where] ?? capital(place.where.replaceAll("-", " "));
    const gone = place.where !== "off-map";
    const box = boxes.get(key) ?? { key, title, turn, units: [], sides: [], gone };
    box.units.push(id);
    boxes.set(key, box);
    const side = sideOf.get(id) ?? "";
    const group = box.sides.find((one) => one.side === side);
    if (group) group.units.push(id);
    else box.sides.push({ side, units: [id] });
  }
  const rank = (box: Box): number => (box.turn !== null ? box.turn : box.gone ? 1000 : 2000);
  return [...boxes.values()].sort((a, b) => rank(a) - rank(b));
}

/** Counters that may act but lie beside the map. */
export function waitingActors(sheet: BattleSheet, situation: Situation, subjects: string[]): string[] {
  return subjects.filter((id) => {
    const where = situation.counters.get(id)?.where ?? null;
    return where !== null && !isHex(sheet, where);
  });
}
