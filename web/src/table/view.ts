import type { BattleSheet, CounterInfo, TableView } from "../api/types";
import type { Sign } from "../board";

/** The decision that is open, as the rulebook words it. */
export interface Asked {
  side: string;
  kind: string;
  prompt: string;
  rule: string;
  units: string[];
  hexes: string[];
}

export interface CombatSide {
  units: string[];
  markers: string[];
}

export interface Combat {
  kind: string;
  hex: string;
  attacker: CombatSide;
  defender: CombatSide;
}

export interface Standing {
  side: string | null;
  level: string;
}

/** Where a counter is, how many steps it has lost and what it has done. */
export interface Place {
  where: string;
  step: number;
  statuses: string[];
}

/** The rulebook's view with every part in its place; parts a rulebook does not have are empty. */
export interface Situation {
  turn: number;
  phase: string;
  phases: string[];
  active: string | null;
  asked: Asked | null;
  counters: Map<string, Place>;
  hands: Record<string, string[]>;
  combat: Combat | null;
  objectives: Record<string, string | null>;
  points: Record<string, number>;
  standing: Standing | null;
  unsupplied: string[];
  notes: Note[];
  markers: Sign[];
  tracks: Track[];
  conditions: Condition[];
  support: { title: string; kind: string };
  spent: { unit: string; points: number } | null;
}

/** A line of the rulebook's own bookkeeping, in words. */
export interface Note {
  label: string;
  value: string;
}

/** Points that are spent during a turn. */
export interface Track {
  title: string;
  side: string;
  left: number;
  /** What the turn gives by itself. */
  given: number;
  rule: string;
}

/** Night, rain and the like. */
export interface Condition {
  name: string;
  rule: string;
}

type Loose = Record<string, unknown>;

const isRecord = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" ? value : 0);

export function readView(raw: TableView["view"], names: Record<string, string> = {}): Situation {
  const view = raw as Loose;
  return {
    turn: number(view["turn"]),
    phase: text(view["phase"]),
    phases: texts(view["phases"]),
    active: text(view["active"]) || null,
    asked: readAsked(view["asked"]),
    counters: readCounters(view["counters"]),
    hands: mapRecord(view["hands"], texts),
    combat: readCombat(view["combat"]),
    objectives: mapRecord(view["objectives"], (side) => text(side) || null),
    points: mapRecord(view["points"], number),
    standing: readStanding(view["standing"]),
    unsupplied: texts(view["unsupplied"]),
    notes: readNotes(view["situation"], names),
    markers: records(view["markers"]).map(readMarker),
    tracks: records(view["tracks"]).map((track) => ({
      title: text(track["title"]),
      side: text(track["side"]),
      left: number(track["left"]),
      given: number(track["given"]),
      rule: text(track["rule"]),
    })),
    conditions: records(view["conditions"]).map((one) => ({
      name: text(one["name"]),
      rule: text(one["rule"]),
    })),
    support: readSupport(view["support"]),
    spent: readSpent(view["moving"]),
  };
}

const records = (raw: unknown): Loose[] => (Array.isArray(raw) ? raw.filter(isRecord) : []);

function readMarker(raw: Loose): Sign {
  const sign: Sign = { kind: text(raw["kind"]), hex: text(raw["hex"]) };
  if (typeof raw["to"] === "string") sign.to = raw["to"];
  if (typeof raw["label"] === "string") sign.label = raw["label"];
  if (Array.isArray(raw["hexes"])) sign.hexes = texts(raw["hexes"]);
  return sign;
}

function readSupport(raw: unknown): Situation["support"] {
  const support = isRecord(raw) ? raw : {};
  return { title: text(support["title"]) || "Support fire", kind: text(support["kind"]) || "gun" };
}

function mapRecord<T>(raw: unknown, read: (value: unknown) => T): Record<string, T> {
  if (!isRecord(raw)) return {};
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, read(value)]));
}

function readAsked(raw: unknown): Asked | null {
  if (!isRecord(raw)) return null;
  return {
    side: text(raw["side"]),
    kind: text(raw["kind"]),
    prompt: text(raw["prompt"]),
    rule: text(raw["rule"]),
    units: texts(raw["units"]),
    hexes: texts(raw["hexes"]),
  };
}

function readCounters(raw: unknown): Map<string, Place> {
  const places = new Map<string, Place>();
  if (!isRecord(raw)) return places;
  for (const [id, entry] of Object.entries(raw)) {
    if (!Array.isArray(entry)) continue;
    places.set(id, { where: text(entry[0]), step: number(entry[1]), statuses: texts(entry[2]) });
  }
  return places;
}

function readCombat(raw: unknown): Combat | null {
  if (!isRecord(raw)) return null;
  const side = (value: unknown): CombatSide =>
    isRecord(value)
      ? { units: texts(value["units"]), markers: texts(value["markers"]) }
      : { units: [], markers: [] };
  return {
    kind: text(raw["kind"]),
    hex: text(raw["hex"]),
    attacker: side(raw["attacker"]),
    defender: side(raw["defender"]),
  };
}

function readStanding(raw: unknown): Standing | null {
  return isRecord(raw) ? { side: text(raw["side"]) || null, level: text(raw["level"]) } : null;
}

function readSpent(raw: unknown): Situation["spent"] {
  return isRecord(raw) ? { unit: text(raw["unit"]), points: number(raw["spent"]) } : null;
}

function readNotes(raw: unknown, names: Record<string, string>): Note[] {
  if (!isRecord(raw)) return [];
  return Object.entries(raw)
    .map(([label, value]) => ({ label: capital(label.replaceAll("-", " ")), value: worded(value, names) }))
    .filter((note) => note.value !== "");
}

function worded(value: unknown, names: Record<string, string>): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "yes";
  if (Array.isArray(value)) return value.map((part) => worded(part, names)).join(", ");
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([key, part]) => `${names[key] ?? key} ${worded(part, names)}`)
      .join(", ");
  }
  return names[String(value)] ?? String(value);
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** “mobile-movement” as a heading: “Mobile movement”. */
export const phaseName = (phase: string): string => capital(phase.replaceAll("-", " "));

/** Half points with the glyph, minus with the sign; never a decimal point. */
export function points(value: number): string {
  const whole = Math.trunc(Math.abs(value));
  const half = Math.abs(value) - whole >= 0.5 ? "½" : "";
  return `${value < 0 ? "−" : ""}${whole === 0 && half ? "" : whole}${half}`;
}

/** A differential: “+8”, “0”, “−3”. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : points(value));

/** Typewriter minus before a number becomes the sign. */
export const minus = (words: string): string => words.replace(/(^|[\s(])-(?=\d)/g, "$1−");

export const percent = (chance: number): string => `${Math.round(chance * 100)}%`;

export function sideNames(sheet: BattleSheet): Record<string, string> {
  return Object.fromEntries(sheet.sides.map((side) => [side.id, side.name]));
}

export function sideName(sheet: BattleSheet | null, side: string | null): string {
  return sheet?.sides.find((one) => one.id === side)?.name ?? side ?? "Nobody";
}

export function counterIndex(sheet: BattleSheet): Map<string, CounterInfo> {
  return new Map(sheet.counters.map((counter) => [counter.id, counter]));
}

const SHORT_TRACK = 10;

/** A short battle with days and nights has its turn track on the map; others have it among the boxes. */
export const showsTrack = (sheet: BattleSheet): boolean =>
  sheet.track.length <= SHORT_TRACK && sheet.track.some((entry) => entry.conditions.length > 0);

/** Dates on the track; a turn beyond it has none. */
export function dateOf(sheet: BattleSheet, turn: number): string {
  return sheet.track.find((entry) => entry.turn === turn)?.date ?? "";
}

export const isHex = (sheet: BattleSheet, where: string | null): where is string =>
  where !== null && where in sheet.geometry.hexes;

/** Marker values such as “+3”; what lies face down has none. */
export function markerValue(marker: string): number | null {
  const value = Number(marker.replace("+", ""));
  return marker !== "" && Number.isFinite(value) ? value : null;
}
