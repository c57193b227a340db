"""Panels: the order of battle, the calendar, statistics, notes, the system's tables and rules."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from grognard import library
from grognard.engine.table import Table
from grognard.server import briefings, coaching, intents, panels
from grognard.server import notes as notepad
from grognard.server import statistics as figures
from grognard.server.http.access import AtSeat, written
from grognard.server.http.answers import Told
from grognard.server.http.forms import Count, Form, Number
from grognard.server.http.playing import SEATED
from grognard.server.http.problems import Trouble, problems
from grognard.server.switches import switch
from grognard.table.rule_cards import RuleBook, RuleCard, Rules
from grognard.table.writing import plain

router = APIRouter(prefix="/api/v1", tags=["screen"])
LONGEST = 20_000
SystemName = Annotated[str, Path(max_length=80)]
RuleId = Annotated[str, Path(max_length=80)]
SideName = Annotated[str | None, Query(max_length=80)]
COACHING = SEATED | problems("conflict")


class NotePad(Told):
    """A person's own notes on a game."""

    text: str


class Writing(Form):
    """A person's own notes."""

    text: Annotated[str, Field(max_length=LONGEST)]


@router.get("/seats/{seat_id}/forces", response_model=panels.Forces, responses=SEATED)
async def forces(at: AtSeat) -> Response:
    """The order of battle as the seat may know it."""
    return await at.reckon("forces", "ask")


@router.get("/seats/{seat_id}/boxes", response_model=panels.Boxes, responses=SEATED)
async def boxes(at: AtSeat) -> Response:
    """Boxes beside the map with their compartments, and who lies there."""
    return await at.reckon("boxes", "point")


@router.get("/seats/{seat_id}/coming", response_model=panels.Ahead, responses=SEATED)
async def ahead(at: AtSeat) -> Response:
    """The seat's phases that are still to come in this turn, and what is at stake there."""
    return await at.reckon("ahead")


@router.get("/seats/{seat_id}/budget", response_model=panels.Budget, responses=SEATED)
async def budget(at: AtSeat) -> Response:
    """What the seat's side has to spend in the turn, and what it could spend it on."""
    return await at.reckon("budget")


@router.get("/seats/{seat_id}/calendar", response_model=panels.Calendar, responses=SEATED)
async def calendar(at: AtSeat) -> Response:
    """What comes when."""
    return await at.reckon("calendar", "ask")


@router.get("/seats/{seat_id}/briefing", response_model=briefings.Briefing, responses=SEATED)
async def briefing(at: AtSeat) -> Response:
    """Situation, forces, first steps, what wins and how that stands, special rules."""
    return await at.reckon("briefing", "ask")


@router.get("/seats/{seat_id}/terms", response_model=briefings.Stakes, responses=SEATED)
async def terms(at: AtSeat) -> Response:
    """The terms of victory: the scale, where one stands on it, what each place is worth."""
    return await at.reckon("stakes", "ask")


@router.get("/seats/{seat_id}/statistics", response_model=figures.Statistics, responses=SEATED)
async def statistics(at: AtSeat) -> Response:
    """Losses and points by turn, and how the dice have fallen."""
    return await at.reckon("statistics")


@router.get("/seats/{seat_id}/intents", response_model=intents.Intents, responses=SEATED)
async def orders_of_the_day(at: AtSeat, turn: Annotated[Count | None, Query()] = None) -> Response:
    """What the programs at the table were about in a turn, or in the last that may be known."""
    return await at.reckon("intents", "ask", turn=turn)


@router.get("/seats/{seat_id}/coach", response_model=coaching.Coached, responses=COACHING)
async def coach(at: AtSeat, side: SideName = None) -> Response:
    """The chances of a side from turn to turn, and its turns that changed them most: of a game
    that is over, or of one's own side if one plays alone."""
    return await at.reckon("coach", side=side)


@router.get("/seats/{seat_id}/coach/{number}", response_model=coaching.Reviewed, responses=COACHING)
async def coached_turn(at: AtSeat, number: Number, side: SideName = None) -> Response:
    """One of those turns rehearsed again: what the decisions were worth, and what the dice."""
    seconds = at.desk.settings.question_seconds
    return await at.reckon("coached turn", number=number, seconds=seconds, side=side)


@router.get("/seats/{seat_id}/notes", response_model=NotePad, responses=SEATED)
async def notes(at: AtSeat) -> Response:
    """What one has written down for oneself."""
    return await at.ask(lambda club, seat: {"text": notepad.read(club, seat)})


@router.put("/seats/{seat_id}/notes", response_model=NotePad, responses=SEATED)
async def write_notes(at: AtSeat, form: Writing) -> Response:
    """Write something down for oneself, in place of what is there."""
    return await at.ask(lambda club, seat: {"text": notepad.write(club, seat, form.text)})


# ---- the rulebook


class TableSheet(Told):
    """A table of the system."""

    name: str
    title: str
    rule: str
    columns: list[str]
    rows: list[list[str]]
    sources: list[list[str]] = Field(description="For each cell where its value comes from.")
    notes: list[str]


class TableSheets(Told):
    """All tables of a system."""

    tables: list[TableSheet]


@lru_cache
def _sheets(system: str) -> TableSheets:
    tables = library.SYSTEMS[system].tables().values()
    return TableSheets(tables=[_sheet(table) for table in tables])


def _sheet(table: Table) -> TableSheet:
    return TableSheet(
        name=table.name,
        title=table.title,
        rule=table.rule,
        columns=[table.corner.replace("_", " "), *table.columns],
        rows=[
            [key, *(cell.value for cell in cells)]
            for key, cells in zip(table.rows, table.cells, strict=True)
        ],
        sources=[["", *(cell.source for cell in cells)] for cells in table.cells],
        notes=list(table.notes),
    )


def _known(system: str) -> str:
    if system not in library.SYSTEMS:
        known = ", ".join(library.SYSTEMS)
        raise Trouble("not-found", f"there is no system {system[:80]!a}", f"one of {known}")
    return system


@router.get("/systems/{system}/tables", responses=problems("not-found", "invalid"))
def tables(system: SystemName) -> TableSheets:
    """The tables of a system, each cell with where its value comes from; `house` is ours."""
    return _sheets(_known(system))


@lru_cache
def _rules(system: str) -> Rules:
    book = library.SYSTEMS[system]
    tables = ((table.rule, table.title) for table in book.tables().values())
    return Rules(system, book.title, book.options, tables)


@lru_cache
def _book(system: str) -> dict[str, Any]:
    return plain(_rules(system).book())


@router.get(
    "/systems/{system}/rules",
    response_model=RuleBook,
    responses=problems("not-found", "invalid"),
)
def rules(system: SystemName) -> Response:
    """Every rule of a system in our words, chapter by chapter, to read and to search."""
    return written(_book(_known(system)))


@router.get(
    "/systems/{system}/rules/{rule}",
    response_model=RuleCard,
    responses=problems("not-found", "invalid"),
)
def rule(system: SystemName, rule: RuleId) -> Response:
    """A rule in our words, with its neighbours, and the options and rulings that touch it."""
    found = _rules(_known(system)).card(rule)
    if found is None:
        raise Trouble("not-found", f"there is no rule {rule[:80]!a}", "an id that is cited")
    book = library.SYSTEMS[system]
    known = {option.id: option for option in book.options}
    options = tuple(switch(known[one.id], book.phrases) for one in found.options)
    return written(plain(replace(found, options=options)))
