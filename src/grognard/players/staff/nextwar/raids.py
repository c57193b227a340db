"""Special operations forces: raids, reconnaissance and targeting on what matters most. [20.0]

Markers are few and may not come back, so each goes where its roll promises most more than that
risk: raids on bases and headquarters, eyes for headquarters that nobody has found, and target
markers for what aircraft and missiles will strike.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.nextwar.chances import PIP, THOUSAND, Hits, cells
from grognard.players.staff.nextwar.gunnery import TEAM
from grognard.players.staff.nextwar.prices import Aim, Prices
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.air.helos import HELOS, helo_of, printed
from grognard.systems.nextwar.airpower.wings import ready
from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.pieces.ships import fleet
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.raids.missions import (
    HITS,
    Assign,
    Assignment,
    Resolution,
    Resolve,
    available,
    nations,
    pending,
)
from grognard.systems.nextwar.raids.reckoning import column, modifiers, survival, table_of
from grognard.systems.nextwar.raids.status import TASKS
from grognard.systems.nextwar.raids.targets import (
    ARSENAL,
    BRIDGE,
    RAID,
    RECON,
    TARGETING,
    TRACKS,
    Goal,
    why_not,
)
from grognard.systems.nextwar.status import BRIDGES
from grognard.systems.nextwar.strikes.targets import BEACHHEAD, Target
from grognard.systems.nextwar.units import MAP


class Raiders:
    """The missions of one side in one phase."""

    def __init__(self, seat: NwSeat) -> None:
        self.seat, self.game, self.prices = seat, seat.table, Prices(seat)
        self.house = seat.doctrine.fire

    # ---- what could be done

    def goals(self) -> Iterator[tuple[Goal, int]]:
        """Every mission worth a thought, with what success would be worth on the mean."""
        yield from self._raids()
        for name in on_map(self.game, self.seat.enemy):
            counter = self.seat.scenario.counters[name]
            if not (counter.hq or counter.artillery or counter.supply):
                continue
            aim = self.prices.aim(Target(name))
            if aim is None:
                continue
            full = max(gain for gain, _ in aim.gains.values())
            if not detected(self.game, self.seat.side, name):
                worth = full * self.house.found // THOUSAND
                yield Goal(RECON, name), worth * self.likely(RECON, name) // THOUSAND

        if ready(self.game, self.seat.side) if self.game.scenario.air_units else False:
            yield from self._targeting()

    def _raids(self) -> Iterator[tuple[Goal, int]]:
        for site in self.seat.scenario.sites.values():
            if controller(self.game, site.hex) == self.seat.enemy:
                yield from self._raid(Goal(RAID, site.id))
        for name in (*on_map(self.game, self.seat.enemy), *fleet(self.game, self.seat.enemy)):
            yield from self._raid(Goal(RAID, name))
        for name in (*TRACKS, *ARSENAL):
            yield from self._raid(Goal(RAID, name))
        for key in self.game.state[BRIDGES]:
            yield from self._raid(Goal(RAID, BRIDGE, self.seat.scenario.ground.side_hexes(key)))
        for name in self.game.state[HELOS]:
            there = helo_of(self.game, name).place == MAP
            goal = Goal(RAID, name)
            if there and printed(self.game, name).side == self.seat.enemy and self.open(goal):
                worth = self.prices.point * TEAM * sum(self.roll(goal)[1:]) // THOUSAND
                yield goal, worth // printed(self.game, name).steps

    def _raid(self, goal: Goal) -> Iterator[tuple[Goal, int]]:
        aim = self.aim(goal)
        if aim is not None and self.open(goal):
            yield goal, aim.gain(self.roll(goal))

    def _targeting(self) -> Iterator[tuple[Goal, int]]:
        """Markers that help the strikes of this turn. [20.2.3]"""
        for site in self.seat.scenario.sites.values():
            goal = Goal(TARGETING, site.id)
            aim = self.prices.aim(Target(site.id))
            if aim is not None and self.open(goal):
                full = max(gain for gain, _ in aim.gains.values())
                worth = full * self.house.pips // THOUSAND
                yield goal, worth * self.likely(TARGETING, "") // THOUSAND

    def aim(self, goal: Goal) -> Aim | None:
        """The target of a raid as strikes see it; of troops only what raiders may strike."""
        target = Target(goal.target, goal.hexes)
        counter = self.seat.scenario.counters.get(goal.target)
        if counter is not None and not (counter.hq or counter.supply):
            return None
        found = self.prices.aim(target)
        return None if found is None or found.sort == BEACHHEAD else found

    def open(self, goal: Goal) -> bool:
        """Whether anybody may be sent there."""
        return not why_not(self.game, self.seat.side, goal)

    # ---- chances

    def roll(self, goal: Goal) -> Hits:
        """What a raid brings. [20.2.1-p2]"""
        table = self.game.scenario.tables[table_of(goal)]
        drm, found = int(modifiers(self.game, self.seat.side, goal).total), [0, 0, 0, 0]
        head = column(self.game, goal)
        if head not in table.columns:
            return THOUSAND, 0, 0, 0
        for text in cells(table, head, drm):
            hit = HITS.get(text, abs(int(text)) if text.lstrip("-").isdigit() else 0)
            found[hit] += PIP
        return found[0], found[1], found[2], found[3]

    def likely(self, mission: str, name: str) -> int:
        """How likely scouts or spotters are to find what they look for. [20.2.2] [20.2.3]"""
        goal = Goal(mission, name)
        table = self.game.scenario.tables[table_of(goal)]
        found = cells(table, column(self.game, goal), 0)
        return PIP * sum(text not in ("-", "") for text in found)

    def lost(self, nation: str, goal: Goal) -> int:
        """What it costs that a marker may not come back. [20.3]"""
        table = self.game.scenario.tables["sof-survival"]
        found = cells(table, "result", int(survival(self.game, nation, goal).total))
        price = self.house.marker * min(self.prices.left, 4) // 4
        return price * PIP * sum(text != "survives" for text in found) // THOUSAND

    # ---- orders

    def orders(self) -> Iterator[Action]:
        """A mission for every marker that is worth it, the best first."""
        found = sorted(
            self.goals(), key=lambda row: (-row[1], row[0].mission, row[0].target, row[0].hexes)
        )
        left = {
            nation: available(self.game, nation) for nation in nations(self.game, self.seat.side)
        }
        used: set[tuple[str, tuple[int, ...]]] = set()
        for goal, value in found:
            able = [nation for nation, count in left.items() if count > 0]
            if not able:
                return
            nation = min(able, key=lambda n: (self.lost(n, goal), n))
            poor = value - self.lost(nation, goal) < self.house.raid
            if poor or (goal.target, goal.hexes) in used:
                continue
            left[nation] -= 1
            used.add((goal.target, goal.hexes))
            yield self.seat.write(Assign, Assignment(nation, goal.mission, goal.target, goal.hexes))


def assignments(seat: NwSeat) -> list[Action]:
    """Who is sent where. [20.1.2]"""
    return list(Raiders(seat).orders())


def resolution(seat: NwSeat) -> Action | None:
    """The next mission to resolve: scouts first, for others may wait for what they find. [20.2]"""
    waiting = pending(seat.table, seat.side)
    tasks = seat.table.state[TASKS]
    waiting.sort(
        key=lambda key: (tasks[key].mission != RECON, tasks[key].mission != TARGETING, key)
    )
    for key in waiting:
        action = seat.write(Resolve, Resolution(key))
        if seat.may(action):
            return action
    return None
