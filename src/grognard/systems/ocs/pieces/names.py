"""Names: what counters are called when people are told of them. [3.1c] [3.3(B)]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from grognard.systems.ocs.forms import listed
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, SHIPS, TOKENS, TRANSPORT, Transport
from grognard.systems.ocs.units import UNITS, Counter


def called(counter: Counter) -> str:
    """A unit by its name, and by its formation where the name does not say it. [3.1c]"""
    if counter.hq:
        return f"HQ {counter.name.removeprefix('HQ ').removesuffix(' HQ')}"
    own = counter.formation and counter.formation.lower() not in counter.name.lower()
    return f"{counter.name} ({counter.formation})" if own else counter.name


def convoy(found: Transport) -> str:
    """Transport as its owner calls it: size and kind, and whose they are if organic. [3.3(B)]"""
    size = Fraction(found.size, TOKENS)
    if found.extender:
        return f"the {found.kind} Extender"
    owner = f" of {found.formation}" if found.formation else ""
    return f"{size} {found.kind} point{'' if size == 1 else 's'}{owner}"


def counters(game: Ocs) -> Mapping[str, str]:
    """Every counter there is by its id: units, transport, aircraft, ships."""

    def compute() -> dict[str, str]:
        scenario, state = game.scenario, game.state
        found = {name: called(counter) for name, counter in scenario.counters.items()}
        found |= {n: called(scenario.counters[u.counter]) for n, u in state[UNITS].items()}
        for transport in (scenario.transport, state[TRANSPORT]):  # some are gone by now
            found |= {key: _transport(t.kind, t.formation) for key, t in transport.items()}
        found |= {key: scenario.planes[a.counter].name for key, a in state[AIR].items()}
        for ships in (scenario.ships, state[SHIPS]):
            found |= {key: scenario.ship_counters[s.counter].name for key, s in ships.items()}
        return found

    return game.cached("names", (UNITS.name, TRANSPORT.name, AIR.name, SHIPS.name), compute)


def _transport(kind: str, formation: str) -> str:
    return f"Organic Trucks of {formation}" if formation else f"{kind} points"


def names(game: Ocs) -> Mapping[str, str]:
    """Every counter by its id, transport by its size, dumps by where they lie."""

    def compute() -> dict[str, str]:
        label = game.board.label
        found = dict(counters(game))
        found |= {key: convoy(transport) for key, transport in game.state[TRANSPORT].items()}
        for key, dump in game.state[DUMPS].items():
            found[key] = f"the dump in {label(dump.hex) if dump.hex >= 0 else dump.at}"
        return found

    registers = (UNITS, TRANSPORT, AIR, SHIPS, DUMPS)
    return game.cached("all names", tuple(r.name for r in registers), compute)


def call(game: Ocs, ids: Sequence[str]) -> str:
    """Several counters by their names; many of them in few words."""
    return listed(names(game), ids)
