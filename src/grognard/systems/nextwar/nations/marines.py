"""The US Marine Corps: headquarters that come and go with landings, and task forces.

[30.2] [30.3]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among, Plain, subsets
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.kit.orders import OneAt
from grognard.kit.turn import Part
from grognard.systems.nextwar.pieces.formations import headquarters
from grognard.systems.nextwar.pieces.stacks import lay, on_map, own_at
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.ranges import Source, field
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND
from grognard.systems.nextwar.units import (
    ARMOR,
    ASIDE,
    LEG,
    MAP,
    MEU,
    REMOVED,
    TASK_FORCE,
    UNITS,
    Counter,
)
from grognard.systems.nextwar.words import called

ANY_LENGTH = 200
"""Motorized points beyond any map: a line to the MEF may be as long as it likes. [30.2]"""
INFANTRY, ARMORED, LAR = "infantry", "armored", "lar"
KINDS = (INFANTRY, ARMORED, LAR)


def corps(counter: Counter) -> bool:
    """A unit of the US Marine Corps. [30.0] [30.2]"""
    return counter.nation == "US" and counter.marine


# ---- the headquarters of landings


def meus(game: Nw, side: str, place: str) -> list[str]:
    """A side's MEU headquarters that are on the map, or set aside. [30.2]"""
    return [
        name
        for name, unit in game.state[UNITS].items()
        if unit.place == place
        and MEU in counter_of(game, name).flags
        and counter_of(game, name).side == side
    ]


def meus_give_way(game: Nw) -> None:
    """A MEU headquarters that can trace a line to that of a MEF is set aside. [30.2]"""
    for side in game.scenario.sides:
        heads = [
            name
            for name in headquarters(game, side)
            if corps(counter_of(game, name)) and MEU not in counter_of(game, name).flags
        ]
        small = meus(game, side, MAP)
        if not heads or not small:
            continue
        ends = [Source(unit_of(game, name).hex, ANY_LENGTH) for name in heads]
        near = field(game, side, ends)
        for name in small:
            unit = unit_of(game, name)
            if unit.hex in near:
                game.put(UNITS, name, replace(unit, place=ASIDE, hex=-1, oos=False, isolated=False))
                facts = {"unit": name, "side": side, "hex": game.board.label(unit.hex)}
                game.emit(Event("meu-removed", "30.2", facts))


class PlaceMeu(Among[Nw, OneAt]):
    """Placing the headquarters of a MEU with a landing. [30.2]"""

    do, rule, order = "place-meu", "30.2", OneAt
    title, phrase = "Place a MEU headquarters", "{unit} in {hex}"


class KeepMeu(Plain[Nw]):
    """Keeping it back. [30.2]"""

    do, rule = "no-meu", "30.2"
    title = phrase = "No headquarters"


def meu_lands(game: Nw, side: str, h: int) -> Procedure:
    """After an assault of US Marines that has succeeded, a MEU headquarters may come. [30.2]"""
    spare = meus(game, side, ASIDE)
    ashore = any(
        corps(counter_of(game, name)) and unit_of(game, name).landed == game.turn
        for name in own_at(game, h, side)
    )
    if not game.scenario.advanced or not spare or not ashore:
        return
    choice = PlaceMeu([OneAt(name, h) for name in spare])
    answer = yield choice.ask(
        game, side, "place-meu", f"Place a headquarters in {game.board.label(h)}?",
        {"place": OneAt(spare[0], h)}, also=(KeepMeu(),), slight=True,
    )  # fmt: skip
    if answer["do"] != PlaceMeu.do:
        return
    name = choice.order_of(game, answer).unit
    lay(game, name, h, landed=game.turn)
    facts = {"unit": name, "side": side, "hex": game.board.label(h)}
    game.emit(Event("meu-placed", "30.2", facts))


# ---- task forces


@dataclass(frozen=True, slots=True)
class Brigading:
    """A task force and the battalions that it is formed of."""

    unit: Piece
    units: Pieces


def kind_of(counter: Counter) -> str:
    """What a battalion counts as in a task force; empty if it is none of the Marines'. [30.3]"""
    if not corps(counter) or counter.size != "battalion" or counter.hq:
        return ""
    if counter.arm == ARMOR:
        return ARMORED
    if counter.type == "armored cavalry":
        return LAR
    return INFANTRY if counter.arm == LEG else ""


def needed(game: Nw, force: str) -> Mapping[str, int]:
    """The battalions of a task force, kind by kind. [30.3]"""
    table = game.scenario.tables["usmc-task-forces"]
    row = counter_of(game, force).name
    return {kind: int(table.cell(row, kind).value) for kind in KINDS}


class FormTaskForce(Verb[Nw, Brigading]):
    """Making a task force of battalions that are stacked together. [30.3]"""

    do, rule, order = "form-task-force", "30.3", Brigading
    title, phrase, plural = "Form a task force", "{unit} of {units}", "new task forces"

    def against(self, game: Nw, player: str, order: Brigading) -> list[Refusal]:
        """A counter that is not in use, and the right battalions in one hex."""
        if order.unit not in self.actors(game, player):
            return [Refusal("30.3", f"{called(game, order.unit)} is no task force to be formed")]
        units = game.state[UNITS]
        for name in order.units:
            own = name in units and counter_of(game, name).side == player
            if not own or units[name].place != MAP or not kind_of(counter_of(game, name)):
                return [Refusal("30.3", f"{called(game, name)} is no battalion of the Marines")]
        if len({units[name].hex for name in order.units}) != 1:
            return [Refusal("30.3", "battalions form a task force in one hex")]
        kinds = [kind_of(counter_of(game, name)) for name in order.units]
        asked = needed(game, order.unit)
        if {kind: kinds.count(kind) for kind in KINDS} != asked or len({*order.units}) < len(kinds):
            parts = ", ".join(f"{count} {kind}" for kind, count in asked.items() if count)
            return [Refusal("30.3", f"{called(game, order.unit)} is formed of {parts}")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """The task forces that are not formed yet."""
        return [
            name
            for name, unit in game.state[UNITS].items()
            if unit.place == ASIDE
            and TASK_FORCE in counter_of(game, name).flags
            and counter_of(game, name).side == player
        ]

    def possible(self, game: Nw, player: str) -> bool:
        """Whether any can be formed."""
        return any(
            True for force in self.actors(game, player) for _ in self.ways(game, player, force)
        )

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Brigading]:
        """Every company of battalions that will do, hex by hex."""
        asked = needed(game, actor)
        stacks: dict[int, list[str]] = {}
        for name in on_map(game, player):
            if kind_of(counter_of(game, name)):
                stacks.setdefault(unit_of(game, name).hex, []).append(name)
        for names in stacks.values():
            for some in subsets(names, sum(asked.values()), sum(asked.values())):
                order = Brigading(actor, some)
                if not self.against(game, player, order):
                    yield order

    def carry_out(self, game: Nw, player: str, order: Brigading) -> None:
        """The battalions go for good; the worst Strike marker stays. [30.3]"""
        parts = [unit_of(game, name) for name in order.units]
        h = parts[0].hex
        for name, unit in zip(order.units, parts, strict=True):
            game.put(UNITS, name, replace(unit, place=REMOVED, hex=-1, strike=0))
        lay(
            game, order.unit, h, strike=max(unit.strike for unit in parts),
            oos=any(unit.oos for unit in parts), isolated=any(unit.isolated for unit in parts),
        )  # fmt: skip
        facts = {
            "side": player, "unit": order.unit, "units": list(order.units),
            "hex": game.board.label(h),
        }  # fmt: skip
        game.emit(Event("task-force", "30.3", facts))


_FORMING: Part[Nw] = Part(
    "task-forces", "Task Forces", "30.3", "form task forces", FIRST, "Reorganization Phase",
    verbs=[FormTaskForce],
)  # fmt: skip
TASK_FORCES = (_FORMING, replace(_FORMING, kind="task-forces-2", role=SECOND))
"""In the Reorganization Phase, for whoever has Marines. [30.3]"""
