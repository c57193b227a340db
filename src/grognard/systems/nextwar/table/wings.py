"""Air units as counters: their ratings, what they have flown, and where they are. [15.2] [22.1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.nextwar.aircraft import (
    LONG,
    MEDIUM,
    SHORT,
    UNLIMITED,
    AirCounter,
    AirFace,
    Rating,
)
from grognard.systems.nextwar.airpower.wings import (
    ABORTED,
    FLOWN,
    MISSION,
    READY,
    RECOVERY,
    SUPERIORITY,
    Wing,
    plane,
    seen_wings,
)
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table import livery, symbols
from grognard.systems.nextwar.table.names import called, title
from grognard.systems.nextwar.units import ELIMINATED, EXPECTED
from grognard.table.cards import CounterCard, State, Tone, Value
from grognard.table.faces import aloud, value
from grognard.table.tabletop import Player

WHERE = {
    READY: "ready", SUPERIORITY: "in the Air Superiority Box", MISSION: "on a mission",
    FLOWN: "has flown", ABORTED: "aborted", RECOVERY: "recovering",
    ELIMINATED: "destroyed", EXPECTED: "still to come",
}  # fmt: skip
"""The areas of the Air Display in words. [22.1.3]"""
MARKS: dict[str, tuple[str, Tone]] = {
    SUPERIORITY: ("↑", "info"), MISSION: ("M", "info"), FLOWN: ("F", "warn"),
    ABORTED: ("A", "bad"), RECOVERY: ("R", "warn"),
}  # fmt: skip
"""What lies on an air unit that is not ready, and how it looks. [22.1.3]"""
RANGES = {SHORT: "short", MEDIUM: "medium", LONG: "long", UNLIMITED: "unlimited"}
SORT = "aircraft"


def wing_cards(game: Nw, player: Player) -> Iterator[CounterCard]:
    """Every air unit as a player may see it; under the fog of war enemies lie where he takes them
    to be. [29.2.1]"""
    for name, wing in seen_wings(game, player).items():
        yield _wing(game, name, wing)


def box_id(place: str, box: str, side: str) -> str:
    """The name of an area of the Air Display: lost and expected units have one for each side."""
    return f"air {place} {side}" if place in (ELIMINATED, EXPECTED) else f"air {place} {box} {side}"


def _wing(game: Nw, name: str, wing: Wing) -> CounterCard:
    counter = plane(game, name)
    face = counter.faces[min(len(counter.faces) - wing.steps, len(counter.faces) - 1)]
    states, values = tuple(_states(wing)), ratings(counter, face)
    colours = livery.own_colours(game, counter) or (None, None)
    what = f"{title(game, counter.side)} {called(game, name)}, {counter.nation} aircraft"
    steps = len(counter.faces)
    facts = [*traits(counter), *([f"{wing.steps} of {steps} steps"] if steps > 1 else [])]
    return CounterCard(
        name, counter.side, None, box_id(wing.place, wing.box, counter.side),
        name=called(game, name),
        title=aloud(what, values, facts, states, where(game, wing)),
        symbol=symbols.of_wing(counter),
        number=counter.name,
        formation=counter.nation,
        values=values,
        step=wing.steps,
        steps=steps,
        states=states,
        done=wing.place in (FLOWN, ABORTED, RECOVERY),
        paper=colours[0],
        ink=colours[1],
        sort=SORT,
    )  # fmt: skip


def _states(wing: Wing) -> Iterator[State]:
    """Where it is, if it is not ready at its base. [22.1.3]"""
    if wing.place in MARKS:
        short, tone = MARKS[wing.place]
        yield State(wing.place, short, WHERE[wing.place], "22.1.3", tone)


def ratings(counter: AirCounter, face: AirFace) -> tuple[Value, ...]:
    """Air-to-air, support and strike; Wild Weasels have letters in their place. [15.2.9]"""
    source = counter.source
    air = value("air", face.air.printed, "air-to-air", source)
    if counter.weasel:
        return (air, value("weasel", "WW", "Wild Weasel: suppresses air defenses", source))
    return (
        air,
        value("support", face.support.printed, "combat support", source),
        value("strike", face.strike.printed, "strike", source),
    )


def traits(counter: AirCounter) -> list[str]:
    """Range, pilots, and what letters stand for. [15.2.4] [15.2.5] [15.2.6] [15.2.7] [15.2.8]"""
    found = [f"{RANGES[counter.range]} range"]
    if counter.skill:
        found.append(f"pilots {counter.skill:+}")
    found += ["all-weather"] * counter.all_weather + ["stealth"] * counter.stealth
    strike: Rating = counter.faces[0].strike
    return [*found, *(["stand-off weapons"] if strike.stars else [])]


def where(game: Nw, wing: Wing) -> str:
    """The area and the base of a unit, in words."""
    if wing.place == ELIMINATED:
        return WHERE[ELIMINATED]
    when = f", turn {wing.due}" if wing.place == EXPECTED and wing.due else ""
    return f"{WHERE[wing.place]}{when}, from {called(game, wing.box)}"
