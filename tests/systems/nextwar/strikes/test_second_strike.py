"""The Second Strike Phase: what it does not allow that the first does. [23.0]"""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.nextwar.field import field, rules, unit
from tests.systems.nextwar.sky import sky, wing

SEEN = {"detected": 3}
SERVED = {"used": 1, "used_in": 3, "used_at": 1}
"""Once this turn, in a segment before."""


def hq(name: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(name, hex, "0-1-4", type="headquarters", range=4, **more)


def guns(name: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(name, hex, "0-1-4", type="artillery", arm="artillery", range=4, **more)


def shell(name: str) -> dict[str, Any]:
    return {"do": "shell", "unit": name, "target": "r1"}


@pytest.mark.rule("nextwar", "23.0", "18.2.6-p2")
@pytest.mark.parametrize(
    ("segment", "option", "served"),
    [
        ("strike-1-fire", "unused", []),
        ("strike-2-fire", "unused", ["23.0"]),
        ("strike-2-fire", "uses-left", []),
    ],
)
def test_who_has_served_is_silent_in_the_second_phase(
    segment: str, option: str, served: list[str]
) -> None:
    game = field(
        hq("n1", "0503"), hq("n2", "0503", at=SERVED), guns("n3", "0503", at=SERVED),
        guns("n4", "0503"), unit("r1", "0505", at=SEEN),
        segment=segment, options={"game": "advanced", "second-strike": option},
    )  # fmt: skip
    assert rules(game, "dprk", shell("n1")) == rules(game, "dprk", shell("n4")) == []
    assert rules(game, "dprk", shell("n2")) == rules(game, "dprk", shell("n3")) == served


APACHE = {"side": "allied", "nation": "US", "support": 2, "range": 16, "steps": 2}


@pytest.mark.rule("nextwar", "23.0", "23.4.2", "6.5.2")
@pytest.mark.parametrize(("option", "again"), [("unused", ["23.4.2"]), ("uses-left", [])])
def test_helicopters_that_have_flown_stay_in_the_second_phase(
    option: str, again: list[str]
) -> None:
    game = sky(
        unit("n1", "0503", at=SEEN), unit("n2", "0502", at=SEEN), begin={"first": "allied"},
        segment="strike-1-announce", bases={"u1": "0707", "u2": "0707"},
        helicopters=[{"id": n, "name": n, **APACHE} for n in ("u1", "u2")],
        sites=[{"hex": "0707", "kind": "airbase"}], options={"second-strike": option},
    )  # fmt: skip
    hunt = {"do": "announce-helicopter", "unit": "u1", "target": "n1"}
    game.play("allied", hunt)
    while game.segment.kind != "strike-2-announce":
        game.play(str(game.to_act), {"do": "end"})
    assert rules(game, "allied", {**hunt, "target": "n2"}) == again
    assert rules(game, "allied", {**hunt, "unit": "u2", "target": "n2"}) == []


@pytest.mark.rule("nextwar", "23.0", "23.1")
def test_only_the_ready_strike_in_the_second_phase() -> None:
    game = sky(
        unit("n1", "0503", at=SEEN), begin={"first": "allied"}, segment="strike-2-announce",
        wings=[wing("u1", "4-3-4"), wing("u2", "4-3-4", place="flown")],
    )  # fmt: skip
    order = {"do": "announce-strike", "units": ["u1"], "target": "n1"}
    assert rules(game, "allied", order) == []
    assert rules(game, "allied", {**order, "units": ["u2"]}) == ["23.1"]
