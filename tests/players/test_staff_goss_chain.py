"""What the staff of GOSS does about command: headquarters, zones of operation, attachments."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.players.staff.goss.doctrine import DOCTRINE, FIRST, GossDoctrine
from grognard.players.staff.goss.manoeuvre import Manoeuvre
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ZONES
from grognard.systems.goss.units import UNITS
from tests.players.playing import did, phase_of
from tests.systems.goss.command.staffs import box, spot
from tests.systems.goss.field import at, position, unit, where

A = {"army": "A"}
NORTH, SOUTH = {"corps": "N", **A}, {"corps": "S", **A}


def two_corps(*more: Any, **spec: Any) -> Gs:
    """An army with a corps in the north, where nobody fights, and one in the south that does; from
    where the army is it feeds both."""
    south = {"formation": "1 Div", **SOUTH}
    return position(
        unit("ga", (-6, 0), "hq:army", **A), unit("gn", (-6, -6), "hq:corps", **NORTH),
        unit("gs", (-3, 4), "hq:corps", **SOUTH), unit("gd", (-2, 9), "hq:div", **south),
        unit("g1", (0, 11), **south), unit("g2", (0, 12), **south), unit("u1", (4, 8)), *more,
        **{
            "armies": {"A": {"side": "axis", "adv": 4, "pss": [at(-12, 6)]}},
            "victory": {"axis": [{"hold": at(4, 8), "vp": 4}]}, "segment": "road-moves", **spec,
        },
    )  # fmt: skip


def test_an_armys_headquarters_stays_where_it_feeds_all_its_corps() -> None:
    """However far the fighting is: who goes to the middle of it leaves the others without supply.
    [15.2.2]"""
    game = two_corps()
    phase_of(game, "axis")
    assert where(game, "ga") == at(-6, 0)


# ---- zones of operation [9.2.0]

ONE, TWO = {"formation": "1 Div", "army": "A"}, {"formation": "2 Div", "army": "B"}
NORTHERN, SOUTHERN = box(-12, 12, -12, 0), box(-12, 12, 0, 12)


def two_armies(*more: Any, at_two: int = -12, **spec: Any) -> Gs:
    """An army in the northern half of the map and one in the southern, the enemy far in the east;
    the one thing that counts lies in the south."""
    return position(
        unit("ga", spot(-12, -4), "hq:army", army="A"),
        unit("gb", spot(-12, 4), "hq:army", army="B"),
        unit("gd", spot(-6, -3), "hq:div", **ONE), unit("g1", spot(-3, -2), "motinf", **ONE),
        unit("gd2", spot(at_two, 6), "hq:div", **TWO), unit("g2", spot(at_two, 5), **TWO),
        unit("u1", spot(10, 8)), *more,
        **{
            "armies": {"A": {"side": "axis", "adv": 4}, "B": {"side": "axis", "adv": 4}},
            "zones": {"A": NORTHERN, "B": SOUTHERN}, "segment": "moves",
            "victory": {"axis": [{"hold": label(-1, 2), "vp": 4}]}, **spec,
        },
    )  # fmt: skip


def test_nobody_leaves_his_zone_for_an_objective_of_a_neighbour() -> None:
    """It comes as near as its zone goes, and the neighbour's own go on. [9.2.0]"""
    game = two_armies()
    phase_of(game, "axis")
    assert where(game, "g1") != at(*spot(-3, -2)), "it comes nearer"
    assert int(where(game, "g1")[2:]) <= 13, "no farther than the boundary"
    assert not game.state[UNITS]["g1"].ooc
    free = two_armies(options={"zones-of-operation": "off"})
    phase_of(free, "axis")
    assert where(free, "g1") == label(-1, 2)


def test_who_stands_outside_his_zone_goes_back_to_it() -> None:
    """[9.2.0] [9.8.0]"""
    game = two_armies(unit("g3", spot(-3, 4), ooc=True, **ONE), victory={})
    phase_of(game, "axis")
    assert int(where(game, "g3")[2:]) < 13 + 4


def test_boundaries_are_drawn_to_what_a_neighbour_is_too_far_from() -> None:
    """The army that is near to an objective takes it over, with the way there; one whose own are
    near keeps it. [9.2.0-draw]"""
    game = two_armies(segment="command")
    assert [order["zone"] for order in did(phase_of(game, "axis"), "hand-over")] == ["A"]
    assert label(-1, 2) in labels(game, "A") - labels(game, "B")
    near = two_armies(segment="command", at_two=-3)
    assert did(phase_of(near, "axis"), "hand-over") == []


def test_who_was_driven_out_of_his_zone_has_it_drawn_around_him() -> None:
    """Unless a neighbour's own stand there. [9.2.0-draw] [9.8.0]"""
    out = unit("g3", spot(-3, 2), **ONE)
    game = two_armies(out, segment="command", victory={})
    phase_of(game, "axis")
    assert label(-3, 2) in labels(game, "A")
    shared = two_armies(out, unit("g4", spot(-3, 2), **TWO), segment="command", victory={})
    assert did(phase_of(shared, "axis"), "hand-over") == []


def test_what_lies_past_the_end_of_a_zone_comes_after_what_lies_in_it() -> None:
    """Nobody marches past the end of his zone as long as there is something to take in it, however
    much more the other is worth. [9.2.0-draw]"""
    ahead = {"hold": label(4, -5), "vp": 4}
    prize = {"hold": label(10, -5), "vp": 60}

    def aim(*awards: Any) -> str:
        game = two_armies(zones={"A": box(-12, 6, -12, 0)}, victory={"axis": [*awards]})
        return goes(game, "g1")

    assert aim(ahead, prize) == label(4, -5)
    assert aim(prize) == label(10, -5)


def test_a_corps_goes_for_what_it_was_given() -> None:
    """Not for what is nearer if that was given to another; for what nobody was given like anybody;
    and for whatever there is when all of its own is won."""
    near, far = {"hold": label(4, 5), "vp": 4}, {"hold": label(9, 5), "vp": 4}

    def aim(*awards: dict[str, Any]) -> str:
        game = position(
            unit("gn", spot(-8, -4), "hq:corps", **NORTH),
            unit("gs", spot(-8, 4), "hq:corps", **SOUTH),
            unit("g1", spot(-3, 5), "motinf", **SOUTH), unit("u1", spot(11, -9)),
            armies={"A": {"side": "axis", "adv": 4}}, segment="moves",
            victory={"axis": [*awards]},
        )  # fmt: skip
        return goes(game, "g1")

    assert aim(near, far) == near["hold"]
    assert aim({**near, "corps": "gn"}, {**far, "corps": "gs"}) == far["hold"]
    assert aim({**near, "corps": "gn"}, far) == far["hold"]
    assert aim({**near, "corps": "gn"}) == near["hold"]


def goes(game: Gs, name: str) -> str:
    """What a unit is to go to in the end."""
    seat = GossSeat(game, "axis")
    plan = Manoeuvre(seat)
    plan.plan()
    return game.board.label(plan.aims[name])


def label(col: int, row: int) -> str:
    return at(*spot(col, row))


def labels(game: Gs, key: str) -> set[str]:
    """The hexes of a zone, as labels."""
    return {game.board.label(h) for h in game.state[ZONES][key].hexes}


def test_vehicles_of_an_infantry_division_follow_its_infantry() -> None:
    """Or they are out of supply; those of a panzer division need nobody. [9.3.4a]"""
    ma = {"ma": "12"}
    for traits, follows in (("", True), ("mech formation", False)):
        div = {"formation": "1 Div", "army": "A"}
        game = position(
            unit("gd", (-2, 0), "hq:div", traits=traits, **div), unit("g1", (2, 0), **div),
            unit("g2", (-5, 0), "at", values="0-2", **ma, **div), unit("u1", (9, 0)),
            segment="moves", armies={"A": {"side": "axis", "adv": 4}},
        )  # fmt: skip
        phase_of(game, "axis")
        hexes = [game.state[UNITS][name].hex for name in ("g1", "g2")]
        assert (game.board.distance(*hexes) <= 1) == follows


@pytest.mark.parametrize(("doctrine", "stays"), [(DOCTRINE, True), (FIRST, False)])
def test_an_army_that_feeds_its_corps_does_not_come_up_to_it(
    doctrine: GossDoctrine, stays: bool
) -> None:
    """However far off it is: nearer to the enemy its own path is cut the sooner. [15.2.2]"""
    game = position(
        unit("ga", (-12, 0), "hq:army", **A), unit("gn", (6, 0), "hq:corps", **NORTH),
        unit("g1", (7, 0), **NORTH), unit("u1", (11, 6)),
        roads={"primary": [[(q, 0) for q in range(-12, 12)]]},
        armies={"A": {"side": "axis", "adv": 4, "pss": [at(-12, 0)]}},
        victory={"axis": [{"hold": at(11, 6), "vp": 4}]}, segment="moves",
    )  # fmt: skip
    phase_of(game, "axis", doctrine)
    assert (where(game, "ga") == at(-12, 0)) is stays


def test_a_corps_that_is_threatened_goes_where_it_feeds_as_many() -> None:
    """Away from the enemy, and not to where one of its own is left alone. [15.2.2]"""
    game = two_corps(unit("u2", (-12, 2)), segment="moves")
    seat = GossSeat(game, "axis")
    before = seat.feeds("ga", seat.unit("ga").hex)
    phase_of(game, "axis")
    assert where(game, "ga") != at(-6, 0)
    seat = GossSeat(game, "axis")
    assert seat.feeds("ga", seat.unit("ga").hex) == before == 2
