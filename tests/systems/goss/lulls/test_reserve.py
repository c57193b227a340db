"""Army reserve: areas, entering them, moving them, and coming out. [25]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.lulls.leaving import against_place
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES as STOCKS
from grognard.systems.goss.status import HQS, LOW, Headquarters
from grognard.systems.goss.units import RESERVE, UNITS
from tests.systems.goss.field import at, now, pass_to, rig, rules, told, where
from tests.systems.goss.lulls.quiet import END, field, g, u

HOME = (8, -2)
"""Where the Axis has its reserve area."""
STAFFS = (g("gh", (7, -1), "hq:div", traits="mech formation"), u("uh", (-9, 0), "hq:div"))


def behind(*units: Any, areas: tuple[tuple[int, int], ...] = (HOME,), **more: Any) -> Gs:
    """A German division behind the front, in the Command Segment."""
    units = units or (g("g1", (8, -1)), g("g2", (9, -2), "motinf"))
    game = field(*units, u("u1", (-6, 0)), **{"segment": "command", "staffs": STAFFS, **more})
    lay(game, areas)
    return game


def lay(game: Gs, areas: tuple[tuple[int, int], ...]) -> None:
    hexes = tuple(game.board.hex(at(q, r)) for q, r in areas)
    game.put(STOCKS, "5", replace(game.state[STOCKS]["5"], areas=hexes))


def area(
    hex: tuple[int, int], old: tuple[int, int] | None = None, army: str = "5"
) -> dict[str, Any]:
    more = {"old": at(*old)} if old else {}
    return {"do": "reserve-area", "army": army, "hex": at(*hex), **more}


def enter(hq: str = "gh", hex: tuple[int, int] = HOME) -> dict[str, Any]:
    return {"do": "enter-reserve", "hq": hq, "hex": at(*hex)}


def wait(game: Gs, hq: str, hex: tuple[int, int], turns: int, *names: str) -> None:
    """A formation has been in reserve for so many GTs."""
    status = Headquarters(reserve=game.board.hex(at(*hex)), reserved=game.turn - turns)
    game.put(HQS, hq, status)
    for name in (hq, *names):
        game.put(UNITS, name, replace(now(game, name), place=RESERVE, hex=-1, where="5"))


# ---- areas and entry [25.0]


@pytest.mark.rule("goss", "25.0")
def test_an_area_is_ten_hexes_from_enemies_and_there_are_two_at_most() -> None:
    game = behind(areas=())
    assert rules(game, "axis", area((3, 0))) == ["25.0"], "nine hexes"
    assert rules(game, "axis", area((8, 0), army="1")) == ["25.0"], "not his army"
    game.play("axis", area((4, 0)))
    game.play("axis", area((8, 0)))
    assert rules(game, "axis", area((9, 0))) == ["25.1.0(b)"]
    assert len(game.state[STOCKS]["5"].areas) == 2


@pytest.mark.rule("goss", "25.0")
def test_a_formation_enters_as_a_whole_and_is_seen_no_more() -> None:
    game = behind(g("g1", (8, -1)), g("g2", (9, -2), "motinf", formation="", attached="gh"))
    game.play("axis", enter())
    assert [now(game, n).place for n in ("gh", "g1", "g2")] == ["reserve"] * 3
    assert [now(game, n).where for n in ("gh", "g1", "g2")] == ["5"] * 3
    status = game.state[HQS]["gh"]
    assert (status.reserve, status.reserved) == (game.board.hex(at(*HOME)), 4)
    assert "g1" not in game.view("allied")["units"]
    assert "g1" in game.view("axis")["units"]
    (event,) = (e for e in game.events if e.kind == "reserve-entered")
    assert dict(event.told("allied").facts) == {"side": "axis"}


@pytest.mark.rule("goss", "25.0")
def test_nobody_sees_into_an_army_reserve_even_without_fog_of_war() -> None:
    game = behind(options={"fog-of-war": "off"})
    game.play("axis", enter())
    assert not {"gh", "g1", "g2"} & {*game.view("allied")["units"]}


@pytest.mark.rule("goss", "25.0")
@pytest.mark.parametrize(("hex", "refused"), [((8, 2), []), ((8, 3), ["25.0"]), ((12, -6), [])])
def test_all_of_it_is_within_four_hexes_of_the_area(
    hex: tuple[int, int], refused: list[str]
) -> None:
    assert rules(behind(g("g1", hex)), "axis", enter()) == refused


@pytest.mark.rule("goss", "25.0")
@pytest.mark.parametrize(("enemy", "refused"), [((0, -1), []), ((1, -1), ["25.0"])])
def test_all_of_it_is_seven_hexes_from_enemies(enemy: tuple[int, int], refused: list[str]) -> None:
    game = behind(g("g1", (8, -1)), u("u2", enemy))
    assert rules(game, "axis", enter())[:1] == refused


@pytest.mark.rule("goss", "25.0")
def test_fuel_and_numbers() -> None:
    game = behind()
    game.put(HQS, "gh", Headquarters(fuel=LOW))
    assert rules(game, "axis", enter()) == ["25.0"], "a German Mech formation needs fuel"
    leg = behind(staffs=(g("gh", (7, -1), "hq:div"), u("uh", (-9, 0), "hq:div")))
    leg.put(HQS, "gh", Headquarters(fuel=LOW))
    assert rules(leg, "axis", enter()) == [], "one on foot does not"
    assert rules(game, "axis", enter("gh", (9, -2))) == ["25.0"], "there is no area"
    full = behind(
        g("g1", (8, -1)),
        staffs=(
            *STAFFS, *(g(f"gd{n}", (9, -n), "hq:div", formation=f"d{n}") for n in range(3)),
            g("gb", (7, 0), "hq:bg", formation="b"), g("gc", (7, 1), "hq:bg", formation="c"),
        ),
    )  # fmt: skip
    for hq in ("gd0", "gd1", "gd2", "gb"):
        wait(full, hq, HOME, 3)
    assert rules(full, "axis", enter()) == ["25.0"], "three divisions and a half, and one more"
    assert rules(full, "axis", enter("gc")) == [], "a battle group is half a formation"


# ---- changes [25.1.0]


@pytest.mark.reading("goss", "goss-25-02")
@pytest.mark.rule("goss", "25.1.0", "25.1.0(a)", "25.1.0(b)", "25.1.0(c)")
def test_one_area_is_moved_in_a_command_phase() -> None:
    first, second = (4, 0), (8, -4)
    game = behind(
        g("g1", (10, 0)), areas=(first, second),
        staffs=(
            *STAFFS, g("gd", (9, 0), "hq:div", formation="d"),
            g("ge", (9, 1), "hq:div", formation="e"),
        ),
    )  # fmt: skip
    for hq, home in (("gh", first), ("gd", first), ("ge", second)):
        wait(game, hq, home, 3)
    near, far, other = (1, 0), (9, 0), (8, -2)
    assert rules(game, "axis", area((0, 0), first)) == ["25.1.0(a)"], "six hexes from an enemy"
    assert rules(game, "axis", area(far, first)) == ["25.1.0(a)"], "five hexes away"
    assert rules(game, "axis", area((6, 0))) == ["25.1.0(b)"], "two at most"
    game.play("axis", area(near, first))
    for hq in ("gh", "gd"):
        assert game.state[HQS][hq].reserve == game.board.hex(at(*near)), "they go along"
    assert rules(game, "axis", area(other, second)) == ["25.1.0"], "one in a phase"
    game.play("axis", {"do": "reassign-reserve", "hq": "ge", "hex": at(*near)})
    assert game.state[HQS]["ge"].reserve == game.board.hex(at(*near))
    for event in game.events[-2:]:
        assert event.told("allied") is None, "all of this is secret"


@pytest.mark.rule("goss", "25.1.0", "25.1.0(b)", "25.1.0(c)")
def test_a_second_area_comes_later_and_near_the_first() -> None:
    game = behind(areas=((4, 0),))
    wait(game, "gh", (4, 0), 0)
    assert rules(game, "axis", area((5, 0))) == ["25.1.0"], "not in the phase of entry"
    wait(game, "gh", (4, 0), 3)
    assert rules(game, "axis", area((9, 0))) == ["25.1.0(b)"], "five hexes away"
    game.play("axis", area((5, 0)))
    assert rules(game, "axis", {"do": "reassign-reserve", "hq": "gh", "hex": at(9, 0)}) == [
        "25.1.0(c)"
    ]


# ---- coming out [25.2.0]


@pytest.mark.reading("goss", "goss-25-03")
@pytest.mark.rule("goss", "25.2.0")
def test_an_enemy_within_five_hexes_drives_a_formation_out() -> None:
    chain = {"formation": "d"}
    game = field(
        g("g1", (9, 0)), g("g2", (9, 1), **chain), u("u1", (-3, 0)), segment="moves",
        side="allied", staffs=(*STAFFS, g("gd", (9, 2), "hq:div", **chain)),
    )  # fmt: skip
    lay(game, ((4, 0), (11, -8)))
    wait(game, "gh", (4, 0), 9, "g1")
    wait(game, "gd", (11, -8), 8, "g2")
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(-2, 0)]})
    assert now(game, "g1").place == "reserve", "six hexes away"
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(-1, 0), at(0, 0), at(1, 0)]})
    assert (where(game, "u1"), game.to_act) == (at(-1, 0), "axis")
    place = {"do": "place-released"}
    assert rules(game, "axis", {**place, "hex": at(12, -2)}) == ["25.2.0"], "eight hexes away"
    assert rules(game, "axis", {**place, "hex": at(0, 0)}) == ["25.2.0"], "next to an enemy"
    game.play("axis", {**place, "hex": at(5, 0)})
    game.play("axis", {**place, "hex": at(4, 0)})
    assert (where(game, "gh"), where(game, "g1")) == (at(5, 0), at(4, 0))
    assert now(game, "g2").place == "reserve", "the other area is left alone"
    assert in_bonus(game, "g1"), "nine game turns"
    assert told(game, "reserve-left") == [{"side": "axis", "forced": True, "bonus": True}]
    assert game.to_act == "allied"
    assert rules(game, "allied", {"do": "move", "units": ["u1"], "path": [at(0, 0)]}) == []


@pytest.mark.reading("goss", "goss-25-03")
@pytest.mark.rule("goss", "25.2.0")
@pytest.mark.parametrize(("turns", "bonus"), [(8, False), (9, True)])
def test_a_formation_leaves_of_its_own_accord(turns: int, bonus: bool) -> None:
    game = behind()
    wait(game, "gh", HOME, turns, "g1", "g2")
    rig(game, *(0,) * 4)
    game.play("axis", {"do": "leave-reserve", "unit": "gh"})
    for _ in range(3):
        ask = game.open_asks()[0]
        assert (ask.player, ask.name) == ("axis", "place-released")
        game.play("axis", ask.default)
    assert [now(game, n).place for n in ("gh", "g1", "g2")] == ["map"] * 3
    assert in_bonus(game, "g1") is bonus
    assert game.state[HQS]["gh"].released == game.turn
    fresh = behind()
    fresh.play("axis", enter())
    assert rules(fresh, "axis", {"do": "leave-reserve", "unit": "gh"}) == ["25.2.0"]


@pytest.mark.reading("goss", "goss-25-03")
@pytest.mark.rule("goss", "25.2.0")
def test_each_unit_needs_a_path_of_its_own() -> None:
    wall = {
        "great_river": [
            ((9, -2), b) for b in ((10, -2), (8, -2), (9, -1), (9, -3), (10, -3), (8, -1))
        ]
    }
    game = behind(g("g1", (8, 3)), g("g3", (8, -1)), water=wall)
    wait(game, "gh", HOME, 3, "g1")
    game.put(UNITS, "gh", replace(now(game, "gh"), place="map", hex=game.board.hex(at(8, 0))))
    home = game.board.hex(at(*HOME))
    cut = against_place(game, "g1", home, game.board.hex(at(9, -2)))
    assert [why.rule for why in cut] == ["25.2.0"], "an island, though a friend is beside it"
    assert against_place(game, "g1", home, game.board.hex(at(8, -3))) == []


@pytest.mark.rule("goss", "25.0")
def test_enemies_that_come_nearer_than_ten_hexes_do_not_matter() -> None:
    game = behind(g("g1", (9, -2)), u("u2", (2, -1)))
    wait(game, "gh", HOME, 3, "g1")
    game.play("axis", END)
    assert now(game, "g1").place == "reserve"


@pytest.mark.rule("goss", "25.2.0")
def test_who_finds_no_hex_waits_for_one() -> None:
    spots = [(q, r) for q in range(1, 13) for r in range(-12, 6)]
    marsh = {h: "swamp" for h in spots if h not in ((8, -2), (9, -2))}
    game = behind(
        g("g1", (4, 0), "motinf"), g("g3", (9, -2)), g("g4", (9, -2)), g("g5", (8, -2)),
        terrain=marsh,
        roads={"primary": [[(12, 0), (11, 0), (10, 0), (9, 0), (9, -1), (9, -2), (8, -2)]]},
    )  # fmt: skip
    wait(game, "gh", HOME, 9, "g1")
    game.play("axis", {"do": "leave-reserve", "unit": "gh"})
    while game.open_asks()[0].name == "place-released":
        game.play("axis", game.open_asks()[0].default)
    assert where(game, "gh") == at(8, -2)
    assert where(game, "g1") == RESERVE  # vehicles do not stand in a swamp
    until(game, "modes", "axis")
    assert where(game, "g1") == RESERVE
    pass_to(game, "moves", "axis")
    game.play("axis", {"do": "move", "units": ["g4"], "path": [at(9, -1)]})
    until(game, "place-released")
    game.play("axis", game.open_asks()[0].default)
    assert where(game, "g1") == at(9, -2)
    assert in_bonus(game, "g1")
    assert game.state[HQS]["gh"].left == -1


def until(game: Gs, kind: str, side: str = "") -> None:
    """End segments until one of a kind begins, or a question of that name is asked."""
    while game.open_asks()[0].name != kind:
        if side and game.segment.kind == kind and game.to_act == side:
            return
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default or END)
