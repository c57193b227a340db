"""Self-play for a value to be learned from: staffs of many minds, and notes of how games stood.

Staffs that all think alike only meet positions that they themselves allow. So each one here weighs
things a little otherwise, has ground of its own that it wants more than others do, and may begin
with some moves by chance.
"""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.players.commander.features import measure
from grognard.players.commander.positions.position import Position
from grognard.players.commander.value import outcome, reader
from grognard.players.seat import Seat
from grognard.players.staff.command import Command
from grognard.players.staff.doctrine import Doctrine
from grognard.players.staff.player import command, doctrines, staffed

D = TypeVar("D")

PLAIN = 0.25
"""How often a staff is just what people play against, and makes no slips."""
STYLED = 0.5
"""How often a staff has one of the styles that people can name, where there are some."""
SHAKEN = 0.6
"""How often its house values are shaken."""
SHAKE = 0.35
"""The logarithm of how far, on the mean."""
WEIGHTY = 100
"""House values from here on are weights; smaller ones are counts, which stay."""
WANTS = 0.6
"""How often it has ground that it wants more than others do."""
WANTED = (150, 200, 300, 400)
"""What that ground then counts, in percent."""
TURNS_COAT = 0.1
"""How often it takes itself for the side that has to gain ground, or to keep it, and is not."""
OPENS = 0.3
"""How often it begins with moves by chance."""
OPENING = 12
"""With how many at most."""
SLIPS = 0.01
"""How often it does something by chance later."""
PARTS = 4
"""Into how many parts a turn is divided in which there are no players' turns."""
BETWEEN = 5
"""Every so many segments of the game it is noted how it stands, whoever's turn it is."""
DIGITS = 4
"""Of the numbers that are noted."""


class Varied:
    """A staff of its own mind, which its seed decides."""

    name = "varied"

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)
        self.plain = self.rng.random() < PLAIN
        opens = not self.plain and self.rng.random() < OPENS
        self.opening = self.rng.randint(1, OPENING) if opens else 0
        self.command: Command[Any] | None = None

    @staticmethod
    def plays(system: str) -> bool:
        """Whether there is a staff for a system."""
        return staffed(system)

    def choose(self, seat: Seat) -> Action:
        """One legal action."""
        if self.command is None:
            doctrine = None if self.plain else doctrine_for(seat, self.rng)
            self.command = command(seat.system, doctrine)
        if self.opening > 0 or (not self.plain and self.rng.random() < SLIPS):
            self.opening -= 1
            return seat.sample(self.rng)
        return self.command.choose(seat)


def doctrine_for(seat: Seat, rng: random.Random) -> Doctrine:
    """A doctrine of which there is no second."""
    usual = command(seat.system)
    styles = list(doctrines(seat.system).values())
    found: Doctrine = usual.doctrine
    if styles and rng.random() < STYLED:
        found = rng.choice(styles)
    if rng.random() < SHAKEN:
        found = shaken(found, rng)
    if rng.random() < WANTS:
        goals = usual.view(seat).situation.goals
        wanted = rng.sample(goals, min(len(goals), rng.randint(1, 3)))
        found = replace(found, emphasis=tuple((goal.hex, rng.choice(WANTED)) for goal in wanted))
    if rng.random() < TURNS_COAT:
        found = replace(found, gaining=rng.random() < 0.5)
    return found


def shaken(record: D, rng: random.Random) -> D:
    """A record with all its weights a little otherwise, in the records within it too."""
    changes: dict[str, Any] = {}
    for one in fields(record):  # type: ignore[arg-type]
        value = getattr(record, one.name)
        if type(value) is int and abs(value) >= WEIGHTY:
            changes[one.name] = round(value * rng.lognormvariate(0, SHAKE))
        elif is_dataclass(value) and not isinstance(value, type):
            changes[one.name] = shaken(value, rng)
    return replace(record, **changes)  # type: ignore[type-var]


# ---- notes


class Notes:
    """Notes how a game stands whenever a player's turn is over, or a quarter of the turn where both
    act all the time, and now and then between; and how it ends.

    The numbers are those of the value's features; what came of it is the share of a victory of the
    first side, and its lead.
    """

    def __init__(self) -> None:
        self.seen: tuple[Any, ...] = ()
        self.serial = -1

    def __call__(self, game: Game[Any]) -> dict[str, Any] | None:
        """What there is to note after an action."""
        if game.over:
            win, lead = outcome(game)
            return {"turn": game.turn, "win": win, "lead": round(lead, DIGITS)}
        part = game.clock.step * PARTS // len(game.segments)
        now = (game.turn, game.segment.stretch or part)
        seen, self.seen = self.seen, now
        between, self.serial = game.serial != self.serial, game.serial
        if not seen or (now == seen and not (between and game.serial % BETWEEN == 0)):
            return None
        found: Position = reader(game.system.name)(game)
        numbers = [round(number, DIGITS) for number in measure(found).tolist()]
        return {"turn": game.turn, "numbers": numbers}
