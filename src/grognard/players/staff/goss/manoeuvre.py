"""Manoeuvre: who goes where in a segment of movement.

Assaults first, then what lies open is seized, a line without holes is kept, the rest go where
victory is to be won. Guns follow within range, headquarters behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from grognard.board.search import Adjacency
from grognard.players.staff.attack_planner import Assault, Planner
from grognard.players.staff.deployment import Deployment
from grognard.players.staff.fields import DEEP, travel
from grognard.players.staff.goss.estimate import Estimate
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.objectives import to_hold, to_take
from grognard.players.staff.situation import Piece
from grognard.systems.goss.turn import phases

LIMIT = 3
"""Units that are thought to fit into a hex; the rules say so exactly in the end. [6.1.0]"""
FLOOR = 400
"""What an assault must promise at least."""
NEAR, FAR, MARCH = 1, 9, 4
"""Hexes from the enemy: nearer than the first nobody marches by road, beyond the second a line
need not be kept. A march by road is worth it from the third on."""
WATCH = 4
"""How near an enemy is when an objective is not left alone."""
DAY = 24
"""Hexes that a road may lead in a segment."""
GUNS, STAFF = 5, 4
"""How near to the fighting guns go, and how far behind it headquarters stay."""


class Manoeuvre(Deployment):
    """The plan of one segment of movement."""

    def __init__(
        self, seat: GossSeat, opening: Callable[[Manoeuvre], None] = Deployment.seize
    ) -> None:
        self.seat, self.opening = seat, opening
        self.prepare(seat.situation, LIMIT)
        self.estimate = Estimate(seat)
        self.marching = seat.kind in phases.BY_ROAD
        self.exploiting = seat.kind in phases.EXPLOIT_MOVES
        self.spent: dict[str, int] = {}

    # ---- what is known

    @cached_property
    def reach(self) -> dict[str, Mapping[int, int]]:
        """Where every unit that fights can go in this segment, its own hex among it."""
        found: dict[str, Mapping[int, int]] = {}
        for name, piece in self.situation.pieces.items():
            if not piece.fights:
                continue
            if name in self.guards or not self.seat.movable(name):
                if not self.marching:
                    found[name] = {piece.hex: 0}
                continue
            if self._engaged(piece) and not self._tempted(piece):
                continue
            found[name] = {piece.hex: 0, **self.seat.routes(name).costs}
        return found

    @cached_property
    def guards(self) -> frozenset[str]:
        """The best defender of each objective in own hands that the enemy is near to: he stays, and
        attacks from there at most. A line sees to that for a side that keeps ground."""
        found = set()
        for goal in self.situation.goals if self.situation.attacking else ():
            there = [one for one in self.situation.stack(goal.hex) if one.fights]
            if goal.ours and there and 0 <= self.alarm[goal.hex] <= WATCH:
                found.add(max(there, key=lambda one: (one.defence, one.id)).id)
        return frozenset(found)

    def _engaged(self, piece: Piece) -> bool:
        """Whether a piece stands too near to the enemy to march off by road."""
        near = 0 <= self.alarm[piece.hex] <= NEAR
        return self.marching and not self.exploiting and near

    def _tempted(self, piece: Piece) -> bool:
        """Whether an objective that nobody defends may be within a day's march."""
        distance = self.situation.board.distance
        return any(distance(piece.hex, h) <= DAY for h in self._open_goals)

    @cached_property
    def _open_goals(self) -> list[int]:
        foes = self.situation.foes
        return [goal.hex for goal in to_take(self.situation) if goal.hex not in foes]

    @cached_property
    def walks(self) -> Adjacency:
        """What every step costs on the way to an objective."""
        return self.seat.walks

    @cached_property
    def linked(self) -> frozenset[int]:
        """The hexes to which a way leads from where supply comes from, past the enemy."""
        foes = self.situation.foes
        open_ = [
            tuple((b, cost) for b, cost in steps if b not in foes) for steps in self.seat.walks
        ]
        return frozenset(travel(open_, self.situation.bases))

    def tenable(self, piece: Piece, h: int) -> bool:
        """Whether a piece can stay in a hex: it could be supplied there. [7.7.5]"""
        return h == piece.hex or self.seat.supplied(piece.id, h)

    def bars(self, piece: Piece, h: int) -> Sequence[int]:
        """A unit closes its own hex, and makes those around it dear. [7.8.0]"""
        return (h, *self.seat.board.around(h))

    def footing(self, piece: Piece, h: int) -> int:
        """Good ground counts as hexes of depth. [13.3.2]"""
        return self.estimate.line(h) - 1

    def welcome(self, piece: Piece, h: int) -> bool:
        """Whether a piece may join those in a hex of the line: of its own formation rather."""
        mates = [one for one in self.situation.stack(h) if one.formation]
        return not mates or any(one.formation == piece.formation for one in mates)

    def danger(self, h: int, defence: int) -> int:
        """How many times its strength the enemy could turn on a hex; good ground helps."""
        return self.threat[h] // (4 * max(1, defence) * self.estimate.line(h))

    # ---- the plan

    def plan(self) -> dict[str, int]:
        """Where everybody goes."""
        if self.marching or self.exploiting:
            self.opening(self)
            pieces = self.situation.pieces
            self.send_rest([name for name in self.reach if not self._engaged(pieces[name])])
            return self.posts
        self.attack()
        self.opening(self)
        if not self.situation.attacking:
            self.reinforce(self.keep_line(FAR, to_hold(self.situation)))
        self.send_rest()
        return self.posts

    def approach(self, piece: Piece, way: Mapping[int, int], aim: int = -1) -> None:
        """Bring a unit as near to its aim as it can come: nobody has a zone of control, so who has
        to gain ground goes up to the enemy, too; the others keep away from him. [7.7.0]"""
        costs, beside = self.reach[piece.id], self.situation.enemy_zone
        shy = not self.situation.attacking
        fit = [
            h
            for h in costs
            if (h == piece.hex or not (shy and beside[h])) and self.room.fits(h, piece)
        ]
        best = min(
            fit, key=lambda h: (self.astray(piece, h), way.get(h, DEEP), costs[h], h), default=-1
        )
        far = self.seat.board.distance(piece.hex, best) if best >= 0 else 0
        if best >= 0 and (not self.marching or far >= MARCH):
            self.post(piece, best, "advance", aim)

    def attack(self) -> None:
        """Plan the assaults, as many as the corps can feed."""
        planner = Planner(
            self.situation, self.reach, self.room, self.estimate.score, self._bane, FLOOR,
            partial(self.fed, 1),
        )  # fmt: skip
        self.assaults = planner.plan()
        self.unpaid = planner.unpaid
        for assault in self.assaults:
            for name, h in assault.posts.items():
                self.posts[name] = h

    def _bane(self, target: int, h: int) -> int:
        """What a hex has against it as a place to attack from: water between, and bad ground."""
        water = bool(self.seat.scenario.ground.water(h, target))
        return 4 * water - self.estimate.line(h)

    def fed(self, price: int, assault: Assault) -> bool:
        """Whether the corps has the ADV left for an assault, in half points; books it. [16.3.3]"""
        corps = {self.seat.corps(piece.id) for piece, _ in assault.force} - {""}
        most = {hq: 2 * self.seat.adv(hq) for hq in corps}
        if any(self.spent.get(hq, 0) + price > most[hq] for hq in corps):
            return False
        for hq in corps:
            self.spent[hq] = self.spent.get(hq, 0) + price
        return True

    # ---- guns and headquarters

    def behind(self) -> Iterator[tuple[str, int]]:
        """Where guns out of battery and headquarters go: near the fighting, and not beside it."""
        front = self.alarm_front
        if not front:
            return
        ways = travel(self.seat.walks, front)
        for name, piece in sorted(self.situation.pieces.items()):
            counter = self.seat.counter(name)
            if not (counter.hq or counter.artillery) or not self.seat.movable(name):
                continue
            near = STAFF if counter.hq else max(2, min(GUNS, counter.range - 3))
            if near <= self.alarm[piece.hex] <= near + 3:
                continue
            routes = self.seat.routes(name).costs
            fit = [h for h in routes if self.alarm[h] >= near and h in self.linked]
            best = min(fit, key=lambda h: (ways.get(h, DEEP), routes[h], h), default=-1)
            if best >= 0 and ways.get(best, DEEP) < ways.get(piece.hex, DEEP):
                yield name, best

    @cached_property
    def alarm_front(self) -> list[int]:
        """Where own fighters stand, or are to stand, next to the enemy."""
        held = {*self.posts.values(), *(p.hex for p in self.situation.pieces.values() if p.fights)}
        return sorted(h for h in held if 0 <= self.alarm[h] <= 2)
