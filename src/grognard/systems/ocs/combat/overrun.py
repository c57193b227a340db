"""Overruns: attacks in the midst of a move. [8.0]

They are fought like any other combat [8.0], in the three Movement Segments: in the Reaction Phase
by released Reserves [7.0b], in the Exploitation Phase by those who may move in it [11.0c].
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.ocs.combat import combat
from grognard.systems.ocs.combat.attack import (
    Strike,
    Striking,
    battle_of,
    not_capable,
    owed,
    supplied,
    why_not_enemy,
    why_not_named,
    why_not_supplied,
)
from grognard.systems.ocs.fog.foresight import presumes, what_shows
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement import moves
from grognard.systems.ocs.movement.movement import left, outside, points, spent, step_price, unable
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import can_attack, counter_of, face_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import peaceful, phase_start
from grognard.systems.ocs.units import COMBAT, EXPLOIT, MOVE, UNITS
from grognard.table.cards import Sum

PRICE = 3 * POINT
"""What an overrun costs in twelfths, and the most that its hex may cost. [8.1a] [8.1b]"""
TRIES = 12


@presumes(what_shows)
class Overrun(Striking):
    """Overrun one adjacent hex with units that began the phase together. [8.1] [8.1d]

    They attack from where they are and enter only what the defender leaves. [8.0] Whoever can
    overrun can move, and is asked for that.
    """

    do, rule = "overrun", "8.0"
    title, phrase = "Overrun", "Overrun {target} with {units}"
    rank = 21
    stops = False

    def against(self, game: Ocs, player: str, order: Strike) -> list[Refusal]:
        """Who overruns, with what points, into what ground, with what supply. [8.1]"""
        if peaceful(game):
            return [Refusal("2.4(2)", "nobody fights in a simulcast turn")]
        names, target = order.units, order.target
        found = why_not_named(game, player, names)
        found += [Refusal("8.0", r.text) for r in why_not_enemy(game, player, target)]
        if not found and not _together(game, names):
            found = [Refusal("8.1", "units that overrun began the phase stacked together")]
        found = found or moves.company(game, player, names)
        found = found or _why_not_from(game, unit_of(game, names[0]).hex)
        if found:
            return found
        for name in names:
            found += why_not_overrun(game, name, target)
        return found or why_not_supplied(game, player, order)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Strike]:
        """Each unit alone, and all that began the phase together, against each hex beside them."""
        for h, target in _edges(game, player):
            for names in _groups(game, h, target):
                yield from supplied(game, player, Strike(names, target))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """An overrun by chance: by one unit, or by several together."""
        edges = list(_edges(game, player))
        for h, target in rng.sample(edges, min(TRIES, len(edges))):
            groups = list(_groups(game, h, target))
            if groups:
                order = Strike(rng.choice(groups), target)
                if not why_not_supplied(game, player, order):
                    return self.written(game, order)
        return None

    def cost(self, game: Ocs, player: str, order: Strike) -> Sequence[Sum]:
        """Three points for each unit, and supply."""
        tally = Tally().add("an overrun", points(PRICE), "8.1a")
        return [Sum("MP of each unit", tally), *super().cost(game, player, order)]

    def others(self, game: Ocs, player: str, order: Strike) -> Iterator[str]:
        """Those who stand and began the phase with the units of an overrun."""
        known = [name for name in order.units if name in game.state[UNITS]]
        for name in stacks.units_at(game, unit_of(game, known[0]).hex) if known else ():
            together = moves.started_at(game, name) == moves.started_at(game, known[0])
            able = together and unable(game, name) is None
            if able and not why_not_overrun(game, name, order.target):
                yield name

    def carry_out(self, game: Ocs, player: str, order: Strike) -> Procedure:
        """Three points, the combat, and then on, unless they retreat. [8.0] [8.1a] [8.1f]

        Whoever moved with them and does not take part is left behind. [8.1g]
        """
        names, now, bill = order.units, phase_start(game), owed(game, player, order)
        moves.begin(game, player, names)
        moves.set_out(game, names)
        for name in names:
            used = spent(game, name) + PRICE
            game.put(UNITS, name, replace(unit_of(game, name), moved=now, spent=used))
        battle = battle_of(game, player, order, overrun=True)
        yield from combat.fight(game, battle, bill, order.lead)


def why_not_overrun(game: Ocs, name: str, target: int) -> list[Refusal]:
    """Why a unit that could move cannot overrun a hex. [8.1] [8.1a] [8.1b]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    label = game.board.label(target)
    if unit.mode not in (COMBAT, MOVE, EXPLOIT):
        text = f"{counter.name} is in {unit.mode} mode"
        return [Refusal("8.1", f"{text}; overruns need Combat, Move or Exploitation Mode")]
    if not can_attack(game, name):
        return [not_capable(game, name)]
    if not game.board.adjacent(unit.hex, target):
        return [Refusal("8.1d", f"{counter.name} is not next to {label}")]
    if left(game, name) < PRICE:
        text = f"{counter.name} has {points(left(game, name))} MP left; an overrun takes 3"
        return [Refusal("8.1a", text)]
    return _why_not_ground(game, name, target)


def _together(game: Ocs, names: Sequence[str]) -> bool:
    """Whether units began the phase in one hex; those who landed in it began in none. [8.1]"""
    starts = {moves.started_at(game, name) for name in names}
    return len(names) == 1 or (len(starts) == 1 and min(starts) >= 0)


def _why_not_from(game: Ocs, h: int) -> list[Refusal]:
    """Nobody overruns from a hex that is overstacked at that moment, friends included. [4.8a]

    Friends who take no part count there, but for nothing else. [8.1h]
    """
    if h not in stacks.stacks(game).crowds:
        return []
    text = f"{game.board.label(h)} holds {stacks.size_at(game, h)} RE"
    return [Refusal("4.8a", f"{text}; nobody overruns from a hex with more than ten")]


def _why_not_ground(game: Ocs, name: str, target: int) -> list[Refusal]:
    """Hex, hexside and Trainbusting cost 3 points at most, whatever roads there are. [8.1b]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if target in game.scenario.closed.get(counter.side, ()):
        return [outside(game, counter.side, target)]
    move, label = face_of(game, name).move, game.board.label(target)
    price = step_price(game, counter.side, move, unit.hex, target, roads=False)
    if price is not None and price <= PRICE:
        return []
    by_road = step_price(game, counter.side, move, unit.hex, target)
    if by_road is not None and by_road <= PRICE:
        text = f"without roads and bridges {counter.name} could not enter {label} for 3 MP"
        return [Refusal("8.1c", text)]
    text = f"{label} is too hard to enter for {counter.name}: overruns are for 3 MP or less"
    return [Refusal("8.1b", text)]


def _edges(game: Ocs, side: str) -> Iterator[tuple[int, int]]:
    """Each hex of a side with each enemy stack beside it."""
    if peaceful(game):
        return
    index = stacks.stacks(game)
    foes = index.held[game.scenario.other(side)]
    for h in sorted(index.held[side] - index.crowds):  # [4.8a]
        for target in sorted(foes.intersection(game.board.around(h))):
            yield h, target


def _groups(game: Ocs, h: int, target: int) -> Iterator[tuple[str, ...]]:
    """The units of a hex that could overrun another: one by one, and those who began together."""
    able: dict[int, list[str]] = {}
    for name in stacks.units_at(game, h):
        if unable(game, name) is None and not why_not_overrun(game, name, target):
            able.setdefault(moves.started_at(game, name), []).append(name)
    side = stacks.holder(game, h) or ""
    for names in able.values():
        yield from ((name,) for name in names)
        if _together(game, names):
            yield from (tuple(sorted(party)) for party in moves.parties(game, side, names))
