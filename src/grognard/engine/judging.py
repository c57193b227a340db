"""Judging: whether somebody may do something now, and if not, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.engine import consent, standing
from grognard.engine.decision import offered
from grognard.engine.entries import ENGINE, RENEW, UMPIRE
from grognard.engine.refusal import Refusal

if TYPE_CHECKING:
    from grognard.engine.game import Game


def judge(game: Game[Any], player: str, action: Any, at: str | None) -> tuple[list[Refusal], bool]:
    """The reasons against an action, and whether it is of the kind that is always open."""
    do = action.get("do") if isinstance(action, dict) else None
    if player == ENGINE and (do == RENEW or (do == "begin" and not game.entries)):
        return [], True
    if player == UMPIRE:
        return consent.why_edit(game, action), True
    if player not in game.scenario.sides:
        sides = ", ".join(game.scenario.sides)
        return [Refusal("turn", f"{player!r} plays no side here; the sides are {sides}")], False
    if do == "instruct":
        return standing.why(game, player, action), True
    if do == "propose":
        return consent.why_propose(game, player, action), True
    if game.over:
        return [Refusal("turn", f"the game is over: {game.result}")], False
    mine = game.open_asks(player)
    offer = offered(mine, do)
    aside = game.aside(player, do) if offer is None else None
    if aside is not None:
        return aside.why(game, player, action), False
    if not mine:
        return [Refusal("turn", f"{player} is not asked anything now; {game.to_act} is")], False
    ids = [d.id for d in game.decisions if d.player == player] if at is not None else []
    if at is not None and at not in ids:
        current = " or ".join(ids)
        return [Refusal("stale", f"decision {at} is no longer open; {current} is")], False
    if offer is not None:
        return offer.why(game, player, action), False
    return mine[0].why(game, action), False
