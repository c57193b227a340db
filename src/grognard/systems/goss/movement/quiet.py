"""Where lulls keep units away from enemies. [24.2.0-2] [24.2.1]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.systems.goss.movement.parties import Party
from grognard.systems.goss.pieces.quiet import asleep, in_force, inactive, lull_of, lulls
from grognard.systems.goss.pieces.stacks import held, own_at
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LULLS
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import UNITS


def shunned(game: Gs, party: Party) -> Mapping[int, str]:
    """The hexes that a lull closes to a party, each with its rule. [24.2.1] [24.2.0-2]"""
    if not lulls(game):
        return {}
    key = "shunned", party.fast, game.turn
    return game.cached(key, (UNITS.name, LULLS.name, "hqs"), lambda: _shunned(game, party))


def _shunned(game: Gs, party: Party) -> Mapping[int, str]:
    if any(inactive(game, name) for name in party.fast):
        return _unapproached(game, party)
    lull = lull_of(game, party.names[0])
    if lull is None or not in_force(lull) or party.side == lull.one:
        return {}
    return _around_sleepers(game, party)


def _unapproached(game: Gs, party: Party) -> dict[int, str]:
    """Inactive units do not come next to enemies who have no other friend beside them. [24.2.1]"""
    around, found = game.board.around, dict[int, str]()
    for h in held(game, other(party.side)):
        friends = (n for b in around(h) for n in own_at(game, b, party.side))
        if all(name in party.fast for name in friends):
            found |= dict.fromkeys(around(h), "24.2.1")
    return found


def _around_sleepers(game: Gs, party: Party) -> dict[int, str]:
    """Side Two's active units come next to inactive enemies only where they are in OCT.
    [24.2.0-2]"""
    hidden = game.scenario.ground.oct
    return {
        b: "24.2.0-2"
        for h in held(game, other(party.side))
        if asleep(game, party.side, h)
        for b in game.board.around(h)
        if not hidden[b]
    }
