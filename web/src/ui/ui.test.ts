import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/errors";
import { announce, spoken, toast, toasts } from "./announce.svelte";
import Announcer from "./Announcer.svelte";
import Button from "./Button.svelte";
import Choices from "./Choices.svelte";
import Die from "./Die.svelte";
import Failure from "./Failure.svelte";
import Finished from "./Finished.svelte";
import { ICONS } from "./icons";
import Loading from "./Loading.svelte";
import LostBar from "./LostBar.svelte";
import RuleLink from "./RuleLink.svelte";
import { splitRule } from "./rules";
import Sheet from "./Sheet.svelte";
import Tabs from "./Tabs.svelte";

const words = (text: string) => createRawSnippet(() => ({ render: () => `<span>${text}</span>` }));

describe("Button", () => {
  it("is a link where it leads somewhere, else a button", () => {
    const { unmount } = render(Button, { children: words("Go"), href: "#/x" });
    expect(screen.getByRole("link", { name: "Go" })).toHaveAttribute("href", "#/x");
    unmount();
    render(Button, { children: words("Take back"), shortcut: "Z" });
    expect(screen.getByRole("button", { name: "Take back" })).toHaveAttribute("aria-keyshortcuts", "Z");
  });

  it("does nothing while it is busy", () => {
    const onclick = vi.fn();
    render(Button, { children: words("Go"), busy: true, onclick });
    screen.getByRole("button").click();
    expect(onclick).not.toHaveBeenCalled();
  });
});

describe("Tabs", () => {
  it("are walked with the arrow keys and hold one stop for Tab", async () => {
    const onselect = vi.fn();
    const tabs = ["Table", "Odds", "Log"].map((label) => ({ id: label.toLowerCase(), label }));
    render(Tabs, { tabs, selected: "table", label: "Parts", onselect });
    const [table, odds, log] = screen.getAllByRole("tab") as [HTMLElement, HTMLElement, HTMLElement];
    expect(table).toHaveAttribute("tabindex", "0");
    expect(odds).toHaveAttribute("tabindex", "-1");
    await fireEvent.keyDown(table, { key: "ArrowRight" });
    expect(onselect).toHaveBeenLastCalledWith("odds");
    expect(odds).toHaveFocus();
    expect(odds).toHaveAttribute("aria-selected", "true");
    await fireEvent.keyDown(odds, { key: "End" });
    expect(log).toHaveFocus();
    await fireEvent.keyDown(log, { key: "ArrowRight" });
    expect(table).toHaveFocus();
  });
});

describe("Sheet", () => {
  it("shows more the higher it is, and its buttons always", async () => {
    render(Sheet, {
      label: "Prompt",
      height: "low",
      prompt: words("Move"),
      more: words("Log"),
      actions: words("Done"),
    });
    const handle = screen.getByRole("button");
    expect(screen.queryByText("Move")).toBeNull();
    expect(screen.getByText("Done")).toBeVisible();
    await fireEvent.keyDown(handle, { key: "ArrowUp" });
    expect(screen.getByText("Move")).toBeVisible();
    expect(screen.queryByText("Log")).toBeNull();
    await fireEvent.click(handle);
    expect(screen.getByText("Log")).toBeVisible();
    await fireEvent.click(handle);
    expect(screen.queryByText("Move")).toBeNull();
  });
});

describe("small parts", () => {
  it("choose by name", async () => {
    const onchoose = vi.fn();
    const choices = [
      { id: "a", label: "Alone", note: "Both sides." },
      { id: "b", label: "By link" },
    ];
    render(Choices, { label: "How you play", choices, value: "a", onchoose });
    expect(screen.getByRole("group", { name: "How you play" })).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "Alone" })).toHaveAccessibleDescription("Both sides.");
    await fireEvent.click(screen.getByRole("radio", { name: "By link" }));
    expect(onchoose).toHaveBeenCalledWith("b");
  });

  it("show a clause by its short id and say which is asked for", async () => {
    const onrule = vi.fn();
    render(RuleLink, { rule: "fm-2023:5.4.d", short: true, onrule });
    await fireEvent.click(screen.getByRole("button", { name: "5.4.d" }));
    expect(onrule).toHaveBeenCalledWith("fm-2023:5.4.d", expect.any(HTMLElement));
    expect(splitRule("5.4")).toEqual({ book: "", clause: "5.4" });
  });

  it.each([1, 2, 3, 4, 5, 6])("show as many pips as the die says: %i", (value) => {
    const { container } = render(Die, { value });
    expect(container.querySelectorAll("circle")).toHaveLength(value);
    expect(ICONS[`die${value}` as "die1"].dots).toHaveLength(value);
    expect(screen.getByRole("img", { name: `die ${value}` })).toBeInTheDocument();
  });
});

describe("screens", () => {
  it("say nothing about loading before 400 ms", async () => {
    vi.useFakeTimers();
    render(Loading, { what: "the map" });
    expect(screen.getByRole("status")).toHaveTextContent("");
    vi.advanceTimersByTime(401);
    flushSync();
    expect(screen.getByRole("status")).toHaveTextContent("Fetching the map");
    vi.useRealTimers();
  });

  it("say that the connection is lost, but not while it is first made", async () => {
    const onretry = vi.fn();
    const { rerender } = render(LostBar, { status: "connecting", onretry });
    expect(screen.queryByRole("alert")).toBeNull();
    await rerender({ status: "lost", retryAt: Date.now() + 3000, unsent: true });
    expect(screen.getByRole("alert")).toHaveTextContent("Not connected. Your last order was not sent.");
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(onretry).toHaveBeenCalled();
    await rerender({ status: "connecting" });
    expect(screen.getByRole("alert")).toBeInTheDocument();
    await rerender({ status: "open" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("give a number to quote and the ways out of a failure", async () => {
    const onsave = vi.fn();
    render(Failure, { error: new ApiError(500, { error: "e-17", sentence: "The dice fell off." }), onsave });
    expect(screen.getByText("The dice fell off.")).toBeInTheDocument();
    expect(screen.getByText("500 e-17")).toBeInTheDocument();
    await fireEvent.click(screen.getByRole("button", { name: "Save the game file" }));
    expect(onsave).toHaveBeenCalled();
    expect(screen.getByRole("link", { name: "All games" })).toBeInTheDocument();
  });

  it("name the winner, the points and who resigned", () => {
    const sides = [
      { id: "nk", name: "North Korean", nation: "nk" },
      { id: "un", name: "United Nations", nation: "us" },
    ];
    const outcome = {
      side: "un",
      level: "tactical victory",
      points: { nk: 12, un: 4 },
      resigned: "nk",
      seed: "f00",
    };
    render(Finished, { outcome, sides, game: "g" });
    expect(screen.getByRole("heading")).toHaveTextContent("United Nations: tactical victory");
    expect(screen.getByText("North Korean resigned.")).toBeInTheDocument();
    expect(screen.getByText("12")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Replay the game" })).toHaveAttribute("href", "#/game/g/replay");
  });
});

describe("announcements", () => {
  it("speak politely or at once, and repeat what is said twice", () => {
    announce("Move.");
    const first = spoken.polite;
    announce("Move.");
    expect(spoken.polite).not.toBe(first);
    expect(spoken.polite.trim()).toBe("Move.");
    announce("Your turn.", true);
    expect(spoken.assertive).toBe("Your turn.");
  });

  it("show a note until it is closed", async () => {
    render(Announcer);
    toast("Link copied.", "good", 0);
    flushSync();
    expect(toasts).toHaveLength(1);
    await fireEvent.click(screen.getByRole("button", { name: "Close this note" }));
    expect(toasts).toHaveLength(0);
  });
});
