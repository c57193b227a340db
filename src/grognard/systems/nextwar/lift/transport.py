"""Air Transport: leg units fly from base to base. [8.5.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.ways import POINT
from grognard.systems.nextwar.lift.bases import on_bases, own_bases, why_no_strip
from grognard.systems.nextwar.lift.missions import (
    TRANSPORT,
    Sortie,
    Together,
    flown,
    planes_fly,
    why_not_covered,
    why_not_flown,
)
from grognard.systems.nextwar.movement.entering import arrive, raise_alarms
from grognard.systems.nextwar.movement.moves import company
from grognard.systems.nextwar.pieces.stacks import HALF, lay
from grognard.systems.nextwar.pieces.values import allowance, counter_of, face, unit_of
from grognard.systems.nextwar.scenario import Lift, Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.words import called

NO_LIFT = Lift()


def used(game: Nw, side: str) -> int:
    """The half points that a side has flown in this segment. [8.5.2.1]"""
    status = game.state[SIDES][side]
    return status.flown if status.flown_at == game.serial else 0


def left(game: Nw, side: str) -> int:
    """What it can still fly in this segment. [8.5.2.1]"""
    return game.scenario.lift.get(side, NO_LIFT).transport - used(game, side)


class AirTransport(Together):
    """Flying leg units from one airbase or airfield to another. [8.5] [8.5.2]"""

    do, rule = "fly", "8.5.2"
    title, phrase, plural = "Air Transport", "{units} to {hex}", "air transports"

    def against(self, game: Nw, player: str, order: Sortie) -> list[Refusal]:
        """Leg units that began on a base, another base, and planes enough. [8.5.2.1]"""
        refusals = company(game, player, order.units)
        refusals = refusals or [r for n in order.units if (r := why_not_carried(game, n))]
        if refusals:
            return refusals
        start = unit_of(game, order.units[0]).hex
        if order.hex == start:
            return [Refusal("8.5.2", "Air Transport leads to another base")]
        for h in (start, order.hex):
            why = why_no_strip(game, h, player, "8.5.2")
            if why is not None:
                return [why]
        if sum(face(game, name).sp for name in order.units) > left(game, player):
            text = f"planes for {max(0, left(game, player)) / HALF:g} stacking points are left"
            return [Refusal("8.5.2.1", text)]
        return why_not_covered(game, player, order.escorts, order.along, order.hex)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Leg units on a base."""
        if left(game, player) <= 0 or not planes_fly(game):
            return []
        return on_bases(game, player, lambda counter: counter.on_foot)

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Sortie]:
        """Every other base, alone and without escort."""
        for h in own_bases(game, player):
            if h != unit_of(game, actor).hex:
                yield Sortie((actor,), h)

    def carry_out(self, game: Nw, player: str, order: Sortie) -> Procedure:
        """Fly, if air defenses let them; half their points are left for the ground. [8.5.2]"""
        status = game.state[SIDES][player]
        size = used(game, player) + sum(face(game, name).sp for name in order.units)
        game.put(SIDES, player, replace(status, flown=size, flown_at=game.serial))
        through = yield from flown(game, player, order, TRANSPORT, "air-transport", "8.5.2")
        if through:
            touch_down(game, through, order.hex)
            arrive(game, through, order.hex, player)
            yield from raise_alarms(game, order.hex, player)


def why_not_carried(game: Nw, name: str) -> Refusal | None:
    """Why a unit cannot go by Air Transport: it is no leg unit by its type. [8.5.2] [25.3]"""
    counter = counter_of(game, name)
    if not counter.on_foot or counter.supply:
        rule = "25.3" if counter.supply else "8.5.2"
        return Refusal(rule, f"{called(game, name)} is no leg unit: it is not flown")
    return why_not_flown(game, name, "8.5.2")


def touch_down(game: Nw, names: Sequence[str], h: int) -> None:
    """Units land with half of their movement left, rounded up. [8.5.2]"""
    for name in names:
        start, whole = unit_of(game, name).hex, int(allowance(game, name).total)
        spent = (whole - -(-whole // 2)) * POINT
        lay(game, name, h, moved=game.serial, start=start, halted=False, spent=spent)
