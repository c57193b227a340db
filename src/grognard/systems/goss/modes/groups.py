"""Formations and regiments that enter or leave a mode as a whole. [5.3.0] [5.4.0]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.modes.changing import enter
from grognard.systems.goss.modes.entering import against_change, against_exploit, may_reenter
from grognard.systems.goss.pieces.chain import (
    formation,
    fuel_state,
    headquarters,
    headquarters_of,
    heads_units,
    level_of,
    subordinates,
)
from grognard.systems.goss.pieces.stacks import enemy_within, on_map
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, NORMAL
from grognard.systems.goss.turn.calendar import day
from grognard.systems.goss.units import ARMY, CORPS, EXPLOIT, GENS, HEAVY_BRIDGE, MR, TAC, UNITS
from grognard.systems.goss.words import called

RESERVE_REACH, RESERVE_CLEAR = 6, 3
"""How near to its headquarters, and how many hexes from enemies it must not be. [5.4.0]"""
BONUS_WAIT = 9
"""GTs in MR mode that earn a bonus. [5.4.4]"""
ATTACHED_WAIT = 3
"""GTs more for a division with another regiment attached: a game day. [5.4.4]"""
BETWEEN_BONUSES = 7
"""GDs between two bonus periods. [5.4.0]"""


UNFIT: list[Callable[[Gs, str], Refusal | None]] = []
"""Why a formation may not enter maneuver reserve though its units could: refit. [22.4.0]"""


@dataclass(frozen=True, slots=True)
class Group:
    """A formation by its headquarters, or one of its regiments; with assets of the division that
    go along, or guns that stay as they are."""

    hq: Piece
    regiment: str = ""
    assets: Pieces = ()
    guns: Pieces = ()


def members(game: Gs, group: Group) -> tuple[str, ...]:
    """The units of a formation, or of a regiment of it; headquarters and assets belong to the
    formation. [5.3.0] [9.3.3]"""
    units = subordinates(game, group.hq)
    if not group.regiment:
        return units
    return tuple(n for n in units if counter_of(game, n).regiment == group.regiment)


def divisional_assets(game: Gs, hq: str) -> tuple[str, ...]:
    """The units of a division that belong to no regiment. [26.0-div-assets]"""
    return tuple(
        n
        for n in subordinates(game, hq)
        if not counter_of(game, n).regiment and not counter_of(game, n).hq
    )


def groups_of(game: Gs, side: str) -> Iterator[Group]:
    """Every formation of a side, and every regiment of each. [9.3.3]"""
    for hq in headquarters_of(game, side):
        if level_of(game, hq) in (CORPS, ARMY):
            continue
        yield Group(hq)
        names = {counter_of(game, n).regiment for n in subordinates(game, hq)} - {""}
        for regiment in sorted(names):
            yield Group(hq, regiment)


def unknown(game: Gs, player: str, group: Group) -> list[Refusal]:
    """Why there is no such group."""
    counters = game.scenario.counters
    counter = counters.get(group.hq)
    if counter is None or counter.side != player or not heads_units(game, player, group.hq):
        return [Refusal("form", f"{group.hq!r} is no headquarters of yours on the map")]
    if not members(game, group):
        return [Refusal("form", f"{called(game, group.hq)} has no regiment {group.regiment!r}")]
    strange = {*group.assets, *group.guns} - {*subordinates(game, group.hq)}
    if strange:
        text = f"{min(strange)!r} is not subordinate to {called(game, group.hq)}"
        return [Refusal("form", text)]
    return []


class GroupVerb(Verb[Gs, Group]):
    """What formations and regiments do as a whole."""

    order = Group

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Group]:
        """Each formation, and each regiment by itself."""
        for group in groups_of(game, player):
            if group.hq == actor:
                yield group

    def actors(self, game: Gs, player: str) -> list[str]:
        """The headquarters of formations."""
        return [
            hq for hq in headquarters_of(game, player) if level_of(game, hq) not in (CORPS, ARMY)
        ]


class Exploit(GroupVerb):
    """A formation or regiment enters Exploit mode: all its Mech units do. [5.3.0]"""

    do, rule, title = "exploit", "5.3.0", "Exploit mode"
    phrase = ("{hq} enters Exploit mode, regiment {regiment}", "{hq} enters Exploit mode")

    def against(self, game: Gs, player: str, order: Group) -> list[Refusal]:
        """Every Mech unit of it must be able to. [5.3.0] [5.3.0-group]"""
        wrong = unknown(game, player, order)
        if wrong:
            return wrong
        units = self.entering(game, order)
        if not units:
            return [Refusal("5.3.0", "there is nobody to enter Exploit mode")]
        assets = {*divisional_assets(game, order.hq)}
        for name in order.assets:
            if not order.regiment or name not in assets:
                return [Refusal("5.3.0", f"{called(game, name)} is no asset of the division")]
        return [why for name in units for why in against_exploit(game, name)]

    def entering(self, game: Gs, order: Group) -> tuple[str, ...]:
        """The Mech units of the group that are not in Exploit mode yet; guns in battery and
        prepared ones too must change. [5.3.0]"""
        names = dict.fromkeys((*members(game, order), *order.assets))
        return tuple(
            n
            for n in names
            if mech(counter_of(game, n), unit_of(game, n))
            and unit_of(game, n).mode != EXPLOIT
            and not counter_of(game, n).is_(HEAVY_BRIDGE)
        )

    def carry_out(self, game: Gs, player: str, order: Group) -> None:
        """They are in Exploit mode. [5.3.0]"""
        leave_reserve(game, self.entering(game, order))
        enter(game, self.entering(game, order), EXPLOIT, "5.3.0")


class Reserve(GroupVerb):
    """A formation or regiment enters maneuver reserve: all its units do, but guns that stay in
    Tac mode. [5.4.0]"""

    do, rule, title = "maneuver-reserve", "5.4.0", "Maneuver reserve"
    phrase = (
        "{hq} goes into maneuver reserve, regiment {regiment}",
        "{hq} goes into maneuver reserve",
    )

    def against(self, game: Gs, player: str, order: Group) -> list[Refusal]:
        """Fuel, supply, command, and far from the enemy. [5.4.0]"""
        wrong = unknown(game, player, order)
        if wrong:
            return wrong
        if any(not counter_of(game, n).artillery for n in order.guns):
            return [Refusal("5.4.0", "only artillery may stay out of maneuver reserve")]
        last = headquarters(game, order.hq).bonus
        if last and day(game) - last <= BETWEEN_BONUSES:
            name = called(game, order.hq)
            text = f"{name} had a bonus period in the last {BETWEEN_BONUSES} game days"
            return [Refusal("5.4.0", text)]
        barred = [why for bars in UNFIT if (why := bars(game, order.hq)) is not None]
        if barred:
            return barred
        units = self.entering(game, order)
        if not units:
            return [Refusal("5.4.0", "there is nobody to enter maneuver reserve")]
        return [why for name in units for why in against_reserve(game, order.hq, name)]

    def entering(self, game: Gs, order: Group) -> tuple[str, ...]:
        """The units that are not in it yet; guns in battery stay in Tac mode. [5.4.0] [5.6.0]"""
        return tuple(
            n
            for n in members(game, order)
            if n not in order.guns
            and unit_of(game, n).mode != MR
            and not (counter_of(game, n).artillery and unit_of(game, n).battery)
        )

    def carry_out(self, game: Gs, player: str, order: Group) -> None:
        """They are in MR mode, and their clock starts. [5.4.0] [5.4.4]"""
        enter(game, self.entering(game, order), MR, "5.4.0")


def against_reserve(game: Gs, hq: str, name: str) -> list[Refusal]:
    """Why a unit may not be in maneuver reserve. [5.4.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    far = game.board.distance(unit.hex, unit_of(game, hq).hex) > RESERVE_REACH
    barred = (
        (fuel_state(game, name) != NORMAL, "is short of fuel"),
        (unit.supply != GENS, "is not in general supply"),
        (unit.ooc, "is out of command"),
        (far, f"is more than {RESERVE_REACH} hexes from its headquarters"),
        (enemy_within(game, counter.side, unit.hex, RESERVE_CLEAR), "is too near to an enemy"),
        (bool(unit.task), "is at work"),
    )
    found = [Refusal("5.4.0", f"{counter.name} {why}") for holds, why in barred if holds]
    return against_change(game, name) + found


class Leave(GroupVerb):
    """A formation or regiment leaves Exploit or MR mode for Tac mode. [5.3.2] [5.4.4]"""

    do, rule, title = "leave-mode", "5.3.2", "Tactical mode"
    phrase = ("{hq} goes back into Tac mode, regiment {regiment}", "{hq} goes back into Tac mode")

    def against(self, game: Gs, player: str, order: Group) -> list[Refusal]:
        """Somebody of it must be in such a mode. [5.3.2]"""
        wrong = unknown(game, player, order)
        if wrong:
            return wrong
        names = self.leaving(game, order)
        if names:
            return [why for name in names for why in against_change(game, name)]
        return [Refusal("5.3.2", "nobody of them is in Exploit or MR mode")]

    def leaving(self, game: Gs, order: Group) -> tuple[str, ...]:
        """Those who leave. [5.3.2]"""
        names = dict.fromkeys((*members(game, order), *order.assets))
        return tuple(n for n in names if unit_of(game, n).mode in (EXPLOIT, MR))

    def carry_out(self, game: Gs, player: str, order: Group) -> None:
        """They are in Tac mode; out of reserve with a bonus, if they have waited. [5.4.4]"""
        names = self.leaving(game, order)
        leave_reserve(game, names)
        enter(game, names, TAC, "5.3.2")

    def possible(self, game: Gs, player: str) -> bool:
        """Whether anybody is in such a mode."""
        return any(unit_of(game, n).mode in (EXPLOIT, MR) for n in on_map(game, player))


@dataclass(frozen=True, slots=True)
class One:
    """A unit by itself."""

    unit: Piece


class ExploitAlone(Verb[Gs, One]):
    """A Recon unit of any size enters Exploit mode by itself [5.3.1]; so does one that was forced
    out of it while others of its formation are in it. [5.3.3]"""

    do, rule, title, order = "exploit-unit", "5.3.1", "Exploit mode", One
    phrase = "{unit} enters Exploit mode"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Recon units, and those who were forced out. [5.3.1] [5.3.3]"""
        return [n for n in on_map(game, player) if self.eligible(game, n)]

    def eligible(self, game: Gs, name: str) -> bool:
        """Whether it may do so by itself. [5.3.1] [5.3.3]"""
        counter, unit = counter_of(game, name), unit_of(game, name)
        if unit.mode == EXPLOIT:
            return False
        return (counter.recon and mech(counter, unit)) or may_reenter(game, name)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[One]:
        """The one way."""
        yield One(actor)

    def against(self, game: Gs, player: str, order: One) -> list[Refusal]:
        """As for all, and nobody in its hex who is not exploiting. [5.3.0] [5.3.1]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        if not self.eligible(game, order.unit):
            return [
                Refusal(
                    "5.3.0",
                    f"{called(game, order.unit)} enters Exploit mode only with its formation",
                )
            ]
        found = against_exploit(game, order.unit)
        unit, recon = unit_of(game, order.unit), counter_of(game, order.unit).recon
        if recon and any(
            n != order.unit
            and unit_of(game, n).hex == unit.hex
            and unit_of(game, n).mode != EXPLOIT
            for n in on_map(game, player)
        ):
            found.append(
                Refusal(
                    "5.3.1", f"{called(game, order.unit)} stands with units that do not exploit"
                )
            )
        return found

    def carry_out(self, game: Gs, player: str, order: One) -> None:
        """It is in Exploit mode. [5.3.1]"""
        leave_reserve(game, (order.unit,))
        enter(game, (order.unit,), EXPLOIT, "5.3.1")


def leave_reserve(game: Gs, names: tuple[str, ...]) -> None:
    """Who leaves MR mode of his own accord has a bonus if his formation has waited long enough.
    [5.4.4]"""
    for name in names:
        unit = unit_of(game, name)
        if unit.mode != MR or not waited(game, name):
            continue
        game.put(UNITS, name, replace(unit, bonus=game.serial))
        hq = formation(game, name)
        if hq:
            game.put(HQS, hq, replace(headquarters(game, hq), bonus=day(game)))


def waited(game: Gs, name: str) -> bool:
    """Whether a unit has been in MR mode for nine GTs, three more in a division with another
    regiment attached. [5.4.4]"""
    unit = unit_of(game, name)
    hq = formation(game, name)
    foreign = {
        counter_of(game, n).regiment
        for n in (subordinates(game, hq) if hq else ())
        if unit_of(game, n).attached and counter_of(game, n).regiment
    }
    needed = BONUS_WAIT + (ATTACHED_WAIT if foreign else 0)
    return bool(unit.waiting) and game.turn - unit.waiting >= needed
