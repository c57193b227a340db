"""Packing: how missions of several aircraft are put together by pointing. [23.1] [23.3]

Aircraft are picked up on the Air Display: Ready ones strike, those in the Air Superiority Box come
along as escorts, Wild Weasels suppress. Each has a part of its own, which can be taken out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from grognard.kit.deeds import Verb
from grognard.kit.forms import Hexes, Piece, Pieces, Words
from grognard.systems.nextwar.aircraft import STRIKE
from grognard.systems.nextwar.airpower.wings import aloft, flyable, marked, rating, ready, weasel
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.aiming import NAMED, Aimed
from grognard.systems.nextwar.strikes.outlook import met
from grognard.systems.nextwar.strikes.packages import package_of
from grognard.systems.nextwar.strikes.status import AIR, WEASEL, Mission
from grognard.systems.nextwar.strikes.targets import INTERDICTION, TRACKS, spot, targets
from grognard.table.worded import Hand

TRIED = 4
"""How many aircraft are proposed for a hex that is pointed at with nobody in hand."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A mission: who strikes what, who stays at a distance, who comes along."""

    units: Pieces
    target: Piece
    hexes: Hexes = ()
    escorts: Pieces = ()
    suppressors: Pieces = ()
    standoff: Pieces = ()


@dataclass(frozen=True, slots=True)
class Suppression:
    """Wild Weasels, the track that each strikes, and who comes along."""

    units: Pieces
    targets: Words
    escorts: Pieces = ()
    suppressors: Pieces = ()


def more(*names: Sequence[str]) -> tuple[str, ...]:
    """Several lists of aircraft as one, each once."""
    return tuple(dict.fromkeys(name for some in names for name in some))


def less(names: Sequence[str], *gone: Sequence[str]) -> tuple[str, ...]:
    """Aircraft without some of them."""
    left = {name for some in gone for name in some}
    return tuple(name for name in names if name not in left)


def companions(game: Nw, side: str) -> list[str]:
    """Who could come along: fighters in the Air Superiority Box, and Wild Weasels. [23.1]"""
    return [*aloft(game, side), *suppressing(game, side)]


def suppressing(game: Nw, side: str) -> list[str]:
    """The Wild Weasels that are ready and can fly. [23.3]"""
    return [name for name in ready(game, side) if weasel(game, name) and flyable(game, name)]


def _listed(names: Sequence[str], called: Mapping[str, str]) -> str:
    return ", ".join(called.get(name, name) for name in names)


def _along(part: Raid | Suppression, called: Mapping[str, str]) -> str:
    """Who comes along with a mission, in words; empty where nobody does."""
    who = _listed((*part.units, *part.escorts, *part.suppressors), called)
    if part.escorts:
        return f"{who} escorts"
    return f"{who} suppresses air defenses" if part.suppressors else ""


class Packed(Aimed[Raid]):
    """An air strike put together: strikers, a target, companions. [23.1]"""

    partable: ClassVar[bool] = True

    def at_hand(self, game: Nw, player: str, order: Raid | None) -> Sequence[str]:
        """Those who can strike; when there is a mission, also those who can come along."""
        along = companions(game, player) if order is not None and order.units else ()
        return [*self.actors(game, player), *along]

    def bits(self, game: Nw, order: Raid) -> Sequence[Raid]:
        """Each aircraft by itself; companions name no target of their own."""
        bare = Raid((), "")
        strikers = [
            Raid((name,), order.target, order.hexes, standoff=(name,) * (name in order.standoff))
            for name in order.units
        ]
        escorts = [replace(bare, escorts=(name,)) for name in order.escorts]
        return [*strikers, *escorts, *(replace(bare, suppressors=(n,)) for n in order.suppressors)]

    def joined(self, game: Nw, player: str, order: Raid | None, part: Raid) -> Raid:
        """With one aircraft more; a striker with another target takes all of them there."""
        if order is None:
            return part
        there = part if part.target else order
        return Raid(
            more(order.units, part.units),
            there.target,
            there.hexes,
            more(order.escorts, part.escorts),
            more(order.suppressors, part.suppressors),
            more(less(order.standoff, part.units), part.standoff),
        )

    def without(self, game: Nw, player: str, order: Raid, part: Raid) -> Raid | None:
        """Without one aircraft; without strikers there is no mission."""
        units = less(order.units, part.units)
        if not units:
            return None
        return replace(
            order,
            units=units,
            escorts=less(order.escorts, part.escorts),
            suppressors=less(order.suppressors, part.suppressors),
            standoff=less(order.standoff, part.units),
        )

    def additions(
        self, game: Nw, player: str, order: Raid | None, hand: Hand, h: int | None
    ) -> Iterator[Raid]:
        """Strikers at what is in a hex, or at what lies nowhere; companions with the mission."""
        able = self.actors(game, player)
        strikers = tuple(name for name in hand if name in able)
        escorts = tuple(name for name in hand if name in aloft(game, player))
        suppressors = tuple(name for name in hand if name in suppressing(game, player))
        along = Raid((), "", (), escorts, suppressors)
        if order is not None and order.units and h is None:
            yield replace(along, units=strikers, standoff=self.far(game, strikers, order))
        if strikers:
            yield from self.at_targets(game, player, order, replace(along, units=strikers), h)
        elif not hand and h is not None:
            for name in sorted(able, key=lambda one: -rating(game, one, STRIKE))[:TRIED]:
                yield from self.at_targets(game, player, order, Raid((name,), ""), h)

    def at_targets(
        self, game: Nw, player: str, order: Raid | None, raid: Raid, h: int | None
    ) -> Iterator[Raid]:
        """Aircraft at every target of a hex, from afar where they can, and close in."""
        for target in targets(game, player, AIR):
            if h is not None and spot(game, target) != h:
                continue
            whole = replace(raid, target=target.name, hexes=target.hexes)
            far = self.far(game, raid.units, whole)
            if h is None and self.against(game, player, replace(whole, standoff=far)):
                continue
            yield replace(whole, standoff=far)
            if far and h is not None:
                yield whole

    def far(self, game: Nw, names: Sequence[str], order: Raid) -> tuple[str, ...]:
        """Those who can strike from a distance, where that is allowed. [15.2.8]"""
        if order.target == INTERDICTION:
            return ()
        return tuple(name for name in names if marked(game, name, STRIKE).stars)

    def part_words(self, game: Nw, part: Raid, names: Mapping[str, str]) -> str:
        """Who does what."""
        if along := _along(part, names):
            return along
        who = _listed(part.units, names)
        how = " from stand-off" if part.standoff else ""
        if not part.target:
            return f"{who} joins the strike{how}"
        action = self.written(game, part)
        return f"{who} at {self.said(game, action, names)['target']}{how}"

    def mission(self, player: str, order: Raid) -> Mission:
        """The mission that is announced by it. [23.2]"""
        return Mission(
            player, AIR, order.target, order.hexes, order.units, order.escorts, order.suppressors,
            standoff=order.standoff,
        )  # fmt: skip

    def stake(self, game: Nw, player: str, order: Raid | None) -> Sequence[str]:
        """What the mission as it stands will meet, as far as one knows. [24.3]"""
        if order is None or not order.units or not order.target:
            return ()
        return tuple(met(game, package_of(game, self.mission(player, order))))


class PackedWeasels(Verb[Nw, Suppression]):
    """Wild Weasels, each with a track of its own, and who comes along. [23.3]"""

    errand: ClassVar[bool] = True
    partable: ClassVar[bool] = True

    def at_hand(self, game: Nw, player: str, order: Suppression | None) -> Sequence[str]:
        """Wild Weasels; when there is a mission, also escorts."""
        along = aloft(game, player) if order is not None and order.units else ()
        return [*suppressing(game, player), *along]

    def bits(self, game: Nw, order: Suppression) -> Sequence[Suppression]:
        """Each aircraft by itself."""
        pairs = zip(order.units, order.targets, strict=False)
        found = [Suppression((name,), (track,)) for name, track in pairs]
        found += [Suppression((), (), escorts=(name,)) for name in order.escorts]
        return [*found, *(Suppression((), (), suppressors=(n,)) for n in order.suppressors)]

    def joined(
        self, game: Nw, player: str, order: Suppression | None, part: Suppression
    ) -> Suppression:
        """With one aircraft more; one that has a track gets another."""
        if order is None:
            return part
        at = dict(zip(order.units, order.targets, strict=False))
        at |= dict(zip(part.units, part.targets, strict=False))
        return Suppression(
            tuple(at),
            tuple(at.values()),
            more(order.escorts, part.escorts),
            more(order.suppressors, part.suppressors),
        )

    def without(
        self, game: Nw, player: str, order: Suppression, part: Suppression
    ) -> Suppression | None:
        """Without one aircraft."""
        pairs = zip(order.units, order.targets, strict=False)
        at = {name: track for name, track in pairs if name not in part.units}
        if not at:
            return None
        return Suppression(
            tuple(at),
            tuple(at.values()),
            less(order.escorts, part.escorts),
            less(order.suppressors, part.suppressors),
        )

    def additions(
        self, game: Nw, player: str, order: Suppression | None, hand: Hand, h: int | None
    ) -> Iterator[Suppression]:
        """Those in hand at each track; fighters come along."""
        if h is not None:
            return
        weasels = tuple(name for name in hand if name in suppressing(game, player))
        escorts = tuple(name for name in hand if name in aloft(game, player))
        for track in TRACKS if weasels else ():
            yield Suppression(weasels, (track,) * len(weasels), escorts)
        if escorts and not weasels and order is not None:
            yield Suppression((), (), escorts)

    def part_words(self, game: Nw, part: Suppression, names: Mapping[str, str]) -> str:
        """Who strikes at what."""
        at = ", ".join(NAMED[track] for track in dict.fromkeys(part.targets))
        return _along(part, names) or f"{_listed(part.units, names)} at {at}"

    def mission(self, player: str, order: Suppression) -> Mission:
        """The mission that is announced by it. [23.3]"""
        return Mission(
            player, WEASEL, order.targets[0], (), order.units, order.escorts, order.suppressors,
            named=order.units, targets=order.targets,
        )  # fmt: skip

    def stake(self, game: Nw, player: str, order: Suppression | None) -> Sequence[str]:
        """What the mission as it stands will meet. [24.3]"""
        if order is None or not order.units:
            return ()
        return tuple(met(game, package_of(game, self.mission(player, order))))
