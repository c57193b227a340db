"""What a player sees of a position, as a whole and part by part."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from grognard import library
from grognard.engine.game import Game
from grognard.engine.sequence import CLOCK
from grognard.engine.state import Journal
from grognard.players.staff.wb95.doctrine import DOCTRINE
from grognard.players.staff.wb95.reading import Wb95Seat, read
from grognard.systems.wb95.pieces.stacks import units_at
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.system import WB95
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.views import PARTS, Glance


def afresh(game: Wb) -> Wb:
    """The same position, of which nobody has seen anything yet."""
    journal = Journal(game.state.clone(), WB95.indexes(game.scenario))
    return Game(WB95, game.scenario, 1, started=False, journal=journal)


def positions(name: str, count: int, every: int) -> Iterator[Wb]:
    """A game, so many times, each some random decisions later."""
    game: Wb = library.new(name, 3, {"free-setup": "off"})
    rng, found = random.Random(5), 0
    while found < count and (player := game.to_act) is not None:
        for _ in range(every):
            if (player := game.to_act) is None:
                break
            action = game.sample(player, rng)
            assert action is not None
            game.play(player, action)
        found += 1
        yield game


@pytest.mark.parametrize("name", ["wb95/klin", "wb95/typhoon"])
def test_what_was_seen_before_is_seen_as_it_is_now(name: str) -> None:
    """Stacks move, lose levels, are met and opened, and what happened is taken back."""
    for game in positions(name, 8, 25):
        fresh = afresh(game)
        for side in game.scenario.sides:
            seen = WB95.view(game, side)
            assert seen == WB95.view(fresh, side)
            assert dict(Glance(game, side)) == seen
            assert list(seen) == list(PARTS)
            mark = game.journal.mark()
            game.system.presume(game, side, {})
            game.journal.rollback(mark)
            assert WB95.view(game, side) == seen


def test_what_a_player_is_given_is_his_own() -> None:
    game: Wb = library.new("wb95/typhoon", 1)
    for side in game.scenario.sides:
        seen, known = WB95.view(game, side), WB95.view(afresh(game), side)
        for row in seen["enemy"]:
            row["units"] = {name: facts.clear() for name, facts in row["units"].items()}
            row["markers"].append("lost")
            row["hex"] = ""
        for part in ("units", "off_map"):
            for facts in seen[part].values():
                facts.clear()
        assert WB95.view(game, side) == known


def test_a_situation_is_read_as_if_for_the_first_time() -> None:
    for game in positions("wb95/typhoon", 6, 30):
        for side in game.scenario.sides:
            again = read(Wb95Seat(game, side, DOCTRINE))
            first = read(Wb95Seat(afresh(game), side, DOCTRINE))
            assert (again.pieces, again.foes, again.goals) == (
                first.pieces,
                first.foes,
                first.goals,
            )
            assert [*again.pieces] == [*first.pieces]
            assert [*again.foes] == [*first.foes]


def test_a_stack_that_was_opened_is_closed_in_the_next_segment() -> None:
    game: Wb = library.new("wb95/typhoon", 1, {"free-setup": "off"})
    closed = [row for row in WB95.view(game, "german")["enemy"] if row["counters"] is None]
    names = {row["hex"]: units_at(game, game.board.hex(row["hex"])) for row in closed}
    row = next(row for row in closed if len(names[row["hex"]]) > 1)
    for name in names[row["hex"]]:
        game.put(UNITS, name, replace(game.state[UNITS][name], revealed=game.serial))
    assert row not in WB95.view(game, "german")["enemy"]
    clock = game.clock
    game.put(CLOCK, "now", replace(clock, step=clock.step + 1))
    assert row in WB95.view(game, "german")["enemy"]
    assert WB95.view(game, "german") == WB95.view(afresh(game), "german")
