"""Manoeuvre: who goes where in a segment of movement.

Assaults first, then what lies open is seized, a line without holes is kept, the rest go where
victory is to be won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from grognard.board.search import Adjacency
from grognard.players.staff.attack_planner import Assault
from grognard.players.staff.deployment import Deployment, Task
from grognard.players.staff.fields import DEEP, travel
from grognard.players.staff.goss.concentration import Concentration
from grognard.players.staff.goss.doctrine import GossDoctrine
from grognard.players.staff.goss.estimate import Estimate
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.objectives import best_goal, to_hold, to_take, wanting
from grognard.players.staff.situation import Piece
from grognard.systems.goss.turn import phases


class Manoeuvre(Deployment):
    """The plan of one segment of movement."""

    doctrine: GossDoctrine

    def __init__(
        self, seat: GossSeat, opening: Callable[[Manoeuvre], None] = Deployment.seize
    ) -> None:
        self.seat, self.opening = seat, opening
        house = seat.doctrine.lines
        self.prepare(seat.situation, house.room, seat.doctrine)
        for h in seat.tight:
            self.room.left[h] = self.room.left.get(h, house.room) - house.tight
        self.estimate = Estimate(seat)
        self.marching = seat.kind in phases.BY_ROAD
        self.exploiting = seat.kind in phases.EXPLOIT_MOVES
        self.spent: dict[str, int] = {}
        self._ways: dict[int, Mapping[int, int]] = {}
        self.aims: dict[str, int] = {}
        """Where those are to go in the end who have nothing else to do now."""

    # ---- what is known

    @cached_property
    def reach(self) -> dict[str, Mapping[int, int]]:
        """Where every unit that fights can go in this segment, its own hex among it."""
        found: dict[str, Mapping[int, int]] = {}
        for name, piece in self.situation.pieces.items():
            if not piece.fights:
                continue
            if name in self.guards or self.seat.unit(name).cr or not self.seat.movable(name):
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
        attacks from there at most. For a side that keeps ground a day's march is near."""
        found = set()
        house = self.doctrine.lines
        near = house.watch if self.situation.attacking else house.day
        for goal in self.situation.goals:
            there = [one for one in self.situation.stack(goal.hex) if self._guards(one)]
            if goal.ours and there and 0 <= self.alarm[goal.hex] <= near:
                found.add(max(there, key=lambda one: (one.defence, one.id)).id)
        return frozenset(found)

    def _guards(self, piece: Piece) -> bool:
        """Whether a piece may be kept back as a guard, for all that it was told."""
        told = self.directing
        return piece.fights and told.attacks(piece.id) and not told.bound(piece.id)

    def _engaged(self, piece: Piece) -> bool:
        """Whether a piece stands too near to the enemy to march off by road."""
        near = 0 <= self.alarm[piece.hex] <= self.doctrine.lines.engaged
        return self.marching and not self.exploiting and near

    def _tempted(self, piece: Piece) -> bool:
        """Whether an objective that nobody defends may be within a day's march."""
        distance = self.situation.board.distance
        return any(distance(piece.hex, h) <= self.doctrine.lines.day for h in self._open_goals)

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
        """Whether a piece can stay in a hex: it could be supplied there, or need not be. [7.7.5]"""
        return h == piece.hex or self.seat.closing or self.seat.supplied(piece.id, h)

    def bars(self, piece: Piece, h: int) -> Sequence[int]:
        """A unit closes its own hex, and makes those around it dear. [7.8.0]"""
        return (h, *self.seat.board.around(h))

    def footing(self, piece: Piece, h: int) -> int:
        """Good ground counts as hexes of depth, and so do works where one stands. [13.3.2]
        [13.7.4(f)]"""
        works = h == piece.hex and h in self.seat.own_works
        return self.estimate.line(h) - 1 + self.doctrine.lines.dug_in * works

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
        self.obey()
        if self.marching or self.exploiting:
            self.opening(self)
            self.garrison()
            pieces = self.situation.pieces
            if self.exploiting and not self.situation.attacking:
                self.reinforce(self.keep_line(self.doctrine.lines.holes, to_hold(self.situation)))
            self.send_rest([name for name in self.reach if not self._engaged(pieces[name])])
            return self.posts
        self.attack()
        self.opening(self)
        self.garrison()
        if not self.situation.attacking:
            self.reinforce(self.keep_line(self.doctrine.lines.holes, to_hold(self.situation)))
        self.send_rest()
        return self.posts

    def garrison(self) -> None:
        """A side that keeps ground leaves no objective empty that the enemy could come to within a
        day: who is near and not beside the enemy goes there."""
        beside = self.situation.enemy_zone
        for goal in self.situation.goals if not self.situation.attacking else ():
            h = goal.hex
            there = {one.id for one in self.situation.stack(h) if one.fights}
            there = {name for name in there if self.posts.get(name, h) == h}
            if not goal.ours or there or h in self.posts.values():
                continue
            able = [
                (costs[h], -self.situation.pieces[name].defence, name)
                for name, costs in self.reach.items()
                if h in costs and name not in self.posts and name not in self.guards
                and not beside[self.situation.pieces[name].hex]
                and not self.directing.bound(name)
                and self.room.fits(h, self.situation.pieces[name])
            ]  # fmt: skip
            if able and 0 <= self.alarm[h] <= self.doctrine.lines.day:
                self.post(self.situation.pieces[min(able)[2]], h, "line")

    def send_rest(self, names: Iterable[str] | None = None) -> None:
        """Those with nothing else to do go where they will be wanted, a formation together; who is
        outside his zone goes back to it first. [9.2.0]"""
        aims = wanting(self.situation, self.threat)
        pieces, going = self.situation.pieces, dict[int, int]()
        groups: dict[tuple[str, tuple[int, ...]], list[Piece]] = {}
        for name in sorted(self.reach if names is None else names):
            far = self.seat.outside(name)
            if far is not None and far[pieces[name].hex] and name not in self.posts:
                self.approach(pieces[name], dict(enumerate(far)))
            elif name not in self.posts:
                key = pieces[name].formation or name, self.directing.objective(name)
                groups.setdefault(key, []).append(pieces[name])
        for key in sorted(groups):
            middle = self._middle(key[0], groups[key])
            one = groups[key][0].id
            own = self.directing.aims(one, self.seat.own(aims, one))
            aim = best_goal(self.situation.board, own, middle, going, self.doctrine)
            for piece in groups[key] if aim is not None else ():
                assert aim is not None
                going[aim.hex] = going.get(aim.hex, 0) + piece.attack + piece.defence
                self.aims[piece.id] = aim.hex
                self.approach(piece, self.way_to(aim.hex), aim.hex)

    def way_to(self, h: int) -> Mapping[int, int]:
        """What it costs to come to a hex from everywhere."""
        if h not in self._ways:
            self._ways[h] = travel(self.walks, [h])
        return self._ways[h]

    def instead(self, name: str, costs: Mapping[int, int]) -> list[int]:
        """Where else one can go who has found no room or no way to where he was to go: nearer to
        his aim, the nearest first."""
        piece = self.situation.pieces[name]
        way, beside = self.way_to(self.aims[name]), self.situation.enemy_zone
        shy = not self.situation.attacking
        least = self.doctrine.lines.short if self.marching else 1
        fit = [
            h
            for h in costs
            if way.get(h, DEEP) < way.get(piece.hex, DEEP)
            and not (shy and beside[h])
            and self.astray(piece, h) <= self.astray(piece, piece.hex)
            and self.seat.board.distance(h, piece.hex) >= least
        ]
        return sorted(fit, key=lambda h: (way[h], costs[h], h))

    def _middle(self, formation: str, some: Sequence[Piece]) -> int:
        """Where the fighters of a formation are, on the whole."""
        all_ = [one for one in self.situation.pieces.values() if one.formation == formation]
        own = [one for one in all_ if one.fights] or some
        distance = self.situation.board.distance
        return min(
            {one.hex for one in own}, key=lambda h: (sum(distance(h, o.hex) for o in own), h)
        )

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
        fit.sort(key=lambda h: (self.astray(piece, h), way.get(h, DEEP), costs[h], h))
        some = self.doctrine.patience.places
        looked = (*fit[:some], *fit[some :: some // 2][: 2 * some])
        best = next((h for h in looked if self.tenable(piece, h)), -1)
        far = self.seat.board.distance(piece.hex, best) if best >= 0 else 0
        if best >= 0 and (not self.marching or far >= self.doctrine.lines.march):
            self.post(piece, best, "advance", aim)

    def attack(self) -> None:
        """Plan the assaults of this turn, as many as there is ammunition for; then those who are
        left close up for assaults that could be prepared in the next. [13.4.1]"""
        floor = self.doctrine.attack.floor
        planner = Concentration(
            self.situation, self.reach, self.room, self.estimate.score, self.bane, floor,
            partial(self.fed, 1), directing=self.directing, joint=False,
        )  # fmt: skip
        self.assaults = planner.plan()
        self.unpaid = planner.unpaid
        for assault in self.assaults:
            self.posts |= assault.posts
        free = {name: costs for name, costs in self.reach.items() if name not in self.posts}
        later = Concentration(
            self.situation, {name: free.get(name, {}) for name in self.situation.pieces},
            self.room, Estimate(self.seat, prepared=True).score, self.bane, floor,
            directing=self.directing,
        )  # fmt: skip
        for assault in later.plan():
            for piece, h in assault.force:
                self.posts[piece.id] = h
                self.tasks[piece.id] = Task("advance", assault.target)

    def bane(self, target: int, h: int) -> int:
        """What a hex has against it as a place to attack from: water between, and bad ground."""
        water = bool(self.seat.scenario.ground.water(h, target))
        return 4 * water - self.estimate.line(h)

    def fed(self, price: int, assault: Assault) -> bool:
        """Whether the headquarters have the ammunition left for an assault, in halves of a point;
        books it. [16.3.3]"""
        hqs = self.seat.payers(piece.id for piece, _ in assault.force)
        if any(self.spent.get(hq, 0) + price > self.seat.allowed(hq) for hq in hqs):
            return False
        for hq in hqs:
            self.spent[hq] = self.spent.get(hq, 0) + price
        return True
