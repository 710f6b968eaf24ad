import type { Odds } from "../api/types";

type Tone = "attacker" | "defender" | "both" | "none";

/** Whom a printed result favours, by its letters alone: for its colour, the letters say the rest. */
export function toneOf(result: string, odds: Odds | null = null): Tone {
  const known = odds?.chances.find((chance) => chance.result === result);
  if (known) return known.good;
  // A check of one counter says what becomes of it: disrupted, scattered, eliminated.
  if (result === "D" || result === "S") return "both";
  if (result === "E") return "defender";
  const letters = result.replace(/[^a-z]/gi, "").toLowerCase();
  if (letters.startsWith("ex") || letters.startsWith("bx")) return "both";
  if (letters.startsWith("d")) return "attacker";
  if (letters.startsWith("a")) return "defender";
  return "none";
}
