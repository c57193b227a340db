"""Scenarios of one's own: bringing them, seeing what one has brought, and taking them back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.responses import Response

from grognard.server import uploads
from grognard.server.http.access import Asking, AtDesk, written
from grognard.server.http.answers import Told
from grognard.server.http.forms import Form, Id
from grognard.server.http.problems import problems
from grognard.server.uploads import FILE_NAME, MOST_FILES, OWN

router = APIRouter(prefix="/api/v1", tags=["scenarios"])
KNOWN = problems("unknown-person")
BRINGING = problems("unknown-person", "conflict", "impossible", "invalid")
TAKING = problems("unknown-person", "not-found", "invalid")

FileName = Annotated[str, Field(pattern=FILE_NAME)]


class NewScenario(Form):
    """A scenario: its own file (`.yaml`), its counters (`.csv`), and its map unless it ships."""

    files: Annotated[
        dict[FileName, str],
        Field(
            min_length=1,
            max_length=MOST_FILES,
            json_schema_extra={"additionalProperties": False},
            description="The text of each file by its name; they may name each other, and the "
            "files that ship with our scenarios, and nothing else.",
        ),
    ]


class OwnScenario(Told):
    """A scenario that somebody has brought: what one must know to sit down to it."""

    id: str = Field(description="What games are begun on it by.")
    title: str
    system: str
    sides: list[str]
    options: dict[str, str] = Field(description="Every option with its value if nothing is chosen.")
    files: list[str]
    created: int
    players: list[str] = Field(description="The programs that can play it.")


class OwnScenarios(Told):
    """What one has brought, the newest first."""

    scenarios: list[OwnScenario]


@router.post("/scenarios", status_code=201, response_model=OwnScenario, responses=BRINGING)
async def bring(desk: AtDesk, asker: Asking, form: NewScenario) -> Response:
    """Bring a scenario to begin games on; it is read, and played to its first decision.

    Nobody else sees it, but for the people in one's games. The same files again are the same
    scenario.
    """
    return await desk.ask(
        asker, lambda p: written(uploads.upload(desk.club, p, form.files), 201), "load"
    )


@router.get("/scenarios/mine", response_model=OwnScenarios, responses=KNOWN)
async def mine(desk: AtDesk, asker: Asking) -> Response:
    """The scenarios that one has brought, the newest first."""
    return await desk.ask(asker, lambda p: written({"scenarios": uploads.mine(desk.club, p)}))


@router.delete("/scenarios/{system}/{name}", status_code=204, responses=TAKING)
async def take_back(
    desk: AtDesk, asker: Asking, system: Id, name: Annotated[str, Path(pattern=OWN)]
) -> Response:
    """Take a scenario of one's own back. Games that were begun on it go on."""
    await desk.ask(asker, lambda p: uploads.take_back(desk.club, p, f"{system}/{name}"), "make")
    return Response(status_code=204)
