"""The OpenAPI document, tried out: whatever is sent, the answer is one that the document tells of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from hexfolio.server.app import create_app
from hexfolio.server.settings import Settings

from .conftest import app_on
from .helpers import Seat, begin, play

EXAMPLES = 20
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """A seat of a game under way, of which requests may know the key."""
    app = app_on(str(tmp_path_factory.mktemp("games") / "games.sqlite3"))
    with TestClient(app) as client:
        people = begin(client, mode="hot-seat")
        play(people, 12, Random(1))
        yield people["red"]


@pytest.fixture(scope="module")
def interface(opened: Seat) -> Any:
    return schemathesis.openapi.from_asgi("/openapi.json", opened.client.app)  # type: ignore[attr-defined]


def operations() -> list[tuple[str, str]]:
    document = create_app(Settings(database="unused.sqlite3")).openapi()
    return [(path, method) for path, methods in document["paths"].items() for method in methods]


@pytest.mark.parametrize(("path", "method"), operations())
def test_every_answer_is_as_described(path: str, method: str, opened: Seat, interface: Any) -> None:
    """Most requests are to the game that is there, by somebody with its key, for the table as it stands."""

    reached: set[int] = set()

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=interface[path][method].as_strategy(), known=strategies.sampled_from([True, True, False]))
    def ask(case: Any, known: bool) -> None:
        if known:
            there = {"game": opened.game, "battle": "crossroads", "book": "fm-2023", "side": "red"}
            case.path_parameters |= {name: there[name] for name in there if f"{{{name}}}" in path}
            if isinstance(case.body, dict) and type(case.body.get("position")) is int:
                case.body["position"] = opened.view()["position"]
        answer = case.call_and_validate(headers=opened.headers, checks=CHECKS)
        if known:
            reached.add(answer.status_code)

    ask()
    assert reached - {403, 404}, "the key opens no door"


def test_the_document_can_be_built_without_a_database(tmp_path: Path) -> None:
    document = app_on(str(tmp_path / "unused.sqlite3")).openapi()
    assert "/api/games/{game}/orders" in document["paths"]
    assert not (tmp_path / "unused.sqlite3").exists()
