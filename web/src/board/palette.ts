/** Counters are objects: their colours are the same in both themes. This is the only file that names them. */
export interface NationColours {
  face: string;
  edge: string;
  ink: string;
}

const colours = (face: string, edge: string, ink: string): NationColours => ({ face, edge, ink });

const NATIONS: Record<string, NationColours> = {
  nk: colours("#f1dfa4", "#8a7231", "#2a1d10"),
  cn: colours("#f0a27d", "#93482a", "#2b1107"),
  rok: colours("#bdb27a", "#5f5830", "#1d1a0c"),
  us: colours("#93b478", "#3f5a2c", "#12200b"),
  "us-airborne": colours("#8d9459", "#434821", "#15170a"),
  cw: colours("#c4483c", "#6d1710", "#ffffff"),
  "cw-paratrooper": colours("#3a5688", "#152645", "#ffffff"),
  "rok-paratrooper": colours("#aacde4", "#41708f", "#0f2231"),
  "cn-paratrooper": colours("#84563a", "#3d2213", "#ffffff"),
  blue: colours("#a7c4e2", "#3a628c", "#0d1c2c"),
  red: colours("#e9a392", "#8c392b", "#2c0e08"),
};

const FULL_NAMES: Record<string, string> = { "north-korea": "nk", china: "cn", commonwealth: "cw" };

const NAMES: Record<string, string> = {
  nk: "North Korea",
  cn: "China",
  rok: "Republic of Korea",
  us: "United States",
  "us-airborne": "United States",
  cw: "Commonwealth",
  "cw-paratrooper": "Commonwealth",
  "rok-paratrooper": "Republic of Korea",
  "cn-paratrooper": "China",
};

const MARKS: Record<string, string> = { nk: "NK", cn: "CN", rok: "RK", us: "US", cw: "CW" };

/** For nations and sides that nobody has given colours. */
const SPARE = ["blue", "red", "rok", "us", "nk", "cn"];

const TINTS: Record<string, Record<string, string>> = {
  us: {
    "24": "#f6d0c6",
    "25": "#cfe3f2",
    "1C": "#f7e08c",
    "1M": "#f2c14e",
    Mar: "#f2c14e",
    "2": "#e3d3ea",
  },
};

export const OBJECT = {
  paper: "#fffdf4",
  line: "#1c1510",
  white: "#ffffff",
  black: "#000000",
  mobile: "#a30d18",
  shadow: "#3b2a1a",
  corner: "#2b2723",
  fought: "#7d1418",
  supply: "#d9741a",
  truck: "#2c5088",
  air: "#4d5a24",
  torn: "#b3141c",
} as const;

const keyOf = (nation: string): string => FULL_NAMES[nation] ?? nation;

function spare(name: string): NationColours {
  let sum = 0;
  for (const letter of name) sum += letter.charCodeAt(0);
  return NATIONS[SPARE[sum % SPARE.length] ?? "blue"] ?? colours(OBJECT.paper, OBJECT.line, OBJECT.line);
}

/** Colours of a nation; of the side where a counter names no nation that has any. */
export function nationColours(nation: string, side: string | null = null): NationColours {
  return NATIONS[keyOf(nation)] ?? NATIONS[side ?? ""] ?? spare(nation || side || "");
}

export function nationName(nation: string): string {
  const known = NAMES[keyOf(nation)];
  return known ?? nation.replaceAll("-", " ");
}

/** Two letters for readers who cannot tell the colours apart. */
export function nationMark(nation: string): string {
  return MARKS[keyOf(nation).split("-")[0] ?? ""] ?? nation.slice(0, 2).toUpperCase();
}

/** The tint of a formation in the symbol box. */
export function formationTint(nation: string, formation: string): string {
  return TINTS[keyOf(nation)]?.[formation] ?? OBJECT.paper;
}
