"""The map as a party finds it: what is shut to it, where it must stop, what it pays on top.
[7.5.0] [7.7.0] [7.8.0] [7.9.0]"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from grognard.board.kernel import Steps
from grognard.systems.goss.halts.crossings import lay
from grognard.systems.goss.halts.front import Front, front
from grognard.systems.goss.movement.allowance import LEG, OFF, ROAD
from grognard.systems.goss.movement.network import CLEAR_NODE, Kind, Network, Prices, network
from grognard.systems.goss.movement.parties import Course, Party, kind_of
from grognard.systems.goss.movement.quiet import shunned
from grognard.systems.goss.movement.registers import homeward
from grognard.systems.goss.movement.roadspace import JAM, MOST, jams
from grognard.systems.goss.observation.cover import covers, lying
from grognard.systems.goss.pieces.stacks import stacks, units_at
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.units import EXPLOIT, MECH, UNITS
from grognard.systems.goss.units import LEG as LEG_CLASS

BESIDE = "beside an enemy"


@dataclass(frozen=True, eq=False)
class Land:
    """The steps of a party on a course, node by node, and what stands in its way."""

    net: Network
    steps: Steps
    shut: Any
    stop: Any
    extra: Any


def prices(game: Gs, party: Party, course: Course) -> Prices:
    """What single steps cost a party by the map alone."""
    return Prices(game.scenario.ground, lay(game), kind_of(game, party, course))


def net_of(game: Gs, kind: Kind) -> Network:
    """The steps of a way of going, as bridges and fortified areas are now. [7.10.2] [17.4.1f]"""
    now, ground = lay(game), game.scenario.ground
    return game.cached(("network", kind), (), lambda: network(ground, now, kind), detail=now)


def land(game: Gs, party: Party, course: Course, viewer: str | None) -> Land:
    """The map as a party finds it: enemies first, then its own side's units. [7.5.0]"""
    met = among_enemies(game, party, course, viewer)
    if party.gait == LEG and not party.recon:
        return met
    found: list[Land] = []

    def compute() -> Land:
        """Once for these units on this land."""
        if not found:
            found.append(_crowded(game, party, met))
        return found[0]

    alien = frozenset(strangers(game, party))
    key = "crowded", kind_of(game, party, course), party.strat, party.guns, viewer, course.toll
    return game.cached(key, (), compute, detail=(met, jams(game, party.side), alien))


def toll_beside(game: Gs, party: Party, near: Front, h: int) -> int:
    """What it costs to come next to an enemy: one MP on foot, two in vehicles, once. [7.8.0]

    Nothing in an Exploit Phase or for commandos where there is cover, or next to AFVs alone where
    there is cover and no road leads to them. [5.3.4a]
    """
    if h not in near.beside or h in near.tame:
        return 0
    if (party.exploiting or party.cdo) and covers(game, party.side, h):
        return 0
    cls = LEG_CLASS if party.gait == LEG else MECH
    return game.scenario.ground.row(BESIDE, cls).points


def among_enemies(game: Gs, party: Party, course: Course, viewer: str | None) -> Land:
    """The map as enemies leave it to a party, as far as a viewer knows them."""
    near = front(game, party.side, viewer, party.ignored, party.faced)
    kind = kind_of(game, party, course)
    net = net_of(game, kind)
    who = (
        party.gait, party.guns, party.cdo, party.strat, party.oos, party.resting, party.exploiting,
        course.toll, course.march, course.shut,
    )  # fmt: skip
    if party.resting and party.lost:  # where its home is may change at any time
        return _laid(game, party, course, net, near)
    found: list[Land] = []

    def compute() -> Land:
        """Once for these enemies on this map."""
        if not found:
            found.append(_laid(game, party, course, net, near))
        return found[0]

    key = "land", kind, who, viewer, party.ignored, party.faced, frozenset(shunned(game, party))
    return game.cached(key, (), compute, detail=(lay(game), near, lying(game), dark(game)))


def _laid(game: Gs, party: Party, course: Course, net: Network, near: Front) -> Land:
    n, ground = game.board.n, game.scenario.ground
    shut, stop = np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.uint8)
    extra = np.full(n, course.toll, dtype=np.int32)
    beside = sorted(near.beside)
    if party.strat or party.oos or course.march:
        shut[beside] = 1
    if party.guns and party.gait == OFF:
        shut[ground.closed_to_guns] = 1
    shut[sorted(near.held | stacks(game).held[_enemy(game, party)])] = 1
    shut[sorted(shunned(game, party))] = 1
    shut[sorted(course.shut)] = 1
    if not party.cdo:
        stop[sorted(near.halts)] = 1
    for h in beside:
        extra[h] += toll_beside(game, party, near, h)
    steps = _passable(game, party, kind_of(game, party, course), net, near)
    hexes = net.hexes
    return Land(net, steps, shut[hexes], stop[hexes], extra[hexes])


def _enemy(game: Gs, party: Party) -> str:
    return next(side for side in game.scenario.sides if side != party.side)


def forbidden(game: Gs, party: Party, near: Front, a: int, b: int) -> str:
    """The rule that forbids a step from hex to hex: past strong works [7.9.0], or in a rest GT
    from enemy to enemy, unless it leads those home who have lost their supply. [3.5.3]"""
    around = game.board.around
    if near.strong and not near.strong.isdisjoint({*around(a)} & {*around(b)}):
        return "7.9.0"
    if party.resting and a in near.beside and b in near.beside:
        home = party.lost and all(homeward(game, name, a, b) for name in party.names)
        return "" if home else "3.5.3"
    return ""


def _passable(game: Gs, party: Party, kind: Kind, net: Network, near: Front) -> Steps:
    """The steps of the network without those that enemies forbid."""
    if party.resting:
        return _without_forbidden(game, party, net, near, {*_past_works(game, near), *near.beside})
    found: list[Steps] = []

    def compute() -> Steps:
        """Once for these works: who else has moved leaves the steps as they are. [7.9.0]"""
        if not found:
            found.append(_without_forbidden(game, party, net, near, _past_works(game, near)))
        return found[0]

    return game.cached(("passable", kind), (), compute, detail=(net, near.strong))


def _past_works(game: Gs, near: Front) -> set[int]:
    """The hexes next to works that nobody passes. [7.9.0]"""
    return {b for work in near.strong for b in game.board.around(work)}


def _without_forbidden(
    game: Gs, party: Party, net: Network, near: Front, touched: set[int]
) -> Steps:
    changes, hexes = {}, net.hexes.tolist()
    for a in touched:
        closed: dict[int, str] = {}
        for node in net.nodes(a):
            out = net.steps[node]
            for b in {hexes[into] for into, _ in out} - closed.keys():
                closed[b] = forbidden(game, party, near, a, b)
            left = tuple((into, cost) for into, cost in out if not closed[hexes[into]])
            if left != out:
                changes[node] = left
    return net.steps.altered(changes) if changes else net.steps


def _crowded(game: Gs, party: Party, met: Land) -> Land:
    """What one's own units do: Mech units on the road, Strat mode, and whoever a Recon unit may
    not stand with. [7.10.3] [5.5.5] [5.3.1]"""
    shut, stop, extra = met.shut, met.stop, met.extra
    alien = strangers(game, party)
    full = {} if party.gait == LEG else jams(game, party.side)
    if not alien and not full:
        return met
    shut, stop, extra = shut.copy(), stop.copy(), extra.copy()
    for h in alien:
        shut[list(met.net.nodes(h))] = 1
    for h, count in full.items():
        for node in met.net.nodes(h):
            if party.strat or count > MOST:
                shut[node] = 1
            elif party.gait == ROAD and met.net.marks.get(node) != CLEAR_NODE:
                if count < MOST:
                    stop[node] = 1
                    extra[node] += JAM
                else:
                    shut[node] = 1
    return Land(met.net, met.steps, shut, stop, extra)


def strangers(game: Gs, party: Party) -> Iterable[int]:
    """The hexes with units that do not exploit, to an exploiting Recon unit. [5.3.1] [6.6.0]"""
    refused = game.options["recon-stacking"] == "refused"
    if not party.recon or not party.exploiting or not refused:
        return ()
    units = game.state[UNITS]
    return [
        h
        for h in stacks(game).held[party.side]
        if h != party.hex and any(units[n].mode != EXPLOIT for n in units_at(game, h))
    ]
