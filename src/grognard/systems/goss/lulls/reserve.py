"""Army reserve: areas behind the front where formations wait unseen. [25.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Word
from grognard.systems.goss.pieces.chain import (
    army,
    headquarters,
    headquarters_of,
    mech_formation,
    subordinates,
)
from grognard.systems.goss.pieces.stacks import enemy_within
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.status import ARMIES, HQS, LEADERS, NORMAL, Army
from grognard.systems.goss.units import BG, MAP, RESERVE, TAC, UNITS
from grognard.systems.goss.words import called

FAR, CLEAR = 10, 7
"""How far from enemies an area must be when it is first laid out, and later, as must all who enter
it. [25.0] [25.1.0(a)]"""
NEAR, MOST_AREAS, MOST_HALVES = 4, 2, 8
"""How near an area must be to those who enter, and to the one it comes from; how many an army has;
how many halves of formations wait in them. [25.0] [25.1.0]"""


def stock(game: Gs, name: str) -> Army:
    """An army's record track. [25.0]"""
    return game.state[ARMIES][name]


def waiting(game: Gs, name: str) -> list[str]:
    """The headquarters of the formations in an army's reserve. [25.0]"""
    return sorted(
        hq for hq, one in game.state[HQS].items() if one.reserve >= 0 and army(game, hq) == name
    )


def halves(game: Gs, hq: str) -> int:
    """How much a formation counts: an independent battle group half of one. [25.0]"""
    return 1 if counter_of(game, hq).level == BG else 2


def clear_of(game: Gs, side: str, h: int, reach: int) -> bool:
    """Whether no enemy unit is nearer than so many hexes. [25.0]"""
    return not enemy_within(game, side, h, reach - 1)


# ---- areas [25.0] [25.1.0]


@dataclass(frozen=True, slots=True)
class Area:
    """An army, a hex for its reserve, and the one that it takes the place of."""

    army: Word
    hex: Hex
    old: Hex = -1


class LayArea(Verb[Gs, Area]):
    """An army lays out an area for its reserve, or moves one. [25.0] [25.1.0]"""

    do, rule, title, order = "reserve-area", "25.0", "Reserve area", Area
    phrase = ("the reserve area of {army} from {old} to {hex}", "a reserve area of {army}: {hex}")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The armies of the side."""
        return [n for n, plan in sorted(game.scenario.armies.items()) if plan.side == player]

    def possible(self, game: Gs, player: str) -> bool:
        """Worth stopping for where a formation waits in an area, or could enter one."""
        if any(waiting(game, name) for name in self.actors(game, player)):
            return True
        return any(_could_wait(game, player, hq) for hq in _formations(game, player))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Area]:
        """The hexes near an area of the army, or near its formations' headquarters."""
        areas = stock(game, actor).areas
        homes = [
            unit_of(game, hq).hex for hq in _formations(game, player) if army(game, hq) == actor
        ]
        near = {start: game.board.disk(start, NEAR) for start in areas or homes}
        if len(areas) < MOST_AREAS:
            yield from (Area(actor, h) for h in dict.fromkeys(h for d in near.values() for h in d))
        for start in areas:
            yield from (Area(actor, h, start) for h in near[start])

    def against(self, game: Gs, player: str, order: Area) -> list[Refusal]:
        """Two areas at most; before anybody waits there ten hexes from enemies, later seven, one
        change in a phase, and four hexes from where it was. [25.0] [25.1.0] [25.1.0(a)]
        [25.1.0(b)]"""
        plan = game.scenario.armies.get(order.army)
        if plan is None or plan.side != player:
            return [Refusal("25.0", f"{order.army!r} is no army of yours")]
        areas = stock(game, order.army).areas
        if order.hex in areas:
            return [Refusal("25.0", "there is an area already")]
        if order.old >= 0 and order.old not in areas:
            return [Refusal("25.1.0(a)", "there is no such area")]
        if order.old < 0 and len(areas) >= MOST_AREAS:
            return [Refusal("25.1.0(b)", f"an army has {MOST_AREAS} reserve areas at most")]
        if not waiting(game, order.army):
            far = clear_of(game, player, order.hex, FAR)
            return [] if far else [Refusal("25.0", f"an area is {FAR} hexes from enemies")]
        return self._against_change(game, player, order, areas)

    def _against_change(
        self, game: Gs, player: str, order: Area, areas: Sequence[int]
    ) -> list[Refusal]:
        rule = "25.1.0(a)" if order.old >= 0 else "25.1.0(b)"
        since = [headquarters(game, hq).reserved for hq in waiting(game, order.army)]
        if min(since) == game.turn:
            return [Refusal("25.1.0", "areas are changed in a later Command Phase")]
        if stock(game, order.army).moved_area == game.turn:
            return [Refusal("25.1.0", "one area is laid out or moved in a Command Phase")]
        start = order.old if order.old >= 0 else areas[0]
        if game.board.distance(start, order.hex) > NEAR:
            return [Refusal(rule, f"the new area is within {NEAR} hexes of the other")]
        if not clear_of(game, player, order.hex, CLEAR):
            return [Refusal(rule, f"the new area is {CLEAR} hexes from enemies")]
        return []

    def carry_out(self, game: Gs, player: str, order: Area) -> None:
        """It is noted in secret; whoever was in an area that moves goes along. [25.0]
        [25.1.0(a)]"""
        now, waits = stock(game, order.army), waiting(game, order.army)
        areas = tuple(h for h in now.areas if h != order.old)
        moved = game.turn if waits else now.moved_area
        game.put(ARMIES, order.army, replace(now, areas=(*areas, order.hex), moved_area=moved))
        for hq in waits:
            if headquarters(game, hq).reserve == order.old:
                game.put(HQS, hq, replace(headquarters(game, hq), reserve=order.hex))
        facts = {"army": order.army, "hex": game.board.label(order.hex)}
        game.emit(Event("reserve-area", "25.0", facts, seen_by=(player,)))


# ---- entering and changing areas [25.0] [25.1.0(c)]


@dataclass(frozen=True, slots=True)
class Into:
    """A formation, and the area of its army that it is to be in."""

    hq: Piece
    hex: Hex


def _formations(game: Gs, side: str) -> list[str]:
    return [hq for hq in headquarters_of(game, side) if counter_of(game, hq).leads_formation]


def _could_wait(game: Gs, side: str, hq: str) -> bool:
    """Whether a formation is far enough from enemies to go into reserve. [25.0]"""
    if army(game, hq) not in game.state[ARMIES]:
        return False
    return all(clear_of(game, side, unit_of(game, n).hex, CLEAR) for n in subordinates(game, hq))


class EnterReserve(Verb[Gs, Into]):
    """A whole formation, with all that is attached to it, goes into army reserve. [25.0]"""

    do, rule, title, order = "enter-reserve", "25.0", "Army reserve", Into
    phrase = "{hq} into army reserve at {hex}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The formations whose army has an area."""
        return [hq for hq in _formations(game, player) if _areas(game, hq)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Into]:
        """Each area."""
        for h in _areas(game, actor):
            yield Into(actor, h)

    def against(self, game: Gs, player: str, order: Into) -> list[Refusal]:
        """A formation with normal fuel, all of it seven hexes from enemies and four from an area of
        its army; four formations at most. [25.0]"""
        if order.hq not in _formations(game, player):
            return [Refusal("25.0", f"{order.hq!r} leads no formation of yours on the map")]
        name = called(game, order.hq)
        if order.hex not in _areas(game, order.hq):
            return [Refusal("25.0", f"the army of {name} has no reserve area there")]
        thirsty = player == ALLIED or mech_formation(game, order.hq)
        if thirsty and headquarters(game, order.hq).fuel != NORMAL:
            return [Refusal("25.0", f"{name} is short of fuel")]
        there = sum(halves(game, hq) for hq in waiting(game, army(game, order.hq)))
        if there + halves(game, order.hq) > MOST_HALVES:
            return [Refusal("25.0", "four formations of an army at most are in reserve")]
        found = []
        for unit in subordinates(game, order.hq):
            h = unit_of(game, unit).hex
            if not clear_of(game, player, h, CLEAR):
                found.append(Refusal("25.0", f"{called(game, unit)} is too near to an enemy"))
            elif all(game.board.distance(h, area) > NEAR for area in _areas(game, order.hq)):
                text = f"{called(game, unit)} is too far from the areas of its army"
                found.append(Refusal("25.0", text))
        return found

    def carry_out(self, game: Gs, player: str, order: Into) -> None:
        """They are taken off the map; the enemy sees no more than that. [25.0]"""
        names, name = subordinates(game, order.hq), army(game, order.hq)
        h = unit_of(game, order.hq).hex
        for unit in names:
            _withdrawn(game, unit, name)
        for leader, one in sorted(game.state[LEADERS].items()):
            if one.place == MAP and one.hex == h and game.scenario.leaders[leader].hq == order.hq:
                game.put(LEADERS, leader, replace(one, place=RESERVE, hex=-1))
        status = replace(headquarters(game, order.hq), reserve=order.hex, reserved=game.turn)
        game.put(HQS, order.hq, status)
        told = Event("reserve-entered", "25.0", {"side": player})
        facts = {"hq": order.hq, "hex": game.board.label(order.hex)}
        game.emit(told.to(player, **facts))


def _areas(game: Gs, hq: str) -> tuple[int, ...]:
    name = army(game, hq)
    return stock(game, name).areas if name in game.state[ARMIES] else ()


def _withdrawn(game: Gs, name: str, where: str) -> None:
    """A unit leaves the map for its army's reserve. [25.0]"""
    unit = unit_of(game, name)
    gone = replace(
        unit, place=RESERVE, hex=-1, where=where, mode=TAC, ta=False, cr=False, inside=False,
        task="", task_at=-1, waiting=0,
    )  # fmt: skip
    game.put(UNITS, name, gone)


class Reassign(Verb[Gs, Into]):
    """A formation in reserve goes to the other area of its army. [25.1.0(c)]"""

    do, rule, title, order = "reassign-reserve", "25.1.0(c)", "Other reserve area", Into
    phrase = "{hq} to the reserve area at {hex}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The formations of a side in reserve, where their army has two areas."""
        return [hq for hq in reserved(game, player) if len(_areas(game, hq)) > 1]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Into]:
        """The area that it is not in."""
        for h in _areas(game, actor):
            if h != headquarters(game, actor).reserve:
                yield Into(actor, h)

    def against(self, game: Gs, player: str, order: Into) -> list[Refusal]:
        """In a Command Phase after it has entered. [25.1.0(c)]"""
        if order.hq not in reserved(game, player):
            return [Refusal("25.1.0(c)", f"{order.hq!r} is no formation of yours in reserve")]
        status = headquarters(game, order.hq)
        if order.hex not in _areas(game, order.hq) or order.hex == status.reserve:
            return [Refusal("25.1.0(c)", "there is no other reserve area there")]
        if status.reserved == game.turn:
            return [Refusal("25.1.0(c)", f"{called(game, order.hq)} has only just entered")]
        return []

    def carry_out(self, game: Gs, player: str, order: Into) -> None:
        """It is there now, in secret. [25.1.0(c)]"""
        game.put(HQS, order.hq, replace(headquarters(game, order.hq), reserve=order.hex))
        facts = {"hq": order.hq, "hex": game.board.label(order.hex)}
        game.emit(Event("reserve-moved", "25.1.0(c)", facts, seen_by=(player,)))


def reserved(game: Gs, side: str) -> list[str]:
    """The headquarters of a side's formations in army reserve. [25.0]"""
    return sorted(
        hq
        for hq, one in game.state[HQS].items()
        if one.reserve >= 0 and counter_of(game, hq).side == side
    )
