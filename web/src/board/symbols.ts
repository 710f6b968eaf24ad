/** What stands in the symbol box of a counter, in a square of 100; the box is 26 to 74 by 19.5 to 50.5. */
export interface Sign {
  lines: string;
  solid?: string;
  letters?: string;
}

export const BOX = { x: 26, y: 19.5, width: 48, height: 31 } as const;

const CROSS = "M26 19.5L74 50.5M26 50.5L74 19.5";
const SLASH = "M26 50.5L74 19.5";
const TRACK = "M42.5 27.5H57.5A7.5 7.5 0 0 1 57.5 42.5H42.5A7.5 7.5 0 0 1 42.5 27.5Z";
const UPRIGHT = "M50 19.5V50.5";
const GULL = "M40 48.5Q45 42 50 48.5Q55 42 60 48.5";
const BALL = "M50 28.5A6.5 6.5 0 1 1 49.99 28.5Z";
const WHEELS = "M40 44.5a2 2 0 1 1-.01 0ZM50 44.5a2 2 0 1 1-.01 0ZM60 44.5a2 2 0 1 1-.01 0Z";
export const WAVES = "M26 35q4-6 8 0t8 0t8 0t8 0t8 0t8 0";

const SIGNS: Record<string, Sign> = {
  infantry: { lines: CROSS },
  armor: { lines: TRACK },
  mechanized: { lines: CROSS + TRACK },
  motorized: { lines: CROSS + UPRIGHT },
  airborne: { lines: CROSS + GULL },
  marine: { lines: CROSS + WAVES },
  mountain: { lines: CROSS, solid: "M50 40L56 50.5H44Z" },
  commando: {
    lines: CROSS + "M43 40H57M50 40V47.5",
    solid: "M50 21.5L53 27V39H47V27Z",
  },
  cavalry: { lines: SLASH },
  recon: { lines: SLASH },
  "armored-recon": { lines: SLASH + TRACK },
  engineer: { lines: "M37 42.5V29H63V42.5M50 29V42.5" },
  artillery: { lines: "", solid: BALL },
  "airborne-artillery": { lines: GULL, solid: BALL },
  "self-propelled-artillery": { lines: TRACK, solid: "M50 31a4 4 0 1 1-.01 0Z" },
  "motorized-artillery": { lines: "", solid: BALL + WHEELS },
  mortar: { lines: "M50 40.5V25.5M45.5 30.5L50 25.5L54.5 30.5M50 40.7a2.8 2.8 0 1 1-.01 0Z" },
  antitank: { lines: "M26 50.5L50 19.5L74 50.5" },
  antiaircraft: { lines: "M26 50.5C34 30 66 30 74 50.5" },
  hq: { lines: "", letters: "HQ" },
  police: { lines: "", letters: "MP" },
  supply: { lines: "M26 42.5H74" },
  // A machine gun with the two bars of a heavy one.
  "heavy-weapons": {
    lines: "M50 46.5V24.5M44.5 30L50 24.5L55.5 30M41.5 46.5H58.5M44.5 36H55.5M44.5 40.5H55.5",
  },
  // Wire between two posts.
  prisoners: {
    lines:
      "M35 23.5V46.5M65 23.5V46.5M29 28.5H71M29 35H71M29 41.5H71" +
      "M44 26L48 31M48 26L44 31M53 32.5L57 37.5M57 32.5L53 37.5M43 39L47 44M47 39L43 44",
  },
  deception: { lines: "", letters: "?" },
};

const ALIASES: Record<string, string> = { HW: "heavy-weapons", PW: "prisoners", "?": "deception" };

/** A kind without a sign of its own has the first letters of its words. */
function lettered(symbol: string): Sign {
  const words = symbol.split(/[-\s]+/).filter(Boolean);
  const short = words.length > 1 ? words.map((word) => word[0]).join("") : (words[0] ?? "?").slice(0, 2);
  return { lines: "", letters: short.toUpperCase() };
}

export function signOf(symbol: string): Sign {
  const name = ALIASES[symbol] ?? symbol.replace(/^anti-/, "anti");
  return SIGNS[name] ?? lettered(symbol);
}

/** Aircraft from above, nose up. */
const AIRCRAFT: Record<string, string> = {
  "F-51":
    "M40.5 9.4H59.5V11H40.5ZM50 6.5C52 6.5 53.3 10 53.5 14L54 22L75 27.3Q77.6 28 77.1 30.4L76.6 32.4L54.2 33.6L52.7 46.6L61 49.6Q62.1 50.1 61.9 51.6L61.6 53.2L51.3 53.6L50 56L48.7 53.6L38.4 53.2L38.1 51.6Q37.9 50.1 39 49.6L47.3 46.6L45.8 33.6L23.4 32.4L22.9 30.4Q22.4 28 25 27.3L46 22L46.5 14C46.7 10 48 6.5 50 6.5Z",
  "F-80":
    "M50 5.5C52.6 9 54.2 14.5 54.4 20.5L54.6 25.2L75.4 29.4V26.4A2.3 2.3 0 0 1 80 26.4V37.4A2.3 2.3 0 0 1 75.4 37.4V34.6L54.2 36.2L53.1 46.4L62.6 49.8V53.2L53 53.7L52 56H48L47 53.7L37.4 53.2V49.8L46.9 46.4L45.8 36.2L24.6 34.6V37.4A2.3 2.3 0 0 1 20 37.4V26.4A2.3 2.3 0 0 1 24.6 26.4V29.4L45.4 25.2L45.6 20.5C45.8 14.5 47.4 9 50 5.5Z",
  "B-26":
    "M50 6C52.7 6 53.9 9.5 54.1 13L54.5 22.4L59.8 23.3V17.6C59.8 15.1 61 13.6 63 13.6S66.2 15.1 66.2 17.6V24.4L85 27.5Q87.1 27.9 86.7 30L86.3 31.9L66.2 33.4L65 39H61L59.8 33.8L54.2 34.2L52.9 46.3L64 49.4Q65.1 49.8 64.9 51.3L64.5 53.1L51.6 53.8L50 56L48.4 53.8L35.5 53.1L35.1 51.3Q34.9 49.8 36 49.4L47.1 46.3L45.8 34.2L40.2 33.8L39 39H35L33.8 33.4L13.7 31.9L13.3 30Q12.9 27.9 15 27.5L33.8 24.4V17.6C33.8 15.1 35 13.6 37 13.6S40.2 15.1 40.2 17.6V23.3L45.5 22.4L45.9 13C46.1 9.5 47.3 6 50 6Z",
};

export const isAircraft = (symbol: string): boolean => symbol in AIRCRAFT;

/** Silhouettes of support markers, above one number. */
const SILHOUETTES: Record<string, string> = {
  air: "M50 9C52.6 9 53.6 13 53.6 17V24L74 37V42L53.6 36V46.5L60 51.5V55L50 52L40 55V51.5L46.4 46.5V36L26 42V37L46.4 24V17C46.4 13 47.4 9 50 9Z",
  naval: "M15 38H34V30H43V20H48V12H53V20H59V30H68V37L86 35L78 51H23Z",
  gun: "M77 11L81 17.5L58 32.5A11 11 0 1 1 40.5 44.5L22 55.5L18.5 49.5L39.6 37.2A11 11 0 0 1 54.5 26ZM50 31.8A6.2 6.2 0 1 0 50.01 31.8Z",
};

const KINDS: Record<string, string> = {
  air: "air",
  aircraft: "air",
  strike: "air",
  naval: "naval",
  ship: "naval",
};

export function silhouetteOf(kind: string): string {
  return AIRCRAFT[kind] ?? SILHOUETTES[KINDS[kind] ?? "gun"] ?? "";
}

export const STAR = "M50 24L57.1 41.5L75.7 43L61.4 55.1L65.9 73L50 63.2L34.1 73L38.6 55.1L24.3 43L42.9 41.5Z";
