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
};

/** A kind without a sign of its own has the first letters of its words. */
function lettered(symbol: string): Sign {
  const words = symbol.split(/[-\s]+/).filter(Boolean);
  const short = words.length > 1 ? words.map((word) => word[0]).join("") : (words[0] ?? "?").slice(0, 2);
  return { lines: "", letters: short.toUpperCase() };
}

export function signOf(symbol: string): Sign {
  return SIGNS[symbol] ?? SIGNS[symbol.replace(/^anti-/, "anti")] ?? lettered(symbol);
}

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
  return SILHOUETTES[KINDS[kind] ?? "gun"] ?? "";
}

export const STAR = "M50 24L57.1 41.5L75.7 43L61.4 55.1L65.9 73L50 63.2L34.1 73L38.6 55.1L24.3 43L42.9 41.5Z";
