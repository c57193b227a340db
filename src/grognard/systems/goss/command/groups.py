"""Battle groups, and formations and corps that go under another headquarters. [9.3.3a] [9.4.0]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.command.changes import against_leaving, whole
from grognard.systems.goss.command.limits import against_detaching, combat_commands, unproven
from grognard.systems.goss.command.registers import DEPOSED, supplies
from grognard.systems.goss.command.status import commanded, lost, mark, orphan
from grognard.systems.goss.modes.single import not_yours
from grognard.systems.goss.pieces.chain import (
    above,
    army,
    corps,
    headquarters,
    headquarters_of,
    leads,
    leads_formation,
    level_of,
    subordinates,
    superior,
)
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import battalion, counter_of, unit_of
from grognard.systems.goss.pieces.values import on_map as placed
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.status import HQS, Headquarters
from grognard.systems.goss.units import ARMY, CORPS, CVGP, STRAT, UNITS
from grognard.systems.goss.words import called


@dataclass(frozen=True, slots=True)
class Group:
    """The units of a battle group, and the battalion among them that leads it."""

    units: Pieces
    leader: Piece


class FormGroup(Verb[Gs, Group]):
    """A regiment, with assets of its division, leaves it and is a battle group of its own; a
    battalion of it is its headquarters. [9.3.3a]"""

    do, rule, title, order = "battle-group", "9.3.3a", "Form a battle group", Group
    phrase = (
        "{sole_units} forms a battle group under {leader}",
        "{units} form a battle group under {leader}",
    )
    plural = "battle groups"

    def actors(self, game: Gs, player: str) -> list[str]:
        """The headquarters of divisions with regiments, and of corps with cavalry groups."""
        return [hq for hq in headquarters_of(game, player) if _regiments(game, hq)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Group]:
        """Each regiment that is with it, under its first battalion."""
        for names in _regiments(game, actor).values():
            heads_of = [n for n in names if may_lead(game, n)]
            if heads_of:
                yield Group(tuple(names), heads_of[0])

    def against(self, game: Gs, player: str, order: Group) -> list[Refusal]:
        """Units of one regiment and assets of one division, in command and supplied; a battalion
        leads them. [9.3.3a] [9.6.0] [9.6.1]"""
        wrong = not_yours(game, player, order.units)
        if wrong or len({*order.units}) != len(order.units):
            return wrong or [Refusal("form", "units are named, each once")]
        names = whole(game, order.units)
        if order.leader not in names or not may_lead(game, order.leader):
            return [Refusal("9.3.3a", "a battalion of the group leads it")]
        counters = [counter_of(game, n) for n in names]
        regiments = {c.regiment for c in counters} - {""}
        if len({c.formation for c in counters}) > 1 or len(regiments) != 1:
            text = "a battle group is made of one regiment, and of assets of its division"
            return [Refusal("9.3.3a", text)]
        found = [w for n in names if (w := against_leaving(game, n, order.leader)) is not None]
        found = found or against_detaching(game, names)
        return found or [
            Refusal("9.6.0", f"no supply path leads from {order.leader} to {called(game, n)}")
            for n in names
            if n != order.leader and not supplies(game, order.leader, n)
        ]

    def carry_out(self, game: Gs, player: str, order: Group) -> None:
        """It is a formation, and its leader a headquarters with what the division's had of fuel.
        [9.3.3a]"""
        names, old = whole(game, order.units), superior(game, order.leader)
        orphans = [n for n in names if orphan(game, n)]
        head = corps(game, order.leader) or army(game, order.leader)
        before = headquarters(game, old) if old else Headquarters()
        staff = Headquarters(
            superior=head, supported=before.supported, adv=before.adv, fuel=before.fuel,
            value=before.value, option=before.option,
        )  # fmt: skip
        if order.leader in game.state[HQS]:  # it led before, and had broken down since
            for gives_up in DEPOSED:
                gives_up(game, order.leader)
        game.put(HQS, order.leader, staff)
        for name in names:
            changed = replace(unit_of(game, name), attached=order.leader, surplus=False)
            game.put(UNITS, name, replace(changed, replaces=""))
        mark(game, [n for n in orphans if commanded(game, n)], False, "9.3.2")
        facts = {"units": list(names), "leader": order.leader}
        game.emit(Event("battle-group", "9.3.3a", facts, seen_by=(player,)))


def may_lead(game: Gs, name: str) -> bool:
    """A battalion that is no headquarters may lead a battle group. [9.3.3a]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    return battalion(counter, unit) and not counter.hq and not counter.bu


def _regiments(game: Gs, hq: str) -> dict[str, list[str]]:
    """The regiments that are with their division, each with its units; of a corps or an army its
    armored cavalry groups, which are battle groups by nature. [9.3.3] [9.6.2d]"""
    found: dict[str, list[str]] = {}
    head = counter_of(game, hq)
    for name in subordinates(game, hq):
        counter = counter_of(game, name)
        own = counter.formation == head.formation if head.leads_formation else counter.is_(CVGP)
        if counter.regiment and own:
            found.setdefault(counter.regiment, []).append(name)
    return found


@dataclass(frozen=True, slots=True)
class Succession:
    """The battalion that leads a battle group, and the one that is to."""

    hq: Piece
    leader: Piece


class ChangeLeader(Verb[Gs, Succession]):
    """Another battalion of a battle group becomes its headquarters. [9.3.3a]"""

    do, rule, title, order = "lead-group", "9.3.3a", "Change the leader of a group", Succession
    phrase = "{leader} leads the group of {hq}"

    def actors(self, game: Gs, player: str) -> list[str]:
        """The battalions that lead, and those that did until they were lost."""
        own = dict.fromkeys(superior(game, n) for n in on_map(game, player))
        return sorted(hq for hq in own if hq and leads(game, hq) and not counter_of(game, hq).hq)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Succession]:
        """The other battalions of the group."""
        for name in subordinates(game, actor):
            if name != actor and may_lead(game, name):
                yield Succession(actor, name)

    def against(self, game: Gs, player: str, order: Succession) -> list[Refusal]:
        """Both are of one battle group, and it is in command. [9.3.3a] [9.8.0]"""
        if order.hq not in self.actors(game, player):
            return [Refusal("9.3.3a", f"{order.hq!r} leads no battle group of yours")]
        fit = order.leader in subordinates(game, order.hq) and order.leader != order.hq
        if not fit or not may_lead(game, order.leader):
            return [Refusal("9.3.3a", f"{order.leader!r} is no other battalion of that group")]
        if unit_of(game, order.hq).ooc:
            return [Refusal("9.8.0", f"{called(game, order.hq)} is out of command")]
        return []

    def carry_out(self, game: Gs, player: str, order: Succession) -> None:
        """The group is as it was, under another, who takes over what it has on hand. [9.3.3a]
        [15.5.1a]"""
        names = subordinates(game, order.hq)
        orphans = [n for n in names if orphan(game, n)]
        game.put(HQS, order.leader, headquarters(game, order.hq))
        if order.hq in game.state[HQS]:
            game.drop(HQS, order.hq)
        for name in names:
            game.put(UNITS, name, replace(unit_of(game, name), attached=order.leader))
        mark(game, [n for n in orphans if commanded(game, n)], False, "9.3.2")
        facts = {"units": list(names), "leader": order.leader, "after": order.hq}
        game.emit(Event("battle-group", "9.3.3a", facts, seen_by=(player,)))


# ---- green armored divisions [4.5.0-cmd-c]


def divide(game: Gs) -> None:
    """The Command Segment ends: the combat commands of a raw or green US armored division are
    battle groups of their own. Whichever its owner has neither made one nor sent to veterans is led
    by its strongest battalion. [4.5.0-cmd-c]"""
    verb = FormGroup()
    for side in SIDES:
        for hq in [hq for hq in headquarters_of(game, side) if unproven(game, hq)]:
            for units in combat_commands(game, hq).values():
                own = tuple(n for n in units if superior(game, n) == hq)
                leaders = [n for n in own if may_lead(game, n)]
                if not leaders:
                    continue
                best = max(leaders, key=lambda n: (unit_of(game, n).steps, n))
                order = Group(own, best)
                if not verb.against(game, side, order):
                    verb.carry_out(game, side, order)


# ---- formations and corps [9.4.0]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A formation or a corps by its headquarters, and the corps or the army that it goes to."""

    hq: Piece
    to: str


class Reassign(Verb[Gs, Transfer]):
    """A formation goes to another corps, a corps to another army; a formation in Strat mode or in
    reserve straight to an army. [9.4.0] [9.3.1] [9.3.2]"""

    do, rule, title, order = "reassign", "9.4.0", "Reassign a formation or corps", Transfer
    phrase = "{hq} to {to}"
    plural = "reassignments"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Headquarters of formations and corps."""
        return [hq for hq in headquarters_of(game, player) if level_of(game, hq) != ARMY]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Transfer]:
        """The nearest other corps of its army; the other armies."""
        if level_of(game, actor) == CORPS:
            own = (n for n, plan in game.scenario.armies.items() if plan.side == player)
            yield from (Transfer(actor, n) for n in own if n != army(game, actor))
            return
        there, distance = unit_of(game, actor).hex, game.board.distance
        others = [
            hq
            for hq in headquarters_of(game, player)
            if level_of(game, hq) == CORPS and hq != corps(game, actor)
        ]
        near = sorted(others, key=lambda hq: (distance(there, unit_of(game, hq).hex), hq))
        yield from (Transfer(actor, hq) for hq in near[:1])
        if may_be_under_army(game, actor) and corps(game, actor):
            yield Transfer(actor, army(game, actor))

    def against(self, game: Gs, player: str, order: Transfer) -> list[Refusal]:
        """In command, and supplied by the new headquarters. [9.4.0] [9.6.0] [9.3.1] [9.3.2]"""
        if order.hq not in {*headquarters_of(game, player)}:
            return [Refusal("form", f"{order.hq!r} is no headquarters of yours on the map")]
        name, unit = called(game, order.hq), unit_of(game, order.hq)
        if unit.attached not in ("", order.hq):
            return [Refusal("9.6.0", f"{name} is attached to a division: it goes where that goes")]
        wrong = against_superior(game, player, order)
        if wrong:
            return wrong
        if not orphan(game, order.hq):
            if unit.ooc:
                return [Refusal("9.6.0", f"{name} is out of command")]
            old = above(game, order.hq)
            if old and placed(game, old) and unit_of(game, old).ooc:
                return [Refusal("9.8.0", f"{called(game, old)} is out of command")]
        new = order.to if order.to in game.scenario.counters else _staff(game, order.to)
        if new and placed(game, new):
            if unit_of(game, new).ooc:
                return [Refusal("9.8.0", f"{called(game, new)} is out of command")]
            if not supplies(game, new, order.hq):
                text = f"no supply path leads from {called(game, new)} to {name}"
                return [Refusal("9.6.0", text)]
        return []

    def carry_out(self, game: Gs, player: str, order: Transfer) -> None:
        """It is under it from now on, and so is everybody in it. [9.4.0]"""
        lost_before = [n for n in on_map(game, player) if orphan(game, n)]
        game.put(HQS, order.hq, replace(headquarters(game, order.hq), superior=order.to))
        mark(game, [n for n in lost_before if commanded(game, n)], False, "9.3.2")
        facts = {"hq": order.hq, "to": order.to}
        game.emit(Event("reassigned", "9.4.0", facts, seen_by=(player,)))


def _staff(game: Gs, name: str) -> str:
    return game.scenario.staff(ARMY, name)


def may_be_under_army(game: Gs, hq: str) -> bool:
    """Whether a formation may be directly under an army: in Strat mode, or in army reserve.
    [9.3.1]"""
    return unit_of(game, hq).mode == STRAT or headquarters(game, hq).reserve >= 0


def against_superior(game: Gs, player: str, order: Transfer) -> list[Refusal]:
    """Why a formation or corps cannot be under that. [9.3.1] [9.3.2]"""
    plan, counters = game.scenario.armies.get(order.to), game.scenario.counters
    name = called(game, order.hq)
    if plan is not None and plan.side == player:
        if order.to == army(game, order.hq) and not (
            leads_formation(game, order.hq) and corps(game, order.hq)
        ):
            return [Refusal("9.4.0", f"{name} is under {order.to} already")]
        if leads_formation(game, order.hq) and not may_be_under_army(game, order.hq):
            text = f"{name} is neither in Strat mode nor in army reserve: it needs a corps"
            return [Refusal("9.3.1", text)]
        return []
    known = order.to in game.scenario.units and counters[order.to].side == player
    if not known or counters[order.to].level != CORPS or lost(game, order.to):
        return [Refusal("9.4.0", f"{order.to!r} is no corps headquarters or army of yours")]
    if not leads_formation(game, order.hq):
        return [Refusal("9.3.2", f"{name} is a corps and belongs to an army")]
    if corps(game, order.hq) == order.to:
        return [Refusal("9.4.0", f"{name} is under {called(game, order.to)} already")]
    return []


def without_corps(game: Gs, player: str) -> list[Refusal]:
    """A formation that went straight under an army and is no longer in Strat mode or in reserve
    needs a corps again. [9.3.1]"""
    verb, found = Reassign(), []
    for hq in headquarters_of(game, player):
        direct = headquarters(game, hq).superior in game.scenario.armies
        if not leads_formation(game, hq) or not direct or may_be_under_army(game, hq):
            continue
        if next(verb.open(game, player, verb.ways(game, player, hq)), None) is not None:
            found.append(Refusal("9.3.1", f"{called(game, hq)} needs a corps"))
    return found
