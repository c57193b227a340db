"""A PostgreSQL of the tests' own: Debian's binaries, a folder that goes away, no open port."""

from __future__ import annotations

import fcntl
import os
import pwd
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

MIGRATED = "test1"
"""The first database: all its tables, and nothing in them."""
LEFT_ALONE = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
SHAPE = (
    "SELECT table_name::text, column_name::text, data_type::text, version_num"
    " FROM information_schema.columns, alembic_version"
    " WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
)
OPTIONS = "-c fsync=off -c shared_buffers=32MB -c max_connections=200"
INSTALL = ["apt-get", "install", "--yes", "--no-install-recommends", "postgresql"]


class NoPostgres(Exception):
    """There is no PostgreSQL to test with, and why."""


def binaries() -> Path:
    """Where PostgreSQL's programs are; they are installed if this machine lets us."""
    if not _found():
        if os.geteuid() != 0 or shutil.which("apt-get") is None:
            raise NoPostgres(
                "The server is tested against a real PostgreSQL, and there is none here. "
                "On Debian, as root: apt-get install postgresql"
            )
        with open(Path(tempfile.gettempdir()) / "grognard-apt.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # several test workers, one installation
            if not _found():
                _install()
    return _found()[-1]


def _found() -> list[Path]:
    """The folders of PostgreSQL's programs, which Debian keeps off the path; the newest last."""
    if shutil.which("dpkg-query") is None:
        return []
    names = _listed("--show", "--showformat=${Package}\n", "postgresql-[0-9]*")
    servers = [name for name in names if re.fullmatch(r"postgresql-\d+", name)]
    found = [Path(line).parent for name in servers for line in _listed("--listfiles", name)
             if line.endswith("/bin/initdb") and Path(line).exists()]  # fmt: skip
    return sorted(found, key=lambda path: int(path.parent.name))


def _listed(*words: str) -> list[str]:
    done = subprocess.run(["dpkg-query", *words], capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines()


def _install() -> None:
    print("installing PostgreSQL from Debian's packages, for the tests of the server")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], INSTALL):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=quiet)
    if done.returncode or not _found():
        raise NoPostgres(
            "The server is tested against a real PostgreSQL, and it could not be installed: "
            f"{' '.join(INSTALL)} said: {(done.stderr or done.stdout).strip()[-400:]}"
        )


def _as_somebody(folder: Path) -> list[str]:
    """PostgreSQL does not run as root: how to run its programs as somebody else."""
    if os.geteuid() != 0:
        return []
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(folder, user.pw_uid, user.pw_gid)
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    raise NoPostgres("PostgreSQL does not run as root, and there is no user postgres or nobody")


def _run(command: list[str], folder: Path) -> None:
    with open(folder / "log", "ab") as log:
        done = subprocess.run(command, cwd=folder, stdout=log, stderr=log, timeout=120)
    if done.returncode:
        tail = (folder / "log").read_text(errors="replace")[-800:]
        raise NoPostgres(f"PostgreSQL does not start: {Path(command[-1]).name}: {tail}")


class Cluster:
    """A running PostgreSQL, with a database for each test.

    Databases that were emptied again are lent to the next test: hundreds of new ones would be
    gigabytes to write and to remove.
    """

    def __init__(self, folder: Path, control: list[str]) -> None:
        self.folder, self.control = folder, control
        self.made = 0
        self.emptied: list[str] = []

    def start(self) -> None:
        """Start it, or start it again."""
        options = f"-k {self.folder} -h '' {OPTIONS}"
        log = str(self.folder / "data" / "log")
        _run([*self.control, "-l", log, "-o", options, "start"], self.folder)

    def crash(self) -> None:
        """Have it end at once, without a word to anybody."""
        _run([*self.control, "-m", "immediate", "stop"], self.folder)

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql+psycopg://grognard@/{name}?host={self.folder}"

    def new(self, template: str = "template1") -> str:
        """A new database; its name."""
        self.made += 1
        name = f"test{self.made}"
        with self._connected("postgres") as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    @contextmanager
    def lent(self) -> Iterator[str]:
        """A migrated database without a line in it; its name."""
        name = self.emptied.pop() if self.emptied else self.new(MIGRATED)
        with self._connected(name) as connection:
            shape = connection.execute(SHAPE).fetchall()
        yield name
        with self._connected(name) as connection:
            connection.execute(LEFT_ALONE)
            if connection.execute(SHAPE).fetchall() != shape:
                return  # a test of migrations has been at work
            tables = sorted({table for table, *_ in shape} - {"alembic_version"})
            connection.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY")
        self.emptied.append(name)

    def _connected(self, name: str) -> psycopg.Connection[tuple[Any, ...]]:
        address = f"postgresql://grognard@/{name}?host={self.folder}"
        return psycopg.connect(address, autocommit=True)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start a PostgreSQL of our own, and take it away again."""
    bin_ = binaries()
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    try:
        as_somebody = _as_somebody(folder)
        data = folder / "data"
        _run(
            [*as_somebody, str(bin_ / "initdb"), "-U", "grognard", "-A", "trust", "-E", "UTF8",
             "--locale=C", "--no-sync", "-D", str(data)],
            folder,
        )  # fmt: skip
        found = Cluster(folder, [*as_somebody, str(bin_ / "pg_ctl"), "-D", str(data), "-w"])
        found.start()
        try:
            yield found
        finally:
            found.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
