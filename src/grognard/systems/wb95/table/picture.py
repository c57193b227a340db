"""The board in text, as one player may see it: one line a row of hexes, four characters a hex.

A hex shows its ground, or the stack in it: the side's letter, the arm of the top counter where it
is known, and the number of counters where that is. Every other row is set in by half a hex.
"""

from __future__ import annotations

from grognard.systems.wb95.masking.masking import FULL, counted, on_show, sight
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import counter_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.victory import date_of
from grognard.table.picture import asked, rows

GROUND = {
    "clear": ".", "forest": "^", "town": "o", "city": "#", "swamp": "~", "lake": "=",
    "hill": "n", "mountain": "A",
}  # fmt: skip
ARMS = {
    "INF": "i", "MOT": "m", "ARM": "t", "CAV": "c", "AG": "g", "ART": "a", "AT": "k", "AA": "f",
    "HQ": "H", "RG": "r", "VS": "v", "FU": "w", "AC": "x",
}  # fmt: skip
WIDTH = 4
NARROW = 3
MANY = 30
"""Maps wider than this are drawn with three characters a hex."""


def draw(game: Wb, player: str | None) -> str:
    """The heading, the map and what its letters mean."""
    day = date_of(game)
    first = f"{game.scenario.title}: turn {game.turn} of {game.scenario.turns}"
    heading = f"{first}{', ' + day if day else ''}, phase {game.clock.step + 1}, {game.phase}"
    width = NARROW if game.board.layout.cols > MANY else WIDTH
    lines = rows(game.board, width, 6, lambda h: _hex(game, player, h, width))
    return "\n".join([heading, *asked(game), "", *lines, "", *_legend(game)])


def _hex(game: Wb, player: str | None, h: int, width: int) -> str:
    """One hex: its ground, or the stack that stands there."""
    side = holder(game, h)
    if side is None:
        return GROUND.get(game.board.terrain[h], "?")
    text = _letter(game, side) + _arm(game, player, h)
    if width > NARROW:
        text += _count(game, player, h)
    return text


def _letter(game: Wb, side: str) -> str:
    """A capital for the first side in the order of play, with the other's own letter."""
    letters = [name[0].upper() for name in game.scenario.sides]
    if letters[0] == letters[1]:
        letters = ["A", "B"]
    return letters[game.scenario.sides.index(side)]


def _arm(game: Wb, player: str | None, h: int) -> str:
    """The arm of the top counter, or a mark that it is masked from this player. [16.1.2]"""
    names = units_at(game, h)
    shown = on_show(game, h) or (names[-1] if sight(game, player, names[-1]) == FULL else None)
    return ARMS[counter_of(game, shown).type] if shown is not None else "?"


def _count(game: Wb, player: str | None, h: int) -> str:
    """How many counters a stack has, if this player may know. [16.1.1]"""
    if player is None or holder(game, h) == player or counted(game, player, h):
        return str(min(len(units_at(game, h)), 9))
    return "+" if game.state[HEXES][h].masked else ""


def _legend(game: Wb) -> list[str]:
    """What the letters on this map mean."""
    ground = " ".join(f"{GROUND.get(g, '?')} {g}" for g in dict.fromkeys(game.board.terrain))
    sides = " ".join(f"{_letter(game, side)} {side}" for side in game.scenario.sides)
    arms = " ".join(f"{letter} {arm}" for arm, letter in ARMS.items())
    return [f"{ground}; {sides}; ? masked; a number: counters", arms]
