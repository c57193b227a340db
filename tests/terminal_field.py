"""A small field of WB-95 to be played at a terminal: five against three, nothing hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console

from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.players.random_player import RandomPlayer
from grognard.systems.wb95.system import WB95
from grognard.terminal import Terminal


def counter(name: str, side: str, kind: str, move: str, cels: str, **more: str) -> dict[str, str]:
    """A row of a counter sheet."""
    return {
        "id": name,
        "side": side,
        "nation": side.title(),
        "name": name.upper(),
        "type": kind,
        "move": move,
        "cels": cels,
        **more,
    }


BOARD = sketch(
    5,
    7,
    terrain={"0304": "forest", "0505": "town"},
    sides=["0303-0304 river"],
    links=["0301-0302-0303 main"],
    places={"Klin": "town 0505"},
)
COUNTERS = [
    counter("g1", "german", "INF", "foot", "4:4/2:4"),
    counter("g2", "german", "ARM", "tracked", "9:7/5:7"),
    counter("g3", "german", "INF", "foot", "4:4/2:4"),
    counter("ga", "german", "ART", "trucked", "5:6"),
    counter("s1", "soviet", "INF", "foot", "4:4/2:4"),
    counter("s2", "soviet", "INF", "foot", "4:4/2:4"),
]
SPEC = {
    "counters": COUNTERS,
    "turns": 2,
    "setup": [
        {"hex": "0301", "units": ["g1", "ga"]},
        {"hex": "0302", "units": ["g2"]},
        {"hex": "0402", "units": ["g3"]},
        {"hex": "0304", "units": ["s1"]},
        {"hex": "0507", "units": ["s2"]},
    ],
    "supply": {"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]},
}


def field(seed: int = 7, **options: str) -> Game[Any]:
    """The field, with nothing hidden unless an option says so."""
    scenario = WB95.position(BOARD, SPEC, {"masking": "off", **options})
    return Game(WB95, scenario, seed=seed)


def into_battle(game: Game[Any]) -> Game[Any]:
    """The German moves next to the enemy, and it is time to attack."""
    played(game, "german", "move", units=["g2"], path=["0303"])
    played(game, "german", "end")
    return game


def played(game: Game[Any], side: str, do: str, **details: Any) -> None:
    """Play an action."""
    game.play(side, {"do": do, **details})


def desk(game: Game[Any], folder: Path, side: str = "german", width: int = 100) -> Terminal:
    """A terminal whose output is kept, against an opponent who plays anything."""
    console = Console(width=width, height=40, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    others = {s: RandomPlayer(1) for s in game.scenario.sides if s != side}
    return Terminal(game, side, others, console, folder=folder)


def typed(desk: Terminal, *lines: str) -> str:
    """Type some lines and read what is on the screen since."""
    waiting = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    desk.run(read)
    return desk.console.export_text()
