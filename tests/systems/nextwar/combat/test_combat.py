"""Ground combat, from the rulebook's examples and the second reader's cases. [9.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.retreat import distance, ways
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import (
    CENTRE,
    RING,
    at,
    field,
    plain,
    rig,
    rules,
    told,
    unit,
    where,
)

D = CENTRE
A1, A2, A3, A4, A5, A6 = RING
B6, B7, B8 = "0606", "0507", "0406"


def battle(*units: Any, **more: Any) -> Nw:
    """A Combat Segment of the North."""
    return field(*units, segment=more.pop("segment", "init-combat"), **more)


def attack(*units: str, hex: str = D, **more: str) -> dict[str, Any]:
    """An attack on a hex."""
    return {"do": "attack", "units": list(units), "hex": hex, **more}


def fought(game: Nw, *dice: int, units: str = "n1", hex: str = D, **more: str) -> dict[str, Any]:
    """Attack with rigged dice; what was reckoned."""
    rig(game, *dice)
    game.play("dprk", attack(*units.split(), hex=hex, **more))
    return told(game, "combat")[-1]


def gist(facts: dict[str, Any]) -> tuple[Any, ...]:
    """Column, modifier, and what the table said."""
    lost = f"{facts['attacker_loses'] or '-'}/{facts['defender_loses'] or '-'}"
    return facts["column"], facts["drm"]["total"], lost + "R" * facts["retreat"]


@pytest.mark.rule("nextwar", "9.2.2", "9.2.2.1", "9.2.2.2")
@pytest.mark.parametrize(
    ("strong", "weak", "terrain", "ratio", "column", "drm"),
    [
        (10, 5, "flat", "2:1", 9, 0),  # example 011
        (9, 5, "flat", "1.5:1", 8, -1),  # examples 011 and 013
        (14, 2, "flat", "6:1", 13, -1),  # example 012
        (16, 2, "highland", "8:1", 13, 0),  # example 014
        (72, 2, "highland_woods", "8:1", 13, -1),
        (2, 10, "flat", "1:3", 5, 0),
        (5, 8, "flat", "1:2", 6, 0),
        (22, 11, "urban", "2:1", 5, 0),
    ],
)
def test_odds_are_rounded_for_the_defender_and_read_by_terrain(
    strong: int, weak: int, terrain: str, ratio: str, column: int, drm: int
) -> None:
    enemy = unit("r1", D, f"4-{weak}-4", type="mechanized infantry")
    board = plain(terrain={D: terrain})
    facts = fought(battle(unit("n1", A1, f"{strong}-4-4"), enemy, board=board), 4)
    assert (facts["ratio"], facts["column"], facts["drm"]["total"]) == (ratio, column, drm)


@pytest.mark.reading("nextwar", "nw-09-01")
@pytest.mark.rule("nextwar", "9.1")
def test_who_was_next_to_no_enemy_at_first_does_not_attack() -> None:
    game = battle(
        unit("r1", D, "3-4-5", sp=1),
        unit("n1", A1, "12-9-5", sp=3),
        unit("n2", "0508", "3-3-5", sp=1),
    )
    facts = fought(game, 4)
    assert gist(facts) == (10, 0, "-/1R")
    game.play("allied", {"do": "retreat", "unit": "r1", "path": [A4, B7]})
    assert (where(game, "r1"), at(game, "r1").steps, where(game, "n1")) == (B7, 1, D)
    assert rules(game, "dprk", attack("n2", hex=B7)) == ["9.1"]


@pytest.mark.reading("nextwar", "nw-09-02")
@pytest.mark.rule("nextwar", "9.1", "9.5.1", "9.9")
def test_units_without_attack_strength_follow_but_do_not_lead() -> None:
    game = battle(
        unit("n1", A1, "8-6-5"),
        unit("n2", A1, "0-2-4", er=7, sp=1),
        unit("r1", D, "2-2-4", steps=1),
    )
    assert rules(game, "dprk", attack("n2")) == ["9.1"]
    assert rules(game, "dprk", attack("n1", lead="n2")) == ["9.5.1"]
    fought(game, 4)
    game.play("dprk", {"do": "advance", "units": ["n1", "n2"]})
    assert (where(game, "n1"), where(game, "n2")) == (D, D)


@pytest.mark.reading("nextwar", "nw-09-03")
@pytest.mark.rule("nextwar", "9.1", "9.3")
def test_a_hex_is_attacked_once_and_a_unit_attacks_once() -> None:
    game = battle(
        unit("n1", A1, "4-4-4"), unit("n2", A1, "4-4-4"), unit("n3", A2), unit("r1", D, "4-12-4"),
        unit("r2", "0503", "4-12-4"),
    )  # fmt: skip
    fought(game, 6)
    assert rules(game, "dprk", attack("n3")) == ["9.3"]
    assert rules(game, "dprk", attack("n1", hex="0503")) == ["9.1"]
    assert rules(game, "dprk", attack("n2", hex="0503")) == []


@pytest.mark.reading("nextwar", "nw-09-04")
@pytest.mark.rule("nextwar", "9.5.3")
def test_exploitation_shifts_two_columns() -> None:
    game = battle(
        unit("n1", A1, "9-7-5"), unit("r1", D, "4-4-5"), board=plain(terrain={D: "rough"}),
        segment="exploit-combat",
    )  # fmt: skip
    assert gist(fought(game, 6)) == (6, -1, "2/1")


@pytest.mark.reading("nextwar", "nw-09-06")
@pytest.mark.rule("nextwar", "8.3.1.1.1", "9.4.1", "8.3.1.8", "9.1")
def test_attacks_across_water() -> None:
    board = plain(
        sides=(
            f"{D}-{A1} major_river", f"{D}-{A2} major_river", f"{D}-{A3} minor_river",
            f"{D}-{A4} water",
        ),
        links=(f"{A1}-{D}-{A3} primary", f"{A4}-{D}-{A2} primary"),
    )  # fmt: skip
    game = battle(
        *(unit(f"n{i}", h, "7-4-4") for i, h in enumerate((A1, A2, A3, A4), 1)), unit("r1", D),
        board=board,
    )  # fmt: skip
    key = game.scenario.ground.side_key(*map(board.hex, (D, A2)))
    game.edit([{"map": "bridges", "key": key, "set": {"stands": False}}], "blown")
    assert rules(game, "dprk", attack("n2")) == ["8.3.1.1.1"]
    assert rules(game, "dprk", attack("n4")) == ["8.3.1.8"]
    assert fought(game, 4, units="n1 n3")["attack"]["total"] == 8


@pytest.mark.reading("nextwar", "nw-09-11")
@pytest.mark.rule("nextwar", "9.2.3", "9.5.1")
def test_leads_shift_columns_even_beyond_those_with_odds() -> None:
    for strong, ours, weak, theirs, die, expected in (
        (2, 6, 10, 4, 6, (7, 0, "1/-")),
        (4, 4, 12, 7, 4, (2, 0, "2/1")),
        (5, 5, 8, 5, 4, (6, 0, "1/1")),
    ):
        game = battle(
            unit("n1", A1, f"{strong}-4-4", er=ours), unit("r1", D, f"4-{weak}-4", er=theirs)
        )
        assert gist(fought(game, die)) == expected


FORT = [{"hex": D, "kind": "fortification", "owner": "allied"}]


@pytest.mark.reading("nextwar", "nw-09-12", "nw-09-24")
@pytest.mark.rule("nextwar", "9.5.2")
def test_a_fortification_shifts_for_its_owner_alone() -> None:
    own = battle(unit("n1", A1, "18-4-4", er=7), unit("r1", D, "3-3-4", er=4), sites=FORT)
    facts = fought(own, 5)
    assert gist(facts) == (13, 0, "1/2R")
    assert facts["shifts"]["total"] == 1
    assert at(own, "r1").place == "eliminated"
    lost = field(
        unit("r1", A1, "12-4-4"), unit("n1", D, "4-4-4"), sites=FORT, segment="init-combat",
        initiative={"side": "allied"}, begin={"first": "allied"},
    )  # fmt: skip
    rig(lost, 4)
    lost.play("allied", attack("r1"))
    assert gist(told(lost, "combat")[-1]) == (10, 0, "-/1R")


@pytest.mark.reading("nextwar", "nw-09-16")
@pytest.mark.rule("nextwar", "9.4", "9.4.1", "9.4.4")
def test_units_are_halved_one_by_one_and_only_once() -> None:
    river = (f"{D}-{A1} minor_river",)
    game = battle(
        unit("n1", A1, "5-4-4", sp=1), unit("n2", A1, "3-4-4", sp=1), unit("n3", A3, "5-4-4"),
        unit("r1", D, "4-5-4"), board=plain(sides=river),
    )  # fmt: skip
    facts = fought(game, 4, units="n1 n2 n3")
    assert (facts["attack"]["total"], facts["column"], facts["drm"]["total"]) == (10, 9, 0)
    hills = battle(
        unit("n1", A1, "7-4-4", type="armored"), unit("r1", D, "4-2-4"),
        board=plain(sides=river, links=(f"{A1}-{D} primary",), terrain={D: "highland"}),
    )  # fmt: skip
    assert gist(fought(hills, 4))[:2] == (7, 0)


@pytest.mark.reading("nextwar", "nw-09-19")
@pytest.mark.rule("nextwar", "9.4.2", "9.4.3", "2.3.2.1")
def test_armor_counts_double_against_those_without() -> None:
    mixed = battle(
        unit("n1", A1, "8-4-4", type="armored"), unit("r1", D, "4-4-4"),
        unit("r2", D, "1-1-4", type="mechanized infantry", sp=1),
    )  # fmt: skip
    rig(mixed, 4)
    mixed.play("dprk", attack("n1"))
    mixed.play("allied", {"do": "lead", "unit": "r1"})
    facts = told(mixed, "combat")[-1]
    assert (facts["attack"]["total"], facts["ratio"], facts["drm"]["total"]) == (8, "1.5:1", -1)
    guns = battle(
        unit("n1", A1, "5-4-4", type="armored"), unit("r1", D, "4-4-4"),
        unit("r2", D, "1-1-4", type="artillery", arm="artillery", bracketed=True, sp=1),
    )  # fmt: skip
    rig(guns, 4)
    guns.play("dprk", attack("n1"))
    guns.play("allied", {"do": "lead", "unit": "r1"})
    guns.play("allied", {"do": "support"})
    facts = told(guns, "combat")[-1]
    assert (facts["attack"]["total"], facts["defense"]["total"], facts["ratio"]) == (10, 4, "2:1")


@pytest.mark.reading("nextwar", "nw-09-20")
@pytest.mark.rule("nextwar", "9.4.4", "9.4.3")
@pytest.mark.parametrize(("season", "column", "drm"), [("summer", 6, 0), ("winter", 7, -1)])
def test_vehicles_in_a_marsh(season: str, column: int, drm: int) -> None:
    game = battle(
        unit("n1", A1, "5-5-8", type="mechanized infantry"), unit("r1", D, "4-3-4"), season=season,
        board=plain(terrain={D: "marsh"}),
    )  # fmt: skip
    assert gist(fought(game, 4))[:2] == (column, drm)


@pytest.mark.reading("nextwar", "nw-09-21")
@pytest.mark.rule("nextwar", "9.4.5", "8.4.1.5")
@pytest.mark.parametrize(("clearing", "column", "drm"), [(False, 5, 0), (True, 6, -1)])
def test_infantry_doubles_among_houses_unless_it_clears_them(
    clearing: bool, column: int, drm: int
) -> None:
    state = {"clearing": clearing}
    game = battle(
        unit("n1", A1, "22-4-4"), unit("r1", D, "4-4-4", at=state),
        unit("r2", D, "4-3-4", type="armored", at=state), board=plain(terrain={D: "urban"}),
    )  # fmt: skip
    rig(game, 4)
    game.play("dprk", attack("n1"))
    game.play("allied", {"do": "lead", "unit": "r1"})
    assert gist(told(game, "combat")[-1])[:2] == (column, drm)


@pytest.mark.reading("nextwar", "nw-09-27")
@pytest.mark.rule("nextwar", "9.6.3", "9.6.6")
def test_many_hexes_help_and_many_formations_hinder() -> None:
    strengths = ((A1, 4, "V"), (A2, 3, "V"), (A3, 3, "VI"), (A4, 3, ""), (A5, 2, "VII"))
    units = [
        unit(f"n{i}", h, f"{s}-4-4", formation=f, sp=1) for i, (h, s, f) in enumerate(strengths, 1)
    ]
    game = battle(*units, unit("r1", D, "4-5-4"))
    assert gist(fought(game, 3, units="n1 n2 n3 n4 n5")) == (10, 0, "-/1R")


@pytest.mark.reading("nextwar", "nw-09-28")
@pytest.mark.rule("nextwar", "9.6.7")
def test_light_and_mountain_infantry_in_the_hills() -> None:
    game = battle(
        unit("n1", A1, "4-4-4", mobility="light", sp=1),
        unit("n2", A1, "4-4-4", type="mountain infantry", sp=1),
        unit("r1", D, "4-4-4", mobility="light"), board=plain(terrain={D: "highland"}),
    )  # fmt: skip
    facts = fought(game, 4, units="n1 n2")
    assert gist(facts) == (7, 0, "1/1")
    assert len(facts["drm"]["parts"]) == 2


@pytest.mark.reading("nextwar", "nw-09-31")
@pytest.mark.rule("nextwar", "9.5.6")
def test_guns_shift_a_column_for_those_within_their_range() -> None:
    gun = {"type": "artillery", "arm": "artillery", "range": 3, "bracketed": True}
    far = "0501"
    game = battle(unit("n1", A1), unit("n9", far, "1-1-5", **gun), unit("r1", D))
    assert game.board.distance(game.board.hex(far), game.board.hex(D)) == 4
    rig(game, 4)
    game.play("dprk", attack("n1"))
    assert game.to_act == "dprk"
    game.play("dprk", {"do": "support", "guns": ["n9"]})
    facts = told(game, "combat")[-1]
    assert (facts["column"], facts["shifts"]["total"]) == (8, 1)
    assert (at(game, "n9").used, at(game, "n9").used_in) == (1, 3)


@pytest.mark.reading("nextwar", "nw-09-33")
@pytest.mark.rule("nextwar", "9.7.1", "9.5.1")
def test_the_lead_loses_the_first_step_though_it_dies_of_it() -> None:
    game = battle(
        unit("n1", A1, "4-4-4", er=7, at={"steps": 1}), unit("n2", A1, "4-4-4"),
        unit("r1", D, "4-9-4", er=7),
        board=plain(terrain={D: "rough"}),
    )  # fmt: skip
    facts = fought(game, 6, units="n1 n2", lead="n1")
    assert facts["attacker_loses"] == 2
    assert (at(game, "n1").place, at(game, "n2").steps) == ("eliminated", 1)


@pytest.mark.reading("nextwar", "nw-09-34")
@pytest.mark.rule("nextwar", "9.7.1")
def test_whole_units_lose_a_step_before_any_is_eliminated() -> None:
    small = {"sp": 1}
    game = battle(
        unit("n1", A1, "40-4-4", er=7), unit("r1", D, "4-2-4", er=7, **small),
        unit("r2", D, "4-2-4", at={"steps": 1}, **small), unit("r3", D, "4-2-4", **small),
        unit("r4", D, "4-1-4", steps=1, **small),
    )  # fmt: skip
    rig(game, 1)
    game.play("dprk", attack("n1"))
    game.play("allied", {"do": "lead", "unit": "r1"})
    assert told(game, "combat")[-1]["defender_loses"] == 3
    open_ = sorted(
        str(sorted(action["take"].items()))
        for action in game.legal("allied")
        if action["do"] == "lose-steps"
    )
    assert open_ == [
        "[('r1', 1), ('r2', 1), ('r3', 1)]", "[('r1', 1), ('r3', 1), ('r4', 1)]",
        "[('r1', 1), ('r3', 2)]", "[('r1', 2), ('r3', 1)]",
    ]  # fmt: skip


@pytest.mark.reading("nextwar", "nw-09-36")
@pytest.mark.rule("nextwar", "9.7.1.1")
def test_who_cannot_give_what_is_asked_spares_the_other() -> None:
    game = battle(
        unit("n1", A1, "3-4-4"), unit("r1", D, "4-9-4"), board=plain(terrain={D: "rough"})
    )
    assert gist(fought(game, 5)) == (4, 0, "2/1")
    assert (at(game, "n1").place, at(game, "r1").steps) == ("eliminated", 2)
    other = battle(unit("n1", A1, "4-4-4", steps=1), unit("r1", D, "4-12-4"))
    assert gist(fought(other, 0)) == (5, 0, "1/1R")
    other.play("allied", next(iter(other.legal("allied"))))
    assert (at(other, "n1").place, at(other, "r1").steps) == ("eliminated", 2)
    assert where(other, "r1") != D


@pytest.mark.reading("nextwar", "nw-09-38")
@pytest.mark.rule("nextwar", "9.8.1")
def test_how_far_a_retreat_goes() -> None:
    for terrain, kind, hexes in (
        ("flat", "town", 2), ("rough_woods", "", 2), ("marsh", "", 2), ("flat", "city", 1),
        ("highland_woods", "", 1), ("jungle", "", 1), ("rough", "fortification", 1),
        ("urban", "", 1),
    ):  # fmt: skip
        sites = [{"hex": D, "kind": kind, "owner": "allied"}] if kind else []
        game = battle(unit("r1", D), board=plain(terrain={D: terrain}), sites=sites)
        assert distance(game, game.board.hex(D)) == hexes, (terrain, kind)
    game = battle(unit("r1", D), unit("n1", A1))
    found = {tuple(map(game.board.label, w)) for w in ways(game, "r1", game.board.hex(D), 2)}
    assert (A4, B7) in found
    assert all(game.board.distance(game.board.hex(D), game.board.hex(w[1])) == 2 for w in found)


@pytest.mark.reading("nextwar", "nw-09-39")
@pytest.mark.rule("nextwar", "9.8.1", "9.8.1-p2")
def test_a_way_free_of_zones_comes_before_the_way_home() -> None:
    board = plain(terrain={"0304": "sea", "0403": "sea"})
    game = battle(
        unit("r1", D), unit("n1", A1, sp=1), unit("n2", A2, sp=1), unit("n3", "0606"),
        unit("n4", "0406"), board=board,
    )  # fmt: skip
    found = {tuple(map(board.label, way)) for way in ways(game, "r1", board.hex(D), 2)}
    assert found == {(A6, "0305")}


@pytest.mark.reading("nextwar", "nw-09-43")
@pytest.mark.rule("nextwar", "9.8.2", "9.8.4", "9.9")
def test_only_light_infantry_retreats_across_a_river_without_a_bridge() -> None:
    board = plain(sides=tuple(f"{D}-{h} minor_river" for h in (A3, A4, A5)))
    game = battle(
        unit("n1", A1, "6-4-4", er=6), unit("n2", A2), unit("n3", A6),
        unit("r1", D, "4-2-4", er=6, sp=1),
        unit("r2", D, "4-2-4", mobility="light", sp=1), board=board,
    )  # fmt: skip
    assert ways(game, "r1", board.hex(D), 2) == []
    assert ways(game, "r2", board.hex(D), 2) != []
    rig(game, 4, 5)
    game.play("dprk", attack("n1"))
    game.play("allied", {"do": "lead", "unit": "r1"})
    while game.to_act == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    assert (where(game, "r1"), where(game, "r2") == D) == (D, False)
    assert told(game, "check")[-1]["rating"] == 5
    assert where(game, "n1") == A1


@pytest.mark.reading("nextwar", "nw-09-46")
@pytest.mark.rule("nextwar", "8.1.1.1-b2", "8.1.1.1-b3")
def test_of_a_hex_that_is_too_full_only_four_points_defend() -> None:
    game = battle(
        unit("n1", A1, "16-4-4"), unit("r1", D, "4-4-4", er=6), unit("r2", D, "4-4-4", er=6),
        unit("r3", D, "4-3-4", er=6, sp=1),
    )  # fmt: skip
    rig(game, 4)
    game.play("dprk", attack("n1"))
    assert game.decisions[0].ask.name == "defenders"
    game.play("allied", {"do": "defend", "units": ["r1", "r2"]})
    game.play("allied", {"do": "lead", "unit": "r1"})
    assert gist(told(game, "combat")[-1]) == (9, 0, "1/1R")
    assert (at(game, "r1").steps, at(game, "r3").steps) == (1, 2)
    while game.to_act == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    assert D not in {where(game, name) for name in ("r1", "r2", "r3")}


@pytest.mark.reading("nextwar", "nw-09-48")
@pytest.mark.rule("nextwar", "9.9", "9.2.8")
def test_who_advances() -> None:
    game = battle(
        unit("n1", A1, "8-4-4"), unit("n2", A1, "8-4-4"), unit("n3", A2, "8-4-4", sp=1),
        unit("n4", A2, "4-4-4", sp=1), unit("r1", D, "2-2-4", steps=1),
    )  # fmt: skip
    fought(game, 4, units="n1 n2 n3")

    def advance(*names: str) -> list[str]:
        return rules(game, "dprk", {"do": "advance", "units": list(names)})

    assert advance() == ["9.9"]
    assert advance("n1", "n2", "n3") == ["9.2.8"]
    assert advance("n4", "n1") == ["9.9"]
    assert advance("n1", "n3") == []


@pytest.mark.rule("nextwar", "9.9.1")
def test_vehicles_go_on_beyond_but_not_into_works_or_by_storm() -> None:
    def game(weather: str = "clear") -> Nw:
        tank = unit("n1", A1, "18-4-8", type="armored")
        sites = [
            {"hex": A3, "kind": "town"},
            {"hex": A4, "kind": "fortification", "owner": "allied"},
        ]
        found = battle(
            tank, unit("r1", D, "2-2-4", steps=1), sites=sites, begin={"weather": weather},
            board=plain(sides=(f"{D}-{A5} minor_river",), terrain={A6: "highland"}),
        )  # fmt: skip
        fought(found, 4)
        return found

    clear = game()
    on = {
        h: rules(clear, "dprk", {"do": "advance", "units": ["n1"], "on": {"n1": [h]}}) for h in RING
    }
    assert [h for h, found in on.items() if not found] == [A2, A3]
    clear.play("dprk", {"do": "advance", "units": ["n1"], "on": {"n1": [A3]}})
    assert where(clear, "n1") == A3
    assert where(game("storm"), "n1") == D


@pytest.mark.rule("nextwar", "9.8.3")
def test_defenders_in_a_city_may_try_to_stand() -> None:
    def game(*dice: int) -> Nw:
        found = battle(
            unit("n1", A1, "20-4-4", er=7), unit("r1", D, "4-8-4", er=6),
            sites=[{"hex": D, "kind": "city", "owner": "allied"}],
        )  # fmt: skip
        rig(found, 4, *dice)
        found.play("dprk", attack("n1"))
        return found

    stood = game(4)
    assert told(stood, "combat")[-1]["retreat"]
    stood.play("allied", {"do": "stand"})
    assert where(stood, "r1") == D
    failed = game(6)
    failed.play("allied", {"do": "stand"})
    assert {action["do"] for action in failed.legal("allied")} == {"give-way", "bleed"}
    failed.play("allied", {"do": "bleed"})
    assert at(failed, "r1").place == "eliminated"
