"""Records: immutable facts of a State, and how they are written as JSON and read back.

A record is a frozen dataclass whose fields are whole numbers, words, flags, nothing, tuples of
these, or other records. Nothing else can be in a State, so that every State can be written down
exactly, compared and hashed.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace as replace

K = TypeVar("K", str, int)
R = TypeVar("R")


class RecordError(ValueError):
    """Data that is not the record it claims to be."""


@dataclasses.dataclass(frozen=True)
class Register(Generic[K, R]):
    """One map of the State: its name, what its keys are, and the record it holds for each."""

    name: str
    key: type[K]
    record: type[R]


if not TYPE_CHECKING:

    def replace(record: R, /, **changes: Any) -> R:
        """A record with some fields changed, as `dataclasses.replace` gives it.

        Of a record without slots the fields are copied as a whole, which is many times as fast.
        What does not come out with just its fields is left to the slow way, errors included.
        """
        try:
            fields = record.__dict__ | changes
        except AttributeError:
            return dataclasses.replace(record, **changes)
        if len(fields) != len(record.__dataclass_fields__):
            return dataclasses.replace(record, **changes)
        changed = object.__new__(type(record))
        object.__setattr__(changed, "__dict__", fields)
        return changed


_PLAIN = frozenset((type(None), bool, int, str))
"""What is its own JSON: nearly all that is in a record, so that it is looked for first."""


def encode(value: Any) -> Any:
    """Write a record, or a part of one, as plain JSON data."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, tuple):
        return [item if type(item) in _PLAIN else encode(item) for item in value]
    if dataclasses.is_dataclass(kind):
        fields = getattr(value, "__dict__", None)
        if fields is None or len(fields) != len(_names(kind)):
            fields = {name: getattr(value, name) for name in _names(kind)}
        odd = _odd(tuple(map(type, fields.values())))
        encoded = fields.copy()
        if odd:
            names = list(fields)
            for place in odd:
                encoded[names[place]] = encode(fields[names[place]])
        return encoded
    if isinstance(value, (int, str)):
        return value
    raise RecordError(f"a {kind.__name__} cannot be part of a State")


@cache
def _names(record: type) -> tuple[str, ...]:
    """The fields of a record, looked up once."""
    return tuple(field.name for field in dataclasses.fields(record))


@cache
def _odd(kinds: tuple[type, ...]) -> tuple[int, ...]:
    """Which of so many values are not their own JSON, looked up once for records of one make."""
    return tuple(place for place, kind in enumerate(kinds) if kind not in _PLAIN)


@cache
def _decoders(record: Any) -> dict[str, Callable[[Any, str], Any]]:
    hints = typing.get_type_hints(record)
    return {f.name: _decoder(hints[f.name]) for f in dataclasses.fields(record)}


@cache
def _decoder(hint: Any) -> Callable[[Any, str], Any]:
    """The reader for one type of field."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _union_decoder(typing.get_args(hint))
    if origin is tuple:
        return _tuple_decoder(typing.get_args(hint))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return lambda data, where: decode(hint, data, where)
    if hint in (int, str, bool, type(None)):
        return lambda data, where: _plain(hint, data, where)
    raise RecordError(f"a State cannot hold {hint}")


def _plain(hint: type, data: Any, where: str) -> Any:
    if type(data) is not hint:
        raise RecordError(f"{where}: {data!r} should be {_plainly(hint)}")
    return data


def _plainly(hint: type) -> str:
    words = {int: "a whole number", str: "a word", bool: "true or false"}
    return words.get(hint, "nothing")


def _union_decoder(hints: tuple[Any, ...]) -> Callable[[Any, str], Any]:
    readers = [_decoder(hint) for hint in hints]

    def read(data: Any, where: str) -> Any:
        for reader in readers:
            try:
                return reader(data, where)
            except RecordError:
                continue
        raise RecordError(f"{where}: {data!r} is not one of the kinds allowed here")

    return read


def _tuple_decoder(hints: tuple[Any, ...]) -> Callable[[Any, str], Any]:
    open_ended = len(hints) == 2 and hints[1] is Ellipsis
    readers = [_decoder(hint) for hint in hints if hint is not Ellipsis]

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, list):
            raise RecordError(f"{where}: {data!r} should be a list")
        if open_ended:
            return tuple(readers[0](item, f"{where}[{i}]") for i, item in enumerate(data))
        if len(data) != len(readers):
            raise RecordError(f"{where}: {len(readers)} values are needed, not {len(data)}")
        return tuple(
            reader(item, f"{where}[{i}]")
            for i, (reader, item) in enumerate(zip(readers, data, strict=True))
        )

    return read


def decode_field(record: type[Any], name: str, data: Any) -> Any:
    """Read one field of a record, refusing what it cannot hold."""
    decoders = _decoders(record)  # type: ignore[arg-type]
    if name not in decoders:
        raise RecordError(f"there is no field {name!r}; known: {', '.join(sorted(decoders))}")
    return decoders[name](data, name)


def decode(record: type[R], data: Any, where: str = "record") -> R:
    """Read a record back from JSON data, refusing anything that is not exactly one."""
    if not isinstance(data, dict):
        raise RecordError(f"{where}: {data!r} should be a map of fields")
    decoders = _decoders(record)  # type: ignore[arg-type]
    for name in data:
        if name not in decoders:
            raise RecordError(f"{where}: there is no field {name!r}; known: {', '.join(decoders)}")
    missing = [name for name in decoders if name not in data]
    if missing:
        raise RecordError(f"{where}: {', '.join(missing)} is missing")
    return record(**{name: read(data[name], f"{where}.{name}") for name, read in decoders.items()})


def copied(data: Any) -> Any:
    """Plain data as writing it canonically and reading it again gives it, but its own."""
    kind = type(data)
    if kind is str or kind is int or kind is bool or data is None:
        return data
    if kind is list:
        return [item if type(item) is str else copied(item) for item in data]
    if kind is dict and {str}.issuperset(map(type, data)):
        return {key: copied(data[key]) for key in sorted(data)}
    return json.loads(canonical(data))


def canonical(data: Any) -> str:
    """One way, and only one, to write JSON data: for hashes, chains and comparisons."""
    return _WRITER.encode(data)


def written(data: Any) -> str:
    """Data with records in it, written as `canonical` writes them encoded."""
    return _RECORD_WRITER.encode(data)


def _fields(record: Any) -> Any:
    """A record as what can be written: its fields as they are, if it has just these."""
    fields = getattr(record, "__dict__", None)
    known = getattr(record, "__dataclass_fields__", ())
    return fields if fields is not None and len(fields) == len(known) else encode(record)


_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_RECORD_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_fields)


def digest(data: Any) -> str:
    """The SHA-256 of JSON data written canonically."""
    return sha256(canonical(data).encode("ascii")).hexdigest()
