// Readings: places where a book can be read in more than one way, and what a game has chosen of them.
import type { ReadingInfo } from "./types";

export type Chosen = Readonly<Record<string, string>>;

/** A reading that is not ours, with the value chosen for it. */
export interface Otherwise {
  reading: ReadingInfo;
  value: string;
  says: string;
}

/** Does the reading change anything under these options? */
export function applies(reading: ReadingInfo, options: Chosen): boolean {
  return reading.option === "" || Boolean(options[reading.option]);
}

export function valueOf(reading: ReadingInfo, chosen: Chosen): string {
  const value = chosen[reading.name];
  return reading.meanings.some((meaning) => meaning.value === value) ? value! : reading.ours;
}

/** What is read otherwise than we do. */
export function otherwise(readings: readonly ReadingInfo[], options: Chosen): Otherwise[] {
  return readings
    .filter((reading) => applies(reading, options) && valueOf(reading, options) !== reading.ours)
    .map((reading) => {
      const value = valueOf(reading, options);
      return {
        reading,
        value,
        says: reading.meanings.find((meaning) => meaning.value === value)?.says ?? value,
      };
    });
}

export function restingOn(readings: readonly ReadingInfo[], clause: string): ReadingInfo[] {
  return readings.filter((reading) => reading.clause === clause);
}

/** Choices as one text, as a saved game has them: “a=b c=d”. */
export function choicesText(options: Chosen): string {
  return Object.entries(options)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

export function readChoices(text: string): Record<string, string> {
  const pairs = text.split(" ").map((word) => word.split("="));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2)) as Record<string, string>;
}
