"""Ammunition delivery in its eight steps: ADV, support, AmP. [16.3.2]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import d10
from grognard.systems.goss.logistics.stock import armies_of, army_of, book
from grognard.systems.goss.logistics.support import (
    MOST,
    adjustment,
    corps_of,
    counts,
    formations_of,
    formations_value,
    within,
)
from grognard.systems.goss.logistics.trucks import ammo_row, free_trucks
from grognard.systems.goss.pieces.chain import army, headquarters
from grognard.systems.goss.pieces.values import on_map, unit_of
from grognard.systems.goss.scenario import ALLIED, SIDES, Gs
from grognard.systems.goss.status import ARMIES, HQS
from grognard.systems.goss.turn.calendar import date
from grognard.systems.goss.units import ARMY
from grognard.systems.goss.words import called

RATE = 2
"""AmP for a point of ADV, either way. [16.3.2(3)]"""
MADE = 10
"""The most AmP that are made of ADV. [16.3.2(3)]"""
PER_TRUCK = 2
"""AmP that a truck transfers. [16.3.5]"""
EXTENDED = -2
"""What an extended path to the army takes off a delivery. [16.2.2]"""


def begin_delivery(game: Gs) -> None:
    """Step 1: every army has the ADV that the scenario gives it on this day; nothing else is
    settled. [16.3.1] [16.3.2(1)]"""
    for side in SIDES:
        for name in armies_of(game, side):
            track = army_of(game, name)
            adv = within(game.scenario.armies[name].adv_on(date(game)))
            game.put(
                ARMIES,
                name,
                replace(track, adv=adv, made=0, moving=0, towards="", adjusted=False),
            )


@dataclass(frozen=True, slots=True)
class Delivery:
    """What an army does in steps 2 to 6: AmP that it sends to another, points of ADV that it turns
    into AmP (`lower`) or buys for AmP (`buy`), and the corps that it supports."""

    army: str
    corps: Pieces = ()
    lower: int = 0
    buy: int = 0
    send: int = 0
    to: str = ""


class Deliver(Verb[Gs, Delivery]):
    """An army settles its ammunition for the day. [16.3.2]"""

    do, rule, title, order = "ammunition", "16.3.2", "Ammunition delivery", Delivery
    phrase = "{army} supports {corps}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Somebody, while an army has not yet done it."""
        return [""] if any(not army_of(game, n).adjusted for n in armies_of(game, player)) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Delivery]:
        """All corps, or all but one; with ADV bought or AmP made, or neither."""
        for name in armies_of(game, player):
            if army_of(game, name).adjusted:
                continue
            everybody = tuple(corps_of(game, name))
            sets = [everybody, *(tuple(c for c in everybody if c != out) for out in everybody), ()]
            for chosen in dict.fromkeys(sets):
                yield Delivery(name, chosen)
                yield Delivery(name, chosen, lower=1)
                yield Delivery(name, chosen, buy=1)

    def against(self, game: Gs, player: str, order: Delivery) -> list[Refusal]:
        """Step by step. [16.3.2]"""
        if order.army not in armies_of(game, player):
            return [Refusal("form", f"{order.army!r} is no army of yours")]
        if army_of(game, order.army).adjusted:
            return [Refusal("16.3.2", f"{order.army} has settled its ammunition for today")]
        if min(order.lower, order.buy, order.send) < 0:
            return [Refusal("form", "a number of points is below nothing")]
        return [
            *self._against_sending(game, player, order),
            *self._against_trading(game, order),
            *self._against_corps(game, player, order),
        ]

    def _against_sending(self, game: Gs, player: str, order: Delivery) -> list[Refusal]:
        """Step 2: two AmP for each motorization truck. [16.3.2(2)] [16.3.5]"""
        if not order.send:
            return []
        found = []
        if order.to not in armies_of(game, player) or order.to == order.army:
            found.append(Refusal("16.3.5", f"{order.to!r} is no other army of yours"))
        if order.send > PER_TRUCK * free_trucks(game, order.army):
            found.append(Refusal("16.3.5", "each motorization truck carries two AmP"))
        if order.send > army_of(game, order.army).amp:
            text = f"{order.army} has {army_of(game, order.army).amp} AmP, not {order.send}"
            found.append(Refusal("16.3.5", text))
        return found

    def _against_trading(self, game: Gs, order: Delivery) -> list[Refusal]:
        """Step 3: two AmP a point; no more than ten are made. [16.3.2(3)]"""
        track, found = army_of(game, order.army), []
        if order.lower and order.buy:
            found.append(Refusal("16.3.2", "the ADV is either lowered or raised"))
        if RATE * order.lower > MADE:
            found.append(Refusal("16.3.2", f"no more than {MADE} AmP are made of ADV"))
        if order.lower > track.adv or track.adv + order.buy > MOST:
            found.append(Refusal("16.3.2", f"an ADV is 0 to {MOST}"))
        if RATE * order.buy > track.amp - order.send:
            cost, left = RATE * order.buy, track.amp - order.send
            found.append(Refusal("16.3.2", f"{order.army} has {left} AmP, not {cost}"))
        return found

    def _against_corps(self, game: Gs, player: str, order: Delivery) -> list[Refusal]:
        """Step 4: its own corps; an Allied one needs a truck each, as they were assigned; and no
        more than leave the army an ADV. [16.3.2(4)] [16.1.2a]"""
        track, mine = army_of(game, order.army), {*corps_of(game, order.army)}
        strange = [hq for hq in order.corps if hq not in mine]
        if strange or len({*order.corps}) != len(order.corps):
            return [Refusal("16.3.2", f"only corps of {order.army} on the map, each once")]
        supported = [hq for hq in order.corps if counts(game, hq)]
        adv, found = track.adv - order.lower + order.buy, []
        if player == ALLIED and len(supported) > track.ammo:
            text = f"{track.ammo} trucks were assigned: no more corps are supported"
            found.append(Refusal("16.1.2a", text))
        if game.options["corps-adv-cap"] == "capped" and len(supported) > adv:
            found.append(Refusal("15.4.1", "no more corps than the ADV of the army"))
        change = adjustment(len(supported))
        if change < 0 and adv + change <= 0:
            found.append(Refusal("16.3.2", "so many corps would leave the army no ADV"))
        return found

    def carry_out(self, game: Gs, player: str, order: Delivery) -> None:
        """Steps 2 to 6, and step 7 with all formations that can be supported; an army that is left
        no ADV supports nobody. [16.3.2] [16.3.2(5)] [16.3.2(6)]"""
        name = order.army
        _trade(game, order)
        track = army_of(game, name)
        change = adjustment(len([hq for hq in order.corps if counts(game, hq)]))
        game.put(ARMIES, name, replace(track, adv=within(track.adv + change), adjusted=True))
        receive(game, name)
        adv = army_of(game, name).adv
        fed = [hq for hq in order.corps if adv]
        for hq in corps_of(game, name):
            chosen = hq in fed
            status = replace(headquarters(game, hq), bought=0, supported=chosen)
            game.put(HQS, hq, replace(status, adv=adv if chosen else 0))
            if chosen:
                support(game, hq, default_formations(game, hq))
        facts = {"army": name, "corps": fed, "adv": adv}
        game.emit(Event("support", "16.3.2", facts, seen_by=(player,)))


def _trade(game: Gs, order: Delivery) -> None:
    """Steps 2 and 3: AmP leave for another army, ADV is turned into AmP or bought. [16.3.2(2)]
    [16.3.2(3)] [16.3.5]"""
    name = order.army
    if order.send:
        book(game, name, "ammunition-sent", "16.3.5", amp=-order.send, to=order.to)
        track = army_of(game, name)
        trucks = -(-order.send // PER_TRUCK)
        game.put(
            ARMIES,
            name,
            replace(track, moving=order.send, towards=order.to, used=track.used + trucks),
        )
    points = order.buy - order.lower
    if points:
        track = army_of(game, name)
        made = RATE * order.lower
        game.put(ARMIES, name, replace(track, adv=within(track.adv + points), made=made))
        book(game, name, "adv-traded", "16.3.2", amp=-RATE * points, points=points)


def receive(game: Gs, name: str) -> None:
    """Step 5: what is delivered by the trucks that are left; where there is less than nothing and
    no stock to make up for it, each two AmP cost a point of ADV. [16.3.2(5)] [16.2.0] [16.2.1]
    [16.2.2]"""
    tables, drm = game.scenario.tables, delivery_modifier(game, name)
    row = ammo_row(army_of(game, name))

    def read(roll: int) -> int:
        return number(tables, "logistics-ammunition", row, max(0, roll + drm))

    shown, points = d10(game, read)
    track = army_of(game, name)
    short = max(0, -points - track.amp)
    game.put(ARMIES, name, replace(track, adv=within(track.adv - short // RATE)))
    book(
        game, name, "ammunition-delivered", "16.2.1", amp=max(points, -track.amp), trucks=row,
        roll=shown, points=points, dice=(shown,),
    )  # fmt: skip


def delivery_modifier(game: Gs, name: str) -> int:
    """Two less if the path to the army's headquarters is extended. [16.2.2] [15.2.4(a)]"""
    hq = game.scenario.staff(ARMY, name)
    return EXTENDED if hq and on_map(game, hq) and unit_of(game, hq).extended else 0


# ---- step 7


def supported_adv(game: Gs, hq: str, formations: tuple[str, ...]) -> int:
    """The ADV of a corps that supports these formations, before it is bought up; below nothing if
    it cannot. [15.4.2b] [16.3.2(7)]"""
    track = army_of(game, army(game, hq))
    return track.adv + adjustment(formations_value(game, formations))


def default_formations(game: Gs, hq: str) -> tuple[str, ...]:
    """As many formations as a corps can support, the first of them. [16.3.2(7)]"""
    chosen = tuple(formations_of(game, hq))
    while chosen and against_formations(game, hq, chosen):
        chosen = chosen[:-1]
    return chosen


def against_formations(game: Gs, hq: str, formations: tuple[str, ...]) -> list[Refusal]:
    """Why a corps cannot support these: its ADV would be below nothing; or by an option they are
    more than it. [16.3.2(7)] [16.3.2(8)]"""
    adv = supported_adv(game, hq, formations)
    if adv < 0:
        return [Refusal("16.3.2", "so many formations would leave the corps less than no ADV")]
    capped = game.options["support-beyond-adv"] == "capped"
    if capped and formations_value(game, formations) > adv + headquarters(game, hq).bought:
        return [Refusal("16.3.2", "a corps supports no more formations than its ADV")]
    return []


def support(game: Gs, hq: str, formations: tuple[str, ...]) -> None:
    """These formations of a corps are supported, and no others; its ADV follows. [16.3.2(7)]"""
    status = headquarters(game, hq)
    adv = within(supported_adv(game, hq, formations) + status.bought)
    game.put(HQS, hq, replace(status, adv=adv))
    for one in formations_of(game, hq):
        found = headquarters(game, one)
        if found.supported != (one in formations):
            game.put(HQS, one, replace(found, supported=one in formations))


@dataclass(frozen=True, slots=True)
class Supported:
    """A corps, and the formations that it supports."""

    hq: Piece
    formations: Pieces = ()


def settled_corps(game: Gs, player: str) -> list[str]:
    """The supported corps of armies that have settled their ammunition. [16.3.2(7)]"""
    return [
        hq
        for name in armies_of(game, player)
        if army_of(game, name).adjusted
        for hq in corps_of(game, name)
        if headquarters(game, hq).supported
    ]


class SupportFormations(Verb[Gs, Supported]):
    """Step 7: a corps chooses the formations that it supports. [16.3.2(7)] [15.4.2]"""

    do, rule, title, order = "support", "16.3.2", "Support formations", Supported
    phrase = "{hq} supports {formations}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Supported corps. [16.3.2(7)]"""
        return settled_corps(game, player)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Supported]:
        """All of them, or all but one."""
        everybody = tuple(formations_of(game, actor))
        yield Supported(actor, everybody)
        for out in everybody:
            yield Supported(actor, tuple(one for one in everybody if one != out))

    def against(self, game: Gs, player: str, order: Supported) -> list[Refusal]:
        """Only its own, and not beyond its ADV. [16.3.2(7)]"""
        if order.hq not in self.actors(game, player):
            return [Refusal("16.3.2", f"{order.hq!r} is no supported corps of yours")]
        mine = {*formations_of(game, order.hq)}
        if {*order.formations} - mine or len({*order.formations}) != len(order.formations):
            return [Refusal("16.3.2", f"only formations of {called(game, order.hq)}, each once")]
        return against_formations(game, order.hq, order.formations)

    def carry_out(self, game: Gs, player: str, order: Supported) -> None:
        """The others are unsupported; the enemy is not told. [16.3.2(7)] [15.4.2b]"""
        support(game, order.hq, order.formations)
        adv = headquarters(game, order.hq).adv
        facts = {"hq": order.hq, "formations": list(order.formations), "adv": adv}
        game.emit(Event("formations-supported", "16.3.2", facts, seen_by=(player,)))


@dataclass(frozen=True, slots=True)
class Raising:
    """A corps, and by how much its ADV is raised."""

    hq: Piece
    points: int = 1


class RaiseAdv(Verb[Gs, Raising]):
    """Step 8: AmP of the army raise the ADV of a supported corps. [16.3.2(8)]"""

    do, rule, title, order = "raise-adv", "16.3.2", "Raise a corps' ADV", Raising
    phrase = "the ADV of {hq} by {points}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Supported corps whose army has AmP."""
        return [
            hq for hq in settled_corps(game, player) if army_of(game, army(game, hq)).amp >= RATE
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Raising]:
        """By one."""
        yield Raising(actor)

    def against(self, game: Gs, player: str, order: Raising) -> list[Refusal]:
        """Two AmP a point; no ADV above eight. [16.3.2(8)]"""
        if order.hq not in settled_corps(game, player) or order.points < 1:
            return [Refusal("16.3.2", f"{order.hq!r} is no supported corps of yours")]
        found = []
        name, cost = army(game, order.hq), RATE * order.points
        if cost > army_of(game, name).amp:
            text = f"{name} has {army_of(game, name).amp} AmP, not {cost}"
            found.append(Refusal("16.3.2", text))
        if headquarters(game, order.hq).adv + order.points > MOST:
            found.append(Refusal("16.3.2", f"an ADV is 0 to {MOST}"))
        return found

    def carry_out(self, game: Gs, player: str, order: Raising) -> None:
        """The points are spent. [16.3.2(8)]"""
        status, name = headquarters(game, order.hq), army(game, order.hq)
        game.put(
            HQS,
            order.hq,
            replace(status, adv=status.adv + order.points, bought=status.bought + order.points),
        )
        book(
            game, name, "adv-raised", "16.3.2", amp=-RATE * order.points, hq=order.hq,
            points=order.points,
        )  # fmt: skip


def end_delivery(game: Gs) -> None:
    """Armies that have not settled their ammunition support what they can; then all AmP that were
    sent arrive. [16.3.2] [16.3.5]"""
    for side in SIDES:
        verb = Deliver()
        for name in armies_of(game, side):
            if not army_of(game, name).adjusted:
                chosen = tuple(corps_of(game, name))
                while chosen and verb.against(game, side, Delivery(name, chosen)):
                    chosen = chosen[:-1]
                verb.carry_out(game, side, Delivery(name, chosen))
    for name in sorted(game.state[ARMIES]):
        track = army_of(game, name)
        if track.moving:
            game.put(ARMIES, name, replace(track, moving=0, towards=""))
            book(game, track.towards, "ammunition-arrives", "16.3.5", amp=track.moving, of=name)
