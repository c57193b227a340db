"""The second reading plays chapter 9 up to the roll: attackers, supply, ground, odds, surprise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from tests.readings.ocs.clash import (
    QUIET,
    attack,
    drive,
    field_of,
    fighting,
    moving,
    overrun,
    release,
    tokens,
    until,
)
from tests.systems.ocs.field import at, end, play, rules, told, unit, where

reading = pytest.mark.reading
DULL = (*QUIET, 3, 4)


def foot(strength: str | int, **more: Any) -> dict[str, Any]:
    return {"combat": f"{strength}:5 leg", "move": f"{strength}:5 leg", **more}


def numbers(game: Ocs) -> tuple[str, str]:
    """The last announced strengths."""
    facts = told(game, "odds")[-1]
    return facts["attack"], facts["defence"]


def column(game: Ocs) -> tuple[str, str]:
    """The columns of the last battle before and after surprise."""
    return told(game, "odds")[-1]["column"], told(game, "surprise")[-1]["column"]


# ---- who attacks


@reading("ocs", "9-01")
def test_without_supply_there_is_no_attack_and_the_defender_pays_nothing() -> None:
    dumps = [{"side": "allied", "hex": "0606", "sp": 1}]
    game = fighting(
        unit("a1", "0404", at={"internals": 2}), unit("a2", "0405"), unit("s1", "0505"), dumps=dumps
    )
    assert rules(game, "axis", attack("a1")) == ["9.5b(A)"]
    assert tokens(game, "allied") == 4


@reading("ocs", "9-02")
def test_headquarters_and_guns_do_not_attack() -> None:
    game = fighting(
        unit("a1", "0404", "hq"), unit("a2", "0404", "artillery"), unit("a3", "0404"),
        unit("s1", "0505"),
    )  # fmt: skip
    assert rules(game, "axis", attack("a1")) == ["4.4a"]
    assert rules(game, "axis", attack("a2")) == ["4.4a"]


@reading("ocs", "9-03")
def test_the_phasing_side_alone_attacks_and_need_not() -> None:
    game = fighting(unit("a1", "0404"), unit("s1", "0505"))
    assert rules(game, "allied", attack("s1", on="0404")) != []
    play(game, "axis", {"do": "end"})
    assert told(game, "attack") == []


@reading("ocs", "9-04")
def test_a_hex_and_a_unit_once_in_a_combat_segment_and_again_in_the_next() -> None:
    game = fighting(
        unit("a1", "0404", re=9), unit("a2", "0405"), unit("s1", "0505", re=9),
        unit("s2", "0504", re=9), unit("a3", "0405", mode="reserve", up="combat"),
        unit("a4", "0403"),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *QUIET, 4, 4, option={"do": "option", "losses": 1})
    assert where(game, "s1") == "0505"
    assert rules(game, "axis", attack("a2")) == ["9.1c"]
    assert rules(game, "axis", attack("a1", on="0504")) == ["9.1c"]
    end(game, "axis", until="exploitation")
    game.play("axis", release("a3"))
    end(game, "axis", until="exploitation-attack")
    assert rules(game, "axis", attack("a3")) == []


@reading("ocs", "9-05")
def test_everybody_in_the_hex_defends_headquarters_and_guns_too() -> None:
    game = fighting(
        unit("a1", "0404", **foot(20)), unit("s1", "0505", **foot(4)), unit("s2", "0505", "hq"),
        unit("s3", "0505", "artillery"),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *DULL)
    assert numbers(game) == ("20", "10")


@reading("ocs", "9-06")
def test_fuel_does_not_matter_and_modes_do() -> None:
    game = fighting(
        unit("a1", "0404", "armor"), unit("a2", "0404", mode="strat"),
        unit("a3", "0404", mode="reserve", up="combat"), unit("s1", "0505"), fuelled=False,
    )  # fmt: skip
    assert rules(game, "axis", attack("a2")) == ["9.1e"]
    assert rules(game, "axis", attack("a3")) == ["9.1e"]
    drive(game, "axis", attack("a1"), *DULL)
    assert numbers(game) == ("24", "8")


@reading("ocs", "9-07")
def test_a_prohibited_hexside_bars_an_attack_unless_a_road_crosses_it() -> None:
    for kind in ("lake_side", "very_major_river"):
        units = (unit("a1", "0404", **foot(9)), unit("a2", "0405"), unit("s1", "0505"))
        closed = fighting(*units, board=sketch(9, 9, sides=[f"0404-0505 {kind}"]))
        assert rules(closed, "axis", attack("a1")) == ["9.1f"]
        links = ["0404-0505 secondary"]
        road = sketch(9, 9, sides=[f"0404-0505 {kind}"], links=links)
        game = fighting(*units, board=road)
        assert rules(game, "axis", attack("a1")) == []
    terrain = until(game, "axis", attack("a1"), "defence terrain")
    assert terrain.default["stacks"] == {"0404": "very_major_river"}
    drive(game, "allied", terrain.default, *DULL)
    assert numbers(game) == ("3", "8")


# ---- columns


@reading("ocs", "9-08")
@pytest.mark.parametrize(
    ("ours", "theirs", "dice", "columns"),
    [(1, 12, (5, 5, 6), ("1:5", "3:1")), (40, 2, (2, 3, 2), ("13:1", "9:1"))],
)
def test_shifts_count_from_the_edge_of_the_table(
    ours: int, theirs: int, dice: tuple[int, ...], columns: tuple[str, str]
) -> None:
    game = fighting(unit("a1", "0404", **foot(ours)), unit("s1", "0505", re=3, **foot(theirs)))
    drive(game, "axis", attack("a1"), *dice, 3, 4)
    assert column(game) == columns


@reading("ocs", "9-09")
def test_the_steps_come_in_order() -> None:
    board = sketch(9, 9, terrain={"0505": "clear+woods"})
    game = fighting(
        unit("a1", "0404", re=2, **foot(8)), unit("a2", "0404"), unit("s1", "0505", re=2),
        unit("s2", "0505"), board=board,
    )  # fmt: skip
    start = len(game.events)
    asked = drive(game, "axis", attack("a1", "a2"), *QUIET, 5, 6)
    asks = [(ask.player, ask.name) for ask in asked]
    assert asks[:6] == [
        ("allied", "defence supply"), ("axis", "attack rating"), ("allied", "defence rating"),
        ("allied", "defence terrain"), ("axis", "option"), ("allied", "option"),
    ]  # fmt: skip
    kinds = [event.kind for event in game.events[start:]]
    order = [
        "attack",
        "supply",
        "defence-supply",
        "rating",
        "terrain",
        "odds",
        "surprise",
        "combat",
    ]
    assert sorted(order, key=kinds.index) == order


@reading("ocs", "9-10")
@pytest.mark.parametrize(
    ("terrain", "place", "printed"),
    [
        ("clear", "", "7:1"),
        ("woods", "", "6:1"),
        ("rough", "", "6:1"),
        ("clear", "major_city", "4:1"),
    ],
)
def test_the_row_is_the_defenders_and_the_column_not_above(
    terrain: str, place: str, printed: str
) -> None:
    places = {"Town": f"{place} 0505"} if place else {}
    board = sketch(9, 9, terrain={"0505": terrain, "0404": "swamp"}, places=places)
    game = fighting(unit("a1", "0404", **foot(14)), unit("s1", "0505", **foot(2)), board=board)
    own = {"own": place or terrain, "stacks": {"0404": place or terrain}, "do": "terrain"}
    drive(game, "axis", attack("a1"), *DULL, defence_terrain=own)
    assert told(game, "odds")[0]["odds"] == "7:1"
    assert column(game)[0] == printed
    expected = {"clear": "open", "woods": "close", "rough": "very_close"}
    assert told(game, "odds")[0]["terrain"] == ("extremely_close" if place else expected[terrain])


# ---- ground


@reading("ocs", "9-11")
@pytest.mark.parametrize(("own", "row"), [("woods", "close"), ("rough", "very_close")])
def test_the_defender_picks_among_the_grounds_of_his_hex(own: str, row: str) -> None:
    board = sketch(9, 9, terrain={"0505": "woods+rough"})
    game = fighting(unit("a1", "0404"), unit("s1", "0505"), board=board)
    ask = until(game, "axis", attack("a1"), "defence terrain")
    assert ask.player == "allied"
    drive(game, "allied", {"do": "terrain", "own": own, "stacks": {"0404": "woods"}}, *DULL)
    assert told(game, "odds")[0]["terrain"] == row


@reading("ocs", "9-12")
@reading("ocs", "9-13")
@pytest.mark.parametrize(("ground", "total"), [("minor_river", "12"), ("clear", "20")])
def test_each_stack_meets_the_hex_or_its_hexside_and_not_both(ground: str, total: str) -> None:
    board = sketch(9, 9, sides=["0404-0505 minor_river"])
    armor = {"colour": "armor", "combat": "4:6 tracked"}
    game = fighting(
        unit("a1", "0404", **armor), unit("a2", "0404", combat="4:5 leg"),
        unit("a3", "0405", **armor), unit("s1", "0505", **foot(6)), board=board,
    )  # fmt: skip
    chosen = {"do": "terrain", "own": "clear", "stacks": {"0404": ground, "0405": "clear"}}
    drive(game, "axis", attack("a1", "a2", "a3", lead="a1"), *DULL, defence_terrain=chosen)
    assert numbers(game) == (total, "6")  # 2 + 2 + 8, or 8 + 4 + 8; the river helps no defender
    assert told(game, "odds")[0]["terrain"] == "open"


@reading("ocs", "9-14")
def test_bracketed_multipliers_are_for_attackers() -> None:
    armor = {"colour": "armor", "combat": "3:6 tracked"}
    game = fighting(unit("a1", "0404", **armor), unit("s1", "0505", **armor))
    drive(game, "axis", attack("a1"), *DULL)
    assert numbers(game) == ("9/2", "3")


@reading("ocs", "9-15")
@pytest.mark.parametrize(
    ("foe", "hog", "total"),
    [({}, 0, 40), ({"colour": "mech"}, 0, 35), ({"colour": "mech", "traits": "tank"}, 0, 30),
     ({"traits": "anti-tank"}, 0, 30), ({}, 1, 30), ({"colour": "armor"}, 0, 30)],
)  # fmt: skip
def test_anti_tank_effects_blunt_each_attacker_by_his_own_level(
    foe: dict[str, Any], hog: int, total: int
) -> None:
    hogs = [{"side": "allied", "hex": "0505", "level": hog}] if hog else []
    game = fighting(
        unit("a1", "0404", "armor", combat="10:6 tracked"),
        unit("a2", "0404", "mech", combat="10:6 truck"), unit("s1", "0505", **foe), hedgehogs=hogs,
    )  # fmt: skip
    drive(game, "axis", attack("a1", "a2", lead="a1"), *DULL)
    assert numbers(game)[0] == str(total)


@reading("ocs", "9-16")
def test_a_red_unit_with_the_tank_symbol_is_heavy_when_it_attacks() -> None:
    game = fighting(
        unit("a1", "0404", "mech", combat="10:6 truck", traits="tank"), unit("s1", "0505", "mech")
    )
    drive(game, "axis", attack("a1"), *DULL)
    assert numbers(game)[0] == "20"


# ---- supply


@reading("ocs", "9-17")
def test_both_shortages_of_supply_halve() -> None:
    out = {"at": {"oos": True}}
    game = fighting(unit("a1", "0404", **foot(8), **out), unit("s1", "0505", **foot(8), **out))
    drive(game, "axis", attack("a1"), *DULL)
    assert numbers(game) == ("4", "4")
    bare = fighting(unit("a1", "0404", **foot(8), **out), unit("s1", "0505", **foot(8), **out))
    drive(bare, "axis", attack("a1"), *DULL, defence_supply={"do": "withhold"})
    assert numbers(bare) == ("4", "2")
    spent = {"at": {"oos": True, "internals": 2}}
    dry = fighting(unit("a1", "0404", **spent), unit("a2", "0405"), unit("s1", "0505"), dumps=[])
    assert rules(dry, "axis", attack("a1")) == ["9.5b(A)"]


@reading("ocs", "9-18")
@pytest.mark.parametrize(("battalion", "price"), [(False, 1), (True, 2)])
def test_a_defence_of_one_re_costs_a_token_and_a_greater_one_two(
    battalion: bool, price: int
) -> None:
    more = [unit("s2", "0505", size="battalion", **foot(2))] if battalion else []
    units = [unit("a1", "0404"), unit("s1", "0505", **foot(8)), *more]
    game = fighting(*units)
    drive(game, "axis", attack("a1"), *DULL)
    assert (36 - tokens(game, "allied"), numbers(game)[1]) == (price, str(8 + 2 * battalion))
    free = fighting(*units)
    drive(free, "axis", attack("a1"), *DULL, defence_supply={"do": "withhold"})
    assert (36 - tokens(free, "allied"), numbers(free)[1]) == (0, str(4 + battalion))


@reading("ocs", "9-19")
def test_internal_stocks_are_for_want_of_supply_but_organic_trucks_may_withhold() -> None:
    dumps = [{"side": "axis", "hex": "0303", "tokens": 1}]
    units = (unit("a1", "0404", formation="9"), unit("s1", "0505"))
    game = fighting(*units, dumps=dumps)
    assert rules(game, "axis", attack("a1", internals=["a1"])) == ["9.5b(C)"]
    trucks = [{"id": "t", "side": "axis", "hex": "0404", "formation": "9", "points": 1, "load": 4}]
    other = fighting(*units, dumps=[], transport=trucks)
    drive(other, "axis", attack("a1", internals=["a1"]), *DULL)
    assert other.state[TRANSPORT]["t"].load == 4
    assert "internals" in {event.kind for event in other.events}


@reading("ocs", "9-20")
def test_one_token_pays_for_one_brigade_and_the_others_use_their_stocks() -> None:
    dumps = [{"side": "axis", "hex": "0303", "tokens": 1}]
    game = fighting(*(unit(f"a{i}", "0404") for i in (1, 2, 3)), unit("s1", "0505"), dumps=dumps)
    until(game, "axis", attack("a1", "a2", "a3"), "defence supply")
    assert tokens(game, "axis") == 0
    assert sorted(at(game, f"a{i}").internals for i in (1, 2, 3)) == [0, 1, 1]


@reading("ocs", "GL-08")
def test_loads_of_trucks_are_dumps() -> None:
    trucks = [{"id": "t", "side": "axis", "hex": "0303", "points": 1, "load": 4}]
    game = fighting(unit("a1", "0404"), unit("s1", "0505"), dumps=[], transport=trucks)
    assert rules(game, "axis", attack("a1", internals=["a1"])) == ["9.5b(C)"]
    drive(game, "axis", attack("a1"), *DULL)
    assert game.state[TRANSPORT]["t"].load == 3


# ---- ratings


@reading("ocs", "9-21")
@pytest.mark.parametrize(("theirs", "modifier"), [("s1", -1), ("s2", 1)])
def test_either_side_names_whom_it_likes_of_those_who_fight(theirs: str, modifier: int) -> None:
    game = fighting(
        unit("a1", "0404", ar=4), unit("a2", "0404", ar=2), unit("a3", "0404", ar=5),
        unit("s1", "0505", ar=3), unit("s2", "0505", ar=1),
    )  # fmt: skip
    assert rules(game, "axis", attack("a1", "a2", lead="a3")) == ["9.6"]
    drive(game, "axis", attack("a1", "a2", lead="a2"), *DULL,
          defence_rating={"do": "lead", "unit": theirs})  # fmt: skip
    assert told(game, "reckoning")[0]["roll"]["total"] == modifier
    assert told(game, "reckoning")[0]["surprise"]["total"] == modifier


@reading("ocs", "9-22")
@pytest.mark.parametrize(("mode", "ar", "modifier"), [("dg", 0, 4), ("strat", 5, 3)])
def test_modes_lower_ratings_below_nought_and_to_nought(mode: str, ar: int, modifier: int) -> None:
    game = fighting(unit("a1", "0404", ar=3), unit("s1", "0505", ar=ar, mode=mode))
    drive(game, "axis", attack("a1"), *DULL)
    assert told(game, "reckoning")[0]["roll"]["total"] == modifier


# ---- odds, surprise, the roll


@reading("ocs", "9-23")
@pytest.mark.parametrize(
    ("ours", "theirs", "printed"),
    [(15, 6, "3:1"), (17, 20, "1:1"), (10, 15, "1:2"), (12, 2, "5:1"), (16, 2, "7:1")],
)
def test_odds_are_rounded_and_the_column_is_not_above_them(
    ours: int, theirs: int, printed: str
) -> None:
    game = fighting(unit("a1", "0404", **foot(ours)), unit("s1", "0505", **foot(theirs)))
    drive(game, "axis", attack("a1"), *DULL)
    assert column(game)[0] == printed


@reading("ocs", "9-23")
def test_strengths_are_not_rounded_before_the_odds() -> None:
    """2.5, 3.25 and 4 against 2 are 4.875 to 1, and so 5:1."""
    out = {"at": {"oos": True}}
    game = fighting(
        unit("a1", "0404", **foot(5), **out), unit("a2", "0404", mode="dg", **foot(13), **out),
        unit("a3", "0404", **foot(4)), unit("s1", "0505", **foot(2)),
    )  # fmt: skip
    drive(game, "axis", attack("a1", "a2", "a3", lead="a3"), *DULL)
    assert Fraction(numbers(game)[0]) == Fraction(39, 4)
    assert column(game)[0] == "5:1"


@reading("ocs", "9-24")
@pytest.mark.parametrize(
    ("do", "dice", "gain"),
    [(overrun, (4, 5), "attacker"), (overrun, (3, 3), "defender"), (overrun, (3, 4), ""),
     (attack, (5, 5), "attacker"), (attack, (4, 5), ""), (attack, (3, 3), ""),
     (attack, (2, 3), "defender")],
)  # fmt: skip
def test_surprise_at_the_edges(do: Any, dice: tuple[int, int], gain: str) -> None:
    place = moving if do is overrun else fighting
    game = place(unit("a1", "0404", **foot(8)), unit("s1", "0505", **foot(8)))
    drive(game, "axis", do("a1"), *dice, 1, 3, 4)
    assert told(game, "surprise")[0]["gain"] == gain


@reading("ocs", "9-25")
def test_a_hedgehog_counts_one_for_surprise_and_its_level_in_combat() -> None:
    hogs = [{"side": "allied", "hex": "0505", "level": 3}]
    game = fighting(unit("a1", "0404", re=3), unit("s1", "0505"), hedgehogs=hogs)
    drive(game, "axis", attack("a1"), 5, 5, 5, 5)
    assert (told(game, "surprise")[0]["gain"], told(game, "surprise")[0]["roll"]) == ("", 9)
    assert told(game, "combat")[0]["result"] == "AL1o1 Do1"


@reading("ocs", "9-26")
@pytest.mark.parametrize(
    ("ours", "ar", "foes", "dice", "result"),
    [(8, 0, 5, (6, 6, 1, 2), "AL2"), (104, 5, 0, (1, 1, 6, 6), "Ae2 DL2o3DG")],
)
def test_rolls_stay_on_the_table(
    ours: int, ar: int, foes: int, dice: tuple[int, ...], result: str
) -> None:
    game = fighting(
        unit("a1", "0404", re=6, ar=ar, **foot(ours)), unit("s1", "0505", re=6, ar=foes, **foot(8))
    )
    drive(game, "axis", attack("a1"), *dice)
    assert told(game, "combat")[0]["result"] == result


@reading("ocs", "9-27")
@pytest.mark.parametrize(
    ("ours", "theirs", "dice", "printed", "result"),
    [(5, 0, (2, 2, 3, 3, 4), "9:1", "Ae3 DL2o2DG"), (0, 5, (5, 5, 6, 3, 4), "1:4", "AL2")],
)
def test_the_books_example_of_surprise(
    ours: int, theirs: int, dice: tuple[int, ...], printed: str, result: str
) -> None:
    game = moving(
        unit("a1", "0404", re=6, ar=ours, **foot(16)),
        unit("s1", "0505", re=6, ar=theirs, **foot(4)),
    )
    drive(game, "axis", overrun("a1"), *dice)
    assert column(game) == ("4:1", printed)
    assert told(game, "combat")[0]["result"] == result
    assert at(game, "a1").mode == "combat"


@reading("ocs", "9-53")
@pytest.mark.parametrize(
    ("ours", "theirs", "printed"),
    [
        (5, {"mode": "strat"}, "13:1"),
        (0, {"combat": "5:3 leg"}, "1:5"),
        (0, {"mode": "strat"}, "1:1"),
    ],
)
def test_no_strength_at_all(ours: int, theirs: dict[str, Any], printed: str) -> None:
    game = fighting(unit("a1", "0404", **foot(ours)), unit("s1", "0505", **theirs))
    drive(game, "axis", attack("a1"), *DULL, defence_supply={"do": "withhold"})
    assert column(game)[0] == printed
    assert tokens(game, "axis") == 35


@reading("ocs", "DN-01")
def test_headquarters_and_guns_are_disorganised_like_others() -> None:
    game = field_of(
        "artillery", unit("a1", "0404", ar=3), unit("a2", "0303", "artillery"),
        unit("s1", "0505", "hq"), unit("s2", "0505", "artillery"),
    )  # fmt: skip
    shell = {"do": "barrage", "guns": ["a2"], "target": "0505", "aim": "units"}
    drive(game, "axis", shell, 3, 4)
    assert [at(game, n).mode for n in ("s1", "s2")] == ["dg", "dg"]
    drive(game, "axis", attack("a1"), *DULL, defence_rating={"do": "lead", "unit": "s1"})
    assert numbers(game)[1] == "3"
    assert told(game, "reckoning")[-1]["roll"]["total"] == 4


@reading("ocs", "PN-01")
def test_disorder_doubles_the_odds_and_lowers_the_rating() -> None:
    found = {}
    for mode in ("combat", "dg"):
        game = fighting(unit("a1", "0404", **foot(8)), unit("s1", "0505", mode=mode, **foot(2)))
        drive(game, "axis", attack("a1"), *DULL)
        facts = told(game, "odds")[0]
        modifier = told(game, "reckoning")[0]["surprise"]["total"]
        found[mode] = facts["odds"], facts["column"], modifier
    assert found == {"combat": ("4:1", "4:1", 0), "dg": ("8:1", "7:1", 1)}
