"""A counter's own ways: what one unit could do, or what could be done about one hex, by itself.

Lists of legal actions are combinations of everybody's ways, and run to thousands. Who points at one
counter wants its own: these come first and whole. They are proposals; the rules judge each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action, Offer
from grognard.engine.refusal import Refused
from grognard.systems.wb95.arrivals.reinforcements import Enter, Shift
from grognard.systems.wb95.artillery.ranged import RangedAttack
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.combat.commitments import Defend
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.combat.retreat import Retreat
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.fighting.losses import Losses, cheapest
from grognard.systems.wb95.movement.moves import Move
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.table import orders
from grognard.systems.wb95.units import UNITS
from grognard.table.worded import Worded


def own(
    game: Wb, player: str, offer: Offer[Wb], piece: str | None, at: int | None
) -> Iterator[Action]:
    """Ways of a counter by itself, or of each that has one about a hex."""
    if piece is not None and piece not in game.state[UNITS]:
        return
    if isinstance(offer, Worded):
        hand = (piece,) if piece is not None else ()
        yield from offer.meant(game, player, hand, () if at is None else (at,))
    elif isinstance(offer, Move):
        yield from _moves(game, player, piece, at)
    elif isinstance(offer, Attack):
        yield from _attacks(game, player, piece, at)
    elif isinstance(offer, RangedAttack):
        yield from _salvos(game, player, offer, piece, at)
    elif isinstance(offer, Retreat):
        yield from _retreats(game, offer, piece, at)
    elif isinstance(offer, Pursuit):
        yield from _pursuits(game, offer, piece, at)
    elif isinstance(offer, Losses):
        yield from _losses(game, offer, piece)
    elif isinstance(offer, Defend):
        yield from _helpers(offer, piece)
    elif isinstance(offer, Enter | Shift):
        yield from _arrivals(game, player, offer, piece, at)
    elif piece is not None and set(offer.form) in ({"unit"}, {"units"}):
        who = {"units": [piece]} if "units" in offer.form else {"unit": piece}
        yield {"do": offer.do, **who}


def _moves(game: Wb, player: str, piece: str | None, at: int | None) -> Iterator[Action]:
    """Every hex in reach, by the cheapest way; out of supply also with full points. [3.1.5]"""
    for name in [piece] if piece is not None else on_map(game, player):
        near = routes(game, name).costs
        for full in (False, True):
            found = routes(game, name, full)
            for h in [at] if at is not None else sorted(found.costs):
                if h in found.costs and not (full and h in near):
                    path = [game.board.label(b) for b in found.path(h)]
                    action: Action = {"do": Move.do, "units": [name], "path": path}
                    yield {**action, "full": True} if full else action


def _attacks(game: Wb, player: str, piece: str | None, at: int | None) -> Iterator[Action]:
    """A unit alone against each enemy next to it, and the best attack on each hex. [5.1.2]"""
    seen = obligations.contact(game, player)
    here = unit_of(game, piece).hex if piece is not None else -1
    goals = [h for h, around in seen.attackers.items() if at == h or here in around]
    for h in goals:
        if piece is not None and piece in seen.able.get(here, ()):
            yield {"do": Attack.do, "units": [piece], "targets": [game.board.label(h)]}
    for h in goals:
        try:
            yield orders.assault(game, player, [h])
        except Refused:
            continue


def _salvos(
    game: Wb, player: str, offer: RangedAttack, piece: str | None, at: int | None
) -> Iterator[Action]:
    """A gun by itself at each hex in its range. [6.4.2a]"""
    if piece is not None:
        shots = [(piece, h) for h in offer.in_reach(game, player, piece)]
    else:
        shots = [(name, at) for name in offer.bearing(game, player, at)] if at is not None else []
    for name, h in shots:
        yield {"do": offer.do, "guns": [name], "target": game.board.label(h)}


def _retreats(game: Wb, offer: Retreat, piece: str | None, at: int | None) -> Iterator[Action]:
    """A unit to each hex it can retreat to, the others as by default. [5.3.1]"""
    for name in _of(offer.units, piece):
        ways = offer.routes.every(name, offer.order.hexes)
        for h in dict.fromkeys(path[-1] for path in ways):
            if at in (None, h):
                try:
                    yield orders.retreat_to(game, offer, [(name, h)])
                except Refused:
                    continue


def _pursuits(game: Wb, offer: Pursuit, piece: str | None, at: int | None) -> Iterator[Action]:
    """A unit along each path that it may follow, the others stay. [5.4.1]"""
    for name in _of(offer.units, piece):
        for path in offer.ways(game, name):
            if at is None or at in path:
                yield offer.written(game, {name: path})


def _losses(game: Wb, offer: Losses, piece: str | None) -> Iterator[Action]:
    """As many levels from a unit as it can bear, and fewer; the rest as cheap as may be. [5.1.8]"""
    for name in _of(list(offer.levels), piece):
        others = {n: count for n, count in offer.levels.items() if n != name}
        for levels in range(min(offer.levels[name], offer.total), 0, -1):
            rest = offer.total - levels
            if rest <= sum(others.values()):
                prices = tuple(p for p in offer.prices if name not in p.units)
                yield {
                    "do": offer.do,
                    "take": {name: levels, **cheapest(game, others, rest, prices)},
                }


def _helpers(offer: Defend, piece: str | None) -> Iterator[Action]:
    """One who helps, alone. [5.2.1b]"""
    for part, names in offer.means.everything().items():
        if part != "bonus" and piece in names:
            yield {"do": offer.do, part: [piece]}


def _arrivals(
    game: Wb, player: str, offer: Enter | Shift, piece: str | None, at: int | None
) -> Iterator[Action]:
    """A reinforcement by itself, at each hex of an entry zone, or to each zone. [11.1.3]"""
    if piece is None:
        return
    for zone in game.scenario.zones[player]:
        action: Action = {"do": offer.do, "units": [piece], "zone": zone.id}
        if isinstance(offer, Shift):
            yield action
        else:
            for h in zone.hexes:
                if at in (None, h):
                    yield {**action, "hex": game.board.label(h)}


def _of(names: Sequence[str], piece: str | None) -> Sequence[str]:
    return names if piece is None else [piece] if piece in names else []
