"""The second reading plays what follows a combat: advances and exploitation. [9.12g] [9.13]

0505 has around it, from the east: 0506, 0605, 0604, 0504, 0404, 0405. Ratings are equal and no
surprise comes of a seven, so that odds and dice give the result.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SITES
from tests.readings.ocs.clash import (
    QUIET,
    attack,
    drive,
    field_of,
    fighting,
    options,
    points,
    until,
)
from tests.systems.ocs.combat.aftermath import go
from tests.systems.ocs.field import at, end, move, rules, serial, told, unit, where

reading = pytest.mark.reading
LOSE, BACK = options(1), options(0)
WALL = dict.fromkeys(("0605", "0604", "0405", "0504"), "lake")
"""Of the ways out of 0505, those to 0404 and 0506 are left."""


def foot(strength: str | int, **more: Any) -> dict[str, Any]:
    return {"combat": f"{strength}:6 leg", "move": f"{strength}:6 leg", **more}


def results(game: Ocs) -> str:
    text: str = told(game, "combat")[-1]["result"]
    return text


def two(a: int, b: int) -> tuple[int, ...]:
    """No surprise, and these combat dice."""
    return (*QUIET, a, b)


# ---- advances


@reading("ocs", "9-46")
def test_attackers_advance_even_with_no_strength_and_bystanders_do_not() -> None:
    game = fighting(
        unit("a1", "0404", **foot(40)), unit("a2", "0404", **foot(0)), unit("a3", "0404"),
        unit("s1", "0505", **foot(8)),
    )  # fmt: skip
    until(game, "axis", attack("a1", "a2", lead="a1"), "advance after combat", *two(6, 6))
    assert rules(game, "axis", go("a1", "a2")) == []
    assert rules(game, "axis", go("a3")) == ["9.12g(A)"]


@reading("ocs", "9-47")
def test_after_a_loss_whoever_likes_advances_and_nobody_must() -> None:
    def won() -> Ocs:
        game = fighting(
            unit("a1", "0404", **foot(8)), unit("a2", "0404", **foot(8)),
            unit("a3", "0404", **foot(8)), unit("s1", "0505", **foot(8)),
        )  # fmt: skip
        until(game, "axis", attack("a1", "a2", "a3", lead="a1"), "advance after combat",
              *two(4, 4), option=LOSE)  # fmt: skip
        return game

    for names in ((), ("a2",), ("a2", "a3")):
        game = won()
        game.play("axis", go(*names))
        assert [where(game, n) == "0505" for n in ("a2", "a3")] == [
            n in names for n in ("a2", "a3")
        ]
    back = fighting(
        unit("a1", "0404", re=2, **foot(24)), unit("a9", "0202"), unit("s1", "0505", **foot(8))
    )
    asked = drive(back, "axis", attack("a1"), *two(4, 4), option=BACK)
    assert at(back, "s1").place == "dead"
    assert "advance after combat" not in {ask.name for ask in asked}


@reading("ocs", "9-48")
def test_an_advance_captures_what_was_defended() -> None:
    ports = [{"name": "Port", "hex": "0505", "side": "allied", "capacity": 2}]
    dumps = [{"side": "axis", "hex": "0303", "sp": 4}, {"side": "allied", "hex": "0505", "sp": 8}]
    game = fighting(
        unit("a1", "0404", **foot(40)), unit("s1", "0505", **foot(8)), ports=ports, dumps=dumps
    )
    withheld = {"do": "withhold"}
    drive(game, "axis", attack("a1"), *two(6, 6), 5, defence_supply=withheld,
          advance_after_combat=go("a1"))  # fmt: skip
    h = game.board.hex("0505")
    assert where(game, "a1") == "0505"
    assert {d.side: d.tokens for d in game.state[DUMPS].values() if d.hex == h} == {"axis": 16}
    assert game.state[SITES][h].port_owner == "axis"


@reading("ocs", "9-54")
def test_a_dump_bears_nothing_stays_and_keeps_its_owner_till_somebody_enters() -> None:
    dumps = [{"side": "axis", "hex": "0303", "sp": 4}, {"side": "allied", "hex": "0505", "sp": 8}]
    game = fighting(
        unit("a1", "0404", re=2, **foot(24)), unit("s1", "0505", **foot(4)),
        unit("s2", "0505", **foot(4)), dumps=dumps,
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(4, 4), option=[LOSE, BACK], advance_after_combat=go(),
          defence_supply={"do": "withhold"})  # fmt: skip
    assert told(game, "odds")[0]["defence"] == "4"
    assert sorted((d.side, d.tokens) for d in game.state[DUMPS].values()) == [
        ("allied", 32), ("axis", 14),
    ]  # fmt: skip
    assert at(game, "s1").place == "dead" or at(game, "s2").place == "dead"


# ---- exploitation


@reading("ocs", "9-49")
def test_those_with_the_rating_who_attacked_exploit_with_half_their_points() -> None:
    game = fighting(
        unit("a1", "0404", ar=4, **foot(15)),
        unit("a2", "0404", ar=3, **foot(15)),
        unit("a3", "0404", ar=2, **foot(10)),
        unit("a4", "0404", ar=5),
        unit("s1", "0505", **foot(8)),
    )
    drive(game, "axis", attack("a1", "a2", "a3", lead="a2"), *two(6, 6),
          advance_after_combat=go())  # fmt: skip
    assert results(game) == "Ae3 DL2o2DG"
    assert [at(game, f"a{i}").mode for i in (1, 2, 3, 4)] == [
        "exploit",
        "exploit",
        "combat",
        "combat",
    ]
    if game.segment.kind != "exploitation":  # type: ignore[attr-defined]
        end(game, "axis", until="exploitation")
    assert points(game, "a1") == 3
    assert rules(game, "axis", move("a1", to="0304")) == []
    assert rules(game, "axis", move("a3", to="0304")) == ["11.0a"]
    assert rules(game, "axis", move("a4", to="0304")) == ["11.0a"]


@reading("ocs", "9-50")
def test_a_dg_attacker_does_not_exploit_and_hinders_nobody() -> None:
    game = fighting(
        unit("a1", "0404", ar=5, mode="dg", up="combat", **foot(40)),
        unit("a2", "0404", ar=3, **foot(20)), unit("s1", "0505", **foot(8)),
    )  # fmt: skip
    drive(game, "axis", attack("a1", "a2", lead="a2"), *two(6, 6))
    assert results(game) == "Ae3 DL2o2DG"
    assert [at(game, n).mode for n in ("a1", "a2")] == ["dg", "exploit"]


@reading("ocs", "9-51")
def test_nobody_exploits_out_of_the_exploitation_phase() -> None:
    now = serial("exploitation-attack")
    game = field_of(
        "exploitation-attack", unit("a1", "0404", at={"released": now}, **foot(88)),
        unit("s1", "0505", re=6, **foot(8)),
    )  # fmt: skip
    drive(game, "axis", attack("a1"), *two(6, 6))
    assert results(game) == "Ae2 DL2o3DG"
    assert at(game, "a1").mode == "combat"
    assert at(game, "s1").lost >= 2


@reading("ocs", "9-52")
@pytest.mark.parametrize(
    ("hexes", "exploits"),
    [("0404", True), ("0404 0405", True), ("0404 0506", False), ("0404 0405 0506", False)],
)
def test_at_most_two_stacks_side_by_side_exploit(hexes: str, exploits: bool) -> None:
    starts = hexes.split()
    names = [f"a{i}" for i in range(len(starts))]
    units = [unit(n, h, **foot(60 // len(starts))) for n, h in zip(names, starts, strict=True)]
    game = fighting(*units, unit("s1", "0505", **foot(10)))
    drive(game, "axis", attack(*names, lead="a0"), *two(6, 6))
    assert "e3" in results(game)
    assert {at(game, n).mode == "exploit" for n in names} == {exploits}
