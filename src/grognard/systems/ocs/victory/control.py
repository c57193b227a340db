"""Who holds the ground that counts for victory: the last side that had a combat unit there.

No rule of the series needs it; scenarios that are won by cities do. It lies open to both.
"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.systems.ocs.movement.moves import on_entry
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import can_attack
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, HexStatus


def counting(game: Ocs) -> dict[int, str]:
    """The hexes that count for victory, each with the side that holds it at the start, if any."""

    def compute() -> dict[int, str]:
        terms = game.scenario.victory
        found = {h: "" for ending in terms.ends for h in ending.hexes}
        for objective in terms.objectives:
            for h in objective.hexes:
                found[h] = objective.owner or found.get(h, "")
        return found

    return game.cached("counting hexes", (), compute)


def controller(game: Ocs, h: int) -> str:
    """The side that holds a hex: who stands there, or was the last to do so; empty if nobody."""
    here = stacks.holder(game, h)
    if here is not None:
        return here
    status = game.state[HEXES].get(h)
    return (status.held if status is not None else "") or counting(game).get(h, "")


def _note(game: Ocs, side: str, h: int) -> None:
    """Remember who was the last to hold a hex."""
    if h in counting(game) and controller_noted(game, h) != side:
        status = game.state[HEXES].get(h) or HexStatus()
        game.put(HEXES, h, replace(status, held=side))
        what, hex_ = _called(game, h), game.board.label(h)
        facts = {"side": side, "objective": what, "hex": hex_, "turn": game.turn}
        game.emit(Event("taken", "house", facts))


def _called(game: Ocs, h: int) -> str:
    """What a hex that counts is called: as the objective it belongs to, or by its number."""
    for objective in game.scenario.victory.objectives:
        if h in objective.hexes:
            return objective.label
    return game.board.label(h)


def controller_noted(game: Ocs, h: int) -> str:
    """Who is noted as the last to hold a hex, whoever stands there now."""
    status = game.state[HEXES].get(h)
    return (status.held if status is not None else "") or counting(game).get(h, "")


@on_entry(order=40)
def pass_through(game: Ocs, side: str, names: tuple[str, ...], h: int) -> Procedure:
    """Attack-Capable units take an empty city as they pass through it."""
    if stacks.holder(game, h) == side and any(can_attack(game, name) for name in names):
        _note(game, side, h)
    yield from ()


def look_round(game: Ocs) -> Procedure:
    """Whoever stands in a city as a phase ends holds it, however he came there."""
    for h in counting(game):
        here = stacks.holder(game, h)
        if here is not None:
            _note(game, here, h)
    yield from ()
