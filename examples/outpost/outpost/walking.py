"""Walking, and the mines that a patrol may walk into. [O1] [O2] [O3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex
from grognard.kit.orders import Nothing
from outpost.patrols import PATROLS, Post, open_hexes, other


@dataclass(frozen=True, slots=True)
class Go:
    """Where to."""

    to: Hex


class Step(Verb[Post, Go]):
    """Walk to a free hex next to the patrol. [O1]

    Where the other side has laid a mine is unknown until it is tried: walking there is legal.
    """

    do, rule, order = "step", "O1", Go
    title, phrase = "Walk", "Walk to {to}"

    def actors(self, game: Post, player: str) -> Sequence[str]:
        """The player's patrol."""
        return (player,)

    def ways(self, game: Post, player: str, actor: str) -> Iterator[Go]:
        """Every free hex around it."""
        yield from map(Go, open_hexes(game, player))

    def against(self, game: Post, player: str, order: Go) -> list[Refusal]:
        """A free hex beside the patrol. [O1]"""
        if order.to in open_hexes(game, player):
            return []
        label = game.board.label(order.to)
        return [Refusal("O1", f"{label} is not a free hex next to the patrol")]

    def carry_out(self, game: Post, player: str, order: Go) -> Procedure:
        """Go there, and see what happens."""
        game.put(PATROLS, player, replace(game.state[PATROLS][player], hex=order.to))
        label = game.board.label(order.to)
        game.emit(Event("step", "O1", {"to": label, "side": player}))
        if game.state[PATROLS][other(game, player)].mine == order.to:
            explode(game, player)
        yield from ()


def explode(game: Post, player: str) -> None:
    """A mine goes off: on 4 or more the patrol is lost. [O2]"""
    faces = game.roll(1, key=lambda f: f[0] >= 4)
    lost = faces[0] >= 4
    enemy = other(game, player)
    game.put(PATROLS, enemy, replace(game.state[PATROLS][enemy], mine=-1))
    facts = {"lost": lost, "side": player}
    game.emit(Event("mine", "O2", facts, faces, outcome=True))
    if lost:
        game.finish(f"{enemy} wins")


class Lay(Verb[Post, Nothing]):
    """Lay a mine where the patrol stands, in secret. [O3]"""

    do, rule, order = "lay", "O3", Nothing
    title, phrase = "Lay a mine", "Lay a mine here"

    def actors(self, game: Post, player: str) -> Sequence[str]:
        """The player's patrol."""
        return (player,)

    def ways(self, game: Post, player: str, actor: str) -> Iterator[Nothing]:
        """Where it stands."""
        yield Nothing()

    def against(self, game: Post, player: str, order: Nothing) -> list[Refusal]:
        """One mine, if there are mines. [O3]"""
        if game.options["mines"] == "off":
            return [Refusal("O3", "there are no mines in this game")]
        if game.state[PATROLS][player].mine >= 0:
            return [Refusal("O3", "a patrol has one mine, and it is laid")]
        return []

    def carry_out(self, game: Post, player: str, order: Nothing) -> Procedure:
        """Nobody else is told. [O3]"""
        patrol = game.state[PATROLS][player]
        game.put(PATROLS, player, replace(patrol, mine=patrol.hex))
        label = game.board.label(patrol.hex)
        game.emit(Event("lay", "O3", {"hex": label}, seen_by=(player,)))
        yield from ()
