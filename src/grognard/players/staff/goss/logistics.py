"""Logistics: ammunition, fuel and leaders for those who fight. [16.3.2] [16.4.2] [23.1.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action
from grognard.players.staff.fields import distances
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.leaders.activation import Place, PlaceLeader
from grognard.systems.goss.logistics.ammunition import Deliver, Delivery
from grognard.systems.goss.logistics.fuel import Allocate, Ration
from grognard.systems.goss.logistics.support import adjustment
from grognard.systems.goss.status import LOW, NORMAL


def ammunition(seat: GossSeat) -> Iterator[Action]:
    """Each army supports as many corps as fight, those with most in contact first: every one above
    three costs all of them. What is not needed for guns buys ADV. [16.3.2] [15.4.1]"""
    alarm, house = distances(seat.board, seat.situation.foes), seat.doctrine.stores
    weight: dict[str, int] = {}
    for name, piece in seat.situation.pieces.items():
        if piece.fights and 0 < alarm[piece.hex] <= house.contact:
            hq = seat.corps(name)
            weight[hq] = weight.get(hq, 0) + piece.attack
    for army, corps, adv, points in seat.armies():
        ranked = sorted(corps, key=lambda hq: (-weight.get(hq, 0), hq))
        most = best_number([weight.get(hq, 0) for hq in ranked], adv)
        buy = max(0, min(house.bought, (points - house.kept) // 2))
        for number in range(most, -1, -1):
            chosen = tuple(sorted(ranked[:number]))
            yield seat.write(Deliver, Delivery(army, chosen, buy=buy))


def best_number(weights: Sequence[int], adv: int) -> int:
    """How many corps to support: what each then has, times what fights there. [15.4.1]"""

    def value(number: int) -> tuple[int, int]:
        return (adv + adjustment(number)) * (1 + sum(weights[:number])), number

    return max(range(len(weights) + 1), key=value)


def fuel(seat: GossSeat) -> Iterator[Action]:
    """Nobody stands still; then all that they need for those nearest to the enemy. [16.4.2]"""
    foes = [*seat.situation.foes]
    if not foes:
        return
    board = seat.board

    def far(hq: str) -> int:
        return min(board.distance(seat.unit(hq).hex, h) for h in foes)

    ranked = sorted(seat.headquarters(), key=lambda hq: (not seat.leads(hq), far(hq), hq))
    for state in (LOW, NORMAL):
        yield from (seat.write(Allocate, Ration((hq,), state)) for hq in ranked)


def leaders(seat: GossSeat) -> Iterator[Action]:
    """Leaders go to the strongest of their stacks beside the enemy; if there is none they stay with
    their headquarters, whose units then march farther. [23.1.0] [23.2.1a]"""
    situation, best = seat.situation, dict[str, tuple[int, int]]()
    for action in seat.legal(PlaceLeader):
        h = seat.board.hex(action["hex"])
        strength = sum(piece.attack for piece in situation.stack(h))
        if situation.enemy_zone[h] and strength:
            best[action["leader"]] = max(best.get(action["leader"], (0, 0)), (strength, h))
    for leader, (_, h) in sorted(best.items()):
        yield seat.write(PlaceLeader, Place(leader, h))
