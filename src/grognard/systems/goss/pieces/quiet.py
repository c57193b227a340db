"""Lulls as they stand: who is in one, who is active in it, and what its end has left. [24.0]

What sets lulls off and ends them is in the chapter `lulls`; what they forbid is asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from grognard.engine.refusal import Refusal
from grognard.systems.goss.pieces.chain import army, formation, subordinates
from grognard.systems.goss.pieces.sight import seen
from grognard.systems.goss.pieces.stacks import on_map, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import AM, Gs
from grognard.systems.goss.status import HQS, LULLS, ZONES, Lull
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import MAP, UNITS
from grognard.systems.goss.words import called

WATCHED = (UNITS.name, LULLS.name, ZONES.name, HQS.name)
"""What says who is in which lull."""
MOST_ATTACHED = 3
"""How many units may be attached to the active formation of Side One. [24.2.0]"""
SLUGGISH = 2
"""For how many GTs Side One's units sleep on after a counter-offensive. [24.5.0(d)]"""
UNOBSERVED, HALVED, SURPRISE, NOT_INTENSIVE, SUPPLIED = 1, 1, 2, 3, 3
"""For how many GTs each effect of the end of a lull lasts. [24.4.0]"""


def in_force(lull: Lull) -> bool:
    """Whether a lull is on. [24.0]"""
    return bool(lull.one) and not lull.ended


def sluggish(game: Gs, lull: Lull) -> bool:
    """Whether Side Two has just broken a lull, and Side One's units sleep on. [24.5.0]"""
    broken = bool(lull.ended) and lull.ender != lull.one
    return broken and lull.ended <= game.turn < lull.ended + SLUGGISH


def _alive(lull: Lull, turn: int) -> bool:
    """Whether a lull still matters in a GT: it is on, or has ended in the last GTs. [24.4.0]"""
    return in_force(lull) or (bool(lull.ended) and turn < lull.ended + NOT_INTENSIVE)


def lulls(game: Gs) -> dict[str, Lull]:
    """The lulls that matter now, by the army that asked, those that are on first. [24.0]"""
    turn = game.turn
    return game.cached(("lulls", turn), (LULLS.name,), lambda: _lulls(game, turn))


def _lulls(game: Gs, turn: int) -> dict[str, Lull]:
    found = {name: one for name, one in sorted(game.state[LULLS].items()) if _alive(one, turn)}
    return dict(sorted(found.items(), key=lambda pair: bool(pair[1].ended)))


def members(game: Gs) -> Mapping[str, str]:
    """Which lull each unit is in, by the army that asked for it. [24.0]"""
    found = lulls(game)
    if not found:
        return {}
    names = [name for side in game.scenario.sides for name in on_map(game, side)]
    return {name: key for name in names if (key := _lull(game, name, found))}


def _lull(game: Gs, name: str, found: Mapping[str, Lull]) -> str:
    """Which of some lulls a unit on the map is in, by the army that asked: as one of its units, or
    as one of the enemy's within its boundaries. [24.0]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    if unit.place != MAP:
        return ""
    for key, lull in found.items():
        if side == lull.one:
            if army(game, name) == key:
                return key
        elif opposite(game, unit.hex, lull.one) == key:
            return key
    return ""


def opposite(game: Gs, h: int, side: str) -> str:
    """The army of a side that a hex is before: in whose boundaries it lies, or, where none are
    drawn there, whose units are nearest. [24.0]"""
    armies = game.scenario.armies_of[side]
    if len(armies) == 1:
        return armies[0]
    return game.cached(("opposite", h, side), WATCHED, lambda: _opposite(game, h, side, armies))


def _opposite(game: Gs, h: int, side: str, armies: Sequence[str]) -> str:
    for name in armies:
        if h in boundaries(game, name):
            return name
    distance = game.board.distance
    near = ((distance(h, post), name) for post, name in _posts(game, side) if name in armies)
    return min(near, default=(0, ""))[1]


def _posts(game: Gs, side: str) -> Collection[tuple[int, str]]:
    """Where units of each army of a side stand."""

    def compute() -> frozenset[tuple[int, str]]:
        return frozenset((unit_of(game, n).hex, army(game, n)) for n in on_map(game, side))

    return game.cached(("posts", side), WATCHED, compute)


def boundaries(game: Gs, name: str) -> frozenset[int]:
    """The zone of operation of an army, with those of its corps. [24.0] [9.2.0]"""

    counters, zones = game.scenario.counters, game.state[ZONES]
    own = tuple(k for k in zones if k == name or (k in counters and army(game, k) == name))

    def compute() -> frozenset[int]:
        return frozenset(h for key in own for h in zones[key].hexes)

    return game.cached(("boundaries", name), (ZONES.name,), compute, detail=own)


def disclosed(game: Gs, key: str) -> bool:
    """Whether a zone of operation is known to both, since a lull is kept within it. [24.0]"""
    name = army(game, key) if key in game.scenario.counters else key
    lull = game.state[LULLS].get(name)
    return lull is not None and in_force(lull)


def lull_of(game: Gs, name: str) -> Lull | None:
    """The lull that a unit is in, or that has just ended around it. [24.0]"""
    found = lulls(game)
    key = _lull(game, name, found) if found else ""
    return found[key] if key else None


def quieted(game: Gs, name: str) -> bool:
    """Whether a unit is in a lull that is on, be it active or not. [24.2.5-2]"""
    lull = lull_of(game, name)
    return lull is not None and in_force(lull)


def behind_it(game: Gs, name: str) -> bool:
    """Whether a unit that is off the map belongs to a lull that is on: to the army that asked, or
    to the enemy and comes in before it. [24.2.4]"""
    side, gates = counter_of(game, name).side, game.scenario.entries.get(name, ())
    for key, lull in lulls(game).items():
        if not in_force(lull):
            continue
        if side == lull.one:
            if army(game, name) == key:
                return True
        elif any(opposite(game, h, lull.one) == key for h in gates):
            return True
    return False


def against_supplies(game: Gs, name: str) -> Refusal | None:
    """Why nobody in a lull gets replacements, or comes onto the map: but in the AM. [24.2.4]"""
    if period(game) == AM:
        return None
    on_it = quieted(game, name) if unit_of(game, name).place == MAP else behind_it(game, name)
    if not on_it:
        return None
    text = f"{called(game, name)} is in a lull: reinforcements and replacements come in the AM"
    return Refusal("24.2.4", text)


def without_interdiction(game: Gs, h: int, sector: Callable[[int], str]) -> bool:
    """Whether nobody flies ground interdiction over a hex: its sector has a lull, or, on a map of
    one sector, it lies within the boundaries of one. [24.2.3]"""
    parts = len(game.scenario.ground.sectors)
    for key, lull in lulls(game).items():
        if not in_force(lull):
            continue
        if parts <= 1:
            if opposite(game, h, lull.one) == key:
                return True
        elif any(sector(one) == sector(h) for one in _reaches(game, key)):
            return True
    return False


def _reaches(game: Gs, key: str) -> Collection[int]:
    """Where an army is: its boundaries, or its units where none are drawn. [24.2.3]"""
    side = game.scenario.armies[key].side
    own = (unit_of(game, n).hex for n in on_map(game, side) if army(game, n) == key)
    return boundaries(game, key) or {*own}


# ---- active and inactive [24.2.0]


def chosen(game: Gs, lull: Lull, name: str) -> bool:
    """Whether a unit is of an active formation, or one of the active guns; of those attached to
    Side One's formation three at most are, as the owner has said. [24.2.0]"""
    if name in lull.guns:
        return True
    hq = formation(game, name)
    if not hq or hq not in lull.formations:
        return False
    if counter_of(game, name).side != lull.one or not unit_of(game, name).attached:
        return True
    mine = attached(game, hq)
    said = [n for n in mine if n in lull.attached]
    return name in (said or mine[:MOST_ATTACHED])


def attached(game: Gs, hq: str) -> list[str]:
    """The units that are attached to a formation. [9.6.2]"""
    return sorted(n for n in subordinates(game, hq) if unit_of(game, n).attached == hq)


def inactive(game: Gs, name: str) -> bool:
    """Whether a unit is inactive in a lull; after a counter-offensive, whether it has not woken up
    yet. [24.2.0] [24.5.0]"""
    if unit_of(game, name).awake >= game.turn:
        return False
    lull = lull_of(game, name)
    if lull is None:
        return False
    if not in_force(lull) and not (
        sluggish(game, lull) and counter_of(game, name).side == lull.one
    ):
        return False
    return not chosen(game, lull, name)


def against_activity(game: Gs, name: str, rule: str = "24.2.0") -> Refusal | None:
    """Why an inactive unit does nothing now: but in the AM it rests. [24.2.0]"""
    if period(game) == AM or not inactive(game, name):
        return None
    return Refusal(rule, f"{called(game, name)} is inactive in a lull, and acts in the AM only")


def asleep(game: Gs, viewer: str, h: int) -> bool:
    """Whether, as far as a player sees, there are only inactive enemies in a hex. [24.2.0-2]"""
    shown = [n for n in units_at(game, h) if seen(game, viewer, n)]
    return bool(shown) and all(inactive(game, n) for n in shown)


def against_sleepers(game: Gs, name: str, h: int) -> Refusal | None:
    """Why a unit of Side Two that is active leaves the enemies of a hex alone: they are inactive.
    [24.2.0-2]"""
    lull, side = lull_of(game, name), counter_of(game, name).side
    if lull is None or not in_force(lull) or side == lull.one or inactive(game, name):
        return None
    if not asleep(game, side, h):
        return None
    text = f"{called(game, name)} leaves the inactive units in {game.board.label(h)} alone"
    return Refusal("24.2.0-2", text)


# ---- after the end [24.4.0]


def _begun(game: Gs, lull: Lull) -> bool:
    """Whether the effects of a lull's end have begun: after a counter-offensive with Side Two's
    own player turn. [24.5.0]"""
    if lull.ender == lull.one or game.turn > lull.ended:
        return True
    sides = list(game.scenario.sides)
    return not active(game) or sides.index(active(game)) >= sides.index(lull.ender)


def _recent(game: Gs, name: str, turns: int) -> Lull | None:
    """The lull around a unit that ended within so many GTs. [24.4.0]"""
    lull = lull_of(game, name)
    if lull is None or not lull.ended or game.turn >= lull.ended + turns:
        return None
    return lull if _begun(game, lull) else None


def ended_it(game: Gs, name: str, turns: int) -> bool:
    """Whether a unit's side has ended the lull around it within so many GTs. [24.4.0]"""
    lull = _recent(game, name, turns)
    return lull is not None and lull.ender == counter_of(game, name).side


def suffers_it(game: Gs, name: str, turns: int) -> bool:
    """Whether the enemy has ended the lull around a unit within so many GTs. [24.4.0]"""
    lull = _recent(game, name, turns)
    return lull is not None and lull.ender != counter_of(game, name).side


def graced(game: Gs, name: str) -> bool:
    """Whether a unit is in GenS because a lull has ended: for a full GD, if it is not isolated.
    [24.4.0]"""
    lull = lull_of(game, name)
    if lull is None or not lull.ended or game.turn >= lull.ended + SUPPLIED:
        return False
    return unit_of(game, name).place == MAP and not unit_of(game, name).isolated
