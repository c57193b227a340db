"""Judging: whether somebody may do something now, and if not, why."""

from __future__ import annotations

from marshal import dumps
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine import consent, standing
from grognard.engine.decision import offered
from grognard.engine.entries import ENGINE, RENEW, UMPIRE
from grognard.engine.refusal import Refusal

if TYPE_CHECKING:
    from grognard.engine.game import Game

PLAIN = 2
"""The version in which the same plain data is written the same, however it is shared in memory."""


class Verdict(NamedTuple):
    """What was found when somebody asked last, what he asked, and the moment: how far the game had
    come, and what it was being played on."""

    asked: bytes
    moment: tuple[Any, ...]
    on: tuple[Any, ...]
    found: tuple[list[Refusal], bool]


def verdict(
    game: Game[Any], player: str, action: Any, at: str | None
) -> tuple[list[Refusal], bool]:
    """What `judge` finds. Whoever asks whether he may do something most often does it next: so the
    last answer is remembered as long as nothing has happened."""
    try:
        asked = dumps((player, action, at), PLAIN)
    except ValueError:  # not plain data, which `judge` refuses in its own words
        return judge(game, player, action, at)
    course, last = game._course, game._verdict
    on = game.journal, course.pending, game.scenario
    moment = (
        *game.journal.stamps.values(), len(game.events), len(game.entries), game._opened,
        len(course.given), game.recorded,
    )  # fmt: skip
    if (
        last is None
        or last.asked != asked
        or last.moment != moment
        or not all(map(is_, last.on, on))
    ):
        last = game._verdict = Verdict(asked, moment, on, judge(game, player, action, at))
    refusals, always = last.found
    return [*refusals], always


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
