"""Drawings: the map of a board, drawn once and kept ready to be sent.

The largest maps take seconds to draw. Those of the scenarios that ship are drawn when the page is
built, and lie beside it; whatever is not there is drawn when somebody first asks. A drawing that is
kept is called after all that it was drawn from, the drawers' own hand included: one that would come
out otherwise today is not found.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from grognard import board as boards
from grognard import hexes, library
from grognard.board.board import Board
from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.style import SCHEMES

SHIPPED = Path(__file__).parent / "maps"
"""Where the drawings lie that are made with the page."""
ENDING = ".svg.gz"
LEVEL = 6
MOST = 64 << 20
"""How many bytes of drawings are kept at hand."""


class Drawn(NamedTuple):
    """A map without counters, compressed, and the tag by which it is known again."""

    packed: bytes
    tag: str


def drawn(board: Board, scheme: str) -> Drawn:
    """A map in a scheme: as it was kept, or drawn now.

    Whoever asks for a map that is being drawn waits for it: two who sit down together have it drawn
    once.
    """
    with _easel(board, scheme):
        return ready(board, scheme) or keep(board, scheme, pack(painted(board, scheme)))


@lru_cache(maxsize=32)
def _easel(_board: Board, _scheme: str) -> Lock:
    return Lock()


def ready(board: Board, scheme: str) -> Drawn | None:
    """A map that need not be drawn: it is at hand, or lies beside the page."""
    found = at_hand(board, scheme)
    packed = kept(board, scheme) if found is None else None
    return found if packed is None else keep(board, scheme, packed)


def at_hand(board: Board, scheme: str) -> Drawn | None:
    """A map that somebody has asked for of late."""
    with _LOCK:
        found = _AT_HAND.get((board, scheme))
        if found is not None:
            _AT_HAND.move_to_end((board, scheme))
        return found


def keep(board: Board, scheme: str, packed: bytes) -> Drawn:
    """Have a drawing at hand, and let those go that nobody has asked for longest."""
    found = Drawn(packed, f'"{hashlib.sha256(packed).hexdigest()[:32]}"')
    with _LOCK:
        _AT_HAND[board, scheme] = found
        _AT_HAND.move_to_end((board, scheme))
        total = sum(len(one.packed) for one in _AT_HAND.values())
        while total > MOST and len(_AT_HAND) > 1:
            total -= len(_AT_HAND.popitem(last=False)[1].packed)
    return found


_AT_HAND: OrderedDict[tuple[Board, str], Drawn] = OrderedDict()
_LOCK = Lock()


def painted(board: Board, scheme: str) -> bytes:
    """A map drawn anew."""
    return draw_board(board, SCHEMES[scheme]).svg().encode()


def pack(picture: bytes) -> bytes:
    """A picture compressed, alike whenever that is done."""
    return gzip.compress(picture, LEVEL, mtime=0)


# ---- what is kept


def kept(board: Board, scheme: str, folder: Path = SHIPPED) -> bytes | None:
    """A drawing as it was kept, if there is one by today's hand."""
    path = folder / called(board, scheme)
    return path.read_bytes() if path.is_file() else None


def called(board: Board, scheme: str) -> str:
    """The name of a drawing: the board, the scheme, and what it is drawn from and by whom."""
    about = "\n".join(f"{key}: {text}" for key, text in board.about)
    made_of = "\n".join((hand(), scheme, board.fingerprint(), about))
    return f"{board.name}-{scheme}-{hashlib.sha256(made_of.encode()).hexdigest()[:16]}{ENDING}"


@cache
def hand() -> str:
    """The hand that draws: every line of the code by which a map comes to look as it does."""
    digest = hashlib.sha256()
    for path in _sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for package in (hexes, boards):
        for folder in package.__path__:
            yield from sorted(Path(folder).rglob("*.py"))


def shipping() -> list[tuple[Board, str]]:
    """Every map that ships, in each scheme."""
    found = {
        board.fingerprint(): board
        for name in library.scenario_ids()
        for board in [library.find_scenario(name)[1].board]
    }
    return [(board, scheme) for board in found.values() for scheme in SCHEMES]
