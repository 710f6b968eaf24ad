// A game being prepared: who plays what, by which book, and how the server is told.
import { applies, otherwise, valueOf, type Chosen, type Otherwise } from "../api/readings";
import type {
  BattleInfo,
  Mode,
  NewGame,
  OptionInfo,
  PlayerInfo,
  Players,
  ReadingInfo,
  SeatBody,
} from "../api/types";

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
  /** Values of readings by name; what another book does not ask waits here for the way back. */
  readings = $state<Record<string, string>>({});
  /** Two people share this screen and must not see each other's secrets. */
  shared = $state(false);
  quickStart = $state(true);

  /** With `before`, the book and the choices of an earlier game, as far as they fit. */
  constructor(
    battle: BattleInfo,
    { players, usual }: Players,
    before: { book?: string | null; options?: Chosen } = {},
  ) {
    this.battle = battle;
    this.players = players;
    this.usual = usual;
    const books = battle.books.map((book) => book.id);
    this.book = books.find((book) => book === before.book) ?? books[0] ?? "";
    this.options = Object.fromEntries(
      battle.options.map((option) => {
        const value = before.options?.[option.name] ?? "";
        return [option.name, option.values.includes(value) ? value : option.default];
      }),
    );
    this.readings = { ...before.options };
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

  /** Options that the book knows. */
  get known(): OptionInfo[] {
    return this.battle.options.filter((option) => option.books.includes(this.book));
  }

  get chosen(): Record<string, string> {
    const all = this.known.map((option) => [option.name, this.options[option.name] ?? ""] as const);
    return Object.fromEntries(all.filter(([, value]) => value !== ""));
  }

  /** What the book leaves open under the chosen options. */
  get questions(): ReadingInfo[] {
    const all = this.battle.readings[this.book] ?? [];
    return all.filter((reading) => applies(reading, this.chosen));
  }

  /** The questions that are answered otherwise than we answer them. */
  get others(): Otherwise[] {
    return otherwise(this.questions, { ...this.readings, ...this.chosen });
  }

  read(reading: ReadingInfo): string {
    return valueOf(reading, this.readings);
  }

  readAs(name: string, value: string): void {
    this.readings = { ...this.readings, [name]: value };
  }

  /** Every question as we answer it. */
  readAsWeDo(): void {
    this.readings = {};
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
    const readings = this.others.map(({ reading, value }) => [reading.name, value]);
    return {
      battle: this.battle.id,
      book: this.book,
      mode: this.mode,
      options: { ...this.chosen, ...Object.fromEntries(readings) },
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
