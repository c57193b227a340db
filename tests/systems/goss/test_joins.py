"""The chapters set each other off: what one leaves open, another fills."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.systems.goss import chapters
from grognard.systems.goss.assault.limits import spend as pay_for_assaults
from grognard.systems.goss.fire.ammunition import spend as pay_for_fire
from grognard.systems.goss.fire.conducting import conduct
from grognard.systems.goss.fire.mission import ARTILLERY, Mission
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.status import ARMIES, DEPOTS, HEXES, HQS, Depot
from grognard.systems.goss.supply.tracing import trace_unit
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, position, rules, told, unit
from tests.systems.goss.firing import field, gun, run
from tests.systems.goss.supply.land import SWAMP, division, far, line


@pytest.mark.rule("goss", "15.2.1(2)", "7.7.2")
def test_heavy_guns_cut_the_paths_of_supply_they_halt_units_on() -> None:
    def supplied(kind: str) -> str:
        gun = unit("g1", (-6, 1), kind)
        game = division((0, 0), gun, kind="m4", terrain=SWAMP, roads={"trail": [line(12)]})
        return far(trace_unit(game, "u1"))

    assert supplied("inf") == "normal"
    assert supplied("flak") == "none"


@pytest.mark.rule("goss", "7.7.5")
def test_nobody_moves_out_of_supply_near_the_enemy() -> None:
    step = {"do": "move", "units": ["u1"], "path": [at(5, 0)]}
    edge = division((4, 0), unit("g1", (7, 1)), alone=True)
    assert rules(edge, "allied", step) == ["7.7.5"], "its headquarters is far in the west"
    near = division((4, 0), unit("g1", (7, 1)), hq=(2, 0), alone=True)
    assert rules(near, "allied", step) == []


@pytest.mark.rule("goss", "15.5.2(1)", "15.5.1a-2")
def test_moving_uses_up_what_is_on_hand() -> None:
    def after(ma: int) -> str:
        game = position(unit("g1", (0, 0), ma=ma, supply="OhS"), unit("u1", (12, 0)))
        game.play("axis", {"do": "move", "units": ["g1"], "path": [at(-1, 0), at(-2, 0)]})
        return now(game, "g1").supply

    assert after(8) == "OhS"
    assert after(2) == "OoS"
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1", supply="OhS"), unit("u1", (12, 0)),
        headquarters={"ghq": {"ohs": 3}},
    )  # fmt: skip
    for q in (-1, -2):
        game.play("axis", {"do": "move", "units": ["ghq"], "path": [at(q, 0)]})
    assert game.state[HQS]["ghq"].ohs == 1, "half of it, rounded up, is lost, once a phase"


@pytest.mark.rule("goss", "13.5.1", "15.7.1")
def test_the_isolated_may_surrender_before_an_assault() -> None:
    units = (unit("g1", (0, 1), mode="PA"), unit("u1", (0, 0), supply="OoS", isolated=True))
    game = position(*units, side="axis", segment="assaults")
    game.put(UNITS, "u1", replace(now(game, "u1"), checks=9))
    game.play("axis", {"do": "assault", "units": ["g1"], "hex": at(0, 0)})
    assert [one["unit"] for one in told(game, "surrendered")] == ["u1"]


@pytest.mark.rule("goss", "15.5.2(2)", "15.5.2(3)")
def test_an_assault_uses_up_what_is_on_hand() -> None:
    units = (unit("g1", (0, 1), mode="PA", supply="OhS"), unit("u1", (0, 0), supply="OhS"))
    game = position(*units, side="axis", segment="assaults")
    clash(game, ["g1"]).settle()
    assert (now(game, "g1").supply, now(game, "u1").supply) == ("OoS", "OoS")
    assert now(game, "g1").half is False


@pytest.mark.rule("goss", "16.3.3", "11.4.1g", "16.3.6")
def test_ammunition_for_fire_and_assaults_is_booked() -> None:
    game = field(gun("u1"), unit("g1", (0, 0)))
    watch = Watch(game)
    pay_for_assaults(game, "uhq", 1)
    pay_for_fire(game, "u1", 2)
    assert watch() == []
    assert game.state[ARMIES]["First"].amp == 1


@pytest.mark.rule("goss", "15.5.2(4)", "11.8.1")
def test_guns_on_hand_are_depleted_when_they_have_fired() -> None:
    game = field(gun("u1", supply="OhS"), unit("u2", (0, 1)), unit("g1", (4, 0)))
    run(
        game,
        conduct(
            game,
            Mission(ARTILLERY, "allied", game.board.hex(at(0, 0)), guns={"u1": 8}, volleys=(8,)),
        ),
    )
    assert (now(game, "u1").supply, now(game, "u1").depleted) == ("OoS", True)


def test_every_register_is_filled_once() -> None:
    chapters.fill()
    pairs = [pair for chapter in chapters.CHAPTERS for pair in chapter.fills]
    for register, _ in pairs:
        assert len(register) == len([one for one, _ in pairs if one is register])


@pytest.mark.rule("goss", "15.8.0")
def test_a_depot_falls_to_whoever_comes_by() -> None:
    armies = {"First": {"side": "allied", "adv": 0, "amp": 0, "fp": 0, "tp": 0, "pss": []}}
    game = position(unit("g1", (0, 0)), unit("u1", (9, 0)), armies=armies)
    there = game.board.hex(at(1, 0))
    game.put(DEPOTS, "d1", Depot("First", there))
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(1, 0), at(2, 0)]})
    assert game.state[DEPOTS]["d1"].hex == -1
    assert told(game, "depot-lost") == [{"hex": at(1, 0)}]


def test_a_place_is_held_by_whoever_came_last() -> None:
    game = position(unit("g1", (0, 0)), unit("u1", (9, 0)), terrain={(1, 0): "village"})
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(1, 0), at(2, 0)]})
    held = {game.board.label(h): one.control for h, one in game.state[HEXES].items()}
    assert held == {at(1, 0): "axis"}


@pytest.mark.rule("goss", "14.3.0", "8.2.1-see")
@pytest.mark.parametrize(("terrain", "left"), [("clear", 1), ("forest", 0)])
def test_who_is_watched_does_not_recover(terrain: str, left: int) -> None:
    game = position(
        unit("g1", (0, 0), fatigue=1), unit("u1", (1, 0)), terrain={(0, 0): terrain},
        segment="enemy-ammo-points", side="axis",
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert now(game, "g1").fatigue == left


@pytest.mark.rule("goss", "3.5.3")
def test_at_rest_only_the_lost_pass_enemies_and_only_homeward() -> None:
    def why(to: tuple[int, int], **facts: str) -> list[str]:
        game = position(
            unit("g1", (0, 0), corps="X", **facts), unit("gc", (-6, 0), "hq:corps", corps="X"),
            unit("u1", (1, -1)), unit("u2", (-2, 1)), unit("u3", (2, 0)), rest={"axis": "AM"},
            turn="AM",
        )  # fmt: skip
        return rules(game, "axis", {"do": "move", "units": ["g1"], "path": [at(*to)]})

    assert why((-1, 0)) == ["3.5.3"]
    assert why((-1, 0), isolated=True) == []
    assert why((1, 0), isolated=True) == ["3.5.3"]


@pytest.mark.rule("goss", "7.7.5", "7.13.1")
def test_who_is_cut_off_goes_home() -> None:
    def why(to: tuple[int, int]) -> list[str]:
        game = position(
            unit("g1", (4, 0), corps="X"), unit("gc", (-6, 0), "hq:corps", corps="X"),
            unit("u1", (5, -3)), unit("u2", (5, 2)),
            terrain={(0, r): "swamp" for r in range(-9, 9)},
            water={"great_river": [((0, r), (-1, r + d)) for r in range(-9, 9) for d in (0, 1)]},
        )  # fmt: skip
        return rules(game, "axis", {"do": "move", "units": ["g1"], "path": [at(*to)]})

    assert why((3, 0)) == []
    assert why((5, 0)) == ["7.7.5"]
