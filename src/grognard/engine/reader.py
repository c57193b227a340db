"""Reader: one scenario being read, with the file and line of whatever is wrong in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from grognard.board.board import Board
from grognard.engine.located import ScenarioError, line_of, nearest, where_of
from grognard.hexes import HexError

_WORDS = {int: "a whole number", str: "a word", list: "a list", dict: "a map"}


class Reader:
    """One scenario being read: the board, the declared areas, and where errors are."""

    def __init__(self, spec: Mapping[str, Any], board: Board, where: str) -> None:
        self.spec, self.board, self.where = spec, board, where
        self.areas: dict[str, tuple[int, ...]] = {}

    def fail(self, data: Any, key: str | int | None, text: str) -> ScenarioError:
        """The error at one place of the file."""
        return ScenarioError(where_of(data) or self.where, line_of(data, key), text)

    def need(self, data: Any, key: str, kind: type, default: Any = None) -> Any:
        """A value of a map, of the kind it must be."""
        value = data.get(key, default)
        if value is None:
            raise self.fail(data, None, f"{key!r} is missing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(data, key, f"{key!r} should be {_WORDS[kind]}, not {value!r}")
        return value

    def only(self, data: Any, known: Iterable[str], what: str) -> None:
        """Refuse a map that has keys of no meaning."""
        words = tuple(known)
        for key in data:
            if key not in words:
                text = f"{key!r} is not part of {what}; {nearest(str(key), words)}"
                raise self.fail(data, key, text)

    def rows(self, data: Any, key: str, known: Iterable[str], what: str) -> list[Any]:
        """The maps of a list, each with known keys only; none if the list is left out."""
        words = (*known, "line", "note", "printed")
        rows: list[Any] = self.need(data, key, list, [])
        for i, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.fail(rows, i, f"{what} is a map of keys, not {row!r}")
            self.only(row, words, what)
        return rows

    def words(self, data: Any, key: str) -> list[str]:
        """The words of a list; none if it is left out."""
        words = self.need(data, key, list, [])
        for word in words:
            if not isinstance(word, str):
                raise self.fail(data, key, f"{key!r} should be words, but {word!r} is none")
        return list(words)

    def by_side(self, key: str) -> dict[str, Any]:
        """A map of the scenario whose keys are sides."""
        found: dict[str, Any] = self.need(self.spec, key, dict, {})
        for side in found:
            self.side(found, side, side)
        return found

    def day(self, key: str) -> str:
        """A date such as 1941-11-15; empty if there is none."""
        text = str(self.spec.get(key, ""))
        try:
            return date.fromisoformat(text).isoformat() if text else ""
        except ValueError:
            wrong = f"{key!r} should be a date like 1941-11-15, not {text!r}"
            raise self.fail(self.spec, key, wrong) from None

    def hex(self, data: Any, key: str | int | None, label: Any) -> int:
        """A hex by its printed number."""
        try:
            return self.board.hex(str(label))
        except HexError as error:
            raise self.fail(data, key, str(error)) from None

    def hexes(self, data: Any, key: str, labels: Any) -> tuple[int, ...]:
        """Several hexes by their printed numbers."""
        if not isinstance(labels, (list, tuple)):
            raise self.fail(data, key, f"{key!r} should be a list of hexes, not {labels!r}")
        return tuple(self.hex(data, key, label) for label in labels)

    def area(self, data: Any, key: str, name: Any) -> tuple[int, ...]:
        """The hexes of a declared area."""
        if not isinstance(name, str) or name not in self.areas:
            hint = nearest(str(name), self.areas)
            raise self.fail(data, key, f"there is no area {name!r}; {hint}")
        return self.areas[name]

    def ground(self, data: Any, key: str, given: Any) -> tuple[int, ...]:
        """Hexes by their printed numbers, or an area by its name."""
        named = isinstance(given, str)
        return self.area(data, key, given) if named else self.hexes(data, key, given)

    def side(self, data: Any, key: str, name: Any) -> str:
        """A side of this scenario."""
        sides = self.spec["sides"]
        if not isinstance(name, str) or name not in sides:
            raise self.fail(data, key, f"there is no side {name!r}; {nearest(str(name), sides)}")
        return str(name)
