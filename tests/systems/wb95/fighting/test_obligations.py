"""Obligatory attacks: the book's examples, and the solver against brute force. [5.1.3] [5.1.4]"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.board.sketch import sketch
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.fighting.obligations import Contact, contact, must_be_attacked
from tests.systems.wb95.combat.battles import attack, front
from tests.systems.wb95.field import rig, rules, unit

rule = pytest.mark.rule
END = {"do": "end"}


@rule("wb95", "5.1.3")
@rule("wb95", "5.1.4")
def test_it_need_not_attack_the_one_that_holds_it():
    """wb95-ex-013: either duty may be done by or against somebody else."""
    game = front(
        unit("g1", "0403"), unit("s1", "0404"), unit("srg", "0303", "RG", 1), unit("g2", "0405")
    )
    # g1 may attack the resilience group, which has no zone, if g2 attacks s1
    assert rules(game, "german", attack("g1", "0303")) == []
    # but not if nobody is left for s1
    game = front(unit("g1", "0403"), unit("s1", "0404"), unit("srg", "0303", "RG", 1))
    assert rules(game, "german", attack("g1", "0303")) == ["5.1.4"]
    assert rules(game, "german", attack("g1", "0303 0404")) == []


def example_c():
    """Soviet A holds 1, 2 and 3; 2 and 3 are entrenched; Soviet B holds 1 too."""
    return front(
        unit("g1", "0304"),
        unit("g2", "0403"),
        unit("g3", "0504"),
        unit("sA", "0404"),
        unit("sB", "0204"),
        fortified=["0403", "0504"],
    )


@rule("wb95", "5.1.3")
@rule("wb95", "5.1.4")
@rule("wb95", "5.1.5")
def test_the_plans_of_example_c():
    """wb95-ex-015"""
    game = example_c()
    assert contact(game, "german").owing == (game.board.hex("0304"),)
    assert set(contact(game, "german").due) == {game.board.hex("0404"), game.board.hex("0204")}
    assert rules(game, "german", attack("g1", "0404 0204")) == []
    assert rules(game, "german", attack("g1", "0204")) == []
    assert rules(game, "german", attack("g1 g2", "0404 0204")) == ["5.1.2", "5.1.5"]
    # 1 with anybody against A alone leaves nobody for B
    assert rules(game, "german", attack("g1", "0404")) == ["5.1.4"]
    assert rules(game, "german", attack("g1 g2 g3", "0404")) == ["5.1.4"]


@rule("wb95", "5.1.4")
def test_all_three_plans_end_the_phase():
    game = example_c()
    rig(game, *[3, 4] * 8)
    game.play("german", attack("g1", "0204 0404"))
    while not game.at_checkpoint:
        ask = game.decisions[0].ask
        game.play(ask.player, ask.default or next(game.legal(ask.player)))
    assert rules(game, "german", END) == []


@rule("wb95", "5.1.3")
@pytest.mark.parametrize(
    "unable",
    [
        unit("g2", "0403", "ART", "5,3"),
        unit("g2", "0403", "HQ"),
        unit("g2", "0403", "AT", traits="towed"),
        unit("g2", "0403", "RG", 2),
    ],
)
def test_units_that_cannot_attack_neither_owe_nor_cause_one(unable):
    game = front(unable, unit("s1", "0404"))
    assert rules(game, "german", END) == []
    assert list(game.legal("german")) == [END]


@rule("wb95", "5.1.3")
def test_all_units_of_a_hex_must_attack():
    game = front(unit("g1", "0403"), unit("g2", "0403"), unit("s1", "0404"))
    assert rules(game, "german", attack("g1", "0404")) == ["5.1.3"]
    assert rules(game, "german", attack("g1 g2", "0404")) == []


@rule("wb95", "5.1.3")
@rule("wb95", "5.1.4")
def test_a_duty_that_nobody_can_do_is_excused():
    fought = {"fought": 3}
    game = front(unit("g1", "0403"), unit("s1", "0404", at=fought))
    assert rules(game, "german", END) == []
    game = front(unit("g1", "0403", at=fought), unit("s1", "0404", at={"owed": 3}))
    assert rules(game, "german", END) == []
    game = front(unit("g1", "0403"), unit("s1", "0404", at={"owed": 3}), fortified=["0403"])
    assert rules(game, "german", END) == ["5.1.4"]


@rule("wb95", "6.4.5")
def test_what_must_be_attacked_directly():
    game = example_c()
    board = game.board
    assert must_be_attacked(game, "german") == (board.hex("0204"), board.hex("0404"))
    # the last hex that a unit which must attack could attack, though nobody there holds anybody
    board = sketch(9, 9, terrain={"0403": "swamp"})
    game = front(
        unit("g1", "0403"),
        unit("sm", "0404", "ARM", at={"fought": 3}),
        unit("sf", "0304", "CAV", at={"fought": 3}),
        unit("srg", "0402", "RG", 1),
        board=board,
    )
    assert must_be_attacked(game, "german") == (board.hex("0402"),)


# --- Against brute force --------------------------------------------------------------------


def battles(seen: Contact):
    """Every battle of the position, as units and hexes."""
    from grognard.systems.wb95.combat.commitments import subsets

    for h, near in seen.near.items():
        for targets in subsets(near, 1):
            for units in subsets(seen.able[h], 1):
                yield frozenset(units), frozenset(targets)
    for target, hexes in seen.attackers.items():
        names = tuple(n for h in hexes for n in seen.able[h])
        for units in subsets(names, 2):
            yield frozenset(units), frozenset((target,))


def complete(seen: Contact, plans, units, hexes, must_fight, must_be_hit) -> bool:
    """Whether some set of battles meets every duty, each unit and each hex in one at most."""
    open_units, open_hexes = must_fight - units, must_be_hit - hexes
    if not open_units and not open_hexes:
        return True
    for attackers, targets in plans:
        if attackers & units or targets & hexes:
            continue
        wanted = {next(iter(sorted(open_units)))} if open_units else set()
        aimed = {min(open_hexes)} if open_hexes and not wanted else set()
        if (wanted and not wanted & attackers) or (aimed and not aimed & targets):
            continue
        if complete(seen, plans, units | attackers, hexes | targets, must_fight, must_be_hit):
            return True
    return False


CELLS = ("0303", "0304", "0402", "0403", "0404", "0503", "0504")
CELL = st.sampled_from(("", "", "g", "gg", "G", "s", "s", "S", "r"))


@rule("wb95", "5.1.3")
@rule("wb95", "5.1.4")
@rule("wb95", "5.1.5")
@rule("wb95", "5.1.1")
@settings(max_examples=60, deadline=None)
@given(st.tuples(*[CELL] * len(CELLS)))
def test_the_solver_agrees_with_brute_force(cells):
    """g, gg: Germans; G: entrenched; s, S: Soviets; r: a resilience group, without a zone."""
    units, works = [], []
    for label, cell in zip(CELLS, cells, strict=True):
        for i, letter in enumerate(cell):
            kind = {"type": "RG", "sp": 1} if letter == "r" else {}
            side = "g" if letter in "gG" else "s"
            units.append(unit(f"{side}{label}{i}", label, **kind))
        if cell == "G":
            works.append(label)
    if not units:
        return
    game = front(*units, fortified=works)
    seen = contact(game, "german")
    owing, due = obligations.unmet(game, "german")
    must_fight = frozenset(n for h in owing for n in seen.able[h])
    must_be_hit = frozenset(due)
    plans = list(battles(seen))
    none = frozenset()
    assert complete(seen, plans, none, none, must_fight, must_be_hit)
    for attackers, targets in plans[:: max(1, len(plans) // 40)]:
        possible = complete(seen, plans, attackers, targets, must_fight, must_be_hit)
        assert obligations.feasible(game, "german", attackers, targets) == possible
    listed = {
        (frozenset(a["units"]), frozenset(game.board.hex(t) for t in a["targets"]))
        for a in game.legal("german")
        if a["do"] == "attack"
    }
    if len(plans) <= 200:
        assert listed == {p for p in plans if obligations.feasible(game, "german", *p)}
