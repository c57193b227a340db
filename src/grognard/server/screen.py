"""The screen: the table as a seat sees it, and everything that can be asked of it with a click.

Everything comes out of the system's tabletop for the seat's audience, which knows no more than the
audience may. A seat looks at the present, or at any moment it has lived through, as it was then.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from grognard import library
from grognard.board.board import Board
from grognard.engine import standing
from grognard.engine.entries import UMPIRE, undo_target
from grognard.engine.event import Event
from grognard.engine.refusal import Refused
from grognard.server.club import Club
from grognard.server.errors import Forbidden, Invalid, NotFound
from grognard.server.ids import hashed
from grognard.server.live_games import Kept
from grognard.server.offers import open_offers
from grognard.server.queries import acting, ended, seen_from
from grognard.server.replays import Shared, find_replay
from grognard.server.store.records import GameRow, Seat
from grognard.server.stream import Stream
from grognard.table import choosing, weighing
from grognard.table.cards import plain
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.table.wording import spoken, spoken_data

MOST_TALES = 1000
"""How many lines of the story are told at once."""


class Scene(NamedTuple):
    """What is looked at: a game at a moment, by whom, and whether that is the present.

    `ended`: it is the end of a game, be it that somebody has resigned.
    """

    kept: Kept
    row: GameRow
    audience: str | None
    present: bool
    last: int
    ended: bool = False

    @property
    def game(self) -> AnyGame:
        """The game at that moment."""
        return self.kept.game

    @property
    def stream(self) -> Stream:
        """What the audience has been told by then."""
        return self.kept.streams[self.audience]

    @property
    def tabletop(self) -> Tabletop:
        """The system's words for a screen."""
        return library.tabletop(self.kept.game)


@contextlib.contextmanager
def scene(club: Club, seat: Seat, moment: int | None = None) -> Iterator[Scene]:
    """What a seat sees now, or saw at a moment that it has lived through."""
    with seen_from(club, seat) as (kept, row, present):
        moments = kept.streams[seat.audience].moments
        last = len(moments)
        if moment is None or moment == last:
            yield Scene(kept, row, seat.audience, present, last, row.over and present)
            return
        upto = _line_at(moments, moment)
    with club.live.past(seat.game_id, f"screen {seat.audience}", upto) as (past, row):
        yield Scene(past, row, seat.audience, False, last)


@contextlib.contextmanager
def shared_scene(club: Club, token: str, moment: int | None = None) -> Iterator[Scene]:
    """What a shared link shows, at its end or at a moment."""
    shared: Shared = find_replay(club, token)
    with club.live.reading(shared.game_id) as (kept, _row):
        moments = [n for n in kept.streams[shared.audience].moments if n <= shared.upto]
    at_end = moment is None or moment == len(moments)
    upto = shared.upto if moment is None or at_end else _line_at(moments, moment)
    who = f"replay {hashed(token)[:16]}"
    with club.live.past(shared.game_id, who, upto) as (past, row):
        ended = row.over and at_end and upto == row.length
        yield Scene(past, row, shared.audience, False, len(moments), ended)


def _line_at(moments: Sequence[int], moment: int) -> int:
    if not 1 <= moment <= len(moments):
        raise Invalid(f"there is no moment {moment}", f"1 to {len(moments)}")
    return moments[moment - 1]


# ---- the board


def board(club: Club, seat: Seat) -> tuple[Board, Tabletop]:
    """The board that a seat's game is played on, and the system's words for it."""
    with club.live.reading(seat.game_id) as (kept, _row):
        return kept.game.board, library.tabletop(kept.game)


def shared_board(club: Club, token: str) -> tuple[Board, Tabletop]:
    """The board of a shared game."""
    with club.live.reading(find_replay(club, token).game_id) as (kept, _row):
        return kept.game.board, library.tabletop(kept.game)


# ---- the table


def table(club: Club, seat: Seat, moment: int | None = None) -> dict[str, Any]:
    """The whole table as a seat sees it, or saw it at a moment."""
    with scene(club, seat, moment) as found:
        return {**_table(found), "seen": seat.seen, "may_undo": _may_undo(found, seat)}


def shared_table(club: Club, token: str, moment: int | None = None) -> dict[str, Any]:
    """The whole table of a shared game at a moment."""
    with shared_scene(club, token, moment) as found:
        return {**_table(found), "seen": 0, "may_undo": False}


def _table(found: Scene) -> dict[str, Any]:
    game, audience, words, row = found.game, found.audience, found.tabletop, found.row
    seen = words.screened(game, audience)
    over = game.over or found.ended
    waiting = [] if over else sorted({d.player for d in game.decisions})
    going = found.present and not over
    result = row.result if found.ended else game.result
    label = game.board.label
    return {
        "moment": found.stream.moment,
        "seq": found.stream.seq,
        "last": found.last,
        "system": game.system.name,
        "over": over,
        "result": spoken(game, words, result) if over and result else None,
        "winner": row.winner if over else None,
        "waiting_for": waiting,
        "headline": plain(words.standing(game)),
        "sides": plain(words.sides(game, audience)),
        "asked": spoken_data(game, words, plain(_asked(found))) if not over else [],
        "asides": spoken_data(game, words, plain(_asides(found))) if going else [],
        "owed": spoken_data(game, words, plain(words.owed(game, audience))) if going else [],
        "counters": plain(words.counters(seen, audience)),
        "stacks": plain(words.stacks(seen, audience)),
        "marks": plain(words.marks(seen, audience)),
        "side_marks": plain(words.side_marks(seen, audience)),
        "off_map": plain(words.off_map(seen, audience)),
        "front": [label(h) for h in words.front(seen, audience)],
        "score": spoken_data(game, words, plain(words.victory(seen))),
        "overlays": plain(words.overlays(game, audience)),
        "budgeted": words.budgets,
        "offers": _offers(found) if found.present else [],
        "standing": dict(standing.view(game, audience).get(audience or "", {})),
        "policies": {name: list(known) for name, known in game.system.standing_policies.items()},
    }


def _offers(found: Scene) -> list[dict[str, Any]]:
    return [offer.to_json(found.stream) for offer in open_offers(found.kept)]


def _asked(found: Scene) -> list[Any]:
    """The questions open for the audience; in the past, as they stood then."""
    game = found.game
    mine = [decision for decision in game.decisions if decision.player == found.audience]
    return [
        choosing.asked(game, found.tabletop, decision, f"{found.stream.moment}.{i}")
        for i, decision in enumerate(mine)
    ]


def _asides(found: Scene) -> list[Any]:
    """What the audience may do though it is not asked; who is asked finds it among his orders."""
    game, side = found.game, found.audience
    if side is None or game.decision(side) is not None:
        return []
    return [
        choosing.worded(game, found.tabletop, side, action)
        for deed in game.asides(side)
        for action in deed.legal(game, side)
    ]


def _may_undo(found: Scene, seat: Seat) -> bool:
    """Whether the seat could take back its side's last action without asking."""
    if not found.present or found.row.over or found.row.settings.get("take_back", "fair") != "fair":
        return False
    try:
        by = acting(seat)
        undo_target(found.game.entries, None if by == UMPIRE else by)
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
        if row.over:
            raise Invalid.because(ended(row))
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


def _written(game: AnyGame, table: Tabletop, data: dict[str, Any]) -> dict[str, Any]:
    """Plain data as a person reads it, with counters and sides by their names."""
    said: dict[str, Any] = spoken_data(game, table, data)
    return said


def reach(club: Club, seat: Seat, pieces: Sequence[str]) -> dict[str, Any]:
    """Where counters can go together now."""
    with _playing(club, seat) as (game, words, by):
        found = plain(words.ways(game, by, _known(game, words, by, pieces)))
        return _written(game, words, found)


def orders(club: Club, seat: Seat, pieces: Sequence[str], hexes: Sequence[str]) -> dict[str, Any]:
    """What counters could be told to do to hexes."""
    with _playing(club, seat) as (game, words, by):
        names, places = _known(game, words, by, pieces), _hexes(game, hexes)
        found = plain(words.orders(game, by, names, places))
        return _written(game, words, {"proposals": found})


def weigh(club: Club, seat: Seat, action: Any) -> dict[str, Any]:
    """An action looked at from all sides before it is done."""
    with _playing(club, seat) as (game, words, by):
        return _written(game, words, plain(weighing.weigh(game, words, by, action)))


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
        return _written(game, words, {"choices": plain(found), "more": more})


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
        note = {
            "hex": label,
            "ground": board.terrain[h].replace("_", " "),
            "places": [f"{place.name} ({place.kind})" for place in board.place_at(h)],
            "sides": sides,
            "notes": list(found.tabletop.notes(seen, found.audience, h)),
        }
        return _written(game, found.tabletop, note)


def piece_note(club: Club, seat: Seat, piece: str) -> dict[str, Any]:
    """A counter looked at closely, if the seat may see it."""
    with scene(club, seat) as found:
        words, audience = found.tabletop, found.audience
        seen = words.screened(found.game, audience)
        if piece not in {card.id for card in words.counters(seen, audience)}:
            raise NotFound("there is no such counter to be seen")
        note = {
            "id": piece,
            "sums": plain(list(words.details(seen, audience, piece))),
            "notes": list(words.piece_notes(seen, audience, piece)),
        }
        return _written(found.game, words, note)


# ---- overlays and the story


def overlay(club: Club, seat: Seat, name: str) -> dict[str, Any]:
    """An overlay as the seat may see it."""
    with scene(club, seat) as found:
        words, audience = found.tabletop, found.audience
        seen = words.screened(found.game, audience)
        made = words.overlay(seen, audience, name, told(found))
        if made is None:
            known = ", ".join(card.id for card in words.overlays(found.game, audience))
            raise NotFound(f"there is no overlay {name[:40]!a}", f"one of {known or 'none'}")
        return _written(found.game, words, plain(made))


def forces(club: Club, seat: Seat) -> dict[str, Any]:
    """The order of battle as the seat may know it."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        return {"forces": plain(found.tabletop.forces(seen, found.audience))}


def calendar(club: Club, seat: Seat) -> dict[str, Any]:
    """What comes when."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        arrivals = found.tabletop.arrivals(seen, found.audience)
        return {"now": found.game.turn, "arrivals": plain(arrivals)}


def budget(club: Club, seat: Seat) -> dict[str, Any]:
    """What the seat's side has to spend in the turn, and on what."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        sums = plain(list(found.tabletop.budget(seen, found.audience)))
        return _written(found.game, found.tabletop, {"now": found.game.turn, "sums": sums})


def told(found: Scene) -> list[tuple[int, Event]]:
    """Every event that the audience was told and that still counts, with its turn."""
    stream, dated = found.stream, found.game.dated
    return [(dated[place].turn, _event(stream, i)) for place, i in stream.in_force]


def _event(stream: Stream, i: int) -> Event:
    item = stream.items[i]
    assert isinstance(item, Event)
    return item


def story(club: Club, seat: Seat, since: int = 0) -> dict[str, Any]:
    """What happened after `since`, as a story."""
    with scene(club, seat) as found:
        return _story(found, since)


def shared_story(club: Club, token: str, since: int = 0) -> dict[str, Any]:
    """The story of a shared game."""
    with shared_scene(club, token) as found:
        return _story(found, since)


def _story(found: Scene, since: int) -> dict[str, Any]:
    stream, game, words = found.stream, found.game, found.tabletop
    after = [(place, i) for place, i in stream.in_force if i >= since]
    told = after[:MOST_TALES]
    more = len(after) > len(told)
    return {
        "since": min(since, stream.seq),
        "seq": told[-1][1] + 1 if more else stream.seq,
        "more": more,
        "lines": [_line(found, words.names(game), place, i) for place, i in told],
    }


def _line(found: Scene, names: Mapping[str, str], place: int, i: int) -> dict[str, Any]:
    """One event as a line of the story, with what it touches."""
    game, words, event = found.game, found.tabletop, _event(found.stream, i)
    clock = game.dated[place]
    (tale,) = islice(words.tell(game, found.audience, [event]), 1)
    facts, sides = dict(event.facts), game.scenario.sides
    side = facts.get("side")
    hexes, pieces = choosing.touched(game, names, facts)
    return {
        "seq": i + 1,
        "moment": found.stream.when[i],
        "turn": clock.turn,
        "phase": words.phase_title(game, clock.step),
        "side": words.phase_side(game, clock.step) or (side if side in sides else None),
        "text": spoken(game, words, tale.text),
        "rule": tale.rule,
        "dice": list(tale.dice),
        "loud": tale.loud,
        "hexes": list(hexes),
        "pieces": list(pieces),
        "sums": spoken_data(game, words, choosing.sums_in(game, words, facts)),
    }
