"""Reasons: why an OCS staff has given an order, by the part of it that gave the order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.intentions import plan_of, promised, reason_for
from grognard.players.staff.ocs import drops, shores, skies
from grognard.players.staff.ocs.arrivals import Arrivals
from grognard.players.staff.ocs.assault import AssaultPhase
from grognard.players.staff.ocs.barrage import Barrages
from grognard.players.staff.ocs.breakouts import Breakouts
from grognard.players.staff.ocs.depots import Demolitions, Salvage
from grognard.players.staff.ocs.logistics import Logistics
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.overruns import Overruns
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.rear import Rear
from grognard.players.staff.ocs.thinning import Thinning
from grognard.players.staff.ocs.works import Works
from grognard.players.staff.orders import Orders, Part
from grognard.systems.ocs.combat.advance import Advance
from grognard.systems.ocs.modes.modes import ChangeMode
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.units import RESERVE
from grognard.table.cards import Labels
from grognard.table.intent import Plan, Point

KINDS: dict[type[Any], str] = {
    Arrivals: "why-arrival",
    Barrages: "why-barrage",
    Breakouts: "why-break-out",
    Demolitions: "why-blow",
    drops.Drops: "why-drop",
    drops.Plans: "why-drop-plan",
    Logistics: "why-supply",
    Rear: "why-guns",
    Salvage: "why-salvage",
    Thinning: "why-thin-out",
    shores.Assaults: "why-storm",
    shores.Bombardment: "why-bombard",
    shores.Fleet: "why-fleet",
    skies.HipShoots: "why-hip-shoot",
    skies.Lifts: "why-lift",
    skies.Refits: "why-refit",
    skies.Strikes: "why-air-strike",
    skies.Sweeps: "why-sweep",
    Works: "why-works",
}
"""What is said of an order by the part of the staff that gives it."""
STRIKING = frozenset(("why-air-strike", "why-bombard", "why-hip-shoot"))
"""What is aimed at the enemy."""


class Marching(Orders[OcsSeat]):
    """The orders of a Movement Segment, with the plan that they come from."""

    def __init__(self, plan: Manoeuvre) -> None:
        super().__init__(plan.orders())
        self.plan = plan


def planned(plan: Manoeuvre) -> Plan:
    """The plan of a Movement Segment, with the line that was given up for a shorter one."""
    found = plan_of(plan, plan.in_hand(plan.reach))
    if not plan.shortened:
        return found
    return replace(found, dropped=(*found.dropped, Point("plan-shorter")))


def reason(seat: OcsSeat, part: Part[OcsSeat], action: Action) -> Point | None:
    """Why an order is given."""
    names = tuple(dict.fromkeys(_units(seat, action)))
    target = action.get("target")
    hexes: Labels = (target,) if isinstance(target, str) and target in seat.board.index else ()
    if isinstance(part, Marching):
        return _marched(part.plan, action, names)
    if isinstance(part, AssaultPhase):
        facts = {"promise": promised(part.worth)}
        return Point("why-attack", hexes, names, facts=facts)
    if isinstance(part, Overruns):
        return _charged(seat, part, action, names)
    kind = KINDS.get(type(part))
    stands = tuple(_ends(seat, action))
    if kind in STRIKING and not hexes:
        hexes, stands = stands, ()
    if isinstance(part, Rear) and any(seat.counter(name).hq for name in names):
        kind = "why-headquarters"
    return Point(kind, hexes, names, stands) if kind and (names or hexes or stands) else None


def _marched(plan: Manoeuvre, action: Action, names: tuple[str, ...]) -> Point | None:
    if action["do"] == Move.do:
        found = reason_for(plan, names)
        beside = found is not None and found.kind == "why-enter"  # it forces no attack here [9.1b]
        return replace(found, kind="why-enter-zone") if found and beside else found
    waits = action["do"] == ChangeMode.do and action.get("mode") == RESERVE
    return Point("why-reserve", pieces=names) if waits else None


def _charged(seat: OcsSeat, part: Overruns, action: Action, names: tuple[str, ...]) -> Point | None:
    """The whole of an overrun is told of with its last step, which may come to nothing."""
    if part.charge is None or "target" not in action:
        return None
    facts = {"promise": promised(part.charge.score)}
    return Point("why-overrun", (seat.board.label(part.charge.target),), names, facts=facts)


def advanced(seat: OcsSeat, action: Action) -> Point | None:
    """Who enters the ground that was fought for, or that nobody does."""
    if action["do"] != Advance.do:
        return None
    place = (seat.question.context()["hex"],)
    units = tuple(action["units"])
    return Point("why-pursue", place, units) if units else Point("why-no-pursuit", place)


def _units(seat: OcsSeat, value: Any) -> Iterator[str]:
    """The own units that an action names."""
    if isinstance(value, str):
        if value in seat.own:
            yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _units(seat, item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _units(seat, item)


def _ends(seat: OcsSeat, action: Action) -> Iterator[str]:
    """Where an action leads to."""
    path = action.get("path") or ()
    for label in (action.get("to"), action.get("hex"), *path[-1:]):
        if isinstance(label, str) and label in seat.board.index:
            yield label
