"""Logs: what the server tells whoever runs it, one line of JSON a fact.

A log never holds a token, an invitation, a passphrase, an address of a person, or anything of a
position: it names games and routes, and what went wrong.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import IO, Any

NAME = "grognard"
_ROWS = re.compile(r"^(DETAIL|CONTEXT):.*$", re.MULTILINE)
"""Where PostgreSQL quotes the rows that an error is about."""
_ORDINARY = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Each record as one line of JSON: when, how grave, from where, what, and its details."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as one line."""
        return json.dumps(fields(record, self), default=str, separators=(",", ":"))


class Sentences(logging.Formatter):
    """Each record as a person reads it."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as one line, a traceback below it."""
        told = fields(record, self)
        traceback = told.pop("error", None)
        head = [str(told.pop(name)) for name in ("time", "level", "what")]
        told.pop("from", None)
        details = [f"{name}={value}" for name, value in told.items()]
        line = " ".join([*head, *details])
        return f"{line}\n{traceback}" if traceback else line


def fields(record: logging.LogRecord, formatter: logging.Formatter) -> dict[str, Any]:
    """What a record says, by name."""
    when = datetime.fromtimestamp(record.created, UTC)
    told: dict[str, Any] = {
        "time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "from": record.name,
        "what": record.getMessage(),
    }
    told |= {name: value for name, value in vars(record).items() if _is_detail(name)}
    if record.exc_info:
        told["error"] = _ROWS.sub(r"\1 left out", formatter.formatException(record.exc_info))
    return told


def _is_detail(name: str) -> bool:
    """Whether something beside a record is of it; libraries note down there what is their own."""
    return name not in _ORDINARY and not name.startswith("_")


def _tells_nobody(record: logging.LogRecord) -> bool:
    """Leave out the library's lines about sockets: whence somebody comes, where he sits."""
    return record.levelno > logging.INFO or "WebSocket" not in str(record.msg)


def set_up(level: str = "info", form: str = "json", sink: IO[str] | None = None) -> None:
    """Have everything told on one stream, our own facts and those of the libraries alike."""
    handler = logging.StreamHandler(sink or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Sentences())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(NAME).setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
        library.setLevel(logging.WARNING)
    own = logging.getLogger("uvicorn.error")
    own.setLevel("INFO" if level == "debug" else level.upper())  # below it would tell tokens
    if _tells_nobody not in own.filters:
        own.addFilter(_tells_nobody)


def log(part: str) -> logging.Logger:
    """The log of one part of the server."""
    return logging.getLogger(f"{NAME}.{part}")
