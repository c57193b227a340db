"""Bases that are hit, taken or spoilt: collateral and deliberate damage, markers that wear off."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.airpower import collateral
from grognard.systems.nextwar.damage.strikes import hit_site
from grognard.systems.nextwar.ending.deliberate import deliberate_damage, threatened
from grognard.systems.nextwar.repair.markers import wear_off
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, SITES
from tests.systems.nextwar import sea
from tests.systems.nextwar.field import at, field, hex_status, rig, side, told, unit
from tests.systems.nextwar.sky import flies, sky, wing

HERE, BASE = "0505", "airbase-0505"
POINTS = {"options": {"game": "advanced", "airpower": "points"}}


def edit(game: Nw, register: str, key: str, **facts: Any) -> None:
    game.edit([{"map": register, "key": key, "set": facts}], "so it stands")


def answer(procedure: Any, *answers: Any) -> list[Any]:
    """Let a procedure run, with these answers to its questions; the questions."""
    asked, given = [], iter(answers)
    try:
        question = next(procedure)
        while True:
            asked.append(question)
            question = procedure.send(next(given))
    except StopIteration:
        return asked


def based(kind: str, *helos: str, **more: Any) -> Nw:
    """A base of the Allies with helicopters, where Air Points fly."""
    apache = {"side": "allied", "nation": "US", "support": 2, "range": 16, "steps": 2}
    rows = [{"id": n, "name": n, **apache} for n in (*helos, *more.pop("others", {}))]
    sites = [{"hex": HERE, "kind": kind}, *more.pop("sites", [])]
    bases = {**dict.fromkeys(helos, HERE), **more.pop("bases", {})}
    segment = more.pop("segment", "strike-1-end")
    return field(
        sites=sites, helicopters=rows, bases=bases, segment=segment,
        assets={"allied": {"lift": 3, "air": 5}}, **{**POINTS, **more},
    )  # fmt: skip


def settled(game: Nw, name: str, *dice: int, answers: Any = ()) -> list[Any]:
    rig(game, *dice)
    return answer(collateral.roll_now(game, name), *answers)


@pytest.mark.reading("nextwar", "nw-27-19")
@pytest.mark.rule("nextwar", "27.7", "27.7.4-p3", "27.7.4-p4", "27.7.4.1", "29.1.3")
def test_the_roll_is_by_what_was_inflicted_now() -> None:
    game = based("airbase")
    edit(game, "sites", BASE, strike=1)
    answer(hit_site(game, BASE, 1, "27.2"))
    settled(game, BASE, 2)
    facts = told(game, "collateral")[-1]
    assert (facts["column"], facts["result"]) == ("airbase_1", "Air")
    assert game.state[SITES][BASE].strike == 2
    assert side(game, "allied").air_lost == 1
    assert side(game, "allied").lift == 3
    other = based("airbase")
    edit(other, "sites", BASE, strike=2)
    answer(hit_site(other, BASE, 2, "27.2"))
    settled(other, BASE)
    assert other.state[SITES][BASE].destroyed
    assert not told(other, "collateral")


@pytest.mark.rule("nextwar", "27.7.4-p3", "27.7.4-p4", "27.9.1")
def test_examples_of_collateral_damage() -> None:
    """Examples 35 and 36, and a base under repair."""
    game = based("airbase")
    edit(game, "sites", BASE, strike=1)
    answer(hit_site(game, BASE, 3, "27.2"))
    settled(game, BASE, 9)
    assert told(game, "collateral")[-1]["column"] == "airbase_2"
    mended = based("airbase")
    edit(mended, "sites", BASE, strike=1, mending=True)
    answer(hit_site(mended, BASE, 1, "27.2"))
    settled(mended, BASE)
    assert not told(mended, "collateral")


@pytest.mark.rule("nextwar", "27.7.4-p1", "27.7.4.1")
def test_airmobile_points_are_lost_for_good() -> None:
    game = based("airbase")
    answer(hit_site(game, BASE, 1, "27.2"))
    settled(game, BASE, 0)
    assert [facts["result"] for facts in told(game, "collateral")] == ["Air AmPt"]
    assert game.state[SITES][BASE].due == 0
    assert (side(game, "allied").air_lost, side(game, "allied").lift) == (1, 2)


@pytest.mark.reading("nextwar", "nw-27-15")
@pytest.mark.rule("nextwar", "27.7.4.2", "27.7.1", "27.5")
def test_helicopters_leave_a_base_that_is_destroyed() -> None:
    sites = [
        {"hex": "0503", "kind": "city"}, {"hex": "0508", "kind": "airfield"},
        {"hex": "0501", "kind": "city"}, {"hex": "0506", "kind": "airbase"},
    ]  # fmt: skip
    others = {"u2": "0508", "u3": "0509", "u4": "0509"}
    sites[3]["hex"] = "0509"
    game = based("airfield", "u1", others=others, bases=others, sites=sites)
    edit(game, "sites", "airfield-0505", strike=1)
    answer(hit_site(game, "airfield-0505", 2, "27.2"))
    city, airbase = game.board.hex("0503"), game.board.hex("0509")
    assert [*map(game.board.label, collateral.havens(game, "u1"))] == ["0503", "0509"]
    flee = {"do": "flee", "unit": "u1", "hex": "0509"}
    asked = settled(game, "airfield-0505", 9, 1, answers=[flee])
    assert len(asked) == 1
    helo = game.state[HELOS]["u1"]
    assert (helo.hex, helo.steps, helo.used, helo.used_in) == (airbase, 1, 2, 3)
    assert told(game, "collateral")[-1]["column"] == "helicopter_2"
    assert city != airbase


@pytest.mark.rule("nextwar", "27.7.1")
def test_a_helicopter_without_another_base_is_lost() -> None:
    game = based("airfield", "u1")
    answer(hit_site(game, "airfield-0505", 3, "27.2"))
    settled(game, "airfield-0505", 9, 9)
    assert game.state[HELOS]["u1"].place == "eliminated"
    assert told(game, "eliminated")[-1]["steps"] == 2


@pytest.mark.reading("nextwar", "nw-27-21")
@pytest.mark.rule("nextwar", "27.7.4-p2")
def test_a_base_that_falls_counts_as_hit_once() -> None:
    sites = [
        {"hex": "0303", "kind": "airfield"}, {"hex": "0707", "kind": "airbase"},
        {"hex": "0909", "kind": "airbase"},
    ]  # fmt: skip
    game = field(sites=sites, assets={"allied": {"lift": 3}}, segment="reorganization", **POINTS)
    edit(game, "sites", "airbase-0707", strike=2)
    known = game.scenario.sites
    rig(game, 1)
    for name, loser in (
        ("airfield-0303", "allied"),
        ("airbase-0707", "allied"),
        ("airbase-0909", "dprk"),
    ):
        answer(collateral.captured(game, known[name], loser))
    rolled = told(game, "collateral")
    assert [(facts["site"], facts["column"]) for facts in rolled] == [
        ("airfield-0303", "airfield_1")
    ]
    assert side(game, "allied").lift == 2


@pytest.mark.rule("nextwar", "27.7.4-p2")
def test_hex_control_rolls_for_a_base_that_is_taken() -> None:
    sites = [{"hex": HERE, "kind": "airfield"}]
    game = field(
        unit("n1", HERE), sites=sites, assets={"allied": {"lift": 3}},
        segment="basic-reaction-combat", begin={"first": "allied"}, **POINTS,
        initiative={"side": "allied", "guaranteed": 9},
    )  # fmt: skip
    edit(game, "hexes", HERE, entered="dprk", entered_in=3)
    rig(game, 1)
    game.play("dprk", {"do": "end"})
    game.play("allied", {"do": "spare"})
    assert hex_status(game, HERE).control == "dprk"
    assert told(game, "collateral")[-1]["column"] == "airfield_1"


@pytest.mark.rule("nextwar", "27.2.1")
@pytest.mark.parametrize(
    ("die", "level"), [(3, 3), (4, 2), (7, 1), (9, 0)]
)  # fmt: skip
def test_an_owner_damages_what_the_enemy_may_take(die: int, level: int) -> None:
    sites = [{"hex": "0505", "kind": "airfield"}, {"hex": "0909", "kind": "airbase"}]
    game = field(
        unit("n1", "0503"), sites=sites, segment="basic-reaction-combat",
        assets={"allied": {"lift": 3}}, **POINTS,
    )  # fmt: skip
    assert [site.id for site in threatened(game, "allied")] == ["airfield-0505"]
    rig(game, die)
    asked = answer(deliberate_damage(game), {"do": "damage-own", "site": "airfield-0505"})
    assert [(question.player, question.rule) for question in asked] == [("allied", "27.2.1")]
    status = game.state[SITES]["airfield-0505"]
    facts = told(game, "deliberate-damage")[-1]
    assert (facts["roll"], facts["tally"]["total"]) == (die, -1)
    assert (3 if status.destroyed else status.strike) == level
    assert not told(game, "collateral")
    assert side(game, "dprk").vp == side(game, "dprk").gained == 0


@pytest.mark.rule("nextwar", "27.9.1", "12.1.2", "27.10.2.1", "27.4-p3")
@pytest.mark.reading("nextwar", "nw-27-29", "nw-12-04")
def test_markers_wear_off() -> None:
    board = sea.coast(sides=("0606-0605 minor_river",), links=("0606-0605 primary",))
    game = sea.at_sea(
        unit("n1", "0505", at={"strike": 2}), unit("n2", "0505", at={"strike": 1}), board=board,
        ships=[sea.ship("r1", "0403"), sea.ship("r2", "0101")],
        sites=[{"hex": "0403", "kind": "port"}, {"hex": "0707", "kind": "airbase"}],
        assets={"allied": {"asw": 3}}, **POINTS,
    )  # fmt: skip
    key = next(iter(game.state[BRIDGES]))
    edit(game, "ships", "r1", strike=1)
    edit(game, "ships", "r2", strike=1)
    edit(game, "sites", "port-0403", strike=2, mending=True, scored=True)
    edit(game, "sites", "airbase-0707", destroyed=True)
    edit(game, "hexes", "0505", interdiction=2)
    game.put(BRIDGES, key, game.state[BRIDGES][key].__class__(strike=2))
    wear_off(game)
    assert (at(game, "n1").strike, at(game, "n2").strike) == (1, 0)
    assert (sea.at(game, "r1").strike, sea.at(game, "r2").strike) == (0, 1)
    assert game.state[BRIDGES][key].strike == 1
    assert hex_status(game, "0505").interdiction == 0
    port = game.state[SITES]["port-0403"]
    assert (port.strike, port.scored, port.mending) == (1, True, True)
    assert game.state[SITES]["airbase-0707"].destroyed
    wear_off(game)
    port = game.state[SITES]["port-0403"]
    assert (port.strike, port.scored, port.mending) == (0, False, False)
    assert side(game, "allied").asw == 4


@pytest.mark.rule("nextwar", "27.7.4.1")
def test_an_air_unit_suffers_once_in_a_phase() -> None:
    """Example 37; and the owner chooses for Air, his enemy for Air*."""
    sites = [{"hex": HERE, "kind": "airbase"}, {"hex": "0707", "kind": "airbase"}]
    game = sky(wings=[wing("r1"), wing("u9", box="Japan")], sites=sites, segment="strike-1-end")
    for name in (BASE, "airbase-0707"):
        answer(hit_site(game, name, 2, "27.2"))
    assert settled(game, BASE, 2) == []  # one unit only: nobody is asked
    assert (flies(game, "r1").steps, flies(game, "r1").hurt) == (1, game.serial)
    settled(game, "airbase-0707", 2)
    assert flies(game, "r1").steps == 1
    assert flies(game, "u9").steps == 2  # of another box
    later = sky(wings=[wing("r1", left=1)], sites=sites, segment="strike-1-end")
    answer(hit_site(later, BASE, 2, "27.2"))
    settled(later, BASE, 2)
    assert flies(later, "r1").place == "eliminated"
    both = sky(wings=[wing("r1"), wing("r2", "5-0-0")], sites=sites, segment="strike-1-end")
    answer(hit_site(both, BASE, 3, "27.2"))
    choices = [{"do": "lose-wing", "unit": "r2"}, {"do": "lose-wing", "unit": "r1"}]
    asked = settled(both, BASE, 0, answers=choices)
    assert [question.player for question in asked] == ["dprk"]  # for Air one was left
    assert [flies(both, name).steps for name in ("r1", "r2")] == [1, 1]


@pytest.mark.rule("nextwar", "27.7.4.1")
def test_a_hardened_base_protects() -> None:
    sites = [{"hex": HERE, "kind": "airbase", "hardened": True}]
    game = field(sites=sites, segment="strike-1-end", assets={"allied": {"air": 5}}, **POINTS)
    answer(hit_site(game, BASE, 1, "27.2"))
    settled(game, BASE, 3)
    facts = told(game, "collateral")[-1]
    assert (facts["tally"]["total"], facts["result"]) == (1, "-")
