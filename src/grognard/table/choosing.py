"""Choosing: what a player is asked, as a screen puts it, and the answers that are open.

An answer is shown in words, with the hexes and counters that it touches, so that a screen can light
them up and find it again when they are clicked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from grognard.engine.consent import Consent
from grognard.engine.decision import Action, Decision, Deed, Offer, check_form
from grognard.engine.record import canonical
from grognard.table.cards import ActionCard, Asked, DeedCard, Labels, Reckoned, reckoned
from grognard.table.worded import Worded
from grognard.table.words import AnyGame, Questions, Words

FEW = 12
"""How many answers to a question are listed with it."""
MOST = 200
"""How many answers are listed when somebody asks."""
SEARCHED = 4000
"""How many legal actions are looked at to find those that touch a hex or a counter."""


def touched(game: AnyGame, names: Mapping[str, str], data: Any) -> tuple[Labels, Labels]:
    """The hexes and the counters that plain data names, in the order it names them."""
    hexes: dict[str, None] = {}
    pieces: dict[str, None] = {}
    index = game.board.index
    for word in words(data):
        if word in names:
            pieces[word] = None
        elif word in index:
            hexes[word] = None
        elif "-" in word and all(part in index for part in word.split("-")):
            hexes.update(dict.fromkeys(word.split("-")))
    return tuple(hexes), tuple(pieces)


def words(data: Any) -> Iterator[str]:
    """Every word of plain data, but the keys of what is not about counters."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            if key != "do":
                yield from (str(key), *words(value))
    elif isinstance(data, list | tuple):
        for item in data:
            yield from words(item)


def concerned(game: AnyGame, table: Words, action: Action) -> tuple[Labels, Labels]:
    """The hexes and the counters that an action names, and the counters that it means."""
    offer = table.offer(game, str(action.get("do")))
    if isinstance(offer, Worded) and not check_form(offer.form, action):
        hexes, pieces = offer.touched(game, action)
    else:
        hexes, pieces = touched(game, table.names(game), action)
    return hexes, tuple(dict.fromkeys((*pieces, *table.meant(game, action))))


def worded(game: AnyGame, table: Words, player: str, action: Action, name: str = "") -> ActionCard:
    """An action in words, with what it touches."""
    hexes, pieces = concerned(game, table, action)
    text = table.sentence(game, player, action) or _plainly(game, table, action)
    return ActionCard(dict(action), text, name, hexes, pieces, table.dear(game, action))


def _plainly(game: AnyGame, table: Words, action: Action) -> str:
    """An action in the engine's own words: what is done, and the details as they are written."""
    names = table.names(game)
    details = []
    for key, value in action.items():
        if key == "do":
            continue
        items = value if isinstance(value, list) else [value]
        if all(isinstance(item, str | int) for item in items):
            details.append(" ".join(names.get(str(item), str(item)) for item in items))
        else:
            details.append(canonical(value))
    title = table.deed(game, str(action.get("do")))
    return f"{title}: {', '.join(details)}" if details else title


def choices(
    game: AnyGame,
    table: Questions,
    player: str,
    *,
    do: str | None = None,
    piece: str | None = None,
    at: str | None = None,
    within: Labels | None = None,
    limit: int = MOST,
) -> tuple[list[ActionCard], bool]:
    """Open actions, of a kind, with a counter, or about a hex, and whether there are more.

    A counter's own ways come first, and are complete; then what it does together with others.
    `within` leaves out what is about any other hex than these. How a stack lies is not listed order
    by order: there are as many as its counters can be shuffled.
    """
    offers = [
        offer
        for decision in game.decisions
        if decision.player == player
        for offer in decision.ask.offers
        if do in (None, offer.do)
    ]
    offers.sort(key=lambda offer: _rank(offer))
    own: dict[str, Action] = {}
    others: dict[str, Action] = {}
    more, wanted = False, (piece, at) != (None, None)
    for offer in offers:
        for action in _own_ways(game, table, player, offer, piece, at, within):
            own.setdefault(canonical(action), action)
        if wanted and (getattr(offer, "alone", False) or getattr(offer, "arranges", False)):
            continue
        room = limit + 1
        for seen, action in enumerate(offer.legal(game, player), 1):
            hexes, pieces = concerned(game, table, action)
            if piece in (None, *pieces) and at in (None, *hexes) and _inside(hexes, within):
                alone = wanted and _alone(piece, at, hexes, pieces)
                (own if alone else others).setdefault(canonical(action), action)
                room -= not alone
            if seen == SEARCHED or not room:
                more = True
                break
    found = {**own, **{key: action for key, action in others.items() if key not in own}}
    listed = [worded(game, table, player, action) for action in islice(found.values(), limit)]
    return listed, more or len(found) > limit


def _rank(offer: Offer[Any]) -> int:
    """How far down a kind of action is listed."""
    return offer.rank if isinstance(offer, Worded) else 50


def _own_ways(
    game: AnyGame,
    table: Questions,
    player: str,
    offer: Offer[Any],
    piece: str | None,
    at: str | None,
    within: Labels | None,
) -> Iterator[Action]:
    """What a counter could do by itself, or what could be done about a hex, if it is legal."""
    if (piece is None and at is None) or at not in (None, *game.board.index):
        return  # nobody asks about anything, or about a hex that is not on the map
    h = None if at is None else game.board.index[at]
    for action in table.own_ways(game, player, offer, piece, h):
        hexes, pieces = concerned(game, table, action)
        fits = piece in (None, *pieces) and at in (None, *hexes) and _inside(hexes, within)
        if fits and not offer.why(game, player, action):
            yield action


def _inside(hexes: Labels, within: Labels | None) -> bool:
    """Whether an action is about no other hexes than these."""
    return within is None or set(hexes) <= set(within)


def _alone(piece: str | None, at: str | None, hexes: Labels, pieces: Labels) -> bool:
    """Whether an action is about nothing but the counter, or the hex, that was asked about."""
    return pieces == (piece,) if piece is not None else hexes == (at,)


def asked(game: AnyGame, table: Questions, decision: Decision, number: str) -> Asked:
    """A question as a screen puts it, under the number by which its player knows it."""
    ask = decision.ask
    phase = any(isinstance(o, Deed) and not isinstance(o, Consent) for o in ask.offers)
    context = dict(ask.context())
    listed, more = _general(game, table, decision) if phase else _answers(game, table, decision)
    hexes, pieces = touched(game, table.names(game), context)
    about = [game.board.label(h) for h in table.about(game, decision)]
    return Asked(
        id=number,
        name=ask.name,
        prompt=ask.prompt,
        rule=ask.rule,
        phase=phase,
        deeds=tuple(
            DeedCard(
                offer.do,
                table.deed(game, offer.do),
                offer.cited(game),
                table.ends(offer),
                isinstance(offer, Worded) and offer.by_card,
            )
            for offer in ask.offers
        ),
        default=ask.default,
        choices=tuple(listed),
        more=more,
        hexes=tuple(about) or hexes,
        pieces=pieces,
        sums=tuple(sums_in(game, table, context)),
        hint=table.hint(game, decision),
        about=table.meaning(game, decision),
        idle=phase and table.idle(game, decision),
    )


def _general(
    game: AnyGame, table: Questions, decision: Decision
) -> tuple[Sequence[ActionCard], bool]:
    """What can be done in a phase that is about no counter and no hex; there is always more."""
    actions = (a for a in table.general(game, decision.player) if not decision.why(game, a))
    return [worded(game, table, decision.player, action) for action in islice(actions, FEW)], True


def _answers(
    game: AnyGame, table: Questions, decision: Decision
) -> tuple[Sequence[ActionCard], bool]:
    """The default first, then the standing answers by name, then the others if they are few."""
    ask, found = decision.ask, dict[str, ActionCard]()

    def add(name: str, action: Action | None) -> None:
        if action is not None and canonical(action) not in found and not decision.why(game, action):
            found[canonical(action)] = worded(game, table, ask.player, action, name)

    named = {name: policy() for name, policy in ask.policies.items()}
    same = [name for name, action in named.items() if action == ask.default]
    add(same[0] if same else "", ask.default)
    for name, action in named.items():
        add(name, action)
    legal = (action for offer in ask.offers for action in offer.legal(game, ask.player))
    others = list(islice(legal, FEW + 1))
    if len(others) <= FEW or not found:
        for action in others[:FEW]:
            add("", action)
    return list(found.values()), len(others) > FEW


def sums_in(game: AnyGame, table: Questions, data: Any, title: str = "") -> list[Reckoned]:
    """Every tally in plain data, under what it is called; sums of nothing are left out."""
    if not isinstance(data, Mapping):
        return []
    if "parts" in data and "total" in data:
        return [reckoned(title, data)] if data["parts"] else []
    names = table.names(game)
    return [
        found
        for key, value in data.items()
        for found in sums_in(game, table, value, names.get(key) or table.explained(str(key)))
    ]
