"""The desk: who asks, how much he may ask, and the threads in which the server works for him.

Whatever is asked blocks, so every question is carried to a thread. What costs much thought has few
threads of its own, and nobody has more than a few questions under way: a slow or hostile client
waits for himself.
"""

from __future__ import annotations

import contextlib
import ipaddress
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import anyio
from anyio import to_thread
from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from grognard.engine.record import canonical
from grognard.server import people, seating
from grognard.server.club import Club
from grognard.server.http.forms import Id
from grognard.server.http.problems import Trouble
from grognard.server.http.rates import PEOPLE_AT_AN_ADDRESS, Rates, rates_of
from grognard.server.settings import Settings
from grognard.server.store.records import Person, Seat

T = TypeVar("T")

COOKIE = "grognard"
THREADS = 40
COSTLY = {"ponder": 3, "load": 1}
"""How many threads there are for what costs much thought."""
AT_ONCE = 6
"""How many questions one person may have under way; the next ones wait."""
LONGEST_TOKEN = 128


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, by the token he shows, and from where."""

    token: str | None
    address: str


class Desk:
    """Carries questions to the club."""

    def __init__(self, club: Club, settings: Settings) -> None:
        self.club, self.settings = club, settings
        self.rates = Rates(rates_of(settings))
        self._threads = anyio.CapacityLimiter(THREADS)
        self._costly = {kind: anyio.CapacityLimiter(most) for kind, most in COSTLY.items()}
        self._gates: dict[str, tuple[anyio.Semaphore, list[int]]] = {}

    # ---- asking

    async def ask(self, asker: Asker, work: Callable[[Person], T], kind: str = "ask") -> T:
        """Have something done for a person who is known by his token."""

        def carried() -> T:
            person = self.known(asker)
            self.rates.take(kind, person.id)
            return work(person)

        self.rates.take(kind, asker.address, PEOPLE_AT_AN_ADDRESS)
        if asker.token is None:
            raise _unknown()
        return await self.carried(asker, carried, kind)

    async def carried(self, asker: Asker, work: Callable[[], T], kind: str = "ask") -> T:
        """Have something done in a thread, with no more than a few things for one asker."""
        who = asker.token or asker.address
        async with self._gate(f"{kind} {who}", 1 if kind in self._costly else AT_ONCE):
            limiter = self._costly.get(kind, self._threads)
            return await to_thread.run_sync(work, limiter=limiter)

    async def ask_unknown(self, asker: Asker, work: Callable[[], T], kind: str = "ask") -> T:
        """Have something done for anybody at all."""
        self.rates.take(kind, asker.address, 1 if kind == "enter" else PEOPLE_AT_AN_ADDRESS)
        return await self.carried(Asker(None, asker.address), work, kind)

    def stranger_or_known(self, asker: Asker) -> Person | None:
        """The person who asks, None if nobody knows him; call it in a thread."""
        token = asker.token
        return people.person(self.club, token) if token and len(token) <= LONGEST_TOKEN else None

    def known(self, asker: Asker) -> Person:
        """The person who asks; call it in a thread."""
        person = self.stranger_or_known(asker)
        if person is None:
            raise _unknown()
        return person

    @contextlib.asynccontextmanager
    async def _gate(self, who: str, width: int) -> AsyncIterator[None]:
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

    def remember(self, response: Response, token: str) -> None:
        """Give a browser its token, out of reach of scripts and of other sites."""
        response.set_cookie(
            COOKIE,
            token,
            max_age=self.settings.token_days * 86400,
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
    return Asker(shown or None, _house(address))


def _house(address: str) -> str:
    """Whence somebody comes: of IPv6 the network, which is as much as one house is given."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), 64), strict=False))


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


def _place(desk: AtDesk, asker: Asking, seat_id: Id) -> Place:
    return Place(desk, asker, seat_id)


AtSeat = Annotated[Place, Depends(_place)]
