"""Artillery missions. [11.1.0] [11.4.1]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Counts, Hex, Piece
from grognard.kit.orders import OfOne
from grognard.systems.goss.fire.ammunition import points_for
from grognard.systems.goss.fire.capacity import (
    against_formations,
    against_number,
    capacity,
    free_of_limits,
    most_guns,
)
from grognard.systems.goss.fire.conducting import conduct, volleys
from grognard.systems.goss.fire.depletion import extended
from grognard.systems.goss.fire.guns import against_gun, auxiliary, left, worth
from grognard.systems.goss.fire.mission import ARTILLERY, FULL, Mission
from grognard.systems.goss.fire.spotting import against_spotter, against_target, sight_of
from grognard.systems.goss.logistics.support import adv_of, supported
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.observation.lookouts import lookouts
from grognard.systems.goss.observation.observing import air_observation, supplied_within
from grognard.systems.goss.observation.reveals import asked_of, tell_armor
from grognard.systems.goss.pieces.chain import formation
from grognard.systems.goss.pieces.quiet import NOT_INTENSIVE, suffers_it
from grognard.systems.goss.pieces.stacks import held, on_map, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, TRACK, WEATHER
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GENS, STRAT, UNITS
from grognard.systems.goss.weather.effects import air_sight

FROM_AIR = ""
"""The spotter of missions that are observed from the air. [8.3.0]"""
WATCHED = (UNITS.name, HEXES.name, WEATHER.name, TRACK.name, "clock")
"""What changes who can spot whom."""


@dataclass(frozen=True, slots=True)
class Fire:
    """A hex, the guns with their points, the spotter (none: from the air), volleys of intensive
    fire, and whether a last volley of less than eight is left out."""

    hex: Hex
    guns: Counts
    spotter: Piece = FROM_AIR
    intensive: int = 0
    drop: bool = False


def spotters(game: Gs, player: str) -> dict[str, list[int]]:
    """The units with enemies or their hexes in sight, each with these; and observers in the air.
    [11.2.1]"""
    return game.cached(("spotters", player), WATCHED, lambda: _spotters(game, player))


def _spotters(game: Gs, player: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    flying, reach = air_observation(game, player), air_sight(game)
    for h in sorted(held(game, other(player))):
        for a in lookouts(game, player, h):
            for name in units_at(game, a):
                unit = unit_of(game, name)
                if unit.mode != STRAT and not z_step(counter_of(game, name), unit):
                    found.setdefault(name, []).append(h)
        marching = any(unit_of(game, n).mode == STRAT for n in units_at(game, h))
        if flying and (marching or supplied_within(game, player, h, reach)):
            found.setdefault(FROM_AIR, []).append(h)
    return found


def gunners(game: Gs, player: str) -> list[str]:
    """The units of a side that have points left to fire. [11.4.1]"""
    units = on_map(game, player)
    able = [n for n in units if counter_of(game, n).barrage or auxiliary(game, n)]
    return [n for n in able if left(game, n)]


class Barrage(Verb[Gs, Fire]):
    """Artillery fires at a hex that is observed. [11.1.0] [11.2.0]"""

    do, rule, title, order = "barrage", "11.1.0", "Artillery mission", Fire
    phrase = ("{guns} at {hex}, observed by {spotter}", "{guns} at {hex}, observed from the air")
    stakes, rank = "dice", 20

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever can spot, while there is a gun that can fire."""
        return list(spotters(game, player)) if gunners(game, player) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Fire]:
        """All the guns that the mission has room for, or the nearest of the spotter's own."""
        for h in spotters(game, player).get(actor, ()):
            if against_target(game, player, h) or against_spotter(game, player, actor, h):
                continue
            yield from self._ways(game, player, actor, h)

    def _ways(self, game: Gs, player: str, spotter: str, h: int) -> Iterator[Fire]:
        level = capacity(game, spotter, sight_of(game, player, spotter, h))
        chosen = roomy(game, player, spotter, h, level)
        if chosen:
            yield Fire(h, chosen, spotter)
            first = next(iter(chosen))
            if len(chosen) > 1:
                yield Fire(h, {first: chosen[first]}, spotter)
            if worth(game, chosen) >= FULL and points_for(game, first):
                yield Fire(h, chosen, spotter, intensive=1)

    def against(self, game: Gs, player: str, order: Fire) -> list[Refusal]:
        """Target, spotter, guns, capacity and formations, in this order. [11.1.0-steps]"""
        found = against_target(game, player, order.hex)
        if not found and this_phase(game, status(game, order.hex).fired_on):
            text = f"artillery has fired at {game.board.label(order.hex)} in this phase"
            found = [Refusal("11.0", text)]
        found = found or against_spotter(game, player, order.spotter, order.hex)
        if found:
            return found
        level = capacity(game, order.spotter, sight_of(game, player, order.spotter, order.hex))
        return against_guns(game, player, order, level)

    def carry_out(self, game: Gs, player: str, order: Fire) -> Procedure:
        """The mission, step by step. [11.1.0-steps]"""
        points = volleys(worth(game, order.guns), order.intensive, order.drop)
        yield from conduct(
            game,
            Mission(
                ARTILLERY, player, order.hex, order.spotter,
                sight_of(game, player, order.spotter, order.hex), order.guns, points,
                order.intensive,
            ),
        )  # fmt: skip

    def spare(self, game: Gs, player: str, order: Fire) -> Mapping[str, Sequence[str]]:
        """Who else could fire at the hex."""
        able = [
            n
            for n in gunners(game, player)
            if n not in order.guns and not against_gun(game, n, left(game, n), order.hex)
        ]
        return {"guns": able}


def roomy(game: Gs, player: str, spotter: str, h: int, level: str) -> dict[str, int]:
    """All the guns that a mission of a capacity has room for, the spotter's own first. [11.2.4]
    [11.2.5]"""
    able = {n: left(game, n) for n in gunners(game, player)}
    able = {n: p for n, p in able.items() if not against_gun(game, n, p, h)}
    own = formation(game, spotter) if spotter else ""
    room = most_guns(game, player, spotter, level, h)
    chosen: dict[str, int] = {}
    ranked = sorted(able, key=lambda n: (auxiliary(game, n), formation(game, n) != own, n))
    for name in ranked:
        wider = {**chosen, name: able[name]}
        counted = [n for n in wider if not free_of_limits(game, n, h)]
        if len(counted) <= room and not against_formations(game, spotter, level, wider):
            chosen = wider
    return chosen


def against_guns(game: Gs, player: str, order: Fire, level: str) -> list[Refusal]:
    """What speaks against the guns of a mission of a capacity. [11.2.4] [11.2.5] [11.4.1]"""
    own = {*on_map(game, player)}
    strange = [n for n in order.guns if n not in own]
    if strange or not order.guns:
        return [Refusal("form", f"{(strange or ['nobody'])[0]!r} is no gun of yours")]
    found: list[Refusal] = []
    for name, points in order.guns.items():
        found += against_gun(game, name, points, order.hex)
    if found:
        return found
    if all(auxiliary(game, n) for n in order.guns):
        return [Refusal("11.4.1b", "Flak and tank destroyers fire only with other artillery")]
    guns = list(order.guns)
    found = against_number(game, player, order.spotter, level, guns, order.hex)
    found += against_formations(game, order.spotter, level, guns)
    return found or against_volleys(game, order)


def against_volleys(game: Gs, order: Fire) -> list[Refusal]:
    """Why there are no volleys, or no intensive fire; who has been surprised at the end of a lull
    has none for three GTs. [11.4.1a] [11.4.1g] [15.4.3(b)] [15.2.4(d)] [24.4.0(d)]"""
    points, more = worth(game, order.guns), order.intensive
    if not volleys(points, 0, order.drop):
        return [Refusal("11.4.1a", f"{points} points are no volley of {FULL}")]
    if not more:
        return []
    guns = [n for n in order.guns if not auxiliary(game, n)]
    payer = next(iter(order.guns))
    wanting = (
        (more < 0 or more > points // FULL, f"one more for each volley of {FULL} at most"),
        (
            any(not adv_of(game, n, firing=True) for n in guns),
            "a corps of theirs has an ADV of zero",
        ),
        (any(not supported(game, n) for n in guns), "some of the guns are not supported"),
        (any(unit_of(game, n).supply != GENS for n in guns), "some of the guns lack GenS"),
        (any(extended(game, n) for n in guns), "some have an extended path without more trucks"),
        (points_for(game, payer) < more, f"there are {points_for(game, payer)} AmP"),
    )
    found = [Refusal("11.4.1g", f"intensive fire: {why}") for holds, why in wanting if holds]
    if any(suffers_it(game, n, NOT_INTENSIVE) for n in guns):
        found.append(Refusal("24.4.0(d)", "intensive fire: the enemy has just ended a lull"))
    return found


class NameSpotter(Verb[Gs, OfOne]):
    """Naming a spotter: the enemy says where there may be armor, before a target is chosen.
    [11.2.0] [8.4.3]"""

    do, rule, title, order = "spot", "8.4.3", "Name a spotter", OfOne
    phrase = "{unit} spots"
    alone = True

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever sees a hex of which the enemy would have to say something."""
        if not gunners(game, player):
            return []
        return [n for n in spotters(game, player) if n and self._fresh(game, n)]

    def _fresh(self, game: Gs, name: str) -> bool:
        return not this_phase(game, unit_of(game, name).named) and bool(asked_of(game, name))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """A unit that may spot for one of the hexes, once in a phase. [11.2.1a]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        if this_phase(game, unit_of(game, order.unit).named):
            return [Refusal("8.4.3", f"{order.unit} has been named in this phase")]
        hexes = asked_of(game, order.unit)
        if not hexes:
            return [Refusal("8.4.3", f"{order.unit} sees no hex of which anything must be said")]
        found = [against_spotter(game, player, order.unit, h) for h in hexes]
        return [] if any(not some for some in found) else found[0]

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """The enemy says where there may be armor. [8.4.3]"""
        game.put(UNITS, order.unit, replace(unit_of(game, order.unit), named=game.serial))
        tell_armor(game, order.unit)
