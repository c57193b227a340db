"""Reading a GOSS position from one side's seat: its pieces, the enemy as far as known, goals.

Of the enemy only what lies on top of his stacks is looked at, and what lies under it is given its
share of all that must be somewhere. [8.4.0]
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from grognard.board.search import Adjacency
from grognard.kit.ways import POINT
from grognard.players.seat import Seat
from grognard.players.staff.situation import Foe, Goal, Piece, Situation
from grognard.systems.goss.arrivals.coming import at_edge, expected
from grognard.systems.goss.assault.attackers import against_designation
from grognard.systems.goss.assault.duty import feasible
from grognard.systems.goss.assault.limits import adv
from grognard.systems.goss.assault.shifts import MOST_SHAKEN
from grognard.systems.goss.assault.terrain import features
from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.ending.control import keeper
from grognard.systems.goss.ending.kinds import fits
from grognard.systems.goss.ending.standing import lead, standing
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.movement.parties import courses, parties
from grognard.systems.goss.movement.reach import Reach, reach
from grognard.systems.goss.pieces.chain import corps, formation, headquarters_of
from grognard.systems.goss.pieces.sight import covered, seen
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import (
    attack_designated,
    counter_of,
    mech,
    proficiency,
    strength,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import Award, GossScenario
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.supply.tracing import traces
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GENS, OOS, Counter, Unit

BEARING = (3, 5, 9)
"""Hexes within which a stack bears with all, half, and (if it rides) a quarter of its strength."""
HIDDEN_MOST = Fraction(2)
"""Units that are thought to lie under a top counter, at most."""
ENTRY_MOST = 2
"""Own units in a hex of entry from which on the others wait."""
ROAD, BASE = 6, 12
"""What a hex by road, and one in the open, counts on the way to a goal, in twelfths of a point."""


class GossSeat(Seat):
    """A seat at a GOSS table: the general questions, and those of these rules."""

    @property
    def scenario(self) -> GossScenario:
        """What was printed and lies open."""
        scenario: GossScenario = self._game.scenario
        return scenario

    @property
    def kind(self) -> str:
        """Which segment it is."""
        return self._game.segment.kind

    @property
    def enemy(self) -> str:
        """The opponent."""
        return other(self.side)

    @property
    def last(self) -> bool:
        """Whether this is the last game turn."""
        return self._game.turn >= self.scenario.turns

    @cached_property
    def ahead(self) -> int:
        """By how many points this side leads."""
        return lead(self._game, self.side)

    # ---- units and ground

    def unit(self, name: str) -> Unit:
        """A unit that one sees, as it is now."""
        return unit_of(self._game, name)

    def counter(self, name: str) -> Counter:
        """What is printed on a counter."""
        return counter_of(self._game, name)

    def mine(self) -> Sequence[str]:
        """One's own units on the map."""
        return on_map(self._game, self.side)

    def formation(self, name: str) -> str:
        """The formation that a unit fights in."""
        return formation(self._game, name)

    def corps(self, name: str) -> str:
        """The corps above a unit."""
        return corps(self._game, name)

    def headquarters(self) -> list[str]:
        """One's own headquarters on the map."""
        return list(headquarters_of(self._game, self.side))

    def adv(self, name: str) -> int:
        """How many assaults the corps of a unit can feed. [16.3.3]"""
        return adv(self._game, name)

    def movable(self, name: str) -> bool:
        """Whether a unit may move in the segment under way."""
        return unable(self._game, name) is None

    def ready(self, name: str) -> bool:
        """Whether a unit may be marked for a tactical assault where it stands. [10.2.0]"""
        return not against_designation(self._game, name)

    def crowded(self, h: int, names: Iterable[str]) -> bool:
        """Whether some of one's own units would be too many in a hex. [6.1.0]"""
        return not grouping(self._game, h, names).fits

    def feasible(self, names: Iterable[str]) -> bool:
        """Whether all of some units, once marked, could attack as the rules demand. [12.1.0]"""
        return feasible(self._game, names)

    def routes(self, name: str) -> Reach:
        """Where an own unit can go, as far as its player may know."""
        return reach(self._game, (name,), self.side)

    def at_the_edge(self) -> list[str]:
        """The reinforcements at the edge who find room: nobody enters a crowd. [21.0]"""
        game = self._game
        waiting = [n for n in expected(game, self.side) if at_edge(game, n)]
        there = Counts(self.unit(n).hex for n in self.mine()) if waiting else Counts()
        return [n for n in waiting if there[self.unit(n).start] < ENTRY_MOST]

    # ---- ways out [3.3.4]

    @cached_property
    def ways_out(self) -> Sequence[Award]:
        """Where own units leave the map for points, as long as more of them count."""
        awards = self.scenario.terms.awards
        mine = (one for one in awards if one.kind == "exit" and one.side == self.side)
        return [one for one in mine if self.still_to_leave(one)]

    def still_to_leave(self, award: Award) -> int:
        """How many more units count when they leave."""
        gone = standing(self._game, award).count
        return max(0, award.most - gone) if award.most else len(self.mine())

    def may_leave(self, name: str, award: Award) -> bool:
        """Whether a unit is of the kind that is to leave, and in supply if it must be."""
        supplied = not award.supplied or self.unit(name).supply == GENS
        return supplied and fits(self.counter(name), award.who)

    def leaving_points(self, name: str) -> int:
        """What a unit may spend on the way out, in twelfths: one point less than it has."""
        band = parties(self._game, (name,))[0]
        return max((one.left for one in courses(self._game, band, self.side)), default=0) - POINT

    def supplied(self, name: str, h: int) -> bool:
        """Whether an own unit could trace supply in a hex. [7.7.5]"""
        return traces(self._game, name, h)

    def rated(self, name: str, *, offensive: bool) -> int:
        """The proficiency of a unit that one sees."""
        return proficiency(self._game, name, offensive=offensive)

    def tops(self, h: int) -> list[str]:
        """The enemies of a hex whom one sees."""
        return self.shown.get(h, [])

    def marked(self, h: int) -> bool:
        """Whether enemies in a hex are seen to be marked for an assault."""
        return any(attack_designated(self.unit(n)) for n in self.tops(h))

    def shaken(self, h: int) -> int:
        """The shifts that fire has brought against those whom one sees in a hex. [11.6.1]"""
        return min(max((self.unit(n).shifts for n in self.tops(h)), default=0), MOST_SHAKEN)

    def features(self, h: int) -> tuple[str, ...]:
        """Terrain and population of a hex."""
        return features(self._game, h)

    @cached_property
    def walks(self) -> Adjacency:
        """What every step costs on the way to a goal, roughly: by road, or by the ground."""
        return self._game.cached("staff walks", (), lambda: walks(self.scenario))

    @cached_property
    def works(self) -> Mapping[int, str]:
        """The enemy's works that lie on the map, by hex."""
        return {
            h: status.work or ("fort" if status.fort else "")
            for h, status in self._game.state[HEXES].items()
            if status.side == self.enemy and (status.work or status.fort)
        }

    @cached_property
    def shown(self) -> dict[int, list[str]]:
        """The enemies whom one sees, hex by hex."""
        found: dict[int, list[str]] = {}
        for name in on_map(self._game, self.enemy):
            if seen(self._game, self.side, name):
                found.setdefault(self.unit(name).hex, []).append(name)
        return found

    @cached_property
    def covered(self) -> Collection[int]:
        """The enemy hexes where more lies than one sees."""
        return frozenset(covered(self._game, self.side))

    @cached_property
    def situation(self) -> Situation:
        """The situation as this seat sees it."""
        return read(self)


def walks(scenario: GossScenario) -> Adjacency:
    """What every step costs a marching unit, by the chart alone."""
    ground, board = scenario.ground, scenario.board
    costs = ground.to_enter("Leg", False)
    found: Adjacency = []
    for h in range(board.n):
        steps = []
        for b in board.around(h):
            if costs[b].word == PROHIBITED:
                continue
            road = ground.road(h, b)
            steps.append((b, ROAD if road else BASE + int(costs[b].points) * BASE // 2))
        found.append(tuple(steps))
    return found


def read(seat: GossSeat) -> Situation:
    """The whole situation."""
    pieces = {name: piece_of(seat, name) for name in seat.mine()}
    foes = {foe.hex: foe for foe in foes_of(seat)}
    beside = [0] * seat.board.n
    for h in foes:
        for b in seat.board.around(h):
            beside[b] += 1
    return Situation(
        board=seat.board,
        side=seat.side,
        pieces=pieces,
        foes=foes,
        goals=goals(seat),
        enemy_zone=beside,
        enemy_steps=seat.walks,
        bases=bases(seat),
        attacking=attacking(seat),
        bearing=BEARING,
    )


def piece_of(seat: GossSeat, name: str) -> Piece:
    """An own unit with its strength as it stands; who is out of supply attacks with half."""
    counter, unit = seat.counter(name), seat.unit(name)
    fights = not counter.hq and not counter.artillery and not z_step(counter, unit)
    attack = strength(seat._game, name, attacking=True) if fights else 0
    attack = attack // 2 if unit.supply == OOS or unit.fatigue else attack
    return Piece(
        id=name,
        hex=unit.hex,
        attack=attack,
        defence=max(1, strength(seat._game, name, attacking=False)),
        steps=max(1, unit.steps),
        size=0 if z_step(counter, unit) else 1,
        fights=fights and attack > 0,
        bars=fights,
        formation=seat.formation(name),
        mobile=mech(counter, unit),
    )


# ---- the enemy as far as known


def foes_of(seat: GossSeat) -> list[Foe]:
    """The enemy stacks: what shows, and what is thought to lie under it."""
    under = hidden(seat)
    found = []
    for h in sorted({*seat.shown, *seat.covered}):
        names = seat.tops(h)
        guess = under if h in seat.covered else (0, 0, 0)
        attack = sum(strength(seat._game, n, attacking=True) for n in names) + guess[0]
        defence = sum(strength(seat._game, n, attacking=False) for n in names) + guess[1]
        steps = sum(max(1, seat.unit(n).steps) for n in names) + guess[2]
        mobile = any(mech(seat.counter(n), seat.unit(n)) for n in names)
        found.append(Foe(h, attack, max(1, defence), max(1, steps), True, h in seat.works, mobile))
    return found


def hidden(seat: GossSeat) -> tuple[int, int, int]:
    """What lies under a top counter: its share of all that has set up and is nowhere to be seen."""
    known = seat.view["units"]
    counters = seat.scenario.counters
    unseen = [
        counters[name]
        for name in seat.scenario.units
        if counters[name].side == seat.enemy and name not in known
    ]
    if not unseen or not seat.covered:
        return 0, 0, 0
    share = min(Fraction(len(unseen), len(seat.covered)), HIDDEN_MOST)
    mean = (
        Fraction(sum(c.attack for c in unseen), len(unseen)),
        Fraction(sum(c.defence for c in unseen), len(unseen)),
        Fraction(sum(c.steps for c in unseen), len(unseen)),
    )
    return tuple(int(share * one) for one in mean)  # type: ignore[return-value]


# ---- goals


def goals(seat: GossSeat) -> list[Goal]:
    """Every hex that an award is about, whoever it counts for; and where units may leave."""
    worth: dict[int, int] = {}
    for award in seat.scenario.terms.awards:
        for h in award.hexes:
            if award.kind == "exit" and award.side != seat.side:
                continue
            worth[h] = worth.get(h, 0) + max(1, award.points)
    game = seat._game
    return [Goal(h, value, keeper(game, h) == seat.side) for h, value in sorted(worth.items())]


def bases(seat: GossSeat) -> list[int]:
    """Where one's supply comes from, as far as no enemy is there."""
    foes = {*seat.shown, *seat.covered}
    return [
        h
        for plan in seat.scenario.armies.values()
        if plan.side == seat.side
        for h in plan.pss
        if h not in foes
    ]


def attacking(seat: GossSeat) -> bool:
    """Whether this side has to gain ground: more of what counts is to be taken by it than kept."""
    mine = sum(a.points for a in seat.scenario.terms.awards if a.side == seat.side and a.hexes)
    theirs = sum(a.points for a in seat.scenario.terms.awards if a.side == seat.enemy and a.hexes)
    return mine > theirs
