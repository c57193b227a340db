"""Playing: everything that is done from a seat."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from grognard.server import (
    commands,
    deputies,
    lessons,
    mends,
    onlookers,
    overtures,
    queries,
    thoughts,
)
from grognard.server.club import Club
from grognard.server.errors import Denied
from grognard.server.http.access import AtSeat, Place, written
from grognard.server.http.answers import (
    Actions,
    CarriedOut,
    Done,
    Ended,
    Mendable,
    Odds,
    Position,
    Reasons,
    Said,
    Stretch,
    Told,
    Watched,
)
from grognard.server.http.forms import (
    MOST,
    Agreeing,
    Ask,
    BeginAgain,
    Branch,
    Deputy,
    Held,
    Instruct,
    Mending,
    Number,
    Play,
    Rematch,
    Saying,
    Seen,
    TakeBack,
    Undo,
    Verdict,
    Watching,
)
from grognard.server.http.problems import Trouble, problems
from grognard.server.keeping_up import Holding
from grognard.server.questions import Question
from grognard.server.store.records import Seat
from grognard.server.thoughts import Thought

router = APIRouter(prefix="/api/v1/seats/{seat_id}", tags=["playing"])
SEATED = problems("unknown-person", "not-found", "impossible", "invalid")
PLAYING = SEATED | problems("refused", "stale", "conflict")
MOST_EVENTS, MOST_ACTIONS = 2000, 500


class Thinking(Told):
    """How far the program has come that thinks now; None where none says so."""

    thought: Thought | None


# ---- looking


@router.get("/view", response_model=Position, responses=SEATED)
async def view(at: AtSeat) -> Response:
    """How the game stands, as the seat may see it."""
    return await at.reckon("view", "ask")


@router.get("/events", response_model=Stretch, responses=SEATED)
async def events(
    at: AtSeat,
    since: Annotated[int, Query(ge=0, le=MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = 500,
) -> Response:
    """What the seat was told after the first `since`: what happened since one last looked."""
    return await at.reckon("events", "ask", since=since, limit=limit)


@router.post("/seen", status_code=204, responses=SEATED)
async def seen(at: AtSeat, form: Seen) -> Response:
    """Note how much one has looked at."""
    await at.have(lambda club, seat: queries.mark_seen(club, seat, form.seq))
    return Response(status_code=204)


@router.post("/why", response_model=Reasons, responses=SEATED)
async def why(at: AtSeat, form: Ask) -> Response:
    """Every reason against an action, without trying it."""
    return await at.reckon("why", "ask", action=form.action.plain(), at=form.at)


@router.get("/legal", response_model=Actions, responses=SEATED)
async def legal(
    at: AtSeat,
    do: Annotated[str | None, Query(max_length=80)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_ACTIONS)] = 200,
) -> Response:
    """Legal actions, of one kind or of all, no more than asked for."""
    return await at.reckon("legal", do=do, limit=limit)


@router.post("/odds", response_model=Odds, responses=PLAYING)
async def odds(at: AtSeat, form: Ask) -> Response:
    """The exact odds of an action, up to the first question after a roll."""
    return await at.reckon("odds", action=form.action.plain())


# ---- playing


def holding(held: Held) -> Holding:
    """What a page has, as it says itself."""
    return Holding(held.mark, held.told, held.chosen)


Carry = Callable[[Club, Seat], dict[str, Any]]


async def _and_then(at: Place, carry: Carry, held: Held | None) -> Response:
    """Carry a command out, and tell what is new by then to a page that says what it has.

    What is new may be as dear as any question about the game, and is answered where they are. The
    command stands, whatever becomes of it: a page that is told nothing asks.
    """

    def work(club: Club, seat: Seat) -> tuple[dict[str, Any], Any]:
        done = carry(club, seat)
        if held is None:
            return done, None
        news = Question("fresh", seat.game_id, seat, {"has": asdict(holding(held))})
        return done, at.desk.here(news, light=not held.chosen)

    done, fresh = await at.have(work)
    if isinstance(fresh, Question):
        try:
            fresh = json.loads(await at.desk.there(at.asker, fresh))
        except (Trouble, Denied):
            fresh = None
    return written({**done, "fresh": fresh})


@router.post("/act", response_model=CarriedOut, responses=PLAYING)
async def act(at: AtSeat, form: Play) -> Response:
    """Play an action; it is answered once it is written down."""

    def played(club: Club, seat: Seat) -> dict[str, Any]:
        deputies.relieve(club, seat)
        return commands.act(club, seat, form.action.plain(), form.at, form.key, link=form.link)

    return await _and_then(at, played, form.has)


@router.post("/instruct", response_model=CarriedOut, responses=PLAYING)
async def instruct(at: AtSeat, form: Instruct) -> Response:
    """Leave standing answers."""

    def left(club: Club, seat: Seat) -> dict[str, Any]:
        return commands.instruct(club, seat, form.rules, form.key, form.link)

    return await _and_then(at, left, form.has)


@router.post("/undo", response_model=CarriedOut, responses=PLAYING)
async def undo(at: AtSeat, form: Undo) -> Response:
    """Take back one's last action, if nothing was learned from it."""

    def taken_back(club: Club, seat: Seat) -> dict[str, Any]:
        deputies.relieve(club, seat)
        return commands.undo(club, seat, form.key, form.link)

    return await _and_then(at, taken_back, form.has)


@router.post("/deputy", status_code=204, responses=PLAYING)
async def appoint(at: AtSeat, form: Deputy) -> Response:
    """Let one's staff propose orders until it would end the segment; each can be taken back."""
    await at.have(lambda club, seat: deputies.appoint(club, seat, form.player), "make")
    return Response(status_code=204)


@router.delete("/deputy", status_code=204, responses=PLAYING)
async def relieve(at: AtSeat) -> Response:
    """Take command again."""
    await at.have(deputies.relieve, "make")
    return Response(status_code=204)


@router.get("/thought", response_model=Thinking, responses=SEATED)
async def thought(at: AtSeat) -> Response:
    """How far the program has come that thinks now; what it leans to, for its own side."""
    return await at.ask(thoughts.thought)


@router.post("/move-now", status_code=204, responses=PLAYING)
async def move_now(at: AtSeat) -> Response:
    """Have the program that thinks now move with the best that it has found."""
    await at.have(thoughts.hurry)
    return Response(status_code=204)


@router.post("/begin-again", response_model=Done, responses=PLAYING)
async def begin_again(at: AtSeat, form: BeginAgain) -> Response:
    """In a lesson: take back all that came after a moment, to begin a step again."""
    return await at.ask(lambda club, seat: lessons.begin_again(club, seat, form.moment, form.key))


# ---- what players agree on


@router.get("/mend", response_model=Mendable, responses=SEATED)
async def mendable(at: AtSeat) -> Response:
    """What was mended in the scenario since the game began, if it can be taken over."""
    return await at.reckon("mends")


@router.post("/mend", response_model=Done, responses=PLAYING)
async def mend(at: AtSeat, form: Mending) -> Response:
    """Propose to take over what was mended; where nobody else must agree, take it over."""
    return await at.ask(lambda club, seat: mends.take(club, seat, form.to, form.key))


@router.post("/take-back", response_model=overtures.AnsweredOverture, responses=PLAYING)
async def take_back(at: AtSeat, form: TakeBack) -> Response:
    """Ask the others for leave to take back one's last action."""
    return await at.ask(lambda club, seat: overtures.ask_take_back(club, seat, form.reason), "make")


@router.post("/draw", response_model=overtures.AnsweredOverture, responses=PLAYING)
async def draw(at: AtSeat) -> Response:
    """Offer the others a draw."""
    return await at.ask(overtures.offer_draw, "make")


@router.post("/rematch", response_model=overtures.AnsweredOverture, responses=PLAYING)
async def rematch(at: AtSeat, form: Rematch) -> Response:
    """Offer another game of the same kind."""
    return await at.ask(lambda club, seat: overtures.offer_rematch(club, seat, form.swap), "make")


@router.post("/branch-together", response_model=overtures.AnsweredOverture, responses=PLAYING)
async def branch_together(at: AtSeat, form: Branch) -> Response:
    """Offer to go on from an earlier moment in another game, everybody on the seat he has."""
    return await at.begin("offer a branch", moment=form.moment)


@router.get("/watch", response_model=Watched, responses=SEATED)
async def watched(at: AtSeat) -> Response:
    """The link by which others watch, for those who play."""
    return await at.ask(onlookers.watch_link)


@router.post("/watch", response_model=overtures.AnsweredOverture, responses=PLAYING)
async def watch(at: AtSeat, form: Watching) -> Response:
    """Offer to let others watch by a link; where nobody else must agree, it is made at once."""
    return await at.ask(
        lambda club, seat: overtures.offer_watch(club, seat, form.delay_turns), "make"
    )


@router.delete("/watch", status_code=204, responses=PLAYING)
async def end_watch(at: AtSeat) -> Response:
    """End the watching: the link is dead, and who came by it goes."""
    await at.have(onlookers.end_watch, "make")
    return Response(status_code=204)


@router.post("/offers/{number}", response_model=overtures.AnsweredOverture, responses=PLAYING)
async def answer(at: AtSeat, number: Number, form: Agreeing) -> Response:
    """Agree to an offer, decline it, or withdraw one's own."""
    return await at.begin("answer an offer", "ask", number=number, agree=form.agree)


@router.post("/resign", response_model=Ended, responses=PLAYING)
async def resign(at: AtSeat) -> Response:
    """Give the game up."""
    return await at.ask(overtures.resign)


@router.post("/adjudicate", response_model=Ended, responses=PLAYING)
async def adjudicate(at: AtSeat, form: Verdict) -> Response:
    """End the game as its umpire."""
    return await at.ask(
        lambda club, seat: overtures.adjudicate(club, seat, form.winner, form.reason)
    )


@router.post("/say", response_model=Said, responses=SEATED)
async def say(at: AtSeat, form: Saying) -> Response:
    """Say something to the table, or to one's own side alone."""
    return await at.ask(
        lambda club, seat: overtures.say(club, seat, form.text, form.to_side), "make"
    )
