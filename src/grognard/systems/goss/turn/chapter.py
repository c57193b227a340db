"""A chapter: what a package of rules puts into the sequence of play.

Each package has a module `play.py` with one of these, and a line in `chapters.py`:

    PLAY = Chapter(
        "modes",
        verbs={MODES: [EnterMode, Battery], COMBAT_RESERVES: [Reserve]},
        begins={COMBAT_RESERVES: [drop_reserves]},
    )

Segments are named in `phases`. Where several chapters have something to do in one segment it
happens in the order of `chapters.CHAPTERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.engine.record import replace
from grognard.kit.deeds import Verb
from grognard.kit.indexes import Kept
from grognard.kit.turn import Check, Part, Step
from grognard.systems.goss.scenario import GossScenario, Gs

By = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Chapter:
    """What a chapter brings: verbs, steps and duties by segment, indexes, hooks into registers of
    lower chapters, and standing answers to its questions.

    `fills` are pairs of a register (a list in a lower chapter) and what goes into it. `policies`
    are the answers that may be left standing to questions that interrupt, the first being that of
    a player who does not care; `own_time` are those that interrupt nobody.
    """

    name: str
    verbs: Mapping[str, Sequence[type[Verb[Gs, Any]]]] = field(default_factory=dict)
    begins: Mapping[str, Sequence[Step[Gs]]] = field(default_factory=dict)
    ends: Mapping[str, Sequence[Step[Gs]]] = field(default_factory=dict)
    phase_ends: Mapping[str, Sequence[Step[Gs]]] = field(default_factory=dict)
    owed: Mapping[str, Sequence[Check[Gs]]] = field(default_factory=dict)
    indexes: Sequence[Callable[[GossScenario], Kept]] = ()
    fills: Sequence[tuple[list[Any], Any]] = ()
    policies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own_time: frozenset[str] = frozenset()

    def segments(self) -> set[str]:
        """The segments that it names."""
        return {kind for by in self._lists() for kind in by}

    def _lists(self) -> tuple[By, ...]:
        return (self.verbs, self.begins, self.ends, self.phase_ends, self.owed)


def with_chapters(part: Part[Gs], chapters: Sequence[Chapter]) -> Part[Gs]:
    """A part of the outline with what the chapters put into it."""

    def joined(own: Sequence[Any], name: str) -> list[Any]:
        more = [getattr(chapter, name).get(part.kind, ()) for chapter in chapters]
        return [*own, *(item for items in more for item in items)]

    return replace(
        part, verbs=joined(part.verbs, "verbs"), begins=joined(part.begins, "begins"),
        ends=joined(part.ends, "ends"), phase_ends=joined(part.phase_ends, "phase_ends"),
        owed=joined(part.owed, "owed"),
    )  # fmt: skip
