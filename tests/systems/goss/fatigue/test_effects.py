"""What fatigue keeps units from, where this is not tested with what they do. [14.2]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.arrivals.rebuilding import against_receiving
from grognard.systems.goss.movement.allowance import LEG, allowance
from tests.systems.goss.field import at, position, rules, told, unit
from tests.systems.goss.firing import US, barrage, field, gun


@pytest.mark.rule("goss", "14.2.0(g)", "14.2.0(b)", "14.2.2(a)")
def test_a_tired_unit_does_not_exploit_or_wait_in_reserve() -> None:
    for fatigue, found in ((0, []), (1, ["5.3.0"])):
        game = position(
            unit("g1", (0, 0), "armrecon", fatigue=fatigue), unit("u1", (9, 0)), segment="modes"
        )
        assert rules(game, "axis", {"do": "exploit-unit", "unit": "g1"}) == found
    tired = position(unit("g1", (0, 0), fatigue=1), segment="combat-reserves")
    assert rules(tired, "axis", {"do": "combat-reserve", "units": ["g1"]}) == ["5.8.0"]
    worn = position(unit("g1", (0, 0), fatigue=2), unit("u1", (1, 0)), segment="modes")
    order = {"do": "mode", "units": ["g1"], "mode": "PA"}
    assert rules(worn, "axis", order) == ["14.2.2"]


@pytest.mark.rule("goss", "14.2.1(a)", "14.2.2(c)")
@pytest.mark.parametrize(("fatigue", "points"), [(0, 8), (1, 4), (2, 2)])
def test_the_tired_move_half_as_far_and_the_worn_a_quarter(fatigue: int, points: int) -> None:
    game = position(unit("g1", (0, 0), ma="8", fatigue=fatigue), unit("u1", (12, 0)))
    assert allowance(game, "g1", LEG).total == points
    path = [at(-q, 0) for q in range(1, points + 1)]
    assert rules(game, "axis", {"do": "move", "units": ["g1"], "path": path}) == []
    longer = [*path, at(-points - 1, 0)]
    assert rules(game, "axis", {"do": "move", "units": ["g1"], "path": longer}) == ["7.2.0"]


@pytest.mark.rule("goss", "14.2.1(c)", "1.5.0-strength")
def test_tired_guns_fire_at_half_and_the_sum_is_rounded_once() -> None:
    def fired(*fatigue: int) -> int:
        guns = [gun(f"u{n}", (-2, 0), barrage=3, fatigue=f) for n, f in enumerate(fatigue, 3)]
        game = field(*guns, unit("u1", (0, 0), **US), unit("g1", (1, 0)))
        names = {f"u{n}": 3 for n, _ in enumerate(fatigue, 3)}
        game.play("allied", barrage((1, 0), "u1", names))
        return int(told(game, "fire-mission")[-1]["points"])

    assert fired(0) == 3
    assert fired(1) == 2, "one and a half, up"
    assert fired(1, 1) == 3, "not two and two"
    assert fired(0, 1) == 5


@pytest.mark.rule("goss", "14.2.2(b)")
def test_worn_guns_do_not_fire() -> None:
    game = field(gun("u3", fatigue=2), unit("u1", (0, 0), **US), unit("g1", (1, 0)))
    assert rules(game, "allied", barrage((1, 0), "u1", {"u3": 8})) == ["14.2.2(b)"]


@pytest.mark.rule("goss", "14.2.0(c)", "14.2.0(h)")
def test_the_tired_neither_dig_nor_break_down() -> None:
    for fatigue, found in ((0, []), (1, ["17.3.0"])):
        game = position(
            unit("g1", (0, 0), fatigue=fatigue), unit("u1", (12, 0)), segment="construction"
        )
        dig = {"do": "dig", "units": ["g1"], "work": "IP"}
        assert rules(game, "axis", dig) == found
    for fatigue, found in ((0, []), (1, ["18.3.0"])):
        game = position(unit("u1", (0, 0), fatigue=fatigue), unit("g1", (12, 0)), side="allied")
        split = next(
            iter(one for one in position(unit("u1", (0, 0)), side="allied").legal("allied")
                 if one["do"] == "break-down"),
        )  # fmt: skip
        assert rules(game, "allied", split) == found


@pytest.mark.rule("goss", "14.2.0(f)")
@pytest.mark.parametrize(("fatigue", "found"), [(0, []), (1, ["22.5.1"])])
def test_the_tired_take_no_replacements(fatigue: int, found: list[str]) -> None:
    game = position(unit("g1", (0, 0), left=1, fatigue=fatigue), unit("u1", (9, 0)))
    assert [why.rule for why in against_receiving(game, "g1")] == found
