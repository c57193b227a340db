"""Writing: what the forms of a screen have in common, and how they are written down."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, overload


class Card:
    """A form that is filled in whole, so that whoever reads it finds each field, and no other."""

    __slots__ = ()
    # For whoever describes the forms to others: pydantic reads it, and is not needed here.
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {
        "extra": "forbid",
        "json_schema_serialization_defaults_required": True,
    }

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, write: Any) -> dict[str, Any]:
        """The form described, each field by the sentence below it.

        They are looked up for whoever asks for the description: a server that starts need not.
        """
        written: dict[str, Any] = write(core)
        fields = write.resolve_ref_schema(written).get("properties", {})
        for kind in reversed(cls.__mro__):
            for name, sentence in _sentences(kind.__module__).get(kind.__name__, {}).items():
                if name in fields:
                    fields[name]["description"] = sentence
        return written


@cache
def _sentences(module: str) -> dict[str, dict[str, str]]:
    """For each class of a module, what is said below each of its fields."""
    found = sys.modules[module]
    if not getattr(found, "__file__", None):
        return {}
    classes = [one for one in ast.parse(inspect.getsource(found)).body if type(one) is ast.ClassDef]
    return {one.name: _below(one.body) for one in classes}


def _below(body: Sequence[ast.stmt]) -> dict[str, str]:
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if isinstance(below.value.value, str)
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
