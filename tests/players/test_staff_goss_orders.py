"""What the staff of GOSS orders in small positions, part by part."""

from __future__ import annotations

from typing import Any

from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.goss import battle
from grognard.players.staff.goss.estimate import Estimate
from grognard.players.staff.goss.logistics import best_number
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.scenario import Gs
from tests.players.playing import did, phase_of
from tests.systems.goss.arrivals.edge import coming
from tests.systems.goss.field import at, position, rig, unit, where

ROAD = {"primary": [[(q, 0) for q in range(-6, 11)]]}
FAR: dict[str, Any] = {"roads": ROAD, "victory": {"axis": [{"hold": at(9, 0), "vp": 4}]}}


def test_it_dashes_by_road_to_what_nobody_defends() -> None:
    """An enemy who does not sit on the road does not keep it shut. [7.10.0]"""
    game = position(
        unit("g1", (0, 0), "motinf"), unit("u1", (1, -2)), segment="road-moves", **FAR
    )  # fmt: skip
    phase_of(game, "axis")
    assert where(game, "g1") == at(9, 0)


def test_the_weakest_leave_the_map_for_points_and_no_more_than_count() -> None:
    """Where two count the two weakest go, and the third stays. [3.3.4]"""
    out = {"exit": [at(6, 0)], "vp": 1, "max": 2, "each": "Mech battalion"}
    game = position(
        *(unit(f"g{n}", (n, 0), "motinf", f"{3 + n}-6") for n in range(3)), unit("u1", (2, -6)),
        segment="road-moves", roads=ROAD, victory={"axis": [out]},
    )  # fmt: skip
    done = phase_of(game, "axis")
    assert sorted(order["unit"] for order in did(done, "exit-map")) == ["g0", "g1"]


def test_reinforcements_come_in_before_the_others_move() -> None:
    """Who waits at the edge enters in the step of his mode. [21.2.0]"""
    game = coming(unit("g1", None), unit("u9", (5, 0)), due=5)
    staff = Staff()
    while where(game, "g1") == "expected":
        player = game.to_act
        ask = game.decisions[0].ask
        action = (
            staff.choose(Seat(game, player)) if player == "axis" else ask.default or {"do": "end"}
        )
        game.play(player, action)
        assert game.turn <= 5, "it has never come in"


def beside(*units: dict[str, Any], mode: str = "Tac", **more: Any) -> Gs:
    """Two battalions beside an enemy in a place that counts."""
    terms = {"axis": [{"hold": at(1, 0), "vp": 4}]}
    return position(
        unit("g1", (0, 0), values="9-6", mode=mode), unit("g2", (0, 1), values="9-6", mode=mode),
        *units, victory=terms, **more,
    )  # fmt: skip


def test_who_stands_ready_prepares_his_assault() -> None:
    """A prepared assault shifts a column. [5.2.0] [13.7.3(a)]"""
    done = phase_of(beside(unit("u1", (1, 0), values="4-4"), segment="modes"), "axis")
    assert {name for order in did(done, "mode") for name in order["units"]} == {"g1", "g2"}
    strong = beside(unit("u1", (1, 0), values="9-30"), segment="modes")
    assert did(phase_of(strong, "axis"), "mode") == [], "hopeless"


def test_what_was_won_is_taken() -> None:
    """Who has to gain ground advances into what the enemy has left. [13.12.1]"""
    game = beside(unit("u1", (1, 0), "eng"), segment="assaults", mode="PA")
    rig(game, *[9] * 16)
    done = phase_of(game, "axis")
    assert did(done, "advance")
    assert at(1, 0) in (where(game, "g1"), where(game, "g2"))


def test_an_objective_near_the_enemy_is_not_left_alone() -> None:
    """Its best defender stays, the others go on; far from the enemy all do."""

    def stays(enemy: tuple[int, int]) -> list[str]:
        held = [{"hold": at(0, 0), "vp": 4}, {"hold": at(9, 0), "vp": 4}]
        game = position(
            unit("g1", (0, 0), values="4-6"), unit("g2", (0, 0), values="4-7"),
            unit("u1", enemy, values="4-20"), victory={"axis": held},
        )  # fmt: skip
        phase_of(game, "axis")
        return [name for name in ("g1", "g2") if where(game, name) == at(0, 0)]

    assert stays((0, -3)) == ["g2"]
    assert stays((0, -9)) == []


def bank(keeps: str, *units: dict[str, Any], **more: Any) -> Gs:
    """Engineers of the Axis at a bridge over a river, and what counts: for one side to take."""
    return position(
        unit("g1", (0, 0), "eng"), *units, water={"river": [((0, 0), (1, 0))]},
        roads={"primary": [[(q, 0) for q in range(-3, 4)]]},
        victory={keeps: [{"hold": at(-3, 0), "vp": 4}]}, **more,
    )  # fmt: skip


def test_who_keeps_ground_blows_a_bridge_before_the_enemy() -> None:
    """Not while he is far, nor with own units beyond, nor by who attacks. [17.3.2c]"""

    def blown(keeps: str, *units: dict[str, Any]) -> int:
        game = bank(keeps, *units, segment="demolition")
        return len(did(phase_of(game, "axis"), "demolish"))

    assert blown("allied", unit("u1", (3, 0))) == 1
    assert blown("allied", unit("u1", (8, 0))) == 0
    assert blown("allied", unit("u1", (3, 0)), unit("g2", (2, 0))) == 0
    assert blown("axis", unit("u1", (3, 0))) == 0


def test_who_gains_ground_mends_a_bridge() -> None:
    """Where a printed bridge is down, and nowhere else. [17.3.1]"""

    def mended(**more: Any) -> int:
        game = bank("axis", unit("u1", (8, 0)), segment="construction", **more)
        return len(did(phase_of(game, "axis"), "bridge"))

    assert mended(bridges={"down": [f"{at(0, 0)}-{at(1, 0)}"]}) == 1
    assert mended() == 0


# ---- concentration, reserves, exploitation


def test_tactical_assaults_come_from_one_hex_and_prepared_ones_from_several() -> None:
    """Two hexes join only if all have prepared it. [13.4.1]"""
    seat = GossSeat(beside(unit("u1", (1, 0), values="4-4"), segment="modes"), "axis")
    ways = battle.standing(seat, ("g1", "g2"))
    (prepared,) = battle.planned(seat, ways, prepared=True)
    assert {*prepared.posts} == {"g1", "g2"}
    (tactical,) = battle.planned(seat, ways)
    assert len({*tactical.posts.values()}) == 1


def test_who_is_a_step_away_prepares_and_goes_up() -> None:
    """PA mode is entered where PA movement leads next to an enemy. [5.2.1] [5.2.3]"""
    game = position(
        *(unit(f"g{n}", (-1, 0), values="9-6") for n in (1, 2)), unit("u1", (1, 0), values="2-2"),
        segment="modes", victory={"axis": [{"hold": at(1, 0), "vp": 4}]},
    )  # fmt: skip
    staff = Staff()
    while game.segment.kind != "pa-moves" or game.to_act != "axis":
        assert game.segment.kind not in ("designation", "assaults"), "nobody has moved"
        player = str(game.to_act)
        ask = game.decisions[0].ask
        action = (
            staff.choose(Seat(game, player)) if player == "axis" else ask.default or {"do": "end"}
        )
        game.play(player, action)
    game.play("axis", staff.choose(Seat(game, "axis")))
    assert game.board.adjacent(game.board.hex(where(game, "g1")), game.board.hex(at(1, 0)))


def test_battalions_behind_a_prepared_assault_are_its_reserve() -> None:
    """Of the same formation, and near; who keeps ground holds one back, too. [5.8.0] [13.8.2]"""

    def held(keeps: str, mode: str, *far: tuple[int, int]) -> list[str]:
        back = [unit(f"g{n}", h, formation="1 VG") for n, h in enumerate(far, 2)]
        game = position(
            unit("g1", (0, 0), formation="1 VG", mode=mode), *back, unit("u1", (1, 0)),
            segment="combat-reserves", victory={keeps: [{"hold": at(1, 0), "vp": 4}]},
        )  # fmt: skip
        done = did(phase_of(game, "axis"), "combat-reserve")
        return sorted(name for order in done for name in order["units"])

    assert held("axis", "PA", (-2, 0), (-3, 0)) == ["g2", "g3"]
    assert held("axis", "PA", (-5, 0)) == [], "too far"
    assert held("axis", "Tac", (-2, 0)) == [], "it goes forward instead"
    assert held("allied", "Tac", (-2, 0), (-2, 1)) == ["g2"]


def test_exploiting_armour_overruns_what_is_weak_and_nobody_else() -> None:
    """Where the dice are likely to let it succeed. [5.3.4b] [5.3.5-ga]"""

    def overrun(defence: str) -> int:
        game = position(
            unit("g1", (0, 0), "hybrid", "12-8", mode="Exploit"),
            unit("u1", (1, 0), "eng", defence),
            segment="active-moves", victory={"axis": [{"hold": at(5, 0), "vp": 4}]},
        )  # fmt: skip
        return len(did(phase_of(game, "axis"), "overrun"))

    assert overrun("1-1") == 1
    assert overrun("6-14") == 0


def test_corps_that_fight_are_supported_and_no_more_than_is_good_for_all() -> None:
    """Every corps above three costs all of them a point of ADV. [15.4.1]"""
    assert best_number([10, 10, 10, 10], 4) == 3
    assert best_number([10, 10, 10, 40], 6) == 4, "the fourth is worth it"
    assert best_number([30, 0, 0], 4) == 2, "who has nobody in contact waits"


def test_guns_follow_their_own_and_headquarters_stay_supplied() -> None:
    """Guns too far behind come out of battery, those in range go into it. [5.6.0]"""

    def stance(far: int, battery: bool) -> list[str]:
        game = position(
            unit("g1", (0, 0)), unit("g2", (-far, 0), "art", battery=battery), unit("u1", (1, 0)),
            segment="modes", victory={"axis": [{"hold": at(1, 0), "vp": 4}]},
        )  # fmt: skip
        return [order["stance"] for order in did(phase_of(game, "axis"), "battery")]

    assert stance(3, False) == ["IB"]
    assert stance(3, True) == []
    assert stance(9, True) == ["OoB"]


def test_an_assault_that_promises_nothing_any_more_is_called_off() -> None:
    """The enemy has come up in strength since it was meant. [12.2.0]"""

    def orders(defence: str) -> list[str]:
        game = beside(unit("u1", (1, 0), values=defence), segment="adjustment", mode="PA")
        seat = GossSeat(game, "axis")
        meant = {game.board.hex(at(1, 0)): ("g1", "g2")}
        return [action["hex"] for action in battle.called_off(seat, meant) if seat.may(action)]

    assert orders("2-2") == []
    assert orders("9-30") == sorted([at(0, 0), at(0, 1)])


def test_an_enemy_whom_it_does_not_see_is_thought_as_good_as_most() -> None:
    """Proficiency counts in both rolls: hidden stacks are not taken for poor ones. [13.8.1]"""
    game = beside(
        unit("u1", (1, 0), values="4-4", pr="6/8"), unit("u2", (7, 0), values="4-4", pr="6/6"),
        segment="modes",
    )  # fmt: skip
    seat = GossSeat(game, "axis")
    assert seat.usual == 7
    foe = seat.situation.foes[game.board.hex(at(1, 0))]
    force = ((seat.situation.pieces["g1"], seat.situation.pieces["g1"].hex),)
    known = Estimate(seat).modifier(foe, force, {""})
    seat.shown = {**seat.shown, foe.hex: []}
    assert Estimate(seat).modifier(foe, force, {""}) == known + 5


def test_a_bridge_is_built_where_the_way_leads_over_water_and_none_is_near() -> None:
    """Over a river, not a stream, towards the objective, and not beside a bridge. [17.3.1]"""

    def built(water: str, goal: int, roads: list[list[tuple[int, int]]]) -> int:
        game = position(
            unit("g1", (0, 0), "eng"), unit("u1", (8, 0)), segment="construction",
            water={water: [((0, q), (1, q)) for q in range(-3, 4)]}, roads={"primary": roads},
            victory={"axis": [{"hold": at(goal, 0), "vp": 4}]},
        )  # fmt: skip
        return len(did(phase_of(game, "axis"), "bridge"))

    assert built("river", 6, []) == 1
    assert built("stream", 6, []) == 0
    assert built("river", -6, []) == 0, "the other way"
    assert built("river", 6, [[(-1, 2), (0, 2), (1, 2), (2, 2)]]) == 0, "there is one"
