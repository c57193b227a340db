"""Ground interdiction attacks on units that move far behind the front. [20.3.2]"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.orders import OfOne
from grognard.kit.ways import POINT
from grognard.systems.goss.air.flak import over
from grognard.systems.goss.air.tracks import sector_of, sectors, track_of
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import d10
from grognard.systems.goss.fatigue.hits import tire
from grognard.systems.goss.observation.reveals import armor_of
from grognard.systems.goss.pieces.losses import lose_step
from grognard.systems.goss.pieces.quiet import without_interdiction
from grognard.systems.goss.pieces.stacks import enemy_within
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import CLEAR
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import MAP, STRAT, UNITS

FRONT = 6
"""Within so many hexes of an enemy nobody is interdicted. [20.3.2]"""
TABLE = "ground-interdiction"


def value_against(game: Gs, names: tuple[str, ...], h: int) -> int:
    """The interdiction value that counts for units in a hex: the enemy's in that sector, for Mech
    if any of them is; 0 if there is none, or a lull. [20.3.1(7)] [20.3.2b] [24.2.3]"""
    if without_interdiction(game, h, lambda one: sector_of(game, one)):
        return 0
    track = track_of(game, other(counter_of(game, names[0]).side), sector_of(game, h))
    rides = any(mech(counter_of(game, n), unit_of(game, n)) for n in names)
    return track.mech if rides else track.leg


def times(counted: int, value: int) -> int:
    """How often so many twelfths of MP have gone beyond a multiple of the value by one MP: at the
    value and one, twice the value and one, and so on. [20.3.2a] [20.3.2c]"""
    return max(counted - POINT, 0) // (value * POINT) if value else 0


def interdicted(
    game: Gs, names: tuple[str, ...], h: int, cost: int, by_road: bool
) -> Questions[bool]:
    """Units have entered a hex: whether aircraft find them there, and end their movement. Only what
    they spend on movement farther than six hexes from every enemy counts. [20.3.2] [20.3.2a]
    [7.7.4] [3.3.2c-gi]"""
    side = counter_of(game, names[0]).side
    watched = any(
        track.leg or track.mech
        for track in (track_of(game, other(side), sector) for sector in sectors(game))
    )
    if not watched or enemy_within(game, side, h, FRONT):
        return False
    before = max(unit_of(game, n).interdicted for n in names)
    for name in names:
        game.put(UNITS, name, replace(unit_of(game, name), interdicted=before + cost))
    value = value_against(game, names, h)
    for _ in range(times(before + cost, value) - times(before, value)):
        if (yield from attack(game, names, h, by_road)):
            return True
    return False


def modifiers(game: Gs, names: tuple[str, ...], h: int, by_road: bool) -> Tally:
    """What is added to the roll of an attack. [20.3.2b]"""
    tally, side = Tally(), counter_of(game, names[0]).side
    pure = all(armor_of(counter_of(game, n), unit_of(game, n)) == "pure" for n in names)
    marching = any(unit_of(game, n).mode == STRAT for n in names)
    for title, drm in (
        ("pure armor", -int(pure)),
        ("Flak", -over(game, side, h)),
        ("sky", -int(weather(game, h).atmosphere != CLEAR)),
        ("Strat mode", 2 * marching),
        ("Mech road movement", int(by_road and not marching)),
    ):
        if drm:
            tally = tally.add(title, drm, "20.3.2b")
    return tally


def attack(game: Gs, names: tuple[str, ...], h: int, by_road: bool) -> Questions[bool]:
    """The mover rolls, and those who were found suffer the result at once, nobody else in the hex;
    whether there was any. [20.3.2b]"""
    tally, tables = modifiers(game, names, h, by_road), game.scenario.tables
    drm = int(tally.total)

    def read(roll: int) -> tuple[int, int]:
        found = roll + drm
        return number(tables, TABLE, found, "steps"), number(tables, TABLE, found, "fatigue")

    roll, (steps, fatigue) = d10(game, read)
    facts = {
        "units": list(names), "hex": game.board.label(h), "roll": roll, "drm": tally.to_json(),
        "steps": steps, "fatigue": fatigue,
    }  # fmt: skip
    game.emit(Event("interdicted", "20.3.2b", facts, dice=(roll,)))
    if fatigue:
        tire(game, names, "20.3.2b", fatigue)
    for _ in range(steps):
        yield from _lose(game, names)
    return bool(steps or fatigue)


class LoseToAircraft(Among[Gs, OfOne]):
    """Choosing who of those that move as one loses a step to aircraft. [20.3.2b]"""

    do, rule, order = "interdiction-loss", "20.3.2b", OfOne
    title, phrase = "A step lost to aircraft", "{unit} loses a step"


def _lose(game: Gs, names: tuple[str, ...]) -> Questions[None]:
    """One step of those who moved as one; the owner says whose. [20.3.2b]"""
    there = [n for n in names if unit_of(game, n).place == MAP]
    if not there:
        return
    loser = there[0]
    if len(there) > 1:
        choice = LoseToAircraft([OfOne(name) for name in there])
        strongest = max(there, key=lambda name: (unit_of(game, name).steps, name))
        answer = yield choice.ask(
            game, counter_of(game, loser).side, "interdiction-loss",
            "Who loses a step to aircraft?", {"strongest": OfOne(strongest)}, slight=True,
        )  # fmt: skip
        loser = choice.order_of(game, answer).unit
    lose_step(game, loser, "20.3.2b")
