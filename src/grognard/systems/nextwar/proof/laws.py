"""Laws of Next War: what holds after every action of every game, whatever is played.

Steps are lost by events and come back for Replacement Points, and not otherwise; points are those
that were told; no hex holds units of both sides, nobody stands in the sea, and whoever is clearing
has a marker above him. The laws are worked out from the records, another way than the chapters do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.arrivals.status import POOLS
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SIDES
from grognard.systems.nextwar.units import ABOARD, MAP, SHIPS, UNITS

LOST, BACK = ("step-lost", "eliminated"), ("recovered", "rebuilt", "refitted")
"""The events that cost a step, and those that bring one back. [9.7.1] [11.0]"""
BANKED = ("victory", "weather", "initiative")
"""The segments in which the points of the turn have been banked already. [12.1]"""


class Watch:
    """One game under the laws. Called after every action, it tells what has been broken since."""

    def __init__(self, game: Nw) -> None:
        self.game = game
        self.steps, self.told = living(game), len(game.events)
        self.begun = len(game.events)
        self.start = {side: account(game, side) for side in game.scenario.sides}

    def __call__(self) -> list[str]:
        """Every law that an action has broken, since the last call."""
        faults = [*self._steps(), *self._points(), *standing(self.game), *clearing(self.game)]
        faults += balances(self.game)
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
            if account(self.game, side) - start != told:
                have = account(self.game, side) - start
                yield f"{side} has won {have} halves of Victory Points, and was told of {told}"


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
    """No account is overdrawn: Air Points, lift, replacements. [6.2] [11.0]"""
    for side, status in game.state[SIDES].items():
        for account in ("air", "lift", "submarines", "asw", "vp", "air_lost", "supply", "gas"):
            if getattr(status, account) < 0:
                yield f"{side} has {getattr(status, account)} of {account}"
    for nation, pool in game.state[POOLS].items():
        if pool.points < 0:
            yield f"{nation} has {pool.points} Replacement Points"
