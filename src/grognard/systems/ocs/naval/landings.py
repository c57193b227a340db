"""Amphibious landings: over the beaches, with a roll. [18.5]

Craft end their move in a coastal hex and drop their units there [18.5a]; when all landing craft
have moved the rolls are made [18.5f(A)], and then those ashore may go half their way. [18.5f(D)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece, Row
from grognard.systems.ocs.combat import capture
from grognard.systems.ocs.fog.foresight import presumes, what_lies
from grognard.systems.ocs.forms import Crowd
from grognard.systems.ocs.movement.movement import allowance_factor
from grognard.systems.ocs.movement.moves import finish, put_into
from grognard.systems.ocs.naval import cargo, dukws, landing_table
from grognard.systems.ocs.naval.beaches import why_not_beach, why_not_quay, why_not_unit
from grognard.systems.ocs.naval.landing_craft import craft_refusal
from grognard.systems.ocs.naval.ships import fleet, is_craft, printed, ship_of
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.losses import alive
from grognard.systems.ocs.pieces.values import HALF, counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES
from grognard.systems.ocs.turn.phases import (
    MOVEMENT,
    OcsVerb,
    kind,
    own_movement_phase,
    phase_start,
)
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True)
class Dropping:
    """A craft, and those whom it drops on the beach."""

    ship: Piece
    units: Crowd


class Land(OcsVerb[Dropping]):
    """Have units dropped on the beach; the craft ends its move there. [18.5a]

    The rolls are made later for all, as many craft as there are. [18.5b] [18.5f(A)]
    """

    do, rule, order = "land", "18.5a", Dropping
    title, rank = "Land", 8
    phrase = ("Land {units} from {ship}", "{ship} lands nobody")

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Whoever has units aboard, in the own Movement Phase."""
        if not own_movement_phase(game, player):
            return ()
        return [key for key in fleet(game, player) if cargo.units_aboard(game, key)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Dropping]:
        """One of its units, or all of them."""
        names = cargo.units_aboard(game, actor) if is_craft(game, actor) else ()
        yield from (Dropping(actor, (name,)) for name in names)
        if len(names) > 1:
            yield Dropping(actor, names)

    def against(self, game: Ocs, player: str, order: Dropping) -> list[Refusal]:
        """The craft, the hex, the units. [18.5d]"""
        key, names = order.ship, order.units
        if not own_movement_phase(game, player):
            text = "landings by a roll are for the own Movement Phase; ports are open in others"
            return [Refusal("18.5d", text)]
        refusal = craft_refusal(game, player, key)
        if refusal is None and game.state[SIDES][player].beached == phase_start(game):
            text = "the landing rolls of this phase have been made, when all craft had moved"
            refusal = Refusal("18.5f(A)", text)
        if refusal is not None:
            return [refusal]
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        h, found = ship_of(game, key).hex, cargo.aboard(game, key)
        for name in names:
            if name not in found.units and name not in found.transport:
                return [Refusal("18.5a", f"{name!r} is not aboard {printed(game, key).name}")]
        beach = why_not_beach(game, player, h)
        if beach is not None:
            return [beach]
        reasons = [why_not_unit(game, player, name, h) for name in names]
        if not any(reasons):
            reasons.append(why_not_quay(game, player, names, h))
        return [reason for reason in reasons if reason is not None]

    def carry_out(self, game: Ocs, player: str, order: Dropping) -> None:
        """They wait for the rolls. [18.5f(A)]"""
        key = order.ship
        game.put(SHIPS, key, replace(ship_of(game, key), landing=order.units))
        label = game.board.label(ship_of(game, key).hex)
        game.emit(
            Event("land", "18.5a", {"hex": label}).to(player, ship=key, units=list(order.units))
        )

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Dropping]:
        """The units in hand from their craft, or all that are aboard those in hand. [18.5a]"""
        group, landing = grouped(game, player, hand), dict[str, tuple[str, ...]]()
        for name in group.units:
            key = cargo.ship_of(game, name)
            landing[key] = (*landing.get(key, ()), name)
        for key in group.ships:
            landing.setdefault(key, cargo.units_aboard(game, key))
        yield from (Dropping(key, names) for key, names in landing.items() if key and names)


# ---- the rolls


def waiting(game: Ocs, side: str) -> dict[int, list[str]]:
    """The craft that wait for landing rolls, by hex; LSTs that become ports roll later."""
    found: dict[int, list[str]] = {}
    for key in fleet(game, side):
        ship = ship_of(game, key)
        if (ship.landing or ship.switching) and ship.deploying < 0:
            found.setdefault(ship.hex, []).append(key)
    return {h: found[h] for h in sorted(found)}


@dataclass(frozen=True, slots=True)
class Rolls:
    """The landing rolls; `groups` are the owner's, by hex."""

    groups: Row = field(default_factory=dict)


@presumes(what_lies)
class RollLandings(OcsVerb[Rolls]):
    """Make the landing rolls, when all landing craft have moved. [18.5f(A)]

    The owner may make the groups: no more of them than need be. [18.5f(C)]
    """

    do, rule, order = "roll-landings", "18.5f(A)", Rolls
    title = phrase = "Roll for the landings"
    stakes = "dice"
    sure = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """All who are landing, at once."""
        return ("",) if waiting(game, player) else ()

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Rolls]:
        """In groups as they come."""
        yield Rolls()

    def against(self, game: Ocs, player: str, order: Rolls) -> list[Refusal]:
        """Something to roll for, and groups that make no roll too many."""
        found = waiting(game, player)
        if not found:
            return [Refusal("18.5f(A)", "nobody is landing")]
        return [r for label, groups in order.groups.items()
                for r in _why_not_groups(game, found, label, groups)]  # fmt: skip

    def carry_out(self, game: Ocs, player: str, order: Rolls) -> Procedure:
        """All the rolls, hex by hex; then landing craft have done for the phase."""
        yield from roll_all(game, player, order.groups)


def _why_not_groups(
    game: Ocs, found: Mapping[int, list[str]], label: str, groups: Any
) -> list[Refusal]:
    """Why an owner's groups of a hex will not do. [18.5f(C)]"""
    h = next((h for h in found if game.board.label(h) == label), -1)
    if h < 0:
        return [Refusal("18.5f(C)", f"nobody is landing in {label!r}")]
    landing = _landing(game, found[h])
    lists = isinstance(groups, list) and all(isinstance(group, list) for group in groups)
    named = [name for group in groups for name in group] if lists else []
    if not lists or sorted(map(str, named)) != sorted(landing):
        return [Refusal("form", f"the groups of {label} are lists of {', '.join(landing)}")]
    fewest = landing_table.grouped(game, landing)
    most = sum(landing_table.rolls_of(game, group) for group in fewest)
    if sum(landing_table.rolls_of(game, group) for group in groups) > most:
        return [Refusal("18.5f(C)", f"{most} rolls are enough for those who land in {label}")]
    return []


def _landing(game: Ocs, keys: Sequence[str]) -> list[str]:
    return [name for key in keys for name in ship_of(game, key).landing]


def roll_all(game: Ocs, side: str, groups: Mapping[str, list[list[str]]]) -> Procedure:
    """The landing rolls of a side; once all are made nobody lands. [18.5f(A)] [18.5f(D)]"""
    finish(game, side)
    now = phase_start(game)
    for h, keys in waiting(game, side).items():
        landing = _landing(game, keys)
        chosen = groups.get(game.board.label(h)) or landing_table.grouped(game, landing)
        yield from come_ashore(game, side, h, keys, chosen)
    game.put(SIDES, side, replace(game.state[SIDES][side], beached=now))


def come_ashore(
    game: Ocs, side: str, h: int, keys: Sequence[str], groups: Sequence[Sequence[str]]
) -> Procedure:
    """Craft land their groups in a hex: each rolls, and who lives takes what is there. [18.5h]"""
    now = phase_start(game)
    bringing = {name: key for key in keys for name in ship_of(game, key).landing}
    switching = [key for key in keys if ship_of(game, key).switching]
    for key in keys:
        done = replace(ship_of(game, key), landing=(), switching=False, landed=now, finished=now)
        game.put(SHIPS, key, done)
    for name in bringing:
        put_into(game, name, h, landed=True, finished=-1)
    rolled: set[str] = set()
    for group in groups:
        craft = list(dict.fromkeys(bringing[name] for name in group))
        landing_table.roll(game, side, h, group, craft)
        rolled.update(craft)
    for key in [key for key in switching if key not in rolled]:
        landing_table.roll(game, side, h, (), (key,), "18.4e(A)")
    for key in switching:
        dukws.drive_on(game, key)
    ashore = alive(game, list(bringing))
    if ashore:
        yield from capture.arrive(game, side, ashore, h)


def before_the_segment_ends(game: Ocs) -> Procedure:
    """Landings that nobody has rolled for are rolled for at last. [18.5f(A)]"""
    for side in game.scenario.sides:
        if waiting(game, side):
            yield from roll_all(game, side, {})


# ---- afterwards


@allowance_factor(order=20)
def after_landing(game: Ocs, name: str) -> tuple[str, Fraction, str] | None:
    """Half the allowance in the Movement Phase of the landing. [18.5h]"""
    unit = unit_of(game, name)
    if (
        unit.landed
        and kind(game) == MOVEMENT
        and own_movement_phase(game, counter_of(game, name).side)
    ):
        return "after a landing", HALF, "18.5h"
    return None
