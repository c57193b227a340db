"""Variants: a scenario as it is and with one thing otherwise, as matches that can be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.system import Scenario, System
from grognard.lab.executor import Order
from grognard.lab.simulate import Match
from grognard.lab.varying import PACK, SCENARIO, Vary, VaryError, value_of

AS_IT_IS = "as it is"


@dataclass(frozen=True, slots=True)
class Variant:
    """A scenario with one thing otherwise; as it is where nothing is."""

    what: str
    value: str
    match: Match

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.what}={self.value}" if self.what else AS_IT_IS


def variants(match: Match, asked: Sequence[Vary]) -> list[Variant]:
    """The scenario as it is, and with each of the values that are asked for; what stands already is
    not played again."""
    system, scenario = match.found()
    found = [Variant("", "", match)]
    for vary in asked:
        now = standing(system, scenario, match, vary)
        for value in vary.values:
            if value != now:
                found.append(Variant(vary.what, value, _varied(system, match, vary.what, value)))
    for one in found[1:]:
        _check(scenario, one)
    return found


def standing(system: System[Any], scenario: Scenario, match: Match, vary: Vary) -> str:
    """The value that what is varied has now."""
    if vary.what == SCENARIO:
        return match.scenario
    if vary.what == PACK:
        return "none" if not match.packs else ", ".join(Path(pack).name for pack in match.packs)
    if vary.what in scenario.options:
        return scenario.options[vary.what]
    if "/" not in vary.what and "." not in vary.what:
        known = [option.id for option in system.options]
        raise VaryError(
            f"{system.title} has no option {vary.what!r}; {nearest(vary.what, known)}; "
            "a counter is varied by COUNTER.COLUMN, a chart by CHART/ROW/COLUMN"
        )
    return value_of(scenario, vary.what)


def _varied(system: System[Any], match: Match, what: str, value: str) -> Match:
    """A match in which one thing is otherwise."""
    label = "".join(c if c.isalnum() else "-" for c in f"{what}-{value}")
    if what == SCENARIO:
        named = str(Path(value).resolve()) if value.endswith(".yaml") else value
        return replace(match, scenario=named, label=label)
    if what == PACK:
        return replace(match, packs=(*match.packs, str(Path(value).resolve())), label=label)
    if any(option.id == what for option in system.options):
        options = {**dict(match.options), what: value}
        return replace(match, options=tuple(sorted(options.items())), label=label)
    return replace(match, changes=((what, value),), label=label)


def _check(scenario: Scenario, one: Variant) -> None:
    """Refuse a variant that cannot be played, or not by the same sides."""
    try:
        _system, found = one.match.found()
    except VaryError:
        raise
    except (LookupError, ValueError) as error:
        raise VaryError(f"{one.name} cannot be: {error}") from None
    if (found.system, found.sides) != (scenario.system, scenario.sides):
        wrong = f"{one.name} is played by {' and '.join(found.sides)} in {found.system}"
        right = f"it should be by {' and '.join(scenario.sides)} in {scenario.system}"
        raise VaryError(f"{wrong}; {right}")


def orders_of(found: Sequence[Variant], games: int) -> list[Order]:
    """All games: of each variant so many, from the same seeds."""
    return [Order(one.match, number) for one in found for number in range(games)]
