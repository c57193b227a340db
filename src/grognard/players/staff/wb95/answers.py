"""Answers in the middle of a battle: support, losses, retreat, pursuit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.fields import threat_map
from grognard.players.staff.wb95.estimate import Estimate
from grognard.players.staff.wb95.reading import Wb95Seat

DEAR = 3
"""The value from which ground is worth a level."""
QUARTERS = 4
EXPOSED = 4
"""Times its strength that the enemy may turn on ground a unit pursues into."""


def defend(seat: Wb95Seat) -> Action:
    """Support the defence with all that is at hand, except guns next to the attackers. [6.3.5]"""
    context = seat.question.context()
    pieces, board = seat.situation.pieces, seat.board
    enemies = [board.hex(seat.view["units"][n]["hex"]) for n in context["attackers"]
               if n in seat.view["units"]]  # fmt: skip
    enemies += [
        h for h in seat.situation.foes
        if any(board.adjacent(h, board.hex(t)) for t in context["targets"])
    ]  # fmt: skip
    means: Mapping[str, Any] = context["means"]
    answer: Action = {"do": "defend", **means}
    guns = [
        gun for gun in means.get("guns", ())
        if not any(board.adjacent(pieces[gun].hex, h) for h in enemies)
    ]  # fmt: skip
    if guns:
        answer["guns"] = guns
    else:
        answer.pop("guns", None)
    return answer if seat.may(answer) else {"do": "defend"}


def losses(seat: Wb95Seat) -> Action:
    """Lose what costs the least strength."""
    answer = seat.question.default
    assert answer is not None
    return answer


def retreat(seat: Wb95Seat) -> Action:
    """Retreat rather than die; ground of value is worth a level while others are left to hold it."""
    ask = seat.question
    context = ask.context()
    best = ask.policies["retreat"]()
    stand = ask.policies["stand"]()
    if best is None or stand is None:
        answer = ask.default
        assert answer is not None
        return answer
    pieces = [seat.situation.pieces[name] for name in context["units"]]
    steps = sum(piece.steps for piece in pieces)
    price, toll = sum(stand["take"].values()), sum(best.get("take", {}).values())
    value = max((seat.situation.worth(piece.hex) for piece in pieces), default=0)
    if price <= toll and price < steps:
        return stand
    if value >= DEAR and price == 1 and steps >= 3:
        return stand
    return best


def pursue(seat: Wb95Seat) -> Action:
    """Follow into ground worth having, but not into the arms of a stronger enemy."""
    ask = seat.question
    decline: Action = {"do": "pursue", "paths": {}}
    advance = ask.policies["advance"]()
    if advance is None or not advance["paths"]:
        return decline
    situation, board = seat.situation, seat.board
    threat, estimate = threat_map(situation), Estimate(seat)
    chosen: dict[str, list[str]] = {}
    strength: dict[int, int] = {}
    for name, path in advance["paths"].items():
        h = board.hex(path[-1])
        chosen[name] = path
        strength[h] = strength.get(h, 0) + situation.pieces[name].defence
    for h, defence in strength.items():
        limit = QUARTERS * max(1, defence) * (EXPOSED + estimate.shelter(h, False))
        leaves = any(situation.worth(situation.pieces[name].hex) for name in chosen)
        gains = situation.worth(h) > 0 or situation.attacking
        if (threat[h] > limit or leaves or not gains) and not situation.worth(h):
            return decline
    answer: Action = {"do": "pursue", "paths": chosen}
    return answer if seat.may(answer) else decline
