"""The guns that can reach a capital: once a turn they shell it. HOUSE.

A scenario names the guns and the hexes. If one of them is near enough when the Air and Naval Phase
begins, their side gains a Victory Point, and a marker of interdiction lies in a hex of its choice
until the next one.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.kit.among import Among
from grognard.kit.orders import At
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES
from grognard.systems.nextwar.turn.points import gain
from grognard.systems.nextwar.units import MAP, UNITS


class Shell(Among[Nw, At]):
    """Choosing where the shells fall."""

    do, rule, order = "shell", "12.1", At
    title, phrase = "Shell", "{hex}"


def within_range(game: Nw) -> tuple[str, tuple[int, ...]]:
    """The first gun that reaches the capital, and the hexes that it and the others can shell."""
    shelling, units = game.scenario.special.shelling, game.state[UNITS]
    guns = [n for n in shelling.guns if n in units and units[n].place == MAP]
    reached = tuple(
        h
        for h in shelling.hexes
        if controller(game, h) != shelling.side
        and any(game.board.distance(units[n].hex, h) <= shelling.range for n in guns)
    )
    near = [
        n
        for n in guns
        if any(game.board.distance(units[n].hex, h) <= shelling.range for h in reached)
    ]
    return (near[0], reached) if near else ("", ())


def shell(game: Nw) -> Procedure:
    """Lift last turn's fire; whoever has guns in range shells the capital. [12.1]"""
    shelling = game.scenario.special.shelling
    for h in shelling.hexes:
        if game.state[HEXES][h].interdiction:
            game.put(HEXES, h, replace(game.state[HEXES][h], interdiction=0))
    gun, hexes = within_range(game)
    if not gun:
        return
    order = yield from Shell([At(h) for h in hexes]).chosen(
        game, shelling.side, "shelling", "Where do the shells fall?",
        {"first": At(hexes[0])}, slight=True, sole=True,
    )  # fmt: skip
    aim = order.hex
    game.put(HEXES, aim, replace(game.state[HEXES][aim], interdiction=1))
    facts = {"side": shelling.side, "unit": gun, "hex": game.board.label(aim)}
    game.emit(Event("shelling", "12.1", facts))
    gain(game, shelling.side, Fraction(shelling.points), "12.1", "the capital under fire (house)")
