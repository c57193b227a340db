"""Grafting: put broken code into functions that live already, rather than import everything again.

A worker imports the project and its tests once. Each mutant is then tried in a forked child: the
functions whose code differs get the new code. What cannot be changed so (a constant of a module, a
class's own line, a default value) has to be imported afresh.
"""

from __future__ import annotations

import gc
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Print = tuple[Any, ...]


class Stock:
    """The living functions of the project, by the file and the name of their code."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, str], list[FunctionType]] = {}
        gc.unfreeze()  # what is frozen is not told of
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                key = found.__code__.co_filename, found.__code__.co_qualname
                self.functions.setdefault(key, []).append(found)
        gc.freeze()

    def graft(self, file: Path, original: str, mutant: str) -> bool:
        """Change what differs in a file's functions; False where that does not do it."""
        before = _parts(compile(original, str(file), "exec"))
        after = _parts(compile(mutant, str(file), "exec"))
        if before.keys() != after.keys():
            return False
        changed = [name for name in after if _print(before[name]) != _print(after[name])]
        outermost = [name for name in changed if "<locals>" not in name]
        if not outermost:
            return False
        pairs = [(self.functions.get((str(file), name), []), after[name]) for name in changed]
        alive = {name for name, (living, _) in zip(changed, pairs, strict=True) if living}
        if not alive.issuperset(outermost):
            return False
        for living, code in pairs:
            for function in living:
                if function.__code__.co_freevars != code.co_freevars:
                    return False
                function.__code__ = code
        return True


def _parts(code: CodeType) -> dict[str, CodeType]:
    """Every code within a code, by its qualified name; the module and classes are parts too."""
    found = {code.co_qualname: code}
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found |= _parts(const)
    return found


def _print(code: CodeType) -> Print:
    """What a code does, wherever it stands: that of a module or class without its functions."""
    body = code.co_flags & 0x2  # a function has fast locals of its own
    inner = [
        (_print(const) if body else const.co_qualname) if isinstance(const, CodeType) else
        (type(const).__name__, repr(const))
        for const in code.co_consts
    ]  # fmt: skip
    return code.co_name, code.co_code, inner, code.co_names, code.co_varnames, code.co_freevars
