"""What phases and questions are for, each in a sentence for somebody new to them. [3.0]"""

from __future__ import annotations

import csv
from pathlib import Path

from grognard.engine.decision import Decision
from grognard.systems.nextwar.scenario import Nw

_FILE = Path(__file__).with_suffix(".csv")


def sentences(of: str) -> dict[str, str]:
    """What is said of phases, of segments or of questions, by their names."""
    with _FILE.open(encoding="utf-8", newline="") as source:
        return {row["name"]: row["sentence"] for row in csv.DictReader(source) if row["of"] == of}


SEGMENTS = sentences("segment")
"""What each kind of segment is for; the longest name that fits counts."""
PHASES = sentences("phase")
"""What phases of several segments are for."""
QUESTIONS = sentences("question")
"""What each question is about, by its name."""


def of_segment(kind: str) -> str:
    """What a kind of segment is for."""
    name = kind
    for numbered in ("strike-1-", "strike-2-"):
        name = name.removeprefix(numbered)
    for tail in ("-2", "-first"):
        if name not in SEGMENTS:
            name = name.removesuffix(tail)
    for word in ("second-", "init-", "basic-"):
        if name not in SEGMENTS:
            name = name.removeprefix(word)
    return SEGMENTS.get(name, "")


def meaning(game: Nw, decision: Decision) -> str:
    """What a phase or a question is for; empty where its words say it all."""
    if game.at_checkpoint:
        return of_segment(game.segment.kind)
    return QUESTIONS.get(decision.ask.name, "")
