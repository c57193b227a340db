"""Beachheads come and go: placed after landings, lost without ships. [8.5.8.2]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among, Plain
from grognard.kit.deeds import Verb
from grognard.kit.orders import At, OfOne
from grognard.systems.nextwar.movement.clearing import installed
from grognard.systems.nextwar.pieces.beachheads import (
    beachhead_at,
    beachheads,
    markers,
    remove,
    spare,
)
from grognard.systems.nextwar.pieces.ships import beside
from grognard.systems.nextwar.pieces.stacks import holder, lay
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import MAP


def why_not_place(game: Nw, side: str, h: int) -> list[Refusal]:
    """Why no Beachhead can be set up in a hex, whoever has just landed there. [8.5.8.2]"""
    label, enemy = game.board.label(h), game.scenario.other(side)
    if beachhead_at(game, h):
        return [Refusal("8.5.8.2", f"there is a Beachhead in {label}")]
    if controller(game, h) == enemy and (game.scenario.ground.built_up(h) or installed(game, h)):
        return [Refusal("8.5.8.2", f"{label} has a city or installation of the enemy's")]
    if not spare(game, side):
        return [Refusal("8.5.8.2", "no Beachhead marker is there to be placed")]
    return []


def moving(game: Nw) -> bool:
    """Whether it is a Movement Segment, in which only what was removed is set up. [8.5.8.2.1]"""
    return game.segment.kind.endswith("-move")


def place(game: Nw, side: str, h: int, rule: str) -> None:
    """Set up a Beachhead. [8.5.8.2]"""
    name = spare(game, side, again=moving(game))
    lay(game, name, h, due=0, used_at=game.serial)
    facts = {"side": side, "unit": name, "hex": game.board.label(h)}
    game.emit(Event("beachhead", rule, facts))


class SetUp(Among[Nw, At]):
    """Setting up a Beachhead after an assault. [8.5.8.2]"""

    do, rule, order = "set-up-beachhead", "8.5.8.2", At
    title, phrase = "Set up a Beachhead", "in {hex}"


class Raid(Plain[Nw]):
    """Leaving it at a raid, without a Beachhead. [8.5.8.2]"""

    do, rule = "no-beachhead", "8.5.8.2"
    title = phrase = "No Beachhead"


def offer(game: Nw, side: str, h: int) -> Procedure:
    """After an assault that has succeeded its owner may set up a Beachhead at once. [8.5.8.2]"""
    if holder(game, h) != side or why_not_place(game, side, h):
        return
    choice = SetUp([At(h)])
    answer = yield choice.ask(
        game, side, "beachhead", f"Set up a Beachhead in {game.board.label(h)}?",
        {"set up": At(h)}, also=(Raid(),), slight=True,
    )  # fmt: skip
    if answer["do"] == SetUp.do:
        place(game, side, h, "8.5.8.2")


ASHORE: list[Callable[[Nw, str, int], Procedure]] = []
"""What else may follow an assault that has succeeded; higher chapters put it here. [30.2]"""


def won(game: Nw, side: str, h: int) -> Procedure:
    """What follows an assault that has succeeded: a Beachhead, and what nations do. [8.5.8.2]"""
    yield from offer(game, side, h)
    for follow in ASHORE:
        yield from follow(game, side, h)


class PlaceBeachhead(Verb[Nw, At]):
    """Setting up a Beachhead on a beach that one holds, with a ship beside it. [8.5.8.2-p3]

    In a Movement Segment only those that were removed before. [8.5.8.2.1]
    """

    do, rule, order = "place-beachhead", "8.5.8.2-p3", At
    title, phrase, plural = "Set up a Beachhead", "in {hex}", "new Beachheads"

    def against(self, game: Nw, player: str, order: At) -> list[Refusal]:
        """One's own units there, an amphibious group beside them, a free marker. [8.5.8.2-p3]"""
        h, label = order.hex, game.board.label(order.hex)
        if h not in game.scenario.ground.beaches:
            return [Refusal("8.3.1.7", f"{label} is no beach")]
        if holder(game, h) != player or controller(game, h) != player:
            return [Refusal("8.5.8.2-p3", f"{label} is not held by one's own units")]
        if not beside(game, h, player):
            return [Refusal("8.5.8.2-p3", f"no amphibious group lies beside {label}")]
        found = why_not_place(game, player, h)
        if not found and moving(game) and not spare(game, player, again=True):
            text = "a Beachhead is first set up in a Combat Segment"
            found = [Refusal("8.5.8.2.1", text)]
        return found

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there is any place for one."""
        return any(not self.against(game, player, way) for way in self.ways(game, player, ""))

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[At]:
        """Every beach that one holds."""
        if spare(game, player):
            for h in sorted(game.scenario.ground.beaches):
                if holder(game, h) == player:
                    yield At(h)

    def carry_out(self, game: Nw, player: str, order: At) -> None:
        """Set it up."""
        place(game, player, order.hex, "8.5.8.2-p3")


class RemoveBeachhead(Verb[Nw, OfOne]):
    """Taking up a Beachhead of one's own. [8.5.8.2.1]"""

    do, rule, order = "remove-beachhead", "8.5.8.2.1", OfOne
    title, phrase, plural = "Take up a Beachhead", "{unit}", "withdrawals of Beachheads"

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """It is one's own, and on the map."""
        if order.unit not in beachheads(game, player):
            return [Refusal("8.5.8.2.1", f"{order.unit} is no Beachhead of {player} on the map")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """One's Beachheads."""
        return beachheads(game, player)

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """Take it up."""
        remove(game, order.unit, "8.5.8.2.1")


def unattended(game: Nw) -> None:
    """When a side's Movement Segment ends, Beachheads without an amphibious group beside them go;
    not in a storm. [8.5.8.2.1]"""
    if weather(game) == STORM:
        return
    for side in game.scenario.sides:
        if side != game.segment.actor(game):  # type: ignore[attr-defined]
            continue
        for name in markers(game, side):
            unit = unit_of(game, name)
            if unit.place == MAP and not beside(game, unit.hex, side):
                remove(game, name, "8.5.8.2.1")
