"""Guns, aircraft and a target on a small field, and a barrage without the deed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.tally import Tally
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.barrage import AT_UNITS, Fire
from grognard.systems.ocs.scenario import Ocs
from tests.systems.ocs.field import field, rig, unit

GUN = unit("a1", "0503", "artillery")
SPOTTER = unit("a2", "0504")
TARGET = "0505"
DUMP = [{"side": "axis", "hex": "0503", "sp": 5}]


def fire(game: Ocs, points: int | Fraction = 10, **more: Any) -> Fire:
    """A fire of axis guns at the target hex; keys of a Fire replace the usual ones."""
    by, h = more.pop("by", "artillery"), game.board.hex(more.pop("target", TARGET))
    seen = more.pop("spotted", barrage.spotted(game, "axis", h, by))
    found = {
        "side": "axis", "target": h, "aim": AT_UNITS, "points": Tally().add("guns", points, "10.0"),
        "by": by, "firers": ("a1",), "spotted": seen, **more,
    }  # fmt: skip
    return Fire(**found)


def run(procedure: Procedure) -> None:
    """Go through a procedure, answering by default."""
    try:
        ask = next(procedure)
        while True:
            assert not isinstance(ask, tuple)
            ask = procedure.send(ask.default)
    except StopIteration:
        pass


def shoot(game: Ocs, found: Fire, *dice: int) -> None:
    rig(game, *dice)
    run(barrage.resolve(game, found))


def why(game: Ocs, found: Fire) -> list[str]:
    return [refusal.rule for refusal in barrage.refusals(game, found)]


def target(*units: dict[str, Any], **more: Any) -> Ocs:
    """The gun, its spotter, and enemies in the target hex."""
    more.setdefault("segment", "artillery")
    more.setdefault("started", False)
    return field(GUN, SPOTTER, *units, dumps=DUMP, **more)


BASE = [{"side": "allied", "hex": TARGET, "level": 3}]
