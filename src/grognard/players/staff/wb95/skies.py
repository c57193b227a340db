"""The Air Phase: support where an attack is coming, defence where the enemy is. [8.2]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.attack_planner import Assault
from grognard.players.staff.fields import pressure, threat_map
from grognard.players.staff.situation import Situation
from grognard.players.staff.wb95.estimate import THOUSAND, WAYS, Estimate
from grognard.players.staff.wb95.manoeuvre import Manoeuvre
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.air.orders import Assign, Orders
from grognard.systems.wb95.charts import fire_result
from grognard.systems.wb95.fighting.fire import SHELTER

QUARTERS = 4


def assign(seat: Wb95Seat) -> Action:
    """Fly everything that can fly: to attack if it is our move that follows, else to defend."""
    free = available(seat)
    if seat.doctrine.planned_air:
        return planned(seat, free)
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


def planned(seat: Wb95Seat, free: Sequence[str]) -> Action:
    """Fly for the attacks that are drafted; when the enemy moves, over those he threatens most.

    Who has nothing to support, or may not, strikes by himself before the last move of the turn, for
    nobody flies twice in it. [8.1.5] [8.2.5]
    """
    flights = Flights(seat)
    if _moving_side(seat) == seat.side:
        flights.support(free)
    else:
        flights.cover(free)
    if _moving_side(seat) == seat.scenario.sides[1]:
        flights.strike(free)
    return seat.write(Assign, Orders(flights.rows))


class Flights:
    """Missions as they are put together, each counter where it adds most to those before it."""

    def __init__(self, seat: Wb95Seat) -> None:
        self.seat, self.situation, self.house = seat, seat.situation, seat.doctrine
        self.rows: list[dict[str, Any]] = []
        self.estimate = Estimate(seat)

    @cached_property
    def plan(self) -> Manoeuvre:
        """What would be attacked if it were our move now."""
        plan = Manoeuvre(self.seat)
        plan.obey()
        plan.draft()
        return plan

    def flying(self) -> set[str]:
        """Who has a mission already."""
        return {name for row in self.rows for name in row["air"]}

    def strength(self, name: str) -> int:
        """The strength of one counter."""
        strength: int = self.seat.view["air"][name]["sp"]
        return strength

    def add(self, kind: str, name: str, h: int) -> bool:
        """Send a counter on a mission, if it may fly it."""
        row = {"mission": kind, "air": [name], "hexes": [self.seat.board.label(h)]}
        may = self.seat.may(self.seat.write(Assign, Orders([*self.rows, row])))
        if may:
            self.rows.append(row)
        return may

    # ---- support

    def support(self, free: Sequence[str]) -> None:
        """Each counter to the attack that it makes better than any other."""
        sent: dict[int, int] = {}
        for name in free:
            more = self.strength(name)
            rows = [
                (self.gain(assault, sent.get(assault.target, 0), more), -place, assault.target)
                for place, assault in enumerate(self.plan.assaults)
            ]
            for gain, _, target in sorted(rows, reverse=True):
                if gain <= self.house.gun or self.add("support", name, target):
                    sent[target] = sent.get(target, 0) + more * (gain > self.house.gun)
                    break

    def gain(self, assault: Assault, sent: int, more: int) -> int:
        """What so much more strength adds to what an attack promises."""
        foe = self.situation.foes[assault.target]
        before = self.plan.support(foe, assault.force) + sent
        score = self.estimate.score
        return score(foe, assault.force, before + more) - score(foe, assault.force, before)

    # ---- cover and strikes

    def cover(self, free: Sequence[str]) -> None:
        """Over own hexes beside the enemy, the most threatened for their strength first."""
        spots = defence_spots(self.seat)
        for name in free:
            h = next((h for h in spots if self.add("defence", name, h)), None)
            if h is not None:
                spots = [*[s for s in spots if s != h], h]

    def strike(self, free: Sequence[str]) -> None:
        """All who have nothing else to do together, at the enemy whom that hurts most."""
        idle = [name for name in free if name not in self.flying()]
        total = sum(self.strength(name) for name in idle)
        targets = sorted(self.situation.foes, key=lambda h: (-self.damage(h, total), h))
        if not idle or not targets or not self.damage(targets[0], total):
            return
        row = {"mission": "attack", "air": idle, "hexes": [self.seat.board.label(targets[0])]}
        if self.seat.may(self.seat.write(Assign, Orders([*self.rows, row]))):
            self.rows.append(row)

    def damage(self, h: int, strength: int) -> int:
        """What a strike on a hex is worth, in levels and disorder, by its table. [8.2.6]"""
        foe = self.situation.foes[h]
        table = self.seat.scenario.tables["air-attack"]
        points = strength - SHELTER * self.estimate.ground(h).defender_cm
        level = max(foe.attack, foe.defence) // foe.steps
        found = 0
        for total, ways in WAYS.items():
            result = fire_result(table, points, total)
            disorder = self.house.disorder * (result.disorganised or result.test)
            found += ways * (THOUSAND * min(result.loss, foe.steps) + disorder)
        near = any(b in self.situation.at for b in self.seat.board.around(h))
        return found * level * (1 + near) // sum(WAYS.values())


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
