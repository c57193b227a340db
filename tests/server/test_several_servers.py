"""Several servers on one database behind one address: nobody needs to come back to the same one.

Two servers are started as an operator starts them, each a process of its own, on one PostgreSQL. In
front of them stands the simplest of proxies, which hands each connection to the next server in turn
and knows nothing of cookies. One of the two thinks for no program.
"""

from __future__ import annotations

import itertools
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.table import KLIN
from tests.server.test_operations import serving

NO_THOUGHTS = {"GROGNARD_AI_PROCESSES": "0"}


class Proxy:
    """Hands each connection to the next server in turn; to another where one is gone."""

    def __init__(self, servers: list[str]) -> None:
        self.servers = [server.rpartition(":") for server in servers]
        self.handed = [0] * len(servers)
        """How many connections each server was given."""
        self._turn = itertools.cycle(range(len(servers)))
        self._door = socket.create_server(("127.0.0.1", 0))

    @property
    def address(self) -> str:
        """The one address that people type."""
        return f"127.0.0.1:{self._door.getsockname()[1]}"

    @contextmanager
    def open(self) -> Iterator[Proxy]:
        """Stand at the door as long as this lasts."""
        threading.Thread(target=self._stand, daemon=True).start()
        try:
            yield self
        finally:
            self._door.close()

    def _stand(self) -> None:
        with suppress(OSError):  # the door is closed
            while True:
                guest, _ = self._door.accept()
                threading.Thread(target=self._hand_on, args=(guest,), daemon=True).start()

    def _hand_on(self, guest: socket.socket) -> None:
        for _ in self.servers:
            n = next(self._turn)
            with suppress(ConnectionRefusedError):
                server = socket.create_connection(("127.0.0.1", int(self.servers[n][2])))
                self.handed[n] += 1
                threading.Thread(target=_carry, args=(server, guest), daemon=True).start()
                _carry(guest, server)
                return
        guest.close()


def _carry(giver: socket.socket, taker: socket.socket) -> None:
    with suppress(OSError):
        while said := giver.recv(1 << 16):
            taker.sendall(said)
    for end in (giver, taker):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


class Visitor:
    """Somebody with a browser at the one address: a cookie, and a new connection each time."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(
            base_url=f"http://{address}/api/v1", headers={"connection": "close"}, timeout=120
        )
        self.post("/people/guest", {})

    def get(self, path: str) -> Any:
        """What a GET answers, which must succeed."""
        return self._told(self.http.get(path))

    def post(self, path: str, data: Any) -> Any:
        """What a POST answers, which must succeed."""
        return self._told(self.http.post(path, json=data))

    def _told(self, answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()

    def listen(self, game: str, seat: str, since: int = 0) -> ClientConnection:
        """A socket at a seat."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        path = f"/api/v1/games/{game}/stream?seat={seat}&since={since}&views=false"
        return connect(
            f"ws://{self.address}{path}",
            additional_headers={"cookie": cookies, "origin": f"http://{self.address}"},
        )


class Line:
    """A socket, what it has told, and whom the game waits for."""

    def __init__(self, socket_: ClientConnection) -> None:
        self.socket = socket_
        self.seq = 0
        self.told: list[str] = []
        self.waiting: list[str] = []

    def hear(self, seq: int, side: str) -> None:
        """Listen until so much is told and the game waits for a side."""
        while self.seq < seq or side not in self.waiting:
            frame = json.loads(self.socket.recv(timeout=60))
            self.told += [one["event"]["text"] for one in frame.get("events", ()) if "event" in one]
            self.seq = frame.get("seq", self.seq)
            self.waiting = frame.get("waiting_for", [] if frame["type"] == "news" else self.waiting)


def test_a_player_a_socket_and_a_program_need_no_server_of_their_own(postgres_url: str) -> None:
    with ExitStack() as stack:
        thinks, thinker = stack.enter_context(serving("--database", postgres_url))
        only, _ = stack.enter_context(serving("--database", postgres_url, environment=NO_THOUGHTS))
        proxy = stack.enter_context(Proxy([thinks, only]).open())
        anna = Visitor(proxy.address)
        plans = [
            {"side": "german", "mine": True},
            {"side": "soviet", "kind": "ai", "player": "random"},
        ]
        game = anna.post("/games", {"scenario": KLIN, "seats": plans})
        [seat] = [seat["id"] for seat in game["seats"] if seat["mine"]]
        lines = [Line(stack.enter_context(anna.listen(game["id"], seat))) for _ in (1, 2)]
        keys = itertools.count()

        def act() -> Any:
            """Leave it at what there is, and say so twice."""
            first = anna.get(f"/seats/{seat}/legal?limit=1")["actions"]
            end = anna.get(f"/seats/{seat}/legal?limit=1&do=end")["actions"]
            [action] = end or first
            wish = {"action": action, "key": f"key-{next(keys)}"}
            told, again = (anna.post(f"/seats/{seat}/act", wish) for _ in (1, 2))
            assert told == again  # at the other server, which finds that it is done
            return told

        seq = 0
        while "german" in anna.get(f"/games/{game['id']}")["waiting_for"]:
            seq = act()["seq"]
        for line in lines:  # a program of one server has answered, and both sockets are told
            line.hear(seq + 1, "german")
        assert lines[0].told == lines[1].told
        assert min(proxy.handed) > 5

        thinker.kill()
        thinker.wait()
        rest = Line(stack.enter_context(anna.listen(game["id"], seat, lines[0].seq)))
        after = act()
        rest.hear(after["seq"], "german")
        assert rest.told == [one["event"]["text"] for one in after["events"]]
