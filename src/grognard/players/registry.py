"""The players: who can be sat down at a table, and how each is written in a word.

    staff                  by name: our own, and those that other packages bring
    staff:bold             in one of the styles that he has for the system
    package.module:Class   a program of yours, by where it is imported from
    commander?seconds=10   any of them, with parameters; several are joined by &

A package brings players by entry points of the group `grognard.players`. A player is made by
calling a class, or any callable, with those of its parameters that are numbers, words or switches;
one called `seed` gets a seed for his own choices. It may say what it can play and in which styles:
see `Maker`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from grognard.engine.located import nearest
from grognard.library import UnknownName
from grognard.players.seat import Player

GROUP = "grognard.players"
"""The entry points by which other packages bring players."""
OURS: dict[str, str] = {
    "random": "grognard.players.random_player:RandomPlayer",
    "staff": "grognard.players.staff.player:Staff",
    "recruit": "grognard.players.commander.recruit:Recruit",
    "commander": "grognard.players.commander.player:Commander",
}
"""Our own by name, each with where it is imported from; parameters may stand there, too."""


BUDGET = "seconds"
"""The parameter by which a player is told how long he may think about a turn."""
COUNTED = "rehearsals"
"""The parameter by which he is told how often he may try things, however long that takes."""

Maker = Callable[..., Player]
"""What makes a player: a class or a function.

It may have `plays(system)`, whether its players can play a system (else they can play any), and
`styles(system)`: the styles by name, each with the arguments that make a player of it.
"""


@dataclass(frozen=True, slots=True)
class Spec:
    """A player as he is written in a word, taken apart."""

    name: str
    """The name of one who is known, or where he is imported from."""
    style: str = ""
    parameters: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, text: str) -> Spec:
        """Take a word apart; what cannot be is refused with what would be right."""
        head, asked, tail = text.strip().partition("?")
        words = [word.partition("=") for word in tail.split("&")] if asked else []
        for key, equals, value in words:
            if not (key and equals and value):
                wrong = f"{text!r} has a parameter that is not written name=value"
                raise UnknownName(f"{wrong}: write it as {head}?name=value&other=value")
        first, colon, rest = head.partition(":")
        parameters = tuple((key, value) for key, _, value in words)
        if colon and not (first and rest):
            raise UnknownName(f"{text!r} is no player: {_WAYS}")
        if colon and first not in known():
            return cls(head, "", parameters)
        return cls(first, rest, parameters)


_WAYS = "write a name, name:style, or package.module:Class"


# ---- who there is


@cache
def _brought() -> Mapping[str, EntryPoint]:
    """The players that other packages bring, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in OURS}


def known() -> list[str]:
    """Every name of a player, ours first."""
    return [*OURS, *sorted(_brought())]


def player_names() -> list[str]:
    """Every player that can be named."""
    return known()


def players_of(system: str) -> list[str]:
    """Every player by name that can play a system: chance plays any, the staff those that have
    one."""
    return [name for name in known() if _can_play(_maker(name)[0], system)]


def styles_of(name: str, system: str) -> list[str]:
    """The styles that a player by name has for a system."""
    return list(_styles(_maker(name)[0], system))


def styled(system: str) -> dict[str, list[str]]:
    """The players by name that have styles for a system, with these."""
    found = {name: styles_of(name, system) for name in players_of(system)}
    return {name: styles for name, styles in found.items() if styles}


def _can_play(maker: Maker, system: str | None) -> bool:
    plays: Callable[[str], bool] | None = getattr(maker, "plays", None)
    return system is None or plays is None or plays(system)


def _styles(maker: Maker, system: str) -> Mapping[str, Mapping[str, Any]]:
    styles: Callable[[str], Mapping[str, Mapping[str, Any]]] | None
    styles = getattr(maker, "styles", None)
    return {} if styles is None else styles(system)


def _maker(name: str) -> tuple[Maker, tuple[tuple[str, str], ...]]:
    """Who makes a player, and with which parameters if none are given."""
    if name in OURS:
        spec = Spec.read(OURS[name])
        return _imported(spec.name), spec.parameters
    if name in _brought():
        return _called(name, _brought()[name].load), ()
    if ":" in name:
        return _imported(name), ()
    raise UnknownName(f"there is no player {name!r}; {nearest(name, known())}")


def _imported(path: str) -> Maker:
    """A maker by where it is imported from; modules may lie in the folder one is in."""
    module, _, attribute = path.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)

    def load() -> Any:
        return getattr(import_module(module), attribute)

    return _called(path, load)


def _called(name: str, load: Callable[[], Any]) -> Maker:
    """What is loaded, if it can be and makes players."""
    try:
        found = load()
    except Exception as error:  # whatever a program of somebody else's does when it is read
        raise UnknownName(
            f"the player {name!r} cannot be imported: {type(error).__name__}: {error}"
        ) from None
    if not callable(found):
        wrong = f"{name!r} is no player: it should be a class, or a function that makes one"
        raise UnknownName(wrong)
    made: Maker = found
    return made


# ---- sitting down


def check_player(text: str, system: str | None = None) -> None:
    """Refuse a player who is nobody, who cannot play a system, or who is badly described."""
    _prepared(text, system)


def check_listed(text: str, system: str) -> None:
    """Refuse whoever is not on the list for a system: what comes over the wire imports nothing,
    and sets no parameters."""
    name, _, style = text.partition(":")
    able = players_of(system)
    if text not in able and not (name in able and style in styles_of(name, system)):
        if name in known() and name not in able:
            check_player(name, system)
        raise UnknownName(f"there is no player {text!r}; {nearest(text, able)}")


def player(text: str, seed: int = 0, system: str | None = None) -> Player:
    """A player for a system. The same seed makes the same choices in the same game."""
    maker, arguments = _prepared(text, system)
    if "seed" in _signature(maker):
        arguments["seed"] = seed
    try:
        found = maker(**arguments)
    except ValueError as error:
        raise UnknownName(f"{text!r} cannot play: {error}") from None
    _check_choice(text, getattr(found, "choose", None))
    return found


def budget_of(text: str, system: str | None = None) -> float | None:
    """How many seconds a player has for a turn: his parameter `seconds`, as it is given, by his
    style or by default; None where he has none, or where what he tries is counted instead."""
    maker, arguments = _prepared(text, system)
    if arguments.get(COUNTED):
        return None
    usual = _signature(maker).get(BUDGET)
    found = arguments.get(BUDGET, usual.default if usual else None)
    return float(found) if isinstance(found, int | float) else None


def _check_choice(text: str, choose: object) -> None:
    """Refuse whoever does not answer from a seat."""
    if not callable(choose):
        raise UnknownName(f"{text!r} is no player: what it makes has no method choose(seat)")
    try:
        signature = inspect.signature(choose)
    except ValueError:  # something built in, of which nothing is known
        return
    try:
        signature.bind(None)
    except TypeError:
        wrong = f"{text!r} cannot play: its method is choose({', '.join(signature.parameters)})"
        right = "it should be choose(seat), and the seat has all that its side may see and ask"
        raise UnknownName(f"{wrong}; {right}") from None


def _prepared(text: str, system: str | None) -> tuple[Maker, dict[str, Any]]:
    """Who makes a player, and with which arguments."""
    spec = Spec.read(text)
    maker, usual = _maker(spec.name)
    if not _can_play(maker, system):
        able = " or ".join(players_of(system or ""))
        raise UnknownName(f"{spec.name} cannot play {system}; {able} can")
    arguments = dict(_in_style(maker, spec, system)) if spec.style else {}
    for key, value in {**dict(usual), **dict(spec.parameters)}.items():
        arguments[key] = _argument(spec.name, parameters_of(maker), key, value)
    lacking = [name for name, one in _signature(maker).items() if _needed(one, name, arguments)]
    if lacking:
        raise UnknownName(f"{spec.name} does not play without {', '.join(lacking)}")
    return maker, arguments


def _needed(one: inspect.Parameter, name: str, given: Mapping[str, Any]) -> bool:
    """Whether a parameter must be given, and is not."""
    open_ended = one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    return one.default is one.empty and not open_ended and name not in {"seed", *given}


def _in_style(maker: Maker, spec: Spec, system: str | None) -> Mapping[str, Any]:
    if system is None:
        raise UnknownName(f"{spec.name}:{spec.style} is of a system: say which is to be played")
    styles = _styles(maker, system)
    if spec.style not in styles:
        there = nearest(spec.style, styles) if styles else "it has none"
        raise UnknownName(f"{spec.name} has no style {spec.style!r} for {system}; {there}")
    return styles[spec.style]


# ---- parameters

SWITCH = {"on": True, "yes": True, "true": True, "1": True}
SWITCH |= {"off": False, "no": False, "false": False, "0": False}
_Reads = Callable[[str], Any]
KINDS: dict[str, tuple[_Reads, str]] = {
    "int": (int, "a whole number"),
    "float": (float, "a number"),
    "str": (str, "a word"),
    "bool": (lambda word: SWITCH[word.lower()], "on or off"),
}
"""The kinds of parameters that can be written in a word."""


def parameters_of(maker: Maker) -> dict[str, str]:
    """The parameters of a player that can be written in a word, each with its kind."""
    found = {}
    for name, one in _signature(maker).items():
        note = one.annotation
        if note is inspect.Parameter.empty:
            note = type(one.default)
        kind = (note if isinstance(note, str) else getattr(note, "__name__", str(note))).split(" |")
        if name != "seed" and kind[0] in KINDS and one.kind is not inspect.Parameter.VAR_KEYWORD:
            found[name] = kind[0]
    return found


def _signature(maker: Maker) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(maker).parameters
    except ValueError:  # something built in, of which nothing is known
        return {}


def _argument(who: str, kinds: Mapping[str, str], key: str, value: str) -> Any:
    """The value of a parameter."""
    if key not in kinds:
        listed = ", ".join(kinds)
        there = f"it has {listed}" if kinds else "it has none"
        raise UnknownName(f"{who} has no parameter {key!r}; {there}")
    read, kind = KINDS[kinds[key]]
    try:
        return read(value)
    except (KeyError, ValueError):
        raise UnknownName(f"{key}={value} cannot be: {key} of {who} is {kind}") from None
