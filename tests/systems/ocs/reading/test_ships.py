"""Ships and their cargo as a scenario gives them; what cannot be is refused on loading."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.ocs.naval import cargo, ships
from tests.systems.ocs.field import at, unit
from tests.systems.ocs.naval.sea import afloat, ship, waters

rule = pytest.mark.rule


@rule("ocs", "3.4")
@rule("ocs", "18.4c")
def test_a_scenario_gives_ships_their_values_and_their_cargo() -> None:
    game = waters(
        unit("a2", None), ship("a1", "0202", "lc", points=3, load=2, aboard=["a2", "t1"]),
        ship("s1", "0205", damaged_now=True, multi=True), unit("a9", "0808"),
        transport=[{"id": "t1", "side": "axis", "kind": "truck", "points": 1}],
    )  # fmt: skip
    assert (afloat(game, "a1").size, afloat(game, "a1").load) == (12, 2)
    assert cargo.aboard(game, "a1") == cargo.Aboard(("a2",), ("t1",))
    assert (at(game, "a2").place, at(game, "a2").at) == ("aboard", "a1")
    found = ships.face(game, "s1")
    assert (found.barrage, found.range, found.flak, found.protection) == (10, 4, 1, 2)


@pytest.mark.parametrize(
    ("items", "wrong"),
    [
        ([ship("a1", "0606")], "on land"),
        ([ship("a1", "0202"), ship("s1", "0202")], "enemy ships"),
        ([ship("a1", "0202", load=1)], "no landing craft"),
        ([ship("a1", "0202", "lc", points=1, load=5)], "room for 4"),
        ([unit("a2", None, re=3), ship("a1", "0202", "lc", points=1, aboard=["a2"])], "6 tokens"),
        ([unit("s2", None), ship("a1", "0202", "lc", points=1, aboard=["s2"])], "nothing of axis"),
        ([ship("a1", "0202", "lc", points=1, aboard=["a7"])], "'a7'"),
    ],
)
def test_what_cannot_be_is_refused_on_loading(items: list[dict[str, Any]], wrong: str) -> None:
    with pytest.raises(ScenarioError, match=wrong):
        waters(*items)
