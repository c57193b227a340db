"""What fatigue keeps units from, where this is not tested with what they do. [14.2]"""

from __future__ import annotations

import pytest

from tests.systems.goss.field import position, rules, unit


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
