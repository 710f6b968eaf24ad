import { describe, expect, it } from "vitest";
import { commandOf } from "./keyboard";
import { layoutFor } from "./layout.svelte";

const press = (key: string, target: Element | null = null, changes = {}) =>
  commandOf(
    {
      key,
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      repeat: false,
      target,
      ...changes,
    },
    false,
  );

describe("keys", () => {
  it("do what the table of keys says", () => {
    expect([press("z"), press("/"), press("o"), press("L"), press("?"), press("Escape"), press("g")]).toEqual(
      ["take-back", "find", "odds", "log", "keys", "cancel", "map"],
    );
  });

  it("leave Enter to a button that has the focus, and never repeat it", () => {
    expect(press("Enter")).toBe("confirm");
    expect(press("Enter", document.createElement("button"))).toBeNull();
    expect(press("Enter", null, { repeat: true })).toBeNull();
  });

  it("are letters where something is written, and the browser's with Ctrl", () => {
    expect(press("z", document.createElement("input"))).toBeNull();
    expect(press("z", null, { ctrlKey: true })).toBeNull();
  });

  it("take Tab only on the map", () => {
    const tab = {
      key: "Tab",
      shiftKey: true,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      repeat: false,
      target: null,
    };
    expect(commandOf(tab, true)).toBe("previous");
    expect(commandOf(tab, false)).toBeNull();
  });
});

describe("the layout", () => {
  it("follows the window, and gives a phone on its side the drawer", () => {
    expect([layoutFor(1600, 1000), layoutFor(1279, 800), layoutFor(899, 800), layoutFor(390, 844)]).toEqual([
      "wide",
      "medium",
      "drawer",
      "phone",
    ]);
    expect(layoutFor(932, 430)).toBe("drawer");
  });
});
