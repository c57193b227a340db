"""Forms: how an order is written as an action, and read back into typed values.

An order is a frozen dataclass; each of its fields says by its annotation how it is written:

    @dataclass(frozen=True, slots=True)
    class March:
        units: Pieces
        path: Path
        full: bool = False

A field with a default may be left out, and is left out when it is written. A trailing underscore
is no part of the written name, so that `from_` is written `from`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal, Refused
from grognard.hexes import HexError

O = TypeVar("O")  # noqa: E741 (an order)
AnyGame = Game[Any]


class Field:
    """How one detail of an order is written. `kind` is its shape, which the engine checks first."""

    kind = "text"
    kept = False
    """Whether it is written even where it is as by default."""
    plain = True
    """Whether a value is written as it is."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        cls.plain = cls.read is Field.read and cls.write is Field.write

    def read(self, game: AnyGame, value: Any) -> Any:
        """The value that is written so; HexError or Refused if there is no such thing."""
        return value

    def write(self, game: AnyGame, value: Any) -> Any:
        """How a value is written."""
        return value

    def hexes(self, value: Any) -> Iterable[str]:
        """The labels of hexes in what is written."""
        return ()

    def spots(self, value: Any) -> Iterable[str]:
        """Those of its hexes that one points at to mean it."""
        return self.hexes(value)

    def pieces(self, value: Any) -> Iterable[str]:
        """The ids of counters in what is written."""
        return ()

    def said(self, game: AnyGame, value: Any, names: Mapping[str, str]) -> str | None:
        """What is written in words, if it is told otherwise than it is written; empty if it is
        nothing to tell of."""
        return None

    def forgeries(self, value: Any) -> Iterator[Any]:
        """What looks like it and is wrong."""
        yield from ("no-such-thing", None, -1, 3.5, [], ["no-such-thing"], {"x": 1}, [[]], True)


class WordField(Field):
    """A word of the rules, as the name of a mode."""


class WordsField(Field):
    """Several words."""

    kind = "texts"

    def read(self, game: AnyGame, value: Any) -> tuple[str, ...]:
        """As a tuple."""
        return tuple(value)

    def write(self, game: AnyGame, value: Any) -> list[str]:
        """As a list."""
        return list(value)


class CountField(Field):
    """A whole number."""

    kind = "count"


class FlagField(Field):
    """Yes or no."""

    kind = "flag"


class PieceField(Field):
    """One counter, by its id."""

    def pieces(self, value: Any) -> Iterable[str]:
        """The counter."""
        return (value,)


class PiecesField(WordsField):
    """Counters, by their ids."""

    def pieces(self, value: Any) -> Iterable[str]:
        """The counters."""
        return tuple(value)


class HexField(Field):
    """A hex, by its label."""

    def read(self, game: AnyGame, value: Any) -> int:
        """The hex."""
        return game.board.hex(value)

    def write(self, game: AnyGame, value: Any) -> str:
        """Its label."""
        return game.board.label(value)

    def hexes(self, value: Any) -> Iterable[str]:
        """The hex."""
        return (value,)


class HexesField(Field):
    """Hexes in their order: targets, or a path without the hex it starts from."""

    kind = "texts"

    def read(self, game: AnyGame, value: Any) -> tuple[int, ...]:
        """The hexes."""
        return tuple(map(game.board.hex, value))

    def write(self, game: AnyGame, value: Any) -> list[str]:
        """Their labels."""
        return [game.board.label(h) for h in value]

    def hexes(self, value: Any) -> Iterable[str]:
        """The hexes."""
        return tuple(value)


class PathField(HexesField):
    """A path, without the hex it starts from."""

    def spots(self, value: Any) -> Iterable[str]:
        """Where it ends."""
        return tuple(value[-1:])


class CountsField(Field):
    """A number for each of several counters or words."""

    kind = "counts"

    def read(self, game: AnyGame, value: Any) -> dict[str, int]:
        """A map of its own."""
        return dict(value)

    def write(self, game: AnyGame, value: Any) -> dict[str, int]:
        """A map of its own."""
        return dict(value)

    def pieces(self, value: Any) -> Iterable[str]:
        """Whoever is named."""
        return tuple(value)


class PathsField(Field):
    """A path for each of several counters."""

    kind = "map"

    def read(self, game: AnyGame, value: Any) -> dict[str, tuple[int, ...]]:
        """The paths; one that is no list of labels is refused."""
        for name, labels in value.items():
            if type(labels) is not list or any(type(label) is not str for label in labels):
                text = f"the path of {name} should be a list of hexes, not {labels!r}"
                raise Refused([Refusal("form", text)])
        return {name: tuple(map(game.board.hex, labels)) for name, labels in value.items()}

    def write(self, game: AnyGame, value: Any) -> dict[str, list[str]]:
        """The labels of each."""
        return {name: [game.board.label(h) for h in path] for name, path in value.items()}

    def hexes(self, value: Any) -> Iterable[str]:
        """All hexes of all paths."""
        return tuple(label for labels in value.values() for label in labels)

    def spots(self, value: Any) -> Iterable[str]:
        """Where each path ends."""
        return tuple(labels[-1] for labels in value.values() if labels)

    def pieces(self, value: Any) -> Iterable[str]:
        """Who goes."""
        return tuple(value)


class PlainField(Field):
    """Plain data that the rules read themselves, of a shape that the engine knows."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


Word = Annotated[str, WordField()]
Words = Annotated[tuple[str, ...], WordsField()]
Piece = Annotated[str, PieceField()]
Pieces = Annotated[tuple[str, ...], PiecesField()]
Hex = Annotated[int, HexField()]
Hexes = Annotated[tuple[int, ...], HexesField()]
Path = Annotated[tuple[int, ...], PathField()]
Counts = Annotated[Mapping[str, int], CountsField()]
Paths = Annotated[Mapping[str, tuple[int, ...]], PathsField()]
Rows = Annotated[list[dict[str, Any]], PlainField("maps")]
Row = Annotated[dict[str, Any], PlainField("map")]

_BY_TYPE: Mapping[Any, Field] = {str: WordField(), int: CountField(), bool: FlagField()}


class Form(Generic[O]):
    """How the orders of one type are written."""

    def __init__(self, order: type[O]) -> None:
        self.order = order
        self.fields: dict[str, Field] = {}
        self._attributes: dict[str, str] = {}
        self._defaults: dict[str, Any] = {}
        self._details: list[tuple[str, str, Field]] = []
        self._readers: list[tuple[str, str, Callable[[AnyGame, Any], Any] | None]] = []
        """How each detail is read; None if it is as it is written."""
        hints = get_type_hints(order, include_extras=True)
        for field in fields(order):  # type: ignore[arg-type]
            name = field.name.removesuffix("_")
            self.fields[name] = _field_of(hints[field.name])
            self._attributes[name] = field.name
            found = self.fields[name]
            self._details.append((name, field.name, found))
            self._readers.append((name, field.name, None if found.plain else found.read))
            if field.default is not MISSING:
                self._defaults[name] = field.default
            elif field.default_factory is not MISSING:
                self._defaults[name] = field.default_factory()
        self.kinds: Mapping[str, str] = {
            name: field.kind + ("?" if name in self._defaults else "")
            for name, field in self.fields.items()
        }

    def read(self, game: AnyGame, action: Action) -> O:
        """A well-formed action as an order; Refused where it names a hex that is not there."""
        found = {}
        try:
            for name, attribute, read in self._readers:
                if name in action:
                    value = action[name]
                    found[attribute] = value if read is None else read(game, value)
        except HexError as error:
            raise Refused([Refusal("form", str(error))]) from None
        return self.order(**found)

    def write(self, game: AnyGame, do: str, order: O) -> Action:
        """An order as an action; what is as by default is left out."""
        action: Action = {"do": do}
        defaults = self._defaults
        for name, attribute, field in self._details:
            value = getattr(order, attribute)
            if field.kept or name not in defaults or value != defaults[name]:
                action[name] = value if field.plain else field.write(game, value)
        return action

    def touched(self, action: Action) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The hexes and the counters that an action names, in the order it names them."""
        hexes: dict[str, None] = {}
        pieces: dict[str, None] = {}
        for name, field in self.fields.items():
            if name in action:
                hexes.update(dict.fromkeys(field.hexes(action[name])))
                pieces.update(dict.fromkeys(field.pieces(action[name])))
        return tuple(hexes), tuple(pieces)

    def spots(self, action: Action) -> tuple[str, ...]:
        """The hexes that one points at to mean an action."""
        found = (f.spots(action[name]) for name, f in self.fields.items() if name in action)
        return tuple(dict.fromkeys(label for labels in found for label in labels))

    def said(self, game: AnyGame, action: Action, names: Mapping[str, str]) -> dict[str, str]:
        """The details of an action that are told otherwise than they are written."""
        found = {
            name: field.said(game, action[name], names)
            for name, field in self.fields.items()
            if name in action
        }
        return {name: text for name, text in found.items() if text is not None}

    def of(self, field: type[Field]) -> list[str]:
        """The names of the details of a sort that may not be left out."""
        return [
            name
            for name, found in self.fields.items()
            if isinstance(found, field) and name not in self._defaults
        ]

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the details that list counters."""
        return tuple(n for n, field in self.fields.items() if isinstance(field, PiecesField))

    @property
    def needed(self) -> list[str]:
        """The names of the details that may not be left out."""
        return [name for name in self.fields if name not in self._defaults]

    def attribute(self, name: str) -> str:
        """The attribute of an order that is written under a name."""
        return self._attributes[name]

    def schema(self) -> dict[str, Any]:
        """How an action is written, as JSON Schema."""
        return {
            "type": "object",
            "properties": {name: _SCHEMAS[field.kind] for name, field in self.fields.items()},
            "required": self.needed,
            "additionalProperties": False,
        }

    def forged(self, action: Action) -> Iterator[Action]:
        """The action with each of its details spoilt in turn."""
        for name, field in self.fields.items():
            if name in action:
                for wrong in field.forgeries(action[name]):
                    if wrong != action[name]:
                        yield {**action, name: wrong}


_SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "text": {"type": "string"},
    "count": {"type": "integer"},
    "flag": {"type": "boolean"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "map": {"type": "object"},
    "maps": {"type": "array", "items": {"type": "object"}},
    "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
}


def _field_of(hint: Any) -> Field:
    """How a field is written, by its annotation; `| None` is for one that may be left unsaid."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = [part for part in get_args(hint) if part is not NoneType]
    if get_origin(hint) is Annotated:
        for note in get_args(hint)[1:]:
            if isinstance(note, Field):
                return note
    if hint in _BY_TYPE:
        return _BY_TYPE[hint]
    raise TypeError(f"no form is known for {hint!r}; annotate it with a Field")
