"""Assaults from the sea: who is ready, what fails, and who walks ashore unopposed. [8.5.8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import OneOf
from grognard.kit.deeds import Verb
from grognard.kit.orders import ManyAt
from grognard.systems.nextwar.amphibious.beachheads import won
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.movement.entering import arrive, raise_alarms
from grognard.systems.nextwar.pieces.ships import aboard, beside, ship_of
from grognard.systems.nextwar.pieces.stacks import holder, lay
from grognard.systems.nextwar.pieces.values import counter_of, er, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import ABOARD, MAP, SHIPS, UNITS
from grognard.systems.nextwar.words import called

AMPHIBIOUS = "amphibious"
"""How a unit landed that came from the sea. [8.4.1.1-4]"""


def waiting(game: Nw, side: str) -> list[str]:
    """A side's units aboard ships that lie before a shore. [8.5.8.1-p1]"""
    return [
        name
        for name, unit in game.state[UNITS].items()
        if unit.place == ABOARD
        and counter_of(game, name).side == side
        and why_not_assault(game, name) is None
    ]


def why_not_assault(game: Nw, name: str) -> Refusal | None:
    """Why a unit aboard cannot assault in this segment. [8.5.8] [8.5.8.1-p1]

    Its ship came from the Inshore Box to the shore in the Movement Segment before, and has made no
    assault this turn.
    """
    ship = ship_of(game, unit_of(game, name).where)
    now = game.segment.kind.replace("combat", "move")
    if not counter_of(game, name).marine:
        return Refusal("8.5.8", f"{called(game, name)} is no marine unit")
    if ship.place != MAP or (ship.poised, ship.poised_in) != (now, game.turn):
        text = f"the ship of {called(game, name)} has not come inshore to the beach for an assault"
        return Refusal("8.5.8.1-p1", text)
    if ship.assaulted == game.turn:
        return Refusal("8.5.8", f"the ship of {called(game, name)} has assaulted this turn")
    return None


def why_not_beach(game: Nw, name: str, h: int) -> Refusal | None:
    """Why a unit aboard cannot go for a hex. [8.3.1.7] [8.5.8.1-p1]"""
    if h not in game.scenario.ground.beaches:
        return Refusal("8.3.1.7", f"{game.board.label(h)} is no beach")
    if not game.board.adjacent(ship_of(game, unit_of(game, name).where).hex, h):
        return Refusal("8.5.8.1-p1", f"{called(game, name)} is not next to {game.board.label(h)}")
    return None


def begin(game: Nw, names: Sequence[str]) -> None:
    """The ships of these units make their one assault of the turn. [8.5.8]"""
    for ship in {unit_of(game, name).where for name in names}:
        game.put(SHIPS, ship, replace(ship_of(game, ship), assaulted=game.turn))


class Falter(OneOf[Nw]):
    """Choosing who loses a step when an assault fails. [8.5.8.1-p4]"""

    do, rule, title = "falter", "8.5.8.1-p4", "Choose who loses a step"


def beaten_off(game: Nw, side: str, attackers: Sequence[str], landing: Sequence[str]) -> Procedure:
    """An assault has not taken its beach: one step more, of those from the sea first.

    [8.5.8.1-p4]
    """
    alive = [n for n in landing if unit_of(game, n).steps]
    alive = alive or [n for n in attackers if unit_of(game, n).steps]
    if not alive:
        return
    who = max(alive, key=lambda name: (unit_of(game, name).steps, -er(game, name)))
    prompt = "Who loses a step on the beach?"
    who = yield from Falter.picked(game, side, alive, "falter", prompt, {"strongest": who})
    lose_step(game, who, "8.5.8.1-p4")


class Land(Verb[Nw, ManyAt]):
    """Going ashore on a beach that nobody defends. [8.5] [8.5.8.1-p5]"""

    do, rule, order = "land", "8.5.8.1-p5", ManyAt
    title, phrase, plural = "Land", "{units} in {hex}", "landings"

    def against(self, game: Nw, player: str, order: ManyAt) -> list[Refusal]:
        """All who are aboard land together, on an empty beach. [9.9.4]"""
        units, label = game.state[UNITS], game.board.label(order.hex)
        for name in order.units:
            if (
                name not in units
                or units[name].place != ABOARD
                or counter_of(game, name).side != player
            ):
                return [Refusal("8.5.8", f"{called(game, name)} is not aboard a ship")]
            why = why_not_assault(game, name) or why_not_beach(game, name, order.hex)
            if why is not None:
                return [why]
        if holder(game, order.hex) == game.scenario.other(player):
            return [Refusal("8.5.8.1-p5", f"enemies hold {label}: it must be attacked")]
        ships = {units[name].where for name in order.units}
        missing = [n for ship in ships for n in aboard(game, ship) if n not in order.units]
        if missing or not order.units:
            return [Refusal("9.9.4", "all who are aboard land together")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """The first of every ship's company."""
        waits = waiting(game, player)
        return [n for n in waits if n == aboard(game, unit_of(game, n).where)[0]]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[ManyAt]:
        """Every beach beside the ship."""
        ship = unit_of(game, actor).where
        for h in game.board.around(ship_of(game, ship).hex):
            yield ManyAt(tuple(aboard(game, ship)), h)

    def carry_out(self, game: Nw, player: str, order: ManyAt) -> Procedure:
        """Go ashore, and perhaps set up a Beachhead. [8.5.8.2]"""
        begin(game, order.units)
        for name in order.units:
            step_ashore(game, name, order.hex)
        facts = {"side": player, "units": list(order.units), "hex": game.board.label(order.hex)}
        game.emit(Event("landing", "8.5.8.1-p5", facts))
        arrive(game, order.units, order.hex, player)
        yield from raise_alarms(game, order.hex, player)
        yield from won(game, player, order.hex)


def step_ashore(game: Nw, name: str, h: int) -> None:
    """A unit leaves its ship for a hex. [8.5.8.1-p5]"""
    ashore = {"fought": game.serial, "landed": game.turn, "landing": AMPHIBIOUS}
    lay(game, name, h, where="", **ashore)


def near(game: Nw, h: int, side: str) -> list[str]:
    """The units aboard ships beside a hex. [8.5.8.1-p1]"""
    return [name for ship in beside(game, h, side) for name in aboard(game, ship)]
