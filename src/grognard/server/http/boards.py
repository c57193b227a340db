"""Boards: where every hex is, and the map as it is drawn, which never change in a game."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from threading import Lock
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from grognard.board.board import Board
from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.style import SCHEMES, Style
from grognard.board.drawn.tracing import Sheet
from grognard.engine.record import canonical
from grognard.server.http.access import Anybody, Asking, AtDesk
from grognard.server.http.forms import Id
from grognard.server.http.problems import problems
from grognard.server.http.screen_answers import BoardPlan
from grognard.table.tabletop import Ground, Tabletop

router = APIRouter(prefix="/api/v1", tags=["screen"])
SEATED = problems("unknown-person", "not-found", "impossible", "invalid")
SHARED = problems("not-found", "impossible", "invalid")
SVG = "image/svg+xml"
FOREVER = "private, max-age=31536000, immutable"
_MAP: dict[int | str, dict[str, Any]] = {
    200: {"content": {SVG: {"schema": {"type": "string"}}}, "description": "The map."},
    304: {"description": "The map is the one that was sent before."},
}
Scheme = Annotated[Literal["paper", "night"], Query(description="By day, or by night.")]
BEYOND = Ground("?", "#d0d0d0")
"""Ground that a system has no colour for."""


def drawn(board: Board, scheme: str) -> tuple[bytes, str]:
    """A map without counters, in a scheme, and the tag by which it is known again.

    Whoever asks for a map that is being drawn waits for it: two who sit down together have it drawn
    once.
    """
    with _easel(board, scheme):
        return _drawn(board, scheme)


@lru_cache(maxsize=32)
def _easel(_board: Board, _scheme: str) -> Lock:
    return Lock()


@lru_cache(maxsize=32)
def _drawn(board: Board, scheme: str) -> tuple[bytes, str]:
    style: Style = SCHEMES[scheme]
    picture = draw_board(board, style).svg().encode()
    return picture, f'"{hashlib.sha256(picture).hexdigest()[:32]}"'


@lru_cache(maxsize=32)
def plan(board: Board, table: Tabletop) -> tuple[bytes, str]:
    """A board to draw on, and the tag by which it is known again."""
    sheet = Sheet(board, SCHEMES["paper"].size)
    kinds = sorted(set(board.terrain))
    centres = [sheet.centre(h) for h in range(board.n)]
    label = board.label
    written = canonical(
        {
            "name": board.name,
            "orientation": board.layout.orientation,
            "size": sheet.size,
            "box": [round(edge, 2) for edge in sheet.box(range(board.n))],
            "labels": list(board.labels),
            "x": [round(x, 2) for x, _ in centres],
            "y": [round(y, 2) for _, y in centres],
            "terrain": [kinds.index(kind) for kind in board.terrain],
            "neighbours": list(board.neighbours),
            "grounds": [
                {
                    "id": kind,
                    "title": kind.replace("_", " "),
                    "colour": table.grounds.get(kind, BEYOND).colour,
                }
                for kind in kinds
            ],
            "places": [
                {"name": p.name, "kind": p.kind, "hexes": [label(h) for h in p.hexes]}
                for p in board.places.values()
            ],
            "boxes": [
                {"id": b.name, "title": b.note or b.name, "hexes": [label(h) for h in b.hexes]}
                for b in board.boxes.values()
            ],
            "credits": [text for key, text in board.about if key == "credit"],
        }
    ).encode()
    return written, f'"{hashlib.sha256(written).hexdigest()[:32]}"'


def _sent(request: Request, found: tuple[bytes, str], media: str) -> Response:
    """What never changes: sent once, and afterwards only known again by its tag."""
    body, tag = found
    headers = {"ETag": tag, "Cache-Control": FOREVER}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media, headers=headers)


@router.get("/seats/{seat_id}/board", response_model=BoardPlan, responses=SEATED)
async def board(desk: AtDesk, asker: Asking, request: Request, seat_id: Id) -> Response:
    """The board that a seat's game is played on."""
    found = await desk.ask_from(asker, seat_id, lambda seat: plan(*desk.service.board(seat)))
    return _sent(request, found, "application/json")


@router.get("/seats/{seat_id}/map.svg", response_class=Response, responses=SEATED | _MAP)
async def map_of(
    desk: AtDesk, asker: Asking, request: Request, seat_id: Id, scheme: Scheme = "paper"
) -> Response:
    """The map without counters, in the units of the board; its groups are named by `data-layer`."""
    found = await desk.ask_from(
        asker, seat_id, lambda seat: drawn(desk.service.board(seat)[0], scheme)
    )
    return _sent(request, found, SVG)


@router.get("/replays/{replay}/board", response_model=BoardPlan, responses=SHARED)
async def shared_board(desk: AtDesk, asker: Anybody, request: Request, replay: Id) -> Response:
    """The board that a shared game was played on."""
    found = await desk.ask_unknown(asker, lambda: plan(*desk.service.shared_board(replay)))
    return _sent(request, found, "application/json")


@router.get("/replays/{replay}/map.svg", response_class=Response, responses=SHARED | _MAP)
async def shared_map(
    desk: AtDesk, asker: Anybody, request: Request, replay: Id, scheme: Scheme = "paper"
) -> Response:
    """The map of a shared game without counters."""
    found = await desk.ask_unknown(
        asker, lambda: drawn(desk.service.shared_board(replay)[0], scheme)
    )
    return _sent(request, found, SVG)
