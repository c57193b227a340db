"""The battle for the air under the fog of war: aircraft are assigned one by one, in secret.

[29.2.2]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Ask
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import Plain
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Piece
from grognard.kit.orders import Nothing, OfOne
from grognard.systems.nextwar.airpower.melee import MOST, Group
from grognard.systems.nextwar.airpower.placing import Engage, Pairing, fighters, hunters, patrol
from grognard.systems.nextwar.airpower.sorties import by_rating
from grognard.systems.nextwar.airpower.wings import grounded, plane
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, WAR
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of
from grognard.systems.nextwar.words import called

RULE = "29.2.2"


class Send(Answer[Nw, OfOne]):
    """Sending one more aircraft, without showing it. [29.2.2]"""

    do, rule, order = "send", RULE, OfOne
    title, phrase = "Send an aircraft", "{unit}"

    def __init__(self, able: Sequence[str]) -> None:
        self.able = able

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """Who can still be sent."""
        if order.unit in self.able:
            return []
        return [Refusal(RULE, f"{called(game, order.unit)} cannot be sent")]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfOne]:
        """Everybody who can."""
        for name in self.able:
            yield OfOne(name)


class Enough(Plain[Nw]):
    """Sending no more, or changing no more. [29.2.2]"""

    do, rule = "enough", RULE
    title, phrase = "No more", "no more"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two aircraft that change places."""

    unit: Piece
    other: Piece


class Switch(Answer[Nw, Exchange]):
    """Two aircraft of one side change places. [29.2.2-1]"""

    do, rule, order = "switch", "29.2.2-1", Exchange
    title, phrase = "Switch two aircraft", "{unit} and {other}"

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups

    def against(self, game: Nw, player: str, order: Exchange) -> list[Refusal]:
        """Both must fight, on one side, and not beside each other."""
        places = {name: i for i, group in enumerate(self.groups) for name in group.units}
        if order.unit not in places or order.other not in places:
            return [Refusal(self.rule, "only aircraft that are engaged change places")]
        sides = {plane(game, name).side for name in (order.unit, order.other)}
        if len(sides) > 1 or places[order.unit] == places[order.other]:
            text = "two aircraft of one side change places, of different engagements"
            return [Refusal(self.rule, text)]
        return []

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Exchange]:
        """Every two that could."""
        names = [name for group in self.groups for name in group.units]
        for i, name in enumerate(names):
            for other in names[i + 1 :]:
                if not self.against(game, player, Exchange(name, other)):
                    yield Exchange(name, other)


class Withdraw(Answer[Nw, OfOne]):
    """One's aircraft avoids its engagement: it goes to Flown. [29.2.2-2]"""

    do, rule, order = "withdraw", "29.2.2-2", OfOne
    title, phrase = "Avoid an engagement", "{unit}"

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups

    def _fighting(self, game: Nw, player: str) -> list[str]:
        names = [name for group in self.groups for name in group.units]
        return [name for name in names if plane(game, name).side == player]

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """One's own, and engaged."""
        if order.unit in self._fighting(game, player):
            return []
        return [Refusal(self.rule, f"{called(game, order.unit)} is no engaged aircraft of yours")]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfOne]:
        """Everybody of one's own."""
        for name in self._fighting(game, player):
            yield OfOne(name)


# ---- the procedure


def assign(game: Nw) -> Questions[tuple[Group, ...]]:
    """Pair by pair in secret, then what one side has left, then the changes. [29.2.2]"""
    sides = [side_of(game, role) for role in (FIRST, SECOND)]
    pairs, spare = yield from pair_up(game, sides)
    groups = [Group((a,), (b,)) for a, b in pairs]
    for side, names in spare.items():
        groups = yield from place_rest(game, side, names, groups)
    groups = yield from change(game, groups)
    for group in groups:
        facts = {"units": list(group.ours), "enemies": list(group.theirs)}
        game.emit(Event("assigned", RULE, facts))
    return tuple(groups)


def pair_up(
    game: Nw, sides: Sequence[str]
) -> Questions[tuple[list[tuple[str, str]], dict[str, list[str]]]]:
    """Both choose an aircraft at once, until one has no more or wants no more; gives the pairs, and
    whom the other sent with his last choice. [29.2.2]"""
    pairs: list[tuple[str, str]] = []
    while all(fighters(game, side) for side in sides):
        answers = yield tuple(_next(game, side, sealed=True) for side in sides)
        sent = {side: answers[side]["unit"] for side in sides if answers[side]["do"] == Send.do}
        for side, name in sent.items():
            patrol(game, side, (name,))
        if len(sent) < len(sides):
            return pairs, {side: [name] for side, name in sent.items()}
        pairs.append((sent[sides[0]], sent[sides[1]]))
    return pairs, {side: [] for side in sides if fighters(game, side)}


def _next(game: Nw, side: str, sealed: bool = False) -> Ask:
    """Whether one more is sent, and who: by default the best of those made for it."""
    able = fighters(game, side)
    send, enough = Send(able), Enough()
    ranked, made = by_rating(game, able), by_rating(game, hunters(game, able))

    def likely() -> Action:
        if made:
            return send.written(game, OfOne(made[-1]))
        return enough.written(game, Nothing())

    policies: dict[str, Callable[[], Action | None]] = {
        "fighters": likely,
        "everybody": lambda: send.written(game, OfOne(ranked[-1])),
    }
    return Ask(
        side, "air superiority", "Send one more aircraft?", RULE, (send, enough), default=likely,
        policies=policies, sealed=sealed,
    )  # fmt: skip


def place_rest(
    game: Nw, side: str, sent: Sequence[str], groups: Sequence[Group]
) -> Questions[list[Group]]:
    """Who has more than the other puts them into engagements, two on one at most; where there is
    none with room they stay free. [29.2.2]"""
    found, waiting = list(groups), list(sent)
    while True:
        if not waiting:
            if not fighters(game, side):
                return found
            answer = yield _next(game, side)
            if answer["do"] == Enough.do:
                return found
            patrol(game, side, (answer["unit"],))
            waiting = [answer["unit"]]
        name = waiting.pop()
        theirs = [
            foe
            for group in found
            for foe in group.units
            if plane(game, foe).side != side and len(group.units) < MOST
        ]
        if not theirs:
            continue
        foe = yield from _against_whom(game, side, name, theirs)
        found = [g.joined(name, foe) if foe in g.units else g for g in found]


def _against_whom(game: Nw, side: str, name: str, theirs: Sequence[str]) -> Questions[str]:
    if len(theirs) == 1:
        return theirs[0]
    ranked = by_rating(game, theirs)
    order = yield from Engage([name], theirs, RULE).chosen(
        game, side, "engagement", f"Whom does {called(game, name)} join against?",
        {
            "strong against strong": Pairing(name, ranked[-1]),
            "strong against weak": Pairing(name, ranked[0]),
        },
    )  # fmt: skip
    return order.enemy


def change(game: Nw, groups: Sequence[Group]) -> Questions[list[Group]]:
    """The side with AWACS Advantage makes as many changes as its level. [29.2.2]"""
    war, found = game.state[WAR][NOW], list(groups)
    for left in range(war.awacs, 0, -1):
        if not found:
            break
        enough, switch, withdraw = Enough(), Switch(found), Withdraw(found)
        answer = yield enough.ask(
            game, war.watching, "awacs changes", f"Change an engagement? {left} left",
            {"none": Nothing()}, also=(switch, withdraw),
        )  # fmt: skip
        if answer["do"] == Enough.do:
            break
        if answer["do"] == Withdraw.do:
            name = answer["unit"]
            grounded(game, name, "29.2.2-2")
            found = [group.without(frozenset({name})) for group in found]
            found = [group for group in found if not group.over]
        else:
            order = switch.order_of(game, answer)
            found = [_swapped(group, order) for group in found]
    return found


def _swapped(group: Group, order: Exchange) -> Group:
    """An engagement when two have changed places. [29.2.2-1]"""
    places = {order.unit: order.other, order.other: order.unit}
    return Group(
        tuple(places.get(name, name) for name in group.ours),
        tuple(places.get(name, name) for name in group.theirs),
    )
