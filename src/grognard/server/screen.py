"""The screen: the table as a seat sees it, and everything that can be asked of it with a click.

Hexes and boxes are named by their labels, counters by their ids; an action goes back to the server
as it came. A screen that knows these forms can show any system.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard import library
from grognard.board.board import Board
from grognard.engine import standing
from grognard.engine.entries import UMPIRE, undo_target
from grognard.engine.refusal import Refused
from grognard.server import deputies
from grognard.server.club import Club
from grognard.server.errors import Forbidden, Invalid, NotFound
from grognard.server.overtures import OpenOverture, open_overtures
from grognard.server.queries import acting, real_id
from grognard.server.refusals import in_words, not_too_late
from grognard.server.replays import find_replay
from grognard.server.scenes import Scene, read_out, scene, shared_scene, told
from grognard.server.store.records import PLAYER, Seat
from grognard.table import choosing, composing, menus, weighing
from grognard.table import company as companies
from grognard.table.cards import (
    ActionCard,
    Asked,
    CounterCard,
    Headline,
    Labels,
    Mark,
    OffMap,
    OrderCard,
    OverlayCard,
    Owed,
    SideCard,
    SideMark,
    StackCard,
    Sums,
)
from grognard.table.composing import Step
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.table.tongues import SPOKEN, tongue, translated
from grognard.table.wording import spoken, spoken_data
from grognard.table.writing import Card, plain


@dataclass(frozen=True, slots=True)
class TableTop(Card):
    """The whole table as a seat sees it."""

    moment: int
    seq: int
    seen: int
    last: int
    """The newest moment there is; less than that is the past."""
    mark: str
    """What a page says to be told only what has changed since; none of the past."""
    system: str
    edition: str
    """Which edition of its scenario the game was set in at that moment."""
    over: bool
    result: str | None
    winner: str | None
    waiting_for: Labels
    may_undo: bool
    headline: Headline
    sides: tuple[SideCard, ...]
    asked: tuple[Asked, ...]
    asides: tuple[ActionCard, ...]
    """What may be done by a seat that is not asked."""
    owed: tuple[Owed, ...]
    counters: tuple[CounterCard, ...]
    stacks: tuple[StackCard, ...]
    marks: tuple[Mark, ...]
    side_marks: tuple[SideMark, ...]
    off_map: tuple[OffMap, ...]
    front: Labels
    """The hexes to look at first."""
    score: Sums
    overlays: tuple[OverlayCard, ...]
    budgeted: bool
    """Whether there is a budget to look at."""
    tracked: bool
    """Whether that is a list of points and tracks."""
    boxed: bool
    """Whether there are boxes beside the map, with compartments for counters."""
    die: int
    """How many sides the dice of the game have."""
    offers: tuple[OpenOverture, ...]
    standing: Mapping[str, str]
    policies: Mapping[str, Sequence[str]]
    deputies: Labels
    """Who could give orders for the seat."""
    deputy: str
    """Who does."""


@dataclass(frozen=True, slots=True)
class OrderCards(Card):
    """Everything that could be meant, the likeliest first."""

    proposals: tuple[OrderCard, ...]


@dataclass(frozen=True, slots=True)
class ActionCards(Card):
    """Open actions."""

    choices: tuple[ActionCard, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class HexNote(Card):
    """A hex looked at closely."""

    hex: str
    ground: str
    places: Labels
    sides: Labels
    """Water, roads and rail, side by side."""
    notes: Labels


@dataclass(frozen=True, slots=True)
class PieceNote(Card):
    """A counter looked at closely: what it is worth now, with reasons."""

    id: str
    sums: Sums
    notes: Labels


# ---- the board


def board(club: Club, seat: Seat, edition: str | None = None) -> tuple[Board, Tabletop]:
    """The board that a seat's game is played on, and the system's words for it.

    With an edition, the board as that edition of the scenario has it.
    """
    return _board(club, seat.game_id, edition)


def shared_board(club: Club, token: str, edition: str | None = None) -> tuple[Board, Tabletop]:
    """The board of a shared game."""
    return _board(club, find_replay(club, token).game_id, edition)


def _board(club: Club, game_id: str, edition: str | None) -> tuple[Board, Tabletop]:
    with club.live.reading(game_id) as (kept, _row):
        game = kept.game
        found = game.scenario if edition is None else game.mends.edition(edition)
        if found is None:
            raise NotFound("there is no such edition of this game's scenario")
        return found.board, library.tabletop(game)


# ---- the table


def table(club: Club, seat: Seat, moment: int | None = None) -> dict[str, Any]:
    """The whole table as a seat sees it, or saw it at a moment."""
    with scene(club, seat, moment) as found:
        return _table(found, seat)


def shared_table(club: Club, token: str, moment: int | None = None) -> dict[str, Any]:
    """The whole table of a shared game at a moment."""
    with shared_scene(club, token, moment) as found:
        return _table(found)


def _table(found: Scene, seat: Seat | None = None) -> dict[str, Any]:
    return read_table(found.game, found.tabletop, laid(found, seat))


def read_table(game: AnyGame, words: Tabletop, table: TableTop) -> dict[str, Any]:
    """A table as a person reads it: its questions and scores with names in them, all of it in the
    language in which he asks."""
    top = plain(table)
    for part in ("asked", "asides", "owed", "score"):
        top[part] = spoken_data(game, words, top[part])
    read: dict[str, Any] = translated(game.system.phrases, top)
    head = read["headline"]
    head["scenario"] = translated(game.system.phrases, head["scenario"], "title")
    for counter in read["counters"]:  # a name stays what it is, but for what is added to it
        counter["name"] = translated(game.system.phrases, counter["name"], "label")
    for asked in read["asked"]:
        if asked["phase"]:  # it is named as its phase is; other names are those of answers
            asked["name"] = translated(game.system.phrases, asked["name"], "phase")
    return read


def laid(found: Scene, seat: Seat | None = None) -> TableTop:
    """The table of a seat, or of nobody's, before counters and sides in questions and scores are
    called by their names."""
    game, audience, words, row = found.game, found.audience, found.tabletop, found.row
    seen = words.screened(game, audience)
    over = game.over or found.ended
    going = found.present and not over
    result = row.result if found.ended else game.result
    return TableTop(
        moment=found.stream.moment,
        seq=found.stream.seq,
        seen=0 if seat is None else seat.seen,
        last=found.last,
        mark="",
        system=game.system.name,
        edition=game.scenario.fingerprint,
        over=over,
        result=spoken(game, words, result) if over and result else None,
        winner=row.winner if over else None,
        waiting_for=() if over else tuple(sorted({d.player for d in game.decisions})),
        may_undo=seat is not None and _may_undo(found, seat),
        headline=words.standing(game),
        sides=tuple(words.sides(game, audience)),
        asked=() if over else _asked(found),
        asides=_asides(found) if going else (),
        owed=tuple(words.owed(game, audience)) if going else (),
        counters=tuple(words.counters(seen, audience)),
        stacks=tuple(words.stacks(seen, audience)),
        marks=tuple(words.marks(seen, audience)),
        side_marks=tuple(words.side_marks(seen, audience)),
        off_map=tuple(words.off_map(seen, audience)),
        front=tuple(game.board.label(h) for h in words.front(seen, audience)),
        score=tuple(words.victory(seen)),
        overlays=tuple(words.overlays(game, audience)),
        budgeted=words.budgets,
        tracked=words.tracks,
        boxed=bool(words.displays(seen, audience)),
        die=words.die,
        offers=_overtures(found) if found.present else (),
        standing=standing.view(game, audience).get(audience or "", {}),
        policies=game.system.standing_policies,
        deputies=deputies.on_offer(row, game.system.name) if going and _plays(seat) else (),
        deputy=deputies.at_work(found.kept, seat) if going and seat is not None else "",
    )


def _plays(seat: Seat | None) -> bool:
    return seat is not None and seat.role == PLAYER and seat.side is not None


def _overtures(found: Scene) -> tuple[OpenOverture, ...]:
    return tuple(overture.shown(found.stream) for overture in open_overtures(found.kept))


def _asked(found: Scene) -> tuple[Asked, ...]:
    """The questions open for the audience; in the past, as they stood then."""
    game = found.game
    mine = [decision for decision in game.decisions if decision.player == found.audience]
    return tuple(
        choosing.asked(game, found.tabletop, decision, f"{found.stream.moment}.{i}")
        for i, decision in enumerate(mine)
    )


def _asides(found: Scene) -> tuple[ActionCard, ...]:
    """What the audience may do though it is not asked; who is asked finds it among his orders."""
    game, side = found.game, found.audience
    if side is None or game.decision(side) is not None:
        return ()
    return tuple(
        choosing.worded(game, found.tabletop, side, action)
        for deed in game.asides(side)
        for action in deed.legal(game, side)
    )


def _may_undo(found: Scene, seat: Seat) -> bool:
    """Whether the seat could take back its side's last action without asking."""
    settled = found.row.settings.get("take_back", "fair")
    if not found.present or found.row.over or settled not in ("fair", "free"):
        return False
    try:
        by = acting(seat)
        undo_target(found.game.entries, None if by == UMPIRE else by, found.game.floor)
    except (Refused, Forbidden):
        return False
    return True


# ---- asking about the table


@contextlib.contextmanager
def _playing(club: Club, seat: Seat) -> Iterator[tuple[AnyGame, Tabletop, str]]:
    """The present game, for a seat that plays a side."""
    by = acting(seat)
    if by == UMPIRE:
        raise Forbidden("the umpire plays no side, and gives no orders", "a player's seat")
    with club.live.reading(seat.game_id) as (kept, row):
        not_too_late(kept.game, row)
        yield kept.game, library.tabletop(kept.game), by


def _known(game: AnyGame, table: Tabletop, player: str, pieces: Sequence[str]) -> list[str]:
    """Counters of one's own by their ids, or a plain word that they are none."""
    own = table.own(game, player)
    wrong = [piece for piece in pieces if piece not in own]
    if wrong:
        raise Invalid(f"{wrong[0][:80]!a} is no counter of yours", "ids from the table")
    return list(dict.fromkeys(pieces))


def _hexes(game: AnyGame, labels: Sequence[str]) -> list[int]:
    wrong = [label for label in labels if label not in game.board.index]
    if wrong:
        raise Invalid(f"there is no hex {wrong[0][:80]!a}", "labels from the board")
    return [game.board.index[label] for label in dict.fromkeys(labels)]


def reach(club: Club, seat: Seat, pieces: Sequence[str]) -> dict[str, Any]:
    """Where counters can go together now."""
    with _playing(club, seat) as (game, words, by):
        return read_out(game, words, words.ways(game, by, _known(game, words, by, pieces)))


def orders(club: Club, seat: Seat, pieces: Sequence[str], hexes: Sequence[str]) -> dict[str, Any]:
    """What counters could be told to do to hexes."""
    with _playing(club, seat) as (game, words, by):
        names, places = _known(game, words, by, pieces), _hexes(game, hexes)
        found = OrderCards(tuple(words.orders(game, by, names, places)))
        return read_out(game, words, found)


def weigh(club: Club, seat: Seat, action: Any) -> dict[str, Any]:
    """An action looked at from all sides before it is done."""
    with _playing(club, seat) as (game, words, by):
        return read_out(game, words, weighing.weigh(game, words, by, action))


@dataclass(frozen=True)
class Pointed:
    """How far somebody has come with an answer, as he says himself."""

    draft: Any = None
    hand: Sequence[str] | None = None
    hex: str | None = None
    sort: str = ""
    look: bool = False
    hexes: Sequence[str] = ()


def compose(club: Club, seat: Seat, at: str, pointed: Pointed, do: str = "") -> dict[str, Any]:
    """The next step of an answer that is put together."""
    by = acting(seat)
    with club.live.reading(seat.game_id) as (kept, row):
        game, words = kept.game, library.tabletop(kept.game)
        asked, stale = real_id(kept, by, at)
        not_too_late(game, row, stale)
        decision = next((d for d in game.decisions if d.id == asked), None)
        if decision is None:
            raise Forbidden("the umpire plays no side, and answers nothing", "a player's seat")
        h = None if pointed.hex is None else _hexes(game, [pointed.hex])[0]
        spoken = tongue(game.system.phrases, SPOKEN.get())
        sort = pointed.sort if spoken is None else spoken.english(pointed.sort)
        swept = tuple(_hexes(game, pointed.hexes))
        step = Step(pointed.draft, pointed.hand, h, sort, pointed.look, swept)
        try:
            found = composing.compose(game, words, decision, step, do)
        except Refused as refused:
            raise Invalid.because(in_words(game, refused.refusals)) from None
        return read_out(game, words, found)


def choices(
    club: Club,
    seat: Seat,
    do: str | None = None,
    piece: str | None = None,
    at: str | None = None,
) -> dict[str, Any]:
    """Open actions of a kind, with a counter, or about a hex."""
    with _playing(club, seat) as (game, words, by):
        found, more = choosing.choices(game, words, by, do=do, piece=piece, at=at)
        return read_out(game, words, ActionCards(tuple(found), more))


def menu(
    club: Club,
    seat: Seat,
    pieces: Sequence[str],
    hexes: Sequence[str],
    about: str | None = None,
    each: bool = False,
) -> dict[str, Any]:
    """What counters can do where they stand, kind by kind, and what can be done about a hex."""
    with _playing(club, seat) as (game, words, by):
        names, here = _known(game, words, by, pieces), _hexes(game, hexes)
        h = None if about is None else _hexes(game, [about])[0]
        return read_out(game, words, menus.menu(game, words, by, names, here, h, each))


def company(club: Club, seat: Seat, pieces: Sequence[str], to: str | None = None) -> dict[str, Any]:
    """What many counters could do, each for itself, where they stand or towards a hex."""
    with _playing(club, seat) as (game, words, by):
        names = _known(game, words, by, pieces)
        h = None if to is None else _hexes(game, [to])[0]
        return read_out(game, words, companies.company(game, words, by, names, h))


def hex_note(club: Club, seat: Seat, label: str) -> dict[str, Any]:
    """A hex looked at closely."""
    with scene(club, seat) as found:
        game, board = found.game, found.game.board
        (h,) = _hexes(game, [label])
        sides = []
        for direction in range(6):
            other = board.neighbours[6 * h + direction]
            kinds = {*board.hexside(h, other), *board.link(h, other)} if other >= 0 else set()
            if kinds:
                words = ", ".join(sorted(kind.replace("_", " ") for kind in kinds))
                way = board.layout.compass(direction)
                sides.append(f"{way}, to {board.label(other)}: {words}")
        seen = found.tabletop.screened(game, found.audience)
        note = HexNote(
            hex=label,
            ground=board.terrain[h].replace("_", " "),
            places=tuple(place.described for place in board.place_at(h)),
            sides=tuple(sides),
            notes=tuple(found.tabletop.notes(seen, found.audience, h)),
        )
        return read_out(game, found.tabletop, note)


def piece_note(club: Club, seat: Seat, piece: str) -> dict[str, Any]:
    """A counter looked at closely, if the seat may see it."""
    with scene(club, seat) as found:
        words, audience = found.tabletop, found.audience
        seen = words.screened(found.game, audience)
        if piece not in {card.id for card in words.counters(seen, audience)}:
            raise NotFound("there is no such counter to be seen")
        sums = tuple(words.details(seen, audience, piece))
        note = PieceNote(piece, sums, tuple(words.piece_notes(seen, audience, piece)))
        return read_out(found.game, words, note)


# ---- overlays


def overlay(club: Club, seat: Seat, name: str) -> dict[str, Any]:
    """An overlay as the seat may see it."""
    with scene(club, seat) as found:
        words, audience = found.tabletop, found.audience
        seen = words.screened(found.game, audience)
        made = words.overlay(seen, audience, name, told(found))
        if made is None:
            known = ", ".join(card.id for card in words.overlays(found.game, audience))
            raise NotFound(f"there is no overlay {name[:40]!a}", f"one of {known or 'none'}")
        return read_out(found.game, words, made)
