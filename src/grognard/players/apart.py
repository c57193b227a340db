"""Apart: a program that is given no more than its side knows, whatever it looks at.

Between the game and the program stands a game that is imagined for it: what its side sees is as it
is, what is hidden is a guess, always the same for whoever has seen the same. By the law of secrets
all that it may ask is answered there as it would be in the real one. No attribute, container,
closure or waiting procedure of it leads to the real game; a test walks through them all. Whoever
runs in the same process and means to get at the game through the interpreter itself is not kept
from it: programs that are not trusted run in a process of their own, and are given views.
"""

from __future__ import annotations

from typing import Any

from grognard.engine.decision import Action
from grognard.engine.shadow import Shadow, guessed
from grognard.players.explaining import page_of
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Player, Seat
from grognard.players.thinking import Listener, let_hear
from grognard.table.intent import Page

GUESSES = 3
"""How often a program is asked again, with another guess, whose answer proves to be illegal."""


class Apart:
    """Plays as a program does that cannot get at the game."""

    def __init__(self, program: Player, candid: bool = False) -> None:
        self.program, self.candid = program, candid
        """Whether an answer that is wrong for all it knows is given all the same, to be counted."""
        self.shadows: dict[str, Shadow[Any]] = {}
        """What the program knows, as each side that it plays."""

    def choose(self, seat: Seat) -> Action:
        """The program's answer."""
        shadow = self.shadows.setdefault(seat.side, Shadow(seat.side))
        for guess in range(GUESSES):
            known = (
                shadow.follow(seat._game) if not guess else guessed(seat._game, seat.side, guess)
            )
            action = self.program.choose(Seat(known, seat.side))
            if seat.may(action) or (self.candid and not Seat(known, seat.side).may(action)):
                return action
        return RandomPlayer().choose(seat)

    def explained(self) -> Page | None:
        """What the program says of it."""
        return page_of(self.program)

    def heard_by(self, listener: Listener | None) -> None:
        """Have the program tell how far it is, if it is one that does."""
        let_hear(self.program, listener)
