"""Games over HTTP: beginning them, looking at them, and giving orders."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfolio.battles import registry

from .helpers import Json, Seat, asked, begin, choices, good, line, play, problem, seats

GAMES = [(entry.id, book) for entry in registry.entries() for book in entry.books]


class TestBeginning:
    @pytest.mark.parametrize(
        ("mode", "keys"),
        [
            ("solo", [["blue", "red"], []]),
            ("hot-seat", [["blue", "red"], []]),
            ("link", [["blue"], ["red"], []]),
            ("watch", [[]]),
        ],
    )
    def test_every_mode_gives_its_keys(self, client: TestClient, mode: str, keys: list[list[str]]) -> None:
        body = {"battle": "crossroads", "book": "fm-2023", "mode": mode}
        created = good(client.post("/api/games", json=body), 201)
        assert [key["seats"] for key in created["keys"]] == keys
        tokens = {key["token"] for key in created["keys"]}
        assert len(tokens) == len(keys)
        assert all(len(token) >= 32 for token in tokens)
        for key in created["keys"]:
            table = Seat(client, created["game"], key["token"]).view()
            assert table["plays"] == key["seats"]
            assert table["mode"] == mode
            assert table["side"] is None or table["side"] in key["seats"]

    @pytest.mark.parametrize(("battle", "book"), GAMES)
    def test_quick_start_leads_past_every_set_up(self, client: TestClient, battle: str, book: str) -> None:
        table = begin(client, battle, book=book)["spectator"].view()
        assert table["view"]["phase"] != "set-up"
        assert table["view"]["turn"] >= 1
        assert table["orders"] == table["position"]
        assert table["outcome"] is None

    def test_names_and_options_are_kept(self, client: TestClient) -> None:
        people = begin(
            client,
            book="fm-folio",
            options={"bombardment": "fm-2023"},
            seats={"blue": {"player": "human", "name": "Ada"}},
        )
        table = people["red"].view()
        assert table["options"] == {"bombardment": "fm-2023"}
        assert [seat["name"] for seat in table["seats"]] == ["Ada", None]

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            ({"battle": "waterloo"}, "waterloo"),
            ({"book": "kwb-dg"}, "kwb-dg"),
            ({"options": {"weather": "fair"}}, "weather"),
            ({"options": {"bombardment": "yes"}}, "bombardment"),
            ({"seats": {"green": {}}}, "green"),
            ({"seats": {"red": {"player": "guderian"}}}, "guderian"),
            ({"mode": "duel"}, "mode"),
            ({"colour": 1}, "colour"),
            ({"quick_start": "yes"}, "quick_start"),
            ({"seats": {"red": {"name": "a\0b"}}}, "characters"),
        ],
    )
    def test_what_makes_no_sense_is_refused_in_a_sentence(
        self, client: TestClient, change: Json, says: str
    ) -> None:
        body = {"battle": "crossroads", "book": "fm-2023", **change}
        told = problem(client.post("/api/games", json=body), 422, "malformed")
        assert says in told["sentence"]

    @pytest.mark.parametrize(
        "content", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 20_000, b'{"\\ud800": 1}']
    )
    def test_a_body_that_is_no_json_is_malformed(self, client: TestClient, content: bytes) -> None:
        answer = client.post("/api/games", content=content, headers={"Content-Type": "application/json"})
        problem(answer, 422, "malformed")


class TestLooking:
    def test_each_key_has_its_eyes(self, client: TestClient) -> None:
        people = begin(client)
        assert {name: seat.view()["side"] for name, seat in people.items()} == {
            "blue": "blue", "red": "red", "spectator": None,
        }  # fmt: skip
        problem(people["blue"].get(side="red"), 403, "not yours")
        problem(people["spectator"].get(side="red"), 403, "not yours")

    def test_one_key_for_both_sides_has_four_eyes(self, client: TestClient) -> None:
        seat = begin(client, mode="hot-seat")["red"]
        assert seat.view()["side"] == asked(seat.view())
        assert [seat.view(side=side)["side"] for side in ("blue", "red")] == ["blue", "red"]

    def test_a_wrong_key_opens_nothing(self, client: TestClient) -> None:
        people, others = begin(client), begin(client)
        game = people["red"].game
        for token in ("", "x", others["red"].token, people["red"].token[:-1], "ü"):
            headers = {b"Authorization": f"Bearer {token}".encode("latin-1")}
            for path in ("", "/legal", "/journal", "/chart", "/file", "/chat", "/positions/0"):
                answer = client.get(f"/api/games/{game}{path}", headers=headers)
                problem(answer, 403, "wrong key")
            answer = client.post(
                f"/api/games/{game}/orders", headers=headers, json={"position": 0, "order": "end"}
            )
            problem(answer, 403, "wrong key")
        problem(client.get(f"/api/games/{game}"), 403, "wrong key")
        problem(client.get(f"/api/games/{game}", headers={"Authorization": "Basic eDp5"}), 403, "wrong key")

    @pytest.mark.parametrize("game", ["nothing", "a%00b", "%F0%9F%8E%B2", "x" * 64])
    def test_an_unknown_game_is_not_found(self, client: TestClient, game: str) -> None:
        key = {"Authorization": f"Bearer {begin(client)['red'].token}"}
        for headers in (key, {}):
            problem(client.get(f"/api/games/{game}", headers=headers), 404, "unknown game")

    def test_an_address_where_nothing_is(self, client: TestClient) -> None:
        problem(client.get("/api/nothing"), 404)
        problem(client.delete("/api/battles"), 405)
        problem(client.get("/api/battles/waterloo/fm-2023"), 404, "unknown battle")
        problem(client.get("/api/battles/crossroads/kwb-dg"), 404, "unknown battle")
        problem(client.get("/api/battles/waterloo/map.svg"), 404, "unknown battle")
        problem(client.get("/api/books/bible"), 404, "unknown book")


class TestOrders:
    def test_an_order_leads_to_the_next_position(self, client: TestClient) -> None:
        people = begin(client)
        before = people["blue"].view()
        side = asked(before)
        assert side is not None
        order = choices(people[side])[0]
        given = good(people[side].give(order))
        assert given["table"]["position"] == before["position"] + 1
        assert given["table"]["orders"] == before["orders"] + 1
        [row] = given["rows"]
        assert (row["number"], row["side"], row["kind"]) == (before["position"] + 1, side, "order")
        for seat in people.values():
            assert seat.view()["position"] == row["number"]
            assert seat.rows(before["position"]) == [row]

    def test_lines_and_parts_are_both_orders(self, client: TestClient) -> None:
        people = begin(client)
        assert asked(people["blue"].view()) == "blue"
        legal = good(people["blue"].get("/legal"))
        unit = legal["subjects"][0]
        moves = good(people["blue"].get("/legal", unit=unit))["offers"][0]["choices"]
        order = moves[0]["order"]
        text = f"{order['order']} {order['unit']} {'-'.join(order['path'])}"
        for form in (order, text):
            assert good(people["blue"].post("/judge", {"order": form})) == {"allowed": True, "refusal": None}
        good(people["blue"].give(text))
        assert people["red"].rows()[-1]["events"][0]["facts"]["unit"] == unit

    def test_a_stale_position_gets_the_new_table(self, client: TestClient) -> None:
        people = begin(client)
        blue = people["blue"]
        old = blue.view()["position"]
        good(blue.give(choices(blue, Random(1))[-1]))
        bodies: list[tuple[str, Json]] = [
            ("/orders", {"order": "end"}),
            ("/undo", {}),
            ("/resign", {}),
            ("/consent", {"agreed": True}),
        ]
        for path, body in bodies:
            for position in (old, old + 2):
                told = problem(blue.post(path, {"position": position, **body}), 409, "stale")
                assert told["table"] == blue.view()
        assert blue.view()["position"] == old + 1

    def test_a_refused_order_names_its_clause(self, client: TestClient) -> None:
        blue = begin(client)["blue"]
        position = blue.view()["position"]
        for order in (
            {"order": "move", "unit": "1/12", "path": ["1206"]},
            "move 1/40 0505",
            "attack 0506 with 1/12",
        ):
            judged = good(blue.post("/judge", {"order": order}))
            told = problem(blue.give(order), 422, "refused")
            assert judged == {"allowed": False, "refusal": told["refusal"]}
            assert told["refusal"]["rule"].startswith("fm-2023:")
            assert told["refusal"]["sentence"] == told["sentence"]
            good(blue.client.get("/api/books/fm-2023"))
        assert blue.view()["position"] == position

    @pytest.mark.parametrize(
        ("order", "says"),
        [
            ("fly 1/12", "fly"),
            ("move 9/99 0505", "9/99"),
            ("move 1/12 9999", "9999"),
            ("move", "incomplete"),
            ({"order": "move", "unit": "1/12"}, "path"),
            ({"order": "end", "unit": "1/12"}, "unit"),
            ({"order": "move", "unit": 5, "path": ["0505"]}, "unit"),
            ({"order": "support", "markers": [True]}, "markers"),
            ({"order": "support", "markers": [-1]}, "markers"),
            ({}, "order"),
            (7, "order"),
            ("", "order"),
            ("x" * 500, "order"),
        ],
    )
    def test_what_is_no_order_is_malformed(self, client: TestClient, order: Any, says: str) -> None:
        blue = begin(client)["blue"]
        for path, body in (("/orders", {"position": 0}), ("/judge", {}), ("/odds", {})):
            told = problem(blue.post(path, {**body, "order": order}), 422, "malformed")
            assert says in told["sentence"]

    def test_only_the_side_that_is_asked_has_orders(self, client: TestClient) -> None:
        people = begin(client)
        assert asked(people["red"].view()) == "blue"
        for name in ("red", "spectator"):
            problem(people[name].get("/legal"), 403, "not yours")
        told = problem(people["red"].give("end"), 422, "refused")
        assert told["refusal"]["rule"]
        for path, body in [
            ("/orders", {"position": 0, "order": "end"}),
            ("/judge", {"order": "end"}),
            ("/undo", {"position": 0}),
            ("/resign", {"position": 0}),
            ("/consent", {"position": 0, "agreed": True}),
        ]:
            problem(people["spectator"].post(path, body), 403, "not yours")
        problem(people["blue"].give("end", side="red"), 403, "not yours")

    def test_an_unknown_subject_has_no_orders(self, client: TestClient) -> None:
        blue = begin(client)["blue"]
        assert "9/99" in problem(blue.get("/legal", unit="9/99"), 422, "malformed")["sentence"]
        assert good(blue.get("/legal", unit="1/40"))["offers"] == []

    def test_odds_are_exact_and_change_nothing(self, client: TestClient) -> None:
        table = begin(client)
        attack = find_attack(table, Random(4))
        seat = table[asked(table["spectator"].view()) or ""]
        before = seat.view()
        plain = good(seat.post("/odds", {"order": attack}))
        assert sum(chance["chance"] for chance in plain["chances"]) == pytest.approx(1)
        assert len(plain["dice"]) == 6
        more = good(seat.post("/odds", {"order": attack, "support": [3]}))
        assert more["differential"] == plain["differential"] + 3
        assert seat.view() == before
        other = table["red" if seat is table["blue"] else "blue"]
        problem(other.post("/odds", {"order": attack}), 403, "not yours")
        problem(seat.post("/odds", {"order": "attack 0101 with 1/12"}), 422)
        problem(seat.post("/odds", {}), 422, "malformed")
        problem(seat.post("/odds", {"order": attack, "support": ["3"]}), 422, "malformed")


def find_attack(table: dict[str, Seat], random: Random) -> Json:
    """Play until somebody may attack; the attack with one unit."""
    state = table["spectator"].view()
    for _ in range(400):
        seat = table[asked(state) or ""]
        legal = good(seat.get("/legal"))
        for offer in legal["offers"]:
            if offer["verb"] == "attack" and offer["candidates"]:
                return {"order": "attack", "hex": offer["hex"], "units": offer["candidates"][:1]}
        orders = [order for order in choices(seat, random) if order["order"] != "end"] or choices(seat)
        state = good(seat.give(random.choice(orders), state["position"]))["table"]
    raise AssertionError("nobody ever could attack")


class TestTheJournal:
    def test_it_holds_what_happened_and_its_positions(self, client: TestClient) -> None:
        people = begin(client, quick_start=False)
        play(people, 25, Random(3))
        red = people["red"]
        rows = red.rows()
        assert [row["number"] for row in rows] == list(range(1, 26))
        assert red.rows(20) == rows[20:]
        assert red.rows(1000) == []
        now = red.view()
        assert good(red.get("/positions/25"))["view"] == now["view"]
        first = good(red.get("/positions/0"))
        assert (first["orders"], first["view"]["turn"]) == (0, 0)
        problem(red.get("/positions/26"), 422, "malformed")
        problem(red.get("/positions/-1"), 422, "malformed")
        problem(red.get("/positions/x"), 422, "malformed")

    def test_the_chart_has_a_moment_for_every_turn(self, client: TestClient) -> None:
        people = begin(client)
        state = people["blue"].view()
        while state["view"]["turn"] < 3:
            side = asked(state) or ""
            plain = good(people[side].get("/legal"))["plain"]
            state = good(people[side].give(plain[-1]["order"], state["position"]))["table"]
        moments = good(people["spectator"].get("/chart"))["moments"]
        assert [moment["turn"] for moment in moments] == [1, 2, 3]
        for moment in moments:
            assert set(moment["points"]) == set(moment["strength"]) == {"blue", "red"}
            at = good(people["red"].get(f"/positions/{moment['number']}"))["view"]
            assert (at["turn"], at["points"]) == (moment["turn"], moment["points"])


class TestLeaving:
    def test_resignation_ends_the_game_and_shows_the_seed(self, client: TestClient) -> None:
        people = begin(client)
        red = people["red"]
        given = good(red.post("/resign", {"position": red.view()["position"]}))
        outcome = given["table"]["outcome"]
        assert (outcome["side"], outcome["resigned"], outcome["level"]) == ("blue", "red", "resignation")
        assert outcome["seed"].isdecimal()
        for seat in people.values():
            assert seat.view()["outcome"] == outcome
            assert seat.view()["take_back"]["allowed"] is False
        position = given["table"]["position"]
        problem(red.post("/resign", {"position": position}), 422, "finished")
        problem(people["blue"].post("/undo", {"position": position}), 422, "nothing to take back")
        problem(people["blue"].give("end"), 422, "finished")
        legal = good(people["blue"].get("/legal"))
        assert (legal["side"], legal["plain"], asked(people["blue"].view())) == (None, [], None)
        assert people["blue"].view()["position"] == position

    def test_chat_reaches_everybody(self, client: TestClient) -> None:
        people = begin(client)
        said = [good(people[name].post("/chat", {"text": f"I am {name} <b>"}), 201) for name in people]
        assert [line["author"] for line in said] == ["blue", "red", "spectator"]
        for seat in people.values():
            assert good_list(seat, 0) == said
            assert good_list(seat, said[1]["id"]) == said[2:]
        for text in ("", "x" * 501, "a\0b", 5, None):
            problem(people["red"].post("/chat", {"text": text}), 422, "malformed")
        assert good_list(begin(client)["red"], 0) == []


def good_list(seat: Seat, after: int) -> list[Json]:
    answer = seat.get("/chat", after=after)
    assert answer.is_success
    lines: list[Json] = answer.json()
    return lines


class TestFilesAndBranches:
    def test_a_file_goes_out_and_comes_back(self, client: TestClient) -> None:
        seat = begin(client, mode="solo", quick_start=False)["red"]
        play({"red": seat, "blue": seat}, 40, Random(5))
        good(seat.undo())
        answer = seat.get("/file")
        assert "crossroads.hexfolio" in answer.headers["Content-Disposition"]
        created = good(client.post("/api/games/import", json={"text": answer.text}), 201)
        again = seats(client, created)["red"]
        assert again.view()["view"] == seat.view()["view"]
        assert again.view()["orders"] == 39
        assert [row["events"] for row in line(again)] == [row["events"] for row in line(seat)]
        assert again.get("/file").text == answer.text
        play({"red": again, "blue": again}, 3, Random(5))

    def test_whoever_imports_a_game_for_two_does_not_know_its_dice(self, client: TestClient) -> None:
        seat = begin(client, mode="solo")["red"]
        body = {"text": seat.get("/file").text, "mode": "link"}
        people = seats(client, good(client.post("/api/games/import", json=body), 201))
        assert people["red"].view()["view"] == seat.view(side="red")["view"]
        assert people["red"].rows()[-1]["kind"] == "reseed"
        play(people, 3, Random(5))

    @pytest.mark.parametrize("text", ["", "x", "{}", "hexfolio 1\n", "\0", "9" * 5000])
    def test_a_file_that_is_none_is_refused(self, client: TestClient, text: str) -> None:
        problem(client.post("/api/games/import", json={"text": text}), 422, "malformed")

    def test_a_file_with_a_false_die_is_refused(self, client: TestClient) -> None:
        seat = begin(client, mode="solo")["red"]
        text = seat.get("/file").text
        seed = next(word for word in text.split() if len(word) > 30 and word.isdecimal())
        forged = text.replace(seed, seed[::-1].lstrip("0"))
        problem(client.post("/api/games/import", json={"text": forged}), 422, "malformed")

    def test_a_branch_has_dice_of_its_own(self, client: TestClient) -> None:
        seat = begin(client, mode="solo")["red"]
        both = {"red": seat, "blue": seat}
        play(both, 30, Random(6))
        at = seat.view()["orders"] - 10
        branches = []
        for _ in range(2):
            created = good(seat.post("/branch", {"at": at, "mode": "link"}), 201)
            people = seats(client, created)
            assert people["red"].view()["view"] == good(seat.get(f"/positions/{at}", side="red"))["view"]
            assert [row["events"] for row in people["red"].rows()[:at]] == [
                row["events"] for row in line(seat)[:at]
            ]
            red = people["red"]
            good(red.post("/resign", {"position": red.view()["position"]}))
            branches.append(red.view()["outcome"]["seed"])
        assert branches[0].partition(" then ")[0] == branches[1].partition(" then ")[0]
        assert branches[0] != branches[1]
        problem(seat.post("/branch", {"at": 10_000}), 422, "malformed")
        assert seat.view()["orders"] == at + 10, "the first game is as it was"

    def test_an_unfinished_game_of_two_stays_closed(self, client: TestClient) -> None:
        people = begin(client)
        for name in people:
            problem(people[name].get("/file"), 403, "not yours")
            problem(people[name].post("/branch", {"at": 0}), 403, "not yours")
        good(people["red"].put("/seats/red", {"player": "random"}))
        problem(people["blue"].get("/file"), 403, "not yours")
        good(people["red"].put("/seats/red", {"player": "human"}))
        good(people["red"].post("/resign", {"position": people["red"].view()["position"]}))
        for name in people:
            assert people[name].get("/file").is_success
            good(people[name].post("/branch", {"at": 0}), 201)
