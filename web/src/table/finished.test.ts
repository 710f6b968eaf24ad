import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import Finished from "./parts/Finished.svelte";
import { sheet, table } from "./sample";
import type { GameSession } from "./session.svelte";

it("a new game after this one has its book and its choices", () => {
  const outcome = { side: "blue", level: "victory", points: {}, resigned: null, seed: "1" };
  const over = table({ outcome, options: { zones: "once", guns: "on" } });
  const session = { game: "g", sheet, table: over, over: outcome } as unknown as GameSession;
  render(Finished, { session, onlook: vi.fn() });
  expect(screen.getByRole("link", { name: "Start a new game" })).toHaveAttribute(
    "href",
    "#/new/ford/test-1/guns%3Don%20zones%3Donce",
  );
});
