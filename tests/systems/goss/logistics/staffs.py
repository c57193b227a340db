"""Armies for tests of logistics: headquarters in a row, with formations of one unit or none."""

from __future__ import annotations

from typing import Any

from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import position, unit


def army(
    letter: str, corps: dict[str, list[str]], segment: str = "ammunition", *more: Any, **facts: Any
) -> Gs:
    """An army A of a side with these corps, each with these formations: `1` a division of the
    usual kind, `1!` a panzer one, `1*` a battle group."""
    side = "axis" if letter == "g" else "allied"
    units = [unit(f"{letter}army", (0, -10), "hq:army", army="A")]
    for column, (name, formations) in enumerate(corps.items()):
        chain = {"corps": name, "army": "A"}
        units.append(unit(f"{letter}{name}", (column, -9), "hq:corps", **chain))
        for row, text in enumerate(formations):
            level = "bg" if "*" in text else "div"
            traits = "mech formation" if "!" in text else ""
            units.append(
                unit(
                    f"{letter}{name}-{text[0]}", (column, row - 7), f"hq:{level}",
                    formation=f"{name} {text}", traits=traits, **chain,
                )
            )  # fmt: skip
    track = {"side": side, "adv": 3, "amp": 4, "tp": 9, **facts.pop("track", {})}
    enemy = unit("u9" if letter == "g" else "g9", (0, 12))
    return position(
        *units, *more, enemy, segment=segment, side=side,
        armies={"A": track, **facts.pop("others", {})}, **facts,
    )  # fmt: skip
