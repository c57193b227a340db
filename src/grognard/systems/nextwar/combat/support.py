"""Combat support: guns for columns; the attacker commits his first. [9.2.4] [9.5.6]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import subsets
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Piece, Pieces
from grognard.systems.nextwar.air.defense_fire import Flight, fire, way
from grognard.systems.nextwar.air.helos import (
    HELOS,
    helo_of,
    printed,
    rating,
    spot,
    turn_counter,
    unflown,
)
from grognard.systems.nextwar.air.rebasing import lose_step
from grognard.systems.nextwar.combat import air_support
from grognard.systems.nextwar.combat.battle import Aid, Battle
from grognard.systems.nextwar.combat.reckoning import reckon
from grognard.systems.nextwar.command import support as command
from grognard.systems.nextwar.command.capability import USES as USES
from grognard.systems.nextwar.command.capability import spent as spent
from grognard.systems.nextwar.command.capability import use as use
from grognard.systems.nextwar.naval.detecting import give_away
from grognard.systems.nextwar.pieces.formations import headquarters
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of, ships_in
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.units import MAP, SHIPS, UNITS
from grognard.systems.nextwar.words import called
from grognard.table.worded import Hand

GUNS_ATTACKING, GUNS_DEFENDING = 2, 1
"""How many artillery units may support a side. [9.5.6]"""


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a side commits to a battle."""

    guns: Pieces = ()
    air: int = 0
    helicopters: Pieces = ()
    ships: Pieces = ()
    hqs: Pieces = ()
    gas: Piece = ""
    """The headquarters that brings chemical weapons. [18.2.4]"""
    aircraft: Pieces = ()
    escorts: Pieces = ()
    weasels: Pieces = ()
    """Air units of the Advanced Game, in one mission. [23.5-p1]"""


def guns(game: Nw, battle: Battle, side: str) -> list[str]:
    """The artillery that could support a side in a battle. [9.5.6] [18.6]"""
    return [name for name in on_map(game, side) if not why_not_gun(game, battle, side, name)]


def why_not_gun(game: Nw, battle: Battle, side: str, name: str) -> str:
    """Why an artillery unit cannot support; empty if it can. [9.5.6]

    Under a Clearing marker it takes no part in attacks [8.4.1.5]; in the Advanced Game it does
    nothing there, as headquarters do. [18.6] [18.2.6-p1]
    """
    counter, unit = counter_of(game, name), unit_of(game, name)
    idle = unit.clearing and (side == battle.side or game.scenario.advanced)
    if not counter.artillery or unit.place != MAP or idle:
        return "it is no artillery on the map"
    if spent(game, name) >= USES:
        return "it has served twice this turn"
    fighting = battle.attackers if side == battle.side else battle.defenders
    for other in fighting:
        friend, place = counter_of(game, other), unit_of(game, other).hex
        near = place >= 0 and game.board.distance(unit.hex, place) <= counter.range
        if near and (other == name or command.shelled_for(game, counter, friend)):
            return ""
    return "nobody of its formation fights within its range"


AIR_ATTACKING, AIR_DEFENDING = 4, 2
"""How many Air Points support a side. [6.2.1]"""
HELOS_ATTACKING, HELOS_DEFENDING = 2, 1
"""How many helicopters support a side. [6.5.3]"""


def caps(battle: Battle, side: str) -> tuple[int, int, int]:
    """How many guns, Air Points and helicopters may support a side. [9.5.6] [6.2.1] [6.5.3]"""
    if side == battle.side:
        return GUNS_ATTACKING, AIR_ATTACKING, HELOS_ATTACKING
    return GUNS_DEFENDING, AIR_DEFENDING, HELOS_DEFENDING


def helicopters(game: Nw, battle: Battle, side: str) -> list[str]:
    """The helicopters that could support a side. [6.5.3]"""
    return [name for name in game.state[HELOS] if not why_not_helo(game, battle, side, name)]


def why_not_helo(game: Nw, battle: Battle, side: str, name: str) -> str:
    """Why a helicopter cannot support; empty if it can. [6.5.2] [6.5.3] [4.1.3-b7]"""
    if name not in game.state[HELOS] or printed(game, name).side != side:
        return "it is no helicopter of this side"
    helo = helo_of(game, name)
    if spot(game, name) < 0:
        return "it is not on the map"
    if why := unflown(game, name):
        return why
    if helo.used_in == game.turn and helo.used_at == game.serial:
        return "it has flown in this segment"
    if game.board.distance(spot(game, name), battle.hex) > printed(game, name).range:
        return f"the battle is more than {printed(game, name).range} hexes away"
    return ""


ENEMY_NEAR = 10
"""Within how many hexes an enemy ship silences one's own. [7.3.1]"""


def gunships(game: Nw, battle: Battle, side: str) -> list[str]:
    """The ships that could support a side. [7.3.1]"""
    return [n for n in fleet(game, side) if not why_not_ship(game, battle, side, n)]


def why_not_ship(game: Nw, battle: Battle, side: str, name: str) -> str:
    """Why a ship cannot support; empty if it can. [7.3.1] [7.3.4-1]"""
    if name not in fleet(game, side):
        return "it is no ship of this side at sea"
    ship, ground = ship_of(game, name), game.scenario.ground
    foes = fleet(game, game.scenario.other(side))
    if ship.served == game.serial:
        return "it has served in this segment"
    if ship.where:
        if ship.where not in game.scenario.waters.support:
            return "it is not in an All-Sea hex"
        return "enemy ships are there" if set(foes) & {*ships_in(game, ship.where)} else ""
    if ground.land(ship.hex):
        return "it is in port, not in an All-Sea hex"
    if game.board.distance(ship.hex, battle.hex) > hull(game, name).range:
        return f"the battle is more than {hull(game, name).range} hexes away"
    spots = [ship_of(game, foe).hex for foe in foes]
    if any(h >= 0 and game.board.distance(ship.hex, h) <= ENEMY_NEAR for h in spots):
        return f"an enemy ship is within {ENEMY_NEAR} hexes"
    return ""


class Support(Answer[Nw, Commitment]):
    """Committing support to a battle: guns, Air Points, helicopters. [9.2.4] [9.6.1]"""

    do, rule, order, stakes = "support", "9.2.4", Commitment, "dice"
    title = "Commit support"
    phrase = ("{support}", "no support")
    called = {"air": "Air Points", "guns": "artillery", "hqs": "headquarters"}

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle, self.side = battle, side

    def against(self, game: Nw, player: str, order: Commitment) -> list[Refusal]:
        """What may support, and how much of it."""
        guns_, air, helos = caps(self.battle, self.side)
        if len(order.guns) > guns_ or len(set(order.guns)) != len(order.guns):
            return [Refusal("9.5.6", f"at most {guns_} artillery units support this side")]
        if not 0 <= order.air <= air:
            return [Refusal("6.2.1", f"at most {air} Air Points support this side")]
        if order.air > game.state[SIDES][self.side].air:
            have = game.state[SIDES][self.side].air
            return [Refusal("6.2", f"{order.air} Air Points are not there: {have} are left")]
        if len(order.helicopters) > helos or len({*order.helicopters}) != len(order.helicopters):
            return [Refusal("6.5.3", f"at most {helos} helicopters support this side")]
        return self._unable(game, order) or air_support.against(game, self.battle, self.side, order)

    def _unable(self, game: Nw, order: Commitment) -> list[Refusal]:
        for name in order.guns:
            known = name in game.state[UNITS] and counter_of(game, name).side == self.side
            why = why_not_gun(game, self.battle, self.side, name) if known else "it is not yours"
            if why:
                return [Refusal("9.5.6", f"{called(game, name)} cannot support: {why}")]
        for name in order.ships:
            why = why_not_ship(game, self.battle, self.side, name)
            if why or order.ships.count(name) > 1:
                why = why or "it is named twice"
                return [Refusal("7.3.1", f"{called(game, name)} cannot support: {why}")]
        for name in order.helicopters:
            why = why_not_helo(game, self.battle, self.side, name)
            if why:
                return [Refusal("6.5.3", f"{called(game, name)} cannot support: {why}")]
        return self._uncommanded(game, order)

    def _uncommanded(self, game: Nw, order: Commitment) -> list[Refusal]:
        """What speaks against the headquarters. [18.2.1] [18.2.4]"""
        who, h = ranks(self.battle, self.side), self.battle.hex
        most = _staffs(self)
        if len(order.hqs) > most or len({*order.hqs}) != len(order.hqs):
            return [Refusal("18.2.1", f"at most {most} headquarters support this side")]
        found = [command.why_not_support(game, self.side, n, who, h) for n in order.hqs]
        if order.gas:
            found.append(command.why_not_gas(game, self.side, order.gas, who, h))
        return [refusal for refusal in found if refusal is not None]

    def details(self, game: Nw, order: Commitment) -> Mapping[str, str]:
        """Everything that is committed, in one breath."""
        named = (
            *order.guns, *order.hqs, *order.aircraft, *order.escorts, *order.weasels,
            *order.helicopters, *order.ships,
        )  # fmt: skip
        said = [called(game, name) for name in named]
        said += [f"{order.air} Air Point{'s' * (order.air != 1)}"] if order.air else []
        said += ["chemical weapons"] if order.gas else []
        return {"support": ", ".join(said)} if said else {}

    def stake(self, game: Nw, player: str, order: Commitment | None) -> Sequence[str]:
        """How the battle stands before any support, and what support does to it."""
        told = reckon(game, self.battle)
        return (
            f"{told.attack.total} against {told.defense.total}, {told.ratio}: column "
            f"{told.column + 1}, {int(told.drm.total):+} on the die, before this",
            "artillery shifts a column [9.5.6]; what flies changes the die by its points [9.6.1]",
        )

    def at_hand(self, game: Nw, player: str, order: Commitment | None) -> Sequence[str]:
        """Whoever could support, with what is committed already."""
        found = self.spare(game, player, Commitment()).values()
        return list(dict.fromkeys(name for names in found for name in names))

    def taken_up(self, game: Nw, player: str, order: Commitment | None) -> Hand:
        """Nobody by himself: support is dear."""
        return ()

    def additions(
        self, game: Nw, player: str, order: Commitment | None, hand: Hand, h: int | None
    ) -> Iterator[Commitment]:
        """What each of those in hand could do; nothing of it is pointed at on the map."""
        if h is not None or len(hand) != 1:
            return
        for part, names in self.spare(game, player, Commitment()).items():
            if hand[0] in names:
                doing: dict[str, Any] = {part: tuple(hand)}
                yield Commitment(**doing)

    def spare(self, game: Nw, player: str, order: Commitment) -> Mapping[str, Sequence[str]]:
        """What else could support. [9.5.6] [6.5.3] [7.3.1] [18.2.1] [23.5-p1]"""
        battle, side = self.battle, self.side
        found = {
            "guns": guns(game, battle, side), "helicopters": helicopters(game, battle, side),
            "ships": gunships(game, battle, side), "hqs": hqs(game, battle, side),
            **air_support.spare(game, battle, side),
        }  # fmt: skip
        return {
            part: [name for name in names if name not in getattr(order, part)]
            for part, names in found.items()
        }

    def counted(self, game: Nw, player: str, order: Commitment) -> Mapping[str, tuple[int, int]]:
        """The Air Points, from none to what is there."""
        return {part: (0, most) for part, most in self.amounts(game, player, order).items()}

    def amounts(self, game: Nw, player: str, order: Commitment) -> Mapping[str, int]:
        """How many Air Points could be flown. [6.2.1]"""
        most = min(caps(self.battle, self.side)[1], game.state[SIDES][self.side].air)
        return {"air": most} if most else {}

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Commitment]:
        """Nothing, and every company of guns, points and helicopters."""
        guns_, air, helos = caps(self.battle, self.side)
        points = range(min(air, game.state[SIDES][self.side].air) + 1)
        fliers = list(subsets(helicopters(game, self.battle, self.side), 0, helos))
        batteries = list(subsets(guns(game, self.battle, self.side), 0, guns_))
        squadrons = list(subsets(gunships(game, self.battle, self.side)))
        heads = hqs(game, self.battle, self.side)
        most = _staffs(self)
        staffs = list(subsets(heads, 0, most))
        gases = ["", *gassers(game, self.battle, self.side)]
        wings = list(air_support.flights(game, self.battle, self.side))
        if game.scenario.air_units:
            points = range(1)
        whole = product(batteries, points, fliers, squadrons, staffs, gases, wings)
        for some, count, flight, ships, staff, gas, planes in whole:
            yield Commitment(some, count, flight, ships, staff, gas, *planes)


def ranks(battle: Battle, side: str) -> tuple[str, ...]:
    """Those of a side who fight."""
    return battle.attackers if side == battle.side else battle.defenders


def hqs(game: Nw, battle: Battle, side: str) -> list[str]:
    """The headquarters that could support a side. [18.2.1]"""
    return command.supporters(game, side, ranks(battle, side), battle.hex)


def gassers(game: Nw, battle: Battle, side: str) -> list[str]:
    """The headquarters that could bring chemical weapons to an attack. [18.2.4]"""
    if side != battle.side or not game.state[SIDES][side].gas:
        return []
    who, h = battle.attackers, battle.hex
    able = headquarters(game, side)
    return [n for n in able if command.why_not_gas(game, side, n, who, h) is None][:1]


def commit(game: Nw, battle: Battle, side: str) -> Questions[Commitment]:
    """Ask a side what it commits, if it has anything to commit. [9.2.4]"""
    air = game.state[SIDES][side].air
    others = guns(game, battle, side) or helicopters(game, battle, side)
    others = others or hqs(game, battle, side) or gassers(game, battle, side)
    others = others or air_support.supporters(game, battle, side)
    if not air and not others and not gunships(game, battle, side):
        return Commitment()
    choice = Support(battle, side)
    order = yield from choice.chosen(
        game, side, "support", f"Support the battle of {game.board.label(battle.hex)}",
        {"nothing": Commitment(), "everything": lambda: everything(game, choice)}, slight=True,
    )  # fmt: skip
    if order == Commitment():
        return order
    for name in (*order.guns, *order.hqs):
        use(game, name)
    for name in order.helicopters:
        turn_counter(game, name)
    for name in order.ships:
        game.put(SHIPS, name, replace(ship_of(game, name), served=game.serial))
        give_away(game, name)
    status = game.state[SIDES][side]
    game.put(SIDES, side, replace(status, air=status.air - order.air))
    air_support.take_off(game, order)
    facts = {
        "side": side, "hex": game.board.label(battle.hex), "guns": list(order.guns),
        "points": order.air, "helicopters": list(order.helicopters),
        "ships": list(order.ships), "hqs": list(order.hqs), "aircraft": list(order.aircraft),
        "escorts": list(order.escorts), "weasels": list(order.weasels), "gas": order.gas,
    }  # fmt: skip
    game.emit(Event("support", "9.2.4", facts))
    if order.gas:
        command.release(game, side, order.gas, battle.hex)
    return order


def everything(game: Nw, choice: Support) -> Commitment:
    """As much as may be committed."""
    guns_, air, helos = caps(choice.battle, choice.side)
    return Commitment(
        tuple(guns(game, choice.battle, choice.side)[:guns_]),
        0 if game.scenario.air_units else min(air, game.state[SIDES][choice.side].air),
        tuple(helicopters(game, choice.battle, choice.side)[:helos]),
        tuple(gunships(game, choice.battle, choice.side)),
        tuple(hqs(game, choice.battle, choice.side)[: _staffs(choice)]),
        "",
        *air_support.best(game, choice.battle, choice.side),
    )


def _staffs(choice: Support) -> int:
    """How many headquarters may support. [18.2.1]"""
    return command.ATTACKING if choice.side == choice.battle.side else command.DEFENDING


def arrivals(
    game: Nw, battle: Battle, ours: Commitment, theirs: Commitment
) -> Questions[tuple[Aid, Aid]]:
    """What gets through to the attacker and the defender: by the air defenses of the Advanced Game
    all at once, by those of the Standard Game one by one. [9.2.5] [22.0] [23.5]"""
    if not game.scenario.air_units:
        aid = arrive(game, battle, battle.side, ours)
        return aid, arrive(game, battle, battle.enemy, theirs)
    orders = ((battle.side, ours), (battle.enemy, theirs))
    points = yield from air_support.fly(game, battle, orders)
    aids = [
        Aid(order.guns, points[side] + gunfire(game, order), order.hqs) for side, order in orders
    ]
    return aids[0], aids[1]


def gunfire(game: Nw, order: Commitment) -> int:
    """The points of ships, which no air defenses reach. [7.3.1]"""
    return sum(hull(game, name).support for name in order.ships)


def arrive(game: Nw, battle: Battle, side: str, order: Commitment) -> Aid:
    """What gets through air defense fire: points and helicopters are shot at apart.

    [9.2.5] [6.6-b1] [6.6-b2] [6.6.1.1-p3]
    """
    total = gunfire(game, order)
    if order.air:
        flak = fire(game, Flight(side, battle.hex, "support"))
        total += max(0, order.air - flak.kept_off)
        if flak.lost:
            status = game.state[SIDES][side]
            game.put(SIDES, side, replace(status, air_lost=status.air_lost + 1))  # [6.3.2]
    for name in order.helicopters:
        start, far = spot(game, name), printed(game, name).range
        path = way(game, side, start, battle.hex, far)
        worth = rating(game, name)
        flak = fire(game, Flight(side, battle.hex, "helicopter", path), (name,))
        total += max(0, worth - flak.kept_off)
        if flak.lost:
            lose_step(game, name, "6.6.1.1")
    return Aid(order.guns, total, order.hqs)
