"""The archive: everything a server knows in one file, and a server out of such a file.

A backup is compressed text, one line of JSON a row, between a first line that says what it is and
a last one by which damage shows. It is taken from one moment while the server goes on, belongs to
no kind of database, and so also carries a club from SQLite to PostgreSQL. It holds the secrets of
the dice: whoever has it can foretell them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from grognard import __version__
from grognard.engine.record import canonical
from grognard.server.store.database import Database, OtherVersion, revision_known, revision_of
from grognard.server.store.schema import metadata

FORMAT, VERSION = "grognard-backup", 1
BATCH = 500
LARGE, FEW = ("scenarios", "uploads"), 10
"""Tables whose rows hold whole files, and how many of those are in memory at a time."""


class BackupError(ValueError):
    """A backup that cannot be made or trusted; says why."""


def backup(database: Database, path: Path) -> dict[str, int]:
    """Write everything to a new file; give the number of rows of each table."""
    if path.exists():
        raise BackupError(f"{path.name} is there already; name another file")
    source = Path(database.url.database or "") if database.embedded else None
    if source is not None and not source.is_file():
        raise BackupError(f"there is no database {source.name}")
    partial = path.with_name(path.name + ".part")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as out:
                counts = _write(database, out)
            raw.flush()
            os.fsync(raw.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return counts


def _write(database: Database, out: gzip.GzipFile) -> dict[str, int]:
    digest = hashlib.sha256()

    def put(data: Any) -> None:
        line = canonical(data).encode("ascii") + b"\n"
        digest.update(line)
        out.write(line)

    counts: dict[str, int] = {}
    with database.reading() as connection:
        if not database.embedded:  # one moment for all tables, as SQLite gives it by itself
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        put(
            {
                "format": FORMAT,
                "version": VERSION,
                "engine": __version__,
                "revision": _revision(connection),
                "made": datetime.now(UTC).isoformat(timespec="seconds"),
            }
        )
        for table in metadata.sorted_tables:
            counts[table.name] = 0
            keys = list(table.primary_key.columns)
            rows = connection.execution_options(yield_per=_batch(table.name)).execute(
                select(table).order_by(*keys)
            )
            for row in rows.mappings():
                put([table.name, dict(row)])
                counts[table.name] += 1
    out.write(canonical({"rows": counts, "digest": digest.hexdigest()}).encode("ascii") + b"\n")
    return counts


def _batch(table: str) -> int:
    return FEW if table in LARGE else BATCH


def _revision(connection: Connection) -> str:
    found, known = revision_of(connection), revision_known()
    if found is None:
        raise BackupError("this database is empty: no server has used it yet")
    if found != known:
        raise BackupError(
            f"the tables of this database ({found}) are not those of this version ({known}); "
            "use the version that served it last, or start this one on it first"
        )
    return found


def restore(database: Database, path: Path) -> dict[str, int]:
    """Fill an empty database from a backup, whole or not at all; give the rows of each table."""
    try:
        database.migrate()
    except OtherVersion as error:
        raise BackupError(f"this database cannot be filled: {error}") from None
    try:
        with database.writing() as connection:
            full = _first_filled(connection)
            if full is not None:
                raise BackupError(
                    f"this database holds {full} already; a backup goes into an empty one"
                )
            return _read(connection, path)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        raise BackupError(f"{path.name}: does not fit the database: {reason}") from None


def _first_filled(connection: Connection) -> str | None:
    for table in metadata.sorted_tables:
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            return table.name
    return None


def _read(connection: Connection, path: Path) -> dict[str, int]:
    tables = {table.name: table for table in metadata.sorted_tables}
    counts = dict.fromkeys(tables, 0)
    batch: list[dict[str, Any]] = []
    filling = ""

    def put() -> None:
        if batch:
            connection.execute(insert(tables[filling]), batch)
            batch.clear()

    for number, (name, row) in enumerate(_rows(path, _revision(connection)), 2):
        if name not in tables or not isinstance(row, dict):
            raise BackupError(f"{path.name}:{number}: there is no table {name!r}")
        if name != filling or len(batch) >= _batch(name):
            put()
            filling = name
        batch.append(row)
        counts[name] += 1
    put()
    return counts


def _rows(path: Path, revision: str) -> Iterator[tuple[str, Any]]:
    """The rows of a backup; whatever is wrong with the file is found before the last is given."""
    digest, counts = hashlib.sha256(), dict[str, int]()
    number, ended = 0, False
    try:
        with gzip.open(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                data = json.loads(line)
                if number == 1:
                    _check_head(path, data, revision)
                elif isinstance(data, list) and len(data) == 2 and not ended:
                    counts[data[0]] = counts.get(data[0], 0) + 1
                    yield data[0], data[1]
                else:
                    ended = _is_end(data, counts, digest.hexdigest())
                    if not ended:
                        raise BackupError(f"{path.name}:{number}: the file is damaged")
                digest.update(line)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, json.JSONDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BackupError(f"{path.name}:{number + 1}: cannot be read: {reason}") from None
    if not ended:
        raise BackupError(f"{path.name}:{number + 1}: the file ends before its end")


def _check_head(path: Path, data: Any, revision: str) -> None:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BackupError(f"{path.name}:1: this is no backup of Grognard")
    if data.get("version") != VERSION:
        raise BackupError(
            f"{path.name}:1: version {data.get('version')!r} is unknown here; this reads {VERSION}"
        )
    if data.get("revision") != revision:
        raise BackupError(
            f"{path.name}:1: its tables are those of Grognard {data.get('engine')}; restore it "
            "with that version, and then start this one on the same database"
        )


def _is_end(data: Any, counts: dict[str, int], digest: str) -> bool:
    if not isinstance(data, dict) or data.get("digest") != digest:
        return False
    return {name: n for name, n in data.get("rows", {}).items() if n} == counts
