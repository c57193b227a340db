"""Odds of an assault: exact, and within what the player may know. [13.9.0] [8.4.0]"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.goss.assault import assaulting
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS
from tests.systems.goss.assault.clash import assault, clash, field
from tests.systems.goss.field import unit

PA: dict[str, Any] = {"mode": "PA"}


def fight(*more: Any, **facts: Any) -> Gs:
    return field(
        unit("g1", (0, 1), values="8-6", **PA), *more, unit("u1", (0, 0), values="6-6", **facts),
        terrain={(0, 0): "woods"},
    )  # fmt: skip


@pytest.mark.rule("goss", "13.9.0")
def test_the_two_rolls_are_independent() -> None:
    sums = clash(fight(), ["g1"]).sums
    hits, backs = Counter(map(str, sums.on_defender)), Counter(map(str, sums.on_attacker))
    odds = fight().odds(assault(["g1"]), "axis")
    assert sum(outcome.probability for outcome in odds.outcomes) == 1
    assert len(odds.outcomes) == len(hits) * len(backs)
    for outcome in odds.outcomes:
        fact = outcome.facts[0]
        each = hits[fact["defender"]] * backs[fact["attacker"]]
        assert outcome.probability == Fraction(each, 10_000)
    assert odds.reckoning["ratio"] == "8:6"


def test_odds_come_to_the_dice_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reckoned = []

    def determined(game: Gs, assault: Any) -> Any:
        reckoned.append(assault)
        return (yield from through(game, assault))

    through = assaulting.determined
    monkeypatch.setattr(assaulting, "determined", determined)
    game = fight()
    odds = game.odds(assault(["g1"]), "axis")
    assert len(odds.outcomes) > 20
    assert len(reckoned) == 1, "what comes before the dice is not done for each of their falls"
    assert game.odds(assault(["g1"]), "axis") == odds
    assert game.at_checkpoint


@pytest.mark.rule("goss", "8.4.0")
def test_what_shows_is_taken_for_all_there_is() -> None:
    hidden = fight(unit("u2", (0, 0), values="9-9"))
    odds = hidden.odds(assault(["g1"]), "axis")
    assert odds.reckoning["ratio"] == "8:6"
    assert [note["question"] for note in odds.supposed][:1] == ["fog"]
    within = fight(inside=True)
    assert [why.rule for why in within.odds(assault(["g1"]), "axis").unknown] == ["8.4.0"]
    clear = field(
        unit("g1", (0, 1), **PA), unit("u1", (0, 0), inside=True), options={"fog-of-war": "off"}
    )
    assert not clear.odds(assault(["g1"]), "axis").unknown


@pytest.mark.rule("goss", "8.4.0", "13.7.3(f)")
def test_odds_do_not_tell_of_ammunition() -> None:
    chain = {"army": "A", "corps": "C"}

    def game(adv: int) -> Gs:
        found = field(
            unit("g1", (0, 1), values="8-6", **PA), unit("u1", (0, 0), formation="1", **chain),
            unit("uc", (0, -6), "hq:corps", **chain),
            unit("uh", (0, -5), "hq:div", formation="1", **chain),
            armies={"A": {"side": "allied", "adv": 2, "pss": []}},
        )  # fmt: skip
        for hq in ("uc", "uh"):
            found.put(HQS, hq, replace(found.state[HQS][hq], adv=adv))
        return found

    assert clash(game(0), ["g1"]).right != clash(game(4), ["g1"]).right
    assert game(0).odds(assault(["g1"]), "axis") == game(4).odds(assault(["g1"]), "axis")


@pytest.mark.rule("goss", "8.4.0", "13.7.4a")
def test_neighbours_within_works_are_taken_for_a_company() -> None:
    game = fight(unit("u2", (1, 0), "hq:div", formation="1", inside=True))
    odds = game.odds(assault(["g1"]), "axis")
    parts = [part["rule"] for part in odds.reckoning["left"]["parts"]]
    assert parts == ["13.7.4(k)"]
