"""Consent: an edit of the State agreed by both sides, or made by an umpire.

It is an action like any other: checked, in the log, and undoable. One kind of edit is not: it takes
over an edition of the scenario in which something was mended (see `mending`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.engine.decision import Action, Ask, Deed, Procedure, check_form, nothing
from grognard.engine.differences import briefly
from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.engine.record import Register, canonical
from grognard.engine.refusal import Refusal

if TYPE_CHECKING:
    from grognard.engine.game import Game

ALWAYS = ("edit", "propose")
MENDED = "mended"
"""What is told where a mended scenario is taken over."""
UNDER_WAY = Refusal("turn", "finish what is under way first; then the State can be edited")


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
    return refusals or _unknowing(game, action["changes"])


def why_edit(game: Game[Any], action: Any) -> list[Refusal]:
    """Reasons against an umpire's edit."""
    if not isinstance(action, dict) or action.get("do") != "edit":
        return [Refusal("turn", "the umpire edits the game and plays no side in it")]
    refusals = check_form({"changes": "maps", "reason": "text"}, action, "edit")
    return refusals or _unfit(game, action["changes"])


def mend_of(changes: Any) -> Any:
    """The edition of the scenario that an edit would take over; None if it is about records."""
    maps = changes if isinstance(changes, list) else ()
    return next((one["mend"] for one in maps if isinstance(one, dict) and "mend" in one), None)


def named(action: Action) -> str | None:
    """The edition that an action is the first to name, as a proposal or an umpire's edit does."""
    found = mend_of(action.get("changes")) if action.get("do") in ALWAYS else None
    return found if isinstance(found, str) else None


def _unwritten(game: Game[Any], changes: list[Action]) -> list[Refusal]:
    """What is wrong with how an edit is written."""
    if not game.at_checkpoint:
        return [UNDER_WAY]
    if not changes:
        return [Refusal("form", "an edit changes something")]
    to = mend_of(changes)
    if to is not None:
        if not isinstance(to, str) or changes != [{"mend": to}]:
            return [Refusal("form", 'a mend is {"mend": an edition}, and no other change with it')]
        return game.mends.why(game, to)
    refusals: list[Refusal] = game.system.check_proposal(game, changes)
    return refusals


def _unknowing(game: Game[Any], changes: list[Action]) -> list[Refusal]:
    """What may be said against an edit before all have agreed. Where rules hide something that is
    how it is written and no more: what speaks against it in the State would tell what is hidden."""
    hides = not game.system.open(game.scenario)
    return _unwritten(game, changes) if hides else _unfit(game, changes)


def _unfit(game: Game[Any], changes: list[Action]) -> list[Refusal]:
    """Why an edit cannot be made in the State as it is: for an umpire, who knows all of it."""
    refusals = _unwritten(game, changes)
    if refusals:
        return refusals
    to = mend_of(changes)
    found: list[Refusal] = (
        game.system.check_edit(game, changes) if to is None else game.mends.unfit(game, to)
    )
    return found


def perform(game: Game[Any], player: str, action: Action) -> Procedure:
    """Make an umpire's edit, or lay a proposal before the other sides."""
    if action["do"] == "edit":
        _make(game, action["changes"], action["reason"], player)
    else:
        others = tuple(side for side in game.scenario.sides if side != player)
        written = canonical(action["changes"])
        game.put(PROPOSALS, player, Proposal(player, written, action["reason"], others))
        mend = {"mend": told} if (told := _mend_told(game, action["changes"])) else {}
        game.emit(Event("proposal", "consent", {**action, **mend, "by": player}))
    return nothing()


def _mend_told(game: Game[Any], changes: list[Action]) -> str:
    """What an edit would take over, in words; empty if it takes over nothing."""
    to = mend_of(changes)
    return "" if to is None else briefly(game.mends.told(game, to)) or "the scenario"


def _make(game: Game[Any], changes: list[Action], reason: str, by: str) -> None:
    told = _mend_told(game, changes)
    if told:  # the engine does it when the line is written
        facts = {"to": mend_of(changes), "by": by, "reason": reason, "mend": told}
        game.emit(Event(MENDED, "consent", facts))
        return
    game.system.apply_edit(game, changes)
    edit = Event("edit", "consent", {"changes": changes, "by": by, "reason": reason})
    game.emit(edit if by in game.scenario.sides else _to_each(game, edit))


def _to_each(game: Game[Any], edit: Event) -> Event:
    """An umpire's edit as everybody is told it: of what was changed, as much as his view shows."""
    told: Event | None = None
    for side in (PUBLIC, *game.scenario.sides):
        view = game.system.view(game, side)
        shown = [seen for change in edit.facts["changes"] if (seen := _shown(game, view, change))]
        audience = None if side == PUBLIC else (side,)
        told = replace(edit, facts={**edit.facts, "changes": shown}, seen_by=audience, others=told)
    return replace(edit, seen_by=(), others=told)


def _shown(game: Game[Any], view: Mapping[str, Any], change: Action) -> Action | None:
    """A change as far as it is to be seen in a view; None if nothing of it is."""
    records = view.get(str(change.get("map")))
    if not isinstance(records, Mapping):
        return None
    record = records.get(str(_label(game, change["key"])))
    if not isinstance(record, Mapping):
        return None
    seen = {
        name: value
        for name, value in change["set"].items()
        if name in record and record[name] in (value, _label(game, value))
    }
    return {**change, "set": seen} if seen else None


def _agreed(game: Game[Any], changes: list[Action], reason: str, by: str) -> None:
    """Make what all have agreed on; where it does not fit they are told that and no more."""
    if _unfit(game, changes):
        game.emit(Event("unfit", "consent", {"of": by}))
    else:
        _make(game, changes, reason, by)


class Consent(Deed[Any]):
    """Agreeing to a proposed edit, or declining it."""

    do = "consent"
    rule = "consent"
    form = {"to": "text", "agree": "flag"}

    def check(self, game: Game[Any], player: str, action: Action) -> list[Refusal]:
        """There must be such a proposal, waiting for this player, and it must still be possible, as
        far as he may know."""
        proposal = game.state[PROPOSALS].get(action["to"])
        if proposal is None or player not in proposal.awaiting:
            return [Refusal("consent", f"no proposal of {action['to']!r} waits for {player}")]
        return _unknowing(game, json.loads(proposal.changes)) if action["agree"] else []

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
            _agreed(game, json.loads(proposal.changes), proposal.reason, by)
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
        Ask(
            side,
            "consent",
            _prompt(game, by),
            "consent",
            (_CONSENT,),
            context=partial(_context, game, by),
        )
        for side, by in sorted(waiting.items())
    )


def _context(game: Game[Any], by: str) -> dict[str, Any]:
    """What a proposal is about, so that a screen can show where."""
    return {"changes": json.loads(game.state[PROPOSALS][by].changes)}


def _prompt(game: Game[Any], by: str) -> str:
    """A proposal as a question."""
    told = _mend_told(game, json.loads(game.state[PROPOSALS][by].changes))
    if told:
        return f"{by} proposes to take over what was mended in the scenario: {told}"
    proposal = game.state[PROPOSALS][by]
    words = "; ".join(_words(game, change) for change in json.loads(proposal.changes))
    return f"{by} proposes an edit: {words}. The reason: {proposal.reason}"


def _words(game: Game[Any], change: Action) -> str:
    """One change, for whoever is to agree to it."""
    if set(change) != {"map", "key", "set"}:
        return ", ".join(f"{name} {value}" for name, value in change.items())
    key = change["key"]
    titles = {field.field: field.title for field, _now in game.system.editable(game, str(key))}
    return ", ".join(
        f"{key} to {_label(game, value)}" if name == "hex"
        else f"{key}: {titles.get(name, name)} {_plainly(value)}"
        for name, value in change["set"].items()
    )  # fmt: skip


def _label(game: Game[Any], value: Any) -> Any:
    """A hex as it is written on the map."""
    board = game.board
    return board.label(value) if isinstance(value, int) and 0 <= value < board.n else value


def _plainly(value: Any) -> Any:
    return ("no", "yes")[value] if isinstance(value, bool) else value


def view(game: Game[Any]) -> list[dict[str, Any]]:
    """The proposals on the table, which everybody sees."""
    return [
        {"by": by, "changes": json.loads(p.changes), "reason": p.reason, "awaiting": p.awaiting}
        for by, p in sorted(game.state[PROPOSALS].items())
    ]
