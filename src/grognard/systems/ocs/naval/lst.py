"""LSTs that become ports. [18.4f(A)]

At the end of any phase of its own side an LST on a coast may be turned into a port of 1 SP, with a
landing roll; units aboard land by the same roll before the port is there. It is a source of supply
[18.4f(D)], works at once [18.4f(E)], never moves again [18.4f(C)] and falls only to Attack-Capable
units that come into its hex. [18.4f(B)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.naval import cargo, landing_table
from grognard.systems.ocs.naval.beaches import why_not_beach, why_not_unit
from grognard.systems.ocs.naval.landing_craft import Landing, craft_refusal
from grognard.systems.ocs.naval.landings import come_ashore
from grognard.systems.ocs.naval.ships import LST, fleet, printed, ship_of, type_of
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SITES
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn.phases import (
    MOVES,
    OcsVerb,
    kind,
    own_movement_phase,
    phase_start,
    segment,
)
from grognard.systems.ocs.units import MAP, REMOVED
from grognard.table.worded import Hand


class DeployPort(OcsVerb[Landing]):
    """Turn an LST into a port when the phase ends; its units land first. [18.4f(A)]"""

    do, rule, order = "deploy-port", "18.4f(A)", Landing
    title, phrase = "Deploy an LST as a port", "Turn {ship} into a port"
    rare = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The LSTs."""
        return [key for key in fleet(game, player) if type_of(game, key) == LST]

    def possible(self, game: Ocs, player: str) -> bool:
        """Asked about in Movement Segments, and when any phase is about to end. [18.4f(A)]"""
        worth = kind(game) in MOVES or segment(game).last(game)
        return worth and super().possible(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Landing]:
        """With all who are aboard."""
        yield Landing(actor, cargo.units_aboard(game, actor))

    def against(self, game: Ocs, player: str, order: Landing) -> list[Refusal]:
        """An LST on a coast without a port, whose cargo can all land."""
        key = order.ship
        refusal = craft_refusal(game, player, key)
        if refusal is not None:
            return [refusal]
        if type_of(game, key) != LST:
            return [Refusal("18.4f(A)", f"{printed(game, key).name} is no LST")]
        h = ship_of(game, key).hex
        if ports.is_port(game, h):
            return [Refusal("18.4f(F)", f"there is a port in {game.board.label(h)} already")]
        others = [ship_of(game, other).deploying for other in stacks.ships_at(game, h, player)]
        if phase_start(game) in others:
            text = f"another LST becomes a port in {game.board.label(h)}, and one is all"
            return [Refusal("4.8", text)]
        beach = why_not_beach(game, player, h)
        if beach is not None:
            return [beach]
        there = next(stacks.belongings(game, h, game.scenario.other(player)), "")
        if there and not stacks.own_at(game, h, player):
            return [Refusal("18.4f(A)", f"there is an enemy {there} in {game.board.label(h)}")]
        return _why_cargo(game, player, key, order.units)

    def carry_out(self, game: Ocs, player: str, order: Landing) -> None:
        """It stays where it is until the phase ends. [18.4f(A)]"""
        key = order.ship
        ship = replace(ship_of(game, key), deploying=phase_start(game), landing=order.units)
        game.put(SHIPS, key, ship)
        label = game.board.label(ship.hex)
        game.emit(Event("deploy-port", "18.4f(A)", {"ship": key, "hex": label}))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Landing]:
        """The LST in hand with all who are aboard."""
        yield from (order for order, _ in self._own(game, player, hand))


def _why_cargo(game: Ocs, player: str, key: str, names: Sequence[str]) -> list[Refusal]:
    """Everything aboard must land: units, and not in any phase. [18.5d] [18.5e]"""
    found, ship = cargo.aboard(game, key), ship_of(game, key)
    if found.transport or ship.load:
        text = "supply and Transport Points aboard cannot be landed by a roll; unload in port"
        return [Refusal("18.5e", text)]
    if sorted(names) != sorted(found.units):
        return [Refusal("18.4f(A)", "all units aboard land before it becomes a port")]
    late = game.options["lst-landing"] == "movement-phase"
    if names and late and not own_movement_phase(game, player):
        return [Refusal("18.5d", "cargo lands with it in the own Movement Phase only")]
    reasons = [why_not_unit(game, player, name, ship.hex) for name in names]
    return [reason for reason in reasons if reason is not None]


def deploy(game: Ocs) -> Procedure:
    """LSTs are turned into ports, those of a side after those of the other. [18.4f(A)]"""
    now = phase_start(game)
    for side in game.scenario.sides:
        for key in fleet(game, side):
            if ship_of(game, key).deploying == now:
                yield from _deploy(game, side, key)


def _deploy(game: Ocs, side: str, key: str) -> Procedure:
    """The roll, the landing, and then the port, if it still is an LST. [18.4f(A)] [18.3d(C)]"""
    ship = ship_of(game, key)
    h = ship.hex
    game.put(SHIPS, key, replace(ship, deploying=-1))
    if ship.landing:
        groups = landing_table.grouped(game, ship.landing)
        yield from come_ashore(game, side, h, [key], groups)
    else:
        landing_table.roll(game, side, h, (), (key,), "18.4f(A)")
    if ship_of(game, key).place != MAP or type_of(game, key) != LST or ports.is_port(game, h):
        return
    gone = replace(ship_of(game, key), place=REMOVED, hex=-1, size=0)
    game.put(SHIPS, key, gone)
    game.put(SITES, h, replace(stacks.site_at(game, h), lst_port=side))
    label = game.board.label(h)
    game.emit(Event("lst-port", "18.4f(D)", {"ship": key, "hex": label}))
