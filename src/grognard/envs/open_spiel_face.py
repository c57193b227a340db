"""OpenSpiel: a game by its contract, for small scenarios.

    import pyspiel
    from grognard.envs import open_spiel_face

    game = pyspiel.load_game("python_grognard", {"scenario": "wb95/klin"})
    state = game.new_initial_state()

Dice are chance nodes: where an action would roll it waits for one of `FALLS` falls, each a stream
of dice of its own. So a history says all of a game, and a clone does not foresee what falls in the
other. The falls stand for all falls there are, as a sample does; hence SAMPLED_STOCHASTIC.
"""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from grognard.engine.decision import Action
from grognard.engine.dice import STREAM, seed_from
from grognard.engine.game import Game
from grognard.engine.record import digest
from grognard.envs.episodes import Episode, EpisodeError, Terms, one_by_one
from grognard.players.seat import Seat

NAME = "python_grognard"
FALLS = 1000
"""How many ways dice may fall at one chance node."""
LENGTH = 20_000
"""How many numbers are said in a game at the most."""

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Grognard: operational wargames by the book",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"scenario": "wb95/klin", "encoding": "factored", "candidates": 64},
)


class Tossed(Episode):
    """An episode in which an action that rolls waits for its dice."""

    def __init__(self, terms: Terms) -> None:
        self.waiting: tuple[str, Action] | None = None
        self.known: dict[str, str] = {}
        super().__init__(terms, None, "")

    def fresh(self) -> Tossed:
        """Another of the same, before anything has happened: its first dice are waited for."""
        other = copy.copy(self)
        other.begun = False
        return other

    begun = True

    @property
    def tossing(self) -> bool:
        """Whether dice are waited for."""
        return not self.begun or self.waiting is not None

    def begin(self, seed: str) -> None:
        """Begin a game, of which nobody knows anything yet."""
        self.begun, self.waiting = True, None
        super().begin(seed)
        self.known = {side: digest([side, self.scenario.fingerprint]) for side in self.learners}
        self._tell(0)

    def take(self, said: Any) -> list[Any]:
        """The next number, which its player remembers."""
        side = self.to_act
        refusals = super().take(said)
        if side is not None and not refusals:
            self.known[side] = digest([self.known[side], "said", int(said)])
        return refusals

    def carry_out(self, side: str, action: Action) -> None:
        """Play it, or wait for its dice."""
        game, told = self.game, len(self.game.events)
        before = game.bookmark()
        game.play(side, action)
        if any(entry.chance for entry in game.entries[before.entries :]):
            game.leaf_back(before)
            self.waiting = side, action
            return
        self._done(told)

    def toss(self, fall: int) -> None:
        """Let the dice fall that are waited for."""
        if not 0 <= fall < FALLS:
            raise EpisodeError(f"there is no fall {fall}: there are {FALLS}, from 0 on")
        if self.waiting is None:
            self.begin(str(fall))
            return
        (side, action), self.waiting = self.waiting, None
        self.seed = digest([self.seed, fall])
        game, told, entries = self.game, len(self.game.events), len(self.game.entries)
        game.dice.seed = seed_from(self.seed)
        drawn = game.state[STREAM]["now"].drawn
        game.play(side, action)
        for entry in game.entries[entries:]:
            game.dice.remember(drawn, entry.chance)
            drawn += len(entry.chance)
        self._done(told)

    def _done(self, told: int) -> None:
        self._asked = None
        self._tell(told)
        self.go_on()

    def _tell(self, since: int) -> None:
        for side in self.learners:
            events = self.game.events_for(side, since)
            if events:
                told = [event.to_json() for event in events]
                self.known[side] = digest([self.known[side], "told", told])

    def information(self, side: str) -> str:
        """What a side knows and remembers, as one word, with where the game stands."""
        decision = self.game.decision(side) if self.to_act == side else None
        asked = "" if decision is None else decision.ask.name
        return f"{side} turn {self.game.turn} {self.game.phase} {asked} {self.known[side]}"

    def sight(self, side: str) -> str:
        """What a side sees now, as one word."""
        game, decision = self.game, self.game.decision(side) if self.to_act == side else None
        asked = None if decision is None else [decision.ask.name, self.encoding(side).freeze()]
        return digest([game.turn, game.phase, asked, game.system.view(game, side)])

    def suppose(self, side: str, seed: str) -> None:
        """Be a game that may be this one, for all that a side knows: what it does not see is drawn
        anew, and so is what others remember."""
        data = super().freeze()
        imagined = Seat(self.game, side).imagine(seed)
        data["game"] = base64.b64encode(imagined.freeze()).decode()
        own = self.known[side]
        self.thaw(data)
        self.known = {each: digest([each, seed]) for each in self.learners} | {side: own}

    def freeze(self) -> dict[str, Any]:
        """This moment as plain data."""
        return {**super().freeze(), "waiting": self.waiting, "known": dict(self.known)}

    def __deepcopy__(self, memo: Any) -> Tossed:
        other = copy.copy(self)
        if self.begun:
            data = self.freeze()
            other.thaw(data)
            other.waiting, other.known = data["waiting"], data["known"]
        return other


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.episode = game.episode.fresh()

    def current_player(self) -> int:
        """Who says the next number: a side by its place in the scenario, chance, or nobody."""
        if self.episode.tossing:
            return int(pyspiel.PlayerId.CHANCE)
        side = self.episode.to_act
        if side is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.episode.learners.index(side)

    def _legal_actions(self, player: int) -> list[int]:
        side = self.episode.learners[player]
        return [int(n) for n in np.flatnonzero(self.episode.mask(side))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every fall is as likely as any other."""
        return [(fall, 1 / FALLS) for fall in range(FALLS)]

    def _apply_action(self, action: int) -> None:
        if self.episode.tossing:
            self.episode.toss(action)
        else:
            refusals = self.episode.take(action)
            if refusals:
                raise EpisodeError("; ".join(refusal.text for refusal in refusals))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"fall {action}" if player < 0 else f"{self.episode.learners[player]} {action}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.episode.tossing and self.episode.game.over

    def returns(self) -> list[float]:
        """1 and -1, or nothing for both."""
        if not self.is_terminal():
            return [0.0 for _ in self.episode.learners]
        return [self.episode.reward(side) for side in self.episode.learners]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that may be this one, for all that a player knows, when he is asked."""
        if self.current_player() != player:
            raise EpisodeError("what somebody may think is drawn when he is asked")
        other: SpielState = self.clone()
        other.episode.suppose(self.episode.learners[player], repr(sampler()))
        return other

    def __str__(self) -> str:
        if not self.episode.begun:
            return "before the first dice"
        game: Game[Any] = self.episode.game
        said = (
            ""
            if self.episode.to_act is None
            else self.episode.encoding(self.episode.to_act).freeze()
        )
        return f"turn {game.turn} {game.phase} {game.state.fingerprint()} {said}"


class Observer:
    """What a player sees, as numbers and as words."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.kind = kind
        self._sides: Sequence[str] = game.episode.learners
        sizes = {name: int(np.prod(of)) for name, of in game.episode.shapes().items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, of in game.episode.shapes().items():
            self.dict[name] = self.tensor[at : at + sizes[name]].reshape(of)
            at += sizes[name]

    def set_from(self, state: SpielState, player: int) -> None:
        """Look from a player's seat."""
        self.tensor.fill(0)
        if state.episode.begun:
            for name, table in state.episode.seen(self._sides[player]).items():
                self.dict[name][...] = table

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows and remembers, or what he sees now."""
        side, episode = self._sides[player], state.episode
        if not episode.begun:
            return f"{side} before the first dice"
        if self.kind.perfect_recall:
            return episode.information(side)
        return episode.sight(side)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario as OpenSpiel has games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {
            "scenario": "wb95/klin",
            "encoding": "factored",
            "candidates": 64,
            **(params or {}),
        }
        terms = Terms(
            chosen["scenario"], encoding=chosen["encoding"], candidates=int(chosen["candidates"])
        )
        one_by_one(terms)
        self.episode = Tossed(terms)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.episode.encoding(self.episode.learners[0]).size,
            max_chance_outcomes=FALLS,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LENGTH,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> SpielState:
        """A game before its first dice."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Somebody who looks from a player's seat."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind)


pyspiel.register_game(TYPE, SpielGame)
