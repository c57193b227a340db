"""Overtures: what players agree on beside the rules, and how a game ends before its end.

A take-back, a draw, a rematch, a branch, onlookers: one side offers, all others that people play
must agree.
Any person of a side speaks for it. Programs do not mind, but for a draw: they play on for a win.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection

from grognard import library
from grognard.engine.refusal import Refused
from grognard.server import games, offshoots, onlookers
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.fairness import bond_at
from grognard.server.live_games import Hold, Kept
from grognard.server.people import sayable
from grognard.server.refusals import in_words
from grognard.server.seating import read_seats, spoken_by
from grognard.server.store.records import PERSON, PLAYER, PROGRAM, UMPIRE_ROLE, Person, Seat
from grognard.server.stream import Stream
from grognard.table.wording import spoken
from grognard.table.writing import Card, plain

What = Literal["take-back", "draw", "rematch", "branch", "watch"]
TAKE_BACK: What = "take-back"
DRAW: What = "draw"
REMATCH: What = "rematch"
BRANCH: What = "branch"
WATCH: What = "watch"
LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True)
class OpenOverture(Card):
    """Something one side has offered."""

    offer: int
    what: What
    side: str
    awaiting: tuple[str, ...]
    reason: str
    swap: bool
    turn: int | None
    """The turn from which another game would begin."""
    moment: int | None
    """The moment of it, as the asker counts them."""
    delay: int
    """By how many turns others would watch it later than it happens."""


@dataclass(frozen=True, slots=True)
class AnsweredOverture(OpenOverture):
    """An overture after it was made or answered, and the game it has led to, if any."""

    # The game is told where there is one, and left out otherwise.
    __pydantic_config__ = {"extra": "forbid"}

    agreed: bool
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Overture:
    """Something one side offers, and which sides have still to agree."""

    number: int
    what: What
    side: str
    awaiting: tuple[str, ...]
    detail: dict[str, Any]

    def shown(self, stream: Stream) -> OpenOverture:
        """The overture as everybody may know it, moments as its reader counts them."""
        n = self.detail.get("_n")
        return OpenOverture(
            offer=self.number,
            what=self.what,
            side=self.side,
            awaiting=self.awaiting,
            reason=self.detail.get("reason", ""),
            swap=self.detail.get("swap", False),
            turn=self.detail.get("turn"),
            moment=None if n is None else bisect_right(stream.moments, n),
            delay=self.detail.get("delay", 0),
        )


def open_overtures(kept: Kept) -> list[Overture]:
    """The overtures on the table, worked out from what was said at it."""
    found: dict[int, Overture] = {}
    for matter in kept.matters:
        number = matter.data.get("offer", 0)
        if matter.kind == "offer":
            found[number] = Overture(
                number, matter.data["what"], matter.side or "", tuple(matter.data["awaiting"]),
                {**matter.data, "n": matter.n},
            )  # fmt: skip
        elif matter.kind == "answer" and number in found:
            overture = found.pop(number)
            left = tuple(side for side in overture.awaiting if side != matter.side)
            if matter.data["agree"] and left:
                found[number] = Overture(
                    number, overture.what, overture.side, left, overture.detail
                )
    return [overture for overture in found.values() if not _lapsed(kept, overture)]


def _lapsed(kept: Kept, overture: Overture) -> bool:
    """Whether what was to be taken back has gone another way."""
    if overture.what != TAKE_BACK:
        return False
    since = kept.game.history[overture.detail["n"] :]
    undone = [line.action["to"] for line in since if line.action["do"] == "undo"]
    return any(to <= overture.detail["_to"] for to in undone)


def _speaker(seat: Seat) -> str:
    """The side a seat speaks for."""
    if seat.role != PLAYER or seat.side is None:
        raise Forbidden("only players offer and answer", "a player's seat")
    return seat.side


def _others(connection: Connection, seat: Seat) -> tuple[list[str], list[str]]:
    """The other sides that other people play, and those that only programs play."""
    people, programs = [], []
    at_table = [s for s in read_seats(connection, seat.game_id) if s.role == PLAYER]
    for side in sorted({s.side for s in at_table if s.side not in (None, seat.side)}, key=str):
        here = [s for s in at_table if s.side == side and s.taken]
        if any(s.kind == PERSON and s.person_id == seat.person_id for s in here):
            continue
        if any(s.kind == PERSON for s in here):
            people.append(str(side))
        elif here:
            programs.append(str(side))
    return people, programs


def _lay(
    club: Club,
    hold: Hold,
    seat: Seat,
    what: What,
    awaiting: Sequence[str],
    grown: Kept | None = None,
    **detail: Any,
) -> dict[str, Any]:
    """Lay an overture on the table, or carry it out at once where nobody need be asked."""
    kept = hold.kept
    side = _speaker(seat)
    if any(o.what == what and o.side == side for o in open_overtures(kept)):
        raise Conflict("your last offer has not been answered yet", "wait, or withdraw it")
    number = 1 + sum(matter.kind == "offer" for matter in kept.matters)
    hold.matter(
        "offer", seat.id, side, None,
        offer=number, what=what, awaiting=list(awaiting), **spoken_by(seat), **detail,
    )  # fmt: skip
    overture = Overture(number, what, side, tuple(awaiting), detail)
    told = plain(overture.shown(kept.streams[seat.audience]))
    if not awaiting:
        return {**told, "agreed": True, **_carry_out(club, hold, seat, overture, grown)}
    return {**told, "agreed": False}


def ask_take_back(club: Club, seat: Seat, reason: str = "") -> dict[str, Any]:
    """Ask for leave to go back before the side's last action, and all that came after it."""
    side = _speaker(seat)
    _text(reason, empty=True)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        _going_on(hold)
        if hold.row.settings.get("take_back", "fair") == "never":
            raise Forbidden("in this game nothing is taken back")
        entries = hold.kept.game.entries
        mine = [i for i, e in enumerate(entries) if e.by == side and not e.auto]
        if not mine:
            raise Conflict("there is nothing to take back")
        people, programs = _others(hold.connection, seat)
        if programs and hold.row.settings.get("take_back", "fair") != "free":
            raise Forbidden(
                "programs let nothing be taken back that has taught anybody anything",
                "a game that was begun with take_back: free",
            )
        return _lay(club, hold, seat, TAKE_BACK, people, _to=mine[-1], reason=reason)


def offer_draw(club: Club, seat: Seat) -> dict[str, Any]:
    """Overture a draw."""
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        _going_on(hold)
        people, programs = _others(hold.connection, seat)
        if programs:
            raise Conflict("the program plays on", "resign, or play on")
        return _lay(club, hold, seat, DRAW, people)


def offer_rematch(club: Club, seat: Seat, swap: bool = False) -> dict[str, Any]:
    """Overture another game, when this one is over."""
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        if not hold.row.over:
            raise Conflict("this game is not over", "finish it, or resign")
        if any(matter.kind == REMATCH for matter in hold.kept.matters):
            raise Conflict("there is a rematch already")
        people, _programs = _others(hold.connection, seat)
        return _lay(club, hold, seat, REMATCH, people, swap=swap)


def offer_branch(club: Club, seat: Seat, moment: int | None = None) -> dict[str, Any]:
    """Overture to go on from an earlier moment in another game, everybody on the seat he has."""
    _speaker(seat)
    upto = offshoots.lines_seen(club, seat, moment)
    with club.database.reading() as connection:
        asked = bool(_others(connection, seat)[0])
    grown = None if asked else offshoots.grown_from(club, seat.game_id, upto)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        _going_on(hold)
        people, _programs = _others(hold.connection, seat)
        _nobody_gone(hold, seat, people)
        games.within_bounds(club, hold.connection, Person(seat.person_id or ""))
        turn = hold.kept.turns[upto - 1]
        return _lay(
            club, hold, seat, BRANCH, people, grown,
            _n=upto, _person=seat.person_id, turn=turn,
        )  # fmt: skip


def _nobody_gone(hold: Hold, seat: Seat, people: Sequence[str]) -> None:
    """A branch would give away what somebody has kept hidden who cannot be asked any more."""
    found = bond_at(hold, read_seats(hold.connection, seat.game_id))
    if found.tied and set(found.held) - {seat.side, *people}:
        raise Forbidden(
            "somebody who has got up has secrets in this game", "wait until the game is over"
        )


def offer_watch(club: Club, seat: Seat, delay_turns: int = 0) -> dict[str, Any]:
    """Offer to let others watch by a link, live or some turns later."""
    _speaker(seat)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        _going_on(hold)
        if onlookers.watch_of(hold.kept) is not None:
            raise Conflict("others may watch this game already", "the link it has")
        people, _programs = _others(hold.connection, seat)
        return _lay(club, hold, seat, WATCH, people, delay=delay_turns)


def _grown(club: Club, seat: Seat, number: int) -> Kept | None:
    """The game that an answer may begin: grown before anybody has to wait for it."""
    with club.live.reading(seat.game_id) as (kept, _row):
        overture = next((o for o in open_overtures(kept) if o.number == number), None)
    if overture is None or overture.what != BRANCH or overture.awaiting != (seat.side,):
        return None
    return offshoots.grown_from(club, seat.game_id, overture.detail["_n"])


def answer(club: Club, seat: Seat, number: int, agree: bool) -> dict[str, Any]:
    """Agree to an overture, decline it, or withdraw one's own."""
    side = _speaker(seat)
    grown = _grown(club, seat, number) if agree else None
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        overture = next((o for o in open_overtures(hold.kept) if o.number == number), None)
        if overture is None:
            raise Conflict(f"offer {number} is not open any more")
        if overture.side == side and agree:
            raise Forbidden("nobody agrees to his own offer", "wait for the others")
        if side not in (overture.side, *overture.awaiting):
            raise Forbidden("this offer does not wait for you")
        if overture.what != REMATCH:
            _going_on(hold)
        hold.matter("answer", seat.id, side, None, offer=number, agree=agree, **spoken_by(seat))
        left = tuple(other for other in overture.awaiting if other != side)
        told: dict[str, Any] = {}
        if agree and not left:
            told = _carry_out(club, hold, seat, overture, grown)
        shown = plain(overture.shown(hold.kept.streams[seat.audience]))
        return {**shown, "awaiting": list(left), "agreed": agree and not left, **told}


def _carry_out(
    club: Club, hold: Hold, seat: Seat, overture: Overture, grown: Kept | None
) -> dict[str, Any]:
    """Do what was agreed."""
    if overture.what == TAKE_BACK:
        try:
            hold.go_back(overture.detail["_to"])
        except Refused as refused:
            raise Invalid.because(in_words(hold.kept.game, refused.refusals)) from None
    elif overture.what == DRAW:
        _end(hold, seat, "draw", None, "drawn by agreement")
    elif overture.what == WATCH:
        onlookers.allow(club, hold, seat, overture.detail["delay"])
    elif overture.what == BRANCH:
        lines = hold.kept.game.history[: overture.detail["_n"]]
        grown = grown or offshoots.grown(hold.kept, lines)
        game_id = offshoots.begin_together(club, hold, Person(overture.detail["_person"]), grown)
        hold.matter(BRANCH, seat.id, seat.side, None, game=game_id)
        return {"game": game_id}
    else:
        swap = bool(overture.detail.get("swap"))
        game_id = games.begin_rematch(club, hold.connection, hold.row, swap)
        hold.begun.append(game_id)
        hold.matter(REMATCH, seat.id, seat.side, None, game=game_id)
        return {"game": game_id}
    return {}


def _going_on(hold: Hold) -> None:
    if hold.row.over:
        raise Conflict(f"the game is over: {hold.row.result}")


def _end(hold: Hold, seat: Seat | None, kind: str, winner: str | None, result: str) -> None:
    """End a game and say so."""
    seat_id, side = (seat.id, seat.side) if seat is not None else (None, None)
    hold.matter("ended", seat_id, side, None, how=kind, winner=winner, result=result)
    hold.end(winner, result)


def _spoken(hold: Hold, text: str) -> str:
    """A sentence with the sides by their names, for it is read in lists that know no game."""
    game = hold.kept.game
    return spoken(game, library.tabletop(game), text)


def resign(club: Club, seat: Seat) -> dict[str, Any]:
    """Give the game up for a side; where two sides play, the other has won."""
    side = _speaker(seat)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        _going_on(hold)
        others = [other for other in hold.kept.game.scenario.sides if other != side]
        winner = others[0] if len(others) == 1 else None
        result = _spoken(hold, f"{side} resigns" + (f": {winner} has won" if winner else ""))
        _end(hold, seat, "resigned", winner, result)
    return {"over": True, "winner": winner, "result": result}


def adjudicate(club: Club, seat: Seat, winner: str | None, reason: str) -> dict[str, Any]:
    """End the game as its umpire."""
    if seat.role != UMPIRE_ROLE:
        raise Forbidden("only the umpire decides a game", "an umpire's seat")
    _text(reason)
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        _going_on(hold)
        sides = hold.kept.game.scenario.sides
        if winner is not None and winner not in sides:
            raise Invalid(f"{winner!r} plays no side here", f"one of {', '.join(sides)}, or nobody")
        result = f"decided by the umpire: {reason}"
        _end(hold, seat, "adjudicated", winner, result)
    return {"over": True, "winner": winner, "result": result}


def end_game(club: Club, game_id: str, kind: str, winner: str | None, result: str) -> bool:
    """End a game for the server (a flag that fell); False if it was over already."""
    with club.live.writing(game_id, club.now()) as hold:
        if hold.row.over:
            return False
        _end(hold, None, kind, winner, _spoken(hold, result))
    return True


def _text(text: str, empty: bool = False) -> None:
    if len(text) > LONGEST_TEXT or not (text.strip() or empty) or not sayable(text):
        raise Invalid("that cannot be said here", f"1 to {LONGEST_TEXT} letters")


def say(club: Club, seat: Seat, text: str, to_side: bool = False) -> dict[str, Any]:
    """Say something at the table; who only looks on keeps silent."""
    _text(text)
    if seat.role not in (PLAYER, UMPIRE_ROLE) or seat.kind == PROGRAM:
        raise Forbidden("who looks on keeps silent", "a player's seat")
    if to_side and seat.side is None:
        raise Forbidden("the umpire has no side to talk to", "say it to the table")
    with club.live.writing(seat.game_id, club.now(), seat.id) as hold:
        audience = seat.side if to_side else None
        hold.matter("said", seat.id, seat.side, audience, text=text, **spoken_by(seat))
        return {"seq": hold.kept.streams[seat.audience].seq}
