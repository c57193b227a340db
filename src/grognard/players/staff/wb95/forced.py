"""Forced attacks: what it costs that others have to be attacked as well, by their odds. [5.1.4]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grognard.players.staff.attack_planner import Force
from grognard.players.staff.situation import Foe, Piece
from grognard.players.staff.wb95.estimate import Estimate, together


def price(estimate: Estimate, foe: Foe, force: Force, other: Foe, idle: Force, main: int) -> int:
    """What it costs to attack another enemy, too, whose zone holds some of a force.

    Either those who stand there idle attack him, or the weakest of the force turns on him, or (from
    one hex) the whole force attacks both at once: whatever costs least. `main` is what the attack
    promises with the whole force. [5.1.5]
    """
    adjacent = estimate.seat.board.adjacent
    ways = [estimate.score(other, idle)] if idle else []
    weak = min(
        ((piece, h) for piece, h in force if adjacent(h, other.hex)),
        key=lambda post: (post[0].attack, post[0].id),
    )
    if len(force) > 1:
        rest = tuple(post for post in force if post != weak)
        ways.append(estimate.score(other, (weak,)) + min(0, estimate.score(foe, rest) - main))
    if all(h == weak[1] for _, h in force):
        ways.append(estimate.score(together([foe, other]), force) - main)
    return max(0, -max(ways)) if ways else 0


def debt(
    estimate: Estimate,
    due: Mapping[int, Sequence[Piece]],
    foes: Mapping[int, Foe],
    spent: Callable[[Piece], bool],
    met: Sequence[int],
) -> int:
    """What it will cost to attack those who must be and are not yet `met`, with those left.

    `due` are the enemies who must be attacked, each with those who can; who is `spent` cannot.
    """
    total = 0
    for target, pieces in due.items():
        left = [piece for piece in pieces if not spent(piece)]
        if target in met or not left:
            continue
        total += estimate.owing(foes[target], left)
    return total
