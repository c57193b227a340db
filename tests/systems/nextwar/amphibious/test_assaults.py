"""Assaults from the sea, beachheads and embarking, from the second reader's cases. [8.5.8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.retreat import retreat
from grognard.systems.nextwar.combat.support import Commitment, Support
from grognard.systems.nextwar.pieces.beachheads import beachhead_at, spare
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, rig, rules, told, unit, where
from tests.systems.nextwar.sea import IN1, at_sea, coast, lies, ruled, sail, ship

B = "0403"
"""A beach; 0302 and 0303 are at sea beside 0402, 0303 and 0304 beside it."""


def marine(name: str, on: str, values: str = "3-3-4", **more: Any) -> dict[str, Any]:
    """A marine unit aboard a ship."""
    facts = {"place": "aboard", "hex": -1, "where": on}
    more = {"flags": "marine anchor", "sp": 1, "type": "marines", "arm": "leg", **more}
    return unit(name, "0909", values, at=facts, **more)


def off_shore(*units: Any, ships: Any, to: dict[str, str], **more: Any) -> Nw:
    """Ships have come from the Inshore Box to the shore, and the Combat Segment begins."""
    side = "dprk" if next(iter(to))[0] == "n" else "allied"
    seas = more.pop("seas", ruled(side))
    game = at_sea(*units, ships=ships, begin={"first": side}, seas=seas, **more)
    for name, h in to.items():
        game.play(side, sail(name, by=h))
    game.play(side, {"do": "end"})
    return game


def attack(*units: str, hex: str = B) -> dict[str, Any]:
    return {"do": "attack", "units": list(units), "hex": hex}


@pytest.mark.reading("nextwar", "nw-09-25", "nw-08-83")
@pytest.mark.rule(
    "nextwar", "9.5.5", "9.4.1", "9.6.3", "8.5.8.1-p2", "8.5.8.1-p3", "8.5.8.1-p1", "8.5.8"
)
@pytest.mark.parametrize(("sea", "land", "ratio", "shift"), [(6, 3, "2:1", -1), (5, 4, "2:1", 0)])
def test_marines_come_ashore_at_half(sea: int, land: int, ratio: str, shift: int) -> None:
    game = off_shore(
        marine("n1", "n9", f"{sea}-3-4"), unit("n2", "0404", f"{land}-3-4"),
        unit("r1", B, "3-3-4", steps=1), ships=[ship("n9", IN1, "AMPH")], to={"n9": "0303"},
    )  # fmt: skip
    rig(game, 9)
    game.play("dprk", attack("n1", "n2"))
    (facts,) = told(game, "combat")
    assert (facts["ratio"], facts["shifts"]["total"]) == (ratio, shift)


@pytest.mark.reading("nextwar", "nw-09-53", "nw-08-85")
@pytest.mark.rule("nextwar", "9.9.4", "8.5.8.1-p5", "9.9.1", "8.5.8.2", "8.5.8.2-b1")
def test_all_who_assaulted_land_and_may_set_up_a_beachhead() -> None:
    game = off_shore(
        marine("n1", "n9", "9-3-4"), marine("n2", "n9", "9-3-4"),
        unit("n3", "0404", "9-3-8", type="mechanized infantry"), unit("r1", B, "1-1-4", steps=1),
        ships=[ship("n9", IN1, "AMPH")], to={"n9": "0303"},
    )  # fmt: skip
    rig(game, 0)
    game.play("dprk", attack("n1", "n2", "n3"))
    assert rules(game, "dprk", {"do": "advance", "units": ["n1"]}) == ["9.9.4"]
    on = {"do": "advance", "units": ["n1", "n2", "n3"], "on": {"n3": ["0503"]}}
    assert rules(game, "dprk", on) == ["9.9.1"]
    game.play("dprk", {"do": "advance", "units": ["n1", "n2"]})
    game.play("dprk", {"do": "set-up-beachhead", "hex": B})
    assert where(game, "n1") == where(game, "n2") == B
    assert at(game, "n1").landing == "amphibious"
    assert beachhead_at(game, game.board.hex(B))


@pytest.mark.reading("nextwar", "nw-08-85")
@pytest.mark.rule("nextwar", "8.5.8.1-p5", "8.5.8.1")
def test_an_empty_beach_takes_them_all() -> None:
    game = off_shore(
        marine("u1", "u9"), marine("u2", "u9", type="mechanized marine infantry"),
        unit("n1", "0909"), ships=[ship("u9", IN1, "AMPH")], to={"u9": "0303"},
        board=coast(north=9),
    )  # fmt: skip
    land = {"do": "land", "units": ["u1", "u2"], "hex": B}
    assert rules(game, "allied", {**land, "units": ["u1"]}) == ["9.9.4"]
    game.play("allied", land)
    game.play("allied", {"do": "no-beachhead"})
    assert where(game, "u1") == where(game, "u2") == B


@pytest.mark.rule("nextwar", "8.5.8.1-p4")
def test_an_assault_that_fails_costs_a_step_more() -> None:
    game = off_shore(
        marine("n1", "n9", "1-1-4"), unit("r1", B, "9-9-4"), ships=[ship("n9", IN1, "AMPH")],
        to={"n9": "0303"},
    )  # fmt: skip
    rig(game, 4)
    game.play("dprk", attack("n1"))
    lost = told(game, "combat")[0]["attacker_loses"]
    assert at(game, "n1").steps == max(0, 1 - lost)


@pytest.mark.reading("nextwar", "nw-08-86")
@pytest.mark.rule("nextwar", "8.5.8.2")
def test_markers_are_few_and_shun_enemy_installations() -> None:
    port = [{"hex": B, "kind": "port", "owner": "dprk"}]
    for sites, landings in ((port, {}), ([], {"allied": ["0407", "0408", "0406", "0405"]})):
        game = off_shore(
            marine("u1", "u9"), unit("n1", "0909"), board=coast(north=9), sites=sites,
            ships=[
                ship("u9", IN1, "AMPH"), ship("u8", "0306", "AMPH"), ship("u7", "0307", "AMPH"),
                ship("u6", "0308", "AMPH"), ship("u5", "0305", "AMPH"),
            ],
            to={"u9": "0303"}, landings=landings,
        )  # fmt: skip
        game.play("allied", {"do": "land", "units": ["u1"], "hex": B})
        assert not beachhead_at(game, game.board.hex(B))
        assert at(game, "u1").clearing == bool(sites)


@pytest.mark.reading("nextwar", "nw-08-09")
@pytest.mark.rule("nextwar", "8.5.8.2.1", "8.5.8.2-b1", "7.3.2.1")
def test_a_beachhead_lives_on_its_ship() -> None:
    """Example 010 too: two turns away."""
    units = [unit(f"r{n}", B, sp=sp) for n, sp in ((1, 2), (2, 2), (3, 1))]
    game = at_sea(
        *units, ships=[ship("r9", "0303", "AMPH", reverse=True)], landings={"allied": [B]},
        begin={"first": "allied"},
    )  # fmt: skip
    assert er(game, "r1") == 5
    game.play("allied", {"do": "convert", "unit": "r9"})
    game.play("allied", {"do": "end"})
    assert told(game, "beachhead-gone")[0]["back"] == 5
    assert er(game, "r1") == 4
    assert spare(game, "allied") != "allied-beachhead-1"


@pytest.mark.rule("nextwar", "8.5.8.4")
def test_a_beachhead_fights_and_stays() -> None:
    game = at_sea(
        unit("n1", "0504", "9-9-4"), ships=[ship("r9", "0303", "AMPH")],
        landings={"allied": [B]}, segment="init-combat",
    )  # fmt: skip
    assert er(game, "allied-beachhead-1") == 4
    rig(game, 0)
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": B})
    (facts,) = told(game, "combat")
    assert (facts["defense"]["total"], facts["leader"]) == (2, "allied-beachhead-1")
    assert where(game, "allied-beachhead-1") == "aside"
    assert where(game, "n1") == B


@pytest.mark.rule("nextwar", "8.5.8.2-p3")
@pytest.mark.parametrize(
    ("beside", "held", "found"),
    [("0303", True, []), ("0307", True, ["8.5.8.2-p3"]), ("0303", False, ["8.5.8.2-p3"])],
)
def test_who_holds_a_beach_sets_up_a_beachhead(beside: str, held: bool, found: list[str]) -> None:
    game = at_sea(
        unit("r1", B if held else "0909"), unit("n1", "0901"), segment="init-combat",
        ships=[ship("r9", beside, "AMPH")], begin={"first": "allied"},
    )  # fmt: skip
    order = {"do": "place-beachhead", "hex": B}
    assert rules(game, "allied", order) == found
    if not found:
        game.play("allied", order)
        assert where(game, "allied-beachhead-1") == B


@pytest.mark.rule("nextwar", "8.5.8.2-b3")
@pytest.mark.parametrize(("landings", "asked"), [([B], "stand"), ([], "retreat")])
def test_on_a_beachhead_units_may_ignore_a_retreat(landings: list[str], asked: str) -> None:
    game = at_sea(
        unit("r1", B, "4-4-4"), unit("n1", "0504", "9-9-4"), ships=[ship("r9", "0303", "AMPH")],
        landings={"allied": landings},
    )  # fmt: skip
    ask = next(retreat(game, game.board.hex(B), "allied", ["r1"]))
    assert ask.name == asked


@pytest.mark.reading("nextwar", "nw-08-89", "nw-30-06")
@pytest.mark.rule("nextwar", "8.5.8.3", "30.5")
def test_marines_board_where_they_began() -> None:
    units = [
        unit("u1", B, flags="marine anchor", sp=1), unit("u2", "0503", flags="marine anchor", sp=1),
        unit("u3", B, flags="marine", sp=1),
    ]  # fmt: skip
    game = at_sea(
        *units, ships=[ship("u9", IN1, "AMPH")], landings={"allied": [B]}, seas=ruled("allied"),
        begin={"first": "allied"},
    )  # fmt: skip
    game.play("allied", {"do": "move", "units": ["u2"], "path": [B]})
    game.play("allied", sail("u9", by="0303"))

    def board(name: str) -> dict[str, Any]:
        return {"do": "embark", "unit": name, "ship": "u9"}

    assert rules(game, "allied", board("u2")) == ["8.5.8.3"]
    assert rules(game, "allied", board("u3")) == ["30.5"]
    game.play("allied", board("u1"))
    assert (where(game, "u1"), lies(game, "u9")) == ("aboard", "0303")
    assert rules(game, "allied", sail("u9", by=IN1)) == ["8.5.6.4"]
    assert rules(game, "allied", {"do": "disembark", "unit": "u1", "hex": B}) == ["8.5.8.3"]
    game.play("allied", {"do": "remove-beachhead", "unit": "allied-beachhead-1"})
    assert at(game, "allied-beachhead-1").due == 5


@pytest.mark.reading("nextwar", "nw-09-15")
@pytest.mark.rule("nextwar", "7.3.1", "7.3.4-1", "9.6.1")
def test_enemy_ships_silence_guns_within_ten_hexes() -> None:
    near = at_sea(
        unit("r2", B), ships=[ship("n1", "0303"), ship("n2", "0109"), ship("r1", "0301")],
        segment="init-combat",
    )  # fmt: skip
    battle = Battle(near.board.hex(B), "dprk", "allied", (), ("r2",))
    support = Support(battle, "dprk")
    assert support.against(near, "dprk", Commitment(ships=("n1",)))[0].rule == "7.3.1"
    far = at_sea(
        unit("r2", B), ships=[ship("n1", "0303"), ship("n2", "0302"), ship("n4", IN1)],
        segment="init-combat",
    )  # fmt: skip
    assert not support.against(far, "dprk", Commitment(ships=("n1", "n2")))
    assert support.against(far, "dprk", Commitment(ships=("n4",)))


@pytest.mark.rule("nextwar", "9.8.2-p3", "8.5.8.4")
def test_marines_retreat_to_their_ship() -> None:
    game = at_sea(
        unit("u1", B, "1-1-4", flags="marine anchor", sp=1), ships=[ship("u9", "0303", "AMPH")],
        landings={"allied": [B]},
    )  # fmt: skip
    h = game.board.hex(B)
    names = ["u1", "allied-beachhead-1"]
    procedure = retreat(game, h, "allied", names, held=False)
    ask = next(procedure)
    with pytest.raises(StopIteration):
        procedure.send(ask.default)
    assert (at(game, "u1").place, at(game, "u1").where) == ("aboard", "u9")
    assert where(game, "allied-beachhead-1") == B
