"""The terms of victory for a screen: the scale, every objective, losses, early ends. [2.3-end]"""

from __future__ import annotations

from grognard.systems.ocs.scenario import Count, Ending, Objective, Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.table.telling import title
from grognard.systems.ocs.victory import victory
from grognard.systems.ocs.victory.control import controller
from grognard.table.winning import Condition, Prize, Stand, Terms, scale


def terms(game: Ocs) -> Terms | None:
    """How the game is won, and how that stands as far as both sides know. [2.3-end] [4.9]"""
    found = game.scenario.victory
    if not found.side:
        return None
    total = int(victory.open_points(game).total)
    rows = [(grade.least, grade.winner, grade.degree) for grade in found.scale]
    counts = (*found.losses, *found.saved)
    return Terms(
        side=found.side,
        total=total,
        complete=game.over or not counts,
        rule=victory.HOUSE,
        degrees=scale(rows, total) if rows else (),
        prizes=(
            *(_prize(game, place, one) for place, one in enumerate(found.objectives)),
            *(_counted(count) for count in counts),
        ),
        conditions=tuple(_early(game, ending) for ending in found.ends),
    )


def _prize(game: Ocs, place: int, objective: Objective) -> Prize:
    side = game.scenario.victory.side
    held = sum(controller(game, h) == side for h in objective.hexes)
    return Prize(
        title=objective.label,
        worth=objective.vp,
        each="hex" if objective.each else "",
        hexes=tuple(game.board.label(h) for h in objective.hexes),
        held=held,
        of=len(objective.hexes),
        by=objective.by or None,
        stand=_stand(game, place, objective, held),
        rule=victory.HOUSE,
    )


def _stand(game: Ocs, place: int, objective: Objective, held: int) -> Stand:
    """Won in time, or held now; what has a day is gone after it. [2.3-end]"""
    if objective.by and place in game.state[SIDES][game.scenario.victory.side].earned:
        return "won"
    if objective.by and game.turn > objective.by:
        return "gone"
    full = held == len(objective.hexes)
    return "part" if held and (objective.by or not full) else "won" if held else "open"


def _counted(count: Count) -> Prize:
    """Steps lost or saved: what they are worth is known, how many there are only at the end."""
    return Prize(count.label, count.vp, str(count.per), (), 0, 0, None, "end", victory.HOUSE)


def _early(game: Ocs, ending: Ending) -> Condition:
    """What ends the game before its time."""
    label = game.board.label
    who = f"{title(game, ending.side)} holds {', '.join(label(h) for h in ending.hexes)}"
    rest = " and no enemy is left on the ground around" if ending.clear else ""
    then = f"{title(game, ending.winner)} has won" if ending.winner else "the points decide"
    text = f"{ending.label}, and the game ends early, when {who}{rest}; {then}"
    return Condition(text, victory.HOUSE, tuple(label(h) for h in ending.hexes), None)
