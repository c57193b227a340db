"""Children: processes that a server starts to have something worked out, apart from its own.

They are told and tell one line of JSON at a time, and are cut off when whoever started them has
waited long enough.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Sequence
from typing import Any

from grognard.server.settings import PREFIX

LARGEST_ANSWER = 16 << 20


class Broken(Exception):
    """What was to be worked out failed, or the process died."""


class Child:
    """One process, started when it is first told something."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self._process: asyncio.subprocess.Process | None = None

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def say(self, said: Any) -> None:
        """Tell it something; it is started if need be."""
        if self._process is None:
            # It has no use for the settings, which hold passwords.
            kept = {k: v for k, v in os.environ.items() if not k.startswith(PREFIX)}
            self._process = await asyncio.create_subprocess_exec(
                *self.command, str(os.getpid()),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                limit=LARGEST_ANSWER, env=kept, start_new_session=True,
            )  # fmt: skip
            await self.started()
        await self._put(said)

    async def started(self) -> None:
        """Tell a new process what it must know before anything else."""

    async def _put(self, said: Any) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(said, separators=(",", ":")).encode() + b"\n")
        await self._process.stdin.drain()

    async def hear(self, *wanted: str) -> dict[str, Any]:
        """What it says next, which must be one of what is wanted."""
        assert self._process is not None
        assert self._process.stdout is not None
        text = await self._process.stdout.readline()
        if not text:
            raise Broken("the process died")
        said: dict[str, Any] = json.loads(text)
        if "error" in said:
            raise Broken(said["error"], "told")
        if not any(word in said for word in wanted):
            raise Broken(f"{' or '.join(wanted)} was expected, not {', '.join(said)}")
        return said

    async def end(self) -> None:
        """Cut off whatever the process does, and those that it has started."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # it has a session of its own
            await asyncio.shield(process.wait())
