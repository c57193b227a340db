"""The threads of a server share their memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grognard.server import arenas, serving
from grognard.server.settings import Settings

CROWD = """
import ctypes, sys, threading
from grognard.server import arenas
if sys.argv[1] == "shared":
    assert arenas.share()
together = threading.Barrier(9)

def take():
    taken = [bytes(1000) for _ in range(1000)]
    together.wait()
    together.wait()

for _ in range(8):
    threading.Thread(target=take).start()
together.wait()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
told = ctypes.c_void_p(libc.fopen(sys.argv[2].encode(), b"w"))
assert libc.malloc_info(0, told) == 0
libc.fclose(told)
together.wait()
"""


def heaps(how: str, path: Path) -> int:
    """How many arenas there are while eight threads hold memory at once."""
    subprocess.run([sys.executable, "-c", CROWD, how, str(path)], check=True, timeout=60)
    return path.read_text().count("<heap nr=")


def test_threads_share_few_arenas(tmp_path: Path) -> None:
    assert heaps("apart", tmp_path / "apart") > arenas.FEW + 2
    assert heaps("shared", tmp_path / "shared") <= arenas.FEW


def test_a_server_has_its_threads_share(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(arenas, "share", lambda: asked.append("share"))
    serving.application(Settings())
    assert asked == ["share"]
