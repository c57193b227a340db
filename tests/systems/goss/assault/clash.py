"""An assault in a test: declared, reckoned, and its results applied as they are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Ask
from grognard.systems.goss.assault import assaulting, steps
from grognard.systems.goss.assault.attackers import ferrying
from grognard.systems.goss.assault.battle import Assault, Outcome
from grognard.systems.goss.assault.reckoning import Reckoning
from grognard.systems.goss.assault.strength import value
from grognard.systems.goss.assault.table import parsed
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, now, position

STANDARD = {"segment": "assaults", "side": "axis"}


class Refusals(Exception):
    """An answer that the rules refuse: the rules that do."""


def drive(game: Gs, procedure: Any, asked: list[str], **answers: Any) -> Any:
    """Run a procedure; questions are answered by name, a list one after the other, or by default.
    `asked` keeps who was asked what."""
    try:
        ask = next(procedure)
        while True:
            assert isinstance(ask, Ask)
            name = ask.name.replace("-", "_")
            asked.append(f"{ask.player} {ask.name}")
            given = answers.get(name)
            if isinstance(given, list):
                given = given.pop(0) if given else None
            action = ask.default if given is None else {"do": ask.name, **given}
            wrong = ask.why(game, action)
            if wrong:
                raise Refusals([why.rule for why in wrong])
            ask = procedure.send(action)
    except StopIteration as done:
        return done.value


@dataclass
class Clash:
    """An assault as far as it has come."""

    game: Gs
    assault: Assault
    sums: Reckoning
    declared: tuple[str, ...]
    asked: list[str]

    @property
    def attack(self) -> int:
        return value(self.sums.attack)

    @property
    def defence(self) -> int:
        return value(self.sums.defence)

    @property
    def net(self) -> int:
        return self.sums.shift

    @property
    def right(self) -> Counter[str]:
        """Shifts by their rules; what is not there is zero."""
        return Counter({part.rule: int(part.value) for part in self.sums.right.parts})

    @property
    def left(self) -> Counter[str]:
        return Counter({part.rule: int(part.value) for part in self.sums.left.parts})

    @property
    def drm(self) -> Counter[str]:
        return Counter({part.rule: int(part.value) for part in self.sums.drm.parts})

    def settle(self, attacker: str = "-", defender: str = "-", **answers: Any) -> Clash:
        """Apply results as they are printed: `*2(1)`, or a dash."""
        found = [parsed("" if text == "-" else text) for text in (attacker, defender)]
        outcome = Outcome(found[0], found[1], self.sums.below)
        assaulting.begin(self.game, self.assault, self.sums, self.declared)
        procedure = assaulting.settled(self.game, self.assault, self.sums, outcome)
        drive(self.game, procedure, self.asked, **answers)
        assaulting.finish(self.game, self.assault, self.declared)
        return self


def clash(
    game: Gs, units: Sequence[str], hex: tuple[int, int] = (0, 0), *, ferry: Sequence[str] = (),
    overrun: bool = False, **answers: Any,
) -> Clash:  # fmt: skip
    """An assault up to its dice; who attacks is the side of the first unit."""
    h = game.board.hex(at(*hex))
    side = game.scenario.counters[units[0]].side
    ferried = ferrying(game, units, ferry, h)
    launch = now(game, units[0]).hex if overrun else -1
    assault = steps.declared(game, side, units, h, ferries=ferry, ferried=ferried, launch=launch)
    asked: list[str] = []
    found = drive(game, assaulting.prepared(game, assault), asked, **answers)
    assert found is not None, "nobody is left to fight"
    found, sums = drive(game, assaulting.determined(game, found), asked, **answers)
    return Clash(game, found, sums, tuple(units), asked)


def field(*units: Any, **more: Any) -> Gs:
    """A position in the Ground Assault Segment of the Axis, unless it is said otherwise."""
    return position(*units, **{**STANDARD, **more})


def assault(units: Sequence[str], hex: tuple[int, int] = (0, 0), **more: Any) -> dict[str, Any]:
    """The action."""
    return {"do": "assault", "units": [*units], "hex": at(*hex), **more}
