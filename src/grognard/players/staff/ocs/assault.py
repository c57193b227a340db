"""The Combat Segments: one attack after another, the best first, until none is worth it. [9.1]

Nobody has to attack [9.1b]; what is not promising is left alone, and so is what the budget cannot
pay for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.players.staff.attack_planner import Force
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.estimate import Estimate, leader
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Foe, Piece
from grognard.systems.ocs.combat import attack


@dataclass(frozen=True)
class Draft:
    """An attack that could be made from where the units stand, and what it promises."""

    score: int
    target: int
    force: Force
    shaken: int = 0
    """What it would promise if the enemy were in disorder."""

    @property
    def names(self) -> list[str]:
        """Who attacks."""
        return sorted(piece.id for piece, _ in self.force)


def drafts(seat: OcsSeat, near: dict[int, list[Piece]] | None = None) -> list[Draft]:
    """The best attack on each enemy within reach of an attack, the most promising first."""
    estimate, budget = Estimate(seat), Budget(seat)
    able = within_reach(seat) if near is None else near
    found = []
    for target, pieces in able.items():
        foe = seat.situation.foes.get(target)
        sent = [piece for piece in pieces if seat.directing.attacks(piece.id)]
        if foe is not None and sent:
            found.append(best(seat, estimate, budget, foe, sent))
    return sorted(found, key=lambda d: (-d.score, d.target))


def within_reach(seat: OcsSeat) -> dict[int, list[Piece]]:
    """For each enemy hex that may be attacked in this segment those who could."""
    pieces = seat.situation.pieces
    return {
        target: [pieces[name] for names in near.values() for name in names]
        for target, near in attack.contact(seat.table, seat.side).items()
    }


def beside(seat: OcsSeat) -> dict[int, list[Piece]]:
    """For each enemy hex the own units next to it that fight: who may attack it later."""
    found: dict[int, list[Piece]] = {}
    for h in seat.situation.foes:
        near = [
            piece
            for b in seat.board.around(h)
            for piece in seat.situation.stack(b)
            if piece.fights and piece.attack
        ]
        if near:
            found[h] = near
    return found


def best(
    seat: OcsSeat, estimate: Estimate, budget: Budget, foe: Foe, pieces: Sequence[Piece]
) -> Draft:
    """The attack on one enemy that promises most for its supply: the strongest first."""
    strong = sorted(pieces, key=lambda p: (-p.attack, -seat.counter(p.id).ar, p.id))
    found: Draft | None = None
    for count in range(1, len(strong) + 1):
        force = tuple((piece, piece.hex) for piece in strong[:count])
        price = budget.cost(strong[:count]) - seat.directing.draw(foe.hex, force)
        score = estimate.score(foe, force) - price
        if found is None or score > found.score:
            shaken = estimate.score(foe, force, shaken=True) - price
            found = Draft(score, foe.hex, force, shaken)
    assert found is not None
    return found


class AssaultPhase:
    """The attacks of one Combat Segment, chosen one at a time."""

    def __init__(self) -> None:
        self.declined: set[int] = set()
        self.worth = 0
        """What the last attack promised."""

    def order(self, seat: OcsSeat) -> Action | None:
        """The next attack; None when there are no more."""
        house = seat.doctrine.attack
        floor = house.assault_floor if seat.attacking else house.assault_careful
        floor = seat.still(floor)
        budget = Budget(seat)
        for draft in drafts(seat):
            promised = draft.score > seat.directing.needed(floor, draft.force)
            if not promised or draft.target in self.declined:
                continue
            self.declined.add(draft.target)  # each is attacked once [9.1c]
            if budget.can_pay(draft.force) is None:
                continue
            action = self.written(seat, draft)
            if seat.may(action):
                self.worth = draft.score
                return action
        return None

    def written(self, seat: OcsSeat, draft: Draft) -> Action:
        """The attack as an action, led by the best Action Rating, of equals the weakest. [9.6]"""
        names = tuple(draft.names)
        return seat.write(attack.Attack, attack.Strike(names, draft.target, leader(seat, names)))
