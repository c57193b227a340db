"""Episodes: one game played by programs that learn, and by others that are sat down against them.

What an episode shows to a side hangs on what that side may know and on nothing else. It can be
frozen at any moment and gone on with, here or in another process.
"""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal
from grognard.engine.system import Scenario, System
from grognard.engine.thawing import thaw
from grognard.envs.candidates import Candidates
from grognard.envs.encodings import Encoding
from grognard.envs.factored import Factored
from grognard.envs.plans import Plans
from grognard.envs.sights import Sights
from grognard.library import find_scenario, tabletop
from grognard.players.apart import Apart
from grognard.players.registry import check_player, player
from grognard.players.seat import Seat
from grognard.players.staff.player import staffed
from grognard.table.winning import margin, verdict

ENCODINGS = ("candidates", "factored", "plans")


class EpisodeError(ValueError):
    """An episode that is not as it can be; says what would be right."""


@dataclass(frozen=True)
class Terms:
    """What is played, and how its learners speak."""

    scenario: str = "wb95/klin"
    options: Mapping[str, Any] = field(default_factory=dict)
    encoding: str = "candidates"
    candidates: int = 256
    advice: bool = False

    def found(self) -> tuple[System[Any], Scenario]:
        """The system and the scenario."""
        if self.encoding not in ENCODINGS:
            known = ", ".join(ENCODINGS)
            raise EpisodeError(f"there is no encoding {self.encoding!r}; it is {known}")
        if self.candidates < 1:
            raise EpisodeError(f"there must be a candidate at least, not {self.candidates}")
        found = find_scenario(self.scenario, self.options)
        if self.encoding == "plans" and not staffed(found[0].name):
            raise EpisodeError(f"{found[0].name} has no staff that could carry out plans")
        return found

    def encoded(self, game: Game[Any], side: str) -> Encoding:
        """The numbers of one side."""
        if self.encoding == "factored":
            return Factored(game)
        if self.encoding == "plans":
            return Plans(game, side)
        return Candidates(game, self.candidates, self.advice)


class Episode:
    """One game: `learners` answer by numbers, each other side is played by a program by name."""

    def __init__(self, terms: Terms, learners: tuple[str, ...] | None, others: str) -> None:
        self.terms = terms
        self.system, self.scenario = terms.found()
        self.learners = self.scenario.sides if learners is None else learners
        for side in self.learners:
            if side not in self.scenario.sides:
                known = " or ".join(self.scenario.sides)
                raise EpisodeError(f"{self.scenario.id} has no side {side!r}; it is {known}")
        self.other = others
        if len(self.learners) < len(self.scenario.sides):
            check_player(others, self.system.name)
        self.begin("0")
        self.sights = Sights(self.game)

    def begin(self, seed: str) -> None:
        """Begin a game: its dice and the whims of the others come from the seed alone."""
        self.seed = seed
        self._take_up(Game(self.system, self.scenario, f"{seed}/dice"))
        self.others = {side: self._sat_down(side) for side in self._unlearned()}
        self.winner: str | None = None
        self.go_on()

    def _unlearned(self) -> list[str]:
        return [side for side in self.scenario.sides if side not in self.learners]

    def _sat_down(self, side: str) -> Apart:
        whims = random.Random(f"{self.seed}/{side}").getrandbits(32)
        return Apart(player(self.other, whims, self.system.name))

    def _take_up(self, game: Game[Any]) -> None:
        self.game = game
        self._encodings = {side: self.terms.encoded(game, side) for side in self.learners}
        self._asked: tuple[str, str] | None = None

    def encoding(self, side: str) -> Encoding:
        """The numbers of one side."""
        return self._encodings[side]

    @property
    def to_act(self) -> str | None:
        """Which learner is asked first; None when the game is over."""
        asked = {ask.player: None for ask in self.game.open_asks()}
        return next((side for side in asked if side in self.learners), None)

    def go_on(self) -> None:
        """Let the others play until a learner is asked or the game is over."""
        while not self.game.over:
            side = self.to_act
            if side is None:
                side = self._another()
                action = self.others[side].choose(Seat(self.game, side))
            else:
                left = self._encodings[side].unasked(self.game, side)
                if left is None:
                    break
                action = left
            self.game.play(side, action)
        self._look()

    def _another(self) -> str:
        """Who is asked, where no learner is."""
        if self.game.to_act is None:
            raise EpisodeError("nobody is asked anything, and the game is not over")
        return self.game.to_act

    def _look(self) -> None:
        """Let the learner who is asked first look at the question, once."""
        side = self.to_act
        if side is None:
            self._asked = None
            self.winner = verdict(self.game)[0] or self.winner
            return
        decision = self.game.decision(side)
        asked = (side, "" if decision is None else decision.id)
        if asked != self._asked:
            self._asked = asked
            self._encodings[side].ask(self.game, side)

    def take(self, said: Any) -> list[Refusal]:
        """What the learner who is asked says next; why it means nothing, or nothing."""
        side = self.to_act
        if side is None:
            raise EpisodeError("the game is over: begin another")
        found = self._encodings[side].take(said)
        if isinstance(found, list):
            return found
        if found is not None:
            self.carry_out(side, found)
        return []

    def carry_out(self, side: str, action: Action) -> None:
        """Play what a learner has said, and go on to the next question."""
        self.game.play(side, action)
        self._asked = None
        self.go_on()

    # ---- what is seen

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The tables that a learner sees, and how large they are."""
        return {**self.sights.shapes, **self._encodings[self.learners[0]].shapes}

    def seen(self, side: str) -> dict[str, NDArray[np.float32]]:
        """What a learner sees; of the question only if he is asked first."""
        found = self.sights.seen(self.game, side)
        encoding = self._encodings[side]
        if self.to_act == side:
            return {**found, **encoding.seen(self.game, side)}
        zeros = {name: np.zeros(of, dtype=np.float32) for name, of in encoding.shapes.items()}
        return {**found, **zeros}

    def mask(self, side: str) -> NDArray[np.int8]:
        """Which numbers are open to a learner."""
        encoding = self._encodings[side]
        if self.to_act == side:
            return encoding.mask()
        return np.zeros(encoding.size, dtype=np.int8)

    def told(self, side: str) -> dict[str, Any]:
        """The same for a person or a log: as plain data, and made of nothing else."""
        decision = self.game.decision(side) if self.to_act == side else None
        question = {} if decision is None else {
            "question": decision.ask.name, "prompt": decision.ask.prompt, "rule": decision.ask.rule,
            **self._encodings[side].told(),
        }  # fmt: skip
        return {
            "turn": self.game.turn,
            "phase": self.game.phase,
            "margin": margin(tabletop(self.game).terms(self.game), side),
            "action_mask": self.mask(side),
            **question,
        }

    def reward(self, side: str) -> float:
        """1 for a game won, -1 for one lost, and 0 for anything else, a game that goes on too."""
        if not self.game.over or self.winner is None:
            return 0.0
        return 1.0 if self.winner == side else -1.0

    # ---- coming back

    def freeze(self) -> dict[str, Any]:
        """This moment as plain data, to be come back to with `thaw`."""
        side = self.to_act
        rngs = {name: getattr(one.program, "rng", None) for name, one in self.others.items()}
        return {
            "game": base64.b64encode(self.game.freeze()).decode(),
            "seed": self.seed,
            "said": None if side is None else self._encodings[side].freeze(),
            "winner": self.winner,
            "whims": {n: r.getstate() for n, r in rngs.items() if isinstance(r, random.Random)},
        }

    def thaw(self, data: Mapping[str, Any]) -> None:
        """Come back to a moment. Who plays by a plan plans afresh from what he sees."""
        frozen = base64.b64decode(data["game"])
        self.seed, self.winner = data["seed"], data["winner"]
        self._take_up(thaw(frozen, lambda head: (self.system, self.scenario)))
        self.others = {side: self._sat_down(side) for side in self._unlearned()}
        for side, (version, inner, gauss) in data["whims"].items():
            one: Any = self.others[side].program
            one.rng.setstate((version, tuple(inner), gauss))
        side = self.to_act
        if side is not None:
            self._look()
            self._encodings[side].thaw(data["said"], self.game, side)


def one_by_one(terms: Terms) -> None:
    """Refuse plans where numbers are said one by one."""
    if terms.encoding == "plans":
        raise EpisodeError("plans are for the Gymnasium face; here it is candidates or factored")


def packed(data: Mapping[str, Any]) -> bytes:
    """Plain data as bytes."""
    return canonical(dict(data)).encode("ascii")


def unpacked(snapshot: bytes, read: Callable[[Mapping[str, Any]], None]) -> None:
    """Have the data of a snapshot read; what is none is refused."""
    try:
        read(json.loads(snapshot))
    except (KeyError, TypeError, ValueError) as error:
        raise EpisodeError(f"this is no snapshot of this environment: {error}") from None
