"""Sockets: a client that listens to a game, and plays in it.

A socket is told only what its seat may know, and only when that has changed: what the other side
does in secret rings a bell here, and no frame goes out. News wait for the client in the seat's
stream, not in memory; a client too slow to take what is sent is let go, and resumes where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from grognard.engine.record import canonical
from grognard.server import commands, metrics, queries, seating, thoughts
from grognard.server.errors import Denied
from grognard.server.http.access import Asker, Desk, asker_of
from grognard.server.http.bells import Bells
from grognard.server.http.frames import (
    ActFrame,
    InstructFrame,
    MoveNowFrame,
    PingFrame,
    SeenFrame,
    UndoFrame,
    Wish,
    problem_frame,
    read_wish,
)
from grognard.server.http.problems import Trouble, failure, trouble_of
from grognard.server.http.rates import PEOPLE_AT_AN_ADDRESS
from grognard.server.logs import log
from grognard.server.questions import Question
from grognard.server.store.records import Person, Seat

router = APIRouter()
LOG = log("sockets")

SEND_SECONDS = 15
"""How long a client may take to take a frame."""
PACE = 0.05
"""Seconds between two looks at a game for one socket, at the least."""
EVENTS = 200
"""How many events go into one frame."""
PATIENCE = 50
"""How many problems a socket may cause before it is closed."""

UNSUPPORTED, POLICY, TOO_LARGE, LATER = 1003, 1008, 1009, 1013


class Leave(Exception):
    """The socket is to be closed, with a code and a sentence."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Crowd:
    """How many sockets each person and each address has."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._there: Counter[str] = Counter()

    @contextlib.contextmanager
    def joined(self, *whose: tuple[str, int]) -> Iterator[None]:
        """Be one of them, or be told that there are enough."""
        for who, people in whose:
            if self._there[who] >= self.most * people:
                raise Trouble(
                    "too-many", "you have too many sockets open", f"{self.most} at a time"
                )
        self._there.update(who for who, _ in whose)
        metrics.SOCKETS.inc()
        try:
            yield
        finally:
            metrics.SOCKETS.dec()
            self._there.subtract(who for who, _ in whose)
            self._there += Counter()  # forget who has none


class Socket:
    """One client at one seat."""

    def __init__(self, websocket: WebSocket, game_id: str, seat_id: str, since: int) -> None:
        self.websocket, self.game_id, self.seat_id = websocket, game_id, seat_id
        self.desk: Desk = websocket.app.state.desk
        self.bells: Bells = websocket.app.state.bells
        self.asker: Asker = asker_of(websocket)
        self.views = websocket.query_params.get("views", "true") != "false"
        self.seq = since
        self.problems = 0
        self._shown, self._thought = "", canonical({"type": "thought", "thought": None})
        self._waiting: MemoryObjectSendStream[str]
        self._going: MemoryObjectReceiveStream[str]
        self._waiting, self._going = anyio.create_memory_object_stream[str](
            self.desk.settings.queue_frames
        )

    async def run(self) -> None:
        """Serve the client until he leaves, or has to."""
        with self.bells.listening(self.game_id) as bell:
            bell.set()
            try:
                async with anyio.create_task_group() as group:
                    for task in (self._write, self._listen, self._tell):
                        group.start_soon(self._until_done, group, task, bell)
            except BaseExceptionGroup as errors:
                raise _first(errors) from None

    async def _until_done(self, group: anyio.abc.TaskGroup, task: Any, bell: asyncio.Event) -> None:
        """When one of the three is done the socket is."""
        await task(bell)
        group.cancel_scope.cancel()

    # ---- out

    async def _put(self, frame: dict[str, Any] | str) -> None:
        text = frame if isinstance(frame, str) else canonical(frame)
        try:
            with anyio.fail_after(SEND_SECONDS):
                await self._waiting.send(text)
        except TimeoutError:
            raise Leave(LATER, "too slow: come back and resume") from None

    async def _write(self, bell: asyncio.Event) -> None:
        async for text in self._going:
            try:
                with anyio.fail_after(SEND_SECONDS):
                    await self.websocket.send_text(text)
            except TimeoutError:
                raise Leave(LATER, "too slow: come back and resume") from None

    async def _tell(self, bell: asyncio.Event) -> None:
        """Tell what has changed, whenever something may have."""
        while True:
            await bell.wait()
            bell.clear()
            more = True
            while more:
                news, position, thought = await self._look()
                more, self.seq = news["more"], news["seq"]
                if news["events"]:
                    await self._put({"type": "news", **news})
            if position != self._shown:
                self._shown = position
                await self._put(position)
            if thought != self._thought:
                self._thought = thought
                await self._put(thought)
            await anyio.sleep(PACE)

    async def _look(self) -> tuple[dict[str, Any], str, str]:
        """What is new for the seat, how the game stands for it, and how far a thought has come; who
        owes is told, too."""
        details = {"since": self.seq, "limit": EVENTS, "views": self.views}

        def look(seat: Seat) -> tuple[Any, str]:
            thought = {"type": "thought", **thoughts.thought(self.desk.club, seat)}
            question = Question("look", self.game_id, seat, details)
            return self.desk.here(question, light=True), canonical(thought)

        found, thought = await self._ask(look, pays=False)
        if isinstance(found, Question):
            found = json.loads(await self.desk.there(self.asker, found))
        news, position = found["news"], found["position"]
        if position is None:
            return news, self._shown, self._thought
        return news, canonical({"type": "position", **position}), thought

    # ---- in

    async def _listen(self, bell: asyncio.Event) -> None:
        """Carry out one wish after another."""
        most = self.desk.settings.frame_bytes
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                trouble = Trouble("wrong-type", "this frame is binary", "a text frame of JSON")
                await self._problem(trouble, None, Leave(UNSUPPORTED, "binary frame"))
            elif len(text) > most or len(text.encode("utf-8", "surrogatepass")) > most:
                trouble = Trouble("too-large", "this frame is too large", f"{most} bytes at most")
                await self._problem(trouble, None, Leave(TOO_LARGE, "frame too large"))
            else:
                await self._wish(text, bell)

    async def _wish(self, text: str, bell: asyncio.Event) -> None:
        wish, trouble, key = read_wish(text, self.desk.settings.json_depth)
        try:
            self.desk.rates.take("ask", self.asker.address, PEOPLE_AT_AN_ADDRESS)
            if wish is None:
                raise trouble or failure()
            if isinstance(wish, PingFrame):
                await self._put({"type": "pong"})
                return
            done = await self._ask(self._carry_out, wish)
        except Trouble as found:
            await self._problem(found, key)
        except Denied as error:
            await self._problem(trouble_of(error), key)
        else:
            if done is not None:
                await self._put({"type": "answer", "key": key, **done})
                bell.set()

    def _carry_out(self, seat: Seat, wish: Wish) -> dict[str, Any] | None:
        """Do what a client wants; what it did, but for its events, which come as news."""
        self.desk.rates.take("ask", seat.person_id or "")
        club = self.desk.club
        match wish:
            case ActFrame():
                done = commands.act(
                    club, seat, wish.action.plain(), wish.at, wish.key, link=wish.link
                )
            case InstructFrame():
                done = commands.instruct(club, seat, wish.rules, wish.key, wish.link)
            case UndoFrame():
                done = commands.undo(club, seat, wish.key, wish.link)
            case SeenFrame():
                queries.mark_seen(club, seat, wish.seq)
                return None
            case MoveNowFrame():
                thoughts.hurry(club, seat)
                return None
            case PingFrame():
                return None
        return {name: done[name] for name in ("since", "seq", "moment", "proof")}

    async def _problem(self, trouble: Trouble, key: str | None, leave: Leave | None = None) -> None:
        """Tell a problem; after too many of them, or one of a kind, the client has to leave."""
        self.problems += 1
        if self.problems >= PATIENCE:
            leave = leave or Leave(POLICY, "too many problems")
        if leave is None:
            await self._put(problem_frame(trouble, key))
            return
        with anyio.move_on_after(SEND_SECONDS):
            await self.websocket.send_text(canonical(problem_frame(trouble, key)))
        raise leave

    # ---- as whom

    async def _ask(self, work: Any, *args: Any, pays: bool = True) -> Any:
        """Ask from the seat, which must still be the client's own each time."""

        def carried() -> Any:
            seat = self.seat(self.desk.known(self.asker))
            return work(seat, *args)

        return await self.desk.carried(self.asker, carried, pays=pays)

    def seat(self, person: Person) -> Seat:
        """The seat, if it is a person's and at this table."""
        seat = seating.seat(self.desk.club, person, self.seat_id)
        if seat.game_id != self.game_id:
            raise Trouble("not-found", "there is no such seat at this table", "a seat of your own")
        return seat


def _first(error: BaseException) -> BaseException:
    """The first of several errors that came together."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


@router.websocket("/api/v1/games/{game_id}/stream")
async def stream(websocket: WebSocket, game_id: str) -> None:
    """Listen to a game from a seat, and play: `?seat=…&since=…&views=…`."""
    await websocket.accept()
    try:
        since = _since(websocket.query_params.get("since", "0"))
        seat_id = websocket.query_params.get("seat", "")[:64].replace("\0", "")
        socket = Socket(websocket, game_id, seat_id, since)
        person = await _admitted(socket)
        crowd: Crowd = websocket.app.state.crowd
        address = f"address {socket.asker.address}"
        with crowd.joined((person.id, 1), (address, PEOPLE_AT_AN_ADDRESS)):
            await socket.run()
    except WebSocketDisconnect:
        pass  # he has gone already
    except Leave as leave:
        await _close(websocket, leave.code, leave.reason)
    except Trouble as trouble:
        await _refuse(websocket, trouble)
    except Denied as error:
        await _refuse(websocket, trouble_of(error))
    except Exception as error:
        found = failure(error)
        if found.status == 500:
            LOG.exception("a socket failed")
        await _refuse(websocket, found)


def _since(given: str) -> int:
    if not given.isdecimal() or not given.isascii() or len(given) > 10:
        raise Trouble("invalid", f"since: {given[:20]!a} is no place in a stream", "a whole number")
    return int(given)


async def _admitted(socket: Socket) -> Person:
    """The person at the other end, who must have the seat he names."""
    desk, asker = socket.desk, socket.asker

    def known() -> Person:
        person = desk.known(asker)
        socket.seat(person)
        return person

    desk.rates.take("ask", asker.address, PEOPLE_AT_AN_ADDRESS)
    return await desk.carried(asker, known)


async def _refuse(websocket: WebSocket, trouble: Trouble) -> None:
    """Say what is wrong, and close; the code is 4000 and the status of such a problem."""
    with contextlib.suppress(Exception), anyio.move_on_after(SEND_SECONDS):
        await websocket.send_text(canonical(problem_frame(trouble, None)))
    await _close(websocket, 4000 + trouble.status, trouble.problem.error)


async def _close(websocket: WebSocket, code: int, reason: str) -> None:
    if websocket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(Exception), anyio.move_on_after(SEND_SECONDS):
            await websocket.close(code, reason[:120])
