"""Ledgers: results of games as JSON lines, kept as they come, so that a run goes on where it
stopped.

The first line says what is played: scenario, options, packs, seed, and by which Grognard. Each line
after it is a game, by who plays which side and its number. The same game twice is one game; a last
line that was half written when the power went is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from grognard import __version__
from grognard.engine.record import canonical
from grognard.lab.executor import Order
from grognard.lab.simulate import Match, Result

KIND = "grognard results"
"""What a ledger calls itself."""
TOLD = {
    "scenario": "the scenario", "options": "the options", "seed": "the seed",
    "engine": "the Grognard", "watched": "the places that are watched",
    "note": "what is noted",
    "scenario_hash": "the edition of the scenario, packs included,",
    "chronicle": "what is kept of each game besides its result",
}  # fmt: skip
"""What may tell two ledgers apart, in words."""


class LedgerError(ValueError):
    """A file that cannot be gone on with; says why, and what would be right."""


def head_of(match: Match) -> dict[str, Any]:
    """The first line: what all games of a ledger have in common."""
    scenario = match.found()[1]
    return {
        "kind": KIND,
        "engine": __version__,
        "scenario": match.scenario,
        "scenario_hash": scenario.fingerprint,
        "options": dict(match.options),
        "seed": match.seed,
        "watched": list(match.course),
        **({"chronicle": "a chronicle"} if match.chronicle else {}),
        **({"note": match.note} if match.note else {}),
    }


def key_of(order: Order) -> str:
    """By what a game is known: who plays which side, and its number."""
    return "/".join([*order.match.seated(order.number), str(order.number)])


class Ledger:
    """The results in a file, and those that are added to it."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path, self.head = path, head_of(match)
        self.results: dict[str, Result] = {}
        whole = self._read(path.read_bytes() if path.exists() else b"")
        self.out = path.open("r+b" if whole else "wb")
        self.out.truncate(whole)
        self.out.seek(whole)
        if not whole:
            self._write(self.head)

    def _read(self, raw: bytes) -> int:
        """Take in what is there; how much of the file is whole lines."""
        whole = raw.rfind(b"\n") + 1
        first, _, rest = raw[:whole].partition(b"\n")
        if not whole:
            if not canonical(self.head).encode().startswith(raw):
                raise LedgerError(f"{self.path.name} is no file of results: name another file")
            return 0
        self._check(first)
        for number, line in enumerate(rest.splitlines(), 2):
            try:
                data = json.loads(line)
                key = data.pop("key")
                self.results[key] = Result(**data)
            except (AttributeError, KeyError, TypeError, ValueError):
                wrong = f"line {number} of {self.path.name} is no result of a game"
                raise LedgerError(f"{wrong}: take the line out, or name another file") from None
        return whole

    def _check(self, first: bytes) -> None:
        """Refuse the results of another match."""
        try:
            head = json.loads(first)
        except ValueError:
            head = None
        if not isinstance(head, dict) or head.get("kind") != KIND:
            raise LedgerError(f"{self.path.name} is no file of results: name another file")
        for name, words in TOLD.items():
            if head.get(name) != self.head.get(name):
                theirs, ours = _told(head.get(name)), _told(self.head.get(name))
                raise LedgerError(
                    f"{self.path.name} holds the games of another match: there {words} is "
                    f"{theirs}, here it is {ours}; name another file"
                )

    def _write(self, data: Mapping[str, Any]) -> None:
        self.out.write(canonical(data).encode() + b"\n")
        self.out.flush()
        os.fsync(self.out.fileno())

    def known(self, order: Order) -> Result | None:
        """The result of a game that was played before; None if it was not, or failed."""
        found = self.results.get(key_of(order))
        return None if found is None or found.error else found

    def add(self, order: Order, result: Result) -> None:
        """Keep a result; a game that is there already stays."""
        if self.known(order) is None:
            key = key_of(order)
            self.results[key] = result
            self._write({"key": key, **result.to_json(timing=True)})

    def close(self) -> None:
        """Close the file."""
        self.out.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" for name, one in value.items()) or "as by default"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "nothing" if value is None else str(value)
