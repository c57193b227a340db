"""Rest game turns: when a unit rests. [3.5.0]"""

from __future__ import annotations

from grognard.systems.goss.scenario import ALLIED, NIGHT, Gs
from grognard.systems.goss.status import RESTS
from grognard.systems.goss.turn.calendar import period


def key_of(game: Gs, side: str, *, army: str = "", corps: str = "", formation: str = "") -> str:
    """Under which name the rest GT of a unit so subordinated is noted: its side's, its army's, its
    corps' or its formation's, as the players have agreed. [3.5.2]"""
    keys = {"side": side, "army": army, "corps": corps, "formation": formation or corps}
    return keys.get(game.options["rest-turns"], "")


def rest_period(game: Gs, side: str, **subordinate: str) -> str:
    """The period of today in which a unit so subordinated rests; empty if none. [3.5.0]

    The Allies rest at night, unless the scenario lets them off [3.5.1]; the Axis when it has
    secretly said, for all or for each army, corps or formation, and else at night, too. [3.5.2]
    """
    if game.options["rest-turns"] == "off":
        return ""
    if side == ALLIED:
        return NIGHT if game.options["allied-rest"] == "night" else ""
    rest = game.state[RESTS].get(key_of(game, side, **subordinate))
    return rest.period if rest is not None else NIGHT


def resting(game: Gs, side: str, **subordinate: str) -> bool:
    """Whether this GT is the rest GT of a unit so subordinated; the ENA period is none. [3.5.0]"""
    return period(game) == rest_period(game, side, **subordinate)
