"""Who bears the result of a battle, and who of them cannot retreat. [6.3.4] [6.3.5]"""

from __future__ import annotations

from grognard.systems.wb95.artillery import support
from grognard.systems.wb95.fighting.battle import Battle
from grognard.systems.wb95.fighting.force import Force, Price
from grognard.systems.wb95.pieces.stacks import units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS


def attacking(game: Wb, battle: Battle) -> Force:
    """The attackers, and their guns next to a hex attacked. [6.3.5]"""
    prices = (Price("15.1.7", battle.attack.stars), Price("15.4.3", battle.attack.forts))
    return _force(game, battle, battle.attacker, battle.units, prices)


def defending(game: Wb, battle: Battle) -> Force:
    """All units in the hexes attacked, and guns elsewhere that are next to an attacker. [6.3.5]"""
    prices = (Price("15.1.7", battle.defence.stars), Price("15.4.3", battle.defence.forts))
    return _force(game, battle, battle.defender, battle.defenders, prices)


def _force(
    game: Wb, battle: Battle, side: str, fighters: tuple[str, ...], prices: tuple[Price, ...]
) -> Force:
    """Those who fight, and supporting guns in contact; guns farther off are safe. [6.3.4] [6.3.5]

    So only guns in contact can be disorganised by the result. [5.6.3]
    """
    guns = tuple(gun for gun in support.exposed(game, battle, side) if gun not in fighters)
    names = (*fighters, *guns)
    origin = {name: unit_of(game, name).hex for name in names}
    pinned = {name: rule for name in names if (rule := _pinned(game, name))}
    kept = tuple(price for price in prices if price.units)
    hexes = {origin[name] for name in fighters}
    aside = tuple(gun for gun in guns if origin[gun] not in hexes)
    return Force(side, game.scenario.other(side), names, origin, pinned, kept, aside)


def _pinned(game: Wb, name: str) -> str:
    """The rule that keeps a unit where it is, if one does.

    Guns in combat set-up stay [6.2.4], and so do resilience groups [15.2.1] and a headquarters that
    builds a bridge [14.3.4]. A headquarters without a regular unit in its hex cannot retreat
    [5.1.9], and limbered guns without one fare alike [6.6.4].
    """
    counter, unit = counter_of(game, name), unit_of(game, name)
    if counter.type == "RG":
        return "15.2.1"
    if counter.towed_artillery and not unit.transport:
        return "6.2.4"
    if name in game.state[WORKS]:
        return "14.3.4"
    if counter.regular or any(counter_of(game, n).regular for n in units_at(game, unit.hex)):
        return ""
    return "5.1.9" if counter.hq else "6.6.4"


def left_to_the_enemy(game: Wb, name: str) -> bool:
    """Whether a unit falls to any enemy regular unit that enters its hex. [6.1.7] [9.1.5]"""
    counter = counter_of(game, name)
    return counter.towed_artillery or counter.hq
