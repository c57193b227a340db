"""Boundaries drawn with the pointer: what a stroke over the map means. [9.2.0-draw]

Who begins a stroke in a zone draws that one farther; who crosses a neighbour's with it cuts off a
piece, and the piece goes over, too. Who draws again over what he has just drawn takes it back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from grognard.systems.goss.command.zones import army_of_zone, hexes_of, zones_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.words import called
from grognard.table.cards import Area, Tone

TONES: tuple[Tone, ...] = ("info", "warn", "bad", "good", "plain")
"""What zones are told apart by."""


def titled(game: Gs, player: str) -> dict[str, str]:
    """The zones of a side by what they are called. [9.2.0]"""
    return {called(game, key): key for key in zones_of(game, player)}


def alike(game: Gs, player: str, zone: str) -> list[str]:
    """The zones of a side that lie side by side with one: those of corps, or of armies. [9.2.0]"""
    armies = game.scenario.armies
    every = list(zones_of(game, player))
    same = [key for key in every if (key in armies) == (zone in armies)]
    return same if zone else [key for key in every if key not in armies] or every


def begun_in(game: Gs, player: str, hexes: Sequence[int], sort: str) -> str:
    """The zone that a stroke is for: the one that was chosen, or in which it begins, a corps'
    before an army's; else the nearest to its beginning. [9.2.0-draw]"""
    known = titled(game, player)
    if sort in known:
        return known[sort]
    armies = game.scenario.armies
    ranked = sorted(known.values(), key=lambda key: (key in armies, key))
    inside = [key for key in ranked if hexes[0] in hexes_of(game, key)]
    if inside or not ranked:
        return next(iter(inside), "")
    distance = game.board.distance
    return min(ranked, key=lambda key: min(distance(hexes[0], h) for h in hexes_of(game, key)))


def stroke(
    game: Gs, player: str, zone: str, sofar: Collection[int], hexes: Sequence[int]
) -> tuple[int, ...]:
    """The hexes that a zone takes over after a stroke; one that begins on those takes them back.
    [9.2.0-draw]"""
    taken, own = {*sofar}, hexes_of(game, zone)
    if hexes[0] in taken:
        return tuple(sorted(taken - {*hexes}))
    fresh = taken | {h for h in hexes if h not in own}
    return tuple(sorted(fresh | cut_off(game, player, zone, fresh)))


def cut_off(game: Gs, player: str, zone: str, taken: Collection[int]) -> set[int]:
    """The pieces of neighbours' zones that a line parts from the rest of them and that lie beside
    the zone; the largest piece stays theirs. [9.2.0-draw]"""
    found: set[int] = set()
    mine = hexes_of(game, zone) | {*taken}
    for key in alike(game, player, zone):
        if key == zone:
            continue
        pieces = apart(game, hexes_of(game, key) - mine)
        for piece in sorted(pieces, key=len)[:-1]:
            if any(b in mine for h in piece for b in game.board.around(h)):
                found |= piece
    return found


def apart(game: Gs, hexes: Iterable[int]) -> list[set[int]]:
    """Hexes by what hangs together."""
    left, found = {*hexes}, list[set[int]]()
    while left:
        piece, edge = set[int](), [left.pop()]
        while edge:
            h = edge.pop()
            piece.add(h)
            onward = [b for b in game.board.around(h) if b in left]
            left.difference_update(onward)
            edge += onward
        found.append(piece)
    return found


def areas(game: Gs, player: str, zone: str, changed: Mapping[str, frozenset[int]]) -> list[Area]:
    """The zones of a side as they would be, each in a colour that no neighbour has. [9.2.0]"""
    label, keys = game.board.label, alike(game, player, zone)
    extents = {key: changed.get(key, hexes_of(game, key)) for key in keys}
    tones = toned(game, extents)
    return [
        Area(called(game, key), tuple(map(label, sorted(hexes))), tones[key], key == zone)
        for key, hexes in extents.items()
    ]


def toned(game: Gs, zones: Mapping[str, frozenset[int]]) -> dict[str, Tone]:
    """A tone for each zone that none beside it has, as far as there are enough."""
    found: dict[str, Tone] = {}
    for key, hexes in zones.items():
        rim = {b for h in hexes for b in game.board.around(h)} | hexes
        near = {found[one] for one in found if rim & zones[one]}
        found[key] = next((tone for tone in TONES if tone not in near), TONES[len(found) % 5])
    return found


def of_army(game: Gs, key: str) -> str:
    """A zone with the army that it belongs to. [9.3.2]"""
    army = army_of_zone(game, key)
    return called(game, key) if key == army else f"{called(game, key)}, {army}"
