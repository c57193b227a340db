"""What tests of GOSS need besides positions: rigged dice, refusals by rule, what was told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.dice import STREAM
from grognard.systems.goss.proof.positions import at as at
from grognard.systems.goss.proof.positions import position as position
from grognard.systems.goss.proof.positions import unit as unit
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS, Unit


def rig(game: Gs, *pips: int) -> None:
    """Let the next dice fall as given, each from 0 to 9; 2d10 are two of them, tens first."""
    place = game.state[STREAM]["now"].drawn
    game.dice.remember(place, [shown or 10 for shown in pips])


def rules(game: Gs, player: str, action: dict[str, Any]) -> list[str]:
    """The rule ids that refuse an action; an empty list means that it is legal."""
    return [refusal.rule for refusal in game.why(player, action)]


def now(game: Gs, name: str) -> Unit:
    """What has become of a unit."""
    return game.state[UNITS][name]


def where(game: Gs, name: str) -> str:
    """The hex a unit stands in, or its place off the map."""
    found = now(game, name)
    return game.board.label(found.hex) if found.hex >= 0 else found.place


def told(game: Gs, kind: str) -> list[Mapping[str, Any]]:
    """The facts of every event of a kind."""
    return [event.facts for event in game.events if event.kind == kind]


def answered(game: Gs, **answers: Any) -> list[str]:
    """Answer what a procedure asks, by name or as who does not care would; what was asked."""
    asked = []
    while game.open_asks()[0].default is not None:
        ask = game.open_asks()[0]
        asked.append(f"{ask.player} {ask.name}")
        given = answers.get(ask.name.replace("-", "_"))
        game.play(ask.player, given if given is not None else ask.default)
    return asked


def pass_to(game: Gs, kind: str, side: str = "") -> None:
    """End segments until one of a kind begins, of a side's player turn if it says so; questions on
    the way are answered by default."""
    while game.segment.kind != kind or not game.segment.stretch.startswith(f"active {side}"):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default or {"do": "end"})
