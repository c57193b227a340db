"""Ports: what they can handle, how they are damaged, and who traces to them. [19.0]

A port is no combat unit [19.0]; it belongs to a side and changes hands with its hex. [9.14h] An LST
that has been turned into a port counts as one. [18.4f(D)] Capacities are in tokens.
Wrecking one and repairing it is work like other construction.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import rounded
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES, TOKENS
from grognard.systems.ocs.turn.phases import phase_start

MOST_HITS = 4
"""A port never has more. [19.0b]"""
LST_CAPACITY = TOKENS
"""An LST makes a port of 1 SP. [18.4f(D)]"""
WHOLE = 9999
"""Used up whatever the capacity: by one unit larger than the port. [19.0a]"""


# ---- whose, and how large


def is_port(game: Ocs, h: int) -> bool:
    """Whether there is a port in a hex, printed or an LST: no combat unit. [19.0] [3.3(C)]"""
    return h in game.scenario.ports or bool(stacks.site_at(game, h).lst_port)


def owner(game: Ocs, h: int) -> str:
    """The side that a port belongs to; empty if nobody holds it, or there is none. [9.14h]"""
    site = stacks.site_at(game, h)
    return site.lst_port or (site.port_owner if h in game.scenario.ports else "")


def of(game: Ocs, side: str) -> frozenset[int]:
    """The hexes with a port of a side. [18.1c]"""
    return frozenset(h for h in game.state[SITES] if owner(game, h) == side)


def friendly(game: Ocs, h: int, side: str) -> bool:
    """Whether there is a port of a side in a hex. [18.1c]"""
    return owner(game, h) == side


def capacity(game: Ocs, h: int) -> int:
    """What a port can handle in a phase with its damage, to the nearest token. [19.0a] [19.0b]

    Some ports have a track of their own for it. An LST has no damage to speak of. [18.4f(A)]
    """
    if stacks.site_at(game, h).lst_port:
        return LST_CAPACITY
    port = game.scenario.ports.get(h)
    if port is None:
        return 0
    hits = stacks.site_at(game, h).hits
    if port.track:
        return port.track[min(hits, len(port.track) - 1)]
    percent = number(game.scenario.tables, "port-damage", hits, "percent")
    return rounded(Fraction(port.capacity * percent, 100))


def shut(
    game: Ocs, h: int, side: str, action: str = zones.PORT_TRACE, without: tuple[str, ...] = ()
) -> bool:
    """Whether enemy zones of control shut a port down for something. [19.0a] [4.5a(F)] [4.5a(G)]

    Friends in the hex negate them, but not for Sea Cap (`zones.SEA_CARGO`), nor do those in
    `without`, who are about to leave. What lies between the port and the sea does not matter.
    """
    return zones.barred(game, action, h, side, without)


def used(game: Ocs, h: int) -> int:
    """The tokens that a port has handled in this phase, in and out. [19.0a]"""
    site = stacks.site_at(game, h)
    return site.used if site.handled == phase_start(game) else 0


def available(
    game: Ocs, h: int, side: str, action: str = zones.PORT_TRACE, without: tuple[str, ...] = ()
) -> int:
    """The tokens that a side may still load and unload at a port in this phase. [19.0a]"""
    if not friendly(game, h, side) or shut(game, h, side, action, without):
        return 0
    return max(0, capacity(game, h) - used(game, h))


def handling(
    game: Ocs, h: int, side: str, size: Fraction | int, single: bool = False,
    action: str = zones.PORT_TRACE, without: tuple[str, ...] = (),
) -> Refusal | None:  # fmt: skip
    """Why a port cannot handle something of a size in tokens; None if it can. [19.0a]

    A `single` combat unit that is too large may have the whole port to itself for the phase.
    """
    label = game.board.label(h)
    if not friendly(game, h, side):
        return Refusal("19.0a", f"there is no port of {side} in {label}")
    if shut(game, h, side, action, without):
        rule = "19.0f(F)" if action == zones.SEA_CARGO else "19.0a"
        return Refusal(rule, f"the port in {label} is shut down by enemy zones of control")
    free = available(game, h, side, action, without)
    if size <= free:
        return None
    if single and size > capacity(game, h) > 0 and not used(game, h):
        return None
    text = f"{label} can handle {free} tokens more in this phase"
    return Refusal("19.0a", f"{text}, this takes {ceil(size)}")


def handle(
    game: Ocs, h: int, side: str, size: Fraction | int, without: tuple[str, ...] = ()
) -> None:
    """Note what a port has handled; whoever negates a zone for it must stay. [19.0a] [4.5b]"""
    site, before = stacks.site_at(game, h), used(game, h)
    amount = WHOLE if size > capacity(game, h) - before else ceil(size)
    game.put(SITES, h, replace(site, used=before + amount, handled=phase_start(game)))
    zones.lock(game, h, side, without)


# ---- as sources of trace supply


def sea_trace(game: Ocs, side: str, h: int) -> bool:
    """Whether a port is a source of trace supply of a side now. [19.0e] [18.4f(D)]

    The game says which ports may be; one with less than 1 SP is none, nor one that is shut down.
    An LST begins to work at once. [18.4f(E)]
    """
    if not friendly(game, h, side) or capacity(game, h) < TOKENS:
        return False
    port = game.scenario.ports.get(h)
    listed = port is None or side in port.source_for
    return listed and not shut(game, h, side, zones.PORT_TRACE)


def sources(game: Ocs, side: str) -> tuple[int, ...]:
    """The ports that are sources of trace supply of a side now. [19.0e]"""
    afloat = {h for h, site in game.state[SITES].items() if site.lst_port == side}
    return tuple(h for h in sorted({*game.scenario.ports, *afloat}) if sea_trace(game, side, h))


# ---- damage


def hit(game: Ocs, h: int, hits: int, rule: str = "10.0c(B)") -> int:
    """A printed port takes hits, up to four in all; give back how many it took. [19.0b]

    An LST takes none. [18.4f(A)]
    """
    if h not in game.scenario.ports:
        return 0
    site = stacks.site_at(game, h)
    taken = min(hits, MOST_HITS - site.hits)
    if taken <= 0:
        return 0
    game.put(SITES, h, replace(site, hits=site.hits + taken))
    facts = {"hex": game.board.label(h), "hits": taken, "capacity": capacity(game, h)}
    game.emit(Event("port-hit", rule, facts))
    return taken
