"""Lulls: how they come about, what they forbid, how they end, and what follows. [24]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.engine.sequence import CLOCK, Clock
from grognard.systems.goss.air.interdiction import value_against
from grognard.systems.goss.air.tracks import put_track
from grognard.systems.goss.arrivals.coming import expected
from grognard.systems.goss.arrivals.rebuilding import against_receiving
from grognard.systems.goss.lulls.active import ReplaceActive, Swap
from grognard.systems.goss.movement.allowance import LEG, points_of
from grognard.systems.goss.pieces.quiet import inactive, opposite
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import (
    BRIDGES,
    HEXES,
    HQS,
    LULLS,
    WEATHER,
    AirTrack,
    Headquarters,
    Weather,
)
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, pass_to, rig, rules, told, unit
from tests.systems.goss.lulls.quiet import ALLIED_CHAIN, ARMIES, END, field, g, hush, lull, u

SLEEPERS = (g("g1", (4, 0)), u("u1", (-4, 0)))


def move(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path]}


def ask(army: str, until: int) -> dict[str, Any]:
    return {"do": "ask-lull", "army": army, "until": until}


def yes(do: str) -> dict[str, Any]:
    return {"do": do, "answer": "yes"}


def no(do: str) -> dict[str, Any]:
    return {"do": do, "answer": "no"}


# ---- asking [24.0] [24.1]


@pytest.mark.rule("goss", "24.0", "24.1.0", "24.1.1", "24.1.2")
def test_a_lull_is_asked_for_army_by_army_and_granted_or_not() -> None:
    """The example of 24.0: of two armies one gets its lull, and the other does not."""
    more = {"2": {"side": "allied", "adv": 3, "pss": []}}
    game = field(*SLEEPERS, segment="lulls", armies={**ARMIES, **more})
    assert game.to_act == "allied", "the Allies ask first"
    assert rules(game, "allied", ask("5", 40)) == ["24.0"]
    assert rules(game, "allied", ask("1", game.turn + 20)) == ["24.1.2"], "twenty-one game turns"
    game.play("allied", ask("1", game.turn + 21))
    assert game.to_act == "axis"
    game.play("axis", no("grant-lull"))
    assert not game.state[LULLS]["1"].one
    assert rules(game, "allied", ask("1", game.turn + 21)) == ["24.1.2"], "it was refused"
    game.play("allied", ask("2", game.turn + 24))
    game.play("axis", yes("grant-lull"))
    found = game.state[LULLS]["2"]
    assert (found.one, found.since, found.until) == ("allied", 4, 28)


@pytest.mark.rule("goss", "24.1.2")
def test_the_noted_end_is_secret() -> None:
    views = []
    for until in (25, 28):
        game = field(*SLEEPERS, segment="lulls")
        game.play("allied", ask("1", until))
        game.play("axis", yes("grant-lull"))
        game.play("allied", {"do": "lull-active"})
        views.append((game.view("axis"), [e.told("axis") for e in game.events]))
        assert game.view("allied")["lulls"]["1"]["until"] == until
    assert views[0] == views[1]


@pytest.mark.rule("goss", "24.1.1")
def test_a_scenario_may_know_no_voluntary_lulls() -> None:
    game = field(*SLEEPERS, segment="lulls", options={"voluntary-lulls": "off"})
    assert rules(game, "allied", ask("1", 40)) == ["24.1.1"]


@pytest.mark.rule("goss", "24.1.0")
def test_an_option_has_lulls_asked_for_in_the_weather_phase() -> None:
    options = {"lull-request": "weather"}
    game = field(*SLEEPERS, segment="weather-lulls", turn="PM", options=options)
    assert rules(game, "allied", ask("1", 40)) == []
    late = field(*SLEEPERS, segment="lulls", options=options)
    assert rules(late, "allied", ask("1", 40)) == ["24.1.0"]


@pytest.mark.rule("goss", "24.1.0", "24.3.0", "24.0")
def test_a_scenario_commands_a_lull() -> None:
    special = {"lulls": [{"army": "1", "one": "allied", "from": 5, "until": 7}]}
    game = field(*SLEEPERS, turn=4, segment="supply", special=special, options={"ena": "off"})
    _to(game, 5)
    found = lull(game, "allied")
    assert (found.one, found.since, found.mandated) == ("allied", 5, True)
    assert game.view("axis")["lulls"]["1"]["until"] == 7, "everybody knows that"
    game.put(WEATHER, "now", Weather("Ovr", "Mud"))
    _to(game, 7)
    found = lull(game, "allied")
    assert (found.ended, found.ender) == (7, "allied"), "nobody puts it off"


def _to(game: Gs, turn: int) -> None:
    """Pass until a GT is under way and nobody is asked about lulls."""
    while game.turn < turn or not any("end" in _dos(a) for a in game.open_asks()):
        ask_ = game.open_asks()[0]
        game.play(ask_.player, END if "end" in _dos(ask_) else ask_.default)


def _dos(ask_: Any) -> list[str]:
    return [offer.do for offer in ask_.offers]


# ---- who is in it, and who is active [24.0] [24.2.0]


@pytest.mark.rule("goss", "24.0")
def test_the_boundaries_of_the_army_that_asked_count() -> None:
    more = {"6": {"side": "axis", "adv": 3, "pss": []}}
    game = field(
        *SLEEPERS, g("g6", (0, 6), formation="", army="6", corps=""), u("u2", (-4, 5)),
        armies={**ARMIES, **more}, zones={"6": [at(-4, 0)]},
    )  # fmt: skip
    assert opposite(game, game.board.hex(at(-4, 0)), "axis") == "6", "as it is drawn"
    assert opposite(game, game.board.hex(at(-4, 5)), "axis") == "6", "as is nearest"
    assert opposite(game, game.board.hex(at(3, 0)), "axis") == "5"
    assert "6" not in game.view("allied")["zones"]
    hush(game)
    assert inactive(game, "g1")
    assert not inactive(game, "g6"), "of another army"
    assert not inactive(game, "u1")
    assert "6" not in game.view("allied")["zones"]
    game.put(LULLS, "6", lull(game))
    assert "6" in game.view("allied")["zones"], "both must abide by it"


@pytest.mark.rule("goss", "24.2.0", "24.2.0-2")
def test_how_many_are_active() -> None:
    def begun(one: str) -> Gs:
        units = [
            *SLEEPERS, g("g2", (4, 3), formation="2"), u("u2", (-4, 3), formation="8"),
            u("u3", (-4, 5), formation="7"),
            *(g(f"ga{n}", (9, n), "art", formation="") for n in range(4)),
            *(u(f"ua{n}", (-9, n), "art", formation="") for n in range(7)),
        ]  # fmt: skip
        staffs = (
            g("gh", (8, 0), "hq:div"), g("gh2", (8, 3), "hq:div", formation="2"),
            u("uh", (-8, 0), "hq:div"), u("uh2", (-8, 3), "hq:div", formation="8"),
            u("uh3", (-8, 5), "hq:div", formation="7"),
        )  # fmt: skip
        game = field(*units, staffs=staffs, segment="lulls")
        game.play("allied", END)
        game.play("axis", ask("5", 40))
        game.play("allied", yes("grant-lull"))
        return game

    game = begun("axis")
    pick = {"do": "lull-active"}
    assert game.to_act == "axis"
    assert rules(game, "axis", {**pick, "formations": ["gh", "gh2"]}) == ["24.2.0"], (
        "one of an army"
    )
    assert rules(game, "axis", {**pick, "guns": ["ga0", "ga1", "ga2", "ga3"]}) == ["24.2.0"]
    game.play("axis", {**pick, "formations": ["gh"], "guns": ["ga0", "ga1", "ga2"]})
    assert game.to_act == "allied"
    three = {**pick, "formations": ["uh", "uh2", "uh3"]}
    assert rules(game, "allied", three) == ["24.2.0-2"], "two of an army"
    assert rules(game, "allied", {**pick, "guns": [f"ua{n}" for n in range(7)]}) == ["24.2.0-2"]
    game.play("allied", {**pick, "formations": ["uh", "uh2"], "guns": ["ua0"]})
    asleep = [
        n for n in ("g1", "g2", "ga0", "ga3", "u1", "u2", "u3", "ua0", "ua1") if inactive(game, n)
    ]
    assert asleep == ["g2", "ga3", "u3", "ua1"]


@pytest.mark.rule("goss", "24.2.0")
def test_three_attached_units_are_active_with_the_formation_of_side_one() -> None:
    extra = [g(f"gx{n}", (6, n), formation="", attached="gh") for n in range(4)]
    game = hush(field(*SLEEPERS, *extra), formations=("gh",))
    assert [inactive(game, f"gx{n}") for n in range(4)] == [False, False, False, True]


@pytest.mark.rule("goss", "24.2.0", "24.2.0-2")
def test_a_formation_out_of_reserve_takes_the_place_of_the_active_one() -> None:
    game = field(
        *SLEEPERS, g("g2", (4, 3), formation="2"), g("gh2", (8, 3), "hq:div", formation="2"),
        g("g3", (4, 5), formation="3"), g("gh3", (8, 5), "hq:div", formation="3"), segment="lulls",
    )  # fmt: skip
    game.play("allied", END)
    hush(game, formations=("gh",))
    game.put(HQS, "gh2", Headquarters(released=game.turn))
    order = {"do": "lull-replace", "army": "5", "hq": "gh2", "old": "gh"}
    other = {**order, "hq": "gh3"}
    assert rules(game, "axis", other) == ["24.2.0"], "it does not come from reserve"
    assert rules(game, "axis", {**order, "old": ""}) == ["24.2.0"], "one formation of an army"
    assert not ReplaceActive().against(game, "axis", Swap("5", "gh2", "gh"))
    game.play("axis", order)
    assert lull(game).formations == ("gh2",)
    game.put(HQS, "gh3", Headquarters(released=4))
    again = ReplaceActive().against(game, "axis", Swap("5", "gh3", "gh2"))
    assert game.turn > 4 or [why.rule for why in again] == ["24.2.0"], "one in a Command Phase"


@pytest.mark.rule("goss", "24.2.0-2")
def test_side_two_wakes_when_it_is_attacked_and_falls_asleep_again() -> None:
    game = field(*SLEEPERS, segment="delay-removal", options={"ena": "off"})
    hush(game)
    game.put(UNITS, "u1", replace(now(game, "u1"), defended=game.serial - 20))
    game.put(UNITS, "g1", replace(now(game, "g1"), defended=game.serial - 20))
    assert inactive(game, "u1")
    awake = {}
    for turn in (5, 6, 7):
        _to(game, turn)
        awake[turn] = (not inactive(game, "u1"), not inactive(game, "g1"))
    assert awake == {5: (True, False), 6: (True, False), 7: (False, False)}


# ---- what inactive units may do [24.2.1] [24.2.2]


@pytest.mark.reading("goss", "goss-24-03")
@pytest.mark.rule("goss", "24.2.1")
def test_inactive_units_move_twice_as_far_but_not_up_to_the_enemy() -> None:
    game = field(
        g("gx", (-1, 4)), g("gy", (-1, -1)), g("gz", (0, -3)), u("u1", (1, 4)), u("u2", (1, -3)),
        weather="Clear Mud",
    )  # fmt: skip
    hush(game)
    assert points_of(game, "gx", LEG) == 6 * 12
    assert rules(game, "axis", move("gx", (0, 4))) == ["24.2.1"], "nobody is beside u1"
    game.put(UNITS, "gz", replace(now(game, "gz"), hex=game.board.hex(at(1, -4))))
    assert rules(game, "axis", move("gy", (0, -2))) == [], "gz stands beside u2 already"
    evening = hush(field(*SLEEPERS, turn="PM"))
    assert rules(evening, "axis", move("g1", (5, 0))) == ["24.2.1"]


@pytest.mark.reading("goss", "goss-24-03")
@pytest.mark.rule("goss", "24.2.1")
def test_modes_of_inactive_units() -> None:
    fast = g("g2", (6, 2), "motinf", mode="Exploit")
    units = (*SLEEPERS, fast, g("g3", (-3, 0)), g("g5", (6, 4), "motinf"))
    game = hush(field(*units, segment="modes"))
    assert "24.2.1" in rules(game, "axis", {"do": "mode", "units": ["g3"], "mode": "PA"})
    assert "24.2.1" in rules(game, "axis", {"do": "exploit", "hq": "gh"})
    assert rules(game, "axis", {"do": "mode", "units": ["g5"], "mode": "Strat"}) == []
    assert rules(game, "axis", {"do": "leave-mode", "hq": "gh"}) == []
    pass_to(game, "moves")
    assert now(game, "g2").mode == "Exploit"
    exploit = hush(field(*units, segment="active-road", roads={"secondary": [[(6, 2), (7, 2)]]}))
    assert rules(exploit, "axis", move("g2", (7, 2))) == ["24.2.1"]
    evening = hush(field(*units, segment="modes", turn="PM"))
    assert "24.2.1" in rules(evening, "axis", {"do": "mode", "units": ["g5"], "mode": "Strat"})
    assert "24.2.1" in rules(evening, "axis", {"do": "leave-mode", "hq": "gh"})


@pytest.mark.rule("goss", "24.2.2")
def test_an_inactive_formation_makes_two_tactical_assaults_in_the_morning() -> None:
    pairs = [(g(f"g{n}", (n * 4 - 8, 1)), u(f"u{n}", (n * 4 - 8, 0))) for n in range(3)]
    units = [one for pair in pairs for one in pair]
    game = hush(field(*units, segment="designation"))
    for name in ("g0", "g1"):
        game.play("axis", {"do": "designate", "units": [name]})
    assert rules(game, "axis", {"do": "designate", "units": ["g2"]}) == ["24.2.2"]
    evening = hush(field(*units, segment="designation", turn="PM"))
    assert rules(evening, "axis", {"do": "designate", "units": ["g0"]}) == ["24.2.2"]
    active = hush(field(*units, segment="designation", turn="PM"), formations=("gh",))
    assert rules(active, "axis", {"do": "designate", "units": ["g0"]}) == []
    prepared = hush(field(g("g1", (0, 1), mode="PA"), u("u1", (0, 0)), segment="assaults"))
    assert rules(prepared, "axis", {"do": "assault", "units": ["g1"], "hex": at(0, 0)})


@pytest.mark.rule("goss", "24.2.2")
def test_only_active_units_have_rest_turns() -> None:
    units = (g("g1", (0, 1)), u("u1", (0, 0)))
    game = hush(field(*units, segment="modes", rest={"axis": "AM"}))
    assert rules(game, "axis", {"do": "mode", "units": ["g1"], "mode": "PA"}) == ["24.2.1"]
    active = hush(field(*units, segment="modes", rest={"axis": "AM"}), formations=("gh",))
    assert rules(active, "axis", {"do": "mode", "units": ["g1"], "mode": "PA"}) == ["3.5.3"]


@pytest.mark.rule("goss", "24.2.0-2")
def test_the_active_units_of_side_two_leave_sleepers_alone() -> None:
    units = (g("g1", (0, 0)), u("u1", (0, 1), ta=True), u("u2", (3, 3)))
    asleep = hush(field(*units, segment="assaults", side="allied"), formations=("uh",))
    order = {"do": "assault", "units": ["u1"], "hex": at(0, 0)}
    assert rules(asleep, "allied", order) == ["24.2.0-2"]
    awake = hush(field(*units, segment="assaults", side="allied"), formations=("uh", "gh"))
    assert rules(awake, "allied", order) == []
    near = field(g("g1", (0, 0)), u("u2", (0, 2)), terrain={(1, 0): "location"}, side="allied")
    hush(near, formations=("uh",))
    assert rules(near, "allied", move("u2", (0, 1))) == ["24.2.0-2"]
    assert rules(near, "allied", move("u2", (1, 1), (1, 0))) == [], "it is in OCT there"


@pytest.mark.rule("goss", "24.2.2", "24.2.0-2")
def test_guns_in_a_lull() -> None:
    guns: dict[str, Any] = {"barrage": 8, "battery": True}
    units = (
        g("g1", (0, 0)), u("u1", (0, 1)), u("ua", (0, 4), "art", **guns),
        g("ga", (0, -4), "art", **guns),
    )  # fmt: skip
    fire = {"do": "barrage", "hex": at(0, 0), "guns": {"ua": 8}, "spotter": "u1"}

    def firing(*formations: str, segment: str = "offensive-fire", side: str = "allied") -> Gs:
        return hush(field(*units, segment=segment, side=side), formations=formations)

    assert rules(firing(), "allied", fire) == ["24.2.2"], "inactive guns do not attack"
    assert rules(firing("uh"), "allied", fire) == ["24.2.0-2"], "active ones not at sleepers"
    assert rules(firing("uh", "gh"), "allied", fire) == []
    assert rules(firing(segment="defensive-fire", side="axis"), "allied", fire) == []


# ---- the end [24.3.0]


@pytest.mark.reading("goss", "goss-24-05")
@pytest.mark.rule("goss", "24.3.0", "24.1.1")
def test_side_two_may_break_a_lull_after_fifteen_game_turns() -> None:
    for turn, asked in ((15, False), (16, True)):
        game = field(*SLEEPERS, turn=turn - 1, segment="supply", options={"ena": "off"})
        hush(game, since=1, until=25)
        while game.turn < turn:
            game.play(game.open_asks()[0].player, END)
        assert (game.open_asks()[0].name == "break-lull") is asked
    game.play("allied", yes("break-lull"))
    assert (lull(game).ended, lull(game).ender) == (16, "allied")


@pytest.mark.reading("goss", "goss-24-05")
@pytest.mark.rule("goss", "24.3.0")
def test_side_one_may_put_the_end_off_in_bad_weather_for_five_game_turns() -> None:
    def reached(turn: int, sky: str, **facts: Any) -> Gs:
        game = field(
            *SLEEPERS, turn=turn - 1, segment="supply", options={"ena": "off"},
            weather=f"{sky} Dry",
        )  # fmt: skip
        hush(game, since=1, until=25, **facts)
        while game.turn < turn:
            game.play(game.open_asks()[0].player, END)
        game.play("allied", no("break-lull"))
        return game

    clear = reached(25, "Clear")
    assert (lull(clear).ended, lull(clear).ender) == (25, "axis"), "nothing to put off"
    game = reached(25, "POvr")
    assert game.to_act == "axis"
    game.play("axis", yes("postpone-lull"))
    assert (lull(game).ended, lull(game).until, lull(game).postponed) == (0, 26, 1)
    ended = reached(25, "POvr")
    ended.play("axis", no("postpone-lull"))
    assert lull(ended).ended == 25
    last = reached(30, "POvr", postponed=5)
    assert lull(last).ended == 30, "five game turns at the most"


@pytest.mark.rule("goss", "24.3.0", "24.1.2")
def test_who_is_asked_to_put_an_end_off_gives_nothing_away() -> None:
    for until in (25, 33):
        game = field(
            *SLEEPERS, turn=24, segment="supply", options={"ena": "off"}, weather="POvr Dry"
        )
        hush(game, since=1, until=until)
        while game.turn < 25:
            game.play(game.open_asks()[0].player, END)
        game.play("allied", no("break-lull"))
        assert game.open_asks()[0].name == "postpone-lull"
        game.play("axis", yes("postpone-lull"))
        assert lull(game).until == (26 if until == 25 else 33)


# ---- afterwards [24.4.0]


def after(*units: Any, turn: int | str, ender: str = "axis", one: str = "axis", **more: Any) -> Gs:
    """A lull of the Axis that ended in GT 5, a PM."""
    game = field(*units, turn=turn, **more)
    return hush(game, one, since=1, until=5, ended=5, ender=ender)


@pytest.mark.reading("goss", "goss-24-06")
@pytest.mark.rule("goss", "24.4.0(b)", "24.4.0(d)", "24.4.0")
@pytest.mark.parametrize(
    ("turn", "volleys", "intensive"),
    [("PM", 10, False), ("Night", 20, False), (7, 20, False), (8, 20, True)],
)
def test_guns_of_the_surprised_side(turn: int | str, volleys: int, intensive: bool) -> None:
    guns: dict[str, Any] = {"barrage": 10, "battery": True}
    game = after(
        g("g1", (0, 0)), u("u1", (0, 1), mode="PA"), u("ua", (0, 3), "art", **guns),
        u("ub", (0, 3), "art", **guns), turn=turn, segment="offensive-fire", side="allied",
        headquarters={"uh": {"adv": 4}},
    )  # fmt: skip
    order = {"do": "barrage", "hex": at(0, 0), "guns": {"ua": 10, "ub": 10}, "spotter": "u1"}
    more = rules(game, "allied", {**order, "intensive": 1})
    assert ("24.4.0(d)" not in more) is intensive
    rig(game, *(0,) * 10)
    game.play("allied", order)
    assert told(game, "fire-mission")[0]["points"] == volleys


@pytest.mark.reading("goss", "goss-24-06")
@pytest.mark.rule("goss", "24.4.0(c)", "24.4.0")
@pytest.mark.parametrize(("turn", "shift"), [("PM", 1), ("Night", 1), (7, 0)])
def test_surprise_lasts_two_game_turns(turn: int | str, shift: int) -> None:
    game = after(g("g1", (0, 1), mode="PA"), u("u1", (0, 0)), turn=turn, segment="assaults")
    assert clash(game, ["g1"]).right.get("13.7.3(g)", 0) == shift
    theirs = after(
        g("g1", (0, 0)), u("u1", (0, 1), mode="PA"), turn=turn, segment="assaults", side="allied"
    )
    assert "13.7.3(g)" not in clash(theirs, ["u1"]).right


@pytest.mark.rule("goss", "24.4.0(a)", "24.4.0")
def test_who_ends_a_lull_fires_at_what_he_does_not_see() -> None:
    guns: dict[str, Any] = {"barrage": 4, "battery": True}

    def firing(turn: int | str, ender: str = "axis", **more: Any) -> Gs:
        return after(
            g("g1", (0, 3)), u("u1", (0, 0)),
            *(g(f"ga{n}", (0, 4), "art", **guns) for n in range(4)),
            turn=turn, segment="offensive-fire", ender=ender, terrain={(0, 0): "forest", **more},
        )  # fmt: skip

    order = {"do": "barrage", "hex": at(0, 0), "spotter": "g1"}
    three, four = ({f"ga{n}": 4 for n in range(count)} for count in (3, 4))
    assert rules(firing("PM"), "axis", {**order, "guns": three}) == []
    assert rules(firing("PM"), "axis", {**order, "guns": four}) == ["11.2.4a"]
    assert rules(firing("PM"), "axis", {**order, "guns": four}) == ["11.2.4a"]
    assert rules(firing("Night"), "axis", {**order, "guns": three}) == ["11.2.1"]
    assert rules(firing("PM", ender="allied"), "axis", {**order, "guns": three}) == ["11.2.1"]


@pytest.mark.reading("goss", "goss-24-06")
@pytest.mark.rule("goss", "24.4.0")
def test_everybody_is_supplied_for_a_day_after_a_lull() -> None:
    game = field(
        g("g1", (-11, 3), supply="OhS"), g("g2", (-11, 5), supply="OoS", isolated=True),
        u("u1", (4, 3)), turn=15, segment="fatigue-recovery", options={"ena": "off"},
    )  # fmt: skip
    hush(game, since=1, until=16)
    while game.turn < 16:
        game.play(game.open_asks()[0].player, END)
    if game.open_asks()[0].name == "break-lull":
        game.play("allied", no("break-lull"))
    assert lull(game).ended == 16
    assert now(game, "g1").supply == "GenS"
    assert now(game, "g2").supply == "OoS", "it is isolated"
    near = after(g("g1", (0, 2)), u("u1", (0, 0)), turn="PM", staffs=(
        g("gh", (8, 0), "hq:div", supply="OoS"), u("uh", (-8, 0), "hq:div")))  # fmt: skip
    assert rules(near, "axis", move("g1", (-1, 3))) == [], "though nothing could be traced there"
    later = after(g("g1", (0, 2)), u("u1", (0, 0)), turn=8, staffs=(
        g("gh", (8, 0), "hq:div", supply="OoS"), u("uh", (-8, 0), "hq:div")))  # fmt: skip
    assert rules(later, "axis", move("g1", (-1, 3))) == ["7.7.5"], "the day is over"


@pytest.mark.rule("goss", "24.4.0", "14.3.0-2")
def test_the_end_of_a_lull_rests_everybody() -> None:
    game = field(g("g1", (4, 0), fatigue=2), u("u1", (-4, 0), fatigue=1), turn=15, segment="supply",
        options={"ena": "off"})  # fmt: skip
    hush(game, since=1, until=16)
    while game.turn < 16:
        game.play(game.open_asks()[0].player, END)
    if game.open_asks()[0].name == "break-lull":
        game.play("allied", no("break-lull"))
    assert (now(game, "g1").fatigue, now(game, "u1").fatigue) == (0, 0)


# ---- counter-offensives [24.5.0]


def broken(*units: Any, turn: int | str = "AM", ended: int = 4, **more: Any) -> Gs:
    """A lull of the Allies that the Axis broke."""
    game = field(*units, turn=turn, **more)
    return hush(game, "allied", since=ended - 20, until=99, ended=ended, ender="axis")


@pytest.mark.reading("goss", "goss-24-07")
@pytest.mark.rule("goss", "24.5.0", "24.5.0(b)", "24.5.0(c)", "24.5.0(d)")
@pytest.mark.parametrize(("ended", "count"), [(4, 6), (3, 11)])
def test_side_one_rolls_for_the_units_that_wake(ended: int, count: int) -> None:
    units = [u(f"u{n:02}", (-6, n - 6)) for n in range(13)]
    game = broken(*units, g("g1", (4, 0)), segment="surrender", ended=ended, options={"ena": "off"})
    assert inactive(game, "u00")
    rig(game, *(7, 4) * 6)
    while game.segment.kind != "modes":
        game.play(game.open_asks()[0].player, END)
    assert told(game, "lull-roll") == [{"side": "allied", "army": "1", "count": count}]
    names = [f"u{n:02}" for n in range(13)]
    assert rules(game, "allied", {"do": "wake-units", "units": names[: count + 1]}) == ["24.5.0"]
    game.play("allied", {"do": "wake-units", "units": names[:count]})
    assert [inactive(game, n) for n in names] == [False] * count + [True] * (13 - count)
    assert rules(game, "allied", {"do": "wake-units", "units": names[-1:]}) == ["24.5.0"]
    third = broken(*units, g("g1", (4, 0)), ended=2)
    assert not inactive(third, "u00"), "in the third game turn all are active"


@pytest.mark.reading("goss", "goss-24-07")
@pytest.mark.rule("goss", "24.5.0(a)", "24.5.0")
def test_who_is_attacked_or_beside_it_wakes_at_once() -> None:
    game = broken(
        g("g1", (0, 1), ta=True), u("u1", (0, 0)), u("u2", (0, -1)), u("u3", (0, -3)),
        segment="assaults",
    )  # fmt: skip
    assert all(inactive(game, n) for n in ("u1", "u2", "u3"))
    clash(game, ["g1"]).settle()
    game.play("axis", END)
    assert [inactive(game, n) for n in ("u1", "u2", "u3")] == [False, False, True]


@pytest.mark.reading("goss", "goss-24-07")
@pytest.mark.rule("goss", "24.5.0", "24.4.0")
def test_the_effects_of_a_counter_offensive_begin_with_the_player_turn_of_side_two() -> None:
    guns: dict[str, Any] = {"barrage": 8, "battery": True}
    units = (g("g1", (0, 0)), u("u1", (0, 1), awake=99), u("ua", (0, 3), "art", awake=99, **guns))
    order = {"do": "barrage", "hex": at(0, 0), "guns": {"ua": 8}, "spotter": "u1"}
    points = {}
    for side, segment in (("allied", "offensive-fire"), ("axis", "defensive-fire")):
        game = broken(*units, segment=segment, side=side)
        rig(game, *(0,) * 6)
        game.play("allied", order)
        points[side] = told(game, "fire-mission")[0]["points"]
    assert points == {"allied": 8, "axis": 4}


@pytest.mark.rule("goss", "24.5.0", "24.2.0")
def test_the_active_units_of_side_one_go_on_after_a_counter_offensive() -> None:
    game = broken(u("u1", (-4, 0)), g("g1", (4, 0)), side="allied", turn="PM", ended=5)
    assert rules(game, "allied", move("u1", (-5, 0))) == ["24.2.1"]
    game.put(LULLS, "1", replace(lull(game, "allied"), formations=("uh",)))
    assert rules(game, "allied", move("u1", (-5, 0))) == []


# ---- works [24.2.5]


@pytest.mark.rule("goss", "24.2.5-2")
def test_nobody_places_delay_markers_in_a_lull() -> None:
    units = (g("g1", (0, 0)), u("u1", (-4, 0)))
    assert "24.2.5-2" in rules(hush(field(*units)), "axis", {"do": "delay", "unit": "g1"})
    assert "24.2.5-2" not in rules(field(*units), "axis", {"do": "delay", "unit": "g1"})


@pytest.mark.rule("goss", "24.2.5-2")
@pytest.mark.parametrize("held", [True, False])
def test_fortified_areas_that_nobody_holds_or_supplies_are_razed(held: bool) -> None:
    hexes = {(0, 4): "Axis-Ft", (2, 0): "Axis-Ft", (4, 0): "Axis-Ft"}
    ring = [(1, 4), (-1, 4), (0, 5), (0, 3), (1, 3), (-1, 5)]
    walls = [unit(f"u{n}", (q, r), **ALLIED_CHAIN) for n, (q, r) in enumerate(ring)]
    garrison = [g("g2", (0, 4))] if held else []
    game = field(g("g1", (4, 0)), *walls, *garrison, terrain=hexes, segment="lulls")
    game.play("allied", END)
    game.play("axis", ask("5", 40))
    game.play("allied", yes("grant-lull"))
    now_ = {h: game.state[HEXES].get(game.board.hex(at(*h))) for h in hexes}
    razed = {h for h, one in now_.items() if one is not None and one.ruined}
    assert razed == (set() if held else {(0, 4)}), "no path leads there, and nobody is in it"


@pytest.mark.rule("goss", "24.2.5")
def test_inactive_units_build_in_the_morning_only() -> None:
    units = (g("g1", (4, 0), "eng"), u("u1", (-4, 0)))
    dig = {"do": "dig", "units": ["g1"], "work": "IP"}
    assert rules(hush(field(*units, segment="construction")), "axis", dig) == []
    evening = hush(field(*units, segment="construction", turn="PM"))
    assert rules(evening, "axis", dig) == ["24.2.5"]
    active = hush(field(*units, segment="construction", turn="PM"), formations=("gh",))
    assert rules(active, "axis", dig) == []
    nobody = hush(field(g("g1", (4, 0)), u("u1", (-4, 0)), segment="construction"))
    assert rules(nobody, "axis", dig) == ["24.2.5"], "it takes engineers"


@pytest.mark.rule("goss", "24.2.5")
def test_works_are_complete_on_the_same_morning() -> None:
    game = field(
        g("g1", (4, 0), "eng"), g("g2", (6, 0), "eng"), g("g3", (6, 0), "eng"), u("u1", (-9, 0)),
        terrain={(6, 0): "forest"}, segment="construction",
    )  # fmt: skip
    hush(game)
    game.play("axis", {"do": "dig", "units": ["g1"], "work": "IP"})
    game.play("axis", {"do": "dig", "units": ["g2", "g3"], "work": "ET-2"})
    while game.segment.kind != "quick-construction" and game.turn == 4 and game.open_asks():
        if game.segment.kind in ("inactive-release", "designation"):
            break
        game.play(game.open_asks()[0].player, END)
    done = {h: game.state[HEXES][game.board.hex(at(*h))].work for h in ((4, 0), (6, 0))}
    assert done == {(4, 0): "IP", (6, 0): "ET-2"}


@pytest.mark.rule("goss", "24.2.5")
@pytest.mark.parametrize(
    ("water", "needed", "same_day"),
    [("river", 1, True), ("major_river", 2, True), ("great_river", 3, False)],
)
def test_bridges_in_a_lull(water: str, needed: int, same_day: bool) -> None:
    engineers = [g(f"g{n}", (4, 0), "eng", formation="1") for n in range(3)]
    game = field(
        *engineers, u("u1", (-9, 0)), water={water: [((4, 0), (5, 0))]}, segment="construction",
        options={"ena": "off"},
    )  # fmt: skip
    hush(game)
    names = [f"g{n}" for n in range(needed)]
    order = {"do": "bridge", "hex": at(5, 0)}
    if needed > 1:
        assert rules(game, "axis", {**order, "units": names[:-1]}) == ["24.2.5"]
    game.play("axis", {**order, "units": names})
    _to(game, 8)
    key = game.scenario.ground.side_key(game.board.hex(at(4, 0)), game.board.hex(at(5, 0)))
    assert game.state[BRIDGES][key].stands
    (place,) = (n for n, event in enumerate(game.events) if event.kind == "bridged")
    assert game.dated[place].turn == (4 if same_day else 7)


@pytest.mark.rule("goss", "24.2.5")
def test_inactive_engineers_blow_bridges_up_unseen() -> None:
    def field_(enemy: tuple[int, int]) -> Gs:
        game = field(
            g("g1", (0, 0), "eng"), u("u1", enemy),
            water={"river": [((0, 0), (1, 0)), ((0, 0), (0, 1))]},
            roads={"secondary": [[(1, 0), (0, 0), (0, 1)]]}, segment="demolition",
        )  # fmt: skip
        return hush(game)

    order = {"do": "demolish-unseen", "unit": "g1", "hex": at(1, 0)}
    assert rules(field_((2, 0)), "axis", order) == ["24.2.5"], "the enemy sees it"
    game = field_((-11, 0))
    assert rules(game, "axis", {"do": "demolish", "units": ["g1"], "hex": at(1, 0)}) == ["24.2.5"]
    game.play("axis", order)
    assert told(game, "bridge-lost") == [{"hexes": [at(0, 0), at(1, 0)]}]
    assert rules(game, "axis", {**order, "hex": at(0, 1)}) == ["24.2.5"], "one for each step"


@pytest.mark.rule("goss", "24.2.5-2")
def test_an_et_3_takes_the_place_of_an_et_2() -> None:
    game = field(
        g("g1", (4, 0), "eng"), g("g2", (4, 0), "eng"), g("g3", (6, 0), "eng"),
        g("g4", (6, 0), "eng"), u("u1", (-9, 0)), works={(4, 0): "ET-2", (6, 0): "ET-2"},
        segment="construction", options={"et-3": "on"}, special={"et-3": {"axis": {}}},
    )  # fmt: skip
    hush(game)
    dig = {"do": "dig", "work": "ET-3"}
    assert rules(game, "axis", {**dig, "units": ["g1"]}) == ["24.2.5-2"], "two steps of engineers"
    game.play("axis", {**dig, "units": ["g1", "g2"]})
    assert game.state[HEXES][game.board.hex(at(4, 0))].work == "ET-3"
    assert rules(game, "axis", {**dig, "units": ["g3", "g4"]}) == ["24.2.5-2"], "one a game turn"


# ---- air, reinforcements, replacements [24.2.3] [24.2.4]


@pytest.mark.rule("goss", "24.2.3")
def test_nobody_flies_interdiction_over_a_lull() -> None:
    game = field(*SLEEPERS)
    sector = next(iter(game.scenario.ground.sectors))
    put_track(game, "allied", sector, AirTrack(leg=5, mech=4))
    h = game.board.hex(at(4, 0))
    assert value_against(game, ("g1",), h) == 5
    hush(game)
    assert value_against(game, ("g1",), h) == 0


@pytest.mark.rule("goss", "24.2.4")
def test_reinforcements_and_replacements_come_in_the_morning_and_are_inactive() -> None:
    def arrived(turn: str, **facts: Any) -> Gs:
        late = g("g7", None, due=1)
        hurt = g("g8", (9, 1), left=2)
        game = field(*SLEEPERS, late, hurt, turn=turn, segment="entry")
        return hush(game, **facts) if facts.get("one", "axis") else game

    for turn, due in (("AM", True), ("PM", False), ("Night", False)):
        game = arrived(turn)
        assert ("g7" in expected(game, "axis")) is due
        assert any(why.rule == "24.2.4" for why in against_receiving(game, "g8")) is not due
    assert "g7" in expected(field(*SLEEPERS, g("g7", None, due=1), turn="PM"), "axis")
    game = arrived("AM")
    game.put(UNITS, "g7", replace(now(game, "g7"), place="map", hex=game.board.hex(at(9, 3))))
    assert inactive(game, "g7")


@pytest.mark.rule("goss", "24.4.0")
def test_what_is_kept_about_a_lull_holds_for_its_own_game_turn() -> None:
    """The lull matters for three GTs after its end: what was worked out in the second is no lie in
    the fourth."""
    game = hush(field(g("g1", (0, 0)), u("u1", (2, 0))))
    key = next(iter(game.state[LULLS]))
    game.put(LULLS, key, replace(game.state[LULLS][key], ended=game.turn, ender="axis"))
    assert inactive(game, "g1") is False
    game.put(CLOCK, "now", Clock(game.turn + 4, game.clock.step))
    assert game.journal.lies() == []
