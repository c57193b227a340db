"""Ways: the actions that somebody may mean who points with counters in hand at a hex, or at none.

They are proposals; the rules judge each. For each kind of action there is a function that writes
down what could be meant; the others are found among the legal actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Deed, Offer
from grognard.systems.ocs.arrivals import entering
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.barrage.barrage import AT_BASE, AT_PORT, AT_UNITS
from grognard.systems.ocs.modes.modes import CHANGES
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.naval import cargo, ports, shipping
from grognard.systems.ocs.naval.ships import craft_at, is_craft
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.groups import Group, grouped
from grognard.systems.ocs.pieces.units import BOX, MAP, POOL, UNITS
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, TRANSPORT
from grognard.systems.ocs.supply import dumps, fuel
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.table import wording
from grognard.systems.ocs.table.reaching import beyond, open_ways
from grognard.systems.ocs.transport import hauling, rail
from grognard.table.choosing import touched
from grognard.table.worded import Worded

SEARCHED = 600
"""How many legal actions of a kind are looked at."""
Way = Callable[[Ocs, str, Offer[Any], Group, int], Iterator[Action]]
Spot = Callable[[Ocs, str, Offer[Any], Group], Iterator[Action]]


# ---- towards a hex


def _move(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Units by the cheapest way that all of them can go. [6.1]"""
    if group.units and group.units == group.names:
        yield _along(game, player, group, h, {"do": offer.do, "units": list(group.units)})


def _haul(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    if group.transport and group.transport == group.names:
        yield _along(game, player, group, h, {"do": offer.do, "transport": list(group.transport)})


def _sail(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    if group.ships and group.ships == group.names:
        yield _along(game, player, group, h, {"do": offer.do, "ships": list(group.ships)})


def _along(game: Ocs, player: str, group: Group, h: int, action: Action) -> Action:
    """The cheapest way to a hex, be it too long for today: then the rules say how far it goes."""
    path = open_ways(game, player, group).paths.get(h) or beyond(game, player, group, h)
    return {**action, "path": [game.board.label(b) for b in path]}


def _strike(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Units against an enemy hex: an attack, an overrun, an assault from the sea. [8.0] [9.0]"""
    if group.units and group.units == group.names:
        names = sorted(group.units)
        yield {"do": offer.do, "units": names, "target": game.board.label(h)}


def _barrage(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Guns at whatever there is in a hex. [10.0f]"""
    guns = [name for name in group.units if counter_of(game, name).artillery]
    if guns:
        for aim in _aims(game, player, h):
            yield {"do": offer.do, "guns": guns, "target": game.board.label(h), "aim": aim}


def _aims(game: Ocs, player: str, h: int) -> list[str]:
    """What of the enemy in a hex can be aimed at; its units if there is nothing else."""
    known = (AT_UNITS, AT_BASE, AT_PORT)
    return [aim for aim in aims_at(game, player, h) if aim in known] or [AT_UNITS]


def _bombard(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Ships at the shore. [18.3b]"""
    if group.ships:
        for aim in _aims(game, player, h):
            yield {"do": offer.do, "by": list(group.ships), "target": game.board.label(h),
                   "aim": aim}  # fmt: skip


def _engage(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Ships and coastal guns at ships, or ships at coastal guns. [18.3a(A)] [18.3g]"""
    by = [*group.ships, *(n for n in group.units if "coastal" in counter_of(game, n).traits)]
    for at in ("ships", "guns") if by else ():
        yield {"do": offer.do, "by": by, "target": game.board.label(h), "at": at}


def _said(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Nothing here: the verb itself says what is meant."""
    return iter(())


def _by_rail(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Units, transport and supply by rail. [13.3a]"""
    if group.air or group.ships or not group.names:
        return
    action: Action = {"do": offer.do, **_cargo(group), "to": game.board.label(h)}
    if group.dumps:
        most = min(dumps.loadable(game, group.hex, player), int(rail.cap_left(game, player)))
        action |= {"tokens": most, "from": game.board.labels[group.hex]}
    yield action


def _by_sea(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Units, transport and supply by Sea Cap from port to port. [19.0f(B)]"""
    if group.air or group.ships or not group.names or group.hex < 0:
        return
    action: Action = {"do": offer.do, "from": game.board.label(group.hex),
                      "to": game.board.label(h), **_cargo(group)}  # fmt: skip
    if group.dumps:
        quays = (ports.available(game, b, player, zones.SEA_CARGO) for b in (group.hex, h))
        there = dumps.loadable(game, group.hex, player)
        action["tokens"] = min(there, shipping.sea_cap(game, player), *quays) or there
    yield action


def _cargo(group: Group) -> Action:
    found: Action = {"units": list(group.units)} if group.units else {}
    return found | ({"transport": list(group.transport)} if group.transport else {})


def _work(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Units at work in a hex: engineers within two, others in it. [13.8d]"""
    if group.units and group.units == group.names:
        yield {"do": offer.do, "hex": game.board.label(h), "units": list(group.units)}


def _recon(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    if len(group.names) == len(group.units) == 1:
        yield {"do": offer.do, "unit": group.units[0], "hex": game.board.label(h)}


def _to_box(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Back from a box onto the map. [I.F]"""
    names = [*group.units, *group.transport]
    if names and group.hexes == (-1,):
        yield {"do": offer.do, "units": names, "to": game.board.label(h)}


def _arrive(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Reinforcements in a hex, in each mode they can have together; first the usual. [13.6]"""
    names = [*group.units, *group.transport, *group.ships]
    if not names or any(_place(game, name) != POOL for name in names):
        return
    action: Action = {"do": offer.do, "units": names, "hex": game.board.label(h)}
    yield action
    if group.units == group.names:
        for mode, up in entering.modes_for(game, group.units[0]):
            yield {**action, "mode": mode, **({"up": up} if up else {})}
    elif len(names) == 1 and group.transport:
        most = entering.loadable(game, player, names[0], h)
        if most:
            yield {**action, "load": most}


def _place(game: Ocs, name: str) -> str:
    for register in (UNITS, TRANSPORT, SHIPS):
        record = game.state.maps[register.name].get(name)
        if record is not None:
            return str(record.place)
    return ""


def _land_plane(
    game: Ocs, player: str, offer: Offer[Any], group: Group, h: int
) -> Iterator[Action]:
    if len(group.air) == len(group.names) == 1:
        yield {"do": offer.do, "plane": group.air[0], "base": game.board.label(h)}


def _come_back(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """A unit that has broken out comes back, in each mode. [12.8e]"""
    if len(group.units) == len(group.names) == 1:
        action: Action = {"do": offer.do, "unit": group.units[0], "hex": game.board.label(h)}
        yield action
        for mode, up in entering.modes_for(game, group.units[0]):
            yield {**action, "mode": mode, **({"up": up} if up else {})}


def _fall_back(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """An Extender that falls back. [9.14c-ext]"""
    if len(group.transport) == len(group.names) == 1:
        yield {"do": offer.do, "transport": group.transport[0], "to": game.board.label(h)}


def _plan(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """A drop planned for one of the turns to come. [14.10b]"""
    if len(group.units) == len(group.names) == 1:
        for turn in range(game.turn, game.scenario.turns + 1):
            yield {"do": offer.do, "unit": group.units[0], "hex": game.board.label(h),
                   "turn": turn}  # fmt: skip


def _plan_ahead(
    game: Ocs, player: str, offer: Offer[Any], group: Group, h: int
) -> Iterator[Action]:
    """A drop planned before the game begins, for any turn of it. [14.10b]"""
    for plan in _plan(game, player, offer, group, h):
        yield {"do": offer.do, "plans": [{key: plan[key] for key in ("unit", "hex", "turn")}]}


def _set_up(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """Where the owner places units and transport at the beginning. [IV.A]"""
    names = [*group.units, *group.transport]
    if names and "units" in offer.form:
        yield {"do": offer.do, "units": names, "hex": game.board.label(h)}


TOWARDS: Mapping[str, Way] = {
    "move": _move, "overrun": _strike, "haul": _haul, "sail": _sail,
    "attack": _strike, "attack-empty": _strike, "beach-assault": _strike, "barrage": _barrage,
    "bombard": _bombard, "engage": _engage,
    "hip-shoot": _said, "sweep": _said, "air-barrage": _said, "trainbust": _said,
    "transfer": _said, "air-transport": _said, "air-drop": _said, "xyz-transport": _said,
    "arrive": _arrive, "arrive-by-air": _land_plane, "rejoin": _come_back, "place": _set_up,
    "rail": _by_rail, "ship": _by_sea, "box": _to_box, "withdraw": _fall_back,
    "build-hedgehog": _work, "build-base": _work, "build-strip": _work, "repair-port": _work,
    "reduce-hedgehog": _work, "reduce-base": _work, "wreck-port": _work,
    "recon": _recon, "plan-drop": _plan, "plan-drops": _plan_ahead,
}  # fmt: skip
"""The kinds of action that are about counters and a hex, the likeliest first."""


# ---- on the spot


def _mode(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """Every mode that units can change into together. [5.4]"""
    names = [*group.units, *group.transport]
    for mode, up in CHANGES if names else ():
        action: Action = {"do": offer.do, "units": names, "mode": mode}
        yield {**action, "up": up} if up else action


def _each(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    if len(group.names) == len(group.units) == 1:
        yield {"do": offer.do, "unit": group.units[0]}


def _together(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    names = [*group.units, *(group.transport if offer.do == "release" else ())]
    if names:
        yield {"do": offer.do, "units": names}


def _fuel(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """Fuel for the units in hand, for their formation, or through a headquarters. [12.5c]"""
    dry = [name for name in group.units if fuel.waiting(game, name)]
    boxed = [n for n in group.units if unit_of(game, n).place == BOX and fuel.needs(game, n)]
    if dry or boxed:
        yield {"do": offer.do, "units": dry or boxed}
        if game.options["independents"] == "on":
            yield {"do": offer.do, "units": dry or boxed, "lasting": True}
    for formation in dict.fromkeys(counter_of(game, n).formation for n in group.units):
        if formation:
            yield {"do": offer.do, "formation": formation}
    for hq in sorted(fields(game).hqs[player]) if game.options["independents"] != "on" else ():
        if hq in group.units or set(dry) & {*wording.supported(game, hq)}:
            yield {"do": offer.do, "hq": hq}


def _cargo_of_craft(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """Units and transport onto craft in their hex, or off them; supply all or a point. [18.4c]"""
    keys = [key for key in group.ships if is_craft(game, key)]
    if not keys and group.hex >= 0:
        aboard = {cargo.ship_of(game, name) for name in group.units} - {""}
        keys = sorted(aboard) or list(craft_at(game, group.hex, player))
    for key in keys:
        if group.units or group.transport:
            yield {"do": offer.do, "ship": key, **_cargo(group)}
        found = cargo.aboard(game, key)
        if offer.do == "disembark" and (found.units or found.transport) and group.ships:
            whole = Group(units=found.units, transport=found.transport)
            yield {"do": offer.do, "ship": key, **_cargo(whole)}
        yield from _supplies(game, player, offer, key)


def _supplies(game: Ocs, player: str, offer: Offer[Any], key: str) -> Iterator[Action]:
    ship = game.state[SHIPS][key]
    most = ship.load
    if offer.do == "embark":
        most = min(dumps.loadable(game, ship.hex, player), int(cargo.room(game, key)))
    for tokens in hauling.amounts(most):
        yield {"do": offer.do, "ship": key, "tokens": tokens}


def _land(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """The units in hand, or all that are aboard. [18.5a]"""
    by_ship: dict[str, list[str]] = {}
    for name in group.units:
        by_ship.setdefault(cargo.ship_of(game, name), []).append(name)
    for key in group.ships:
        by_ship.setdefault(key, list(cargo.units_aboard(game, key)))
    for key, names in by_ship.items():
        if key and names:
            yield {"do": offer.do, "ship": key, "units": names}


def _work_here(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    if group.hex >= 0:
        yield from _work(game, player, offer, group, group.hex)


def _boxes(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """Into each box that there is. [I.F]"""
    names = [*group.units, *group.transport]
    for name in game.scenario.boxes if names else ():
        yield {"do": offer.do, "units": names, "to": name}


def _refit(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """The aircraft in hand, at their base. [15.3]"""
    if group.air and group.hex >= 0:
        yield {"do": offer.do, "hex": game.board.label(group.hex), "aircraft": list(group.air)}


def _blow(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    if group.dumps and group.hex >= 0:
        yield {"do": offer.do, "hex": game.board.label(group.hex)}


def _wheels(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """Transport together: combined, or made an Extender. [13.2c] [12.7]"""
    if group.transport:
        yield {"do": offer.do, "transport": list(group.transport)}
        yield from _legal(game, player, offer, group)


def _legal(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """The legal actions of a kind that are about the counters in hand and where they are."""
    names, labels = wording.names(game), {game.board.labels[h] for h in group.hexes if h >= 0}
    wanted = set(group.names)
    for action in islice(offer.legal(game, player), SEARCHED):
        hexes, pieces = touched(game, names, action)
        if wanted <= {*pieces, *wording.meant(game, action)} and set(hexes) <= labels:
            yield action


ON_THE_SPOT: Mapping[str, Spot] = {
    "fuel": _fuel, "mode": _mode, "release": _together, "stay": _each, "arrange": _each,
    "embark": _cargo_of_craft, "disembark": _cargo_of_craft, "land": _land,
    "build-hedgehog": _work_here, "build-base": _work_here, "build-strip": _work_here,
    "repair-port": _work_here, "reduce-hedgehog": _work_here, "reduce-base": _work_here,
    "wreck-port": _work_here, "box": _boxes, "refit": _refit, "eat": _together, "blow": _blow,
    "combine": _wheels, "extend": _wheels, "breakout": _together,
}  # fmt: skip
"""The kinds of action that counters do where they are; all others are found among the legal."""
FIRST = (
    "place", "arrive", "fuel", "release", "mode", "load", "unload", "land", "embark", "disembark",
    "refit", "eat", "recover",
)  # fmt: skip
"""The kinds of action that are listed first where a counter is looked at."""
ELSEWHERE = (*(do for do in TOWARDS if do not in ("place",)), "end", "cancel-simulcast")
"""Kinds of action that need a hex, or nobody at all."""


def towards(game: Ocs, player: str, offer: Offer[Any], group: Group, h: int) -> Iterator[Action]:
    """What counters in hand could be meant to do to a hex."""
    if isinstance(offer, Worded):
        yield from offer.meant(game, player, group.names, (h,))
        return
    way = TOWARDS.get(offer.do)
    if way is not None and group.hexes != (h,):
        yield from way(game, player, offer, group, h)


def on_the_spot(game: Ocs, player: str, offer: Offer[Any], group: Group) -> Iterator[Action]:
    """What counters in hand could be meant to do where they are."""
    if isinstance(offer, Worded):
        yield from offer.meant(game, player, group.names, ())
        return
    spot = ON_THE_SPOT.get(offer.do)
    if spot is not None and isinstance(offer, Deed):
        yield from spot(game, player, offer, group)
    elif offer.do not in ELSEWHERE or not isinstance(offer, Deed):
        yield from _legal(game, player, offer, group)


ABOUT_HEXES = ("place", "place-supply", "blow", "refit", "godzilla", "plan-drop", "keep-markers")
"""Kinds of action that are about a hex by itself."""


def about_hex(game: Ocs, player: str, offer: Offer[Any], h: int) -> Iterator[Action]:
    """What could be done about a hex without anybody in hand."""
    if isinstance(offer, Worded):
        yield from offer.meant(game, player, (), (h,))
        return
    label = game.board.label(h)
    if offer.do in ABOUT_HEXES or not isinstance(offer, Deed):
        for action in islice(offer.legal(game, player), SEARCHED):
            if label in touched(game, wording.names(game), action)[0]:
                yield action


WITHOUT = ("cancel-simulcast", "roll-landings", "trace", "marker", "recover", "cancel-drop",
           "delay-drop", "rebuild-aircraft")  # fmt: skip
"""Kinds of action that may be about nobody on the map."""


def general(game: Ocs, player: str) -> Iterator[Action]:
    """What a player can do that is about no counter and no hex."""
    decision = game.decision(player)
    for do in WITHOUT if decision is not None else ():
        offer = decision.offer(do) if decision is not None else None
        if isinstance(offer, Worded):
            yield from offer.meant(game, player, (), ())
        elif isinstance(offer, Deed):
            yield from islice(offer.legal(game, player), 4)


def best_move_next_to(game: Ocs, player: str, group: Group, h: int) -> Action | None:
    """The cheapest move to a hex beside an enemy, from which he could be overrun. [8.1]"""
    if not group.units or group.units != group.names:
        return None
    found = open_ways(game, player, group)
    around = [b for b in game.board.around(h) if b in found.paths]
    if not around or any(unit_of(game, n).place != MAP for n in group.units):
        return None
    best = min(around, key=lambda b: (_price(found.costs[b]), b))
    path = [game.board.label(b) for b in found.paths[best]]
    return {"do": Move.do, "units": list(group.units), "path": path}


def _price(cost: str) -> float:
    whole, _, below = cost.partition("/")
    return int(whole) / int(below or 1)


def own(
    game: Ocs, player: str, offer: Offer[Any], piece: str | None, at: int | None
) -> Iterator[Action]:
    """What a counter could do where it is, or towards a hex; or what could be done about a hex."""
    if piece is None:
        if at is not None:
            yield from about_hex(game, player, offer, at)
        return
    group = grouped(game, player, [piece])
    if not group.names:
        return
    if at is not None and at != group.hex:
        yield from towards(game, player, offer, group, at)
    if at is None or at == group.hex:
        yield from on_the_spot(game, player, offer, group)
