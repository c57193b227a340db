"""Air points and ships: what the tests of air power share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, SHIPS, SIDES, AirTrack, Ship


def give(game: Gs, side: str, sector: str = "all", atp: int = 0, **points: int) -> None:
    """A side has air points today, so many left for each mission in a sector."""
    status = game.state[SIDES][side]
    ap = status.ap + sum(points.get(key, 0) for key in ("gs", "gi", "si", "asup"))
    game.put(SIDES, side, replace(status, ap=max(ap, 1), atp=status.atp + atp))
    game.put(AIR_TRACKS, f"{side} {sector}", AirTrack(**points))


def track(game: Gs, side: str, sector: str = "all") -> AirTrack:
    """What is left of a side's air points in a sector."""
    return game.state[AIR_TRACKS][f"{side} {sector}"]


def ships(game: Gs, *kinds: str, side: str = "allied", day: int = 2) -> None:
    """A side has these ships today."""
    for kind in kinds:
        place = 1 + sum(one.startswith(f"{side} {kind} ") for one in game.state[SHIPS])
        game.put(SHIPS, f"{side} {kind} {place}", Ship(side, kind, day))


def until(game: Gs, kind: str, turn: int = 0, **answers: Any) -> None:
    """End segments until one of a kind begins, in a GT if it is said; questions on the way are
    answered by what is given under their name (`_` for `-`), or by default."""
    given = {name.replace("_", "-"): iter(value) for name, value in answers.items()}
    while game.segment.kind != kind or not game.at_checkpoint or game.turn < turn:
        ask = game.open_asks()[0]
        found = next(given.get(ask.name, iter(())), None)
        game.play(ask.player, found or ask.default or {"do": "end"})


def answer(game: Gs, name: str, **order: Any) -> None:
    """Answer the question of a name that is open now."""
    ask = game.open_asks()[0]
    assert ask.name == name, f"{ask.name} is asked"
    game.play(ask.player, {"do": ask.offers[0].do, **order})


def asked(game: Gs) -> tuple[str, str]:
    """Who is asked now, and what."""
    ask = game.open_asks()[0]
    return ask.player, ask.name
