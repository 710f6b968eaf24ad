// What a person chose for this browser. Applied to the page at once and kept.
import type { MapTheme } from "../api/client";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "reduced" | "full";

interface Kept {
  theme: Theme;
  motion: Motion;
  nationMarks: boolean;
  sound: boolean;
}

const STORE = "hexfolio.settings";
const DEFAULTS: Kept = { theme: "system", motion: "system", nationMarks: false, sound: false };
const THEMES: readonly Theme[] = ["system", "light", "dark"];
const MOTIONS: readonly Motion[] = ["system", "reduced", "full"];

function load(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Kept>;
    return {
      theme: THEMES.includes(kept.theme as Theme) ? (kept.theme as Theme) : DEFAULTS.theme,
      motion: MOTIONS.includes(kept.motion as Motion) ? (kept.motion as Motion) : DEFAULTS.motion,
      nationMarks: kept.nationMarks === true,
      sound: kept.sound === true,
    };
  } catch {
    return { ...DEFAULTS };
  }
}

function watched(query: string, changed: (matches: boolean) => void): boolean {
  if (typeof window.matchMedia !== "function") return false;
  const media = window.matchMedia(query);
  media.addEventListener("change", (event) => changed(event.matches));
  return media.matches;
}

export class Settings {
  #kept = $state<Kept>(load());
  #systemDark = $state(false);
  #systemReduced = $state(false);

  constructor() {
    this.#systemDark = watched("(prefers-color-scheme: dark)", (dark) => {
      this.#systemDark = dark;
      this.apply();
    });
    this.#systemReduced = watched("(prefers-reduced-motion: reduce)", (reduced) => {
      this.#systemReduced = reduced;
      this.apply();
    });
  }

  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(theme: Theme) {
    this.#change({ theme });
  }

  get motion(): Motion {
    return this.#kept.motion;
  }
  set motion(motion: Motion) {
    this.#change({ motion });
  }

  /** Print a two-letter nation mark in the box of each counter. */
  get nationMarks(): boolean {
    return this.#kept.nationMarks;
  }
  set nationMarks(nationMarks: boolean) {
    this.#change({ nationMarks });
  }

  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(sound: boolean) {
    this.#change({ sound });
  }

  get dark(): boolean {
    return this.theme === "system" ? this.#systemDark : this.theme === "dark";
  }

  get mapTheme(): MapTheme {
    return this.dark ? "night" : "day";
  }

  /** Nothing may move. */
  get still(): boolean {
    return this.motion === "system" ? this.#systemReduced : this.motion === "reduced";
  }

  toggleTheme(): void {
    this.theme = this.dark ? "light" : "dark";
  }

  /** Put the choices on the page, where the style sheets see them. */
  apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.dark ? "dark" : "light";
    root.dataset.motion = this.still ? "reduced" : "full";
  }

  #change(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    this.apply();
    try {
      localStorage.setItem(STORE, JSON.stringify(this.#kept));
    } catch {
      // A private window: the choice holds as long as the page is open.
    }
  }
}

export const settings = new Settings();
