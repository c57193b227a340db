"""What enemies do to whoever comes near: the hexes beside them, halts, and works that nobody
passes. [7.7] [7.8] [7.9]

It is worked out for what is so, or for what a player may know: of a stack he sees the top, and of
those within works only that there are some. [8.4.0] What he cannot know he finds out when he tries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from grognard.systems.goss.halts.crossings import road
from grognard.systems.goss.observation.cover import NOTHING, covers, intact_area, lying
from grognard.systems.goss.pieces.sight import seen, shown_at
from grognard.systems.goss.pieces.stacks import stacks, units_at
from grognard.systems.goss.pieces.values import counter_of, sheltered, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, ET3, HEXES, HexStatus
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import AT, ATLEG, FLAK, UNITS, Unit

HALTING_STEPS = 2
"""Steps in one hex that direct artillery at whoever comes next to them. [7.7.1]"""
HEAVY_GUNS = frozenset({AT, ATLEG, FLAK})
HALTING_WORKS = ("ET-2", "ET-3")
"""Entrenchments; an improved position is none. [7.7.3]"""
GUNS, AT_GUNS, WORKS, DELAY = "7.7.1", "7.7.2", "7.7.3", "7.13.2"
"""The rules that halt a unit."""


@dataclass(frozen=True)
class Front:
    """The enemies of a side as they stand in the way.

    `held` are their hexes, `beside` those next to them. `halts` say for each hex by which rule one
    must stop there. `tame` are the covered hexes next to nothing but AFVs to which no road leads
    from them. [7.8.0b] `strong` are the works that nobody passes from hex to hex. [7.9.0]
    """

    held: frozenset[int]
    beside: frozenset[int]
    halts: Mapping[int, str]
    tame: frozenset[int]
    strong: frozenset[int]


NOBODY: frozenset[str] = frozenset()


def front(
    game: Gs, side: str, viewer: str | None = None, ignored: frozenset[str] = NOBODY,
    faced: frozenset[str] = NOBODY,
) -> Front:  # fmt: skip
    """The enemies of a side, as a viewer knows them or as they are, but for some who are ignored:
    those that one has overrun, or means to surprise. [5.3.5a] [7.14.2] Those who are `faced`, whom
    one is about to overrun, do not halt one; all else they do. [7.7.3]"""
    enemy = other(side)
    them = game.cached(("enemies", enemy), (UNITS.name,), lambda: _units(game, enemy))
    stances = game.cached(("stances", enemy), (), lambda: _stances(*them), detail=them)
    found: list[Front] = []

    def compute() -> Front:
        """Once for these enemies: who stands otherwise since is another detail."""
        if not found:
            found.append(_front(game, side, viewer, ignored, faced))
        return found[0]

    key = "front", side, viewer, ignored, faced
    return game.cached(key, (BRIDGES.name,), compute, detail=(stances, lying(game), dark(game)))


Stance = tuple[str, int, int, int, bool, bool, bool, str, bool, str]
"""What matters of an enemy to whoever comes near."""


def _units(game: Gs, side: str) -> tuple[tuple[str, ...], tuple[Unit, ...]]:
    """The units of a side on the map: their names and themselves."""
    names, units = tuple(stacks(game).own[side]), game.state[UNITS]
    return names, tuple([units[n] for n in names])


def _stances(names: tuple[str, ...], units: tuple[Unit, ...]) -> tuple[Stance, ...]:
    """How units stand."""
    return tuple(
        (n, u.hex, u.order, u.steps, u.inside, u.laid_open, u.depleted, u.mode, u.ta, u.task)
        for n, u in zip(names, units, strict=True)
    )


def _front(
    game: Gs, side: str, viewer: str | None, ignored: frozenset[str], faced: frozenset[str]
) -> Front:
    enemy, around = other(side), game.board.around
    held = stacks(game).held[enemy]
    held = {h for h in held if {*units_at(game, h)} - ignored} if ignored else {*held}
    beside = {b for h in held for b in around(h)}
    forts = {
        h for h, status in game.state[HEXES].items() if status.fort and status.side == enemy
    }  # fmt: skip
    meek = ignored | faced
    hostile = {h for h in held if not faced or {*units_at(game, h)} - meek}
    halts = _halts(game, side, viewer, hostile, forts, meek)
    strong = forts | {h for h in held if _strong(game, enemy, viewer, h)}
    soft = {h for h in held if _only_armor(game, viewer, h, ignored)}
    tame = frozenset(_tame(game, side, held, soft))
    return Front(frozenset(held), frozenset(beside), halts, tame, frozenset(strong))


def known_at(game: Gs, viewer: str | None, h: int, ignored: Collection[str] = ()) -> Iterator[str]:
    """The units in a hex that a viewer knows of."""
    shown = shown_at(game, viewer, h)
    yield from (name for name in shown if name not in ignored) if ignored else shown


def _halts(
    game: Gs, side: str, viewer: str | None, held: set[int], forts: set[int],
    ignored: frozenset[str],
) -> dict[int, str]:  # fmt: skip
    """Where one must stop, and by which rule: works anywhere, guns where there is no cover.
    [7.7.1] [7.7.2] [7.7.3]"""
    around, enemy, halts = game.board.around, other(side), dict[int, str]()
    disks = game.board.disks
    ranges = {disks((gun,), reach) for gun, reach in _batteries(game, enemy, viewer, ignored)}

    @cache
    def open_(b: int) -> bool:
        return not covers(game, side, b)

    @cache
    def in_range(b: int) -> bool:
        return any(b in fired_at for fired_at in ranges) and open_(b)

    for h in sorted(held):
        names = list(known_at(game, viewer, h, ignored))
        if _steps(game, names) >= HALTING_STEPS:
            halts |= {b: GUNS for b in around(h) if in_range(b)}
        if any(_heavy_gun(game, n) for n in names):
            halts |= {b: AT_GUNS for b in around(h) if open_(b)}
    for h in sorted(forts | {h for h in held if _works(game, enemy, viewer, h, ignored)}):
        halts |= dict.fromkeys(around(h), WORKS)
    for h, status in game.state[HEXES].items():
        if status.delayer == enemy and status.delay >= 0:
            halts[h] = DELAY
    return halts


def _steps(game: Gs, names: list[str]) -> int:
    """The steps of those who direct fire: neither artillery nor headquarters. [7.7.1]"""
    counters = ((n, counter_of(game, n)) for n in names)
    return sum(unit_of(game, n).steps for n, one in counters if not one.artillery and not one.hq)


def _batteries(
    game: Gs, enemy: str, viewer: str | None, ignored: frozenset[str]
) -> Iterator[tuple[int, int]]:
    """The red-hexagon artillery that has ammunition: where, and how far it reaches; Flak is no
    artillery here. [7.7.1]"""
    for name in stacks(game).own[enemy]:
        counter = counter_of(game, name)
        if counter.artillery and counter.red_hexagon and name not in ignored:
            unit = unit_of(game, name)
            if not unit.depleted and seen(game, viewer, name):
                yield unit.hex, counter.range


def _heavy_gun(game: Gs, name: str) -> bool:
    """A heavy AT or Flak unit of any size. [7.7.2]"""
    counter = counter_of(game, name)
    return counter.type.code in HEAVY_GUNS and counter.red_hexagon


def _works(game: Gs, enemy: str, viewer: str | None, h: int, ignored: frozenset[str]) -> bool:
    """Whether enemies are within an entrenchment or fortified area; who sees nobody outside knows
    that somebody is inside. [7.7.3] [8.4.0]"""
    status, area = game.state[HEXES].get(h) or NOTHING, intact_area(game, h) == enemy
    if not area and not (status.side == enemy and status.work in HALTING_WORKS):
        return False
    known = list(known_at(game, viewer, h, ignored))
    if not known:
        return any(n not in ignored for n in units_at(game, h))
    return any(sheltered(game, n) and (area or unit_of(game, n).inside) for n in known)


def _strong(game: Gs, enemy: str, viewer: str | None, h: int) -> bool:
    """Whether an ET-3 or fortified area is held by a step that is neither artillery nor
    headquarters; by an option any ET counts. [7.9.0] [17.4.1b]"""
    status: HexStatus = game.state[HEXES].get(h) or NOTHING
    all_ets = game.options["et3-ban"] == "all-ets"
    work = status.work == ET3 or (all_ets and status.work in HALTING_WORKS)
    if not (work and status.side == enemy) and intact_area(game, h) != enemy:
        return False
    return _steps(game, list(known_at(game, viewer, h))) > 0


def _only_armor(game: Gs, viewer: str | None, h: int, ignored: frozenset[str]) -> bool:
    """Whether all units of a hex are AFVs, as far as a viewer knows: what is covered may be
    anything. [7.8.0]"""
    counters = game.scenario.counters
    if not all(counters[n].afv for n in units_at(game, h) if n not in ignored):
        return False  # as of most hexes
    return all(seen(game, viewer, n) for n in units_at(game, h) if n not in ignored)


def _tame(game: Gs, side: str, held: set[int], soft: set[int]) -> Iterator[int]:
    """The covered hexes whose only enemy neighbours are AFVs to which no road leads. [7.8.0]"""
    around = game.board.around
    for b in sorted({b for h in soft for b in around(h)}):
        enemies = [h for h in around(b) if h in held]
        if all(h in soft and not road(game, b, h) for h in enemies) and covers(game, side, b):
            yield b
