"""Stores that will fall: hauled away while there are trucks, or else blown. [12.11] [13.2f]

A dump falls if the enemy can walk into it with ease in his next move and nobody is there to stop
him, or if whoever guards it is hopelessly outnumbered. What is farther off seldom falls, and powder
costs more supply than it denies him. What the defence on the spot may pay with is left; a dump that
is safe, or that this turn's orders count on, is never blown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from grognard.board.search import reach
from grognard.engine.decision import Action
from grognard.players.staff.fields import distances, threat_at
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.sightings import Sighting
from grognard.players.staff.orders import Report
from grognard.systems.ocs.combat import combat_supply
from grognard.systems.ocs.forms import Loading
from grognard.systems.ocs.ground import CATEGORIES, POINT
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import TRANSPORT, dump_key
from grognard.systems.ocs.supply import dumps, paying
from grognard.systems.ocs.supply.dumps import Blast, Blow
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.hauling import Haul, Hauling, Load
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import DG, TRUCK

QUARTERS = 4


class Peril:
    """Where the enemy can come in his next move, and which stores he will have there. [9.14b]

    A `raider` of so little strength counts for nothing: one unit could stop him.
    """

    def __init__(self, seat: OcsSeat, raider: int = 0) -> None:
        self.seat, self.situation, self.raider = seat, seat.situation, raider

    # ---- the enemy's next move

    def movers(self) -> Iterator[Sighting]:
        """Who of the enemy may still move: in the midst of his own turn the Reserves. [11.0]"""
        for h, seen in self.seat.sightings.items():
            if self.situation.foes[h].attack and (
                self.seat.kind != phases.REACTION or seen.reserve
            ):
                yield seen

    @cached_property
    def open(self) -> frozenset[int]:
        """The hexes that he can walk into with ease: on foot past zones, by truck up to them.

        [4.5a(A)]
        """
        first: dict[str, list[tuple[int, int]]] = {}
        for seen in self.movers():
            shaken = self.seat.doctrine.supply.ease * (2 if seen.mode == DG else 1)
            for face in (seen.counter.combat, seen.counter.move):
                if (face.strength or 0) > self.raider and not face.defends_only:
                    first.setdefault(face.move, []).append((seen.hex, face.ma * POINT // shaken))
        shut, zone = bytearray(self.seat.board.n), bytearray(self.seat.board.n)
        for piece in self.situation.pieces.values():
            shut[piece.hex] = 1
            for b in self.seat.board.around(piece.hex) if piece.bars else ():
                zone[b] = 1
        condition, found = movement.condition(self.seat.table, self.seat.enemy), set[int]()
        for move, starts in first.items():
            most = max(left for _, left in starts)
            steps = self.seat.scenario.ground.steps(condition, move)
            begun = [(h, most - left) for h, left in starts]
            found.update(reach(steps, begun, most, shut, zone if move == TRUCK else None))
        return frozenset(found)

    def outnumbered(self, h: int) -> bool:
        """Whether the guards of a hex will not hold it, whatever their ground and their works."""
        guards = self.situation.stack(h)
        defence = max(1, sum(piece.defence for piece in guards))
        if self.seat.kind == phases.REACTION:  # who does not stand beside them comes too late
            near = [
                f.attack for b in self.seat.board.around(h) if (f := self.situation.foes.get(b))
            ]
            threat = QUARTERS * sum(near)
        else:
            threat = threat_at(self.situation, h)
        site = stacks.site_at(self.seat.table, h)
        works = site.hog if site.hog_owner == self.seat.side else 0
        shelter = CATEGORIES.index(self.seat.scenario.ground.category(h)) + works
        return threat >= QUARTERS * defence * (self.seat.doctrine.supply.hopeless + shelter)

    def falls(self, h: int) -> bool:
        """Whether a hex, and whatever lies in it, will be the enemy's."""
        return self.outnumbered(h) if h in self.situation.at else h in self.open

    @cached_property
    def falling(self) -> list[int]:
        """The own dumps that will be the enemy's, the largest first; in the last turn none."""
        house = self.seat.doctrine.supply
        if self.seat.turns_left == 1:
            return []
        game, side = self.seat.table, self.seat.side
        sizes = {h: sum(dumps.parts(game, h, side).values()) for h in dumps.dump_hexes(game, side)}
        found = [h for h, tokens in sizes.items() if tokens >= house.little and self.falls(h)]
        return sorted(found, key=lambda h: (-sizes[h], h))

    # ---- what is still needed there

    def counted_on(self, h: int) -> bool:
        """Whether somebody draws on a dump for what he may do in this turn yet. [12.3]"""
        house = self.seat.doctrine.supply
        seat = self.seat
        if seat.kind != phases.MOVEMENT:
            return False
        near = [
            p
            for p in self.situation.pieces.values()
            if seat.board.distance(p.hex, h) <= house.called
        ]
        keys = {dump_key(seat.side, h), *stacks.transport_at(seat.table, h, seat.side)}
        return any(
            source.key in keys
            for piece in near
            for source in seat.sources(piece.id, piece.hex, paying.ATTACK)
        )

    def kept(self, h: int) -> int:
        """The tokens that a defence of the hex itself and those around it may cost. [12.4]"""
        board, held = self.seat.board, self.situation.at
        if h not in held:
            return 0
        foes = self.situation.foes
        front = [b for b in (h, *board.around(h)) if b in held]
        front = [b for b in front if b == h or any(c in foes for c in board.around(b))]
        return sum(combat_supply.defence_price(self.seat.table, held[b]) for b in front)


class Demolitions(Report[OcsSeat]):
    """The end of a Movement Segment: what will fall and can serve nobody is blown. [12.11a]"""

    def orders(self) -> Iterator[Action]:
        """One dump after another goes up."""
        yield from self.charges(self.now)

    def charges(self, seat: OcsSeat) -> list[Action]:
        """An order for each dump that falls, less what its defence may use.

        Where there are guards, there is time until the enemy stands before them. [2.3-react]
        """
        peril, found = Peril(seat, seat.doctrine.raider), list[Action]()
        for h in peril.falling:
            waits = h in seat.situation.at and seat.kind != phases.REACTION
            if waits or peril.counted_on(h):
                continue
            there = dumps.parts(seat.table, h, seat.side)
            if h in seat.situation.at:  # trucks go back with whoever is driven off [9.12c]
                there = {key: tokens for key, tokens in there.items() if key == dumps.GROUND}
            left = sum(there.values()) - peril.kept(h)
            wanted: dict[str, int] = {}
            for key, tokens in there.items():
                if left > 0:
                    wanted[key] = min(tokens, left)
                    left -= wanted[key]
            if sum(wanted.values()) >= seat.doctrine.supply.little:
                found.append(seat.write(Blow, Blast(h, wanted)))
        return found


class Salvage(Report[OcsSeat]):
    """The Movement Segment: trucks come for what will fall, and get away with it. [13.2f]"""

    @cached_property
    def peril(self) -> Peril:
        """What will fall; nothing but trucks moves meanwhile."""
        return Peril(self.now)

    @cached_property
    def far(self) -> list[int]:
        """How far each hex is from the enemy."""
        return distances(self.now.board, self.now.situation.foes)

    def orders(self) -> Iterator[Action]:
        """For each dump that falls the trucks that can come for it, the nearest first.

        Then whatever rolls gets away from where it would be caught.
        """
        house = self.now.doctrine.supply
        for h in self.peril.falling:
            for key in self.trucks(h):
                if dumps.loadable(self.now.table, h, self.now.side) < house.little:
                    break
                if key not in self.now.table.state[TRANSPORT]:
                    continue
                yield from self.save(key, h)
        for key in transport.own(self.now.table, self.now.side):
            found = self.now.table.state[TRANSPORT].get(key)  # it may have joined another
            if found is not None and self.peril.falls(found.hex):
                yield from self.get_away(key)

    def trucks(self, h: int) -> Sequence[str]:
        """Empty trucks that can come to a dump and load there. [13.2f]"""
        game, found = self.now.table, list[tuple[int, str]]()
        for key in transport.own(game, self.now.side):
            truck = game.state[TRANSPORT][key]
            if truck.extender or truck.formation or truck.load or transport.unable(game, key):
                continue
            way = 0 if truck.hex == h else transport.routes(game, key).costs.get(h)
            if way is not None and way + transport.loading_cost(game, key) < transport.left(
                game, key
            ):
                found.append((way, key))
        return [key for _, key in sorted(found)]

    def save(self, key: str, h: int) -> Iterator[Action]:
        """One truck: come, load, and get away."""
        if self.now.table.state[TRANSPORT][key].hex != h:
            yield self.haul(key, transport.routes(self.now.table, key).path(h))
        game, side = self.now.table, self.now.side
        if key not in game.state[TRANSPORT] or game.state[TRANSPORT][key].hex != h:
            return
        tokens = min(dumps.loadable(game, h, side), transport.room(game, key))
        yield self.now.write(Load, Loading(key, tokens))
        yield from self.get_away(key)

    def get_away(self, key: str) -> Iterator[Action]:
        """Drive to the best refuge within reach, if it is better than to stay."""
        if key not in self.now.table.state[TRANSPORT]:
            return
        h = self.now.table.state[TRANSPORT][key].hex
        routes = transport.routes(self.now.table, key)
        refuge = min(routes.costs, key=lambda b: (self.dislike(b), routes.costs[b], b), default=h)
        if self.dislike(refuge) < self.dislike(h):
            yield self.haul(key, routes.path(refuge))

    def dislike(self, h: int) -> tuple[bool, bool, int]:
        """How bad a refuge a hex is: one that falls, without friends, near the enemy."""
        friends = h in self.now.situation.at
        exposed = self.peril.falls(h) or bool(self.now.enemy_zone[h] and not friends)
        return exposed, not friends, -self.far[h] if exposed else 0

    def haul(self, key: str, path: Sequence[int]) -> Action:
        """Drive along a path."""
        return self.now.write(Haul, Hauling((key,), tuple(path)))
