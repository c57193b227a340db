"""The service: everything that people, screens and programs may ask of the server, in one place.

Every method may be called from any thread, and blocks; the web calls it from threads. What it gives
back is plain data that the asker may know. What it cannot grant is a `ServiceError`, a sentence,
and nothing has changed.

A **moment** of a seat counts the lines it has noticed; a decision's id begins with it. A **seq**
counts what its stream has told. Neither depends on what is hidden from the seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.board.board import Board
from grognard.engine.decision import Action
from grognard.server import (
    branches,
    commands,
    games,
    merge_guest,
    notes,
    offers,
    people,
    queries,
    replays,
    scenario_versions,
    screen,
    seating,
    statistics,
    uploads,
)
from grognard.server.live_games import Keeper, read_row
from grognard.server.store.database import Database, Tell
from grognard.server.store.records import GameRow, Person, Seat, SeatPlan
from grognard.table.tabletop import Tabletop


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one server takes."""

    games_in_memory: int = 200
    games_per_person: int = 200
    upload_bytes: int = 8 << 20
    upload_lines: int = 20_000
    scenario_bytes: int = 512 << 10
    scenario_hexes: int = 10_000
    scenario_units: int = 2_000
    scenarios_per_person: int = 50
    json_depth: int = 32
    token_days: int = 180


class Service:
    """The server's one authority. `now` gives seconds since 1970."""

    def __init__(
        self,
        database: Database,
        limits: Limits | None = None,
        now: Callable[[], int] = lambda: int(time.time()),
    ) -> None:
        self.database = database
        self.limits = limits or Limits()
        self.now = now
        self.keeper = Keeper(database, self.limits.games_in_memory)

    # ---- people

    def guest(self) -> tuple[Person, str]:
        """A new person without a name, and the token by which he is known from now on."""
        return people.guest(self)

    def register(self, person: Person, name: str, passphrase: str) -> Person:
        """Give a guest a name and a passphrase; his games stay his."""
        return people.register(self, person, name, passphrase)

    def sign_in(
        self, name: str, passphrase: str, guest: Person | None = None
    ) -> tuple[Person, str]:
        """A person by name and passphrase, with a new token.

        Who was here as a guest until now brings his games along, and the guest is no more.
        """
        person, token = people.sign_in(self, name, passphrase)
        if guest is not None and guest.guest:
            merge_guest.bring(self, guest, person)
        return person, token

    def sign_out(self, token: str) -> None:
        """Forget a token."""
        people.sign_out(self, token)

    def sign_out_everywhere(self, person: Person) -> None:
        """Forget every token of a person."""
        people.sign_out_everywhere(self, person)

    def person(self, token: str) -> Person | None:
        """Whose token this is; None if nobody's, or too old."""
        return people.person(self, token)

    def person_by_id(self, person_id: str) -> Person | None:
        """A person by id: for the server itself."""
        return people.by_id(self, person_id)

    def settle(self, person: Person, settings: Mapping[str, Any]) -> Person:
        """Replace a person's settings (where notices go, and the like)."""
        return people.settle(self, person, settings)

    # ---- tables: games and seats

    def create_game(
        self,
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
        return games.create_game(
            self, person, scenario, options or {}, title, seats, settings or {}, listed, seed
        )

    def game(self, person: Person, game_id: str) -> dict[str, Any]:
        """What a person may know about a game that he sits at, or that is listed."""
        return games.game(self, person, game_id)

    def games_of(self, person: Person) -> list[dict[str, Any]]:
        """The games a person sits at, the newest first."""
        return games.games_of(self, person)

    def open_games(self, person: Person | None = None) -> list[dict[str, Any]]:
        """The listed games that are not over, the newest first."""
        return games.open_games(self, person)

    def seat(self, person: Person, seat_id: str) -> Seat:
        """A seat that is the person's; everything in a game is done from one."""
        return seating.seat(self, person, seat_id)

    def seats(self, game_id: str) -> list[Seat]:
        """All seats of a game: for the server itself."""
        return seating.seats(self, game_id)

    def add_seat(self, person: Person, game_id: str, plan: SeatPlan) -> Seat:
        """Put another seat at the table; for its owner or umpire."""
        return seating.add_seat(self, person, game_id, plan)

    def invite(self, person: Person, seat_id: str) -> str:
        """A token that lets one person take an empty seat; an older one for it no longer counts."""
        return seating.invite(self, person, seat_id)

    def invite_many(self, person: Person, game_id: str, plan: SeatPlan) -> str:
        """A token that gives everybody who has it a seat of his own: spectators, or a side."""
        return seating.invite_many(self, person, game_id, plan)

    def invitation(self, invite: str) -> dict[str, Any]:
        """What an invitation is for."""
        return seating.invitation(self, invite)

    def join(self, person: Person, invite: str, name: str = "") -> Seat:
        """Take the seat that an invitation is for."""
        return seating.join(self, person, invite, name)

    def take(self, person: Person, seat_id: str, name: str = "") -> Seat:
        """Take an empty player's seat in a listed game."""
        return seating.take(self, person, seat_id, name)

    def leave(self, person: Person, seat_id: str) -> None:
        """Get up; the seat is empty."""
        seating.leave(self, person, seat_id)

    def kick(self, person: Person, seat_id: str) -> None:
        """Empty somebody's seat; for the owner or umpire."""
        seating.kick(self, person, seat_id)

    def seat_program(self, person: Person, seat_id: str, player: str) -> Seat:
        """Let a program take a seat that is one's own or empty; for its holder, owner or umpire."""
        return seating.seat_program(self, person, seat_id, player)

    # ---- looking

    def view(self, seat: Seat) -> dict[str, Any]:
        """`{moment, seq, seen, over, result, winner, waiting_for, offers, view}`."""
        return queries.view(self, seat)

    def events(self, seat: Seat, since: int = 0, limit: int = 500) -> dict[str, Any]:
        """`{since, seq, moment, more, events}`: what a seat was told after the first `since`.

        Each of `events` has its `seq` (from 1) and a `type`: `event` (with `event`), `taken-back`
        (what came after seq `to` no longer counts) or `matter` (with `matter`: what happens at the
        table beside the game). Where `more`, ask again since `seq`.
        """
        return queries.events(self, seat, since, limit)

    def mark_seen(self, seat: Seat, seq: int) -> None:
        """Note how much a person has looked at; it never goes back."""
        queries.mark_seen(self, seat, seq)

    def why(self, seat: Seat, action: Any, at: str | None = None) -> list[dict[str, Any]]:
        """Every reason against an action; none means it is legal."""
        return queries.why(self, seat, action, at)

    def legal(self, seat: Seat, do: str | None = None, limit: int = 200) -> dict[str, Any]:
        """`{actions, more}`: legal actions, of one kind or of all."""
        return queries.legal(self, seat, do, limit)

    def odds(
        self,
        seat: Seat,
        action: Any,
        suppose: Mapping[str, Action] | None = None,
        through: bool = False,
    ) -> dict[str, Any]:
        """The exact odds of an action, as far as the seat may know them."""
        return queries.odds(self, seat, action, suppose, through)

    # ---- the screen

    def board(self, seat: Seat) -> tuple[Board, Tabletop]:
        """The board of a seat's game, and the words of its system."""
        return screen.board(self, seat)

    def shared_board(self, token: str) -> tuple[Board, Tabletop]:
        """The board of a shared game."""
        return screen.shared_board(self, token)

    def table(self, seat: Seat, moment: int | None = None) -> dict[str, Any]:
        """The whole table as a seat sees it, or saw it at a moment."""
        return screen.table(self, seat, moment)

    def shared_table(self, token: str, moment: int | None = None) -> dict[str, Any]:
        """The table of a shared game."""
        return screen.shared_table(self, token, moment)

    def story(self, seat: Seat, since: int = 0) -> dict[str, Any]:
        """`{since, seq, more, lines}`: what happened, as a story."""
        return screen.story(self, seat, since)

    def shared_story(self, token: str, since: int = 0) -> dict[str, Any]:
        """The story of a shared game."""
        return screen.shared_story(self, token, since)

    def reach(self, seat: Seat, pieces: Sequence[str]) -> dict[str, Any]:
        """Where counters can go together now."""
        return screen.reach(self, seat, pieces)

    def orders(self, seat: Seat, pieces: Sequence[str], hexes: Sequence[str]) -> dict[str, Any]:
        """What counters could be told to do to hexes."""
        return screen.orders(self, seat, pieces, hexes)

    def weigh(self, seat: Seat, action: Any) -> dict[str, Any]:
        """An action weighed before it is done."""
        return screen.weigh(self, seat, action)

    def choices(
        self, seat: Seat, do: str | None = None, piece: str | None = None, at: str | None = None
    ) -> dict[str, Any]:
        """`{choices, more}`: open actions in words."""
        return screen.choices(self, seat, do, piece, at)

    def hex_note(self, seat: Seat, label: str) -> dict[str, Any]:
        """A hex looked at closely."""
        return screen.hex_note(self, seat, label)

    def piece_note(self, seat: Seat, piece: str) -> dict[str, Any]:
        """A counter looked at closely."""
        return screen.piece_note(self, seat, piece)

    def overlay(self, seat: Seat, name: str) -> dict[str, Any]:
        """An overlay as a seat may see it."""
        return screen.overlay(self, seat, name)

    def forces(self, seat: Seat) -> dict[str, Any]:
        """The order of battle as a seat may know it."""
        return screen.forces(self, seat)

    def budget(self, seat: Seat) -> dict[str, Any]:
        """What a seat's side has to spend in the turn."""
        return screen.budget(self, seat)

    def calendar(self, seat: Seat) -> dict[str, Any]:
        """What comes when."""
        return screen.calendar(self, seat)

    def statistics(self, seat: Seat) -> dict[str, Any]:
        """Losses and points by turn, and luck."""
        return statistics.statistics(self, seat)

    def notes(self, seat: Seat) -> str:
        """What a person has written down for himself at a seat."""
        return notes.read(self, seat)

    def write_notes(self, seat: Seat, text: str) -> str:
        """Put other notes in their place."""
        return notes.write(self, seat, text)

    # ---- playing

    def act(self, seat: Seat, action: Any, at: str | None, key: str) -> dict[str, Any]:
        """Play: `{since, seq, moment, events}`, once it is written down.

        `at` is the id of the decision that is answered, as the view gave it; `key` is the client's
        own: the same wish with the same key is carried out once and answered alike each time.
        """
        return commands.act(self, seat, action, at, key)

    def instruct(self, seat: Seat, rules: Mapping[str, str], key: str) -> dict[str, Any]:
        """Leave standing answers."""
        return commands.act(self, seat, {"do": "instruct", "rules": dict(rules)}, None, key)

    def undo(self, seat: Seat, key: str) -> dict[str, Any]:
        """Take back the last action, if nothing was learned from it; the umpire, any."""
        return commands.undo(self, seat, key)

    # ---- what players agree on, and how a game ends early

    def ask_take_back(self, seat: Seat, reason: str = "") -> dict[str, Any]:
        """Ask the others for leave to take back the side's last action, and all that came after."""
        return offers.ask_take_back(self, seat, reason)

    def offer_draw(self, seat: Seat) -> dict[str, Any]:
        """Offer the others a draw."""
        return offers.offer_draw(self, seat)

    def offer_rematch(self, seat: Seat, swap: bool = False) -> dict[str, Any]:
        """Offer another game of the same kind, on the other sides if so wished."""
        return offers.offer_rematch(self, seat, swap)

    def offer_branch(self, seat: Seat, moment: int | None = None) -> dict[str, Any]:
        """Offer to go on from a moment in another game, everybody on the seat that he has."""
        return offers.offer_branch(self, seat, moment)

    def answer(self, seat: Seat, offer: int, agree: bool) -> dict[str, Any]:
        """Agree to an offer or decline it; whoever made it withdraws it so."""
        return offers.answer(self, seat, offer, agree)

    def resign(self, seat: Seat) -> dict[str, Any]:
        """Give the game up for the side."""
        return offers.resign(self, seat)

    def adjudicate(self, seat: Seat, winner: str | None, reason: str) -> dict[str, Any]:
        """End the game as umpire."""
        return offers.adjudicate(self, seat, winner, reason)

    def end_game(self, game_id: str, kind: str, winner: str | None, result: str) -> bool:
        """End a game for the server (a flag that fell); False if it was over already."""
        return offers.end_game(self, game_id, kind, winner, result)

    def say(self, seat: Seat, text: str, to_side: bool = False) -> dict[str, Any]:
        """Say something to the table, or to one's own side alone."""
        return offers.say(self, seat, text, to_side)

    # ---- scenarios of one's own

    def bring_scenario(self, person: Person, files: Mapping[str, str]) -> dict[str, Any]:
        """Try a scenario out and keep it: `{id, title, system, sides, options, files, created}`.

        `files` are its texts by their names; games are begun on it by its `id`.
        """
        return uploads.upload(self, person, files)

    def scenarios_of(self, person: Person) -> list[dict[str, Any]]:
        """The scenarios that a person has brought, the newest first."""
        return uploads.mine(self, person)

    def take_back_scenario(self, person: Person, scenario: str) -> None:
        """Forget a scenario of one's own; games that were begun on it go on."""
        uploads.take_back(self, person, scenario)

    # ---- branches, files, replays

    def branch(self, seat: Seat, moment: int | None = None) -> dict[str, Any]:
        """A new game from any moment of this one, as the seat counts them, all sides one's own.

        For who may know all: where something is hidden, not before the end.
        """
        return branches.branch(self, seat, moment)

    def branch_replay(self, person: Person, token: str, moment: int) -> dict[str, Any]:
        """A new game from a moment of a shared game that is over."""
        return branches.branch_replay(self, person, token, moment)

    def export(self, seat: Seat) -> str:
        """The game as a save; with the secret of the dice once it is over."""
        return branches.export(self, seat)

    def import_save(self, person: Person, raw: bytes, title: str = "") -> dict[str, Any]:
        """A game out of a save, checked line by line."""
        return branches.import_save(self, person, raw, title)

    def share(self, seat: Seat) -> str:
        """A token by which anybody may see the game as far as this seat saw it; all, once over."""
        return replays.share(self, seat)

    def replay(self, token: str) -> dict[str, Any]:
        """`{title, scenario, over, result, audience, moments, events}` of a shared game."""
        return replays.replay(self, token)

    def replay_at(self, token: str, moment: int) -> dict[str, Any]:
        """`{moment, seq, view}` of a shared game: how it stood at a moment, 1 to `moments`."""
        return replays.replay_at(self, token, moment)

    # ---- for the server itself: programs, clocks, notices

    def subscribe(self, tell: Tell) -> Callable[[], None]:
        """Hear which games have news (None: any may have), from every worker; ends when called."""
        return self.database.subscribe(tell)

    def row(self, game_id: str) -> GameRow:
        """What the store knows of a game."""
        return games.row(self, game_id)

    def programs_to_move(self) -> list[Seat]:
        """The seats of programs whose side is asked something now, one a side."""
        return games.programs_to_move(self)

    def people_to_move(self) -> list[tuple[Seat, GameRow]]:
        """The seats of people whose side is asked something now."""
        return games.people_to_move(self)

    def sources(self, game_id: str) -> dict[str, str] | None:
        """The texts of a game's scenario by name; None if they are those on the shelf."""
        with self.database.reading() as connection:
            return scenario_versions.sources_of(connection, read_row(connection, game_id).head)

    def decision_id(self, seat: Seat) -> str | None:
        """The id of the question open for a seat."""
        return queries.decision_id(self, seat)

    def record(self, game_id: str) -> str:
        """The whole game as a save, secret included: never for a client."""
        return branches.record(self, game_id)

    def timeline(self, game_id: str) -> list[tuple[int, tuple[str, ...]]]:
        """For each line when it was written and which sides were asked something after it."""
        return queries.timeline(self, game_id)
