"""Located data: YAML read so that every map and list knows the line it stands on.

Scenario files are refused with file and line. Data that comes from a program instead of a file has
no lines; the same checks then name only what is wrong.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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


def read_yaml(path: Path) -> LocatedMap:
    """Read a YAML file whose top is a map, with lines."""
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=_LOADER)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = getattr(error, "problem", None) or str(error)
        raise ScenarioError(path.name, line, f"this is not YAML: {problem}") from None
    except OSError as error:
        raise ScenarioError(path.name, 0, f"cannot be read: {error.strerror}") from None
    data = _build(node, path, yaml.SafeLoader(""))
    if not isinstance(data, LocatedMap):
        raise ScenarioError(path.name, 1, "the file should be a map of keys")
    return data


def _build(node: Any, path: Path, loader: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        built = LocatedMap()
        built.where, built.line, built.lines = path.name, node.start_mark.line + 1, {}
        for key_node, value_node in node.value:
            key, line = str(key_node.value), key_node.start_mark.line + 1
            if key in built:
                raise ScenarioError(path.name, line, f"{key!r} stands here a second time")
            built[key] = _build(value_node, path, loader)
            built.lines[key] = line
        return built
    if isinstance(node, yaml.SequenceNode):
        items = LocatedList(_build(item, path, loader) for item in node.value)
        items.where, items.line = path.name, node.start_mark.line + 1
        items.lines = [item.start_mark.line + 1 for item in node.value]
        return items
    value = loader.construct_object(node) if node is not None else None
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
