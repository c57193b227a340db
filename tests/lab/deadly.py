"""Players who take their process with them, for tests of what becomes of the games."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from grognard.engine.decision import Action
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat


class Deadly:
    """Plays by chance, and kills its process in some games, so many times."""

    def __init__(self, folder: str, of: int = 4, times: int = 1, seed: int = 0) -> None:
        self.rest, self.folder = RandomPlayer(seed), Path(folder)
        self.name, self.dies, self.times = f"{seed:016x}", seed % of == 0, times

    def choose(self, seat: Seat) -> Action:
        """Anything, or nothing ever again."""
        if self.dies and len(list(self.folder.glob(f"{self.name}.*"))) < self.times:
            (self.folder / f"{self.name}.{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.rest.choose(seat)


class Wrong:
    """Plays by chance, and now and then says something that cannot be."""

    def __init__(self, seed: int = 0) -> None:
        self.rest, self.count = RandomPlayer(seed), 0

    def choose(self, seat: Seat) -> Action:
        """Anything; every tenth time nonsense."""
        self.count += 1
        return {"do": "fly to the moon"} if self.count % 10 == 0 else self.rest.choose(seat)
