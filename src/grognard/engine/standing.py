"""Standing answers: what a player wants answered while he is away.

A procedure may interrupt the other side's turn with a question. For each question by its name a
player may leave one of the policies the system offers, so that games by correspondence need few
hand-offs. The engine reports what it answered for him.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grognard.engine.decision import Action, Ask, check_form
from grognard.engine.event import Event
from grognard.engine.record import Register, copied
from grognard.engine.refusal import Refusal

if TYPE_CHECKING:
    from grognard.engine.game import Game

ASK_ME = "ask me"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's instructions: the question's name and the policy for it."""

    rules: tuple[tuple[str, str], ...] = ()


STANDING: Register[str, Standing] = Register("standing", str, Standing)


def why(game: Game[Any], player: str, action: Action) -> list[Refusal]:
    """Reasons against instructions: unknown questions and unknown policies."""
    refusals = check_form({"rules": "map"}, action, "instruct")
    if refusals:
        return refusals
    known = game.system.standing_policies
    for question, policy in action["rules"].items():
        if question not in known:
            refusals.append(
                Refusal("form", f"there is no question {question!r}; there are {', '.join(known)}")
            )
        elif policy != ASK_ME and policy not in known[question]:
            choices = ", ".join((*known[question], ASK_ME))
            refusals.append(
                Refusal("form", f"{question!r} cannot be answered {policy!r}; possible: {choices}")
            )
    return refusals


def apply(game: Game[Any], player: str, action: Action) -> None:
    """Keep a player's instructions, in place of earlier ones for the same questions."""
    old = game.state[STANDING].get(player, Standing())
    rules = {**dict(old.rules), **action["rules"]}
    kept = tuple(sorted((q, p) for q, p in rules.items() if p != ASK_ME))
    game.put(STANDING, player, Standing(kept))


def answer(game: Game[Any]) -> tuple[str, Action] | None:
    """The next open question that somebody left an answer for, with the answer."""
    if not game.state[STANDING]:
        return None
    for decision in game.decisions:
        policy = decision.ask.policies.get(_policy(game, decision.ask))
        action = policy() if policy is not None else None
        if action is not None and not decision.why(game, action):
            return decision.player, action
    return None


def why_not_left(game: Game[Any], player: str, action: Action) -> list[Refusal]:
    """Reasons against an answer in somebody's name: that he has not left it standing."""
    if copied(answer(game)) == [player, action]:
        return []
    return [Refusal("standing", f"{player} has not left this answer standing")]


def _policy(game: Game[Any], ask: Ask) -> str:
    rules = game.state[STANDING].get(ask.player, Standing()).rules
    return dict(rules).get(ask.name, "")


def report(game: Game[Any], ask: Ask, action: Action) -> Event:
    """What the engine tells a player it has answered for him."""
    policy = _policy(game, ask)
    return Event(
        kind="standing",
        rule=ask.rule,
        facts={"question": ask.name, "policy": policy, "action": action},
        seen_by=(ask.player,),
    )


def view(game: Game[Any], player: str | None) -> dict[str, dict[str, str]]:
    """The instructions a player has left; nobody sees another's."""
    return {
        side: dict(kept.rules)
        for side, kept in sorted(game.state[STANDING].items())
        if player in (None, side)
    }
