"""The Movement Segments: who attacks, who holds the line, who goes to an objective, who waits.

The plan is made once for a segment, out of the outlook and the shared deployment. [5.4] [5.7]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

from grognard.engine.decision import Action
from grognard.players.staff.attack_planner import Force, Planner
from grognard.players.staff.deployment import FAR
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.fallback import Fallback
from grognard.players.staff.fields import travel
from grognard.players.staff.objectives import held, to_hold
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.depots import Peril
from grognard.players.staff.ocs.escape import terms
from grognard.players.staff.ocs.evacuation import Evacuation
from grognard.players.staff.ocs.lines import half_of_all, last_places
from grognard.players.staff.ocs.marches import Entry, fuelling, marching
from grognard.players.staff.ocs.outlook import QUARTERS, Outlook
from grognard.players.staff.ocs.withdrawal import Withdrawal
from grognard.players.staff.situation import Foe, Piece
from grognard.systems.ocs.modes.modes import ChangeMode, Posture
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import COMBAT, DG, EXPLOIT, MOVE, RESERVE, STRAT

ROADS = frozenset({"primary", "secondary"})
"""What lorries drive on."""
WAYS = 3
"""The ways that meet where there is a junction."""


class Manoeuvre(Outlook):
    """The plan of one Movement Segment for those who can move in it."""

    shortened = False
    """Whether a line was given up because too much of it would break."""

    # ---- attacks

    def score(self, foe: Foe, force: Force) -> int:
        """What an attack promises, less supply, effort, and what must be expected in return."""
        if not self.strikes(foe.hex, (piece.id for piece, _ in force)):
            return -FAR
        value = self.estimate.score(foe, force)
        value -= self.seat.doctrine.attack.effort * sum(piece.attack for piece, _ in force)
        value -= self.budget.cost([piece for piece, _ in force])
        value -= self.exposure(foe, force) * self.directing.risk(force) // WHOLE
        return value - self.detour(force) - self.straying(force)

    def strikes(self, h: int, names: Iterable[str]) -> bool:
        """Whether some units may attack a hex: near the line, or because they were sent there."""
        return self.sallies(h) or any(self.directing.bound(name) for name in names)

    def exposure(self, foe: Foe, force: Force) -> int:
        """What those who attack must expect in return where they stand."""
        house = self.seat.doctrine.attack
        groups: dict[int, int] = {}
        for piece, h in force:
            groups[h] = groups.get(h, 0) + piece.defence
        price = 0
        for h, defence in groups.items():
            answer = max(0, self.threat[h] // QUARTERS - foe.attack)
            times = answer * 10 // max(1, defence)
            if times > house.even:
                price += defence * house.risk * (min(times, house.overwhelming) - house.even) // 10
        return self.seat.still(price)

    @cached_property
    def way(self) -> Mapping[int, int]:
        """How far every hex is from the nearest objective that is still to be taken."""
        if not self.situation.attacking:
            return {}
        return travel(self.walks, [g.hex for g in self.situation.goals if not g.ours])

    def detour(self, force: Force) -> int:
        """What it costs that units turn their backs on the objectives for an attack."""
        lost = (self.way.get(h, 0) - self.way.get(piece.hex, 0) for piece, h in force)
        return self.seat.doctrine.attack.detour * sum(each for each in lost if each > 0)

    def straying(self, force: Force) -> int:
        """What it costs that units leave trace supply for an attack. [12.8]"""
        house = self.seat.doctrine.attack
        return house.stray * sum(
            h not in self.linked and piece.hex in self.linked for piece, h in force
        )

    def bane(self, target: int, h: int) -> int:
        """What speaks against attacking a hex from another: other enemies, bad ground, no trace."""
        foes = self.situation.foes
        others = sum(1 for b in self.seat.board.around(h) if b != target and b in foes)
        hard = len(self.seat.scenario.ground.side_effects(h, target))
        return others + 2 * hard + 4 * (h not in self.linked)

    def plan_attacks(self) -> None:
        """Choose the attacks of this turn and send their units to their places."""
        house = self.seat.doctrine.attack
        floor = self.seat.still(house.floor if self.situation.attacking else house.careful)
        reach = {
            name: {self.posts[name]: 0} if name in self.posts else found
            for name, found in self.fighting.items()
            if name not in self.directing.told or self.posts.get(name, -1) in (-1, *found)
        }
        planner = Planner(
            self.situation, reach, self.room, self.score, self.bane, floor, self.budget.pays,
            self.doctrine.farthest, self.directing,
        )  # fmt: skip
        self.assaults, self.unpaid = planner.plan(), planner.unpaid
        for assault in self.assaults:
            self.posts.update(assault.posts)

    # ---- falling back

    def fall_back(self, free: Iterable[str]) -> None:
        """Those ahead of the line go back to it, or as near to it as they can."""
        if self.line is None:
            return
        depth, far = self.line.depth, self.line.limit + 1
        for name in sorted(free):
            piece = self.situation.pieces[name]
            if self.inside(piece.hex) or piece.hex not in depth or self.directing.objective(name):
                continue
            costs = self.reach[name]
            open_to = [
                h for h in costs
                if h in depth and depth[h] < depth[piece.hex]
                and not self.situation.enemy_zone[h] and self.room.fits(h, piece)
            ]  # fmt: skip
            if open_to:
                best = min(open_to, key=lambda h: (abs(far - depth[h]), costs[h], h))
                self.post(piece, best, "back", piece.hex)

    def entry(self, piece: Piece, h: int) -> int:
        """What it promises to enter ground beside the enemy that counts for victory: less where it
        could be lost again, and less what must be expected there."""
        worth = self.seat.doctrine.worth.point * self.situation.worth(h)
        if not self.seat.doctrine.entering or h not in self.fighting[piece.id]:
            return 0
        kept = self.seat.last_word or self.danger(h, piece.defence) <= self.doctrine.danger
        share = WHOLE if kept else self.seat.doctrine.entering
        nobody = Foe(h, 0, 0, 1, False)
        return worth * share // WHOLE - self.exposure(nobody, ((piece, h),))

    def open_to_all(self, h: int) -> bool:
        """Whether somebody may be sent to take a hex: in trace, and in no danger ahead of the line.

        Ground that counts for victory is worth a march without supply; a prize is not.
        """
        counted = any(h in o.hexes for o in self.seat.scenario.victory.objectives)
        safe = self.inside(h) or self.threat[h] <= QUARTERS * self.seat.doctrine.lines.guard
        return safe and (counted or h in self.linked)

    # ---- guards

    def guard(self) -> None:
        """Leave somebody wherever something must not be lost, or send somebody. [9.14]"""
        house = self.seat.doctrine.lines
        goals = {goal.hex: goal.value for goal in self.situation.goals if goal.ours}
        ranked = sorted(goals, key=lambda h: (-goals[h], h))
        spots = {h: house.sure for h in ranked if h not in self.situation.foes}
        for h in self.situation.bases:
            spots.setdefault(h, house.guard)
        if self.way_out >= 0:
            spots[self.way_out] = self.garrison()
        spots = {h: wanted for h, wanted in spots.items() if h in goals or self.in_danger(h)}
        for away in (False, True):
            for h, wanted in spots.items():
                if away and not self.inside(h):
                    continue
                posted = [self.situation.pieces[n] for n, post in self.posts.items() if post == h]
                fixed = [p for p in self.situation.stack(h) if p.id not in self.reach]
                have = sum(p.defence for p in (*posted, *fixed))
                self._guard(h, wanted - have, bool(h in goals and not posted), away)

    def cover_stores(self) -> None:
        """Before the others leave, somebody stays with a large dump that would then lie open: who
        is worth least, however strong he is. [9.14b]"""
        least = self.seat.doctrine.block
        if not least or self.seat.kind != phases.MOVEMENT:
            return
        peril, seat, pieces = Peril(self.seat), self.seat, self.situation.pieces
        staying = {name: replace(pieces[name], hex=h) for name, h in self.posts.items()}
        staying |= {name: piece for name, piece in pieces.items() if name not in self.reach}
        peril.situation = replace(self.situation, pieces=staying)
        for h in peril.falling:
            able = [
                n for n in self.reach
                if n not in self.posts and h in self.fighting[n] and self.room.fits(h, pieces[n])
                and not self.directing.bound(n)
            ]  # fmt: skip
            if able and stacks.dump_at(seat.table, h, seat.side) >= least:
                name = min(able, key=lambda n: (seat.value(n), self.fighting[n][h], n))
                self.post(pieces[name], h, "guard")

    @cached_property
    def way_out(self) -> int:
        """The port that must be kept to leave by; -1 if there is none, or they leave already.

        Then its quay is wanted for those who come. [4.8]
        """
        evacuation = Evacuation(lambda: self.seat)
        return evacuation.last_port() if self.line and not evacuation.begun() else -1

    def garrison(self) -> int:
        """What must stay there: enough for whoever of the enemy has come past the line."""
        house = self.seat.doctrine.lines
        assert self.line is not None
        depth, limit = self.line.depth, self.line.limit
        past = [f.attack for f in self.situation.foes.values() if depth.get(f.hex, limit) < limit]
        return house.sure + min(sum(past), house.strongest)

    def _guard(self, h: int, wanted: int, must: bool, away: bool) -> None:
        """Post the units that can best be spared in a hex until it has so much strength."""
        house = self.seat.doctrine.lines
        if not must and wanted <= 0:
            return
        able = [
            n for n in self.reach
            if n not in self.posts and h in self.fighting[n] and not self.directing.bound(n)
            and (self.situation.pieces[n].hex != h) == away
            and self.room.fits(h, self.situation.pieces[n])
            and ((must if away else self.inside(h)) or self.seat.value(n) <= house.spared)
        ]  # fmt: skip
        able.sort(key=lambda n: (self.fighting[n][h] // house.day, self.seat.value(n), n))
        for name in able:
            piece = self.situation.pieces[name]
            self.post(piece, h, "guard")
            wanted -= piece.defence
            if wanted <= 0 or away:
                break

    # ---- those who were told something

    def _home(self, aims: Sequence[int]) -> Mapping[int, int]:
        """Without an objective a group goes back to what is kept to the last, not to any dump."""
        return super()._home(aims or last_places(self.seat))

    def _to_wait(self, piece: Piece, aims: Sequence[int]) -> int:
        """Who is in Reserve already stays so, unless the enemy stands before him. [5.7]"""
        waits = self.seat.unit(piece.id).mode == RESERVE and self.alarm[piece.hex] != 1
        return piece.hex if waits else super()._to_wait(piece, aims)

    # ---- the plan

    def deploy(self) -> None:
        """Give everybody a place: on a line that will not break, if those count who get away.

        Who is paid for ground alone loses it by going back.
        """
        house = self.seat.doctrine.lines
        self.place_all()
        while self.line is not None and terms(self.seat):
            withdrawal = Withdrawal(self)
            kept = self.line.limit <= half_of_all(self.situation, self.line.depth)
            most = house.breaking_dear if kept else house.breaking
            if self.line.limit <= house.shortest or withdrawal.breaks() <= most:
                withdrawal.carry_out()
                break
            self.line = Fallback(self.line.depth, self.line.limit - house.shorter)
            self.shortened = True
            self.prepare(self.situation, LIMIT, self.doctrine)
            self.budget = Budget(self.seat)
            self.place_all()

    def set_out(self) -> None:
        """Those who belong to an expedition go on with it, if they have no other task."""
        if self.expedition is None:
            return
        for name in self.expedition.corps:
            told = self.directing.objective(name)
            if name in self.reach and name not in self.posts and not told:
                piece = self.situation.pieces[name]
                self.approach(piece, self.expedition.way, self.expedition.goal)

    def place_all(self) -> None:
        """Those who were told to stay or go back, guards and attackers, the line, the others."""
        house = self.seat.doctrine.lines
        self.obey()
        self.guard()
        if self.situation.attacking:
            self.keep_line(house.raids, held(self.situation))
        self.cover_stores()
        self.plan_attacks()
        self.seize()
        self.set_out()
        free = self.keep_line(house.holes, to_hold(self.situation))
        self.reinforce(free)
        self.fall_back(free)
        free = {name for name in free if name not in self.posts}
        free -= self.in_hand(free)
        self.hold_roads(free)
        free = {name for name in free if name not in self.posts}
        self.send_rest(self.worth_sending(free))

    def hold_roads(self, free: Iterable[str]) -> None:
        """Whoever has nothing else to do bars a junction behind the line, ready to fight there: who
        comes through drives no farther. [4.5a(A)]"""
        most = self.seat.doctrine.roads
        if not most or self.line is None or self.seat.kind != phases.MOVEMENT:
            return
        shut = {b for n, h in self.posts.items() for b in self.bars(self.situation.pieces[n], h)}
        for name in sorted(free, key=lambda n: (self.seat.value(n), n)):
            piece = self.situation.pieces[name]
            open_to = [
                h for h, cost in self.fighting[name].items()
                if h in self.junctions and h not in shut and self.inside(h) and piece.bars
                and 1 < self.alarm[h] <= most and self.room.fits(h, piece)
            ]  # fmt: skip
            if open_to:
                h = min(open_to, key=lambda h: (self.alarm[h], self.fighting[name][h], h))
                self.post(piece, h, "road")
                shut.update(self.bars(piece, h))

    @cached_property
    def junctions(self) -> frozenset[int]:
        """The hexes from which roads lead three ways or more."""
        board = self.seat.board
        return self.seat.scenario.once("staff's junctions", lambda: frozenset(
            h for h in range(board.n) if sum(bool(board.link(h, b) & ROADS)
                                             for b in board.around(h)) >= WAYS
        ))  # fmt: skip

    def worth_sending(self, free: set[str]) -> list[str]:
        """Of those with nothing to do, those that walk, or whose fuel can be afforded.

        Who must get to his objective is fuelled before the others, and then those who weigh most.
        """
        told = self.directing
        walking = [n for n in free if not self.budget.rides(n, False)]
        riding = sorted(free.difference(walking), key=lambda n: (-told.weight([n]), n))
        bound = [n for n in riding if told.bound(n)]
        count = max(0, self.budget.free // self.seat.doctrine.supply.lean - len(bound))
        return [*walking, *bound, *[n for n in riding if n not in bound][:count]]

    def orders(self) -> list[Entry]:
        """The whole plan as orders: sides of counters, fuel, moves; then Reserves. [5.4]"""
        self.deploy()
        groups: dict[tuple[int, int, bool], list[str]] = {}
        for name, h in self.posts.items():
            piece = self.situation.pieces[name]
            fights = h in self.fighting[name]
            groups.setdefault((piece.hex, h, fights), []).append(name)
        ranked = sorted(groups.items(), key=lambda item: self._urgency(item[0]))
        found: list[Entry] = []
        for (start, h, fights), names in ranked:
            found += self.move(start, h, fights, names)
        return found + self.waits()

    def _urgency(self, key: tuple[int, int, bool]) -> tuple[int, int, int, int]:
        """Attackers move first, then those nearest to the enemy."""
        start, h, _ = key
        aims = {post for assault in self.assaults for post in assault.posts.values()}
        return (h not in aims, self.alarm[h], start, h)

    def move(self, start: int, h: int, fights: bool, names: Sequence[str]) -> list[Entry]:
        """Orders for some units of a hex that go to another, or stay, in the mode they need."""
        found: list[Entry] = []
        mode = COMBAT if fights else MOVE
        turning = [n for n in names if self._turns(n, mode)]
        if turning:
            found.append(self._turn(turning, mode))
            found += [self._turn([n], mode) for n in turning[1:]]
        if h != start:
            found.append(partial(fuelling, names=tuple(names)))
            found.append(partial(marching, names=tuple(names), goal=h))
            if len(names) > 1:
                for name in names:
                    found.append(partial(fuelling, names=(name,), only=start))
                    found.append(partial(marching, names=(name,), goal=h, only=start))
        return found

    def _turn(self, names: Sequence[str], mode: str, up: str = "") -> Action:
        """Some units in another mode. [5.4]"""
        return self.seat.write(ChangeMode, Posture(tuple(names), mode, up))

    def _turns(self, name: str, mode: str) -> bool:
        """Whether a unit has to change its mode for what it is to do."""
        unit = self.seat.unit(name)
        return self.seat.can_turn(name) and unit.mode not in (DG, EXPLOIT, mode)

    # ---- Reserves

    def in_hand(self, names: Iterable[str]) -> set[str]:
        """Of some units those that are kept in Reserve: the strongest stacks that may wait. [5.7]

        There are so many markers, one for a hex. [5.4a]
        """
        if self.seat.kind != phases.MOVEMENT:
            return set()
        found: dict[int, list[str]] = {}
        for name in sorted(names):
            piece = self.situation.pieces[name]
            if self.posts.get(name, piece.hex) == piece.hex and self._may_wait(piece):
                found.setdefault(piece.hex, []).append(name)
        most = self.seat.scenario.limits[self.seat.side].reserve_markers
        told = {h for h, here in found.items() if any(self._told_to_wait(n) for n in here)}
        best = sorted(found, key=lambda h: (h not in told, -self._power(found[h]), h))[:most]
        return {name for h in best for name in found[h]}

    def _told_to_wait(self, name: str) -> bool:
        return self.directing.posture(name) == "reserve"

    def waits(self) -> list[Entry]:
        """Mobile units without a task, near the front but not in it, are kept in Reserve. [5.7]"""
        waiting = self.in_hand(self.reach)
        orders: list[Entry] = [
            self._turn([name], RESERVE, "combat")
            for name in sorted(waiting)
            if self.seat.unit(name).mode != RESERVE
        ]
        return orders + self.stands(waiting)

    def stands(self, waiting: set[str]) -> list[Entry]:
        """Whoever is left near the enemy without a task is ready to fight. [5.5]"""
        house = self.seat.doctrine.lines
        idle = [n for n in sorted(self.reach) if n not in self.posts and n not in waiting]
        near = [n for n in idle if self.alarm[self.situation.pieces[n].hex] <= house.near]
        return [self._turn([n], COMBAT) for n in near if self._turns(n, COMBAT)]

    def _power(self, names: Sequence[str]) -> int:
        return sum(self.situation.pieces[name].attack for name in names)

    def _may_wait(self, piece: Piece) -> bool:
        """Whether a unit may be kept in hand: it moves well, fights, and is not in the line."""
        house = self.seat.doctrine.lines
        if not piece.mobile or not piece.fights or self.situation.enemy_zone[piece.hex]:
            return False
        directive = self.directing.told.get(piece.id)
        if directive and (directive.objective or directive.posture != "press"):
            return directive.posture == "reserve"
        if self.situation.worth(piece.hex) and len(self.situation.at[piece.hex]) == 1:
            return False
        if self.seat.doctrine.outside and self.hog(piece.hex):
            return False  # the mark would be taken off again [5.7g]
        mode = self.seat.unit(piece.id).mode
        return 2 <= self.alarm[piece.hex] <= house.waiting and mode not in (DG, STRAT)
