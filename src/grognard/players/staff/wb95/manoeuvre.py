"""The Movement Phase: who attacks, who holds the line, who goes to an objective, who digs in.

The plan is made once for the phase: attacks first, then a line without holes out of those left,
then more strength where the enemy is strongest; the rest go where victory is to be won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from grognard.board.search import Adjacency, plain
from grognard.engine.decision import Action
from grognard.kit.orders import OfMany, OfOne
from grognard.players.staff.attack_planner import Force, Planner
from grognard.players.staff.deployment import Deployment
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.fields import travel
from grognard.players.staff.objectives import held, to_hold
from grognard.players.staff.situation import Foe, Piece
from grognard.players.staff.wb95.doctrine import Wb95Doctrine
from grognard.players.staff.wb95.estimate import UNFAIR, Estimate, together
from grognard.players.staff.wb95.forced import price
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.artillery.support import RANGE
from grognard.systems.wb95.engineering.digging import Dig
from grognard.systems.wb95.movement.marking import Mark
from grognard.systems.wb95.movement.moves import Journey, Move
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT
from grognard.table.intent import Point

QUARTERS = 4


class Manoeuvre(Deployment):
    """The plan of one Movement Phase (or, for marked units, of one Strategic Movement Phase)."""

    doctrine: Wb95Doctrine

    def __init__(self, seat: Wb95Seat, strategic: bool = False) -> None:
        self.seat = seat
        self.prepare(seat.situation, STACKING_LIMIT, seat.doctrine)
        self.estimate = Estimate(seat)
        self.strategic = strategic
        self._digging: dict[str, bool] = {}

    # ---- what is known

    @cached_property
    def reach(self) -> dict[str, Mapping[int, int]]:
        """Where every regular unit can go, and what it costs; staying costs nothing."""
        return {
            piece.id: {piece.hex: 0, **plain(self.seat.routes(piece.id).costs)}
            for piece in self.situation.pieces.values()
            if self.regular(piece)
        }

    def regular(self, piece: Piece) -> bool:
        """Whether a piece fights or bars the way."""
        return piece.fights or piece.bars

    @cached_property
    def guns(self) -> dict[int, int]:
        """The strength of own guns that bear on each hex. [6.3.2]"""
        felt: dict[int, int] = {}
        for name, piece in self.situation.pieces.items():
            facts = self.seat.view["units"][name]
            if self.seat.scenario.counters[name].artillery and not facts["transport"]:
                for h in self.seat.board.disk(piece.hex, RANGE):
                    felt[h] = felt.get(h, 0) + piece.attack
        return felt

    @cached_property
    def linked(self) -> frozenset[int]:
        """The hexes from which a way leads to a base without meeting the enemy. [10.1.3]"""
        situation = self.situation
        held = {piece.hex for piece in situation.pieces.values() if piece.bars}
        shut = bytearray(zone > 0 for zone in situation.enemy_zone)
        for h in held:
            shut[h] = 0
        for h in situation.foes:
            shut[h] = 1
        return frozenset(travel(self.seat.walks, situation.bases, shut))

    @property
    def walks(self) -> Adjacency:
        """What every step costs on foot."""
        steps: Adjacency = self.seat.walks
        return steps

    def can_dig(self, name: str) -> bool:
        """Whether a unit may dig in where it stands, asked once."""
        if name not in self._digging:
            dig = self.seat.write(Dig, OfOne(name))
            self._digging[name] = self.seat.offered(Dig) and self.seat.may(dig)
        return self._digging[name]

    def sheltered(self, h: int) -> bool:
        """Whether own units in a hex are in works, or will be: they owe no attack. [7.1.11]"""
        if self.seat.fortified.get(h) == self.seat.side:
            return True
        return any(self.can_dig(name) for name in self.situation.at.get(h, ()))

    def remarks(self) -> Sequence[Point]:
        """That there is no next turn, or that the side presses on because it is so far ahead."""
        clock = self.seat.clock
        if clock.final:
            return (Point("plan-last"),)
        return (Point("plan-press", facts={"ahead": clock.ahead}),) if clock.ahead else ()

    # ---- attacks

    def score(self, foe: Foe, force: Force) -> int:
        """What an attack promises, less what it keeps from doing and whom else it provokes."""
        house, clock = self.doctrine, self.seat.clock
        support = self.support(foe, force)
        promise = self.estimate.score(foe, force, support)
        value = (
            promise - house.effort * sum(piece.attack for piece, _ in force) * clock.spent // WHOLE
        )
        value -= self.soaked(foe, force, promise) + self.detour(force)
        risk = self.directing.risk(force) * clock.manner.risk // WHOLE
        if not self.estimate.fair(foe, force, support):
            value -= UNFAIR
        return value - self.exposure(foe, force) * risk // WHOLE

    def support(self, foe: Foe, force: Force) -> int:
        """What guns, and aircraft that are on their way, are thought to add."""
        guns = max((self.guns.get(h, 0) for _, h in force), default=0) // 2
        return guns + self.flown.get(foe.hex, 0)

    @cached_property
    def flown(self) -> Mapping[int, int]:
        """The strength of the aircraft that support attacks on each hex."""
        return self.seat.flown if self.doctrine.planned_air else {}

    def soaked(self, foe: Foe, force: Force, promise: int) -> int:
        """What it costs that others must be attacked, too. [5.1.4]"""
        house, provoked = self.doctrine, self.provoked(foe, force)
        if not house.priced:
            return house.soak * len(provoked)
        coming = {piece.id for piece, _ in force}
        total = 0
        for h in sorted(provoked):
            idle = tuple(
                (piece, b)
                for b in self.seat.board.around(h)
                for piece in self.situation.stack(b)
                if piece.fights and piece.id not in coming and piece.id not in self.posts
            )
            total += price(self.estimate, foe, force, self.situation.foes[h], idle, promise)
        return total

    # ---- ground beside the enemy

    @cached_property
    def taking(self) -> dict[int, int]:
        """What it is worth to enter each hex that counts for victory and is still to be taken."""
        house = self.doctrine
        return {
            goal.hex: house.value * goal.value * house.entering // WHOLE
            for goal in self.situation.goals
            if house.entering and not goal.ours and goal.hex not in self.situation.foes
        }

    def entry(self, piece: Piece, h: int) -> int:
        """What it promises to enter ground that counts: its worth, less the attack it forces.

        A side that has only to keep ground goes there when no turn follows.
        """
        if h not in self.taking or not (self.situation.attacking or self.seat.clock.final):
            return 0
        safe = self.danger(h, piece.defence) <= self.doctrine.danger
        worth = self.doctrine.value * self.situation.worth(h) if safe else self.taking[h]
        done = {assault.target for assault in self.assaults}
        foes = [
            foe
            for b in self.seat.board.around(h)
            if b not in done and (foe := self.situation.foes.get(b)) is not None and foe.bars
        ]
        if not foes:
            return worth
        foe, risk = together(foes), self.seat.clock.manner.risk
        worth -= self.exposure(replace(foe, attack=0), ((piece, h),)) * risk // WHOLE
        return worth + min(0, self.estimate.score(foe, ((piece, h),)))

    @cached_property
    def way(self) -> Mapping[int, int]:
        """How far every hex is from the nearest objective that is still to be taken."""
        if not self.situation.attacking:
            return {}
        return travel(self.seat.walks, [g.hex for g in self.situation.goals if not g.ours])

    def detour(self, force: Force) -> int:
        """What it costs that units turn their backs on the objectives for an attack."""
        lost = (self.way.get(h, 0) - self.way.get(piece.hex, 0) for piece, h in force)
        return self.doctrine.detour * sum(each for each in lost if each > 0)

    def exposure(self, foe: Foe, force: Force) -> int:
        """What those who attack from open ground must expect in return. [7.1.2a]"""
        house, groups = self.doctrine, dict[int, int]()
        for piece, h in force:
            groups[h] = groups.get(h, 0) + piece.defence
        price = 0
        for h, defence in groups.items():
            works = self.seat.fortified.get(h) == self.seat.side
            answer = max(0, self.threat[h] // QUARTERS - foe.attack)
            times = answer * 10 // max(1, defence) - 10 * self.estimate.shelter(h, works)
            if times > house.even:
                price += defence * house.risk * (min(times, house.overwhelming) - house.even) // 10
        return price

    def provoked(self, foe: Foe, force: Force) -> set[int]:
        """Other enemies whose zones the attackers would stand in without works. [5.1.4]"""
        others: set[int] = set()
        for h in {h for _, h in force}:
            stays = any(piece.hex == h for piece, _ in force)
            if stays and self.sheltered(h):
                continue
            for b in self.seat.board.around(h):
                other = self.situation.foes.get(b)
                if b != foe.hex and other is not None and other.bars:
                    others.add(b)
        return others - {assault.target for assault in self.assaults}

    def bane(self, target: int, h: int) -> int:
        """What speaks against attacking a hex from another: other enemies, water, no command."""
        foes = self.situation.foes
        others = sum(1 for b in self.seat.board.around(h) if b != target and b in foes)
        if others and self.seat.fortified.get(h) == self.seat.side:
            others = 0
        wet = len(self.seat.water(h, target))
        return 2 * others + wet + (h not in self.estimate.command) + (h not in self.linked)

    def plan_attacks(self) -> None:
        """Choose the attacks of this turn and send their units to their places."""
        floor = self.doctrine.floor if self.situation.attacking else self.doctrine.careful
        manner = self.seat.clock.manner
        floor = floor * manner.floor // WHOLE + manner.extra
        reach = {
            name: {self.posts[name]: 0} if name in self.posts else found
            for name, found in self.reach.items()
        }
        planner = Planner(
            self.situation, reach, self.room, self.score, self.bane, floor,
            farthest=self.doctrine.farthest, directing=self.directing,
        )  # fmt: skip
        self.assaults, self.unpaid = planner.plan(), planner.unpaid
        for assault in self.assaults:
            self.posts.update(assault.posts)

    # ---- the line

    def tenable(self, piece: Piece, h: int) -> bool:
        """Whether a unit can stay in a hex: beside the enemy only in works, and not hopelessly."""
        if not self.situation.enemy_zone[h]:
            return True
        if h != piece.hex:
            return False
        if self.seat.fortified.get(h) != self.seat.side and not self.can_dig(piece.id):
            return False
        return not self.hopeless(h)

    def hopeless(self, h: int) -> bool:
        """Whether the enemy could overwhelm the units in a hex at will."""
        strength = sum(piece.defence for piece in self.situation.stack(h)) or 1
        shelter = self.estimate.shelter(h, True)
        if self.situation.worth(h):
            shelter += self.doctrine.home
        return self.threat[h] > QUARTERS * strength * (2 * self.doctrine.danger + 2 * shelter)

    def bars(self, piece: Piece, h: int) -> Sequence[int]:
        """The hexes that a unit closes from a hex. [4.1.1]"""
        return (h, *self.seat.board.around(h)) if piece.bars else (h,)

    def footing(self, piece: Piece, h: int) -> int:
        """How well a unit would stand in a hex: who stays can dig in, who moves cannot."""
        works = self.seat.fortified.get(h) == self.seat.side or h == piece.hex
        worth = 2 * (self.situation.worth(h) > 0) + 2 * (h in self.linked)
        return self.estimate.shelter(h, works) + worth

    def welcome(self, piece: Piece, h: int) -> bool:
        """Whether a unit may join those in a hex: beside the enemy only behind works."""
        return not self.situation.enemy_zone[h] or self.sheltered(h)

    def danger(self, h: int, defence: int) -> int:
        """How many times its strength the enemy could turn on a hex, works considered."""
        shelter = self.estimate.shelter(h, self.seat.fortified.get(h) == self.seat.side)
        worth = min(2, self.situation.worth(h))
        return self.threat[h] // (QUARTERS * max(1, defence)) - shelter + worth

    # ---- orders

    def orders(self) -> list[Action]:
        """The whole plan as actions: those who move, then those who dig in."""
        self.obey()
        if not self.strategic:
            self.draft()
        self.seize()
        self.reinforce(self.keep_line(self.doctrine.holes, to_hold(self.situation)))
        self.stand_guard()
        self.send_rest()
        return [*self.moves(), *self.marks(), *self.digs()]

    def draft(self) -> None:
        """What comes before all else: garrisons, holes that cannot wait, the attacks."""
        self.keep_garrisons()
        if self.situation.attacking:
            self.keep_line(self.doctrine.raids, held(self.situation))
        self.plan_attacks()

    def keep_garrisons(self) -> None:
        """Those who hold own objectives that the enemy is near stay there, with what it takes."""
        reach = self.doctrine.garrison
        goals = [goal for goal in self.situation.goals if goal.ours]
        for goal in sorted(goals, key=lambda goal: (-goal.value, goal.hex)):
            if not 0 <= self.alarm[goal.hex] <= reach or not reach:
                continue
            here = [piece for piece in self.situation.stack(goal.hex) if piece.id in self.reach]
            held = sum(piece.defence for piece in here if piece.id in self.posts)
            for piece in sorted(here, key=lambda piece: (-piece.defence, piece.attack, piece.id)):
                if held and self.danger(goal.hex, held) <= self.doctrine.danger:
                    break
                if piece.id not in self.posts and piece.bars:
                    self.post(piece, goal.hex, "guard")
                    held += piece.defence

    def stand_guard(self) -> None:
        """Somebody who has nothing else to do stays with guns near the enemy, or joins them."""
        if not self.doctrine.escort:
            return
        pieces = self.situation.pieces
        for h, names in self.situation.at.items():
            left = [name for name in names if not self.regular(pieces[name])]
            near = 0 <= self.alarm[h] <= self.doctrine.escort
            if not left or not near or self.guarded(h):
                continue
            able = [
                (self.reach[name][h], pieces[name].defence, name)
                for name in self.reach
                if name not in self.posts
                and h in self.reach[name]
                and self.room.fits(h, pieces[name])
                and self.welcome(pieces[name], h)
                and not self.directing.bound(name)
            ]
            if able:
                self.post(pieces[min(able)[2]], h, "guard")

    def guarded(self, h: int) -> bool:
        """Whether somebody who bars the way is posted in a hex."""
        return any(
            post == h and self.situation.pieces[name].bars for name, post in self.posts.items()
        )

    def moves(self) -> list[Action]:
        """The moves, units that go the same way together."""
        groups: dict[tuple[int, ...], list[str]] = {}
        for name, h in self.posts.items():
            start = self.situation.pieces[name].hex
            if h != start:
                groups.setdefault((start, *self.seat.routes(name).path(h)), []).append(name)
        return [
            self.seat.write(Move, Journey(tuple(names), path[1:]))
            for path, names in groups.items()
            if len(path) > 1
        ]

    def marks(self) -> list[Action]:
        """Mobile units that stay behind the line are kept in hand for after the battle. [12.1.4]"""
        return [self.seat.write(Mark, OfMany((name,))) for name in self.in_hand()]

    def in_hand(self) -> list[str]:
        """Those who can be kept in hand."""
        if self.strategic or not self.seat.offered(Mark):
            return []
        return [
            name
            for name in self.reach
            if self.situation.pieces[name].mobile
            and self.alarm[self.situation.pieces[name].hex] > self.doctrine.alarm
            and self.posts.get(name) in (None, self.situation.pieces[name].hex)
        ]

    def digs(self) -> list[Action]:
        """One unit digs in wherever some stay within the enemy's reach. [7.1.1]"""
        if self.strategic:
            return []
        stay = {h: name for name, h in self.posts.items() if self.situation.pieces[name].hex == h}
        for name in self.reach:
            if name not in self.posts:
                stay.setdefault(self.situation.pieces[name].hex, name)
        return [
            self.seat.write(Dig, OfOne(name))
            for h, name in sorted(stay.items())
            if self.alarm[h] <= self.doctrine.alarm and self.seat.fortified.get(h) != self.seat.side
        ]
