"""German generic panzer battalions: three companies in one. [4.6.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Pieces
from grognard.systems.goss.pieces.chain import assigned, formation
from grognard.systems.goss.pieces.losses import gone
from grognard.systems.goss.pieces.stacks import holder, on_map, units_at
from grognard.systems.goss.pieces.values import counter_of, strength, under, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import (
    ELIMINATED,
    GENERIC,
    GENS,
    GONE,
    HELD,
    LOST,
    MAP,
    TAC,
    UNITS,
    Unit,
)
from grognard.systems.goss.words import called

STEPS = 3
"""What a generic battalion is made of. [4.6.1]"""


@dataclass(frozen=True, slots=True)
class Muster:
    """Panzer companies, the battalion that they become, the company whose proficiency it has, and
    where it is placed."""

    units: Pieces
    into: Piece
    like: Piece
    hex: Hex


def spare(game: Gs, player: str) -> list[str]:
    """The generic battalions of a side that are not in play. [4.6.1]"""
    return [
        n for n, unit in game.state[UNITS].items()
        if unit.place == GONE
        and counter_of(game, n).is_(GENERIC)
        and counter_of(game, n).side == player
    ]  # fmt: skip


def against_company(game: Gs, name: str) -> list[Refusal]:
    """Why panzers cannot join: pure armor in command and in GenS, of a formation, at nothing else.
    [4.6.1]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    barred = (
        (not counter.afv or counter.is_(GENERIC) or unit.steps < 1, "is no panzer company"),
        (unit.ooc, "is out of command"),
        (unit.supply != GENS, "is not in general supply"),
        (not formation(game, name), "has no formation"),
        (unit.mode != TAC or bool(unit.task), "is at something else"),
    )
    return [Refusal("4.6.1", f"{called(game, name)} {why}") for holds, why in barred if holds]


class FormPanzers(Verb[Gs, Muster]):
    """Three steps of one type of panzers become a battalion. [4.6.1]"""

    do, rule, order = "form-panzers", "4.6.1", Muster
    title, phrase = "Form a panzer battalion", "{units} form {into} in {hex}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Panzer companies, where there are battalions for them."""
        spares = spare(game, player)
        kinds = {counter_of(game, n).type.code for n in spares}
        return [
            n for n in on_map(game, player) if kinds
            and counter_of(game, n).type.code in kinds and not against_company(game, n)
        ]  # fmt: skip

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Muster]:
        """With each two others of its type and formation, on its headquarters or beside it."""
        counter, hq = counter_of(game, actor), formation(game, actor)
        mates = [
            n for n in self.actors(game, player)
            if n > actor and counter_of(game, n).type == counter.type
            and formation(game, n) == hq
        ]  # fmt: skip
        if not hq or unit_of(game, hq).place != MAP:
            return
        h = unit_of(game, hq).hex
        hexes = [b for b in (h, *game.board.around(h)) if holder(game, b) != other(player)]
        for into in spare(game, player):
            for pair in combinations(mates, STEPS - 1):
                names = (actor, *pair)
                yield from (Muster(names, into, n, b) for n in names for b in hexes)

    def against(self, game: Gs, player: str, order: Muster) -> list[Refusal]:
        """Three steps of the battalion's type, of one formation, and the place beside its
        headquarters. [4.6.1]"""
        own = {*on_map(game, player)}
        if any(n not in own for n in order.units) or len({*order.units}) != len(order.units):
            return [Refusal("form", "units of yours on the map are named, each once")]
        if order.into not in spare(game, player):
            return [Refusal("4.6.1", "there is no such generic battalion")]
        wrong = [one for n in order.units for one in against_company(game, n)]
        if wrong:
            return wrong
        kind = counter_of(game, order.into).type
        if any(counter_of(game, n).type != kind for n in order.units):
            return [Refusal("4.6.1", "they are not all of the battalion's type")]
        if len({formation(game, n) for n in order.units}) > 1:
            return [Refusal("4.6.1", "they are not of one formation")]
        if sum(unit_of(game, n).steps for n in order.units) != STEPS:
            return [Refusal("4.6.1", "a battalion is three steps")]
        if order.like not in order.units:
            return [Refusal("4.6.1", "its proficiency is that of one of them")]
        return self._against_place(game, player, order)

    def _against_place(self, game: Gs, player: str, order: Muster) -> list[Refusal]:
        hq = formation(game, order.units[0])
        near = unit_of(game, hq).place == MAP
        near = near and game.board.distance(unit_of(game, hq).hex, order.hex) <= 1
        if not near or holder(game, order.hex) == other(player):
            return [Refusal("4.6.1", "it is placed on its headquarters, or next to it")]
        return []

    def carry_out(self, game: Gs, player: str, order: Muster) -> None:
        """The companies are kept off the map, and the battalion stands for them; the enemy is not
        told what it is made of. [4.6.1]"""
        hq = formation(game, order.units[0])
        top = 1 + max((unit_of(game, n).order for n in units_at(game, order.hex)), default=0)
        attached = "" if assigned(game.scenario, counter_of(game, order.into)) == hq else hq
        made = Unit(
            place=MAP, hex=order.hex, steps=STEPS, order=top, attached=attached,
            pr_of=order.like, fatigue=max(unit_of(game, n).fatigue for n in order.units),
        )  # fmt: skip
        for name in order.units:
            kept = replace(unit_of(game, name), place=HELD, hex=-1, where=order.into, inside=False)
            game.put(UNITS, name, kept)
        game.put(UNITS, order.into, made)
        facts = {"unit": order.into, "units": list(order.units)}
        told = Event("panzers-formed", "4.6.1", {"unit": order.into})
        game.emit(Event("panzers-formed", "4.6.1", facts, seen_by=(player,), others=told))


@dataclass(frozen=True, slots=True)
class Release:
    """A generic battalion that is taken off."""

    unit: Piece


class DissolvePanzers(Verb[Gs, Release]):
    """A generic battalion in GenS is its companies again. [4.6.1]"""

    do, rule, order = "dissolve-panzers", "4.6.1", Release
    title, phrase = "Dissolve a panzer battalion", "{unit} dissolves"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Generic battalions in GenS."""
        return [
            n for n in on_map(game, player)
            if counter_of(game, n).is_(GENERIC) and unit_of(game, n).supply == GENS
        ]  # fmt: skip

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Release]:
        """The one way."""
        yield Release(actor)

    def against(self, game: Gs, player: str, order: Release) -> list[Refusal]:
        """It must be one, and supplied. [4.6.1]"""
        if order.unit not in self.actors(game, player):
            return [Refusal("4.6.1", "that is no generic battalion of yours in general supply")]
        return []

    def carry_out(self, game: Gs, player: str, order: Release) -> None:
        """What is left of its companies stands where it was. [4.6.1]"""
        unit, names = unit_of(game, order.unit), under(game, order.unit)
        for place, name in enumerate(names):
            kept = unit_of(game, name)
            back = replace(
                kept, place=MAP, hex=unit.hex, where="", order=unit.order + place, mode=TAC,
                fatigue=unit.fatigue, supply=unit.supply, attached=kept.attached,
            )  # fmt: skip
            game.put(UNITS, name, back)
        game.put(UNITS, order.unit, Unit(GONE, steps=0))
        game.emit(Event("panzers-dissolved", "4.6.1", {"unit": order.unit}))


def panzers_lost(game: Gs, name: str, before: Unit) -> None:
    """A generic battalion has lost a step: so has one of its companies, the weakest; it may be
    turned to its Z-step side, and two of these are a company again. With the battalion go all that
    are left. [4.6.1]"""
    if not counter_of(game, name).is_(GENERIC):
        return
    names = sorted(under(game, name), key=lambda n: (strength(game, n, attacking=True), n))
    if unit_of(game, name).place in LOST:
        for one in names:
            _gone(game, one, unit_of(game, name).place)
        return
    whole = [n for n in names if not unit_of(game, n).z]
    halved = [n for n in names if unit_of(game, n).z]
    victim = unit_of(game, whole[0])
    if victim.steps > 1:
        game.put(UNITS, whole[0], replace(victim, steps=victim.steps - 1))
        _told(game, whole[0], "step-lost")
    elif not counter_of(game, whole[0]).z_side:
        _gone(game, whole[0], ELIMINATED)
    elif halved:
        _gone(game, halved[0], ELIMINATED)
    else:
        game.put(UNITS, whole[0], replace(victim, steps=0, z=True))
        _told(game, whole[0], "z-step")


def _gone(game: Gs, name: str, place: str) -> None:
    game.put(UNITS, name, gone(game, unit_of(game, name), place))
    _told(game, name, "eliminated")


def _told(game: Gs, name: str, kind: str) -> None:
    """Only the owner is told what his battalion is made of. [4.6.1]"""
    facts = {"unit": name, "isolated": False}
    game.emit(Event(kind, "4.6.1", facts, seen_by=(counter_of(game, name).side,)))
