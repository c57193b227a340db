"""Fatigue, and what it does to assaults. [3.4.6] [3.5.4] [14]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.fatigue.hits import exert, mutual_fatigue, tire
from grognard.systems.goss.fatigue.recovery import recovers, rested_by_lull
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LULLS, Lull
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash, field
from tests.systems.goss.field import at, now, rig, rules, told, unit

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
ALLIED = {"side": "allied"}


def mark(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.reading("goss", "goss-03-11")
@pytest.mark.rule("goss", "14.1.0", "3.4.6", "3.4.5c")
def test_fatigue_of_a_night_is_given_at_its_end() -> None:
    game = field(
        unit("g1", (0, 1), values="4-5", earned=1, activated=6, **TA), unit("u1", (0, 0)),
        ena="axis", options={"rest-turns": "off"},
    )  # fmt: skip
    clash(game, ["g1"]).settle()
    assert (now(game, "g1").earned, now(game, "g1").fatigue) == (2, 0)
    mark(game, "u1", mode="PA")
    back = clash(game, ["u1"], (0, 1))
    assert back.defence == 5
    back.settle()
    assert (now(game, "g1").earned, now(game, "g1").fatigue) == (3, 0)
    mutual_fatigue(game)
    assert (now(game, "g1").earned, now(game, "g1").fatigue) == (0, 2)


@pytest.mark.reading("goss", "goss-03-16")
@pytest.mark.rule("goss", "3.5.4-b", "12.2.0")
def test_the_marker_tires_when_it_comes_off() -> None:
    game = field(
        unit("ga", (0, 1), values="6-6", **TA), unit("gb", (4, 1), values="6-6", **TA),
        unit("u1", (0, 0)), unit("u2", (4, 0)), terrain={(0, 1): "woods", (4, 1): "woods"},
        segment="adjustment", rest={"axis": "AM"},
    )  # fmt: skip
    game.play("axis", {"do": "call-off", "hex": at(0, 1)})
    game.play("axis", {"do": "withdraw", "then": "stay"})
    assert now(game, "ga").fatigue == 1
    assert now(game, "gb").fatigue == 0
    found = clash(game, ["gb"], (4, 0))
    assert found.attack == 6
    found.settle()
    assert now(game, "gb").fatigue == 1


@pytest.mark.reading("goss", "goss-05-19")
@pytest.mark.rule("goss", "12.1.0-3", "12.2.0", "5.3.5c", "12.1.0-2")
def test_who_is_forced_leaves_exploit_mode() -> None:
    game = field(
        unit("ga", (0, 1), "motinf", mode="Exploit", **TA), unit("gb", (1, 1), "motinf", **TA),
        unit("u1", (1, 0)), unit("gc", (5, 1), "motinf", mode="Exploit", **TA), unit("u2", (5, 0)),
        terrain={(5, 1): "woods"}, segment="adjustment",
    )  # fmt: skip
    assert rules(game, "axis", {"do": "end"}) == ["12.1.0-2"]
    assert rules(game, "axis", {"do": "call-off", "hex": at(5, 1)}) == ["12.0"]
    assert rules(game, "axis", {"do": "give-up-assault", "units": ["gc"]}) == ["12.1.0"]
    game.play("axis", {"do": "give-up-assault", "units": ["ga"]})
    assert (now(game, "ga").mode, now(game, "ga").ta) == ("Tac", False)
    game.play("axis", {"do": "call-off", "hex": at(5, 1)})
    assert (now(game, "gc").mode, now(game, "gc").ta) == ("Exploit", False)


@pytest.mark.reading("goss", "goss-14-05")
@pytest.mark.rule("goss", "14.0", "14.1.0", "14.2.1(b)", "3.5.4-b")
@pytest.mark.parametrize("attacks", [True, False])
def test_each_exertion_is_a_hit_of_its_own(attacks: bool) -> None:
    game = field(
        unit("u1", (0, 1), values="7-7", fatigue=1, **TA), unit("g1", (0, 0)), turn="Night",
        segment="assaults" if attacks else "adjustment", options={"rest-turns": "side"},
        rest={"axis": "AM"}, **ALLIED,
    )  # fmt: skip
    if attacks:
        found = clash(game, ["u1"])
        assert found.attack == 4
        found.settle()
    else:
        rig(game, 0)
        game.play("allied", {"do": "call-off", "hex": at(0, 1)})
    assert now(game, "u1").fatigue == 2


@pytest.mark.rule("goss", "14.0", "14.1.0")
def test_a_third_hit_changes_nothing() -> None:
    game = field(unit("u1", (0, 1)), unit("u2", (0, 1), fatigue=1))
    tire(game, ["u1", "u2"], "14.1.0")
    tire(game, ["u1", "u2"], "14.1.0")
    assert (now(game, "u1").fatigue, now(game, "u2").fatigue) == (2, 2)
    assert told(game, "fatigued")[1] == {"units": ["u1"]}
    exert(game, ["u1"], "3.5.4")
    assert not now(game, "u1").earned


@pytest.mark.reading("goss", "goss-14-04")
@pytest.mark.rule("goss", "14.3.0")
def test_who_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    game = field(
        unit("ua", (0, 1), fatigue=2), unit("ub", (0, 1), "motinf", fatigue=2),
        unit("uc", (0, 1), "motinf", fatigue=2, transport="foot"), unit("ud", (7, 0), fatigue=2),
        unit("ue", (7, 1), fatigue=2), unit("uf", (7, 2), fatigue=2, mode="MR"),
        unit("ug", (1, 0), fatigue=2), unit("um", (8, 0), fatigue=2), unit("g1", (0, 0)),
        unit("ux", (9, 0), fatigue=1), terrain={(0, 1): "woods"}, segment="ammo-rolls", **ALLIED,
    )  # fmt: skip
    monkeypatch.setattr(
        "grognard.systems.goss.fatigue.recovery.OBSERVED", [lambda game, name: name == "ug"]
    )
    place = game.serial - game.segment.number
    combat = next(n for n in range(game.serial, 0, -1) if _kind(game, n) == "assaults")
    moves = next(n for n in range(game.serial, 0, -1) if _kind(game, n) == "moves")
    mark(game, "ud", shelled=combat)
    mark(game, "ue", defended=place - 10)
    mark(game, "um", moved=moves)
    mark(game, "ux", attacked=combat)
    found = {n for n in ("ua", "ub", "uc", "ud", "ue", "uf", "ug", "um", "ux") if recovers(game, n)}
    assert found == {"ua", "uc", "ue"}
    game.play("allied", {"do": "end"})
    assert {n: now(game, n).fatigue for n in ("ua", "uc", "ue", "ub")} == {
        "ua": 1, "uc": 1, "ue": 1, "ub": 2,
    }  # fmt: skip


def _kind(game: Gs, serial: int) -> str:
    return str(game.segments[serial % len(game.segments)].kind)


@pytest.mark.reading("goss", "goss-14-04")
@pytest.mark.rule("goss", "14.3.0-2")
def test_the_end_of_a_lull_rests_all_who_did_not_fight() -> None:
    game = field(
        unit("u1", (0, 1), fatigue=2, formation="1"), unit("u2", (0, 1), fatigue=2, formation="1"),
        unit("g1", (5, 0), fatigue=1, formation="5"), unit("g2", (5, 0), fatigue=1, formation="5"),
        unit("g3", (5, 1), formation="5"), **ALLIED,
    )  # fmt: skip
    mark(game, "g3", defended=game.serial - len(game.segments))
    rested_by_lull(game, ["u1", "u2", "g1", "g2", "g3"])
    assert [now(game, n).fatigue for n in ("u1", "u2", "g1", "g2")] == [0, 0, 1, 1]


@pytest.mark.reading("goss", "goss-24-06")
@pytest.mark.rule("goss", "13.7.3(g)", "13.7.3")
@pytest.mark.parametrize(("turn", "shift"), [("PM", 1), ("Night", 1), (7, 0)])
def test_surprise_after_a_lull(turn: str | int, shift: int) -> None:
    chain = {"army": "A", "corps": "C", "formation": "1"}
    game = field(
        unit("g1", (0, 1), **PA, **chain), unit("gh", (0, 5), "hq:div", **chain),
        unit("u1", (0, 0)), turn=turn,
        armies={"A": {"side": "axis", "adv": 3, "pss": []}},
    )  # fmt: skip
    game.put(LULLS, "A", Lull(one="axis", ended=5, ender="axis"))
    assert clash(game, ["g1"]).right.get("13.7.3(g)", 0) == shift


@pytest.mark.reading("goss", "goss-23-03")
@pytest.mark.rule("goss", "13.7.3(k)", "13.7.4(g)", "23.2.1b")
def test_a_leader_gives_one_shift_and_none_to_attacks_in_his_rest() -> None:
    chain = {"formation": "1"}
    leaders = [{"id": "ul", "side": "allied", "name": "L", "hq": "uh", "number": 7}]
    staff = unit("uh", (0, 2), "hq:div", **chain)
    rest: dict[str, Any] = {
        "turn": "Night", "options": {"rest-turns": "side"}, "rest": {"axis": "PM"},
        "leaders": leaders,
    }  # fmt: skip
    ours = field(unit("u1", (0, 1), **TA, **chain), staff, unit("g1", (0, 0)), **rest, **ALLIED)
    assert "allied use-leader" not in clash(ours, ["u1"]).asked
    theirs = field(
        unit("u1", (0, 1), **chain), unit("u2", (1, 1), **chain), staff, unit("g1", (0, 0), **TA),
        unit("g2", (2, 0), **TA), **rest,
    )  # fmt: skip
    first = clash(theirs, ["g1"], (0, 1))
    assert first.left["13.7.4(g)"] == 1
    first.settle()
    second = clash(theirs, ["g2"], (1, 1))
    assert "13.7.4(g)" not in second.left
