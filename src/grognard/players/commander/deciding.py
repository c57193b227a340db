"""Deciding again: after the dice have fallen, what else there is to do than what the staff would.

Only what matters is thought over: attacks and what the system counts like them, and answers in the
middle of a battle of which there are several that make sense.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import canonical
from grognard.players.commander.pivots import Pivots
from grognard.players.seat import Seat
from grognard.players.staff.doctrine import Directive, Doctrine, Posture
from grognard.players.staff.player import command
from grognard.players.staff.situation import Situation

END: Action = {"do": "end"}
LOOK = 6
"""How many drafts of actions are looked at for legal ones."""
MINDS: tuple[Posture, ...] = ("hold", "assault")
"""How second opinions are asked for: as if everybody were to fight so."""


def alternatives(
    seat: Seat, staff: Any, known: Action, pivots: Pivots, doctrine: Doctrine, most: int
) -> list[Action]:
    """What else makes sense, the staff's other thoughts first; nothing where little hangs on it.

    `staff` is the seat as the staff sees it, `known` what it would do.
    """
    if seat.midway:
        if seat.question.name in pivots.trivial:
            return []
        found = _answers(seat, staff.situation, doctrine)
    elif known["do"] in pivots.actions:
        found = _instead(seat, staff, pivots, doctrine, known)
    elif known == END and any(seat.offered(kind) for kind in pivots.last):
        found = islice(pivots.drafts(staff), LOOK)
    else:
        return []
    return list(islice(_sensible(seat, found, known), most - 1))


def _sensible(seat: Seat, found: Iterable[Action | None], known: Action) -> Iterator[Action]:
    """Those that may be done, each once, and not what is known."""
    seen = {canonical(known)}
    for action in found:
        if action is None or (text := canonical(action)) in seen:
            continue
        seen.add(text)
        if seat.may(action):
            yield action


def _instead(
    seat: Seat, staff: Any, pivots: Pivots, doctrine: Doctrine, known: Action
) -> Iterator[Action | None]:
    """Instead of an action: not to take it, another draft, or what others would do."""
    if known["do"] in pivots.last:
        yield END
    yield from (a for a in islice(pivots.drafts(staff), LOOK) if a["do"] == known["do"])
    yield from _opinions(seat, staff.situation, doctrine, known["do"])


def _answers(seat: Seat, situation: Situation, doctrine: Doctrine) -> Iterator[Action | None]:
    """Other answers to a question: the standing ones, the usual one, and what others would say."""
    ask = seat.question
    for name in sorted(ask.policies):
        yield ask.policies[name]()
    yield ask.default
    yield from _opinions(seat, situation, doctrine)
    for offer in ask.offers:
        yield next(seat.legal(offer), None)


def _opinions(
    seat: Seat, situation: Situation, doctrine: Doctrine, kind: str = ""
) -> Iterator[Action]:
    """What staffs of another mind would do, of a kind of action or at all."""
    for mind in minds(situation, doctrine):
        action = command(seat.system, mind).choose(seat)
        if not kind or action["do"] == kind:
            yield action


def minds(situation: Situation, doctrine: Doctrine) -> Sequence[Doctrine]:
    """Doctrines of another mind: without the plan, and with everybody holding, or assaulting."""
    everybody = frozenset(situation.pieces)
    plain = replace(doctrine, directives=(), emphasis=(), gaining=None)
    return [
        plain,
        *(replace(doctrine, directives=(Directive(everybody, (), mind),)) for mind in MINDS),
    ]
