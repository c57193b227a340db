"""Troops by air: light infantry goes by helicopter or parachute to what nobody defends. [8.5.4]"""

from __future__ import annotations

from grognard.engine.decision import Action
from grognard.players.staff.fields import threat_at
from grognard.players.staff.nextwar.estimate import THOUSAND, Estimate
from grognard.players.staff.nextwar.manoeuvre import QUARTERS, Manoeuvre
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.objectives import to_take
from grognard.systems.nextwar.lift.airmobile import Airlift
from grognard.systems.nextwar.lift.missions import Sortie
from grognard.systems.nextwar.lift.paradrop import Drop

SCATTERED = 150
"""How likely a jump is to cost a step, in thousandths. [8.5.3]"""
MOVING = ((Airlift, 0), (Drop, SCATTERED))


def next_flight(seat: NwSeat, plan: Manoeuvre) -> Action | None:
    """The flight that promises most, of those whom the plan has nothing better for."""
    offered = [(kind, risk) for kind, risk in MOVING if seat.offered(kind)]
    goals = [goal for goal in to_take(seat.situation) if _open(seat, goal.hex)]
    if not offered or not goals:
        return None
    estimate, house, point = Estimate(seat), seat.doctrine.leaps, seat.doctrine.worth.point
    shot_down = {goal.hex: seat.flak("airmobile", goal.hex)[1] for goal in goals}
    names = [name for name in seat.lifted() if idle(seat, plan, name)]
    found: list[tuple[int, str, Action]] = []
    for name in names:
        piece = seat.situation.pieces[name]
        for goal in goals:
            if not seat.directing.goes(name, goal.hex):
                continue
            if threat_at(seat.situation, goal.hex) > house.exposed * QUARTERS * piece.defence:
                continue
            for kind, risk in offered:
                lost = risk + shot_down[goal.hex]
                value = point * goal.value - estimate.price([name], lost * 2)
                value -= plan.pockets.price(name, goal.hex, house.turns)
                action = seat.write(kind, Sortie((name,), goal.hex))
                found.append((value * (THOUSAND - lost) // THOUSAND, name, action))
    found.sort(key=lambda row: (-row[0], row[1], row[2]["hex"]))
    return next((a for value, _, a in found if value > house.floor and seat.may(a)), None)


def _open(seat: NwSeat, h: int) -> bool:
    """Whether a goal could be landed in and had: nobody there, nothing to clear. [8.5.4.3.1]"""
    return h not in seat.situation.foes and not seat.enemy_zone[h] and not seat.to_clear(h)


def idle(seat: NwSeat, plan: Manoeuvre, name: str) -> bool:
    """Whether a unit can be spared: it neither attacks nor keeps anything."""
    piece, task = seat.situation.pieces[name], plan.tasks.get(name)
    busy = any(name in assault.posts for assault in plan.assaults)
    return bool(piece.attack) and not busy and (task is None or task.kind in ("advance", "help"))
