"""Consent: an edit of the State agreed by both sides, or made by an umpire.

It is an action like any other: checked, in the log, and undoable.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grognard.engine.decision import Action, Ask, Deed, Procedure, check_form, nothing
from grognard.engine.event import Event
from grognard.engine.record import Register, canonical
from grognard.engine.refusal import Refusal

if TYPE_CHECKING:
    from grognard.engine.game import Game

ALWAYS = ("edit", "propose")


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edit one side has proposed, written as canonical JSON, and who has still to agree."""

    by: str
    changes: str
    reason: str
    awaiting: tuple[str, ...]


PROPOSALS: Register[str, Proposal] = Register("proposals", str, Proposal)


def why_propose(game: Game[Any], player: str, action: Action) -> list[Refusal]:
    """Reasons against proposing an edit."""
    refusals = check_form({"changes": "maps", "reason": "text"}, action, "propose")
    if not refusals and player in game.state[PROPOSALS]:
        refusals = [Refusal("form", "your last proposal has not been answered yet")]
    return refusals or _why(game, action["changes"])


def why_edit(game: Game[Any], action: Any) -> list[Refusal]:
    """Reasons against an umpire's edit."""
    if not isinstance(action, dict) or action.get("do") != "edit":
        return [Refusal("turn", "the umpire edits the game and plays no side in it")]
    refusals = check_form({"changes": "maps", "reason": "text"}, action, "edit")
    return refusals or _why(game, action["changes"])


def _why(game: Game[Any], changes: list[Action]) -> list[Refusal]:
    if not game.at_checkpoint:
        return [Refusal("turn", "finish what is under way first; then the State can be edited")]
    if not changes:
        return [Refusal("form", "an edit changes something")]
    refusals: list[Refusal] = game.system.check_edit(game, changes)
    return refusals


def perform(game: Game[Any], player: str, action: Action) -> Procedure:
    """Make an umpire's edit, or lay a proposal before the other sides."""
    if action["do"] == "edit":
        _make(game, action["changes"], action["reason"], player)
    else:
        others = tuple(side for side in game.scenario.sides if side != player)
        written = canonical(action["changes"])
        game.put(PROPOSALS, player, Proposal(player, written, action["reason"], others))
        game.emit(Event("proposal", "consent", {**action, "by": player}))
    return nothing()


def _make(game: Game[Any], changes: list[Action], reason: str, by: str) -> None:
    game.system.apply_edit(game, changes)
    game.emit(Event("edit", "consent", {"changes": changes, "by": by, "reason": reason}))


class Consent(Deed[Any]):
    """Agreeing to a proposed edit, or declining it."""

    do = "consent"
    rule = "consent"
    form = {"to": "text", "agree": "flag"}

    def check(self, game: Game[Any], player: str, action: Action) -> list[Refusal]:
        """There must be such a proposal, waiting for this player, and it must still be possible."""
        proposal = game.state[PROPOSALS].get(action["to"])
        if proposal is None or player not in proposal.awaiting:
            return [Refusal("consent", f"no proposal of {action['to']!r} waits for {player}")]
        return _why(game, json.loads(proposal.changes)) if action["agree"] else []

    def legal(self, game: Game[Any], player: str) -> Iterator[Action]:
        """Both answers to every proposal that waits for this player."""
        for by, proposal in sorted(game.state[PROPOSALS].items()):
            for agree in (True, False):
                action = {"do": self.do, "to": by, "agree": agree}
                if player in proposal.awaiting and not self.check(game, player, action):
                    yield action

    def perform(self, game: Game[Any], player: str, action: Action) -> Procedure:
        """Count the answer: the last to agree makes the edit, the first to decline ends it."""
        by = action["to"]
        proposal = game.state[PROPOSALS][by]
        awaiting = tuple(side for side in proposal.awaiting if side != player)
        if action["agree"] and awaiting:
            game.put(PROPOSALS, by, Proposal(by, proposal.changes, proposal.reason, awaiting))
        else:
            game.drop(PROPOSALS, by)
        if not action["agree"]:
            game.emit(Event("declined", "consent", {"of": by, "by": player}))
        elif not awaiting:
            _make(game, json.loads(proposal.changes), proposal.reason, by)
        return nothing()


_CONSENT = Consent()


def asks(game: Game[Any]) -> tuple[Ask, ...]:
    """The questions that open proposals put to players."""
    if not game.state[PROPOSALS]:
        return ()
    waiting = {
        side: by
        for by, proposal in sorted(game.state[PROPOSALS].items())
        for side in proposal.awaiting
    }
    return tuple(
        Ask(side, "consent", f"{by} proposes an edit", "consent", (_CONSENT,))
        for side, by in sorted(waiting.items())
    )


def view(game: Game[Any]) -> list[dict[str, Any]]:
    """The proposals on the table, which everybody sees."""
    return [
        {"by": by, "changes": json.loads(p.changes), "reason": p.reason, "awaiting": p.awaiting}
        for by, p in sorted(game.state[PROPOSALS].items())
    ]
