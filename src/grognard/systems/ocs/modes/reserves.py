"""Reserves: releasing them, and the markers that there are for them. [5.7] [5.4a]"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.forms import Hexes
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import Company
from grognard.systems.ocs.modes.modes import oriented, strip_reserve
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.groups import grouped, hex_of
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, TRANSPORT, Transport
from grognard.systems.ocs.turn.phases import (
    EXPLOITATION_ATTACK,
    MOVES,
    OcsVerb,
    actor,
    kind,
    phase_start,
)
from grognard.systems.ocs.units import ABOARD, MAP, RESERVE, UNITS, Unit
from grognard.table.worded import Hand


class Release(OcsVerb[Company]):
    """Release Reserves, one by one or stack by stack, in the midst of moves too. [5.7b(A)] [7.0]

    The whole phase is open to it, so that one may see how things go. [11.0b] They fall to the
    orientation chosen when they entered the mode. [5.7a] [5.7b(B)] Released Reserves are no
    exploiting units: they keep their full allowance. [11.0b]
    """

    do, rule, order = "release", "5.7b(A)", Company
    title, phrase = "Release Reserves", "Release {units} from Reserve"
    rank = 4
    sure = True

    def against(self, game: Ocs, player: str, order: Company) -> list[Refusal]:
        """Only Reserves are released, and only one's own. [7.0a]

        By the option not after the Movement Segment.
        """
        if _too_late(game):
            return [Refusal("5.7b(A)", "Reserves are released in the Movement Segment")]
        known = set(in_reserve(game, player))
        wrong = [name for name in order.units if name not in known]
        if wrong or not order.units or len(set(order.units)) != len(order.units):
            return [Refusal("5.7b(A)", f"{', '.join(wrong) or 'nobody'} is no Reserve of {player}")]
        return []

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each Reserve."""
        return () if _too_late(game) else in_reserve(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Company]:
        """Alone."""
        yield Company((actor,))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Company]:
        """Those in hand together."""
        group = grouped(game, player, hand)
        if group.units or group.transport:
            yield Company((*group.units, *group.transport))

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there are Reserves that could still do something: move, fire or attack."""
        found = self.actors(game, player)
        if kind(game) in MOVES:
            return bool(found)
        known = game.state[UNITS]
        units = [name for name in found if name in known and known[name].place == MAP]
        if kind(game) != EXPLOITATION_ATTACK:
            return any(counter_of(game, name).artillery for name in units)
        enemies = stacks.stacks(game).held[game.scenario.other(player)]
        return any(b in enemies for n in units for b in game.board.around(unit_of(game, n).hex))

    def carry_out(self, game: Ocs, player: str, order: Company) -> None:
        """The marker comes off; the enemy notices where one showed. [5.7b(A)] [5.7b(B)] [4.9a]

        What is aboard he does not see. [18.3c(A)]
        """
        now, label, names = phase_start(game), game.board.label, order.units
        hexes = sorted({hex_of(game, name) for name in names})
        ashore = {hex_of(game, n) for n in names if _record(game, n).place == MAP}
        seen = [label(h) for h in sorted(ashore) if fog.reserve_on_show(game, h)]
        for name in names:
            if name in game.state[TRANSPORT]:
                transport = game.state[TRANSPORT][name]
                game.put(TRANSPORT, name, replace(transport, reserve=False, released=now))
                continue
            unit = unit_of(game, name)
            game.put(UNITS, name, replace(unit, mode=oriented(unit), released=now))
        facts = {"hexes": [label(h) for h in hexes], "units": list(names)}
        others = Event("release", "5.7b(A)", {"hexes": seen}) if seen else None
        game.emit(Event("release", "5.7b(A)", facts, seen_by=(player,), others=others))


def _too_late(game: Ocs) -> bool:
    return game.options["reserve-release"] != "phase" and kind(game) not in MOVES


def _record(game: Ocs, name: str) -> Transport | Unit:
    found: Transport | None = game.state[TRANSPORT].get(name)
    return found or unit_of(game, name)


def in_reserve(game: Ocs, side: str) -> list[str]:
    """A side's units and Organic Trucks in Reserve Mode, on the map and aboard landing craft."""

    def compute() -> list[str]:
        aboard = rolls.off_map(game, side, ABOARD)
        units = [*rolls.in_mode(game, side, RESERVE)]
        units += [name for name in aboard if unit_of(game, name).mode == RESERVE]
        trucks = [
            key
            for key, transport in sorted(game.state[TRANSPORT].items())
            if transport.side == side and transport.reserve and transport.place in (MAP, ABOARD)
        ]
        return units + trucks

    return game.cached(("reserves", side), (UNITS.name, TRANSPORT.name), compute)


def released(game: Ocs, name: str) -> bool:
    """Whether a unit has been released from Reserve in this phase. [5.7b(A)]"""
    return unit_of(game, name).released == phase_start(game)


# ---- at the end of a Movement Segment

MARKERS = "reserve markers"


def no_reserve_in_hedgehogs(game: Ocs) -> Procedure:
    """No Reserve of either side stays in a hedgehog when any Movement Segment ends. [5.7g]"""
    for side in game.scenario.sides:
        for h in reserve_hexes(game, side):
            if stacks.hedgehog(game, h):
                strip_reserve(game, h, "5.7g")
    yield from ()


def marker_limit(game: Ocs) -> Procedure:
    """Reserve markers are few: what they do not cover falls to its orientation. [5.4a]

    They are laid when units have done moving, so that the limit counts at the segment's end.
    """
    side = actor(game)
    most = game.scenario.limits[side].reserve_markers
    hexes = reserve_hexes(game, side)
    needed = [_markers_in(game, side, h) for h in hexes]
    if sum(needed) <= most:
        return
    offer = KeepMarkers(dict(zip(hexes, needed, strict=True)), most)
    prompt = f"there are {most} Reserve markers; where do they stay?"
    policies = {"first hexes": lambda: offer.laid(hexes)}
    answer = yield offer.ask(game, side, MARKERS, prompt, policies)
    kept = offer.order_of(game, answer).hexes
    for h in hexes:
        if h not in kept:
            strip_reserve(game, h, "5.4a", _reserves_in(game, side, h))


@dataclass(frozen=True, slots=True)
class Marked:
    """The hexes that keep their Reserve markers."""

    hexes: Hexes


class KeepMarkers(Answer[Ocs, Marked]):
    """Choosing the hexes that keep their Reserve markers. [5.4a]

    `needed` are the markers that each hex takes, `most` those that there are.
    """

    do, rule, order = "keep-markers", "5.4a", Marked
    title = "Keep Reserve markers"
    phrase = ("Keep the Reserve markers in {hexes}", "Keep no Reserve marker")
    sure = True

    def __init__(self, needed: Mapping[int, int], most: int) -> None:
        self.needed, self.most = needed, most

    def against(self, game: Ocs, player: str, order: Marked) -> list[Refusal]:
        """Hexes with Reserves, each once, and no more markers than there are. [5.4a]"""
        chosen, label = order.hexes, game.board.label
        wrong = [label(h) for h in chosen if h not in self.needed]
        if wrong or len(set(chosen)) != len(chosen):
            known = ", ".join(map(label, self.needed))
            text = f"{', '.join(wrong) or 'a hex named twice'}: Reserves are in {known}"
            return [Refusal("5.4a", text)]
        total = sum(self.needed[h] for h in chosen)
        if total > self.most:
            return [Refusal("5.4a", f"there are {self.most} Reserve markers, not {total}")]
        return []

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Marked]:
        """As many as go round: the first hexes, or another before them. Other choices are open."""
        every = [self.laid([h, *(b for b in self.needed if b != h)]) for h in self.needed]
        yield from dict.fromkeys(every)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """As many as go round, in an order of chance."""
        return self.written(game, self.laid(rng.sample(list(self.needed), len(self.needed))))

    def laid(self, order: Iterable[int]) -> Marked:
        """Markers on one hex after the other while they last."""
        chosen, left = set(), self.most
        for h in order:
            if self.needed[h] <= left:
                chosen.add(h)
                left -= self.needed[h]
        return Marked(tuple(h for h in self.needed if h in chosen))


def reserve_hexes(game: Ocs, side: str) -> list[int]:
    """The hexes of a side with Reserves."""
    return sorted({*_by_hex(game, side)})


def _reserves_in(game: Ocs, side: str, h: int) -> list[str]:
    return _by_hex(game, side).get(h, [])


def _by_hex(game: Ocs, side: str) -> Mapping[int, list[str]]:
    """A side's Reserves by where they are."""

    def compute() -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for name in in_reserve(game, side):
            found.setdefault(hex_of(game, name), []).append(name)
        return found

    names = (UNITS.name, TRANSPORT.name, SHIPS.name)
    return game.cached(("reserves by hex", side), names, compute)


def _markers_in(game: Ocs, side: str, h: int) -> int:
    """The Reserve markers that a hex takes: one, or by the option one for each unit. [5.4a]"""
    if game.options["reserve-markers"] == "hexes":
        return 1
    return sum(name in game.state[UNITS] for name in _reserves_in(game, side, h)) or 1
