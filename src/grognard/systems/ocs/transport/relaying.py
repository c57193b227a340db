"""Relaying: Rail Repair units convert the track they enter to their own gauge. [13.3f] [13.3g]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece
from grognard.systems.ocs.modes.modes import may_work
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement.moves import on_entry
from grognard.systems.ocs.pieces import rolls, zones
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, HexStatus
from grognard.systems.ocs.transport.trains import REPAIR, repairs
from grognard.systems.ocs.turn.phases import MOVEMENT, OcsVerb, kind, phase_start
from grognard.systems.ocs.units import UNITS

RATE = 4
"""The hexes that a Rail Repair unit converts in a Movement Phase at most. [13.3g(D)]"""


def relaid(game: Ocs, name: str) -> int:
    """The rail hexes that a unit has converted in this phase. [13.3g(D)]"""
    unit = unit_of(game, name)
    return unit.relaid if unit.relaying == phase_start(game) else 0


def may_convert(game: Ocs, name: str, h: int) -> Refusal | None:
    """Why a unit that enters a hex does not convert its track; None if it does. [13.3f]

    It must be a Rail Repair unit in Combat Mode, or DG with the Combat side up [13.3g(D)] [5.10e],
    in the Movement Phase, outside enemy zones, which nobody negates for it [13.3f(A)] [4.5a(E)],
    and have converted fewer hexes than four, or than its allowance has points. [13.3g(D)]
    """
    counter = counter_of(game, name)
    own, status = game.scenario.limits[counter.side].gauge, game.state[HEXES].get(h)
    label = game.board.label(h)
    if not own or status is None or status.gauge in ("", own):
        return Refusal("13.3f(A)", f"there is no track of another gauge in {label}")
    if h not in game.scenario.ground.rail_hexes:
        return Refusal("13.3f(A)", f"there is no railway in {label}")
    if not repairs(game, name):
        return Refusal("13.3f(B)", f"{counter.name} is no Rail Repair unit")
    if kind(game) != MOVEMENT or not may_work(game, name):
        text = f"{counter.name} converts in Combat Mode, or DG on its Combat side, as it moves"
        return Refusal("13.3g(D)", f"{text} in the Movement Phase")
    if zones.barred(game, zones.RAIL_CONVERSION, h, counter.side):
        return Refusal("13.3f(A)", f"{label} lies in an enemy zone of control")
    if relaid(game, name) >= rate(game, name):
        done, most = relaid(game, name), rate(game, name)
        text = f"{counter.name} converts {most} hexes in this phase, and has converted {done}"
        return Refusal("13.3g(D)", text)
    return None


def rate(game: Ocs, name: str) -> int:
    """How many hexes a unit converts in a Movement Phase: four, or its allowance. [13.3g(D)]"""
    return min(RATE, int(movement.allowance(game, name).total))


@on_entry(order=80, marching=True)
def relay(game: Ocs, side: str, names: tuple[str, ...], h: int) -> Procedure:
    """Track is converted by whoever moves into it, for no supply and no more points. [13.3f(B)]

    Who retreats, advances or is carried there does not spend points of his own, and converts
    nothing. Thereby the railhead moves, and by nothing else. [13.3d]
    """
    willing = [name for name in names if unit_of(game, name).relays]
    able: Sequence[str] = [name for name in willing if may_convert(game, name, h) is None]
    if able:
        unit, now, label = unit_of(game, able[0]), phase_start(game), game.board.label(h)
        done = relaid(game, able[0]) + 1
        game.put(UNITS, able[0], replace(unit, relaid=done, relaying=now))
        status = game.state[HEXES].get(h) or HexStatus()
        gauge = game.scenario.limits[side].gauge
        game.put(HEXES, h, replace(status, gauge=gauge, converted=now))
        game.emit(Event("converted", "13.3f(B)", {"hex": label, "gauge": gauge}))
    yield from ()


@dataclass(frozen=True, slots=True)
class Relaying:
    """A unit, and whether it is to convert the track it enters."""

    unit: Piece
    convert: bool


class Relay(OcsVerb[Relaying]):
    """Say whether a Rail Repair unit converts the track it enters: it can, but need not. [13.3f(B)]

    Who has only so many hexes to convert may want to keep them for others. [13.3g(D)]
    """

    do, rule, order = "relay", "13.3f(B)", Relaying
    title, phrase = "Convert track", "{unit}: {convert} the track it enters"
    stops = False
    sure = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each Rail Repair unit."""
        return rolls.with_trait(game, player, REPAIR)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Relaying]:
        """The other way."""
        yield Relaying(actor, not unit_of(game, actor).relays)

    def against(self, game: Ocs, player: str, order: Relaying) -> list[Refusal]:
        """A Rail Repair unit of one's own that does otherwise now."""
        name = order.unit
        if name not in game.state[UNITS] or counter_of(game, name).side != player:
            return [Refusal(self.rule, f"{name!r} is no unit of {player}")]
        if not repairs(game, name):
            return [Refusal(self.rule, f"{counter_of(game, name).name} is no Rail Repair unit")]
        if unit_of(game, name).relays == order.convert:
            return [Refusal(self.rule, f"{counter_of(game, name).name} does so already")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Relaying) -> None:
        """It will do so from now on."""
        unit = unit_of(game, order.unit)
        game.put(UNITS, order.unit, replace(unit, relays=order.convert))

    def details(self, game: Ocs, order: Relaying) -> Mapping[str, str]:
        """What it is to do with the track."""
        return {"convert": "convert" if order.convert else "leave"}
