"""Who is active in a lull: a formation or two of each army, and a few guns. [24.2.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import subsets
from grognard.kit.deeds import Answer, Verb
from grognard.kit.forms import Piece, Pieces, Word
from grognard.systems.goss.pieces.chain import army, formation, headquarters
from grognard.systems.goss.pieces.quiet import MOST_ATTACHED, attached, in_force, members
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, LULLS, Lull
from grognard.systems.goss.words import called

FORMATIONS, GUNS = (1, 2), (3, 6)
"""How many formations of each army, and guns, Side One and Side Two have active. [24.2.0]
[24.2.0-2]"""
ACTIVE = "lull-active"
LISTED = 40
"""House: how many choices of active formations are listed."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Headquarters of active formations, active guns, and which of the units attached to Side One's
    formation are active; the first by name, if none are said."""

    formations: Pieces = ()
    guns: Pieces = ()
    attached: Pieces = ()


def place(lull: Lull, side: str) -> int:
    """0 for Side One, 1 for Side Two. [24.1.0]"""
    return int(side != lull.one)


def formations(game: Gs, key: str, side: str) -> list[str]:
    """The formations of a side with units in a lull. [24.2.0]"""
    names = [n for n, one in members(game).items() if one == key]
    mine = [n for n in names if counter_of(game, n).side == side]
    return sorted({formation(game, n) for n in mine} - {""})


def guns(game: Gs, key: str, side: str) -> list[str]:
    """The corps and army artillery of a side in a lull. [24.2.0]"""
    found = members(game)
    return [
        n
        for n in on_map(game, side)
        if found.get(n) == key and counter_of(game, n).artillery and not formation(game, n)
    ]


class ChooseActive(Answer[Gs, Chosen]):
    """Which formations and guns of a side are active in a lull. [24.2.0] [24.2.0-2]"""

    do, rule, order = ACTIVE, "24.2.0", Chosen
    title, phrase = "Active in the lull", ("{formations} and {guns}", "{formations}", "nobody")

    def __init__(self, game: Gs, key: str, side: str) -> None:
        lull = game.state[LULLS][key]
        self.which, self.key = place(lull, side), key
        self.formations, self.guns = formations(game, key, side), guns(game, key, side)

    def against(self, game: Gs, player: str, order: Chosen) -> list[Refusal]:
        """One formation of each army, of whose attached units three at most are active, or two of
        each; three guns, or six. [24.2.0] [24.2.0-2]"""
        rule = ("24.2.0", "24.2.0-2")[self.which]
        strange = [n for n in order.formations if n not in self.formations]
        strange += [n for n in order.guns if n not in self.guns]
        if strange or len({*order.formations, *order.guns}) < len(order.formations + order.guns):
            return [Refusal(rule, "only formations and corps artillery in the lull, each once")]
        most = FORMATIONS[self.which]
        by_army: dict[str, int] = {}
        for hq in order.formations:
            by_army[army(game, hq)] = by_army.get(army(game, hq), 0) + 1
        if any(count > most for count in by_army.values()):
            return [Refusal(rule, f"{most} formations of an army at most are active")]
        if len(order.guns) > GUNS[self.which]:
            return [Refusal(rule, f"{GUNS[self.which]} corps or army guns at most are active")]
        return self._against_attached(game, order, rule)

    def _against_attached(self, game: Gs, order: Chosen, rule: str) -> list[Refusal]:
        """Of the units that are attached to a formation of Side One three at most are active.
        [24.2.0]"""
        for hq in order.formations:
            if len({*order.attached} & {*attached(game, hq)}) > MOST_ATTACHED and not self.which:
                text = f"{MOST_ATTACHED} units attached to {called(game, hq)} at most are active"
                return [Refusal(rule, text)]
        known = {n for hq in order.formations for n in attached(game, hq)}
        strange = [n for n in order.attached if n not in known]
        return [Refusal(rule, f"{n!r} is not attached to an active formation") for n in strange]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Chosen]:
        """Some formations, without guns or with as many as may be."""
        few = tuple(self.guns[: GUNS[self.which]])
        for names in islice(subsets(self.formations), LISTED):
            yield Chosen(names)
            if few:
                yield Chosen(names, few)


def choose(game: Gs, key: str, side: str) -> Procedure:
    """A side says who is active; both know it, for they must respect it. [24.2.0]"""
    answer = ChooseActive(game, key, side)
    if not answer.formations and not answer.guns:
        return
    action = yield answer.ask(
        game, side, ACTIVE, f"Who is active in the lull of {key}?", {"nobody": Chosen()}
    )
    order = answer.order_of(game, action)
    lull = game.state[LULLS][key]
    changed = replace(
        lull,
        formations=(*lull.formations, *order.formations),
        guns=(*lull.guns, *order.guns),
        attached=(*lull.attached, *order.attached),
    )
    game.put(LULLS, key, changed)
    facts = {"side": side, "army": key, "units": [*order.formations, *order.guns]}
    game.emit(Event("lull-active", ("24.2.0", "24.2.0-2")[answer.which], facts))


@dataclass(frozen=True, slots=True)
class Swap:
    """A lull, a formation that takes the place of an active one, and that one if there is any."""

    army: Word
    hq: Piece
    old: Piece = ""


class ReplaceActive(Verb[Gs, Swap]):
    """A formation out of army reserve takes the place of an active one. [24.2.0] [24.2.0-2]"""

    do, rule, title, order = "lull-replace", "24.2.0", "Replace the active formation", Swap
    phrase = ("{hq} takes the place of {old}", "{hq} is active")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The armies in a lull that may still change somebody."""
        return [key for key, lull in sorted(game.state[LULLS].items()) if in_force(lull)]

    def possible(self, game: Gs, player: str) -> bool:
        """Whether anybody has come out of reserve."""
        if not any(hq.released == game.turn for hq in game.state[HQS].values()):
            return False
        return any(
            not self.against(game, player, order)
            for key in self.actors(game, player)
            for order in self.ways(game, player, key)
        )

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Swap]:
        """Each newcomer, for each active formation of the side, or in a free place."""
        active = game.state[LULLS][actor].formations
        mine = [hq for hq in active if counter_of(game, hq).side == player]
        for hq in formations(game, actor, player):
            for old in (*mine, ""):
                yield Swap(actor, hq, old)

    def against(self, game: Gs, player: str, order: Swap) -> list[Refusal]:
        """In a Command Phase after the first, one a phase, out of army reserve. [24.2.0]"""
        lull = game.state[LULLS].get(order.army)
        if lull is None or not in_force(lull):
            return [Refusal("24.2.0", f"{order.army!r} is in no lull")]
        which = place(lull, player)
        rule = ("24.2.0", "24.2.0-2")[which]
        if lull.since == game.turn or lull.swapped[which] == game.turn:
            return [Refusal(rule, "one formation is replaced in a Command Phase after the first")]
        if order.hq not in formations(game, order.army, player) or order.hq in lull.formations:
            return [Refusal(rule, f"{order.hq!r} is no inactive formation of yours in the lull")]
        if headquarters(game, order.hq).released != game.turn:
            return [Refusal(rule, f"{called(game, order.hq)} does not come from army reserve")]
        mine = [hq for hq in lull.formations if counter_of(game, hq).side == player]
        if order.old and order.old not in mine:
            return [Refusal(rule, f"{order.old!r} is no active formation of yours")]
        same = [hq for hq in mine if army(game, hq) == army(game, order.hq) and hq != order.old]
        if len(same) >= FORMATIONS[which]:
            return [Refusal(rule, "an active formation must give place")]
        return []

    def carry_out(self, game: Gs, player: str, order: Swap) -> None:
        """It is active from now on. [24.2.0]"""
        lull = game.state[LULLS][order.army]
        which = place(lull, player)
        swapped = (game.turn, lull.swapped[1]) if not which else (lull.swapped[0], game.turn)
        left = tuple(hq for hq in lull.formations if hq != order.old)
        game.put(LULLS, order.army, replace(lull, formations=(*left, order.hq), swapped=swapped))
        facts = {"side": player, "army": order.army, "units": [order.hq]}
        game.emit(Event("lull-active", ("24.2.0", "24.2.0-2")[which], facts))
