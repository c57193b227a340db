"""Who goes free with whom, however crowded the hex is. [6.2.0]"""

from __future__ import annotations

import random

import pytest

from grognard.systems.goss.pieces.guests import Way, guests, most
from grognard.systems.goss.pieces.stacking import grouping, stacked
from tests.systems.goss.field import at, position, unit

CAPS = {"afv": 3, "service": 2}


def every_way(ways: dict[str, list[Way]], caps: dict[str, int]) -> dict[str, str]:
    """Every choice tried in turn, the first of the largest kept: what the search must come to."""
    companies = [name for name in ways if ways[name]]
    best: dict[str, str] = {}

    def search(place: int, taken: list[Way], found: dict[str, str]) -> None:
        nonlocal best
        if len(found) > len(best):
            best = dict(found)
        if place == len(companies):
            return
        name = companies[place]
        if name not in found.values():
            for kind, host in ways[name]:
                full = len([k for k, _ in taken if k == kind]) >= caps[kind]
                if not full and (kind, host) not in taken and host not in found:
                    search(place + 1, [*taken, (kind, host)], {**found, name: host})
        search(place + 1, taken, found)

    search(0, [], {})
    return best


def crowd(rng: random.Random, count: int) -> dict[str, list[Way]]:
    """Companies and battalions by chance, some companies hosts themselves."""
    names = [f"n{place}" for place in range(count)]
    hosts = {kind: [n for n in names if rng.random() < 0.5] for kind in CAPS}
    return {
        name: [(k, h) for k in CAPS for h in hosts[k] if h != name and rng.random() < 0.6]
        for name in names
        if rng.random() < 0.7
    }


@pytest.mark.rule("goss", "6.2.0")
def test_the_search_finds_what_every_way_tried_would() -> None:
    rng = random.Random(7)
    for _ in range(400):
        ways = crowd(rng, rng.randint(2, 6))
        caps = {"afv": rng.randint(0, 3), "service": rng.randint(0, 2)}
        found = every_way(ways, caps)
        assert guests(ways, caps) == found, ways
        assert most(ways, caps) >= len(found), "the bound is never too low"


@pytest.mark.rule("goss", "6.2.0")
def test_a_very_crowded_hex_is_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def counted(*args: object) -> int:
        nonlocal tried
        tried += 1
        return most(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("grognard.systems.goss.pieces.guests.most", counted)
    rng = random.Random(3)
    for _ in range(5):
        tried = 0
        found = guests(crowd(rng, 40), CAPS)
        assert len(found) == 5
        assert tried < 1000, "not every choice of forty units"


@pytest.mark.rule("goss", "6.2.0", "6.1.0")
def test_three_divisions_in_one_hex() -> None:
    units = [
        unit(f"g{div}-{kind}{place}", (0, 0), kind, formation=str(div))
        for div in (1, 2, 3)
        for kind, count in (("motinf", 2), ("armeng", 3), ("pz4", 4), ("at", 2))
        for place in range(count)
    ]
    game = position(*units)
    h = game.board.hex(at(0, 0))
    assert sum(len(group) - 1 for group in stacked(game, h).groups) == 5
    assert grouping(game, h, ()).fits
