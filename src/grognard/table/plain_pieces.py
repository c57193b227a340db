"""Plain pieces: counters for a table whose system has drawn none.

Whatever record of the State has a hex is taken for a counter. Its side is the field of that name,
or its id where that is a side's; what a player may not see its system says (`System.sees`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from grognard.engine.game import Game
from grognard.table.cards import CounterCard, StackCard, Value
from grognard.table.symbols import LAND, code

AnyGame = Game[Any]
INFANTRY = code(LAND, "121100", "15")
"""A company of infantry by APP-6."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A counter that nobody has drawn."""

    id: str
    name: str
    side: str
    hex: int


def found(game: AnyGame, player: str | None) -> Iterator[Plain]:
    """Every counter that a player may see."""
    for register in game.system.registers:
        known = {field.name for field in fields(register.record)}
        if "hex" not in known:
            continue
        for key, record in sorted(game.state.maps[register.name].items()):
            side = getattr(record, "side", key)
            if side in game.scenario.sides and game.system.sees(game, player, str(key)):
                yield Plain(str(key), name(str(key)), side, record.hex)


def name(key: str) -> str:
    """An id as a name."""
    return key.replace("-", " ").replace("_", " ").capitalize()


def names(game: AnyGame) -> Mapping[str, str]:
    """Every counter by its id."""
    return {piece.id: piece.name for piece in found(game, None)}


def counters(game: AnyGame, player: str | None) -> list[CounterCard]:
    """Every counter that a player may see, as a plain card."""
    return [
        CounterCard(
            id=piece.id,
            side=piece.side,
            hex=game.board.label(piece.hex) if piece.hex >= 0 else None,
            box=None,
            name=piece.name,
            title=piece.name,
            symbol=INFANTRY,
            values=(Value("name", piece.name[:3], piece.name),),
            movable=piece.side == player and any(game.open_asks(player)),
        )
        for piece in found(game, player)
    ]


def stacks(game: AnyGame, player: str | None) -> list[StackCard]:
    """The counters hex by hex."""
    at: dict[int, list[Plain]] = {}
    for piece in found(game, player):
        if piece.hex >= 0:
            at.setdefault(piece.hex, []).append(piece)
    return [
        StackCard(
            game.board.label(h),
            pieces[0].side,
            tuple(piece.id for piece in pieces),
            closed=False,
            count=str(len(pieces)),
            strength="",
        )
        for h, pieces in sorted(at.items())
    ]
