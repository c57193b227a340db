"""Branches and files: a new game out of an old one, saves going out and coming in.

Dice are never foretold: a branch, and a save that comes in, roll on with a new secret. And nobody
learns what is hidden from him: the whole record of a game is for those who may know all of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from grognard.engine import editions, release, saves, saving
from grognard.engine.consent import named
from grognard.engine.dice import commitment, seed_from
from grognard.engine.entries import PUBLIC
from grognard.engine.refusal import Refused
from grognard.engine.system import Scenario, settle
from grognard.library import UnknownName, find_system
from grognard.server import games, scenario_versions, uploads
from grognard.server.club import Club
from grognard.server.errors import Conflict, Denied, Forbidden, Invalid, TooLarge
from grognard.server.fairness import Bond
from grognard.server.live_games import Kept, read_row
from grognard.server.manning import AS_IT_WAS, Manning, known_programs, plans_for, programs_at
from grognard.server.offshoots import grown, lines_at, lines_seen, openly, origin_of, title_of
from grognard.server.people import by_id
from grognard.server.replays import find_replay
from grognard.server.scenario_versions import Edition
from grognard.server.seating import bond_of, check_plan, read_seats, seats
from grognard.server.store.records import (
    PERSON,
    PLAYER,
    UMPIRE_ROLE,
    GameRow,
    Person,
    Seat,
    SeatPlan,
)

_NAME = Path("save")


def _knows_all(row: GameRow, at_table: Sequence[Seat], person_id: str | None, found: Bond) -> bool:
    """Whether a person may know the whole record: nobody else's secrets are in it, not even of
    somebody who has got up."""
    if row.revealed:
        return True
    if person_id is None:
        return False
    mine = [one for one in at_table if one.person_id == person_id]
    if any(one.role == UMPIRE_ROLE for one in mine):
        return True
    if found.tied:
        return False
    held = {one.side for one in mine if one.role == PLAYER}
    playing = [one for one in at_table if one.role == PLAYER and one.kind == PERSON]
    others = [one for one in playing if one.person_id != person_id and one.side not in held]
    shared = [one for one in playing if one.person_id not in (None, person_id)]
    return bool(held) and not others and not shared


def _may_know(club: Club, seat: Seat) -> bool:
    """Whether whoever has a seat may know the whole record."""
    with club.database.reading() as connection:
        row = read_row(connection, seat.game_id)
        at_table = read_seats(connection, seat.game_id)
        found = bond_of(connection, seat.game_id)
    return _knows_all(row, at_table, seat.person_id, found)


# ---- branches


def branch(
    club: Club, seat: Seat, moment: int | None = None, wish: Manning = AS_IT_WAS
) -> dict[str, Any]:
    """A new game from a moment of this one: programs go on with their sides, the others are in the
    hands of who wished it, unless he wishes otherwise.

    Where the rules hide nothing any player may; what others keep to themselves beside the rules,
    the answers they left standing, stays with them.
    """
    whole = _may_know(club, seat)
    person = by_id(club, seat.person_id or "")
    if person is None:
        raise Forbidden("a branch is for a person")
    upto = lines_seen(club, seat, moment)
    with club.live.reading(seat.game_id) as (kept, row):
        game = kept.game
        lines = game.history[:upto] if whole else openly(game, seat.side or "", upto)
        if not (whole or (seat.role == PLAYER and game.system.open(game.scenario))):
            raise Forbidden(
                "a branch would show what others keep hidden",
                "ask them to branch together, or wait until the game is over",
            )
    return _branched(club, person, row, grown(kept, lines), wish)


def branch_replay(
    club: Club, person: Person, token: str, moment: int, wish: Manning = AS_IT_WAS
) -> dict[str, Any]:
    """A new game from a moment of a shared game that is over."""
    shared = find_replay(club, token)
    with club.live.reading(shared.game_id) as (kept, row):
        if not row.revealed:
            raise Forbidden("a branch would show what is hidden", "wait until the game is over")
        upto = lines_at(kept.streams[shared.audience].moments, moment)
        lines = list(kept.game.history[:upto])
    return _branched(club, person, row, grown(kept, lines), wish)


def _branched(
    club: Club, person: Person, row: GameRow, kept: Kept, wish: Manning
) -> dict[str, Any]:
    with club.database.reading() as connection:
        programs = programs_at(read_seats(connection, row.id))
    plans = plans_for(wish, kept.game.scenario.sides, programs)
    settings = {"origin": origin_of(row.title, kept)}
    return _begun(club, person, kept, title_of(row), plans, settings, row.id)


def _begun(
    club: Club,
    person: Person,
    kept: Kept,
    title: str,
    plans: Sequence[SeatPlan],
    settings: dict[str, Any],
    parent: str | None,
) -> dict[str, Any]:
    for plan in plans:
        check_plan(plan, kept.game.system.name, kept.game.scenario.sides)
    with club.database.writing() as connection:
        games.within_bounds(club, connection, person)
        game_id = games.begin(
            club, connection, kept, owner=person.id, title=title, settings=settings, listed=False,
            plans=plans, person=person, parent=parent, inherited=kept.game.inherited,
        )  # fmt: skip
    club.database.announced(game_id)
    return games.game(club, person, game_id)


# ---- files


def export(club: Club, seat: Seat) -> str:
    """The game as a save. The secret goes with it once the game is over."""
    if not _may_know(club, seat):
        raise Forbidden(
            "the whole record would show what others keep hidden", "wait until the game is over"
        )
    programs = programs_at(seats(club, seat.game_id))
    with club.live.reading(seat.game_id) as (kept, row):
        return saving.text_of(kept.game, secret=row.over, players=programs)


def file_name(club: Club, seat: Seat) -> str:
    """What the file of a game is called: scenario, turn, side, and whether it is a branch."""
    with club.live.reading(seat.game_id) as (_kept, row):
        scenario = row.head["scenario"].rpartition("/")[2]
        parts = [scenario, f"turn-{row.turn}", seat.side or seat.role]
        name = "-".join(parts + (["what-if"] if row.parent else []))
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + ".grog"


def record(club: Club, game_id: str) -> str:
    """The whole game as a save, secret included: never for a client."""
    with club.live.reading(game_id) as (kept, _row):
        return saving.text_of(kept.game, secret=True)


def check_size(club: Club, raw: bytes) -> None:
    """Refuse what is longer than any save."""
    limits = club.limits
    if len(raw) > limits.upload_bytes:
        raise TooLarge(f"a save has {limits.upload_bytes} bytes at most, this has {len(raw)}")
    if raw.count(b"\n") > limits.upload_lines:
        raise TooLarge(f"a save has {limits.upload_lines} lines at most")


def import_save(
    club: Club,
    person: Person,
    raw: bytes,
    title: str = "",
    wish: Manning = AS_IT_WAS,
    come: Callable[[int], None] = lambda line: None,
) -> dict[str, Any]:
    """A game out of a save; every line is checked, and an error says which is wrong.

    The chain of all lines is checked before any is played; `come` is told how far that has come.
    """
    check_size(club, raw)
    _not_too_deep(raw, club.limits.json_depth)
    try:
        kept, programs = _replayed(club, raw, come)
    except (saves.SaveError, UnknownName) as error:
        raise Invalid(str(error), "a save as Grognard writes it") from None
    if not kept.game.over or kept.game.dice.seed is None:
        secret = seed_from(None)
        kept.rekey(secret, commitment(secret))
        kept.game.inherited = kept.length
    plans = plans_for(wish, kept.game.scenario.sides, programs)
    return _begun(club, person, kept, title, plans, {"origin": origin_of("", kept)}, None)


def _not_too_deep(raw: bytes, most: int) -> None:
    """Refuse what is nested deeper than any save, before anybody tries to read it."""
    for number, line in enumerate(raw.split(b"\n"), 1):
        if line.count(b"[") + line.count(b"{") <= most:
            continue
        depth, in_text, escaped = 0, False, False
        for sign in line:
            if in_text:
                if escaped:
                    escaped = False
                elif sign == 0x5C:
                    escaped = True
                elif sign == 0x22:
                    in_text = False
            elif sign == 0x22:
                in_text = True
            elif sign in b"[{":
                depth += 1
                if depth > most:
                    raise Invalid(f"save:{number}: nested too deeply", f"{most} levels at most")
            elif sign in b"]}":
                depth -= 1


def _replayed(club: Club, raw: bytes, come: Callable[[int], None]) -> tuple[Kept, dict[str, str]]:
    """A save, played again line by line, and the programs that have played it."""
    lines = saves.read_lines(_NAME, raw)
    first = next(lines, None)
    if first is None:
        raise saves.SaveError(_NAME, 1, "the file is empty")
    head = saves.read_header(_NAME, first)
    seed = head.get("seed")
    promise = head.get("commitment")
    try:
        promised = seed is None or commitment(seed) == promise
    except (TypeError, ValueError):
        promised = False
    if not promised or not isinstance(promise, str) or len(promise) != 64:
        raise saves.SaveError(_NAME, 1, "the seed is not the one that was committed to")
    chained = list(lines)
    try:
        inherited, texts = head.pop("inherited", 0), head.pop("texts", None)
        programs = known_programs(head.pop("players", None), head["system"])
        edition = _edition(club, head, texts)
        head |= {"scenario": edition.scenario.id, "scenario_hash": edition.scenario.fingerprint}
        kept = Kept({**head, "version": saving.VERSION, "seed": None}, seed, promise, edition)
    except Denied as error:
        raise saves.SaveError(_NAME, 1, error.text) from None
    except (ValueError, TypeError) as error:
        raise saves.SaveError(_NAME, 1, f"this scenario cannot be set up: {error}") from None
    version = head["version"]
    for line in chained:
        _learn(club, kept, line)
        _play(kept, line, version)
        come(line.number)
    _go_on(kept)
    if not kept.length:
        raise saves.SaveError(_NAME, 1, "nothing has happened in this game, not even its beginning")
    if inherited > kept.length:
        text = f"{inherited} lines cannot be inherited where there are {kept.length}"
        raise saves.SaveError(_NAME, 1, text)
    kept.game.inherited = inherited
    return kept, programs


def _edition(club: Club, head: dict[str, Any], texts: str | None) -> Edition:
    """What a save is played on: as the shelf or the store has it, or as it brings it along."""
    system = find_system(head["system"])
    ours = head.get("rules") == release.rules_of(system.name)
    chosen = settle(system.options, head["options"]) if ours else head["options"]
    try:
        with club.database.reading() as connection:
            found = scenario_versions.of_game(connection, head)
    except scenario_versions.LOST:
        if texts is not None:
            return uploads.brought(club, head, editions.unfold(texts))
        earlier = scenario_versions.earlier(head)
        if earlier is None:
            raise
        return earlier
    if ours and found.scenario.options != chosen:
        raise scenario_versions.other(head["scenario"])
    return found


def _learn(club: Club, kept: Kept, saved: saves.SavedLine) -> None:
    """Know the mended scenario that a line names: as the shelf or the store has it, or as the save
    brings it along, if the rules of today can tell that it is just that one."""
    line = saves.read_entry(_NAME, saved, kept.length)
    to, texts = named(line.action), saves.read_texts(_NAME, saved)
    if to is None or kept.game.mends.edition(to) is not None:
        return
    try:
        with club.database.reading() as connection:
            kept.learn(connection, line.action)
    except scenario_versions.LOST:
        if texts is None or not kept.following.strict:
            raise saves.SaveError(
                _NAME, saved.number, "the mended scenario that this line names is not known here"
            ) from None
        kept.game.mends.keep(_brought(club, kept, saved, to, texts))


def _brought(
    club: Club, kept: Kept, saved: saves.SavedLine, to: str, texts: dict[str, str]
) -> Scenario:
    """A mended scenario that a save brings along, tried out as an upload is."""
    head = {**kept.head, "scenario_hash": to, "rules": kept.game.rules}
    try:
        found = uploads.brought(club, head, texts).scenario
    except Denied as error:
        raise saves.SaveError(_NAME, saved.number, error.text) from None
    except (ValueError, TypeError) as error:
        text = f"this scenario cannot be set up: {error}"
        raise saves.SaveError(_NAME, saved.number, text) from None
    mended: Scenario = replace(found, id=kept.edition.scenario.id, fingerprint=to)
    return mended


def _go_on(kept: Kept) -> None:
    """Let a game that was begun elsewhere go on here, and see that it can be looked at."""
    game = kept.game
    try:
        kept.following.end()
        for player in (None, PUBLIC, *game.scenario.sides):
            game.view(player)
        for decision in game.decisions:
            next(iter(game.legal(decision.player)), None)
    except Exception as error:  # a stranger's file may hold anything
        reason = f"{type(error).__name__}: {error}"
        text = f"the game cannot go on from here: {reason}"
        raise saves.SaveError(_NAME, kept.length + 1, text) from None


def _play(kept: Kept, saved: saves.SavedLine, version: int) -> None:
    """Play one line of a stranger's file; whatever is wrong with it, the error says where."""
    where, line = saved.number, saves.read_entry(_NAME, saved, kept.length)
    try:
        kept.replay(line, saves.read_wake(_NAME, saved, version))
    except Refused as refused:
        raise saves.SaveError(_NAME, where, f"this action is refused: {refused}") from None
    except Conflict as error:
        raise saves.SaveError(_NAME, where, error.text) from None
    except Exception as error:  # a stranger's file may hold anything
        reason = f"{type(error).__name__}: {error}"
        raise saves.SaveError(_NAME, where, f"this line cannot be played: {reason}") from None
    state = saved.data.get("state")
    strict = kept.following.strict
    if state is not None and strict and state != kept.game.state.fingerprint():
        raise saves.SaveError(_NAME, where, "the game does not come out as it was saved")
