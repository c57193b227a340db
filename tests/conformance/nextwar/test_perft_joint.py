"""Legal actions at sea, from the sea and in the Advanced Game, counted by hand from the rules.

The coast has three columns of sea: 15 hexes of the West, 12 of the South, each with an Inshore Box
and an At Sea Box; a holding box lies beyond the West. 0303 adjoins 0302, 0304, 0202, 0203 at sea,
0402 and 0403 on land.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.scenario import Nw
from tests.conformance.nextwar.perft import kinds, legal, subsets
from tests.systems.nextwar.airpower.test_superiority import at_air_war, engage, patrol
from tests.systems.nextwar.amphibious.test_assaults import B, marine, off_shore
from tests.systems.nextwar.field import plain, unit
from tests.systems.nextwar.raids.test_raids import STAFF, phase
from tests.systems.nextwar.sea import IN1, SEA1, at_sea, coast, ruled, ship
from tests.systems.nextwar.sky import wing
from tests.systems.nextwar.strikes.test_missions import SEEN, air, growler, strike
from tests.systems.nextwar.supply.test_advanced_supply import advanced, stores

# ---- at sea


def test_a_ship_at_sea() -> None:
    """From the West: the holding box, the South (one At Sea Box may be entered), both Inshore Boxes
    and the 27 hexes of sea behind them: 31. Nobody lays mines out there. [8.5.6.3] [8.5.6.4]"""
    game = at_sea(ships=[ship("n1", SEA1)], seas=ruled("dprk"))
    assert kinds(game) == {"sail": 31, "end": 1}


def test_a_ship_off_the_coast() -> None:
    """From 0303: the other 26 hexes of sea, both Inshore Boxes, both At Sea Boxes (the South by
    its own hexes), the holding box: 31. Instead it lays mines in its hex, in the four sea hexes
    around it and on the two beaches beside it: 7. [7.5.1] [7.5.1.1] [8.5.6.4]"""
    game = at_sea(ships=[ship("n1", "0303")], seas=ruled("dprk"))
    assert kinds(game) == {"sail": 31, "lay-mines": 7, "end": 1}


def test_no_ship_sails_in_a_storm() -> None:
    """[8.5.6.5]"""
    game = at_sea(ships=[ship("n1", SEA1)], seas=ruled("dprk"), begin={"weather": "storm"})
    assert kinds(game) == {"end": 1}


@pytest.mark.parametrize(
    ("enemies", "counted"),
    [
        ([], {"land": 2, "end": 1}),  # on 0402 or 0403, both empty
        ([B], {"land": 1, "attack": 3, "end": 1}),  # on 0402; or either or both against 0403
        ([B, "0402"], {"attack": 6, "end": 1}),
    ],
)
def test_an_assault_from_the_sea(enemies: list[str], counted: dict[str, int]) -> None:
    """Two marine units on a ship in 0303, which came from its Inshore Box. All of a ship's company
    land together. [8.5.8.1]"""
    game = off_shore(
        marine("n1", "n9"), marine("n2", "n9"), unit("r9", "0909"),
        *(unit(f"r{i}", h) for i, h in enumerate(enemies, 1)),
        ships=[ship("n9", IN1, "AMPH")], to={"n9": "0303"},
    )  # fmt: skip
    assert kinds(game) == counted


def test_no_assault_on_rocks() -> None:
    """Rough ground is no beach. [8.3.1.7]"""
    game = off_shore(
        marine("n1", "n9"), unit("r1", "0909"), board=coast(terrain={"0402": "rough", B: "rough"}),
        ships=[ship("n9", IN1, "AMPH")], to={"n9": "0303"},
    )  # fmt: skip
    assert kinds(game, "dprk") == {"end": 1}


# ---- the air


def test_who_may_be_placed_for_the_air() -> None:
    """Of five units one has no rating in the air, one has flown, one of short range lies too far
    off: any of the other two, so 2^2 choices of 2^5 are legal. [22.6.1-p3]"""
    game = at_air_war(
        wing("u1", "4-2-2"), wing("u2", "1-0-4"), wing("u3", "0-3-3"), wing("u4", place="flown"),
        wing("u5", "5-0-0", "S", box="Japan"), begin={"watching": "allied", "awacs": 1},
    )  # fmt: skip
    orders = [patrol(*some) for some in subsets(["u1", "u2", "u3", "u4", "u5"])]
    assert legal(game, "allied", orders) == 4


def test_pairings_over_the_front() -> None:
    """Three against two: six pairings to choose from; then two of the one against the last of the
    other: two. [22.6.2-1]"""
    flying = [wing(f"u{i}", "4-0-0") for i in range(3)] + [wing(f"n{i}", "4-0-0") for i in range(2)]
    game = at_air_war(*flying, begin={"watching": "allied", "awacs": 1})
    game.play("dprk", patrol("n0", "n1"))
    game.play("allied", patrol("u0", "u1", "u2"))
    assert kinds(game) == {"engage": 6}
    game.play("allied", engage("u0", "n0"))
    assert (game.to_act, kinds(game)) == ("dprk", {"engage": 2})


def test_strikes_that_may_be_announced() -> None:
    """Two strikers and a Wild Weasel; the enemy has two units that are seen and one that is not,
    an airbase, and a bridge behind his lines.

    Each striker: the two units, the airbase, three tracks, the bridge in either of its hexes, and
    the three hexes where enemies stand, to interdict them: 2 + 1 + 3 + 2 + 3 = 11, twice. The
    Weasel: three tracks. [23.2] [23.3]
    """
    board = plain(
        north=4, terrain={"0301": "highland"}, sides=["0701-0702 minor_river"],
        links=["0701-0702 primary"],
    )  # fmt: skip
    game = air(
        unit("n1", "0503", at=SEEN), unit("n2", "0703", at=SEEN), unit("n3", "0301"), board=board,
        wings=[wing("u1", "4-3-3"), wing("u2", "4-3-3"), growler("u3")],
        sites=[{"hex": "0902", "kind": "airbase", "owner": "dprk"}],
    )  # fmt: skip
    assert kinds(game) == {"announce-strike": 22, "announce-weasels": 3, "end": 1}
    game.play("allied", strike("u1", "sam"))
    # one striker less, and no second air strike at this track; the Weasel is not bound by that
    assert kinds(game) == {"announce-strike": 10, "announce-weasels": 3, "end": 1}


def test_company_of_a_strike() -> None:
    """A strike of one or two of three strikers, with none to two others: escorts from the Air
    Superiority Box, of which there is one, and one Wild Weasel.

    Three alone, three pairs, 6; times with or without the escort, with or without the Weasel: 24.
    [23.1]
    """
    strikers = ["u1", "u2", "u3"]
    game = air(
        unit("n1", "0503", at=SEEN),
        wings=[*(wing(name, "4-3-3") for name in strikers), wing("u4", place="superiority"),
               growler("u5")],
    )  # fmt: skip
    orders = [
        {"do": "announce-strike", "units": some, "target": "n1", "escorts": escorts,
         "suppressors": weasels}
        for some in subsets(strikers)
        for escorts in ([], ["u4"])
        for weasels in ([], ["u5"])
    ]  # fmt: skip
    assert legal(game, "allied", orders) == 24


# ---- raids and supply


def raiders(nations: int) -> Nw:
    """A northern country with every sort of target; so many of the Allies have markers."""
    board = plain(
        north=9, terrain={"0101": "mountain", "0901": "highland"},
        sides=["0701-0702 minor_river"], links=["0701-0702 primary"],
    )  # fmt: skip
    every = {"US": {"side": "allied", "markers": 5}, "ROK": {"side": "allied", "markers": 5}}
    return phase(
        unit("n1", "0101", **STAFF), unit("n2", "0505", size="brigade"), unit("r1", "0506"),
        board=board, raiders=dict([*every.items()][:nations]),
        sites=[{"hex": "0303", "kind": "airbase"}, {"hex": "0307", "kind": "airfield"}],
        assets={"dprk": {"detection": 7, "sam": 7, "aaa": 3, "ballistic": 2, "cruise": 0}},
    )  # fmt: skip


@pytest.mark.parametrize("nations", [1, 2])
def test_missions_of_special_forces(nations: int) -> None:
    """The headquarters in the mountain is unseen, the brigade in 0505 is seen beside a unit.

    Recon: the headquarters. Raids: the airbase, the airfield, the bridge at either end, two tracks,
    the ballistic missiles, and two rugged hexes to interdict: 9; the headquarters and the brigade
    are none, the one unseen and the other no headquarters. Targeting: the brigade, the airbase, the
    airfield. 1 + 9 + 3 = 13 for each nation. [20.1.3]
    """
    assert kinds(raiders(nations)) == {"assign": 13 * nations, "end": 1}


def test_a_raid_on_the_hope_of_recon() -> None:
    """When Recon is sent against the headquarters, a raid and Targeting may be, too, and Recon may
    not again: 13 - 1 + 2. [20.1.2] [20.2.2]"""
    game = raiders(1)
    game.play("allied", {"do": "assign", "nation": "US", "mission": "recon", "target": "n1"})
    assert kinds(game) == {"assign": 14, "resolve-raid": 1, "end": 1}


@pytest.mark.parametrize(
    ("points", "strike", "counted"),
    [
        # bought on the depot, the depot broken up, the mobile unit made a depot, either cashed
        (2, 0, {"buy-msu": 1, "break-depot": 1, "make-depot": 1, "cash-supply": 2, "end": 1}),
        (1, 0, {"buy-msu": 1, "break-depot": 1, "cash-supply": 2, "end": 1}),
        (0, 0, {"break-depot": 1, "cash-supply": 2, "end": 1}),
        (2, 2, {"make-depot": 1, "cash-supply": 1, "end": 1}),  # nothing is done with the depot
    ],
)
def test_what_is_done_with_supply_units(points: int, strike: int, counted: dict[str, int]) -> None:
    """A depot in 0505 and a mobile unit three hexes from it, in supply. A mobile unit costs 1,
    to make a depot of one 2. A depot with Strike 2 is of no use. [19.4] [27.3.2]"""
    game = advanced(
        unit("n1", "0901", sp=2), board=plain(), assets={"allied": {"supply": points}},
        supply=stores(depots=["0505"], mobile=["0508"]),
    )  # fmt: skip
    hit: list[Any] = [{"map": "units", "key": "allied-supply-1", "set": {"strike": strike}}]
    game.edit(hit, "hit")
    assert (game.to_act, game.segment.kind) == ("allied", "first-supply-2")
    assert kinds(game) == counted
