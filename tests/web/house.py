"""A house to play in: the built client, a server of our own on this machine, and Debian's Chromium.

Everything is real: the server is a process with its own SQLite file, so it can be killed and
started again, and the browser talks to it over the loopback address as any player's would. But a
map that one of a run's servers has drawn the others take from it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.web.easel import FOLDER

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "src" / "grognard" / "server" / "web" / "index.html"
INSTALL = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]

# Every window would load the pages of the address bar's lists, which takes longer than a table.
# Chromium heeds only the last such list, so what Playwright switches off stands here, too.
_OFF = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
FLAGS = ["--no-sandbox", f"--disable-features={_OFF}"]
_SERVE = "from tests.web.easel import serve; serve()"


class NoBrowser(Exception):
    """There is no Chromium to test with, and why."""


def chromium() -> str:
    """Debian's Chromium; it is installed if this machine lets us."""
    found = shutil.which("chromium")
    if found is None:
        if os.geteuid() != 0 or shutil.which("apt-get") is None:
            raise NoBrowser(
                "The table is tested in Chromium, and there is none here. "
                "On Debian, as root: apt-get install chromium"
            )
        with open(Path(tempfile.gettempdir()) / "grognard-apt.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # several test workers, one installation
            if shutil.which("chromium") is None:
                _install()
        found = shutil.which("chromium")
    if found is None:
        raise NoBrowser(f"Chromium could not be installed: {' '.join(INSTALL)} left none behind")
    return found


def _install() -> None:
    print("installing Chromium from Debian's packages, for the tests of the table")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], INSTALL):
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=quiet)
    if done.returncode:
        raise NoBrowser(f"{' '.join(INSTALL)} said: {(done.stderr or done.stdout).strip()[-400:]}")


def built_client() -> Path:
    """The client as `make web` builds it; it is built here if nobody has yet."""
    with open(Path(tempfile.gettempdir()) / "grognard-web.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test workers, one build
        if not CLIENT.exists():
            done = subprocess.run(
                ["make", "web"], cwd=ROOT, capture_output=True, text=True, timeout=900
            )
            assert CLIENT.exists(), f"make web left no client: {(done.stdout + done.stderr)[-800:]}"
    return CLIENT


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _shared(folder: Path) -> Path:
    """Where all servers of a run keep their drawings, given a folder of one of its workers."""
    worker = folder.parent
    whole = worker.parent if worker.name.startswith("popen-") else worker
    (whole / "easel").mkdir(exist_ok=True)
    return whole / "easel"


class House:
    """A server of our own, which can be killed and started again on the same games."""

    def __init__(self, folder: Path, books: Path | None = None) -> None:
        self.folder, self.port, self.books = folder, free_port(), books
        self.easel = _shared(folder)
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Open the doors, and wait until somebody answers."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")}
        kept |= {
            "GROGNARD_DATABASE": f"sqlite:///{self.folder / 'games.db'}",
            "GROGNARD_PORT": str(self.port),
            "GROGNARD_REQUESTS_PER_MINUTE": "100000",
            "GROGNARD_SIGN_INS_PER_MINUTE": "100000",
            "GROGNARD_CPU_SECONDS_PER_MINUTE": "100000",
        }
        kept[FOLDER] = str(self.easel)
        books = "" if self.books is None else str(self.books)  # that another package brings
        paths = (books, kept.get("PYTHONPATH", ""), str(ROOT))
        kept["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        log = (self.folder / "server.log").open("ab")
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, "serve"], env=kept, stdout=log, stderr=log
        )
        for _ in range(600):
            try:
                httpx.get(f"{self.address}/health").raise_for_status()
                return
            except httpx.TransportError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text()[-2000:])

    @property
    def open(self) -> bool:
        """Whether the server runs."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """The power fails."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Close the doors as Ctrl-C does."""
        if self._process is not None and self.open:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


@contextmanager
def opened(folder: Path, books: Path | None = None) -> Iterator[House]:
    """A house whose doors are open for a while; `books` is where further rulebooks are found."""
    house = House(folder, books)
    house.start()
    try:
        yield house
    finally:
        house.close()
