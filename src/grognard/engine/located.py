"""Located data: YAML read so that every map and list knows the line it stands on.

Scenario files are refused with file and line. Data that comes from a program instead of a file has
no lines; the same checks then name only what is wrong.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from datetime import date
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WORD = "tag:yaml.org,2002:str"
DEEPEST, LARGEST, LONGEST = 32, 200_000, 40
"""How deep a file may be, how many values it may have, and how long any that is no word."""


class ScenarioError(ValueError):
    """A scenario that cannot be played, with the place in the file where it goes wrong."""

    def __init__(self, where: str, line: int, text: str) -> None:
        super().__init__(f"{where}:{line}: {text}" if line else f"{where}: {text}")
        self.where, self.line, self.text = where, line, text


class LocatedMap(dict[str, Any]):
    """A map that knows its file and its lines."""

    where = ""
    line = 0
    lines: dict[str, int]


class LocatedList(list[Any]):
    """A list that knows its file and its lines."""

    where = ""
    line = 0
    lines: list[int]


def read_yaml(text: str, where: str) -> LocatedMap:
    """Read YAML whose top is a map, with lines; `where` is what errors call the file.

    Nothing in it may be of a kind of its own (`!`), and with every alias (`*`) written out it may
    not be larger or deeper than any scenario: what is short to write is short to read.
    """
    try:
        extent = _Extent(where)
        for event in yaml.parse(text, Loader=_LOADER):
            extent.take(event)
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = getattr(error, "problem", None) or getattr(error, "reason", "it cannot be read")
        raise ScenarioError(where, line, f"this is not YAML: {problem}") from None
    data = _build(node, where, yaml.SafeLoader(""))
    if not isinstance(data, LocatedMap):
        raise ScenarioError(where, 1, "the file should be a map of keys")
    return data


class _Extent:
    """How far a file reaches once every alias is written out, counted while it is scanned."""

    def __init__(self, where: str) -> None:
        self.where, self.nodes = where, 0
        self.open: list[tuple[str | None, int]] = []
        self.heights = [0]
        self.known: dict[str, tuple[int, int]] = {}

    def take(self, event: Any) -> None:
        """Count one event; refuse what is no plain data, or more than any scenario."""
        line, anchor = event.start_mark.line + 1, getattr(event, "anchor", None)
        if getattr(event, "tag", None) not in (None, "!"):
            raise ScenarioError(self.where, line, f"a scenario has no tags, as {event.tag} is one")
        if isinstance(event, yaml.AliasEvent):
            if anchor not in self.known:
                raise ScenarioError(self.where, line, f"*{anchor} stands for nothing before it")
            self._add(line, *self.known[anchor])
        elif isinstance(event, yaml.ScalarEvent):
            self._add(line, 1, 0)
            if anchor is not None:
                self.known[anchor] = 1, 0
        elif isinstance(event, yaml.CollectionStartEvent):
            self._add(line, 1, 1)
            self.open.append((anchor, self.nodes - 1))
            self.heights.append(0)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = self.open.pop()
            height = self.heights.pop() + 1
            self.heights[-1] = max(self.heights[-1], height)
            if anchor is not None:
                self.known[anchor] = self.nodes - before, height

    def _add(self, line: int, nodes: int, height: int) -> None:
        self.nodes += nodes
        self.heights[-1] = max(self.heights[-1], height)
        if self.nodes > LARGEST:
            wrong = f"this is too much once it is written out; {LARGEST} values at most"
            raise ScenarioError(self.where, line, wrong)
        if len(self.open) + height > DEEPEST:
            wrong = f"this is nested too deeply; {DEEPEST} levels at most"
            raise ScenarioError(self.where, line, wrong)


def _build(node: Any, where: str, loader: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        built = LocatedMap()
        built.where, built.line, built.lines = where, node.start_mark.line + 1, {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise ScenarioError(where, line, "a key should be a word, not a list or a map")
            key = str(key_node.value)
            if key in built:
                raise ScenarioError(where, line, f"{key!r} stands here a second time")
            built[key] = _build(value_node, where, loader)
            built.lines[key] = line
        return built
    if isinstance(node, yaml.SequenceNode):
        items = LocatedList(_build(item, where, loader) for item in node.value)
        items.where, items.line = where, node.start_mark.line + 1
        items.lines = [item.start_mark.line + 1 for item in node.value]
        return items
    return _value(node, where, loader) if node is not None else None


def _value(node: Any, where: str, loader: Any) -> Any:
    """A word, a number, a date (as text), yes or no, or nothing."""
    line, written = node.start_mark.line + 1, str(node.value)
    if node.tag == _WORD:
        return written
    if len(written) > LONGEST:
        raise ScenarioError(where, line, f"a number has {LONGEST} digits at most")
    try:
        value = loader.construct_object(node)
    except (yaml.YAMLError, ValueError, OverflowError):
        wrong = f"{written!r} is no value; in quotes it would be a word"
        raise ScenarioError(where, line, wrong) from None
    if value is not None and not isinstance(value, (str, int, date)):
        wrong = f"{written!r} is no whole number; in quotes it would be a word"
        raise ScenarioError(where, line, wrong)
    return value.isoformat() if isinstance(value, date) else value


def line_of(data: Any, key: str | int | None = None) -> int:
    """The line of a map, a list, or one of their items; 0 if it comes from no file."""
    lines = getattr(data, "lines", None)
    if lines is not None and isinstance(key, str) and key in lines:
        return int(lines[key])
    if lines is not None and isinstance(key, int) and key < len(lines):
        return int(lines[key])
    return int(getattr(data, "line", 0))


def where_of(data: Any) -> str:
    """The file a map or a list stands in; empty if it comes from none."""
    return str(getattr(data, "where", ""))


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint: the nearest known word, or some of them."""
    words = [str(item) for item in known]
    near = difflib.get_close_matches(word, words, 1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(words[:12])}"
