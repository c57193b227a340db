"""Cases of a fifth reader, of chapters 15 to 24. [15.0] to [24.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.breakdown.breaking import left_of
from grognard.systems.goss.leaders.following import keep_up
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, AirTrack
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, barrage, gun
from tests.systems.goss.firing import field as guns
from tests.systems.goss.leaders.test_leaders import DIV, ISLE, led, put, who
from tests.systems.goss.lulls.quiet import field, g, hush, u

A, B = (0, 1), (0, 0)


@pytest.mark.reading("goss", "goss5-15-01")
@pytest.mark.rule("goss", "15.7.0")
@pytest.mark.parametrize(
    ("supply", "isolated", "refused"),
    [("OhS", True, ["15.7.0"]), ("OoS", True, ["15.7.0"]), ("OoS", False, [])],
)
def test_who_is_isolated_spots_for_nobody(supply: str, isolated: bool, refused: list[str]) -> None:
    spotter = unit("u1", (0, 0), supply=supply, isolated=isolated, **US)
    game = guns(spotter, unit("g1", (1, 0), **AXIS), gun("ua"))
    assert rules(game, "allied", barrage((1, 0), "u1", {"ua": 8})) == refused
    flown = guns(spotter, unit("g1", (1, 0), **AXIS), segment="air-support")
    flown.put(AIR_TRACKS, "allied all", AirTrack(gs=4))
    order = {"do": "ground-support", "hex": at(1, 0), "ap": 1, "spotter": "u1"}
    assert rules(flown, "allied", order) == refused


@pytest.mark.reading("goss", "goss5-17-01")
@pytest.mark.rule("goss", "17.2.1", "6.2.0")
def test_who_stacks_for_free_is_ferried_as_one() -> None:
    game = position(
        unit("u1", A), unit("u2", A, "atleg", size="Co", steps=1), unit("u3", A), unit("u4", A),
        unit("ue", A, "eng", steps=2), unit("g1", (9, 0)), water={"river": [(A, B)]},
        side="allied",
    )  # fmt: skip

    def ferry(*names: str) -> dict[str, Any]:
        return {"do": "ferry", "units": [*names], "engineer": "ue", "hex": at(*B)}

    game.play("allied", ferry("u1", "u2"))
    assert (where(game, "u1"), where(game, "u2")) == (at(*B), at(*B))
    game.play("allied", ferry("u3"))
    assert rules(game, "allied", ferry("u4")) == ["17.2.1"]


@pytest.mark.reading("goss", "goss5-18-01")
@pytest.mark.rule("goss", "18.4.0", "1.5.0", "18.7.0")
def test_half_of_an_odd_allowance_is_rounded_up() -> None:
    def battalion(**more: Any) -> Gs:
        units = (unit("g1", (0, 0), ma="5", values="6-8", pr="5/5"), unit("u9", (11, -11)))
        return position(*units, segment="moves", side="axis", **more)

    order = {"do": "break-down", "unit": "g1", "count": 1}
    game = battalion()
    game.play("axis", order)
    company = "g1#2-2-6.1"
    assert (left_of(game, "g1"), left_of(game, company)) == (2 * POINT, 2 * POINT)
    assert rules(game, "axis", {"do": "recombine", "units": [company]}) == ["18.7.0"]
    tired = battalion()
    half = replace(now(tired, "g1"), spent=5 * POINT // 2, moved=tired.serial)
    tired.put(UNITS, "g1", half)
    assert rules(tired, "axis", order) == ["18.4.0"]


@pytest.mark.reading("goss", "goss5-23-01")
@pytest.mark.rule("goss", "23.1.0-2", "23.1.0")
@pytest.mark.parametrize(("roll", "active"), [(5, True), (6, False)])
def test_who_is_cut_off_stays_with_his_unit_when_leaders_are_activated(
    roll: int, active: bool
) -> None:
    game = led(unit("u1", (0, 0), **DIV), *ISLE, segment="lulls", turn="AM")
    put(game, hex=(0, 0), active=False, host="u1")
    rig(game, roll)
    for side in ("allied", "axis"):
        if any(ask.player == side for ask in game.open_asks()):
            game.play(side, {"do": "end"})
    keep_up(game)
    assert (who(game).active, who(game).hex) == (active, now(game, "u1").hex)
    game.put(UNITS, "u1", replace(now(game, "u1"), hex=game.board.hex(at(0, 2))))
    keep_up(game)
    assert game.board.label(who(game).hex) == at(0, 2)


@pytest.mark.rule("goss", "23.1.0-2", "23.1.0-3")
def test_who_is_cut_off_no_more_goes_his_own_way() -> None:
    game = led(unit("u1", (0, 0), **DIV))
    put(game, hex=(0, 0), active=True, host="u1")
    game.play("allied", {"do": "move-leader", "leader": "l1", "path": [at(-1, 0)]})
    keep_up(game)
    assert game.board.label(who(game).hex) == at(-1, 0)


@pytest.mark.reading("goss", "goss5-24-01")
@pytest.mark.rule("goss", "24.2.5", "17.3.2")
def test_no_bridge_over_a_stream_is_blown_up_in_a_lull() -> None:
    game = hush(field(
        g("g1", (0, 0), "eng", steps=2), u("u1", (-11, 0)), segment="demolition",
        water={"stream": [((0, 0), (1, 0))], "river": [((0, 0), (0, 1))]},
        roads={"secondary": [[(1, 0), (0, 0), (0, 1)]]},
    ))  # fmt: skip
    order = {"do": "demolish-unseen", "unit": "g1"}
    assert rules(game, "axis", {**order, "hex": at(1, 0)}) == ["17.3.2"]
    game.play("axis", {**order, "hex": at(0, 1)})
    assert told(game, "bridge-lost") == [{"hexes": [at(0, 0), at(0, 1)]}]
