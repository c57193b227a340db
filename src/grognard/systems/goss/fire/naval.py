"""Naval gunfire: ships in place of artillery. [11.3.2] [11.4.2] [11.9.0]

Ships are not on the map: each fires from whichever sea hex is near enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Words
from grognard.systems.goss.charts import number
from grognard.systems.goss.fire.barrage import spotters
from grognard.systems.goss.fire.capacity import SHIPS as SETS
from grognard.systems.goss.fire.capacity import capacity
from grognard.systems.goss.fire.conducting import conduct
from grognard.systems.goss.fire.flying import one_or_other, out_of_command
from grognard.systems.goss.fire.mission import NAVAL, Mission, undeclared
from grognard.systems.goss.fire.picking import FROM_AIR
from grognard.systems.goss.fire.spotting import against_spotter, against_target, sight_of
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.scenario import SIDES, GossScenario, Gs
from grognard.systems.goss.status import SHIPS, Ship
from grognard.systems.goss.turn.calendar import dark, day
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.weather.effects import ships_fire

TABLE = "naval-gunfire"


def fleet(scenario: GossScenario, day: int) -> dict[str, Ship]:
    """The naval units that the scenario gives both sides for a day. [11.9.0]"""
    return {
        f"{side} {kind} {place}": Ship(side, kind, day)
        for side in SIDES
        for kind, count in scenario.fleets.get(side, {}).get(day, {}).items()
        for place in range(1, count + 1)
    }


def assign_ships(game: Gs) -> None:
    """In the morning it is settled which naval units are there for the day. [11.9.0]
    [3.3.1c-naval]"""
    found = fleet(game.scenario, day(game))
    for name, ship in found.items():
        game.put(SHIPS, name, ship)
    for side in SIDES:
        mine = [name.partition(" ")[2] for name, ship in found.items() if ship.side == side]
        if mine:
            game.emit(Event("ships", "11.9.0", {"side": side, "ships": mine}))


def ready(game: Gs, side: str) -> dict[str, Ship]:
    """The ships of a side that may fire now: each once in the AM and once in the PM GT, not by
    night, and not in a storm. [11.9.0] [19.3.4]"""
    if dark(game) or not ships_fire(game):
        return {}
    found = game.state[SHIPS].items()
    return {
        name: ship
        for name, ship in sorted(found)
        if ship.side == side and ship.day == day(game) and ship.fired != game.turn
    }


def in_range(game: Gs, kind: str, h: int) -> bool:
    """Whether a ship of a type can fire at a hex from any full sea hex. [11.3.0] [11.3.2]"""
    most, sea = number(game.scenario.tables, TABLE, kind, "range"), game.scenario.ground.sea
    return any(sea[b] for b in game.board.disk(h, most))


@dataclass(frozen=True, slots=True)
class Salvo:
    """A hex, the ships that fire at it, and the spotter (none: from the air)."""

    hex: Hex
    ships: Words
    spotter: Piece = FROM_AIR


class Shell(Verb[Gs, Salvo]):
    """Ships fire at a hex that is observed. [11.2.3] [11.4.2]"""

    do, rule, title, order = "naval-gunfire", "11.4.2", "Naval gunfire", Salvo
    phrase = ("{ships} at {hex}, observed by {spotter}", "{ships} at {hex}")
    stakes, rank = "dice", 20

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever can spot, while there is a ship that can fire."""
        return list(spotters(game, player)) if ready(game, player) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Salvo]:
        """At every hex in sight."""
        for h in spotters(game, player).get(actor, ()):
            yield from self.aimed(game, player, actor, h)

    def aimed(self, game: Gs, player: str, spotter: str, h: int) -> Iterator[Salvo]:
        """Every set of types that the mission has room for."""
        level = capacity(game, spotter, sight_of(game, player, spotter, h))
        there = {n: s for n, s in ready(game, player).items() if in_range(game, s.kind, h)}
        for kinds in SETS[level]:
            chosen = _some(there, kinds)
            if chosen:
                yield Salvo(h, chosen, spotter)

    def against(self, game: Gs, player: str, order: Salvo) -> list[Refusal]:
        """Target, spotter, ships and capacity. [11.2.3] [11.2.4]"""
        found = against_target(game, player, order.hex)
        found = found or against_spotter(game, player, order.spotter, order.hex)
        found = found or out_of_command(game, order.spotter)
        found = found or self._hex(game, order)
        return found or self._ships(game, player, order)

    def _hex(self, game: Gs, order: Salvo) -> list[Refusal]:
        """One mission of ships in a phase; from the inactive player either ships or aircraft.
        [11.4.2] [11.2.3]"""
        label, found = game.board.label(order.hex), status(game, order.hex)
        if this_phase(game, found.shelled):
            return [Refusal("11.4.2", f"ships have fired at {label} in this phase")]
        if one_or_other(game) and this_phase(game, found.bombed):
            return [Refusal("11.2.3", f"aircraft have attacked {label} in this phase")]
        return undeclared(game, order.hex, NAVAL)

    def _ships(self, game: Gs, player: str, order: Salvo) -> list[Refusal]:
        """Each there and fit to fire, within range, and together one of the sets that the spotter
        can direct. [11.9.0] [11.3.2] [11.2.4a] [11.2.4b] [11.2.4c]"""
        if not ships_fire(game):
            return [Refusal("19.3.4", "no ship fires in a storm")]
        able, known = ready(game, player), game.state[SHIPS]
        if not order.ships or len({*order.ships}) < len(order.ships):
            return [Refusal("form", "ships are named once each")]
        for name in order.ships:
            if name not in able:
                return [Refusal("11.9.0", f"{name!r} does not fire in this GT")]
            if not in_range(game, known[name].kind, order.hex):
                return [Refusal("11.3.2", f"{name} reaches it from no full sea hex")]
        sight = sight_of(game, player, order.spotter, order.hex)
        level = capacity(game, order.spotter, sight)
        kinds = sorted(known[name].kind for name in order.ships)
        if kinds not in [sorted(one) for one in SETS[level]]:
            return [Refusal("11.2.4", f"a {level} mission has no room for {', '.join(kinds)}")]
        return []

    def carry_out(self, game: Gs, player: str, order: Salvo) -> Procedure:
        """Each ship is a volley by itself. [11.4.2]"""
        known, tables = game.state[SHIPS], game.scenario.tables
        kinds = tuple(known[name].kind for name in order.ships)
        for name in order.ships:
            game.put(SHIPS, name, replace(known[name], fired=game.turn))
        sight = sight_of(game, player, order.spotter, order.hex)
        volleys = tuple(number(tables, TABLE, kind, "points") for kind in kinds)
        yield from conduct(
            game,
            Mission(NAVAL, player, order.hex, order.spotter, sight, volleys=volleys, ships=kinds),
        )


def _some(there: dict[str, Ship], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Ships of these types, the first of each; nobody if there are not enough."""
    chosen: list[str] = []
    for kind in kinds:
        one = next((n for n, s in there.items() if s.kind == kind and n not in chosen), "")
        if not one:
            return ()
        chosen.append(one)
    return tuple(chosen)
