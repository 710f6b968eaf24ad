import { describe, expect, it } from "vitest";
import type { SavedGame } from "../api/keys";
import type { BattleInfo } from "../api/types";
import { ago, dateRange, playingTime, seatWords, stateOf, turnsOf } from "./words";

const BATTLE = {
  sides: [
    { id: "nk", name: "North Korean", nation: "nk" },
    { id: "un", name: "United Nations", nation: "us" },
  ],
} as BattleInfo;
const saved = (facts: Partial<SavedGame>): SavedGame => ({
  game: "g",
  token: "t",
  plays: ["un"],
  at: 0,
  ...facts,
});

describe("words", () => {
  it.each([
    [2, "about 5 minutes"],
    [24, "about 25 minutes"],
    [74, "about 75 minutes"],
    [76, "about 1½ hours"],
    [112, "about 2 hours"],
    [140, "about 2½ hours"],
    [483, "about 8 hours"],
  ])("says %i minutes as a person does", (minutes, words) => expect(playingTime(minutes)).toBe(words));

  it.each([
    [["5-6 August 1950", "14-15 September"], "5 August to 15 September 1950"],
    [["27 November 1950", "10 December"], "27 November to 10 December 1950"],
    [["1 May morning", "3 May evening"], "1 May morning to 3 May evening"],
    [["30 December 1950", "2 January 1951"], "30 December 1950 to 2 January 1951"],
    [["6 June 1944"], "6 June 1944"],
    [[], ""],
  ])("says %j as a range", (dates, words) => expect(dateRange(dates)).toBe(words));

  it("counts turns and time", () => {
    expect([turnsOf(1), turnsOf(6)]).toEqual(["1 turn", "6 turns"]);
    const hour = 3_600_000;
    expect(ago(0, 60_000)).toBe("just now");
    expect(ago(0, 5 * 60_000)).toBe("5 minutes ago");
    expect(ago(0, hour)).toBe("1 hour ago");
    expect(ago(0, 30 * hour)).toBe("yesterday");
    expect(ago(0, 72 * hour)).toBe("3 days ago");
  });

  it("says whose decision a game waits for", () => {
    expect(stateOf(saved({ turn: 1, asked: "un" }), BATTLE)).toMatchObject({
      words: "Your decision",
      yours: true,
    });
    expect(stateOf(saved({ turn: 1, asked: "nk" }), BATTLE)).toMatchObject({
      words: "North Korean decides",
      yours: false,
    });
    const both = saved({ turn: 1, asked: "nk", plays: ["nk", "un"] });
    expect(stateOf(both, BATTLE).words).toBe("Your decision, for North Korean");
    const over = saved({ turn: 9, outcome: { side: "un", level: "tactical victory" } });
    expect(stateOf(over, BATTLE)).toMatchObject({
      words: "Over. United Nations: tactical victory",
      over: true,
    });
    expect(stateOf(saved({ turn: 9, outcome: { side: null, level: "draw" } }), BATTLE).words).toBe(
      "Over. Draw",
    );
    expect(stateOf(saved({}), undefined).words).toBe("Not opened yet");
  });

  it("says which seat the key opens", () => {
    expect(seatWords(saved({}), BATTLE)).toBe("You play United Nations");
    expect(seatWords(saved({ plays: [] }), BATTLE)).toBe("You watch");
    expect(seatWords(saved({ plays: ["nk", "un"], mode: "hot-seat" }), BATTLE)).toBe("Two at this screen");
  });
});
