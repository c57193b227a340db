"""Writing: what the forms of a screen have in common, and how they are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, overload


class Card:
    """A form that is filled in whole, so that whoever reads it finds each field, and no other."""

    __slots__ = ()
    # For whoever describes the forms to others: pydantic reads it, and is not needed here.
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {
        "extra": "forbid",
        "json_schema_serialization_defaults_required": True,
        "use_attribute_docstrings": True,
    }


_AS_IS = frozenset((str, int, bool, float, type(None)))
"""What is plain already: nearly all that is in a form, so that it is looked for first."""


@overload
def plain(form: Card) -> dict[str, Any]: ...


@overload
def plain(form: object) -> Any: ...


def plain(form: Any) -> Any:
    """A form as plain data, chances as fractions."""
    if type(form) in _AS_IS:
        return form
    if isinstance(form, Fraction):
        return str(form)
    if isinstance(form, dict | Mapping):
        return {key: v if type(v) in _AS_IS else plain(v) for key, v in form.items()}
    if isinstance(form, str | int | float):
        return form
    if isinstance(form, tuple | list | Sequence):
        return [item if type(item) in _AS_IS else plain(item) for item in form]
    return {
        name: value if type(value := getattr(form, name)) in _AS_IS else plain(value)
        for name in form.__dataclass_fields__
    }
