"""Panels beside the map: order of battle, calendar, the ledger of armies and staffs, charts."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.calendar import written
from grognard.systems.goss.air.tracks import sectors, track_of
from grognard.systems.goss.arrivals.purse import groups_of, pool
from grognard.systems.goss.assault.limits import adv
from grognard.systems.goss.logistics.support import supported
from grognard.systems.goss.pieces.chain import formation, headquarters, headquarters_of
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, FREEZE, NORMAL, NOW, SIDES, WEATHER
from grognard.systems.goss.table.cards import LISTS, UNTOLD, counters
from grognard.systems.goss.table.names import called, title
from grognard.systems.goss.table.standing import calendar
from grognard.systems.goss.turn.calendar import box
from grognard.systems.goss.units import (
    ELIMINATED,
    EXPECTED,
    LOST,
    MAP,
    SURRENDERED,
    UNITS,
    WITHDRAWN,
)
from grognard.table.cards import (
    Arrival,
    CounterCard,
    Force,
    ForceLine,
    Reckoned,
    ReckonedPart,
    Sample,
)
from grognard.table.panels import by_side, formations, line
from grognard.table.tabletop import Player

GONE = (ELIMINATED, SURRENDERED, WITHDRAWN)
LEADERS = "Leaders"


# ---- the order of battle


def forces(game: Gs, player: Player) -> list[Force]:
    """Formations with their units, one's own with those attached to them; assets by corps and army.
    Whom enemies are attached to is not told. [9.6.0] [8.4.0]"""
    groups = formations(counters(game, player), lambda card: _group(game, player, card))
    order = {side: place for place, side in enumerate(game.scenario.sides)}
    keys = sorted(groups, key=lambda key: (order[key[0]], key[1] == LEADERS, key[1]))
    return [_force(*key, groups[key]) for key in keys]


def _group(game: Gs, player: Player, card: CounterCard) -> str | None:
    """Under which heading a counter stands: the formation that it fights in, of an enemy the one
    that is printed on it. [9.3.3]"""
    if card.sort == "leaders":
        return LEADERS
    counter = counter_of(game, card.id)
    known = player in (None, counter.side) and game.state[UNITS][card.id].place == MAP
    hq = formation(game, card.id) if known else ""
    if hq:
        return counter_of(game, hq).formation or called(game, hq)
    return counter.formation or counter.corps or counter.army or "independent units"


def _force(side: str, heading: str, cards: list[CounterCard]) -> Force:
    here = [card for card in cards if card.hex is not None and card.sort == "units"]
    attack, defence = (_total(here, name) for name in ("attack", "defence"))
    all_steps = sum(card.steps for card in cards)
    lines = tuple(_line(card) for card in cards)
    lost = all_steps - sum(one.step for one in lines)
    strength = f"{attack}-{defence}" if here else str(len(cards))
    return Force(side, heading, strength, f"{lost} of {all_steps} steps" if lost else "", lines)


def _total(cards: list[CounterCard], name: str) -> str:
    """The sum of a strength; not told where that of one is not. [4.6.1]"""
    texts = [one.text for card in cards for one in card.values if one.name == name]
    return UNTOLD if UNTOLD in texts else str(sum(map(int, texts)))


def _line(card: CounterCard) -> ForceLine:
    place = (card.box or "").rpartition("-")[0]
    return line(card, LISTS.get(place, ""), place in GONE)


# ---- the calendar


def arrivals(game: Gs, player: Player) -> list[Arrival]:
    """Reinforcements by game turn, those that have come included. [21.0]"""
    groups: dict[tuple[int, str, str, str, bool], list[str]] = {}
    for name, first in game.scenario.units.items():
        unit = game.state[UNITS].get(name)
        if first.place != EXPECTED or unit is None:
            continue
        where = ", ".join(game.board.label(h) for h in game.scenario.entries.get(name, ()))
        group = game.scenario.groups.get(name, "")
        due = unit.place == EXPECTED
        key = (first.due, counter_of(game, name).side, group, where, due)
        groups.setdefault(key, []).append(name)
    return [
        Arrival(
            turn, f"{written(calendar(game, turn))} {box(game, turn).period}", side,
            group or ", ".join(called(game, name) for name in names), tuple(names), where, due,
        )
        for (turn, side, group, where, due), names in sorted(groups.items())
    ]  # fmt: skip


# ---- the ledger


def budget(game: Gs, player: Player) -> list[Reckoned]:
    """The weather, and for a side its aircraft, armies and headquarters: what each has and lacks.
    The enemy's are hidden. [16.3.2] [20.1.1]"""
    found = [*_weather(game)]
    sides = [player] if player in game.scenario.sides else []
    sides = [*game.scenario.sides] if player is None else sides
    for side in sides:
        assert side is not None
        found += [*_air(game, side), *_replacements(game, side)]
        found += [*_armies(game, side), *_staffs(game, side)]
    return found


def _part(label: str, value: object, rule: str) -> ReckonedPart:
    return ReckonedPart(label, str(value), rule, "rulebook")


def _halves(number: int) -> str:
    """Points that are counted in halves."""
    return f"{number // 2}{'½' * (number % 2)}" if number > 1 or not number % 2 else "½"


def _air(game: Gs, side: str) -> Iterator[Reckoned]:
    """Air points by sector, as far as they are left. [20.1.1]"""
    status = game.state[SIDES][side]
    if not status.ap and not status.atp:
        return
    parts = [_part("transport", status.atp, "20.5.0")] if status.atp else []
    for sector in sectors(game):
        track = track_of(game, side, sector)
        where = "" if len(sectors(game)) == 1 else f"{sector}: "
        parts += [
            _part(f"{where}ground support", track.gs, "20.2.0"),
            _part(f"{where}ground interdiction", track.gi, "20.3.0"),
            _part(f"{where}supply interdiction", track.si, "20.4.0"),
            _part(f"{where}air superiority", track.asup, "20.6.0"),
        ]
    yield Reckoned(f"{title(game, side)}: air points", str(status.ap), tuple(parts))


def _weather(game: Gs) -> Iterator[Reckoned]:
    """The weather, in each zone where there are several. [19.4.0]"""
    for zone, sky in game.state[WEATHER].items():
        ground = f"{sky.ground}, frozen" if sky.ground == FREEZE else sky.ground
        where = "Weather" if zone == NOW else f"Weather: {zone}"
        yield Reckoned(where, f"{sky.atmosphere}, {ground}, {sky.precipitation}")


def _replacements(game: Gs, side: str) -> Iterator[Reckoned]:
    """Replacement points, and lost steps that will make more, of a side or of each group of nations
    that is kept apart. [22.1.0] [22.2.0]"""
    for group in ("", *groups_of(game, side)):
        stock = pool(game, side, group)
        counts = (stock.inf, stock.arm, stock.recycle_inf, stock.recycle_arm)
        if game.options["replacements"] != "on" or not any(counts):
            continue
        parts = (
            _part("infantry", _halves(stock.inf), "22.1.0"),
            _part("armor", _halves(stock.arm), "22.1.0"),
            _part("infantry steps to recycle", _halves(stock.recycle_inf), "22.2.0"),
            _part("armor steps to recycle", _halves(stock.recycle_arm), "22.2.0"),
        )
        whose = f"{title(game, side)}, {group}" if group else title(game, side)
        total = _halves(stock.inf + stock.arm)
        yield Reckoned(f"{whose}: replacement points", total, parts)


def _armies(game: Gs, side: str) -> Iterator[Reckoned]:
    """The record tracks of a side's armies: ADV, ammunition, fuel, and trucks by task. [16.0]"""
    for name, plan in game.scenario.armies.items():
        army = game.state[ARMIES].get(name)
        if plan.side != side or army is None:
            continue
        parts = (
            _part("ammunition delivery value", army.adv, "16.3.1"),
            _part("ammunition points", army.amp, "16.3.6"),
            _part("fuel points", _halves(army.fp), "16.4.0"),
            _part("trucks: ammunition", army.ammo, "16.1.2"),
            _part("trucks: fuel", army.fuel, "16.1.2"),
            _part("trucks: troops", f"{army.motor - army.used} of {army.motor} free", "16.1.2"),
        )
        yield Reckoned(name, f"{army.tp} trucks", parts)


def _staffs(game: Gs, side: str) -> Iterator[Reckoned]:
    """What each headquarters has and lacks. [16.3.2] [16.4.3]"""
    parts = []
    for hq in headquarters_of(game, side):
        found, unit = headquarters(game, hq), game.state[UNITS][hq]
        words = [unit.supply, "supported" if supported(game, hq) else "unsupported"]
        words += [f"ADV {adv(game, hq)}"] if adv(game, hq) else []
        words += [f"fuel {found.fuel}"] if found.fuel != NORMAL else []
        words += [f"{found.ohs} on hand"] if found.ohs else []
        parts.append(_part(called(game, hq), ", ".join(words), "15.4.0"))
    if parts:
        yield Reckoned(f"{title(game, side)}: headquarters", "", tuple(parts))


# ---- charts


def samples(game: Gs, player: Player) -> list[Sample]:
    """The numbers that charts follow from turn to turn: losses, which both sides see. [22.0]"""
    steps: dict[str, int] = dict.fromkeys(game.scenario.sides, 0)
    for name, unit in game.state[UNITS].items():
        if unit.place in LOST:
            steps[counter_of(game, name).side] += counter_of(game, name).steps
    return [*by_side(game, "lost", "Steps of units lost", "steps", lambda side: steps[side])]
