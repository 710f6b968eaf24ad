// Short names for the generated types, and what the rulebooks' views have in common.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type BattleInfo = Schemas["BattleInfo"];
export type BattleSheet = Schemas["BattleSheet"];
export type Book = Schemas["Book"];
export type BookInfo = Schemas["BookInfo"];
export type BranchBody = Loose<Schemas["BranchBody"], "at">;
export type Chapter = Schemas["Chapter"];
export type Chart = Schemas["Chart"];
export type ChatLine = Schemas["ChatLine"];
export type Choice = Schemas["Choice"];
export type Clause = Schemas["Clause"];
export type ConsentBody = Schemas["ConsentBody"];
export type CostRow = Schemas["CostRow"];
export type CounterInfo = Schemas["CounterInfo"];
export type Created = Schemas["Created"];
export type Geometry = Schemas["Geometry"];
export type GiveBody = Schemas["GiveBody"];
export type Given = Schemas["Given"];
export type Hello = Schemas["Hello"];
export type Hint = Schemas["Hint"];
export type HintBody = Loose<Schemas["HintBody"], "position">;
export type HexInfo = Schemas["HexInfo"];
export type ImportBody = Loose<Schemas["ImportBody"], "text">;
export type Journal = Schemas["Journal"];
export type Judgement = Schemas["Judgement"];
export type Key = Schemas["Key"];
export type LegalOrders = Schemas["LegalOrders"];
export type LevelInfo = Schemas["LevelInfo"];
export type Live = Schemas["Live"];
export type LogEvent = Schemas["LogEvent"];
export type Mode = Schemas["TableView"]["mode"];
export type Moment = Schemas["Moment"];
export type NewGame = Loose<Schemas["NewGame"], "battle" | "book">;
export type Odds = Schemas["Odds"];
export type OddsBody = Loose<Schemas["OddsBody"], never>;
export type OddsItem = Schemas["OddsItem"];
export type Offer = Schemas["Offer"];
export type OptionInfo = Schemas["OptionInfo"];
export type OrderBody = Schemas["OrderBody"];
export type Outcome = Schemas["Outcome"];
export type PlayerInfo = Schemas["PlayerInfo"];
export type Players = Schemas["Players"];
export type Problem = Schemas["Problem"];
export type ReadingInfo = Schemas["ReadingInfo"];
export type Refusal = Schemas["Refusal"];
export type ResultChance = Schemas["ResultChance"];
export type Row = Schemas["Row"];
export type SeatBody = Loose<Schemas["SeatBody"], never>;
export type SeatChange = Schemas["SeatChange"];
export type SeatInfo = Schemas["SeatInfo"];
export type SideInfo = Schemas["SideInfo"];
export type TableInfo = Schemas["TableInfo"];
export type TableLine = Schemas["TableLine"];
export type TableView = Schemas["TableView"];
export type TakeBack = Schemas["TakeBack"];
export type TurnInfo = Schemas["TurnInfo"];

/** A body the server hears: parts with a default may be left out. */
type Loose<T, Needed extends keyof T> = Pick<T, Needed> & Partial<Omit<T, Needed>>;

/** A decision the rulebook asks for. */
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
  markers: (number | string)[];
}

export interface Combat {
  kind: string;
  hex: string;
  attacker: CombatSide;
  defender: CombatSide;
}

/** Where a counter is, how many steps it has lost, and its statuses. */
export type Placed = [where: string, stepsLost: number, statuses: string[]];

/** What the views of all rulebooks share; a rulebook may add keys of its own. */
export interface View {
  turn: number;
  phase: string;
  phases: string[];
  active: string | null;
  asked: Asked | null;
  counters: Record<string, Placed>;
  moving?: { unit: string; spent: number } | null;
  hands?: Record<string, string[]>;
  combat?: Combat | null;
  objectives?: Record<string, string | null>;
  points?: Record<string, number>;
  standing?: { side: string | null; level: string } | null;
  unsupplied?: string[];
  situation?: Record<string, unknown>;
  flags?: Record<string, [hex: string, statuses: string[]]>;
  [key: string]: unknown;
}

export function viewOf(table: TableView): View {
  return table.view as unknown as View;
}
