"""Electronic Detection: headquarters and guns are listened for, the players by turns. [21.3]"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.tally import Tally
from grognard.kit.among import Among, Plain
from grognard.kit.deeds import Questions
from grognard.kit.forms import Piece, Word
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, STORM, WAR
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import MAP, UNITS

ATTEMPTS = "electronic-detection-attempts"
TOGETHER, ALONE = "US and ROK", "ROK alone"
LISTENERS = {TOGETHER: ("US", "ROK"), ALONE: ("ROK",), "DPRK": ("DPRK",), "PRC": ("PRC",),
             "JPN": ("JPN",)}  # fmt: skip
"""Whose attempts the rows of the chart are."""
WITH_FORCES = ("PRC", "JPN")
"""Who listens only with ground forces on the map."""
COLUMNS = ("DPRK", "PRC")
"""Who has a column of his own; all others have that of the Allies."""
PIPS = range(10)
IN_STORM = 2
"""How many attempts a storm takes from every nation. [21.3.1] [4.1.3-b8]"""
KEEN, WATCHED = 3, -1
"""The AWACS Advantage from which the Americans listen better, and by how much."""


@dataclass(frozen=True, slots=True)
class Listening:
    """A nation that listens, and for whom."""

    nation: Word
    unit: Piece


class Listen(Among[Nw, Listening]):
    """Choosing the enemy headquarters or guns to listen for. [21.3]"""

    do, rule, order = "listen", "21.3", Listening
    title, phrase = (
        "Listen for a headquarters or artillery",
        "listen for {unit}, an attempt of {nation}",
    )

    def worth(self, game: Nw, player: str, part: Listening) -> Sequence[str]:
        """How likely it is heard. [21.3]"""
        table, column = game.scenario.tables["electronic-detection"], column_of(part.nation)
        modifier = int(modifiers(game, player, part.nation).total)
        heard = [table.cell(pips + modifier, column, clamp=True).value == "D" for pips in PIPS]
        return (f"it is heard in {100 * sum(heard) // len(PIPS)}% [21.3]",)


class Cease(Plain[Nw]):
    """Giving up the attempts that are left. [21.3]"""

    do, rule = "cease-listening", "21.3"
    title = phrase = "Listen no more this turn"


def electronic_detection(game: Nw) -> Procedure:
    """The players try by turns, who has the initiative first, while anybody has tries left.

    [21.3]
    """
    left = {side: Count(attempts(game, side)) for side in game.scenario.sides}
    while any(left.values()):
        for role in (FIRST, SECOND):
            side = side_of(game, role)
            if not (yield from _try(game, side, left[side])):
                left[side].clear()


def attempts(game: Nw, side: str) -> dict[str, int]:
    """How often each nation of a side may try, two times less in a storm. [21.3] [21.3.1]"""
    given = game.scenario.listeners.get(side)
    table = game.scenario.tables[ATTEMPTS]
    found = given if given is not None else {
        row: int(table.cell(row, "attempts").value) for row in _rows(game, side)
    }  # fmt: skip
    less = IN_STORM if weather(game) == STORM else 0
    return {row: tries - less for row, tries in found.items() if tries > less}


def _rows(game: Nw, side: str) -> Iterator[str]:
    """The rows of the chart for the nations that fight on a side. [21.3]"""
    nations = {c.nation for c in game.scenario.counters.values() if c.side == side}
    for row, whose in LISTENERS.items():
        if not nations.issuperset(whose) or (row == ALONE and "US" in nations):
            continue
        if row not in WITH_FORCES or _on_map(game, row):
            yield row


def _on_map(game: Nw, nation: str) -> bool:
    units = game.state[UNITS]
    return any(
        units[name].place == MAP
        for name, counter in game.scenario.counters.items()
        if counter.nation == nation
    )


def _try(game: Nw, side: str, left: Count[str]) -> Questions[bool]:
    """One attempt of a side; False if it has none left or wants no more."""
    nations = [row for row, tries in left.items() if tries > 0]
    found = [Listening(row, name) for row in nations for name in targets(game, side)]
    if not found:
        return False
    choice, enough = Listen(found), Cease()
    answer = yield choice.ask(
        game, side, "electronic-detection", f"Listen for whom? {_tries(left)} left",
        {"headquarters first": found[0]}, also=(enough,), slight=True,
    )  # fmt: skip
    if answer["do"] == Cease.do:
        return False
    order = choice.order_of(game, answer)
    left[order.nation] -= 1
    listen(game, side, order)
    return True


def _tries(left: Count[str]) -> str:
    """So many attempts."""
    count = left.total()
    return f"{count} attempt{'s' * (count != 1)}"


def targets(game: Nw, side: str) -> list[str]:
    """The enemy headquarters and guns on the map that are not yet detected, headquarters first;
    supreme headquarters never. [21.3]"""
    counters = game.scenario.counters
    found = [
        name
        for name, counter in counters.items()
        if counter.side != side
        and (counter.hq or counter.artillery)
        and not counter.supreme
        and unit_of(game, name).place == MAP
        and not detected(game, side, name)
    ]
    return sorted(found, key=lambda name: not counters[name].hq)


def listen(game: Nw, side: str, order: Listening) -> None:
    """Roll in the nation's column; a D is a marker for the turn. [21.3]"""
    tally = modifiers(game, side, order.nation)
    shown, result = dice.on_table(game, "electronic-detection", column_of(order.nation), tally)
    found = result == "D"
    facts = {"side": side, "nation": order.nation, "unit": order.unit, "found": found}
    dice.show(game, "listened", "21.3", facts, shown, tally)
    if found:
        mark(game, order.unit)


def column_of(nation: str) -> str:
    """The column in which a nation listens. [21.3]"""
    return nation if nation in COLUMNS else "allied"


def modifiers(game: Nw, side: str, nation: str) -> Tally:
    """Whoever watches from the air with a great advantage hears more. [21.3]"""
    war = game.state[WAR][NOW]
    if nation == TOGETHER and war.watching == side and war.awacs >= KEEN:
        return Tally().add(f"AWACS Advantage {war.awacs}", WATCHED, "21.3", "chart")
    return Tally()


def mark(game: Nw, name: str) -> None:
    """Put a Detected marker on a unit, for the turn. [21.3] [20.2.2]"""
    game.put(UNITS, name, replace(unit_of(game, name), detected=game.turn))
