"""Headquarters in combat: their die modifier, and the bonus for eliminating one. [9.1] [9.2]"""

from __future__ import annotations

from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.wb95.fighting.battle import Battle
from grognard.systems.wb95.fighting.casualties import HQ_KILL_RADIUS
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces.headquarters import commanded
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import SIDES, Bonus


def roll_modifier(game: Wb, battle: Battle, viewer: str | None = None) -> Tally:
    """What headquarters do to the roll: never more than one each way. [9.2.1] [9.2.3]

    All ground units of a side count, the guns that support it included unless the option leaves
    them out. If both sides are under command the two even out. [9.2.4] For a viewer only the
    headquarters count that he sees. [16.1.1]
    """

    def seen(hq: str) -> bool:
        return masking.sight(game, viewer, hq) == masking.FULL

    known = seen if viewer is not None and masking.masked_game(game) else None
    tally = Tally()
    attackers, defenders = battle.units, battle.defenders
    if game.options["guns-under-command"] == "counted":
        attackers, defenders = (
            (*attackers, *battle.attack.guns),
            (*defenders, *battle.defence.guns),
        )
    if commanded(game, battle.attacker, attackers, known):
        tally = tally.add("attackers in range of headquarters", -1, "9.2.1")
    if commanded(game, battle.defender, defenders, known):
        tally = tally.add("defenders in range of headquarters", 1, "9.2.1")
    return tally


def _usable(game: Wb, bonus: Bonus, hexes: tuple[int, ...]) -> bool:
    """Whether a bonus serves in this Combat Phase [9.1.6] and in a combat here [9.1.7]."""
    if game.serial not in (bonus.first, bonus.last):  # [9.1.6]
        return False
    return any(game.board.distance(bonus.hex, h) <= HQ_KILL_RADIUS for h in hexes)  # [9.1.7]


def bonus_available(game: Wb, side: str, hexes: tuple[int, ...]) -> int:
    """The modifiers from eliminated headquarters a side may use in a combat here. [9.1.7]"""
    return sum(b.cms for b in game.state[SIDES][side].bonuses if _usable(game, b, hexes))


def spend_bonus(game: Wb, side: str, hexes: tuple[int, ...], cms: int) -> None:
    """Use up modifiers from eliminated headquarters, those that end first before others. [9.1.6]"""
    status = game.state[SIDES][side]
    left: list[Bonus] = []
    for bonus in sorted(status.bonuses, key=lambda b: (b.last, b.hex)):
        used = min(cms, bonus.cms) if _usable(game, bonus, hexes) else 0
        cms -= used
        if bonus.cms > used:
            left.append(replace(bonus, cms=bonus.cms - used))
    game.put(SIDES, side, replace(status, bonuses=tuple(left)))
