"""Symbols of counters by APP-6, as milsymbol takes them.

A code has twenty digits: the set (land, air, sea), the staff of a headquarters, the echelon, the
icon, and a modifier above and one below it.
"""

from __future__ import annotations

LAND, AIR, SEA = "10", "01", "30"


def code(
    set_: str,
    icon: str,
    echelon: str = "00",
    *,
    above: str = "00",
    below: str = "00",
    staff: bool = False,
) -> str:
    """A code of twenty digits, framed as a friend's: whose it is the paper says."""
    return f"1003{set_}0{'2' if staff else '0'}{echelon}{icon}{above}{below}"
