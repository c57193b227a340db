"""Behind the line: guns within range of the fighting, headquarters within throw of their units.

Garrisons stay in their ports and batteries, ready to fight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.directing import LEAVING
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.fallback import Fallback
from grognard.players.staff.fields import distances, travel
from grognard.players.staff.ocs.brunt import Brunt
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.evacuation import Evacuation
from grognard.players.staff.ocs.expedition import Expedition
from grognard.players.staff.ocs.lines import last_places
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.orders import first_legal
from grognard.players.staff.situation import Piece
from grognard.systems.ocs.modes.modes import ChangeMode, Posture
from grognard.systems.ocs.movement.marching import Going, Move
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.supply import paying, supply_paths
from grognard.systems.ocs.supply.fuel import Fuel
from grognard.systems.ocs.supply.throws import throw_class
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import COMBAT, DG, EXPLOIT, MOVE, TRUCK

FAR = 1 << 30
Step = type[OcsVerb[Any]]
STEPS: tuple[Step, ...] = (ChangeMode, Fuel, Move)
"""What takes one of them to its place, in this order."""


class Rear:
    """Orders for guns, headquarters and garrisons, one after another, when others have moved."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat, self.brunt = seat, Brunt(seat)
        counters = {name: seat.counter(name) for name in seat.own}
        guns = [n for n, c in counters.items() if c.artillery]
        hqs = [n for n, c in counters.items() if c.hq]
        settled = [n for n in counters if seat.garrison(n) and n not in (*hqs, *guns)]
        self.waiting = [*hqs, *guns, *settled]
        self.steps: list[tuple[Step, str, int, bool]] = []

    def order(self, seat: OcsSeat) -> Action | None:
        """The next order for one of them that has none yet."""
        self.seat = seat
        while self.steps or self.waiting:
            if not self.steps:
                self.plan(self.waiting.pop(0))
                continue
            found = first_legal(seat, self.actions(*self.steps.pop(0)))
            if found is not None:
                self.__dict__.pop("far", None)
                return found
        return None

    def plan(self, name: str) -> None:
        """Find a place for one of them, and the side of its counter to go there on."""
        if name not in self.seat.own or self.seat.unit(name).mode == EXPLOIT:
            return
        found = self.place(self.seat.situation.pieces[name])
        if found is None:
            return
        goal, combat_up = found
        self.steps = [(step, name, goal, combat_up) for step in STEPS]

    def place(self, piece: Piece) -> tuple[int, bool] | None:
        """Where one of them belongs, and whether with its Combat side up; None if nowhere."""
        if self.seat.garrison(piece.id):
            return piece.hex, True
        if self.seat.directing.posture(piece.id) in LEAVING:
            return self.back(piece)
        return self.headquarters(piece) if self.seat.counter(piece.id).hq else self.gun(piece)

    def back(self, piece: Piece) -> tuple[int, bool] | None:
        """Where one goes whose group was told to go back: to its objective, or the last places."""
        aims = self.seat.directing.objective(piece.id) or last_places(self.seat)
        if not aims:
            return None
        way, ways = travel(self.seat.drives, aims), self.ways(piece)
        hexes = self.sheltered(ways, piece) or [piece.hex]
        best = min(hexes, key=lambda h: (way.get(h, FAR), not ways[h], h))
        return best, ways[best]

    def actions(self, step: Step, name: str, goal: int, combat_up: bool) -> Iterator[Action]:
        """The ways to take one step towards a place."""
        seat, unit = self.seat, self.seat.unit(name)
        if step is ChangeMode:
            mode = COMBAT if combat_up else MOVE
            if unit.mode not in (mode, DG) and seat.can_turn(name):
                yield seat.write(ChangeMode, Posture((name,), mode))
        elif step is Fuel and unit.hex != goal:
            yield from Budget(seat).fuelling([name])
        elif step is Move and unit.hex != goal:
            path = seat.marching(name).path(goal)
            if path:
                yield seat.write(Move, Going((name,), path))

    # ---- what is known

    @cached_property
    def far(self) -> list[int]:
        """How far each hex is from the enemy."""
        return distances(self.seat.board, self.seat.situation.foes)

    @cached_property
    def contact(self) -> list[int]:
        """The own hexes with fighting units nearest to the enemy."""
        situation = self.seat.situation
        fighting = sorted({p.hex for p in situation.pieces.values() if p.fights})
        near = [h for h in fighting if 0 < self.far[h] <= self.seat.doctrine.rear.close]
        return near or fighting

    @cached_property
    def near_front(self) -> list[int]:
        """How far each hex is from the fighting."""
        return distances(self.seat.board, self.contact)

    def front(self, piece: Piece) -> list[int]:
        """How far each hex is from the fighting; for a gun that was sent for ground, from where
        the fighting is nearest to that."""
        aims, away = self.seat.directing.objective(piece.id), self.seat.board.distance
        if not aims or not self.contact:
            return self.near_front
        near = min(self.contact, key=lambda h: (min(away(h, aim) for aim in aims), h))
        return distances(self.seat.board, [near])

    def room(self, h: int, piece: Piece) -> bool:
        """Whether a hex has room for one more. [4.8]"""
        there = self.seat.sizes.get(h, 0)
        return there <= LIMIT if h == piece.hex else there + piece.size <= LIMIT

    def safe(self, h: int, piece: Piece) -> bool:
        """Whether a gun or a headquarters may stand in a hex."""
        if self.far[h] < 0:
            return self.room(h, piece)
        guarded = any(p.bars for p in self.seat.situation.stack(h) if p.id != piece.id)
        near = 1 if guarded else self.seat.doctrine.rear.safe
        zone = self.seat.enemy_zone[h] and not guarded
        return self.far[h] >= near and not zone and self.room(h, piece)

    def exposed(self, h: int, piece: Piece) -> bool:
        """Whether the enemy could strike one of them down in a hex when it is his turn. [9.14]

        An enemy who has to keep his ground seldom will; whoever attacks keeps close up.
        """
        if self.seat.attacking:
            return False
        friends = sum(p.defence for p in self.seat.situation.stack(h) if p.fights)
        return self.brunt.column(h, friends, self.hog(h)) > self.seat.doctrine.rear.shaky

    def hog(self, h: int) -> int:
        """The level of an own hedgehog in a hex. [16.0]"""
        site = stacks.site_at(self.seat.table, h)
        return site.hog if site.hog_owner == self.seat.side else 0

    def sheltered(self, hexes: Iterable[int], piece: Piece) -> list[int]:
        """Of some hexes those that the enemy cannot well strike; all of them if he can any.

        Of those the ones behind the line that is to be held, if there is one; and whose escape
        counts keeps out of the enemy's reach.
        """
        found = [h for h in hexes if self.safe(h, piece)]
        if piece.id in self.escaping:  # nobody is lost with a stack that is cut off
            found = [h for h in found if not self.brunt.at(h)] or found
        found = [h for h in found if not self.exposed(h, piece)] or found
        line = self.line
        if line is None or any(line.inside(h) for h in found):
            return [h for h in found if line is None or line.inside(h)]
        if piece.id in self.escaping:  # as far as it comes
            found = sorted(found, key=lambda h: (line.depth.get(h, FAR), h))[:1]
        return found

    @cached_property
    def escaping(self) -> frozenset[str]:
        """Those whose escape counts for victory."""
        return frozenset(Evacuation(lambda: self.seat).passengers())

    @cached_property
    def line(self) -> Fallback | None:
        """The line that a side which has to keep ground stands on."""
        return Manoeuvre(self.seat).line

    def ways(self, piece: Piece) -> dict[int, bool]:
        """Where one of them can go: on its Combat side if that is far enough."""
        seat = self.seat
        here = {piece.hex: True}
        if seat.unit(piece.id).mode == DG:
            return {**here, **dict.fromkeys(seat.marching(piece.id).costs, True)}
        far = dict.fromkeys(seat.marching(piece.id, False).costs, False)
        return {**far, **dict.fromkeys(seat.marching(piece.id, True).costs, True), **here}

    # ---- guns

    def gun(self, piece: Piece) -> tuple[int, bool] | None:
        """Bring guns within range of the fighting, ready to fire if they can be. [10.1a] [13.4]"""
        reach = max(1, self.seat.counter(piece.id).range - 1)
        ways = self.ways(piece)
        linked, front = self.seat.linked, self.front(piece)

        def price(h: int) -> tuple[int, int, int]:
            out = max(0, front[h] - reach) if front[h] >= 0 else 0
            friends = [p for p in self.seat.situation.stack(h) if p.id != piece.id and p.fights]
            bad = 6 * out + 12 * (h not in linked) + 6 * (not friends) + 3 * (not ways[h])
            return bad + self.seat.board.distance(h, piece.hex), self.far[h], h

        hexes = self.sheltered(ways, piece)
        if not hexes:
            return None
        best = min(hexes, key=price)
        if piece.hex in hexes and price(piece.hex)[0] <= price(best)[0]:
            best = piece.hex
        return best, ways[best]

    # ---- headquarters

    @cached_property
    def expedition(self) -> Expedition:
        """The corps that is sent far away."""
        return Expedition(self.seat)

    def headquarters(self, piece: Piece) -> tuple[int, bool] | None:
        """Bring a headquarters where it can draw, and throw to most of the fighting. [12.3b]

        That of an expedition goes its own way.
        """
        house, guard = self.seat.doctrine.rear, self.seat.doctrine.lines.guard
        if piece.id == self.expedition.hq and self.expedition.camp is not None:
            return self.expedition.camp
        weights = self.weights(piece)
        ways = self.ways(piece)
        throw = self.seat.counter(piece.id).combat.throw
        radius = max(2, throw // 2)

        inside: dict[int, int] = {}
        for b, weight in weights.items():
            for h in self.seat.board.disk(b, radius):
                inside[h] = inside.get(h, 0) + weight

        def rough(h: int) -> tuple[int, int, int]:
            friends = [p.defence for p in self.seat.situation.stack(h) if p.fights]
            exposed = 0 <= self.far[h] <= house.exposed and sum(friends) < guard
            value = inside.get(h, 0) + 2 * min(self.far[h], 4) + 2 * ways[h] - 8 * exposed
            return value, -self.near_front[h], -h

        open_to = self.sheltered(ways, piece)
        hexes = sorted(open_to, key=rough, reverse=True)[: house.look]
        if piece.hex in open_to:
            hexes.append(piece.hex)
        if not hexes:
            return None

        known: dict[int, tuple[int, int]] = {}

        def worth(h: int) -> tuple[int, int]:
            if h not in known:
                drawn = house.look // 2 + self.drawn(piece, h)
                known[h] = rough(h)[0] * (1 + 2 * self.supplied(piece, h)) * drawn, -h
            return known[h]

        best = hexes[0]
        for h in hexes[1:]:  # no more is drawn than is enough: most are not looked at closely
            ahead = rough(h)[0]
            most = 3 * (house.look // 2 + house.enough) if ahead > 0 else house.look // 2
            if ahead * most >= worth(best)[0] and worth(h) > worth(best):
                best = h
        if piece.hex in hexes and 10 * worth(best)[0] <= 12 * worth(piece.hex)[0]:
            best = piece.hex
        return best, ways[best]

    def supplied(self, piece: Piece, h: int) -> bool:
        """Whether a headquarters could draw on a source of trace in a hex. [12.6]"""
        net = supply_paths.network(self.seat.table, self.seat.side)
        move = throw_class(self.seat.table, piece.id) or TRUCK
        return bool(net.drawn(move).bits[h])

    def drawn(self, piece: Piece, h: int) -> int:
        """The tokens that it could draw on in a hex, as far as they matter. [12.3a]"""
        found = paying.sources(
            self.seat.table, self.seat.side, h, paying.ATTACK, (piece.id,)
        )  # fmt: skip
        return min(self.seat.doctrine.rear.enough, sum(source.tokens for source in found))

    def weights(self, piece: Piece) -> dict[int, int]:
        """What it counts to throw to each hex: those in the fighting, most if nobody else does."""
        seat, own = self.seat, self.seat.counter(piece.id)
        others = [
            (seat.unit(n).hex, seat.counter(n).combat.throw // 2)
            for n in seat.own
            if seat.counter(n).hq and n != piece.id
        ]
        found: dict[int, int] = {}
        for h, names in seat.situation.at.items():
            served = [
                n for n in names
                if not own.formation
                or seat.counter(n).formation == own.formation
                or (seat.counter(n).independent and seat.counter(n).nation == own.nation)
            ]  # fmt: skip
            fighting = sum(seat.situation.pieces[n].fights for n in served)
            if not fighting or self.near_front[h] < 0:
                continue
            covered = any(seat.board.distance(h, b) <= radius for b, radius in others)
            near = 3 if self.far[h] == 1 else 2 if self.far[h] <= 4 else 1
            count = seat.doctrine.rear.service * fighting * near * (1 if covered else 3)
            found[h] = count * seat.directing.weight(served) // WHOLE
        return found
