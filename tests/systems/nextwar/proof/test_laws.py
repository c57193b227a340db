"""The laws of Next War: random games under them, and each seen to fail when it is broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.engine.event import Event
from grognard.lab import fuzz
from grognard.systems.nextwar.airpower.wings import WINGS
from grognard.systems.nextwar.proof import positions
from grognard.systems.nextwar.proof.laws import Watch
from grognard.systems.nextwar.raids.status import BANDS, Band
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from tests.systems.nextwar.field import unit
from tests.systems.nextwar.sky import sky, wing


@pytest.mark.parametrize("seed", range(1, 7))
def test_random_games_run_clean_under_all_laws(seed: int) -> None:
    assert fuzz.play_one(fuzz.paced(fuzz.ARENAS["nextwar"], actions=50, every=20), seed) > 0


def watched() -> tuple[Nw, Watch]:
    """A game under watch, and nothing to complain of at first."""
    game = sky(
        unit("n1", "0101"), unit("r1", "0909"), wings=[wing("u1"), wing("n2")],
        assets={"dprk": {"supply": 4, "ballistic": 4, "gas": 2, "sam": 3}, "allied": {"cruise": 1}},
    )  # fmt: skip
    watch = Watch(game)
    assert watch() == []
    return game, watch


def alter(game: Nw, side: str, **facts: Any) -> None:
    game.put(SIDES, side, replace(game.state[SIDES][side], **facts))


@pytest.mark.rule("nextwar", "26.1.2", "26.1", "26.1.3", "19.3", "18.2.4")
@pytest.mark.parametrize(
    ("facts", "event"),
    [
        ({"ballistic": 3}, ("launched", {"side": "dprk", "weapon": "ballistic", "left": 3})),
        ({"ballistic": 6}, ("missiles-arrive", {"side": "dprk", "weapon": "ballistic", "came": 2})),
        ({"ballistic": 2}, ("track", {"side": "dprk", "track": "ballistic", "level": 2})),
        ({"supply": 6}, ("supply-points", {"side": "dprk", "points": 2})),
        ({"gas": 1}, ("gas", {"side": "dprk"})),
    ],
)
def test_what_is_spent_must_be_told(facts: dict[str, int], event: tuple[str, Any]) -> None:
    game, watch = watched()
    alter(game, "dprk", **facts)
    assert "was told of" in watch()[0]
    game, watch = watched()
    alter(game, "dprk", **facts)
    game.emit(Event(event[0], "26.1", event[1]))
    assert watch() == []


@pytest.mark.rule("nextwar", "27.8", "26.1")
@pytest.mark.parametrize("what", ["cruise", "sam", "supply"])
def test_nothing_is_overdrawn(what: str) -> None:
    game, watch = watched()
    alter(game, "allied", **{what: -1})
    assert f"allied has -1 of {what}" in watch()


@pytest.mark.rule("nextwar", "20.4")
@pytest.mark.parametrize("band", [Band(6), Band(-1), Band(5, eliminated=1), Band(1, eliminated=-1)])
def test_no_more_raiders_than_the_counter_mix_has(band: Band) -> None:
    game = sky(raiders={"ROK": {"side": "allied", "markers": 5}})
    watch = Watch(game)
    assert watch() == []
    game.put(BANDS, "ROK", band)
    assert "of 5 raiders" in watch()[0]


@pytest.mark.rule("nextwar", "27.6", "22.1.3", "22.4")
@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"steps": 1}, "u1 has 1 steps in the air"),
        ({"place": "hangar"}, "u1 is in 'hangar'"),
        ({"place": "eliminated"}, "u1 is in 'eliminated' with 2 steps"),
        ({"box": "Atlantis"}, "u1 bases in 'Atlantis'"),
        ({"steps": 3}, "u1 has 3 steps"),
    ],
)
def test_an_air_unit_is_somewhere_with_its_steps(facts: Any, said: str) -> None:
    game, watch = watched()
    game.put(WINGS, "u1", replace(game.state[WINGS]["u1"], **facts))
    assert any(fault.startswith(said) for fault in watch())


def resolution(demanded: bool = True) -> Event:
    return Event("resolution", "28.0", {"demanded": demanded})


VETO = Event("vetoed", "28.1", {"side": "dprk", "power": "PRC", "points": 5})
STANDS = Event("ceasefire-demanded", "28.1", {"turn": 3})
REFUSAL = Event("ceasefire-refused", "28.2", {"side": "dprk"})
TURN = Event("initiative", "5.1", {"side": "dprk"})


@pytest.mark.rule("nextwar", "28.1", "28.2")
@pytest.mark.parametrize(
    ("events", "faults"),
    [
        ([resolution(), VETO], 0),
        ([resolution(), VETO, TURN, resolution(), VETO], 0),
        ([resolution(), VETO, VETO], 1),
        ([VETO], 1),
        ([resolution(demanded=False), VETO], 1),
        ([resolution(), STANDS, VETO], 1),
        ([resolution(), STANDS, TURN, resolution(), VETO], 1),
        ([resolution(), STANDS, REFUSAL], 0),
        ([resolution(), STANDS, REFUSAL, TURN, REFUSAL], 0),
        ([resolution(), STANDS, REFUSAL, REFUSAL], 1),
        ([resolution(), VETO, REFUSAL], 1),
    ],
)
def test_vetoes_and_refusals_never_exceed_what_is_given(events: list[Event], faults: int) -> None:
    game, watch = watched()
    vetoes = sum(event.kind == "vetoed" for event in events)
    alter(game, "dprk", vp=-5 * vetoes)
    for event in events:
        game.emit(event)
    assert len(watch()) == faults


@pytest.mark.rule("nextwar", "28.1")
def test_a_veto_costs_five_points() -> None:
    game, watch = watched()
    game.emit(resolution())
    game.emit(VETO)
    alter(game, "dprk", vp=-4)
    assert any("Victory Points" in fault for fault in watch())


@pytest.mark.rule("nextwar", "28.1")
def test_a_game_may_be_watched_from_the_middle_of_a_vote_on() -> None:
    game = positions.game(93)
    assert [decision.ask.name for decision in game.decisions] == ["veto"]
    watch = Watch(game)
    game.play("dprk", {"do": "veto", "power": "PRC", "vote": "veto"})
    assert watch() == []
