// A game being prepared: who plays what, by which book, and how the server is told.
import type { BattleInfo, Mode, NewGame, PlayerInfo, Players, SeatBody } from "../api/types";

/** A person at this screen, a person elsewhere, or the name of a computer player. */
export type Seat = "here" | "link" | (string & {});

/** Ways to play, as a person thinks of them. */
export type Way = "computer" | "alone" | "screen" | "link" | "watch";

export class Draft {
  readonly battle: BattleInfo;
  readonly players: readonly PlayerInfo[];
  /** The computer that is offered first. */
  readonly usual: string;
  book = $state("");
  seats = $state<Record<string, Seat>>({});
  names = $state<Record<string, string>>({});
  options = $state<Record<string, string>>({});
  /** Two people share this screen and must not see each other's secrets. */
  shared = $state(false);
  quickStart = $state(true);

  constructor(battle: BattleInfo, { players, usual }: Players) {
    this.battle = battle;
    this.players = players;
    this.usual = usual;
    this.book = battle.books[0]?.id ?? "";
    this.options = Object.fromEntries(battle.options.map((option) => [option.name, option.default]));
    this.take(players.length ? "computer" : "alone");
  }

  get sides(): string[] {
    return this.battle.sides.map((side) => side.id);
  }

  get here(): string[] {
    return this.sides.filter((side) => this.seats[side] === "here");
  }

  get linked(): string[] {
    return this.sides.filter((side) => this.seats[side] === "link");
  }

  get way(): Way {
    if (this.linked.length) return "link";
    if (this.here.length === 0) return "watch";
    if (this.here.length < this.sides.length) return "computer";
    return this.shared ? "screen" : "alone";
  }

  get mode(): Mode {
    return ({ computer: "solo", alone: "solo", screen: "hot-seat", link: "link", watch: "watch" } as const)[
      this.way
    ];
  }

  get ways(): Way[] {
    return this.players.length
      ? ["computer", "alone", "screen", "link", "watch"]
      : ["alone", "screen", "link"];
  }

  /** Seat everybody for a way to play; single seats can be changed afterwards. */
  take(way: Way): void {
    const computer = this.players.length ? this.usual : "here";
    const others: Record<Way, Seat> = {
      computer,
      alone: "here",
      screen: "here",
      link: "link",
      watch: computer,
    };
    const mine = this.here.length === 1 ? this.here[0] : this.sides[0];
    this.shared = way === "screen";
    this.seats = Object.fromEntries(
      this.sides.map((side) => [side, side === mine && way !== "watch" ? "here" : others[way]]),
    );
  }

  /** Change one seat. Taking the only seat here from a computer game hands the other side over. */
  sit(side: string, seat: Seat): void {
    const before = this.seats[side];
    const others = this.sides.filter((other) => other !== side);
    const swap = seat === "here" && (this.way === "computer" || this.way === "link") && others.length === 1;
    this.seats = { ...this.seats, [side]: seat };
    if (swap && before !== "here") this.seats = { ...this.seats, [others[0]!]: before! };
  }

  /** What a seat may be given to. */
  get choices(): { id: Seat; label: string }[] {
    return [
      { id: "here", label: this.way === "screen" ? "A person here" : "You" },
      { id: "link", label: "Another person, by link" },
      ...this.players.map((player) => ({ id: player.name, label: `Computer: ${titled(player.name)}` })),
    ];
  }

  /** What is about to begin, in a sentence. */
  get summary(): string {
    const nameOf = (side: string): string =>
      this.battle.sides.find((known) => known.id === side)?.name ?? side;
    const who = (side: string): string => {
      const seat = this.seats[side];
      return seat === "here" ? "you" : seat === "link" ? "another person" : `the ${seat}`;
    };
    if (this.way === "alone") return "You play both sides.";
    if (this.way === "screen") return "Two people play at this screen.";
    return `${this.sides.map((side) => `${nameOf(side)}: ${who(side)}`).join(". ")}.`;
  }

  body(): NewGame {
    const options = Object.entries(this.options).filter(([, value]) => value !== "");
    return {
      battle: this.battle.id,
      book: this.book,
      mode: this.mode,
      options: Object.fromEntries(options),
      seats: Object.fromEntries(this.sides.map((side) => [side, this.#seatBody(side)])) as NonNullable<
        NewGame["seats"]
      >,
      quick_start: this.quickStart,
    };
  }

  #seatBody(side: string): SeatBody {
    const seat = this.seats[side];
    const person = seat === "here" || seat === "link";
    const name = this.names[side]?.trim();
    return { player: person ? "human" : seat!, name: person && name ? name : null };
  }
}

export function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
