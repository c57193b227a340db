"""Legal actions of small positions, counted by hand from the rules before the code was asked.

The board is a clear disk of hexes, of which 3d(d+1) lie within d of the middle. A move is counted
once for each hex that a unit can reach. Costs are those of the chart: on foot a clear hex costs 1,
woods 1½, a stream 1 more and a river 3 more; in vehicles a clear hex costs 2 across country and 1½
in place of a road, a primary road ½.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from grognard.engine.record import canonical
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import position, unit

RING = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
ROAD = [(q, 0) for q in range(11)]


def actions(game: Gs, player: str = "axis") -> list[dict[str, Any]]:
    """Everything that somebody may do; each once, and nothing that would be refused."""
    found = list(game.legal(player))
    assert len({canonical(action) for action in found}) == len(found)
    assert not any(game.why(player, action) for action in found)
    return found


def counts(game: Gs, **wanted: Any) -> dict[str, int]:
    """How many actions of each kind there are, of those with these details."""
    found = (a for a in actions(game) if all(a.get(k) == v for k, v in wanted.items()))
    return dict(Counter(action["do"] for action in found))


def moves(game: Gs, name: str = "g1") -> int:
    """How many hexes a unit can march to."""
    paths = [a["path"] for a in actions(game) if a["do"] == "move" and a["units"] == [name]]
    assert len({path[-1] for path in paths}) == len(paths)
    return len(paths)


def ringed(feature: str) -> dict[str, Any]:
    """A watercourse all around the middle."""
    return {"water": {feature: [((0, 0), b) for b in RING]}}


# ---- on foot


@pytest.mark.rule("goss", "7.2.0", "7.6.2")
@pytest.mark.parametrize(
    ("ma", "facts", "hexes"),
    [
        (6, {}, 126),  # six hexes of clear ground: 3·6·7
        (6, {"turn": "Night"}, 36),  # two points a hex: three hexes
        (3, {"terrain": dict.fromkeys(RING, "woods")}, 18),  # 1½ and 1, and ½ is left
        (2, ringed("stream"), 6),  # 1 and 1
        (3, ringed("stream"), 18),  # and one more hex
        (4, ringed("river"), 6),  # 1 and 3
        (3, ringed("river"), 6),  # one hex for all it has [7.3.0]
        (3, ringed("major_river"), 0),  # prohibited
        (2, {"roads": {"primary": [ROAD]}}, 20),  # 18, and two more along the road
        (2, {"roads": {"trail": [ROAD]}}, 18),  # no bonus on trails
    ],
)
def test_on_foot(ma: int, facts: dict[str, Any], hexes: int) -> None:
    game = position(unit("g1", (0, 0), values=f"4-6-{ma}"), unit("u1", (-10, 0)), **facts)
    assert moves(game) == hexes


@pytest.mark.rule("goss", "7.8.0")
def test_past_an_enemy() -> None:
    """Of 36 hexes within three the enemy has one, and two beside him cost 3 + 1."""
    game = position(unit("g1", (0, 0), values="4-6-3"), unit("u1", (3, 0)))
    assert moves(game) == 33


@pytest.mark.rule("goss", "6.7.0")
def test_into_a_crowd_and_out_of_it() -> None:
    """A third battalion goes to two others: too many is a matter of the end of the phase. By road
    none of those moves who stand with two more than fit."""
    crowd = [unit("g2", (1, 0)), unit("g3", (1, 0))]
    one = unit("g1", (0, 0), values="4-6-1")
    assert moves(position(one, *crowd, unit("u1", (-10, 0)))) == 6
    tanks = [
        unit(f"g{n}", (0, 0), "m4", values="6-6-3", nation="US", side="axis") for n in (1, 2, 3)
    ]
    by_road = {"segment": "road-moves", "roads": {"primary": [ROAD]}}
    assert moves(position(*tanks[:2], unit("u1", (-10, 0)), **by_road)) > 0
    assert moves(position(*tanks, unit("u1", (-10, 0)), **by_road)) == 0


# ---- in vehicles


@pytest.mark.rule("goss", "7.10.0", "7.11.0")
@pytest.mark.parametrize(
    ("ma", "segment", "facts", "hexes"),
    [
        (12, "moves", {}, 126),  # two points a hex
        (12, "road-moves", {}, 216),  # one and a half, in the dry
        (3, "road-moves", {"roads": {"primary": [ROAD]}}, 26),
        # six along the road; 16 others within two; beside the second and third two more each
        (12, "moves", ringed("river"), 0),  # vehicles do not ford rivers
        (4, "moves", ringed("stream"), 6),  # 2 and 2
    ],
)
def test_in_vehicles(ma: int, segment: str, facts: dict[str, Any], hexes: int) -> None:
    game = position(
        unit("g1", (0, 0), "pz4", values=f"3-3-{ma}"), unit("u1", (-10, 0)), segment=segment,
        **facts,
    )  # fmt: skip
    assert moves(game) == hexes


# ---- in PA mode


@pytest.mark.rule("goss", "5.2.3")
@pytest.mark.parametrize(
    ("kind", "enemy", "facts", "hexes"),
    [
        ("inf", (3, 0), {}, 6),  # one hex
        ("pz4", (4, 0), {}, 18),  # two hexes
        ("pz4", (2, 0), {}, 17),  # not into the enemy's; nobody goes past him from one hex only
        ("pz4", (4, 0), {"terrain": dict.fromkeys(RING, "woods")}, 6),  # it halts in woods
        ("pz4", (4, 0), {"turn": "Night"}, 6),
        ("pz4", (4, 0), {"weather": "Clear Mud"}, 6),
    ],
)
def test_prepared(kind: str, enemy: tuple[int, int], facts: dict[str, Any], hexes: int) -> None:
    game = position(
        unit("g1", (0, 0), kind, mode="PA"), unit("u1", enemy), segment="pa-moves", **facts
    )
    assert moves(game) == hexes


# ---- modes and marks


@pytest.mark.rule("goss", "5.2.1")
def test_who_may_prepare() -> None:
    """Who could be beside an enemy by PA movement: one hex on foot, two in vehicles; neither guns
    nor headquarters."""
    game = position(
        unit("u1", (0, 0)), unit("g1", (1, 0)), unit("g2", (0, 2)), unit("g3", (-3, 0)),
        unit("g4", (0, -3), "pz4"), unit("g5", (2, 0), "art"),
        unit("ghq", (-2, 0), "hq:div", formation="1"), segment="modes",
    )  # fmt: skip
    assert counts(game, mode="PA") == {"mode": 3}


@pytest.mark.rule("goss", "5.6.0")
def test_which_guns_change_their_stance() -> None:
    """Into battery and out of it, but static guns stay there."""
    game = position(
        unit("g1", (0, 0), "art"), unit("g2", (1, 0), "art", battery=True),
        unit("g3", (2, 0), "static", battery=True), unit("u1", (-9, 0)), segment="modes",
    )  # fmt: skip
    assert counts(game)["battery"] == 2


@pytest.mark.rule("goss", "5.8.0")
def test_who_may_be_held_in_reserve() -> None:
    """Two of six: the others have one step left, an enemy beside them, are tired, or a company."""
    game = position(
        unit("g1", (0, 0)), unit("g2", (1, 0), left=1), unit("g3", (5, 0)), unit("u1", (6, 0)),
        unit("g4", (2, 0), fatigue=1), unit("g5", (0, 1), "eng"), unit("g6", (0, 2), "fus"),
        segment="combat-reserves",
    )  # fmt: skip
    assert counts(game) == {"combat-reserve": 2, "end": 1}
