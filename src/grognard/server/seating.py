"""Seating: the seats at a table, who may sit there, who comes and who goes.

Seats are not sides: several people may play one, one person may play all, programs may sit
anywhere, and others look on. Whoever began a game looks after its seats, and so does its umpire.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from grognard.engine.entries import PUBLIC
from grognard.library import UnknownName
from grognard.players.registry import check_listed
from grognard.server import scenario_versions
from grognard.server.club import Club
from grognard.server.delays import seen_from
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound
from grognard.server.fairness import Bond, bond, bond_at, may_empty, may_fill, may_open
from grognard.server.ids import an_id, hashed, new_id
from grognard.server.live_games import Hold, read_matters, read_row
from grognard.server.names import own, plain_name
from grognard.server.people import by_id
from grognard.server.store import schema
from grognard.server.store.records import (
    PERSON,
    PLAYER,
    PROGRAM,
    ROLES,
    SPECTATOR,
    UMPIRE_ROLE,
    GameRow,
    Person,
    Seat,
    SeatPlan,
)
from grognard.server.stream import Matter
from grognard.server.titles import titled

MOST_SEATS, LONGEST_DELAY = 100, 10_000
GUEST_NAME = "a guest"
JOINED = "_invite"
"""By which invitation for many somebody has come, in what is noted of his coming."""
_SEAT = [column for column in schema.seats.c if column.name != "created"]


def read_seats(connection: Connection, game_id: str) -> list[Seat]:
    """The seats of a game, in the order they were put there."""
    s = schema.seats.c
    found = connection.execute(
        select(*_SEAT).where(s.game_id == game_id).order_by(s.created, s.side, s.id)
    ).mappings()
    return [Seat(**seat) for seat in found]


def read_seat(connection: Connection, seat_id: str) -> Seat:
    """A seat by its id."""
    if not an_id(seat_id):
        raise NotFound("there is no such seat")
    found = connection.execute(
        select(*_SEAT).where(schema.seats.c.id == seat_id)
    ).mappings().first()  # fmt: skip
    if found is None:
        raise NotFound("there is no such seat")
    return Seat(**found)


def seats(club: Club, game_id: str) -> list[Seat]:
    """All seats of a game."""
    with club.database.reading() as connection:
        return read_seats(connection, game_id)


def seat(club: Club, person: Person, seat_id: str) -> Seat:
    """A seat, if it is the person's; another's looks like none."""
    with club.database.reading() as connection:
        found = read_seat(connection, seat_id)
    if found.person_id != person.id:
        raise NotFound("there is no such seat")
    return found


def check_plan(plan: SeatPlan, system: str, sides: Sequence[str]) -> None:
    """Refuse a seat that cannot be in a game of a system."""
    if plan.role not in ROLES:
        raise Invalid(f"there is no role {plan.role!r}", f"one of {', '.join(ROLES)}")
    if plan.kind not in (PERSON, PROGRAM):
        raise Invalid(f"a seat is not for {plan.kind!r}", f"{PERSON} or {PROGRAM}")
    if plan.role == UMPIRE_ROLE and (plan.side is not None or plan.kind == PROGRAM):
        raise Invalid("an umpire is a person, and has no side")
    needs_side = plan.role == PLAYER or plan.side is not None
    if needs_side and plan.role != UMPIRE_ROLE and plan.side not in sides:
        raise Invalid(f"{plan.side!r} is no side here", f"one of {', '.join(sides)}")
    if plan.kind == PROGRAM:
        if plan.role != PLAYER or plan.mine:
            raise Invalid("a program plays, on a seat of its own")
        try:
            check_listed(plan.player or "", system)
        except UnknownName as error:
            raise Invalid(str(error)) from None
    delays = (plan.delay_lines, plan.delay_turns)
    if any(not 0 <= delay <= LONGEST_DELAY for delay in delays):
        raise Invalid("that is no delay", f"0 to {LONGEST_DELAY}")
    if any(delays) and plan.role != SPECTATOR:
        raise Invalid("only spectators are shown a game with a delay")
    if plan.name:
        plain_name(plan.name)


def put_seat(
    club: Club,
    connection: Connection,
    game_id: str,
    plan: SeatPlan,
    person: Person | None,
    name: str = "",
    told: Mapping[str, int] | None = None,
) -> Seat:
    """Put a seat at a table, for a person or empty; of what was `told` there he knows all."""
    called = name or plan.name or _called(person) or plan.player or ""
    seat = Seat(
        new_id(), game_id, plan.role, plan.side, plan.kind,
        plan.player if plan.kind == PROGRAM else None,
        person.id if person is not None else None, called, plan.delay_lines, plan.delay_turns,
    )  # fmt: skip
    if person is not None:
        seat = replace(seat, guest=person.guest)
    if person is not None and told:
        seat = replace(seat, seen=told.get(seat.audience or "", 0))
    count = select(func.count()).where(schema.seats.c.game_id == game_id)
    if connection.execute(count).scalar_one() >= MOST_SEATS:
        raise Conflict(f"there are {MOST_SEATS} seats at this table already")
    connection.execute(insert(schema.seats).values(**asdict(seat), created=club.now()))
    return seat


def _called(person: Person | None) -> str:
    return "" if person is None else person.name or GUEST_NAME


def spoken_by(seat: Seat) -> dict[str, Any]:
    """Who has done something, for the table: what he is called, and whether he is a guest."""
    return {"name": seat.name, **({"guest": True} if seat.guest else {})}


# ---- who comes and goes


def _manager(connection: Connection, person: Person, game_id: str) -> tuple[GameRow, list[Seat]]:
    """A game whose seats the person looks after."""
    found, at_table = read_row(connection, game_id), read_seats(connection, game_id)
    mine = [one for one in at_table if one.person_id == person.id]
    if not (mine or found.owner == person.id or found.listed):
        raise NotFound("there is no such game")
    if found.owner != person.id and not any(one.role == UMPIRE_ROLE for one in mine):
        raise Forbidden("whoever began the game looks after its seats, or its umpire")
    return found, at_table


def add_seat(club: Club, person: Person, game_id: str, plan: SeatPlan) -> Seat:
    """Put another seat at the table. Nobody makes himself umpire of a game that others play."""
    with club.live.writing(game_id, club.now()) as hold:
        _found, at_table = _manager(hold.connection, person, game_id)
        check_plan(plan, hold.kept.game.system.name, hold.kept.game.scenario.sides)
        if plan.name:
            own(club, hold.connection, person.id, plan.name)
        if plan.kind == PERSON:
            may_open(bond_at(hold, at_table), plan.role, plan.side, person.id)
        if plan.mine:
            may_sit(plan.role, plan.side, at_table, person, hold.kept.matters, lesson_at(hold))
        added = put_seat(club, hold.connection, game_id, plan, person if plan.mine else None)
        hold.matter("seat", added.id, added.side, role=added.role, name=added.name)
    return added


def bond_of(connection: Connection, game_id: str) -> Bond:
    """Who has played which side of a game."""
    row = read_row(connection, game_id)
    return bond(row, read_seats(connection, game_id), read_matters(connection, row))


def lesson_at(hold: Hold) -> bool:
    """Whether a table is one at which somebody takes a lesson."""
    return bool(hold.row.settings.get("lesson"))


def may_sit(
    role: str,
    side: str | None,
    at_table: Sequence[Seat],
    person: Person,
    past: Sequence[Matter] = (),
    lesson: bool = False,
) -> None:
    """Keep a game fair: where people play each other, none of them sees more than his own side.

    Nor sits anybody down to play who has got up, by what is `past`, from where he saw another.
    Looking on without a side shows nobody more than his side does. The dice of a `lesson` are known
    beforehand, so nobody plays there against another person.
    """
    audience = None if role == UMPIRE_ROLE else side or PUBLIC
    sees: dict[str, set[str | None]] = {person.id: {audience} - {PUBLIC}}
    playing = {person.id} if role == PLAYER else set()
    for one in at_table:
        if one.person_id is not None:
            sees.setdefault(one.person_id, set()).update({one.audience} - {PUBLIC})
            if one.role == PLAYER:
                playing.add(one.person_id)
    if len(playing) < 2:
        return
    if lesson:
        raise Forbidden("this is a lesson, whose dice are known", "another game for the two of you")
    if person.id in playing and len(sees[person.id]) > 1:
        raise Forbidden(
            "you have another seat in this game, and would see more than one side of it",
            "get up there first",
        )
    if role == PLAYER and _left(past, person) - {side}:
        raise Forbidden(
            "you have seen another side of this game, which others play", "look on, or begin anew"
        )
    if any(len(sees[other]) > 1 for other in playing):
        raise Forbidden(
            "somebody who plays here sees more than one side of this game",
            "let him get up from all his seats but one first",
        )


def _left(past: Sequence[Matter], person: Person) -> set[str | None]:
    """The audiences whose seats a person has got up from since the first action."""
    found = {
        None if one.data["role"] == UMPIRE_ROLE else one.side or PUBLIC
        for one in past
        if one.data.get("_person") == person.id and "role" in one.data and one.n > 1
    }
    return found - {PUBLIC}


def invite(club: Club, person: Person, seat_id: str) -> str:
    """An invitation to one empty seat; an older one for it no longer counts."""
    with club.database.writing() as connection:
        wanted = read_seat(connection, seat_id)
        if person.id not in bond_of(connection, wanted.game_id).of(wanted.side):
            _manager(connection, person, wanted.game_id)
        if wanted.taken:
            raise Conflict("somebody sits there", "an empty seat")
        connection.execute(delete(schema.invites).where(schema.invites.c.seat_id == seat_id))
        return _invitation(club, connection, person.id, wanted.game_id, seat_id, {})


def invite_many(club: Club, person: Person, game_id: str, plan: SeatPlan) -> str:
    """An invitation that gives everybody a seat of his own: spectators, or a side."""
    with club.database.writing() as connection:
        found, _at_table = _manager(connection, person, game_id)
        edition = scenario_versions.of_game(connection, found.head)
        check_plan(plan, edition.system.name, edition.scenario.sides)
        if plan.name:
            own(club, connection, None, plan.name)
        if plan.role == UMPIRE_ROLE or plan.kind == PROGRAM:
            raise Invalid("one invites many to play or to look on")
        may_open(bond_of(connection, game_id), plan.role, plan.side, person.id)
        return put_invitation(club, connection, person.id, game_id, plan, new_id())


def put_invitation(
    club: Club,
    connection: Connection,
    by: str | None,
    game_id: str,
    plan: SeatPlan,
    token: str,
) -> str:
    """An invitation that gives everybody who has it a seat like this."""
    return _invitation(club, connection, by, game_id, None, asdict(plan), token)


def _invitation(
    club: Club,
    connection: Connection,
    by: str | None,
    game_id: str,
    seat_id: str | None,
    plan: dict[str, Any],
    token: str = "",
) -> str:
    token = token or new_id()
    connection.execute(
        insert(schema.invites).values(
            hash=hashed(token), game_id=game_id, seat_id=seat_id, plan=plan, by=by,
            created=club.now(),
        )
    )  # fmt: skip
    return token


def invitation(club: Club, invite: str) -> dict[str, Any]:
    """What an invitation is for, for whoever has it."""
    i = schema.invites.c
    wanted = select(i.game_id, i.seat_id, i.plan, i.by).where(i.hash == hashed(invite))
    with club.database.reading() as connection:
        found = connection.execute(wanted).first()
        if found is None:
            raise NotFound("this invitation is not good any more", "ask for another")
        row = read_row(connection, found.game_id)
        at_table = read_seats(connection, found.game_id)
    seat = next((one for one in at_table if one.id == found.seat_id), None)
    plan = SeatPlan(**found.plan) if found.seat_id is None else SeatPlan()
    late = seat or Seat(
        "", row.id, plan.role, plan.side, plan.kind, None, None, "", plan.delay_lines,
        plan.delay_turns,
    )  # fmt: skip
    with seen_from(club, late) as (kept, _row, _present):
        turn = kept.game.turn
    host = by_id(club, found.by)
    named = [one.name for one in at_table if one.person_id == found.by and one.name]
    return {
        "title": titled(row),
        "system": row.head["system"],
        "scenario": row.head["scenario"],
        "role": seat.role if seat else found.plan["role"],
        "side": seat.side if seat else found.plan["side"],
        "by": next(iter(named), host.name if host else None),
        "guest": host is None or host.guest,
        "turn": turn,
        "over": row.over,
    }


def join(club: Club, person: Person, invite: str, name: str = "") -> Seat:
    """Take the seat an invitation is for. Who has followed it already sits there."""
    i = schema.invites.c
    wanted = select(i.game_id, i.seat_id, i.plan, i.by).where(i.hash == hashed(invite))
    with club.database.reading() as connection:
        found = connection.execute(wanted).first()
    if found is None:
        raise NotFound("this invitation is not good any more", "ask for another")
    with club.live.writing(found.game_id, club.now()) as hold:
        connection = hold.connection
        called = own(club, connection, person.id, name) if name else ""
        if connection.execute(wanted).first() is None:
            raise NotFound("this invitation is not good any more", "ask for another")
        at_table = read_seats(connection, found.game_id)
        if found.seat_id is None:
            plan = SeatPlan(**found.plan)
            alike = [s for s in at_table if (s.role, s.side) == (plan.role, plan.side)]
            for mine in alike:
                if mine.person_id == person.id:
                    return mine
            may_fill(bond_at(hold, at_table), plan.role, plan.side, person, found.by)
            may_sit(plan.role, plan.side, at_table, person, hold.kept.matters, lesson_at(hold))
            seated = put_seat(club, connection, found.game_id, plan, person, called)
        else:
            seated = _sit(hold, at_table, found.seat_id, person, called, found.by)
        many = {} if found.seat_id else {JOINED: hashed(invite)}
        hold.matter("joined", seated.id, seated.side, role=seated.role, **spoken_by(seated), **many)
    return seated


def _sit(
    hold: Hold,
    at_table: Sequence[Seat],
    seat_id: str,
    person: Person,
    name: str,
    by: str | None = None,
) -> Seat:
    """Sit down on an empty seat, by somebody's invitation or without."""
    connection = hold.connection
    wanted = next((one for one in at_table if one.id == seat_id), None)
    if wanted is None or wanted.taken:
        raise Conflict("somebody sits there already", "another seat")
    may_fill(bond_at(hold, at_table), wanted.role, wanted.side, person, by)
    may_sit(wanted.role, wanted.side, at_table, person, hold.kept.matters, lesson_at(hold))
    called = name or wanted.name or _called(person)
    seated = replace(wanted, person_id=person.id, name=called, guest=person.guest)
    connection.execute(
        update(schema.seats)
        .where(schema.seats.c.id == seat_id)
        .values(person_id=person.id, name=seated.name, guest=seated.guest)
    )
    connection.execute(delete(schema.invites).where(schema.invites.c.seat_id == seat_id))
    return seated


def take(club: Club, person: Person, seat_id: str, name: str = "") -> Seat:
    """Sit down at a listed game, or at one's own."""
    with club.database.reading() as connection:
        wanted = read_seat(connection, seat_id)
        found = read_row(connection, wanted.game_id)
    if not found.listed and found.owner != person.id:
        raise NotFound("there is no such seat")
    if wanted.role == UMPIRE_ROLE and found.owner != person.id:
        raise Forbidden("the umpire is invited", "a player's seat")
    with club.live.writing(wanted.game_id, club.now()) as hold:
        at_table = read_seats(hold.connection, wanted.game_id)
        called = own(club, hold.connection, person.id, name) if name else ""
        seated = _sit(hold, at_table, seat_id, person, called)
        hold.matter("joined", seated.id, seated.side, role=seated.role, **spoken_by(seated))
    return seated


def leave(club: Club, person: Person, seat_id: str) -> None:
    """Get up from one's own seat."""
    _empty(club, seat(club, person, seat_id), "left")


def kick(club: Club, person: Person, seat_id: str) -> None:
    """Empty somebody's seat, or send a program away."""
    with club.database.reading() as connection:
        wanted = read_seat(connection, seat_id)
        _manager(connection, person, wanted.game_id)
    if not wanted.taken:
        raise Conflict("nobody sits there")
    _empty(club, wanted, "removed", others=wanted.person_id != person.id)


def _empty(club: Club, seat: Seat, kind: str, others: bool = False) -> None:
    s = schema.seats.c
    with club.live.writing(seat.game_id, club.now()) as hold:
        if others:
            may_empty(hold, read_seats(hold.connection, seat.game_id), seat, club.now())
        if seat.role == SPECTATOR:
            hold.connection.execute(delete(schema.seats).where(s.id == seat.id))
        else:
            hold.connection.execute(
                update(schema.seats)
                .where(s.id == seat.id)
                .values(person_id=None, kind=PERSON, player=None, name="", seen=0, guest=False)
            )
        hold.matter(
            kind, seat.id, seat.side, role=seat.role, _person=seat.person_id, **spoken_by(seat)
        )


def seat_program(club: Club, person: Person, seat_id: str, player: str) -> Seat:
    """Let a program take a seat that is one's own or empty; for its holder, owner or umpire."""
    with club.database.reading() as connection:
        wanted = read_seat(connection, seat_id)
        if wanted.person_id != person.id:
            _manager(connection, person, wanted.game_id)
            if wanted.taken and wanted.kind == PERSON:
                raise Conflict("somebody sits there", "an empty seat, or your own")
    plan = SeatPlan(wanted.role, wanted.side, PROGRAM, player)
    with club.live.writing(wanted.game_id, club.now()) as hold:
        check_plan(plan, hold.kept.game.system.name, hold.kept.game.scenario.sides)
        if read_seat(hold.connection, seat_id) != wanted:
            raise Conflict("somebody has sat down there meanwhile")
        seated = replace(
            wanted, kind=PROGRAM, player=player, person_id=None, name=player, seen=0, guest=False
        )
        hold.connection.execute(
            update(schema.seats).where(schema.seats.c.id == seat_id).values(**asdict(seated))
        )
        hold.connection.execute(delete(schema.invites).where(schema.invites.c.seat_id == seat_id))
        hold.matter(
            "program", seat_id, wanted.side, role=wanted.role, name=player,
            _person=wanted.person_id,
        )  # fmt: skip
    return seated
