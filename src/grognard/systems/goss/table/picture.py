"""The board in text: a line a row of hexes, three characters a hex."""

from __future__ import annotations

from grognard.systems.goss.pieces.sight import covered, top
from grognard.systems.goss.pieces.stacks import holder, units_at
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.calendar import box, period, weather
from grognard.table.picture import asked, rows

GROUND = {
    "clear": ".", "woods": "^", "forest": "#", "rough": "%", "rough-2": "%", "marsh": "~",
    "swamp": "~", "soft ground": ",", "hedgerow": "+", "bocage": "+",
}  # fmt: skip


def draw(game: Gs, player: str | None) -> str:
    """The heading and the map."""
    sky, under = weather(game), covered(game, player)
    lines = rows(game.board, 3, 6, lambda h: _hex(game, player, h, h in under))
    heading = [
        f"{game.scenario.title}: {box(game).date} {period(game)}, {game.phase}",
        f"weather: {sky.atmosphere}, {sky.ground}",
        *asked(game),
    ]
    return "\n".join([*heading, "", *lines])


def _hex(game: Gs, player: str | None, h: int, more: bool) -> str:
    """The side, the kind of the top unit and how many there are, if one may know; or the ground.

    [8.4.0]
    """
    side, names = holder(game, h), units_at(game, h)
    if side is None:
        return GROUND.get(game.scenario.ground.terrains[h][0], "?")
    shown = top(game, h)
    kind = "?"
    if shown:
        counter = counter_of(game, shown)
        kind = "H" if counter.hq else "a" if counter.artillery else "t" if counter.afv else "i"
    return f"{game.scenario.titles[side][:1]}{kind}{'+' if more else min(len(names), 9)}"
