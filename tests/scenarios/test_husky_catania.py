"""The Plain of Catania: small, without ships, in supply, and winnable from either side."""

from __future__ import annotations

from collections import Counter
from typing import Any

import grognard
from grognard import library
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import OcsScenario
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.victory import victory
from grognard.systems.ocs.victory.control import controller

NAME = "ocs/catania-plain"


def scenario() -> OcsScenario:
    found: Any = library.find_scenario(NAME)[1]
    return found  # type: ignore[no-any-return]


def test_it_is_small() -> None:
    found = scenario()
    sides = Counter(found.counters[name].side for name in found.units if name in found.counters)
    assert all(18 <= count <= 24 for count in sides.values())
    assert (found.turns, found.board.n) == (4, 225)
    assert not found.ships
    assert not found.ports
    assert (found.date(1), found.date(4)) == ("1943-07-13", "1943-07-24")


def test_it_is_part_of_husky() -> None:
    small, large = scenario(), library.find_scenario("ocs/husky")[1]
    for name, counter in small.counters.items():
        if not counter.traits & {"pax", "eq"}:
            assert large.counters[name] == counter  # type: ignore[attr-defined]
    for label in ("71.21", "72.24", "73.27"):
        here, there = small.board.hex(label), large.board.hex(label)
        assert small.board.terrain[here] == large.board.terrain[there]


def test_everybody_is_in_supply_at_the_start() -> None:
    game = grognard.new(NAME, seed=1)
    for side in game.scenario.sides:
        out = [n for n in stacks.on_map(game, side) if not supply_paths.in_trace(game, n)]
        assert not out


def test_the_first_player_may_do_what_the_scenario_teaches() -> None:
    game = grognard.new(NAME, seed=1)
    game.play("allied", {"do": "place", "what": "supply", "hex": "77.17", "amount": 16})
    game.play("allied", {"do": "place", "what": "supply", "hex": "67.17", "amount": 8})
    game.play("allied", {"do": "fuel", "hq": "br-13-corps"})
    deeds = {action["do"] for action in game.legal("allied")}
    assert {"move", "overrun", "mode", "load", "haul", "hip-shoot"} <= deeds
    assert [
        n for n in stacks.on_map(game, "allied") if game.state.maps["units"][n].mode == "reserve"
    ]
    assert [n for n in stacks.on_map(game, "axis") if game.state.maps["units"][n].mode == "reserve"]


def test_every_point_of_the_scale_is_there_to_be_had() -> None:
    game = grognard.new(NAME, seed=1)
    terms = game.scenario.victory
    assert sum(objective.vp for objective in terms.objectives) == 12
    assert victory.verdict(game) == "axis: decisive"
    assert all(controller(game, h) == "axis" for o in terms.objectives for h in o.hexes)
    for name in list(stacks.on_map(game, "axis")):
        put_into(game, name, game.board.hex("63.31"))
    for label in ("71.21", "72.24", "67.26"):
        put_into(game, "br-3-cdo", game.board.hex(label))
    assert victory.points(game).total == 2  # who only passed by in a test holds one hex
    game.board.hex("73.27")
    put_into(game, "br-69-50", game.board.hex("73.27"))
    assert victory.verdict(game) == "allied: victory"
