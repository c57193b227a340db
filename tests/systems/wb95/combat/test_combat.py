"""Declaring an attack, carrying it out, and what it leaves behind. [5.0] [5.1] [5.2]"""

from __future__ import annotations

import random
from itertools import islice

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import canonical
from grognard.engine.refusal import Refused
from tests.systems.wb95.combat.battles import attack, front
from tests.systems.wb95.field import ATTACK_A, MOVE_A, at, field, rig, rules, told, unit

rule = pytest.mark.rule


def finish(game) -> None:
    """Answer whatever is asked with its default until nothing is under way."""
    while not game.at_checkpoint:
        ask = game.decisions[0].ask
        answer = ask.default if ask.default is not None else next(game.legal(ask.player))
        game.play(ask.player, answer)


def fight(game, action, *faces: int, player: str = "german"):
    """Carry an attack out with rigged dice and default answers."""
    rig(game, *faces)
    game.play(player, action)
    finish(game)


# --- Who attacks whom -----------------------------------------------------------------------


@rule("wb95", "5.0")
@rule("wb95", "2.2.P4")
def test_attacks_belong_to_the_combat_phase():
    units = (unit("g1", "0403"), unit("s1", "0404"))
    assert rules(field(*units, phase=MOVE_A), "german", attack("g1", "0404")) == ["2.2.P3"]
    assert rules(front(*units), "german", attack("g1", "0404")) == []
    assert rules(front(*units), "soviet", attack("s1", "0403")) == ["turn"]


@rule("wb95", "5.2.1a")
@pytest.mark.parametrize(
    "action",
    [
        attack("", "0404"),
        attack("g1", ""),
        attack("g1 g1", "0404"),
        attack("g1", "0404 0404"),
        attack("nobody", "0404"),
        attack("s1", "0404"),
        attack("g2", "0404"),
        attack("g1", "0403"),
        attack("g1", "0304"),
    ],
)
def test_an_attack_names_own_units_on_the_map_and_hexes_with_enemies(action):
    game = front(unit("g1", "0403"), unit("g2", None), unit("s1", "0404"))
    assert set(rules(game, "german", action)) == {"5.2.1a"}


def test_an_attack_on_a_hex_off_the_map_cannot_be_read():
    game = front(unit("g1", "0403"), unit("s1", "0404"))
    assert rules(game, "german", attack("g1", "9999")) == ["form"]


@rule("wb95", "5.1.2")
def test_only_adjacent_hexes_are_attacked():
    game = front(unit("g1", "0403"), unit("s1", "0405"))
    assert rules(game, "german", attack("g1", "0405")) == ["5.1.2"]


@rule("wb95", "5.1.2")
@pytest.mark.parametrize("other", [unit("g2", "0403", "HQ"), unit("g2", "0403", "RG", 2)])
def test_only_regular_units_attack(other):
    game = front(unit("g1", "0403"), other, unit("s1", "0404"))
    assert rules(game, "german", attack("g1 g2", "0404")) == ["5.1.2"]


@rule("wb95", "5.1.10")
@pytest.mark.parametrize(
    "towed",
    [
        unit("g2", "0403", "ART", "5,3"),
        unit("g2", "0403", "AT", traits="towed"),
        unit("g2", "0403", "AA", traits="towed"),
    ],
)
def test_towed_units_do_not_attack(towed):
    game = front(unit("g1", "0403"), towed, unit("s1", "0404"))
    assert rules(game, "german", attack("g1 g2", "0404")) == ["5.1.10"]


@rule("wb95", "5.1.5")
def test_one_side_of_a_combat_is_in_one_hex():
    game = front(
        unit("g1", "0403"),
        unit("g2", "0303"),
        unit("s1", "0304"),
        unit("s2", "0404"),
        unit("g3", "0305"),
        fortified=["german"],
    )
    assert rules(game, "german", attack("g1", "0304 0404")) == []
    assert rules(game, "german", attack("g1 g2", "0304")) == []
    assert rules(game, "german", attack("g1 g3", "0304 0404")) == ["5.1.5"]


@rule("wb95", "5.1.1")
def test_a_unit_attacks_once_in_a_combat_phase():
    game = front(unit("g1", "0403", sp=4, at={"fought": 3}), unit("g2", "0403"), unit("s1", "0404"))
    assert rules(game, "german", attack("g1", "0404")) == ["5.1.1"]
    assert rules(game, "german", attack("g2", "0404")) == []


@rule("wb95", "5.1.1")
def test_a_hex_is_attacked_once_in_a_combat_phase():
    game = front(unit("g1", "0403"), unit("s1", "0404", at={"fought": 3}))
    assert rules(game, "german", attack("g1", "0404")) == ["5.1.1"]
    game = front(unit("g1", "0403"), unit("s1", "0404", at={"fought": 3}), turn=2)
    assert rules(game, "german", attack("g1", "0404")) == []


@rule("wb95", "5.1.1")
@rule("wb95", "6.1.4")
def test_both_sides_have_fought_and_their_guns_have_fired():
    game = front(
        unit("g1", "0403"),
        unit("gun", "0402", "ART", "5,3"),
        unit("s1", "0404"),
        unit("sgun", "0406", "ART", "5,3"),
    )
    rig(game, 3, 4)
    game.play("german", attack("g1", "0404", guns=["gun"]))
    game.play("soviet", {"do": "defend", "guns": ["sgun"]})
    now = game.serial
    assert (at(game, "g1").fought, at(game, "s1").fought) == (now, now)
    assert (at(game, "gun").fired, at(game, "sgun").fired) == (now, now)


@rule("wb95", "6.4.5")
def test_a_hex_fired_at_from_a_distance_is_not_attacked_directly():
    game = front(unit("g1", "0403"), unit("s1", "0404", at={"shelled": 3}))
    assert rules(game, "german", attack("g1", "0404")) == ["6.4.5"]


# --- The procedure --------------------------------------------------------------------------


@rule("wb95", "5.2.1b")
def test_the_defender_is_asked_only_if_he_has_something_to_commit():
    units = (unit("g1", "0403"), unit("s1", "0404"))
    game = front(*units)
    game.play("german", attack("g1", "0404"))
    assert told(game, "combat")
    game = front(*units, unit("sgun", "0406", "ART", "5,3"))
    game.play("german", attack("g1", "0404"))
    assert (game.to_act, game.decisions[0].ask.name) == ("soviet", "defend")
    assert not told(game, "combat")


@rule("wb95", "5.2.1b")
def test_everything_the_defender_may_answer_is_legal_and_listed_once():
    game = front(
        unit("g1", "0403"),
        unit("s1", "0404", stars="blue:1"),
        unit("sgun", "0406", "ART", "5,3"),
        unit("sfu", "0404", "FU"),
        fortified=["0404"],
    )
    game.play("german", attack("g1", "0404"))
    answers = list(game.legal("soviet"))
    assert len({canonical(a) for a in answers}) == len(answers) == 8
    assert all(game.why("soviet", a) == [] for a in answers)
    rng = random.Random(1)
    drawn = {canonical(game.sample("soviet", rng)) for _ in range(200)}
    assert drawn == {canonical(a) for a in answers}


def test_a_standing_answer_commits_everything():
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("sgun", "0406", "ART", "5,3"))
    game.instruct("soviet", {"defend": "commit everything"})
    rig(game, 3, 4)
    game.play("german", attack("g1", "0404"))
    assert told(game, "reckoning")[0]["defence"]["total"] == 7


@rule("wb95", "5.2.1e")
@rule("wb95", "1.8")
def test_two_dice_are_rolled_and_read_in_the_column():
    game = front(unit("g1", "0403", sp=8), unit("s1", "0404", sp=4))
    rig(game, 2, 5)
    game.play("german", attack("g1", "0404"))
    facts = told(game, "combat")[0]
    assert (facts["column"], facts["roll"], facts["modified"]) == ("2:1", 7, 7)
    assert (facts["attacker_result"], facts["defender_result"]) == ("-", "D1")
    event = next(e for e in game.events if e.kind == "combat")
    assert event.dice == (2, 5)
    assert event.outcome


@rule("wb95", "5.2.1e")
def test_odds_are_exact():
    from fractions import Fraction

    game = front(unit("g1", "0403", sp=8), unit("s1", "0404", sp=4))
    odds = game.odds(attack("g1", "0404"), "german")
    assert sum(o.probability for o in odds.outcomes) == 1
    assert odds.chance(lambda f: f.get("roll") == 7) == Fraction(6, 36)
    assert odds.reckoning["column"] == "2:1"


@rule("wb95", "10.2.3")
def test_full_strength_raises_the_level_at_once():
    game = front(
        unit("g1", "0403", at={"oos": 1}), unit("s1", "0404"), unit("sgun", "0406", "ART", "5,3")
    )
    game.play("german", attack("g1", "0404", full=["g1"]))
    assert at(game, "g1").oos == 2  # before the defender has answered


@rule("wb95", "10.2.3")
def test_full_strength_is_bought_only_for_attackers_out_of_supply():
    game = front(
        unit("g1", "0403"),
        unit("g2", "0401", at={"oos": 1}),
        unit("gun", "0402", "ART", "5,3", at={"oos": 1}),
        unit("s1", "0404"),
    )
    for name in ("g1", "g2", "gun"):
        assert rules(game, "german", attack("g1", "0404", full=[name])) == ["10.2.3"]
    assert rules(game, "german", attack("g1", "0404", guns=["gun"], full=["gun"])) == []


@rule("wb95", "16.1.3")
def test_stacks_that_fight_lie_open():
    game = front(
        unit("g1", "0403"),
        unit("g2", "0403"),
        unit("s1", "0404"),
        unit("sgun", "0406", "ART", "5,3"),
        unit("s2", "0406"),
        unit("s3", "0407"),
        fortified=["0403"],
        options={"masking": "on"},
    )
    game.play("german", attack("g1", "0404"))
    assert at(game, "s1").revealed == at(game, "g2").revealed == game.serial
    assert at(game, "s2").revealed == -1
    rig(game, 3, 4)
    game.play("soviet", {"do": "defend", "guns": ["sgun"]})
    assert at(game, "s2").revealed == game.serial
    assert at(game, "s3").revealed == -1


# --- Lists ----------------------------------------------------------------------------------


def test_legal_attacks_are_exactly_those_that_check_accepts():
    game = front(
        unit("g1", "0403", stars="blue:1"),
        unit("g2", "0403"),
        unit("g3", "0305"),
        unit("gun", "0402", "ART", "5,3"),
        unit("s1", "0404"),
        unit("s2", "0304"),
        fortified=["0403", "0305"],
    )
    listed = [a for a in game.legal("german") if a["do"] == "attack"]
    known = {canonical(a) for a in listed}
    assert len(known) == len(listed)
    assert all(game.why("german", a) == [] for a in listed)
    # g1, g2 in one hex against one or both hexes; with g3 against either; g3 alone against 3 sets
    pairs = {(tuple(a["units"]), tuple(a["targets"])) for a in listed}
    assert len(pairs) == 3 * 3 + 3 * 2 + 3
    # with or without the gun, and g1's star where g1 attacks
    assert len(listed) == 2 * (len(pairs) + sum("g1" in units for units, _ in pairs))


def test_sampled_attacks_are_legal():
    game = front(
        unit("g1", "0403"),
        unit("g2", "0403"),
        unit("g3", "0305"),
        unit("gun", "0402", "ART", "5,3"),
        unit("s1", "0404"),
        unit("s2", "0304"),
    )
    rng = random.Random(3)
    for _ in range(100):
        action = game.sample("german", rng)
        assert action is not None
        assert game.why("german", action) == []


def test_the_list_is_lazy():
    board = sketch(9, 9)
    around = ("0304", "0305", "0405", "0505", "0504", "0403")
    attackers = [unit(f"g{h}{i}", h, cel=1) for h in around for i in range(8)]
    game = front(*attackers, unit("s1", "0404"), board=board)
    assert len(list(game.legal("german"))) == 1  # all of them must attack, so all attack together
    assert game.sample("german", random.Random(1)) in list(game.legal("german"))
    game = front(*attackers, unit("s1", "0404"), board=board, fortified=["german"])
    assert len(list(islice(game.legal("german"), 500))) == 500


@rule("wb95", "5.1.6")
@rule("wb95", "5.1.7")
@rule("wb95", "2.2.P4")
def test_the_attacker_chooses_the_order_and_ends_when_duty_is_done():
    game = front(
        unit("g1", "0203"),
        unit("s1", "0204"),
        unit("g2", "0603"),
        unit("s2", "0604"),
        unit("g3", "0803"),
        unit("s3", "0804"),
        fortified=["0803"],
    )
    assert rules(game, "german", {"do": "end"}) == ["5.1.3", "5.1.4"]
    for first in ("g1", "g2", "g3"):
        target = {"g1": "0204", "g2": "0604", "g3": "0804"}[first]
        assert rules(game, "german", attack(first, target)) == []
    fight(game, attack("g2", "0604"), 3, 4)
    with pytest.raises(Refused, match="g1"):
        game.play("german", {"do": "end"})
    fight(game, attack("g1", "0204"), 3, 4)
    assert game.segment.number == ATTACK_A
    assert rules(game, "german", {"do": "end"}) == []  # g3 may attack, but need not
    assert rules(game, "german", attack("g3", "0804")) == []


@rule("wb95", "16.1.3")
@pytest.mark.parametrize(("masking", "undone"), [("off", True), ("on", False)])
def test_a_declaration_that_opened_closed_stacks_cannot_be_taken_back(masking, undone):
    game = front(
        unit("g1", "0403"),
        unit("s1", "0404"),
        unit("s2", "0404"),
        unit("sgun", "0406", "ART", "5,3"),
        options={"masking": masking},
    )
    game.play("german", attack("g1", "0404"))
    assert game.to_act == "soviet"
    if undone:
        game.undo("german")
        assert game.at_checkpoint
    else:
        with pytest.raises(Refused, match="revealed"):
            game.undo("german")
