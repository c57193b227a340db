"""Questions that interrupt: the answers worth a number, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from grognard.engine.decision import Action, Decision
from grognard.engine.record import canonical
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.terminal.notation import written

MOST = 9
"""How many answers are numbered without being asked for."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer: what it is called, if it has a name, what it says, and the action itself."""

    name: str
    words: str
    action: Action


def replies(game: AnyGame, table: Tabletop, decision: Decision) -> list[Reply]:
    """The default first, then the standing answers by name, then the others if they are few.

    A question may have thousands of answers of equal worth: then only those with a name, and the
    rest is typed.
    """
    found: dict[str, Reply] = {}
    ask = decision.ask

    def add(name: str, action: Action | None) -> None:
        if action is not None and canonical(action) not in found and not decision.why(game, action):
            words = table.sentence(game, decision.player, action) or written(action)
            found[canonical(action)] = Reply(name, words, action)

    named = {name: policy() for name, policy in ask.policies.items()}
    same = [name for name, action in named.items() if action == ask.default]
    add(same[0] if same else "", ask.default)
    for name, action in named.items():
        add(name, action)
    answers = (action for offer in ask.offers for action in offer.legal(game, ask.player))
    others = list(islice(answers, MOST + 1))
    if len(others) <= MOST or not found:
        for action in others[:MOST]:
            add("", action)
    return list(found.values())
