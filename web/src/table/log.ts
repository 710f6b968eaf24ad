import type { BattleSheet, LogEvent, Row } from "../api/types";
import type { Drift } from "../board";
import { dateOf, phaseName, sideName } from "./view";

/** Rows that stand: an undo lowers the count of orders and takes everything above it along. */
export function standing(rows: Row[]): Row[] {
  const kept: Row[] = [];
  for (const row of rows) {
    if (row.kind === "undo") {
      while (kept.length > 0 && kept[kept.length - 1]!.orders > row.orders) kept.pop();
    } else {
      kept.push(row);
    }
  }
  return kept;
}

/** Adds rows without gap or repetition: a row already known is skipped. */
export function withRows(known: Row[], fresh: Row[]): Row[] {
  const last = known.length > 0 ? known[known.length - 1]!.number : -1;
  const added = fresh.filter((row) => row.number > last).sort((a, b) => a.number - b.number);
  return added.length > 0 ? [...known, ...added] : known;
}

export type LogFilter = "all" | "combat" | "mine";

export interface LogLine {
  key: string;
  row: number;
  side: string | null;
  event: string;
  text: string;
  facts: Record<string, unknown>;
  die: number | null;
  result: string | null;
  reason: string;
}

export interface LogGroup {
  key: string;
  turn: number;
  heading: string;
  turnHeading: string | null;
  lines: LogLine[];
}

const factText = (facts: Record<string, unknown>, key: string): string | null =>
  typeof facts[key] === "string" ? (facts[key] as string) : null;
const factNumber = (facts: Record<string, unknown>, key: string): number | null =>
  typeof facts[key] === "number" ? (facts[key] as number) : null;

/** The face of a die; 0 says that none was rolled. */
const dieOf = (facts: Record<string, unknown>): number | null => {
  const die = factNumber(facts, "die");
  return die !== null && die >= 1 && die <= 6 ? die : null;
};

/** An event is of combat when a die, a result or a cause belongs to it, or a hex is fought over. */
function ofCombat(line: LogLine): boolean {
  const { facts } = line;
  return (
    line.die !== null ||
    "result" in facts ||
    "cause" in facts ||
    "differential" in facts ||
    ("hex" in facts && "units" in facts) ||
    ("value" in facts && "side" in facts)
  );
}

export interface LogQuestion {
  sheet: BattleSheet;
  filter: LogFilter;
  mine: string[];
}

/** The log grouped by turn and phase; the events that open a turn or a phase become its heading. */
export function grouped(rows: Row[], { sheet, filter, mine }: LogQuestion): LogGroup[] {
  const groups: LogGroup[] = [];
  const sideOf = new Map(sheet.counters.map((counter) => [counter.id, counter.side]));
  let turn = -1;
  let phase = "";
  let active: string | null = null;
  let told: { turn: number; phase: string } | null = null;
  let announced = -1;
  let open: LogGroup | null = null;

  const heading = (): string =>
    [active ? sideName(sheet, active) : "", phaseName(phase)].filter(Boolean).join(" · ");
  const start = (key: string): LogGroup => {
    const fresh = turn !== announced;
    announced = turn;
    const date = dateOf(sheet, turn);
    const turnHeading = fresh && turn > 0 ? `Turn ${turn}${date ? `, ${date}` : ""}` : null;
    const group = { key, turn, heading: heading(), turnHeading, lines: [] };
    groups.push(group);
    return group;
  };

  for (const row of standing(rows)) {
    // A row bears the phase it leads to; where it opens one, its events say from when on.
    const opens = row.events.some((event) => opening(event) !== null);
    if (!opens && (told === null || row.turn !== told.turn || row.phase !== told.phase)) {
      if (row.turn !== turn || row.phase !== phase) {
        active = told === null ? null : row.side;
        turn = row.turn;
        phase = row.phase;
        open = null;
      }
    }
    told = { turn: row.turn, phase: row.phase };
    let index = 0;
    for (const event of row.events) {
      const marks = opening(event);
      if (marks !== null) {
        turn = marks.turn ?? turn;
        phase = marks.phase ?? "";
        active = marks.side;
        open = null;
        continue;
      }
      const line = lineOf(row, event, index++);
      if (filter === "combat" && !ofCombat(line)) continue;
      if (filter === "mine" && !concerns(line, mine, sideOf)) continue;
      open ??= start(`${row.number}-${index}`);
      open.lines.push(line);
    }
  }
  return groups;
}

function opening(event: LogEvent): { turn: number | null; side: string | null; phase: string | null } | null {
  const turn = factNumber(event.facts, "turn");
  const phase = factText(event.facts, "phase");
  if (
    turn === null ||
    Object.keys(event.facts).some((key) => !["event", "turn", "side", "phase"].includes(key))
  ) {
    return null;
  }
  return { turn, side: factText(event.facts, "side"), phase };
}

function lineOf(row: Row, event: LogEvent, index: number): LogLine {
  return {
    key: `${row.number}.${index}`,
    row: row.number,
    side: factText(event.facts, "side") ?? row.side,
    event: event.event,
    text: event.text,
    facts: event.facts,
    die: dieOf(event.facts),
    result: factText(event.facts, "result"),
    reason: index === 0 ? row.reason : "",
  };
}

function concerns(line: LogLine, mine: string[], sideOf: Map<string, string>): boolean {
  const units = [factText(line.facts, "unit"), ...listOf(line.facts, "units")];
  return (
    (line.side !== null && mine.includes(line.side)) ||
    units.some((id) => mine.includes(sideOf.get(id ?? "") ?? ""))
  );
}

const listOf = (facts: Record<string, unknown>, key: string): string[] =>
  Array.isArray(facts[key]) ? (facts[key] as unknown[]).map(String) : [];

/** Hexes a line is about, for centring the map. */
export function hexesOf(facts: Record<string, unknown>): string[] {
  const hex = factText(facts, "hex");
  return [...(hex ? [hex] : []), ...listOf(facts, "path"), ...listOf(facts, "hexes")];
}

export interface Segment {
  text: string;
  kind: "plain" | "hex" | "unit" | "rule" | "result";
}

/** Splits a sentence at what can be clicked: hexes, counters and clauses that its facts or the sheet name. */
export function segments(
  line: Pick<LogLine, "text" | "facts" | "result">,
  sheet: BattleSheet,
  ids: Set<string>,
): Segment[] {
  const out: Segment[] = [];
  const plain = (text: string): void => {
    if (text === "") return;
    const last = out[out.length - 1];
    if (last?.kind === "plain") last.text += text;
    else out.push({ text, kind: "plain" });
  };
  const books = new Set(sheet.books);
  const named = new Set(
    [factText(line.facts, "unit"), ...listOf(line.facts, "units")].filter((id) => id !== null),
  );
  // Names with spaces come only from the facts; the rest of the sentence is read word by word.
  const spaced = [...named].filter((id) => id.includes(" "));
  let rest = line.text;
  const pattern = new RegExp([...spaced.map(escape), String.raw`[\w½/.:+()-]*[\w½/)]`].join("|"), "u");
  while (rest !== "") {
    const match = pattern.exec(rest);
    if (match === null) break;
    plain(rest.slice(0, match.index));
    const word = match[0];
    for (const part of parts(word, ids, sheet)) {
      const kind = kindOf(part, sheet, ids, books, line.result);
      if (kind === "plain") plain(part);
      else out.push({ text: part, kind });
    }
    rest = rest.slice(match.index + word.length);
  }
  plain(rest);
  return out;
}

/** “0303-0402-0504” is three hexes; “NK-15” is one counter. */
function parts(word: string, ids: Set<string>, sheet: BattleSheet): string[] {
  if (ids.has(word) || !word.includes("-")) return [word];
  const pieces = word.split("-");
  if (!pieces.every((piece) => piece in sheet.hexes || piece === "off")) return [word];
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : ["-", piece]));
}

function kindOf(
  word: string,
  sheet: BattleSheet,
  ids: Set<string>,
  books: Set<string>,
  result: string | null,
): Segment["kind"] {
  if (ids.has(word)) return "unit";
  if (word in sheet.hexes) return "hex";
  if (books.has(word.split(":")[0]!) && word.includes(":")) return "rule";
  if (result !== null && word === result) return "result";
  return "plain";
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What stands before the die in its sentence: the sum that led to the table's cell. */
export const causeOf = (roll: Roll): string => roll.text.split(/,? die \d/)[0] ?? "";

export interface Roll {
  key: string;
  hex: string | null;
  die: number;
  result: string;
  text: string;
}

/** The rolls of new rows that are worth showing: a die with its sentence. */
export function rollsOf(rows: Row[]): Roll[] {
  return rows.flatMap((row) =>
    row.events.flatMap((event, index) => {
      const die = dieOf(event.facts);
      if (die === null) return [];
      return [
        {
          key: `${row.number}.${index}`,
          hex: factText(event.facts, "hex"),
          die,
          result: factText(event.facts, "result") ?? "",
          text: event.text,
        },
      ];
    }),
  );
}

/** Paths walked in new rows by others than us: they stay on the map as a trail until the next action. */
export function trailsOf(rows: Row[], mine: string[]): string[][] {
  return rows
    .filter((row) => row.side === null || !mine.includes(row.side))
    .flatMap((row) => row.events.map((event) => listOf(event.facts, "path")))
    .filter((path) => path.length > 1);
}

/** Counters that a die has carried elsewhere in this player turn: where from, where to, and the die. */
export function driftsOf(rows: Row[], turn: number, active: string | null): Drift[] {
  return turnEvents(rows, turn, active).flatMap(({ facts }) => {
    const unit = factText(facts, "unit");
    const die = factNumber(facts, "direction");
    const path = listOf(facts, "path");
    return unit !== null && die !== null && path.length > 0 ? [{ unit, path, die }] : [];
  });
}

export interface Check {
  unit: string;
  die: number;
  result: string;
  text: string;
  hex: string | null;
}

/** What dice said of single counters in this player turn: landings and the like. */
export function checksOf(rows: Row[], turn: number, active: string | null): Check[] {
  return turnEvents(rows, turn, active).flatMap(({ facts, text }) => {
    const unit = factText(facts, "unit");
    const die = dieOf(facts);
    const result = factText(facts, "result");
    if (unit === null || die === null || result === null) return [];
    return [{ unit, die, result, text, hex: factText(facts, "hex") }];
  });
}

/** Events since the player turn began. */
function turnEvents(rows: Row[], turn: number, active: string | null): LogEvent[] {
  let events: LogEvent[] = [];
  let whose = "";
  for (const event of standing(rows).flatMap((row) => row.events)) {
    const marks = opening(event);
    const now = marks?.phase ? `${marks.turn} ${marks.side}` : whose;
    if (now !== whose) events = [];
    whose = now;
    events.push(event);
  }
  return whose === `${turn} ${active}` ? events : [];
}

/** The roll that decided the combat in a hex, if it was rolled already. */
export function decidedBy(rows: Row[], hex: string): Roll | null {
  for (const row of standing(rows).reverse()) {
    const rolled = rollsOf([row]).filter((roll) => roll.hex === hex);
    if (rolled.length > 0) return rolled[rolled.length - 1]!;
    if (row.events.some((event) => factText(event.facts, "hex") === hex)) return null;
  }
  return null;
}
