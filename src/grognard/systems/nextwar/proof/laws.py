"""Laws of Next War: what holds after every action of every game, whatever is played.

Steps are lost by events and come back for Replacement Points, and not otherwise; points are those
that were told; no hex holds units of both sides, nobody stands in the sea, and whoever is clearing
has a marker above him. Supply Points, gas and missiles are what came less what went; air units are
in one place, with the steps they were told to have; nobody vetoes or refuses more than he may. The
laws are worked out from the records, another way than the chapters do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from grognard.engine.event import Event
from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.airpower.wings import MISSION, PLACES, WINGS
from grognard.systems.nextwar.arrivals.status import POOLS
from grognard.systems.nextwar.nations.status import COUNCIL, UN
from grognard.systems.nextwar.raids.status import BANDS
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SIDES
from grognard.systems.nextwar.units import ABOARD, ELIMINATED, MAP, REMOVED, SHIPS, UNITS

LOST, BACK = ("step-lost", "eliminated"), ("recovered", "rebuilt", "refitted")
"""The events that cost a step, and those that bring one back. [9.7.1] [11.0]"""
MISSILES = ("ballistic", "cruise")
SPENT = ("supply", "gas", *MISSILES)
TRACKS = ("detection", "sam", "aaa")
VETO = 5
"""[28.1]"""
GROUNDED = ("weather", "initiative", "electronic-detection", "first-supply", "reorganization",
            "repairs", "reinforcement", "victory")  # fmt: skip
"""Segments in which nobody is on a mission. [22.4]"""
BANKED = ("victory", "weather", "initiative")
"""The segments in which the points of the turn have been banked already. [12.1]"""


class Watch:
    """One game under the laws. Called after every action, it tells what has been broken since."""

    def __init__(self, game: Nw) -> None:
        self.game = game
        self.steps, self.told = living(game), len(game.events)
        self.begun = len(game.events)
        self.start = {side: account(game, side) for side in game.scenario.sides}
        self.stock, self.wings = stocks(game), flights(game)
        self.assembly = Assembly(bool(game.state[COUNCIL][UN].demanded))
        self.assembly.hear(game.events)  # a game may begin in the middle of a vote

    def __call__(self) -> list[str]:
        """Every law that an action has broken, since the last call."""
        faults = [*self._steps(), *self._points(), *standing(self.game), *clearing(self.game)]
        faults += [*balances(self.game), *self._stocks(), *self._wings(), *aircraft(self.game)]
        faults += self.assembly.hear(self.game.events[self.told :])
        self.stock, self.wings = stocks(self.game), flights(self.game)
        self.steps, self.told = living(self.game), len(self.game.events)
        return faults

    def _steps(self) -> Iterator[str]:
        """Every step that is gone or back was told of. [9.7.1] [11.1] [11.2]"""
        change: dict[str, int] = {}
        for event in self.game.events[self.told :]:
            if event.kind in LOST:
                lost = event.facts.get("steps", 1)
                change[event.facts["unit"]] = change.get(event.facts["unit"], 0) - lost
            if event.kind in BACK:
                for name in event.facts.get("units") or [event.facts["unit"]]:
                    change[name] = change.get(name, 0) + event.facts.get("steps", 1)
        for name, now in living(self.game).items():
            if now - self.steps.get(name, now) != change.get(name, 0):
                was = self.steps.get(name, now)
                yield f"{name} had {was} steps and has {now}, and was told of {change.get(name, 0)}"

    def _points(self) -> Iterator[str]:
        """A side has the Victory Points that it was told of, banked or of this turn. [12.1]"""
        for side, start in self.start.items():
            told = sum(
                int(2 * Fraction(event.facts["points"]))
                for event in self.game.events[self.begun :]
                if event.kind == "points" and event.facts["side"] == side
            )
            told -= sum(
                2 * event.facts["points"]  # [28.1]
                for event in self.game.events[self.begun :]
                if event.kind == "vetoed" and event.facts["side"] == side
            )
            if account(self.game, side) - start != told:
                have = account(self.game, side) - start
                yield f"{side} has won {have} halves of Victory Points, and was told of {told}"

    def _stocks(self) -> Iterator[str]:
        """Supply Points, gas and missiles are spent, lost and received by events. [19.3] [26.1]"""
        told = dict(self.stock)
        for event in self.game.events[self.told :]:
            facts = event.facts
            if event.kind == "supply-points":
                told[facts["side"], "supply"] += facts["points"]
            elif event.kind == "gas":
                told[facts["side"], "gas"] -= 1
            elif event.kind == "launched":
                told[facts["side"], facts["weapon"]] -= 1
            elif event.kind == "missiles-arrive":
                told[facts["side"], facts["weapon"]] += facts["came"]
            elif event.kind == "track" and facts["track"] in MISSILES:
                key = facts["side"], facts["track"]
                told[key] = min(told[key], facts["level"])  # [26.1.3]
        for key, now in stocks(self.game).items():
            if now != told[key]:
                yield f"{key[0]} has {now} of {key[1]}, and was told of {told[key]}"

    def _wings(self) -> Iterator[str]:
        """Air units lose steps and get them back by events. [27.6] [27.9.3.1] [27.9.3.2]"""
        told = dict(self.wings)
        for event in self.game.events[self.told :]:
            name = str(event.facts.get("unit", ""))
            if event.kind == "wing-reduced" or (event.kind == "refitted" and name in told):
                told[name] += 1 if event.kind == "refitted" else -1
            elif event.kind == "wing-destroyed":
                told[name] = 0
            elif event.kind == "consolidated":
                told[name], told[event.facts["other"]] = 2, 0
        for name, now in flights(self.game).items():
            if now != told[name]:
                yield f"{name} has {now} steps in the air, and was told of {told[name]}"


class Assembly:
    """What the United Nations were told to have done. [28.1] [28.2]

    Of each resolution that demands a ceasefire there is one veto at most, and none of one that
    stands; only one that stands is refused, and once in a turn.
    """

    def __init__(self, stands: bool) -> None:
        self.stands, self.open, self.refused = stands, False, False

    def hear(self, events: Sequence[Event]) -> list[str]:
        """Every veto and refusal among some events that there was no right to."""
        faults = []
        for event in events:
            if event.kind == "initiative":
                self.open = self.refused = False
            elif event.kind == "resolution":
                self.open = event.facts["demanded"] and not self.stands
            elif event.kind == "ceasefire-demanded":
                self.stands, self.open = True, False
            elif event.kind == "vetoed":
                if not self.open or event.facts["points"] != VETO:
                    faults.append(f"{event.facts['power']} vetoes what is not open to a veto")
                self.open = False
            elif event.kind == "ceasefire-refused":
                if not self.stands or self.refused:
                    faults.append(f"{event.facts['side']} refuses what is not demanded")
                self.refused = True
        return faults


def stocks(game: Nw) -> Mapping[tuple[str, str], int]:
    """What each side has of what is spent. [19.3] [18.2.4] [26.1]"""
    sides = game.state[SIDES].items()
    return {(side, what): getattr(status, what) for side, status in sides for what in SPENT}


def flights(game: Nw) -> Mapping[str, int]:
    """The steps that every air unit has left. [27.6]"""
    return {name: wing.steps for name, wing in game.state[WINGS].items()}


def aircraft(game: Nw) -> Iterator[str]:
    """Air units are somewhere, with steps unless they are gone, and at home between missions.

    [22.1.3] [22.4]
    """
    scenario = game.scenario
    quiet = game.segment.kind in GROUNDED
    for name, wing in game.state[WINGS].items():
        gone = wing.place in (ELIMINATED, REMOVED)
        if wing.place not in (*PLACES, REMOVED) or gone != (wing.steps == 0):
            yield f"{name} is in {wing.place!r} with {wing.steps} steps"
        if not gone and not 0 < wing.steps <= len(scenario.aircraft[name].faces):
            yield f"{name} has {wing.steps} steps"
        if wing.box not in scenario.basing and wing.box not in scenario.ships:
            yield f"{name} bases in {wing.box!r}, which is nowhere"
        if quiet and wing.place == MISSION:
            yield f"{name} is on a mission, and there is none"


def living(game: Nw) -> Mapping[str, int]:
    """The steps that every unit and helicopter has left; Beachheads bear no steps [8.5.8.4], and
    supply units are built again out of points. [19.4-p7]"""
    counters = game.scenario.counters
    markers = {n for n, counter in counters.items() if counter.beachhead or counter.supply}
    found = {n: unit.steps for n, unit in game.state[UNITS].items() if n not in markers}
    return found | {name: helo.steps for name, helo in game.state[HELOS].items()}


def account(game: Nw, side: str) -> int:
    """The Victory Points of a side in halves: those of the turn count until they are banked."""
    status = game.state[SIDES][side]
    gained = 0 if game.segment.kind in BANKED else status.gained
    return 2 * (status.vp + gained) + status.halves


def standing(game: Nw) -> Iterator[str]:
    """Units stand on land, those of one side in a hex, and who is aboard has a ship. [8.2.2-b1]"""
    ground, counters = game.scenario.ground, game.scenario.counters
    holders: dict[int, str] = {}
    for name, unit in game.state[UNITS].items():
        if (unit.place == MAP) != (unit.hex >= 0):
            yield f"{name} is in {unit.place!r} and in hex {unit.hex}"
        elif unit.place == MAP and not ground.land(unit.hex):
            yield f"{name} stands in the sea"
        elif unit.place == MAP and holders.setdefault(unit.hex, counters[name].side) != (
            counters[name].side
        ):
            yield f"both sides stand in {game.board.label(unit.hex)}"
        if unit.place == ABOARD and unit.where not in game.state[SHIPS]:
            yield f"{name} is aboard of {unit.where!r}, which is no ship"


def clearing(game: Nw) -> Iterator[str]:
    """Units under a Clearing marker are of the side that clears. [8.4.1]"""
    for name, unit in game.state[UNITS].items():
        if unit.clearing:
            side = game.scenario.counters[name].side
            under = game.state[HEXES][unit.hex].clearing if unit.hex >= 0 else ""
            if under != side:
                yield f"{name} is clearing, and there is no marker of {side}"


def balances(game: Nw) -> Iterator[str]:
    """No account is overdrawn: Air Points, lift, missiles, tracks, replacements. [6.2] [11.0]"""
    for side, status in game.state[SIDES].items():
        for account in ("air", "lift", "submarines", "asw", "air_lost", *SPENT, *TRACKS):
            if getattr(status, account) < 0:
                yield f"{side} has {getattr(status, account)} of {account}"
    for nation, band in game.state[BANDS].items():
        most = game.scenario.raiders[nation].most  # [20.4]
        if not 0 <= band.strength <= most - band.eliminated or band.eliminated < 0:
            yield f"{nation} has {band.strength} and {band.eliminated} lost of {most} raiders"
    for nation, pool in game.state[POOLS].items():
        if pool.points < 0:
            yield f"{nation} has {pool.points} Replacement Points"
