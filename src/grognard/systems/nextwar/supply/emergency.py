"""Emergencies: points and a die for units without supply, and bases for those who fly. [19.6]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Word
from grognard.kit.orders import OfOne
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.lines import mark
from grognard.systems.nextwar.supply.points import change, dear, price
from grognard.systems.nextwar.supply.ranges import usable
from grognard.systems.nextwar.supply.status import AIRLIFT, RELIEF, Airlift, Relief
from grognard.systems.nextwar.units import UNITS
from grognard.systems.nextwar.words import called

MARKERS = "Emergency Supply each"
AIRBORNE = "Airborne Supply "


def relief(game: Nw, side: str) -> Relief:
    """What a side has done for its units in this phase. [19.6]"""
    found = game.state[RELIEF].get(side)
    return found if found is not None and found.at == game.serial else Relief(game.serial)


def cost(game: Nw, name: str) -> int:
    """What an attempt costs: three for a headquarters, one for any other. [19.6]"""
    kind = "an HQ" if counter_of(game, name).hq else "a unit"
    return price(game, f"emergency resupply of {kind}")


class Resupply(Verb[Nw, OfOne]):
    """Trying to resupply a unit in an emergency. [19.6]"""

    do, rule, order, stakes = "resupply", "19.6", OfOne, "dice"
    title, phrase, plural = "Emergency resupply", "{unit}", "emergency resupplies"

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """Whom it may help, once a phase, within three points a phase and the markers there are."""
        name = order.unit
        if name not in self.actors(game, player):
            return [Refusal("19.6", f"{called(game, name)} is no unit out of supply")]
        done, most = relief(game, player), price(game, "emergency resupply in a phase")
        if name in done.tried:
            return [Refusal("19.6", f"{called(game, name)} has been tried in this phase")]
        if done.points + cost(game, name) > most:
            return [Refusal("19.6", f"no more than {most} Supply Points are spent so in a phase")]
        if _markers(game, player) <= 0:
            return [Refusal("19.6", "all Emergency Resupply markers are in use")]
        return dear(game, player, cost(game, name), called(game, name))

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Everybody out of supply; a depot or a Beachhead needs none."""
        return [
            name
            for name in on_map(game, player)
            if unit_of(game, name).oos and not counter_of(game, name).beachhead
        ]

    def possible(self, game: Nw, player: str) -> bool:
        """Whether anybody can be tried."""
        return any(not self.against(game, player, OfOne(n)) for n in self.actors(game, player))

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """Pay, roll; a unit that is resupplied is so for the turn, and with an HQ all its own."""
        name, paid = order.unit, cost(game, order.unit)
        done = relief(game, player)
        tried = Relief(game.serial, done.points + paid, (*done.tried, name))
        game.put(RELIEF, player, tried)
        change(game, player, -paid, "19.6", "emergency resupply")
        column = "hq" if counter_of(game, name).hq else "ground_unit"
        shown, result = dice.on_table(game, "emergency-resupply", column)
        success = result == "supply"
        facts = {"side": player, "unit": name, "success": success}
        dice.show(game, "emergency-resupply", "19.6", facts, shown)
        if success:
            game.put(UNITS, name, replace(unit_of(game, name), emergency=game.turn))
            mark(game, player)


def _markers(game: Nw, side: str) -> int:
    """How many Emergency Resupply markers a side has left. [19.6]"""
    most = int(game.scenario.tables["counter-limits"].cell(MARKERS, "count").value)
    return most - sum(unit_of(game, n).emergency == game.turn for n in on_map(game, side))


@dataclass(frozen=True, slots=True)
class Base:
    """A nation, and a base of its side."""

    nation: Word
    hex: Hex


class SupplyByAir(Verb[Nw, Base]):
    """Choosing the base out of which airborne and airmobile units are supplied. [19.1.2]"""

    do, rule, order = "supply-by-air", "19.1.2", Base
    title, phrase, plural = "Supply by air", "{nation} out of {hex}", "supply flights"

    def against(self, game: Nw, player: str, order: Base) -> list[Refusal]:
        """The nation has a marker, which has supplied nobody this turn; the base is sound."""
        if order.nation not in nations(game, player):
            known = ", ".join(nations(game, player))
            if not known:
                return [Refusal("19.1.2", "no nation of one's own has an Airborne Supply marker")]
            text = f"{order.nation} has no Airborne Supply marker; who has one: {known}"
            return [Refusal("19.1.2", text)]
        marker = game.state[AIRLIFT].get(order.nation)
        if marker is not None and marker.used == game.turn:
            return [Refusal("19.1.2", "the marker has supplied units this turn")]
        if not usable(game, player, order.hex):
            text = f"there is no sound base of one's own in {game.board.label(order.hex)}"
            return [Refusal("19.1.2", text)]
        return []

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there is any base."""
        return any(not self.against(game, player, way) for way in self.ways(game, player, ""))

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Base]:
        """Every base, for every nation with a marker."""
        bases = sorted({site.hex for site in game.scenario.sites.values() if site.flying})
        for nation in nations(game, player):
            now = game.state[AIRLIFT].get(nation, Airlift(-1)).hex
            yield from (Base(nation, h) for h in bases if h != now and usable(game, player, h))

    def carry_out(self, game: Nw, player: str, order: Base) -> None:
        """Place the marker, and look again who is in supply."""
        used = game.state[AIRLIFT].get(order.nation, Airlift(-1)).used
        game.put(AIRLIFT, order.nation, Airlift(order.hex, used))
        facts = {"side": player, "nation": order.nation, "hex": game.board.label(order.hex)}
        game.emit(Event("supply-by-air", "19.1.2", facts))
        mark(game, player)


def nations(game: Nw, side: str) -> list[str]:
    """A side's nations that have an Airborne Supply marker. [19.1.2]"""
    rows = game.scenario.tables["counter-limits"].rows
    known = {c.nation for c in game.scenario.counters.values() if c.side == side}
    named = [row.removeprefix(AIRBORNE) for row in rows if row.startswith(AIRBORNE)]
    return [nation for nation in named if nation in known]
