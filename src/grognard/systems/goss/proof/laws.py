"""Laws of GOSS: what holds after every action of every game, whatever is played.

Nothing comes from nowhere, and nothing vanishes: steps, ammunition, fuel, trucks, air points and
replacement points are reckoned from what was told, event by event, and must be what the State says.
No hex holds units of both sides; whoever is on the map has a hex and a step, or is a Z-step; nobody
has more fatigue or shifts than two; no stock is below nothing. All this is worked out from the
records, another way than the chapters do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.engine.event import Event
from grognard.systems.goss.pieces import chain
from grognard.systems.goss.pieces.values import counter_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, ARMIES, DEPOTS, HQS, SIDES
from grognard.systems.goss.supply import fields, traces
from grognard.systems.goss.units import (
    EXPECTED,
    GENERIC,
    GONE,
    HELD,
    MAP,
    RESERVE,
    UNITS,
    WITHDRAWN,
    Unit,
    at_odds,
)

ALIVE = (MAP, HELD, EXPECTED, WITHDRAWN, RESERVE)
"""Where a Z-step is that is not lost, on the map or off it."""
WHOLE, HALF = 2, 1
"""Steps are counted in halves: a Z-step is one. [4.1.3]"""
HANDED = (
    "withdrawn", "asset-split", "replaced", "resurrected", "panzers-formed", "panzers-dissolved",
    "consolidated", "steps-given", "guns-given",
)  # fmt: skip
"""The events that bring steps back or over, or take units off: each names those whose steps it
changes. [4.6.1] [21.4.0] [22.5.1]"""
NAMING = ("unit", "to", "units", "by")
"""The facts by which they are named."""
BOOKED = ("amp", "fp", "tp")
"""What armies have that is told of whenever it changes. [16.0]"""
ON_HAND = ("ohs", "fp", "amp")
"""The same of headquarters that live on hand. [15.5.1a]"""
MISSIONS = ("gs", "gi", "si", "asup")
STOCKS = ("amp", "fp", "tp", "ammo", "fuel", "motor", "used")
REPLACING, REFITTING = ("inf", "arm"), ("refit_inf", "refit_arm")
RECYCLED = ("recycle_inf", "recycle_arm")
A_FEW = 20
"""On a map with so many counters what is kept besides the State is worked out again after every
action; with more of them it would take as long as the action many times over, and is looked at
seldom in proportion."""
LOSSES = frozenset({"step-lost", "z-step", "eliminated", "z-pair"})
"""The events with which losses may be recorded, to be recycled. [22.2.0]"""


class Watch:
    """One game under the laws. Called after every action, it tells what has been broken since."""

    def __init__(self, game: Gs) -> None:
        self.game, self.calls = game, 0
        self.seldom = 1 + len(game.scenario.counters) // A_FEW
        self.trucks = _trucks(game)
        self.seen: dict[str, Unit] = {}
        """The units as they were looked at last: who is in the same state since is as right as he
        was, since what is in a state never changes."""
        self.steps = _steps(game, game.state[UNITS])
        self._note()

    def _note(self) -> None:
        game = self.game
        self.told = len(game.events)
        self.stock, self.air = _points(game), _air(game)
        self.replacing = _replacing(game)

    def __call__(self) -> list[str]:
        """Every law that an action has broken, since the last call."""
        events, units, seen = self.game.events[self.told :], self.game.state[UNITS], self.seen
        altered = {n: unit for n, unit in units.items() if seen.get(n) is not unit}
        faults = [
            *self._changed(events, altered), *self._booked(events), *self._flown(events),
            *self._rolling(), *self._replaced(events), *_standing(self.game, altered),
            *_stocks(self.game),
        ]  # fmt: skip
        if any(_elsewhere(seen.get(n), unit) for n, unit in altered.items()):
            faults += _shared(self.game)
        self.seen = dict(units)
        self.calls += 1
        if not self.calls % self.seldom:
            faults += _kept(self.game)
        self._note()
        return faults

    def _changed(self, events: Sequence[Event], altered: Mapping[str, Unit]) -> Iterator[str]:
        """Every unit has the steps that it had and was told to lose or to get: those that break
        down go over to their parts, and come back. [4.2.1] [18.4.0] [18.9.0]"""
        units, before = self.game.state[UNITS], self.steps
        found = {**before, **_steps(self.game, altered)}
        for name in before.keys() - units.keys():
            del found[name]
        expected, handed, self.steps = dict(before), set[str](), found
        for event in events:
            _reckon(event, expected, handed)
        if expected == found:
            return
        counters = self.game.scenario.counters
        handed |= {n for n, c in counters.items() if c.is_(GENERIC)}
        for name in {*expected, *found} - handed:
            now, due = found.get(name, 0), expected.get(name, 0)
            if now != due:
                yield f"{name} has {now} half steps, and by what was told {due}"

    def _booked(self, events: Sequence[Event]) -> Iterator[str]:
        """Ammunition, fuel and trucks of armies, and what headquarters have on hand, come and go by
        what is told of them, and by nothing else; AmP that are sent arrive, or are still on their
        way. [15.5.1a] [16.3.5] [16.3.6] [16.4.1] [16.1.1]"""
        expected = dict(self.stock)
        for event in events:
            facts = event.facts
            for key, change in facts.get("stock", {}).items():
                whose = facts["army"] if "army" in facts else facts["hq"]
                expected[whose, key] = expected.get((whose, key), 0) + change
            if event.kind == "ammunition-sent":
                expected[facts["army"], "moving"] -= facts["stock"]["amp"]
            elif event.kind == "ammunition-arrives":
                expected[facts["of"], "moving"] = 0
            elif "after" in facts:  # another leads the battle group [9.3.3a]
                for key in ON_HAND:
                    expected[facts["leader"], key] = expected.pop((facts["after"], key), 0)
        for (name, key), now in _points(self.game).items():
            due = expected.get((name, key), 0)
            if now != due:
                yield f"{name} has {now} {key}, and by what was told {due}"

    def _flown(self, events: Sequence[Event]) -> Iterator[str]:
        """Air points are counted in the morning, allocated, and used; so are air transport points.
        [20.1.0] [20.1.1] [20.1.2] [20.5.0]"""
        expected = dict(self.air)
        for event in events:
            facts = event.facts
            if event.kind == "air-points":
                gone = [key for key in expected if key[0] == facts["side"]]
                expected |= {**dict.fromkeys(gone, 0), (facts["side"], "", "atp"): facts["atp"]}
            elif event.kind == "air-allocated":
                side = (event.seen_by or ("",))[0]
                expected |= {(side, facts["sector"], one): facts[one] for one in MISSIONS}
            elif event.kind == "air-spent":
                for one, points in facts["air"].items():
                    expected[facts["side"], facts["sector"], one] -= points
            elif event.kind == "airlift":
                expected[facts["side"], "", "atp"] -= facts["atp"]
        for key, now in _air(self.game).items():
            if now != expected.get(key, 0):
                what = " ".join(filter(None, key))
                yield f"{what}: {now} air points, and by what was told {expected.get(key, 0)}"

    def _replaced(self, events: Sequence[Event]) -> Iterator[str]:
        """Replacement points of sides, of nations and of formations in refit come and go by what is
        told of them; recycle steps are used up by it, and come with losses alone. [22.1.0] [22.2.0]
        [22.2.1] [22.3.0] [22.4.3] [22.5.1]"""
        expected, losing = dict(self.replacing), set[str]()
        for event in events:
            for whose, changes in event.facts.get("booked", {}).items():
                for key, change in changes.items():
                    expected[whose, key] = expected.get((whose, key), 0) + change
            if event.kind in LOSSES:
                losing.add(counter_of(self.game, event.facts["unit"]).side)
        for (whose, key), now in _replacing(self.game).items():
            due = expected.get((whose, key), 0)
            more = key in RECYCLED and now > due and whose.partition(":")[0] in losing
            if now != due and not more:
                yield f"{whose} has {now} {key} in halves, and by what was told {due}"

    def _rolling(self) -> Iterator[str]:
        """A side has the trucks that it began with, with an army or with a depot that moves.
        [16.1.1] [15.8.2]"""
        for side, now in _trucks(self.game).items():
            if now != self.trucks[side]:
                yield f"{side} has {now} trucks, and began with {self.trucks[side]}"


def _kept(game: Gs) -> Iterator[str]:
    """What is kept besides the State and is not what the State says."""
    yield from (f"the field of supply {key} is stale" for key in fields.stale(game))
    yield from (f"the path of {name} is stale" for name in traces.stale(game))
    yield from (f"the chain of command of {name} is stale" for name in chain.stale(game))


def _reckon(event: Event, expected: dict[str, int], handed: set[str]) -> None:
    """What an event does to the steps of those whom it names. [4.2.2] [18.4.0] [18.7.0]"""
    facts, name = event.facts, event.facts.get("unit", "")
    if event.kind == "step-lost":
        expected[name] = expected.get(name, 0) - WHOLE
    elif event.kind == "z-step":
        expected[name] = expected.get(name, 0) - HALF
    elif event.kind in ("eliminated", "surrendered", "exited"):
        expected[name] = 0
    elif event.kind == "broken-down":
        each = HALF if event.rule == "18.8.0" else WHOLE
        expected |= dict.fromkeys(facts["units"], each)
        expected[name] -= each * len(facts["units"])
    elif event.kind == "recombined":
        parts = sum(expected.pop(one, 0) for one in facts["units"])
        expected[name] = expected.get(name, 0) + parts
    elif event.kind in HANDED:
        for key in NAMING:
            who = facts.get(key, ())
            handed |= {who} if isinstance(who, str) else {*who}


def _steps(game: Gs, units: Mapping[str, Unit]) -> dict[str, int]:
    """The steps of units in halves; a generic battalion has those of its companies. [4.1.3]
    [4.6.1]"""
    found = {}
    for name, unit in units.items():
        counter = counter_of(game, name)
        if not counter.is_(GENERIC):
            half = z_step(counter, unit) and unit.place in ALIVE
            found[name] = WHOLE * unit.steps * (unit.place != GONE) + HALF * half
    return found


def _points(game: Gs) -> dict[tuple[str, str], int]:
    armies = {
        (name, key): getattr(army, key)
        for name, army in game.state[ARMIES].items()
        for key in (*BOOKED, "moving")
    }
    staffs = {
        (name, key): getattr(status, key)
        for name, status in game.state[HQS].items()
        for key in ON_HAND
    }
    return armies | staffs


def _replacing(game: Gs) -> dict[tuple[str, str], int]:
    """The replacement points and recycle steps of sides and of groups of nations, and what refit
    gives formations, in halves. [22.1.0] [22.4.3]"""
    found: dict[tuple[str, str], int] = {}
    for side, one in game.state[SIDES].items():
        stocks: dict[str, Any] = {side: one, **{f"{side}: {p.group}": p for p in one.pools}}
        for whose, stock in stocks.items():
            found |= {(whose, key): getattr(stock, key) for key in (*REPLACING, *RECYCLED)}
    for hq, status in game.state[HQS].items():
        found |= {(hq, key): getattr(status, key) for key in REFITTING}
    return found


def _air(game: Gs) -> dict[tuple[str, str, str], int]:
    """The air points of each side by sector and mission, and its transports. [20.1.2]"""
    found = {(side, "", "atp"): status.atp for side, status in game.state[SIDES].items()}
    for key, track in game.state[AIR_TRACKS].items():
        side, _, sector = key.partition(" ")
        found |= {(side, sector, one): getattr(track, one) for one in MISSIONS}
    return found


def _trucks(game: Gs) -> dict[str, int]:
    found = dict.fromkeys(game.scenario.sides, 0)
    for name, army in game.state[ARMIES].items():
        found[game.scenario.armies[name].side] += army.tp
    for depot in game.state[DEPOTS].values():
        found[game.scenario.armies[depot.army].side] += depot.trucks
    return found


def _standing(game: Gs, units: Mapping[str, Unit]) -> Iterator[str]:
    """Every unit is in a state that its counter can be in. [7.5.0]"""
    for name, unit in units.items():
        wrong = at_odds(counter_of(game, name), unit)
        if wrong is not None:
            yield wrong.text
        if (unit.place == MAP) != (unit.hex >= 0):
            yield f"{name} is in {unit.place} with hex {unit.hex}"


def _elsewhere(old: Unit | None, new: Unit) -> bool:
    """Whether a unit has come to where it was not."""
    return old is None or (old.place, old.hex) != (new.place, new.hex)


def _shared(game: Gs) -> Iterator[str]:
    """No hex is of both sides. [7.5.0]"""
    holders: dict[int, str] = {}
    for name, unit in game.state[UNITS].items():
        if unit.place == MAP:
            side = counter_of(game, name).side
            if holders.setdefault(unit.hex, side) != side:
                yield f"both sides are in {game.board.label(unit.hex)}"


def _stocks(game: Gs) -> Iterator[str]:
    """No track is below nothing, and no ADV above eight. [16.3.2]"""
    for name, army in game.state[ARMIES].items():
        low = [key for key in STOCKS if getattr(army, key) < 0]
        if low or not 0 <= army.adv <= 8:
            yield f"{name}: {', '.join(low) or 'adv'} cannot be so"
    for name, status in game.state[HQS].items():
        if not 0 <= status.adv <= 8 or min(status.ohs, status.fp, status.amp) < 0:
            yield f"{name} has an ADV of {status.adv}, or debts"
    for side, one in game.state[SIDES].items():
        least = min((min(p.inf, p.arm) for p in one.pools), default=0)
        if min(one.ap, one.atp, one.inf, one.arm, one.capacity, least) < 0:
            yield f"{side} has less than nothing"
    for key, track in game.state[AIR_TRACKS].items():
        if min(track.gs, track.gi, track.si, track.asup) < 0:
            yield f"{key} has less than no air points"
