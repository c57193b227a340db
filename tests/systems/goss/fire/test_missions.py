"""Spotters, capacity, formations, range and points of missions. [11.0] to [11.4]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.fire.capacity import SHIPS, capacity, most_flights, most_guns
from grognard.systems.goss.fire.conducting import volleys
from grognard.systems.goss.fire.guns import factor, left, reach
from grognard.systems.goss.fire.spotting import against_spotter, note_spotter, sight_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, AirTrack
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, US, barrage, field, gun, settle

SPOTTER = unit("u1", (0, 0), **US)
TARGET = unit("g1", (1, 0), **AXIS)


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.rule("goss", "11.0")
@pytest.mark.rule("goss", "11.1.0")
@pytest.mark.rule("goss", "11.1.0-steps")
@pytest.mark.rule("goss", "11.2.0")
def test_a_mission_from_spotter_to_depletion() -> None:
    game = field(SPOTTER, TARGET, gun("ua"), gun("ub"))
    fire = barrage((1, 0), "u1", {"ua": 8})
    assert rules(game, "allied", fire) == []
    rig(game, 7, 0, 9)  # FSV 15: two hits; a check; then the depletion check
    game.play("allied", fire)
    assert told(game, "fire-result")[0]["hits"] == 2
    settle(game)
    assert told(game, "depletion")[-1]["count"] == 1
    assert now(game, "ua").depleted
    again = barrage((1, 0), "u1", {"ub": 8})
    if now(game, "g1").hex == game.board.hex(at(1, 0)):
        assert rules(game, "allied", again) == ["11.0"], "one artillery mission a hex"
    assert rules(game, "axis", fire) != []


@pytest.mark.rule("goss", "11.2.1")
@pytest.mark.rule("goss", "8.0")
@pytest.mark.reading("goss", "goss-11-03")
def test_a_feature_that_is_observed_may_be_fired_at() -> None:
    town = field(SPOTTER, TARGET, gun("ua"), terrain={(1, 0): "town"})
    fire = barrage((1, 0), "u1", {"ua": 8})
    assert rules(town, "allied", fire) == []
    rig(town, 9, 0)
    town.play("allied", fire)
    assert told(town, "volleys")[0]["net"] == [-7]
    assert told(town, "fire-result")[0] == {"hex": at(1, 0), "hits": 1, "shifts": 0}
    woods = field(SPOTTER, TARGET, gun("ua"), terrain={(1, 0): "woods"})
    assert rules(woods, "allied", fire) == ["11.2.1"]
    allowed = field(
        SPOTTER, TARGET, gun("ua"), terrain={(1, 0): "woods"}, options={"unobserved-fire": "on"}
    )
    assert rules(allowed, "allied", fire) == []
    assert capacity(allowed, "u1", sight_of(allowed, "allied", "u1", now(allowed, "g1").hex)) == (
        "light"
    )


def company() -> Gs:
    return field(
        unit("uB1", (0, 0), left=1, **US), unit("uHY", (0, 0), "hybrid", steps=2, left=1, **US),
        unit("uRC", (0, 0), "armrecon", steps=2, size="Co", **US),
        unit("uZ", (0, 0), "m5", z_side="yes", z=True, left=0, **US),
        unit("g1", (1, 0), **AXIS), unit("g2", (0, 1), **AXIS), unit("g3", (-1, 1), **AXIS),
        gun("ua"),
    )  # fmt: skip


@pytest.mark.rule("goss", "11.2.1a")
@pytest.mark.reading("goss", "goss-11-02")
def test_how_many_hexes_a_spotter_serves() -> None:
    game = company()
    hexes = [game.board.hex(at(*h)) for h in ((1, 0), (0, 1), (-1, 1))]

    def tried(*pairs: tuple[str, int]) -> list[bool]:
        fresh, found = company(), []
        for name, place in pairs:
            wrong = against_spotter(fresh, "allied", name, hexes[place])
            found.append(not wrong)
            if not wrong:
                note_spotter(fresh, name, hexes[place])
            else:
                assert wrong[0].rule == "11.2.1a"
        return found

    assert tried(("uB1", 0), ("uB1", 1), ("uB1", 2)) == [True, True, False]
    assert tried(("uHY", 0), ("uHY", 1)) == [True, True]
    assert tried(("uRC", 0), ("uRC", 1)) == [True, False]
    assert tried(("uZ", 0)) == [False]
    assert tried(("uB1", 0), ("uHY", 1), ("uRC", 2)) == [True, True, False]
    assert tried(("uB1", 0), ("uHY", 0)) == [True, False], "one spotter in a sub-segment"


@pytest.mark.rule("goss", "11.2.1a")
def test_who_may_not_spot_at_all() -> None:
    game = field(SPOTTER, TARGET, gun("ua"))
    fire = barrage((1, 0), "u1", {"ua": 8})
    alter(game, "u1", advanced=game.serial)
    assert rules(game, "allied", fire) == ["11.2.1a"]
    alter(game, "u1", advanced=-1, mode="Strat")
    assert rules(game, "allied", fire) == ["5.5.6"]
    alter(game, "u1", mode="Tac", emergency=game.turn)
    assert rules(game, "allied", fire) == ["9.4.1"]


def levels(name: str, hex: str = "clear", works: str = "", **more: Any) -> tuple[str, int]:
    """Capacity and most guns of a spotter."""
    kind = more.pop("kind", "inf")
    own = more.pop("own", US if name[0] == "u" else AXIS)
    chosen = more.pop("options", {})
    game = field(
        unit(name, (0, 0), kind, **{**own, **more, **({"inside": True} if works else {})}),
        terrain={(0, 0): hex}, works={(0, 0): works} if works else {},
        options=chosen,
    )  # fmt: skip
    side = "allied" if name[0] in "ub" else "axis"
    level = capacity(game, name, "observed")
    return level, most_guns(game, side, name, level)


@pytest.mark.rule("goss", "11.2.4")
@pytest.mark.rule("goss", "11.2.4a")
@pytest.mark.rule("goss", "11.2.4b")
@pytest.mark.rule("goss", "11.2.4c")
@pytest.mark.rule("goss", "11.2.4d")
@pytest.mark.reading("goss", "goss-11-05")
def test_capacity_by_the_spotter() -> None:
    corps = {"corps": "VII", "army": "First", "traits": "asset"}
    assert levels("u1", "VP", ta=True) == ("medium", 4)
    assert levels("g1", works="IP") == ("medium", 2)
    assert levels("g1", "VP", "ET-2", kind="eng") == ("medium", 3)
    assert levels("g1", works="ET-2") == ("heavy", 8)
    assert levels("u1", own=corps, mode="PA") == ("light", 2), "assets of any size"
    assert levels("u1", own=corps) == ("light", 2)
    bold = {"options": {"asset-pa-capacity": "heavy"}}
    assert levels("u1", own=corps, mode="PA", **bold) == ("heavy", 16)
    assert levels("u1", kind="eng", mode="PA") == ("light", 2)
    assert levels("u1", "VP", mode="PA", nation="French") == ("heavy", 17)
    assert levels("b1", "VP", mode="PA", own=US) == ("heavy", 13)


@pytest.mark.rule("goss", "11.2.4d")
def test_who_does_not_count_against_capacity() -> None:
    guns = [gun(f"g{n}", (2, n - 4), barrage=1) for n in range(9)]
    near = [gun(f"gn{n}", hex, barrage=1) for n, hex in enumerate([(0, 0), (0, 1), (-1, 2)])]
    flak = [unit(f"gf{n}", (2, -2), "flak", **AXIS) for n in range(2)]
    game = field(
        unit("gs", (0, 1), mode="PA", **AXIS), unit("u1", (-1, 1), **US), *guns, *near, *flak,
        side="axis",
    )  # fmt: skip
    names = {f"g{n}": 1 for n in range(9)}
    assert rules(game, "axis", barrage((-1, 1), "gs", names)) == ["11.2.4c"]
    fewer = {f"g{n}": 1 for n in range(8)}
    assert rules(game, "axis", barrage((-1, 1), "gs", fewer)) == []
    more = {**fewer, "gn0": 1, "gn1": 1, "gn2": 1, "gf0": 1, "gf1": 1}
    assert rules(game, "axis", barrage((-1, 1), "gs", more)) == []


@pytest.mark.rule("goss", "11.2.5")
@pytest.mark.reading("goss", "goss-11-08")
def test_formations() -> None:
    def div(name: str) -> dict[str, str]:
        return {"formation": name, "corps": "VII", "army": "First"}

    game = field(
        unit("u1", (0, 0), **US), TARGET,
        gun("u1D"), gun("u4D", (-2, 1), **div("4 Div")), gun("u4E", (-2, 1), **div("4 Div")),
        gun("u9D", (-2, 2), **div("9 Div")),
        gun("u7C", (-3, 0), formation="", corps="VII", army="First"),
        gun("u5C", (-3, 1), formation="", corps="V", army="First"),
        gun("u1A", (-3, 2), formation="", corps="", army="First"),
        unit("uV", (-9, 3), "hq:corps", corps="V", army="First"),
        unit("uArmy", (-9, 4), "hq:army", army="First"),
        unit("uhq4", (-8, 3), "hq:div", **div("4 Div")),
        unit("uhq9", (-8, 4), "hq:div", **div("9 Div")),
        headquarters={"uV": {"adv": 3}},
    )  # fmt: skip

    def fired(*names: str) -> list[str]:
        return rules(game, "allied", barrage((1, 0), "u1", dict.fromkeys(names, 8)))

    assert fired("u4D", "u7C", "u1A") == ["11.2.5"]
    assert fired("u1D", "u4D", "u7C") == []
    assert fired("u1D", "u4D", "u9D") == ["11.2.5"]
    assert fired("u1D", "u7C", "u1A") == []
    assert fired("u1D", "u5C") == ["11.2.5"]
    assert fired("u1D", "u4D", "u4E") == []


@pytest.mark.rule("goss", "11.2.5")
@pytest.mark.reading("goss", "goss-11-08")
def test_from_the_air_and_without_ammunition() -> None:
    corps = {"formation": "", "corps": "VII", "army": "First"}
    game = field(unit("u1", (0, 0), **US), unit("g1", (4, 0), **AXIS), gun("uc", **corps))
    assert rules(game, "allied", barrage((4, 0), "", {"uc": 8})) == []
    four = {**US, "formation": "4 Div"}
    empty = field(
        unit("u1", (0, 0), **US), unit("u4", (0, 1), **four), TARGET, gun("u1D"),
        gun("u4D", **four), gun("u4E", **four), unit("uhq4", (-8, 3), "hq:div", **four),
        headquarters={"uhq4": {"supported": False}},
    )  # fmt: skip
    assert rules(empty, "allied", barrage((1, 0), "u1", {"u1D": 8, "u4D": 8})) == ["11.2.5"]
    assert rules(empty, "allied", barrage((1, 0), "u4", {"u4D": 8, "u4E": 8})) == []


@pytest.mark.rule("goss", "11.3.0")
@pytest.mark.rule("goss", "11.3.1")
def test_range() -> None:
    game = field(SPOTTER, TARGET, gun("ua", (-4, 0), range=5), gun("ub", (-5, 0), range=5))
    assert rules(game, "allied", barrage((1, 0), "u1", {"ua": 8})) == []
    assert rules(game, "allied", barrage((1, 0), "u1", {"ub": 8})) == ["11.3.0"]


@pytest.mark.rule("goss", "11.3.1")
@pytest.mark.reading("goss", "goss-10-01")
def test_enemies_next_door_keep_guns_busy() -> None:
    def far(terrain: str, works: bool = False, turn: str = "AM", **his: Any) -> int:
        game = field(
            gun("ua", (0, 0), range=8), unit("gn", (1, 0), **his, **AXIS),
            *([unit("u9", (0, 0), inside=True, **US)] if works else []),
            terrain={(1, 0): terrain}, side="axis", segment="defensive-fire", turn=turn,
            works={(0, 0): "ET-2"} if works else {},
        )  # fmt: skip
        return reach(game, "ua")

    assert [far("woods"), far("woods", mode="PA"), far("rough"), far("village")] == [8, 1, 1, 8]
    assert [far("clear", turn="Night"), far("clear"), far("clear", True, "Night")] == [8, 1, 1]


@pytest.mark.rule("goss", "11.4.1a")
def test_volleys() -> None:
    assert volleys(36) == (8, 8, 8, 8, 4)
    assert volleys(36, drop=True) == (8, 8, 8, 8)
    assert volleys(16, intensive=2) == (8, 8, 8, 8)
    game = field(SPOTTER, TARGET, gun("ua", barrage=5))
    assert rules(game, "allied", barrage((1, 0), "u1", {"ua": 5}, drop=True)) == ["11.4.1a"]


@pytest.mark.rule("goss", "11.4.1")
@pytest.mark.rule("goss", "11.4.1d")
@pytest.mark.reading("goss", "goss-11-11")
def test_split_fire() -> None:
    corps = {"formation": "", "corps": "XLVII", "army": "Fifth"}
    game = field(
        unit("u1", (0, 0), **US), TARGET, gun("uU", barrage=4), gun("gG", (3, 0), barrage=4),
        gun("gK", (3, 1), barrage=4, **corps), unit("gs", (1, 0), **AXIS),
    )  # fmt: skip
    assert rules(game, "allied", barrage((1, 0), "u1", {"uU": 1})) == []
    alter(game, "uU", fired=game.serial, volleys=2, missions=2)
    assert rules(game, "allied", barrage((1, 0), "u1", {"uU": 2})) == []
    assert rules(game, "allied", barrage((1, 0), "u1", {"uU": 3})) == ["11.4.1"]
    alter(game, "uU", depleted=True)
    assert rules(game, "allied", barrage((1, 0), "u1", {"uU": 2})) == ["11.4.1"]
    axis = field(
        unit("u1", (0, 0), **US), TARGET, gun("gG", (3, 0), barrage=4),
        gun("gK", (3, 1), barrage=4, **corps), side="axis",
    )  # fmt: skip
    assert rules(axis, "axis", barrage((0, 0), "g1", {"gG": 3})) == []
    alter(axis, "gG", fired=axis.serial, volleys=2, missions=1)
    assert rules(axis, "axis", barrage((0, 0), "g1", {"gG": 1})) == []
    alter(axis, "gG", missions=2, volleys=3)
    assert rules(axis, "axis", barrage((0, 0), "g1", {"gG": 1})) == ["11.4.1d"]
    alter(axis, "gG", missions=0, volleys=0)
    assert rules(axis, "axis", barrage((0, 0), "g1", {"gG": 4, "gK": 2})) == ["11.4.1d"]
    assert rules(axis, "axis", barrage((0, 0), "g1", {"gG": 4, "gK": 4})) == []


@pytest.mark.rule("goss", "11.4.1b")
@pytest.mark.reading("goss", "goss-11-10")
def test_flak_as_artillery() -> None:
    game = field(
        unit("u1", (1, 0), **US, ta=True), unit("gs", (0, 0), **AXIS),
        gun("gA", (-1, 0), barrage=4), gun("gB", (-1, 1), barrage=3),
        unit("gF1", (-1, -1), "flak", steps=2, size="Bn", **AXIS),
        unit("gF2", (-2, 0), "flak", **AXIS), unit("gF3", (-4, 0), "flak", **AXIS),
        unit("gFz", (-1, 2), "flak", z_side="yes", z=True, left=0, **AXIS),
        side="allied", segment="defensive-fire", headquarters={"gcorps": {"adv": 3}},
    )  # fmt: skip
    all_ = {"gA": 4, "gB": 3, "gF1": 2, "gF2": 1}
    fire = barrage((1, 0), "gs", all_)
    assert rules(game, "axis", fire) == []
    assert rules(game, "axis", barrage((1, 0), "gs", {"gF1": 2, "gF2": 1})) == ["11.4.1b"]
    assert rules(game, "axis", barrage((1, 0), "gs", {"gA": 4, "gF3": 1})) == ["11.4.1b"]
    assert rules(game, "axis", barrage((1, 0), "gs", {"gA": 4, "gFz": 1})) == ["11.4.1b"]
    alter(game, "gF2", transport="tp")
    assert rules(game, "axis", fire) == ["11.4.1b"]
    alter(game, "gF2", transport="")
    rig(game, 0, 0, 7)
    game.play("axis", fire)
    settle(game)
    assert told(game, "volleys")[0]["volleys"] == [8, 2]
    assert now(game, "gA").depleted
    assert now(game, "gB").depleted
    assert not now(game, "gF1").depleted
    assert not now(game, "gF2").depleted


@pytest.mark.rule("goss", "11.4.1c")
@pytest.mark.reading("goss", "goss-11-10")
def test_tank_destroyers_as_artillery() -> None:
    def tried(date: str = "1944-12-16") -> list[list[str]]:
        game = field(
            SPOTTER, TARGET, gun("ua"), unit("gY", (-1, 3), **AXIS),
            unit("uT1", (-1, 0), "td", steps=3, size="Bn", **US), unit("uT2", (-1, 2), "td", **US),
            unit("uT3", (-2, 0), "td", **US),
            unit("uT4", (0, -1), "td", formation="9 Div", corps="V", army="First"),
            unit("uV", (-9, 3), "hq:corps", corps="V", army="First"),
            start=date,
        )  # fmt: skip
        ways = ({"uT1": 3}, {"uT2": 1}, {"uT3": 1}, {"uT4": 1})
        return [rules(game, "allied", barrage((1, 0), "u1", {"ua": 8, **w})) for w in ways]

    assert tried() == [[], ["11.4.1c"], ["11.4.1c"], ["11.2.5"]]
    assert tried("1944-06-06")[0] == ["11.4.1c"]


@pytest.mark.rule("goss", "11.4.1f")
def test_heavy_artillery() -> None:
    defensive = field(gun("uh", heavy="yes"), side="axis", segment="defensive-fire")
    assert factor(defensive, "uh") == 7
    game = field(SPOTTER, TARGET, gun("uh", heavy="yes"), gun("ua"), terrain={(1, 0): "Axis-Ft"})
    assert left(game, "uh") == 8
    alter(game, "u1", mode="PA")
    assert rules(game, "allied", barrage((1, 0), "u1", {"uh": 4})) == ["11.4.1f"]
    fire = barrage((1, 0), "u1", {"ua": 8})
    rig(game, 9, 0)
    game.play("allied", fire)
    assert told(game, "fire-result")[0]["hits"] == 0, "hits on a fortified area become shifts"
    assert told(game, "fire-result")[0]["shifts"] > 0
    with_heavy = field(
        unit("u1", (0, 0), mode="PA", **US), TARGET, gun("uh", heavy="yes"),
        terrain={(1, 0): "Axis-Ft"},
    )  # fmt: skip
    rig(with_heavy, 9, 0)
    with_heavy.play("allied", barrage((1, 0), "u1", {"uh": 8}))
    assert told(with_heavy, "fire-result")[0]["hits"] > 0


@pytest.mark.rule("goss", "11.4.1g")
def test_intensive_fire() -> None:
    def tried(more: int = 1, amp: int = 4, heads: Any = None, **facts: Any) -> list[str]:
        armies = {
            "First": {"side": "allied", "adv": 5, "amp": amp, "fp": 0, "tp": 4, "pss": []},
            "Fifth": {"side": "axis", "adv": 4, "amp": 4, "fp": 0, "tp": 4, "pss": []},
        }
        game = field(
            SPOTTER, TARGET, gun("ua", **facts), gun("ub", (-2, 1)), armies=armies,
            headquarters=heads or {},
        )  # fmt: skip
        order = barrage((1, 0), "u1", {"ua": 8, "ub": 8}, intensive=more)
        return [*{*rules(game, "allied", order)}]

    assert tried() == []
    assert tried(2) == []
    assert tried(3) == ["11.4.1g"], "one for each whole volley"
    assert tried(2, amp=1) == ["11.4.1g"]
    assert tried(supply="OhS") == ["11.4.1g"]
    assert tried(extended=True) == ["11.4.1g"]
    assert tried(extended=True, heads={"uhq": {"trucks": 1}}) == []
    assert tried(heads={"ucorps": {"adv": 0}}) == ["11.4.1g"]
    assert tried(heads={"uhq": {"supported": False}}) == ["11.4.1g"]


@pytest.mark.rule("goss", "11.2.4")
@pytest.mark.rule("goss", "11.4.3")
@pytest.mark.reading("goss", "goss-11-06")
@pytest.mark.reading("goss", "goss-11-34")
def test_ground_support() -> None:
    def tried(sky: str = "Clear Dry", gs: int = 12, **order: Any) -> Any:
        facts = order.pop("facts", {})
        game = field(unit("u1", (0, 0), **facts, **US), TARGET, weather=sky, segment="air-support")
        game.put(AIR_TRACKS, "allied all", AirTrack(gs=gs))
        action = {"do": "ground-support", "hex": at(1, 0), "spotter": "u1", **order}
        wrong = rules(game, "allied", action)
        if wrong:
            return wrong
        rig(game, 0, 0)
        game.play("allied", action)
        return told(game, "volleys")[0]["volleys"], game.state[AIR_TRACKS]["allied all"].gs

    assert tried(ap=3) == ([6], 9)
    assert tried("POvr Dry", ap=7) == ([6], 5)
    assert tried("Ovr Dry", ap=11) == ([4], 1)
    assert tried(ap=4, second=4) == ["11.4.3"], "medium: one"
    assert tried(ap=3, second=3, facts={"mode": "PA"}) == ([6, 6], 6), "heavy: two"
    assert tried(ap=5) == ["11.4.3"]
    assert tried(ap=4, gs=3) == ["11.4.3"]
    game = field()
    assert [most_flights(game, level) for level in ("light", "medium", "heavy")] == [0, 1, 2]
    assert ("CL", "CL") not in SHIPS["heavy"]
    assert ("CA", "CL") in SHIPS["heavy"]


@pytest.mark.rule("goss", "8.4.3")
def test_naming_a_spotter_tells_of_armor_once() -> None:
    game = field(SPOTTER, unit("g1", (1, 0), "pz4", **AXIS), unit("g2", (0, 1), **AXIS), gun("ua"))
    game.play("allied", {"do": "spot", "unit": "u1"})
    found = {facts["hex"]: facts["armor"] for facts in told(game, "armor-told")}
    assert found == {at(1, 0): True, at(0, 1): False}
    assert rules(game, "allied", {"do": "spot", "unit": "u1"}) == ["8.4.3"]


@pytest.mark.rule("goss", "8.4.0")
@pytest.mark.rule("goss", "11.2.0")
def test_odds_know_what_shows_and_no_more() -> None:
    def told_of(*targets: Any, **more: Any) -> Any:
        game = field(SPOTTER, *targets, gun("ua"), **more)
        return game.odds(barrage((1, 0), "u1", {"ua": 8}), "allied")

    top = unit("g1", (1, 0), order=5, **AXIS)
    under = [unit("g2", (1, 0), order=1, **AXIS), unit("g3", (1, 0), order=2, **AXIS)]
    plain, covered = told_of(top), told_of(top, *under)
    assert [o.to_json() for o in plain.outcomes] == [o.to_json() for o in covered.outcomes]
    assert covered.supposed
    open_ = told_of(top, *under, options={"fog-of-war": "off"})
    assert [o.to_json() for o in open_.outcomes] != [o.to_json() for o in plain.outcomes]
    inside = unit("g1", (1, 0), inside=True, **AXIS)
    hidden = field(unit("u1", (0, 0), ta=True, **US), inside, gun("ua"), works={(1, 0): "ET-2"})
    found = hidden.odds(barrage((1, 0), "u1", {"ua": 8}), "allied")
    assert [refusal.rule for refusal in found.unknown] == ["8.4.0"]
