"""Naval Surface Combat: ships fire at ships that are detected. [17.3]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.tally import Tally
from grognard.kit.among import Among, Plain
from grognard.kit.deeds import Questions
from grognard.kit.forms import Piece
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.damage.strikes import X, hit_ship
from grognard.systems.nextwar.naval.defense import MISSED, ciws
from grognard.systems.nextwar.naval.detecting import (
    HIDDEN,
    POINT,
    give_away,
    in_port,
    location,
    sighted,
)
from grognard.systems.nextwar.naval.stricken import fall_back
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of

GUN_RANGE = 10
"""How far ships fire along an open sea, in hexes. [17.3]"""
HEAVIEST = 3
"""The highest rating that the chart has a column for. [17.1.3]"""
HITS = {"1": 1, "2": 2, "X": X}


@dataclass(frozen=True, slots=True)
class Shot:
    """A ship, and the one it fires at."""

    unit: Piece
    target: Piece


class FireAtShip(Among[Nw, Shot]):
    """Firing at an enemy ship. [17.3]"""

    do, rule, order = "fire-at-ship", "17.3", Shot
    title, phrase = "Fire at an enemy ship", "{unit} at {target}"


class HoldFire(Plain[Nw]):
    """Naming no more targets. [17.3]"""

    do, rule = "hold-fire", "17.3"
    title = phrase = "Hold fire"


def surface_combat(game: Nw) -> Procedure:
    """The step of a Combat Segment: ships that are not detected fire, then those that were before;
    then who was hit may fall back. [17.3-1] [17.3-2] [17.3-3]"""
    known = {name for name in fleet(game) if sighted(game, name) != HIDDEN}
    hidden = [name for name in fleet(game) if name not in known]
    fired = yield from _exchange(game, hidden, sorted(known))
    fired |= yield from _exchange(game, sorted(known), fleet(game))
    if fired:
        yield from fall_back(game, game.serial)


def _exchange(game: Nw, firing: Sequence[str], known: Sequence[str]) -> Questions[bool]:
    """Targets are named by turns, and only then anybody is hit: all fire at once. [17.3-1]"""
    shots = yield from _declare(game, firing, known)
    results = [(shot, resolve(game, shot)) for shot in shots]
    for shot, result in results:
        give_away(game, shot.unit, POINT)
        if result in HITS and shot.target in fleet(game):
            yield from hit_ship(game, shot.target, HITS[result], "17.3")
    return bool(shots)


def _declare(game: Nw, firing: Sequence[str], known: Sequence[str]) -> Questions[list[Shot]]:
    """Each ship one target at most; who has the initiative names the first."""
    shots: list[Shot] = []
    willing = {side_of(game, role) for role in (FIRST, SECOND)}
    while willing:
        for role in (FIRST, SECOND):
            side = side_of(game, role)
            if side in willing:
                shot = yield from _name(game, side, firing, known, shots)
                if shot is None:
                    willing.discard(side)
                else:
                    shots.append(shot)
    return shots


def _name(
    game: Nw, side: str, firing: Sequence[str], known: Sequence[str], shots: Sequence[Shot]
) -> Questions[Shot | None]:
    """The next target that a side names; None if it can or will name none."""
    busy = {shot.unit for shot in shots}
    ready = [n for n in firing if n in fleet(game, side) and n not in busy]
    found = [Shot(name, foe) for name in ready for foe in targets(game, name, known)]
    if not found:
        return None
    choice = FireAtShip(found)
    answer = yield choice.ask(
        game, side, "surface-combat", "Which ship fires at which?", {"fire": found[0]},
        also=(HoldFire(),), slight=True,
    )  # fmt: skip
    return choice.order_of(game, answer) if answer["do"] == FireAtShip.do else None


def targets(game: Nw, name: str, known: Sequence[str]) -> list[str]:
    """The detected enemy ships that a ship can fire at, the most damaged first. [17.3] [17.1.2]"""
    if in_port(game, name) or not hull(game, name).support:
        return []  # [17.0]
    side = hull(game, name).side
    found = [
        foe
        for foe in known
        if hull(game, foe).side != side
        and foe in fleet(game)
        and sighted(game, foe) != HIDDEN
        and not in_port(game, foe)
        and in_range(game, name, foe)
    ]
    return sorted(found, key=lambda foe: -ship_of(game, foe).strike)


def in_range(game: Nw, name: str, foe: str) -> bool:
    """Whether ships are in the same box, or within ten hexes of open sea. [17.3]

    An All-Sea hex is the same location as its Inshore Box, for who is in that. [17.1.2-p3]
    """
    a, b = ship_of(game, name).hex, ship_of(game, foe).hex
    if a >= 0 and b >= 0:
        return _by_sea(game, a, b)
    return location(game, name) == location(game, foe)


def _by_sea(game: Nw, start: int, end: int) -> bool:
    """Whether a way of ten hexes at most leads over water alone. [17.3]"""
    ground, seen, ring = game.scenario.ground, {start}, {start}
    for _ in range(GUN_RANGE):
        if end in seen:
            break
        ring = {b for a in ring for b in game.board.around(a) if not ground.land(b)} - seen
        seen |= ring
    return end in seen


def resolve(game: Nw, shot: Shot) -> str:
    """Close-in weapons, then the Strike Chart: what the shot does. [17.1.3] [17.3]"""
    stopped = ciws(game, shot.target)
    if stopped in MISSED:
        return stopped
    tables, tally = game.scenario.tables, modifiers(game, shot.target)
    if stopped.startswith("+"):
        tally = tally.add("close-in weapons", int(stopped), "17.1.4-4")
    row = f"naval {min(hull(game, shot.unit).support, HEAVIEST)}"
    column = tables["strike-columns"].cell(row, "naval unit").value
    shown, result = dice.on_table(game, "strike", column, tally)
    side = hull(game, shot.unit).side
    facts = {"unit": shot.unit, "side": side, "target": shot.target, "result": result}
    dice.show(game, "surface-fire", "17.3", facts, shown, tally)
    return result


def modifiers(game: Nw, target: str) -> Tally:
    """What is added to a strike at a ship: exact knowledge of its place helps. [17.1.3]"""
    if sighted(game, target) != POINT:
        return Tally()
    row = "naval target: Point Detected"
    worth = int(game.scenario.tables["strike-drms"].cell(row, "drm").value)
    return Tally().add("Point Detected", worth, "17.1.2", "chart")
