"""Links: invitations and shared replays are listed, and taken back by whoever gave them out."""

from __future__ import annotations

import pytest

from grognard.server import links, onlookers, overtures, people, replays, seating
from grognard.server.club import Club
from grognard.server.errors import NotFound
from grognard.server.store import schema
from grognard.server.store.records import SeatPlan
from tests.server.table import duel
from tests.server.wire import on_either


@on_either
def test_an_invitation_is_listed_and_opens_nothing_once_it_is_taken_back(club: Club) -> None:
    table = duel(club)
    host, other = table.people["german"], table.people["soviet"]
    first = seating.invite_many(club, host, table.game_id, SeatPlan("spectator"))
    second = seating.invite_many(club, host, table.game_id, SeatPlan("spectator", "german"))
    came = seating.join(club, people.guest(club)[0], first)
    listed = links.links(club, host, table.game_id)["links"]
    assert {(one["kind"], one["role"], one["side"], one["mine"]) for one in listed} == {
        ("invitation", "spectator", None, True), ("invitation", "spectator", "german", True),
    }  # fmt: skip
    assert first not in str(listed)
    assert second not in str(listed)
    assert links.links(club, other, table.game_id)["links"] == [], "not given out by him"
    gone = next(one["id"] for one in listed if one["side"] is None)
    with pytest.raises(NotFound, match="no such link"):
        links.take_back(club, other, table.game_id, gone)
    links.take_back(club, host, table.game_id, gone)
    with pytest.raises(NotFound, match="not good any more"):
        seating.join(club, people.guest(club)[0], first)
    assert seating.invitation(club, second)["side"] == "german"
    assert came.id in [seat.id for seat in seating.seats(club, table.game_id)], "he stays"


@on_either
def test_a_replay_is_taken_back_by_whoever_shared_it(club: Club) -> None:
    table = duel(club)
    table.play(6)
    mine = replays.share(club, table.seats["german"])
    theirs = replays.share(club, table.seats["soviet"])
    (one,) = links.links(club, table.people["german"], table.game_id)["links"]
    assert (one["kind"], one["side"], one["mine"]) == ("replay", "german", True)
    with pytest.raises(NotFound, match="no such link"):
        links.take_back(club, table.people["soviet"], table.game_id, one["id"])
    links.take_back(club, table.people["german"], table.game_id, one["id"])
    with pytest.raises(NotFound, match="no such replay"):
        replays.replay(club, mine)
    assert replays.replay(club, theirs)["audience"] == "soviet"


def test_a_replay_of_which_nobody_knows_who_shared_it_is_its_sides_to_take_back(club: Club) -> None:
    table = duel(club)
    table.play(6)
    replays.share(club, table.seats["german"])
    with club.database.writing() as connection:
        connection.execute(schema.replays.update().values(by=None))
    assert links.links(club, table.people["soviet"], table.game_id)["links"] == []
    (old,) = links.links(club, table.people["german"], table.game_id)["links"]
    assert not old["mine"]
    links.take_back(club, table.people["german"], table.game_id, old["id"])
    assert links.links(club, table.people["german"], table.game_id)["links"] == []


def test_strangers_are_told_nothing_and_the_link_to_watch_by_is_ended_elsewhere(club: Club) -> None:
    table = duel(club)
    offer = overtures.offer_watch(club, table.seats["german"])["offer"]
    overtures.answer(club, table.seats["soviet"], offer, True)
    assert onlookers.watch_link(club, table.seats["german"])["watch"] is not None
    for side in ("german", "soviet"):
        assert links.links(club, table.people[side], table.game_id)["links"] == []
    with pytest.raises(NotFound, match="no such game"):
        links.links(club, people.guest(club)[0], table.game_id)
