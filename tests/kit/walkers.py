"""A toy of verbs and nothing of any rulebook: men walk by day and hit each other by night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grognard.board.sketch import sketch
from grognard.engine.decision import Action, Ask, Deed, Procedure
from grognard.engine.event import Event
from grognard.engine.game import Game
from grognard.engine.record import Register, digest
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment, proceed
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.system import Scenario, System
from grognard.kit.deeds import Verb
from grognard.kit.orders import ManyAt, Nothing, OfMany, OneAt


@dataclass(frozen=True, slots=True)
class Man:
    """A man of a side in a hex; asleep he does nothing."""

    side: str
    hex: int
    asleep: bool = False


MEN: Register[str, Man] = Register("men", str, Man)
Walkers = Game[Scenario]
START = {"ann": ("north", "0101"), "bob": ("north", "0101"), "cid": ("south", "0103")}


def men(game: Walkers, player: str) -> list[str]:
    """A player's men."""
    return [name for name, man in game.state[MEN].items() if man.side == player]


def strange(game: Walkers, player: str, names: Sequence[str]) -> list[Refusal]:
    """That somebody is no man of the player's, or sleeps."""
    awake = [name for name in men(game, player) if not game.state[MEN][name].asleep]
    return [Refusal("W0", f"{name} does not hear you") for name in names if name not in awake]


class Walk(Verb[Walkers, OneAt]):
    """One step."""

    do, rule, order = "walk", "W1", OneAt
    title, phrase, button = "Walk", "{unit} walks to {hex}", "Walk to {hex}"
    plural, role, rank, shows_reach = "walks", "march", 20, True

    def actors(self, game: Walkers, player: str) -> Sequence[str]:
        """All men."""
        return men(game, player)

    def ways(self, game: Walkers, player: str, actor: str) -> Iterator[OneAt]:
        """To each hex around, whoever is there."""
        for h in game.board.around(game.state[MEN][actor].hex):
            yield OneAt(actor, h)

    def against(self, game: Walkers, player: str, order: OneAt) -> list[Refusal]:
        """Not far, and not where anybody is."""
        refusals = strange(game, player, (order.unit,))
        if refusals:
            return refusals
        if not game.board.adjacent(game.state[MEN][order.unit].hex, order.hex):
            return [Refusal("W1", f"{game.board.label(order.hex)} is too far")]
        if any(man.hex == order.hex for man in game.state[MEN].values()):
            return [Refusal("W2", f"somebody is in {game.board.label(order.hex)}")]
        return []

    def likely(self, game: Walkers, player: str, hand: Sequence[str], hexes: Sequence[int]) -> bool:
        """Who sends somebody to a hex."""
        return bool(hand) and len(hexes) == 1

    def heading(self, game: Walkers, player: str, hand: Sequence[str], hexes: Sequence[int]) -> str:
        """Where to."""
        return f"Walk to {game.board.label(hexes[0])}"

    def carry_out(self, game: Walkers, player: str, order: OneAt) -> Procedure:
        """He is there."""
        game.put(MEN, order.unit, replace(game.state[MEN][order.unit], hex=order.hex))
        yield from ()


class Rest(Verb[Walkers, OfMany]):
    """Men fall asleep, all those together who are told."""

    do, rule, order = "rest", "W3", OfMany
    title, phrase, alone = "Rest", "{units} rest", True

    def actors(self, game: Walkers, player: str) -> Sequence[str]:
        """All men."""
        return men(game, player)

    def ways(self, game: Walkers, player: str, actor: str) -> Iterator[OfMany]:
        """Each by himself."""
        yield OfMany((actor,))

    def against(self, game: Walkers, player: str, order: OfMany) -> list[Refusal]:
        """Who sleeps does not fall asleep."""
        return strange(game, player, order.units)

    def carry_out(self, game: Walkers, player: str, order: OfMany) -> None:
        """They sleep; nobody is asked anything."""
        for name in order.units:
            game.put(MEN, name, replace(game.state[MEN][name], asleep=True))


class Hit(Verb[Walkers, ManyAt]):
    """Men of one hex hit whoever is next to them; a die decides."""

    do, rule, order = "hit", "W4", ManyAt
    title, phrase, plural = "Hit", "{units} hit {hex}", "blows"
    stakes, role, rank, sure = "dice", "assault", 10, True
    called = {"units": "those who hit"}

    def ways(self, game: Walkers, player: str, actor: str) -> Iterator[ManyAt]:
        """All men that can, at each enemy."""
        for man in game.state[MEN].values():
            near = [
                name
                for name in men(game, player)
                if game.board.adjacent(game.state[MEN][name].hex, man.hex)
            ]
            if man.side != player and near:
                yield ManyAt(tuple(near), man.hex)

    def against(self, game: Walkers, player: str, order: ManyAt) -> list[Refusal]:
        """Next to an enemy."""
        found = [one.units for one in self.ways(game, player, "") if one.hex == order.hex]
        fit = bool(order.units) and any(set(order.units) <= set(units) for units in found)
        return [] if fit else [Refusal("W4", "nobody is there to be hit")]

    def carry_out(self, game: Walkers, player: str, order: ManyAt) -> Procedure:
        """Heads or tails."""
        faces = game.roll(1, sides=2)
        game.emit(Event("hit", "W4", {"face": faces[0]},
                        faces, outcome=True))  # fmt: skip
        yield from ()


class Stop(Verb[Walkers, Nothing]):
    """Go on to the next segment."""

    do, rule, order = "stop", "W5", Nothing
    title, ends = "Stop", True

    def ways(self, game: Walkers, player: str, actor: str) -> Iterator[Nothing]:
        """The one way."""
        yield Nothing()

    def against(self, game: Walkers, player: str, order: Nothing) -> list[Refusal]:
        """Always."""
        return []

    def carry_out(self, game: Walkers, player: str, order: Nothing) -> Procedure:
        """Go on."""
        yield from proceed(game)


class Part(Segment[Walkers]):
    """A part of north's day."""

    rule = "W"

    def __init__(self, number: int, name: str, deeds: Sequence[Deed[Any]]) -> None:
        self.number, self.name, self.deeds = number, name, (*deeds, Stop())

    def asks(self, game: Walkers) -> Sequence[Ask]:
        """North plays."""
        return (Ask("north", self.name, "what now?", self.rule, tuple(self.deeds)),)


class WalkersSystem(System[Scenario]):
    """The toy."""

    name, title = "walkers", "Walkers"
    registers = (MEN,)

    def scenario(self) -> Scenario:
        """Three men on a map of three by three."""
        sides = ("north", "south")
        return Scenario("walkers/one", "Walkers", "walkers", sketch(3, 3), sides, {}, digest([]))

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> Scenario:
        """There are no files."""
        raise NotImplementedError

    def initial(self, scenario: Scenario) -> State:
        """Two of the north in one hex, one of the south two hexes away."""
        hexes = scenario.board.hex
        return State({MEN.name: {n: Man(side, hexes(at)) for n, (side, at) in START.items()}})

    def __init__(self, *day: Any) -> None:
        self.day = day or (Walk(), Rest())

    def segments(self, scenario: Scenario) -> Sequence[Segment[Any]]:
        """Day and night."""
        return (Part(1, "Day", self.day), Part(2, "Night", (Hit(),)))

    def view(self, game: Walkers, player: str | None) -> dict[str, Any]:
        """All is open."""
        return {name: game.board.label(man.hex) for name, man in game.state[MEN].items()}

    def picture(self, game: Walkers, player: str | None) -> str:
        """Who is where."""
        return str(self.view(game, player))

    def indexes(self, scenario: Scenario) -> Mapping[str, Index]:
        """None."""
        return {}

    def check_edit(self, game: Walkers, changes: list[Action]) -> list[Refusal]:
        """Nothing is edited."""
        return [Refusal("form", "nothing is edited")]

    def apply_edit(self, game: Walkers, changes: list[Action]) -> None:
        """Nothing is edited."""


def walkers(*day: Any) -> Walkers:
    """A new game, by day; with other verbs of the day if they are given."""
    system = WalkersSystem(*day)
    return Game(system, system.scenario(), seed=1)


def at_night(game: Walkers) -> Walkers:
    """The same by night."""
    game.play("north", {"do": "stop"})
    return game
