"""Out of supply: the level, what raises and lowers it, surrender. [10.2]"""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.pieces.values import attack_strength, defence_strength
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import SIDES
from grognard.systems.wb95.supply import supply
from tests.systems.wb95.course import go_to, owner, supply_phase
from tests.systems.wb95.field import MOVE_A, MOVE_B, at, field, rig, told, unit, where

NEAR, FAR = "0502", "0509"


def pocket(oos: int = 0, hex: str = FAR, **spec: object) -> Wb:
    """A German regiment, supplied from the west edge if it is near it, and a distant enemy."""
    one = unit("g1", hex, at={"oos": oos})
    return field(one, unit("s1", "0101"), supply={"german": [{"hex": "0501"}]}, **spec)


@pytest.mark.rule("wb95", "10.2.1")
@pytest.mark.rule("wb95", "2.2.P6a")
def test_a_unit_without_a_line_is_out_of_supply_at_level_one() -> None:
    game = pocket()
    supply_phase(game, "german")
    assert at(game, "g1").oos == 1
    assert told(game, "supply") == [
        {"side": "german", "hex": FAR, "level": 1, "was": 0, "unit": "g1"}
    ]


@pytest.mark.rule("wb95", "2.2.P6a")
def test_a_unit_with_a_line_is_left_alone() -> None:
    game = pocket(hex=NEAR)
    supply_phase(game, "german")
    assert at(game, "g1").oos == 0
    assert told(game, "supply") == []


@pytest.mark.rule("wb95", "10.2.1")
@pytest.mark.parametrize(("decay", "level"), [("off", 1), ("on", 2)])
def test_the_level_does_not_rise_by_itself_unless_the_option_says_so(
    decay: str, level: int
) -> None:
    game = pocket(1, options={"supply-decay": decay})
    supply_phase(game, "german")
    assert at(game, "g1").oos == level


@pytest.mark.rule("wb95", "10.2.2")
@pytest.mark.parametrize(("oos", "attack"), [(0, 5), (1, 3), (4, 3)])
def test_out_of_supply_halves_the_attack_and_not_the_defence(oos: int, attack: int) -> None:
    game = field(unit("g1", "0303", sp=5, at={"oos": oos}))
    assert attack_strength(game, "g1").total == attack
    assert defence_strength(game, "g1").total == 5


@pytest.mark.rule("wb95", "10.2.3")
def test_full_strength_can_be_bought() -> None:
    game = field(unit("g1", "0303", sp=5, at={"oos": 1}))
    assert attack_strength(game, "g1", full=True).total == 5


@pytest.mark.rule("wb95", "10.2.5")
def test_a_supplied_unit_has_no_level_to_raise() -> None:
    game = pocket(0)
    supply.raise_level(game, "g1", 1, "10.2.4")
    assert at(game, "g1").oos == 0
    assert told(game, "supply") == []


# ---- surrender


@pytest.mark.rule("wb95", "10.2.6")
@pytest.mark.rule("wb95", "2.2.P6b")
@pytest.mark.parametrize(
    ("level", "dice", "place"),
    [
        (3, (1, 1), "surrendered"),
        (3, (1, 2), "map"),
        (7, (3, 3), "surrendered"),
        (7, (3, 4), "map"),
        (12, (6, 6), "map"),
        (13, (6, 6), "surrendered"),
    ],
)
def test_a_unit_surrenders_if_its_level_exceeds_the_roll(
    level: int, dice: tuple[int, int], place: str
) -> None:
    game = pocket(level)
    rig(game, *dice)
    supply_phase(game, "german")
    assert at(game, "g1").place == place
    (test,) = told(game, "surrender test")
    assert test["roll"] == sum(dice)
    assert test["surrenders"] is (place == "surrendered")


@pytest.mark.rule("wb95", "10.2.6")
@pytest.mark.parametrize("level", [0, 1, 2])
def test_below_level_three_nobody_can_surrender(level: int) -> None:
    game = pocket(level)
    rig(game, 1, 1)
    supply_phase(game, "german")
    assert at(game, "g1").place == "map"
    assert told(game, "surrender test") == []


@pytest.mark.rule("wb95", "10.2.6")
def test_a_surrender_is_no_loss_in_combat() -> None:
    game = pocket(13)
    supply_phase(game, "german")
    assert where(game, "g1") == "surrendered"
    assert game.state[SIDES]["german"].lost == 0


@pytest.mark.rule("wb95", "10.2.6")
def test_only_the_side_whose_phase_it_is_tests() -> None:
    game = pocket(13)
    supply_phase(game, "soviet")
    assert where(game, "g1") == FAR


# ---- supply regained


@pytest.mark.rule("wb95", "10.2.7")
@pytest.mark.parametrize(("before", "after"), [(13, 9), (5, 1), (4, 0), (3, 0), (1, 0)])
def test_regained_supply_takes_off_four_levels(before: int, after: int) -> None:
    game = pocket(before, hex=NEAR)
    supply_phase(game, "german")
    assert at(game, "g1").oos == after
    assert told(game, "surrender test") == [], "a unit back in supply does not test"


@pytest.mark.rule("wb95", "10.2.8")
def test_at_level_zero_a_unit_has_its_full_strength_again() -> None:
    game = pocket(4, hex=NEAR)
    assert attack_strength(game, "g1").total == 2
    supply_phase(game, "german")
    assert at(game, "g1").oos == 0
    assert attack_strength(game, "g1").total == 4


@pytest.mark.rule("wb95", "10.2.8")
def test_a_level_left_over_still_halves() -> None:
    game = pocket(5, hex=NEAR)
    supply_phase(game, "german")
    assert attack_strength(game, "g1").total == 2


# ---- the order of the phase


@pytest.mark.rule("wb95", "2.2.P6b")
@pytest.mark.rule("wb95", "4.3.4")
def test_who_surrenders_controls_nothing() -> None:
    """Tests come before control: the pocket's own hex stays with the enemy."""
    game = pocket(13, control={"soviet": [FAR]})
    supply_phase(game, "german")
    assert owner(game, FAR) == "soviet"


@pytest.mark.rule("wb95", "2.2.P6d")
def test_headquarters_beside_a_big_river_are_noted_for_bridge_building() -> None:
    board = sketch(5, 5, sides=["0202-0203 big_river"])
    game = field(unit("ghq", "0202", "HQ"), unit("gh2", "0501", "HQ"), board=board)
    supply_phase(game, "german")
    assert at(game, "ghq").banked == game.serial
    assert at(game, "gh2").banked == -1


@pytest.mark.rule("wb95", "2.2.P6a")
def test_each_side_has_its_own_supply_phase() -> None:
    game = field(unit("g1", "0509"), unit("s1", "0101"))
    go_to(game, MOVE_B)
    assert (at(game, "g1").oos, at(game, "s1").oos) == (1, 0)
    go_to(game, MOVE_A, turn=2)
    assert (at(game, "g1").oos, at(game, "s1").oos) == (1, 1)


# ---- secrets and odds


def test_the_enemy_is_told_of_the_marker_but_not_of_a_hidden_counter() -> None:
    units = (unit("g1", FAR, at={"oos": 13}), unit("g2", FAR, at={"oos": 2}))
    game = field(*units, unit("s1", "0101"), options={"masking": "on"})
    rig(game, 6, 6)
    supply.raise_level(game, "g1", 1, "10.2.4")
    supply.raise_level(game, "g2", 1, "10.2.4")
    own, theirs = (
        [e for e in game.events_for(side) if e.kind == "supply"] for side in ("german", "soviet")
    )
    assert [e.facts.get("unit") for e in own] == ["g1", "g2"]
    assert [e.facts.get("unit") for e in theirs] == [None, "g2"], "g2 lies on top"
    assert "g1" not in str(theirs[0])
    assert theirs[0].facts["level"] == 14


def test_supply_is_worked_out_anew_after_every_change() -> None:
    game = pocket(hex=NEAR)
    assert supply.supplied(game, "german") == ("g1",)
    change = {"map": "units", "key": "g1", "set": {"hex": FAR}}
    game.edit([change], "for the test")
    assert supply.supplied(game, "german") == ()
    assert game.journal.lies() == []
    game.undo()
    assert supply.supplied(game, "german") == ("g1",)
