"""Reading a GOSS position from one side's seat: its pieces, the enemy as far as known, goals.

Of the enemy only what lies on top of his stacks is looked at, and what lies under it is given its
share of all that must be somewhere. [8.4.0]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from grognard.board.search import Adjacency
from grognard.engine.game import Game
from grognard.kit.ways import POINT
from grognard.players.staff.directing import Directing
from grognard.players.staff.goss.chain import ChainSeat
from grognard.players.staff.goss.doctrine import DOCTRINE, GossDoctrine
from grognard.players.staff.situation import Foe, Goal, Piece, Situation
from grognard.systems.goss.arrivals.coming import at_edge, expected
from grognard.systems.goss.assault.attackers import against_designation
from grognard.systems.goss.assault.duty import feasible
from grognard.systems.goss.assault.shifts import MOST_SHAKEN
from grognard.systems.goss.assault.terrain import features
from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.ending.control import keeper
from grognard.systems.goss.ending.kinds import fits
from grognard.systems.goss.ending.standing import lead, standing
from grognard.systems.goss.fire.barrage import Fire, roomy, spotters
from grognard.systems.goss.fire.capacity import capacity
from grognard.systems.goss.fire.spotting import against_spotter, sight_of
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.movement.pa import prepared_paths
from grognard.systems.goss.movement.parties import courses, parties
from grognard.systems.goss.observation.cover import covers
from grognard.systems.goss.pieces.sight import covered, seen
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import on_map, own_at
from grognard.systems.goss.pieces.values import (
    attack_designated,
    battalion,
    can_fire,
    counter_of,
    mech,
    one_step_company,
    proficiency,
    strength,
    unit_of,
    z_step,
)
from grognard.systems.goss.scenario import Award, GossScenario
from grognard.systems.goss.status import BRIDGES, HEXES
from grognard.systems.goss.supply.tracing import traces
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GENS, OOS, Counter, Unit

BATTALION, COMPANY = 2, 1
"""What a battalion and a company fill of a hex. [6.1.0]"""


class GossSeat(ChainSeat):
    """A seat at a GOSS table: the general questions, and those of these rules."""

    def __init__(self, game: Game[Any], side: str, doctrine: GossDoctrine = DOCTRINE) -> None:
        super().__init__(game, side)
        self.doctrine = doctrine

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

    @property
    def closing(self) -> bool:
        """Whether the game is over before it counts who is supplied: the last two game turns."""
        return self._game.turn >= self.scenario.turns - 1

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

    def movable(self, name: str) -> bool:
        """Whether a unit may move in the segment under way."""
        return unable(self._game, name) is None

    def ready(self, name: str) -> bool:
        """Whether a unit may be marked for a tactical assault where it stands. [10.2.0]"""
        return not against_designation(self._game, name)

    def crowded(self, h: int, names: Iterable[str]) -> bool:
        """Whether some of one's own units would be too many in a hex. [6.1.0]"""
        return not grouping(self._game, h, names).fits

    def excess(self, h: int, names: Iterable[str]) -> int:
        """How many of some of one's own units would be too many in a hex. [6.1.0]"""
        found = grouping(self._game, h, names)
        return found.excess + found.z_excess

    def there(self, h: int) -> list[str]:
        """One's own units in a hex as it is now."""
        return list(own_at(self._game, h, self.side))

    @cached_property
    def tight(self) -> Sequence[int]:
        """The hexes that hold less than others. [6.1.0]"""
        constricted = self.scenario.ground.constricted
        return [h for h in range(self.board.n) if constricted[h]]

    def feasible(self, names: Iterable[str]) -> bool:
        """Whether all of some units, once marked, could attack as the rules demand. [12.1.0]"""
        return feasible(self._game, names)

    def at_the_edge(self) -> Iterator[str]:
        """The reinforcements at the edge who find room: nobody enters a crowd. [21.0] [6.1.0]"""
        game = self._game
        waiting = ((n, self.unit(n).start) for n in expected(game, self.side) if at_edge(game, n))
        return (n for n, h in waiting if not self.crowded(h, (*self.there(h), n)))

    @cached_property
    def late(self) -> Collection[str]:
        """The formations of which somebody is due and not on the map yet. [21.0]"""
        due = (self.counter(name) for name in expected(self._game, self.side))
        return frozenset(counter.formation for counter in due if counter.formation)

    def prepared_reach(self, name: str) -> dict[int, int]:
        """Where an own unit can go in PA mode, its own hex among it. [5.2.3]"""
        found = {self.unit(name).hex: 0}
        for path in prepared_paths(self._game, (name,), self.side):
            if self.abides(name, path[-1]):
                found[path[-1]] = len(path)
        return found

    def prepared_path(self, name: str, h: int) -> tuple[int, ...]:
        """The way of an own unit in PA mode to a hex; nothing if there is none. [5.2.3]"""
        paths = prepared_paths(self._game, (name,), self.side)
        return next((path for path in paths if path[-1] == h), ())

    def missions(self, h: int) -> Iterator[Fire]:
        """What artillery could fire at a hex, spotter by spotter. [11.2.4]"""
        game = self._game
        for spotter, hexes in spotters(game, self.side).items():
            if h in hexes and not against_spotter(game, self.side, spotter, h):
                level = capacity(game, spotter, sight_of(game, self.side, spotter, h))
                guns = roomy(game, self.side, spotter, h, level)
                if guns:
                    yield Fire(h, guns, spotter)

    # ---- what is to be taken

    @cached_property
    def plan(self) -> Mapping[int, str]:
        """The objectives that the plan of this side gave to a corps, each with its headquarters."""
        awards = self.scenario.terms.awards
        given = (one for one in awards if one.side == self.side and one.corps)
        return {h: one.corps for one in given for h in one.hexes}

    def own(self, aims: Sequence[Goal], name: str) -> Sequence[Goal]:
        """Of some objectives those that are a unit's own: within the boundaries of its zone, or
        past its far end if there are none; all of them if there is none there either, or it keeps
        to no zone. Of these those that its corps was given, or nobody, if there are any. [9.2.0]"""
        far, corps = self.outside(name), self.corps(name)
        if far is not None:
            zone = self.zones().get(self.zone(name), ())
            within = [aim for aim in aims if aim.hex in zone]
            aims = within or [aim for aim in aims if not far[aim.hex]] or aims
        return [aim for aim in aims if self.plan.get(aim.hex, corps) == corps] or aims

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

    @cached_property
    def usual(self) -> int:
        """How proficient the enemy's units are in defence, on the whole: what is reckoned with
        where one does not see who defends."""
        found = [
            c.pr_def for c in self.scenario.counters.values() if c.side == self.enemy and c.attack
        ]
        return round(Fraction(sum(found), len(found))) if found else self.doctrine.sight.unknown

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

    @property
    def dark(self) -> bool:
        """Whether it is night."""
        return dark(self._game)

    def covers(self, h: int) -> bool:
        """Whether own units in a hex are under cover from those beside them. [7.9.0]"""
        return covers(self._game, self.side, h)

    @cached_property
    def reserves(self) -> list[tuple[int, str]]:
        """The combat reserves, each with its hex and its formation. [5.8.0]"""
        held = [name for name in self.mine() if self.unit(name).cr]
        return [(self.unit(name).hex, self.formation(name)) for name in held]

    @cached_property
    def guns(self) -> list[tuple[int, int, int]]:
        """Own guns that could fire: where each is, its range and its points. [11.4.1]"""
        found = []
        for name in self.mine():
            counter, unit = self.counter(name), self.unit(name)
            if counter.barrage and can_fire(counter, unit) and not unit.depleted:
                found.append((unit.hex, counter.range, counter.barrage))
        return found

    def guns_on(self, h: int) -> int:
        """The points of artillery that could be fired at a hex, as far as range goes. [11.3.0]"""
        distance = self.board.distance
        return sum(points for at, range_, points in self.guns if distance(at, h) <= range_)

    @cached_property
    def walks(self) -> Adjacency:
        """What every step costs on the way to a goal, roughly: by road, or by the ground."""
        house, scenario = self.doctrine.sight, self.scenario
        key = "staff walks", house.road, house.open
        return self._game.cached(key, (), lambda: walks(scenario, house.road, house.open))

    @cached_property
    def own_works(self) -> Collection[int]:
        """The hexes with works of one's own."""
        return frozenset(
            h
            for h, status in self._game.state[HEXES].items()
            if status.side == self.side and (status.work or status.fort)
        )

    @cached_property
    def spanned(self) -> Collection[int]:
        """Where there is a bridge, or was, or one is being built. [17.3.1]"""
        return frozenset((*self.scenario.ground.bridges, *self._game.state[BRIDGES]))

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
        """The situation as this seat sees it, weighed by its doctrine."""
        return self.doctrine.weighed(read(self))

    @cached_property
    def directing(self) -> Directing:
        """What groups of one's own units are told."""
        return Directing(self.situation, self.doctrine)


def walks(scenario: GossScenario, by_road: int, in_open: int) -> Adjacency:
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
            dear = in_open + int(costs[b].points) * in_open // 2
            steps.append((b, by_road if road else dear))
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
        bearing=seat.doctrine.sight.bearing,
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
        size=room_of(counter, unit),
        fights=fights and attack > 0,
        bars=fights,
        formation=seat.formation(name),
        mobile=mech(counter, unit),
    )


def room_of(counter: Counter, unit: Unit) -> int:
    """How much of a hex a unit fills, roughly: two battalions and a company find room in one, and
    companies that serve with a battalion beside them. [6.1.0] [6.2.0]"""
    if z_step(counter, unit):
        return 0
    if battalion(counter, unit):
        return BATTALION
    return 0 if one_step_company(counter, unit) and not counter.artillery else COMPANY


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
    counters = seat.scenario.counters
    unseen = [
        counters[name]
        for name in seat.scenario.units
        if counters[name].side == seat.enemy and not seen(seat._game, seat.side, name)
    ]
    if not unseen or not seat.covered:
        return 0, 0, 0
    share = min(Fraction(len(unseen), len(seat.covered)), seat.doctrine.sight.hidden)
    mean = (
        Fraction(sum(c.attack for c in unseen), len(unseen)),
        Fraction(sum(c.defence for c in unseen), len(unseen)),
        Fraction(sum(c.steps for c in unseen), len(unseen)),
    )
    return tuple(int(share * one) for one in mean)  # type: ignore[return-value]


# ---- goals


def goals(seat: GossSeat) -> list[Goal]:
    """Every hex that an award is about, whoever it counts for; and where units may leave. What only
    the enemy gains by is one's own to keep until he has it."""
    worth: dict[int, int] = {}
    mine = {
        h for award in seat.scenario.terms.awards if award.side == seat.side for h in award.hexes
    }
    for award in seat.scenario.terms.awards:
        for h in award.hexes:
            if award.kind == "exit" and award.side != seat.side:
                continue
            worth[h] = worth.get(h, 0) + max(1, award.points)
    game = seat._game

    def ours(h: int) -> bool:
        holder = keeper(game, h)
        return holder == seat.side or (not holder and h not in mine)

    return [Goal(h, value, ours(h)) for h, value in sorted(worth.items())]


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
