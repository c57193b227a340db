"""Proving: the process in which a stranger's scenario is tried out, apart from everybody's games.

It reads the files on its standard input and says on its standard output what it has found, in one
line of JSON each. It may take so much time and memory, and is killed when it wants more: what a
stranger sends can hurt nothing here but this process.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from grognard import library
from grognard.board.board import BoardError
from grognard.engine.editions import kept_by
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.engine.sources import Texts, Witness
from grognard.engine.state import State
from grognard.engine.system import OptionError, Scenario, System
from grognard.server import ending

COURTESY = 10
"""By how much proving steps back where people's requests want the processor."""
SECONDS = 6
"""How much of the processor's time a scenario may take to be read and begun."""
MEMORY = 2 << 30
LONGEST_TITLE, LONGEST_SIDE = 100, 40


STACKED = ("units", "hqs", "leaders", "air", "ships", "markers", "dumps")
"""The registers of counters that stand in hexes."""


class Room(NamedTuple):
    """How large a scenario may be: its map, its army, and the stacks that begin in one hex."""

    hexes: int
    units: int
    stack: int


class Unfit(Exception):
    """Why a scenario is not taken."""


def prove(files: Mapping[str, str], room: Room) -> dict[str, Any]:
    """Read a scenario and play it to its first decision; what one must know to sit down to it."""
    witness = Witness(library.Own(Texts(files)))
    try:
        system, scenario = library.read_scenario(witness)
    except (ScenarioError, BoardError, OptionError) as error:
        raise Unfit(str(error)) from None
    unused = sorted(set(files) - set(witness.seen))
    if unused:
        raise Unfit(f"{unused[0]}: the scenario does not use this file")
    return _sat_down_to(system, scenario, witness.main, room)


def prove_kept(files: Mapping[str, str], room: Room, head: Mapping[str, Any]) -> dict[str, Any]:
    """The same of a scenario that a save has kept, charts and packs included."""
    try:
        book = library.find_system(head["system"])
        scenario = kept_by(book, head, files)
    except (library.UnknownName, ValueError) as error:
        raise Unfit(str(error)) from None
    return _sat_down_to(book, scenario, Texts(files).main, room)


def _sat_down_to(system: System[Any], scenario: Scenario, main: str, room: Room) -> dict[str, Any]:
    """Play a scenario to its first decision; what one must know of it."""
    _check_words(scenario, main)
    if scenario.board.n > room.hexes:
        raise Unfit(f"the map has {scenario.board.n} hexes; {room.hexes} at most")
    game: Game[Any] = Game(system, scenario)
    _check_size(game.state, room)
    _check_stacks(game, room)
    for decision in game.decisions:
        game.view(decision.player)
        if next(iter(game.legal(decision.player)), None) is None:
            raise Unfit(f"{decision.player} has nothing to answer at the beginning")
    if game.over or not game.decisions:
        raise Unfit(f"{main}: the game is over before anybody is asked anything")
    return {
        "title": scenario.title,
        "system": system.name,
        "sides": list(scenario.sides),
        "options": dict(scenario.options),
    }


def _check_words(scenario: Scenario, main: str) -> None:
    """Titles and sides are shown to others, and written into addresses."""
    if len(scenario.title) > LONGEST_TITLE or not scenario.title.strip():
        raise Unfit(f"{main}: a title has {LONGEST_TITLE} letters at most, and one at least")
    for side in scenario.sides:
        if not 0 < len(side) <= LONGEST_SIDE:
            raise Unfit(f"{main}: the name of a side has {LONGEST_SIDE} letters at most")
    for word in (scenario.title, *scenario.sides):
        if not word.isprintable():
            raise Unfit(f"{main}: {word!a} cannot be shown on one line")


def _check_size(state: State, room: Room) -> None:
    """Nobody's scenario is so large that others wait for it."""
    pieces = {name: len(records) for name, records in state.maps.items()}
    if pieces.get("units", 0) > room.units:
        raise Unfit(f"there are {pieces['units']} units; {room.units} at most")
    if sum(pieces.values()) > 4 * room.hexes + room.units:
        most = max(pieces, key=lambda name: pieces[name])
        raise Unfit(f"there are too many {most}: {pieces[most]}")


def _check_stacks(game: Game[Any], room: Room) -> None:
    """What stands together is weighed together: nobody waits for a heap of counters."""
    there = Counter(
        record.hex
        for register in STACKED
        for record in game.state.maps.get(register, {}).values()
        if getattr(record, "hex", -1) >= 0
    )
    for place, count in there.most_common(1):
        if count > room.stack:
            where = game.board.label(place)
            raise Unfit(f"{count} counters begin in {where}; {room.stack} at most")


def bound() -> None:
    """Take no more time and memory than a scenario may need."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (spent + SECONDS, spent + SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def found(task: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a scenario."""
    try:
        given = task["files"], Room(**task["room"])
        kept = task.get("kept")
        return {"card": prove(*given) if kept is None else prove_kept(*given, kept)}
    except Unfit as unfit:
        return {"unfit": str(unfit)}
    except Exception as error:  # a stranger's file may hold anything; what it says is not for him
        return {"failed": type(error).__name__}


def main() -> None:
    """Prove one scenario for the server that started this process, and end with it."""
    ending.with_parent(signal.SIGKILL, *map(int, sys.argv[1:]))
    os.nice(COURTESY)
    out, sys.stdout = sys.stdout, sys.stderr
    task = json.loads(sys.stdin.readline())
    bound()
    said = found(task)
    out.write(json.dumps({**said, "seconds": time.process_time()}) + "\n")


if __name__ == "__main__":
    main()
