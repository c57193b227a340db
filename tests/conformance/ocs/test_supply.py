"""The rulebook's examples of supply: draws, throws, fuel, food, internal stocks. [12.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import combat_supply
from grognard.systems.ocs.supply import dumps, fuel, internals, paying, supply_paths, supply_phase
from grognard.systems.ocs.turn.phases import ATTACK, MOVEMENT, REACTION, SUPPLY
from grognard.systems.ocs.units import EXHAUSTED, LOW
from tests.systems.ocs.field import at, end, field, move, rules, unit

rule = pytest.mark.rule


def line(**more: Any) -> Any:
    return sketch(1, 30, **more)


def dump(hex: str, tokens: int, side: str = "axis") -> dict[str, Any]:
    return {"side": side, "hex": hex, "tokens": tokens}


@rule("ocs", "12.3a")
@rule("ocs", "12.4")
@rule("ocs", "12.10a")
@rule("ocs", "12.10b")
def test_ocs_ex_024_two_attackers_across_the_river_use_their_own_stocks() -> None:
    """two of three cannot draw, one pays 1T; a defender of more than 1 RE pays 2T."""
    far = [unit("a1", "0105"), unit("a2", "0105")]
    lakes = {f"02{c:02d}": "lake" for c in range(1, 10)} | {f"01{c:02d}": "lake" for c in (3, 4)}
    lakes |= {"0106": "lake", "0107": "lake"}
    near, foes = unit("a3", "0304"), [unit("s1", "0205", re=2)]
    lakes.pop("0205")
    game = field(
        *far, near, *foes, board=sketch(4, 10, terrain=lakes), segment=ATTACK,
        dumps=[dump("0302", 4), dump("0207", 4, "allied")],
    )  # fmt: skip
    bill = combat_supply.attack_bill(game, "axis", ("a1", "a2", "a3"))
    assert isinstance(bill, combat_supply.Bill)
    assert sum(tokens for _, tokens in bill.payment) == 1
    assert sorted(bill.internals) == ["a1", "a2"]
    combat_supply.settle(game, "axis", bill, paying.ATTACK, "9.5b")
    assert [at(game, n).internals for n in ("a1", "a2", "a3")] == [LOW, LOW, 0]
    assert combat_supply.defence_price(game, ("s1",)) == 2


@rule("ocs", "12.3a")
@rule("ocs", "12.3b")
@rule("ocs", "12.3c")
@rule("ocs", "12.6a(2)")
def test_ocs_ex_057_two_headquarters_at_full_stretch() -> None:
    """In its arithmetic: adjacency at both ends of draws and throws."""
    rail = "-".join(f"01{c:02d}" for c in range(1, 11)) + " rail"
    panzer = unit("a57", "0110", "hq", throw="8 truck/4 truck")
    second = unit("a13", "0114", "hq", throw="5 truck/3 truck")
    division = unit("a9", "0119", re=3)
    game = field(
        panzer, second, division, board=line(links=[rail]),
        sources=[{"side": "axis", "hex": "0101"}], dumps=[dump("0120", 8)],
    )  # fmt: skip
    sources = supply_paths.sources(game, "axis").hexes
    assert sources[game.board.hex("0110")] == "detrainable hex"  # by the HQ that stands there
    ways = supply_paths.possible(game, "a9")
    assert sorted(way.via for way in ways) == ["a13", "a57"]  # both reach the hex beside it
    drawn = paying.sources(game, "axis", game.board.hex("0114"), paying.ATTACK, ("a13",))
    assert [(game.board.label(s.hex), s.cost) for s in drawn] == [("0120", 60)]


def _reaction() -> Any:
    """Five assault gun battalions near a headquarters, and what is left of a panzer division."""
    guns = [
        unit(f"a{n}", "0110", "armor", size="battalion", mode="reserve", up="combat")
        for n in range(1, 6)
    ]
    panzer = unit("a6", "0110", "armor", formation="1 Pz", size="battalion", mode="reserve",
                  up="combat")  # fmt: skip
    foot = unit("a7", "0110", formation="1 Pz", combat="6:3 leg", move="3:12 truck",
                mode="reserve", up="combat")  # fmt: skip
    pieces = [*guns, panzer, foot, unit("ahq", "0107", "hq"), unit("ahq2", "0108", "hq")]
    game = field(
        *pieces, unit("s1", "0130"), board=line(), fuelled=False, segment=REACTION,
        player="allied", first="allied", dumps=[dump("0105", 12)],
        sources=[{"side": "axis", "hex": "0105"}],
    )  # fmt: skip
    game.play("axis", {"do": "release", "units": NAMES})
    game.play("axis", {"do": "fuel", "hq": "ahq"})
    game.play("axis", {"do": "fuel", "units": ["a6"]})
    return game


NAMES = [f"a{n}" for n in range(1, 8)]


@rule("ocs", "12.5a")
@rule("ocs", "12.5c(B)")
@rule("ocs", "12.5c(C)")
def test_ocs_ex_058_fuel_for_assault_guns_and_a_mauled_panzer_division() -> None:
    """1 SP and 1T are 5T, and the infantry walks; a token for each and 1 SP were 9T."""
    game = _reaction()
    assert 12 - dumps.stock(game, "axis") == 5
    assert all(fuel.fuelled(game, name) for name in NAMES)
    assert not rules(game, "axis", move("a7", to="0111"))
    tokens = {"do": "fuel", "units": NAMES[:5]}
    assert rules(game, "axis", tokens) == []


@rule("ocs", "12.5c(C)")
@rule("ocs", "12.5d")
@rule("ocs", "12.5e")
def test_ocs_ex_059_the_fuel_of_the_headquarters_lasts_through_the_own_turn() -> None:
    """Not so that of the panzer battalion, which pays again; the infantry still walks."""
    game = _reaction()
    end(game, "axis", MOVEMENT)
    free = [n for n in (*NAMES, "ahq", "ahq2") if fuel.fuelled(game, n)]
    assert free == ["a1", "a2", "a3", "a4", "a5", "a7", "ahq", "ahq2"]
    assert rules(game, "axis", move("a6", to="0111")) == ["12.5a"]


@rule("ocs", "12.6c")
def test_ocs_ex_060_six_and_a_half_regiments_eat_four_tokens() -> None:
    pieces = [unit("a1", "0120", re=3), unit("a2", "0120", re=3),
              unit("a3", "0120", size="battalion")]  # fmt: skip
    game = field(*pieces, board=line(), segment=SUPPLY, dumps=[dump("0120", 6)])
    assert supply_phase.meal(game, ["a1", "a2", "a3"]) == 4


@rule("ocs", "12.10g")
@rule("ocs", "12.4")
def test_ocs_ex_061_one_token_for_one_of_three_defenders() -> None:
    """the other two use internal stocks."""
    pieces = [unit(f"s{n}", "0110") for n in range(1, 4)]
    game = field(*pieces, board=line(), segment=ATTACK, dumps=[dump("0112", 1, "allied")])
    bill = combat_supply.defence_bill(game, "allied", ("s1", "s2", "s3"))
    assert isinstance(bill, combat_supply.Bill)
    assert sum(tokens for _, tokens in bill.payment) == 1
    assert len(bill.internals) == 2
    assert not bill.unpaid


@rule("ocs", "12.10e(A)")
def test_ocs_ex_090_battalions_and_regiments_recover_a_level_for_two_tokens() -> None:
    for more in ({"size": "battalion"}, {"size": "regiment"}):
        game = field(
            unit("a1", "0110", at={"internals": EXHAUSTED}, **more), board=line(), segment=SUPPLY,
            dumps=[dump("0110", 8)],
        )  # fmt: skip
        assert internals.price(game, "a1") == 2
        game.play("axis", {"do": "recover", "unit": "a1"})
        assert (at(game, "a1").internals, dumps.stock(game, "axis")) == (LOW, 6)
