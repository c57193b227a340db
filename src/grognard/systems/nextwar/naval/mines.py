"""Mines: laid by ships and submarines, cleared by whoever controls the shore. [7.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex
from grognard.kit.orders import At, OneAt
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.naval.status import MINES, Mine
from grognard.systems.nextwar.naval.waters import coasts, is_port, ruler
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES, STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import MAP, SHIPS
from grognard.systems.nextwar.words import called

DENSEST = 2
"""[7.5.1]"""
SWEPT = 3
"""The highest roll that clears. [7.5.2]"""
SWEEPS = 2
"""How many markers a side may try to clear in a turn. [7.5.2]"""


def lying(game: Nw) -> list[str]:
    """The markers that are on the map."""
    return [name for name, mine in game.state[MINES].items() if mine.density]


def mine_in(game: Nw, h: int) -> str:
    """The marker in a hex; empty if there is none. [7.5.1]"""
    return next((n for n in lying(game) if game.state[MINES][n].hex == h), "")


def area(game: Nw, h: int) -> set[int]:
    """The hexes that a marker acts on: a sea hex, or a coast and the sea beside it. [7.5.3]"""
    ground = game.scenario.ground
    if not ground.land(h):
        return {h}
    return {h, *(b for b in game.board.around(h) if not ground.land(b))}


def mined(game: Nw, h: int) -> list[str]:
    """The markers that act on a hex. [7.5.3]"""
    return [n for n in lying(game) if h in area(game, game.state[MINES][n].hex)]


def density(game: Nw, h: int) -> int:
    """How dense the mines are in a hex; where areas overlap they are one. [7.5.3]"""
    return max((game.state[MINES][n].density for n in mined(game, h)), default=0)


def why_not_there(game: Nw, side: str, h: int) -> list[Refusal]:
    """Why a side cannot lay mines in a hex. [7.5] [7.5.1]"""
    ground, label = game.scenario.ground, game.board.label(h)
    if ground.land(h) and not is_port(game, h) and h not in ground.beaches:
        return [Refusal("7.5.1", f"{label} is neither at sea, nor has it a port or a beach")]
    here = mine_in(game, h)
    if here:
        mine = game.state[MINES][here]
        if mine.side != side or mine.density >= DENSEST:
            return [Refusal("7.5.1", f"there is a marker in {label}, and only one may be")]
        return []
    used = sum(mine.side == side for mine in game.state[MINES].values())
    if used >= game.scenario.waters.mines[side]:
        return [Refusal("7.5", f"all {used} mine markers have been laid")]
    return []


def lay(game: Nw, side: str, h: int, dense: int, layer: str, rule: str) -> None:
    """Lay a marker, or make that which is there denser. [7.5.1]"""
    here = mine_in(game, h)
    if here:
        mine = game.state[MINES][here]
        game.put(MINES, here, replace(mine, density=DENSEST, layer=layer))
    else:
        count = sum(mine.side == side for mine in game.state[MINES].values())
        here = f"{side}-mine-{count + 1}"
        game.put(MINES, here, Mine(side, h, dense, layer))
    facts = {
        "side": side, "hex": game.board.label(h), "density": game.state[MINES][here].density,
        "unit": layer,
    }  # fmt: skip
    game.emit(Event("mines-laid", rule, facts))


class LayMines(Verb[Nw, OneAt]):
    """A ship lays mines instead of sailing. [7.5.1.1]"""

    do, rule, order = "lay-mines", "7.5.1.1", OneAt
    title, phrase, plural = "Lay mines", "{unit} in {hex}", "mines from ships"

    def against(self, game: Nw, player: str, order: OneAt) -> list[Refusal]:
        """It has not sailed, the hex is beside it, and mines may lie there."""
        ship = game.state[SHIPS].get(order.unit)
        if ship is None or hull(game, order.unit).side != player:
            return [Refusal("7.5.1.1", f"{order.unit} is no ship of {player}")]
        if ship.place != MAP or (
            order.hex != ship.hex and not game.board.adjacent(ship.hex, order.hex)
        ):
            text = f"{called(game, order.unit)} lays mines in its own hex or one beside it"
            return [Refusal("7.5.1.1", text)]
        if weather(game) == STORM:
            return [Refusal("8.5.6.5", "ships do not move in a storm")]
        if ship.moved == game.serial:
            text = f"{called(game, order.unit)} has moved: mines are laid instead of moving"
            return [Refusal("7.5.1.1", text)]
        return why_not_there(game, player, order.hex)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every ship on the map that has not moved."""
        ships = game.state[SHIPS]
        return [
            n
            for n in fleet(game, player)
            if ships[n].place == MAP and ships[n].moved != game.serial
        ]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OneAt]:
        """Its own hex and those around it."""
        h = ship_of(game, actor).hex
        yield from (OneAt(actor, b) for b in (h, *game.board.around(h)))

    def carry_out(self, game: Nw, player: str, order: OneAt) -> None:
        """Lay them densely. [7.5.1.1]"""
        game.put(SHIPS, order.unit, replace(ship_of(game, order.unit), moved=game.serial))
        lay(game, player, order.hex, DENSEST, order.unit, "7.5.1.1")


class MineBySubmarine(Verb[Nw, At]):
    """Submarines lay mines anywhere, for a level of their threat. [7.5.1.2]"""

    do, rule, order = "mine-by-submarine", "7.5.1.2", At
    title, phrase, plural = "Mine by submarine", "{hex}", "mines from submarines"

    def against(self, game: Nw, player: str, order: At) -> list[Refusal]:
        """At least one level must be left. [7.5.1.2]"""
        level = game.state[SIDES][player].submarines
        if level < 2:
            text = f"the Submarine Threat Level is {level}, and may not fall below one"
            return [Refusal("7.5.1.2", text)]
        return why_not_there(game, player, order.hex)

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there is a level to spare."""
        return game.state[SIDES][player].submarines > 1

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[At]:
        """Every place that will do, ports first."""
        if game.state[SIDES][player].submarines < 2:
            return
        ground, n = game.scenario.ground, range(game.board.n)
        ports = [h for h in n if is_port(game, h)]
        yield from map(At, ports)
        yield from (At(h) for h in sorted(ground.beaches) if h not in ports)
        yield from (At(h) for h in n if not ground.land(h))

    def carry_out(self, game: Nw, player: str, order: At) -> None:
        """Pay a level, and lay or raise a marker."""
        status = game.state[SIDES][player]
        game.put(SIDES, player, replace(status, submarines=status.submarines - 1))
        lay(game, player, order.hex, int(game.options["submarine-mines"]), "", "7.5.1.2")


@dataclass(frozen=True, slots=True)
class Sweeping:
    """The hex of a marker that is to be cleared."""

    hex: Hex


class Sweep(Verb[Nw, Sweeping]):
    """Clearing mines off a shore that one controls. [7.5.2]"""

    do, rule, order, stakes = "sweep", "7.5.2", Sweeping, "dice"
    title, phrase, plural = "Clear mines", "{hex}", "sweeps of mines"

    def against(self, game: Nw, player: str, order: Sweeping) -> list[Refusal]:
        """An enemy marker, a shore of one's own, and no more than two tries a turn."""
        name, label = mine_in(game, order.hex), game.board.label(order.hex)
        if not name or game.state[MINES][name].side == player:
            return [Refusal("7.5.2", f"no enemy mines lie in {label}")]
        if game.state[MINES][name].tried == game.turn:
            return [Refusal("7.5.2", f"the mines in {label} have been tried this turn")]
        if not any(ruler(game, box) == player for box in coasts(game, order.hex)):
            return [Refusal("7.5.2", f"the Inshore Box of {label} is not one's own")]
        tries = sum(
            mine.side != player and mine.tried == game.turn for mine in game.state[MINES].values()
        )
        if tries >= SWEEPS:
            return [Refusal("7.5.2", f"{SWEEPS} markers have been tried this turn")]
        return []

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there is any marker to clear."""
        return any(not self.against(game, player, way) for way in self.ways(game, player, ""))

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Sweeping]:
        """Every enemy marker."""
        for name in lying(game):
            mine = game.state[MINES][name]
            if mine.side != player:
                yield Sweeping(mine.hex)

    def carry_out(self, game: Nw, player: str, order: Sweeping) -> None:
        """Roll, two better with a ship of one's own there. [7.5.2]"""
        name, tally = mine_in(game, order.hex), Tally()
        mine, where = game.state[MINES][name], area(game, order.hex)
        if any(ship_of(game, n).hex in where for n in fleet(game, player)):
            tally = tally.add("a ship in the area", -2, "7.5.2")
        modifier = int(tally.total)
        shown, cleared = dice.roll(game, lambda pips: pips + modifier <= SWEPT)
        left = mine.density - cleared
        game.put(MINES, name, replace(mine, density=left, tried=game.turn))
        label = game.board.label(order.hex)
        facts = {"side": player, "hex": label, "density": left, "success": cleared}
        dice.show(game, "mines-swept", "7.5.2", facts, shown, tally)
