"""Strikes by headquarters, artillery and ships' guns. [18.2.2] [18.6.1] [17.5]"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.forms import Hexes, Piece
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.combat.support import ENEMY_NEAR, USES, spent, use
from grognard.systems.nextwar.command.capability import rested
from grognard.systems.nextwar.damage.strikes import phase_of
from grognard.systems.nextwar.naval.detecting import give_away, in_port
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of, ships_in
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.aiming import Aimed
from grognard.systems.nextwar.strikes.effects import inflict, record
from grognard.systems.nextwar.strikes.reckoning import (
    DRMS,
    Blow,
    has_column,
    rockets,
    row_of_unit,
    struck,
)
from grognard.systems.nextwar.strikes.status import GUNS, HQ, SHIP, Mission
from grognard.systems.nextwar.strikes.targets import (
    Target,
    area_of,
    off_shore,
    spot,
    targets,
    why_not,
)
from grognard.systems.nextwar.units import MAP, SHIPS, UNITS
from grognard.systems.nextwar.words import called


@dataclass(frozen=True, slots=True)
class Firing:
    """Who fires at what; hexes tell which bridge, or which hex to interdict."""

    unit: Piece
    target: Piece
    hexes: Hexes = ()


class Fire(Aimed[Firing]):
    """A strike that no air defense meets."""

    order, stakes, by_card = Firing, "dice", False
    phrase = ("{unit} at {target} {hexes}", "{unit} at {target}")

    @abstractmethod
    def kind(self, game: Nw, name: str) -> str:
        """By whose rules it strikes."""

    @abstractmethod
    def silent(self, game: Nw, player: str, name: str) -> list[Refusal]:
        """Why it cannot strike at all."""

    @abstractmethod
    def blow(self, game: Nw, player: str, order: Firing) -> Blow:
        """The roll that it makes."""

    @abstractmethod
    def far(self, game: Nw, order: Firing) -> list[Refusal]:
        """Why the target is out of its range."""

    def against(self, game: Nw, player: str, order: Firing) -> list[Refusal]:
        """It may strike, the target may be struck, and lies in range."""
        found = self.silent(game, player, order.unit)
        if found:
            return found
        aim = Target(order.target, order.hexes)
        found = why_not(game, player, self.kind(game, order.unit), aim) or self.far(game, order)
        if not found and not has_column(game, self.blow(game, player, order)):
            found = [Refusal(self.rule, f"{called(game, order.unit)} can do nothing there")]
        return found

    def blows(self, game: Nw, player: str, order: Firing) -> Sequence[Blow]:
        """One roll."""
        return (self.blow(game, player, order),)

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Firing]:
        """Every target of its kind."""
        for target in targets(game, player, self.kind(game, actor)):
            yield Firing(actor, target.name, target.hexes)

    def carry_out(self, game: Nw, player: str, order: Firing) -> Procedure:
        """Roll, and apply it at once."""
        blow = self.blow(game, player, order)
        mission = Mission(player, blow.kind, order.target, order.hexes, (order.unit,), done=True)
        record(game, mission)
        self.spend(game, order.unit)
        yield from inflict(game, player, blow.target, struck(game, blow), self.rule)

    @abstractmethod
    def spend(self, game: Nw, name: str) -> None:
        """Note that it has struck."""


class Shell(Fire):
    """Strikes by headquarters and artillery. [18.2.2] [18.6.1]"""

    do, rule = "shell", "18.2.2"
    title, plural = "Strike with a headquarters or artillery", "strikes of guns and headquarters"

    def kind(self, game: Nw, name: str) -> str:
        """Headquarters, or artillery, which strikes besides. [18.6.1]"""
        return GUNS if counter_of(game, name).artillery else HQ

    def silent(self, game: Nw, player: str, name: str) -> list[Refusal]:
        """Twice a turn, once in a phase, on the map, under no marker; unused in the second phase.

        [18.2.6-p1] [18.2.6-p2] [23.0]
        """
        if name not in game.state[UNITS] or counter_of(game, name).side != player:
            return [Refusal("18.2.2", f"{called(game, name)} is no unit of {player}")]
        counter, unit = counter_of(game, name), unit_of(game, name)
        if not counter.range or not (counter.hq or counter.artillery):
            return [Refusal("18.2.2", f"{called(game, name)} is no headquarters or artillery")]
        if unit.place != MAP or unit.clearing:
            return [Refusal("18.2.6-p1", f"{called(game, name)} is clearing, or not on the map")]
        if spent(game, name) >= USES:
            return [Refusal("18.2.6-p2", f"{called(game, name)} has served twice this turn")]
        if unit.used_at >= phase_of(game):
            return [Refusal("18.2.6-p2", f"{called(game, name)} has struck in this phase")]
        if not rested(game, spent(game, name)):
            text = f"{called(game, name)} has served this turn: only the unused strike again"
            return [Refusal("23.0", text)]
        return []

    def far(self, game: Nw, order: Firing) -> list[Refusal]:
        """Its range is on its counter. [18.2.2] [15.2.5]"""
        reach = counter_of(game, order.unit).range
        h = spot(game, Target(order.target, order.hexes))
        if h < 0 or game.board.distance(unit_of(game, order.unit).hex, h) > reach:
            return [Refusal("18.2.2", f"the target is more than {reach} hexes away")]
        return []

    def blow(self, game: Nw, player: str, order: Firing) -> Blow:
        """By its row; a reduced headquarters strikes worse. [18.2.2] [18.4]"""
        counter, unit = counter_of(game, order.unit), unit_of(game, order.unit)
        row, tally = row_of_unit(game, order.unit), Tally()
        if counter.hq and unit.steps < len(counter.faces):
            worse = drm(game.scenario.tables, DRMS, "striking HQ reduced")
            tally = tally.add("striking HQ reduced", worse, "18.2.2", "chart")
        return Blow(
            player, self.kind(game, order.unit), row, Target(order.target, order.hexes),
            interdicting(game, row), rockets(game, order.unit, tally), order.unit,
        )  # fmt: skip

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every headquarters and artillery unit that may strike."""
        return [n for n in on_map(game, player) if not self.silent(game, player, n)]

    def spend(self, game: Nw, name: str) -> None:
        """Turn its counter. [18.2.6-p2]"""
        use(game, name)


def interdicting(game: Nw, row: str) -> int:
    """The value of a headquarters or artillery on the Interdiction Table. [18.2.2] [18.6.1]"""
    table = game.scenario.tables["interdiction-values"]
    found = next(key for key in table.rows if row in key.split(" / "))
    return int(table.cell(found, "value").value)


class Bombard(Fire):
    """Naval bombardment: a ship's guns against the shore. [17.5]"""

    do, rule = "bombard", "17.5"
    title, plural = "Bombard the shore", "bombardments"

    def kind(self, game: Nw, name: str) -> str:
        """A ship's guns."""
        return SHIP

    def silent(self, game: Nw, player: str, name: str) -> list[Refusal]:
        """Once in a phase, at sea, and with no enemy ship near. [17.5] [17.0]"""
        if name not in fleet(game, player):
            return [Refusal("17.5", f"{called(game, name)} is no ship of {player} at sea")]
        ship, foes = ship_of(game, name), fleet(game, game.scenario.other(player))
        if not hull(game, name).support:
            return [Refusal("17.5", f"{called(game, name)} has no guns for it")]
        if in_port(game, name):
            return [Refusal("17.0", f"{called(game, name)} is in port, and bombards nothing")]
        if ship.served >= phase_of(game):
            return [Refusal("17.5", f"{called(game, name)} has bombarded in this phase")]
        support = ship.where in game.scenario.waters.support or off_shore(game, name)
        if ship.where and not support:
            return [Refusal("17.5", f"{called(game, name)} is not in an All-Sea hex")]
        near = {ship_of(game, foe).hex for foe in foes} - {-1}
        close = any(game.board.distance(ship.hex, h) <= ENEMY_NEAR for h in near if ship.hex >= 0)
        if close or (ship.where and {*foes} & {*ships_in(game, ship.where)}):
            return [Refusal("17.5", f"an enemy ship is within {ENEMY_NEAR} hexes")]
        return []

    def far(self, game: Nw, order: Firing) -> list[Refusal]:
        """In its range, or from an Inshore Box to the shore, or to its Land Area. [17.5]"""
        ship, reach = ship_of(game, order.unit), hull(game, order.unit).range
        h = spot(game, Target(order.target, order.hexes))
        if h < 0 or (ship.where and ship.where not in game.scenario.waters.support):
            area = area_of(game, Target(order.target, order.hexes))
            if area and area in off_shore(game, order.unit):
                return []
            return [Refusal("17.5", "from an Inshore Box ships bombard its own Land Area only")]
        if ship.hex >= 0 and game.board.distance(ship.hex, h) > reach:
            return [Refusal("17.5", f"the target is more than {reach} hexes away")]
        return []

    def blow(self, game: Nw, player: str, order: Firing) -> Blow:
        """Its combat support is its strike value. [17.5]"""
        row = f"naval bombardment {hull(game, order.unit).support}"
        return Blow(player, SHIP, row, Target(order.target, order.hexes), unit=order.unit)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every ship that may bombard."""
        return [name for name in fleet(game, player) if not self.silent(game, player, name)]

    def spend(self, game: Nw, name: str) -> None:
        """It has served, and gives its area away. [17.5] [17.1.2-3]"""
        game.put(SHIPS, name, replace(ship_of(game, name), served=game.serial))
        give_away(game, name)
