"""The Air Phase: support where an attack is coming, defence where the enemy is. [8.2]"""

from __future__ import annotations

from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.fields import pressure, threat_map
from grognard.players.staff.situation import Situation
from grognard.players.staff.wb95.estimate import Estimate
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.air.orders import Assign, Orders

QUARTERS = 4


def assign(seat: Wb95Seat) -> Action:
    """Fly everything that can fly: to attack if it is our move that follows, else to defend."""
    free = available(seat)
    moving = _moving_side(seat) == seat.side
    rows: list[dict[str, Any]] = []
    spots = attack_spots(seat) if moving else defence_spots(seat)
    kind = "support" if moving else "defence"
    for air in free:
        for h in spots:
            row = {"mission": kind, "air": [air], "hexes": [seat.board.label(h)]}
            if seat.may(seat.write(Assign, Orders([*rows, row]))):
                rows.append(row)
                spots = [*[s for s in spots if s != h], h]
                break
    return seat.write(Assign, Orders(rows))


def available(seat: Wb95Seat) -> list[str]:
    """The own air units that can be used this turn. [8.1.5]"""
    turn = seat.segment[0]
    return [
        name
        for name, air in seat.view["air"].items()
        if air["side"] == seat.side
        and air["from_turn"] <= turn <= air["to_turn"]
        and air["used"] != turn
    ]


def _moving_side(seat: Wb95Seat) -> str:
    """Whose Movement Phase follows this Air Phase. [2.2]"""
    return seat.scenario.sides[0 if seat.view["step"] <= 6 else 1]


def attack_spots(seat: Wb95Seat) -> list[int]:
    """Enemy hexes where more strength would turn a fair attack into a good one."""
    situation, estimate, house = seat.situation, Estimate(seat), seat.doctrine
    felt = _own_pressure(situation, house.joining)
    found = []
    for h, foe in situation.foes.items():
        near = felt[h] // QUARTERS
        if not near:
            continue
        column = estimate.column(near, foe.defence, 0, estimate.shelter(h, foe.dug_in))
        if house.unfair <= column <= house.assured:
            found.append((-situation.worth(h), -foe.defence, h))
    return [h for *_, h in sorted(found)]


def _own_pressure(situation: Situation, joining: int) -> list[int]:
    fighting = [p for p in situation.pieces.values() if p.fights]
    near = [
        p for p in fighting
        if any(situation.board.distance(p.hex, h) <= joining for h in situation.foes)
    ]  # fmt: skip
    stacks = ((p.hex, p.attack, False) for p in near)
    return pressure(situation.board, stacks, situation.bearing)


def defence_spots(seat: Wb95Seat) -> list[int]:
    """Own hexes beside the enemy, the most threatened for their strength first."""
    situation, board = seat.situation, seat.board
    threat = threat_map(situation)
    found = []
    for h in situation.at:
        if any(b in situation.foes for b in board.around(h)):
            defence = sum(piece.defence for piece in situation.stack(h))
            if defence:
                found.append((-situation.worth(h), -threat[h] // defence, h))
    return [h for *_, h in sorted(found)]
