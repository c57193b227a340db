"""Verbs: a kind of action in one place, with its rules, its words and the meaning of a click.

A verb says which orders are worth trying (`actors`, `ways`), what speaks against one (`against`)
and what comes of it (`carry_out`). What may be done now, one of it by chance, and whether there is
any follow from these; so does what somebody means who points at the map.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from grognard.engine.decision import Action, Ask, Deed, G, Offer, Options, Procedure, Tried, pick
from grognard.engine.refusal import Refusal, Refused
from grognard.kit import parts
from grognard.kit.chance import shuffled
from grognard.kit.forms import (
    Form,
    HexesField,
    HexField,
    O,
    PathField,
    PathsField,
    PieceField,
    PiecesField,
)
from grognard.table.cards import Labels
from grognard.table.worded import Hand, Worded

T = TypeVar("T")

Questions: TypeAlias = Generator[Ask | tuple[Ask, ...], Any, T]
"""A part of a procedure that asks, and gives something back."""
SEARCHED = 600
"""How many orders are looked at to find those that somebody may mean."""
TRIED = 60
"""How many ways of one counter are tried by chance."""
NAMING = (PieceField, PiecesField, HexField, HexesField)
"""The details by which an order is about a counter or a hex."""


class Kind(Worded[G, O], Generic[G, O]):
    """A kind of action or answer whose orders are of one type."""

    order: type[O]
    """The type of its orders; how they are written follows from it."""
    _form: ClassVar[Form[Any]]
    sure: ClassVar[bool] = False
    """Whether `ways` gives only what is legal, so that it need not be judged again."""
    few: ClassVar[bool] = False
    """Whether a counter's ways are few enough to be listed when it is taken in hand, those that
    are about other hexes too."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        order = cls.__dict__.get("order")
        if order is not None:
            cls._form = Form(order)
            cls.form = cls._form.kinds
            cls.partable = parts.composed(cls._form)
            if "parts" not in cls.__dict__:
                cls.parts = cls._form.lists

    # ---- what a verb says

    @abstractmethod
    def against(self, game: G, player: str, order: O) -> list[Refusal]:
        """Every reason of the rules against an order."""

    def crowd(self, game: G, player: str) -> Sequence[str]:
        """Among whom those are looked for who could do it, where that takes long to tell: then one
        of them is found without asking all. A verb of nobody has one nameless actor."""
        return ("",)

    def can(self, game: G, player: str, actor: str) -> bool:
        """Whether one of the crowd could do it."""
        return True

    def actors(self, game: G, player: str) -> Sequence[str]:
        """Who could do it by themselves, counters by their ids, stacks by their hexes."""
        return [one for one in self.crowd(game, player) if self.can(game, player, one)]

    def ways(self, game: G, player: str, actor: str) -> Iterator[O]:
        """The orders worth trying of one actor, each written one way, the likeliest first; where a
        verb does not say, the one that names nobody but him, or nothing at all."""
        form = self._form
        yield form.order(actor) if form.needed else form.order()

    # ---- what follows

    def order_of(self, game: G, action: Action) -> O:
        """The action read; Refused if it names what is not there."""
        found: O = self._form.read(game, action)
        return found

    def written(self, game: G, order: O) -> Action:
        """The order written."""
        return self._form.write(game, self.do, order)

    @classmethod
    def action(cls, game: G, order: O) -> Action:
        """The same for whoever gives an order of this kind without being asked for it."""
        return cls._form.write(game, cls.do, order)

    def touched(self, game: G, action: Action) -> tuple[Labels, Labels]:
        """The hexes and counters that an action names."""
        return self._form.touched(action)

    def said(self, game: G, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """Those details that their fields tell otherwise than they are written."""
        return self._form.said(game, action, names)

    def check(self, game: G, player: str, action: Action) -> list[Refusal]:
        """What cannot be read, or what the rules have against it."""
        try:
            order = self.order_of(game, action)
        except Refused as refused:
            return list(refused.refusals)
        return self.against(game, player, order)

    def open(self, game: G, player: str, orders: Iterable[O]) -> Iterator[Action]:
        """Those orders that are legal, written."""
        for order in orders:
            if self.sure or not self.against(game, player, order):
                yield self.written(game, order)

    def legal(self, game: G, player: str) -> Iterator[Action]:
        """Every way of every actor that is legal."""
        for actor in self.actors(game, player):
            yield from self.open(game, player, self.ways(game, player, actor))

    def options(self, game: G, player: str, said: Action) -> Options:
        """Among the ways of every actor: of those that say the same next only one is judged."""
        if type(self).legal is not Kind.legal:
            return super().options(game, player, said)
        return pick(self.form, said, self._tried(game, player))

    def _tried(self, game: G, player: str) -> Iterator[Tried]:
        """Every way of every actor, and whether it is legal."""
        for actor in self.actors(game, player):
            for order in self.ways(game, player, actor):
                yield self.written(game, order), partial(self._passes, game, player, order)

    def _passes(self, game: G, player: str, order: O) -> bool:
        return self.sure or not self.against(game, player, order)

    def sample(self, game: G, player: str, rng: random.Random) -> Action | None:
        """One way of an actor by chance."""
        pooled = type(self).actors is Verb.actors
        for actor in shuffled((self.crowd if pooled else self.actors)(game, player), rng):
            if pooled and not self.can(game, player, actor):
                continue
            orders = list(islice(self.ways(game, player, actor), TRIED))
            for order in shuffled(orders, rng):
                if self.sure or not self.against(game, player, order):
                    return self.written(game, order)
        return None

    def possible(self, game: G, player: str) -> bool:
        """Whether there may be any, so that a segment is worth asking about."""
        if type(self).actors is not Verb.actors:
            return bool(self.actors(game, player))
        crowd, last = self.crowd(game, player), self._could.get(player)
        if last is not None and last in crowd and self.can(game, player, last):
            return True  # who could do it the last time most often can
        for one in crowd:
            if self.can(game, player, one):
                self._could[player] = one
                return True
        return False

    @cached_property
    def _could(self) -> dict[str, str]:
        """Of each player somebody who could do it when that was asked last: who is asked first."""
        return {}

    def own(self, game: G, player: str, piece: str) -> Iterator[Action]:
        """The ways of one counter."""
        for order, _ in self._own(game, player, (piece,)):
            yield self.written(game, order)

    # ---- what a click means, where a verb does not say it itself

    def towards(self, game: G, player: str, hand: Hand, h: int) -> Iterator[O]:
        """The counters in hand, together or one by one, and the hex where the order has room for
        just these; or else those of their ways that are about the hex."""
        whole = self._filled(hand, h)
        if not whole and set(hand) <= {*self.actors(game, player)}:
            whole = self._bare(h)
        if whole:
            yield from whole
            return
        label = game.board.label(h)
        for order, hexes in self._own(game, player, hand):
            if label in hexes:
                yield order

    def here(self, game: G, player: str, hand: Hand) -> Iterator[O]:
        """The counters in hand, together or one by one, where the order has room for just these;
        or else those of their ways that are about no other hex, or that each of them has."""
        whole = self._filled(hand, None)
        if whole:
            yield from whole
            return
        if not self.few and (self._form.of(HexField) or self._form.of(HexesField)):
            return
        if len(hand) > 1 and len(self._form.lists) == 1:
            yield from self._alike(game, player, hand)
        for order, hexes in self._own(game, player, hand):
            if self.few or not hexes:
                yield order

    def at(self, game: G, player: str, h: int) -> Iterator[O]:
        """The ways of everybody that are about a hex."""
        label = game.board.label(h)
        for actor in self.actors(game, player):
            for order in islice(self.ways(game, player, actor), SEARCHED):
                if label in self.touched(game, self.written(game, order))[0]:
                    yield order

    def by_itself(self, game: G, player: str) -> Iterator[O]:
        """The ways of nobody that are about no hex and name no counter."""
        if any(self._form.of(field) for field in NAMING) or "" not in self.actors(game, player):
            return
        for order in islice(self.ways(game, player, ""), SEARCHED):
            if self.touched(game, self.written(game, order)) == ((), ()):
                yield order

    def reach(self, game: G, player: str, hand: Hand) -> Mapping[int, str]:
        """The hexes at the end of the ways of the counters in hand."""
        found: dict[int, str] = {}
        for _, hexes in self._own(game, player, hand):
            if hexes:
                found.setdefault(game.board.hex(hexes[-1]), "")
        return found

    # ---- part by part, where a verb does not say it itself

    def at_hand(self, game: G, player: str, order: O | None) -> Sequence[str]:
        """Who could do it by themselves, or else whoever has a part in any of its ways."""
        index = game.board.index
        actors = [one for one in self.actors(game, player) if one and one not in index]
        if actors:
            return actors
        ways = (
            one for actor in self.actors(game, player) for one in self.ways(game, player, actor)
        )
        touched = (self.touched(game, self.written(game, one)) for one in islice(ways, SEARCHED))
        return list(dict.fromkeys(piece for _, pieces in touched for piece in pieces))

    def bits(self, game: G, order: O) -> Sequence[O]:
        """By the form."""
        return [self.order_of(game, one) for one in self._split(game, order)]

    def _split(self, game: G, order: O) -> list[Action]:
        return parts.split(self._form, self.written(game, order))

    def joined(self, game: G, player: str, order: O | None, part: O) -> O:
        """By the form."""
        whole = None if order is None else self.written(game, order)
        return self.order_of(game, parts.joined(self._form, whole, self.written(game, part)))

    def without(self, game: G, player: str, order: O, part: O) -> O | None:
        """By the form."""
        left = parts.without(self._form, self.written(game, order), self.written(game, part))
        return None if left is None else self.order_of(game, left)

    def additions(
        self, game: G, player: str, order: O | None, hand: Hand, h: int | None
    ) -> Iterator[O]:
        """What somebody means who points so; without a hex all ways of the counters in hand, and
        without either those of everybody."""
        if h is not None:
            found = self.towards_all(game, player, hand, (h,)) if hand else self.at(game, player, h)
            yield from islice(found, SEARCHED)
        elif hand:
            yield from (one for one, _ in self._own(game, player, hand))
        else:
            for actor in self.actors(game, player):
                yield from islice(self.ways(game, player, actor), SEARCHED)

    def spots(self, game: G, part: O) -> Sequence[str]:
        """The ends of ways, and the hexes of anything else."""
        return self._form.spots(self.written(game, part))

    def is_way(self, game: G, part: O) -> bool:
        """Where it gives a path to anybody."""
        fields, action = self._form.fields, self.written(game, part)
        return any(
            isinstance(f, PathField | PathsField) and action.get(n) for n, f in fields.items()
        )

    def part_words(self, game: G, part: O, names: Mapping[str, str]) -> str:
        """As the only detail that is in it tells itself; of counters alone, their names."""
        action = self.written(game, part)
        said = list(filter(None, self.said(game, action, names).values()))
        if len(said) == 1 and self.partable:
            return said[0]
        hexes, pieces = self.touched(game, action)
        listed = all(
            isinstance(f, PiecesField) for n, f in self._form.fields.items() if action.get(n)
        )
        if self.partable and pieces and listed and not hexes:
            return ", ".join(names.get(piece, piece) for piece in pieces)
        return ""

    def _filled(self, hand: Hand, h: int | None) -> list[O]:
        """The orders of just the counters in hand, and a hex, where they need no more."""
        form = self._form
        many, one, hexes = form.of(PiecesField), form.of(PieceField), form.of(HexField)
        if len(many) + len(one) != 1 or len(hexes) != (h is not None):
            return []
        if len(form.needed) != 1 + len(hexes):
            return []
        found: list[O] = []
        for who in [tuple(hand)] if many else hand:
            known: dict[str, Any] = dict.fromkeys((*many, *one), who) | dict.fromkeys(hexes, h)
            order = form.order(**{form.attribute(name): value for name, value in known.items()})
            found.append(order)
        return found

    def _alike(self, game: G, player: str, hand: Hand) -> Iterator[O]:
        """What each of the counters in hand could do by itself, done by all of them in one order:
        battalions that prepare the same assault, guns that limber up."""
        (many,) = self._form.lists
        if not set(hand) <= {*self.actors(game, player)}:
            return
        common: list[Action] | None = None
        for name in hand:
            ways = islice(self.ways(game, player, name), SEARCHED)
            written = [self.written(game, order) for order in ways]
            alone = [one | {many: list(hand)} for one in written if one.get(many) == [name]]
            common = alone if common is None else [one for one in common if one in alone]
        for action in common or ():
            yield self.order_of(game, action)

    def _bare(self, h: int) -> list[O]:
        """An order of just a hex, where whoever does it need not be named."""
        form = self._form
        hexes = form.of(HexField)
        if form.needed != hexes or len(hexes) != 1:
            return []
        return [form.order(**{form.attribute(hexes[0]): h})]

    def _own(self, game: G, player: str, hand: Hand) -> Iterator[tuple[O, Labels]]:
        """The ways of the counters in hand, each with the hexes that it names."""
        actors = self.actors(game, player)
        for actor in [one for one in actors if one in hand] or actors:
            for order in islice(self.ways(game, player, actor), SEARCHED):
                hexes, pieces = self.touched(game, self.written(game, order))
                if set(hand) <= {actor, *pieces}:
                    yield order, hexes


class Verb(Kind[G, O], Deed[G], Generic[G, O]):
    """A kind of action that a player may take in a segment."""

    @abstractmethod
    def carry_out(self, game: G, player: str, order: O) -> Procedure | None:
        """What comes of it, step by step as the rulebook has it; a procedure, if it puts questions
        or sets off something that may."""

    def perform(self, game: G, player: str, action: Action) -> Procedure:
        """Read the action and carry it out."""
        yield from self.carry_out(game, player, self.order_of(game, action)) or ()


class Answer(Kind[G, O], Generic[G, O]):
    """A kind of answer to a question that a procedure asks."""

    def only(self, game: G, player: str) -> Action | None:
        """The one answer there is, where there is nothing to decide."""
        found = list(islice(self.legal(game, player), 2))
        return found[0] if len(found) == 1 else None

    def ask(
        self,
        game: G,
        player: str,
        name: str,
        prompt: str,
        standing: Mapping[str, O | Callable[[], O]],
        *,
        also: Sequence[Offer[Any]] = (),
        context: Callable[[], Mapping[str, Any]] = dict,
        slight: bool = False,
        supposed: str = "",
        sealed: bool = False,
    ) -> Ask:
        """The question that it answers, and that other kinds may answer `also`.

        `standing` are the answers that a player may leave for questions of this name, some to be
        worked out when somebody looks; the first is that of a player who does not care.
        """

        policies = {
            policy: partial(self._left, game, answer) for policy, answer in standing.items()
        }
        return Ask(
            player, name, prompt, self.rule, (self, *also),
            default=next(iter(policies.values())), policies=policies, context=context,
            slight=slight, supposed=supposed, sealed=sealed,
        )  # fmt: skip

    def chosen(
        self,
        game: G,
        player: str,
        name: str,
        prompt: str,
        standing: Mapping[str, O | Callable[[], O]],
        *,
        context: Callable[[], Mapping[str, Any]] = dict,
        slight: bool = False,
        sole: bool = False,
    ) -> Questions[O]:
        """Put the question, where no other kind answers it, and give back what was chosen; with
        `sole`, of a single answer nobody is asked."""
        answer = self.only(game, player) if sole else None
        if answer is None:
            answer = yield self.ask(
                game, player, name, prompt, standing, context=context, slight=slight
            )
        return self.order_of(game, answer)

    def _left(self, game: G, answer: O | Callable[[], O]) -> Action:
        """An answer that was left standing, worked out and written."""
        return self.written(game, answer() if callable(answer) else answer)
