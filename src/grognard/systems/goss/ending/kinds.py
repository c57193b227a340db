"""Kinds of units as the terms of victory name them: `Mech battalion or panzer company`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.systems.goss.units import BN, CO, MECH, Counter

OR = " or "
KINDS: Mapping[str, Callable[[Counter], bool]] = {
    "battalion": lambda c: c.size == BN and not c.hq and not c.bu,
    "company": lambda c: c.size == CO and not c.hq and not c.bu,
    "unit": lambda c: not c.bu,
    "headquarters": lambda c: c.hq,
    "mech": lambda c: c.cls == MECH,
    "leg": lambda c: c.cls != MECH,
    "panzer": lambda c: c.afv or c.hybrid,
    "artillery": lambda c: c.artillery,
    "infantry": lambda c: c.personnel and not c.artillery,
    "german": lambda c: c.german,
    "us": lambda c: c.us,
    "british": lambda c: c.nation == "British",
}
"""The words that narrow units down. What broke down is counted with its parent. [18.0]"""


def strange(text: str) -> str:
    """The first word of such a text that nobody knows; empty if all are known."""
    words = text.lower().replace(OR, " ").split()
    return next((word for word in words if word not in KINDS), "")


def fits(counter: Counter, text: str) -> bool:
    """Whether a unit is of a kind; anybody is if nothing is said."""
    return not text or any(
        all(KINDS[word](counter) for word in one.split()) for one in text.lower().split(OR)
    )
