"""Panels beside the map: order of battle, calendar, points and tracks, charts, victory."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction

from grognard.engine.calendar import written
from grognard.engine.tally import Tally
from grognard.systems.nextwar.airpower.wings import ALIVE, READY, plane, seen_wings
from grognard.systems.nextwar.arrivals.status import POOLS
from grognard.systems.nextwar.ending.victory import lead, level
from grognard.systems.nextwar.naval.waters import ruler
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.raids.missions import available
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import INITIATIVE, LEVELS, NOW, SIDES, WAR
from grognard.systems.nextwar.table.cards import LISTS, counters
from grognard.systems.nextwar.table.marks import prized, worth
from grognard.systems.nextwar.table.names import call, title
from grognard.systems.nextwar.table.wings import WHERE
from grognard.systems.nextwar.units import ELIMINATED, EXPECTED, REMOVED, SURRENDERED
from grognard.table.cards import (
    Arrival,
    CounterCard,
    Force,
    ForceLine,
    Reckoned,
    ReckonedPart,
    Sample,
    Sum,
)
from grognard.table.panels import by_side, formations, line
from grognard.table.tabletop import Player
from grognard.table.winning import Condition, Prize, Terms, scale

DAYS = 3.5
"""A turn is half a week. [3.0]"""
GONE = (ELIMINATED, SURRENDERED, REMOVED)
INDEPENDENT, FLYING, WINGS, FLEET = "independent units", "Helicopters", "Aircraft", "Ships"
SORTS = {"helicopters": FLYING, "aircraft": WINGS, "ships": FLEET}


# ---- the order of battle


def forces(game: Nw, player: Player) -> list[Force]:
    """Formations with their units; helicopters and ships by themselves."""
    groups = formations(counters(game, player), lambda card: _group(game, card))
    order = {side: place for place, side in enumerate(game.scenario.sides)}
    last = (FLYING, WINGS, FLEET)
    keys = sorted(groups, key=lambda key: (order[key[0]], key[1] in last, key[1]))
    return [_force(game, *key, groups[key]) for key in keys]


def _group(game: Nw, card: CounterCard) -> str | None:
    """Under which heading a counter stands; Beachheads under none."""
    if card.sort in SORTS:
        return SORTS[card.sort]
    counter = game.scenario.counters[card.id]
    if counter.beachhead:
        return None
    return f"{counter.nation} {counter.formation or INDEPENDENT}"


def _force(game: Nw, side: str, heading: str, cards: list[CounterCard]) -> Force:
    here = [card for card in cards if card.hex is not None and card.sort == "units"]
    attack = sum(_number(card, "attack") for card in here)
    defense = sum(_number(card, "defense") for card in here)
    total = sum(card.steps for card in cards)
    lines = tuple(_line(card) for card in cards)
    lost = total - sum(one.step for one in lines)
    strength = f"{attack}-{defense}" if here else str(len(cards))
    return Force(side, heading, strength, f"{lost} of {total} steps" if lost else "", lines)


def _number(card: CounterCard, name: str) -> int:
    found = next((one.text for one in card.values if one.name == name), "0")
    return int(found.strip("()"))


def _line(card: CounterCard) -> ForceLine:
    box = card.box or ""
    if card.sort == "aircraft":
        place = box.split()[1]
        return line(card, WHERE[place], place in GONE)
    place = box.partition("-")[0]
    where = LISTS.get(place) or box.removeprefix("box ").removesuffix(f" {card.side}")
    return line(card, where, place in GONE)


# ---- the calendar


def calendar(game: Nw, turn: int) -> date | None:
    """The first day of a turn; None without a calendar."""
    start = game.scenario.start_date
    return date.fromisoformat(start) + timedelta(days=int((turn - 1) * DAYS)) if start else None


def arrivals(game: Nw, player: Player) -> list[Arrival]:
    """Reinforcements by turn, those that have come included. [10.0]"""
    groups: dict[tuple[int, str, str, bool], list[str]] = {}
    for card in counters(game, player):
        first = _first_due(game, card.id)
        if first:
            due = (card.box or "").removeprefix("air ").startswith(EXPECTED)
            groups.setdefault((first, card.side, _haven(game, card.id), due), []).append(card.id)
    return [
        Arrival(
            turn, written(calendar(game, turn)), side, call(game, names), tuple(names), where, due
        )
        for (turn, side, where, due), names in sorted(groups.items())
    ]


def _first_due(game: Nw, name: str) -> int:
    """The turn in which a counter comes; 0 if it was there from the start."""
    scenario = game.scenario
    unit = scenario.units.get(name)
    if unit is not None:
        return unit.due if unit.place == EXPECTED else 0
    if name in scenario.aircraft:
        return scenario.aircraft[name].turn
    return scenario.fleet[name].due if name in scenario.fleet else scenario.due.get(name, 0)


def _haven(game: Nw, name: str) -> str:
    if name in game.scenario.aircraft:
        return call(game, [game.scenario.aircraft[name].box])
    hexes = [game.board.label(h) for h in game.scenario.entries.get(name, ())]
    return ", ".join(hexes or game.scenario.havens.get(name, ()))


# ---- points and tracks


def budget(game: Nw, player: Player) -> list[Reckoned]:
    """Air Points, who rules air and sea, lift, replacements: everything lies open. [8.1.2]"""
    war = game.state[WAR][NOW]
    side = title(game, war.ruler) if war.ruler else ""
    air = f"{side}: Air {LEVELS[war.level].capitalize()}" if side else "contested"
    turn = f"{title(game, war.first)}" if war.kind == INITIATIVE else "contested"
    found = [
        Reckoned("Weather", war.weather),
        Reckoned("Initiative", turn),
        Reckoned("Air superiority", air),
    ]
    if game.scenario.air_units:
        watching = title(game, war.watching) if war.awacs else ""
        advantage = f"{watching}: {war.awacs}" if watching else "0"
        found.append(Reckoned("AWACS Advantage", advantage))
        found.append(
            Reckoned("Aircraft ready, of those in play", "", tuple(_aircraft(game, player)))
        )
    else:
        found.append(Reckoned("Air Points", "", tuple(_parts(game, "air", "6.1"))))
    for key, words, rule in (*TRACKS, *(ADVANCED if game.scenario.advanced else ())):
        if any(getattr(status, key) for status in game.state[SIDES].values()):
            found.append(Reckoned(words, "", tuple(_parts(game, key, rule))))
    points = tuple(_points(game))
    found.append(Reckoned("Victory Points", "", points))
    raiders = tuple(_raiders(game))
    found += [Reckoned("Special forces at hand", "", raiders)] if raiders else []
    found += _nations(game)
    pools = [
        ReckonedPart(nation, str(pool.points), "11.0", "rulebook")
        for nation, pool in game.state[POOLS].items()
    ]
    found += [Reckoned("Replacement Points", "", tuple(pools))] if pools else []
    seas = tuple(_seas(game))
    return [*found, Reckoned("Control of the sea", "", seas)] if seas else found


TRACKS = (
    ("lift", "Airmobile Points", "8.5.4"),
    ("submarines", "Submarines", "7.4"),
    ("asw", "Anti-submarine warfare", "7.4.2"),
)
"""What sides count on tracks."""


ADVANCED = (
    ("detection", "Air defenses: detection", "24.1"),
    ("sam", "Air defenses: missiles (SAM)", "24.1"),
    ("aaa", "Air defenses: guns (AAA)", "24.1"),
    ("ballistic", "Ballistic missiles left", "26.1"),
    ("cruise", "Cruise missiles left", "26.1"),
    ("gas", "Chemical weapons", "18.2.4"),
    ("supply", "Supply Points", "19.3"),
)
"""What sides count on tracks in the Advanced Game."""


def _aircraft(game: Nw, player: Player) -> Iterator[ReckonedPart]:
    """How many air units of each side are ready, of those in play. [22.1.3]"""
    known = seen_wings(game, player)
    for side in game.scenario.sides:
        places = [wing.place for name, wing in known.items() if plane(game, name).side == side]
        alive = sum(place in ALIVE for place in places)
        words = f"{places.count(READY)}/{alive}"
        yield ReckonedPart(title(game, side), words, "22.1.3", "rulebook")


def _points(game: Nw) -> Iterator[ReckonedPart]:
    """Victory Points, with those of this turn that are not banked yet. [12.1]"""
    for side, status in game.state[SIDES].items():
        more = f" + {status.gained}" if status.gained and not _banked(game) else ""
        yield ReckonedPart(title(game, side), f"{status.vp}{more}", "12.1", "rulebook")


def _raiders(game: Nw) -> Iterator[ReckonedPart]:
    """Markers of special operations forces that may be sent out. [20.1.1]"""
    for nation in game.scenario.raiders:
        yield ReckonedPart(nation, str(max(0, available(game, nation))), "20.1.1", "rulebook")


def _nations(game: Nw) -> list[Reckoned]:
    """When the United Nations meet. [28.0]"""
    begins = game.scenario.resolutions.begins if game.scenario.advanced else 0
    if not begins:
        return []
    return [Reckoned("The United Nations meet from turn", str(begins))]


def _parts(game: Nw, key: str, rule: str) -> Iterator[ReckonedPart]:
    for side, status in game.state[SIDES].items():
        yield ReckonedPart(title(game, side), str(getattr(status, key)), rule, "rulebook")


def _seas(game: Nw) -> Iterator[ReckonedPart]:
    for name, box in game.board.boxes.items():
        if box.kind != "holding":
            side = ruler(game, name)
            who = title(game, side) if side else "contested"
            yield ReckonedPart(name, who, "7.2", "rulebook")


def samples(game: Nw, player: Player) -> list[Sample]:
    """The numbers that charts follow from turn to turn."""
    sides, cards = game.state[SIDES], counters(game, player)

    def steps(side: str) -> int:
        return sum(c.step for c in cards if c.side == side and c.hex and c.sort == "units")

    def points(side: str) -> int:
        return sides[side].vp + (0 if _banked(game) else sides[side].gained)

    return [
        *by_side(game, "points", "Victory Points", "VP", points),
        *by_side(game, "steps", "Steps on the map", "steps", steps),
        *by_side(game, "air", "Air Points", "points", lambda side: sides[side].air),
    ]


def _banked(game: Nw) -> bool:
    return game.segment.kind in ("victory", "weather", "initiative")


# ---- victory


def victory(game: Nw) -> list[Sum]:
    """The points of both sides, and what they would come to if the game ended now. [12.3]"""
    first, (winner, words) = game.scenario.sides[0], level(game)
    who = f"{title(game, winner)}: {words}" if winner else words
    tally = Tally()
    for side, status in game.state[SIDES].items():
        sign = 1 if side == first else -1
        tally = tally.add(f"{title(game, side)}, banked", sign * status.vp, "12.1")
        if status.gained and not _banked(game):
            tally = tally.add(f"{title(game, side)}, this turn", sign * status.gained, "12.1")
    return [Sum(f"as banked {who}; lead of {title(game, first)}", tally)]


def terms(game: Nw) -> Terms | None:
    """The scale of victory, what each place is worth, and what may end it early. [12.2] [12.3]"""
    given, first = game.scenario.terms, game.scenario.sides[0]
    if not given.levels:
        return None
    total = lead(game, first) + _coming(game, first)
    return Terms(
        side=first,
        total=total,
        complete=True,
        rule="12.3",
        degrees=scale(given.levels, total),
        prizes=tuple(_prizes(game, first)),
        conditions=tuple(_conditions(game)),
    )


def _coming(game: Nw, side: str) -> int:
    """By how much a side's lead grows when the points of this turn are banked. [12.1]"""
    if _banked(game):
        return 0
    sides = game.state[SIDES]
    return sides[side].gained - sides[game.scenario.other(side)].gained


def _prizes(game: Nw, side: str) -> Iterator[Prize]:
    """Places that a side may take from its enemy, those it has taken included. [12.1]"""
    start = game.scenario.control
    for h in prized(game):
        if start[h] != game.scenario.other(side):
            continue
        mine = controller(game, h) == side
        for what, points in _worths(game, h, side):
            if points.denominator == 1:
                yield Prize(
                    what, int(points), "", (game.board.label(h),), int(mine), 1, None,
                    "won" if mine else "open", "12.1",
                )  # fmt: skip


def _worths(game: Nw, h: int, side: str) -> list[tuple[str, Fraction]]:
    return [(what, Fraction(points)) for what, points in worth(game, h)]


def _conditions(game: Nw) -> Iterator[Condition]:
    """What a side may roll for automatic victory with. [12.2]"""
    given, label = game.scenario.terms, game.board.label
    if given.automatic:
        text = f"with a lead of {given.automatic} points a side rolls for automatic victory"
        yield Condition(text, "12.2", (), None)
    for side, hexes in given.capital.items():
        held = sum(controller(game, h) == side for h in hexes)
        where = ", ".join(map(label, hexes))
        text = f"{title(game, side)} rolls for automatic victory when it holds all of {where}"
        yield Condition(text, "12.2", tuple(map(label, hexes)), held)
