"""The shelf: which scenarios, systems and programs there are. Everybody may look."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.responses import Response

from grognard import box, library
from grognard.engine.game import Game
from grognard.players.registry import player_names, players_of, styled
from grognard.server import briefings, scenario_versions
from grognard.server.http.access import written
from grognard.server.http.answers import Told
from grognard.server.http.problems import Trouble, problems
from grognard.server.switches import switch
from grognard.table.tongues import SPOKEN, said

router = APIRouter(prefix="/api/v1", tags=["shelf"])


class Switch(BaseModel):
    """An option of a system: a chapter that may be left out, or a ruling."""

    id: str
    default: str
    values: list[str]
    rule: str
    reason: str
    label: str = Field(description="What it is called.")
    labels: dict[str, str] = Field(description="What each of its values is called.")


class SystemCard(BaseModel):
    """A rulebook: its switches, and the questions that may be answered in advance."""

    id: str
    title: str
    options: list[Switch]
    standing: dict[str, list[str]] = Field(
        description="For each question by its name, the policies that may be left for it."
    )
    by_letter: dict[str, str] = Field(
        description="The answers to leave in a game by letter, so that the enemy's turn goes on."
    )


class ScenarioCard(BaseModel):
    """A scenario: what one must know to sit down to it."""

    id: str
    title: str
    system: str
    sides: list[str]
    options: dict[str, str] = Field(description="Every option with its value if nothing is chosen.")
    turns: int | None = Field(default=None, description="How many turns it lasts at most.")
    counters: dict[str, int] = Field(default={}, description="How many counters each side has.")
    minutes: int | None = Field(default=None, description="How long it takes, about.")
    difficulty: int | None = Field(default=None, description="1, a first game, to 5.")
    teaches: str | None = None
    about: str | None = None
    first_player: str | None = Field(default=None, description="The side that begins.")
    learning: bool = Field(default=False, description="Whether there is a guided lesson.")
    players: list[str] = Field(description="The programs that can play it.")
    styles: dict[str, list[str]] = Field(
        default={}, description="Of each program that has any, in which styles it plays."
    )


class Shelf(BaseModel):
    """Everything that can be played, and who can be asked to play it."""

    systems: list[SystemCard]
    scenarios: list[ScenarioCard]
    players: list[str] = Field(description="Every program; a scenario says which can play it.")


class LessonBar(Told):
    """What bars the way on from a step: when, and in words."""

    when: dict[str, Any]
    text: str


class LessonStep(Told):
    """A step of a guided lesson: what to read, where to look, what to do to go on."""

    title: str
    text: str
    hexes: list[str]
    pieces: list[str]
    target: str | None = Field(description="A part of the screen to point at.")
    until: dict[str, Any] | None = Field(
        description="How the table must be before the next step, None: read on. See the manual."
    )
    during: dict[str, Any] | None = Field(description="How it must be while the step can be done.")
    spoilt: list[LessonBar]
    stays: bool = Field(description="Whether one reads on by oneself when it is done.")
    play: list[dict[str, Any]] = Field(description="How it is done, for who wants to be shown.")


class Lesson(Told):
    """A guided lesson of a scenario."""

    scenario: str
    title: str
    side: str
    seed: str | None
    steps: list[LessonStep]


def _scenario(name: str) -> ScenarioCard:
    """A scenario's card, in the language of whoever asks."""
    card, back = _plain_scenario(name), box.back(name, SPOKEN.get())
    told = {"title": said(card.title, library.SYSTEMS[card.system].phrases)}
    if back is not None:
        told |= {"teaches": back.teaches, "about": back.about}
    return card.model_copy(update=told)


@lru_cache
def _plain_scenario(name: str) -> ScenarioCard:
    """A scenario's card; it takes a moment to read and never changes."""
    edition = scenario_versions.shipped(name, {})
    system, found = edition.system, edition.scenario
    game = Game(system, found, seed=0)
    table, back = library.tabletop(game), box.back(name)
    turns = getattr(found, "turns", None)
    return ScenarioCard(
        id=found.id,
        title=found.title,
        system=system.name,
        sides=list(found.sides),
        options=dict(found.options),
        turns=turns if isinstance(turns, int) else None,
        counters={side: len(table.own(game, side)) for side in found.sides},
        minutes=back.minutes if back else None,
        difficulty=back.difficulty if back else None,
        teaches=back.teaches if back else None,
        about=back.about if back else None,
        first_player=getattr(found, "first", None) or found.sides[0],
        learning=back.learning if back else False,
        players=players_of(system.name),
        styles=styled(system.name),
    )


@lru_cache
def _shelf(language: str) -> Shelf:
    """The shelf in the language that is spoken now, which is that one."""
    systems = [
        SystemCard(
            id=system.name,
            title=system.title,
            options=[
                Switch.model_validate(switch(o, system.phrases), from_attributes=True)
                for o in system.options
            ],
            standing={name: list(known) for name, known in system.standing_policies.items()},
            by_letter=system.by_letter(),
        )
        for system in library.SYSTEMS.values()
    ]  # fmt: skip
    scenarios = [_scenario(name) for name in library.scenario_ids()]
    return Shelf(systems=systems, scenarios=scenarios, players=player_names())


_READING = Lock()


def whole_shelf() -> Shelf:
    """The shelf, read once: whoever comes while it is being read waits for it."""
    with _READING:
        return _shelf(SPOKEN.get())


@router.get("/shelf", responses=problems())
def shelf() -> Shelf:
    """Every system, scenario and program."""
    return whole_shelf()


@router.get("/scenarios/{system}/{name}", responses=problems("not-found"))
def scenario(system: str, name: str) -> ScenarioCard:
    """One scenario."""
    return _scenario(_known(system, name))


def _known(system: str, name: str) -> str:
    wanted = f"{system}/{name}"
    if wanted not in library.scenario_ids():
        known = ", ".join(library.scenario_ids())
        raise Trouble("not-found", f"there is no scenario {wanted[:80]!a}", f"one of {known}")
    return wanted


@router.get(
    "/scenarios/{system}/{name}/briefing",
    response_model=briefings.Briefing,
    responses=problems("not-found"),
)
def briefing(system: str, name: str) -> Response:
    """What somebody must know before he sits down to a scenario."""
    return written(briefings.on_shelf(_known(system, name)))


_PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/png": {"schema": {"type": "string"}}}, "description": "The picture."}
}


@router.get(
    "/scenarios/{system}/{name}/picture.png",
    response_class=Response,
    responses=problems("not-found") | _PICTURE,
)
def picture(system: str, name: str) -> Response:
    """The picture on a scenario's box."""
    path = box.picture(_known(system, name))
    if path is None:
        raise Trouble("not-found", "this scenario has no picture", "one that has")
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(path.read_bytes(), media_type="image/png", headers=headers)


@router.get("/scenarios/{system}/{name}/lesson", responses=problems("not-found"))
def lesson(system: str, name: str) -> Lesson:
    """The guided lesson of a scenario."""
    found = _lesson(_known(system, name), SPOKEN.get())
    if found is None:
        raise Trouble("not-found", "this scenario has no lesson", "one that is for learning")
    return found


@lru_cache
def _lesson(name: str, language: str) -> Lesson | None:
    """A lesson with its counters by their names."""
    found = box.lesson(name, language)
    if found is None:
        return None
    game = Game(*library.find_scenario(name), seed=0)
    names = library.tabletop(game).names(game)
    read = Lesson.model_validate(found, from_attributes=True)
    steps = [
        step.model_copy(
            update={
                "text": _named(step.text, names),
                "spoilt": [
                    bar.model_copy(update={"text": _named(bar.text, names)}) for bar in step.spoilt
                ],
            }
        )
        for step in read.steps
    ]
    return read.model_copy(update={"steps": steps})


def _named(text: str, names: Mapping[str, str]) -> str:
    """A text of a lesson in which counters stand by their ids, in braces, by their names."""
    return re.sub(r"\{([\w@-]+)\}", lambda found: names.get(found[1], found[0]), text)
