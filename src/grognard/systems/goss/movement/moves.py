"""Moving units: the verb of the steps of a Movement Phase and of Exploit Phases. [7.5.0] [5.3.4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.forms import Path, Pieces
from grognard.kit.ways import points
from grognard.systems.goss.command.status import against_detour
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.modes.entering import against_road_start
from grognard.systems.goss.movement.allowance import ROAD, allowance
from grognard.systems.goss.movement.eligible import (
    MODES_OF,
    changed_now,
    gait_of,
    moved_now,
    unable,
)
from grognard.systems.goss.movement.going import go
from grognard.systems.goss.movement.marching import Walk, walk
from grognard.systems.goss.movement.parties import company, parties
from grognard.systems.goss.movement.reach import NOWHERE, reach, route
from grognard.systems.goss.movement.reasons import reasons
from grognard.systems.goss.movement.scouting import scouts_stop
from grognard.systems.goss.pieces.stacking import overstacked, road_groups, together
from grognard.systems.goss.pieces.stacks import holder, on_map, present
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import UNITS
from grognard.systems.goss.words import called
from grognard.table.cards import Reach, ReachCell, Stop, Sum
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True)
class March:
    """Units that move as one along a path; by road, where they have just mounted and may choose."""

    units: Pieces
    path: Path
    road: bool = False


class Move(Verb[Gs, March]):
    """Move a unit, or those that special stacking makes one, along a path. [7.5.0]"""

    do, rule, order = "move", "7.5.0", March
    title, phrase, plural = "Move", "{units} to {end}", "moves"
    button = "Move to {end}"
    role, rank, shows_reach, alone = "march", 20, True, True

    def against(self, game: Gs, player: str, order: March) -> list[Refusal]:
        """Who may move, whether they go as one, and every step as far as the player can know;
        reinforcements go straight to their zone. [7.5.0] [9.7.0]"""
        wrong = against_setting_out(game, player, order.units, order.road)
        wrong = wrong or against_detour(game, order.units, order.path)
        if wrong:
            return wrong
        found = walked(game, player, order)
        return [one for one in found if isinstance(one, Refusal)]

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it may move in this segment."""
        if unit_of(game, actor).mode != MODES_OF.get(game.segment.kind, ""):
            return False  # as most can be told that may not
        return unable(game, actor) is None

    def possible(self, game: Gs, player: str) -> bool:
        """Whether anybody is in the mode of this segment, and may move."""
        mode = MODES_OF.get(game.segment.kind, "")
        ready = any(unit.mode == mode for _, _, unit in present(game, player))
        return ready and super().possible(game, player)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[March]:
        """A unit, with those that it is one with or alone, to every hex that it can reach."""
        for names, road in self.bands(game, player, actor):
            found = reach(game, names, player, road)
            for h in found.costs:
                yield March(names, found.path(h), road)

    def bands(self, game: Gs, player: str, actor: str) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Whom a unit may move with, and whether by road."""
        group = together(game, actor)
        own = (group, (actor,)) if len(group) > 1 and group[0] == actor else ((actor,),)
        for names in own:
            roads = (False, True) if changed_now(game, unit_of(game, actor)) else (False,)
            for road in roads:
                if not against_setting_out(game, player, names, road):
                    yield names, road

    def towards(self, game: Gs, player: str, hand: Hand, h: int) -> Iterator[March]:
        """The cheapest way that is open to all in hand."""
        for road in (False, True):
            if not against_setting_out(game, player, hand, road):
                path = reach(game, hand, player, road).path(h)
                order = March(tuple(hand), path, road)
                if path and not self.against(game, player, order):
                    yield order
                    return

    def nearer(self, game: Gs, player: str, hand: Hand, h: int) -> Iterator[March]:
        """As far as they get on the cheapest way to a hex; where there is none, as near as the crow
        flies. [7.2.0]"""
        if against_setting_out(game, player, hand):
            return
        found, distance = reach(game, hand, player), game.board.distance
        here = distance(unit_of(game, hand[0]).hex, h)
        along = [b for b in reversed(route(game, hand, player, h)) if b in found.costs]
        closer = sorted((distance(b, h), cost, b) for b, cost in found.costs.items())
        others = [b for left, _, b in closer if left < here]
        for b in dict.fromkeys((*along, *others)):
            yield March(tuple(hand), found.path(b))

    def likely(self, game: Gs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points with units at a hex without enemies means to go there."""
        units = bool(hand) and all(name in game.state[UNITS] for name in hand)
        return units and len(hexes) == 1 and holder(game, hexes[0]) != other(player)

    def heading(self, game: Gs, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """Where they would go."""
        return f"Move to {game.board.label(hexes[0])}"

    def refused(self, game: Gs, player: str, hand: Hand, hexes: Sequence[int]) -> list[Refusal]:
        """Why units cannot go to a hex: who cannot move at all, or that it is too far. [7.2.0]"""
        if not self.likely(game, player, hand, hexes):
            return []
        wrong = against_setting_out(game, player, hand)
        if wrong or any(True for _ in self.towards(game, player, hand, hexes[0])):
            return wrong
        if game.board.adjacent(unit_of(game, hand[0]).hex, hexes[0]):
            return self.against(game, player, March(tuple(hand), (hexes[0],)))
        label = game.board.label(hexes[0])
        return [Refusal("7.2.0", f"no way to {label} is open with the movement points left")]

    def reached(self, game: Gs, player: str, hand: Hand) -> Reach | None:
        """Where units can go as one, with what the slowest of them pays. [7.2.0]"""
        if not hand or any(name not in game.state[UNITS] for name in hand):
            return None
        wrong = against_setting_out(game, player, hand)
        return Reach(refusals=tuple(wrong)) if wrong else _prospect(game, player, hand)

    def path(self, game: Gs, player: str, order: March) -> tuple[str, ...]:
        """From where they stand."""
        start = unit_of(game, order.units[0]).hex
        return tuple(game.board.label(h) for h in (start, *order.path))

    def cost(self, game: Gs, player: str, order: March) -> Sequence[Sum]:
        """What units spend, reason by reason, and of what. [7.2.0] [7.6.1]"""
        sums = []
        for party, made in zip(
            parties(game, order.units, order.road), walked(game, player, order), strict=True
        ):
            if isinstance(made, Walk):
                name = party.names[0]
                spent = sum(reasons(game, party, made, player), Tally())
                sums.append(Sum(f"{called(game, name)} spends", spent))
                whole = allowance(game, name, party.gait, made.course.ways, march=made.course.march)
                sums.append(Sum(f"{called(game, name)} may spend", whole))
        return sums

    def carry_out(self, game: Gs, player: str, order: March) -> Procedure:
        """Go, hex by hex, until they arrive or are halted; Recon tells what it finds. [7.5.0]
        [8.4.1]"""
        made = walked(game, player, order)
        walks = [one for one in made if isinstance(one, Walk)]
        yield from go(game, player, order.units, order.path, walks, order.road)
        scouts_stop(game, order.units)


def against_setting_out(
    game: Gs, player: str, names: Sequence[str], road: bool = False
) -> list[Refusal]:
    """Why units may not set out as one: each by itself, together, and by road. [7.5.1] [7.10.0]"""
    wrong = company(game, player, names)
    wrong = wrong or [r for n in names if (r := unable(game, n)) is not None]
    if wrong:
        return wrong
    gaits = {gait_of(game, n, road) for n in names}
    if road and not all(changed_now(game, unit_of(game, n)) for n in names):
        return [Refusal("7.4.0", "only who has just mounted takes to the road out of turn")]
    if ROAD not in gaits:
        return []
    if len(gaits) > 1:
        return [Refusal("6.2.0", "Leg and Mech units together do not use Mech road movement")]
    return against_road(game, names)


def against_road(game: Gs, names: Sequence[str]) -> list[Refusal]:
    """Why units may not begin Mech road movement: no road, an overstack, or more than one other
    Mech unit beside them. [7.10.0] [6.7.0]"""
    unit = unit_of(game, names[0])
    if moved_now(game, unit):
        return []
    if overstacked(game, unit.hex):
        return [Refusal("6.7.0", f"{called(game, names[0])} is overstacked")]
    found = against_road_start(game, names[0])
    crowd = [one for one in found if "several" in one.text]
    if crowd and len(names) > 1:
        found = [one for one in found if one not in crowd]
        if len(others_on_road(game, names)) > 1:
            found += crowd
    return found


def others_on_road(game: Gs, names: Sequence[str]) -> list[tuple[str, ...]]:
    """The Mech units of a hex besides those who set out. [7.10.0]"""
    there = road_groups(game, unit_of(game, names[0]).hex)
    return [group for group in there if not {*group} & {*names}]


def walked(game: Gs, player: str, order: March) -> list[Walk | Refusal]:
    """The path of each class of those who go as one, as the player knows the enemies. [6.2.0]"""
    return game.cached(
        ("walked",), game.journal.every, lambda: _walked(game, player, order),
        detail=(player, order),
    )  # fmt: skip


def _walked(game: Gs, player: str, order: March) -> list[Walk | Refusal]:
    """The same: an order is looked at when it is offered, judged and carried out."""
    return [
        walk(game, party, order.path, player) for party in parties(game, order.units, order.road)
    ]


def _prospect(game: Gs, player: str, names: Sequence[str]) -> Reach:
    """The hexes within reach, and where enemies that are known make one stop. [7.7.0]"""
    label, start = game.board.label, unit_of(game, names[0]).hex
    found = reach(game, names, player) if not against_setting_out(game, player, names) else NOWHERE
    near = front(game, player, player)
    cells, zones, stops = [], [], []
    for h, cost in found.costs.items():
        way = (start, *found.path(h))
        cells.append(ReachCell(label(h), str(points(cost)), label(way[-2])))
        if h in near.beside:
            zones.append(label(h))
        if h in near.halts:
            stops.append(Stop(label(h), "units must stop here", near.halts[h]))
    return Reach(tuple(cells), tuple(zones), tuple(stops))
