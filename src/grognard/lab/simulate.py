"""Playing many games by programs: the same seed gives the same games, however many at a time.

Game number i draws its dice and its players' whims from a hash of the seed and i, so neither the
number of processes nor their speed changes anything. A game that fails is told with its seed and
saved as far as it went; the others go on.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from grognard import library
from grognard.engine.game import Game
from grognard.engine.refusal import Refused
from grognard.engine.saving import text_of
from grognard.engine.system import Scenario, System
from grognard.lab.chronicle import Chronicle
from grognard.lab.course import places_of, stand
from grognard.lab.varying import changed
from grognard.players.apart import Apart
from grognard.players.registry import check_player, player
from grognard.players.seat import Seat
from grognard.table.winning import verdict

WILSON = 1.959964
"""The normal quantile of a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: the scenario, and who plays its sides in their order.

    With `swap` the players exchange sides in every second game. Of the places in `course` it is
    told turn by turn who was how near. With `keep` every game comes back as a save; one that fails
    does in any case. `note` says where that is imported from which is made for each game and called
    with it after every action: what it notes is in the course. A player whose action is refused has
    broken the game, unless it is `lenient`: then the refusal is counted, and chance answers for
    him.
    """

    scenario: str
    players: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    packs: tuple[str, ...] = ()
    swap: bool = False
    course: tuple[str, ...] = ()
    keep: bool = False
    lenient: bool = False
    label: str = ""
    """What tells its saves from those of other matches that are played with it."""
    chronicle: bool = False
    """Whether its games keep what a designer wants to know of them."""
    changes: tuple[tuple[str, str], ...] = ()
    """Values of counters and charts that are others than in the scenario: see `varying`."""
    note: str = ""
    open_handed: bool = False
    """Whether players are handed the game itself, in place of what their side knows."""

    def file(self, number: int) -> str:
        """The name of a game's save."""
        words = [Path(self.scenario).stem, *filter(None, [self.label]), f"{number:04}"]
        return f"{'-'.join(words)}.grog"

    def seated(self, number: int) -> tuple[str, ...]:
        """Who plays the sides in their order in one of the games."""
        return self.players[::-1] if self.swap and number % 2 else self.players

    def found(self) -> tuple[System[Any], Scenario]:
        """The system and the scenario, read once in each process."""
        return _found(self.scenario, self.options, self.packs, self.changes)


@dataclass(slots=True)
class Thought:
    """What a side's answers took: how many there were, how many were refused, how long it thought
    in all, and in each turn."""

    decisions: int = 0
    refused: int = 0
    seconds: float = 0.0
    turns: dict[int, float] = field(default_factory=dict)

    def took(self, turn: int, seconds: float) -> None:
        """One answer more."""
        self.decisions += 1
        self.seconds += seconds
        self.turns[turn] = self.turns.get(turn, 0.0) + seconds

    def to_json(self) -> dict[str, Any]:
        """As plain data; of the turns in which it was asked, how long each took."""
        turns = [round(seconds, 4) for _, seconds in sorted(self.turns.items())]
        seconds = round(self.seconds, 4)
        return {"decisions": self.decisions, "refused": self.refused, "seconds": seconds,
                "turns": turns}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went: who played what, who won and how, how long it took; or how it failed.

    `account` is what the system counts of a finished game besides, `course` the same at the end of
    every turn, with the places that were watched, `thought` what the answers of each side took, and
    `chronicle` what a designer wants to know of it.
    """

    game: int
    seed: str
    players: dict[str, str]
    winner: str | None
    winning_player: str | None
    victory: str
    result: str
    turns: int
    decisions: int
    save: str | None = None
    error: str | None = None
    account: dict[str, Any] = field(default_factory=dict)
    course: list[dict[str, Any]] = field(default_factory=list)
    thought: dict[str, dict[str, Any]] = field(default_factory=dict)
    seconds: float = 0.0
    chronicle: dict[str, Any] = field(default_factory=dict)
    cpu: float = 0.0
    """What it took of a core, where `seconds` are those of the clock."""

    def to_json(self, timing: bool = False) -> dict[str, Any]:
        """The result as plain data; the times it took only if wanted, for they never repeat."""
        data = asdict(self)
        if not timing:
            del data["seconds"], data["thought"], data["cpu"]
        for name in ("course", "chronicle"):
            if not data[name]:
                del data[name]
        return data


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its result, and its save where it is to be kept."""

    result: Result
    save: str | None = None
    lost: bool = False
    """Whether it never came to its end because its workers died: it may yet be played."""


def derived(seed: str, *parts: object) -> int:
    """A number out of a seed and what it is for; no two purposes share one."""
    text = "/".join([seed, *map(str, parts)])
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


Words = tuple[tuple[str, str], ...]


@lru_cache(maxsize=16)
def _found(
    scenario: str, options: Words, packs: tuple[str, ...], changes: Words
) -> tuple[System[Any], Scenario]:
    return changed(scenario, dict(options), packs, changes)


def play_one(match: Match, number: int, scenario: Scenario | None = None) -> Played:
    """Play one game to its end; whatever goes wrong is in the result.

    The scenario is found by the match, unless it is handed over.
    """
    if scenario is None:
        system, scenario = match.found()
    else:
        system = library.find_system(scenario.system)
    seed = f"{derived(match.seed, number):016x}"
    game: Game[Any] = Game(system, scenario, seed)
    seats = dict(zip(scenario.sides, match.seated(number), strict=True))
    thought = {side: Thought() for side in seats}
    began, error = (time.perf_counter(), time.process_time()), None
    course: list[dict[str, Any]] = []
    told = Chronicle(game) if match.chronicle else None
    try:
        _play_out(game, match, number, seats, thought, course, told)
    except Exception as failure:  # a broken game must not take the others with it
        error = f"{type(failure).__name__}: {failure}"
    winner, victory = verdict(game)
    result = Result(
        game=number,
        seed=seed,
        players=seats,
        winner=winner,
        winning_player=seats.get(winner or ""),
        victory=victory,
        result=game.result or "",
        turns=game.turn,
        decisions=sum(entry.by in seats for entry in game.entries),
        error=error,
        account=system.account(game) if game.over else {},
        course=course,
        thought={side: one.to_json() for side, one in thought.items()},
        seconds=round(time.perf_counter() - began[0], 3),
        cpu=round(time.process_time() - began[1], 3),
        chronicle=told.to_json(game) if told is not None and game.over else {},
    )
    return Played(result, text_of(game) if match.keep or error else None)


def _play_out(
    game: Game[Any],
    match: Match,
    number: int,
    seats: Mapping[str, str],
    thought: Mapping[str, Thought],
    course: list[dict[str, Any]],
    told: Chronicle | None,
) -> None:
    """Play to the end, and write down what is watched as each turn ends."""
    watched, turn = places_of(game.board, match.course), game.turn
    note = _noter(match.note)
    chance = random.Random(derived(match.seed, number, "in place of who is refused"))
    programs = {
        side: player(name, derived(match.seed, number, side), game.system.name)
        for side, name in seats.items()
    }
    if not match.open_handed:
        programs = {side: Apart(program, candid=True) for side, program in programs.items()}
    while (side := game.to_act) is not None:
        began = time.perf_counter()
        action = programs[side].choose(Seat(game, side))
        thought[side].took(game.turn, time.perf_counter() - began)
        try:
            game.play(side, action)
        except Refused:
            instead = game.sample(side, chance) if match.lenient else None
            if instead is None:
                raise
            thought[side].refused += 1
            game.play(side, instead)
        if game.turn != turn or game.over:
            if watched:
                course.append({"turn": turn, **stand(game, watched)})
            if told is not None:
                told.turn_ended(game, turn)
            turn = game.turn
        if note is not None and (noted := note(game)) is not None:
            course.append(noted)


Note = Callable[[Game[Any]], dict[str, Any] | None]
"""What notes something of a game after an action, or nothing."""


def _noter(path: str) -> Note | None:
    """What takes the notes of one game."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)() if path else None


def lost_game(match: Match, number: int, why: str) -> Played:
    """What there is to say of a game whose workers have died."""
    seats = dict(zip(match.found()[1].sides, match.seated(number), strict=True))
    seed = f"{derived(match.seed, number):016x}"
    return Played(
        Result(number, seed, seats, None, None, "unfinished", "", 0, 0, error=why), None, True
    )


def check_players(match: Match) -> None:
    """Refuse players who cannot play, before anything begins."""
    system, _scenario = match.found()
    for name in match.players:
        check_player(name, system.name)


# ---- what they come to


@dataclass(frozen=True, slots=True)
class Pace:
    """How long one player has thought over many games."""

    games: int
    decisions: int
    refused: int
    seconds: float
    turns: tuple[float, ...]
    """How long each of his turns took, the shortest first."""

    @classmethod
    def of(cls, thoughts: Sequence[Mapping[str, Any]]) -> Pace:
        """All that was thought, game by game, put together."""
        return cls(
            len(thoughts),
            sum(one["decisions"] for one in thoughts),
            sum(one["refused"] for one in thoughts),
            sum(one["seconds"] for one in thoughts),
            tuple(sorted(seconds for one in thoughts for seconds in one["turns"])),
        )

    @property
    def a_game(self) -> float:
        """Seconds in a game, on average."""
        return self.seconds / max(1, self.games)

    @property
    def an_answer(self) -> float:
        """Seconds for an answer, on average."""
        return self.seconds / max(1, self.decisions)

    @property
    def a_turn(self) -> float:
        """Seconds in a turn, on average."""
        return sum(self.turns) / max(1, len(self.turns))

    @property
    def most_turns(self) -> float:
        """Seconds that 95 % of his turns keep to."""
        at = max(0, math.ceil(0.95 * len(self.turns)) - 1)
        return self.turns[at] if self.turns else 0.0

    @property
    def longest(self) -> float:
        """Seconds that his longest turn took."""
        return self.turns[-1] if self.turns else 0.0

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "games": self.games, "decisions": self.decisions, "refused": self.refused,
            "seconds": round(self.seconds, 3), "turn_mean": round(self.a_turn, 4),
            "turn_95": round(self.most_turns, 4), "turn_max": round(self.longest, 4),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Summary:
    """What a number of games comes to."""

    results: Sequence[Result]

    @property
    def finished(self) -> list[Result]:
        """The games that came to an end."""
        return [result for result in self.results if result.error is None]

    @property
    def failed(self) -> list[Result]:
        """The games that broke."""
        return [result for result in self.results if result.error is not None]

    def called(self, result: Result, side: str) -> str:
        """A player by name; with his side where a player plays against himself."""
        name = result.players[side]
        mirrored = len(set(result.players.values())) < len(result.players)
        return f"{name} ({side})" if mirrored else name

    def wins(self) -> dict[str, int]:
        """How many games each player has won."""
        seats = {self.called(r, side): 0 for r in islice(self.results, 2) for side in r.players}
        for result in self.finished:
            if result.winner is not None:
                seats[self.called(result, result.winner)] += 1
        return seats

    def draws(self) -> int:
        """How many games nobody has won."""
        return sum(result.winner is None for result in self.finished)

    def victories(self) -> dict[str, int]:
        """How often each side has won in which way, the most frequent first."""
        counts: dict[str, int] = {}
        for result in self.finished:
            text = f"{result.winner}: {result.victory}" if result.winner else result.victory
            counts[text] = counts.get(text, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def thoughts(self) -> dict[str, Pace]:
        """How long each player has thought."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        for result in self.finished:
            for side, thought in result.thought.items():
                found.setdefault(self.called(result, side), []).append(thought)
        return {name: Pace.of(thoughts) for name, thoughts in found.items()}

    def to_json(self, timing: bool = False) -> dict[str, Any]:
        """All of it as plain data."""
        paces = {name: pace.to_json() for name, pace in self.thoughts().items()}
        return {
            "games": len(self.results),
            **({"thought": paces} if timing else {}),
            "wins": self.wins(),
            "draws": self.draws(),
            "failed": len(self.failed),
            "victories": self.victories(),
            "results": [result.to_json(timing) for result in self.results],
        }


def wilson(won: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % confidence (Wilson's interval)."""
    if not of:
        return 0.0, 1.0
    share, z = won / of, WILSON
    scale = 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)
