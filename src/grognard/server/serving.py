"""Serving: the whole server put together, in one process or in several."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from grognard.server import arenas, ending, logs, metrics
from grognard.server.http.door import Door
from grognard.server.http.wire import Wire
from grognard.server.settings import Settings, SettingsError, read_settings
from grognard.server.store.database import Database, OtherVersion

LOG = logs.log("workers")

BACKLOG = 2048
PARENT = "PARENT_OF_GROGNARD"
"""Where a worker reads who has started it, who may be gone before it could look."""
LAST_WORDS = 4
"""Seconds that requests under way have left when the server is to end."""


def application(settings: Settings | None = None) -> FastAPI:
    """The application of one worker; without settings, by those of the environment."""
    from grognard.server.http.app import create_app

    if settings is None:
        ending.with_parent(signal.SIGTERM, int(os.environ.get(PARENT, os.getppid())))
    settings = settings or read_settings()
    logs.set_up(settings.log_level, settings.log_format)
    arenas.share()
    return create_app(settings)


def listening(settings: Settings) -> socket.socket:
    """The door, opened before anybody is told where it is.

    Workers are handed it by name. Other processes do not inherit it: a program that outlives its
    server for a moment would keep people waiting at a door behind which there is nobody.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as error:
        door.close()
        reason = getattr(error, "strerror", None) or error
        raise SettingsError(
            f"cannot listen at {settings.host} port {settings.port}: {reason}; "
            "choose another with --port or GROGNARD_PORT (0 takes any that is free)"
        ) from None
    door.listen(BACKLOG)
    return door


def prepare(settings: Settings) -> None:
    """Bring the database up to date before anybody is told to come, or say why it cannot be."""
    database = Database(settings.database)
    try:
        database.migrate()
    except (SQLAlchemyError, OtherVersion) as error:
        where = database.url.set(drivername=database.url.get_backend_name()).render_as_string()
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise SettingsError(
            f"the database {where} cannot be used: {reason}; "
            "name another with --database or GROGNARD_DATABASE"
        ) from None
    finally:
        database.close()


def serve(settings: Settings, ready: Callable[[Settings], None]) -> None:
    """Serve until interrupted; `ready` is told the settings with the port that is listened at."""
    with listening(settings) as door:
        settings = settings.model_copy(update={"port": door.getsockname()[1]})
        logs.set_up(settings.log_level, settings.log_format)
        prepare(settings)
        ready(settings)
        if settings.workers == 1:
            uvicorn.Server(_config(settings, application(settings))).run([door])
            return
        with tempfile.TemporaryDirectory(prefix="grognard-metrics-") as folder:
            os.environ |= {**settings.to_environment(), metrics.SHARED: folder}
            os.environ[PARENT] = str(os.getpid())
            config = _config(settings, "grognard.server.serving:application")
            Workers(config, [door]).run()


class Workers(Multiprocess):
    """Several workers and whoever looks after them, who end together and in time."""

    def __init__(self, config: uvicorn.Config, doors: list[socket.socket]) -> None:
        super().__init__(config, doors)
        for told in ending.TOLD:
            signal.signal(told, self._told_to_end)

    def _told_to_end(self, _told: int, _frame: FrameType | None) -> None:
        # From a thread: it may be waiting for just this at the moment.
        threading.Thread(target=self.should_exit.set).start()
        ending.soon(self._end, ending.AT_LAST + 1)

    def keep_subprocess_alive(self) -> None:
        """Start another worker in place of one that has died.

        One that is busy, or takes its time to start, is left alone: the library would kill whoever
        does not answer within seconds, and on a machine with much to do never get one started.
        """
        for n, worker in enumerate(self.processes):
            if worker.process.is_alive() or self.should_exit.is_set():
                continue
            worker.join()
            if worker.process.exitcode == STARTUP_FAILURE:  # as would any other
                self.should_exit.set()
                return
            LOG.warning("a worker died", extra={"worker": worker.process.pid})
            self.processes[n] = Process(self.config, self.sockets)
            self.processes[n].start()

    def _end(self) -> None:
        for process in self.processes:
            process.process.kill()


def _config(settings: Settings, app: FastAPI | str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
        ws=Wire,
        ws_max_size=2 * settings.frame_bytes,  # so that too large a frame can be answered
        http=Door,
        timeout_keep_alive=settings.idle_seconds,
        timeout_graceful_shutdown=LAST_WORDS,
    )
