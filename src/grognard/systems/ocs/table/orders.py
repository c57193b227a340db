"""Orders of OCS: what counters could be told to do to hexes, and what helps where nothing is open.

Each kind of action says itself what may be meant; here is only what goes beyond one kind: the way
to an enemy who is not yet beside one's units, and fuel for those who lack it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal, Refused
from grognard.systems.ocs.air.air_drop import AirDrop
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.combat.overrun import Overrun
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import Group, grouped
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import fuel
from grognard.systems.ocs.supply.fuel import Fuel
from grognard.systems.ocs.table.reaching import open_ways
from grognard.systems.ocs.units import MAP, UNITS
from grognard.table.cards import OrderCard
from grognard.table.proposing import proposed, rank, untimely
from grognard.table.tabletop import Tabletop
from grognard.table.worded import Worded

MOST = 14
"""How many proposals there are at most."""


def proposals(
    game: Ocs, table: Tabletop, player: str, names: Sequence[str], hexes: Sequence[int]
) -> list[OrderCard]:
    """What counters could be told to do to hexes now, the likeliest first."""
    decision, group = game.decision(player), grouped(game, player, names)
    if decision is None or len(hexes) > 1:
        return []
    if hexes and group.names:
        found = list(_there(game, table, decision, group, hexes[0]))
    else:
        found = list(_open(game, table, decision, group.names, hexes))
    return sorted(found, key=lambda one: one.action is None)[:MOST]


def _open(
    game: Ocs, table: Tabletop, decision: Decision, names: Sequence[str], hexes: Sequence[int]
) -> Iterator[OrderCard]:
    """What counters can do where they are, or what is to be done about a hex; what is likely says
    why it cannot be."""
    player = decision.player
    for offer in _verbs(decision):
        wanted = bool(hexes) and offer.likely(game, player, (), hexes)
        for action in offer.meant(game, player, names, hexes):
            if wanted or not decision.why(game, action):
                yield proposed(game, table, decision, action)


def _verbs(decision: Decision) -> list[Worded[Ocs, object]]:
    offers = sorted(decision.ask.offers, key=rank)
    return [offer for offer in offers if isinstance(offer, Worded) and not offer.ends]


def _there(
    game: Ocs, table: Tabletop, decision: Decision, group: Group, h: int
) -> Iterator[OrderCard]:
    """What counters in hand can do to a hex; of what is likely also why they cannot."""
    player, foe = decision.player, _hostile(game, decision.player, h)
    found, refused = list[OrderCard](), list[OrderCard]()
    for offer in _verbs(decision):
        tried = [
            _by_land(game, group, action, proposed(game, table, decision, action))
            for action in offer.meant(game, player, group.names, (h,))
        ]
        found += [one for one in tried if one.action is not None]
        if offer.likely(game, player, group.names, (h,)) and all(o.action is None for o in tried):
            refused += tried[:1]
    refused.sort(key=lambda one: one.do != AirDrop.do)  # airborne units are meant to jump
    if not found:
        found += _closer(game, table, decision, group, h, foe)
        found += _fuelled_first(game, table, decision, group)
        found += refused
    yield from found
    if not found and group.hexes != (h,):
        what, title = ("attacks", Attack.title) if foe else ("moves", "Move to")
        why = (untimely(game, decision, what),)
        do = Attack.do if foe else Move.do
        yield OrderCard(do, f"{title} {game.board.label(h)}", None, refusals=why)


def _by_land(game: Ocs, group: Group, action: Action, found: OrderCard) -> OrderCard:
    """A way on the ground that was looked for, however long, and is not there, says so."""
    path, why = action.get("path", ()), found.refusals
    if not why or why[0].rule != "6.1" or len(path) != 1 or group.hex < 0:
        return found
    if group.ships or game.board.adjacent(group.hex, game.board.hex(path[0])):
        return found
    text = f"no way by land leads from {game.board.label(group.hex)} to {path[0]}"
    return replace(found, refusals=(Refusal("6.1", text),))


def _hostile(game: Ocs, player: str, h: int) -> bool:
    """Whether there is anything of the enemy in a hex to be fought or bombed, for all to see."""
    enemy = game.scenario.other(player)
    return stacks.holder(game, h) == enemy or bool(aims_at(game, player, h))


def _closer(
    game: Ocs, table: Tabletop, decision: Decision, group: Group, h: int, foe: bool
) -> Iterator[OrderCard]:
    """Units that are not yet beside the enemy go there first, to overrun him. [8.1]"""
    far = group.hex >= 0 and foe and not game.board.adjacent(group.hex, h)
    if not far or decision.offer(Overrun.do) is None:
        return
    action = _next_to(game, decision.player, group, h)
    if action is not None and not decision.why(game, action):
        found = proposed(game, table, decision, action)
        title = f"{found.title}, next to {game.board.label(h)}"
        yield replace(found, title=title, weighed=True)


def _next_to(game: Ocs, player: str, group: Group, h: int) -> Action | None:
    """The cheapest move to a hex beside an enemy, from which he could be overrun. [8.1]"""
    if not group.units or group.units != group.names:
        return None
    found = open_ways(game, player, group)
    around = [b for b in game.board.around(h) if b in found.paths]
    if not around or any(game.state[UNITS][name].place != MAP for name in group.units):
        return None
    best = min(around, key=lambda b: (_price(found.costs[b]), b))
    path = [game.board.label(b) for b in found.paths[best]]
    return {"do": Move.do, "units": list(group.units), "path": path}


def _price(cost: str) -> float:
    whole, _, below = cost.partition("/")
    return int(whole) / int(below or 1)


def _fuelled_first(
    game: Ocs, table: Tabletop, decision: Decision, group: Group
) -> Iterator[OrderCard]:
    """Those who stand still for want of fuel: how they could have it. [12.5c]"""
    offer = decision.offer(Fuel.do)
    if not isinstance(offer, Worded) or not any(fuel.waiting(game, n) for n in group.units):
        return
    for action in offer.meant(game, decision.player, group.names, ()):
        if not decision.why(game, action):
            yield proposed(game, table, decision, action, weighed=True)


# ---- the two orders that a terminal gives in few words


def march(game: Ocs, table: Tabletop, player: str, names: Sequence[str], to: int) -> Action:
    """The action that takes units, transport or ships to a hex by the cheapest way. [6.1]"""
    decision = game.decision(player)
    wrong = [Refusal("6.1", "name units, transport or ships of one hex")]
    for offer in _verbs(decision) if decision is not None else ():
        if offer.stakes == "dice":
            continue
        for action in offer.meant(game, player, grouped(game, player, names).names, (to,)):
            why = game.why(player, action)
            if not why:
                return action
            wrong = why if offer.do == Move.do else wrong
    if decision is not None and decision.offer(Move.do) is None:
        wrong = [untimely(game, decision, "moves")]
    raise Refused(wrong)


def assault(game: Ocs, player: str, hexes: Sequence[int]) -> Action:
    """The strongest attack on a hex that can be made and paid for; Refused if there is none. [9.1]

    Who cannot be supplied is left out, the weakest first.
    """
    decision = game.decision(player)
    offer = decision.offer(Attack.do) if decision is not None else None
    if not isinstance(offer, Worded):
        rule = decision.ask.rule if decision is not None else "turn"
        raise Refused([Refusal(rule, "nobody attacks now")])
    if len(hexes) != 1:
        raise Refused([Refusal("9.1c", "an attack is on one hex")])
    for action in offer.meant(game, player, (), hexes):
        why = game.why(player, action)
        if why:
            raise Refused(why)
        return action
    label = game.board.label(hexes[0])
    raise Refused([Refusal("9.0", f"nobody who can attack stands next to {label}")])
