"""The charts as a second reader has them. [CT-combat] [MT-barrage41]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs import results
from grognard.systems.ocs.air import flak
from grognard.systems.ocs.air.air_drop import least
from grognard.systems.ocs.air.displacement import displace
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.barrage import weight
from grognard.systems.ocs.barrage.results import BARRAGE_TABLE, Manner, read
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.naval import landing_table
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SIDES, TRANSPORT, HexStatus
from grognard.systems.ocs.supply import attrition, internals
from tests.readings.ocs.clash import fighting, tokens
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.barrage.guns import fire, shoot, target, why
from tests.systems.ocs.combat.aftermath import battle, drive
from tests.systems.ocs.field import at, field, move, play, rig, rules, told, unit
from tests.systems.ocs.naval.sea import coast, ship, waters
from tests.systems.ocs.transport.tracks import rails, train

reading = pytest.mark.reading
TABLES = results.ocs_tables()
OPEN = TABLES["odds"].columns


def over(text: str, terrain: str = "open") -> int:
    """The column of the Combat Table that is printed under some odds."""
    row = [TABLES["odds"].cell(terrain, column).value for column in OPEN]
    return row.index(text) + 1


# ---- the charts of the text file


@reading("ocs", "CT-01")
@pytest.mark.parametrize(
    ("roll", "column", "text"),
    [(1, 13, "AL1 DL1o1"), (2, 11, "AL1 Do1"), (7, over("1:1"), "AL1o1 Do1"),
     (8, over("2:1"), "Ao1 Do1"), (9, over("1:1"), "Ao1 Do1"), (12, over("3:1"), "Ao1e4 DL1o2"),
     (14, over("1:2"), "Ao1e4 DL1o2"), (14, over("1:1"), "Ao1e4 DL1o2"),
     (15, over("1:5"), "Ao1 DL1o1"), (10, over("13:1"), "Ae2 DL2o3DG")],
)  # fmt: skip
def test_cells_of_the_combat_table(roll: int, column: int, text: str) -> None:
    assert results.combat_result(TABLES, column, roll).text == text


@reading("ocs", "CT-02")
@pytest.mark.parametrize(
    ("terrain", "found", "column"),
    [("very_close", (12, 1), 9), ("extremely_close", (6, 1), 5), ("close", (13, 1), 11),
     ("open", (6, 1), 9)],
)  # fmt: skip
def test_the_highest_column_not_above_the_odds(
    terrain: str, found: tuple[int, int], column: int
) -> None:
    assert results.odds_column(TABLES, terrain, found) == column


@reading("ocs", "CT-03")
def test_surprise() -> None:
    regular = [results.surprised(TABLES, "regular", roll) for roll in (9, 10, 6, 5)]
    overrun = [results.surprised(TABLES, "overrun", roll) for roll in (8, 9, 7, 6)]
    assert regular == overrun == ["", "attacker", "", "defender"]


@reading("ocs", "CT-04")
def test_cells_of_the_barrage_table() -> None:
    """Where the two charts differ that of v4.1 counts: so in three of these."""
    chart = TABLES["barrage"]
    cells = [(6, "17-24"), (9, "12-16"), (12, "1-"), (2, "117+"), (11, "41-68"), (12, "117+"),
             (7, "25-40")]  # fmt: skip
    found = [chart.cell(roll, column).value for roll, column in cells]
    assert found == ["DG", "[1/2]", "DG", "DG", "1", "3", "DG"]
    costs = [TABLES["barrage-cost"].cell("tokens", c).value for c in ("2", "8-11", "25-40", "117+")]
    assert costs == ["1", "2", "4", "10"]


@reading("ocs", "CT-05")
def test_halves_and_bracketed_halves() -> None:
    columns = TABLES["barrage"].columns
    place = columns.index("25-40")  # an 8 there is [1/2], an 11 in 12-16 is 1/2
    found = [read(TABLES, BARRAGE_TABLE, place, 8, Manner("artillery", spotted=s, sheltered=h))
             for s, h in ((True, True), (True, False), (False, False))]  # fmt: skip
    assert [(impact.dg, impact.half) for impact in found] == [
        (True, False), (True, True), (True, False)]  # fmt: skip
    for level, sheltered in ((2, False), (3, True)):
        game = target(unit("s1", "0505"), hedgehogs=[
            {"side": "allied", "hex": "0505", "level": level}])  # fmt: skip
        assert weight.manner(game, fire(game)).sheltered is sheltered
    for die, lost in ((3, 0), (4, 1)):
        game = target(unit("s1", "0505", re=2))
        shoot(game, fire(game, 12), 5, 6, die)
        assert (at(game, "s1").lost, at(game, "s1").mode) == (lost, "dg")


@reading("ocs", "CT-06")
@pytest.mark.parametrize(
    ("stack", "shift"),
    [([1], -1), ([3], 0), ([3, "bn"], 1), ([1, 1, 1, 1], 1), ([3, 3], 3), ([3, 3, "bn"], 4),
     (["f"] * 5, 0), ([*["f"] * 5, 1], 1)],
)  # fmt: skip
def test_density(stack: list[Any], shift: int) -> None:
    kinds: dict[Any, dict[str, Any]] = {1: {}, 3: {"re": 3}, "bn": {"size": "battalion"},
                                        "f": {"formation": "9 TC"}}  # fmt: skip
    units = [unit(f"s{n}", "0505", **kinds[kind]) for n, kind in enumerate(stack, 1)]
    game = target(*units)
    parts = weight.shifts(game, fire(game)).parts
    assert sum(part.value for part in parts if part.rule == "10.0a") == shift


@reading("ocs", "CT-07")
def test_shifts_add_up_and_no_spotter_is_three() -> None:
    """The hardest ground of the default game is very close: one left; the chart's two for more."""
    board = sketch(9, 9, places={"City": "major_city 0505"})
    game = field(unit("a1", "0503", "artillery"), unit("s1", "0505", mode="strat"),
                 unit("s2", "0505"), board=board, segment="artillery", started=False,
                 hedgehogs=[{"side": "allied", "hex": "0505", "level": 1}])  # fmt: skip
    parts = {part.label: part.value for part in weight.shifts(game, fire(game)).parts}
    assert TABLES["barrage-shifts"].cell("extremely_close", "shift").value == "-2"
    assert sorted(parts.values())[0] == -3
    assert 3 in parts.values()
    category = game.scenario.ground.category(game.board.hex("0505"))
    ground = int(TABLES["barrage-shifts"].cell(category, "shift").value)
    assert sum(parts.values()) == 3 - 3 - 1 + ground


@reading("ocs", "CT-08")
@pytest.mark.parametrize(("ruling", "shift"), [("as-others", 0), ("always-unspotted", -3)])
def test_spotting_for_ships_is_a_ruling(ruling: str, shift: int) -> None:
    game = waters(ship("a1", "0304"), unit("s1", "0404"), unit("s2", "0404"), unit("a2", "0504"),
                  segment="barrage", options={"ship-spotters": ruling})  # fmt: skip
    rig(game, 1, 1)
    play(game, "axis", {"do": "bombard", "by": ["a1"], "target": "0404"})
    assert told(game, "reckoning")[0]["shifts"]["total"] == shift


@reading("ocs", "CT-09")
def test_the_facility_table_has_one_die() -> None:
    def hits(points: int, die: int) -> int:
        place = results.barrage_column(TABLES, points, "facility")
        return read(TABLES, "facility", place, die, Manner("air")).hits

    assert [hits(20, 6), hits(81, 1), hits(5, 1), hits(10, 4), hits(11, 4)] == [1, 1, 0, 0, 1]


@reading("ocs", "CT-10")
def test_nobody_barrages_dumps_and_trucks() -> None:
    game = field(unit("a1", "0503", "artillery"), unit("a2", "0504"), unit("s9", "0909"),
                 segment="artillery", started=False,
                 dumps=[{"side": "axis", "hex": "0503", "sp": 5},
                        {"side": "allied", "hex": "0505", "sp": 5}],
                 transport=[{"id": "t", "side": "allied", "hex": "0505", "points": 2}])  # fmt: skip
    assert why(game, fire(game)) == ["10.0a"]
    assert why(game, fire(game, aim="dump")) == ["10.0f"]


@reading("ocs", "CT-11")
@pytest.mark.parametrize(("dice", "who"), [((3, 3), "attacker"), ((3, 4), "both"),
                                           ((4, 4), "defender")])  # fmt: skip
def test_air_combat_has_a_narrow_band_and_no_advantage(dice: tuple[int, int], who: str) -> None:
    for loss, reduced in ((4, False), (5, True)):
        game = sky(craft("a1", "0303", full="3/3/0"), craft("s1", "0313", full="3/3/0"))
        rig(game, *dice, loss)
        play(game, "axis", fly("sweep", "a1", to="0313"))
        hit = {"attacker": ["a1"], "both": ["a1", "s1"], "defender": ["s1"]}[who]
        lost = [key for key in ("a1", "s1") if bird(game, key).reduced]
        assert lost == (hit if reduced else [])
        assert (perch(game, "s1")[-1] == "-") is ("s1" in hit)


@reading("ocs", "CT-12")
def test_each_aircraft_on_a_raided_base_has_its_die() -> None:
    """21-40 with a 3 is one hit and (5)."""
    game = sky(craft("a1", "0303", "T", full="(1)/30/0"), craft("s1", "0313", "T"),
               craft("s2", "0313", "T", active=False), craft("s3", "0313", "T", lost=True),
               levels={"s0313": 3}, segment="barrage")  # fmt: skip
    rig(game, 1, 1, 3, 4, 5, 6)
    play(game, "axis", fly("air-barrage", "a1", to="0313", aim="base"))
    assert [bird(game, key).reduced for key in ("s1", "s2")] == [False, True]
    assert bird(game, "s3").place == "dead"


@reading("ocs", "CT-13")
@pytest.mark.parametrize(
    ("active", "dice", "hit"),
    [(True, (2, 2), True), (True, (2, 3), False), (False, (3, 3), True), (False, (3, 4), False)],
)
def test_aircraft_on_a_captured_base(active: bool, dice: tuple[int, int], hit: bool) -> None:
    for advance in (False, True):
        game = sky(craft("s1", "0312", active=active), levels={"s0320": 1})
        rig(game, *dice)
        drive(game, displace(game, game.board.hex("0312"), "axis", advance=advance))
        assert bird(game, "s1").reduced is (hit and not advance)


@reading("ocs", "CT-14")
def test_who_bombs_when() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T", active=False),
               unit("s1", "0312"), unit("a9", "0311"), segment="barrage")  # fmt: skip
    assert rules(game, "axis", fly("air-barrage", "a1", to="0312", aim="units")) == []
    assert rules(game, "axis", fly("air-barrage", "a2", to="0312", aim="units")) != []
    late = sky(craft("a1", "0303", "T"), unit("s1", "0312"), unit("a9", "0311", "artillery"),
               segment="artillery", dumps=[{"side": "axis", "hex": "0311", "sp": 5}])  # fmt: skip
    assert rules(late, "axis", fly("air-barrage", "a1", to="0312", aim="units")) != []


@reading("ocs", "CT-15")
def test_what_a_drop_needs() -> None:
    board = sketch(20, 40, terrain={"0313": "woods", "0316": "woods"},
                   places={"Field": "airfield 0316"})  # fmt: skip
    game = sky(craft("a1", "0303", "Tpt"), unit("a9", "0312", mode="move"), board=board)

    def need(hex: str, method: str = "paradrop") -> int:
        return int(least(game, "axis", game.board.hex(hex), method).total)

    hexes = ("0320", "0313", "0316", "0312")
    assert [need(h) for h in hexes] == [6, 7, 6, 5]
    assert [need(h, "glider") for h in hexes] == [5, 6, 5, 4]
    play(game, "axis", move("a9", to="0311"))
    assert (need("0312"), need("0311")) == (5, 6)
    worse = sky(craft("a1", "0303", "Tpt"), limits={"axis": {"drop_modifier": -1}})
    assert least(worse, "axis", worse.board.hex("0320"), "paradrop").total == 7


@reading("ocs", "CT-16")
def test_flak_is_two_dice_and_what_is_there() -> None:
    game = sky(*(craft(f"a{n}", "0303", "F") for n in (1, 2, 3)), craft("s1", "0330"),
               unit("s9", "0312"), unit("s8", "0325"), levels={"s0318": 2})  # fmt: skip

    def modifier(hex: str, *names: str) -> int:
        flight = Flight("axis", "barrage", game.board.hex(hex), list(names))
        return int(flak.modifiers(game, flight).total)

    assert modifier("0312", "a1") == 0
    assert modifier("0325", "a1", "a2", "a3") == 2
    assert modifier("0318", "a1") == 2
    for dice, reduced in (((5, 5), False), ((5, 6), True)):
        alone = sky(craft("a1", "0303", "T"), unit("s9", "0312"), unit("a9", "0311"),
                    segment="barrage")  # fmt: skip
        rig(alone, *dice, 1, 1)
        play(alone, "axis", fly("air-barrage", "a1", to="0312", aim="units"))
        assert bird(alone, "a1").reduced is reduced


@reading("ocs", "CT-17")
def test_trucks_and_dump_are_captured_apart() -> None:
    row = {"id": "t1", "side": "allied", "hex": "0304", "points": 4, "load": 16}
    game = field(unit("a1", "0303", "armor"), unit("s9", "0308"), transport=[row],
                 dumps=[{"side": "allied", "hex": "0304", "sp": 8}])  # fmt: skip
    rig(game, 3, 2)
    play(game, "axis", move("a1", to="0304"))
    mine = [t for t in game.state[TRANSPORT].values() if t.side == "axis"]
    theirs = [t for t in game.state[TRANSPORT].values() if t.side == "allied" and t.size]
    assert [(t.size, t.load) for t in mine] == [(4, 4)]
    assert [(t.size, t.load, t.place) for t in theirs] == [(12, 12, "map")]
    assert game.board.distance(theirs[0].hex, game.board.hex("0304")) <= 10
    (dump,) = told(game, "dump-captured")
    assert (dump["tokens"], dump["destroyed"]) == (8, 24)
    chart = TABLES["capture"]
    assert [chart.cell(2, c).value for c in ("truck", "dump")] == ["0", "25"]
    assert chart.cell(6, "other").value == "100"


@reading("ocs", "CT-18")
def test_costs_of_v4_where_the_chart_is_older() -> None:
    assert [results.cost_of(TABLES, p) for p in ("air_base", "hedgehog", "port_repair")] == [
        4, 8, 4]  # fmt: skip
    game = fighting(unit("a1", "0404", re=3), unit("a2", "0404", size="battalion"),
                    unit("s1", "0505"), unit("s2", "0504"),
                    unit("s3", "0504", size="battalion"))  # fmt: skip
    attack = {"do": "attack", "target": "0505", "units": ["a1", "a2"]}
    rig(game, 3, 4, 3, 4)
    play(game, "axis", attack)
    paid = {facts["side"]: facts["tokens"] for facts in told(game, "supply")}
    assert paid == {"axis": 4, "allied": 1}
    large = fighting(unit("a1", "0404"), unit("s1", "0505"), unit("s2", "0505", size="battalion"))
    rig(large, 3, 4, 3, 4)
    play(large, "axis", {**attack, "units": ["a1"]})
    assert {f["side"]: f["tokens"] for f in told(large, "supply")} == {"axis": 1, "allied": 2}
    dig = field(unit("a1", "0404", traits="engineer"), unit("a2", "0404"), unit("s1", "0909"),
                dumps=[{"side": "axis", "hex": "0404", "sp": 9}])  # fmt: skip
    build = next(a for a in dig.legal("axis") if "hedgehog" in a["do"])
    play(dig, "axis", build)
    assert tokens(dig, "axis") == 36 - 8
    assert not [a for a in dig.legal("axis") if a["do"] == build["do"] and a["hex"] == build["hex"]]


@reading("ocs", "CT-19")
@pytest.mark.parametrize(("die", "left"), [(1, 4), (3, 2), (5, 1), (6, 0)])
def test_a_blown_dump_loses_the_nearest_token(die: int, left: int) -> None:
    game = field(unit("a1", "0404"), unit("s1", "0909"),
                 dumps=[{"side": "axis", "hex": "0303", "tokens": 5}])  # fmt: skip
    rig(game, die)
    play(game, "axis", {"do": "blow", "hex": "0303"})
    assert tokens(game, "axis") == left


@reading("ocs", "CT-20")
@pytest.mark.parametrize(
    ("ar", "steps", "dice", "lost"),
    [(3, 4, (2, 3), 0), (3, 4, (3, 3), 1), (3, 4, (6, 6), 4), (0, 4, (1, 1), 1), (0, 4, (4, 4), 4),
     (5, 4, (5, 5), 1), (4, 5, (5, 5), 5)],
)  # fmt: skip
def test_attrition(ar: int, steps: int, dice: tuple[int, int], lost: int) -> None:
    game = field(unit("a1", "0303", re=steps, ar=ar, mode="dg", up="combat", at={"oos": True}),
                 segment="supply", started=False)  # fmt: skip
    rig(game, *dice)
    drive(game, attrition.wither(game, "axis", game.board.hex("0303"), ["a1"]))
    assert told(game, "attrition")[-1]["lost"] == lost


@reading("ocs", "CT-21")
def test_what_internal_stocks_cost() -> None:
    game = field(
        unit("a1", "0303", size="battalion", at={"internals": 1}),
        unit("a2", "0303", re=3, at={"internals": 1}),
        unit("a3", "0303", at={"internals": 2}),
        segment="supply",
        started=False,
    )
    assert [internals.owed(game, n) for n in ("a1", "a2", "a3")] == [2, 6, 4]
    poor = field(unit("a3", "0303", at={"internals": 2}), unit("s1", "0909"), segment="supply",
                 dumps=[{"side": "axis", "hex": "0303", "tokens": 3}],
                 sources=[{"side": "axis", "hex": "0303"}])  # fmt: skip
    play(poor, "axis", {"do": "end"}) if poor.segment.kind == "supply" else None
    assert at(poor, "a3").internals == 1
    assert tokens(poor, "axis") == 0  # the odd token is wasted by 12.10e(C), a switch may keep it


@reading("ocs", "CT-22")
def test_what_shows_of_a_stack() -> None:
    game = field(unit("a1", "0303"), unit("ahq", "0303", "hq", mode="move"),
                 hedgehogs=[{"side": "axis", "hex": "0303", "level": 2}])  # fmt: skip
    (row,) = [row for row in game.view("allied")["enemy"] if row["hex"] == "0303"]
    assert list(row["unit"]) == ["a1"]
    assert "ahq" not in str(game.view("allied"))
    assert [s for s in game.view("allied")["sites"] if "0303" in str(s)]


@reading("ocs", "CT-23")
@pytest.mark.parametrize(("face", "price"), [("4:6 leg", 4), ("4:6 truck", 8), ("4:7 leg", 8)])
def test_rail_cap_of_two_re(face: str, price: int) -> None:
    line = "-".join(f"05{c:02d}" for c in range(1, 10))
    places = {"W": "village 0501", "A": "village 0503", "B": "minor_city 0506", "E": "village 0509"}
    for kind, share in (("rail", 1), ("rail_multi", Fraction(1, 2))):
        board = sketch(9, 9, links=[f"{line} {kind}"], places=places)
        game = rails(unit("a1", "0503", re=2, move=face, mode="move"), board=board)
        play(game, "axis", train("a1", to="0506"))
        assert _rail(game) == price * share
    game = rails(unit("a1", "0503", re=2, move=face, mode="move"))
    game.put(HEXES, game.board.hex("0505"), HexStatus(busted="allied"))
    play(game, "axis", train("a1", to="0506"))
    assert _rail(game) == price * 2


def _rail(game: Ocs) -> Fraction:
    """The tokens of Rail Cap used, of which quarters are counted."""
    return Fraction(game.state[SIDES]["axis"].rail_used, 4)


@reading("ocs", "CT-24")
@pytest.mark.parametrize(
    ("attacker", "defender", "hog", "times"),
    [("armor", "infantry", 1, Fraction(3, 2)), ("mech", "mech", 0, Fraction(3, 2)),
     ("armor", "mech", 0, 2)],
)  # fmt: skip
def test_anti_tank_effects(attacker: str, defender: str, hog: int, times: Fraction) -> None:
    hogs = [{"side": "allied", "hex": "0505", "level": hog}] if hog else []
    game = fighting(unit("a1", "0404", attacker), unit("s1", "0505", defender), hedgehogs=hogs)
    printed = game.scenario.counters["a1"].combat.strength
    assert odds.attack_of(game, battle(game, "a1", "0505"), "a1").total == printed * times


# ---- the charts that no file prints


@reading("ocs", "MT-01")
def test_the_cells_that_examples_prove() -> None:
    cells = {(10, "2"): "DG", (4, "17-24"): "-", (8, "25-40"): "[1/2]", (8, "12-16"): "DG",
             (11, "12-16"): "1/2", (12, "3-4"): "1/2"}  # fmt: skip
    assert {key: TABLES["barrage"].cell(*key).value for key in cells} == cells
    assert {TABLES["barrage"].cell(*key).source for key in cells} == {"example"}


@reading("ocs", "MT-02")
def test_chance_says_whom_flak_hits() -> None:
    """Each of two or three as likely as any; of four the table itself gives two faces to
    strength."""
    game = sky(*(craft(f"a{n}", "0303", "T") for n in (1, 2, 3)), unit("s1", "0312"))
    for names, faces in ((["a1", "a2"], 3), (["a1", "a2", "a3"], 2)):
        hits = []
        for die in range(1, 7):
            rig(game, die)
            flight = Flight("axis", "barrage", game.board.hex("0312"), list(names))
            with pytest.raises(StopIteration) as found:
                next(flak.drawn(game, flight))
            hits.append(found.value.value)
        assert {name: hits.count(name) for name in names} == dict.fromkeys(names, faces)


@reading("ocs", "MT-03")
def test_the_landing_table_is_called_ours_and_is_never_kinder_on_harder_ground() -> None:
    chart = TABLES["landing"]
    assert {chart.cell(r, c, clamp=True).source for r in range(2, 13) for c in chart.columns} == {
        "house"}  # fmt: skip
    game = waters(unit("a9", "0808"), unit("s9", "0801"), ship("a1", "0404", "lc", points=2),
                  board=coast(terrain={"0404": "clear", "0405": "mountain"}))  # fmt: skip
    easy, hard = game.board.hex("0404"), game.board.hex("0405")
    tolls = [[landing_table.toll(game, h, r) for r in range(2, 13)] for h in (easy, hard)]
    assert all((b.steps, b.craft) >= (a.steps, a.craft) for a, b in zip(*tolls, strict=True))
    assert tolls[0][0] != tolls[0][-1]


@reading("ocs", "MT-04")
def test_charts_of_a_game_come_with_the_game() -> None:
    names = {"terrain-movement", "terrain-combat", "weather", "supply-arrivals", "rebuild",
             "variable-reinforcements"}  # fmt: skip
    assert names <= set(results.game_tables())
    charts = [TABLES[name] for name in names]
    assert {t.cell(t.rows[0], t.columns[0], clamp=True).source for t in charts} == {"house"}
    text = "# title: T\n# rule: MT-sparrival\n# source: house\nroll,tokens\n2-12,99\n"
    own = results.ocs_tables(own={"supply-arrivals": text})
    assert own["supply-arrivals"].cell(7, "tokens").value == "99"
    limits = {"axis": {"rail_cap": 7, "sea_cap": 3, "reserve_markers": 2, "hip_shooters": ["X"]}}
    found = field(unit("a1", "0303"), limits=limits).scenario.limits
    assert (found["axis"].rail_cap, found["axis"].sea_cap, found["axis"].reserve_markers) == (
        28, 12, 2)  # fmt: skip
    assert (found["allied"].rail_cap, found["allied"].sea_cap) == (0, 0)
