"""Artillery missions. [11.1.0] [11.4.1]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from grognard.engine.decision import Procedure
from grognard.engine.record import replace
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
from grognard.systems.goss.fire.guns import against_gun, auxiliary, left, worth
from grognard.systems.goss.fire.mission import ARTILLERY, FULL, Mission
from grognard.systems.goss.fire.picking import (
    FROM_AIR,
    fewer,
    gunners,
    in_range,
    most_intensive,
    sums,
    told_spotter,
    watchers,
)
from grognard.systems.goss.fire.spotting import against_spotter, against_target, sight_of
from grognard.systems.goss.logistics.support import adv_of, supported
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.observation.lookouts import lookouts
from grognard.systems.goss.observation.observing import air_observation, supplied_within
from grognard.systems.goss.observation.reveals import asked_of, tell_armor
from grognard.systems.goss.pieces.chain import formation
from grognard.systems.goss.pieces.quiet import NOT_INTENSIVE, suffers_it
from grognard.systems.goss.pieces.stacks import held, on_map, units_at
from grognard.systems.goss.pieces.surprise import CALM, surprised
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, TRACK, WEATHER
from grognard.systems.goss.supply.trucks import strained
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GENS, STRAT, UNITS
from grognard.systems.goss.weather.effects import air_sight
from grognard.systems.goss.words import called
from grognard.table.cards import Extra, Reckoned
from grognard.table.worded import Hand

WATCHED = (UNITS.name, HEXES.name, WEATHER.name, TRACK.name, "clock")
"""What changes who can spot whom."""
NAMED = {"guns": "Guns", "spotter": "Observed by", "volleys": "Volleys"}
"""What can be otherwise in a mission."""


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


class Barrage(Verb[Gs, Fire]):
    """Artillery fires at a hex that is observed. [11.1.0] [11.2.0]"""

    do, rule, title, order = "barrage", "11.1.0", "Fire", Fire
    phrase = ("{battery} at {hex}, observed by {spotter}", "{battery} at {hex}, from the air")
    stakes, rank = "dice", 20
    called: ClassVar[Mapping[str, str]] = {"intensive": "intensive fire"}

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

    def details(self, game: Gs, order: Fire) -> Mapping[str, str]:
        """The guns, with what they come to."""
        guns, points = ", ".join(called(game, n) for n in order.guns), worth(game, order.guns)
        return {"battery": f"{guns} with {points} {'point' if points == 1 else 'points'}"}

    # ---- put together by pointing

    def towards(self, game: Gs, player: str, hand: Hand, h: int) -> Iterator[Fire]:
        """Guns in hand fire at the hex for whoever sees it best; a spotter in hand calls for all
        that he has room for. [11.2.0]"""
        guns = {n: left(game, n) for n in hand if n in in_range(game, player, h)}
        if guns and len(guns) == len(hand):
            for spotter in watchers(game, player, self._seeing(game, player, h), h):
                yield Fire(h, guns, spotter)
        elif len(hand) == 1 and h in spotters(game, player).get(hand[0], ()):
            yield from self._ways(game, player, hand[0], h)

    def likely(self, game: Gs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points with guns, or with nobody, at an enemy means to fire at him."""
        guns = {*gunners(game, player)}
        foe = len(hexes) == 1 and hexes[0] in held(game, other(player))
        return foe and all(name in guns for name in hand)

    def refused(self, game: Gs, player: str, hand: Hand, hexes: Sequence[int]) -> list[Refusal]:
        """Why guns in hand cannot fire at a hex. [11.3.0] [11.2.1]"""
        if not hand or not self.likely(game, player, hand, hexes):
            return []
        h = hexes[0]
        found = against_target(game, player, h)
        found += [why for n in hand for why in against_gun(game, n, left(game, n), h)]
        if not found and not self._seeing(game, player, h):
            found = [Refusal("11.2.1", f"nobody observes {game.board.label(h)}")]
        return found

    def _seeing(self, game: Gs, player: str, h: int) -> list[str]:
        return [name for name, hexes in spotters(game, player).items() if h in hexes]

    def mendable(self, game: Gs, player: str, order: Fire) -> bool:
        """One with too many guns, or none, is mended by clicking on them."""
        return not against_target(game, player, order.hex)

    def changes(self, game: Gs, player: str, order: Fire) -> list[Extra]:
        """Guns in and out, another spotter, points kept back, a small volley left out. [11.2.4]
        [11.4.1]"""
        guns, h = dict(order.guns), order.hex
        found = []
        for name in dict.fromkeys((*guns, *in_range(game, player, h))):
            inside = name in guns
            points = guns.get(name, left(game, name))
            changed = {n: p for n, p in guns.items() if n != name}
            changed |= {} if inside else {name: points}
            title = f"{called(game, name)}, {points}"
            found.append(self._extra(game, "guns", name, title, inside, order, guns=changed))
        for name in watchers(game, player, self._seeing(game, player, h), h):
            title, chosen = told_spotter(game, player, name, h), name == order.spotter
            found.append(
                self._extra(game, "spotter", f"spots {name}", title, chosen, order, spotter=name)
            )
        for name, less in fewer(game, guns, h):
            title = f"{called(game, name)} fires {less}, and keeps {guns[name] - less}"
            kept = {**guns, name: less}
            found.append(
                self._extra(game, "volleys", f"keeps {name}", title, False, order, guns=kept)
            )
        rest = worth(game, guns) % FULL
        if order.drop or (rest and worth(game, guns) > FULL):
            title = f"without the volley of {rest}"
            drop = not order.drop
            found.append(self._extra(game, "volleys", "drop", title, order.drop, order, drop=drop))
        return found

    def _extra(
        self, game: Gs, part: str, key: str, title: str, chosen: bool, order: Fire, **other: Any
    ) -> Extra:
        action = self.written(game, replace(order, **other))
        return Extra(part, NAMED[part], key, title, chosen, action)

    def amounts(self, game: Gs, player: str, order: Fire) -> Mapping[str, int]:
        """Volleys of intensive fire, while there is ammunition for them. [11.4.1g]"""
        most = most_intensive(game, dict(order.guns))
        one = replace(order, intensive=1)
        return {"intensive": most} if most and not against_volleys(game, one) else {}

    def cost(self, game: Gs, player: str, order: Fire) -> list[Reckoned]:
        """The points gun by gun, the volleys, and the room that the mission has. [11.4.1]"""
        guns = dict(order.guns)
        return sums(game, player, order.spotter, order.hex, guns, order.intensive, order.drop)


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
    has none for three GTs. [11.4.1a] [11.4.1g] [15.4.3(b)] [15.2.4(d)] [24.4.0(d)] [11.4.1e]"""
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
        (any(strained(game, n) for n in guns), "some have an extended path without more trucks"),
        (points_for(game, payer) < more, f"there are {points_for(game, payer)} AmP"),
    )
    found = [Refusal("11.4.1g", f"intensive fire: {why}") for holds, why in wanting if holds]
    if any(surprised(game, counter_of(game, n).side, CALM) for n in guns):
        found.append(Refusal("11.4.1e", "intensive fire: the enemy has come by surprise"))
    if any(suffers_it(game, n, NOT_INTENSIVE) for n in guns):
        found.append(Refusal("24.4.0(d)", "intensive fire: the enemy has just ended a lull"))
    return found


class NameSpotter(Verb[Gs, OfOne]):
    """Naming a spotter: the enemy says where there may be armor, before a target is chosen.
    [11.2.0] [8.4.3]"""

    do, rule, title, order = "spot", "8.4.3", "Name a spotter", OfOne
    phrase = "{unit} spots"
    alone = True

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever sees enemies, where there are guns to fire."""
        return [n for n in spotters(game, player) if n] if gunners(game, player) else []

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether he sees a hex of which the enemy would have to say something."""
        return not this_phase(game, unit_of(game, actor).named) and bool(asked_of(game, actor))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """A unit that may spot for one of the hexes, once in a phase. [11.2.1a]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        if this_phase(game, unit_of(game, order.unit).named):
            return [Refusal("8.4.3", f"{called(game, order.unit)} has been named in this phase")]
        hexes = asked_of(game, order.unit)
        if not hexes:
            return [
                Refusal(
                    "8.4.3",
                    f"{called(game, order.unit)} sees no hex of which anything must be said",
                )
            ]
        found = [against_spotter(game, player, order.unit, h) for h in hexes]
        return [] if any(not some for some in found) else found[0]

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """The enemy says where there may be armor. [8.4.3]"""
        game.put(UNITS, order.unit, replace(unit_of(game, order.unit), named=game.serial))
        tell_armor(game, order.unit)
