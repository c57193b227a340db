"""The rulebook's example of a leader's counter. [23.0]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.leaders.following import commands, home_of
from grognard.systems.goss.status import LEADERS
from tests.systems.goss.field import now, position, unit

SECOND = {"formation": "2 Div", "corps": "V", "army": "First"}
OTHER = {"formation": "1 Div", "corps": "V", "army": "First"}


@pytest.mark.rule("goss", "23.0")
def test_goss_b_ex_061_a_leader_belongs_to_the_division_on_his_counter() -> None:
    game = position(
        unit("u2hq", (-6, 0), "hq:div", **SECOND), unit("u1hq", (-6, 4), "hq:div", **OTHER),
        unit("u1", (0, 0), **SECOND), unit("u2", (1, 0), **OTHER), unit("g1", (9, 0)),
        leaders=[{"id": "l1", "side": "allied", "name": "Robertson", "hq": "u2hq", "number": 6}],
        side="allied",
    )  # fmt: skip
    assert home_of(game, "l1") == "u2hq"
    assert game.state[LEADERS]["l1"].hex == now(game, "u2hq").hex
    assert (commands(game, "l1", "u1"), commands(game, "l1", "u2")) == (True, False)
