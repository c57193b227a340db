"""The terms of victory for a screen: the scale, every objective, automatic victory. [S1.11]"""

from __future__ import annotations

from grognard.systems.wb95 import victory
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.scenario import Automatic, Objective, Wb
from grognard.table.tabletop import nation
from grognard.table.winning import Condition, Prize, Terms, scale

EACH_HEX, WHOLE = "each hex of ", "the whole of "


def terms(game: Wb) -> Terms | None:
    """How the game is won, and how that stands. [S1.9] [S1.10] [S1.11]"""
    found = game.scenario.victory
    if not found.side:
        return None
    total = int(victory.points(game).total)
    rows = [(grade.least, grade.winner, grade.degree) for grade in found.scale]
    return Terms(
        side=found.side,
        total=total,
        complete=True,
        rule=found.scale[0].rule if found.scale else "",
        degrees=scale(rows, total) if rows else (),
        prizes=tuple(_prize(game, objective) for objective in found.objectives),
        conditions=() if found.automatic is None else (_at_once(game, found.automatic),),
    )


def _prize(game: Wb, objective: Objective) -> Prize:
    side = game.scenario.victory.side
    held = sum(controller(game, h) == side for h in objective.hexes)
    full = held == len(objective.hexes)
    return Prize(
        title=_place(objective.label),
        worth=objective.vp,
        each="" if objective.whole else "hex",
        hexes=tuple(game.board.label(h) for h in objective.hexes),
        held=held,
        of=len(objective.hexes),
        by=None,
        stand="won" if full else "part" if held else "open",
        rule=objective.rule,
    )


def counted(label: str) -> str:
    """What an objective counts, with its area by its name: `each hex of Klin`."""
    for how in (EACH_HEX, WHOLE):
        if label.startswith(how):
            return how + label.removeprefix(how).replace("-", " ").capitalize()
    return label


def _place(label: str) -> str:
    """What an objective is called: an area by its name, places of a kind by several of it."""
    name = label.removeprefix(EACH_HEX).removeprefix(WHOLE)
    if name.startswith("each "):
        name = f"{name.removeprefix('each ')}s"
    return name.replace("-", " ").capitalize()


def _at_once(game: Wb, found: Automatic) -> Condition:
    """Automatic victory: what must be held, and until when. [S1.9]"""
    places = ", ".join(_place(part) for part in found.label.split(", "))
    text = (
        f"{nation(game, found.side)} wins at once by holding all of {places} at the end of its own"
        f" Supply Phase and still at the end of the next {nation(game, found.until_side)} one"
    )
    held = sum(controller(game, h) == found.side for h in found.hexes)
    return Condition(text, found.rule, tuple(game.board.label(h) for h in found.hexes), held)
