"""Deputies: a person's own staff, which gives orders for him through one segment.

Who appoints one is given what the staff would order here, order after order, as if he had given
them himself: each can be taken back, and nothing is ended that he does not end. It sees what its
side sees. Nobody else is told that there is one.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from grognard.engine.decision import Action
from grognard.library import UnknownName
from grognard.players.registry import check_listed, players_of
from grognard.players.staff import Staff
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.live_games import Hold, Kept
from grognard.server.refusals import not_too_late
from grognard.server.store import schema
from grognard.server.store.records import PERSON, PLAYER, GameRow, Seat

APPOINTED, RELIEVED = "deputy", "deputy-done"
"""What is noted at the table, for the side's own ears."""
ADVISERS = (Staff.name, "commander:quick", "commander")
"""Who may be a deputy: who plans, and does not keep his person waiting for a minute."""
END = "end"
"""The order that a deputy leaves to whom he serves."""


def on_offer(row: GameRow, system: str) -> tuple[str, ...]:
    """Who could be a deputy in a game: nobody where its players want none, or somebody learns."""
    if not row.settings.get("deputies", True) or row.settings.get("lesson"):
        return ()
    able = players_of(system)
    return tuple(name for name in ADVISERS if name.partition(":")[0] in able)


def at_work(kept: Kept, seat: Seat) -> str:
    """The deputy who gives orders for a seat in the segment under way; empty if none does."""
    clock = kept.game.clock
    for matter in reversed(kept.matters):
        if matter.seat_id == seat.id and matter.kind in (APPOINTED, RELIEVED):
            now = (matter.data.get("turn"), matter.data.get("step")) == (clock.turn, clock.step)
            return matter.data["player"] if now and matter.kind == APPOINTED else ""
    return ""


def serves(club: Club, seat: Seat) -> bool:
    """Whether a seat's deputy gives orders for it now."""
    with club.live.reading(seat.game_id) as (kept, _row):
        return bool(at_work(kept, seat))


def appoint(club: Club, seat: Seat, player: str) -> None:
    """Let a program give orders for a seat, until it would end the segment."""
    side = _serving(seat)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        game = hold.kept.game
        not_too_late(game, hold.row)
        _wanted(hold, player)
        if game.decision(side) is None:
            raise Conflict("you are asked nothing now", "your own phase, or a question to you")
        if at_work(hold.kept, seat):
            raise Conflict("your staff is at work already", "wait, or stop it")
        _note(hold, seat, APPOINTED, player=player, turn=game.clock.turn, step=game.clock.step)


def relieve(club: Club, seat: Seat) -> None:
    """Take command again; nothing happens where nobody has it."""
    with club.live.reading(seat.game_id) as (kept, _row):
        if not seat.player and not at_work(kept, seat):
            return
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        _note(hold, seat, RELIEVED)


def leaves(action: Action | None) -> bool:
    """Whether an answer is left to whom a deputy serves: he ends his segments himself."""
    return action is None or action.get("do") == END


def _serving(seat: Seat) -> str:
    if seat.role != PLAYER or seat.side is None or seat.kind != PERSON:
        raise Forbidden("only a person who plays has a staff", "a player's seat")
    return seat.side


def _wanted(hold: Hold, player: str) -> None:
    """Refuse who cannot be a deputy here, and any where the table wants none."""
    system = hold.kept.game.system.name
    offered = on_offer(hold.row, system)
    if not offered:
        if hold.row.settings.get("lesson"):
            raise Forbidden("in a lesson you give the orders yourself", "the next step of it")
        if not hold.row.settings.get("deputies", True):
            raise Forbidden("at this table everybody gives his own orders")
        raise Forbidden(f"there is no staff for {system}", "orders of your own")
    try:
        check_listed(player, system)
    except UnknownName as error:
        raise Invalid(str(error)) from None
    if player not in offered:
        raise Invalid(f"{player} is nobody's deputy", " or ".join(offered))


def _note(hold: Hold, seat: Seat, kind: str, **data: Any) -> None:
    """Write down who gives orders: at the table, and where programs look for their seats."""
    hold.matter(kind, seat.id, seat.side, seat.side, **data)
    hold.connection.execute(
        update(schema.seats).where(schema.seats.c.id == seat.id).values(player=data.get("player"))
    )
