"""Korea as an Advanced Game: everything that chapters 14 to 30 need is there, in all beginnings."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.engine.editions import read_edition
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.engine.sources import Folder
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.airpower.wings import ready
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.proof.laws import Watch
from grognard.systems.nextwar.scenario import NextWarScenario, Nw
from grognard.systems.nextwar.supply.isolation import cut_off
from grognard.systems.nextwar.supply.lines import in_supply
from grognard.systems.nextwar.system import NEXTWAR
from grognard.systems.nextwar.units import MAP
from tests.systems.nextwar.field import field, plain, unit
from tests.systems.nextwar.sea import IN1, at_sea, ship

SHELF = Path(library.__file__).parent / "scenarios" / "nextwar"
NAMES = ("korea", "korea-surprise", "korea-buildup")
DRM = {"korea": -1, "korea-surprise": 0, "korea-buildup": -2}
ONSET = {
    "korea": "tactical surprise", "korea-surprise": "strategic surprise",
    "korea-buildup": "extended buildup",
}  # fmt: skip


@cache
def scenario(name: str, game: str = "advanced") -> NextWarScenario:
    return read_edition(NEXTWAR, Folder(SHELF / f"{name}.yaml"), {"game": game}, ())


@pytest.mark.parametrize("name", NAMES)
def test_every_beginning_has_what_the_advanced_game_wants(name: str) -> None:
    found = scenario(name)
    north, south = found.assets["dprk"], found.assets["allied"]
    assert (north.ballistic, south.ballistic, south.cruise, north.gas) == (32, 8, 6, 6)
    assert found.salvos == {"dprk": {"ballistic": 8}, "allied": {"ballistic": 3}}
    assert found.missiles == {"allied": {"cruise": {1: 2, 3: 2, 4: 2, 5: 2}}}
    assert found.launchers == {"dprk": ("ballistic",), "allied": ("ballistic",)}
    assert {n: r.markers for n, r in found.raiders.items()} == {
        "DPRK": 10, "ROK": 6, "US": 2, "PRC": 0, "JPN": 0,
    }  # fmt: skip
    assert found.raiders["US"].arrivals == {2: 1, 3: 1, 5: 1}
    assert found.resolutions.vetoes == (("PRC", "dprk"), ("US", "allied"))
    assert (found.resolutions.drm, found.onset) == (DRM[name], ONSET[name])
    assert found.opening.war.awacs == (1 if name == "korea-surprise" else 2)
    for status in (north, south):
        assert min(status.detection, status.sam, status.aaa, status.supply) > 0
    assert {"ROK", "Japan", "Guam", "DPRK"} <= {*found.basing}
    heads = [c for c in found.counters.values() if c.hq]
    assert {c.side for c in heads if c.supreme} == {"dprk", "allied"}
    assert len([c for c in found.counters.values() if c.supply]) == 16
    depots = [u for n, u in found.units.items() if found.counters[n].supply and u.place == MAP]
    assert len(depots) == 9


@pytest.mark.rule("nextwar", "9.5.4")
@pytest.mark.parametrize(
    ("name", "standard", "advanced", "sure"),
    [("korea", (2, 1), (4, 3), (2, 3)), ("korea-surprise", (3, 2), (5, 4), (3, 3))],
)
def test_the_advanced_game_has_surprise_and_initiative_of_its_own(
    name: str, standard: tuple[int, int], advanced: tuple[int, int], sure: tuple[int, int]
) -> None:
    """There aircraft and headquarters help the defense, too."""
    for game, columns, turns in (
        ("standard", standard, sure[0]), ("advanced", advanced, sure[1]),
    ):  # fmt: skip
        found = scenario(name, game)
        assert tuple(found.surprise.values()) == columns
        assert [*found.surprise] == ["init-combat", "exploit-combat"]
        assert (found.terms.guaranteed, found.terms.initiative) == (turns, 12)


@pytest.mark.parametrize("name", NAMES)
def test_missiles_come_with_the_american_carriers_and_destroyers(name: str) -> None:
    found = scenario(name)
    ships = [n for n, s in found.ships.items() if s.nation == "US" and s.type in ("CVN", "SAG")]
    turns = sorted(found.fleet[n].due for n in ships if found.fleet[n].due)
    assert turns == sorted(found.missiles["allied"]["cruise"])


@pytest.mark.parametrize("name", NAMES)
def test_every_air_unit_that_is_there_can_fly_somewhere(name: str) -> None:
    game = Game(NEXTWAR, scenario(name), 1)
    for side in ("dprk", "allied"):
        flying = [n for n in ready(game, side) if reaches(game, n)]
        assert len(flying) > 20, side


@pytest.mark.rule("nextwar", "19.7.1", "13.1")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("which", ["standard", "advanced"])
def test_nobody_begins_out_of_supply_or_isolated_on_an_island(name: str, which: str) -> None:
    game = Game(NEXTWAR, scenario(name, which), 1)
    for side in ("dprk", "allied"):
        lacking = [n for n in on_map(game, side) if not in_supply(game, n)]
        assert lacking == []
        assert which == "standard" or not [n for n in on_map(game, side) if cut_off(game, n)]


@pytest.mark.parametrize("name", NAMES)
def test_outposts_are_of_the_advanced_game_alone(name: str) -> None:
    assert {n for n in scenario(name).units if n.startswith("r-co")} == {"r-co1", "r-co2", "r-co3"}
    assert not [n for n in scenario(name, "standard").units if n.startswith("r-co")]


@pytest.mark.parametrize(("name", "seed"), [("korea", 1), ("korea-surprise", 4)])
def test_chance_plays_the_first_turn_under_the_laws(name: str, seed: int) -> None:
    """No phase that somebody decides in is empty for want of data."""
    game, rng = Game(NEXTWAR, scenario(name), seed), random.Random(seed)
    watch, met = Watch(game), set[str]()
    while game.turn == 1:
        assert game.to_act is not None
        met.add(game.segment.kind)
        action = game.sample(game.to_act, rng)
        assert action is not None
        game.play(game.to_act, action)
        assert watch() == []
    assert {"electronic-detection", "sof-1", "sof-2", "air-naval", "strike-1-missiles"} <= met
    assert {"strike-1-announce", "strike-1-second-announce", "strike-1-fire"} <= met
    assert {"first-supply", "first-supply-2", "strike-2-missiles", "strike-2-announce"} <= met


@pytest.mark.rule("nextwar", "12.2", "12.3")
def test_the_advanced_game_may_have_a_scale_of_its_own() -> None:
    levels = [{"lead": 5, "side": "dprk", "title": "victory"}, {"lead": -99, "title": "stalemate"}]
    apart = {"automatic": 90, "levels": [{"lead": -40, "title": "stalemate"}]}
    victory = {"automatic": 30, "levels": levels, "advanced": apart}
    units = unit("n1", "0501"), unit("r1", "0909")
    terms = field(*units, victory=victory).scenario.terms
    assert (terms.automatic, [lead for lead, *_ in terms.levels]) == (30, [5, -99])
    terms = field(*units, victory=victory, options={"game": "advanced"}).scenario.terms
    assert (terms.automatic, [lead for lead, *_ in terms.levels]) == (90, [-40])


# ---- what a file must not say


@pytest.mark.rule("nextwar", "19.7.1", "19.2", "13.1.3")
@pytest.mark.parametrize("which", ["standard", "advanced"])
def test_stores_feed_who_stands_on_them(which: str) -> None:
    def cut(**more: Any) -> Nw:
        return field(
            unit("n1", "0505"), unit("n2", "0303"), unit("r1", "0909"),
            board=plain(), options={"game": which, "supply": "on"}, **more,
        )  # fmt: skip

    bare, fed = cut(), cut(special={"stores": {"dprk": ["0505"], "allied": ["0303"]}})
    assert not in_supply(bare, "n1")
    assert (in_supply(fed, "n1"), in_supply(fed, "n2")) == (True, False)
    if which == "advanced":
        assert (cut_off(bare, "n1"), cut_off(fed, "n1"), cut_off(fed, "n2")) == (True, False, True)


MARINE: dict[str, Any] = {"type": "marines", "flags": "marine", "sp": 2}


@pytest.mark.rule("nextwar", "8.5.8.1-p1")
@pytest.mark.parametrize(
    ("aboard", "vessel", "said"),
    [
        (["u1", "u2"], "u9", ""),
        (["u1", "u2", "u3"], "u9", "u9 carries 4 stacking points, and u3 is too many"),
        (["u1"], "u8", "u8 carries 0 stacking points"),
        (["u1"], "n9", "u1 cannot be aboard of 'n9'"),
        (["u1"], "titanic", "u1 cannot be aboard of 'titanic'"),
    ],
)
def test_no_more_begin_aboard_than_there_is_room_for(
    aboard: list[str], vessel: str, said: str
) -> None:
    def sail() -> Nw:
        return at_sea(
            *(unit(f"u{n}", None, **MARINE) for n in (1, 2, 3)),
            ships=[ship("u9", IN1, "AMPH"), ship("u8", IN1), ship("n9", IN1, "AMPH")],
            setup=[{"ship": vessel, "units": aboard}],
        )  # fmt: skip

    if said:
        with pytest.raises(ScenarioError, match=said):
            sail()
    else:
        assert sail().scenario.units["u1"].where == "u9"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"raiders": {"ROK": {"side": "allied", "markers": 6}}}, "ROK has 5 markers"),
        ({"setup": [{"hex": "0505", "units": ["n1"], "game": "expert"}]}, "no game 'expert'"),
        ({"special": {"stores": {"north": ["0505"]}}}, "north"),
    ],
)
def test_what_no_scenario_can_say_is_refused(spec: Any, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        field(unit("n1", "0505"), options={"game": "advanced"}, **spec)
