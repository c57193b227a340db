"""Who cannot fly: weather, damaged bases, lost ones; and how units become ready. [22.4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions
from grognard.kit.orders import OfMany
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.aircraft import AIR
from grognard.systems.nextwar.airpower.wings import (
    ABORTED,
    FLOWN,
    READY,
    RECOVERY,
    SUPERIORITY,
    WINGS,
    basing,
    box_of,
    carrier,
    flown,
    flyable,
    grounded,
    plane,
    put,
    rating,
    wing_of,
    wings,
)
from grognard.systems.nextwar.pieces.ships import ship_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import Site
from grognard.systems.nextwar.status import CLEAR, HEXES, SITES
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.words import called

MAINTENANCE = "air-maintenance"
AFLOAT = "Yellow Sea carriers"
"""The row of carriers that are off no coast of the chart. House: the better of the two seas."""


# ---- the weather


def weather_bound(game: Nw) -> None:
    """Ready units that cannot fly in this weather go to Flown. [22.2.1.1] [22.2.1.2]"""
    if weather(game) == CLEAR or not game.scenario.air_units:
        return
    for side in game.scenario.sides:
        for name in wings(game, side, READY):
            if not flyable(game, name):
                grounded(game, name, "22.2.1.2")


# ---- damaged and lost bases


def damaged(game: Nw, side: str) -> list[Site]:
    """A side's bases with Strike markers; not those under repair, nor captured ones. [22.6.1-p1]
    [27.7.1] [27.9.1]"""
    state = game.state[SITES]
    return [
        site
        for site in bases(game, side)
        if state[site.id].strike
        and not state[site.id].destroyed
        and not state[site.id].mending
        and controller(game, site.hex) == side
    ]


def lost(game: Nw, side: str) -> list[Site]:
    """A side's original bases captured or destroyed in the turn before, or already in this one.
    [22.6.1-p2]"""
    return [site for site in bases(game, side) if _lost_lately(game, site)]


def _lost_lately(game: Nw, site: Site) -> bool:
    lately = (game.turn - 1, game.turn)
    status, hex_ = game.state[SITES][site.id], game.state[HEXES][site.hex]
    captured = hex_.control == game.scenario.other(site.owner) and hex_.taken in lately
    return captured or (status.ruined >= 0 and turn_of(game, status.ruined) in lately)


def turn_of(game: Nw, serial: int) -> int:
    """The turn of a segment by its serial."""
    return serial // len(game.segments) + 1


def bases(game: Nw, side: str) -> list[Site]:
    """The airbases and airfields that were a side's at first. [22.1]"""
    return [site for site in game.scenario.sites.values() if site.flying and site.owner == side]


def half(count: int) -> int:
    """Half of so many bases, rounded down, but one for any; nothing for none. [22.6.1]"""
    return max(1, count // 2) if count else 0


class Ground(Answer[Nw, OfMany]):
    """Choosing which aircraft stay on the ground: just so many, or at most so many. [22.6.1]"""

    do, order = "ground", OfMany
    title, phrase = "Ground aircraft", ("{units}", "none")

    def __init__(self, able: Sequence[str], count: int, must: bool, rule: str) -> None:
        self.able, self.count, self.must, self.rule = able, count, must, rule

    def against(self, game: Nw, player: str, order: OfMany) -> list[Refusal]:
        """Who can be chosen, and how many."""
        for name in order.units:
            if name not in self.able or order.units.count(name) > 1:
                text = f"{called(game, name)} is not Ready in a box whose bases are hit"
                return [Refusal(self.rule, text)]
        few = len(order.units) < self.count
        if len(order.units) > self.count or (self.must and few):
            word = "just" if self.must else "at most"
            return [Refusal(self.rule, f"{word} {self.count} aircraft go to Flown")]
        return []

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfMany]:
        """The weakest, the strongest, and every company that begins with one of them."""
        ranked = by_rating(game, self.able)
        if not self.must:
            yield OfMany(())
        for start in range(len(ranked) - self.count + 1):
            yield OfMany(tuple(ranked[start : start + self.count]))


def by_rating(game: Nw, names: Sequence[str]) -> list[str]:
    """Air units from the weakest fighter to the best."""
    return sorted(names, key=lambda name: (rating(game, name, AIR), wing_of(game, name).order))


def sortie_steps(game: Nw) -> Procedure:
    """What damaged bases keep from flying, and what the enemy grounds for those lost. [22.6.1]"""
    sides = [side_of(game, role) for role in (FIRST, SECOND)]
    for side in sides:
        yield from ground(game, side, side, damaged(game, side), "22.6.1-p1")
    for side in sides:
        enemy = game.scenario.other(side)
        yield from ground(game, side, enemy, lost(game, side), "22.6.1-p2")


def ground(game: Nw, side: str, chooser: str, hit: Sequence[Site], rule: str) -> Questions[None]:
    """Half as many of a side's aircraft as bases were hit go to Flown: its own choice, and it must
    [22.6.1-p1]; or the enemy's, and he may. [22.6.1-p2]"""
    boxes = {box_of(game, site) for site in hit}
    able = [name for name in wings(game, side, READY) if wing_of(game, name).box in boxes]
    count, must = min(half(len(hit)), len(able)), side == chooser
    if not count:
        return
    if must and count == len(able):
        chosen = tuple(able)
    else:
        choice, ranked = Ground(able, count, must, rule), by_rating(game, able)
        weakest, strongest = OfMany(tuple(ranked[:count])), OfMany(tuple(ranked[-count:]))
        first = {"weakest": weakest} if must else {"strongest": strongest, "none": OfMany(())}
        whose = game.scenario.nations[side]
        order = yield from choice.chosen(
            game, chooser, "ground aircraft", f"Which {whose} aircraft stay on the ground?",
            {**first, "weakest": weakest, "strongest": strongest},
        )  # fmt: skip
        chosen = order.units
    for name in chosen:
        grounded(game, name, rule)


# ---- the end of the turn


def service(game: Nw) -> None:
    """Who has flown is ready again; who came back damaged or from afar is tried. [22.4-p4]
    [22.1.3]"""
    if not game.scenario.air_units:
        return
    for name, wing in list(game.state[WINGS].items()):
        if wing.place == SUPERIORITY:
            flown(game, name)  # who was not called upon comes home with the rest
    for name, wing in list(game.state[WINGS].items()):
        if wing.place == FLOWN:
            put(game, name, READY)
        elif wing.place in (ABORTED, RECOVERY):
            maintain(game, name)


def maintain(game: Nw, name: str) -> None:
    """Roll for a unit that was aborted, or has to recover: ready, or out for a turn. [22.4-p4]"""
    highest = readiness(game, name)
    shown, passed = dice.roll(game, lambda pips: pips <= highest)
    put(game, name, READY if passed else FLOWN)
    facts = {
        "unit": name, "side": plane(game, name).side, "roll": shown, "needed": highest,
        "ready": passed,
    }  # fmt: skip
    game.emit(Event("maintenance", "22.4-p4", facts, dice=(shown,)))


def readiness(game: Nw, name: str) -> int:
    """The highest roll that makes it ready, by its base. [22.1.3]"""
    box = basing(game, name)
    if box is not None:
        return box.ready
    table, ship = game.scenario.tables[MAINTENANCE], carrier(game, name)
    where = ship_of(game, ship).where if ship else ""
    rows = [row for row in table.rows if row.endswith("carriers")]
    row = next((r for r in rows if r.removesuffix(" carriers") in where), AFLOAT)
    return int(table.cell(row, "ready_on").value[-1])
