"""Law 4 at the server's door: every route, asked of twins, answers byte for byte alike. (Law 4)"""

from __future__ import annotations

import random

import pytest
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import Route, WebSocketRoute

from grognard.engine.entries import PUBLIC
from grognard.lab import laws
from grognard.server.http.app import ROUTES
from grognard.server.http.frames import Wish
from grognard.systems.wb95.masking import masking
from tests.server.questions import NOTHING_HIDDEN, READS, SAID, WRITES, Known, questions
from tests.server.test_http_openapi import OPERATIONS
from tests.server.twins import FIELDS, Field, divided, sides_of

OF_A_SIDE, OF_NOBODY, MEDDLING = 2, 3, 8
"""Seeds of games, looked at by who plays and by who has no side."""


def test_every_route_is_asked_of_twins_or_says_why_not() -> None:
    """A new route has questions of its own in `questions.py`, or a reason why it needs none."""
    books = [set(READS), set(WRITES), set(NOTHING_HIDDEN)]
    assert set().union(*books) == set(OPERATIONS)
    assert sum(map(len, books)) == len(OPERATIONS), "none is in two of them"
    assert all(len(reason) > 20 for reason in NOTHING_HIDDEN.values())


def test_there_is_one_socket_and_the_rest_are_pages() -> None:
    """What the description leaves out: the socket (`Asker.listen`), and files that all may have."""
    rest = [
        route
        for part in ROUTES
        for route in part.router.routes
        if not (isinstance(route, APIRoute) and route.include_in_schema)
    ]
    sockets = [route.path for route in rest if isinstance(route, WebSocketRoute)]
    assert sockets == ["/api/v1/games/{game_id}/stream"]
    others = {route.path for route in rest if isinstance(route, Route)}
    assert not [path for path in others if path.startswith("/api") and "{" in path]


def test_whatever_can_be_said_over_the_socket_is_said_to_twins() -> None:
    """A new kind of frame has its words in `questions.py`."""
    schema = TypeAdapter(Wish).json_schema()
    assert set(schema["discriminator"]["mapping"]) == set(SAID)


def test_every_question_says_something() -> None:
    known = Known(
        "g", "s", random.Random(1), side="north", own=["a"], actions=[{"do": "x", "y": 1}]
    )
    for book in (READS, WRITES):
        asked = {question.route for question in questions(book, known)}
        assert asked == set(book)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.scenario)
def test_no_route_tells_a_player_what_is_hidden_from_him(field: Field) -> None:
    with divided(field, OF_A_SIDE, sides_of(field.scenario)[1]) as asker:
        assert asker is not None, "nothing is hidden: take another seed"
        asker.look()
        asker.listen()
        assert asker.say() == set(SAID)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.scenario)
def test_no_route_tells_who_has_no_side_what_is_hidden_from_anybody(field: Field) -> None:
    with divided(field, OF_NOBODY, PUBLIC) as asker:
        assert asker is not None
        asker.look()
        asker.meddle()


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.scenario)
def test_nothing_that_a_player_does_tells_him_what_is_hidden(field: Field) -> None:
    """Proposals, undo, offers, branches, shared links, invitations, seats, and resigning."""
    with divided(field, MEDDLING, sides_of(field.scenario)[0]) as asker:
        assert asker is not None
        asker.meddle()
        assert asker.asked == set(WRITES)


@pytest.mark.parametrize("leak", ["sight", "counted"])
def test_a_leak_is_seen(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell a player what lies in closed stacks, and the answers differ."""
    told = {"sight": lambda game, player, name: masking.FULL, "counted": lambda *_: True}
    monkeypatch.setattr(f"grognard.systems.wb95.views.{leak}", told[leak])
    typhoon = next(field for field in FIELDS if field.scenario == "wb95/typhoon")
    with pytest.raises(laws.LawBroken, match="can tell a secret by"):
        _seek(typhoon)


def _seek(field: Field) -> None:
    for seed in range(1, 12):
        with divided(field, seed) as asker:
            if asker is not None:
                asker.look()
