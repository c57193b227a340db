"""The staff and its dumps: what will fall is hauled away or blown, and nothing else. [12.11]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.ocs.depots import Demolitions, Peril, Salvage
from grognard.players.staff.ocs.logistics import Logistics
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.combat.advance import ADVANCE
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.proof import positions
from grognard.systems.ocs.proof.veil import hidden_twin
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import ATTACK, EXPLOITATION, MOVEMENT, MOVES, REACTION
from tests.players.playing import did, dump, orders, phase_of, source
from tests.systems.ocs.field import field, play, rig, told, unit

FOE = unit("s1", "0506", combat="6:3 leg", move="3:10 leg")
"""An enemy who walks ten hexes in the open, and five with ease."""


def stores(*units: dict[str, Any], at: str = "0503", tokens: int = 20, **spec: Any) -> Ocs:
    """A dump of the Axis, at the end of its turn unless another segment is given."""
    more: dict[str, Any] = {"segment": EXPLOITATION, "turns": 5, **spec}
    return field(*units, dumps=[dump(at, tokens)], **more)


# --- What falls ----------------------------------------------------------------------------------


def falls(game: Ocs, side: str = "axis") -> list[str]:
    """The dumps that are thought to fall."""
    return [game.board.label(h) for h in Peril(OcsSeat(game, side)).falling]


@pytest.mark.parametrize(("hex", "falling"), [("0501", True), ("0511", True), ("0512", False)])
def test_an_open_dump_falls_if_the_enemy_can_walk_there(hex: str, falling: bool) -> None:
    """Half of ten points in the open are five hexes."""
    game = stores(FOE, at=hex, board=sketch(9, 14))
    assert bool(falls(game)) is falling


def test_a_guarded_dump_does_not_fall_unless_its_guards_are_far_too_weak() -> None:
    """Against six points two hold it, one does not."""
    assert falls(stores(FOE, unit("a1", "0503", combat="2:3 leg"))) == []
    assert falls(stores(FOE, unit("a1", "0503", combat="1:3 leg"))) == ["0503"]


def test_ground_and_works_help_the_guards() -> None:
    weak = unit("a1", "0503", combat="1:3 leg")
    city = sketch(9, 9, terrain={"0503": "major_city"})
    assert falls(stores(FOE, weak, board=city)) == []
    dug_in = [{"hex": "0503", "side": "axis", "level": 3}]
    assert falls(stores(FOE, weak, hedgehogs=dug_in)) == []


def test_those_who_cannot_attack_take_nothing() -> None:
    assert falls(stores(unit("s1", "0506", combat="(6):3 leg", move="(3):10 leg"))) == []


def test_whoever_stands_in_the_way_stops_them() -> None:
    """In a lane one hex wide nobody passes a battalion."""
    lane = sketch(1, 9)
    foe = unit("s1", "0106", combat="6:3 leg", move="3:10 leg")
    assert falls(stores(foe, at="0102", board=lane)) == ["0102"]
    assert falls(stores(foe, unit("a1", "0104"), at="0102", board=lane)) == []


def test_zones_stop_trucks_only() -> None:
    """[4.5a(A)]"""
    wide = sketch(3, 9)
    guard = unit("a1", "0204", combat="9:3 leg")
    walker = unit("s1", "0306", combat="6:8 leg", move="3:16 leg")
    driver = unit("s1", "0306", combat="6:8 truck", move="3:16 truck")
    assert falls(stores(walker, guard, at="0201", board=wide)) == ["0201"]
    assert falls(stores(driver, guard, at="0201", board=wide)) == []


def test_in_the_enemys_turn_only_his_reserves_still_come() -> None:
    """He has moved; what is released from Reserve moves in his Exploitation Phase. [11.0]"""
    spec: dict[str, Any] = {"segment": REACTION, "player": "allied", "first": "allied"}
    assert falls(stores(FOE, **spec)) == []
    waiting = unit("s1", "0506", combat="6:3 leg", move="3:10 leg", mode="reserve", up="combat")
    assert falls(stores(waiting, **spec)) == ["0503"]


def test_nothing_is_feared_for_when_the_game_ends() -> None:
    assert falls(stores(FOE, turns=1)) == []


# --- Blowing -------------------------------------------------------------------------------------


def test_what_will_fall_is_blown_when_the_turn_is_over() -> None:
    """[12.11a]"""
    game = stores(FOE)
    assert orders(Demolitions(), game) == [{"do": "blow", "hex": "0503", "tokens": {"ground": 20}}]
    assert dump_at(game, game.board.hex("0503"), "axis") < 20


def test_what_is_safe_is_not_blown() -> None:
    assert orders(Demolitions(), stores(FOE, at="0512", board=sketch(9, 14))) == []
    assert orders(Demolitions(), stores(FOE, unit("a1", "0503"))) == []


def test_a_token_is_not_worth_the_powder() -> None:
    assert orders(Demolitions(), stores(FOE, tokens=1)) == []
    assert len(orders(Demolitions(), stores(FOE, tokens=2))) == 1


@pytest.mark.parametrize(("where", "count"), [("0104", 0), ("0113", 1)])
def test_what_somebody_may_still_use_in_this_turn_is_not_blown(where: str, count: int) -> None:
    """In the Movement Segment who draws on the dump may yet attack with it; others do not count."""
    game = stores(
        FOE, unit("a1", where), at="0103", segment=MOVEMENT, board=sketch(9, 14)
    )  # fmt: skip
    assert falls(game) == ["0103"]
    assert len(orders(Demolitions(), game)) == count


def test_it_is_blown_when_nobody_can_use_it_any_more() -> None:
    spec: dict[str, Any] = {"at": "0103", "board": sketch(9, 14)}
    assert len(orders(Demolitions(), stores(FOE, unit("a1", "0104"), **spec))) == 1


THREAT = unit("s1", "0504", combat="9:3 leg")
"""An enemy who stands before a dump."""
STRUCK: dict[str, Any] = {"segment": REACTION, "player": "allied", "first": "allied"}


def test_what_is_guarded_badly_is_blown_when_the_enemy_stands_before_it() -> None:
    """Not sooner: in his Reaction Phase there is still time. [2.3-react]"""
    weak = unit("a1", "0503", combat="1:3 leg")
    assert len(orders(Demolitions(), stores(THREAT, weak, **STRUCK))) == 1
    assert orders(Demolitions(), stores(THREAT, weak)) == []
    assert (
        orders(Demolitions(), stores(THREAT, unit("a1", "0503", combat="2:3 leg"), **STRUCK)) == []
    )


def test_the_guards_keep_what_their_defence_costs() -> None:
    """Two tokens for a regiment and more, one for a battalion. [12.4]"""
    for size, left in (("battalion", 1), ("division", 2)):
        guard = unit("a1", "0503", combat="1:3 leg", size=size, **({"re": 3} if left == 2 else {}))
        done = orders(Demolitions(), stores(THREAT, guard, **STRUCK))
        assert [action["tokens"] for action in done] == [{"ground": 20 - left}]


def test_trucks_with_guards_go_back_with_them_and_are_not_burnt() -> None:
    """Those that nobody guards are, load and all but the trucks themselves. [12.11a]"""
    trucks = [{"id": "t", "side": "axis", "hex": "0503", "points": 2, "load": 6}]
    alone = orders(Demolitions(), stores(FOE, transport=trucks))
    assert alone[0]["tokens"] == {"ground": 20, "t": 6}
    weak = unit("a1", "0503", combat="1:3 leg", size="battalion")
    done = orders(Demolitions(), stores(THREAT, weak, transport=trucks, **STRUCK))
    assert done[0]["tokens"] == {"ground": 19}


@pytest.mark.parametrize("segment", [EXPLOITATION, REACTION])
def test_the_commander_has_it_done(segment: str) -> None:
    reserve = unit("s1", "0506", combat="6:3 leg", move="3:10 leg", mode="reserve", up="combat")
    phasing = "allied" if segment == REACTION else "axis"
    game = stores(reserve, segment=segment, player=phasing, first=phasing)
    assert did(phase_of(game, "axis"), "blow")
    assert told(game, "blow")


# --- Advances ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tokens", "going"), [(4, ["a1"]), (20, [])])
def test_an_advance_does_not_leave_a_large_dump_alone(tokens: int, going: list[str]) -> None:
    """[9.12g]"""
    game = stores(
        unit("a1", "0503", combat="20:3 leg"), unit("s1", "0504", combat="1:3 leg"),
        tokens=tokens, segment=ATTACK,
    )  # fmt: skip
    rig(game, 3, 4, 6, 6)
    game.play("axis", {"do": "attack", "units": ["a1"], "target": "0504", "lead": "a1"})
    while game.decisions[0].ask.name != ADVANCE:
        ask = game.decisions[0].ask
        game.play(ask.player, ask.default or next(game.legal(ask.player)))
    assert Staff().choose(Seat(game, "axis")) == {"do": "advance", "units": going}


# --- Hauling away --------------------------------------------------------------------------------


def lorries(hex: str, points: int = 3) -> dict[str, Any]:
    return {"id": "t", "side": "axis", "hex": hex, "points": points}


@pytest.mark.parametrize("start", ["0503", "0303"])
def test_trucks_come_for_what_will_fall_and_get_away_with_it(start: str) -> None:
    """They load all they can carry, and leave for friends. [13.2f]"""
    game = stores(
        FOE, unit("a1", "0501", combat="9:3 leg"), segment=MOVEMENT, transport=[lorries(start)]
    )  # fmt: skip
    orders(Salvage(), game)
    truck = game.state[TRANSPORT]["t"]
    assert truck.load == 12
    assert game.board.label(truck.hex) == "0501"
    assert dump_at(game, game.board.hex("0503"), "axis") == 8


def test_a_truck_that_is_full_does_not_come_for_more() -> None:
    game = stores(
        FOE, unit("a1", "0501", combat="9:3 leg"), segment=MOVEMENT,
        transport=[{**lorries("0501"), "load": 12}],
    )  # fmt: skip
    assert orders(Salvage(), game) == []


def test_loaded_trucks_get_away_from_where_they_would_be_caught() -> None:
    """Those of a formation too, for nobody else is there to stop the enemy. [9.14c]"""
    spec: dict[str, Any] = {"segment": MOVEMENT, "turns": 5, "sources": [source("0501")]}
    friend = unit("a1", "0501", combat="9:3 leg", formation="PzD")
    trucks = [{**lorries("0503"), "load": 8, "formation": "PzD"}]
    game = field(FOE, friend, transport=trucks, **spec)
    orders(Salvage(), game)
    assert game.board.label(game.state[TRANSPORT]["t"].hex) == "0501"
    safe = field(FOE, friend, unit("a2", "0503", combat="9:3 leg"), transport=trucks, **spec)
    assert orders(Salvage(), safe) == []


def test_trucks_leave_a_safe_dump_alone() -> None:
    game = stores(FOE, unit("a1", "0503"), segment=MOVEMENT, transport=[lorries("0503")])
    assert orders(Salvage(), game) == []


def test_nothing_is_put_down_where_it_would_fall() -> None:
    """A headquarters wants supply; not in an open dump to which the enemy can come. [13.2f]"""

    def unloaded(allowance: int) -> list[str]:
        game = field(
            unit("a9", "0508", "hq"), unit("a1", "0508", combat="20:3 leg"),
            unit("s1", "0905", combat="9:4 leg", move=f"4:{allowance} leg"), turns=5,
            dumps=[dump("0505", 2)], sources=[source("0501")],
            transport=[{**lorries("0505"), "load": 8}],
        )  # fmt: skip
        orders(Logistics(), game)
        heaps = dumps.dump_hexes(game, "axis")
        return [game.board.label(h) for h in heaps if dump_at(game, h, "axis") > 2]

    assert unloaded(4) == ["0505"]
    assert unloaded(14) == ["0508"]


# --- Blind to secrets ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_orders_do_not_hang_on_what_is_hidden(seed: int) -> None:
    """On generated positions with hidden facts changed the same dumps are thought to fall."""
    game, rng, compared = positions.game(seed), random.Random(seed), 0
    for _ in range(60):
        player = game.to_act
        if player is None:
            break
        twin = hidden_twin(game, player, rng)
        seat = OcsSeat(game, player)
        if twin is not None and seat.kind in MOVES and seat.offered("end"):
            both = [Demolitions().charges(OcsSeat(g, player)) for g in (game, twin)]
            assert both[0] == both[1]
            compared += bool(dumps.dump_hexes(game, player))
        play(game, player, RandomPlayer(rng.randrange(1000)).choose(Seat(game, player)))
    assert compared
