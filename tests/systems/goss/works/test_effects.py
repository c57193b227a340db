"""What works do in fire, assaults, movement and observation; road crews. [17.4.1] [17.7.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.advance import stops
from grognard.systems.goss.fire.capacity import capacity
from grognard.systems.goss.fire.modifiers import in_fort, target, terrain_modifiers, works_modifiers
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.observation.cover import MCT, OCT, OPEN, cover
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.fields import engineers_help
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, pass_to, position, rules, told, unit, where
from tests.systems.goss.firing import hit
from tests.systems.goss.works.site import field, hex_of, mark, next_turn

PA: dict[str, Any] = {"mode": "PA"}
WORKS = [("IP", 1), ("ET-2", 2), ("ET-3", 3)]


def dug(work: str, **more: Any) -> Gs:
    """A German battalion within a work, and an Allied one beside it."""
    return battle(
        unit("g1", (0, 0), inside=True, formation="1", **more.pop("facts", {})),
        unit("u1", (0, 1), **PA), works={(0, 0): work}, **{"side": "allied", **more},
    )  # fmt: skip


@pytest.mark.rule("goss", "17.4.1e", "17.4.1e(a)", "17.3.3", "13.7.4(f)")
@pytest.mark.parametrize(("work", "count"), WORKS)
def test_works_shift_columns(work: str, count: int) -> None:
    assert clash(dug(work), ["u1"]).left["13.7.4(f)"] == count
    outside = dug(work)
    mark(outside, "g1", inside=False)
    assert "13.7.4(f)" not in clash(outside, ["u1"]).left


@pytest.mark.rule("goss", "17.4.1d", "17.4.1d(b)", "17.3.3", "11.5.2")
@pytest.mark.parametrize(("work", "count"), WORKS)
def test_works_take_from_fire(work: str, count: int) -> None:
    game = dug(work)
    found = target(game, "axis", game.board.hex(at(0, 0)))
    assert [one.drm for one in works_modifiers(game, found)] == [-count]


@pytest.mark.rule("goss", "17.3.1-2", "17.4.1(d)", "11.5.2", "13.7.4(f)")
def test_bridge_builders_have_terrain_and_no_works() -> None:
    game = dug("ET-2", terrain={(0, 0): "woods"})
    mark(game, "g1", task="bridge")
    h = game.board.hex(at(0, 0))
    found = target(game, "axis", h)
    assert works_modifiers(game, found) == []
    assert [one.drm for one in terrain_modifiers(game, h, found)] == [-1]
    assert "13.7.4(f)" not in clash(game, ["u1"]).left


@pytest.mark.rule("goss", "17.4.1a", "17.4.1e(f)")
@pytest.mark.parametrize(("work", "checked"), [("IP", True), ("ET-2", False), ("ET-3", False)])
def test_who_is_entrenched_holds(work: str, checked: bool) -> None:
    game = dug(work)
    clash(game, ["u1"]).settle(defender="1", declare={"choose": "hold"})
    assert bool(told(game, "check")) is checked


@pytest.mark.rule("goss", "17.4.1a", "17.4.1d(e)", "17.4.1d")
def test_entrenchments_in_fire() -> None:
    game = dug("ET-2")
    hit(game, (0, 0), 2)
    assert not told(game, "check")
    spent = dug("ET-3")
    hit(spent, (0, 0), 1, takes=["ET-3"])
    assert hex_of(spent, 0, 0).work == ""
    assert (now(spent, "g1").steps, now(spent, "g1").inside) == (3, False)


@pytest.mark.rule("goss", "17.4.1d(d)", "17.4.1d")
def test_attackers_withdraw_into_works() -> None:
    game = dug("IP")
    mark(game, "g1", ta=True, inside=False)
    hit(game, (0, 0), 1, first="retreat", to=(0, 0))
    assert where(game, "g1") == at(0, 0)
    assert now(game, "g1").inside
    assert now(game, "g1").steps == 3


@pytest.mark.rule("goss", "17.4.1d(a)", "11.2.4b", "11.2.4c")
@pytest.mark.parametrize(
    ("work", "size", "found"),
    [
        ("IP", "Bn", "medium"), ("ET-2", "Bn", "heavy"), ("IP", "Co", "light"),
        ("ET-2", "Co", "medium"),
    ],
)  # fmt: skip
def test_spotters_in_works(work: str, size: str, found: str) -> None:
    game = dug(work, facts={"size": size})
    assert capacity(game, "g1", "unit") == found


@pytest.mark.rule("goss", "17.4.1d(c)", "17.5.0", "11.4.1f")
def test_fortified_areas_and_fire() -> None:
    game = position(
        unit("g1", (0, 0)), unit("u1", (0, 1)), terrain={(0, 0): "Axis-Ft woods"},
        segment="offensive-fire", side="allied",
    )  # fmt: skip
    h = game.board.hex(at(0, 0))
    found = target(game, "axis", h)
    assert in_fort(game, found)
    assert terrain_modifiers(game, h, found) == []  # a work, and no terrain
    assert [one.title for one in works_modifiers(game, found)] == ["Ft Area"]
    hit(game, (0, 0), 6)
    assert not hex_of(game, 0, 0).ruined


@pytest.mark.rule("goss", "17.4.1e(b)", "13.8.4a")
def test_works_against_armor() -> None:
    def bonus(work: str) -> int:
        works = {(0, 0): work} if work else {}
        game = battle(
            unit("g1", (0, 0), inside=bool(work)),
            unit("u1", (0, 1), "m4", arm_attack=5, **PA), unit("u2", (0, 1), **PA),
            terrain={(0, 0): "rough", (0, 1): "rough"}, works=works, side="allied",
        )  # fmt: skip
        return int(clash(game, ["u1", "u2"]).sums.duel.bonuses)

    assert bonus("ET-2") < bonus("")


@pytest.mark.rule("goss", "17.4.1e(d)", "13.10.2")
def test_an_et3_is_given_up_for_a_mandatory_hit() -> None:
    game = dug("ET-3")
    clash(game, ["u1"]).settle(
        defender="1(1)", spend_work={"choose": "yes"}, declare={"choose": "full"}
    )
    assert hex_of(game, 0, 0).work == ""
    assert now(game, "g1").steps == 3


@pytest.mark.rule("goss", "17.4.1e(g)", "13.10.4a-2")
def test_attackers_go_to_ground() -> None:
    game = battle(
        unit("g1", (0, 0)), unit("u1", (0, 1), **PA), works={(0, 1): "IP"}, side="allied"
    )  # fmt: skip
    clash(game, ["u1"]).settle(
        attacker="1", declare={"choose": "full"}, go_to_ground={"choose": "yes"}
    )
    assert where(game, "u1") == at(0, 1)
    assert now(game, "u1").inside


@pytest.mark.rule("goss", "17.4.1e(h)", "13.12.5a")
def test_works_stop_an_advance() -> None:
    def stopped(work: str) -> bool:
        game = battle(
            unit("u1", (0, 1), **PA), unit("g1", (0, -1), inside=True), works={(0, -1): work},
            terrain={(0, 0): "woods"}, side="allied",
        )  # fmt: skip
        a, h = (game.board.hex(at(*h)) for h in ((0, 1), (0, 0)))
        return stops(game, "u1", a, h)

    assert stopped("ET-2")
    assert not stopped("IP")


@pytest.mark.rule("goss", "17.4.1b", "7.7.3", "7.9.0")
def test_works_halt_movement() -> None:
    def halts(work: str) -> bool:
        game = position(unit("g1", (0, 0), inside=True), unit("u1", (3, 0)),
                        terrain={(1, 0): "woods"}, works={(0, 0): work})  # fmt: skip
        return game.board.hex(at(1, 0)) in front(game, "allied").halts

    assert [halts(work) for work in ("IP", "ET-2", "ET-3")] == [False, True, True]


@pytest.mark.rule("goss", "17.4.1c", "8.2.1", "8.2.2", "8.1.2b")
def test_works_cover() -> None:
    def covered(work: str, turn: str = "AM", near: str = "") -> int:
        works = {(0, 0): work} if work else {}
        if near:
            works[(1, 0)] = near
        game = position(unit("g1", (0, 0)), unit("u1", (1, 0), inside=bool(near)), works=works,
                        turn=turn)  # fmt: skip
        return cover(game, "axis", game.board.hex(at(0, 0)))

    assert [covered(work) for work in ("", "IP", "ET-2", "ET-3")] == [OPEN, OCT, OCT, MCT]
    assert covered("", "Night") == OCT
    assert covered("", "Night", near="ET-2") == OPEN
    assert covered("", "Night", near="IP") == OCT


@pytest.mark.rule("goss", "17.4.1b", "7.9.0")
@pytest.mark.parametrize(
    ("work", "kind", "banned"),
    [("ET-3", "inf", True), ("ET-3", "art", False), ("ET-2", "inf", False)],
)
def test_nobody_passes_along_strong_works(work: str, kind: str, banned: bool) -> None:
    game = position(
        unit("g1", (0, 0), kind, inside=True), unit("u1", (1, 0)), works={(0, 0): work},
        options={"fog-of-war": "off"}, side="allied",
    )  # fmt: skip
    found = rules(game, "allied", {"do": "move", "units": ["u1"], "path": [at(1, -1)]})
    assert ("7.9.0" in found) is banned


@pytest.mark.rule("goss", "17.4.1b", "7.9.0")
def test_by_the_option_any_entrenchment_is_strong() -> None:
    game = position(
        unit("g1", (0, 0), inside=True), unit("u1", (1, 0)), works={(0, 0): "ET-2"},
        options={"fog-of-war": "off", "et3-ban": "all-ets"}, side="allied",
    )  # fmt: skip
    move = {"do": "move", "units": ["u1"], "path": [at(1, -1)]}
    assert rules(game, "allied", move) == ["7.9.0"]


@pytest.mark.rule("goss", "17.4.1f-3", "17.4.1f")
def test_a_work_is_lost_when_fire_drives_its_garrison_out() -> None:
    game = dug("ET-2")
    hit(game, (0, 0), 1, first="retreat")
    assert where(game, "g1") != at(0, 0)
    assert hex_of(game, 0, 0).work == ""
    assert told(game, "work-lost")[0] == {"hex": at(0, 0), "work": "ET-2"}


# ---- road crews [17.7.1]


def crew(*names: str) -> dict[str, Any]:
    return {"do": "road-crew", "units": [*names]}


TRACK: dict[str, Any] = {"roads": {"trail": [[(-1, 0), (0, 0), (1, 0)]]}}


@pytest.mark.rule("goss", "17.7.0", "17.7.1", "15.6.0-4")
def test_who_mends_roads() -> None:
    game = field(
        unit("g1", (0, 0), "eng"), unit("g2", (0, 0), "eng"), unit("g3", (3, 0), "eng", steps=2),
        unit("g4", (0, 0)), unit("g5", (1, 0), "eng", steps=2, mode="PA"),
        unit("g6", (-1, 0), "eng", steps=2, supply="OoS"), **TRACK,
    )  # fmt: skip
    assert rules(game, "axis", crew("g1")) == ["17.7.1"]  # one step
    assert rules(game, "axis", crew("g3")) == ["17.7.1"]  # no road
    assert rules(game, "axis", crew("g4")) == ["17.7.1"]
    assert rules(game, "axis", crew("g5")) == ["17.7.1"]
    assert rules(game, "axis", crew("g6")) == ["15.6.0-4"]
    game.play("axis", crew("g1", "g2"))
    assert told(game, "road-crew") == [{"units": ["g1", "g2"], "hex": at(0, 0)}]
    assert [now(game, n).task for n in ("g1", "g2")] == ["road", "road"]
    pass_to(game, "moves", "axis")
    move = {"do": "move", "units": ["g1"], "path": [at(0, 1)]}
    assert rules(game, "axis", move) == ["7.5.1"]
    game.play("axis", {"do": "stop-work", "units": ["g1", "g2"]})
    assert not rules(game, "axis", move)


@pytest.mark.rule("goss", "17.7.1")
def test_primary_roads_are_not_improved() -> None:
    game = field(unit("g1", (0, 0), "eng", steps=2), roads={"primary": [[(-1, 0), (0, 0)]]})
    assert rules(game, "axis", crew("g1")) == ["17.7.1"]


@pytest.mark.rule("goss", "17.7.1")
def test_a_crew_that_is_observed_is_none() -> None:
    seen = field(unit("g1", (0, 0), "eng", steps=2), unit("u1", (0, 1)), **TRACK)
    assert rules(seen, "axis", crew("g1")) == ["17.7.1"]
    game = field(unit("g1", (0, 0), "eng", steps=2), unit("u1", (0, 5)), **TRACK)
    game.play("axis", crew("g1"))
    next_turn(game, "moves", "allied")
    assert now(game, "g1").task == "road"
    mark(game, "u1", hex=(0, 1))
    pass_to(game, "modes", "axis")
    assert now(game, "g1").task == ""


@pytest.mark.rule("goss", "17.7.2", "17.7.1")
def test_where_roads_are_better() -> None:
    game = field(
        unit("g1", (0, 0), "eng", steps=2), unit("u1", (0, -1)),
        terrain={(0, 0): "forest", (0, -1): "clear"}, water={"major_river": [((0, 0), (0, 1))]},
        **TRACK,
    )  # fmt: skip
    mark(game, "g1", task="road")
    found = {game.board.label(h) for h in engineers_help(game, "axis").crews}
    every = {at(1, 0), at(-1, 0), at(1, -1), at(-1, 1), at(0, 0)}
    assert found == every  # not into the enemy, nor over the river


@pytest.mark.rule("goss", "17.3.0", "17.7.1")
def test_who_is_at_work_does_not_mend_roads() -> None:
    game = field(unit("g1", (0, 0), "eng", steps=2), unit("g2", (1, 0), "eng", steps=2), **TRACK)
    mark(game, "g1", task="IP")
    mark(game, "g2", worked=game.turn)
    assert rules(game, "axis", crew("g1")) == ["17.3.0"]
    assert rules(game, "axis", crew("g2")) == ["17.3.0"]


@pytest.mark.rule("goss", "17.7.1", "17.3.0-2")
def test_how_a_crew_ends() -> None:
    game = field(unit("g1", (0, 0), "eng", steps=2), unit("u1", (9, 0)), **TRACK)
    game.play("axis", crew("g1"))
    stop = {"do": "stop-work", "units": ["g1"]}
    assert rules(game, "axis", stop) == ["17.7.1"]  # not before the Movement Phase
    pass_to(game, "moves", "axis")
    game.play("axis", stop)
    assert [event.rule for event in game.events if event.kind == "work-halted"] == ["17.7.1"]
    dry = field(unit("g1", (0, 0), "eng", steps=2), unit("u1", (9, 0)), **TRACK)
    dry.play("axis", crew("g1"))
    mark(dry, "g1", supply="OoS")
    pass_to(dry, "moves", "axis")
    assert now(dry, "g1").task == ""
    assert [event.rule for event in dry.events if event.kind == "work-halted"] == ["17.7.1"]
    dug_out = field(unit("g1", (0, 0), "eng"), unit("u1", (9, 0)))
    dug_out.play("axis", {"do": "dig", "units": ["g1"], "work": "IP"})
    dug_out.play("axis", stop)
    assert [e.rule for e in dug_out.events if e.kind == "work-halted"] == ["17.3.0-2"]
