"""Engineers: who can do their work, where, and what their mere presence does. [13.8]

Engineer and headquarters units alone have these functions; Rail Repair units, assault engineers,
pioneers and engineers that came by air have not. [13.8] What they build is in the chapters about
it: Air Bases, hedgehogs and ports. [13.8d]
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, TURN
from grognard.systems.ocs.turn.phases import own_movement_phase, phase_start
from grognard.systems.ocs.units import LEG, MAP, UNITS, Counter

REACH = 2
"""How many hexes from where they stand engineers build. [13.8d]"""
WITHIN = (UNITS.name, HEXES.name, TURN.name, CLOCK.name)
"""The maps of the State that decide from where they can."""


# ---- who


def engineering(counter: Counter) -> bool:
    """Whether a counter is an Engineer or a headquarters. [13.8]"""
    return counter.hq or "engineer" in counter.traits


def capable(game: Ocs, name: str) -> bool:
    """Engineer-Capable: on the map in Combat Mode, or DG with the Combat side up.

    [13.8a] [5.10e] [GL-engineer]
    """
    unit = unit_of(game, name)
    return unit.place == MAP and engineering(counter_of(game, name)) and modes.may_work(game, name)


def companies(game: Ocs, side: str) -> tuple[str, ...]:
    """A side's Engineer-Capable units, by name. [13.8a]"""

    def compute() -> tuple[str, ...]:
        found = {*rolls.with_trait(game, side, "engineer"), *rolls.of_type(game, side, "hq")}
        return tuple(name for name in sorted(found) if modes.may_work(game, name))

    return game.cached(("engineers", side), (UNITS.name,), compute)


def able(game: Ocs, side: str, h: int) -> list[str]:
    """The Engineer-Capable units of a side that can build in a hex now. [13.8d]"""
    near, units = game.board.disks((h,), REACH), game.state[UNITS]
    return [
        name
        for name in companies(game, side)
        if units[name].hex in near and why_not(game, side, name, h) is None
    ]


def why_not(game: Ocs, side: str, name: str, h: int) -> Refusal | None:
    """Why a unit cannot do an engineer's work in a hex; None if it can. [13.8d]

    It must not move in the phase, must stand within two hexes, and builds in one hex and at one
    thing a turn.
    """
    if name not in game.state[UNITS] or counter_of(game, name).side != side:
        return Refusal("13.8", f"{name!r} is no unit of {side}")
    called = counter_of(game, name).name
    if not capable(game, name):
        text = f"{called} is not Engineer-Capable: an HQ or Engineer in Combat Mode would be"
        return Refusal("13.8a", text)
    if not own_movement_phase(game, side):
        return Refusal("13.8d", "engineers build in their own Movement Phase")
    if not stayed(game, name):
        return Refusal("13.8d", f"{called} has moved in this phase and builds nothing")
    if turned(game, name):
        return Refusal("5.4", f"{called} has changed its mode in this phase and builds nothing")
    if unit_of(game, name).worked == phase_start(game):
        return Refusal("13.8d", f"{called} has done its work of this turn")
    if unit_of(game, name).hex not in within(game, side, h):
        label = game.board.label(h)
        text = f"{called} is not within {REACH} hexes of {label} by a way for leg units"
        return Refusal("13.8d", text)
    return None


def within(game: Ocs, side: str, h: int) -> frozenset[int]:
    """The hexes from which a hex is at most two away, on foot. [13.8d]

    Ground that is prohibited to leg units and enemy combat units bar the way; zones of control do
    not hinder leg units.
    """
    return game.cached(("within", side, h), WITHIN, lambda: _within(game, side, h))


def _within(game: Ocs, side: str, h: int) -> frozenset[int]:
    enemy, found, edge = game.scenario.other(side), {h}, [h]
    if stacks.holder(game, h) == enemy:
        return frozenset()
    for _ in range(REACH):
        further = []
        for a in edge:
            for b in game.board.around(a):
                if b in found or stacks.holder(game, b) == enemy:
                    continue
                if movement.step_price(game, side, LEG, b, a) is not None:
                    found.add(b)
                    further.append(b)
        edge = further
    return frozenset(found)


# ---- staying at work


def stayed(game: Ocs, name: str) -> bool:
    """Whether a unit is where the phase found it and has not moved at all. [13.8d] [16.0b]"""
    unit, now = unit_of(game, name), phase_start(game)
    return now not in (unit.moved, unit.started)


def turned(game: Ocs, name: str) -> bool:
    """Whether a unit has changed its mode and so does not work: by an option alone. [5.4]

    A change of mode is no move, so that one may turn to Combat Mode in order to work.
    """
    apart = game.options["mode-and-work"] == "apart"
    return apart and unit_of(game, name).changed == phase_start(game)


def work(game: Ocs, names: Sequence[str]) -> None:
    """These have worked, and stay where they are until the phase ends. [13.8d] [16.0b]"""
    now = phase_start(game)
    for name in names:
        game.put(UNITS, name, replace(unit_of(game, name), worked=now))


@movement.hindrance(order=10)
def at_work(game: Ocs, name: str) -> Refusal | None:
    """Whoever has built or pulled down something does not move in the phase. [13.8d] [16.0b]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.worked != phase_start(game):
        return None
    rule = "13.8d" if engineering(counter) else "16.0b"
    return Refusal(rule, f"{counter.name} has been at work and does not move in this phase")


# ---- bridging [13.8b]


@movement.pontoon
def bridging(game: Ocs, side: str, name: str) -> frozenset[int]:
    """The hexes where engineers take a side's movement across rivers, into them or out. [13.8b]

    A unit that could do so until it changed its mode leaves its hex by its own bridge.
    """
    found = bridgeheads(game, side)
    if name and name in game.state[UNITS]:
        unit = unit_of(game, name)
        own = unit.engineered == phase_start(game) and engineering(counter_of(game, name))
        if own and stayed(game, name) and unit.hex in game.scenario.ground.river_hexes:
            return found | {unit.hex}
    return found


def bridgeheads(game: Ocs, side: str) -> frozenset[int]:
    """The hexes on a river with an Engineer-Capable unit of a side. [13.8b]"""

    def compute() -> frozenset[int]:
        hexes = {unit_of(game, name).hex for name in companies(game, side)}
        return frozenset(hexes & game.scenario.ground.river_hexes)

    return game.cached(("bridgeheads", side), (UNITS.name, TURN.name), compute)


# ---- detraining [13.8c]


def railhead(game: Ocs, side: str, h: int, rider: str = "") -> bool:
    """Whether a headquarters makes a rail hex detrainable by being there. [13.8c] [GL-detrainable]

    It must be Engineer-Capable; other engineers do not have the power. The rider himself may
    have given that up in this phase to board in Move Mode.
    """
    if h not in game.scenario.ground.rail_hexes:
        return False
    here = stacks.own_at(game, h, side)
    if any(counter_of(game, name).hq and capable(game, name) for name in here):
        return True
    if rider not in here or not counter_of(game, rider).hq:
        return False
    return unit_of(game, rider).engineered == phase_start(game) and stayed(game, rider)
