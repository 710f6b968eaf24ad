"""What the server says and hears. The client's types are made from these models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Mode = Literal["solo", "hot-seat", "link", "watch"]
"""Both sides by one person; by two at one screen; each side by its own link; by computers alone."""

SideId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w-]+$")]
Text = Annotated[str, Field(min_length=1, max_length=400)]


class Said(BaseModel):
    """What the server says; it never says more than its model."""

    model_config = ConfigDict(extra="forbid")


class Heard(BaseModel):
    """What the server hears; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


# Battles: what never changes during a game


class OptionInfo(Said):
    name: str
    meaning: str
    values: list[str]
    default: str
    books: list[str] = Field(description="Books that know it.")


class ReadingInfo(Said):
    """A place where a book can be read in more than one way; players choose when they begin."""

    name: str
    clause: str
    rulings: list[str] = Field(description="Our rulings on it.")
    question: str
    meanings: list[MeaningInfo]
    ours: str = Field(description="The value that holds where nothing is chosen.")
    option: str = Field(description="An option without which it changes nothing; empty if it needs none.")


class MeaningInfo(Said):
    value: str
    says: str


class BattleInfo(Said):
    """A battle as the lobby lists it."""

    id: str
    title: str
    description: str
    turns: int
    sides: list[SideInfo]
    books: list[BookInfo]
    dates: list[str] = Field(description="The first date and the last one.")
    winter: bool
    minutes: int = Field(description="About how long a game takes two people.")
    options: list[OptionInfo]
    readings: dict[str, list[ReadingInfo]] = Field(description="What can be read otherwise, by book.")


class BookInfo(Said):
    id: str
    title: str


class SideInfo(Said):
    id: str
    name: str
    nation: str = Field(description="The nation whose colours stand for the side.")


class CounterInfo(Said):
    """A counter as it is printed."""

    id: str
    name: str
    side: str
    nation: str
    symbol: str = Field(description="infantry, armor, hq, supply and so on.")
    size: str = Field(
        description="platoon, company, battalion, regiment, brigade, division, corps, cadre or nothing."
    )
    mobility: str
    steps: list[list[int]] = Field(
        description="Attack, defence and movement of each step, the full one first."
    )
    traits: list[str]


class HexInfo(Said):
    terrain: list[str]
    place: str = ""


class TurnInfo(Said):
    turn: int
    date: str
    support: dict[str, int] = Field(description="Support markers each side is allotted.")
    arrivals: list[str] = Field(description="Counters that are due as reinforcements.")
    conditions: list[str] = Field(description="What the track says of the turn, such as “night”.")


class LevelInfo(Said):
    """A level of victory: it holds from this lead of the first side on."""

    least: int
    side: str | None
    name: str


class TableInfo(Said):
    """A combat results table: lines by terrain, columns by differential, rows by die."""

    title: str
    lines: list[TableLine]
    results: list[list[str]] = Field(description="For each die from 1 to 6 the result in each column.")


class TableLine(Said):
    terrain: list[str]
    columns: list[str] = Field(
        description="The differentials of each column as printed; empty where the line has none."
    )


class CostRow(Said):
    """A row of the terrain key."""

    kind: Literal["hex", "hexside", "way"]
    name: str
    costs: dict[str, str] = Field(description="By class of movement, in words such as “2 MP” or “closed”.")
    line: str = Field(description="The line of the combat table it stands on.")


class Geometry(Said):
    """Where hexes lie in the picture of the map."""

    view_box: list[float] = Field(description="Left, top, width and height.")
    unit: float = Field(description="Distance between the centres of neighbouring hexes.")
    pointy: bool
    corners: list[list[float]] = Field(description="The six corners as seen from the centre.")
    hexes: dict[str, list[float]] = Field(description="Centres by printed number.")


class BattleSheet(Said):
    """Everything about a battle that stays the same during a game."""

    id: str
    title: str
    description: str
    book: BookInfo
    books: list[str] = Field(description="All books whose clauses are in force, the exclusive one first.")
    turns: int
    first: str
    sides: list[SideInfo]
    counters: list[CounterInfo]
    track: list[TurnInfo]
    levels: list[LevelInfo]
    hexes: dict[str, HexInfo]
    neighbours: dict[str, list[str | None]] = Field(
        description="By hex, its neighbours clockwise; none beyond the map."
    )
    geometry: Geometry
    key: list[CostRow]
    tables: list[TableInfo]
    verbs: dict[str, list[str]] = Field(description="By verb, the parts of such an order.")
    any_time: list[str] = Field(description="Verbs that may be used while another decision is open.")
    readings: list[ReadingInfo] = Field(description="What can be read otherwise when a game begins.")
    winter: bool
    notes: str
    reconstructed: list[str] = Field(description="What the data say is reconstructed, a line each.")


class Clause(Said):
    id: str
    text: str
    definition: bool


class Chapter(Said):
    id: str
    clauses: list[Clause]


class Book(Said):
    id: str
    title: str
    chapters: list[Chapter]


# Orders


class OrderBody(Heard):
    """An order in parts; which parts it has depends on its verb."""

    order: Annotated[str, Field(min_length=1, max_length=20)]
    unit: Annotated[str, Field(max_length=40)] | None = None
    hex: Annotated[str, Field(max_length=8)] | None = None
    path: Annotated[list[Annotated[str, Field(max_length=8)]], Field(max_length=200)] | None = None
    units: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=60)] | None = None
    doubling: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=60)] | None = None
    using: Annotated[str, Field(max_length=40)] | None = None
    markers: Annotated[list[int], Field(max_length=60)] | None = None
    draw: int | None = None


class Choice(Said):
    """One order that may be given, with what it costs."""

    order: OrderBody
    caption: str = Field(description="What its button says.")
    hex: str | None = Field(description="The hex it leads to or acts on; “off” for leaving the map.")
    path: list[str]
    left: float | None = Field(description="Movement points left afterwards.")
    stops: bool = Field(description="The unit can go no farther: an enemy zone.")
    steps: int = Field(description="Steps it costs.")
    displaces: bool = Field(description="A friendly unit must make room.")


class Offer(Said):
    """Orders of one verb about one counter or one hex.

    Where an order names several units (an attack), `candidates` are the units that may take part and
    the client puts the order together, asking `judge` and `odds`; `choices` is empty then. Such an order
    may be about no counter and no hex at all: so many units are to be picked.
    """

    verb: str
    caption: str
    unit: str | None
    hex: str | None
    choices: list[Choice]
    candidates: list[str]
    suggested: list[str] = Field(description="Candidates of a legal order, as many as can be.")
    exact: int = Field(description="So many candidates are to be named, no more and no less; 0: any number.")
    doubling: list[str] = Field(description="Units whose strength may be doubled as well.")
    using: list[str] = Field(description="Counters that may be used up for it.")
    markers: list[int] = Field(description="Values of support markers that may be chosen.")


class LegalOrders(Said):
    """What the side that is asked may do. Orders of a counter or hex are fetched by naming it."""

    position: int
    side: str | None = Field(description="The side that is asked; none when the game is over.")
    kind: Literal["unit", "hex"]
    subjects: list[str] = Field(description="Counters or hexes that may have orders.")
    plain: list[Choice] = Field(description="Orders that are about no counter: ending a phase and the like.")
    offers: list[Offer] = Field(
        description="Orders of the subject that was named, or of all where they are few."
    )
    zones: list[str] = Field(description="Hexes in enemy zones.")


class Refusal(Said):
    """Why an order is not allowed."""

    rule: str
    sentence: str
    hexes: list[str]


class Judgement(Said):
    allowed: bool
    refusal: Refusal | None


class JudgeBody(Heard):
    """The order as parts, or as a line of text such as “move 5/1M 0906”."""

    order: OrderBody | Text


class OddsBody(Heard):
    order: OrderBody | Text | None = Field(None, description="None: the combat under way.")
    support: Annotated[list[int], Field(max_length=12)] = []
    against: Annotated[list[int], Field(max_length=12)] = []


class OddsItem(Said):
    rule: str
    what: str
    value: int


class ResultChance(Said):
    result: str
    words: str
    chance: float
    good: Literal["attacker", "defender", "both", "none"]


class Odds(Said):
    attack: int
    defence: int
    attack_items: list[OddsItem]
    defence_items: list[OddsItem]
    differential: int
    line: str
    line_rule: str
    shifts: list[OddsItem] = Field(description="Columns by which the result is moved, one by one.")
    column: int
    dice: list[str] = Field(description="The result for each die from 1 to 6.")
    chances: list[ResultChance] = Field(description="The likeliest order: best for the attacker first.")


class GiveBody(Heard):
    """An order for a position: it is carried out only if nothing has happened since."""

    position: Annotated[int, Field(ge=0)]
    order: OrderBody | Text


# Games


class SeatBody(Heard):
    player: Annotated[str, Field(max_length=40)] = Field(
        "human", description="human, or the name of a computer player."
    )
    name: Annotated[str, Field(max_length=40)] | None = None


class NewGame(Heard):
    battle: Annotated[str, Field(max_length=60)]
    book: Annotated[str, Field(max_length=40)]
    mode: Mode = "solo"
    options: dict[str, str] = {}
    seats: dict[SideId, SeatBody] = {}
    quick_start: bool = Field(False, description="Take the historical set-up of both sides.")


class Key(Said):
    """What opens a seat. It belongs into the fragment of a link, never into a path or a query."""

    seats: list[str] = Field(description="Sides it plays; empty for a spectator.")
    token: str


class Created(Said):
    game: str
    keys: list[Key]


class SeatInfo(Said):
    side: str
    player: str
    name: str | None
    online: bool


class LogEvent(Said):
    """One thing that happened, as everybody may know it."""

    event: str
    text: str
    facts: dict[str, Any]


class Row(Said):
    """One entry of the journal as everybody may know it; its number is the position it leads to."""

    number: int
    orders: int = Field(description="Orders that stand after it; an undo lowers the number.")
    kind: str
    side: str | None
    turn: int
    phase: str
    dice: list[int]
    events: list[LogEvent]
    reason: str = Field(description="Why a computer player did it.")


class Outcome(Said):
    side: str | None
    level: str
    points: dict[str, int]
    resigned: str | None
    seed: str = Field(description="The seed of the dice; anyone can check them now.")


class TakeBack(Said):
    """Whether the last order can be taken back by whoever asks, and if not, why."""

    allowed: bool
    reason: str
    asked_by: str | None = Field(description="The side that asks the other one for consent.")


class TableView(Said):
    """The table as one seat may see it."""

    game: str
    position: int
    orders: int = Field(description="Orders that stand, those taken back not counted.")
    battle: str
    book: str
    options: dict[str, str]
    title: str
    mode: Mode
    side: str | None = Field(description="Through whose eyes the view is; none for a spectator.")
    plays: list[str] = Field(description="Sides that the key plays.")
    seats: list[SeatInfo]
    view: dict[str, Any] = Field(description="What the rulebook lets this side know.")
    outcome: Outcome | None
    take_back: TakeBack


class Given(Said):
    """An order was carried out."""

    table: TableView
    rows: list[Row]


class Journal(Said):
    rows: list[Row]


class Moment(Said):
    """A turn on the chart."""

    number: int
    turn: int
    points: dict[str, int]
    strength: dict[str, int]


class Chart(Said):
    moments: list[Moment]


class UndoBody(Heard):
    position: Annotated[int, Field(ge=0)]


class ConsentBody(Heard):
    position: Annotated[int, Field(ge=0)]
    agreed: bool


class BranchBody(Heard):
    at: Annotated[int, Field(ge=0)] = Field(description="Orders that stand in the new game.")
    mode: Mode = "solo"
    seats: dict[SideId, SeatBody] = {}


class SeatChange(Heard):
    player: Annotated[str, Field(max_length=40)]
    name: Annotated[str, Field(max_length=40)] | None = None


class ChatBody(Heard):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class ChatLine(Said):
    id: int
    author: str
    text: str
    at: str


class ImportBody(Heard):
    """The text of a `.hexfolio` file."""

    text: Annotated[str, Field(max_length=2_000_000)]
    mode: Mode = "solo"


class Players(Said):
    players: list[PlayerInfo] = Field(description="From the weakest to the strongest.")
    usual: str = Field(description="The one to offer first, who also gives hints.")


class PlayerInfo(Said):
    name: str
    description: str = Field(description="How it plays, in a sentence.")


class HintBody(Heard):
    """“What would you do?”, asked for a position."""

    position: Annotated[int, Field(ge=0)]
    player: Annotated[str, Field(max_length=40)] | None = Field(
        None, description="Which computer player is asked; none: the usual one."
    )


class Hint(Said):
    """What a computer player would do in the place of whoever asks. It changes nothing."""

    position: int
    side: str
    player: str
    choice: Choice
    reason: str
    odds: Odds | None = Field(description="Of the attack it proposes, or of the combat it takes part in.")


class Problem(Said):
    """What went wrong, in a sentence. A refused order carries the refusal, a stale one the new table."""

    error: str
    sentence: str
    refusal: Refusal | None = None
    table: TableView | None = None


# Live messages


class Hello(Heard):
    """The first message of a live connection."""

    token: Annotated[str, Field(max_length=100)]
    after: Annotated[int, Field(ge=0, le=2_000_000_000)] = Field(
        description="The last position the client has."
    )
    side: SideId | None = None
    chat: Annotated[int, Field(ge=0, le=2_000_000_000)] = 0


class Live(Said):
    """A message of a live connection. Rows follow one another without gap or repetition."""

    kind: Literal["table", "chat", "seats", "problem"]
    rows: list[Row] = []
    table: TableView | None = None
    chat: list[ChatLine] = []
    problem: Problem | None = None
