"""PettingZoo: all sides of a game, one after another, as an AEC environment.

    from grognard.envs import pettingzoo_face

    env = pettingzoo_face.env("wb95/klin")
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else seen["action_mask"].argmax())

Where several sides are asked at once under seal they answer in consecutive steps, and none sees
what the others have said. The mask is both in what is seen and in the info.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from grognard.envs.episodes import Episode, Terms, one_by_one, packed, unpacked
from grognard.envs.gymnasium_face import boxes


class GrognardAEC(AECEnv):  # type: ignore[misc]
    """All sides of one game."""

    def __init__(
        self,
        scenario: str = "wb95/klin",
        encoding: str = "candidates",
        options: Mapping[str, Any] | None = None,
        candidates: int = 256,
        advice: bool = False,
        steps: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        """`steps` end what never ends."""
        super().__init__()
        self.metadata = {
            "name": "grognard_v0", "render_modes": ["ansi"], "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode, self.steps = render_mode, steps
        terms = Terms(scenario, dict(options or {}), encoding, candidates, advice)
        self._made_of = (scenario, encoding, dict(options or {}), candidates, advice, steps,
                         render_mode)  # fmt: skip
        one_by_one(terms)
        self.episode = Episode(terms, None, "")
        self.possible_agents = list(self.episode.scenario.sides)
        self._random = np.random.default_rng()
        self._spaces: dict[str, tuple[spaces.Space[Any], spaces.Space[Any]]] = {}
        for side in self.possible_agents:
            size = self.episode.encoding(side).size
            seen = spaces.Dict(
                {
                    "observation": spaces.Dict(boxes(self.episode)),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            self._spaces[side] = seen, spaces.Discrete(size)
        self._begin()

    def observation_space(self, agent: str) -> Any:
        """What an agent sees; always the same object."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """The numbers that an agent says; always the same object."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same one."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode.begin(f"{int(self._random.integers(2**62)):016x}")
        self._begin()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self._taken = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.episode.to_act or self.agents[0]
        self._inform()

    def _inform(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {
            side: {"action_mask": self.episode.mask(side)} for side in self.agents
        }
        self.infos[self.agent_selection] = self.episode.told(self.agent_selection)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        return {"observation": self.episode.seen(agent), "action_mask": self.episode.mask(agent)}

    def step(self, action: Any) -> None:
        """The next number of the agent whose turn it is. One that means nothing changes nothing:
        the refusals are in his info."""
        side = self.agent_selection
        if self.terminations[side] or self.truncations[side]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[side] = 0.0
        refusals = self.episode.take(int(action))
        self._taken += 1
        over = self.episode.game.over
        for each in self.agents:
            self.rewards[each] = self.episode.reward(each)
            self.terminations[each] = over
            self.truncations[each] = not over and self._taken >= self.steps
        self.agent_selection = self.episode.to_act or side
        self._inform()
        if refusals:
            self.infos[side]["refusals"] = [refusal.to_json() for refusal in refusals]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board in text, as the side may see it whose turn it is."""
        if self.render_mode is None:
            return None
        return self.episode.system.picture(self.episode.game, self.agent_selection)

    def close(self) -> None:
        """There is nothing to close."""

    # ---- coming back

    def snapshot(self) -> bytes:
        """This moment, to be come back to with `restore` as often as one likes. It is the whole
        truth, hidden things and dice to come: nothing for the programs that play."""
        return packed(
            {
                "episode": self.episode.freeze(),
                "taken": self._taken,
                "chance": self._random.bit_generator.state,
                "agents": self.agents,
                "rewards": self.rewards,
                "sums": self._cumulative_rewards,
                "ended": [self.terminations, self.truncations],
                "selected": self.agent_selection,
            }
        )

    def restore(self, snapshot: bytes) -> None:
        """Come back to a moment."""
        unpacked(snapshot, self._back)

    def _back(self, data: Mapping[str, Any]) -> None:
        self.episode.thaw(data["episode"])
        self._taken = data["taken"]
        self._random.bit_generator.state = data["chance"]
        self.agents = data["agents"]
        self.rewards, self._cumulative_rewards = data["rewards"], data["sums"]
        self.terminations, self.truncations = data["ended"]
        self.agent_selection = data["selected"]
        self._inform()

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled and copied by its snapshot."""
        return _again, (self._made_of, self.snapshot())


def _again(made_of: tuple[Any, ...], snapshot: bytes) -> GrognardAEC:
    env = GrognardAEC(*made_of)
    env.restore(snapshot)
    return env


def env(scenario: str = "wb95/klin", **more: Any) -> GrognardAEC:
    """An environment, as PettingZoo's own are made."""
    return GrognardAEC(scenario, **more)
