"""Air units that fly with troops, and what the defenses of the Advanced Game do to both. [25.1]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Questions
from grognard.systems.nextwar.air.defense_fire import Flight
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.airpower.wings import aloft, depart, ready, weasel
from grognard.systems.nextwar.defenses.fire import approach, suppressed
from grognard.systems.nextwar.defenses.intercepting import defend
from grognard.systems.nextwar.defenses.package import AIRMOBILE, Package, finish
from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.words import called

COMPANIONS = 2
"""How many air units go with a mission. [25.1]"""


def why_not_along(game: Nw, side: str, names: Sequence[str], h: int) -> list[Refusal]:
    """Why air units cannot go with troops to a hex: two at most, escorts out of the Air Superiority
    Box, Wild Weasels that are Ready. [25.0] [25.1] [23.1]"""
    if not names:
        return []
    if not game.scenario.air_units:
        return [Refusal("25.1", "air units escort troops in the Advanced Game; Air Points do here")]
    if len(names) > COMPANIONS or len({*names}) < len(names):
        return [Refusal("25.1", f"at most {COMPANIONS} air units go with a mission, each once")]
    for name in names:
        if name not in aloft(game, side) and not (name in ready(game, side) and weasel(game, name)):
            text = f"{called(game, name)} is neither in the Air Superiority Box nor a Wild Weasel"
            return [Refusal("25.1", f"{text} that is Ready")]
        if not reaches(game, name, h):
            return [Refusal("22.3", f"{called(game, name)} does not reach {game.board.label(h)}")]
    return []


def met(
    game: Nw, flight: Flight, names: Sequence[str], at: int, along: Sequence[str], own: bool
) -> Questions[tuple[str, ...]]:
    """Who comes through the defenses of a place: detection, interceptors, missiles and guns at each
    unit for itself. [24.3.3] [24.3.4] [24.4]"""
    depart(game, along)
    package = Package(
        flight.side, flight.kind, at, tuple(names),
        escorts=tuple(n for n in along if not weasel(game, n)),
        suppressors=tuple(n for n in along if weasel(game, n)),
        path=flight.path if at == flight.target else (at,),
    )  # fmt: skip
    (sighted,) = yield from defend(game, [package])
    package = yield from suppressed(game, sighted.package, sighted.found)
    through = []
    for name in package.strikers:
        passage = yield from approach(game, package, sighted.found, name)
        if passage.hits and flight.kind == AIRMOBILE and not own and points.by_points(game, name):
            points.destroy(game, flight.side, "24.5")
        if passage.through:
            through.append(name)
    finish(game, package)
    return tuple(name for name in through if unit_of(game, name).steps)
