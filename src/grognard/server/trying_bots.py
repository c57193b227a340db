"""Trying bots: whether a program plays at a table as it should, over the wire and when things fail.

A server is begun for the trial, in this process and at a port of this machine alone. The program is
started with the server's address and an invitation to a seat; the other seat is played by chance.
In each trial something else goes wrong between the two, once: then the program must play on. When
the game is over, be it that the other side has resigned, the program must end by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.library import find_scenario
from grognard.server.http.app import create_app
from grognard.server.serving import listening, prepare
from grognard.server.settings import Settings

UNHURRIED: dict[str, Any] = {
    "requests_per_minute": 1_000_000,
    "sign_ins_per_minute": 1_000_000,
    "cpu_seconds_per_minute": 1_000_000,
}
"""A server that does not mind how much it is asked."""
FIRST = 2
"""After how many answers of the program something goes wrong."""
AFTER = 3
"""How many answers it must give after that."""
PATIENCE = 30.0
"""Seconds in which the next answer must come, and in which the program must end."""
PAUSE = 0.04
"""Seconds between two looks at the game."""
LATE = 1.5
"""Seconds by which an answer is held up on its way."""

TRIALS = {
    "whole": "a whole game is played to its end",
    "resign": "the other side resigns",
    "late": "an answer is late",
    "refused": "an action is refused",
    "stale": "an answer comes to a question that is closed",
    "twice": "an answer arrives twice",
    "cut": "the line breaks in the middle of a question",
    "unheard": "a frame of an unknown kind comes",
}
"""What is tried, and what of it is told."""


@dataclass(frozen=True)
class Verdict:
    """How a trial went; what went wrong, or nothing."""

    trial: str
    side: str
    answers: int
    wrong: str = ""

    def told(self) -> str:
        """It as a line."""
        what = f"{TRIALS[self.trial]} ({self.side}, {self.answers} answers)"
        return f"FAIL  {what}: {self.wrong}" if self.wrong else f"pass  {what}"


@dataclass
class Meddler:
    """Whoever stands between the server and the program at one seat, and does one thing wrong."""

    app: ASGIApp
    trial: str = ""
    seat: str = ""
    heard: int = 0
    """How many answers of the program have come by."""
    answers: int = 0
    """How many of them were carried out."""
    before: int | None = None
    """How many had been when something went wrong."""
    _again: list[Message] = field(default_factory=list)

    def begin(self, trial: str, seat: str) -> None:
        """Look after a seat."""
        self.trial, self.seat = trial, seat
        self.heard = self.answers = 0
        self.before = None if trial not in ("whole", "resign") else 0
        self._again = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] != "websocket" or self.seat not in scope["query_string"].decode():
            await self.app(scope, receive, send)
            return

        async def taken() -> Message:
            return self._again.pop() if self._again else await self._in(await receive(), send)

        async def sent(message: Message) -> None:
            frame = _frame(message)
            self.answers += frame.get("type") == "answer"
            if frame.get("type") == "position" and self.trial == "unheard" and self.before is None:
                self.before = self.answers
                odd = {"type": "weather-report", "sky": ["grey"]}
                await send({"type": "websocket.send", "text": json.dumps(odd)})
            await send(message)

        await self.app(scope, taken, sent)

    async def _in(self, message: Message, send: Send) -> Message:
        """What the program says, as the server hears it."""
        frame = _frame(message)
        if frame.get("type") != "act":
            return message
        self.heard += 1
        if self.before is not None or self.heard <= FIRST:
            return message
        self.before = self.answers
        match self.trial:
            case "late":
                await asyncio.sleep(LATE)
            case "refused":
                return {**message, "text": json.dumps({**frame, "action": {"do": "levitate"}})}
            case "stale":
                return {**message, "text": json.dumps({**frame, "at": "0.0"})}
            case "twice":
                self._again.append(message)
            case "cut":
                await send({"type": "websocket.close", "code": 1012})
                return {"type": "websocket.disconnect", "code": 1012}
        return message


def _frame(message: Message) -> dict[str, Any]:
    """A frame of JSON; empty if it is none."""
    with contextlib.suppress(ValueError):
        found = json.loads(message.get("text") or "")
        return found if isinstance(found, dict) else {}
    return {}


class Ground:
    """A server for trials."""

    def __init__(self, address: str, meddler: Meddler) -> None:
        self.address, self.meddler = address, meddler

    def person(self) -> httpx.Client:
        """Somebody who plays."""
        client = httpx.Client(base_url=f"{self.address}/api/v1", timeout=60)
        token = _said(client.post("/people/guest", json={"bearer": True}))["token"]
        client.headers["authorization"] = f"Bearer {token}"
        client.cookies.clear()
        return client


@contextlib.contextmanager
def ground() -> Iterator[Ground]:
    """A server for trials, as long as they last."""
    with tempfile.TemporaryDirectory(prefix="grognard-bots-") as folder:
        where: dict[str, Any] = {"database": f"sqlite:///{Path(folder) / 'bots.db'}", "port": 0}
        settings = Settings(**where, **UNHURRIED)
        with listening(settings) as door:
            settings = settings.model_copy(update={"port": door.getsockname()[1]})
            prepare(settings)
            meddler = Meddler(create_app(settings, background=False))
            config = uvicorn.Config(meddler, log_config=None, timeout_graceful_shutdown=1)
            server = uvicorn.Server(config)
            thread = threading.Thread(target=server.run, args=([door],), daemon=True)
            thread.start()
            try:
                while not server.started and thread.is_alive():
                    time.sleep(0.02)
                yield Ground(settings.address, meddler)
            finally:
                server.should_exit = True
                thread.join(PATIENCE)


def tried(
    command: Sequence[str], on: Ground, trial: str, scenario: str, nth: int, seed: int = 0
) -> Verdict:
    """One trial of a program at the n-th side of a scenario."""
    owner = on.person()
    sides = find_scenario(scenario)[1].sides
    plans = [{"side": side, "mine": n != nth} for n, side in enumerate(sides)]
    game = _said(owner.post("/games", json={"scenario": scenario, "seats": plans}))
    theirs, mine = (
        next(seat for seat in game["seats"] if seat["mine"] == owned) for owned in (False, True)
    )
    on.meddler.begin(trial, theirs["id"])
    token = _said(owner.post(f"/seats/{theirs['id']}/invitation"))["invitation"]
    program = subprocess.Popen(
        [*command, on.address, token], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        wrong = _watched(program, owner, game["id"], mine["id"], on.meddler, random.Random(seed))
    finally:
        program.kill()
        _, errors = program.communicate()
    if wrong and errors:
        wrong += f"; it said: {errors.decode(errors='replace').strip().splitlines()[-1]}"
    return Verdict(trial, theirs["side"], on.meddler.answers, wrong)


def _watched(
    program: subprocess.Popen[bytes],
    owner: httpx.Client,
    game: str,
    seat: str,
    meddler: Meddler,
    rng: random.Random,
) -> str:
    """Play the other side until enough was seen; what the program did wrong, or nothing."""
    last, since = 0, time.monotonic()
    while True:
        card = _said(owner.get(f"/games/{game}"))
        if card["over"]:
            break
        enough = AFTER if meddler.trial != "resign" else FIRST
        if (
            meddler.trial != "whole"
            and meddler.before is not None
            and meddler.answers >= meddler.before + enough
        ):
            _said(owner.post(f"/seats/{seat}/resign"))
            break
        if meddler.answers > last:
            last, since = meddler.answers, time.monotonic()
        if program.poll() is not None:
            return f"it ended with {program.returncode} before the game was over"
        if _moved(owner, seat, card, rng):
            since = time.monotonic()
        elif time.monotonic() > since + PATIENCE:
            return f"no answer within {PATIENCE:.0f} seconds"
        else:
            time.sleep(PAUSE)
    try:
        code = program.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        return f"it did not end within {PATIENCE:.0f} seconds of the game"
    return f"it ended with {code}, not with 0" if code else ""


def _moved(owner: httpx.Client, seat: str, card: dict[str, Any], rng: random.Random) -> bool:
    """Play by chance for the other side, if it is asked."""
    side = next(one["side"] for one in card["seats"] if one["id"] == seat)
    if side not in card["waiting_for"]:
        return False
    actions = _said(owner.get(f"/seats/{seat}/legal", params={"limit": 200}))["actions"]
    if not actions:
        return False
    wish = {"action": rng.choice(actions), "key": f"{rng.getrandbits(64):x}"}
    _said(owner.post(f"/seats/{seat}/act", json=wish))
    return True


def _said(answer: httpx.Response) -> Any:
    """What the server answers to the kit itself, which does nothing that could be refused."""
    if answer.is_error:
        raise RuntimeError(f"the server refused the trial itself: {answer.text}")
    return answer.json() if answer.content else None
