"""Formations in refit. [22.4.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.arrivals.depot import CHAIN, FIRST, SECOND, staff
from tests.systems.goss.arrivals.edge import until
from tests.systems.goss.field import at, now, position, rules, unit

FAR = unit("u9", (12, -6))
"""An enemy 24 hexes from the western edge."""
CORPS = unit("gX", (-10, -6), "hq:corps", **CHAIN)


def division(*more: dict[str, Any], **facts: Any) -> Gs:
    """A division at the western edge, in a Command Segment of the second day."""
    chosen = {"segment": "command", "side": "axis", **facts}
    return position(
        CORPS, unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g1", (-12, 1), **FIRST), *more, FAR,
        **chosen,
    )  # fmt: skip


def enter(hq: str = "ghq", *guns: str) -> dict[str, Any]:
    """The order to enter refit."""
    return {"do": "refit", "hq": hq} | ({"guns": list(guns)} if guns else {})


@pytest.mark.rule("goss", "22.4.0", "22.4.1", "3.3.1c-command")
def test_a_formation_enters_refit_in_the_command_segment() -> None:
    game = division()
    assert rules(game, "axis", enter("gX")) == ["22.4.0"], "a corps does not"
    game.play("axis", enter())
    assert headquarters(game, "ghq").since == 2
    assert rules(game, "axis", enter()) == ["22.4.0"], "it is in refit"


@pytest.mark.rule("goss", "22.4.1")
@pytest.mark.parametrize(
    "facts", [{"hex": (-7, 0)}, {"ooc": True}, {"supply": "OhS"}, {"attached": "gX"}], ids=str
)
def test_all_its_units_are_far_away_commanded_and_supplied(facts: dict[str, Any]) -> None:
    hex = facts.pop("hex", (-12, 2))
    game = division(unit("g2", hex, **FIRST, **facts))
    attached = "attached" in facts
    assert rules(game, "axis", enter()) == ([] if attached else ["22.4.1"])
    if attached:
        away = division(unit("g2", (-6, 0), **FIRST, **facts))
        assert rules(away, "axis", enter()) == ["22.4.1"], "assigned units count wherever they are"


@pytest.mark.rule("goss", "22.4.1")
@pytest.mark.parametrize(("q", "found"), [(8, ["22.4.1"]), (9, [])])
def test_twenty_hexes_from_every_enemy(q: int, found: list[str]) -> None:
    game = division(unit("u8", (q - 1, 0)))
    assert game.board.distance(now(game, "ghq").hex, now(game, "u8").hex) == q + 11
    assert rules(game, "axis", enter())[:1] == found


@pytest.mark.rule("goss", "22.4.1(1)")
def test_two_artillery_units_may_stay_with_the_corps() -> None:
    guns = [unit(f"g{n}", (0, n - 5), "art", **FIRST) for n in (5, 6, 7)]
    game = division(*guns)
    assert rules(game, "axis", enter("ghq", "g5", "g6")) == ["22.4.1"], "a third is too near"
    assert rules(game, "axis", enter("ghq", "g5", "g6", "g7")) == ["22.4.1(1)"]
    game = division(*guns[:2])
    assert rules(game, "axis", enter("ghq", "g1")) == ["22.4.1(1)"], "no artillery"
    game.play("axis", enter("ghq", "g5", "g6"))
    assert headquarters(game, "ghq").spared == ("g5", "g6")


@pytest.mark.rule("goss", "22.4.1(1)")
def test_they_are_with_the_corps_by_the_next_command_phase() -> None:
    game = division(unit("g5", (0, 0), "art", ooc=True, **FIRST))
    game.play("axis", enter("ghq", "g5"))
    assert now(game, "g5").attached == "", "it is out of command now"
    assert rules(game, "axis", {"do": "end"}) == []
    until(game, 7, "command")
    assert rules(game, "axis", {"do": "end"}) == ["22.4.1(1)"]
    near = division(unit("g5", (-9, -6), "art", **FIRST))
    near.play("axis", enter("ghq", "g5"))
    assert now(near, "g5").attached == "gX", "at once"


@pytest.mark.rule("goss", "22.4.1(2)")
def test_isolated_units_are_left_out_and_come_back_when_they_can() -> None:
    lost = unit("g5", (4, 0), isolated=True, supply="OoS", **FIRST)
    game = division(lost)
    game.play("axis", enter())
    assert headquarters(game, "ghq").strays == ("g5",)
    freed = position(
        CORPS, unit("ghq", (-12, 0), "hq:div", **FIRST), unit("g5", (-8, 0), **FIRST),
        unit("g1", (-12, 1), **FIRST), unit("u9", (8, 0)), segment="moves",
    )  # fmt: skip
    staff(freed, "ghq", since=1, strays=("g5",))
    assert rules(freed, "axis", {"do": "end"}) == ["22.4.1(2)"], "it must move at once"
    assert rules(freed, "axis", {"do": "move", "units": ["g1"], "path": [at(-12, 2)]}) == ["22.4.0"]
    path = [at(q, 0) for q in (-9, -10, -11)] + [at(-12, 1)]
    freed.play("axis", {"do": "move", "units": ["g5"], "path": path})
    assert rules(freed, "axis", {"do": "end"}) == []
    until(freed, 5)
    assert headquarters(freed, "ghq").strays == (), "20 hexes away, it is in refit too"


@pytest.mark.rule("goss", "22.4.0")
def test_units_in_refit_do_not_move_and_are_in_no_reserve() -> None:
    game = division(segment="moves")
    staff(game, "ghq", since=2)
    assert rules(game, "axis", {"do": "move", "units": ["g1"], "path": [at(-12, 2)]}) == ["22.4.0"]
    game = division(segment="modes")
    assert rules(game, "axis", {"do": "maneuver-reserve", "hq": "ghq"}) == []
    staff(game, "ghq", since=2)
    assert rules(game, "axis", {"do": "maneuver-reserve", "hq": "ghq"}) == ["22.4.0"]
    game = division(unit("g2", (-12, 2), mode="MR", waiting=1, **FIRST))
    game.play("axis", enter())
    assert (now(game, "g2").mode, now(game, "g2").waiting) == ("Tac", 0)


@pytest.mark.rule("goss", "22.4.0")
@pytest.mark.parametrize(("left", "found"), [(6, ["22.4.0"]), (5, [])])
def test_seven_full_days_lie_between_two_refits(left: int, found: list[str]) -> None:
    game = division(turn=13 * 3 - 2, days=16)
    staff(game, "ghq", refitted=left)
    assert rules(game, "axis", enter()) == found, "GD 13 after GD 6 or 5"


@pytest.mark.rule("goss", "22.4.4")
@pytest.mark.parametrize(("q", "inside"), [(-3, True), (-4, False)])
def test_an_enemy_within_eight_hexes_ends_it_at_once(q: int, inside: bool) -> None:
    game = division(unit("u8", (0, 0), "armrecon"), segment="moves", side="allied")
    staff(game, "ghq", since=1, refit_inf=6)
    path = [at(n, 0) for n in range(-1, q - 1, -1)]
    game.play("allied", {"do": "move", "units": ["u8"], "path": path})
    status = headquarters(game, "ghq")
    assert (status.since > 0) is inside
    assert status.refitted == (0 if inside else 2)
    if not inside:
        assert status.refit_inf == 0


@pytest.mark.rule("goss", "22.4.5")
@pytest.mark.parametrize(("turn", "found"), [(13, ["22.4.5"]), (16, [])])
def test_it_lasts_five_command_phases(turn: int, found: list[str]) -> None:
    game = division(turn=turn)
    staff(game, "ghq", since=1)
    assert rules(game, "axis", {"do": "leave-refit", "unit": "ghq"}) == found, "GD 5, GD 6"
    if not found:
        game.play("axis", {"do": "leave-refit", "unit": "ghq"})
        assert (headquarters(game, "ghq").since, headquarters(game, "ghq").refitted) == (0, 6)


ROWS = [
    ("g", "hq:div", "", "inf", (3, 0), "22.4.3(a)"),
    ("u", "hq:div", "", "inf", (3, 0), "22.4.3(a)"),
    ("g", "hq:bg", "", "inf", (1, 0), "22.4.3(b)"),
    ("u", "hq:bg", "", "inf", (1, 0), "22.4.3(b)"),
    ("g", "hq:div", "mech formation", "motinf", (2, 1), "22.4.3(c)"),
    ("u", "hq:div", "", "hybrid", (2, 1), "22.4.3(c)"),
    ("g", "hq:bg", "mech formation", "motinf", (1, 1), "22.4.3(d)"),
    ("u", "hq:bg", "", "hybrid", (1, 1), "22.4.3(d)"),
]


def points(letter: str, level: str, traits: str, kind: str, turn: int = 4, **facts: Any) -> Gs:
    """A formation in refit, in the segment before a Replacement Segment."""
    side, enemy = ("axis", "u9") if letter == "g" else ("allied", "g9")
    chain = {"formation": "1 Div"}
    game = position(
        unit(f"{letter}hq", (-12, 0), level, traits=traits, **chain),
        unit(f"{letter}1", (-12, 1), kind, left=1, **chain), unit(enemy, (12, -6)),
        segment="designation", side=side, turn=turn, **facts,
    )  # fmt: skip
    staff(game, f"{letter}hq", since=1)
    game.play(side, {"do": "end"})
    return game


@pytest.mark.parametrize(("letter", "level", "traits", "kind", "found", "rule"), ROWS)
@pytest.mark.rule("goss", "22.4.3", "22.4.3(a)", "22.4.3(b)", "22.4.3(c)", "22.4.3(d)", "22.1.1")
def test_what_refit_gives(
    letter: str, level: str, traits: str, kind: str, found: tuple[int, int], rule: str
) -> None:
    status = headquarters(points(letter, level, traits, kind), f"{letter}hq")
    assert (status.refit_inf, status.refit_arm) == (2 * found[0], 2 * found[1]), rule


@pytest.mark.rule("goss", "22.4.3")
def test_points_of_refit_come_once_a_day_and_are_not_saved() -> None:
    game = points("g", "hq:div", "", "inf")
    game.play("axis", {"do": "replace", "unit": "g1"})
    assert headquarters(game, "ghq").refit_inf == 4
    until(game, 5, "replacements", "axis")
    assert headquarters(game, "ghq").refit_inf == 4, "the rest may be used in this GD"
    until(game, 7, "replacements", "axis")
    assert headquarters(game, "ghq").refit_inf == 6, "not ten"
    each = points("g", "hq:div", "", "inf", 5, options={"refit-points": "each"})
    assert headquarters(each, "ghq").refit_inf == 6


# ---- steps and guns for others


def neighbours(*more: dict[str, Any], where: tuple[int, int] = (-11, 0)) -> Gs:
    """A division that has just entered refit, and another whose headquarters is near."""
    game = division(
        unit("g3", (-12, 3), "fus", size="Co", **FIRST), unit("g4", (-12, 4), "art", **FIRST),
        unit("ghq2", where, "hq:div", **SECOND), *more,
    )  # fmt: skip
    game.play("axis", enter())
    return game


def gift(giver: str, getter: str, steps: int = 1) -> dict[str, Any]:
    """The order to give steps."""
    order = {"do": "give-steps", "unit": giver, "to": getter}
    return order | ({"steps": steps} if steps > 1 else {})


@pytest.mark.rule("goss", "22.4.2")
def test_steps_go_to_formations_whose_headquarters_is_near() -> None:
    weak = unit("g2", (-11, 2), left=1, **SECOND)
    assert rules(neighbours(weak), "axis", gift("g1", "g2")) == []
    assert rules(neighbours(weak, where=(-9, 0)), "axis", gift("g1", "g2")) == ["22.4.2"]
    game = neighbours(weak)
    staff(game, "ghq", since=1)
    assert rules(game, "axis", gift("g1", "g2")) == ["22.4.2"], "it has received points"


@pytest.mark.rule("goss", "22.4.2")
@pytest.mark.parametrize(
    "facts", [{"supply": "OhS"}, {"pr": "7/6"}, {"pr": "6/7"}, {"nation": "Hungarian"}], ids=str
)
def test_who_gets_no_steps(facts: dict[str, Any]) -> None:
    game = neighbours(unit("g2", (-11, 2), left=1, **SECOND, **facts))
    assert rules(game, "axis", gift("g1", "g2")) == ["22.4.2"]


@pytest.mark.rule("goss", "22.4.2")
def test_not_in_contact_and_not_of_another_type() -> None:
    weak = unit("g2", (0, 0), left=1, **SECOND)
    game = neighbours(weak, unit("g7", (-11, 2), "motinf", left=1, **SECOND))
    assert rules(game, "axis", gift("g1", "g2")) == []
    assert rules(game, "axis", gift("g1", "g7")) == ["22.4.2"]
    for enemy in ((1, 0), (3, 0)):
        seen = position(
            CORPS, unit("ghq", (-12, 8), "hq:div", **FIRST), unit("g1", (-12, 9), **FIRST),
            unit("ghq2", (-11, 8), "hq:div", **SECOND), weak, unit("u9", (*enemy,)),
            segment="command", terrain={enemy: "VP"} if enemy[0] == 3 else {}, radius=16,
        )  # fmt: skip
        staff(seen, "ghq", since=2)
        assert rules(seen, "axis", gift("g1", "g2")) == ["22.4.2"]


@pytest.mark.rule("goss", "22.4.2-2")
def test_guns_take_the_place_of_lost_guns_of_the_same_type() -> None:
    dead = {"place": "eliminated", "left": 0, "gone_in": 1, **SECOND}
    game = neighbours(unit("g7", None, "art", **dead), unit("g8", None, "art", gun="150mm", **dead))
    order = {"do": "give-guns", "unit": "g4"}
    assert rules(game, "axis", order | {"to": "g8"}) == ["22.4.2-2"]
    hex = now(game, "g4").hex
    game.play("axis", order | {"to": "g7"})
    assert (now(game, "g7").hex, now(game, "g7").place) == (hex, "map")
    assert now(game, "g4").place == "eliminated", "to be rebuilt later"


@pytest.mark.rule("goss", "22.4.1")
def test_units_in_refit_stay_with_their_formation() -> None:
    game = division(unit("g2", (-12, 2), "art", **FIRST))
    away = {"do": "attach", "units": ["g2"], "hq": "gX"}
    assert "22.4.1" not in rules(game, "axis", away)
    staff(game, "ghq", since=2)
    assert rules(game, "axis", away) == ["22.4.1"]
    staff(game, "ghq", since=2, spared=("g2",))
    assert "22.4.1" not in rules(game, "axis", away)


@pytest.mark.rule("goss", "22.4.1(2)")
def test_nobody_is_assigned_to_it_while_units_are_cut_off() -> None:
    game = division(
        unit("g2", (-12, 2), **CHAIN), unit("g5", (0, 0), isolated=True, **FIRST),
        unit("g6", None, place="eliminated", left=0, **FIRST),
    )  # fmt: skip
    order = {"do": "attach", "units": ["g2"], "hq": "ghq", "instead": "g6"}
    staff(game, "ghq", since=2)
    assert rules(game, "axis", order) == []
    staff(game, "ghq", since=2, strays=("g5",))
    assert rules(game, "axis", order) == ["22.4.1(2)"]
