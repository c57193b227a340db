"""Spotters: who may observe for a mission, and how often. [11.2.1] [11.2.1a]"""

from __future__ import annotations

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.goss.command.status import excused
from grognard.systems.goss.command.zones import hexes_of, in_zones, inside
from grognard.systems.goss.fire.mission import BLIND, FEATURE, OBSERVED, sub_segment
from grognard.systems.goss.observation.lookouts import lookouts
from grognard.systems.goss.observation.observing import (
    air_observation,
    air_observes,
    observes,
    sees_feature,
)
from grognard.systems.goss.pieces.quiet import UNOBSERVED, ended_it
from grognard.systems.goss.pieces.stacks import held, on_map, present, units_at
from grognard.systems.goss.pieces.surprise import UNOBSERVED as BLINDLY
from grognard.systems.goss.pieces.surprise import surprises
from grognard.systems.goss.pieces.values import battalion, counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import active, other
from grognard.systems.goss.units import STRAT, UNITS, Counter, Unit

PER_HEX = 2
"""How many units of one hex may spot in a Combat Phase. [11.2.1a]"""


def targets_of(counter: Counter, unit: Unit) -> int:
    """For how many hexes a unit may spot in a phase: a battalion for two, as a two-step hybrid,
    another company for one, a Z-step for none. [11.2.1a] [4.1.3-fs-b]"""
    if z_step(counter, unit):
        return 0
    large = battalion(counter, unit) or (counter.hybrid and counter.steps == 2)
    return 2 if large else 1


def spots(game: Gs, unit: Unit) -> tuple[int, ...]:
    """The hexes that a unit has spotted for in this phase. [11.2.1a]"""
    return unit.spots if this_phase(game, unit.spotted) else ()


def sight_of(game: Gs, player: str, spotter: str, h: int) -> str:
    """What a spotter, or observers in the air, see of a hex: units, a population feature alone, or
    nothing. [11.2.1]"""
    there = units_at(game, h)
    if not spotter:
        return OBSERVED if any(air_observes(game, player, n) for n in there) else BLIND
    if any(observes(game, spotter, n) for n in there):
        return OBSERVED
    return FEATURE if sees_feature(game, spotter, h) else BLIND


def against_target(game: Gs, player: str, h: int) -> list[Refusal]:
    """Why a hex cannot be fired at: nobody is there, or only units that fell back into it in this
    phase. [11.2.2] [11.6.3c]"""
    label = game.board.label(h)
    if h not in held(game, other(player)):
        return [Refusal("11.2.2", f"{label} holds no enemy")]
    if all(this_phase(game, unit_of(game, n).retreated) for n in units_at(game, h)):
        return [Refusal("11.6.3c", f"those in {label} have just retreated from a mission")]
    return []


def against_spotter(game: Gs, player: str, spotter: str, h: int) -> list[Refusal]:
    """Why nobody, or this unit, may spot for missions against a hex; in the GT in which a side has
    ended a lull it fires at what it does not see. [11.2.1] [11.2.1a] [24.4.0(a)]"""
    if not spotter:
        if not air_observation(game, player):
            return [Refusal("8.3.0", "there are no observers in the air now")]
    elif spotter not in on_map(game, player):
        return [Refusal("form", f"{spotter!r} is no unit of yours on the map")]
    else:
        why = barred(game, player, spotter, h) or _across(game, player, spotter, h)
        if why is not None:
            return [why]
    if sight_of(game, player, spotter, h) == BLIND:
        text = f"nothing is observed in {game.board.label(h)}"
        if not spotter:
            return [Refusal("8.3.0", text)]
        if game.options["unobserved-fire"] == "off" and not fires_blind(game, spotter):
            return [Refusal("11.2.1", text)]
    return []


def fires_blind(game: Gs, spotter: str) -> bool:
    """Whether guns may fire at what nobody observes: in the GT in which their side has ended a
    lull, or surprises the enemy. [24.4.0(a)] [11.4.1e]"""
    lulled = ended_it(game, spotter, UNOBSERVED)
    return lulled or surprises(game, counter_of(game, spotter).side, BLINDLY)


def barred(game: Gs, player: str, spotter: str, h: int) -> Refusal | None:
    """Why a unit may not spot, whatever it sees. [11.2.1a] [5.5.6] [9.4.1] [15.7.0]"""
    counter, unit = counter_of(game, spotter), unit_of(game, spotter)
    name, before = counter.name, spots(game, unit)
    most = targets_of(counter, unit)
    if not most:
        return Refusal("11.2.1a", f"{name} is a Z-step unit and cannot spot")
    if unit.mode == STRAT:
        return Refusal("5.5.6", f"{name} is in Strat mode and cannot spot")
    if unit.isolated:
        return Refusal("15.7.0", f"{name} is isolated and cannot spot")
    if this_phase(game, unit.advanced):
        return Refusal("11.2.1a", f"{name} has advanced in this phase and cannot spot")
    if unit.emergency and unit.emergency == game.turn and player == active(game):
        return Refusal("9.4.1", f"{name} was attached in an emergency and cannot spot")
    if h not in before and len(before) >= most:
        return Refusal("11.2.1a", f"{name} has spotted for {len(before)} hexes in this phase")
    mates = [n for n in units_at(game, unit.hex) if n != spotter and spots(game, unit_of(game, n))]
    if not before and len(mates) >= PER_HEX:
        return Refusal("11.2.1a", f"{PER_HEX} units of that hex have spotted in this phase")
    if any(n != spotter for n in spotters_now(game, player, h)):
        text = f"another unit spots for {game.board.label(h)} in this sub-segment"
        return Refusal("11.2.1a", text)
    return None


def _across(game: Gs, player: str, spotter: str, h: int) -> Refusal | None:
    """Across a boundary a hex that is not next to the spotter is a target only if a friend who
    stands in that zone observes it, too. [9.2.0-obs]"""
    unit = unit_of(game, spotter)
    if game.board.adjacent(unit.hex, h) or inside(game, spotter, h) or excused(game, spotter):
        return None
    zones = [hexes_of(game, key) for key in in_zones(game, player, h)]
    there = (a for a in lookouts(game, player, h) if any(a in zone for zone in zones))
    for name in (n for a in there for n in units_at(game, a)):
        if sight_of(game, player, name, h) == OBSERVED:
            return None
    text = f"{game.board.label(h)} is outside the zone of {counter_of(game, spotter).name}"
    return Refusal("9.2.0-obs", text)


def spotters_now(game: Gs, player: str, h: int) -> list[str]:
    """Who has spotted for a hex in this sub-segment. [11.2.1a]"""
    now, found = sub_segment(game), []
    for name, _, unit in present(game, player):
        if h not in unit.spots or not spots(game, unit):
            continue
        when = unit.spotted_at[unit.spots.index(h)]
        if sub_segment(game, when) == now:
            found.append(name)
    return found


def note_spotter(game: Gs, spotter: str, h: int) -> None:
    """A unit has spotted for a hex. [11.2.1a]"""
    if not spotter:
        return
    unit = unit_of(game, spotter)
    pairs = dict(zip(unit.spots, unit.spotted_at, strict=True)) if spots(game, unit) else {}
    pairs[h] = game.serial
    game.put(
        UNITS,
        spotter,
        replace(unit, spotted=game.serial, spots=tuple(pairs), spotted_at=tuple(pairs.values())),
    )
