"""The shelf: which scenarios, systems and programs there are. Everybody may look."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter
from pydantic import BaseModel, Field

from grognard import library
from grognard.players.registry import player_names
from grognard.server.http.problems import Trouble, problems

router = APIRouter(prefix="/api/v1", tags=["shelf"])


class Switch(BaseModel):
    """An option of a system: a chapter that may be left out, or a ruling."""

    id: str
    default: str
    values: list[str]
    rule: str
    reason: str


class SystemCard(BaseModel):
    """A rulebook: its switches, and the questions that may be answered in advance."""

    id: str
    title: str
    options: list[Switch]
    standing: dict[str, list[str]] = Field(
        description="For each question by its name, the policies that may be left for it."
    )


class ScenarioCard(BaseModel):
    """A scenario: what one must know to sit down to it."""

    id: str
    title: str
    system: str
    sides: list[str]
    options: dict[str, str] = Field(description="Every option with its value if nothing is chosen.")


class Shelf(BaseModel):
    """Everything that can be played, and who can be asked to play it."""

    systems: list[SystemCard]
    scenarios: list[ScenarioCard]
    players: list[str] = Field(description="The programs that may be given a seat.")


@lru_cache
def _scenario(name: str) -> ScenarioCard:
    """A scenario's card; it takes a moment to read and never changes."""
    system, found = library.find_scenario(name)
    return ScenarioCard(
        id=found.id,
        title=found.title,
        system=system.name,
        sides=list(found.sides),
        options=dict(found.options),
    )


@lru_cache
def _shelf() -> Shelf:
    systems = [
        SystemCard(
            id=system.name,
            title=system.title,
            options=[
                Switch(id=o.id, default=o.default, values=list(o.values), rule=o.rule,
                       reason=o.reason)
                for o in system.options
            ],
            standing={name: list(known) for name, known in system.standing_policies.items()},
        )
        for system in library.SYSTEMS.values()
    ]  # fmt: skip
    scenarios = [_scenario(name) for name in library.scenario_ids()]
    return Shelf(systems=systems, scenarios=scenarios, players=player_names())


@router.get("/shelf", responses=problems())
def shelf() -> Shelf:
    """Every system, scenario and program."""
    return _shelf()


@router.get("/scenarios/{system}/{name}", responses=problems("not-found"))
def scenario(system: str, name: str) -> ScenarioCard:
    """One scenario."""
    wanted = f"{system}/{name}"
    if wanted not in library.scenario_ids():
        known = ", ".join(library.scenario_ids())
        raise Trouble("not-found", f"there is no scenario {wanted[:80]!a}", f"one of {known}")
    return _scenario(wanted)
