import { describe, expect, it } from "vitest";

// Style sheets are empty to the tests, so that the file is read as it lies there.
const files = (await import("node:fs" as string)) as { readFileSync(path: string, code: string): string };
const css = files.readFileSync("src/theme/tokens.css", "utf8");

type Roles = Record<string, string>;

function rolesAfter(selector: string): Roles {
  const start = css.indexOf("{", css.indexOf(selector));
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((found) => [found[1], found[2]]),
  );
}

const shared = rolesAfter(":root {");
const light = { ...shared, ...rolesAfter('[data-theme="light"]') };
const dark = { ...shared, ...rolesAfter('[data-theme="dark"]') };

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe("colours", () => {
  it("are dark in the same way with and without the script", () => {
    expect(rolesAfter(":root:not([data-theme])")).toEqual(rolesAfter('[data-theme="dark"]'));
  });

  it("have the same roles in both themes", () => {
    expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort());
  });

  const body: [string, string[]][] = [
    ["--text", ["--page", "--panel", "--card", "--raised", "--hover"]],
    ["--quiet", ["--page", "--panel", "--card", "--raised", "--hover", "--track"]],
    ["--accent", ["--page", "--panel", "--card"]],
    ["--rule", ["--page", "--panel", "--card"]],
    ["--reach", ["--panel", "--card"]],
    ["--refusal", ["--page", "--panel", "--card", "--raised"]],
    ["--good", ["--panel", "--card"]],
    ["--exchange", ["--panel", "--card"]],
    ["--on-accent", ["--accent", "--accent-strong"]],
    ["--bar-text", ["--bar", "--bar-hover"]],
    ["--bar-quiet", ["--bar"]],
    ["--on-phase", ["--phase"]],
    ["--tag-text", ["--tag-good", "--tag-bad", "--tag-exchange", "--tag-none"]],
    ["--on-ramp", ["--ramp-2", "--ramp-3", "--ramp-4"]],
  ];
  const cases = body.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const));

  it.each(cases)("let %s be read on %s", (text, ground) => {
    expect(contrast(light[text]!, light[ground]!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark[text]!, dark[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  it("show the rim of a field and the focus ring", () => {
    for (const theme of [light, dark]) {
      expect(contrast(theme["--edge"]!, theme["--card"]!)).toBeGreaterThanOrEqual(3);
      expect(contrast(theme["--focus"]!, theme["--focus-case"]!)).toBeGreaterThanOrEqual(3);
    }
  });
});
