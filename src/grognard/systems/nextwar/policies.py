"""Standing answers: for each question that may interrupt the enemy's turn, what may be left."""

from __future__ import annotations

import csv
from pathlib import Path

with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as _source:
    _ROWS = tuple(csv.DictReader(_source))
STANDING_POLICIES = {row["question"]: tuple(row["answers"].split("; ")) for row in _ROWS}
IN_OWN_TIME = frozenset(row["question"] for row in _ROWS if row["own turn"])
"""The questions among them that one is asked in one's own turn."""
