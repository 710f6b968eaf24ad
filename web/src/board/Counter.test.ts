import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import Counter from "./Counter.svelte";
import Marker from "./Marker.svelte";
import { counter } from "./testing";

const texts = (root: ParentNode): string[] =>
  [...root.querySelectorAll("text")].map((text) => text.textContent?.trim() ?? "");

describe("a counter", () => {
  it("prints size, number, parent and ratings", () => {
    const unit = counter("5/1M", { nation: "us", size: "regiment" });
    const { container } = render(Counter, { counter: unit, size: 64 });
    expect(texts(container)).toEqual(["III", "5", "1M", "10-10-3"]);
    expect(screen.getByRole("img", { name: "5/1M regiment 10-10-3" })).toBeTruthy();
  });

  it("sets the ratings of a depleted unit in italics", () => {
    const { container } = render(Counter, { counter: counter("NK-4"), step: 1 });
    const rating = [...container.querySelectorAll("text")].at(-1);
    expect(rating?.textContent).toBe("5-5-3");
    expect(rating?.getAttribute("font-style")).toBe("italic");
  });

  it("leaves the numbers out when it is small, and all but the size when it is tiny", () => {
    const unit = counter("NK-4");
    expect(texts(render(Counter, { counter: unit, size: 32 }).container)).toEqual(["XX", "10-10-3"]);
    expect(texts(render(Counter, { counter: unit, size: 20 }).container)).toEqual(["XX"]);
  });

  it("tells nothing when it lies face down", () => {
    const { container } = render(Counter, { counter: null, nation: "nk" });
    expect(texts(container)).toEqual([]);
    expect(screen.getByRole("img", { name: "face-down counter" })).toBeTruthy();
  });

  it("prints a nation mark where it is asked to", () => {
    const { container } = render(Counter, { counter: counter("NK-4"), marked: true });
    expect(texts(container)).toContain("NK");
  });

  it("shows a minus as a minus on a marker", () => {
    expect(texts(render(Marker, { value: -1, nation: "us" }).container)).toEqual(["−1"]);
  });
});
