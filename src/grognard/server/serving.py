"""Serving: the whole server put together, in one process or in several."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from grognard.server import logs, metrics
from grognard.server.http.wire import Wire
from grognard.server.settings import Settings, SettingsError, read_settings
from grognard.server.store.database import Database, OtherVersion

BACKLOG = 2048
KEEP_ALIVE = 75
"""Seconds that a connection stays open without a request: longer than proxies keep theirs."""
LAST_WORDS = 10
"""Seconds that requests under way have left when the server is to end."""


def application(settings: Settings | None = None) -> FastAPI:
    """The application of one worker; without settings, by those of the environment."""
    from grognard.server.http.app import create_app

    settings = settings or read_settings()
    logs.set_up(settings.log_level, settings.log_format)
    return create_app(settings)


def listening(settings: Settings) -> socket.socket:
    """The door, opened before anybody is told where it is."""
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
    door.set_inheritable(True)
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
            config = _config(settings, "grognard.server.serving:application")
            Multiprocess(config, [door]).run()


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
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_WORDS,
    )
