"""Fire at ships: from ships, from coastal artillery, from the air. [18.3]

The firing player announces the hex, is shown the ships there but not their cargo, and then picks
his targets one by one; no ship is the target of more than one barrage in a phase. [18.3c(A)]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Answer
from grognard.kit.forms import Piece
from grognard.systems.ocs.barrage.results import AIR_POWER, BARRAGE_TABLE, NAVAL, Manner, thrown
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import Crowd
from grognard.systems.ocs.naval.ships import (
    CARRIER,
    damage,
    face,
    is_craft,
    members,
    printed,
    ship_of,
    targets_at,
    type_of,
)
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import counter_of, rounded, scaled, unit_of
from grognard.systems.ocs.results import barrage_column, barrage_columns
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import POOL, UNITS
from grognard.table.cards import Labels

AT_SHIPS, AT_GUNS = "ships", "coastal"
"""What is fired at: ships, or coastal artillery as if it were one. [18.3g(B)]"""
AIM = "naval target"
MASS = "all at one"

Shift = Callable[[tuple[str, ...]], Tally]


def _no_shift(firers: tuple[str, ...]) -> Tally:
    return Tally()


@dataclass(frozen=True)
class Volley:
    """Fire announced at the ships of a hex, or at its coastal artillery. [18.3c(A)]

    `strengths` are those of the firers, who may combine or pick different targets, but not be
    split. `shift` gives the shifts of those who fire together: those for the distance that aircraft
    have come, and no others. [18.3c(A)]
    """

    side: str
    hex: int
    strengths: Mapping[str, Tally]
    by: str = NAVAL
    at: str = AT_SHIPS
    shift: Shift = _no_shift


# ---- arithmetic


def weigh(game: Ocs, volley: Volley, target: str, firers: Sequence[str]) -> Tally:
    """The strength that reaches a target: aircraft count double, protection divides it.

    [18.3c(B)] [18.3c(C)]
    """
    tally = Tally()
    for name in firers:
        tally = tally + volley.strengths[name]
    if volley.by == AIR_POWER:
        tally = scaled(tally, "aircraft against ships", Fraction(2), "18.3c(B)")
    guard = protection(game, volley, target)
    return scaled(tally, f"protection {guard}", Fraction(1, guard), "18.3c(C)")


def protection(game: Ocs, volley: Volley, target: str) -> int:
    """A target's Protection Rating, 1 if none is printed. [18.3c(C)]"""
    if volley.at == AT_GUNS:
        return 1
    enemy = game.scenario.other(volley.side)
    group = members(game, volley.hex, enemy, target)
    return max(1, face(game, group[0]).protection)


def flak(game: Ocs, h: int, side: str) -> Tally:
    """The flak of a side's ships in a hex: that of the target and of all others. [18.3f]

    The enemy is told the sum; which ships they are he sees only if he fires at them. [4.9c]
    """
    keys = [key for key in stacks.ships_at(game, h, side) if face(game, key).flak]
    if not keys:
        return Tally()
    sources = {printed(game, key).source for key in keys}
    source = sources.pop() if len(sources) == 1 else "house"
    total = sum(face(game, key).flak for key in keys)
    return Tally().add("ships in the hex", total, "18.3f", source)


# ---- who can be picked


def pickable(game: Ocs, volley: Volley, firers: Sequence[str] | None = None) -> list[str]:
    """The targets that are left for a volley, or for some of its firers. [18.3c(A)] [18.2e]"""
    by = list(volley.strengths) if firers is None else firers
    now, enemy = phase_start(game), game.scenario.other(volley.side)
    if volley.at == AT_GUNS:
        return [
            name
            for name in stacks.own_at(game, volley.hex, enemy)
            if "coastal" in counter_of(game, name).traits and unit_of(game, name).struck != now
        ]
    found = fresh(game, volley.hex, enemy)
    return [target for target in found if unscreened(game, volley, target, by)]


def fresh(game: Ocs, h: int, side: str) -> list[str]:
    """The ships of a side in a hex that have not been a target in this phase. [18.3c(A)]"""
    now = phase_start(game)
    return [
        target
        for target in targets_at(game, h, side)
        if all(ship_of(game, key).struck != now for key in members(game, h, side, target))
    ]


def unscreened(game: Ocs, volley: Volley, target: str, firers: Sequence[str]) -> list[str]:
    """Those whose fire at a target no screen keeps off: other ships in range guard a carrier.

    Coastal artillery and aircraft mind no screen. [18.2e]
    """
    if volley.by != NAVAL or target not in game.state[SHIPS]:
        return list(firers)
    if type_of(game, target) != CARRIER:
        return list(firers)
    return [name for name in firers if name not in game.state[SHIPS] or not screen(game, name)]


def screen(game: Ocs, firer: str) -> bool:
    """Whether a ship has enemy ships in range that are neither carriers nor craft. [18.2e]"""
    ship = ship_of(game, firer)
    reach = face(game, firer).range
    return any(
        other.side != ship.side
        and other.hex >= 0
        and not is_craft(game, key)
        and type_of(game, key) != CARRIER
        and game.board.distance(ship.hex, other.hex) <= reach
        for key, other in game.state[SHIPS].items()
    )


def presume(game: Ocs, h: int, side: str) -> str:
    """Leave of a side's ships in a hex only the one on show, for odds, and say so. [4.9a]"""
    top = fog.ship_on_show(game, h, side)
    for key in stacks.ships_at(game, h, side):
        if key != top:
            game.put(SHIPS, key, replace(ship_of(game, key), place=POOL, hex=-1))
    return f"the ship that shows in {game.board.label(h)} is alone"


# ---- firing


def engage(game: Ocs, volley: Volley) -> Procedure:
    """Show the firing player what is there, let him aim, and resolve each barrage. [18.3c(A)]"""
    _show(game, volley)
    firers = tuple(volley.strengths)
    while firers:
        targets = pickable(game, volley, firers)
        if not targets:
            label = game.board.label(volley.hex)
            game.emit(Event("no-target", "18.3c(A)", {"hex": label}))
            return
        answer = yield _aim(game, volley, targets, firers)
        by = tuple(name for name in firers if name in answer["by"])
        firers = tuple(name for name in firers if name not in by)
        resolve(game, volley, answer["target"], by)


def _show(game: Ocs, volley: Volley) -> None:
    """The firing player sees all the ships, but not what is aboard. [18.3c(A)]

    Who fires he alone knows; how strongly is told with each barrage. [4.9c]
    """
    enemy, label = game.scenario.other(volley.side), game.board.label(volley.hex)
    ships = [
        {"ship": key, "name": printed(game, key).name, "damaged": ship_of(game, key).damaged,
         "points": ship_of(game, key).size}
        for key in stacks.ships_at(game, volley.hex, enemy)
    ]  # fmt: skip
    facts = {"hex": label, "firers": sorted(volley.strengths)}
    shown = {**facts, "ships": ships} if volley.at == AT_SHIPS else facts
    others = Event("naval-fire", "18.3c(A)", {"hex": label})
    seen_by = (volley.side,)
    game.emit(Event("naval-fire", "18.3c(A)", shown, seen_by=seen_by, others=others))
    game.reveal(volley.side)


@dataclass(frozen=True, slots=True)
class Shot:
    """A target, and those who fire at it."""

    target: Piece
    by: Crowd


class Aim(Answer[Ocs, Shot]):
    """Picking one target, and those who fire at it. [18.3c(A)]"""

    do, rule, order = "aim", "18.3c(A)", Shot
    title, phrase = "Aim", "Fire at {target} with {by}"
    sure = True

    def __init__(self, volley: Volley, targets: Sequence[str], firers: Sequence[str]) -> None:
        self.volley, self.targets, self.firers = volley, list(targets), list(firers)

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The targets."""
        return self.targets

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Shot]:
        """With all who can fire at it, or one alone."""
        able = unscreened(game, self.volley, actor, self.firers)
        yield Shot(actor, tuple(able))
        for name in able if len(able) > 1 else ():
            yield Shot(actor, (name,))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A target and some firers by chance."""
        target = rng.choice(self.targets)
        able = unscreened(game, self.volley, target, self.firers)
        by = rng.sample(able, rng.randint(1, len(able)))
        return self.written(game, Shot(target, tuple(sorted(by))))

    def against(self, game: Ocs, player: str, order: Shot) -> list[Refusal]:
        """A target that is there, and firers that have not fired and that nothing screens off."""
        target, by = order.target, order.by
        if self._screened(game, target, by):
            return [Refusal("18.2e", f"other ships in range screen {target}; sink them first")]
        if target not in self.targets:
            known = ", ".join(self.targets)
            return [Refusal(self.rule, f"{target!r} is no target now; these are: {known}")]
        if not by or len(set(by)) != len(by) or not set(by) <= set(self.firers):
            return [Refusal(self.rule, f"fire with some of {', '.join(self.firers)}, none twice")]
        return []

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """Who fires, and the target unless it is many craft at once."""
        hexes, pieces = super().touched(game, action)
        known = game.state[SHIPS].keys() | game.state[UNITS].keys() | game.state[AIR].keys()
        return hexes, tuple(name for name in pieces if name in known)

    def _screened(self, game: Ocs, target: str, by: Sequence[str]) -> bool:
        """Whether it is a carrier here that some of them cannot fire at. [18.2e]"""
        enemy = game.scenario.other(self.volley.side)
        known = [name for name in by if name in self.firers]
        here = target in stacks.ships_at(game, self.volley.hex, enemy)
        return here and len(unscreened(game, self.volley, target, known)) < len(known)


def _aim(game: Ocs, volley: Volley, targets: Sequence[str], firers: Sequence[str]) -> Ask:
    offer = Aim(volley, targets, firers)
    first = next(offer.ways(game, volley.side, targets[0]))
    prompt = f"which target in {game.board.label(volley.hex)}, and who fires at it?"
    return offer.ask(game, volley.side, AIM, prompt, {MASS: first})


def column_of(game: Ocs, volley: Volley, target: str, firers: Sequence[str]) -> tuple[int, Tally]:
    """The column of the Barrage Table from 0, and the shifts; below a point there is none."""
    strength = rounded(Fraction(weigh(game, volley, target, firers).total))
    shift = volley.shift(tuple(firers))
    if strength < 1:  # [10.0]
        return -1, shift
    column = barrage_column(game.scenario.tables, strength) + int(shift.total)
    return min(max(column, 0), len(barrage_columns(game.scenario.tables)) - 1), shift


def resolve(game: Ocs, volley: Volley, target: str, firers: Sequence[str]) -> None:
    """One barrage at one target, on the Barrage Table. [18.3c(A)]"""
    enemy, now = game.scenario.other(volley.side), phase_start(game)
    strength = weigh(game, volley, target, firers)
    column, shift = column_of(game, volley, target, firers)
    for key in members(game, volley.hex, enemy, target) if volley.at == AT_SHIPS else ():
        game.put(SHIPS, key, replace(ship_of(game, key), struck=now))
    facts: dict[str, Any] = {"target": target, "by": list(firers), "strength": strength.to_json(),
                             "shift": shift.to_json()}  # fmt: skip
    if column < 0:
        _tell(game, volley, Event("naval-barrage", "10.0", facts))
        return
    dice, impact = thrown(game, BARRAGE_TABLE, column, Manner(volley.by, ship=True))
    over = barrage_columns(game.scenario.tables)[column]
    facts |= {"column": over, "hits": impact.steps, "dg": impact.dg}
    rule = "18.3c(A)" if volley.at == AT_SHIPS else "18.3g(B)"
    _tell(game, volley, Event("naval-barrage", rule, facts, dice, outcome=True))
    if volley.at == AT_SHIPS:
        damage(game, volley.hex, enemy, target, impact.steps, impact.dg, "18.3d(A)")
        return
    game.put(UNITS, target, replace(unit_of(game, target), struck=now))
    if impact.steps:  # any step kills, DG does nothing
        eliminate(game, target, "18.3g(B)", "ships have silenced it")


def _tell(game: Ocs, volley: Volley, event: Event) -> None:
    """The firing player knows who fired; others learn how strongly. [4.9c]"""
    plain: dict[str, Any] = {key: event.facts[key] for key in event.facts if key != "by"}
    plain["strength"] = {"total": event.facts["strength"]["total"], "parts": []}
    others = replace(event, facts=plain)
    game.emit(replace(event, seen_by=(volley.side,), others=others))
