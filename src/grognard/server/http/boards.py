"""Boards: where every hex is, and the map as it is drawn.

They change in a game only where its players take over a scenario that was mended.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from grognard.board.board import Board
from grognard.board.drawn.style import SCHEMES
from grognard.board.drawn.tracing import Sheet
from grognard.engine.record import canonical
from grognard.server import drawings, screen
from grognard.server.club import Club
from grognard.server.drawings import Drawn
from grognard.server.http.access import Anybody, Asker, AtDesk, AtSeat, Desk
from grognard.server.http.forms import Id
from grognard.server.http.problems import problems
from grognard.server.questions import Question
from grognard.server.replays import find_replay
from grognard.server.store.records import Seat
from grognard.table.cards import Labels
from grognard.table.tabletop import Ground, Tabletop
from grognard.table.writing import Card, plain

router = APIRouter(prefix="/api/v1", tags=["screen"])
SEATED = problems("unknown-person", "not-found", "impossible", "invalid")
SHARED = problems("not-found", "impossible", "invalid")
SVG = "image/svg+xml"
FOREVER = "private, max-age=31536000, immutable"
AGAIN = "private, no-cache"
"""A mended scenario may be taken over: who does not say which edition he means asks again."""
_MAP: dict[int | str, dict[str, Any]] = {
    200: {"content": {SVG: {"schema": {"type": "string"}}}, "description": "The map."},
    304: {"description": "The map is the one that was sent before."},
}
Scheme = Annotated[Literal["paper", "night"], Query(description="By day, or by night.")]
Which = Annotated[
    str | None,
    Query(
        pattern="^[0-9a-f]{64}$",
        description="The edition of the scenario, as the table has it; left out, that of today.",
    ),
]
BEYOND = Ground("?", "#d0d0d0")
"""Ground that a system has no colour for."""


@dataclass(frozen=True, slots=True)
class GroundCard(Card):
    """A kind of terrain, as a legend names it."""

    id: str
    title: str
    colour: str


@dataclass(frozen=True, slots=True)
class BoardPlace(Card):
    """A named place and the hexes it covers."""

    name: str
    kind: str
    hexes: Labels


@dataclass(frozen=True, slots=True)
class BoardBox(Card):
    """A box beside the map."""

    id: str
    title: str
    hexes: Labels
    """The hexes it opens on."""


@dataclass(frozen=True, slots=True)
class BoardPlan(Card):
    """A board to draw on: where every hex is, in the units of its map picture."""

    name: str
    orientation: Literal["pointy", "flat"]
    size: float
    """The radius of a hex."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    labels: Labels
    x: tuple[float, ...]
    y: tuple[float, ...]
    terrain: tuple[int, ...]
    """For each hex its place in `grounds`."""
    neighbours: tuple[int, ...]
    """Six for each hex, by direction; -1 off the map."""
    grounds: tuple[GroundCard, ...]
    places: tuple[BoardPlace, ...]
    boxes: tuple[BoardBox, ...]
    credits: tuple[str, ...]


@lru_cache(maxsize=32)
def plan(board: Board, table: Tabletop) -> tuple[bytes, str]:
    """A board to draw on, and the tag by which it is known again."""
    body = canonical(plain(_plan(board, table))).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def _plan(board: Board, table: Tabletop) -> BoardPlan:
    sheet = Sheet(board, SCHEMES["paper"].size)
    kinds = sorted(set(board.terrain))
    centres = [sheet.centre(h) for h in range(board.n)]
    left, top, right, bottom = (round(edge, 2) for edge in sheet.box(range(board.n)))

    def labels(hexes: Iterable[int]) -> Labels:
        return tuple(board.label(h) for h in hexes)

    return BoardPlan(
        name=board.name,
        orientation=board.layout.orientation,
        size=sheet.size,
        box=(left, top, right, bottom),
        labels=tuple(board.labels),
        x=tuple(round(x, 2) for x, _ in centres),
        y=tuple(round(y, 2) for _, y in centres),
        terrain=tuple(kinds.index(kind) for kind in board.terrain),
        neighbours=tuple(board.neighbours),
        grounds=tuple(
            GroundCard(kind, kind.replace("_", " "), table.grounds.get(kind, BEYOND).colour)
            for kind in kinds
        ),
        places=tuple(BoardPlace(p.name, p.kind, labels(p.hexes)) for p in board.places.values()),
        boxes=tuple(
            BoardBox(b.name, b.note or b.name, labels(b.hexes)) for b in board.boxes.values()
        ),
        credits=tuple(text for key, text in board.about if key == "credit"),
    )


def _sent(request: Request, found: tuple[bytes, str], media: str, edition: str | None) -> Response:
    """What never changes: sent once, and afterwards only known again by its tag."""
    body, tag = found
    headers = {"ETag": tag, "Cache-Control": AGAIN if edition is None else FOREVER}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media, headers=headers)


def _picture(request: Request, found: Drawn, edition: str | None) -> Response:
    """A map, which lies there compressed as nearly everybody takes it."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return _sent(request, (gzip.decompress(found.packed), found.tag), SVG, edition)
    sent = _sent(request, found, SVG, edition)
    if sent.status_code == 200:
        sent.headers["Content-Encoding"] = "gzip"
    sent.headers["Vary"] = "Accept-Encoding"
    return sent


class Undrawn(NamedTuple):
    """A map that somebody has brought and nobody has drawn: whoever asks for it asks a process."""

    board: Board
    question: Question


def _found(desk: Desk, board: Board, question: Question) -> Drawn | Undrawn:
    """A map; what somebody has brought is not drawn here, for that may take as long as he likes."""
    if desk.apart(question, light=True):
        return drawings.ready(board, question.details["scheme"]) or Undrawn(board, question)
    return drawings.drawn(board, question.details["scheme"])


async def _drawn(desk: Desk, asker: Asker, found: Drawn | Undrawn) -> Drawn:
    """A map, drawn in a process if it is not yet: once for all who wait for it at a table."""
    if isinstance(found, Drawn):
        return found
    board, question = found
    scheme = question.details["scheme"]
    async with desk.gate(f"map {question.game} {scheme} {question.details['edition']}", 1):
        ready = drawings.at_hand(board, scheme)
        if ready is None:
            packed = b64decode(json.loads(await desk.there(asker, question)))
            ready = drawings.keep(board, scheme, packed)
        return ready


@router.get("/seats/{seat_id}/board", response_model=BoardPlan, responses=SEATED)
async def board(at: AtSeat, request: Request, edition: Which = None) -> Response:
    """The board that a seat's game is played on."""
    found = await at.have(lambda club, seat: plan(*screen.board(club, seat, edition)))
    return _sent(request, found, "application/json", edition)


@router.get("/seats/{seat_id}/map.svg", response_class=Response, responses=SEATED | _MAP)
async def map_of(
    at: AtSeat, request: Request, scheme: Scheme = "paper", edition: Which = None
) -> Response:
    """The map without counters, in the units of the board; its groups are named by `data-layer`."""
    details = {"scheme": scheme, "edition": edition}

    def find(club: Club, seat: Seat) -> Drawn | Undrawn:
        board, _words = screen.board(club, seat, edition)
        return _found(at.desk, board, Question("map", seat.game_id, seat, details))

    return _picture(request, await _drawn(at.desk, at.asker, await at.have(find)), edition)


@router.get("/replays/{replay}/board", response_model=BoardPlan, responses=SHARED)
async def shared_board(
    desk: AtDesk, asker: Anybody, request: Request, replay: Id, edition: Which = None
) -> Response:
    """The board that a shared game was played on."""
    found = await desk.ask_unknown(
        asker, lambda: plan(*screen.shared_board(desk.club, replay, edition))
    )
    return _sent(request, found, "application/json", edition)


@router.get("/replays/{replay}/map.svg", response_class=Response, responses=SHARED | _MAP)
async def shared_map(
    desk: AtDesk,
    asker: Anybody,
    request: Request,
    replay: Id,
    scheme: Scheme = "paper",
    edition: Which = None,
) -> Response:
    """The map of a shared game without counters."""
    details = {"scheme": scheme, "edition": edition}

    def find() -> Drawn | Undrawn:
        board, _words = screen.shared_board(desk.club, replay, edition)
        game = find_replay(desk.club, replay).game_id
        return _found(desk, board, Question("map", game, replay, details))

    found = await _drawn(desk, asker, await desk.ask_unknown(asker, find))
    return _picture(request, found, edition)
