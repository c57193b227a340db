"""Extended nights and rest game turns, as another second reader reads them. [3.4] [3.5]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.movement.allowance import ROAD, points_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.sequence import TURN
from grognard.systems.goss.status import HQS, LOW, SIDES, Headquarters, SideStatus
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit
from tests.systems.goss.firing import settle

END = {"do": "end"}


def march(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path]}


def wake(name: str) -> dict[str, Any]:
    return {"do": "activate-unit", "unit": name}


@pytest.mark.reading("goss", "goss2-03-11")
@pytest.mark.rule("goss", "3.4.0", "3.4.2b", "3.4.4", "3.4.5a", "3.4.5b")
def test_an_extended_night_with_three_attempts() -> None:
    mech = {"formation": "1"}
    game = position(
        unit("g1", (3, 0), pr="6/7"), unit("ga", (4, 1), "art", pr="0/5"),
        unit("g2", (6, 0), "motinf", pr="7/7", **mech), unit("g3", (7, 0)),
        unit("gh", (7, 2), "hq:div", traits="mech formation", **mech),
        unit("u1", (-5, 0), "motinf", mode="Exploit", activated=6), unit("u2", (-3, 0)),
        segment="combat-reserves", ena="axis", roads={"secondary": [[(-5, 0), (-6, 0), (-7, 0)]]},
    )  # fmt: skip
    game.put(SIDES, "axis", SideStatus(capacity=3, rolled=3))
    game.put(HQS, "gh", Headquarters(fuel=LOW, value=6, option=1))
    rig(game, 6, 4, 3)
    for name in ("g1", "ga", "g2"):
        game.play("axis", wake(name))
    assert [now(game, n).activated for n in ("g1", "ga", "g2")] == [-6, 6, 6]
    assert rules(game, "axis", wake("g3")) == ["3.4.2"], "attempts are counted, not successes"
    assert points_of(game, "g2", ROAD) == 6 * 12, "the fuel value of the night"
    assert (now(game, "g1").fatigue, now(game, "g1").earned) == (0, 0)
    for who in ("ena-first", "ena-second"):
        parts = [p for p in TURN.parts if TURN.occurs(game, p) and p.cast.get("active") == who]
        assert [*dict.fromkeys(part.phase for part in parts)] == [
            phases.MOVEMENT_PHASE, phases.INACTIVE_EXPLOIT, phases.COMBAT_PHASE,
            phases.ACTIVE_EXPLOIT,
        ]  # fmt: skip
    while game.segment.kind != "inactive-road":
        game.play(game.open_asks()[0].player, END)
    assert game.to_act == "allied"
    game.play("allied", march("u1", (-6, 0)))
    later = position(
        unit("u1", (-6, 0), "motinf", mode="Exploit", activated=6), unit("g1", (9, 0)),
        segment="active-road", side="allied", ena="axis",
        roads={"secondary": [[(-5, 0), (-6, 0), (-7, 0)]]},
    )  # fmt: skip
    assert rules(later, "allied", march("u1", (-7, 0))) == []
    later.put(SIDES, "allied", replace(game.state[SIDES]["allied"]))
    assert rules(later, "allied", march("u1", (-7, 0))) == ["3.3.5"], "one Exploit Phase each"
    without = position(
        unit("g1", (3, 0)), unit("u1", (-3, 0)), segment="ena-call", turn="Night",
        options={"ena": "off"},
    )  # fmt: skip
    assert rules(without, "axis", {"do": "extend-night"}) == ["3.4.0"]


ONE = {"corps": "I", "army": "5"}
TWO = {"corps": "II", "army": "5"}
E5 = {"army": "5"}


def corps(
    *units: Any, turn: str = "AM", segment: str = "modes", side: str = "axis", **options: str
) -> Gs:
    """Corps I rests in the AM, corps II at night, the Allies at night."""
    return position(
        unit("gI", (9, -4), "hq:corps", **ONE), unit("gII", (9, 0), "hq:corps", **TWO),
        unit("gh", (8, -4), "hq:div", formation="1", traits="mech formation", **ONE), *units,
        turn=turn, segment=segment, side=side, options={"rest-turns": "corps", **options},
        rest={"gI": "AM", "gII": "Night"}, armies={"5": {"side": "axis", "adv": 4}},
    )  # fmt: skip


def prepare(name: str) -> dict[str, Any]:
    return {"do": "mode", "units": [name], "mode": "PA"}


@pytest.mark.reading("goss", "goss2-03-12")
@pytest.mark.rule("goss", "3.5.1", "3.5.2", "3.5.3")
def test_each_corps_rests_by_itself() -> None:
    ride = {"formation": "1", "regiment": "A", **ONE}
    other = {"formation": "1", "regiment": "B", **ONE}
    game = corps(
        unit("g1", (0, 1), **ONE), unit("g2", (1, 0), **TWO), unit("u1", (0, 0)),
        unit("g3", (7, -3), "motinf", mode="Exploit", **ride),
        unit("g4", (7, -2), "motinf", **other),
    )  # fmt: skip
    assert rules(game, "axis", prepare("g1")) == ["3.5.3"]
    assert rules(game, "axis", prepare("g2")) == []
    into = {"do": "exploit", "hq": "gh", "regiment": "B"}
    assert {*rules(game, "axis", into)} == {"3.5.3"}
    pass_to(game, "construction", "axis")
    assert now(game, "g3").mode == "Exploit", "who exploits may go on"

    two = (unit("u1", (0, 0)), unit("u2", (3, -2)))
    moves = corps(unit("g1", (1, 0), **ONE), *two, segment="moves")
    assert rules(moves, "axis", march("g1", (2, -1))) == ["3.5.3"], "from beside E to beside F"
    assert rules(moves, "axis", march("g1", (2, 0), (3, -1))) == [], "by a free hex it may"
    night = corps(unit("g1", (1, 0), **ONE), *two, turn="Night")
    assert told(night, "rest-shown") == []
    night.play("axis", prepare("g1"))
    assert [one["who"] for one in told(night, "rest-shown")] == [["gI"]]
    assert told(night, "rest-shown")[0]["period"] == "AM"
    allied = corps(unit("g1", (1, 0), **ONE), *two, turn="Night", side="allied")
    assert rules(allied, "allied", prepare("u1")) == ["3.5.3"]

    def homeward(*path: tuple[int, int], **options: str) -> list[str]:
        cut = corps(unit("g1", (1, 0), supply="OoS", **ONE), *two, segment="moves", **options)
        return rules(cut, "axis", march("g1", *path))

    assert homeward((2, -1)) == ["7.7.5-oos"], "rest lets it go, but it is OoS beside enemies"
    assert homeward((2, -1), **{"oos-homeward": "allowed"}) == []


REST = {"turn": "Night", "rest": {"axis": "AM"}}


@pytest.mark.reading("goss", "goss2-03-13")
@pytest.mark.rule("goss", "3.5.4-c", "3.5.4-d", "3.5.4-e", "3.5.4-a", "3.5.4")
def test_what_tires_in_a_rest_turn() -> None:
    def defended(half: bool = False, **facts: Any) -> int:
        game = battle(
            unit("g1", (0, 1), ta=True), unit("u1", (0, 0), values="4-6", **facts), **REST
        )
        answers: dict[str, Any] = {"half_strength": {"units": ["u1"]}} if half else {}
        clash(game, ["g1"], **answers).settle()
        return now(game, "u1").fatigue

    assert defended() == 1
    assert defended(half=True) == 0
    assert defended(bonus=1) == 0, "in a bonus period nobody is tired"

    def fired(*points: int) -> list[int]:
        own = {"formation": "1", "corps": "C", "army": "A"}
        game = position(
            unit("u1", (0, 1), ta=True, **own), unit("uh", (0, 7), "hq:div", **own),
            unit("uc", (0, 8), "hq:corps", corps="C", army="A"),
            unit("ua", (0, 4), "art", barrage=5, range=9, battery=True, **own),
            unit("g1", (0, 0)), unit("g2", (1, 0)), side="allied", segment="offensive-fire",
            headquarters={"uc": {"adv": 9}}, armies={"A": {"side": "allied", "adv": 9, "amp": 4}},
            **REST,
        )  # fmt: skip
        worn = []
        for hex, some in zip(((0, 0), (1, 0)), points, strict=False):
            rig(game, *(0,) * 9)
            order = {"do": "barrage", "hex": at(*hex), "guns": {"ua": some}, "spotter": "u1"}
            game.play("allied", order)
            settle(game)
            worn.append(now(game, "ua").fatigue)
        return worn

    assert fired(3) == [1]
    assert fired(2, 2) == [0, 1], "more than half of five, all told"

    own = {"formation": "1"}
    game = battle(
        unit("g1", (0, 1), ta=True), unit("u1", (0, 0), **own),
        unit("u2", (0, -2), cr=True, **own), unit("uh", (0, -3), "hq:div", **own), **REST,
    )  # fmt: skip
    clash(game, ["g1"], half_strength={"units": ["u1"]}).settle()
    assert now(game, "u2").fatigue == 1
    both = battle(unit("g1", (0, 1), ta=True), unit("u1", (0, 0), fatigue=0), **REST)
    both.put(UNITS, "u1", replace(now(both, "u1"), fatigue=1))
    clash(both, ["g1"]).settle()
    assert now(both, "u1").fatigue == 2, "one for the march before it, and one for the fight"
