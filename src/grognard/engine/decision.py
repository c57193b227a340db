"""Decision, Ask and Offer: the questions put to players and what may be answered.

An Offer is one kind of action with its rules: `check` (may I?), `legal` (everything I may) and
`sample` (one of them, without listing all). A Deed is an Offer that a segment makes and that sets
off a procedure. An Ask is a question a procedure puts with `yield`. A Decision is a question that
is open now.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal

if TYPE_CHECKING:
    from grognard.engine.game import Game

G = TypeVar("G", bound="Game[Any]")

Action = dict[str, Any]
Answers = dict[str, Action]
Procedure = Generator["Ask | tuple[Ask, ...]", Any, None]

_WORDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "text": ("a word", lambda v: type(v) is str),
    "count": ("a whole number", lambda v: type(v) is int),
    "flag": ("true or false", lambda v: type(v) is bool),
    "texts": (
        "a list of words",
        lambda v: type(v) is list and all(type(i) is str for i in v),
    ),
    "map": ("a map", lambda v: type(v) is dict and all(type(k) is str for k in v)),
    "maps": (
        "a list of maps",
        lambda v: type(v) is list and all(type(i) is dict for i in v),
    ),
    "counts": (
        "a map from words to whole numbers",
        lambda v: type(v) is dict and all(type(k) is str and type(i) is int for k, i in v.items()),
    ),
}


_WORDS |= {f"{kind}?": found for kind, found in _WORDS.items()}


def check_form(form: Mapping[str, str], action: Action, what: str = "action") -> list[Refusal]:
    """Refuse what is not written as the form says; `?` after a type: it may be left out."""
    refusals = []
    for name in action:
        if name != "do" and name not in form:
            known = ", ".join(sorted(form)) or "nothing more"
            refusals.append(Refusal("form", f"{what}: {name!r} is not part of it; it has {known}"))
    for name, kind in form.items():
        if name not in action:
            if kind[-1] != "?":
                refusals.append(Refusal("form", f"{what}: {name!r} is missing, {_WORDS[kind][0]}"))
            continue
        words, fits = _WORDS[kind]
        if not fits(action[name]):
            text = f"{what}: {name!r} should be {words}, not {action[name]!r}"
            refusals.append(Refusal("form", text))
    return refusals


@dataclass(frozen=True, slots=True)
class Options:
    """What may be said next of an action of which a part has been said.

    `values` are exactly those with which it can still be one that `legal` lists; a detail that may
    be left out has LEFT_OUT among them where that is so. Where all has been said `field` is None.
    """

    field: str | None
    values: tuple[Any, ...] = ()


LEFT_OUT = None
"""The value of a detail that is not written: no detail of any action is null."""

Tried = tuple[Action, Callable[[], bool]]
"""An action that may be legal, and whether it is, for who wants to know it."""


def pick(fields: Iterable[str], said: Action, tried: Iterable[Tried]) -> Options:
    """The next detail of an action of which some are said, with every value that it has in the
    legal ones of those that go on from there. What gives no new value is not judged."""
    field = next((name for name in fields if name not in said), None)
    if field is None:
        return Options(None)
    known = [(name, value) for name, value in said.items() if name != "do"]
    found: dict[str, Any] = {}
    for action, legal in tried:
        if all(action.get(name, LEFT_OUT) == value for name, value in known):
            value = action.get(field, LEFT_OUT)
            key = canonical(value)
            if key not in found and legal():
                found[key] = value
    return Options(field, tuple(found.values()))


def whole(said: Action) -> Action:
    """The action, all of whose details have been said."""
    return {name: value for name, value in said.items() if value is not LEFT_OUT}


def _surely() -> bool:
    return True


class Offer(ABC, Generic[G]):
    """One kind of action: how it is written, and the rules about it."""

    do: str
    rule: str
    form: Mapping[str, str] = {}

    def cited(self, game: G) -> str:
        """The rule it stands in, where scenarios print the same rule each at its own place."""
        return self.rule

    def why(self, game: G, player: str, action: Action) -> list[Refusal]:
        """Every reason against the action; none means it is legal."""
        return check_form(self.form, action, self.do) or self.check(game, player, action)

    @abstractmethod
    def check(self, game: G, player: str, action: Action) -> list[Refusal]:
        """The rules' reasons against a well-formed action."""

    @abstractmethod
    def legal(self, game: G, player: str) -> Iterator[Action]:
        """Every action of this kind that is legal now, one way of writing each."""

    def options(self, game: G, player: str, said: Action) -> Options:
        """Which detail of an action comes next when some are named, and its legal values."""
        return pick(self.form, said, ((one, _surely) for one in self.legal(game, player)))

    def sample(self, game: G, player: str, rng: random.Random) -> Action | None:
        """One legal action of this kind, or None; kinds with long lists do better than this."""
        actions = list(self.legal(game, player))
        return rng.choice(actions) if actions else None


class Deed(Offer[G]):
    """An action that a player may take in a segment and that changes the State."""

    @abstractmethod
    def perform(self, game: G, player: str, action: Action) -> Procedure:
        """Carry it out, step by step as the rulebook has it."""


class Choice(Offer[Any]):
    """An answer from a short list."""

    def __init__(self, do: str, rule: str, actions: Iterable[Action]) -> None:
        self.do, self.rule = do, rule
        self.actions = list(actions)
        self._known = {canonical(action) for action in self.actions}

    def why(self, game: Any, player: str, action: Action) -> list[Refusal]:
        """Refuse whatever is not on the list."""
        return self.check(game, player, action)

    def check(self, game: Any, player: str, action: Action) -> list[Refusal]:
        """Refuse whatever is not on the list."""
        try:
            if canonical(action) in self._known:
                return []
        except (TypeError, ValueError):
            pass
        known = "; ".join(canonical(a) for a in self.actions[:6])
        return [Refusal(self.rule, f"that is not one of the {len(self.actions)} choices: {known}")]

    def legal(self, game: Any, player: str) -> Iterator[Action]:
        """The list itself."""
        yield from self.actions

    def options(self, game: Any, player: str, said: Action) -> Options:
        """Among those of the list; its details are those that any of them has."""
        fields = dict.fromkeys(name for action in self.actions for name in action if name != "do")
        return pick(fields, said, ((one, _surely) for one in self.actions))

    def sample(self, game: Any, player: str, rng: random.Random) -> Action | None:
        """One of the list."""
        return rng.choice(self.actions) if self.actions else None


FEW = 4
"""How many kinds of action are looked through one by one."""


class Ask:
    """A question a procedure puts to one player.

    `default` is the answer of a player who does not care, used by odds and offered on the screen;
    one that takes some thought is handed over as a function and worked out when somebody looks.
    `policies` are the standing answers a player may leave for questions of this name: each works
    the answer out, or gives None to say that this one must be put to the player after all.
    `context` works out what the player should see beside the question, when somebody looks.
    `slight` says that odds look past it, with the default, even if dice have fallen before.
    `supposed` is what odds suppose of the answer, as a sentence.
    """

    def __init__(
        self,
        player: str,
        name: str,
        prompt: str,
        rule: str,
        offers: tuple[Offer[Any], ...],
        default: Action | Callable[[], Action] | None = None,
        policies: Mapping[str, Callable[[], Action | None]] | None = None,
        context: Callable[[], Mapping[str, Any]] = dict,
        sealed: bool = False,
        slight: bool = False,
        supposed: str = "",
    ) -> None:
        self.player, self.name, self.prompt, self.rule = player, name, prompt, rule
        self.offers, self.policies, self.context, self.sealed = (
            offers,
            policies or {},
            context,
            sealed,
        )
        self._default, self.slight, self.supposed = default, slight, supposed

    @cached_property
    def default(self) -> Action | None:
        """The answer of a player who does not care."""
        return self._default() if callable(self._default) else self._default

    def offer(self, do: Any) -> Offer[Any] | None:
        """The kind of action by its name."""
        if len(self.offers) > FEW:
            return self._by_name.get(do) if isinstance(do, str) else None
        for offer in self.offers:
            if offer.do == do:
                return offer
        return None

    @cached_property
    def _by_name(self) -> Mapping[str, Offer[Any]]:
        """The kinds of action by their names; of two of one name the first."""
        return {offer.do: offer for offer in reversed(self.offers)}

    def why(self, game: Any, action: Any) -> list[Refusal]:
        """Every reason against an answer."""
        if not isinstance(action, dict) or not isinstance(action.get("do"), str):
            return [Refusal("form", 'an action is a map with "do" and the details')]
        offer = self.offer(action["do"])
        if offer is None:
            known = ", ".join(o.do for o in self.offers)
            text = f"{action['do']!r} is not offered now ({self.prompt}); possible: {known}"
            return [Refusal(self.rule, text)]
        return offer.why(game, self.player, action)


@dataclass(frozen=True)
class Decision:
    """A question that is open now, with the id that an answer to it may quote."""

    id: str
    ask: Ask

    @property
    def player(self) -> str:
        """Who is asked."""
        return self.ask.player

    def offer(self, do: Any) -> Offer[Any] | None:
        """The kind of action by its name."""
        return self.ask.offer(do)

    def why(self, game: Any, action: Any) -> list[Refusal]:
        """Every reason against an answer."""
        return self.ask.why(game, action)

    def to_json(self) -> dict[str, Any]:
        """The question as plain data."""
        return {
            "id": self.id,
            "player": self.player,
            "name": self.ask.name,
            "prompt": self.ask.prompt,
            "rule": self.ask.rule,
            "offers": [offer.do for offer in self.ask.offers],
            "default": self.ask.default,
            "policies": sorted(self.ask.policies),
            "context": dict(self.ask.context()),
            "sealed": self.ask.sealed,
        }


def nothing() -> Procedure:
    """A procedure without a step."""
    yield from ()


def offered(asks: Iterable[Ask], do: Any) -> Offer[Any] | None:
    """The kind of action of a name that one of several questions offers."""
    for ask in asks:
        offer = ask.offer(do)
        if offer is not None:
            return offer
    return None


def asks_of(question: Ask | Sequence[Ask]) -> tuple[Ask, ...]:
    """The questions of one `yield`: one, or several open at once."""
    return (question,) if isinstance(question, Ask) else tuple(question)
