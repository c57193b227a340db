"""Ships that were hit: they sink, put to sea out of a ruined port, or fall back. [27.4] [27.7.2]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.kit.among import Plain
from grognard.systems.nextwar.damage.strikes import phase_of
from grognard.systems.nextwar.naval.levels import change, lose_port
from grognard.systems.nextwar.naval.removal import ABSENT, Course, GiveWay, go, lose, put
from grognard.systems.nextwar.naval.waters import (
    AT_SEA,
    berth,
    box_of,
    coasts,
    friendly_port,
    neighbours,
    ruler,
)
from grognard.systems.nextwar.pieces.ships import fleet, hull, kind, ship_of, ships_at
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import PORT, Site
from grognard.systems.nextwar.turn.points import for_ship
from grognard.systems.nextwar.units import SHIPS


def sink(game: Nw, name: str, rule: str) -> None:
    """A ship is eliminated, and comes back four turns later. [27.4-p3] [7.4.3-b3] [17.2]"""
    side = hull(game, name).side
    for_ship(game, kind(game, name), side)
    lose(game, name, rule, game.turn + ABSENT)
    change(game, side, -1, "7.4.3-b3")


def put_to_sea(game: Nw, site: Site) -> Procedure:
    """A port is destroyed: ships in it go to an All-Sea hex beside it, one to each. [27.7.2]
    [7.3.6] [7.4.3-b4]

    Where there is none left they go to its Inshore Box.
    """
    if site.kind != PORT:
        return
    lose_port(game, site.owner)
    ground, board = game.scenario.ground, game.board
    for name in ships_at(game, site.hex):
        if ground.land(site.hex):
            sea = [h for h in board.around(site.hex) if not ground.land(h)]
            wet = [board.label(h) for h in sea if not ships_at(game, h)]
            yield from go(game, name, wet or coasts(game, site.hex), "27.7.2")


class StayAtSea(Plain[Nw]):
    """Leaving a ship that was hit where it is. [27.4-p1]"""

    do, rule = "stay-at-sea", "27.4-p1"
    title = phrase = "Stay"


def fall_back(game: Nw, since: int = -1) -> Procedure:
    """At the end of a phase, or of a step that began at `since`, each ship that was hit in it may
    fall back. [27.4-p1]"""
    since = phase_of(game) if since < 0 else since
    for name in [n for n in fleet(game) if ship_of(game, n).hit >= since]:
        found = refuges(game, name)
        if not found:
            continue
        choice = GiveWay([Course(name, at) for at in found], "27.4-p1")
        answer = yield choice.ask(
            game, hull(game, name).side, "fall-back", f"{hull(game, name).name} was hit",
            {"nearest": Course(name, found[0])}, also=(StayAtSea(),), slight=True,
        )  # fmt: skip
        if answer["do"] == GiveWay.do:
            to = choice.order_of(game, answer).to
            put(game, name, to)
            if box_of(game, to) is None:  # a port
                game.put(SHIPS, name, replace(ship_of(game, name), berthed=game.turn))


def refuges(game: Nw, name: str) -> list[str]:
    """Where a ship may fall back: the nearest port and the nearest At Sea Box of its side, and
    from an All-Sea hex its Inshore Box; only over seas of its own. [27.4-p1]"""
    side, at = hull(game, name).side, berth(game, name)
    found: dict[str, list[str]] = {}
    seen, ring = {at}, [at]
    while ring:
        near = list(dict.fromkeys(b for a in ring for b in neighbours(game, side, a)))
        ring = [b for b in near if b not in seen and _own(game, b, side)]
        seen.update(ring)
        for sort, spots in _sorted(game, ring).items():
            found.setdefault(sort, spots)
    return [*found.get(PORT, []), *found.get(AT_SEA, []), *_shores(game, at, side)]


def _shores(game: Nw, at: str, side: str) -> list[str]:
    """The Inshore Box of an All-Sea hex, if it is one's own. [27.4-p1]"""
    if box_of(game, at) is not None or game.scenario.ground.land(game.board.hex(at)):
        return []
    return [box for box in coasts(game, game.board.hex(at)) if ruler(game, box) == side]


def _own(game: Nw, at: str, side: str) -> bool:
    if box_of(game, at) is not None:
        return ruler(game, at) == side
    return friendly_port(game, game.board.hex(at), side)


def _sorted(game: Nw, ring: Sequence[str]) -> dict[str, list[str]]:
    """The locations of a ring by sorts: ports, or the kind of box."""
    found: dict[str, list[str]] = {}
    for at in ring:
        box = box_of(game, at)
        sort = PORT if box is None else box.kind
        found.setdefault(sort, []).append(at)
    return found
