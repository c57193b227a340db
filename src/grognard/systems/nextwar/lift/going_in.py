"""From where they landed, troops may go into a city or an installation next to them.

[8.5.3-p4] [8.5.4.3-p2]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import ManyAt
from grognard.kit.ways import POINT
from grognard.systems.nextwar.lift.missions import AIRBORNE, AIRMOBILE
from grognard.systems.nextwar.movement.clearing import installed
from grognard.systems.nextwar.movement.entering import arrive, raise_alarms
from grognard.systems.nextwar.movement.marching import march, stride
from grognard.systems.nextwar.movement.moves import company
from grognard.systems.nextwar.pieces.stacks import holder, lay, on_map
from grognard.systems.nextwar.pieces.values import allowance, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import MAP
from grognard.systems.nextwar.words import called

RULES = {AIRBORNE: "8.5.3-p4", AIRMOBILE: "8.5.4.3-p2"}


def fresh(game: Nw, name: str) -> bool:
    """Whether a unit has landed by air in this segment and not gone on. [8.5.3-p4]"""
    unit = unit_of(game, name)
    landed = unit.landing in RULES and unit.landed == game.turn and unit.moved == game.serial
    return landed and unit.place == MAP and unit.halted and not unit.spent


class GoIn(Verb[Nw, ManyAt]):
    """Going on from a landing into an enemy city or installation. [8.5.4.3-p2]"""

    do, rule, order = "go-in", "8.5.4.3-p2", ManyAt
    title, phrase, plural = "Go in", "{units} to {hex}", "last steps to the target"
    role, rank = "march", 15

    def against(self, game: Nw, player: str, order: ManyAt) -> list[Refusal]:
        """They have just landed outside enemy zones, next to an empty place worth it."""
        refusals = company(game, player, order.units)
        if refusals:
            return refusals
        for name in order.units:
            if not fresh(game, name):
                text = f"{called(game, name)} has not landed by air in this segment, or has gone on"
                return [Refusal("8.5.4.3-p2", text)]
        found = (why_not_in(game, player, name, order.hex) for name in order.units)
        return [why for why in found if why is not None][:1]

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Whoever has just landed."""
        return [name for name in on_map(game, player) if fresh(game, name)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[ManyAt]:
        """The hexes around it."""
        for b in game.board.around(unit_of(game, actor).hex):
            yield ManyAt((actor,), b)

    def carry_out(self, game: Nw, player: str, order: ManyAt) -> Procedure:
        """Go in, under a Clearing marker if one must be. [8.4.1]"""
        first, label = unit_of(game, order.units[0]), game.board.label
        start, rule = label(first.hex), RULES[first.landing]
        for name in order.units:
            lay(game, name, order.hex, spent=int(allowance(game, name).total) * POINT)
        to, units = label(order.hex), list(order.units)
        facts = {"side": player, "units": units, "from": start, "to": to}
        game.emit(Event("go-in", rule, facts))
        arrive(game, order.units, order.hex, player)
        yield from raise_alarms(game, order.hex, player)


def why_not_in(game: Nw, side: str, name: str, h: int) -> Refusal | None:
    """Why a unit that has landed cannot go into a hex. [8.5.3-p4] [8.5.4.3-p2]"""
    unit, enemy, label = unit_of(game, name), game.scenario.other(side), game.board.label
    rule = RULES[unit.landing]
    if in_zone(game, unit.hex, enemy):
        return Refusal(rule, f"{called(game, name)} landed in an enemy zone: it stays")
    if not game.board.adjacent(unit.hex, h) or holder(game, h) == enemy:
        return Refusal(rule, f"{label(h)} is not an empty hex next to {label(unit.hex)}")
    prize = game.scenario.ground.built_up(h) or installed(game, h)
    if controller(game, h) != enemy or not prize:
        text = f"{label(h)} is no city, urban hex or installation of the enemy's"
        return Refusal(rule, text)
    found = stride(game, replace(march(game, name), fresh=True), h)
    return found if isinstance(found, Refusal) else None
