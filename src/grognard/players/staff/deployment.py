"""Deployment: who goes where in a phase of movement, whatever the system.

Attacks come first, then a line without holes out of those left, then more strength where the enemy
is strongest; the rest go where victory is to be won. A system says what a piece can reach, how it
stands there, what it closes to the enemy and what it has to fear.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from grognard.board.search import Adjacency
from grognard.players.staff.attack_planner import Assault, Room
from grognard.players.staff.directing import KEPT, Directing
from grognard.players.staff.doctrine import PLAIN, Doctrine
from grognard.players.staff.fields import distances, threat_map, travel
from grognard.players.staff.line_keeper import LineKeeper
from grognard.players.staff.objectives import best_goal, to_take, wanting
from grognard.players.staff.situation import Piece, Situation
from grognard.table.intent import Point

FAR = 1 << 30
TOLD = {
    "hold": "told-hold",
    "delay": "told-delay",
    "withdraw": "told-withdraw",
    "reserve": "told-reserve",
}
"""The tasks of those who do as they were told, by their posture."""


class Task(NamedTuple):
    """What a piece is posted for, and the hex that this is about."""

    kind: str
    about: int


class Deployment(ABC):
    """The places that the pieces of a side are given, one after another."""

    situation: Situation
    doctrine: Doctrine
    directing: Directing
    room: Room
    posts: dict[str, int]
    assaults: list[Assault]
    tasks: dict[str, Task]
    """Why each piece was given its place; the attackers have their assaults."""
    ways_open: list[int]
    """What the enemy could reach by ways that there was nobody to close."""
    unpaid: list[int]
    """The enemies who would have been attacked if it could have been afforded."""

    def prepare(self, situation: Situation, limit: int, doctrine: Doctrine = PLAIN) -> None:
        """Begin with nobody posted and all room taken by who stands there."""
        self.situation, self.doctrine = situation, doctrine
        self.directing = Directing(situation, doctrine)
        left = {h: limit - sum(p.size for p in situation.stack(h)) for h in situation.at}
        self.room = Room(left, limit)
        self.posts = {}
        self.assaults, self.tasks, self.ways_open, self.unpaid = [], {}, [], []

    # ---- what a system says

    @property
    @abstractmethod
    def reach(self) -> Mapping[str, Mapping[int, int]]:
        """Where every piece that fights or bars the way can go, and what it costs."""

    @property
    @abstractmethod
    def walks(self) -> Adjacency:
        """What every step costs on the way to an objective."""

    @property
    @abstractmethod
    def linked(self) -> frozenset[int]:
        """The hexes in which own units would not be cut off."""

    @abstractmethod
    def tenable(self, piece: Piece, h: int) -> bool:
        """Whether a piece can stay in a hex."""

    @abstractmethod
    def bars(self, piece: Piece, h: int) -> Sequence[int]:
        """The hexes that a piece closes from a hex."""

    @abstractmethod
    def footing(self, piece: Piece, h: int) -> int:
        """How well a piece would stand in a hex."""

    @abstractmethod
    def welcome(self, piece: Piece, h: int) -> bool:
        """Whether a piece may join those in a hex of the line."""

    @abstractmethod
    def danger(self, h: int, defence: int) -> int:
        """How many times its strength the enemy could turn on a hex."""

    def remarks(self) -> Sequence[Point]:
        """What else is to be said of the plan as a whole."""
        return ()

    # ---- what is known

    @cached_property
    def threat(self) -> list[int]:
        """The strength the enemy could turn on each hex, in quarters."""
        return threat_map(self.situation)

    @cached_property
    def alarm(self) -> list[int]:
        """How far each hex is from the enemy."""
        return distances(self.situation.board, self.situation.foes)

    def post(self, piece: Piece, h: int, task: str = "", about: int = -1) -> None:
        """Give a piece its place, for a task about that hex or another."""
        self.posts[piece.id] = h
        self.tasks[piece.id] = Task(task, h if about < 0 else about)
        self.room.move(piece, h)

    # ---- those who were told something

    def obey(self) -> None:
        """Post those who are told to keep their ground, to go back or to wait, before all others.

        Each system asks for it when a plan begins; who was told nothing is left as he is.
        """
        for name in sorted(self.directing.told):
            posture = self.directing.posture(name)
            if posture not in KEPT or name not in self.reach or name in self.posts:
                continue
            piece = self.situation.pieces[name]
            aims = self.directing.objective(name)
            place = {
                "hold": self._to_hold,
                "delay": self._to_delay,
                "withdraw": self._to_withdraw,
                "reserve": self._to_wait,
            }[posture](piece, aims)
            self.post(piece, place, TOLD[posture], aims[0] if aims else -1)

    def _open_to(self, piece: Piece) -> list[int]:
        """Where a piece can go without meeting the enemy; its own hex is always among it."""
        zone = self.situation.enemy_zone
        return [
            h
            for h in self.reach[piece.id]
            if h == piece.hex or (not zone[h] and self.room.fits(h, piece))
        ]

    def _home(self, aims: Sequence[int]) -> Mapping[int, int]:
        """How far every hex is from where a group goes back to: its objective, or the bases."""
        key = tuple(aims) or tuple(self.situation.bases)
        if key not in self._homes:
            self._homes[key] = travel(self.walks, key)
        return self._homes[key]

    @cached_property
    def _homes(self) -> dict[tuple[int, ...], Mapping[int, int]]:
        return {}

    def _to_hold(self, piece: Piece, aims: Sequence[int]) -> int:
        """Where it stands, or on the ground that it is to hold, as near as it comes to it."""
        if not aims or piece.hex in aims:
            return piece.hex
        way, costs = self._home(aims), self.reach[piece.id]
        there = [h for h in aims if h in costs and self.room.fits(h, piece)]
        return min(
            there or self._open_to(piece),
            key=lambda h: (self.astray(piece, h), way.get(h, FAR), costs[h], h),
        )

    def _to_withdraw(self, piece: Piece, aims: Sequence[int]) -> int:
        """Away from the enemy, as far back as it comes."""
        way, costs, zone = self._home(aims), self.reach[piece.id], self.situation.enemy_zone
        return min(self._open_to(piece), key=lambda h: (zone[h] > 0, way.get(h, FAR), costs[h], h))

    def _to_delay(self, piece: Piece, aims: Sequence[int]) -> int:
        """As far forward as it can stand without being overwhelmed, and never farther forward."""
        way, zone = self._home(aims), self.situation.enemy_zone
        back = [h for h in self._open_to(piece) if way.get(h, FAR) <= way.get(piece.hex, FAR)]

        def peril(h: int) -> int:
            posted = [n for n, post in self.posts.items() if post == h]
            defence = piece.defence + sum(self.situation.pieces[n].defence for n in posted)
            return max(0, self.danger(h, defence) - self.doctrine.danger) + (zone[h] > 0)

        return min(back, key=lambda h: (peril(h), -way.get(h, FAR), self.reach[piece.id][h], h))

    def _to_wait(self, piece: Piece, aims: Sequence[int]) -> int:
        """Behind the others, and then as near to its objective as may be."""
        way, costs = self._home(aims), self.reach[piece.id]

        def near(h: int) -> int:
            return max(0, self.doctrine.apart - self.alarm[h]) if self.alarm[h] >= 0 else 0

        if not aims:
            return min(self._open_to(piece), key=lambda h: (near(h), costs[h], way.get(h, FAR), h))
        return min(self._open_to(piece), key=lambda h: (near(h), way.get(h, FAR), costs[h], h))

    # ---- the line

    def keep_line(self, budget: int, wanted: Sequence[int]) -> set[str]:
        """Close every way to what must be held, as far ahead as the budget goes; who is left."""
        free = {name for name in self.reach if name not in self.posts}
        keeper = LineKeeper(
            self.situation, self.reach, self.room, self.bars, self.tenable, self.footing, budget,
            self.doctrine.marching,
        )  # fmt: skip
        spared = {name for name in free if not self.directing.bound(name)}
        for name, h in keeper.keep(spared, self.posts, wanted).items():
            self.post(self.situation.pieces[name], h, "line")
        self.ways_open = list(dict.fromkeys((*self.ways_open, *keeper.open)))
        return {name for name in free if name not in self.posts}

    def reinforce(self, free: set[str]) -> None:
        """Send those left over to the hexes of the line that are in the greatest danger."""
        defence: dict[int, int] = {}
        for name, h in self.posts.items():
            defence[h] = defence.get(h, 0) + self.situation.pieces[name].defence
        spots = sorted(defence, key=lambda h: (-self.danger(h, defence[h]), h))
        for h in spots:
            able = sorted(
                (name for name in free if h in self.reach[name] and not self.directing.bound(name)),
                key=lambda name: (self.reach[name][h], name),
            )
            for name in able:
                if self.danger(h, defence[h]) <= self.doctrine.danger:
                    break
                piece = self.situation.pieces[name]
                if self.room.fits(h, piece) and self.welcome(piece, h):
                    self.post(piece, h, "help")
                    free.discard(name)
                    defence[h] += piece.defence

    # ---- where victory is won

    def open_to_all(self, h: int) -> bool:
        """Whether somebody may be sent to take a hex that nobody defends."""
        return True

    def seize(self) -> None:
        """Send somebody to every objective that nobody defends."""
        foes = self.situation.foes
        for goal in to_take(self.situation):
            if goal.hex in foes or goal.hex in self.posts.values():
                continue
            if not self.open_to_all(goal.hex):
                continue
            able = [
                (self.reach[name][goal.hex], name)
                for name in self.reach
                if name not in self.posts
                and self.directing.goes(name, goal.hex)
                and goal.hex in self.reach[name]
                and self.room.fits(goal.hex, self.situation.pieces[name])
            ]
            if able and not self.situation.enemy_zone[goal.hex]:
                self.post(self.situation.pieces[min(able)[1]], goal.hex, "seize")
            elif able:
                self._brave(goal.hex, able)

    def _brave(self, h: int, able: Sequence[tuple[int, str]]) -> None:
        """Send whoever it promises most to enter ground beside the enemy, if it promises much."""
        pieces = self.situation.pieces
        found = [(self.entry(pieces[name], h), -cost, name) for cost, name in able]
        promise, _, name = max(found)
        if promise > 0:
            self.post(pieces[name], h, "enter")

    def entry(self, piece: Piece, h: int) -> int:
        """What it promises a piece to enter ground beside the enemy that counts for victory."""
        return 0

    def send_rest(self, names: Iterable[str] | None = None) -> None:
        """Those with nothing else to do go where they will be wanted."""
        aims = wanting(self.situation, self.threat)
        going: dict[int, int] = {}
        ways: dict[int, Mapping[int, int]] = {}
        for name in sorted(self.reach if names is None else names):
            if name in self.posts:
                continue
            piece = self.situation.pieces[name]
            own = self.directing.aims(name, aims)
            aim = best_goal(self.situation.board, own, piece.hex, going, self.doctrine)
            if aim is None:
                continue
            going[aim.hex] = going.get(aim.hex, 0) + piece.attack + piece.defence
            if aim.hex not in ways:
                ways[aim.hex] = travel(self.walks, [aim.hex])
            self.approach(piece, ways[aim.hex], aim.hex)

    def astray(self, piece: Piece, h: int) -> bool:
        """Whether a piece would be cut off in a hex, or is likely to be."""
        return h not in self.linked

    def approach(self, piece: Piece, way: Mapping[int, int], aim: int = -1) -> None:
        """Bring a unit as near to its aim as it can come without meeting the enemy."""
        open_to = [
            h
            for h in self.reach[piece.id]
            if not self.situation.enemy_zone[h] and self.room.fits(h, piece)
        ]
        costs = self.reach[piece.id]
        best = min(
            open_to,
            key=lambda h: (self.astray(piece, h), way.get(h, FAR), costs[h], h),
            default=-1,
        )
        if best >= 0:
            self.post(piece, best, "advance", aim)
