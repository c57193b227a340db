"""Who may fight for the air, and how engagements are named. [22.6.1-p3] [22.6.2-1]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import Plain
from grognard.kit.deeds import Answer
from grognard.kit.forms import Piece
from grognard.kit.orders import OfMany
from grognard.systems.nextwar.aircraft import AIR, STRIKE, SUPPORT
from grognard.systems.nextwar.airpower.ranges import patrols
from grognard.systems.nextwar.airpower.sorties import by_rating
from grognard.systems.nextwar.airpower.wings import SUPERIORITY, marked, plane, put, rating, ready
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, WAR, War
from grognard.systems.nextwar.turn.initiative import FIRST, side_of
from grognard.systems.nextwar.words import called

NAMED = 3
"""How many aircraft are named one by one."""


def fighters(game: Nw, side: str) -> list[str]:
    """The Ready units that can fight for the air: in range, and with a rating for it. [22.6.1-p3]
    [22.2]"""
    return [n for n in ready(game, side) if not why_not(game, side, n)]


def why_not(game: Nw, side: str, name: str) -> str:
    """Why a unit cannot be placed; empty if it can. [22.6.1-p3]"""
    if name not in ready(game, side):
        return "it is not Ready"
    if not rating(game, name, AIR):
        return "it has no air-to-air rating in this weather"
    return "" if patrols(game, name) else "it is out of range"


class Patrol(Answer[Nw, OfMany]):
    """Placing aircraft in the Air Superiority Box. [22.6.1-p3] [22.4-p1]"""

    do, rule, order = "patrol", "22.6.1-p3", OfMany
    title, phrase = "Fight for the air", ("{units}", "with nobody")

    def against(self, game: Nw, player: str, order: OfMany) -> list[Refusal]:
        """Who can be placed."""
        for name in order.units:
            known = name in game.scenario.aircraft and plane(game, name).side == player
            why = why_not(game, player, name) if known else "it is no air unit of this side"
            if why or order.units.count(name) > 1:
                text = f"{called(game, name)} cannot be placed: {why or 'it is named twice'}"
                return [Refusal(self.rule, text)]
        return []

    def said(self, game: Nw, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """Many aircraft type by type, not one by one."""
        units = action.get("units", ())
        if len(units) <= NAMED:
            return {}
        return {"units": by_type(game, units)}

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfMany]:
        """Those made for it, everybody, nobody; and the best of them, one more at a time."""
        able = fighters(game, player)
        ranked, made = by_rating(game, able)[::-1], hunters(game, able)
        seen = {made, tuple(able), ()}
        yield from (OfMany(some) for some in dict.fromkeys((made, tuple(able), ())))
        for count in range(1, len(ranked)):
            some = tuple(n for n in able if n in ranked[:count])
            if some not in seen:
                yield OfMany(some)


def by_type(game: Nw, names: Sequence[str]) -> str:
    """Aircraft type by type: how many of each."""
    types = Counter(called(game, name) for name in names)
    return ", ".join(f"{count} {name}" for name, count in types.items())


def hunters(game: Nw, names: Sequence[str]) -> tuple[str, ...]:
    """Those who are at least as good in the air as against the ground."""
    return tuple(
        name
        for name in names
        if marked(game, name, AIR).value
        >= max(marked(game, name, kind).value for kind in (SUPPORT, STRIKE))
        and not marked(game, name, AIR).bracketed
    )


def _question(game: Nw, side: str, sealed: bool) -> Ask:
    choice, able = Patrol(), fighters(game, side)
    return choice.ask(
        game, side, "air superiority", "Who fights for the air?",
        {
            "fighters": OfMany(hunters(game, able)), "everybody": OfMany(tuple(able)),
            "nobody": OfMany(()),
        },
        sealed=sealed,
    )  # fmt: skip


def place(game: Nw) -> Procedure:
    """Both place their aircraft: who has the AWACS Advantage second, at none both in secret.

    [22.6.1-p3]
    """
    war = game.state[WAR][NOW]
    able = [side for side in (first_to_place(game, war)) if fighters(game, side)]
    if len(able) == 2 and not war.awacs:
        asks = tuple(_question(game, side, True) for side in able)
        answers = yield asks
        for side in able:
            patrol(game, side, Patrol().order_of(game, answers[side]).units)
        return
    for side in able:
        answer = yield _question(game, side, False)
        patrol(game, side, Patrol().order_of(game, answer).units)


def first_to_place(game: Nw, war: War) -> tuple[str, str]:
    """The sides in the order in which they place. [22.6.1-p3]"""
    first = game.scenario.other(war.watching) if war.awacs else side_of(game, FIRST)
    return first, game.scenario.other(first)


def patrol(game: Nw, side: str, names: Sequence[str]) -> None:
    """Units go to the Air Superiority Box. [22.4-p1]"""
    for name in names:
        put(game, name, SUPERIORITY)
    facts = {"side": side, "units": list(names), "count": len(names)}
    facts |= {"types": by_type(game, names)} if len(names) > NAMED else {}
    game.emit(Event("patrol", "22.6.1-p3", facts))


# ---- engagements


@dataclass(frozen=True, slots=True)
class Pairing:
    """A unit and whom it goes for."""

    unit: Piece
    enemy: Piece


class Engage(Answer[Nw, Pairing]):
    """Choosing an engagement: one of one's own against one of theirs. [22.6.2-1]"""

    do, rule, order = "engage", "22.6.2-1", Pairing
    title, phrase = "Choose an engagement", "{unit} against {enemy}"

    def __init__(self, mine: Sequence[str], theirs: Sequence[str], rule: str = "22.6.2-1") -> None:
        self.mine, self.theirs, self.rule = mine, theirs, rule

    def against(self, game: Nw, player: str, order: Pairing) -> list[Refusal]:
        """Both must be free for it."""
        if order.unit not in self.mine:
            text = f"{called(game, order.unit)} is not free in the Air Superiority Box"
            return [Refusal(self.rule, text)]
        if order.enemy not in self.theirs:
            return [Refusal(self.rule, f"{called(game, order.enemy)} cannot be engaged now")]
        return []

    def worth(self, game: Nw, player: str, part: Pairing) -> Sequence[str]:
        """How they compare in the air. [15.2.1]"""
        mine, theirs = rating(game, part.unit, AIR), rating(game, part.enemy, AIR)
        return (f"air-to-air {mine} against {theirs} [22.6.5]",)

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Pairing]:
        """Everybody against everybody, the strongest against the weakest first."""
        weak = by_rating(game, self.theirs)
        for name in by_rating(game, self.mine)[::-1]:
            for foe in weak:
                yield Pairing(name, foe)


class Avoid(Plain[Nw]):
    """Keeping the rest of one's surplus out of the fight. [22.6.2-2]"""

    do, rule = "avoid", "22.6.2-2"
    title, phrase = "Keep the rest out of it", "the rest avoids combat"
