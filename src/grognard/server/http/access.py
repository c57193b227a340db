"""The desk: who asks, how much he may ask, and the threads in which the server works for him.

Whatever is asked blocks, so every question is carried to a thread. What costs much thought has few
threads of its own, and nobody has more than a few questions under way: a slow or hostile client
waits for himself.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import anyio
from anyio import to_thread
from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from grognard.engine.record import canonical
from grognard.server import seating, sessions
from grognard.server.club import Club
from grognard.server.games import row
from grognard.server.http.door import house
from grognard.server.http.forms import Id
from grognard.server.http.importing import Importing
from grognard.server.http.ledger import Ledger
from grognard.server.http.problems import Trouble
from grognard.server.http.rates import PEOPLE_AT_AN_ADDRESS, Rates, rates_of
from grognard.server.http.reckoning import Reckoning
from grognard.server.http.replaying import AGAIN, Replaying
from grognard.server.memory import FAR, HURRIED, NotReady
from grognard.server.questions import COACHED, Question, answer
from grognard.server.replays import find_replay
from grognard.server.sessions import Whence
from grognard.server.settings import Settings
from grognard.server.spending import ACCOUNT, Account, measured
from grognard.server.store.records import Person, Seat

T = TypeVar("T")

COOKIE, DEVICE = "grognard", "grognard-device"
DEVICE_DAYS = 400
THREADS = 40
COSTLY = {"point": 6, "ponder": 3, "load": 1, "enter": 4}
"""How many threads there are for what costs much thought."""
AT_ONCE = 6
"""How many questions one person may have under way; the next ones wait."""
LONGEST_TOKEN = 128
LASTING = ("make", "load")
"""What leaves something behind, for which there must be room."""
TRIES = 3
"""How often a question is asked again whose game had to be made ready first."""
PAYS: ContextVar[bool] = ContextVar("pays", default=False)
"""Whether whoever asks now is refused if he has used his time up."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, by the token he shows, and from where."""

    token: str | None
    address: str
    agent: str = ""
    device: str = ""
    """The secret of a browser by which somebody came in before."""

    @property
    def whence(self) -> Whence:
        """Whence he comes."""
        return Whence(self.address, self.agent, self.device)


class Desk:
    """Carries questions to the club."""

    def __init__(self, club: Club, settings: Settings) -> None:
        self.club, self.settings = club, settings
        self.rates = Rates(rates_of(settings))
        self.ledger = Ledger(settings.cpu_seconds_per_minute, settings.storage_per_hour)
        self.replaying = Replaying(self.ledger)
        self.importing = Importing(club, settings, self.ledger)
        self.reckoning = Reckoning(club, settings, self.ledger)
        self._threads = anyio.CapacityLimiter(THREADS)
        self._costly = {kind: anyio.CapacityLimiter(most) for kind, most in COSTLY.items()}
        self._gates: dict[str, tuple[anyio.Semaphore, list[int]]] = {}

    # ---- asking

    async def ask(self, asker: Asker, work: Callable[[Person], T], kind: str = "ask") -> T:
        """Have something done for a person who is known by his token."""

        counted = set[str]()

        def carried() -> T:
            person = self.known(asker)
            if person.id not in counted:  # a game had to be made ready: it is the same question
                self.rates.take(kind, person.id)
                counted.add(person.id)
            return work(person)

        self.rates.take(kind, asker.address, PEOPLE_AT_AN_ADDRESS)
        if asker.token is None:
            raise _unknown()
        return await self.carried(asker, carried, kind)

    async def carried(
        self, asker: Asker, work: Callable[[], T], kind: str = "ask", pays: bool = True
    ) -> T:
        """Have something done in a thread, with no more than a few things for one asker.

        What it costs is charged to him; unless he `pays`, he is served though he owes. A game that
        must be replayed first is waited for without a thread.
        """
        if pays:
            self.ledger.check_address(asker.address)
        if kind in LASTING:
            self.ledger.check_room(asker.address)
        who, account = asker.token or asker.address, Account(asker.address)
        async with self.gate(f"{kind} {who}", 1 if kind in self._costly else AT_ONCE):
            for _ in range(TRIES):
                try:
                    return await self._in_a_thread(work, kind, account, pays)
                except NotReady as game:
                    await self.replaying.wait(game, account)
        raise Trouble("busy", "too many games are looked at", "the same again later", wait=AGAIN)

    async def _in_a_thread(
        self, work: Callable[[], T], kind: str, account: Account, pays: bool
    ) -> T:
        def metered() -> T:
            HURRIED.set(True)
            PAYS.set(pays)
            try:
                with measured(account):
                    return work()
            finally:
                self.ledger.charge(account)

        limiter = self._costly.get(kind, self._threads)
        return await to_thread.run_sync(metered, limiter=limiter)

    async def ask_unknown(self, asker: Asker, work: Callable[[], T], kind: str = "ask") -> T:
        """Have something done for anybody at all."""
        self.rates.take(kind, asker.address, 1 if kind == "enter" else PEOPLE_AT_AN_ADDRESS)
        return await self.carried(Asker(None, asker.address), work, kind)

    async def reckon(
        self, asker: Asker, find: Callable[[Person | None], Question], kind: str, known: bool = True
    ) -> Response:
        """Have a question answered that may be costly: here, or in a process of its own."""

        def work(person: Person | None) -> Response | Question:
            found = self.here(find(person), light=kind == "ask")
            return found if isinstance(found, Question) else written(found)

        found = await (
            self.ask(asker, work, kind)
            if known
            else self.ask_unknown(asker, lambda: work(None), kind)
        )
        if isinstance(found, Response):
            return found
        return Response(await self.there(asker, found), media_type="application/json")

    def here(self, question: Question, light: bool) -> Any:
        """The answer to a question, or the question itself where it goes to a process; call it in
        a thread."""
        if self.apart(question, light):
            return question
        began = time.thread_time()
        try:
            return answer(self.club, question)
        finally:
            self.reckoning.took(question.game, time.thread_time() - began)

    def apart(self, question: Question, light: bool) -> bool:
        """Whether a question goes to a process; call it in a thread."""
        if not self.reckoning.knows(question.game):
            self.reckoning.note(question.game, row(self.club, question.game).head["scenario"])
        always = question.name in COACHED and bool(self.reckoning.most)
        return always or self.reckoning.takes(question.game, light)

    async def begun(
        self, asker: Asker, find: Callable[[Person], Question], kind: str = "make"
    ) -> Any:
        """Have another game begin from the lines of one; a long one is played again for it in a
        process, so that no thread is held meanwhile."""

        def work(person: Person) -> Any:
            question = find(person)
            long = row(self.club, question.game).length > FAR
            return question if long and self.reckoning.most else answer(self.club, question)

        found = await self.ask(asker, work, kind)
        if not isinstance(found, Question):
            return found
        told = json.loads(await self.there(asker, found))
        for game in (found.game, told.get("id"), told.get("game")):
            if game is not None:
                await to_thread.run_sync(self.club.database.announced, game)
        return told

    async def there(self, asker: Asker, question: Question) -> str:
        """The answer of a process, as it is sent."""
        whose = None if isinstance(question.whose, str) else question.whose.person_id
        async with self.gate(f"reckon {asker.token or asker.address}", 1):
            return await self.reckoning.ask(question, Account(asker.address, whose))

    def stranger_or_known(self, asker: Asker) -> Person | None:
        """The person who asks, None if nobody knows him; call it in a thread."""
        token = asker.token
        if not token or len(token) > LONGEST_TOKEN:
            return None
        return sessions.person(self.club, token, asker.whence)

    def known(self, asker: Asker) -> Person:
        """The person who asks; call it in a thread."""
        person = self.stranger_or_known(asker)
        if person is None:
            raise _unknown()
        account = ACCOUNT.get()
        if account is not None:
            account.person_id = person.id
        if PAYS.get():
            self.ledger.check_person(person.id)
        return person

    @contextlib.asynccontextmanager
    async def gate(self, who: str, width: int) -> AsyncIterator[None]:
        """Let one asker's questions through a few at a time."""
        semaphore, inside = self._gates.setdefault(who, (anyio.Semaphore(width), [0]))
        inside[0] += 1
        try:
            async with semaphore:
                yield
        finally:
            inside[0] -= 1
            if not inside[0]:
                self._gates.pop(who, None)

    # ---- answering

    def remember(self, response: Response, token: str, device: str = "") -> None:
        """Give a browser its token, out of reach of scripts and of other sites.

        By the secret of its `device` it is known again when somebody comes in anew.
        """
        self._keep(response, COOKIE, token, self.settings.token_days)
        if device:
            self._keep(response, DEVICE, device, DEVICE_DAYS)

    def _keep(self, response: Response, name: str, secret: str, days: int) -> None:
        response.set_cookie(
            name,
            secret,
            max_age=days * 86400,
            path="/",
            secure=self.settings.secure,
            httponly=True,
            samesite="strict",
        )

    def forget(self, response: Response) -> None:
        """Take a browser's token away."""
        response.delete_cookie(
            COOKIE, path="/", secure=self.settings.secure, httponly=True, samesite="strict"
        )


def _unknown() -> Trouble:
    return Trouble(
        "unknown-person",
        "nobody is known by this token",
        "a token from /api/v1/people/guest or /api/v1/people/sign-in, as cookie or bearer",
    )


def written(data: Any, status: int = 200) -> Response:
    """An answer, written in the one way that tells nothing by the order of its parts."""
    return Response(canonical(data), status, media_type="application/json")


_bearer = HTTPBearer(auto_error=False, description="A token, for programs.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="A token, for browsers.")


def asker_of(connection: HTTPConnection) -> Asker:
    """Who asks: by bearer token if there is one, or else by cookie."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    shown = token.strip() if kind.lower() == "bearer" else connection.cookies.get(COOKIE)
    address = connection.client.host if connection.client is not None else "unknown"
    agent = connection.headers.get("user-agent", "")[:400]
    device = connection.cookies.get(DEVICE, "")[:LONGEST_TOKEN]
    return Asker(shown or None, house(address), agent, device)


def _asker(
    request: Request,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    cookie: Annotated[str | None, Depends(_cookie)],
) -> Asker:
    return asker_of(request)


def _anybody(request: Request) -> Asker:
    return asker_of(request)


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


Asking = Annotated[Asker, Depends(_asker)]
Anybody = Annotated[Asker, Depends(_anybody)]
AtDesk = Annotated[Desk, Depends(_desk)]


@dataclass(frozen=True, slots=True)
class Place:
    """The seat that somebody asks from, if it turns out to be his own."""

    desk: Desk
    asker: Asker
    seat_id: str

    async def ask(
        self, work: Callable[[Club, Seat], Any], kind: str = "ask", status: int = 200
    ) -> Response:
        """Have something done from the seat, and the answer written down in its thread."""
        return await self.have(lambda club, seat: written(work(club, seat), status), kind)

    async def have(self, work: Callable[[Club, Seat], T], kind: str = "ask") -> T:
        """Have something done from the seat."""
        club = self.desk.club
        return await self.desk.ask(
            self.asker, lambda person: work(club, seating.seat(club, person, self.seat_id)), kind
        )

    async def reckon(self, name: str, kind: str = "ponder", /, **details: Any) -> Response:
        """Have a question answered from the seat that may be costly."""

        def find(person: Person | None) -> Question:
            assert person is not None
            return self._question(person, name, details)

        return await self.desk.reckon(self.asker, find, kind)

    async def begin(
        self, name: str, kind: str = "make", status: int = 200, /, **details: Any
    ) -> Response:
        """Have something done from the seat by which another game may begin."""
        found = await self.desk.begun(
            self.asker, lambda person: self._question(person, name, details), kind
        )
        return written(found, status)

    def _question(self, person: Person, name: str, details: Mapping[str, Any]) -> Question:
        seat = seating.seat(self.desk.club, person, self.seat_id)
        return Question(name, seat.game_id, seat, details)


async def reckoned(desk: Desk, asker: Asker, replay: str, name: str, /, **details: Any) -> Response:
    """Have a question answered about a shared game."""

    def find(_person: Person | None) -> Question:
        return Question(name, find_replay(desk.club, replay).game_id, replay, details)

    return await desk.reckon(asker, find, "ponder", known=False)


def _place(desk: AtDesk, asker: Asking, seat_id: Id) -> Place:
    return Place(desk, asker, seat_id)


AtSeat = Annotated[Place, Depends(_place)]
