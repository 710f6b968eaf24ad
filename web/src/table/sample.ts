// A made-up battle of nine hexes for the tests; no rulebook behind it.
import type {
  BattleSheet,
  Choice,
  CounterInfo,
  LegalOrders,
  Odds,
  Offer,
  OrderBody,
  Row,
  TableView,
} from "../api/types";

const counter = (id: string, side: string): CounterInfo => ({
  id,
  name: `Unit ${id}`,
  side,
  nation: "us",
  symbol: "infantry",
  size: "regiment",
  mobility: "leg",
  steps: [
    [5, 5, 4],
    [2, 3, 4],
  ],
  traits: [],
});

const numbers = ["0101", "0102", "0103", "0201", "0202", "0203", "0301", "0302", "0303"];

export const sheet: BattleSheet = {
  id: "ford",
  title: "The Ford",
  description: "",
  book: { id: "test-1", title: "Test rules" },
  books: ["test-1"],
  turns: 3,
  first: "blue",
  sides: [
    { id: "blue", name: "Blue", nation: "us" },
    { id: "red", name: "Red", nation: "nk" },
  ],
  counters: [counter("A/1", "blue"), counter("B/1", "blue"), counter("C/1", "blue"), counter("R-1", "red")],
  track: [
    { turn: 1, date: "1 May", support: { blue: 2, red: 1 }, arrivals: [], conditions: [] },
    { turn: 2, date: "2 May", support: { blue: 2, red: 1 }, arrivals: ["C/1"], conditions: [] },
  ],
  levels: [
    { least: 10, side: "blue", name: "decisive victory" },
    { least: 3, side: "blue", name: "victory" },
    { least: -3, side: null, name: "draw" },
    { least: -10, side: "red", name: "victory" },
    { least: -99, side: "red", name: "decisive victory" },
  ],
  hexes: Object.fromEntries(numbers.map((hex) => [hex, { terrain: ["clear"], place: "" }])),
  neighbours: {
    "0101": ["0102", "0201", null, null, null, null],
    "0102": ["0103", "0202", "0201", "0101", null, null],
    "0103": ["0202", "0203", "0102", null, null, null],
    "0201": ["0101", "0102", "0202", "0301", null, null],
    "0202": ["0102", "0103", "0203", "0302", "0301", "0201"],
    "0203": ["0103", "0202", "0303", "0302", null, null],
    "0301": ["0201", "0202", "0302", null, null, null],
    "0302": ["0301", "0202", "0203", "0303", null, null],
    "0303": ["0302", "0203", null, null, null, null],
  },
  geometry: {
    view_box: [0, 0, 400, 400],
    unit: 100,
    pointy: true,
    corners: [],
    hexes: Object.fromEntries(
      numbers.map((hex) => [hex, [Number(hex.slice(2)) * 100, Number(hex.slice(0, 2)) * 87]]),
    ),
  },
  key: [],
  tables: [],
  verbs: {
    move: ["unit", "path"],
    place: ["unit", "hex"],
    attack: ["hex", "with", "doubling", "using"],
    support: ["markers"],
    stand: ["unit"],
    pass: [],
    end: [],
  },
  any_time: ["stand"],
  readings: [],
  winter: false,
  notes: "",
  reconstructed: [],
};

export const view = {
  turn: 1,
  phase: "movement",
  phases: ["movement", "combat"],
  active: "blue",
  asked: { side: "blue", kind: "movement", prompt: "Move units.", rule: "test-1:4.1", units: [], hexes: [] },
  counters: {
    "A/1": ["0101", 0, []],
    "B/1": ["0101", 1, ["moved"]],
    "C/1": ["off-map", 0, []],
    "R-1": ["0202", 0, []],
  },
  moving: null,
  hands: { blue: ["+1", "+4"], red: ["?"] },
  combat: null,
  points: { blue: 4, red: 1 },
  standing: { side: "blue", level: "victory" },
  situation: { allotments: { blue: 2, red: 1 }, storm: true, debt: null },
};

export const table = (changes: Partial<TableView> = {}): TableView => ({
  game: "g",
  position: 5,
  orders: 5,
  battle: "ford",
  book: "test-1",
  options: {},
  title: "The Ford",
  mode: "link",
  side: "blue",
  plays: ["blue"],
  seats: [
    { side: "blue", player: "human", name: null, online: true },
    { side: "red", player: "human", name: null, online: true },
  ],
  view,
  outcome: null,
  take_back: { allowed: true, reason: "", asked_by: null },
  ...changes,
});

export const choice = (order: OrderBody, changes: Partial<Choice> = {}): Choice => ({
  order,
  caption: "Move here",
  hex: order.path?.at(-1) ?? order.hex ?? null,
  path: order.path ?? [],
  left: null,
  stops: false,
  steps: 0,
  displaces: false,
  ...changes,
});

export const move = (unit: string, path: string[], left: number): Choice =>
  choice({ order: "move", unit, path }, { left });

export const offer = (changes: Partial<Offer>): Offer => ({
  verb: "move",
  caption: "Move here",
  unit: null,
  hex: null,
  choices: [],
  candidates: [],
  suggested: [],
  exact: 0,
  doubling: [],
  using: [],
  markers: [],
  ...changes,
});

export const end: Choice = choice({ order: "end" }, { caption: "Done moving" });

export const moving: Offer = offer({
  unit: "A/1",
  choices: [
    move("A/1", ["0101", "0102"], 3),
    move("A/1", ["0101", "0102", "0103"], 2),
    move("A/1", ["0101", "0201"], 2.5),
  ],
});

export const legal = (changes: Partial<LegalOrders> = {}): LegalOrders => ({
  position: 5,
  side: "blue",
  kind: "unit",
  subjects: ["A/1", "B/1"],
  plain: [end],
  offers: [],
  zones: ["0203"],
  ...changes,
});

export const attack: Offer = offer({
  verb: "attack",
  caption: "Attack",
  hex: "0202",
  candidates: ["A/1", "B/1"],
  doubling: ["A/1"],
});

export const odds = (differential: number): Odds => ({
  attack: 5 + differential,
  defence: 5,
  attack_items: [{ rule: "test-1:2.1", what: "A/1", value: 5 + differential }],
  defence_items: [{ rule: "test-1:2.1", what: "R-1", value: 5 }],
  differential,
  line: "clear",
  line_rule: "test-1:8.1",
  shifts: [],
  column: 3,
  dice: ["D2", "D2", "Ex", "Ex", "-", "-"],
  chances: [
    { result: "D2", words: "defender retreats", chance: 1 / 3, good: "attacker" },
    { result: "Ex", words: "both lose a step", chance: 1 / 3, good: "both" },
    { result: "-", words: "no effect", chance: 1 / 3, good: "none" },
  ],
});

export const row = (number: number, changes: Partial<Row> = {}): Row => ({
  number,
  orders: number,
  kind: "order",
  side: "blue",
  turn: 1,
  phase: "movement",
  dice: [],
  events: [
    {
      event: "moved",
      text: "A/1 moves 0101-0102 (1½ MP)",
      facts: { event: "moved", unit: "A/1", path: ["0101", "0102"], cost: 1.5 },
    },
  ],
  reason: "",
  ...changes,
});
