"""The deeds of the Movement Segments: to move, and to stay where one negates zones. [6.1] [4.5b]"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.tally import Tally
from grognard.kit.forms import AnyGame, Field, Path
from grognard.kit.orders import OfOne
from grognard.kit.ways import slowest, together
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.fog.foresight import presumes, what_lies
from grognard.systems.ocs.forms import Party, listed
from grognard.systems.ocs.movement.movement import (
    Stride,
    afoot,
    march,
    points,
    step_cost,
    stride,
    unable,
    walk,
)
from grognard.systems.ocs.movement.moves import (
    begin,
    company,
    end_move,
    foreseen,
    parties,
    set_out,
    step,
    why_not_end,
)
from grognard.systems.ocs.movement.prospect import prospect
from grognard.systems.ocs.movement.reach import routes
from grognard.systems.ocs.movement.ways import beyond, no_way
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.groups import GROUND, WINGS, Group, elsewhere, grouped
from grognard.systems.ocs.pieces.names import call
from grognard.systems.ocs.pieces.names import names as every_name
from grognard.systems.ocs.pieces.stacks import assailable
from grognard.systems.ocs.pieces.values import counter_of, face_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import OcsVerb, foretold, phase_start
from grognard.systems.ocs.units import MAP, TRUCK, UNITS
from grognard.table.cards import Labels, Reach, Sum
from grognard.table.worded import Hand

FARTHEST = 6
"""How many hexes chance sends a unit at most."""


class DropField(Field):
    """Units, each with the hex of the path where it is dropped off. [6.1f]"""

    kind = "map"

    def read(self, game: AnyGame, value: Any) -> dict[str, int]:
        """The hexes."""
        for name, label in value.items():
            if type(label) is not str:
                raise Refused([Refusal("form", f"{name} is dropped in a hex, not in {label!r}")])
        return {name: game.board.hex(label) for name, label in value.items()}

    def write(self, game: AnyGame, value: Any) -> dict[str, str]:
        """Their labels."""
        return {name: game.board.label(h) for name, h in value.items()}

    def hexes(self, value: Any) -> Iterable[str]:
        """The hexes."""
        return tuple(value.values())

    def pieces(self, value: Any) -> Iterable[str]:
        """The units."""
        return tuple(value)


@dataclass(frozen=True, slots=True)
class Going:
    """Units and their path, which leaves out the hex they start from.

    `drop` says who stays in which hex of it. [6.1f]
    """

    units: Party
    path: Path
    drop: Annotated[Mapping[str, int], DropField()] = field(default_factory=dict)


@presumes(what_lies)
class Move(OcsVerb[Going]):
    """Move a unit, or several that stand together, along one path. [6.1] [6.1a]"""

    do, rule, order = "move", "6.1", Going
    title, phrase, plural = "Move", "Move {units} to {end}", "moves"
    role, rank, shows_reach = "march", 20, True
    aside = ", next to {hex}"
    sure = True

    def against(self, game: Ocs, player: str, order: Going) -> list[Refusal]:
        """Who may move, each step of each unit, and where each may end. [6.0]"""
        names, path = order.units, order.path
        refusals = company(game, player, names)
        if refusals:
            return refusals
        if not path:
            return [Refusal("6.1", "a path names at least the hex to go to")]
        ends, refusals = _ends(game, order)
        if refusals:
            return refusals
        dropped = _dropped(ends, path)
        for name in names:
            found = walk(game, name, path[: ends[name] + 1], names, dropped)
            if isinstance(found, Refusal):
                return [found]
        return [r for name in names for r in why_not_end(game, name, path[ends[name]])]

    # ---- what may be done

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return stacks.on_map(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Going]:
        """To every hex within reach."""
        found = routes(game, actor)
        for h in found.costs:
            if not why_not_end(game, actor, h):
                yield Going((actor,), found.path(h))

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every unit alone, and every stack as a whole, to every hex within reach."""
        yield from super().legal(game, player)
        for h in sorted(stacks.stacks(game).held[player]):
            for order in self._stacked(game, player, h):
                yield self.written(game, order)

    def _stacked(self, game: Ocs, player: str, h: int) -> Iterator[Going]:
        """The moves of all units of a hex that can move and go together, as one stack."""
        able = [n for n in stacks.units_at(game, h) if unable(game, n) is None]
        for names in parties(game, player, able):
            each = {name: routes(game, name) for name in names}
            found = each[slowest(each)]
            for goal in found.costs:
                order = Going(tuple(names), found.path(goal))
                if not self.against(game, player, order):
                    yield order

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A unit by chance, or those with it, sent some way by chance."""
        names = stacks.on_map(game, player)
        for name in afoot(game, rng.sample(names, len(names))):
            if unable(game, name) is not None:
                continue
            path = _stroll(game, name, rng)
            stack = stacks.units_at(game, unit_of(game, name).hex)
            while path:
                for group in [stack, (name,)] if rng.random() < 0.3 else [(name,)]:
                    order = Going(tuple(group), path)
                    if not self.against(game, player, order):
                        return self.written(game, order)
                path = path[:-1]
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anybody can move."""
        names = afoot(game, stacks.on_map(game, player))
        return any(unable(game, name) is None for name in names)

    # ---- what a click means

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Going]:
        """By the cheapest way that all of them can go, be it too long for today."""
        group = grouped(game, player, hand)
        if group.units and group.units == group.names and group.hexes != (h,):
            yield Going(group.units, _way(game, player, group, h))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Going]:
        """Nothing: who moves goes elsewhere."""
        return iter(())

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points with units at a hex without enemies; with aircraft, they are to be flown."""
        kinds, enemy = grouped(game, player, hand).kinds, game.scenario.other(player)
        free = all(stacks.holder(game, h) != enemy for h in hexes)
        return bool(hexes) and free and GROUND in kinds and kinds != {GROUND, WINGS}

    def late(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points elsewhere, with whatever, where nothing of the enemy is."""
        return elsewhere(game, player, hand, hexes) and not assailable(game, player, hexes[0])

    def heading(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """Who is to go where."""
        who = f"{listed(every_name(game), hand)} " if hand else ""
        return f"Move {who}to {game.board.label(hexes[0])}"

    def refused(
        self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]
    ) -> Sequence[Refusal]:
        """That no way leads there, however long. [6.1]"""
        start = grouped(game, player, hand).hex
        for order in self.towards_all(game, player, hand, hexes):
            return no_way(game, start, order.path, self.against(game, player, order))
        return ()

    def instead(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> Iterator[Going]:
        """Units that are not yet beside the enemy go there first, by the cheapest way, to overrun
        him. [8.1]"""
        group = grouped(game, player, hand)
        if len(hexes) != 1 or not group.units or group.units != group.names or group.hex < 0:
            return
        if not assailable(game, player, hexes[0]) or game.board.adjacent(group.hex, hexes[0]):
            return
        found = together({name: routes(game, name) for name in group.units})
        near = [b for b in game.board.around(hexes[0]) if b in found.costs]
        if near and all(unit_of(game, name).place == MAP for name in group.units):
            best = min(near, key=lambda b: (found.costs[b], b))
            yield Going(group.units, found.path(best))

    def reached(self, game: Ocs, player: str, hand: Hand) -> Reach | None:
        """Where all of them can go, and what it costs the slowest of them. [6.1b] [6.1f]"""
        units = grouped(game, player, hand).units
        if not units:
            return None
        refusals = company(game, player, units)
        if refusals:
            return Reach(refusals=tuple(refusals))
        found = together({name: routes(game, name) for name in units})
        trucks = any(face_of(game, name).move == TRUCK for name in units)
        return prospect(game, player, unit_of(game, units[0]).hex, found, trucks, units)

    def path(self, game: Ocs, player: str, order: Going) -> Labels:
        """From where they are."""
        start = unit_of(game, order.units[0]).hex
        return tuple(game.board.label(h) for h in (start, *order.path))

    def cost(self, game: Ocs, player: str, order: Going) -> Sequence[Sum]:
        """What each unit spends on its way, hex by hex, and what else it takes."""
        return [*_spent(game, order), *foreseen(game, player, self.written(game, order))]

    def warnings(self, game: Ocs, player: str, order: Going) -> Sequence[str]:
        """What comes of standing at the end of the path, or where one is dropped off."""

        def moved() -> None:
            for name in order.units:
                goal = order.drop.get(name, order.path[-1])
                game.put(UNITS, name, replace(unit_of(game, name), hex=goal))

        return foretold(game, player, order.units, moved)

    # ---- doing it

    def carry_out(self, game: Ocs, player: str, order: Going) -> Procedure:
        """Tell the move, then take the stack hex by hex. [6.1a]"""
        names, path = order.units, order.path
        ends, _ = _ends(game, order)
        begin(game, player, names)
        set_out(game, names)
        _tell(game, player, names, path)
        for place, h in enumerate(path):
            on = tuple(n for n in names if ends[n] >= place and unit_of(game, n).place == MAP)
            yield from step(game, player, on, h)
            for name in (n for n in on if ends[n] == place and unit_of(game, n).place == MAP):
                end_move(game, name)
            drop = [n for n in on if ends[n] == place and place < len(path) - 1]
            if drop:
                rest = [n for n in on if n not in drop]
                begin(game, player, rest)


def _ends(game: Ocs, order: Going) -> tuple[dict[str, int], list[Refusal]]:
    """For each unit the place of the path where it stops; somebody goes to the end. [6.1f]"""
    path = order.path
    ends = dict.fromkeys(order.units, len(path) - 1)
    for name, h in order.drop.items():
        if name not in ends or h not in path:
            label = game.board.label(h)
            return ends, [Refusal("6.1f", f"{name!r} cannot be dropped in {label!r} on this path")]
        ends[name] = path.index(h)
    if max(ends.values()) < len(path) - 1:
        return ends, [Refusal("6.1f", "all are dropped before the path ends; shorten it")]
    return ends, []


def _dropped(ends: Mapping[str, int], path: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    """Who stays behind in which hex."""
    return {
        h: tuple(name for name, end in ends.items() if end == place)
        for place, h in enumerate(path[:-1])
    }


def _way(game: Ocs, player: str, group: Group, h: int) -> tuple[int, ...]:
    """The cheapest way of several to a hex; out of reach, as if they had points enough."""
    found = together({name: routes(game, name) for name in group.units})
    if h in found.costs:
        return found.path(h)
    if group.hex < 0:
        return (h,)
    name = group.units[0]
    return beyond(game, player, face_of(game, name).move, group.hex, h, name)


def _stroll(game: Ocs, name: str, rng: random.Random) -> tuple[int, ...]:
    """A way that a unit may go, hex by hex as chance has it, none twice."""
    here = march(game, name)
    way = [here.hex]
    for _ in range(rng.randint(1, FARTHEST)):
        around = [b for b in game.board.around(here.hex) if b not in way]
        for b in rng.sample(around, len(around)):
            found = stride(game, here, b)
            if isinstance(found, Stride):
                here = found.after
                way.append(b)
                break
        else:
            break
    return tuple(way[1:])


def _spent(game: Ocs, order: Going) -> Iterator[Sum]:
    """What each unit spends on its way, hex by hex."""
    for name in order.units:
        strides = walk(game, name, order.path, order.units)
        if isinstance(strides, Refusal):  # it is dropped off on the way
            continue
        tally = Tally()
        for found in strides:
            reasons = step_cost(game, name, found.start, found.after.hex)
            label = game.board.label(found.after.hex)
            if found.least or reasons is None:
                tally = tally.add(f"{label}: all that is left", points(found.cost), "6.1c")
            else:
                for part in reasons.parts:
                    tally = tally.add(f"{label}: {part.label}", part.value, part.rule, part.source)
        yield Sum(f"{call(game, [name])}, MP", tally)


def _tell(game: Ocs, player: str, names: tuple[str, ...], path: tuple[int, ...]) -> None:
    """The move as its player sees it; the enemy sees the counter that shows. [4.9a]"""
    label = game.board.label
    start = label(unit_of(game, names[0]).hex)
    where = {"from": start, "path": [label(h) for h in path]}
    left = {name: str(points(march(game, name).left)) for name in names}
    seen = fog.shown_of(game, names)
    game.emit(
        Event("move", "6.1", {"units": [seen], **where}).to(player, units=list(names), had=left)
    )


class Stay(OcsVerb[OfOne]):
    """Say that a unit stays where it is until the phase ends, so that it negates zones. [4.5b]

    Whoever is not told negates all the same, but chance and habit pick whom it binds.
    """

    do, rule, order = "stay", "4.5b", OfOne
    title, phrase = "Stay and negate zones", "{unit} stays and negates zones of control"
    stops = False

    def against(self, game: Ocs, player: str, order: OfOne) -> list[Refusal]:
        """A unit in an enemy zone that is not bound yet. [4.5b]"""
        name = order.unit
        if name not in game.state[UNITS] or counter_of(game, name).side != player:
            return [Refusal("4.5b", f"{name!r} is no unit of {player}")]
        unit, called = unit_of(game, name), counter_of(game, name).name
        if unit.place != MAP or not zones.enemy_zone(game, unit.hex, player):
            return [Refusal("4.5b", f"{called} is in no enemy zone of control")]
        if zones.locked(game, name):
            return [Refusal("4.5b", f"{called} stays already")]
        return []

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Every unit in an enemy zone."""
        return zones.beset(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[OfOne]:
        """Where it stands."""
        yield OfOne(actor)

    def carry_out(self, game: Ocs, player: str, order: OfOne) -> None:
        """It is bound. [4.5b]"""
        unit = unit_of(game, order.unit)
        game.put(UNITS, order.unit, replace(unit, locked=phase_start(game)))
