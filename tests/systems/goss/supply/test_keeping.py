"""Depots, bridgeheads, trucks, what is lost, and fields that hold. [15.5] [15.8] [15.9]"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DEPOTS, HEXES
from grognard.systems.goss.supply import depots, fields, onhand, states
from grognard.systems.goss.supply.tracing import supplies, trace_unit
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rules, unit
from tests.systems.goss.supply.land import settle


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def with_depot(turn: int = 4, **more: Any) -> Gs:
    army = {"side": "allied", "adv": 3, "fp": 8, "tp": 9, "depots": [at(5, 0)]}
    return position(
        unit("uarmy", (0, 0), "hq:army", army="A"), unit("g9", (5, 1)), segment="depots",
        side="allied", terrain={(0, 0): "town", (1, 0): "village"}, turn=turn,
        armies={"A": {**army, **more}},
    )  # fmt: skip


@pytest.mark.rule("goss", "15.8.0")
def test_a_depot_that_is_entered_is_gone_and_may_be_set_up_again() -> None:
    game = with_depot()
    alter(game, "g9", hex=game.board.hex(at(5, 0)))
    depots.lost_depots(game)
    assert game.state[DEPOTS]["A 1"].hex == -1
    assert rules(game, "allied", {"do": "move-depot", "depot": "A 1"}) == []


@pytest.mark.rule("goss", "15.8.2")
def test_a_depot_goes_to_the_army_in_its_town_and_nowhere_else() -> None:
    move, place = {"do": "move-depot", "depot": "A 1"}, {"do": "place-depot", "depot": "A 1"}
    assert rules(with_depot(fp=5), "allied", move) == ["15.8.2"], "six FP"
    game = with_depot()
    alter(game, "uarmy", hex=game.board.hex(at(1, 0)))
    assert rules(game, "allied", move) == ["15.8.2"], "a village"
    game = with_depot()
    assert rules(game, "allied", place) == ["15.8.2"]
    game.play("allied", move)
    assert rules(game, "allied", place) == ["15.8.2"], "two days"
    assert set(rules(game, "allied", move)) == {"15.8.2"}, "under way"
    game.put(DEPOTS, "A 1", replace(game.state[DEPOTS]["A 1"], due=2))
    alter(game, "uarmy", moved=game.serial + 1)
    assert rules(game, "allied", place) == ["15.8.2"], "the headquarters has moved"
    alter(game, "uarmy", moved=-1)
    game.play("allied", place)
    assert game.board.label(game.state[DEPOTS]["A 1"].hex) == at(0, 0)


@pytest.mark.rule("goss", "15.9.0", "15.2.1b(c)")
def test_a_bridgehead_supplies_leg_units_beyond_a_major_river() -> None:
    river = [((0, r), (1, r + d)) for r in range(-12, 13) for d in (0, -1)
             if 0 <= r + 12 < 25 and 0 <= r + d + 12 < 25]  # fmt: skip
    leg = {"formation": "1"}
    game = position(
        unit("ghq", (-3, 0), "hq:div", **leg), unit("g1", (1, 0), **leg),
        unit("g2", (3, 0), **leg), unit("g3", (4, 0), **leg), unit("g4", (1, 0), "pz4", **leg),
        unit("u9", (12, -6)), water={"major_river": river}, segment="air-supply",
    )  # fmt: skip
    game.play("axis", {"do": "end"})
    assert game.segment.kind == "supply"
    place = {"do": "bridgehead", "hex": at(1, 0)}
    assert rules(game, "axis", {**place, "hex": at(4, 0)}) == ["15.9.0"]
    game.play("axis", place)
    game.play("axis", {"do": "end"})
    found = [(now(game, n).supply, now(game, n).bridged) for n in ("g1", "g2", "g3", "g4")]
    assert found[:2] == [("GenS", True), ("GenS", True)], "within two hexes"
    assert found[2] == ("GenS", True), "passed on to a neighbour"
    assert found[3][0] != "GenS", "no Mech units"
    for n in (5, 6, 7):
        game.put(HEXES, n, replace(game.state[HEXES][game.board.hex(at(1, 0))]))
    game.put(HEXES, game.board.hex(at(1, 0)), replace(game.state[HEXES][5], bridgehead=""))
    verb = next(offer for part in game.segments for offer in part.deeds if offer.do == "bridgehead")
    assert verb.check(game, "axis", place), "three for a division"


@pytest.mark.rule("goss", "15.2.4a")
def test_three_battalions_on_foot_make_a_truck_point() -> None:
    pz = {"formation": "1", "traits": ""}
    game = position(
        unit("ghq", (0, 0), "hq:div", **{**pz, "traits": "mech formation"}),
        *(unit(f"g{n}", (n, 1), "motinf", **pz) for n in range(3)),
        unit("gc", (1, 1), "pz4", **pz), unit("u9", (9, 0)), segment="trucks",
    )  # fmt: skip
    order = {"do": "truck-support", "hq": "ghq"}
    assert rules(game, "axis", {**order, "units": ["g0", "g1"]}) == ["15.2.4a"]
    assert "15.2.4a" in rules(game, "axis", {**order, "units": ["g0", "g1", "gc"]})
    game.play("axis", {**order, "units": ["g0", "g1", "g2"]})
    assert headquarters(game, "ghq").trucks == 1
    assert now(game, "g0").transport == "foot"
    assert rules(game, "axis", {"do": "return-trucks", "hq": "ghq"}) == ["15.2.4a"], "later"


@pytest.mark.rule("goss", "15.5.1a-2", "15.5.1a", "15.6.0-3")
def test_what_a_headquarters_loses_of_its_on_hand_supply() -> None:
    game = position(unit("ghq", (0, 0), "hq:div", formation="1", supply="OhS"),
                    headquarters={"ghq": {"ohs": 5, "fp": 2, "amp": 1}})  # fmt: skip
    onhand.after_hq_moved(game, "ghq")
    assert headquarters(game, "ghq").ohs == 2, "half of five, rounded up, is gone"
    onhand.drop_on_hand(game, "ghq")
    found = headquarters(game, "ghq")
    assert (found.ohs, found.fp, found.amp) == (0, 0, 0)
    assert not supplies(game, "ghq"), "no point was spent"
    alter(game, "ghq", supply="OoS")
    assert not supplies(game, "ghq")


@pytest.mark.rule("goss", "15.5.1a", "15.5.0")
def test_a_headquarters_without_points_is_out_of_supply() -> None:
    armies = {"A": {"side": "axis", "adv": 3, "pss": [at(-12, 0)]}}
    game = position(
        unit("ghq", (12, -6), "hq:div", formation="1", army="A", supply="OhS"),
        unit("u9", (0, 12)), armies=armies, segment="air-supply", weather="Ovr Mud",
    )  # fmt: skip
    settle(game, "axis")
    assert now(game, "ghq").supply == "OoS"


@pytest.mark.rule("goss", "15.6.0", "15.6.0-4", "15.6.0-5")
def test_who_is_out_of_supply_has_no_ammunition_and_is_no_reserve() -> None:
    game = position(unit("g1", (0, 0), "art", battery=True), unit("g2", (0, 0), cr=True))
    for name in ("g1", "g2"):
        states.put_supply(game, name, "OoS")
    assert now(game, "g1").depleted
    assert not now(game, "g2").cr


@pytest.mark.rule("goss", "15.2.1")
def test_fields_hold_exactly_as_long_as_nothing_changes_in_them() -> None:
    rng = random.Random(3)
    leg = {"formation": "1"}
    game = position(
        unit("ghq", (0, 0), "hq:div", **leg), *(unit(f"g{n}", (n, 3), **leg) for n in range(4)),
        unit("ge", (2, -2), "eng", **leg), *(unit(f"u{n}", (n, -6)) for n in range(4)),
        water={"river": [((0, -1), (1, -1)), ((1, 0), (2, -1))]},
        roads={"secondary": [[(q, 0) for q in range(-6, 7)]]},
    )  # fmt: skip
    for _ in range(40):
        name = rng.choice(["u0", "u1", "u2", "u3", "ge"])
        spot = game.board.hex(at(rng.randint(-5, 5), rng.randint(-6, 6)))
        held = fields.stacks(game).held
        if spot not in held["allied" if name == "ge" else "axis"]:
            alter(game, name, hex=spot)
        for n in range(4):
            trace_unit(game, f"g{n}")
        assert fields.stale(game) == []
