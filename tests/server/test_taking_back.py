"""Taking orders back: freely to the last die or secret, else by the other side's leave."""

from __future__ import annotations

from random import Random

from fastapi.testclient import TestClient

from .helpers import Json, Seat, asked, begin, good, play, problem


def moves(seat: Seat, count: int) -> list[Json]:
    """Give so many orders that roll no die; the table before each."""
    before = []
    for number in range(count):
        before.append(seat.view())
        legal = good(seat.get("/legal"))
        unit = legal["subjects"][number]
        order = good(seat.get("/legal", unit=unit))["offers"][0]["choices"][0]["order"]
        good(seat.give(order))
    return before


def test_what_nobody_ordered_cannot_be_taken_back(client: TestClient) -> None:
    people = begin(client, quick_start=False)
    assert asked(people["red"].view()) == "red"
    play(people, 1, Random(1))
    assert people["red"].view()["take_back"]["allowed"]
    assert people["blue"].view()["take_back"]["allowed"] is False
    problem(people["blue"].undo(), 422, "nothing to take back")


def until_dice(table: dict[str, Seat]) -> Json:
    """Play until an order rolls a die; the table after it."""
    state = table["spectator"].view()
    for _ in range(60):
        seat = table[asked(state) or ""]
        legal = good(seat.get("/legal"))
        bombs = [choice["order"] for offer in legal["offers"] for choice in offer["choices"]]
        plain = [choice["order"] for choice in legal["plain"]]
        fire = state["view"]["phase"] == "bombardment" or not plain
        order = bombs[0] if fire and bombs else plain[-1]
        given = good(seat.give(order, state["position"]))
        state = given["table"]
        if given["rows"][-1]["dice"]:
            return {**state, "roller": seat}
    raise AssertionError("no die was ever rolled")


def test_own_orders_go_back_one_by_one(client: TestClient) -> None:
    people = begin(client)
    blue = people["blue"]
    before = moves(blue, 3)
    assert blue.view()["take_back"] == {"allowed": True, "reason": "", "asked_by": None}
    for table in reversed(before):
        given = good(blue.undo())
        assert given["table"]["view"] == table["view"]
        assert given["table"]["orders"] == table["orders"]
        assert [row["kind"] for row in given["rows"]] == ["undo"]
        assert people["red"].view()["view"]["counters"] == table["view"]["counters"]
    assert [row["kind"] for row in blue.rows()][-6:] == ["order"] * 3 + ["undo"] * 3
    moves(blue, 1)


def test_a_die_can_only_be_taken_back_by_leave(client: TestClient) -> None:
    people = begin(client)
    rolled = until_dice(people)
    roller: Seat = rolled["roller"]
    side = roller.view()["side"]
    other = people["red" if side == "blue" else "blue"]
    state = roller.view()
    assert state["take_back"]["allowed"] is False
    assert "agree" in state["take_back"]["reason"]
    problem(other.post("/consent", {"position": state["position"], "agreed": True}), 422, "nothing asked")

    given = good(roller.undo())
    assert [row["kind"] for row in given["rows"]] == ["ask"]
    assert given["table"]["take_back"]["asked_by"] == side
    assert given["table"]["view"] == state["view"], "nothing is taken back yet"
    position = given["table"]["position"]
    problem(roller.post("/consent", {"position": position, "agreed": True}), 403, "not yours")
    problem(people["spectator"].post("/consent", {"position": position, "agreed": True}), 403, "not yours")

    declined = good(other.post("/consent", {"position": position, "agreed": False}))
    assert [row["kind"] for row in declined["rows"]] == ["decline"]
    assert declined["table"]["take_back"]["asked_by"] is None
    assert roller.view()["view"] == state["view"]
    again = declined["table"]["position"]
    problem(other.post("/consent", {"position": again, "agreed": True}), 422, "nothing asked")

    asking = good(roller.undo())["table"]
    agreed = good(other.post("/consent", {"position": asking["position"], "agreed": True}))
    assert agreed["rows"][-1]["kind"] == "undo"
    assert agreed["table"]["orders"] < state["orders"]
    assert roller.view()["view"] == good(roller.get(f"/positions/{agreed['table']['orders']}"))["view"]
    play(people, 5, Random(1))


def test_an_order_takes_the_question_off_the_table(client: TestClient) -> None:
    people = begin(client)
    state = until_dice(people)
    roller: Seat = state["roller"]
    asking = good(roller.undo())["table"]
    play(people, 1, Random(1))
    later = people["red"].view()
    assert later["take_back"]["asked_by"] is None
    other = people["red" if roller is people["blue"] else "blue"]
    problem(other.post("/consent", {"position": asking["position"], "agreed": True}), 409, "stale")
    problem(other.post("/consent", {"position": later["position"], "agreed": True}), 422, "nothing asked")


def test_who_hands_over_the_seat_after_asking_gets_an_answer(client: TestClient) -> None:
    people = begin(client)
    roller: Seat = until_dice(people)["roller"]
    side = roller.view()["side"]
    other = people["red" if side == "blue" else "blue"]
    good(roller.undo())
    good(roller.put(f"/seats/{side}", {"player": "recruit"}))
    answer = other.post("/consent", {"position": other.view()["position"], "agreed": True})
    assert answer.status_code in (409, 422), answer.text


def test_alone_everything_can_be_taken_back_with_its_dice(client: TestClient) -> None:
    seat = begin(client, mode="solo", quick_start=False)["red"]
    people = {"blue": seat, "red": seat, "spectator": seat}
    start = seat.view()
    until_dice(people)
    state = seat.view()
    views = [state["view"]]
    while good(seat.get())["orders"] > state["orders"] - 3:
        views.append(good(seat.undo())["table"]["view"])
    while seat.view()["orders"]:
        good(seat.undo())
    assert seat.view()["view"] == start["view"]
    until_dice(people)
    assert seat.view()["view"] == state["view"], "the dice fall as they did before"


def test_against_a_computer_its_answers_go_back_with_the_own_order(client: TestClient) -> None:
    blue = begin(client, mode="solo", seats={"red": {"player": "random"}})["blue"]
    before = blue.view()
    orders = 0
    while asked(blue.view()) == "blue" and orders < 40:
        plain = good(blue.get("/legal"))["plain"]
        good(blue.give(plain[-1]["order"]))
        orders += 1
    wait_for(blue, "blue")
    sides = [row["side"] for row in blue.rows(before["position"])]
    assert "red" in sides
    mine = sides.count("blue")
    for _ in range(mine):
        wait_for(blue, "blue")
        assert blue.view()["take_back"]["allowed"]
        good(blue.undo())
    wait_for(blue, "blue")
    assert blue.view()["view"] == before["view"]


def wait_for(seat: Seat, side: str) -> None:
    """Until the side is asked, or the game is over."""
    import time

    until = time.monotonic() + 20
    while asked(seat.view()) not in (side, None):
        assert time.monotonic() < until, "the computer does not answer"
        time.sleep(0.02)
