"""Release: which rules a game is played by, told from the code that enforces them.

Two releases may have the same rules, and then their games agree line by line. Where the code is the
same to the letter, a record must come out exactly as it was written; where it is not, the record
counts (see `following`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from grognard.engine.rulebook import PACKAGE, folder_of

COMMON = ("hexes", "board", "engine", "kit")
"""What every system is played with."""


def engine() -> str:
    """The version of Grognard, as people call it."""
    return version("grognard")


@cache
def rules_of(system: str) -> str:
    """A hash of all the code by which a system is played."""
    digest = sha256()
    for folder in (*(PACKAGE / name for name in COMMON), folder_of(system)):
        for path in _modules(folder):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _modules(folder: Path) -> Iterator[Path]:
    """The modules of a folder; what only shows a game is no rule."""
    found = (path for path in sorted(folder.rglob("*.py")))
    yield from (path for path in found if "table" not in path.relative_to(folder).parts)
