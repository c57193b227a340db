"""Law 8, in all systems: who imagines something makes it of what he knows, and of nothing else."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest

from grognard import library
from grognard.engine.game import Game
from grognard.engine.imagining import imagine
from grognard.lab import fuzz, laws
from grognard.lab.imaginings import imaginings

SYSTEMS = ("wb95", "ocs", "nextwar", "goss")


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_law_of_imagined_games_holds(name: str) -> None:
    proof = library.BOOKS[name].proven()
    assert proof is not None
    for seed in range(3):
        game, rng = proof.position(seed), random.Random(seed)
        for number in range(30):
            if game.over:
                break
            if number % 6 == 0 or not (game.at_checkpoint or number % 2):
                imaginings(game, proof.veil, rng)
            game.play(*fuzz.chosen(game, rng, 4))


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_left_of_the_truth_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that draws nothing anew breaks the law."""
    proof = library.BOOKS[name].proven()
    assert proof is not None
    kind = type(library.BOOKS[name].opened())

    def kept(
        self: Any, game: Any, player: str, rng: random.Random, known: Collection[str], hunch: Any
    ) -> None:
        """Everything stays as it is."""

    monkeypatch.setattr(kind, "redraw", kept)

    def look() -> None:
        for seed in range(12):
            game, rng = proof.position(seed), random.Random(seed)
            for _ in range(4):
                imaginings(game, proof.veil, rng)
                game.play(*fuzz.chosen(game, rng, 4))

    with pytest.raises(laws.LawBroken, match="hangs on what is hidden"):
        look()


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("wb95/typhoon", {}),
        ("ocs/husky", {}),
        ("nextwar/korea", {"fog-of-war": "on"}),
        ("goss/st-vith", {}),
    ],
)
def test_nothing_of_the_truth_is_left_in_what_is_imagined(
    scenario: str, options: dict[str, str]
) -> None:
    """Of those who are hidden no more stand where they truly stand than chance would have it."""
    game: Game[Any] = Game(*library.find_scenario(scenario, options), 1)
    rng = random.Random(3)
    for _ in range(12):
        game.play(*fuzz.chosen(game, rng, 4))
    found = [shares(game, side) for side in game.scenario.sides]
    measured = [each for each in found if each is not None]
    assert measured
    truly, by_chance = (sum(part) / len(part) for part in zip(*measured, strict=True))
    assert by_chance < 0.6
    assert truly <= by_chance + 0.05


def shares(game: Game[Any], side: str, worlds: int = 6) -> tuple[float, float] | None:
    """Of those whom a side does not see, how many stand where they truly do in what it imagines,
    and how many stand alike in two imagined games."""
    truth = game.state.maps["units"]
    imagined = [imagine(game, side, seed).state.maps["units"] for seed in range(worlds)]
    seen = set(game.system.in_sight(game, side))
    moved = {n for n in truth if any(each[n].hex != truth[n].hex for each in imagined)}
    hidden = sorted(moved - seen)
    if not hidden:
        return None
    pairs = [(a, b) for n, a in enumerate(imagined) for b in imagined[:n]]

    def alike(a: Any, b: Any) -> float:
        return sum(a[n].hex == b[n].hex for n in hidden) / len(hidden)

    truly = sum(alike(each, truth) for each in imagined) / worlds
    return truly, sum(alike(a, b) for a, b in pairs) / len(pairs)
