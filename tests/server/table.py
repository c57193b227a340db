"""A table for tests: two people at a small game, and hands that play at random."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from grognard.server import commands, games, people, queries, seating
from grognard.server.club import Club
from grognard.server.store.records import Person, Seat, SeatPlan

KLIN = "wb95/klin"
NO_MISSIONS = {"do": "assign", "missions": []}


@dataclass(frozen=True)
class Table:
    """A game, who plays it, and from which seats."""

    club: Club
    game_id: str
    people: dict[str, Person]
    seats: dict[str, Seat]

    def elsewhere(self, club: Club) -> Table:
        """The same table, seen by another worker."""
        return Table(club, self.game_id, self.people, self.seats)

    def to_act(self) -> str | None:
        """The side that is asked first."""
        waiting = games.row(self.club, self.game_id).waiting
        return waiting[0] if waiting else None

    def act(self, side: str, action: Any, key: str, at: str | None = None) -> dict[str, Any]:
        """Play an action."""
        return commands.act(self.club, self.seats[side], action, at, key)

    def pick(self, side: str, rng: random.Random) -> Any:
        """A legal action at random."""
        with self.club.live.reading(self.game_id) as (kept, _row):
            return kept.game.sample(side, rng)

    def play(self, count: int, seed: int = 1) -> int:
        """Play so many actions at random, or to the end; how many it were."""
        rng = random.Random(seed)
        for n in range(count):
            side = self.to_act()
            if side is None:
                return n
            at = queries.decision_id(self.club, self.seats[side])
            self.act(side, self.pick(side, rng), f"{seed}/{n}", at)
        return count

    def told(self, side: str, since: int = 0) -> list[dict[str, Any]]:
        """What a side has been told."""
        found: list[dict[str, Any]] = queries.events(self.club, self.seats[side], since)["events"]
        return found

    def lines(self) -> int:
        """How many lines there are."""
        return games.row(self.club, self.game_id).length


def duel(club: Club, scenario: str = KLIN, seed: int = 7, **more: Any) -> Table:
    """Two people against each other."""
    german, _ = people.guest(club)
    soviet, _ = people.guest(club)
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet")]
    plans += more.pop("plans", [])
    game = games.create_game(club, german, scenario, seats=plans, seed=seed, **more)
    empty = next(s["id"] for s in game["seats"] if s["side"] == "soviet" and not s["taken"])
    other = seating.join(club, soviet, seating.invite(club, german, empty))
    mine = next(s["id"] for s in game["seats"] if s["mine"])
    seats = {"german": seating.seat(club, german, mine), "soviet": other}
    return Table(club, game["id"], {"german": german, "soviet": soviet}, seats)


def solo(club: Club, scenario: str = KLIN, seed: int = 7, **more: Any) -> Table:
    """One person on both sides."""
    person, _ = people.guest(club)
    plans = [SeatPlan(side=side, mine=True) for side in ("german", "soviet")]
    game = games.create_game(club, person, scenario, seats=plans, seed=seed, **more)
    seats = {s["side"]: seating.seat(club, person, s["id"]) for s in game["seats"]}
    return Table(club, game["id"], dict.fromkeys(seats, person), seats)


def against(club: Club, player: str = "random", **more: Any) -> tuple[Person, Seat]:
    """Somebody who plays the Germans against a program."""
    person, _ = people.guest(club)
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet", kind="ai", player=player)]
    game = games.create_game(club, person, KLIN, seats=plans, seed=7, **more)
    mine = next(seat["id"] for seat in game["seats"] if seat["mine"])
    return person, seating.seat(club, person, mine)


def manned(told: dict[str, Any]) -> dict[str, str]:
    """Who plays each side of a game, in a word."""
    return {
        seat["side"]: seat["player"] or ("mine" if seat["mine"] else "free")
        for seat in told["seats"]
    }
