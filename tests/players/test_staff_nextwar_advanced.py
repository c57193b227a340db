"""The staff of Next War in the Advanced Game, on land and at sea: raids, supply, works, ships.

Each test is a position in which the sensible thing is known.
"""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.library import tabletop
from grognard.players.explaining import page_of
from grognard.players.registry import player
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import CVN
from grognard.table import intent
from tests.players.playing import did, phase_of
from tests.systems.nextwar.field import field, plain, rig, unit, where
from tests.systems.nextwar.sea import IN1, IN2, SEA1, SEA2, at_sea, lies, ruled, ship
from tests.systems.nextwar.sky import sky, wing

ADVANCED = {"game": "advanced"}
ALLIED = {"first": "allied"}
RAIDERS = {"US": {"side": "allied", "markers": 2}, "DPRK": {"side": "dprk", "markers": 2}}
HQ = {"type": "headquarters", "size": "corps", "range": 4, "sp": 1}


def edit(game: Nw, register: str, key: str, **facts: Any) -> None:
    game.edit([{"map": register, "key": key, "set": facts}], "a test")


# --- Special operations forces -------------------------------------------------------------------


def raid(*units: Any, **more: Any) -> list[Any]:
    """What the Allies send special forces to do over a northern country."""
    game = field(
        *units, segment="sof-1", raiders=RAIDERS, options=ADVANCED, board=plain(north=9),
        begin=ALLIED, **more,
    )  # fmt: skip
    return did(phase_of(game, "allied"), "assign")


def test_raiders_go_for_the_base_that_is_worth_most() -> None:
    sites = [
        {"hex": "0503", "kind": "airbase", "owner": "dprk"},
        {"hex": "0703", "kind": "special", "owner": "dprk", "vp": 5},
    ]
    found = raid(unit("r1", "0909"), sites=sites)
    assert found[0]["target"] == "special-0703"
    assert {action["mission"] for action in found} == {"raid"}


def test_scouts_look_for_a_headquarters_that_nobody_has_found() -> None:
    found = raid(unit("n1", "0505", "0-2-4", **HQ), unit("r1", "0507"))
    assert [(a["mission"], a["target"]) for a in found] == [("recon", "n1")]


def test_nobody_is_sent_for_troops_that_stand_in_the_open() -> None:
    assert raid(unit("n1", "0505"), unit("r1", "0909")) == []


def test_every_mission_is_allocated_before_the_first_is_resolved() -> None:
    sites = [{"hex": h, "kind": "airbase", "owner": "dprk"} for h in ("0503", "0703", "0303")]
    game = field(
        unit("r1", "0909"), segment="sof-1", raiders=RAIDERS, options=ADVANCED, sites=sites,
        board=plain(north=9), begin=ALLIED,
    )  # fmt: skip
    done = phase_of(game, "allied")
    assert [action["do"] for action in done[:4]] == ["assign"] * 2 + ["resolve-raid"] * 2


# --- Electronic detection ------------------------------------------------------------------------


def test_it_listens_for_the_headquarters_near_the_front() -> None:
    game = field(
        unit("n1", "0501", "0-2-4", **HQ), unit("n2", "0511", "0-2-4", **HQ), unit("r1", "0513"),
        unit("u1", "0514"), options=ADVANCED, segment="electronic-detection", begin=ALLIED,
        board=plain(rows=14, north=11, default="highland_woods"),
    )  # fmt: skip
    listened = did(phase_of(game, "allied"), "listen")
    assert listened[0]["unit"] == "n2"


# --- Supply --------------------------------------------------------------------------------------


def hungry(segment: str, **more: Any) -> Nw:
    """Troops far down a column from their depot, the enemy not far from them."""
    return field(
        unit("r1", "0518", "5-5-4"), unit("r2", "0517", "5-5-4"), unit("n1", "0520", "2-2-4"),
        board=plain(rows=24, cols=9), options=ADVANCED, segment=segment, begin=ALLIED,
        assets={"allied": {"supply": 9}}, **more,
    )  # fmt: skip


def test_a_supply_unit_is_bought_for_those_without_supply() -> None:
    game = hungry("first-supply", supply={"allied": {"depots": ["0501", "0508"], "units": 4}})
    bought = did(phase_of(game, "allied"), "buy-msu")
    assert [action["hex"] for action in bought] == ["0508"]


def test_a_supply_unit_goes_to_where_most_are_without_supply() -> None:
    game = hungry("init-move", supply={"allied": {"depots": ["0508"], "mobile": ["0509"]}})
    for name in ("r1", "r2"):
        edit(game, "units", name, oos=True)
    phase_of(game, "allied")
    far = game.board.distance(
        game.board.hex(where(game, "allied-supply-2")), game.board.hex("0518")
    )
    assert far <= 5
    assert where(game, "allied-supply-1") == "0508"


def test_a_depot_is_made_far_from_the_others() -> None:
    game = hungry("first-supply", supply={"allied": {"depots": ["0501"], "mobile": ["0509"]}})
    assert [a["unit"] for a in did(phase_of(game, "allied"), "make-depot")] == ["allied-supply-2"]
    near = hungry("first-supply", supply={"allied": {"depots": ["0506"], "mobile": ["0509"]}})
    assert not did(phase_of(near, "allied"), "make-depot")


def test_the_strongest_who_is_cut_off_near_the_enemy_is_helped() -> None:
    game = field(
        unit("r1", "0518", "2-3-4"), unit("r2", "0318", "7-7-4"), unit("r3", "0901", "7-7-4"),
        unit("n1", "0520", "2-2-4"), unit("n2", "0320", "2-2-4"), board=plain(rows=24, cols=9),
        options=ADVANCED, segment="first-supply", begin=ALLIED, assets={"allied": {"supply": 4}},
    )  # fmt: skip
    helped = did(phase_of(game, "allied"), "resupply")
    assert [action["unit"] for action in helped] == ["r2"]


def test_a_headquarters_follows_its_own_and_keeps_off_the_enemy() -> None:
    game = field(
        unit("n1", "0512", "6-6-4", formation="I"), unit("n2", "0412", "6-6-4", formation="I"),
        unit("n3", "0503", "0-2-6", formation="I", **HQ), unit("r1", "0515", "9-9-4"),
        board=plain(rows=18, cols=9, north=10, terrain={"0501": "urban"}), options=ADVANCED,
        segment="init-move",
    )  # fmt: skip
    phase_of(game, "dprk")
    board = game.board
    gone = board.hex(where(game, "n3"))
    assert board.distance(gone, board.hex(where(game, "n1"))) < 9
    assert board.distance(gone, board.hex("0515")) > 1
    assert where(game, "n3") != "0503"


def test_nobody_goes_far_ahead_of_the_others_for_little() -> None:
    """Cut off he may surrender at the end of the turn, for twice the points. [19.7.4]"""
    board = plain(rows=14, cols=12, north=4, terrain={"0504": "urban"}, places={"Ton": "town 0508"})
    for rules, taken in (("standard", True), ("advanced", False)):
        game = field(
            unit("n1", "0504", "6-6-6", size="division"), unit("r1", "1114"), board=board,
            options={"game": rules}, segment="init-move",
        )  # fmt: skip
        phase_of(game, "dprk")
        assert (where(game, "n1") == "0508") is taken


# --- Byways --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("vp", "slips"), [(5, ["0506"]), (1, [])])
def test_light_infantry_slips_past_the_enemy_to_what_is_worth_it(vp: int, slips: list[str]) -> None:
    """It may be cut off there: for a town nobody goes. [16.1]"""
    game = field(
        unit("n1", "0504", "2-2-4", mobility="light", sp=1, size="brigade"),
        unit("r1", "0505", "9-9-4"), board=plain(north=4, terrain={"0505": "mountain"}),
        sites=[{"hex": "0506", "kind": "airfield", "owner": "allied", "vp": vp}], options=ADVANCED,
        segment="init-move",
    )  # fmt: skip
    assert [a["hex"] for a in did(phase_of(game, "dprk"), "infiltrate")] == slips


@pytest.mark.parametrize(("reach", "rebased"), [(4, ["0110"]), (9, [])])
def test_a_helicopter_that_reaches_no_fighting_goes_where_it_does(
    reach: int, rebased: list[str]
) -> None:
    """The base next to the enemy is too near. [6.5.1.2]"""
    helo = {"id": "rh", "side": "allied", "nation": "ROK", "name": "rh", "support": 2}
    bases = [{"hex": h, "kind": "airbase", "owner": "allied"} for h in ("0114", "0110", "0108")]
    game = field(
        unit("r1", "0107"), unit("n1", "0106"), board=plain(rows=14, north=6), sites=bases,
        begin=ALLIED, helicopters=[{**helo, "range": reach, "steps": 2}], bases={"rh": "0114"},
    )  # fmt: skip
    assert [a["hex"] for a in did(phase_of(game, "allied"), "rebase")] == rebased


# --- Works ---------------------------------------------------------------------------------------


def test_the_dearest_aircraft_are_brought_up_to_strength() -> None:
    game = sky(
        unit("r9", "0909"), wings=[wing("u1", left=1), wing("r1", left=1), wing("r2")],
        segment="reinforcement", begin=ALLIED, assets={"allied": {"supply": 4}},
    )  # fmt: skip
    assert [a["unit"] for a in did(phase_of(game, "allied"), "refit")] == ["u1"]


def test_no_point_is_spent_on_an_aircraft_that_can_do_nothing() -> None:
    """What is lost with its last step is not what a step more is worth. [27.9.3.1]"""
    game = sky(
        unit("n9", "0101"), wings=[wing("n1", "1-0-0", left=1), wing("n2", "4*-0-3", left=1)],
        segment="reinforcement", assets={"dprk": {"supply": 9}},
    )  # fmt: skip
    assert [a["unit"] for a in did(phase_of(game, "dprk"), "refit")] == ["n2"]


def test_air_defenses_that_have_suffered_are_brought_up_again() -> None:
    game = field(
        unit("r1", "0909"), segment="repairs", begin=ALLIED, options=ADVANCED,
        assets={"allied": {"supply": 9, "sam": 5, "detection": 5, "aaa": 2}},
    )  # fmt: skip
    edit(game, "sides", "allied", sam=3)
    assert [a["track"] for a in did(phase_of(game, "allied"), "raise-track")][:1] == ["sam"]


def test_a_ruined_airfield_is_left_alone_while_there_are_others() -> None:
    sites = [{"hex": h, "kind": "airbase", "owner": "allied"} for h in ("0505", "0605", "0705")]
    game = field(
        unit("r1", "0909"), segment="repairs", begin=ALLIED, options=ADVANCED, sites=sites,
        assets={"allied": {"supply": 9}},
    )  # fmt: skip
    edit(game, "sites", "airbase-0505", destroyed=True)
    assert not did(phase_of(game, "allied"), "repair-site")


def river(**more: Any) -> Any:
    return plain(
        rows=9,
        cols=9,
        sides=["0505-0506 major_river"],
        links=["0505-0506 highway"],
        north=5,
        **more,
    )


def test_who_defends_blows_the_bridge_before_the_enemy_is_over_it() -> None:
    def at_the_river(victory: Any) -> list[Any]:
        game = field(
            unit("r1", "0506", "1-3-4"), unit("n1", "0504", "9-9-4"), unit("n2", "0404", "9-9-4"),
            board=river(), options=ADVANCED, segment="reaction-move", control={"dprk": ["0505"]},
            victory=victory,
        )  # fmt: skip
        return did(phase_of(game, "allied"), "demolish")

    assert at_the_river({"bridges": 0})
    assert not at_the_river({"bridges": 2})  # it would pay the enemy


# --- At sea --------------------------------------------------------------------------------------


def test_a_carrier_goes_inshore_where_its_aircraft_reach_everything() -> None:
    game = at_sea(
        unit("r1", "0909"), ships=[ship("u-cv", SEA1, CVN)], seas=ruled("allied"), begin=ALLIED,
        options=ADVANCED,
    )  # fmt: skip
    phase_of(game, "allied")
    assert lies(game, "u-cv") in (IN1, IN2)


def test_a_warship_goes_to_waters_that_are_not_its_own_yet_unless_the_enemy_is_stronger() -> None:
    for guns, goes in ((1, True), (9, False)):
        game = at_sea(
            unit("r1", "0909"), ships=[ship("r-s", SEA1), ship("n-s", SEA2, support=guns)],
            seas=ruled("allied", SEA1, IN1, IN2), begin=ALLIED, options=ADVANCED,
        )  # fmt: skip
        sailed = did(phase_of(game, "allied"), "sail")
        assert [action["path"] for action in sailed] == ([[SEA2]] if goes else [])


def test_mines_are_cleared_before_a_port_first() -> None:
    mines = [{"side": "dprk", "hex": h, "density": 1} for h in ("0303", "0405")]
    game = at_sea(
        unit("r1", "0909"), seas={**ruled("allied"), "laid": mines}, ships=[ship("r-s", SEA1)],
        sites=[{"hex": "0405", "kind": "port", "owner": "allied"}], begin=ALLIED,
        segment="mine-clearance", options=ADVANCED,
    )  # fmt: skip
    assert [a["hex"] for a in did(phase_of(game, "allied"), "sweep")] == ["0405", "0303"]


def test_submarines_that_can_be_spared_mine_the_largest_port() -> None:
    for level, laid in ((3, ["0407"]), (2, [])):
        sites = [
            {"hex": "0401", "kind": "port", "owner": "allied", "capacity": 2},
            {"hex": "0407", "kind": "port", "owner": "allied", "capacity": 8},
        ]
        game = at_sea(
            unit("n1", "0909"), unit("r1", "0709"), ships=[ship("r-s", SEA1)], sites=sites,
            seas={**ruled("allied"), "mines": {"dprk": 3}}, options=ADVANCED,
            assets={"dprk": {"submarines": level}},
        )  # fmt: skip
        found = did(phase_of(game, "dprk"), "mine-by-submarine")
        assert [action["hex"] for action in found] == laid


@pytest.mark.parametrize(("guns", "fires"), [(3, True), (1, False)])
def test_ships_fire_at_whom_they_may_sink_and_hide_from_whom_they_cannot(
    guns: int, fires: bool
) -> None:
    """The ship of the North is not seen; of the two that it sees one is nearly sunk. [17.3]"""
    game = at_sea(
        unit("r1", "0909"), unit("n1", "0709"), segment="init-move", seas=ruled("allied"),
        ships=[ship("n-s", IN1, support=guns), ship("r-a", IN1), ship("r-b", IN1)],
        options=ADVANCED, begin=ALLIED,
    )  # fmt: skip
    edit(game, "ships", "r-a", detected=1)
    edit(game, "ships", "r-b", detected=1, strike=2)
    game.play("allied", {"do": "end"})
    shot = Staff().choose(Seat(game, "dprk"))
    assert (shot["do"], shot.get("target")) == (
        ("fire-at-ship", "r-b") if fires else ("hold-fire", None)
    )


# --- Nations -------------------------------------------------------------------------------------

POWERS = [{"power": "PRC", "side": "dprk"}]
QUIET = plain(north=1, terrain={"0101": "urban", "0909": "urban"})


def council(vp: int, vetoes: Any = POWERS) -> Nw:
    """A ceasefire is demanded; the North has so many points, the Allies 30."""
    game = field(
        unit("n1", "0101"), unit("r1", "0909"), segment="basic-reaction-combat", turn=2,
        un={"vetoes": vetoes, "drm": 9}, options=ADVANCED, board=QUIET,
        initiative={"side": "dprk", "guaranteed": 99},
    )  # fmt: skip
    edit(game, "sides", "dprk", vp=vp)
    edit(game, "sides", "allied", vp=30)
    rig(game, 0, 9)
    game.play("allied", {"do": "end"})
    return game


@pytest.mark.parametrize(("vp", "vote"), [(10, "veto"), (60, "pass")])
def test_who_is_losing_does_not_let_the_war_end(vp: int, vote: str) -> None:
    game = council(vp)
    assert Staff().choose(Seat(game, "dprk"))["vote"] == vote


@pytest.mark.parametrize(("vp", "answer"), [(10, "refuse"), (60, "obey")])
def test_who_would_lose_fights_on(vp: int, answer: str) -> None:
    game = council(vp, [])
    assert Staff().choose(Seat(game, "dprk"))["answer"] == answer


def test_what_the_enemy_is_about_to_take_is_wrecked_and_what_is_held_is_spared() -> None:
    for defence, wrecked in ((1, True), (12, False)):
        game = field(
            unit("r1", "0505", f"0-{defence}-4"), unit("n1", "0504", "9-9-4"),
            unit("n2", "0604", "9-9-4"), options=ADVANCED, segment="basic-reaction-combat",
            sites=[{"hex": "0505", "kind": "airbase", "owner": "allied"}], board=QUIET,
        )  # fmt: skip
        staff, done = Staff(), []
        while game.to_act is not None and game.turn == 3 and len(done) < 40:
            side = game.to_act
            name = game.decisions[0].ask.name
            action = staff.choose(Seat(game, side)) if name == "deliberate-damage" else None
            action = action or game.decisions[0].ask.default or {"do": "end"}
            done.append(action)
            game.play(side, action)
        assert bool(did(done, "damage-own")) is wrecked


# --- Why -----------------------------------------------------------------------------------------


def test_orders_of_the_advanced_game_are_told_in_words_without_ids() -> None:
    game = grognard.new("nextwar/korea", seed=1, options=ADVANCED)
    staff = {side: player("staff", 0, "nextwar") for side in game.scenario.sides}
    table, kinds = tabletop(game), set[str]()
    ids = {piece for piece in table.names(game) if "-" in piece}
    while (side := game.to_act) is not None and not game.segment.kind.startswith("init-move"):
        action = staff[side].choose(Seat(game, side))
        page = page_of(staff[side])
        points = [page.reason] if page and page.reason else []
        points += list(page.plan.efforts) if page and page.plan else []
        for point in points:
            text = intent.tell(game, table, point).text
            kinds.add(point.kind)
            assert text, point
            assert not ids.intersection(text.replace(",", " ").replace(":", " ").split()), text
        game.play(side, action)
    assert {"why-missile", "why-package", "why-suppression", "plan-package", "why-patrol"} <= kinds
