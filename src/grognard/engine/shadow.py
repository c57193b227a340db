"""Shadow: a game that a player imagines, and that is kept in step with the real one.

What the player himself does is done in the shadow too; as long as it then looks to him as the real
game does, what he has thought of the rest still holds, and so does all that was worked out of it.
Otherwise he imagines afresh, and the shadow is brought there by as few changes as may be. Nothing
leads from it to the real game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from grognard.engine.dice import STREAM
from grognard.engine.entries import Entry
from grognard.engine.game import Game
from grognard.engine.imagining import Dated, Imagined, imagine, told_before
from grognard.engine.refusal import Refused
from grognard.engine.standing import STANDING
from grognard.engine.system import S

OWN = (STREAM.name, STANDING.name)
"""The maps of the State in which no game is like the one that it is imagined from."""


def guessed(game: Game[S], player: str, seed: int = 0) -> Imagined[S]:
    """A game as a player may imagine it, with what he was told for a past."""
    found = imagine(game, player, seed, "" if game.at_checkpoint else None)
    found.recall([*told_before(game, player)])
    return found


class Shadow(Generic[S]):
    """What one player knows of one game."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.real: Game[S] | None = None
        self.game: Imagined[S] | None = None
        self.known: Sequence[Entry] = ()
        """What had been done in the real game when the shadow was last in step with it."""
        self.happened = 0
        """How many events there had been then."""
        self.past: list[Dated] = []
        self.until = 0
        """What was told of so many events: all that was before the procedure under way."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied or pickled it begins anew: all of it can be imagined again."""
        return Shadow, (self.player,)

    def follow(self, game: Game[S]) -> Imagined[S]:
        """The game as the player knows it now: what he sees and was told, and a guess at the rest.

        It is the same for whoever has seen the same.
        """
        if self.real is not game or game.entries[: len(self.known)] != self.known:
            self.past, self.until = [], 0  # another game, or something was taken back
            self.real, self.game = game, None
        if self.game is not None and self._goes_along(self.game, game):
            if game.at_checkpoint:
                self.game.arrive(self._recalled(game))
        else:
            self.game = self._afresh(self.game, game)
        self.known, self.happened = [*game.entries], len(game.events)
        return self.game

    def _recalled(self, game: Game[S]) -> Sequence[Dated]:
        """What was told before the procedure under way began."""
        self.past += told_before(game, self.player, self.until)
        self.until = len(game.events) if game.at_checkpoint else self.until
        return self.past

    def _afresh(self, mine: Imagined[S] | None, game: Game[S]) -> Imagined[S]:
        """The shadow where it is imagined anew."""
        if mine is None or not game.at_checkpoint:
            return guessed(game, self.player)
        found = imagine(game, self.player, 0, "")
        if not found.at_checkpoint:
            return guessed(game, self.player)
        mine.stand_as(found)
        mine.arrive(self._recalled(game))
        return mine

    def _goes_along(self, mine: Imagined[S], game: Game[S]) -> bool:
        """Do what the player has done since, and whatever was answered to it; whether it looks to
        him as the real game does."""
        done = game.entries[len(self.known) :]
        others = any(entry.root and entry.by != self.player for entry in done)
        if others or any(by != self.player for by in game.sealed):
            return False
        since = len(mine.events)
        try:
            for entry in done:
                mine.dice.remember(mine.drawn, entry.chance)
                mine.go_on(entry, forced=False)
        except Refused:
            return False
        return self._alike(mine, game, since)

    def _alike(self, mine: Imagined[S], game: Game[S], since: int) -> bool:
        """Whether the player is told, asked and shown the same in both."""
        a, b = mine.decision(self.player), game.decision(self.player)
        if (mine.at_checkpoint, a and a.ask.name) != (game.at_checkpoint, b and b.ask.name):
            return False
        if mine.events_for(self.player, since) != game.events_for(self.player, self.happened):
            return False
        if all(mine.state.maps[n] == game.state.maps[n] for n in game.state.maps if n not in OWN):
            return True
        system = game.system
        return system.view(mine, self.player) == system.view(game, self.player)
