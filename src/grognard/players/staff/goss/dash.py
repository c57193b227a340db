"""Dashes: by open roads to what nobody defends, and off the map where that counts. [7.10.0]

Nobody has a zone of control, so a road that the enemy does not sit on may lead far behind him.
"""

from __future__ import annotations

from grognard.players.staff.goss.manoeuvre import Manoeuvre
from grognard.players.staff.objectives import to_take
from grognard.systems.goss.scenario import Award


def dash(plan: Manoeuvre) -> None:
    """First whoever can leave the map for points, then whoever takes what lies open."""
    for award in plan.seat.ways_out:
        leave(plan, award)
    grab(plan)


def leave(plan: Manoeuvre, award: Award) -> None:
    """The weakest of those who count go where they leave, as many as still count. [3.3.4]"""
    able = []
    for name, costs in plan.reach.items():
        if name in plan.posts or plan.directing.bound(name):
            continue
        if not plan.seat.may_leave(name, award):
            continue
        piece, most = plan.situation.pieces[name], plan.seat.leaving_points(name)
        gates = [(costs[h], h) for h in award.hexes if h in costs and costs[h] <= most]
        if gates:
            able.append((piece.attack + piece.defence, *min(gates), name))
    for _, _, h, name in sorted(able)[: plan.seat.still_to_leave(award)]:
        plan.post(plan.situation.pieces[name], h, "seize")


def grab(plan: Manoeuvre) -> None:
    """To every objective that nobody defends goes the one who would keep it best, if he could be
    supplied there, or the game is over before that counts."""
    gates = {h for award in plan.seat.ways_out for h in award.hexes}
    for goal in to_take(plan.situation):
        h = goal.hex
        if h in plan.situation.foes or h in gates or h in plan.posts.values():
            continue
        able = [
            (-plan.situation.pieces[name].defence, costs[h], name)
            for name, costs in plan.reach.items()
            if name not in plan.posts
            and plan.directing.goes(name, h)
            and h in costs
            and plan.room.fits(h, plan.situation.pieces[name])
        ]
        if not plan.seat.last:
            able = [] if plan.situation.enemy_zone[h] else able
            pieces = plan.situation.pieces
            some = sorted(able)[: plan.doctrine.patience.dashes]
            able = [one for one in some if plan.tenable(pieces[one[2]], h)]
        if able:
            plan.post(plan.situation.pieces[min(able)[2]], h, "seize")
