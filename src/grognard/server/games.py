"""Tables: the games that are played here: beginning one, finding one, and whom it waits for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, func, insert, select

from grognard import box
from grognard.board.board import BoardError
from grognard.engine import saving
from grognard.engine.entries import ENGINE, Line
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.engine.system import OptionError
from grognard.library import UnknownName
from grognard.server import pacts, scenario_versions, spending, storage, uploads
from grognard.server.club import Club
from grognard.server.delays import eyes, seen_from
from grognard.server.errors import Conflict, Invalid, NotFound
from grognard.server.fairness import ABSENCE, LONGEST_ABSENCE
from grognard.server.ids import new_id
from grognard.server.live_games import Kept, read_row, row_of
from grognard.server.names import own
from grognard.server.scenario_versions import Edition
from grognard.server.seating import check_plan, put_seat, read_seats
from grognard.server.store import schema
from grognard.server.store.records import PERSON, PLAYER, PROGRAM, GameRow, Person, Seat, SeatPlan
from grognard.server.store.sizes import WRITTEN, size_of, size_of_texts
from grognard.server.timers import TimingError, read_timing
from grognard.server.titles import titled
from grognard.table.winning import verdict

LONGEST_TITLE = 100
TAKE_BACKS = ("fair", "free", "consent", "never")
SETTINGS = ("take_back", "clock", "lesson", "explains", "deputies", "absence")

# ---- beginning


def create_game(
    club: Club,
    person: Person,
    scenario: str,
    options: Mapping[str, Any] | None = None,
    title: str = "",
    seats: Sequence[SeatPlan] = (),
    settings: Mapping[str, Any] | None = None,
    listed: bool = False,
    seed: int | str | None = None,
) -> dict[str, Any]:
    """Begin a game; without seats planned, one for each side, the first for the person.

    `listed` games can be found and joined by everybody. A `seed` is for games that must repeat.
    """
    settings = settings or {}
    check_settings(settings)
    taught = _taught(scenario, seats, listed) if settings.get("lesson") else None
    chosen = _chosen(club, person, scenario, options or {})
    kept = _dealt(chosen, seed if taught is None else taught.seed)
    sides = kept.game.scenario.sides
    plans = list(seats) or [SeatPlan(side=side, mine=i == 0) for i, side in enumerate(sides)]
    for plan in plans:
        check_plan(plan, kept.game.system.name, sides)
    if settings.get("explains"):
        _alone(plans, listed)
    with club.database.writing() as connection:
        within_bounds(club, connection, person)
        for plan in plans:
            if plan.name and plan.kind == PERSON:
                own(club, connection, person.id, plan.name)
        game_id = begin(
            club, connection, kept, owner=person.id, title=title, settings=settings,
            listed=listed, plans=plans, person=person,
        )  # fmt: skip
    club.database.announced(game_id)
    return game(club, person, game_id)


def _chosen(club: Club, person: Person, scenario: str, options: Mapping[str, Any]) -> Edition:
    """A scenario from the shelf, or one that the person has brought."""
    try:
        if not uploads.is_own(scenario):
            return scenario_versions.shipped(scenario, options)
        with club.database.reading() as connection:
            return uploads.edition(connection, person, scenario, options)
    except (UnknownName, ScenarioError, BoardError, OptionError) as error:
        raise Invalid(str(error)) from None
    except TypeError:
        raise Invalid("options are words", "a map from options to their values") from None


def _taught(scenario: str, seats: Sequence[SeatPlan], listed: bool) -> box.Lesson:
    """The lesson that a table is for. Everybody knows its dice, so nobody may lose by them."""
    found = None if uploads.is_own(scenario) else box.lesson(scenario)
    if found is None:
        raise Invalid(f"{scenario} has no lesson", "a scenario that is for learning")
    pupil = [plan for plan in seats if plan.kind != PROGRAM]
    if listed or [(plan.role, plan.side, plan.mine) for plan in pupil] != [
        (PLAYER, found.side, True)
    ]:
        raise Invalid("a lesson is taken alone", f"the seat of {found.side}, against a program")
    return found


def _alone(plans: Sequence[SeatPlan], listed: bool) -> None:
    """Where programs explain themselves at once nobody else may be the worse for it."""
    playing = [plan for plan in plans if plan.role == PLAYER]
    others = [plan for plan in playing if plan.kind == PERSON and not plan.mine]
    if listed or others or not any(plan.kind == PROGRAM for plan in playing):
        raise Invalid(
            "the opponent explains himself where you play alone against programs",
            "no other person at the table",
        )


def _dealt(edition: Edition, seed: int | str | None = None) -> Kept:
    """A game with its first line played, in memory only."""
    drawn: Game[Any] = Game(edition.system, edition.scenario, seed, started=False)
    head = bare_header(saving.header(drawn, secret=False))
    kept = Kept(head, drawn.dice.seed, drawn.commitment, edition)
    kept.game.replay(Line(ENGINE, {"do": "begin"}, auto=False))
    return kept


def bare_header(head: Mapping[str, Any]) -> dict[str, Any]:
    """The first line of a save without the texts, which the store has by themselves."""
    return {name: value for name, value in head.items() if name != "texts"}


def within_bounds(club: Club, connection: Connection, person: Person) -> None:
    """Refuse one game too many."""
    storage.check(club, connection, person.id)
    g, most = schema.games.c, club.limits.games_per_person
    going = connection.execute(
        select(func.count()).where(g.owner == person.id, g.over.is_(False))
    ).scalar_one()
    if going >= most:
        raise Conflict(f"you have begun {going} games that are not over", "finish some first")


def begin(
    club: Club,
    connection: Connection,
    kept: Kept,
    *,
    owner: str | None,
    title: str,
    settings: Mapping[str, Any],
    listed: bool,
    plans: Sequence[SeatPlan],
    person: Person | None = None,
    parent: str | None = None,
    inherited: int = 0,
) -> str:
    """Write a game down, with every line it has so far.

    It is announced like any news: somebody may be asked something. Without other workers it is for
    the caller to say when the transaction stands (`announced`).
    """
    game_id, now, going = new_id(), club.now(), kept.game
    title = " ".join(title.split()) or going.scenario.title
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise Invalid("that cannot be a title", f"{LONGEST_TITLE} letters at most")
    scenario_versions.write_down(connection, kept.edition, now)
    scenario_versions.write_down_named(connection, going, going.history, now)
    rows = kept.rows(game_id, None, now)
    size = sum(size_of(line, *WRITTEN) for line in rows)
    if uploads.is_own(kept.edition.scenario.id):
        size += size_of_texts(kept.edition.sources)
    if owner is not None:
        storage.check(club, connection, owner, size)
    spending.keep(size)
    connection.execute(
        insert(schema.games).values(
            id=game_id, owner=owner, title=title, head=kept.head,
            seed=going.dice.seed, inherited=inherited, commitment=going.commitment,
            settings=dict(settings), listed=listed, parent=parent, created=now,
            length=kept.length, matters=0, link=kept.link, waiting=list(kept.waiting),
            waiting_since=now, turn=going.turn, over=going.over, result=going.result,
            winner=verdict(going)[0], told=kept.told, bytes=size,
        )
    )  # fmt: skip
    connection.execute(insert(schema.lines), rows)
    known = kept.told if kept.length else None  # who brings a game, or branches off, has seen it
    for plan in plans:
        put_seat(club, connection, game_id, plan, person if plan.mine else None, told=known)
    club.database.announce(connection, game_id)
    return game_id


def begin_rematch(club: Club, connection: Connection, row: GameRow, swap: bool) -> str:
    """Another game of the same kind for the same people, on the next side if they swap."""
    kept = _dealt(_again(connection, row))
    sides = kept.game.scenario.sides
    once = ("lesson", "origin")
    settings = {name: value for name, value in row.settings.items() if name not in once}
    game_id = begin(
        club, connection, kept, owner=row.owner, title=row.title, settings=settings,
        listed=False, plans=(),
    )  # fmt: skip
    for old in read_seats(connection, row.id):
        side = old.side
        if swap and old.role == PLAYER and side in sides:
            side = sides[(sides.index(side) + 1) % len(sides)]
        program = old.player if old.kind == PROGRAM else None
        again = replace(old, id=new_id(), game_id=game_id, side=side, seen=0, player=program)
        connection.execute(insert(schema.seats).values(**asdict(again), created=club.now()))
    return game_id


def _again(connection: Connection, row: GameRow) -> Edition:
    """The scenario of a game as the shelf has it today; if it does not, as the game has it."""
    try:
        return scenario_versions.shipped(row.head["scenario"], row.head["options"])
    except (UnknownName, ScenarioError, BoardError, OptionError):
        return scenario_versions.of_game(connection, row.head)


def check_settings(settings: Mapping[str, Any]) -> None:
    """Refuse settings that no game has."""
    for name in settings:
        if name not in SETTINGS:
            raise Invalid(f"there is no setting {name!r}", f"one of {', '.join(SETTINGS)}")
    if settings.get("take_back", "fair") not in TAKE_BACKS:
        raise Invalid("take_back cannot be so", f"one of {', '.join(TAKE_BACKS)}")
    days = settings.get("absence") or ABSENCE
    if type(days) is not int or not 1 <= days <= LONGEST_ABSENCE:
        raise Invalid("absence cannot be so", f"1 to {LONGEST_ABSENCE} days")
    if settings.get("clock") is not None:
        try:
            read_timing(settings["clock"])
        except TimingError as error:
            raise Invalid(str(error)) from None


# ---- what there is


def row(club: Club, game_id: str) -> GameRow:
    """What the store knows of a game."""
    with club.database.reading() as connection:
        return read_row(connection, game_id)


def told(
    club: Club,
    row: GameRow,
    at_table: Sequence[Seat],
    person: Person | None,
    parent: Sequence[Seat] = (),
    *,
    pledged: bool,
) -> dict[str, Any]:
    """What may be known of a game by whoever may know of it; who looks on later than it happens is
    told how it stood then. Whether anybody has `pledged` dice is told of the present, as is who
    sits there.

    Where it branched off another, the way back leads to one's own seat at the `parent`.
    """
    person_id = person.id if person is not None else None
    settings = {name: value for name, value in row.settings.items() if name != "origin"}
    origin = row.settings.get("origin")
    back = [seat.id for seat in parent if person_id and seat.person_id == person_id]
    turn, waiting = _stands(club, row, eyes(row, at_table, person_id))
    return {
        "id": row.id,
        "title": titled(row),
        "system": row.head["system"],
        "scenario": row.head["scenario"],
        "options": row.head["options"],
        "commitment": row.commitment,
        "seed": row.seed if row.over else None,
        "dice": pacts.ALL if pledged else pacts.SERVER,
        "settings": settings,
        "listed": row.listed,
        "parent": row.parent,
        "origin": origin and {**origin, "seat": next(iter(back), None)},
        "created": row.created,
        "leaves": row.leaves,
        "turn": turn,
        "waiting_for": waiting,
        "over": row.over,
        "result": row.result,
        "winner": row.winner,
        "mine": person_id is not None and row.owner == person_id,
        "unseen": _unseen(row, at_table, person_id),
        "seats": [one.to_json(person_id) for one in at_table],
    }


def _stands(club: Club, row: GameRow, behind: Seat | None) -> tuple[int, list[str]]:
    """Which turn it is, and who is asked something; or which it was, and who, for a seat that is
    shown the game later."""
    if behind is None:
        return row.turn, list(row.waiting)
    with seen_from(club, behind) as (kept, _row, _present):
        return kept.game.turn, list(kept.waiting)


def _unseen(row: GameRow, at_table: Sequence[Seat], person_id: str | None) -> int | None:
    """How much a person has been told at this table and not looked at; None where it is not known.

    A delayed seat is not told how much there is before its time.
    """
    told = row.told or {}
    mine = [one for one in at_table if person_id is not None and one.person_id == person_id]
    counts = [
        max(0, told[one.audience] - one.seen)
        for one in mine
        if one.audience is not None and one.audience in told and (row.over or not one.delayed)
    ]
    return max(counts) if counts else None


def game(club: Club, person: Person, game_id: str) -> dict[str, Any]:
    """What a person may know about a game that he sits at, or that is listed."""
    with club.database.reading() as connection:
        found = read_row(connection, game_id)
        at_table = read_seats(connection, game_id)
        parent = read_seats(connection, found.parent) if found.parent else []
        pledged = bool(_pledged(connection, [game_id]))
    sits = any(one.person_id == person.id for one in at_table)
    if not (sits or found.listed or found.owner == person.id):
        raise NotFound("there is no such game")
    return told(club, found, at_table, person, parent, pledged=pledged)


def _pledged(connection: Connection, game_ids: Sequence[str]) -> set[str]:
    """Of these games those whose dice come from secrets of players, too."""
    m = schema.matters.c
    wanted = select(m.game_id).where(m.game_id.in_(game_ids), m.kind == pacts.PLEDGED)
    return set(connection.execute(wanted.distinct()).scalars())


def sources(club: Club, game_id: str) -> dict[str, str] | None:
    """The texts of a game's scenario by name; None if they are those on the shelf."""
    with club.database.reading() as connection:
        return scenario_versions.sources_of(connection, read_row(connection, game_id).head)


def _list(club: Club, wanted: Any, person: Person | None) -> list[dict[str, Any]]:
    with club.database.reading() as connection:
        rows = [row_of(found) for found in connection.execute(wanted).mappings()]
        tables = [(one, read_seats(connection, one.id)) for one in rows]
        pledged = _pledged(connection, [one.id for one in rows])
    return [
        told(club, one, at_table, person, pledged=one.id in pledged) for one, at_table in tables
    ]


def games_of(club: Club, person: Person) -> list[dict[str, Any]]:
    """The games a person sits at or has begun, the newest first."""
    g, s = schema.games.c, schema.seats.c
    sits = select(s.game_id).where(s.person_id == person.id)
    wanted = select(schema.games).where(g.id.in_(sits) | (g.owner == person.id))
    return _list(club, wanted.order_by(g.created.desc(), g.id).limit(1000), person)


def open_games(club: Club, person: Person | None = None) -> list[dict[str, Any]]:
    """The listed games that are not over, the newest first."""
    g = schema.games.c
    wanted = select(schema.games).where(g.listed, g.over.is_(False))
    return _list(club, wanted.order_by(g.created.desc(), g.id).limit(200), person)


# ---- whom a game waits for


def _to_move(club: Club, kind: str) -> list[tuple[Seat, GameRow]]:
    """The seats that are asked something, of people or of programs and deputies."""
    g, s = schema.games.c, schema.seats.c
    sat = s.kind == PERSON if kind == PERSON else s.player.is_not(None)
    with club.database.reading() as connection:
        found = connection.execute(
            select(schema.games)
            .where(
                g.over.is_(False),
                g.id.in_(select(s.game_id).where(sat, s.role == PLAYER)),
            )
            .order_by(g.waiting_since, g.id)
        ).mappings()
        rows = [one for one in map(row_of, found) if one.waiting]
        return [
            (one, row)
            for row in rows
            for one in read_seats(connection, row.id)
            if one.role == PLAYER
            and one.taken
            and one.side in row.waiting
            and (one.kind == PERSON if kind == PERSON else bool(one.player))
        ]


def programs_to_move(club: Club) -> list[Seat]:
    """The seats of programs that are asked something, one a side."""
    first: dict[tuple[str, str | None], Seat] = {}
    for one, _row in _to_move(club, PROGRAM):
        first.setdefault((one.game_id, one.side), one)
    return list(first.values())


def to_decide(club: Club, person: Person) -> list[dict[str, Any]]:
    """The games that wait for a person, each with the seat that is asked, the latest first.

    It says which game waits, and since when; nothing of the position.
    """
    g, s = schema.games.c, schema.seats.c
    wanted = (
        select(g.id, g.title, g.waiting, g.waiting_since, s.id.label("seat_id"), s.side)
        .join(schema.seats, s.game_id == g.id)
        .where(s.person_id == person.id, s.role == PLAYER, g.over.is_(False))
        .order_by(g.waiting_since.desc(), s.id)
    )
    with club.database.reading() as connection:
        found = connection.execute(wanted).all()
    first = {one.id: one for one in reversed(found) if one.side in one.waiting}
    return [
        {"game": one.id, "seat": one.seat_id, "title": one.title, "since": one.waiting_since}
        for one in reversed(first.values())
    ]


def people_to_move(club: Club) -> list[tuple[Seat, GameRow]]:
    """The seats of people who are asked something."""
    return _to_move(club, PERSON)
