"""Army tracks, the order of deliveries, and what fuel is for. [16.0] [16.2.0] [16.4.3c]"""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.systems.goss.assault.advance import reach
from grognard.systems.goss.assault.retreat import farthest
from grognard.systems.goss.logistics.stock import army_of, book
from grognard.systems.goss.logistics.values import fuel_units
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS
from tests.systems.goss.assault.clash import field
from tests.systems.goss.field import position, rules, unit
from tests.systems.goss.logistics.staffs import army


@pytest.mark.rule("goss", "16.0", "16.1.1", "16.3.0", "16.4.0")
def test_each_army_has_its_own_track() -> None:
    game = army("g", {"C": ["1"]}, "trucks", track={"adv": 3, "amp": 4, "fp": 6, "tp": 9},
                others={"B": {"side": "axis", "adv": 1, "amp": 0, "fp": 0, "tp": 2}})  # fmt: skip
    one, two = army_of(game, "A"), army_of(game, "B")
    assert (one.adv, one.amp, one.tp, two.tp) == (3, 4, 9, 2)
    book(game, "A", "ammunition-spent", "16.3.7a", amp=-3)
    assert (army_of(game, "A").amp, game.state[ARMIES]["B"].amp) == (1, 0)
    assert rules(game, "axis", {"do": "assign-trucks", "army": "B", "ammo": 3, "fuel": 0}) != []


@pytest.mark.rule("goss", "16.2.0", "3.3.1d")
def test_deliveries_come_after_trucks_and_interdiction() -> None:
    game = army("g", {"C": ["1"]}, "trucks")
    kinds = [segment.kind for segment in game.segments]
    order = ("trucks", "supply-interdiction", "ammunition", "fuel-delivery", "fuel", "depots")
    places = [kinds.index(kind) for kind in order]
    assert places == sorted(places)


@pytest.mark.rule("goss", "16.3.2(6)")
def test_a_supported_corps_has_the_value_of_its_army() -> None:
    game = army("g", {"C": ["1!", "2!", "3!"], "D": ["1"]}, "ammunition", track={"adv": 3})
    game.put(ARMIES, "A", replace(army_of(game, "A"), ammo=4))
    game.play("axis", {"do": "ammunition", "army": "A", "corps": ["gC"]})
    assert game.state[HQS]["gC"].adv == army_of(game, "A").adv > 0
    assert game.state[HQS]["gD"].adv == 0


@pytest.mark.rule("goss", "16.4.3c", "13.11.1", "13.12.5d")
@pytest.mark.parametrize(
    ("fuel", "back", "on", "prepares"),
    [("normal", 4, 4, True), ("low", 4, 1, False), ("none", 2, 0, False)],
)
def test_what_vehicles_do_without_fuel(fuel: str, back: int, on: int, prepares: bool) -> None:
    heads = {"ghq": {"fuel": fuel, "value": 0, "option": 1}}
    units = (
        unit("ghq", (0, 5), "hq:div", formation="1", traits="mech formation"),
        unit("u1", (0, 0)),
    )  # fmt: skip
    game = field(unit("g1", (0, 1), "m4", formation="1", mode="PA"), *units, headquarters=heads)
    assert farthest(game, "g1", attacking=False) == back
    assert reach(game, "g1") == on
    modes = position(
        unit("g1", (0, 1), "m4", formation="1"), *units, headquarters=heads, segment="modes"
    )
    order = {"do": "mode", "units": ["g1"], "mode": "PA"}
    assert (rules(modes, "axis", order) == []) is prepares


@pytest.mark.rule("goss", "16.4.5b(b)")
def test_a_corps_counts_all_who_draw_their_fuel_from_it() -> None:
    def drawing(*formation: str) -> int:
        chain = {"corps": "C", "army": "A"}
        more = [
            unit(f"gx{n}", (n, 3), "m4", formation=name, **chain)
            for n, name in enumerate(formation)
        ]
        assets = [unit(f"ga{n}", (n, 4), "m4", **chain) for n in range(2)]
        game: Gs = army("g", {"C": ["1"]}, "fuel-values", *more, *assets)
        return fuel_units(game, "gC")

    assert drawing("C 1") == drawing() + 1, "vehicles of a Leg formation under it count, too"
