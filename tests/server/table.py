"""A table for tests: two people at a small game, and hands that play at random."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from grognard.server.service import Service
from grognard.server.store.records import Person, Seat, SeatPlan

KLIN = "wb95/klin"
NO_MISSIONS = {"do": "assign", "missions": []}


@dataclass(frozen=True)
class Table:
    """A game, who plays it, and from which seats."""

    service: Service
    game_id: str
    people: dict[str, Person]
    seats: dict[str, Seat]

    def elsewhere(self, service: Service) -> Table:
        """The same table, seen by another worker."""
        return Table(service, self.game_id, self.people, self.seats)

    def to_act(self) -> str | None:
        """The side that is asked first."""
        waiting = self.service.row(self.game_id).waiting
        return waiting[0] if waiting else None

    def act(self, side: str, action: Any, key: str, at: str | None = None) -> dict[str, Any]:
        """Play an action."""
        return self.service.act(self.seats[side], action, at, key)

    def pick(self, side: str, rng: random.Random) -> Any:
        """A legal action at random."""
        with self.service.keeper.reading(self.game_id) as (kept, _row):
            return kept.game.sample(side, rng)

    def play(self, count: int, seed: int = 1) -> int:
        """Play so many actions at random, or to the end; how many it were."""
        rng = random.Random(seed)
        for n in range(count):
            side = self.to_act()
            if side is None:
                return n
            at = self.service.decision_id(self.seats[side])
            self.act(side, self.pick(side, rng), f"{seed}/{n}", at)
        return count

    def told(self, side: str, since: int = 0) -> list[dict[str, Any]]:
        """What a side has been told."""
        found: list[dict[str, Any]] = self.service.events(self.seats[side], since)["events"]
        return found

    def lines(self) -> int:
        """How many lines there are."""
        return self.service.row(self.game_id).length


def duel(service: Service, scenario: str = KLIN, seed: int = 7, **more: Any) -> Table:
    """Two people against each other."""
    german, _ = service.guest()
    soviet, _ = service.guest()
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet")]
    plans += more.pop("plans", [])
    game = service.create_game(german, scenario, seats=plans, seed=seed, **more)
    empty = next(s["id"] for s in game["seats"] if s["side"] == "soviet" and not s["taken"])
    other = service.join(soviet, service.invite(german, empty))
    mine = next(s["id"] for s in game["seats"] if s["mine"])
    seats = {"german": service.seat(german, mine), "soviet": other}
    return Table(service, game["id"], {"german": german, "soviet": soviet}, seats)


def solo(service: Service, scenario: str = KLIN, seed: int = 7, **more: Any) -> Table:
    """One person on both sides."""
    person, _ = service.guest()
    plans = [SeatPlan(side=side, mine=True) for side in ("german", "soviet")]
    game = service.create_game(person, scenario, seats=plans, seed=seed, **more)
    seats = {s["side"]: service.seat(person, s["id"]) for s in game["seats"]}
    return Table(service, game["id"], dict.fromkeys(seats, person), seats)
