"""Capture: what falls to Attack-Capable units that come into a hex. [9.14] [4.8c(A)]

Dumps, transport, hedgehogs, air bases, ports and ships neither fight nor retreat; combat units, of
which headquarters and guns are two sorts [9.14d], must be driven off before they can be had.
[12.11b] It makes no difference whether one moves, advances or
retreats into the hex, except to aircraft on the ground. [9.14f]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.combat.capture_transport import capture_transport, percentage, portion
from grognard.systems.ocs.movement.moves import MARCHING, ON_ENTRY, on_entry
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import can_attack
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES, Site
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport.collapse import collapse_all

DUMP = "dump"
"""The column of the Capture Table for supply on the ground. [CT-capture]"""


# ---- what other chapters do when something of theirs is come upon


UponShips = Callable[[Ocs, str, int], None]
UPON_SHIPS: list[UponShips] = []
"""What becomes of a side's ships in a hex that ground units of its enemy come into. [9.14g]"""
BaseTaken = Callable[[Ocs, int, str, bool], Procedure]
BASE_TAKEN: list[BaseTaken] = []
"""What becomes of the aircraft on a base that changes hands. [9.14f]"""


def upon_ships(hook: UponShips) -> UponShips:
    """Have a procedure run for ships that are come upon: (game, their side, hex)."""
    UPON_SHIPS.append(hook)
    return hook


def base_taken(hook: BaseTaken) -> BaseTaken:
    """Have a procedure run for the aircraft on a base: (game, hex, who takes it, by an advance)."""
    BASE_TAKEN.append(hook)
    return hook


# ---- coming into a hex


@on_entry(order=50)
def come_upon(game: Ocs, side: str, names: tuple[str, ...], h: int) -> Procedure:
    """Units that come into a hex capture what the enemy has there, if they can attack. [4.4c]"""
    if any(can_attack(game, name) for name in names):
        yield from capture(game, side, h)


def arrive(
    game: Ocs, side: str, names: Sequence[str], h: int, *, advance: bool = False
) -> Procedure:
    """Units come into a hex otherwise than by moving: all that waits there happens. [9.12g(D)]

    `advance` is an advance after combat, from which aircraft escape more easily. [CT-aircapture]
    """
    for entry in ON_ENTRY:
        if entry in MARCHING:
            continue
        if entry is not come_upon:
            yield from entry(game, side, tuple(names), h)
        elif any(can_attack(game, name) for name in names):
            yield from capture(game, side, h, advance=advance)


def capture(game: Ocs, side: str, h: int, *, advance: bool = False) -> Procedure:
    """A side takes whatever its enemy has in a hex without a combat unit of his. [9.14] [12.11b]"""
    enemy = game.scenario.other(side)
    if stacks.holder(game, h) == enemy:
        return
    for sink in UPON_SHIPS:
        sink(game, enemy, h)
    yield from collapse_all(game, enemy, h)
    yield from capture_transport(game, side, h)
    _capture_dump(game, side, h)
    yield from _capture_site(game, side, h, advance)


def _capture_dump(game: Ocs, side: str, h: int) -> None:
    """Supply on the ground: the Capture Table says how much is had, the rest is gone. [9.14b]"""
    enemy = game.scenario.other(side)
    tokens = stacks.dump_at(game, h, enemy)
    if not tokens:
        return
    dice = game.roll(1)
    percent = percentage(game, dice[0], DUMP)
    taken = portion(tokens, percent)
    dumps.take(game, enemy, h, tokens)
    dumps.book(game, enemy, "captured", taken)
    dumps.book(game, enemy, "blown", tokens - taken)
    dumps.add(game, side, h, taken)
    dumps.book(game, side, "delivered", taken)
    label = game.board.label(h)
    facts = {"hex": label, "by": side, "percent": percent, "tokens": taken,
             "destroyed": tokens - taken}  # fmt: skip
    game.emit(Event("dump-captured", "9.14b", facts, dice, outcome=True))


def _capture_site(game: Ocs, side: str, h: int, advance: bool) -> Procedure:
    """Hedgehog, air base and port change hands as they are. [9.14e] [9.14f] [9.14h]"""
    site = stacks.site_at(game, h)
    base = site.base >= 0 and site.base_owner != side
    taken = _taken(site, side, base, h in game.scenario.ports and site.port_owner != side)
    if taken == site:
        return
    game.put(SITES, h, taken)
    _tell(game, side, h, site, taken)
    if base:
        for displace in BASE_TAKEN:
            yield from displace(game, h, side, advance)


def _taken(site: Site, side: str, base: bool, port: bool) -> Site:
    """A site in new hands; an LST that served as a port is wrecked. [18.4f(B)]"""
    if site.hog:
        site = replace(site, hog_owner=side)
    if base:
        site = replace(site, base_owner=side)
    if port:
        site = replace(site, port_owner=side)
    return replace(site, lst_port="") if site.lst_port not in ("", side) else site


def _tell(game: Ocs, side: str, h: int, was: Site, now: Site) -> None:
    label = game.board.label(h)
    for what, rule, changed in (
        ("hedgehog", "9.14e", was.hog_owner != now.hog_owner),
        ("air base", "9.14f", was.base_owner != now.base_owner),
        ("port", "9.14h", was.port_owner != now.port_owner),
    ):
        if changed:
            facts = {"hex": label, "what": what, "by": side}
            game.emit(Event("captured", rule, facts))
    if was.lst_port != now.lst_port:
        facts = {"hex": label, "what": "LST port", "by": side}
        game.emit(Event("captured", "18.4f(B)", facts))
