"""Depots: they extend the path from the sources to the army, and may be moved. [15.8.0]"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.systems.goss.ground import CITY, TOWN
from grognard.systems.goss.pieces.stacks import held
from grognard.systems.goss.pieces.values import on_map, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, DEPOTS, Depot
from grognard.systems.goss.turn.calendar import day
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import ARMY

FUEL = 12
"""What it costs to move a depot, in half fuel points. [15.8.2]"""
DAYS = 2
"""GDs that it takes. [15.8.2]"""


def has_depot(game: Gs, army: str) -> bool:
    """Whether an army has a depot on the map. [16.3.6]"""
    return any(d.army == army and d.hex >= 0 for d in game.state[DEPOTS].values())


def lost_depots(game: Gs) -> None:
    """Depots that enemies have entered are gone; they may be set up again. [15.8.0]"""
    for name, depot in list(game.state[DEPOTS].items()):
        side = game.scenario.armies[depot.army].side
        if depot.hex >= 0 and depot.hex in held(game, other(side)):
            game.put(DEPOTS, name, Depot(depot.army))
            game.emit(Event("depot-lost", "15.8.0", {"hex": game.board.label(depot.hex)}))


@dataclass(frozen=True, slots=True)
class Which:
    """A depot by its name."""

    depot: str


class DepotVerb(Verb[Gs, Which]):
    """What is done with depots in the Joint Logistics Phase. [15.8.2]"""

    order = Which

    def actors(self, game: Gs, player: str) -> list[str]:
        """Somebody, where an army has depots. [15.8.2]"""
        return [""] if any(True for _ in self.ways(game, player, "")) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Which]:
        """Each depot of one's own."""
        for name, depot in sorted(game.state[DEPOTS].items()):
            if game.scenario.armies[depot.army].side == player:
                yield Which(name)

    def against(self, game: Gs, player: str, order: Which) -> list[Refusal]:
        """It must be one's own; the rest as each has it."""
        depot = game.state[DEPOTS].get(order.depot)
        if depot is None or game.scenario.armies[depot.army].side != player:
            return [Refusal("form", f"you have no depot {order.depot!r}")]
        return self.barred(game, order.depot, depot)

    @abstractmethod
    def barred(self, game: Gs, name: str, depot: Depot) -> list[Refusal]:
        """Why it cannot be done with this depot."""


def army_seat(game: Gs, army: str) -> int:
    """The hex of an army's headquarters, if it is in a town or city; else -1. [15.8.2]"""
    hq = game.scenario.staff(ARMY, army)
    if not hq or not on_map(game, hq):
        return -1
    h = unit_of(game, hq).hex
    return h if game.scenario.ground.population[h] in (TOWN, CITY) else -1


def moved_since(game: Gs, army: str, depot: Depot) -> bool:
    """Whether the army's headquarters has moved while the depot was on its way. [15.8.2]"""
    hq = unit_of(game, game.scenario.staff(ARMY, army))
    return hq.hex != depot.towards or hq.moved > depot.begun


class MoveDepot(DepotVerb):
    """A depot is taken down, to be set up where the army's headquarters is. [15.8.2]"""

    do, rule, title = "move-depot", "15.8.2", "Relocate a depot"
    phrase = "relocate {depot}"

    def barred(self, game: Gs, name: str, depot: Depot) -> list[Refusal]:
        """The headquarters in a town or city; one depot at a time; six FP. One that is on its way
        begins anew only if the headquarters has moved. [15.8.2]"""
        found = []
        if army_seat(game, depot.army) < 0:
            found.append(Refusal("15.8.2", f"{depot.army} has no headquarters in a town or city"))
        side = game.scenario.armies[depot.army].side
        busy = [
            n
            for n, d in game.state[DEPOTS].items()
            if d.due and n != name and game.scenario.armies[d.army].side == side
        ]
        if busy:
            found.append(Refusal("15.8.2", f"{busy[0]} is being relocated"))
        if depot.due and not moved_since(game, depot.army, depot):
            found.append(Refusal("15.8.2", f"{name} is being relocated"))
        if game.state[ARMIES][depot.army].fp < FUEL:
            found.append(Refusal("15.8.2", f"{depot.army} has fewer than {FUEL // 2} FP"))
        return found

    def carry_out(self, game: Gs, player: str, order: Which) -> None:
        """Half the army's trucks are set aside, which carry nobody either, six FP are spent, and
        two GDs go by. [15.8.2]"""
        depot = game.state[DEPOTS][order.depot]
        army = game.state[ARMIES][depot.army]
        trucks = depot.trucks or -(-army.tp // 2)
        aside = 0 if depot.trucks else trucks
        found = Depot(
            depot.army, -1, day(game) + DAYS, trucks, army_seat(game, depot.army), game.serial
        )
        game.put(DEPOTS, order.depot, found)
        left = replace(army, fp=army.fp - FUEL, tp=army.tp - aside)
        game.put(ARMIES, depot.army, replace(left, motor=max(min(left.motor, left.tp), left.used)))
        facts = {"army": depot.army, "day": found.due, "stock": {"fp": -FUEL, "tp": -aside}}
        game.emit(Event("depot-moving", "15.8.2", facts, seen_by=(player,)))


class PlaceDepot(DepotVerb):
    """A depot is set up again with the army's headquarters. [15.8.2]"""

    do, rule, title = "place-depot", "15.8.2", "Set up a depot"
    phrase = "set up {depot}"

    def barred(self, game: Gs, name: str, depot: Depot) -> list[Refusal]:
        """Two GDs later or more, where the headquarters has stayed. [15.8.2]"""
        if not depot.due:
            return [Refusal("15.8.2", f"{name} is not being relocated")]
        if day(game) < depot.due:
            return [Refusal("15.8.2", f"{name} can be set up on GD {depot.due}")]
        if moved_since(game, depot.army, depot):
            return [Refusal("15.8.2", "the headquarters has moved: the relocation begins anew")]
        return []

    def carry_out(self, game: Gs, player: str, order: Which) -> None:
        """It works at once, and the trucks come back, for the next GD. [15.8.2]"""
        depot = game.state[DEPOTS][order.depot]
        army = game.state[ARMIES][depot.army]
        game.put(DEPOTS, order.depot, Depot(depot.army, depot.towards))
        game.put(ARMIES, depot.army, replace(army, tp=army.tp + depot.trucks))
        facts = {"army": depot.army, "hex": game.board.label(depot.towards)}
        game.emit(Event("depot-placed", "15.8.2", facts).to(player, stock={"tp": depot.trucks}))
