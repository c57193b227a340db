"""Who looks on later than it happens sees the past, whatever he asks."""

from __future__ import annotations

import random

import pytest

from grognard.server import games, people, seating, sessions
from grognard.server.club import Club
from grognard.server.store.records import SeatPlan
from tests.server.questions import READS, Known, questions
from tests.server.table import Table, duel
from tests.server.wire import Client, all_told, app_on, serving

CLOCK = {"clock": {"per": "game", "seconds": 100_000, "increment": 10}}


@pytest.fixture
def ticking(club: Club) -> Club:
    """A club whose time goes on with every look at it."""
    ticks = iter(range(1_000_000, 2_000_000, 7))
    club.now = lambda: next(ticks)  # type: ignore[method-assign]
    return club


def late(table: Table, plan: SeatPlan) -> tuple[str, str]:
    """Somebody who looks on later than it happens: his token, and his seat."""
    host = table.people["german"]
    watcher, token = people.guest(table.club)
    link = seating.invite_many(table.club, host, table.game_id, plan)
    return token, seating.join(table.club, watcher, link).id


@pytest.mark.parametrize("side", [None, "german"])
@pytest.mark.parametrize("listed", [False, True])
def test_nothing_that_is_asked_shows_the_present(
    ticking: Club, side: str | None, listed: bool
) -> None:
    table = duel(ticking, settings=CLOCK, listed=listed)
    token, seat = late(table, SeatPlan("spectator", side, delay_turns=1))
    while games.row(ticking, table.game_id).turn < 3:
        table.play(1, seed=table.lines())
    app = app_on(ticking)
    with serving(app):
        client, stranger = Client(app, token), Client(app)
        before = _everything(client, table, seat)
        outside = stranger.http.get("/api/v1/open-games").content
        with client.socket(table.game_id, seat) as line:
            assert all_told(app, line)
            now = games.row(ticking, table.game_id)
            moves = 0
            while games.row(ticking, table.game_id).turn == now.turn and moves < 12:
                table.play(1, seed=table.lines())
                moves += 1
            assert moves > 3
            assert games.row(ticking, table.game_id).turn == now.turn
            assert all_told(app, line) == []
        assert _everything(client, table, seat) == before
        assert stranger.http.get("/api/v1/open-games").content == outside
        card = client.get(f"/games/{table.game_id}")
        assert card["turn"] == 2
        assert Client(app, None).http.get(f"/api/v1/games/{table.game_id}").is_success is listed


def _everything(client: Client, table: Table, seat: str) -> dict[str, bytes]:
    known = Known(
        table.game_id, seat, random.Random(1), names=["su-46-cd", "de-6-pz"], hexes=["0505", "0810"]
    )
    return {
        f"{one.method} {one.path} {one.body}": client.http.request(
            one.method, one.path, json=one.body
        ).content
        for one in questions(READS, known)
    }


def test_an_invitation_to_watch_later_tells_of_that_moment(club: Club) -> None:
    table = duel(club)
    plan = SeatPlan("spectator", delay_turns=1)
    link = seating.invite_many(club, table.people["german"], table.game_id, plan)
    live = seating.invite_many(club, table.people["german"], table.game_id, SeatPlan("spectator"))
    while games.row(club, table.game_id).turn < 3:
        table.play(1, seed=table.lines())
    assert seating.invitation(club, link)["turn"] == 2
    assert seating.invitation(club, live)["turn"] == 3


def test_who_also_plays_or_looks_after_the_table_sees_the_present(club: Club) -> None:
    table = duel(club)
    late(table, SeatPlan("spectator", delay_turns=1))
    mine = late(table, SeatPlan("spectator", delay_turns=2))[0]
    host = table.people["german"]
    link = seating.invite_many(club, host, table.game_id, SeatPlan("spectator", delay_turns=1))
    seating.join(club, host, link)
    while games.row(club, table.game_id).turn < 3:
        table.play(1, seed=table.lines())
    assert games.game(club, host, table.game_id)["turn"] == 3
    watcher = sessions.person(club, mine)
    assert watcher is not None
    assert games.game(club, watcher, table.game_id)["turn"] == 1
