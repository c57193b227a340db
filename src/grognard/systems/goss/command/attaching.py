"""Attaching and detaching units; emergencies. [9.6.0] [9.4.1]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.kit.orders import OfMany
from grognard.systems.goss.command.changes import against_attaching, put_under, whole
from grognard.systems.goss.command.limits import assets, excess
from grognard.systems.goss.command.registers import STARVES
from grognard.systems.goss.modes.single import not_yours
from grognard.systems.goss.pieces.chain import (
    army_hq,
    assigned,
    corps,
    headquarters_of,
    leads,
    leads_formation,
    level_of,
    superior,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import ARMY, UNITS
from grognard.systems.goss.words import called

NEAREST = 2
"""House: how many formations are offered to an asset."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """Units, the headquarters that they go under, and the lost unit whose place one takes."""

    units: Pieces
    hq: Piece
    instead: Piece = ""


class Attach(Verb[Gs, Attachment]):
    """Units leave their headquarters and go under another: a formation's, a corps' or an army's.
    [9.6.0] [9.4.0] [9.1.0]"""

    do, rule, title, order = "attach", "9.6.0", "Attach units", Attachment
    phrase = "{units} to {hq}"
    added = ("in place of {instead}",)
    plural = "attachments"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Assets, which may go to any formation; others are attached by naming them."""
        return [n for n in on_map(game, player) if _free(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Attachment]:
        """The nearest formations of its corps or army."""
        for hq in near_formations(game, player, actor):
            yield Attachment((actor,), hq)

    def against(self, game: Gs, player: str, order: Attachment) -> list[Refusal]:
        """Command, supply and room. [9.6.0] [9.6.2]"""
        wrong = not_yours(game, player, order.units)
        return wrong or against_attaching(
            game, player, whole(game, order.units), order.hq, order.instead
        )

    def carry_out(self, game: Gs, player: str, order: Attachment) -> None:
        """They are under it from now on. [9.6.0]"""
        names = whole(game, order.units)
        put_under(game, player, names, order.hq, instead=order.instead)


class Detach(Verb[Gs, OfMany]):
    """Attached units go back to the headquarters that they are assigned to. [9.6.0]"""

    do, rule, title, order = "detach", "9.6.0", "Detach units", OfMany
    phrase = (
        "{sole_units} back to its own headquarters",
        "{units} back to their own headquarters",
    )
    plural = "detachments"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Whoever is attached to somebody."""
        return [n for n in on_map(game, player) if unit_of(game, n).attached not in ("", n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """The one way."""
        yield OfMany((actor,))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """They must have been attached, and a headquarters be there that they can go back to.
        [9.6.0]"""
        wrong = not_yours(game, player, order.units)
        if wrong:
            return wrong
        found = []
        for name in order.units:
            home = assigned(game.scenario, counter_of(game, name))
            if unit_of(game, name).attached in ("", name):
                found.append(Refusal("9.6.0", f"{called(game, name)} is attached to nobody"))
            elif counter_of(game, name).hq:
                group = whole(game, (name,))
                found += [w for n in group if (w := _against_parting(game, n)) is not None]
            else:
                found += against_attaching(game, player, whole(game, (name,)), home)
        return found

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """They are under their own headquarters again. [9.6.0]"""
        for name in whole(game, order.units):
            put_under(game, player, (name,), assigned(game.scenario, counter_of(game, name)))


def _against_parting(game: Gs, name: str) -> Refusal | None:
    """Why a battle group may not leave the division that it is attached to. [9.6.0] [9.8.0]"""
    unit, old = unit_of(game, name), superior(game, name)
    if unit.ooc:
        return Refusal("9.6.0", f"{called(game, name)} is out of command")
    if unit_of(game, old).ooc:
        return Refusal("9.8.0", f"{called(game, old)} is out of command and detaches nobody")
    return None


def _free(game: Gs, name: str) -> bool:
    """Whether a unit is an asset under a corps or an army. [9.3.6]"""
    hq = superior(game, name)
    return bool(hq) and not leads(game, name) and not leads_formation(game, hq)


def near_formations(game: Gs, player: str, name: str) -> list[str]:
    """The formations of a unit's corps, or of its army, that are nearest to it. [9.3.6]"""
    unit, head, top = unit_of(game, name), corps(game, name), army_hq(game, name)
    mine = [
        hq
        for hq in headquarters_of(game, player)
        if leads_formation(game, hq)
        and unit_of(game, hq).attached in ("", hq)
        and (corps(game, hq) == head if head else army_hq(game, hq) == top)
    ]
    distance = game.board.distance
    return sorted(mine, key=lambda hq: (distance(unit.hex, unit_of(game, hq).hex), hq))[:NEAREST]


class EmergencyAttach(Verb[Gs, Attachment]):
    """At the start of their Movement Phase units are attached to a formation; they neither attack
    nor fire nor spot for attackers in this GT. [9.4.1]"""

    do, rule, title, order = "emergency-attach", "9.4.1", "Attach in an emergency", Attachment
    phrase = "{units} to {hq} at once"
    plural = "attachments"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Assets; others are attached by naming them."""
        return [n for n in on_map(game, player) if _free(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Attachment]:
        """The nearest formation of its corps or army."""
        for hq in near_formations(game, player, actor)[:1]:
            yield Attachment((actor,), hq)

    def against(self, game: Gs, player: str, order: Attachment) -> list[Refusal]:
        """As in the Command Phase, but to formations only. [9.4.1]"""
        wrong = not_yours(game, player, order.units)
        if wrong:
            return wrong
        found = against_attaching(game, player, whole(game, order.units), order.hq, order.instead)
        if not found and not leads_formation(game, order.hq):
            return [Refusal("9.4.1", f"{called(game, order.hq)} leads no formation")]
        return found

    def carry_out(self, game: Gs, player: str, order: Attachment) -> None:
        """They are under it at once, and marked for this GT. [9.4.1]"""
        put_under(
            game, player, whole(game, order.units), order.hq, instead=order.instead,
            emergency=game.turn, rule="9.4.1",
        )  # fmt: skip


# ---- more assets than a headquarters can supply [9.3.1] [9.3.2]


@dataclass(frozen=True, slots=True)
class Surplus:
    """An army or corps, and its assets that go without supply."""

    hq: Piece
    units: Pieces


class LeaveOut(Verb[Gs, Surplus]):
    """The owner says which assets beyond what an army or corps can supply are OoS. [9.3.1]
    [9.3.2]"""

    do, rule, title, order = "leave-out", "9.3.1", "Leave assets without supply", Surplus
    phrase = "{hq} leaves {units} without supply"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Headquarters with more assets than they can supply."""
        return [hq for hq in headquarters_of(game, player) if excess(game, hq) > 0]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Surplus]:
        """The last of its assets."""
        fed = [n for n in assets(game, actor) if not unit_of(game, n).surplus]
        if excess(game, actor) > 0:
            yield Surplus(actor, tuple(fed[-excess(game, actor) :]))

    def against(self, game: Gs, player: str, order: Surplus) -> list[Refusal]:
        """Just as many of its own as are too many. [9.3.1] [9.3.2]"""
        if order.hq not in {*headquarters_of(game, player)}:
            return [Refusal("form", f"{order.hq!r} is no headquarters of yours on the map")]
        rule = "9.3.1" if level_of(game, order.hq) == ARMY else "9.3.2"
        own = {n for n in assets(game, order.hq) if not unit_of(game, n).surplus}
        strange = [n for n in order.units if n not in own]
        if strange or len({*order.units}) != len(order.units):
            name = (strange or ["nobody"])[0]
            return [Refusal(rule, f"{name!r} is no asset that {called(game, order.hq)} supplies")]
        many = max(excess(game, order.hq), 0)
        if len(order.units) != many or not many:
            return [Refusal(rule, f"{called(game, order.hq)} has {many} assets too many")]
        return []

    def carry_out(self, game: Gs, player: str, order: Surplus) -> None:
        """They are out of supply, as long as there are too many. [9.3.1] [9.3.2]"""
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), surplus=True))
        for starve in STARVES:
            starve(game, order.units)


def too_many(game: Gs, player: str) -> list[Refusal]:
    """Who has more assets than he can supply must say which go without. [9.3.1] [9.3.2]"""
    return [
        Refusal(
            "9.3.1" if level_of(game, hq) == ARMY else "9.3.2",
            f"{called(game, hq)} has {excess(game, hq)} assets too many: say who goes without",
        )
        for hq in headquarters_of(game, player)
        if excess(game, hq) > 0
    ]


def fed_again(game: Gs) -> None:
    """The Command Segment begins: nobody is left out whose headquarters has room for him, and who
    is no asset any more. [9.3.1] [9.3.2]"""
    for name, unit in [*game.state[UNITS].items()]:
        if unit.surplus:
            game.put(UNITS, name, replace(unit, surplus=False))
