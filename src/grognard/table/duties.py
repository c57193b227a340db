"""Duties: who could still act, and what is still to be done, by the kinds of action on offer.

A system lists for each kind of action who could take part in it, and what is left to do with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grognard.engine.decision import Decision, Offer
from grognard.engine.refusal import Refusal
from grognard.table.cards import Labels, Owed
from grognard.table.words import AnyGame, Player

Who = Mapping[type[Offer[Any]], Callable[[Any, str], Iterable[str]]]
"""For each kind of action who could take part in it."""
Duties = Sequence[tuple[type[Offer[Any]], Callable[[Any, str], Iterable[Owed]]]]
"""For each kind of action what must, or could, still be done with it, in the order of the list."""

Check = Callable[[Any, str], Iterable[Refusal]]
"""What would refuse to end a phase."""

_RULE = re.compile(r"\[[^]]*\]")
_WORD = re.compile(r"\w+(?:[.@-]\w+)*")


def asked(game: AnyGame, player: Player) -> Decision | None:
    """The question that is put to a side now; nobody else is asked anything."""
    if player is None or player not in game.scenario.sides:
        return None
    return game.decision(player)


def able(game: AnyGame, player: Player, who: Who) -> list[str]:
    """The counters that their player could do something with now, each once."""
    decision = asked(game, player)
    if decision is None:
        return []
    makers = [who[type(offer)] for offer in decision.ask.offers if type(offer) in who]
    return list(dict.fromkeys(name for made in makers for name in made(game, decision.player)))


def owed(game: AnyGame, player: Player, duties: Duties, checks: Iterable[Check] = ()) -> list[Owed]:
    """What a player must do before the phase may end, by what would refuse to end it, and what he
    still could, while no question is in the way."""
    decision = asked(game, player)
    if decision is None or not game.at_checkpoint:
        return []
    side = decision.player
    must = [_due(game, one) for check in checks for one in check(game, side)]
    open_ = [(kind, made) for kind, made in duties if decision.offer(kind.do) is not None]
    return [*must, *(_by(kind, one) for kind, made in open_ for one in made(game, side))]


def _due(game: AnyGame, refusal: Refusal) -> Owed:
    """What would refuse to end a phase, at the hexes that it names."""
    said = dict.fromkeys(_WORD.findall(_RULE.sub("", refusal.text)))
    return Owed(refusal.text, refusal.rule, tuple(w for w in said if w in game.board.index))


def _by(kind: type[Offer[Any]], owed: Owed) -> Owed:
    """What is owed with the kind of action that does it, if it is put together on a card."""
    return replace(owed, do=kind.do) if getattr(kind, "errand", False) else owed


def many(names: Sequence[str], what: str, several: str = "") -> str:
    """So many of something: 1 unit, 2 units."""
    return f"{len(names)} {what if len(names) == 1 else several or f'{what}s'}"


def could(
    names: Sequence[str],
    what: str,
    does: str,
    rule: str,
    several: str = "",
    hexes: Labels = (),
) -> Iterator[Owed]:
    """What some could still do; nothing where there is nobody."""
    if names:
        text = f"{many(names, what, several)} {does}"
        yield Owed(text, rule, hexes, tuple(names), must=False)
