"""The laws of OCS: random games under all of them, and each law seen to fail when it is broken."""

from __future__ import annotations

from dataclasses import replace as varied
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.sequence import CLOCK, Clock
from grognard.lab import fuzz, laws
from grognard.systems.ocs.proof.laws import Watch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, FORMATIONS, SIDES, TRANSPORT, dump_key
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import at, field, play, unit

rule = pytest.mark.rule


@pytest.mark.parametrize("seed", range(1, 4))
def test_random_games_run_clean_under_all_laws(seed: int) -> None:
    """A few more than every system has to play (`tests/conformance/test_laws.py`)."""
    arena = fuzz.paced(fuzz.ARENAS["ocs"], actions=50, every=20)
    assert fuzz.play_one(arena, seed) > 0


def test_every_action_of_a_game_is_watched() -> None:
    """A law that breaks at the third action ends the game there and says what was played."""
    calls: list[int] = []

    def watch(game: Ocs) -> laws.Watch:
        def look() -> list[str]:
            calls.append(1)
            return ["the sky has fallen"] if len(calls) == 3 else []

        return look

    arena = varied(fuzz.paced(fuzz.ARENAS["ocs"], every=1000), watch=watch)
    with pytest.raises(laws.LawBroken, match=r"after .*: the sky has fallen"):
        fuzz.play_one(arena, 3)
    assert len(calls) == 3


def watched(*units: dict[str, Any], **more: Any) -> tuple[Ocs, Watch]:
    """A game under watch, and nothing to complain of at first."""
    game = field(*units, **more)
    watch = Watch(game)
    assert watch() == []
    return game, watch


# ---- supply


@rule("ocs", "12.1d")
def test_a_token_that_comes_from_nowhere_is_noticed() -> None:
    dumps = [{"side": "axis", "hex": "0404", "sp": 2}]
    game, watch = watched(unit("a1", "0404"), dumps=dumps)
    key = dump_key("axis", game.board.hex("0404"))
    game.put(DUMPS, key, replace(game.state[DUMPS][key], tokens=9))
    assert watch() == ["axis was delivered 8 tokens; 0 are gone, 9 left"]


def test_a_load_beyond_the_size_of_its_transport_is_noticed() -> None:
    trucks = [{"id": "t", "side": "axis", "hex": "0404", "points": 1, "load": 4}]
    game, watch = watched(unit("a1", "0404"), transport=trucks)
    _account(game, "axis", delivered=5)
    game.put(TRANSPORT, "t", replace(game.state[TRANSPORT]["t"], load=5))
    assert watch() == ["t is of 4 tokens and carries 5"]
    game.put(TRANSPORT, "t", replace(game.state[TRANSPORT]["t"], size=8, place="dead"))
    assert watch() == ["t is destroyed and carries 5 tokens"]


@rule("ocs", "9.14b")
def test_what_is_captured_must_come_to_the_other_side() -> None:
    dumps = [{"side": "axis", "hex": "0404", "sp": 2}]
    game, watch = watched(unit("a1", "0404"), dumps=dumps)
    game.drop(DUMPS, dump_key("axis", game.board.hex("0404")))
    _account(game, "axis", captured=8)
    assert watch() == ["8 tokens of axis were captured, and allied was delivered 0"]


def test_an_account_never_goes_down() -> None:
    game, watch = watched(unit("a1", "0404"))
    _account(game, "axis", spent=3, delivered=3)
    assert watch() == []
    _account(game, "axis", spent=2, delivered=2)
    assert "the account 'spent' of axis has gone down" in watch()


def _account(game: Ocs, side: str, **more: int) -> None:
    game.put(SIDES, side, replace(game.state[SIDES][side], **more))


# ---- steps


@rule("ocs", "9.11")
def test_a_step_that_is_lost_without_being_counted_is_noticed() -> None:
    game, watch = watched(unit("a1", "0404", re=3))
    game.put(UNITS, "a1", replace(at(game, "a1"), lost=1))
    assert watch() == ["axis has 2 steps and should have 3"]
    _account(game, "axis", steps_lost=1)
    assert watch() == []


def test_a_unit_without_steps_does_not_stay_on_the_map() -> None:
    game, watch = watched(unit("a1", "0404", re=3))
    game.put(UNITS, "a1", replace(at(game, "a1"), lost=3))
    _account(game, "axis", steps_lost=3)
    assert watch() == ["a1 has lost 3 of 3 steps and is in 'map'"]


# ---- stacking


@rule("ocs", "4.8a")
def test_a_crowded_hex_is_noticed_when_the_segment_has_ended() -> None:
    game, watch = watched(unit("a1", "0404", re=6), unit("a2", "0405", re=5))
    game.put(UNITS, "a2", replace(at(game, "a2"), hex=at(game, "a1").hex))
    assert watch() == []
    clock = game.clock
    game.put(CLOCK, "now", Clock(clock.turn, clock.step + 1))
    assert watch() == ["0404 holds 44 quarters of an RE though movement has ended"]


# ---- fuel


@rule("ocs", "12.5a")
def test_moving_by_vehicle_without_fuel_is_noticed() -> None:
    game, watch = watched(unit("a1", "0404", "armor"), unit("a2", "0404"), fuelled=False)
    for name in ("a1", "a2"):
        game.put(UNITS, name, replace(at(game, name), moved=phase_start(game), spent=12))
    assert watch() == ["a1 has moved by vehicle without fuel"]


@rule("ocs", "12.5c")
def test_fuel_that_nobody_paid_for_is_noticed() -> None:
    more = {"formation": "1 Pz"}
    game, watch = watched(
        unit("a1", "0404", "armor", **more), unit("a2", "0404", "hq"), fuelled=False
    )
    game.put(UNITS, "a1", replace(at(game, "a1"), fuelled=phase_start(game)))
    assert watch() == ["axis has fuelled for 1 tokens and spent 0"]
    game.put(UNITS, "a2", replace(at(game, "a2"), hq_fuelled=True))
    assert watch() == ["axis has fuelled for 4 tokens and spent 0"]
    status = game.state[FORMATIONS]["1 Pz"]
    game.put(FORMATIONS, "1 Pz", replace(status, fuelled=True))
    assert watch() == ["axis has fuelled for 4 tokens and spent 0"]


def test_fuel_that_is_paid_for_is_right() -> None:
    dumps = [{"side": "axis", "hex": "0404", "sp": 1}]
    game, watch = watched(unit("a1", "0404", "armor"), fuelled=False, dumps=dumps)
    play(game, "axis", {"do": "fuel", "units": ["a1"]})
    assert watch() == []
    play(game, "axis", {"do": "move", "units": ["a1"], "path": ["0405"]})
    assert watch() == []


# ---- retreats


def told(game: Ocs, path: str, *names: str, start: str = "0505") -> None:
    """A retreat of the Axis is told."""
    facts = {"units": list(names), "from": start, "path": path.split()}
    game.emit(Event("retreat", "9.12", facts, seen_by=("axis",)))


@rule("ocs", "9.12c")
def test_a_retreat_that_gains_no_distance_is_noticed() -> None:
    game, watch = watched(unit("a1", "0505"))
    told(game, "0504 0505", "a1")
    game.put(UNITS, "a1", replace(at(game, "a1"), mode="dg"))
    assert watch() == ["('a1',) retreats to 0505, not 2 hexes away [9.12c]"]


@rule("ocs", "9.12f")
def test_a_retreat_through_enemies_or_among_their_things_is_noticed() -> None:
    dumps = [{"side": "allied", "hex": "0506", "sp": 1}]
    game, watch = watched(
        unit("a1", "0505", combat="(3):3 leg"), unit("s1", "0504", "artillery"), dumps=dumps
    )
    told(game, "0504", "a1")
    told(game, "0506", "a1")
    faults = watch()
    assert "('a1',) retreats through enemies in 0504 [9.12f]" in faults
    assert "a1 retreats from 0505 to 0506 among things of the enemy [9.12f]" in faults


@rule("ocs", "9.12")
@rule("ocs", "9.12d")
def test_prohibited_ground_and_plain_transport_are_noticed() -> None:
    trucks = [{"id": "t", "side": "axis", "hex": "0505", "points": 1}]
    board = sketch(9, 9, terrain={"0504": "lake"})
    game, watch = watched(unit("a1", "0505"), board=board, transport=trucks)
    told(game, "0504", "a1")
    assert watch()[0] == "a1 retreats from 0505 to 0504, which is prohibited to it [9.12]"
    told(game, "0506", "t")
    assert watch() == ["t retreats and is no Organic Truck [9.12d]"]


@rule("ocs", "9.12a")
@rule("ocs", "9.12e")
def test_what_a_retreat_must_do_to_its_units_is_noticed_if_it_does_not() -> None:
    game, watch = watched(unit("a1", "0505"), unit("a2", "0505", mode="dg"), unit("s1", "0507"))
    told(game, "0504", "a1")
    assert watch() == ["a1 did not end its retreat where its way does [9.12c]"]
    told(game, "0504 0503", "a1")
    game.put(UNITS, "a1", replace(at(game, "a1"), hex=game.board.hex("0503")))
    assert watch() == ["a1 retreated into a zone or two hexes and is not DG [9.12e]"]
    told(game, "0506", "a2")
    game.put(UNITS, "a2", replace(at(game, "a2"), hex=game.board.hex("0506")))
    assert watch() == ["('a2',) went into a zone disorganised and lost no step [9.12e]"]
