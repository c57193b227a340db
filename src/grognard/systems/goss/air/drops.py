"""Air supply: the mission that drops supplies. [20.5.0]

What becomes of the points that arrive, the chapter of supply says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions, Verb
from grognard.kit.forms import Hex, Word
from grognard.systems.goss.air.flak import reach
from grognard.systems.goss.air.superiority import fight, intercepted, told
from grognard.systems.goss.air.tracks import grounded, left, sector_of, sectors, spend
from grognard.systems.goss.dice import d10
from grognard.systems.goss.ground import ALL_SECTORS, CLEAR, HEDGEROW, LOCATION, ROUGH, VILLAGE
from grognard.systems.goss.pieces.chain import headquarters_of
from grognard.systems.goss.pieces.stacks import beside_enemy, held, holder, on_map, units_at
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SIDES
from grognard.systems.goss.supply.drops import REACH, deliver_drop
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GENS, MAP, OOS
from grognard.systems.goss.weather.effects import deep_missions_fly, drop_error

OPEN_GROUND = frozenset({CLEAR, HEDGEROW, ROUGH})
SMALL_PLACES = ("", LOCATION, VILLAGE)
"""The ground of a drop zone, and what may stand on it. [20.5.2]"""
NEAR, EACH = 3, 4
"""Of the enemy units so near every four make a drop harder. [20.5.3]"""
ARRIVES = 8
"""On this or less a point arrives. [20.5.3]"""


def against_zone(game: Gs, side: str, h: int) -> Refusal | None:
    """Why nothing can be dropped in a hex: its ground, a place, or enemies there or next to it.
    [20.5.2]"""
    ground, label = game.scenario.ground, game.board.label(h)
    if ground.sea[h] or {*ground.terrains[h]} - OPEN_GROUND:
        return Refusal("20.5.2", f"{label} is no ground to drop supplies on")
    if ground.population[h] not in SMALL_PLACES:
        return Refusal("20.5.2", f"there is a {ground.population[h]} in {label}")
    if holder(game, h) == other(side) or beside_enemy(game, side, h):
        return Refusal("20.5.2", f"enemies are in or next to {label}")
    return None


def zones(game: Gs, side: str, sector: str) -> list[int]:
    """The hexes of a sector that make sense: near headquarters that are not in GenS, or units that
    are out of supply. [20.5.2] [15.5.1b]"""
    staffs = [n for n in headquarters_of(game, side) if unit_of(game, n).supply != GENS]
    hungry = [n for n in on_map(game, side) if unit_of(game, n).supply == OOS]
    hexes = {unit_of(game, n).hex for n in (*staffs, *hungry) if unit_of(game, n).place == MAP}
    near = {b for h in hexes for b in game.board.disk(h, REACH)}
    return [
        h
        for h in sorted(near)
        if sector_of(game, h) == sector and against_zone(game, side, h) is None
    ]


@dataclass(frozen=True, slots=True)
class Airlift:
    """Air transport points, and their escorts."""

    atp: int
    escort: int = 0
    sector: Word = ALL_SECTORS


class AirSupply(Verb[Gs, Airlift]):
    """Transports drop supplies. [20.5.0] [20.5.1]"""

    do, rule, title, order = "air-supply", "20.5.1", "Drop supplies", Airlift
    phrase = "{atp} ATP with {escort:escort}"
    stakes = "dice"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Somebody, while there are transports and a sky to fly in."""
        ready = game.state[SIDES][player].atp and self._sky(game, player) is None
        return [""] if ready else []

    def _sky(self, game: Gs, player: str) -> Refusal | None:
        """Only by day, and under a clear sky or in partial overcast. [20.5.0]"""
        why = grounded(game, player)
        if why is None and not deep_missions_fly(game):
            return Refusal("20.5.0", "no supplies are dropped through this sky")
        return why

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Airlift]:
        """All of them or one, with escorts and without."""
        atp = game.state[SIDES][player].atp
        for sector in sectors(game):
            guards = left(game, player, "asup", sector)
            for some in dict.fromkeys((atp, 1)):
                for escort in dict.fromkeys((0, min(2, guards), guards)):
                    yield Airlift(some, escort, sector)

    def against(self, game: Gs, player: str, order: Airlift) -> list[Refusal]:
        """The sky, the points, which no weather cuts, and somewhere to drop them. [20.5.0]
        [20.5.1]"""
        why = self._sky(game, player)
        if why is not None:
            return [why]
        if order.sector not in sectors(game):
            return [Refusal("20.1.2", f"{order.sector!r} is no air sector")]
        atp, guards = game.state[SIDES][player].atp, left(game, player, "asup", order.sector)
        if not 0 < order.atp <= atp:
            return [Refusal("20.5.0", f"there are {atp} ATP")]
        if not 0 <= order.escort <= guards:
            return [Refusal("20.6.1", f"there are {guards} AP for escorts")]
        if not zones(game, player, order.sector):
            return [Refusal("20.5.2", "nobody there needs supplies, or none can be dropped")]
        return []

    def carry_out(self, game: Gs, player: str, order: Airlift) -> Procedure:
        """Transports and escorts are declared, then interceptors; then the zone, and the drop.
        [20.5.1]"""
        status = game.state[SIDES][player]
        game.put(SIDES, player, replace(status, atp=status.atp - order.atp))
        spend(game, player, order.sector, asup=order.escort)
        facts = {"side": player, "atp": order.atp, "escorts": order.escort}
        game.emit(Event("airlift", "20.5.1", facts))
        what = f"{order.atp} ATP with {order.escort} escorts"
        hunters = yield from intercepted(game, other(player), order.sector, what, "20.5.1")
        atp, _ = fight(game, order.atp, order.escort, hunters)
        told(game, player, order.escort, hunters, order.atp, atp)
        if not atp:
            return
        h = yield from _zone(game, player, order.sector)
        points = drop(game, player, h, atp)
        if points:
            yield from deliver_drop(game, player, h, points)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where supplies are dropped."""

    hex: Hex


class DropZone(Answer[Gs, Zone]):
    """The drop zone is named when it is known what gets through. [20.5.1] [20.5.2]"""

    do, rule, title, order = "drop-zone", "20.5.2", "Drop zone", Zone
    phrase = "supplies to {hex}"

    def __init__(self, sector: str) -> None:
        self.sector = sector

    def against(self, game: Gs, player: str, order: Zone) -> list[Refusal]:
        """Ground that fits, in the sector of the mission. [20.5.2]"""
        if sector_of(game, order.hex) != self.sector:
            return [Refusal("20.1.2", f"{game.board.label(order.hex)} is in another sector")]
        why = against_zone(game, player, order.hex)
        return [] if why is None else [why]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Zone]:
        """Wherever somebody needs them."""
        for h in zones(game, player, self.sector):
            yield Zone(h)


def _zone(game: Gs, side: str, sector: str) -> Questions[int]:
    question = DropZone(sector)
    first = zones(game, side, sector)[0]
    answer = yield question.ask(
        game, side, "drop-zone", "Where are the supplies dropped?", {"first": Zone(first)}
    )
    return question.order_of(game, answer).hex


def modifier(game: Gs, side: str, h: int) -> int:
    """What is added to each roll: one for every four enemy units within three hexes, rounded up, of
    which Flak that reaches the zone counts twice; and the sky. [20.5.3]"""
    enemy, twice = other(side), game.options["drop-flak"] == "twice"
    units = 0
    for b in game.board.disk(h, NEAR):
        if b in held(game, enemy):
            far = game.board.distance(b, h)
            units += sum(1 + (twice and reach(game, n) >= far) for n in units_at(game, b))
    return -(-units // EACH) + drop_error(game)


def drop(game: Gs, side: str, h: int, atp: int) -> int:
    """A roll for each transport point: eight or less delivers, and nothing at all always does; how
    many arrive. [20.5.3]"""
    drm, rolls, points = modifier(game, side, h), [], 0
    for _ in range(atp):
        roll, arrives = d10(game, lambda roll: not roll or roll + drm <= ARRIVES)
        rolls.append(roll)
        points += arrives
    facts = {
        "side": side, "hex": game.board.label(h), "rolls": rolls, "modifier": drm,
        "points": points,
    }  # fmt: skip
    game.emit(Event("dropped", "20.5.3", facts, dice=tuple(rolls)))
    return points
