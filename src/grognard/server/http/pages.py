"""Pages: the client as it was built, for browsers that come here.

What the build names after its content never changes and is kept for ever; the page itself is asked
for again each time, so that nobody plays with yesterday's client.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse

BUILT = Path(__file__).resolve().parent.parent / "web"
"""Where `make web` puts the client; a wheel brings it along."""
FOR_EVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
ASK_AGAIN = "no-cache"
PLACES = (
    "/",
    "/game/{game}/{seat}",
    "/join/{token}",
    "/replay/{token}",
    "/learn/{system}/{name}",
    "/first-steps",
    "/from-paper",
    "/reset",
    "/rules/{system}",
    "/rules/{system}/{rule}",
)
"""The client's own addresses: whichever is opened, it is the same page."""
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wav": "audio/wav",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What a file is, by its name; machines differ in what they think."""

_MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Grognard</title>
<h1>The table has not been built</h1>
<p>The server is here, and programs can play on it; the page for people is missing.</p>
<p>In the project's folder, <code>make web</code> builds it, and <code>make play</code> builds it
and opens it. A released package brings it along.</p>
</html>
"""


async def page(request: Request) -> Response:
    """The page, or how to build it."""
    index = BUILT / "index.html"
    if not index.is_file():
        return HTMLResponse(_MISSING, 503, {"Cache-Control": ASK_AGAIN})
    return _sent(request, index, ASK_AGAIN)


async def asset(request: Request) -> Response:
    """A part of the client whose name changes with its content."""
    return _file(request, f"assets/{request.path_params['path']}", FOR_EVER)


async def lettering(request: Request) -> Response:
    """A typeface, or its licence."""
    return _file(request, f"fonts/{request.path_params['path']}", A_DAY)


async def sign(request: Request) -> Response:
    """The sign on the browser's tab."""
    return _file(request, "favicon.svg", A_DAY)


def _file(request: Request, name: str, kept: str) -> Response:
    """A file of the client, and nothing beside it."""
    root = BUILT.resolve()
    try:
        found = (root / name).resolve()
        there = found.is_relative_to(root) and found.suffix in TYPES and found.is_file()
    except (OSError, ValueError):
        there = False
    if not there:
        raise HTTPException(404)
    return _sent(request, found, kept)


def _sent(request: Request, file: Path, kept: str) -> Response:
    """A file, or the word that the browser has it already."""
    response = FileResponse(
        file,
        media_type=TYPES[file.suffix],
        headers={"Cache-Control": kept},
        stat_result=file.stat(),
    )
    known = request.headers.get("if-none-match", "").split(",")
    if response.headers["etag"] in [tag.strip().removeprefix("W/") for tag in known]:
        return NotModifiedResponse(response.headers)
    return response


router = APIRouter()
for _place in PLACES:
    router.add_route(_place, page, include_in_schema=False)
router.add_route("/assets/{path:path}", asset, include_in_schema=False)
router.add_route("/fonts/{path:path}", lettering, include_in_schema=False)
router.add_route("/favicon.svg", sign, include_in_schema=False)
