"""Reading a WB-95 position from one side's seat: its pieces, the enemy as far as known, goals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from grognard.board.board import Board
from grognard.engine.game import Game
from grognard.kit.ways import Routes
from grognard.players.seat import Seat
from grognard.players.staff.objectives import shared
from grognard.players.staff.situation import Foe, Goal, Piece, Situation
from grognard.players.staff.wb95.clock import Clock, clock
from grognard.players.staff.wb95.doctrine import DOCTRINE, Wb95Doctrine
from grognard.systems.wb95.arrivals.setting_up import as_seen
from grognard.systems.wb95.combat import commitments
from grognard.systems.wb95.combat.commitments import Means
from grognard.systems.wb95.combat.declaring import Declaration, battle_of
from grognard.systems.wb95.masking.masking import zone_known
from grognard.systems.wb95.movement import reach
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.pieces.stacks import forts
from grognard.systems.wb95.scenario import Wb95Scenario
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import MAP, Counter
from grognard.systems.wb95.views import Glance
from grognard.systems.wb95.works import bridges

Strength = tuple[int, int, int, bool, bool]
"""Attack, defence, steps, whether it bars the way, whether it is mobile."""


class Wb95Seat(Seat):
    """A seat at a WB-95 table: the general questions, and those of these rules."""

    def __init__(self, game: Game[Any], side: str, doctrine: Wb95Doctrine = DOCTRINE) -> None:
        super().__init__(game, side)
        self.doctrine = doctrine

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """The position as the player may see it, part by part as it is looked at."""
        return Glance(as_seen(self._game, self.side), self.side)

    @cached_property
    def board(self) -> Board:
        """The map, which lies open."""
        return self._game.board

    @cached_property
    def scenario(self) -> Wb95Scenario:
        """What was printed and lies open: counters, ground, tables, terms of victory."""
        scenario: Wb95Scenario = self._game.scenario
        return scenario

    @property
    def options(self) -> Mapping[str, Any]:
        """The options in use."""
        return self._game.options

    def routes(self, name: str) -> Routes:
        """Where an own unit can go, as far as its player may know."""
        return reach.routes(self._game, name)

    def means(self, units: Sequence[str], targets: Sequence[str]) -> Means:
        """What could be committed to an attack of own units."""
        order = Declaration(tuple(units), tuple(map(self.board.hex, targets)))
        return commitments.attack_means(self._game, battle_of(self._game, self.side, order))

    def water(self, a: int, b: int) -> tuple[str, ...]:
        """The water that an attack from one hex on the next has to cross."""
        return bridges.water_in_combat(self._game, a, b)

    @cached_property
    def enemy_zone(self) -> list[int]:
        """Where the enemy's zones of control lie, or may lie for all one knows."""
        return list(zone_known(self._game, self.side))

    @cached_property
    def walks(self) -> Any:
        """What every step costs on foot."""
        return bridges.steps(self._game, "foot")

    @cached_property
    def fortified(self) -> dict[int, str]:
        """Whose field fortifications stand where."""
        hexes = self._game.state[HEXES]
        return {h: hexes[h].fortified for h in forts(self._game)}

    def controls(self, h: int) -> bool:
        """Whether the side controls a hex. [4.3]"""
        return controller(self._game, h) == self.side

    @cached_property
    def hidden(self) -> Strength:
        """What a closed enemy stack is thought to hold besides what it shows."""
        return hidden_share(self)

    @cached_property
    def situation(self) -> Situation:
        """The situation as this seat sees it, weighed by its doctrine."""
        return self.doctrine.weighed(read(self))

    @cached_property
    def own(self) -> Situation:
        """The situation without the enemy, for questions that are not about him."""
        return self.doctrine.weighed(read(self, foes=False))

    @cached_property
    def enemies(self) -> tuple[Counter, ...]:
        """Every counter of the enemy's, on the map or not."""
        counters, side = self.scenario.counters, self.side

        def compute() -> tuple[Counter, ...]:
            return tuple(c for c in counters.values() if c.side != side)

        return self._game.cached(("enemies", side), (), compute)

    @cached_property
    def worth(self) -> tuple[tuple[int, int], ...]:
        """What every hex counts for victory, whoever it counts for. [S1.9] [S1.10]"""
        victory, automatic = self.scenario.victory, self.doctrine.automatic

        def compute() -> tuple[tuple[int, int], ...]:
            worth = shared((each.vp, each.hexes, each.whole) for each in victory.objectives)
            for h in victory.automatic.hexes if victory.automatic else ():
                worth[h] = worth.get(h, 0) + automatic
            return tuple(sorted(worth.items()))

        return self._game.cached(("worth", automatic), (), compute)

    @property
    def turns_left(self) -> int:
        """The turns to come after this one."""
        return max(0, self.scenario.turns - self.segment[0])

    @cached_property
    def clock(self) -> Clock:
        """How many turns are to come, and what that changes."""
        return clock(self.situation, self.doctrine, self.segment[0], self.scenario.turns)

    @cached_property
    def flown(self) -> Mapping[int, int]:
        """The strength of own aircraft that support attacks on each hex."""
        found: dict[int, int] = {}
        for mission in self.view["missions"].values():
            if mission["side"] == self.side and mission["kind"] == "support":
                h = self.board.hex(mission["hexes"][0])
                found[h] = found.get(h, 0) + mission["sp"]
        return found

    def remember(self, situation: Situation, gone: Collection[int]) -> None:
        """Go on with the situation as it was before a battle, without the enemies beaten in it."""
        foes = {h: foe for h, foe in situation.foes.items() if h not in gone}
        self.situation = replace(situation, foes=foes)


def read(seat: Wb95Seat, foes: bool = True) -> Situation:
    """The whole situation, or all but the enemy."""
    scenario, enemy = seat.scenario, seat.view["enemy"] if foes else ()
    pieces = {
        name: piece_of(seat, name, facts)
        for name, facts in seat.view["units"].items()
        if facts["place"] == MAP
    }
    return Situation(
        board=seat.board,
        side=seat.side,
        pieces=pieces,
        foes={foe.hex: foe for foe in (foe_of(seat, row) for row in enemy)},
        goals=goals(seat),
        enemy_zone=seat.enemy_zone if foes else (),
        enemy_steps=seat.walks,
        bases=[h for source in scenario.supply[seat.side] for h in source.hexes],
        attacking=scenario.victory.side == seat.side,
        bearing=seat.doctrine.bearing,
    )


def piece_of(seat: Wb95Seat, name: str, facts: Mapping[str, Any]) -> Piece:
    """An own unit with its strength as it stands, made once for all who look at the same facts."""
    counter = seat.scenario.counters[name]
    known = _PIECES.get(id(facts))
    if known is None or known[0] is not facts or known[1] is not counter:
        if len(_PIECES) >= MOST_KEPT:
            _PIECES.clear()
        shaken, hungry = facts["disorganised"] >= 0, facts["oos"] > 0
        h = seat.board.hex(facts["hex"])
        known = facts, counter, _piece(counter, h, facts["cel"], shaken, hungry)
        _PIECES[id(facts)] = known
    return known[2]


_PIECES: dict[int, tuple[Mapping[str, Any], Counter, Piece]] = {}
MOST_KEPT = 2048


def _piece(counter: Counter, h: int, cel: int, shaken: bool, hungry: bool) -> Piece:
    """A counter at so many levels, in or out of order and supply. [1.4a] [5.6.4] [10.2.2]"""
    level = counter.levels[len(counter.levels) - cel]
    attack = -(-level.attack // ((1 + shaken) * (1 + hungry)))
    return Piece(
        id=counter.id,
        hex=h,
        attack=attack,
        defence=-(-level.defence // (1 + shaken)),
        steps=cel,
        size=cel,
        fights=counter.attacks,
        bars=counter.exerts,
        formation=counter.formation,
        mobile=counter.motorised,
    )


# --- The enemy as far as known ---------------------------------------------------------------


def foe_of(seat: Wb95Seat, row: Mapping[str, Any]) -> Foe:
    """An enemy stack from what is seen of it and what must be told of it. [16.1]

    It is made once for all who look at the same row, and presume the same of closed stacks.
    """
    presumed = seat.hidden if row["counters"] is None else None
    known = _FOES.get(id(row))
    if known is None or known[0] is not row or known[1] != presumed:
        if len(_FOES) >= MOST_KEPT:
            _FOES.clear()
        known = _FOES[id(row)] = row, presumed, _foe(seat, row)
    return known[2]


_FOES: dict[int, tuple[Mapping[str, Any], Strength | None, Foe]] = {}


def _foe(seat: Wb95Seat, row: Mapping[str, Any]) -> Foe:
    h = seat.board.hex(row["hex"])
    seen = [_seen(seat, name, facts) for name, facts in row["units"].items()]
    told: list[Strength] = []
    if row["counters"] is None:
        told = [seat.hidden]
    elif len(row["counters"]) > len(seen):
        told = [_typed(seat, counter) for counter in row["counters"]][len(seen) :]
    both = seen + told
    return Foe(
        hex=h,
        attack=sum(one[0] for one in both),
        defence=sum(one[1] for one in both),
        steps=max(1, sum(one[2] for one in both)),
        bars=any(one[3] for one in both),
        dug_in=seat.fortified.get(h, "") not in ("", seat.side),
        mobile=any(one[4] for one in both),
    )


def _seen(seat: Wb95Seat, name: str, facts: Mapping[str, Any]) -> Strength:
    """The strength of a counter in full view, worked out once for each way it may be."""
    counter = seat.scenario.counters[name]
    key = id(counter), facts["cel"], facts["disorganised"] >= 0
    known = _STRENGTHS.get(key)
    if known is None or known[0] is not counter:
        if len(_STRENGTHS) >= MOST_KEPT:
            _STRENGTHS.clear()
        known = _STRENGTHS[key] = counter, _strength(counter, facts)
    return known[1]


_STRENGTHS: dict[tuple[int, int, bool], tuple[Counter, Strength]] = {}


def _strength(counter: Counter, facts: Mapping[str, Any]) -> Strength:
    level = counter.levels[len(counter.levels) - facts["cel"]]
    shaken = 1 + (facts["disorganised"] >= 0)
    fights = counter.attacks or counter.artillery
    attack = -(-level.attack // shaken) if fights else 0
    defence = -(-level.defence // shaken)
    return attack, defence, facts["cel"], counter.exerts, counter.motorised


def _typed(seat: Wb95Seat, row: Mapping[str, Any]) -> Strength:
    """A counter of which only the type is told: as its kind usually is."""
    alike = [c for c in seat.enemies if c.type == row["type"]] or seat.enemies
    return _average(alike, row.get("cels"))


def hidden_share(seat: Wb95Seat) -> Strength:
    """What a closed stack holds besides what it shows: its share of all that is nowhere to be seen.

    Everybody knows the order of battle and what is off the map; the rest must be somewhere.
    """
    closed = [row for row in seat.view["enemy"] if row["counters"] is None]
    seen = {name for row in seat.view["enemy"] for name in row["units"]}
    known = sum(len(row["counters"]) - len(row["units"]) for row in seat.view["enemy"]
                if row["counters"] is not None)  # fmt: skip
    unseen = [c for c in seat.enemies if c.id not in seat.view["off_map"] and c.id not in seen]
    if not closed or not unseen:
        return 0, 0, 0, False, False
    attack, defence, steps, bars, mobile = _average(unseen, None)
    count, stacks = max(0, len(unseen) - known), len(closed)
    return (
        attack * count // stacks,
        defence * count // stacks,
        steps * count // stacks,
        bars,
        mobile,
    )


def _average(counters: Sequence[Counter], cels: int | None) -> Strength:
    """The mean of some counters, rounded up, at so many levels each."""
    levels = [c.levels[max(0, len(c.levels) - cels) if cels else 0] for c in counters]
    count = max(1, len(counters))
    return (
        -(-sum(level.attack for level in levels) // count),
        -(-sum(level.defence for level in levels) // count),
        cels or -(-sum(len(c.levels) for c in counters) // count),
        any(c.exerts for c in counters),
        2 * sum(c.motorised for c in counters) > count,
    )


# --- Goals -----------------------------------------------------------------------------------


def goals(seat: Wb95Seat) -> list[Goal]:
    """Every hex that counts for victory, and whether it is in own hands. [S1.9] [S1.10]"""

    def compute() -> list[Goal]:
        return [Goal(h, value, seat.controls(h)) for h, value in seat.worth]

    key = "goals", seat.side, seat.doctrine.automatic
    return seat._game.cached(key, (HEXES.name,), compute)
