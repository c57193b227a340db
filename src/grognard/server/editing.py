"""Editing: what of a counter two players may change if they agree, for a form at the table.

Of his own counters a player is told what they are now; of the enemy's that he sees, where they
stand. What he may not see has nothing to edit, as if it were not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from grognard.engine.system import Editable
from grognard.kit.edits import HEX
from grognard.server.club import Club
from grognard.server.errors import Forbidden, NotFound
from grognard.server.scenes import scene
from grognard.server.store.records import SPECTATOR, Seat
from grognard.table.writing import Card, plain

Kind = Literal["hex", "number", "flag", "choice", "word"]


@dataclass(frozen=True, slots=True)
class EditField(Card):
    """Something of a counter that can be changed: how an edit names it, and what it is now."""

    map: str
    field: str
    title: str
    kind: Kind
    value: str | int | bool | None
    values: tuple[str, ...]
    """The words it may be, for a choice."""


@dataclass(frozen=True, slots=True)
class EditForm(Card):
    """A counter, and what of it can be changed."""

    piece: str
    fields: tuple[EditField, ...]


def edit_form(club: Club, seat: Seat, piece: str) -> dict[str, Any]:
    """What can be changed of a counter, if the seat may see it."""
    if seat.role == SPECTATOR:
        raise Forbidden("who looks on changes nothing", "a player's seat")
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        cards = {card.id: card for card in found.tabletop.counters(seen, found.audience)}
        if piece not in cards:
            raise NotFound("there is no such counter to be seen")
        card = cards[piece]
        own = found.audience in (None, card.side)
        known = found.game.system.editable(found.game, piece)
        fields = [_field(what, now, card.hex) for what, now in known if own or what.field == HEX]
        return plain(EditForm(piece, tuple(fields)))


def _field(what: Editable, now: Any, hex_: str | None) -> EditField:
    kind: Kind = "choice" if what.values else "word"
    if what.field == HEX:
        kind, now = "hex", hex_
    elif isinstance(now, bool):
        kind = "flag"
    elif isinstance(now, int):
        kind = "number"
    return EditField(what.map, what.field, what.title, kind, now, what.values)
