"""The markers on counters, each with the rule that put it there."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.goss.logistics.support import supported
from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LOW, NORMAL
from grognard.systems.goss.units import EXPLOIT, MR, OHS, OOS, PA, STRAT, TRANSPORTS, UNITS, Unit
from grognard.table.cards import State, Tone

MODES: dict[str, tuple[str, str, str, Tone]] = {
    PA: ("PA", "prepares an assault", "5.2.0", "info"),
    EXPLOIT: ("Ex", "in Exploit mode", "5.3.0", "info"),
    MR: ("MR", "in maneuver reserve", "5.4.0", "info"),
    STRAT: ("St", "in Strat mode", "5.5.0", "warn"),
}
GOING = dict(
    zip(
        TRANSPORTS,
        ("", "on trucks of the army", "on trucks of the division", "in Kangaroos", "on foot",
         "towed", "on its own trucks"),
        strict=True,
    )
)  # fmt: skip
"""How a unit goes otherwise than it is printed. [7.12.0]"""


def unit_states(game: Gs, name: str, own: bool) -> tuple[State, ...]:
    """What lies on a unit, as far as its owner, or an enemy who sees it, may know. [8.4.0]"""
    unit = game.state[UNITS][name]
    return (*_open(game, name, unit), *(_closed(game, name, unit) if own else ()))


def _open(game: Gs, name: str, unit: Unit) -> Iterator[State]:
    """What the counter shows, and the markers that lie on it: of the top unit of a stack they hide
    nothing. Who bears no marker of supply is in GenS. [8.4.0] [15.0]"""
    if unit.mode in MODES:
        short, title, rule, tone = MODES[unit.mode]
        yield State("mode", short, title, rule, tone)
    if unit.ta:
        yield State("assault", "TA", "designated for a tactical assault", "10.2.0", "info")
    if unit.shifts:
        title = f"{unit.shifts} Artillery Shift{'s' * (unit.shifts > 1)}"
        yield State("shift", f"AS{unit.shifts}", title, "11.6.1", "bad")
    if counter_of(game, name).towed and unit.battery:
        yield State("battery", "IB", "in battery", "5.6.0", "plain")
    if unit.isolated:
        yield State("isolated", "Iso", "isolated", "15.7.0", "bad")
    if unit.supply == OOS:
        yield State("supply", "OoS", "out of supply", "15.6.0", "bad")
    elif unit.supply == OHS:
        yield State("supply", "OhS", "on hand supply", "15.5.0", "warn")
    if unit.fatigue:
        yield State("fatigue", f"F{unit.fatigue}", f"fatigue {unit.fatigue}", "14.1.0", "warn")
    if unit.depleted:
        yield State("depleted", "AD", "ammunition depleted", "11.8.0", "bad")
    if unit.ooc:
        yield State("command", "OoC", "out of command", "9.8.0", "bad")
    if unit.cr:
        yield State("reserve", "CR", "combat reserve", "5.8.0", "info")
    if unit.task:
        yield State("task", "⚒", f"at work: {unit.task}", "17.3.0", "info")
    if unit.transport:
        yield State("transport", "→", GOING[unit.transport], "7.12.0", "plain")


def _closed(game: Gs, name: str, unit: Unit) -> Iterator[State]:
    """What only its owner is told. [8.4.0]"""
    if unit.inside:
        yield State("inside", "⌂", "within the works of its hex", "17.4.1", "good")
    if counter_of(game, name).hq:
        yield from _staff(game, name)


def _staff(game: Gs, hq: str) -> Iterator[State]:
    """What a headquarters lacks; without a marker its fuel is normal. [15.0] [16.4.3]"""
    found = headquarters(game, hq)
    if not supported(game, hq):
        yield State("support", "US", "its formation is unsupported", "15.4.0", "bad")
    if found.fuel != NORMAL:
        tone: Tone = "warn" if found.fuel == LOW else "bad"
        words = f"fuel {found.fuel}" + (f", value {found.value}" if found.value else "")
        yield State("fuel", "⛽", words, "16.4.3", tone)
