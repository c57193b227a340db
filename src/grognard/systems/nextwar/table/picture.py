"""The board in text: a line a row of hexes, three characters a hex."""

from __future__ import annotations

from grognard.systems.nextwar.pieces.sight import covered, top
from grognard.systems.nextwar.pieces.stacks import holder, units_at
from grognard.systems.nextwar.pieces.values import counter_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, WAR
from grognard.table.picture import asked, rows

GROUND = {
    "flat": ".", "flat_woods": "^", "rough": "%", "rough_woods": "^", "highland": "n",
    "highland_woods": "n", "marsh": "~", "jungle": "^", "mountain": "A", "high_mountain": "A",
    "urban": "#", "sea": "=",
}  # fmt: skip
ARMS = {"leg": "i", "armor": "t", "mechanized": "m", "artillery": "a"}


def draw(game: Nw, player: str | None) -> str:
    """The heading and the map."""
    where = f"turn {game.turn} of {game.scenario.turns}, {game.phase}"
    weather = game.state[WAR][NOW].weather
    under = covered(game, player)
    lines = rows(game.board, 3, 6, lambda h: _hex(game, h, h in under))
    heading = [f"{game.scenario.title}: {where}", f"weather: {weather}", *asked(game)]
    return "\n".join([*heading, "", *lines])


def _hex(game: Nw, h: int, more: bool) -> str:
    """The side, the arm of the top unit and how many there are, if one may know; or the ground.

    [13.2]
    """
    side, names = holder(game, h), units_at(game, h)
    if side is None:
        return GROUND.get(game.board.terrain[h], "?")
    counter = counter_of(game, top(game, h))
    arm = "H" if counter.hq else ARMS[counter.arm]
    return f"{game.scenario.nations[side][:1]}{arm}{'+' if more else min(len(names), 9)}"
