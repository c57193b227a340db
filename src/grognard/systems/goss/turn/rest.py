"""Rest game turns: when a unit rests. [3.5.0]"""

from __future__ import annotations

from grognard.systems.goss.scenario import ALLIED, NIGHT, Gs
from grognard.systems.goss.status import RESTS
from grognard.systems.goss.turn.calendar import period


def rest_period(
    game: Gs, side: str, *, army: str = "", corps: str = "", formation: str = ""
) -> str:
    """The period of today in which a unit so subordinated rests; empty if none.

    The Allies rest at night [3.5.1]; the Axis when it has secretly said, for all or for each army,
    corps or formation. [3.5.2]
    """
    level = game.options["rest-turns"]
    if level == "off":
        return ""
    if side == ALLIED:
        return NIGHT
    keys = {"side": side, "army": army, "corps": corps, "formation": formation or corps}
    rest = game.state[RESTS].get(keys[level])
    return rest.period if rest is not None else NIGHT


def resting(game: Gs, side: str, **subordinate: str) -> bool:
    """Whether this GT is the rest GT of a unit so subordinated; the ENA period is none. [3.5.0]"""
    return period(game) == rest_period(game, side, **subordinate)
