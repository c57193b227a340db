"""Out of Supply: who is so when the Supply Phase ends, and who withers. [2.3-supply]

Whoever has neither trace nor food is marked Out of Supply, and every such stack rolls for
Attrition. [12.6d] [12.8a] Whoever is marked has no zone of control and fights at half or less, but
moves and barrages as ever. [12.8d]
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.pieces import losses, rolls, stacks
from grognard.systems.ocs.pieces.values import counter_of, steps_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.supply.supply_phase import recover_all
from grognard.systems.ocs.turn.phases import actor, phase_start
from grognard.systems.ocs.units import ABOARD, BOX, MAP, STRAT, UNITS

MANY = 5
"""Steps out of supply in one hex from which they wither faster. [CT-attrition]"""
HASTE = 3
"""What is added to their roll."""


def settle_supply(game: Ocs) -> Procedure:
    """Stocks, then trace for every unit, then Attrition. [2.3-supply] [12.6d] [12.8a]"""
    side = actor(game)
    recover_all(game, side)
    mark(game, side)
    yield from attrition(game, side)


def mark(game: Ocs, side: str) -> None:
    """Mark who has neither trace nor food, and lift the marker of who has. [12.6d] [12.8a]

    Aboard landing craft everybody is in trace [12.6g], and off the map too. Only trace itself, not
    food, counts for whether a later breakout is the first chance. [12.8e(C)] Transport needs none
    [12.9a], but may break out with the others.
    """
    found, now = dict(supply_paths.traced(game, side)), phase_start(game)
    away = (*rolls.off_map(game, side, ABOARD), *rolls.off_map(game, side, BOX))
    found.update(dict.fromkeys(sorted(away), True))
    starved: dict[int, list[str]] = {}
    for name, ok in found.items():
        unit = unit_of(game, name)
        out = not ok and unit.fed != now
        if out:
            starved.setdefault(unit.hex, []).append(name)
        if (unit.oos, unit.traced) != (out, ok):
            game.put(UNITS, name, replace(unit, oos=out, traced=ok))
    for key, transport in sorted(game.state[TRANSPORT].items()):
        if transport.side == side and transport.place == MAP:
            ok = supply_paths.connected(game, key, transport.hex)
            if ok != transport.traced:
                game.put(TRANSPORT, key, replace(transport, traced=ok))
    for h, names in sorted(starved.items()):
        label = game.board.label(h)
        game.emit(Event("oos", "12.8a", {"side": side, "hex": label}).to(side, units=names))


def attrition(game: Ocs, side: str) -> Procedure:
    """Every stack of a side with units out of supply rolls, but no aircraft. [12.8a] [15.0d]"""
    hexes: dict[int, list[str]] = {}
    for name in stacks.on_map(game, side):
        if unit_of(game, name).oos:
            hexes.setdefault(unit_of(game, name).hex, []).append(name)
    for h, names in sorted(hexes.items()):
        yield from wither(game, side, h, names)


def wither(game: Ocs, side: str, h: int, names: Sequence[str]) -> Procedure:
    """Roll for one stack: only those out of supply count, and suffer, as the owner likes. [12.8b]

    The column is that of the best Action Rating, whatever disorder there is. [12.8c] The enemy sees
    the dice, but neither who rolls nor what is lost. [4.9a] [4.9e]
    """
    steps = sum(steps_of(game, name) for name in names)
    best = max(withering_rating(game, name) for name in names)
    dice = game.roll(2)
    roll = sum(dice) + (HASTE if steps >= MANY else 0)
    result = game.scenario.tables["attrition"].cell(roll, best, clamp=True).value
    lost = steps if result == "all" else min(steps, int(result))
    label = game.board.label(h)
    facts = {"side": side, "hex": label, "roll": sum(dice)}
    more = {"rating": best, "steps": steps, "modified": roll, "lost": lost}
    plain = Event("attrition", "12.8b", facts, dice)
    own = Event("attrition", "12.8b", {**facts, **more}, dice, (side,), plain)
    game.emit(own)
    yield from losses.choose(game, side, names, lost, "12.8b")


def withering_rating(game: Ocs, name: str) -> int:
    """The Action Rating for Attrition: nought in Strat Mode, DG ignored. [12.8c]

    That of a headquarters is always nought. [13.1c]
    """
    counter = counter_of(game, name)
    return 0 if counter.hq or unit_of(game, name).mode == STRAT else counter.ar
