import type { components } from "../api/schema";

export type BattleSheet = components["schemas"]["BattleSheet"];
export type CounterInfo = components["schemas"]["CounterInfo"];
export type Geometry = components["schemas"]["Geometry"];

/** A counter as it lies on the map. */
export interface Piece {
  id: string;
  hex: string;
  /** Nothing: it lies face down. */
  counter: CounterInfo | null;
  step: number;
  statuses: string[];
  unsupplied: boolean;
  side: string | null;
  /** Counters above it, where the order of a stack matters. */
  level?: number;
}

export interface ReachMark {
  hex: string;
  left: number | null;
  stops: boolean;
  steps: number;
  displaces: boolean;
}

export interface Route {
  path: string[];
  left: (number | null)[];
  unit: string;
}

export interface Marks {
  reach?: ReachMark[];
  route?: Route | null;
  /** Hexes in enemy zones. */
  zones?: string[];
  targets?: string[];
  arrows?: { from: string; to: string }[];
  /** Hexes that may be chosen by themselves. */
  spots?: string[];
  /** A counter where it would be put. */
  ghost?: { unit: string; hex: string } | null;
  /** Attackers that come from beside the map. */
  runs?: { unit: string; to: string }[];
  /** Markers that lie on the map. */
  signs?: Sign[];
  /** Who came down elsewhere than planned. */
  drifts?: Drift[];
  /** Hexes in question. */
  hexes?: string[];
  trail?: string[][];
  /** The order that is marked is only proposed. */
  proposed?: boolean;
}

/** A marker on the map: in a hex, on the side towards another hex, or over an area. */
export interface Sign {
  kind: string;
  hex: string;
  to?: string;
  hexes?: string[];
  label?: string;
}

export interface Drift {
  unit: string;
  path: string[];
  /** The die that gave the direction. */
  die: number;
}

export interface Bubble {
  hex: string;
  title: string;
  text: string;
  rule: string;
  tone: "refusal" | "note";
}

/** What lies over the edges of the board: hexes in question are kept out of it. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export type Point = readonly [number, number];
export type Variant = "square" | "compact" | "full";
export type Rim = "act" | "selected" | "attacker" | "target" | null;
