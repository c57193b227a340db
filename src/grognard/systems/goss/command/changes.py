"""What speaks against a change of command, and how it is made. [9.4.0] [9.6.0]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.goss.command.limits import (
    against_detaching,
    against_host,
    against_kind,
    against_mech,
    against_number,
    root,
)
from grognard.systems.goss.command.registers import DEPOSED, FORBIDS, UNASSIGNED, supplies
from grognard.systems.goss.command.status import commanded, lost, mark, orphan
from grognard.systems.goss.command.zones import inside
from grognard.systems.goss.modes.single import not_yours
from grognard.systems.goss.pieces.chain import (
    assigned,
    headquarters_of,
    heads_units,
    leads,
    leads_formation,
    level_of,
    subordinates,
    superior,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import BG, DIV, GENS, MAP, RE, UNITS
from grognard.systems.goss.words import called


def whole(game: Gs, names: Iterable[str]) -> tuple[str, ...]:
    """Units with all that goes along: a battalion with the companies it has broken down into, a
    battle group's headquarters with its group. [9.6.2] [9.6.2d] [9.6.2e]"""
    found: dict[str, None] = {}
    for name in names:
        own = _group(game, name) if counter_of(game, name).level == BG else (name,)
        for one in own:
            found.update(dict.fromkeys((one, *_kin(game, one))))
    return tuple(found)


def _group(game: Gs, hq: str) -> list[str]:
    """The units of a battle group, be it independent or attached to a division. [9.6.2d]"""
    where, side = superior(game, hq), counter_of(game, hq).side
    return [
        n
        for n in on_map(game, side)
        if superior(game, n) == hq
        or (superior(game, n) == where and assigned(game.scenario, counter_of(game, n)) == hq)
    ]


def _kin(game: Gs, name: str) -> list[str]:
    """The battalion and the companies of a unit that has broken down. [9.6.2]"""
    counter, head = counter_of(game, name), root(game, name)
    if not counter.bu and not unit_of(game, name).out:
        return []
    return [n for n in on_map(game, counter.side) if root(game, n) == head]


def against_attaching(
    game: Gs, player: str, names: Sequence[str], hq: str, instead: str = ""
) -> list[Refusal]:
    """Why units may not go under a headquarters. [9.6.0] [9.6.1] [9.6.2] [9.8.0]"""
    wrong = not_yours(game, player, tuple(names))
    if wrong:
        return wrong
    if not heads_units(game, player, hq):
        return [Refusal("form", f"{hq!r} is no headquarters of yours on the map")]
    found = [why for n in names if (why := against_leaving(game, n, hq)) is not None]
    found = found or _against_headquarters(game, hq, names)
    if found:
        return found
    if leads_formation(game, hq):
        found = against_joining(game, names, hq, instead)
    found += against_detaching(game, [n for n in names if _leaves_home(game, n, hq)])
    far = [n for n in names if not supplies(game, hq, n)]
    return found + [
        Refusal("9.6.0", f"no supply path leads from {called(game, hq)} to {called(game, n)}")
        for n in far
    ]


def _leaves_home(game: Gs, name: str, hq: str) -> bool:
    return assigned(game.scenario, counter_of(game, name)) != hq


def against_leaving(game: Gs, name: str, hq: str) -> Refusal | None:
    """Why a unit may not leave its headquarters: it is the same, or one that leads others; it or
    its headquarters is out of command; it has just come. [9.6.0] [9.7.0] [9.8.0] [9.3.3a]"""
    counter, unit, old = counter_of(game, name), unit_of(game, name), superior(game, name)
    if old == hq:
        return Refusal("9.6.0", f"{counter.name} is under {called(game, hq)} already")
    if counter.level not in ("", BG):
        return Refusal("9.4.0", f"{counter.name} is reassigned, not attached")
    if not counter.hq and leads(game, name) and len(subordinates(game, name)) > 1:
        return Refusal("9.3.3a", f"{counter.name} leads others: let another battalion do so first")
    if not orphan(game, name):
        if unit.ooc:
            return Refusal("9.6.0", f"{counter.name} is out of command")
        if old and old != name and unit_of(game, old).ooc and not lost(game, old):
            return Refusal("9.8.0", f"{called(game, old)} is out of command and detaches nobody")
    if unit.arrived and not settled(game, name) and not stranded(game, name):
        return Refusal("9.7.0", f"{counter.name} has not joined its headquarters yet")
    return next((why for forbids in FORBIDS if (why := forbids(game, name, hq)) is not None), None)


def stranded(game: Gs, name: str) -> bool:
    """Whether a reinforcement of a formation cannot be supplied by its headquarters, and so goes to
    another formation, is a battle group, or an asset of a corps or an army. [9.6.0]"""
    home = assigned(game.scenario, counter_of(game, name))
    if unit_of(game, name).attached or not home or not leads_formation(game, home):
        return False
    return unit_of(game, home).place != MAP or not supplies(game, home, name)


def settled(game: Gs, name: str) -> bool:
    """Whether a reinforcement has come into its zone and into supply. [9.7.0]"""
    unit = unit_of(game, name)
    return inside(game, name) and unit.supply == GENS and not _on_grace(game, name)


def _on_grace(game: Gs, name: str) -> bool:
    """Whether no path leads to it from its own headquarters yet. [9.7.0]"""
    hq = superior(game, name)
    there = bool(hq) and hq != name and hq in {*headquarters_of(game, counter_of(game, name).side)}
    return there and not supplies(game, hq, name)


def _against_headquarters(game: Gs, hq: str, names: Sequence[str]) -> list[Refusal]:
    """Why a headquarters takes nobody. [9.8.0] [9.6.2e] [9.6.2f]"""
    if unit_of(game, hq).ooc:
        return [Refusal("9.8.0", f"{called(game, hq)} is out of command and attaches nobody")]
    groups = [n for n in names if counter_of(game, n).level == BG]
    if groups and level_of(game, hq) != DIV:
        text = f"{called(game, groups[0])} may be attached to a division, and to nobody else"
        return [Refusal("9.6.2d", text)]
    if unit_of(game, hq).attached not in ("", hq):
        return [Refusal("9.6.2", f"{called(game, hq)} is itself attached to another formation")]
    coming = [n for n in names if _leaves_home(game, n, hq)]
    return against_host(game, hq) if coming else []


def against_joining(game: Gs, names: Sequence[str], hq: str, instead: str) -> list[Refusal]:
    """Why units may not be attached to a formation. [9.6.2] [9.6.2a] [9.3.4a] [4.5.0-cmd-a]"""
    coming = [n for n in names if _leaves_home(game, n, hq)]
    found = [why for n in coming for why in against_kind(game, hq, n)]
    found += against_mech(game, hq, coming)
    if instead:
        return found + against_replacing(game, names, hq, instead)
    return found + against_number(game, hq, coming)


def against_replacing(game: Gs, names: Sequence[str], hq: str, instead: str) -> list[Refusal]:
    """Why a unit may not be assigned in place of one that was lost: an asset of the same type takes
    the place of one unit of the formation; rear echelon troops that of infantry. [9.6.2a]
    [9.6.2c]"""
    counters = game.scenario.counters
    gone = counters.get(instead) if instead in game.scenario.units else None
    if len(names) != 1 or gone is None or assigned(game.scenario, gone) != hq or gone.hq:
        return [Refusal("9.6.2a", f"{instead!r} is no unit of {called(game, hq)}")]
    if not lost(game, instead):
        return [Refusal("9.6.2a", f"{gone.name} has not been eliminated")]
    new = counter_of(game, names[0])
    if new.formation:
        return [Refusal("9.1.0", f"{new.name} is assigned to a formation for good")]
    alike = new.type.code == gone.type.code or (new.is_(RE) and gone.type.code == "inf")
    if not alike:
        return [Refusal("9.6.2a", f"{new.name} is not of the type of {gone.name}")]
    barred = [why for bars in UNASSIGNED if (why := bars(game, hq)) is not None]
    if barred:
        return barred
    taken = [n for n in on_map(game, new.side) if unit_of(game, n).replaces == instead]
    return [Refusal("9.6.2a", f"{called(game, taken[0])} has its place")] if taken else []


def put_under(
    game: Gs, player: str, names: Sequence[str], hq: str, *, instead: str = "", emergency: int = 0,
    rule: str = "9.6.0",
) -> None:  # fmt: skip
    """Units are subordinate to a headquarters from now on. Who has found one again, his own being
    lost, is in command at once. [9.6.0] [9.4.0] [9.3.2]"""
    orphans = [n for n in names if orphan(game, n)]
    deposed = [n for n in names if leads(game, n) and not counter_of(game, n).hq]
    for name in names:
        home = assigned(game.scenario, counter_of(game, name)) == hq
        game.put(
            UNITS,
            name,
            replace(
                unit_of(game, name), attached="" if home else hq, replaces=instead,
                emergency=emergency or unit_of(game, name).emergency, surplus=False,
            ),
        )  # fmt: skip
    for name, gives_up in product(deposed, DEPOSED):
        gives_up(game, name)
    mark(game, [n for n in orphans if commanded(game, n)], False, "9.3.2")
    facts = {"units": list(names), "hq": hq}
    game.emit(Event("attached", rule, facts, seen_by=(player,)))
