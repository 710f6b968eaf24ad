import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { piece, smallSheet } from "./testing";

const MAP = `<svg xmlns="http://www.w3.org/2000/svg"><defs/><g class="layer relief"/>
<g class="slot ground-marks"/><g class="layer ways"/><g class="slot reach-outline"/><g class="layer names"/><g class="slot play"/></svg>`;

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;
});

const sheet = smallSheet(4, 4);
const reach = { hex: "0203", left: 2.5, stops: true, steps: 0, displaces: false };

describe("the board", () => {
  it("draws marks on the ground below the roads and outlines above them", () => {
    const { container } = render(Board, {
      sheet,
      svg: MAP,
      pieces: [piece("NK-4", "0202")],
      marks: { reach: [reach] },
      overview: false,
    });
    const drawn = [...container.querySelectorAll(".layer, path.veil, path.reach")];
    const kinds = drawn.map((one) => (one.getAttribute("class") ?? "").split(" ").slice(0, 2).join(" "));
    expect(kinds.map((kind) => kind.replace(/ svelte.*/, ""))).toEqual([
      "layer relief",
      "veil",
      "layer ways",
      "reach",
      "layer names",
    ]);
    expect(container.querySelector(".pill.stops text")?.textContent).toBe("2½");
  });

  it("is one stop for the keyboard, and says what the cursor is on", async () => {
    const oncounter = vi.fn();
    const onhex = vi.fn();
    const props = { sheet, svg: MAP, pieces: [piece("NK-4", "0203", { step: 1 })], overview: false };
    const { container } = render(Board, { ...props, marks: { hexes: ["0202"] }, oncounter, onhex });
    const map = screen.getByRole("application", { name: "Map of Test" });
    expect(container.querySelectorAll("[tabindex]")).toHaveLength(1);
    const live = container.querySelector("[aria-live]");
    await fireEvent.keyDown(map, { key: "s" });
    expect(live?.textContent).toBe("Hex 0202, clear");
    await fireEvent.keyDown(map, { key: "s" });
    expect(live?.textContent).toBe("Hex 0203, clear, NK-4 division depleted 5-5-3");
    await fireEvent.keyDown(map, { key: " " });
    expect(oncounter).toHaveBeenCalledWith("NK-4", "0203");
    await fireEvent.keyDown(map, { key: "Enter" });
    expect(onhex).toHaveBeenCalledWith("0203");
  });

  it("hides the counters while V is held", async () => {
    const { container } = render(Board, {
      sheet,
      svg: MAP,
      pieces: [piece("NK-4", "0203")],
      overview: false,
    });
    const map = screen.getByRole("application");
    await fireEvent.keyDown(map, { key: "v" });
    expect(container.querySelector(".gone [data-piece]")).not.toBeNull();
    await fireEvent.keyUp(map, { key: "v" });
    expect(container.querySelector(".gone")).toBeNull();
  });

  it("reports a clicked counter, and a rule of a bubble", async () => {
    const oncounter = vi.fn();
    const onrule = vi.fn();
    const bubble = { hex: "0101", title: "No", text: "Too far.", rule: "fm:5.4", tone: "refusal" as const };
    const { container } = render(Board, {
      sheet,
      svg: MAP,
      pieces: [piece("NK-4", "0203")],
      bubble,
      overview: false,
      oncounter,
      onrule,
    });
    const drawn = container.querySelector("[data-piece]");
    if (drawn) await fireEvent.click(drawn);
    expect(oncounter).toHaveBeenCalledWith("NK-4", "0203");
    await fireEvent.click(screen.getByRole("button", { name: "fm:5.4" }));
    expect(onrule).toHaveBeenCalledWith("fm:5.4");
    expect(oncounter).toHaveBeenCalledTimes(1);
  });

  it("may go before its fonts have come", async () => {
    const thrown = vi.fn();
    let loaded = (): void => {};
    const ready = new Promise<void>((resolve) => (loaded = resolve));
    Object.defineProperty(document, "fonts", { value: { ready }, configurable: true });
    process.on("unhandledRejection", thrown);
    const { unmount } = render(Board, { sheet, svg: MAP, pieces: [], overview: false });
    unmount();
    loaded();
    await new Promise((resolve) => setTimeout(resolve));
    process.off("unhandledRejection", thrown);
    Reflect.deleteProperty(document, "fonts");
    expect(thrown).not.toHaveBeenCalled();
  });
});
