"""Company: what many counters do at once that are not one stack: a division, a column.

Each does its own: where an order can name them all it is one order, or else it is one for each.
Who cannot is named with the reason. Nothing is decided here: the rules judge each order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from grognard.engine.decision import Action, Decision
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal, Refused
from grognard.table.choosing import concerned
from grognard.table.composition import Company, JointRow, Share
from grognard.table.sentences import gaps
from grognard.table.worded import Hand, Worded
from grognard.table.words import AnyGame, Commanding

TRIED = 24
"""How many ways of one counter are looked at, of one kind."""
ROWS = 24
"""How many things that many could do are told."""
NO_WAY = Refusal("form", "no way leads any nearer")

Verb = Worded[Any, Any]


def company(
    game: AnyGame, table: Commanding, player: str, hand: Hand, to: int | None = None
) -> Company:
    """What counters in several hexes could do, each where it stands; or how each gets to a hex, or
    as near to it as it can."""
    decision = game.decision(player)
    if decision is None:
        return Company(())
    if to is not None:
        return Company(tuple(_march(game, table, decision, hand, to)))
    rows = [
        row
        for offer in decision.ask.offers
        if isinstance(offer, Worded) and not offer.ends and offer.stakes == "none"
        for row in _joint(game, table, decision, offer, hand)
    ]
    return Company(tuple(rows[:ROWS]))


# ---- where they stand


def _joint(
    game: AnyGame, table: Commanding, decision: Decision, offer: Verb, hand: Hand
) -> Iterator[JointRow]:
    """What some of them could do by one order of a kind, alike orders together."""
    alike: dict[str, dict[str, Action]] = {}
    for piece in hand:
        for action in _own(game, table, decision, offer, piece):
            alone = concerned(game, table, action)[1] == (piece,)
            key = canonical(_rest(action, piece) if alone else action)
            if alone or key not in alike:
                alike.setdefault(key, {}).setdefault(piece, action)
    for ways in alike.values():
        able = {p: a for p, a in ways.items() if not decision.why(game, a)}
        whole = _whole(game, decision, able) if able else None
        if whole is not None:
            yield _row(game, table, decision, offer, ways, whole)


def _own(
    game: AnyGame, table: Commanding, decision: Decision, offer: Verb, piece: str
) -> Iterator[Action]:
    """What a counter could do by itself, about no other hex."""
    ways = table.own_ways(game, decision.player, offer, piece, None)
    for action in islice(ways, TRIED):
        if not concerned(game, table, action)[0]:
            yield action


def _rest(action: Action, piece: str) -> Action:
    """An action but for whose it is."""
    return {key: value for key, value in action.items() if value not in (piece, [piece])}


def _row(
    game: AnyGame, table: Commanding, decision: Decision, offer: Verb,
    ways: dict[str, Action], whole: Action,
) -> JointRow:  # fmt: skip
    names = table.names(game)
    shares = [
        Share(piece, names.get(piece, piece), action, why=tuple(decision.why(game, action)))
        for piece, action in ways.items()
    ]
    first, action = next(iter(ways.items()))
    told = ", ".join(gaps(names, _rest(action, first)).values())
    text = table.sentence(game, decision.player, action) if len(ways) == 1 else ""
    return JointRow(
        offer.do, table.deed(game, offer.do), offer.cited(game), text or told, whole, tuple(shares)
    )


def _whole(game: AnyGame, decision: Decision, able: dict[str, Action]) -> Action | None:
    """One order for all of them, or for as many as can do it together."""
    first, action = next(iter(able.items()))
    lists = [key for key, value in action.items() if value == [first]]
    if len(able) < 2 or len(lists) != 1:
        return action if len(able) == 1 else None
    found = {**action, lists[0]: list(able)}
    if not decision.why(game, found):
        return found
    for piece in list(able)[1:]:
        wider = {**action, lists[0]: [*action[lists[0]], piece]}
        action = action if decision.why(game, wider) else wider
    return action


# ---- to a hex


def _march(
    game: AnyGame, table: Commanding, decision: Decision, hand: Hand, to: int
) -> Iterator[JointRow]:
    """How each of them gets to a hex: those who are nearest first, for they make room."""
    verbs = [o for o in decision.ask.offers if isinstance(o, Worded) and o.role == "march"]
    if not verbs:
        return
    shares = [_share(game, table, decision, verbs, piece, to) for piece in hand]
    shares.sort(key=lambda share: (share.action is None, share.left))
    offer = verbs[0]
    yield JointRow(
        offer.do, table.deed(game, offer.do), offer.cited(game), game.board.label(to), None,
        tuple(shares),
    )  # fmt: skip


def _share(
    game: AnyGame, table: Commanding, decision: Decision, verbs: Sequence[Verb], piece: str, to: int
) -> Share:
    """The way of one counter, all the way or as near as it comes."""
    name, why = table.names(game).get(piece, piece), list[Refusal]()
    for verb in verbs:
        try:
            orders = (
                *verb.towards(game, decision.player, (piece,), to),
                *verb.nearer(game, decision.player, (piece,), to),
            )
        except Refused as refused:
            why += refused.refusals
            continue
        for order in orders:
            action = verb.written(game, order)
            barred = decision.why(game, action)
            if not barred:
                path = verb.path(game, decision.player, order)
                end = game.board.hex(path[-1]) if path else to
                return Share(piece, name, action, path, game.board.distance(end, to))
            why += barred
        why = list(verb.refused(game, decision.player, (piece,), (to,))) or why
    return Share(piece, name, None, why=tuple(why[:1] or [NO_WAY]))
