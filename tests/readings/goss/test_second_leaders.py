"""Leaders: a second reader's cases. [23.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.leaders.activation import activate, end_turn
from grognard.systems.goss.leaders.benefits import movement_bonus
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SIDES
from tests.systems.goss.assault.clash import Refusals, clash
from tests.systems.goss.field import at, now, pass_to, rig, rules, told, unit
from tests.systems.goss.leaders.test_leaders import DIV, LED, led, put, who

SECOND = {"formation": "2 Div", "corps": "C", "army": "A"}
OTHER = {**LED, "id": "l2", "hq": "uE"}


def hex_of(game: Gs, name: str) -> str:
    return game.board.label(who(game, name).hex)


@pytest.mark.reading("goss", "goss2-23-01")
@pytest.mark.rule("goss", "23.1.0", "23.1.0-2")
@pytest.mark.parametrize("roll", [6, 5])
def test_the_night_and_the_morning_of_two_leaders(roll: int) -> None:
    wall = [(6, 0), (4, 0), (5, 1), (5, -1), (6, -1), (4, 1)]
    game = led(
        unit("u1", (-1, 0), **DIV), unit("uE", (-6, 4), "hq:div", **SECOND),
        unit("u2", (5, 0), isolated=True, supply="OoS", **SECOND),
        *(unit(f"g{n}", h) for n, h in enumerate(wall)), leaders=[LED, OTHER], turn="Night",
    )  # fmt: skip
    put(put(game, hex=(-1, 0)), "l2", hex=(5, 0))
    end_turn(game)
    assert not who(game).active
    assert not who(game, "l2").active
    assert (hex_of(game, "l1"), hex_of(game, "l2")) == (at(-6, 0), at(5, 0))
    rig(game, roll, 5)
    activate(game)
    assert (who(game).active, who(game, "l2").active) == (roll < 6, True)
    assert hex_of(game, "l2") == at(5, 0)


@pytest.mark.reading("goss", "goss2-23-01")
@pytest.mark.rule("goss", "23.1.0", "23.1.0-2")
@pytest.mark.parametrize(("roll", "free"), [(6, False), (5, True)])
def test_who_is_active_is_placed_at_once(roll: int, free: bool) -> None:
    game = led(unit("u1", (-1, 0), **DIV), unit("u3", (3, 0), **SECOND), segment="lulls", turn="AM")
    rig(game, roll)
    for side in ("allied", "axis"):
        if any(ask.player == side for ask in game.open_asks()):
            game.play(side, {"do": "end"})
    place = {"do": "place-leader", "leader": "l1", "hex": at(-1, 0)}
    if not free:
        assert rules(game, "allied", place) != []
        pass_to(game, "moves", "allied")
        ride = {"do": "move-leader", "leader": "l1", "path": [at(-5, 0)]}
        assert rules(game, "allied", ride) != []
        game.play("allied", {"do": "move", "units": ["uD"], "path": [at(-5, 0)]})
        assert hex_of(game, "l1") == at(-5, 0)  # he goes along with his headquarters
        return
    assert rules(game, "allied", {**place, "hex": at(3, 0)}) == ["23.1.0"]  # nobody of his
    game.play("allied", place)
    assert (hex_of(game, "l1"), who(game).began) == (at(-1, 0), now(game, "u1").hex)


@pytest.mark.reading("goss", "goss2-23-02")
@pytest.mark.rule("goss", "23.1.0", "23.1.0-2")
def test_inactive_leaders_share_the_fate_of_their_headquarters_and_help_nobody() -> None:
    game = led(unit("u1", (0, 0), **DIV), unit("g1", (-5, 0)), segment="assaults")
    put(game, active=False)
    eliminate(game, "uD", "13.10.3")
    assert who(game).place == "eliminated"
    assert not told(game, "leader-risk")  # without a die
    idle = led(
        unit("u1", (0, 0), mode="PA", pr="5/5", **DIV), unit("g1", (1, 0)), segment="assaults"
    )  # fmt: skip
    put(idle, hex=(0, 0), active=False)
    found = clash(idle, ["u1"], (1, 0))
    assert not any(part.label == "leader" for part in found.sums.right.parts)
    assert movement_bonus(idle, "u1") == 0
    rig(idle, 5)
    assert not passes(idle, "u1", "13.10.4a")


@pytest.mark.reading("goss", "goss2-23-03")
@pytest.mark.rule("goss", "23.1.0-3")
def test_how_far_a_leader_goes() -> None:
    road, wood, track = range(-5, 1), (1, 2, 3), 4
    path = [(q, 0) for q in (*road, *wood, track)]
    game = led(
        unit("u1", (3, 0), **DIV), terrain={(q, 0): "forest" for q in wood},
        roads={"secondary": [[(-6, 0), *path[:6]]], "trail": [[(4, 0), (5, 0)]]},
        headquarters={"uD": {"fuel": "none"}},
    )  # fmt: skip

    def ride(count: int) -> dict[str, Any]:
        return {"do": "move-leader", "leader": "l1", "path": [at(*h) for h in path[:count]]}

    assert rules(game, "allied", ride(9)) == []
    assert rules(game, "allied", ride(10)) == ["23.1.0-3"]
    game.play("allied", ride(9))
    assert who(game).spent == 12 * 12
    later = led(unit("u1", (3, 0), **DIV), segment="active-moves")
    assert rules(later, "allied", ride(1)) == []
    put(later, hex=(-6, 0), moved=later.serial - 30)
    assert rules(later, "allied", ride(1)) == ["23.1.0-3"]  # one phase or the other


@pytest.mark.reading("goss", "goss2-23-04")
@pytest.mark.rule("goss", "23.2.1c", "3.4.2")
def test_units_use_the_number_of_their_leader_at_night() -> None:
    game = led(
        unit("u1", (0, 0), pr="5/5", **DIV), unit("u2", (2, 0), pr="5/5", **DIV),
        leaders=[{**LED, "number": 7}], ena="allied", segment="combat-reserves",
    )  # fmt: skip
    put(game, hex=(0, 0), active=True)
    game.put(SIDES, "allied", replace(game.state[SIDES]["allied"], capacity=6, rolled=6))
    rig(game, 6, 6)
    for name in ("u1", "u2"):
        game.play("allied", {"do": "activate-unit", "unit": name})
        assert now(game, name).activated == game.turn
    assert game.state[SIDES]["allied"].capacity == 4


@pytest.mark.reading("goss", "goss2-23-05")
@pytest.mark.rule("goss", "23.2.1f", "19.4.3", "13.12.5")
@pytest.mark.parametrize(
    ("spec", "hexes"),
    [
        ({"weather": "Clear Mud"}, 2), ({"headquarters": {"uD": {"fuel": "low"}}}, 2),
        ({"weather": "Clear Mud", "terrain": {(0, -1): "swamp"}}, 1),
    ],
)  # fmt: skip
@pytest.mark.parametrize("level", ["", "corps"])
def test_a_leader_leads_his_units_farther(spec: dict[str, Any], hexes: int, level: str) -> None:
    kind = "m4" if "headquarters" in spec or "terrain" in spec else "inf"

    def goes(special: str, far: int) -> bool:
        """Whether it may go so far."""
        leader = {**LED, "special": special}
        leader |= {"level": level, "hq": "uC"} if level else {}
        game = led(
            unit("u1", (0, 1), kind, mode="PA", **DIV), unit("u2", (0, 1), mode="PA", **DIV),
            unit("g1", (0, 0), left=1), leaders=[leader], segment="assaults", **spec,
        )  # fmt: skip
        put(game, hex=(0, 1), active=True)
        path = [at(0, 0), at(0, -1)][:far]
        order = {"unit": "u1", "path": path}
        try:
            clash(game, ["u1", "u2"]).settle(defender="1(2)", advance=[order])
        except Refusals:
            return False
        return now(game, "u1").hex == game.board.hex(path[-1])

    assert goes("advance", 1)
    assert goes("advance", 2) is (hexes == 2)
    assert not goes("", 2)
