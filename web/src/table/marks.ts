import type { BattleSheet, Choice, LegalOrders } from "../api/types";
import type { Marks, ReachMark } from "../board";
import type { Draft } from "./orders";
import { isHex, type Situation } from "./view";

/** Everything that marks on the map depend on. */
export interface Scene {
  sheet: BattleSheet | null;
  situation: Situation | null;
  legal: LegalOrders | null;
  unit: string | null;
  target: string | null;
  reach: Map<string, Choice[]>;
  spots: Map<string, Choice[]>;
  shown: Choice | null;
  way: string[];
  draft: Draft | null;
  trail: string[][];
  /** Nobody has chosen it yet: a computer would. */
  proposed?: boolean;
}

/** An order as it would look if somebody had put it together. */
export function proposed({ order, ...choice }: Choice): Partial<Scene> {
  const unit = order.unit ?? null;
  const units = order.units ?? [];
  const target = unit === null && (units.length > 0 || order.markers?.length) ? choice.hex : null;
  return {
    unit,
    target,
    reach: new Map(),
    spots: new Map(),
    shown: { order, ...choice },
    draft: target === null ? null : { units, doubling: [], using: null, markers: [] },
    proposed: true,
  };
}

export function marksOf(scene: Scene): Marks {
  const { sheet, situation, legal, unit, target, reach, spots, shown, draft, trail } = scene;
  if (!sheet || !situation) return {};
  const combat = situation.combat;
  const aim = target ?? combat?.hex ?? null;
  const shooters = draft?.units ?? (target === null ? (combat?.attacker.units ?? []) : []);
  return {
    reach: unit !== null ? reachMarks(reach) : [],
    route: shown && unit !== null && shown.path.length > 1 ? routeOf(shown, reach, unit, sheet) : null,
    spots: shown?.hex && unit === null && target === null ? [shown.hex] : [...spots.keys()],
    ghost: ghostOf(scene),
    zones: legal?.zones ?? [],
    targets: targetsOf(scene, aim),
    arrows: aim === null ? [] : arrows(shooters, aim, situation, sheet),
    runs: aim === null ? [] : runs(shooters, aim, situation, sheet),
    signs: situation.markers,
    hexes: (situation.asked?.hexes ?? []).filter((hex) => isHex(sheet, hex)),
    trail,
    ...(scene.proposed ? { proposed: true } : {}),
  };
}

/** Where a counter would be put; one that a computer would move is seen at the end of its way, too. */
function ghostOf({ shown, unit, sheet, proposed: likely }: Scene): Marks["ghost"] {
  if (!shown?.hex || unit === null || !sheet || !isHex(sheet, shown.hex)) return null;
  return shown.path.length === 1 || (likely && shown.path.length > 1) ? { unit, hex: shown.hex } : null;
}

function targetsOf({ legal, target, situation }: Scene, aim: string | null): string[] {
  if (target !== null) return [target];
  if (situation?.combat && aim) return [aim];
  return legal?.kind === "hex" ? legal.subjects : [];
}

function reachMarks(reach: Map<string, Choice[]>): ReachMark[] {
  return [...reach].map(([hex, [best]]) => ({
    hex,
    left: best!.left,
    stops: best!.stops,
    steps: best!.steps,
    displaces: best!.displaces,
  }));
}

/** The points left on the way are those of the choices that end there by the same way. */
function routeOf(
  shown: Choice,
  reach: Map<string, Choice[]>,
  unit: string,
  sheet: BattleSheet,
): Marks["route"] {
  const path = shown.path.filter((hex) => isHex(sheet, hex));
  const left = path.map((hex, index) => {
    if (index === path.length - 1 && shown.left !== null) return shown.left;
    const way = path.slice(0, index + 1).join();
    return reach.get(hex)?.find((choice) => choice.path.join() === way)?.left ?? null;
  });
  return { path, left, unit };
}

function arrows(
  units: string[],
  to: string,
  situation: Situation,
  sheet: BattleSheet,
): { from: string; to: string }[] {
  const hexes = new Set(units.map((unit) => situation.counters.get(unit)?.where ?? ""));
  return [...hexes].filter((from) => isHex(sheet, from) && from !== to).map((from) => ({ from, to }));
}

/** Attackers that are not on the map come to the target from beside it. */
function runs(units: string[], to: string, situation: Situation, sheet: BattleSheet): Marks["runs"] {
  return units
    .filter((unit) => !isHex(sheet, situation.counters.get(unit)?.where ?? null))
    .map((unit) => ({ unit, to }));
}

/** Counters on the map in a hex, enemy or not. */
export function countersIn(situation: Situation, hex: string): string[] {
  return [...situation.counters].filter(([, place]) => place.where === hex).map(([id]) => id);
}
