"""Ferries in assaults, and who watches builders. [17.2.1] [17.3.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, position, rules, unit

PA: dict[str, Any] = {"mode": "PA"}


def shore(kind: str = "eng", **facts: Any) -> Gs:
    return position(
        unit("u1", (0, 1), **PA), unit("u2", (0, 1), kind, **PA, **facts), unit("g1", (0, 0)),
        terrain={(0, 0): "woods"}, water={"river": [((0, 1), (0, 0))]}, side="allied",
        segment="assaults",
    )  # fmt: skip


@pytest.mark.rule("goss", "17.2.1-2")
def test_the_list_has_an_assault_with_a_ferry_and_one_without() -> None:
    offers = [dict(action) for action in shore().legal("allied") if action["do"] == "assault"]
    both = [one.get("ferry", []) for one in offers if len(one["units"]) == 2]
    assert sorted(map(list, both)) == [[], ["u2"]]


@pytest.mark.rule("goss", "17.2.0", "4.6.7")
def test_engineers_in_tanks_do_not_ferry() -> None:
    order = {"do": "assault", "units": ["u1", "u2"], "hex": at(0, 0), "ferry": ["u2"]}
    assert rules(shore(), "allied", order) == []
    tanks = shore("m5", traits="engineer afv")
    assert rules(tanks, "allied", order) == ["17.2.0"]


@pytest.mark.rule("goss", "17.3.1-2", "8.2.3")
@pytest.mark.parametrize(
    ("ground", "enemy", "seen"),
    [("forest", (3, 0), False), ("village", (3, 0), True), ("forest", (1, 0), True)],
)
def test_builders_under_cover_are_seen_from_next_to_them_alone(
    ground: str, enemy: tuple[int, int], seen: bool
) -> None:
    game = position(
        unit("g1", (0, 0), "eng", task="bridge"), unit("u1", enemy), water={},
        terrain={(0, 0): ground, enemy: "VP"},
    )  # fmt: skip
    assert observed(game, "g1") is seen
