"""The board in text, as one player may see it: a line a row of hexes, three characters a hex."""

from __future__ import annotations

from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import turn_status
from grognard.table.picture import asked, rows

GROUND = {
    "clear": ".", "woods": "^", "hill": "n", "rough": "%", "swamp": "~", "mountain": "A",
    "desert": ",", "sea": "=", "lake": "=",
}  # fmt: skip
TOWNS = {"village": "o", "minor_city": "O", "major_city": "#"}
ARMS = {"infantry": "i", "armor": "t", "mech": "m", "artillery": "a", "hq": "H", "repl": "r"}


def draw(game: Ocs, player: str | None) -> str:
    """The heading and the map."""
    where = f"turn {game.turn} of {game.scenario.turns}, {game.phase}"
    weather = turn_status(game).weather or "not yet known"
    lines = rows(game.board, 3, 7, lambda h: _hex(game, player, h))
    heading = [f"{game.scenario.title}: {where}", f"weather: {weather}", *asked(game)]
    return "\n".join([*heading, "", *lines])


def _letter(game: Ocs, side: str) -> str:
    """The first letter by which the names of the two sides differ."""
    other = game.scenario.other(side)
    return next((a for a, b in zip(side, other, strict=False) if a != b), side[0])


def _hex(game: Ocs, player: str | None, h: int) -> str:
    """The side and the arm of the unit that shows, or the ground."""
    top = fog.on_show(game, h)
    if top:
        counter = counter_of(game, top)
        letter = _letter(game, counter.side)
        mine = player in (None, counter.side)
        letter = letter.upper() if mine else letter
        count = str(min(len(stacks.units_at(game, h)), 9)) if mine else ""
        return f"{letter}{ARMS.get(counter.type, 'x')}{count}"
    ground = game.scenario.ground
    town = ground.settlements[h]
    return TOWNS.get(town) or GROUND.get(game.board.terrain[h].split("+")[0], "?")
