"""Control of hexes: at the start, by occupation, by zone of control. [4.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import NEUTRAL
from tests.systems.wb95.course import go_to, owner, supply_phase
from tests.systems.wb95.field import MOVE_B, field, rig, told, unit

EAST_WEST = {"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]}
ALL = [f"{row:02}{col:02}" for row in range(1, 10) for col in range(1, 10)]


def front(*units: dict[str, Any], of: str = "soviet", **spec: Any) -> Wb:
    """A field that one side controls altogether; both sides are supplied from their edges."""
    return field(*units, control={of: ALL}, **{"supply": EAST_WEST, **spec})


def road_for(*units: dict[str, Any], of: str = "soviet") -> Wb:
    """As above, but the Germans are supplied from 0505 itself, whoever controls the rest."""
    supply = {"german": [{"hq": "ghq"}], "soviet": [{"edge": "east"}]}
    return front(unit("ghq", "0505", "HQ"), *units, of=of, supply=supply)


# ---- at the start


@pytest.mark.rule("wb95", "4.3.1")
def test_at_the_start_a_hex_belongs_to_who_is_nearest() -> None:
    game = field(unit("g1", "0501"), unit("s1", "0509"))
    assert owner(game, "0501") == owner(game, "0504") == "german"
    assert owner(game, "0506") == owner(game, "0509") == "soviet"
    assert owner(game, "0505") == NEUTRAL, "four hexes from either"


@pytest.mark.rule("wb95", "4.3.1")
def test_the_scenario_may_say_otherwise() -> None:
    game = field(unit("g1", "0501"), unit("s1", "0509"), control={"soviet": ["0502"]})
    assert owner(game, "0502") == "soviet"
    assert owner(game, "0503") == "german"


# ---- by occupation


@pytest.mark.rule("wb95", "4.3.2")
@pytest.mark.rule("wb95", "2.2.P6c")
@pytest.mark.parametrize("kind", ["INF", "ART", "HQ"])
def test_a_unit_takes_the_hex_it_stands_in(kind: str) -> None:
    game = front(unit("g1", "0505", kind), unit("s1", "0909"))
    supply_phase(game, "german")
    assert owner(game, "0505") == "german"


@pytest.mark.rule("wb95", "4.3.2")
def test_it_takes_it_even_out_of_supply_and_in_an_enemy_zone() -> None:
    game = front(unit("g1", "0505"), unit("s1", "0506"), supply={})
    supply_phase(game, "german")
    assert owner(game, "0505") == "german"


@pytest.mark.rule("wb95", "4.3.2")
def test_it_takes_it_in_its_own_supply_phase_only() -> None:
    game = front(unit("g1", "0505"), unit("s1", "0909"))
    supply_phase(game, "soviet")
    assert owner(game, "0505") == "soviet"
    go_to(game, MOVE_B)
    assert owner(game, "0505") == "german"


# ---- by zone of control


@pytest.mark.rule("wb95", "4.3.3")
@pytest.mark.rule("wb95", "4.1.6")
@pytest.mark.rule("wb95", "2.2.P6c")
def test_a_supplied_unit_takes_the_hexes_of_its_zone() -> None:
    game = road_for(unit("g1", "0505"), unit("s1", "0909"))
    supply_phase(game, "german")
    board = game.board
    taken = {board.label(b) for b in board.around(board.hex("0505"))}
    assert {label for label in ALL if owner(game, label) == "german"} == {"0505", *taken}
    (event,) = told(game, "control")
    assert set(event["gained"]) == {"0505", *taken}
    assert event["contested"] == []


@pytest.mark.rule("wb95", "4.3.3")
@pytest.mark.parametrize("kind", ["HQ", "ART"])
def test_without_a_zone_nothing_around_is_taken(kind: str) -> None:
    game = road_for(unit("g1", "0505", kind), unit("s1", "0909"))
    supply_phase(game, "german")
    assert [label for label in ALL if owner(game, label) == "german"] == ["0505"]


@pytest.mark.rule("wb95", "4.3.3")
def test_a_zone_takes_no_hex_across_a_big_river() -> None:
    board = sketch(9, 9, sides=["0505-0506 big_river"])
    supply = {"german": [{"hex": "0505"}], "soviet": []}
    game = field(
        unit("g1", "0505"),
        unit("s1", "0909"),
        board=board,
        supply=supply,
        control={"soviet": [label for label in ALL if label != "0505"]},
    )
    supply_phase(game, "german")
    assert owner(game, "0504") == "german"
    assert owner(game, "0506") == "soviet"


@pytest.mark.rule("wb95", "4.3.5")
def test_an_unsupplied_unit_takes_nothing_around_it() -> None:
    game = front(unit("g1", "0505"), unit("s1", "0909"), supply={})
    supply_phase(game, "german")
    assert [label for label in ALL if owner(game, label) == "german"] == ["0505"]


@pytest.mark.rule("wb95", "4.3.5")
def test_a_unit_that_has_its_line_again_is_supplied() -> None:
    game = road_for(unit("g1", "0505", at={"oos": 9}), unit("s1", "0909"))
    supply_phase(game, "german")
    assert owner(game, "0506") == "german"


@pytest.mark.rule("wb95", "4.3.3")
def test_a_zone_takes_no_hex_an_enemy_stands_in() -> None:
    game = road_for(unit("g1", "0505"), unit("shq", "0506", "HQ"), unit("s1", "0909"))
    supply_phase(game, "german")
    assert owner(game, "0506") == "soviet"
    assert owner(game, "0504") == "german"


# ---- surrendered and contested


@pytest.mark.rule("wb95", "4.3.4")
def test_a_unit_that_surrenders_in_this_phase_takes_nothing() -> None:
    game = front(unit("g1", "0505", at={"oos": 9}), unit("s1", "0909"), supply={})
    rig(game, 1, 1)
    supply_phase(game, "german")
    assert owner(game, "0505") == "soviet"


@pytest.mark.rule("wb95", "4.3.4")
def test_nor_does_it_contest_anything() -> None:
    """0505 surrenders; the hex between it and the supplied enemy keeps its owner."""
    units = (unit("g1", "0505", at={"oos": 9}), unit("s1", "0507"))
    game = front(*units, of="soviet", supply={"soviet": [{"edge": "east"}]})
    rig(game, 1, 1)
    supply_phase(game, "german")
    assert owner(game, "0506") == "soviet"


@pytest.mark.rule("wb95", "4.3.6")
@pytest.mark.parametrize("of", ["german", "soviet"])
@pytest.mark.parametrize("phasing", ["german", "soviet"])
def test_an_empty_hex_in_the_zones_of_both_is_nobodys(of: str, phasing: str) -> None:
    supply = {"german": [{"hex": "0505"}], "soviet": [{"hex": "0507"}]}
    game = front(unit("g1", "0505"), unit("s1", "0507"), of=of, supply=supply)
    supply_phase(game, phasing)
    assert owner(game, "0506") == NEUTRAL
    assert "0506" in told(game, "control")[0]["contested"]


@pytest.mark.rule("wb95", "4.3.6")
def test_an_enemy_out_of_supply_denies_control_all_the_same() -> None:
    game = road_for(unit("g1", "0505"), unit("s1", "0507", at={"oos": 3}), of="german")
    supply_phase(game, "german")
    assert owner(game, "0506") == NEUTRAL
    assert owner(game, "0504") == "german"
