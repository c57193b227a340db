"""Gymnasium: one side of a game against a named player.

    import gymnasium, grognard.envs

    env = gymnasium.make("grognard/wb95-klin-v0", opponent="random")
    seen, info = env.reset(seed=7)
    seen, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

The reward comes at the end: 1, 0 or -1. A number that means nothing changes nothing: its refusals
are in `info`. The numbers of an id with its version never change their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.envs.episodes import Episode, EpisodeError, Terms, packed, unpacked
from grognard.envs.sights import MOST

Seen = dict[str, NDArray[Any]]


def boxes(episode: Episode) -> dict[str, spaces.Space[Any]]:
    """The spaces of the tables that are seen."""
    return {
        name: spaces.Box(-MOST, MOST, shape, np.float32) for name, shape in episode.shapes().items()
    }


class GrognardEnv(gymnasium.Env[Seen, Any]):
    """One side of one game."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        scenario: str = "wb95/klin",
        side: str | None = None,
        opponent: str = "random",
        encoding: str = "candidates",
        options: Mapping[str, Any] | None = None,
        candidates: int = 256,
        advice: bool = False,
        steps: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        """`side` is the first of the scenario, if none is named; `steps` end what never ends."""
        if render_mode not in (None, "ansi"):
            raise EpisodeError(f"there is no render mode {render_mode!r}; it is 'ansi'")
        self.render_mode, self.steps = render_mode, steps
        terms = Terms(scenario, dict(options or {}), encoding, candidates, advice)
        side = terms.found()[1].sides[0] if side is None else side
        self.side = side
        self.episode = Episode(terms, (side,), opponent)
        self._taken = 0
        self._made_of = (scenario, side, opponent, encoding, dict(options or {}), candidates,
                         advice, steps, render_mode)  # fmt: skip
        size = self.episode.encoding(side).size
        self.observation_space: Any = spaces.Dict(
            {**boxes(self.episode), "action_mask": spaces.MultiBinary(size)}
        )
        nvec = self.episode.encoding(side).nvec
        self.action_space: Any = spaces.MultiDiscrete([*nvec]) if nvec else spaces.Discrete(size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game; the same seed gives the same one."""
        super().reset(seed=seed)
        self._taken = 0
        self.episode.begin(f"{int(self.np_random.integers(2**62)):016x}")
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Say a number; the other side plays on until this one is asked again."""
        refusals = self.episode.take(action)
        self._taken += 1
        over = self.episode.game.over
        info = self._info()
        if refusals:
            info["refusals"] = [refusal.to_json() for refusal in refusals]
        cut = not over and self._taken >= self.steps
        return self._seen(), self.episode.reward(self.side), over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers are open, as sb3-contrib asks for it."""
        return self.episode.mask(self.side).astype(np.bool_)

    def render(self) -> str | None:
        """The board in text, as this side may see it."""
        if self.render_mode is None:
            return None
        return self.episode.system.picture(self.episode.game, self.side)

    def _seen(self) -> Seen:
        return {**self.episode.seen(self.side), "action_mask": self.episode.mask(self.side)}

    def _info(self) -> dict[str, Any]:
        return self.episode.told(self.side)

    # ---- coming back

    def snapshot(self) -> bytes:
        """This moment, to be come back to with `restore` as often as one likes. It is the whole
        truth, hidden things and dice to come: nothing for the program that learns."""
        generator = self.np_random.bit_generator.state
        return packed({"episode": self.episode.freeze(), "taken": self._taken, "chance": generator})

    def restore(self, snapshot: bytes) -> tuple[Seen, dict[str, Any]]:
        """Come back to a moment."""
        unpacked(snapshot, self._back)
        return self._seen(), self._info()

    def _back(self, data: Mapping[str, Any]) -> None:
        self.episode.thaw(data["episode"])
        self._taken = data["taken"]
        self.np_random.bit_generator.state = data["chance"]

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled and copied by its snapshot."""
        return _again, (self._made_of, self.snapshot())


def _again(made_of: tuple[Any, ...], snapshot: bytes) -> GrognardEnv:
    env = GrognardEnv(*made_of)
    env.restore(snapshot)
    return env


class Flat(gymnasium.ObservationWrapper[NDArray[np.float32], Any, Seen]):
    """All tables but the mask in one row of numbers, for programs that want no more."""

    def __init__(self, env: gymnasium.Env[Seen, Any]) -> None:
        super().__init__(env)
        tables: Any = env.observation_space
        if not isinstance(tables, spaces.Dict):
            raise EpisodeError("what is flattened here are the tables of a game of Grognard")
        self._names: list[str] = [name for name in tables.spaces if name != "action_mask"]
        size = sum(int(np.prod(tables[name].shape or ())) for name in self._names)
        self.observation_space = spaces.Box(-MOST, MOST, (size,), np.float32)

    def observation(self, observation: Seen) -> NDArray[np.float32]:
        """The tables one after the other."""
        return np.concatenate([observation[name].ravel() for name in self._names])

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers are open, as sb3-contrib asks for it."""
        found: NDArray[np.bool_] = self.env.get_wrapper_attr("action_masks")()
        return found
