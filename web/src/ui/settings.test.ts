import { beforeEach, describe, expect, it, vi } from "vitest";
import { Settings } from "./settings.svelte";

type Changed = (event: { matches: boolean }) => void;
const media = new Map<string, { matches: boolean; changed: Changed[] }>();

function system(query: string, matches: boolean): void {
  const known = media.get(query);
  media.set(query, { matches, changed: known?.changed ?? [] });
  known?.changed.forEach((changed) => changed({ matches }));
}

const DARK = "(prefers-color-scheme: dark)";
const STILL = "(prefers-reduced-motion: reduce)";

beforeEach(() => {
  localStorage.clear();
  media.clear();
  vi.stubGlobal("matchMedia", (query: string) => {
    if (!media.has(query)) system(query, false);
    const entry = media.get(query)!;
    return {
      matches: entry.matches,
      addEventListener: (_: string, changed: Changed) => entry.changed.push(changed),
    };
  });
});

describe("settings", () => {
  it("follows the system until somebody chooses", () => {
    system(DARK, true);
    const settings = new Settings();
    settings.apply();
    expect(settings.dark).toBe(true);
    expect(settings.mapTheme).toBe("night");
    expect(document.documentElement.dataset.theme).toBe("dark");
    system(DARK, false);
    expect(document.documentElement.dataset.theme).toBe("light");
    settings.theme = "dark";
    system(DARK, false);
    expect(document.documentElement.dataset.theme).toBe("dark");
  });

  it("keeps the choice for the next visit", () => {
    const first = new Settings();
    first.theme = "dark";
    first.motion = "reduced";
    first.nationMarks = true;
    const second = new Settings();
    expect([second.theme, second.motion, second.nationMarks, second.sound]).toEqual([
      "dark",
      "reduced",
      true,
      false,
    ]);
  });

  it("toggles from what is seen", () => {
    system(DARK, true);
    const settings = new Settings();
    settings.toggleTheme();
    expect(settings.theme).toBe("light");
  });

  it("stands still when the system or the person wants it", () => {
    system(STILL, true);
    const settings = new Settings();
    expect(settings.still).toBe(true);
    settings.motion = "full";
    expect(settings.still).toBe(false);
    expect(document.documentElement.dataset.motion).toBe("full");
  });

  it("reads over nonsense in the storage", () => {
    localStorage.setItem("hexfolio.settings", '{"theme":"pink","motion":3,"nationMarks":"yes"}');
    const settings = new Settings();
    expect([settings.theme, settings.motion, settings.nationMarks]).toEqual(["system", "system", false]);
    localStorage.setItem("hexfolio.settings", "[");
    expect(new Settings().theme).toBe("system");
  });
});
