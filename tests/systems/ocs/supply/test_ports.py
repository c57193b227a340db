"""Ports: capacity, damage, repair, trace supply. [19.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, SITES
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn.phases import EXPLOITATION, phase_start
from tests.systems.ocs.field import at, end, move, play, rules, told, unit
from tests.systems.ocs.naval.sea import port, ship, waters

rule = pytest.mark.rule


def quay(*items: dict[str, Any], sp: int = 2, side: str = "axis", **spec: Any) -> Ocs:
    """A port in 0404, and enemies far off."""
    more = {key: spec.pop(key) for key in ("tokens", "track", "hits", "source_for") if key in spec}
    return waters(*items, unit("s99", "0809"), ports=[port("0404", side, sp, **more)], **spec)


def here(game: Ocs) -> int:
    return game.board.hex("0404")


@rule("ocs", "19.0")
@rule("ocs", "4.4c")
@rule("ocs", "9.14h")
def test_only_attack_capable_enemies_enter_a_port_and_take_it() -> None:
    game = quay(unit("a1", "0504"), unit("a2", "0504", "artillery"), side="allied")
    assert rules(game, "axis", move("a2", to="0404")) == ["4.4c"]
    play(game, "axis", move("a1", to="0404"))
    assert ports.owner(game, here(game)) == "axis"
    assert ports.available(game, here(game), "axis") == 8  # of use at once


@rule("ocs", "19.0a")
def test_capacity_is_for_loading_and_unloading_together_in_a_phase() -> None:
    game = quay(unit("a1", "0404"))
    h = here(game)
    assert (ports.capacity(game, h), ports.available(game, h, "axis")) == (8, 8)
    ports.handle(game, h, "axis", 5)
    assert ports.available(game, h, "axis") == 3
    assert ports.handling(game, h, "axis", 4).rule == "19.0a"  # type: ignore[union-attr]
    assert ports.handling(game, h, "axis", 3) is None
    before = phase_start(game)
    end(game, "axis")
    assert phase_start(game) > before
    assert ports.available(game, h, "axis") == 8  # another phase


@rule("ocs", "19.0a")
def test_one_unit_too_large_may_have_the_whole_port() -> None:
    game = quay(unit("a1", "0404", "mech"), sp=0, tokens=2)
    h = here(game)
    assert ports.handling(game, h, "axis", 4).rule == "19.0a"  # type: ignore[union-attr]
    assert ports.handling(game, h, "axis", 4, single=True) is None
    ports.handle(game, h, "axis", 4)
    assert ports.available(game, h, "axis") == 0
    used = quay(unit("a1", "0404", "mech"), sp=0, tokens=2)
    ports.handle(used, h, "axis", 1)
    assert ports.handling(used, h, "axis", 4, single=True) is not None  # all or nothing else
    dead = quay(unit("a1", "0404", "mech"), sp=0)
    assert ports.handling(dead, h, "axis", 4, single=True) is not None  # nought handles nothing


@rule("ocs", "19.0a")
@rule("ocs", "4.5a(F)")
@rule("ocs", "4.5a(G)")
def test_enemy_zones_shut_a_port_and_friends_open_it_but_not_for_sea_cap() -> None:
    game = quay(unit("s1", "0505"))
    h = here(game)
    assert ports.available(game, h, "axis") == 0
    guarded = quay(unit("s1", "0505"), unit("a1", "0404"))
    assert ports.available(guarded, h, "axis") == 8
    assert ports.available(guarded, h, "axis", zones.SEA_CARGO) == 0
    assert ports.available(guarded, h, "axis", zones.PORT_TRACE, ("a1",)) == 0  # if he leaves
    ports.handle(guarded, h, "axis", 1)
    assert zones.locked(guarded, "a1")  # who negates must stay [4.5b]
    harmless = quay(unit("s1", "0505", mode="move"))
    assert ports.available(harmless, h, "axis") == 8


@rule("ocs", "19.0a")
def test_the_way_from_the_port_to_the_sea_does_not_matter() -> None:
    game = quay(ship("s1", "0304"), ship("s2", "0305"), unit("s3", "0403", mode="move"))
    assert ports.available(game, here(game), "axis") == 8


@rule("ocs", "19.0b")
@pytest.mark.parametrize(("hits", "tokens"), [(0, 8), (1, 6), (2, 5), (3, 3), (4, 2)])
def test_hits_take_a_fifth_each_to_the_nearest_token(hits: int, tokens: int) -> None:
    """2 SP: 8, 6.4, 4.8, 3.2, 1.6 tokens."""
    assert ports.capacity(quay(hits=hits), here(quay())) == tokens


@rule("ocs", "19.0b")
@rule("ocs", "10.0c(B)")
def test_never_more_than_four_hits_and_a_track_of_its_own_goes_before() -> None:
    game = quay(hits=3)
    assert ports.hit(game, here(game), 2) == 1
    assert stacks.site_at(game, here(game)).hits == 4
    assert ports.hit(game, here(game), 1) == 0
    own = quay(track=[8, 4, 1, 0, 0], hits=2)
    assert ports.capacity(own, here(own)) == 1


# ---- reduction and repair


WRECK = {"do": "wreck-port", "hex": "0404"}
REPAIR = {"do": "repair-port", "hex": "0404"}


@rule("ocs", "19.0c")
@rule("ocs", "13.8d")
def test_one_re_in_combat_mode_that_stays_damages_its_port() -> None:
    game = quay(
        unit("a1", "0404"), unit("a2", "0404", mode="move"), unit("a3", "0404", size="battalion"),
        unit("a4", "0504"),
    )  # fmt: skip
    assert rules(game, "axis", {**WRECK, "units": ["a3"]}) == ["19.0c"]  # half an RE
    assert rules(game, "axis", {**WRECK, "units": ["a2"]}) == ["19.0c"]
    assert rules(game, "axis", {**WRECK, "units": ["a4"]}) == ["19.0c"]  # not in the hex
    play(game, "axis", {**WRECK, "units": ["a1"]})
    assert stacks.site_at(game, here(game)).hits == 1
    assert rules(game, "axis", move("a1", to="0504")) != []
    assert rules(game, "axis", {**WRECK, "units": ["a1"]}) == ["19.0c"]  # they have done theirs
    moved = quay(unit("a1", "0504"))
    play(moved, "axis", move("a1", to="0404"))
    assert rules(moved, "axis", {**WRECK, "units": ["a1"]}) == ["19.0c"]


@rule("ocs", "19.0c")
def test_others_may_damage_it_further_in_the_phase() -> None:
    """Of bases and hedgehogs one level goes in a phase; of ports each crew does one hit."""
    sapper = unit("a3", "0604", traits="engineer", size="battalion")
    game = quay(unit("a1", "0404"), unit("a2", "0404"), sapper)
    for name, hits in (("a1", 1), ("a2", 2), ("a3", 3)):
        play(game, "axis", {**WRECK, "units": [name]})
        assert stacks.site_at(game, here(game)).hits == hits
        assert rules(game, "axis", {**WRECK, "units": [name]}) != []


@rule("ocs", "19.0c")
def test_by_the_option_a_port_takes_one_hit_in_a_phase() -> None:
    game = quay(unit("a1", "0404"), unit("a2", "0404"), options={"port-wrecking": "once"})
    play(game, "axis", {**WRECK, "units": ["a1"]})
    (refusal,) = game.why("axis", {**WRECK, "units": ["a2"]})
    text = "the port of 0404 has been worked on in this phase"
    assert (refusal.rule, refusal.text) == ("19.0c", text)


@rule("ocs", "19.0c")
@rule("ocs", "19.0b")
def test_an_engineer_does_it_too_and_nobody_beyond_four_hits() -> None:
    sapper = unit("a1", "0604", traits="engineer", size="battalion")
    game = quay(sapper)
    play(game, "axis", {**WRECK, "units": ["a1"]})
    assert stacks.site_at(game, here(game)).hits == 1
    assert game.state[SIDES]["axis"].spent == 0
    ruined = quay(sapper, hits=4)
    assert rules(ruined, "axis", {**WRECK, "units": ["a1"]}) == ["19.0b"]
    theirs = quay(sapper, side="allied")
    assert rules(theirs, "axis", {**WRECK, "units": ["a1"]}) == ["13.8d"]


@rule("ocs", "19.0d")
@rule("ocs", "13.8d")
def test_engineers_repair_one_hit_a_phase_for_one_sp() -> None:
    items = [unit("a1", "0404", traits="engineer"), unit("a2", "0404", traits="engineer"),
             unit("a3", "0404")]  # fmt: skip
    supply = [{"side": "axis", "hex": "0404", "sp": 3}]
    game = quay(*items, hits=2, dumps=supply)
    assert rules(game, "axis", {**REPAIR, "units": ["a3"]}) == ["13.8a"]
    play(game, "axis", {**REPAIR, "units": ["a1"]})
    assert stacks.site_at(game, here(game)).hits == 1
    assert stacks.dump_at(game, here(game), "axis") == 8
    assert game.state[SIDES]["axis"].spent == 4
    assert rules(game, "axis", {**REPAIR, "units": ["a2"]}) == ["19.0d"]
    assert told(game, "port-repaired") == [{"hex": "0404", "hits": 1}]
    sound = quay(*items, dumps=supply)
    assert rules(sound, "axis", {**REPAIR, "units": ["a1"]}) == ["19.0d"]
    poor = quay(*items, hits=2)
    assert rules(poor, "axis", {**REPAIR, "units": ["a1"]}) != []
    late = quay(unit("a4", "0404", mode="exploit"), *items, hits=2, segment=EXPLOITATION)
    assert rules(late, "axis", {**REPAIR, "units": ["a1"]}) == ["2.3-exploit"]


@rule("ocs", "21.11b")
def test_by_the_option_a_small_port_costs_what_it_can_handle() -> None:
    """A port that can handle 2T is repaired by one hit for 2T."""
    items = [unit("a1", "0404", traits="engineer")]
    supply = [{"side": "axis", "hex": "0404", "sp": 1}]
    game = quay(*items, sp=1, hits=2, dumps=supply, options={"small-ports": "on"})
    assert ports.capacity(game, here(game)) == 2
    play(game, "axis", {**REPAIR, "units": ["a1"]})
    assert stacks.dump_at(game, here(game), "axis") == 2
    plain = quay(*items, sp=1, hits=2, dumps=supply)
    play(plain, "axis", {**REPAIR, "units": ["a1"]})
    assert stacks.dump_at(plain, here(plain), "axis") == 0


# ---- trace


@rule("ocs", "19.0e")
@rule("ocs", "4.5a-DAK")
def test_a_port_the_game_lists_is_a_source_down_to_one_sp() -> None:
    listed = {"source_for": ["axis"]}
    assert ports.sea_trace(quay(sp=1, **listed), "axis", here(quay()))
    assert not ports.sea_trace(quay(sp=1, hits=1, **listed), "axis", here(quay()))
    assert not ports.sea_trace(quay(sp=1), "axis", here(quay()))  # the game does not list it
    assert not ports.sea_trace(quay(sp=1, side="allied", **listed), "axis", here(quay()))
    besieged = [unit("s1", "0505"), unit("a1", "0404")]
    assert ports.sources(quay(*besieged, **listed), "axis") == (here(quay()),)
    assert ports.sources(quay(*besieged, port_negation=False, **listed), "axis") == ()
    assert ports.sources(quay(besieged[0], **listed), "axis") == ()


@rule("ocs", "19.0e")
@rule("ocs", "12.6a(1)")
def test_units_trace_to_such_a_port() -> None:
    from grognard.systems.ocs.supply.supply_paths import in_trace

    game = quay(unit("a1", "0504"), sources=[], source_for=["axis"])
    assert in_trace(game, "a1")
    h = here(game)
    game.put(SITES, h, replace(stacks.site_at(game, h), hits=4))
    assert ports.capacity(game, h) == 2
    assert not in_trace(game, "a1")


def test_marks_of_a_phase_are_those_of_the_game() -> None:
    game = quay(unit("a1", "0404"))
    ports.handle(game, here(game), "axis", 1)
    assert stacks.site_at(game, here(game)).handled == phase_start(game)
    assert at(game, "a1").locked == -1
