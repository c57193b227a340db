"""The staff of GOSS loses nobody to crowds, and leaves nothing empty that the enemy could take."""

from __future__ import annotations

from typing import Any

from grognard.players.staff.goss import battle
from grognard.players.staff.goss.dash import dash
from grognard.players.staff.goss.manoeuvre import Manoeuvre
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import UNITS
from tests.players.playing import phase_of
from tests.systems.goss.field import at, position, unit, where


def test_who_is_one_too_many_leaves() -> None:
    """Three battalions after a retreat: one goes, rather than be lost. [6.1.0] [6.7.0]"""
    held = {"allied": [{"hold": at(0, 0), "vp": 4}]}
    game = position(
        *(unit(f"u{n}", (0, 0)) for n in range(3)), unit("g1", (9, 0)),
        side="allied", victory=held, segment="moves",
    )  # fmt: skip
    phase_of(game, "allied")
    assert sum(where(game, f"u{n}") == at(0, 0) for n in range(3)) == 2


def test_no_more_go_up_for_an_assault_than_find_room() -> None:
    """The third battalion stays behind; another hex takes him. [5.2.3] [6.1.0]"""
    starts = [(-1, 0), (-1, 1), (0, -1)]
    game = position(
        *(unit(f"g{n}", h, mode="PA") for n, h in enumerate(starts)), unit("u1", (1, 0)),
        segment="pa-moves",
    )  # fmt: skip
    h = game.board.hex(at(0, 0))
    for action in battle.prepared_moves(GossSeat(game, "axis"), {f"g{n}": h for n in range(3)}):
        game.play("axis", action)
    assert sum(where(game, f"g{n}") == at(0, 0) for n in range(3)) == 2


def keeping(*units: dict[str, Any]) -> Gs:
    """A side that keeps a place on a road."""
    return position(
        *units, roads={"primary": [[(q, 0) for q in range(13)]]}, side="allied",
        victory={"axis": [{"hold": at(0, 0), "vp": 4}]},
    )  # fmt: skip


def test_who_keeps_a_place_does_not_leave_it_empty_for_an_assault() -> None:
    """However weak the enemy is; a second one may go."""

    def stay(*more: dict[str, Any]) -> list[str]:
        game = keeping(unit("u1", (0, 0), values="9-6"), unit("g1", (3, 0), values="1-1"), *more)
        phase_of(game, "allied")
        return [n for n in ("u1", "u2") if n in game.state[UNITS] and where(game, n) == at(0, 0)]

    assert stay() == ["u1"]
    assert len(stay(unit("u2", (0, 0), values="9-6"))) == 1


def test_who_keeps_a_place_does_not_march_off_to_another() -> None:
    """However much more that one counts. [7.10.0]"""
    game = position(
        unit("u1", (-8, 0), "motinf"), unit("g1", (9, 0)), segment="road-moves", side="allied",
        roads={"primary": [[(q, 0) for q in range(-9, 10)]]},
        victory={"axis": [{"hold": at(0, 0), "vp": 4}, {"hold": at(-8, 0), "vp": 1}]},
    )  # fmt: skip
    phase_of(game, "allied")
    assert where(game, "u1") == at(-8, 0)


def test_a_line_is_kept_before_the_enemy_stands_beside_it() -> None:
    """The way to what is kept is closed while he is some hexes off."""
    game = keeping(unit("u1", (0, 0)), unit("u2", (-1, 1)), unit("g1", (8, 0)))
    phase_of(game, "allied")
    board = game.board
    enemy, kept = board.hex(at(8, 0)), board.hex(at(0, 0))
    assert board.distance(board.hex(where(game, "u2")), enemy) < board.distance(kept, enemy)


def test_who_finds_no_room_comes_nearer_all_the_same() -> None:
    """Three companies of Flak fill the hex that he was to reach. [6.1.0]"""
    game = position(
        unit("g1", (0, 0), values="4-6-2"), *(unit(f"g{n}", (2, 0), "flak") for n in (2, 3, 4)),
        unit("u1", (9, 0), values="4-20"), victory={"axis": [{"hold": at(9, 0), "vp": 4}]},
    )  # fmt: skip
    phase_of(game, "axis")
    assert where(game, "g1") not in (at(0, 0), at(2, 0))


def test_flak_follows_its_own() -> None:
    """So that it does not stay on a road by which others come. [4.6.2]"""
    game = position(
        unit("g1", (0, 0), values="4-6"), unit("g2", (-8, 0), "flak"),
        unit("u1", (1, 0), values="4-20"),
        armies={"Army": {"side": "axis", "adv": 3, "pss": [at(-9, 0)]}},
        roads={"primary": [[(q, 0) for q in range(-9, 2)]]},
        victory={"axis": [{"hold": at(1, 0), "vp": 4}]},
    )  # fmt: skip
    phase_of(game, "axis")
    came = game.board.hex(where(game, "g2"))
    assert game.board.distance(came, game.board.hex(at(0, 0))) <= 6


def test_nobody_goes_where_he_could_not_be_supplied() -> None:
    """Neither on the way, nor to what lies open. [7.7.5]"""
    game = position(
        unit("g1", (0, 0), "motinf"), unit("u1", (1, -4)), segment="road-moves",
        roads={"primary": [[(q, 0) for q in range(-6, 11)]]},
        victory={"axis": [{"hold": at(9, 0), "vp": 4}]},
    )  # fmt: skip
    seat, board = GossSeat(game, "axis"), game.board
    start = board.hex(at(0, 0))
    seat.supplied = lambda _, h: board.distance(h, start) <= 5  # type: ignore[method-assign]
    assert board.distance(Manoeuvre(seat, dash).plan()["g1"], start) == 5


def test_what_only_the_enemy_gains_by_is_kept_from_the_start() -> None:
    """Nobody has been there yet: it is the defender's all the same, and the attacker's to take."""
    game = keeping(unit("u1", (5, 5)), unit("g1", (9, 0)))
    ours = {
        side: [g.ours for g in GossSeat(game, side).situation.goals] for side in ("axis", "allied")
    }
    assert ours == {"axis": [False], "allied": [True]}
