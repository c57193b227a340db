"""The staff of GOSS plays sensibly, by its view alone, and always legally."""

from __future__ import annotations

import pytest

import grognard
from grognard.systems.goss.proof.veil import VEIL
from tests.players.playing import always_legal, beats_random, blind, repeatable

SKYLINE = "goss/skyline-drive"


@pytest.mark.parametrize("seed", range(2))
def test_every_choice_is_legal_in_skyline_drive(seed: int) -> None:
    always_legal(grognard.new(SKYLINE, seed=seed), seed, 300)


@pytest.mark.parametrize("seed", range(2))
def test_it_cannot_see_what_its_view_does_not_show(seed: int) -> None:
    """Games that differ under the top counters get the same answers. [8.4.0]"""
    assert blind(grognard.new(SKYLINE, seed=seed), seed, 60, VEIL.twin)


def test_the_same_position_gets_the_same_answer() -> None:
    repeatable([grognard.new(SKYLINE, seed=5) for _ in range(2)], 100)


@pytest.mark.parametrize(("seed", "side"), [(2, "axis"), (1, "allied")])
def test_it_beats_chance_from_either_side(seed: int, side: str) -> None:
    beats_random(grognard.new(SKYLINE, seed=seed), seed, side)
