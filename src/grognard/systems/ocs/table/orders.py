"""Orders: what counters could be told to do to hexes, each with its price or the reason against it.

Nothing is decided here: every action is checked like any other, and a refusal says its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Decision, Offer
from grognard.engine.refusal import Refusal, Refused
from grognard.systems.ocs.air.air_barrage import aims_at
from grognard.systems.ocs.air.missions import MissionDeed, cannot_fly, too_far
from grognard.systems.ocs.air.planes import active, face
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.combat import attack
from grognard.systems.ocs.naval import bombardment, ports
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import strength
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import fuel
from grognard.systems.ocs.table import ways
from grognard.systems.ocs.table.groups import GROUND, KEELS, STORES, WHEELS, WINGS, Group, grouped
from grognard.systems.ocs.turn.phases import EndSegment
from grognard.table.cards import OrderCard
from grognard.table.proposing import proposed, untimely
from grognard.table.tabletop import Tabletop

WEIGHED = frozenset((
    "attack", "overrun", "attack-empty", "beach-assault", "barrage", "bombard", "engage",
    "air-barrage", "hip-shoot", "sweep", "trainbust", "air-drop", "air-transport", "blow",
    "breakout", "roll-landings", "recon", "xyz-transport",
))  # fmt: skip
"""Kinds of action that the dice decide, or may: they are weighed before they are done."""
DEAR = frozenset((
    "build-hedgehog", "build-base", "build-strip", "repair-port", "rebuild", "rail", "ship",
    "fuel", "refit", "transfer",
))  # fmt: skip
"""Kinds of action whose price is shown before it is paid."""
LIKELY = {
    GROUND: ("move", "arrive"), WHEELS: ("haul", "arrive"), KEELS: ("sail",),
    WINGS: ("transfer", "arrive-by-air"), STORES: ("rail", "ship"),
}  # fmt: skip
AGAINST = {
    GROUND: ("overrun", "attack", "barrage", "beach-assault"),
    KEELS: ("bombard", "engage"),
    WINGS: ("hip-shoot", "sweep", "air-barrage"),
    WHEELS: ("haul",),
}
"""What one means who points at an empty hex, and at the enemy: these say why they cannot be."""
BY_AIR = ("air-drop", "air-transport")
"""What one means who has units in hand together with aircraft."""
MOST = 14
"""How many proposals there are at most."""


def proposals(
    game: Ocs, table: Tabletop, player: str, names: Sequence[str], hexes: Sequence[int]
) -> list[OrderCard]:
    """What counters could be told to do to hexes now, the likeliest first."""
    decision, group = game.decision(player), grouped(game, player, names)
    if decision is None:
        return []
    if not hexes:
        found = list(_here(game, table, decision, group))
    elif len(hexes) > 1:
        found = []
    elif group.names:
        found = list(_there(game, table, decision, group, hexes[0]))
    else:
        found = list(_at(game, table, decision, hexes[0]))
    return sorted(found, key=lambda one: one.action is None)[:MOST]


def _here(game: Ocs, table: Tabletop, decision: Decision, group: Group) -> Iterator[OrderCard]:
    """What counters can do where they are."""
    first = ways.FIRST
    for offer in sorted(
        decision.ask.offers, key=lambda o: first.index(o.do) if o.do in first else len(first)
    ):
        if isinstance(offer, EndSegment):
            continue
        for action in ways.on_the_spot(game, decision.player, offer, group):
            if not decision.why(game, action):
                yield proposed(game, table, decision, action, weighed(action))


def _there(
    game: Ocs, table: Tabletop, decision: Decision, group: Group, h: int
) -> Iterator[OrderCard]:
    """What counters in hand can do to a hex; of what is likely also why they cannot."""
    player = decision.player
    foe = _hostile(game, player, h)
    likely = [
        do for kind in sorted(group.kinds) for do in (AGAINST if foe else LIKELY).get(kind, ())
    ]
    if group.kinds == {GROUND, WINGS}:
        likely = list(BY_AIR)
    if group.hex >= 0 and all(ports.friendly(game, b, player) for b in (group.hex, h)):
        likely.append("ship")  # from port to port [19.0f(B)]
    offers = {offer.do: offer for offer in decision.ask.offers}
    order = [*(do for do in likely if do in offers), *(do for do in ways.TOWARDS if do in offers)]
    found, refused = list[OrderCard](), list[OrderCard]()
    for do in dict.fromkeys(order):
        open_, shut = _tried(game, table, decision, offers[do], group, h)
        found += open_
        if do in likely and not open_:
            refused += shut[:1]
    if not found:
        found += _closer(game, table, decision, group, h, foe)
        found += _fuelled_first(game, table, decision, group)
        found += refused
    yield from found
    if likely and not found and group.hexes != (h,):
        what = "attacks" if foe else "moves"
        title = f"{'Attack' if foe else 'Move to'} {game.board.label(h)}"
        yield OrderCard(likely[0], title, None, refusals=(untimely(game, decision, what),))


def _tried(
    game: Ocs, table: Tabletop, decision: Decision, offer: Offer[Any], group: Group, h: int
) -> tuple[list[OrderCard], list[OrderCard]]:
    """The actions of a kind towards a hex: those that are open, and those that are refused."""
    open_, shut = list[OrderCard](), list[OrderCard]()
    for action in ways.towards(game, decision.player, offer, group, h):
        found = _priced(game, table, decision, action, group)
        if found.refusals and found.refusals[0].rule == "6.1" and _landlocked(game, group, action):
            text = f"no way by land leads from {game.board.label(group.hex)} to {action['path'][0]}"
            found = replace(found, refusals=(Refusal("6.1", text),))
        (shut if found.action is None else open_).append(found)
    return open_, shut


def _landlocked(game: Ocs, group: Group, action: Action) -> bool:
    """Whether a way on the ground was looked for, however long, and there is none."""
    path = action.get("path", ())
    if action["do"] not in ("move", "haul") or len(path) != 1 or group.hex < 0:
        return False
    return not game.board.adjacent(group.hex, game.board.hex(path[0]))


def _priced(
    game: Ocs, table: Tabletop, decision: Decision, action: Action, group: Group
) -> OrderCard:
    """A proposal with its way, where it has one."""
    found = proposed(game, table, decision, action, weighed(action))
    path = action.get("path")
    if not path or group.hex < 0 or found.action is None:
        return found
    whole = (game.board.label(group.hex), *path)
    return replace(found, path=whole)


def weighed(action: Action) -> bool:
    """Whether its price or its odds should be looked at before an action is done."""
    return action["do"] in WEIGHED or action["do"] in DEAR


def _hostile(game: Ocs, player: str, h: int) -> bool:
    """Whether there is anything of the enemy in a hex to be fought or bombed, for all to see."""
    enemy = game.scenario.other(player)
    return stacks.holder(game, h) == enemy or bool(aims_at(game, player, h))


def _closer(
    game: Ocs, table: Tabletop, decision: Decision, group: Group, h: int, foe: bool
) -> Iterator[OrderCard]:
    """Units that are not yet beside the enemy go there first, to overrun him. [8.1]"""
    far = group.hex >= 0 and foe and not game.board.adjacent(group.hex, h)
    if not far or decision.offer("overrun") is None:
        return
    action = ways.best_move_next_to(game, decision.player, group, h)
    if action is not None and not decision.why(game, action):
        found = _priced(game, table, decision, action, group)
        title = f"{found.title}, next to {game.board.label(h)}"
        yield replace(found, title=title, weighed=True)


def _fuelled_first(
    game: Ocs, table: Tabletop, decision: Decision, group: Group
) -> Iterator[OrderCard]:
    """Those who stand still for want of fuel: how they could have it. [12.5c]"""
    offer = decision.offer("fuel")
    if offer is None or not any(fuel.waiting(game, name) for name in group.units):
        return
    for action in ways.on_the_spot(game, decision.player, offer, group):
        if not decision.why(game, action):
            yield proposed(game, table, decision, action, weighed=True)


# ---- a hex, with nobody in hand


def _at(game: Ocs, table: Tabletop, decision: Decision, h: int) -> Iterator[OrderCard]:
    """The best attack and the heaviest barrage on an enemy hex, and what else there is to do."""
    player = decision.player
    if _hostile(game, player, h):
        for offer in decision.ask.offers:
            for action in _strongest(game, player, offer, h):
                yield proposed(game, table, decision, action, weighed=True)
    for offer in decision.ask.offers:
        for action in ways.about_hex(game, player, offer, h):
            if not decision.why(game, action):
                yield proposed(game, table, decision, action, weighed(action))


def _strongest(game: Ocs, player: str, offer: Offer[Any], h: int) -> Iterator[Action]:
    """An attack, an assault, a barrage or fire of everybody who can take part and pay."""
    if offer.do == "attack":
        try:
            yield assault(game, player, [h])
        except Refused:
            near = attack.contact(game, player).get(h, {})
            names = sorted(name for group in near.values() for name in group)
            if names:  # the rules say why they cannot
                yield {"do": "attack", "units": names, "target": game.board.label(h)}
    elif isinstance(offer, artillery.Barrage):
        guns = offer.bearing(game, player, h)
        for aim in [a for a in aims_at(game, player, h) if a in artillery.TARGETS] if guns else ():
            yield offer.written(game, guns, h, aim)
    elif offer.do == "bombard":
        ships = bombardment.able(game, player, guns=False)
        near_ = [key for key in ships if bombardment.in_range(game, key, h)]
        if near_:
            yield {"do": offer.do, "by": near_, "target": game.board.label(h)}
    elif offer.do == "beach-assault":
        label = game.board.label(h)
        landing = [a for a in offer.legal(game, player) if a["target"] == label]
        landing.sort(key=lambda action: len(action["units"]))
        yield from landing[-1:]
    elif isinstance(offer, MissionDeed) and offer.do == "air-barrage":
        yield from _bombers(game, player, offer, h)


def _bombers(game: Ocs, player: str, offer: MissionDeed, h: int) -> Iterator[Action]:
    """The mission of the most aircraft that can bomb a hex. [14.7]"""
    able = [k for k in active(game, player) if cannot_fly(game, player, k) is None]
    near = [key for key in able if too_far(game, key, h) is None]
    near.sort(key=lambda key: (-face(game, key).barrage, key))
    for count in range(len(near), 0, -1):
        found = list(islice(offer.ways(game, player, near[:count], h), 1))
        if found:
            yield found[0]
            return


# ---- the two orders that a terminal gives in few words


def march(game: Ocs, player: str, names: Sequence[str], to: int) -> Action:
    """The action that takes units, transport or ships to a hex by the cheapest way. [6.1]"""
    decision, group = game.decision(player), grouped(game, player, names)
    wrong = [Refusal("6.1", "name units, transport or ships of one hex")]
    for offer in decision.ask.offers if decision is not None else ():
        if offer.do in ("move", "haul", "sail", "transfer", "arrive"):
            for action in ways.towards(game, player, offer, group, to):
                why = game.why(player, action)
                if not why:
                    return action
                wrong = why
    if decision is not None and not any(decision.offer(do) for do in ("move", "arrive")):
        wrong = [untimely(game, decision, "moves")]
    raise Refused(wrong)


def assault(game: Ocs, player: str, hexes: Sequence[int]) -> Action:
    """The strongest attack on a hex that can be made and paid for; Refused if there is none. [9.1]

    Who cannot be supplied is left out, the weakest first.
    """
    decision = game.decision(player)
    if decision is None or decision.offer("attack") is None:
        rule = decision.ask.rule if decision is not None else "turn"
        raise Refused([Refusal(rule, "nobody attacks now")])
    if len(hexes) != 1:
        raise Refused([Refusal("9.1c", "an attack is on one hex")])
    near = attack.contact(game, player).get(hexes[0], {})
    names = sorted(
        (name for group in near.values() for name in group),
        key=lambda name: (-strength(game, name, True).total, name),
    )
    label, wrong = game.board.label(hexes[0]), list[Refusal]()
    while names:
        action: Action = {"do": "attack", "units": sorted(names), "target": label}
        why = game.why(player, action)
        if not why:
            return action
        wrong = wrong or why
        names = names[:-1]
    raise Refused(wrong or [Refusal("9.0", f"nobody who can attack stands next to {label}")])
