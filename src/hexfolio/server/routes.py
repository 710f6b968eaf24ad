"""The endpoints. They know seats and keys; rules are asked of the game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from hexfolio.battles import registry
from hexfolio.core import journal
from hexfolio.rulebooks.clauses import books

from . import battle_sheets, problems, schemas, seating
from .desk import Desk
from .notes import Note
from .odds import odds_json
from .offers import UnknownSubjectError, legal_orders, no_orders
from .open_table import OpenTable
from .seating import Visitor
from .storage import ChatRecord, StalePositionError

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.Problem} for status in (403, 404, 409, 413, 422, 429)
}
A_DAY = "public, max-age=86400"

router = APIRouter(prefix="/api", responses=PROBLEMS)
bearer = HTTPBearer(auto_error=False, description="The key of a seat.")

GameId = Annotated[str, Path(alias="game", min_length=1, max_length=64)]
Side = Annotated[str | None, Query(max_length=40)]
Options = Annotated[str, Query(max_length=1000, description="What the game has chosen: “name=value …”.")]


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


AtDesk = Annotated[Desk, Depends(desk_of)]


def visitor_of(
    game: GameId,
    desk: AtDesk,
    key: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Visitor:
    return desk.visitor(game, key.credentials if key else "")


Guest = Annotated[Visitor, Depends(visitor_of)]


# Battles and books


@router.get("/battles")
def list_battles() -> list[schemas.BattleInfo]:
    """All battles, for the lobby."""
    return battle_sheets.battle_list()


@router.get("/battles/{battle}/map.svg", response_class=Response)
def map_picture(battle: str, theme: Literal["day", "night"] = "day") -> Response:
    """The map of a battle, in layers."""
    try:
        svg = battle_sheets.map_picture(battle, theme)
    except registry.UnknownBattleError as error:
        raise problems.problem(404, "unknown battle", str(error)) from None
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": A_DAY})


@router.get("/battles/{battle}/{book}")
def battle_sheet(battle: str, book: str, response: Response, options: Options = "") -> schemas.BattleSheet:
    """Everything about a battle that stays the same during a game."""
    try:
        sheet = battle_sheets.battle_sheet(battle, book, options)
    except registry.UnknownBattleError as error:
        raise problems.problem(404, "unknown battle", str(error)) from None
    response.headers["Cache-Control"] = A_DAY
    return sheet


@router.get("/books/{book}")
def read_book(book: str, response: Response) -> schemas.Book:
    """The clauses of a book by chapter."""
    if book not in books():
        sentence = f"There is no rule book {book}: known are {', '.join(books())}."
        raise problems.problem(404, "unknown book", sentence)
    response.headers["Cache-Control"] = A_DAY
    return battle_sheets.book(book)


@router.get("/players")
def list_players() -> schemas.Players:
    """The computer players."""
    return seating.players()


# Games


@router.post("/games", status_code=201)
def create_game(body: schemas.NewGame, desk: AtDesk) -> schemas.Created:
    """Begin a game; the answer holds the keys to its seats."""
    return desk.create(body)


@router.post("/games/import", status_code=201)
def import_game(body: schemas.ImportBody, desk: AtDesk) -> schemas.Created:
    """Go on with a saved game."""
    return desk.load(body)


@router.get("/games/{game}")
def look(guest: Guest, desk: AtDesk, side: Side = None) -> schemas.TableView:
    """The table as it stands."""
    with desk.table(guest.game_id) as table:
        desk.answering.wake(table)
        return desk.view(guest, table, side)


@router.get("/games/{game}/legal")
def legal(
    guest: Guest,
    desk: AtDesk,
    unit: Annotated[str | None, Query(max_length=40)] = None,
    hex: Annotated[str | None, Query(max_length=8)] = None,
) -> schemas.LegalOrders:
    """What the side that is asked may do; for a counter or a hex, all it may be ordered."""
    with desk.table(guest.game_id) as table:
        _check_asked(guest, table)
        if table.resigned is not None:
            return no_orders(table.number)
        try:
            return legal_orders(table.game, table.number, unit or hex)
        except UnknownSubjectError as error:
            raise problems.malformed(str(error)) from None


@router.post("/games/{game}/judge")
def judge(guest: Guest, desk: AtDesk, body: schemas.JudgeBody, side: Side = None) -> schemas.Judgement:
    """May this order be given, and if not, why?"""
    with desk.table(guest.game_id) as table:
        eyes = _player(guest, table, side)
        refusal = table.game.judge(table.read(body.order), table.side_index(eyes))
        told = None if refusal is None else problems.refusal_json(refusal, table.game.battle)
        return schemas.Judgement(allowed=refusal is None, refusal=told)


@router.post("/games/{game}/odds")
def odds(guest: Guest, desk: AtDesk, body: schemas.OddsBody) -> schemas.Odds:
    """The exact odds of an attack that may be declared, or of the combat under way."""
    with desk.table(guest.game_id) as table:
        order = None if body.order is None else table.read(body.order)
        if order is not None:
            _check_asked(guest, table)
            refusal = table.game.judge(order, table.side_index(table.asked or ""))
            if refusal is not None:
                raise problems.refused(refusal, table.game.battle)
        try:
            return odds_json(table.game.odds(order, tuple(body.support), tuple(body.against)))
        except (ValueError, LookupError) as error:
            raise problems.malformed(str(error)) from None


@router.post("/games/{game}/orders")
def give_order(guest: Guest, desk: AtDesk, body: schemas.GiveBody, side: Side = None) -> schemas.Given:
    """Give an order. It is carried out only if nothing has happened since the position it was given for."""

    def act(table: OpenTable) -> None:
        player = _player(guest, table, side)
        guest.check_decides(table, player)
        table.give(player, table.read(body.order), body.position)

    return _act(guest, desk, act, side)


@router.post("/games/{game}/hint")
def hint(guest: Guest, desk: AtDesk, body: schemas.HintBody) -> schemas.Hint:
    """What would a computer player do now? It sees what the side that is asked sees, and changes nothing."""
    try:
        return desk.answering.hint(guest, body)
    except StalePositionError:
        with desk.table(guest.game_id) as table:
            raise problems.stale(desk.view(guest, table, None)) from None


@router.post("/games/{game}/undo")
def take_back(guest: Guest, desk: AtDesk, body: schemas.UndoBody, side: Side = None) -> schemas.Given:
    """Take the last own order back, or ask the other side for leave."""
    return _act(guest, desk, lambda table: table.undo(_plays(guest), body.position), side)


@router.post("/games/{game}/consent")
def consent(guest: Guest, desk: AtDesk, body: schemas.ConsentBody, side: Side = None) -> schemas.Given:
    """Agree that the other side takes back its last order, or decline."""
    return _act(guest, desk, lambda table: table.consent(_plays(guest), body.position, body.agreed), side)


@router.post("/games/{game}/resign")
def resign(guest: Guest, desk: AtDesk, body: schemas.UndoBody, side: Side = None) -> schemas.Given:
    """Give the game up."""
    return _act(guest, desk, lambda table: table.resign(_player(guest, table, side), body.position), side)


@router.get("/games/{game}/journal")
def read_journal(
    guest: Guest, desk: AtDesk, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> schemas.Journal:
    """What has happened, as everybody may know it."""
    with desk.table(guest.game_id) as table:
        return schemas.Journal(rows=desk.rows(guest, table, after))


@router.get("/games/{game}/positions/{orders}")
def position(
    guest: Guest, desk: AtDesk, orders: Annotated[int, Path(ge=0, le=1_000_000)], side: Side = None
) -> schemas.TableView:
    """The table as it stood after so many orders."""
    with desk.table(guest.game_id) as table:
        return desk.view_of(guest, table, table.at(orders), guest.eyes(table, side), orders)


@router.get("/games/{game}/chart")
def chart(guest: Guest, desk: AtDesk) -> schemas.Chart:
    """Points and strength at the beginning of every turn."""
    with desk.table(guest.game_id) as table:
        notes = [(number, table.notes[number - 1]) for number in table.line]
        return schemas.Chart(moments=[_moment(note) for _, note in notes if note.points])


def _moment(note: Note) -> schemas.Moment:
    return schemas.Moment(number=note.orders, turn=note.turn, points=note.points, strength=note.strength)


@router.post("/games/{game}/branch", status_code=201)
def branch(guest: Guest, desk: AtDesk, body: schemas.BranchBody) -> schemas.Created:
    """Play on from an earlier position, as a game of its own with dice of its own."""
    return desk.branch(guest, body)


@router.put("/games/{game}/seats/{side}")
def change_seat(
    guest: Guest, desk: AtDesk, side: Annotated[str, Path(max_length=40)], body: schemas.SeatChange
) -> schemas.TableView:
    """Give a seat to a computer player, or take it back."""
    desk.set_player(guest, side, body)
    with desk.table(guest.game_id) as table:
        return desk.view(guest, table, None)


@router.get("/games/{game}/file", response_class=Response)
def save_file(guest: Guest, desk: AtDesk) -> Response:
    """The game as a `.hexfolio` file."""
    with desk.table(guest.game_id) as table:
        desk.check_open(guest, table, "saved")
        text, name = journal.text_of(table.kept()), f"{table.record.battle}.hexfolio"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/games/{game}/chat")
def read_chat(
    guest: Guest, desk: AtDesk, after: Annotated[int, Query(ge=0, le=2_000_000_000)] = 0
) -> list[schemas.ChatLine]:
    """What people said."""
    return [chat_json(line) for line in desk.storage.chat(guest.game_id, after)]


@router.post("/games/{game}/chat", status_code=201)
def say(guest: Guest, desk: AtDesk, body: schemas.ChatBody) -> schemas.ChatLine:
    """Say something to everybody at the table."""
    author = guest.plays[0] if guest.plays else "spectator"
    return chat_json(desk.storage.add_chat(guest.game_id, author, body.text))


def chat_json(line: ChatRecord) -> schemas.ChatLine:
    return schemas.ChatLine(id=line.id, author=line.author, text=line.text, at=line.at.isoformat())


# What they share


def _act(guest: Visitor, desk: Desk, act: Any, side: str | None) -> schemas.Given:
    """Do something at the table; whoever comes too late gets the new table."""
    with desk.table(guest.game_id) as table:
        before = table.number
        try:
            act(table)
        except StalePositionError:
            table.catch_up()
            raise problems.stale(desk.view(guest, table, side)) from None
        desk.answering.wake(table)
        return schemas.Given(table=desk.view(guest, table, side), rows=desk.rows(guest, table, before))


def _plays(guest: Visitor) -> list[str]:
    if not guest.plays:
        raise problems.not_yours("Spectators give no orders.")
    return guest.plays


def _player(guest: Visitor, table: OpenTable, side: str | None) -> str:
    """The side a visitor speaks for."""
    _plays(guest)
    eyes = guest.eyes(table, side)
    assert eyes is not None
    return eyes


def _check_asked(guest: Visitor, table: OpenTable) -> None:
    if table.asked is not None:
        guest.check_decides(table, table.asked)
