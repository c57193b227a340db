"""The notation of set-ups: `183 INF`, `37/6 INF-R`, `HQ XX`, `191 AG-BR (191 StuG)`. [T.setup-aid]

A scenario file may name its counters by their ids or as the printed set-ups write them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grognard.systems.wb95.units import SIZES, TYPES, Counter

_ITEM = re.compile(
    rf"""(?:(?P<count>\d+)\ x\ )?
    (?:(?P<hq>HQ)\ (?P<command>[\w\ ]+?)
      |(?:(?P<unit>[\w.]+)(?:/(?P<of>[\w.]+))?\ )?(?P<word>[A-Z][a-z]+\ )?
       (?P<type>{"|".join(TYPES)})(?:-(?P<size>{"|".join(SIZES)}))?)
    (?P<guards>\ \(G\))?
    (?:\ \((?P<more>[^()]+)\))?
    (?:\ \[(?P<division>[\w.\ ]+)\])?""",
    re.VERBOSE,
)


class NotationError(ValueError):
    """A text that is no set-up notation, or that names no counter or several sides' counters."""


@dataclass(frozen=True)
class Notation:
    """One unit or formation as a set-up prints it. [T.setup-aid]

    Without a size it is every counter of the formation [1.3d]. `label` is the name on the counter
    where that differs; `members` are the units of a corps; `command` is the corps or army a
    headquarters leads, or the one named just before.
    """

    type: str
    unit: str = ""
    division: str = ""
    size: str = ""
    label: str = ""
    members: tuple[str, ...] = ()
    command: str = ""
    guards: bool = False
    count: int = 1


def parse(text: str) -> list[Notation]:
    """Every unit and formation that a line of a set-up names. [T.setup-aid]"""
    found: list[Notation] = []
    command = ""
    for item in re.split(r",\s*(?![^()]*\))", text.strip()):
        match = _ITEM.fullmatch(item)
        if match is None:
            right = "it is written like 183 INF, 37/6 INF-R, HQ XX or 191 AG-BR (191 StuG)"
            raise NotationError(f"{item!r} is no set-up notation; {right}")
        command = match["command"] or command
        found.append(_notation(match, command))
    return found


def _notation(match: re.Match[str], command: str) -> Notation:
    more = match["more"] or ""
    members = tuple(re.split(r",\s*", more)) if re.fullmatch(r"[\d, ]+", more) else ()
    return Notation(
        type=match["hq"] or match["type"],
        unit=match["unit"] or "",
        division=match["division"] or match["of"] or "",
        size="HQ" if match["hq"] else match["size"] or "",
        label="" if members else more,
        members=members,
        command="" if match["unit"] else command,
        guards=bool(match["guards"]),
        count=int(match["count"] or 1),
    )


def expand(text: str, counters: Mapping[str, Counter], side: str | None = None) -> list[str]:
    """The counters a line of a set-up names, in the order of the counter sheet. [1.3d]

    Where both sides have units of that number, the side must be said.
    """
    names: list[str] = []
    for item in parse(text):
        found = [
            name
            for name, counter in counters.items()
            if side in (None, counter.side) and _is(item, counter)
        ]
        if not found:
            raise NotationError(f"no counter is meant by {text!r}")
        if len({counters[name].side for name in found}) > 1:
            raise NotationError(f"{text!r} is a unit of both sides; say which side")
        names.extend(name for name in found if name not in names)
    return names


def _is(item: Notation, counter: Counter) -> bool:
    """Whether a notation means a counter, alone or among others of its formation."""
    if item.type == "HQ" or not item.unit:
        named = counter.type == item.type and item.command in (counter.name, counter.parent)
        return named and (item.type == "HQ" or not counter.formation)
    if not item.size and not item.members:
        whole = counter.formation == f"{item.unit} {item.type}"
        return whole or (counter.name == item.unit and counter.type == item.type)
    kind = counter.type == item.type and item.size in ("", counter.size)
    home = not item.division or counter.formation.split(" ")[0] == item.division
    names = {item.unit, item.label, *item.members}
    return kind and home and counter.name in names
