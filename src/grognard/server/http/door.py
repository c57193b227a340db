"""The door: how long somebody may take to say what he wants, and how many may stand in it.

The library below waits for the head of a request as long as it takes, and for a client that does
not read its answer. Here a head must come in time, an answer must be taken, and one address holds
so many connections and no more. A proxy whose word is taken holds those of everybody behind it, and
is not counted here: whoever comes through it is, by the address that it names (`guard.py`).
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from collections import Counter
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from grognard.server.http.problems import Trouble
from grognard.server.settings import Settings

if sys.platform != "win32":
    import resource

TAKING_SECONDS = 30.0
"""How long a client may leave lying what the connection holds for him."""
LAST_SECONDS = 5.0
"""How long the last bytes of a connection may take to be taken."""
OWN_FILES = 256
"""How many of the files that the machine lets this process open are for itself: its database, its
logs, the pipes to programs that think."""
MOST_FILES = 65_536


def house(address: str) -> str:
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


def open_wide() -> int:
    """Take as many connections as the machine lets this process have, and say how many files it may
    open: each connection is one, and most machines begin with a thousand."""
    if sys.platform == "win32":
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Keeper:
    """Who stands in the door of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.header_seconds = settings.header_seconds
        self.most = settings.connections_per_address
        self.room = max(OWN_FILES, open_wide() - OWN_FILES)
        self._proxies = [_network(one.strip()) for one in settings.proxies.split(",")]
        self._there: dict[asyncio.BaseTransport, str] = {}
        self._of: Counter[str] = Counter()

    def let_in(self, connection: asyncio.BaseTransport, address: str) -> bool:
        """Whether there is room for another connection from an address; it is counted if so."""
        whence = house(address)
        full = self._of[whence] >= self.most and not self._is_proxy(address)
        if full or len(self._there) >= self.room:
            return False
        self._there[connection] = whence
        self._of[whence] += 1
        return True

    def let_out(self, connection: asyncio.BaseTransport) -> None:
        """A connection is gone."""
        whence = self._there.pop(connection, None)
        if whence is not None:
            self._of[whence] -= 1
            if not self._of[whence]:
                del self._of[whence]

    def __len__(self) -> int:
        return len(self._there)

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:  # no address at all: a socket of this machine
            return True
        return any(one is None or found in one for one in self._proxies)


def _network(written: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """The addresses of a proxy; None is every address."""
    if written == "*":
        return None
    try:
        return ipaddress.ip_network(written, strict=False)
    except ValueError:  # a name: no connection comes from one
        return ipaddress.ip_network("255.255.255.255")


class Door(HttpToolsProtocol):
    """One connection, until it has become a socket or is gone."""

    keeper: Keeper
    _waiting: asyncio.TimerHandle | None = None
    _lying: asyncio.TimerHandle | None = None
    _begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or tell him that there are enough."""
        super().connection_made(transport)
        self.keeper = self.app_state["keeper"]
        if self.keeper.let_in(transport, self.client[0] if self.client else ""):
            self._wait()
        else:
            right = f"{self.keeper.most} at a time"
            self._turn_away(
                Trouble("too-many", "too many connections from this address", right, wait=1)
            )

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget who is gone."""
        self._heard()
        self._taken()
        self.keeper.let_out(self.transport)
        super().connection_lost(exc)

    # ---- what comes in

    def data_received(self, data: bytes) -> None:
        """Read on; from the first byte on the head of a request has so long."""
        if self.transport.is_closing():
            return
        if self._idle():
            self._wait()
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._begun = True
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """All of its head is there; what follows is the guard's to wait for."""
        self._begun = False
        self._heard()
        super().on_headers_complete()

    def _idle(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.keeper.header_seconds, self._too_late)

    def _heard(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _too_late(self) -> None:
        self._waiting = None
        if not self._idle():  # the answer to an earlier request is on its way
            self._wait()
        elif self._begun:
            text = f"the request did not come whole in {self.keeper.header_seconds} seconds"
            self._turn_away(Trouble("too-slow", text, "the same, faster"))
        else:
            self._close()

    # ---- what goes out

    def pause_writing(self) -> None:
        """The client does not take what he is sent: for so long."""
        super().pause_writing()
        if self._lying is None:
            self._lying = self.loop.call_later(TAKING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """He takes it."""
        self._taken()
        super().resume_writing()

    def _taken(self) -> None:
        if self._lying is not None:
            self._lying.cancel()
            self._lying = None

    def timeout_keep_alive_handler(self) -> None:
        """Nobody has asked anything for a while."""
        self._close()

    def _turn_away(self, trouble: Trouble) -> None:
        if not self.transport.is_closing():
            body = trouble.body()
            head = {
                **trouble.headers(),
                "Content-Type": "application/json",
                "Content-Length": str(len(body)),
                "Connection": "close",
            }
            lines = [f"HTTP/1.1 {trouble.status} {HTTPStatus(trouble.status).phrase}"]
            lines += [f"{name}: {value}" for name, value in head.items()]
            self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
            self._close()

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
            self.loop.call_later(LAST_SECONDS, self.transport.abort)
