"""Reading a Next War position from one side's seat: its pieces, the enemy, and what counts.

The game lies open [8.1.2], so whatever is asked of the rules here anybody at the table could
reckon. Under the fog of war only the top of an enemy stack is looked at, and the rest is guessed.
[13.2]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from grognard.engine.game import Game
from grognard.kit.ways import Routes
from grognard.players.staff.directing import Directing
from grognard.players.staff.nextwar.doctrine import DOCTRINE, NwDoctrine
from grognard.players.staff.nextwar.moored import Moored
from grognard.players.staff.situation import Foe, Goal, Piece, Situation
from grognard.systems.nextwar.air import defense_fire
from grognard.systems.nextwar.air.defense_fire import Flight
from grognard.systems.nextwar.air.points import by_chart
from grognard.systems.nextwar.aircraft import SUPPORT
from grognard.systems.nextwar.airpower.wings import READY, plane, rating, seen_wings
from grognard.systems.nextwar.arrivals.replacements import rebuilding
from grognard.systems.nextwar.arrivals.status import POOLS, Pool
from grognard.systems.nextwar.combat import attack, reckoning, support
from grognard.systems.nextwar.combat.battle import Aid, Battle, present
from grognard.systems.nextwar.combat.results import Result, look_up
from grognard.systems.nextwar.combat.strength import CLOSE as CLOSE_COUNTRY
from grognard.systems.nextwar.combat.strength import HEAVY, defense, marked, work_stands
from grognard.systems.nextwar.ending.control import prizes
from grognard.systems.nextwar.ground import FLAT, MARSH, MINOR, RIVERS, ROUGH, URBAN, WATER
from grognard.systems.nextwar.movement import reach
from grognard.systems.nextwar.movement.clearing import must_clear
from grognard.systems.nextwar.movement.roads import bridged
from grognard.systems.nextwar.pieces.sight import covered, seen
from grognard.systems.nextwar.pieces.stacks import holder, on_map, units_at
from grognard.systems.nextwar.pieces.values import counter_of, er, face, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone, limit
from grognard.systems.nextwar.scenario import NextWarScenario, Nw
from grognard.systems.nextwar.status import HEXES, SIDES, STORM, SideStatus
from grognard.systems.nextwar.supply import standard
from grognard.systems.nextwar.supply.lines import about, commands, near
from grognard.systems.nextwar.turn.points import event_of, worth
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import ARMOR, ELIMINATED, HEADQUARTERS, MAP, UNITS, Unit

PROJECTS = 4
"""Half stacking points from which a unit by itself projects a zone of control. [8.2.1]"""
COMBAT_OF = {
    "init-move": "init-combat", "exploit-move": "exploit-combat",
    "reaction-move": "reaction-combat", "basic-move": "basic-combat",
    "basic-reaction-move": "basic-reaction-combat",
}  # fmt: skip
"""The Combat Segment that follows each Movement Segment. [3.0]"""
EXPLOITING = "exploit-combat"


class NwSeat(Moored):
    """A seat at a Next War table: the general questions, and those of these rules."""

    def __init__(self, game: Game[Any], side: str, doctrine: NwDoctrine = DOCTRINE) -> None:
        super().__init__(game, side)
        self.doctrine = doctrine

    @property
    def kind(self) -> str:
        """Which segment it is."""
        return self._game.segment.kind

    @property
    def combat(self) -> str:
        """The Combat Segment that is under way or follows; none after an Elite Reaction."""
        return self.kind if self.kind.endswith("-combat") else COMBAT_OF.get(self.kind, "")

    @property
    def last(self) -> bool:
        """Whether this is the last turn."""
        return self._game.turn >= self.scenario.turns

    @property
    def own(self) -> SideStatus:
        """The points of one's own side."""
        return self._game.state[SIDES][self.side]

    @property
    def theirs(self) -> SideStatus:
        """The points of the enemy."""
        return self._game.state[SIDES][self.enemy]

    @cached_property
    def storm(self) -> bool:
        """Whether there is a storm. [4.1.3]"""
        return weather(self._game) == STORM

    # ---- units and ground

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return unit_of(self._game, name)

    def rated(self, name: str) -> int:
        """The efficiency of a unit."""
        return er(self._game, name)

    def prize(self, name: str) -> int:
        """The Victory Points for a unit, in halves. [12.1]"""
        event = event_of(counter_of(self._game, name))
        if not event or (counter_of(self._game, name).hq and not self.scenario.advanced):
            return 0
        return int(2 * worth(self._game, event))

    def known(self, names: Sequence[str]) -> tuple[str, ...]:
        """Those of some units that one sees. [13.2]"""
        return tuple(name for name in names if seen(self._game, self.side, name))

    @cached_property
    def covered(self) -> frozenset[int]:
        """The enemy stacks under whose top counter more is hidden. [13.2]"""
        return frozenset(covered(self._game, self.side))

    def mine(self) -> Sequence[str]:
        """One's own units on the map."""
        return on_map(self._game, self.side)

    def lifted(self) -> list[str]:
        """One's own units that helicopters or planes could carry, and that have not moved yet."""
        counters, serial = self.scenario.counters, self._game.serial
        return [
            name
            for name in self.mine()
            if (counters[name].lifted or counters[name].airborne)
            and self.unit(name).moved != serial
        ]

    def lost(self) -> list[str]:
        """One's own units that are gone and could be paid for, the strongest first. [11.2]"""
        game, found = self._game, list[tuple[int, str]]()
        for name, unit in game.state[UNITS].items():
            counter = counter_of(game, name)
            if unit.place != ELIMINATED or counter.side != self.side or counter.size == "battalion":
                continue
            cost = rebuilding(game, (name,))
            if cost is not None and cost <= game.state[POOLS].get(counter.nation, Pool()).points:
                found.append((-counter.faces[-1].attack - counter.faces[-1].defense, name))
        return [name for _, name in sorted(found)]

    def home(self) -> list[int]:
        """The hexes of one's own country that one still controls."""
        return [
            h
            for h in range(self.board.n)
            if self.scenario.home(self.side, h) and controller(self._game, h) == self.side
        ]

    def supplied(self, h: int) -> bool:
        """Whether own units in a hex would be in supply, where that is played.

        [13.1.3] [19.2]
        """
        if self.scenario.advanced:
            return h in self.fed
        if self._game.options["supply"] == "off":
            return True
        return standard.supplied(self._game, self.side, h)

    @cached_property
    def fed(self) -> frozenset[int]:
        """The hexes that sources reach, or headquarters that are in supply. [19.2]"""
        game = self._game
        known = commands(game, self.side)
        return near(game, self.side).union(*(about(game, hq) for hq in known))

    def held(self, h: int) -> str:
        """Who controls a hex. [8.4]"""
        return controller(self._game, h)

    def fortified(self, h: int) -> bool:
        """Whether works in a hex help its owner still. [8.3.1.10]"""
        return work_stands(self._game, h)

    def to_clear(self, h: int) -> bool:
        """Whether one's own units must clear a hex to have it. [8.4.1]"""
        return must_clear(self._game, h, self.side)

    def room(self, h: int) -> int:
        """How many half stacking points a hex holds. [8.1.1.1]"""
        return limit(self._game, h, self.side)

    def routes(self, name: str) -> Routes:
        """Where an own unit can go."""
        return reach.routes(self._game, name)

    @cached_property
    def enemy_zone(self) -> list[int]:
        """Where the enemy's zones of control lie. [8.2]"""
        return [int(in_zone(self._game, h, self.enemy)) for h in range(self.board.n)]

    # ---- battles

    def able(self, h: int) -> list[str]:
        """Own units that could attack a hex from where they stand."""
        if holder(self._game, h) != self.enemy or attack.why_not_target(self._game, self.side, h):
            return []
        able = attack.fit_for(self._game, self.side, h)
        return [name for name in able if self.unit(name).place == MAP]

    def targets(self) -> list[int]:
        """The hexes that somebody could attack now."""
        found = {
            b
            for name in self.mine()
            if attack.unfit(self._game, self.side, name) is None
            for b in attack.aims(self._game, name)
        }
        return sorted(h for h in found if self.able(h))

    def battle(self, target: int, names: Sequence[str], side: str | None = None) -> Battle:
        """A battle as it would be: the best lead on either side."""
        game, attacker = self._game, side or self.side
        defenders = self.known(present(game, target))
        return Battle(
            target, attacker, self.scenario.other(attacker), tuple(names), defenders,
            lead=attack.best(game, names), leader=attack.best(game, defenders) if defenders else "",
        )  # fmt: skip

    def reckoned(self, battle: Battle) -> tuple[int, int]:
        """The column and the modifier of a battle as it stands. [9.2.2] [9.2.3]"""
        told = reckoning.reckon(self._game, battle)
        if battle.hex not in self.covered or battle.side != self.side:
            return told.first + int(told.shifts.total), int(told.drm.total)
        weak = int(told.defense.total) + self.doctrine.sight.covered
        _, first, drm = reckoning.odds(self._game, battle.hex, int(told.attack.total), weak)
        rest = reckoning.modifiers(self._game, battle)
        return first + int(told.shifts.total), int((drm + rest).total)

    def result(self, roll: int, column: int) -> Result:
        """What the table says. [9.2.6]"""
        return look_up(self._game, roll, min(max(column, 0), len(reckoning.COLUMNS) - 1))

    def guns(self, battle: Battle, side: str) -> list[str]:
        """The artillery that could support a side, as far as it is seen. [9.5.6]"""
        return list(self.known(support.guns(self._game, battle, side)))

    def helicopters(self, battle: Battle, side: str) -> list[str]:
        """The helicopters that could support a side. [6.5.3]"""
        return support.helicopters(self._game, battle, side)

    def gunships(self, battle: Battle, side: str) -> list[str]:
        """The ships that could support a side. [7.3.1]"""
        return support.gunships(self._game, battle, side)

    def flak(self, kind: str, target: int) -> tuple[int, int]:
        """What air defenses keep off and destroy of a mission, on the mean, in thousandths.

        [6.6.1]
        """
        flight = Flight(self.side, target, kind)
        modifier = -1  # tanks may be there
        if not self.covered:
            modifier = int(defense_fire.modifiers(self._game, flight, target).total)
        table, where = self.scenario.tables["standard-adf"], defense_fire.column(*self._flying)
        cells = [
            defense_fire.parse(table.cell(pips + modifier, where, clamp=True).value)
            for pips in range(10)
        ]
        return 100 * sum(c.kept_off for c in cells), 100 * sum(c.lost for c in cells)

    @property
    def _flying(self) -> tuple[Nw, str]:
        return self._game, self.side

    @property
    def table(self) -> Nw:
        """The game itself, for a question that the rules answer about an offer."""
        return self._game

    def strength_of(self, name: str) -> int:
        """What a unit is worth in defense."""
        return face(self._game, name).defense

    def attacked(self) -> list[int]:
        """Own hexes that were attacked in this segment, in no order."""
        state, serial = self._game.state[HEXES], self._game.serial
        return [
            h
            for h in range(self.board.n)
            if state[h].attacked == serial and holder(self._game, h) == self.side
        ]

    @cached_property
    def supporting(self) -> tuple[int, int]:
        """The points that aircraft of the enemy and of one's own side could give a battle."""
        if not self._game.scenario.air_units:
            return self.theirs.air, self.own.air
        seen = seen_wings(self._game, self.side)
        found = {self.enemy: 0, self.side: 0}
        for name, wing in seen.items():
            if wing.place == READY:
                found[plane(self._game, name).side] += rating(self._game, name, SUPPORT) > 1
        return 2 * found[self.enemy], 2 * found[self.side]

    @cached_property
    def outlook(self) -> int:
        """By how many Air Points one's own side will be ahead in clear weather. [6.1]"""
        first = {side: self._expected(side) for side in self.scenario.sides}
        return first[self.side] - first[self.enemy]

    def _expected(self, side: str) -> int:
        fixed = self.scenario.air_points.get(side, ())
        return fixed[0] if fixed else by_chart(self._game, side, 5)

    # ---- battles that are only thought of

    def crosses(self, name: str, a: int, b: int) -> bool:
        """Whether a unit could attack one hex from another. [9.1]"""
        ground, river = self.scenario.ground, self.scenario.ground.river(a, b)
        bridge = bool(river) and bridged(self._game, a, b)
        if river == WATER or (river and river != MINOR and not bridge):
            return False
        mobility = counter_of(self._game, name).mobility
        crossed = not river or bridge or river == MINOR
        price = ground.price(mobility, a, b, storm=self.storm, road=True, bridge=crossed)
        return price is not None

    def strength(self, name: str, a: int, b: int) -> int:
        """What a unit would bring to an attack from one hex on another, doubled. [9.4]"""
        game, counter, unit = self._game, counter_of(self._game, name), unit_of(self._game, name)
        base = 2 * marked(game, name, face(game, name).attack)
        terrain, ground = self.board.terrain[b], self.scenario.ground
        heavy, river = counter.arm in HEAVY, ground.river(a, b)
        marsh = terrain == MARSH and self.scenario.season != "winter"
        if unit.oos or unit.isolated or river in RIVERS:
            return base // 2
        if heavy and (terrain in CLOSE_COUNTRY or marsh):
            return base // 2
        plain = terrain in (FLAT, ROUGH) and not ground.city(b) and not work_stands(game, b)
        if heavy and plain and not self.armored(b):
            return base * 2 if counter.arm == ARMOR else base * 3 // 2
        return base

    def armored(self, h: int) -> bool:
        """Whether vehicles stand in a hex. [9.4.2]"""
        names = self.known(units_at(self._game, h))
        return any(counter_of(self._game, n).arm in HEAVY for n in names)

    def planned(self, battle: Battle, strong: int, guns: Sequence[str]) -> tuple[int, int]:
        """The column and the modifier of an attack that is planned with so much strength."""
        game = self._game
        more = self.doctrine.sight.covered * (battle.hex in self.covered)
        weak = int(defense(game, battle).total) + more
        _, first, drm = reckoning.odds(game, battle.hex, strong, weak)
        aided = Battle(
            battle.hex, battle.side, battle.enemy, battle.attackers, battle.defenders, battle.lead,
            battle.leader, aid=Aid(tuple(guns)),
            cover=Aid(tuple(self.guns(battle, self.enemy)[:1])),
        )  # fmt: skip
        column = first + int(reckoning.shifts(game, aided).total)
        if self.kind != self.combat and self.combat == EXPLOITING:
            column -= 2  # [9.5.3]
        if self.kind != self.combat and game.turn == 1 and self.side == self.scenario.sides[0]:
            column += self.scenario.surprise.get(self.combat, 0)  # [9.5.4]
        return column, int((drm + reckoning.modifiers(game, aided)).total)

    # ---- the whole

    @cached_property
    def situation(self) -> Situation:
        """The situation as this seat sees it, weighed by its doctrine."""
        return self.doctrine.weighed(read(self))

    @cached_property
    def directing(self) -> Directing:
        """What groups of one's own units are told."""
        return Directing(self.situation, self.doctrine)


def read(seat: NwSeat) -> Situation:
    """The whole situation."""
    game = seat._game
    pieces, foes = dict[str, Piece](), dict[int, list[str]]()
    for name, unit in game.state[UNITS].items():
        if unit.place != MAP or counter_of(game, name).beachhead or not seat.known([name]):
            continue
        if counter_of(game, name).side == seat.side:
            pieces[name] = piece_of(seat, name)
        else:
            foes.setdefault(unit.hex, []).append(name)
    return Situation(
        board=seat.board,
        side=seat.side,
        pieces=pieces,
        foes={h: foe_of(seat, h, names) for h, names in sorted(foes.items())},
        goals=goals(seat),
        enemy_zone=seat.enemy_zone,
        enemy_steps=seat.scenario.ground.steps("leg", seat.storm),
        bases=[],
        attacking=attacking(seat),
        bearing=seat.doctrine.sight.bearing,
    )


def attacking(seat: NwSeat) -> bool:
    """Whether a side has to gain ground: who begins, and who has become much the stronger."""
    game, strength = seat._game, dict.fromkeys(seat.scenario.sides, 0)
    for name, unit in game.state[UNITS].items():
        if unit.place == MAP:
            shown = face(game, name) if seat.known([name]) else counter_of(game, name).faces[0]
            own = counter_of(game, name).side
            strength[own] += shown.attack if own == seat.side else shown.defense
    ours, theirs = strength[seat.side], strength[seat.enemy]
    first = seat.side == seat.scenario.sides[0]
    house = seat.doctrine.sight
    return 10 * ours >= (house.pressing if first else house.turning) * theirs


def piece_of(seat: NwSeat, name: str) -> Piece:
    """An own unit with its strength as it stands. [2.3]"""
    game, counter, unit = seat._game, seat.scenario.counters[name], seat.unit(name)
    shown = face(game, name)
    return Piece(
        id=name,
        hex=unit.hex,
        attack=marked(game, name, shown.attack),
        defence=0 if counter.bracketed else marked(game, name, shown.defense),
        steps=unit.steps,
        size=shown.sp,
        fights=bool(shown.attack) and not unit.clearing,
        bars=not counter.bracketed and counter.type != HEADQUARTERS,
        formation=counter.formation,
        mobile=counter.wheels,
    )


def foe_of(seat: NwSeat, h: int, names: Sequence[str]) -> Foe:
    """An enemy stack. [8.1.2]"""
    game, counters = seat._game, seat.scenario.counters
    faces = {name: face(game, name) for name in names}
    firm = [name for name in names if not counters[name].bracketed]
    more = seat.doctrine.sight.covered * (h in seat.covered)
    return Foe(
        hex=h,
        attack=sum(faces[name].attack for name in names) + more,
        defence=max(1, sum(faces[name].defense for name in firm) + more),
        steps=sum(seat.unit(name).steps for name in names),
        bars=bool(firm) or bool(more),
        dug_in=seat.fortified(h),
        mobile=any(counters[name].wheels for name in firm),
    )


def counting(scenario: NextWarScenario) -> list[int]:
    """The hexes that could count for anything: those with a site, and cities of terrain. [12.1]"""
    terrain = scenario.board.terrain
    return sorted({*scenario.ground.at, *(h for h, t in enumerate(terrain) if t == URBAN)})


def goals(seat: NwSeat) -> list[Goal]:
    """Every hex that counts for victory, whoever it counts for. [12.1] [12.2]"""
    game, found = seat._game, list[Goal]()
    capital = {h for hexes in seat.scenario.terms.capital.values() for h in hexes}
    for h in counting(seat.scenario):
        owner = controller(game, h)
        if owner not in seat.scenario.sides:
            continue
        taker = seat.scenario.other(owner)
        value: Any = sum(amount for _, amount in prizes(game, h, taker))
        if value:
            value = int(value) + (seat.doctrine.sight.capital if h in capital else 0)
            found.append(Goal(h, max(1, value), owner == seat.side))
    return found
