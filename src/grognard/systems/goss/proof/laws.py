"""Laws of GOSS: what holds after every action of every game, whatever is played.

Steps are lost and come back by events, and not otherwise; no hex holds units of both sides; whoever
is on the map has a hex and a step, or is a Z-step; nobody has more fatigue or shifts than two; no
stock is below nothing. They are worked out from the records, another way than the chapters do.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, ARMIES, HQS, SIDES
from grognard.systems.goss.supply.fields import stale
from grognard.systems.goss.units import MAP, UNITS, at_odds

LOST = (
    "step-lost", "z-step", "eliminated", "surrendered", "broken-down", "panzers-dissolved",
    "withdrawn", "asset-split",
)  # fmt: skip
BACK = (
    "replaced", "resurrected", "recombined", "panzers-formed", "consolidated", "steps-given",
    "guns-given",
)  # fmt: skip
"""The events that cost a unit its steps, and those that bring them back or over. [4.2.2] [18.4.0]
[22.5.1] Each names those whose steps it changes."""
NAMING = ("unit", "to", "units", "by")
"""The facts by which they are named."""
BOOKED = ("amp", "fp", "tp")
"""What armies have that is told of whenever it changes. [16.0]"""
STOCKS = ("amp", "fp", "tp", "ammo", "fuel", "motor", "used")


class Watch:
    """One game under the laws. Called after every action, it tells what has been broken since."""

    def __init__(self, game: Gs) -> None:
        self.game = game
        self.steps, self.told, self.stock = _steps(game), len(game.events), _points(game)

    def __call__(self) -> list[str]:
        """Every law that an action has broken, since the last call."""
        faults = [*self._changed(), *self._booked(), *_standing(self.game), *_stocks(self.game)]
        faults += [f"the field of supply {key} is stale" for key in stale(self.game)]
        self.steps, self.told = _steps(self.game), len(self.game.events)
        self.stock = _points(self.game)
        return faults

    def _changed(self) -> Iterator[str]:
        """Every unit whose steps have changed was told of. [4.2.1]"""
        named: set[str] = set()
        for event in self.game.events[self.told :]:
            for key in NAMING if event.kind in (*LOST, *BACK) else ():
                who = event.facts.get(key, ())
                named |= {who} if isinstance(who, str) else {*who}
        for name, now in _steps(self.game).items():
            was = self.steps.get(name, now)
            if now != was and name not in named:
                yield f"{name} had {was} steps and has {now}, and nothing was told"

    def _booked(self) -> Iterator[str]:
        """Ammunition, fuel and trucks of armies come and go by what is told of them, and by nothing
        else. [16.3.6] [16.4.1] [16.1.1]"""
        expected = dict(self.stock)
        for event in self.game.events[self.told :]:
            for key, change in event.facts.get("stock", {}).items():
                expected[event.facts["army"], key] += change
        for (name, key), now in _points(self.game).items():
            if now != expected[name, key]:
                yield f"{name} has {now} {key}, and by what was told {expected[name, key]}"


def _points(game: Gs) -> dict[tuple[str, str], int]:
    return {
        (name, key): getattr(army, key)
        for name, army in game.state[ARMIES].items()
        for key in BOOKED
    }


def _steps(game: Gs) -> dict[str, int]:
    return {name: unit.steps for name, unit in game.state[UNITS].items()}


def _standing(game: Gs) -> Iterator[str]:
    """Every unit is in a state that its counter can be in, and no hex is of both sides. [7.5.0]"""
    holders: dict[int, str] = {}
    for name, unit in game.state[UNITS].items():
        counter = counter_of(game, name)
        wrong = at_odds(counter, unit)
        if wrong is not None:
            yield wrong.text
        if (unit.place == MAP) != (unit.hex >= 0):
            yield f"{name} is in {unit.place} with hex {unit.hex}"
        if unit.place == MAP and holders.setdefault(unit.hex, counter.side) != counter.side:
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
        if min(one.ap, one.atp, one.inf, one.arm, one.capacity) < 0:
            yield f"{side} has less than nothing"
    for key, track in game.state[AIR_TRACKS].items():
        if min(track.gs, track.gi, track.si, track.asup) < 0:
            yield f"{key} has less than no air points"
