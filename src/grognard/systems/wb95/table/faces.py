"""Stacks and counters in small, as a map of letters and a list of units show them. [16.1]

What a player may not know of a stack stands there as `?` and `+`. [16.1.1]
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.systems.wb95.arrivals.entry_zones import zone_by_id
from grognard.systems.wb95.masking.masking import FULL, counted, sight, told_of
from grognard.systems.wb95.movement.movement import budget, points, unable
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import (
    attack_strength,
    counter_of,
    defence_strength,
    level_of,
    unit_of,
    whole,
)
from grognard.systems.wb95.scenario import MOVEMENT, STRATEGIC, Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.table.counters import acted
from grognard.systems.wb95.table.picture import ARMS
from grognard.systems.wb95.units import MAP, Counter
from grognard.systems.wb95.words import called, levels
from grognard.table.tabletop import Face, Piece, Player

RANK = ("ARM", "MOT", "INF", "CAV", "AG", "AC", "VS", "FU", "RG", "AT", "AA", "ART", "HQ")
"""Which arm a mixed stack is called by."""


def face(game: Wb, player: Player, h: int) -> Face:
    """A stack in small: all of it where it is known, `?` and `+` where it is not. [16.1.1]"""
    names, side = units_at(game, h), str(holder(game, h))
    seen = [name for name in names if sight(game, player, name) == FULL]
    told = player in (None, side) or counted(game, player or "", h)
    complete = told and len(seen) == len(names)
    shown = sorted((counter_of(game, name).type for name in seen), key=RANK.index)
    title = shown[0] if shown else "?"
    strength = _strength(game, seen) if seen else "?"
    return Face(
        side=side,
        title=title,
        strength=strength if complete or not seen else f"{strength}+",
        count=str(len(names)) if told else "",
        letter=ARMS.get(title, "?"),
        mark=_mark(game, h, names),
        done=player == side and all(acted(game, name) for name in names),
    )


def _strength(game: Wb, names: Sequence[str]) -> str:
    """Attack and defence of counters together, as they stand. [1.4a]"""
    attack = sum(whole(attack_strength(game, n)) for n in names if counter_of(game, n).attacks)
    defence = sum(whole(defence_strength(game, n)) for n in names if not counter_of(game, n).hq)
    return f"{attack}-{defence}"


def _mark(game: Wb, h: int, names: Sequence[str]) -> str:
    """The most urgent marker of a stack, which is open: supply, order, works. [16.1.1]"""
    units = [unit_of(game, name) for name in names]
    if any(unit.oos > 0 for unit in units):
        return "!"
    if any(unit.disorganised >= 0 for unit in units):
        return "*"
    works = game.state[HEXES][h].fortified or h in game.scenario.fixed_positions
    return "⌂" if works else ""


def told(game: Wb, player: str, h: int) -> list[str]:
    """What must be told of a stack next to own units, or that it is closed. [16.1.4]"""
    if not counted(game, player, h):
        return ["closed: only what lies on top is seen [16.1.1]"]
    if all(sight(game, player, name) == FULL for name in units_at(game, h)):
        return []
    rows = [
        f"{row['type']}{' of ' + levels(row['cels']) if 'cels' in row else ''}"
        for row in told_of(game, player, h)
    ]
    return [f"in all: {', '.join(rows)} [16.1.4]"]


def piece(game: Wb, player: Player, name: str) -> Piece:
    """One counter in a list: attack-defence-movement, level, and what has become of it."""
    counter, unit = counter_of(game, name), unit_of(game, name)
    level = level_of(game, name) if unit.cel else counter.levels[-1]
    values = f"{counter.type:<3} {level.attack}-{level.defence}-{points(level.mp)}"
    where = game.board.label(unit.hex) if unit.place == MAP else ""
    return Piece(
        id=name,
        name=called(counter),
        hex=where,
        values=values,
        notes=_notes(game, player, name, counter),
    )


def _notes(game: Wb, player: Player, name: str, counter: Counter) -> tuple[str, ...]:
    """Levels, markers, and in its owner's own list what it can still do."""
    unit = unit_of(game, name)
    if unit.place != MAP:
        due = f" turn {unit.due}" if unit.due else ""
        found = zone_by_id(game, counter.side, unit.zone)
        zone = f" at {found.name}" if found is not None else ""
        return (f"{unit.place}{due}{zone}",)
    notes = [f"level {unit.cel} of {len(counter.levels)}"] if len(counter.levels) > 1 else []
    if counter.towed_artillery:
        notes.append("limbered" if unit.transport else "deployed")
    if unit.oos:
        notes.append(f"out of supply {unit.oos}")
    if unit.disorganised >= 0:
        notes.append("disorganised")
    if counter.side == player and game.segment.kind in (MOVEMENT, STRATEGIC):
        stuck = unable(game, name)
        left = f"{points(budget(game, name))} MP left"
        notes.append(left if stuck is None else f"stays [{stuck.rule}]")
    if game.serial in (unit.fought, unit.fired):
        notes.append("has fought")
    return tuple(notes)
