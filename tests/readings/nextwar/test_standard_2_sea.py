"""What was left of the Standard Game at sea and on beaches, as a further reader reads it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.helos import HELOS, flown
from grognard.systems.nextwar.combat.retreat import retreat
from grognard.systems.nextwar.damage.strikes import hit_site
from grognard.systems.nextwar.ending.control import take
from grognard.systems.nextwar.naval.control import carriers, sea_control
from grognard.systems.nextwar.naval.status import MINES
from grognard.systems.nextwar.pieces.beachheads import beachhead_at
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.repair.markers import wear_off
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.amphibious.test_assaults import B, attack, marine, off_shore
from tests.systems.nextwar.field import at as unit_at
from tests.systems.nextwar.field import rig, rules, side, told, unit, where
from tests.systems.nextwar.naval.test_seas import run
from tests.systems.nextwar.naval.test_transport import PORTS, to
from tests.systems.nextwar.sea import IN1, SEA1, SEA2, at_sea, control, ruled, sail, ship

ALLIED: dict[str, Any] = {"begin": {"first": "allied"}}
PORT = {"hex": "0403", "kind": "port", "owner": "allied"}


@pytest.mark.reading("nextwar", "nw-02-96")
@pytest.mark.parametrize(("before", "legal"), [(1, True), (2, False)])
def test_as_many_as_the_ship_has_room_for(before: int, legal: bool) -> None:
    aboard = [marine(f"u{n}", "u9", sp=2) for n in range(1, before + 1)]
    game = at_sea(
        *aboard, unit("u3", "0403", flags="marine anchor"), ships=[ship("u9", "0403", "AMPH")],
        sites=[PORT], seas=ruled("allied"), **ALLIED,
    )  # fmt: skip
    board = {"do": "embark", "unit": "u3", "ship": "u9"}
    assert (rules(game, "allied", board) == []) == legal
    if legal:
        game.play("allied", board)
        game.play("allied", {"do": "end"})
        assert unit_at(game, "u3").where == "u9"


@pytest.mark.reading("nextwar", "nw-06-91")
def test_a_marine_helicopter_sails_with_its_ship() -> None:
    row = {"side": "allied", "nation": "US", "support": 2, "range": 6, "steps": 2, "marine": True}
    game = at_sea(
        helicopters=[{"id": n, "name": n, **row} for n in ("u1", "u2")],
        bases={"u1": "u9", "u2": "0505"}, ships=[ship("u9", IN1, "AMPH")], seas=ruled("allied"),
        sites=[{"hex": "0505", "kind": "airbase", "owner": "allied"}], **ALLIED,
    )  # fmt: skip
    assert rules(game, "allied", {"do": "base-aboard", "unit": "u2", "ship": "u9"}) == ["6.5.5"]
    game.play("allied", sail("u9", by="0303"))
    assert (game.state[HELOS]["u1"].where, flown(game, "u1")) == ("u9", 0)


@pytest.mark.reading("nextwar", "nw-07-91")
@pytest.mark.parametrize(
    ("shore", "rolled"), [("allied", [SEA1]), ("", [IN1, SEA1]), ("dprk", [IN1, SEA1])]
)
def test_when_the_shore_is_rolled_for(shore: str, rolled: list[str]) -> None:
    held = {"allied": [SEA1], shore: [SEA1, IN1] if shore == "allied" else [IN1]}
    held.pop("", None)
    game = at_sea(ships=[ship("r1", SEA2, "AMPH")], seas={"control": held, "rolled": [SEA1]})
    rig(game, 9, 9)
    run(sea_control(game))
    assert [facts["box"] for facts in told(game, "sea-control-roll")] == rolled


@pytest.mark.reading("nextwar", "nw-07-92")
@pytest.mark.parametrize(
    ("ships", "rolls", "control_"),
    [
        ([ship("u1", IN1), ship("n1", IN1)], [], ""), ([ship("n1", IN1)], [IN1], None),
        ([ship("n1", IN1, "AMPH")], [], "allied"),
    ],
)  # fmt: skip
def test_warships_and_the_control_of_a_box(
    ships: Any, rolls: list[str], control_: str | None
) -> None:
    game = at_sea(ships=ships, seas={**ruled("allied"), "rolled": []})
    rig(game, 5, 5)
    run(sea_control(game))
    assert [facts["box"] for facts in told(game, "sea-control-roll")] == rolls
    if control_ is not None:
        assert control(game, IN1) == control_


@pytest.mark.reading("nextwar", "nw-07-93")
@pytest.mark.parametrize(
    ("name", "type_", "where_", "holder", "points"),
    [
        ("u1", "CVN", IN1, "allied", 2), ("u1", "CVN", "0302", "allied", 2),
        ("u1", "CVN", SEA1, "allied", 1), ("u1", "CVN", IN1, "", 1), ("u1", "CVN", IN1, "dprk", 0),
        ("r1", "CV", IN1, "allied", 1), ("r1", "CV", SEA1, "allied", 0),
    ],
)  # fmt: skip
def test_what_a_carrier_adds(name: str, type_: str, where_: str, holder: str, points: int) -> None:
    seas = ruled(holder, IN1) if holder else {}
    game = at_sea(ships=[ship(name, where_, type_)], seas=seas)
    assert carriers(game, "allied").total == points


@pytest.mark.reading("nextwar", "nw-07-94")
@pytest.mark.parametrize(("kind", "left"), [("advanced", 2), ("standard", 3)])
def test_a_port_that_is_taken_lowers_the_levels(kind: str, left: int) -> None:
    game = at_sea(
        unit("n1", "0404"), ships=[ship("u1", SEA1)], sites=[PORT], options={"game": kind},
        assets={"allied": {"asw": 3}},
    )  # fmt: skip
    run(take(game, game.board.hex("0403"), "dprk"))
    assert side(game, "allied").asw == left
    bombed = at_sea(
        unit("n1", "0404"), ships=[ship("u1", SEA1)], sites=[PORT], options={"game": kind},
        assets={"allied": {"asw": 3}},
    )  # fmt: skip
    if kind == "advanced":
        run(hit_site(bombed, "port-0403", 3, "27.2"))
        assert side(bombed, "allied").asw == left


@pytest.mark.reading("nextwar", "nw-07-94")
def test_a_port_that_is_whole_again_raises_the_level() -> None:
    game = at_sea(
        ships=[ship("u1", SEA1)], sites=[PORT], options={"game": "advanced"},
        assets={"allied": {"asw": 3}},
    )  # fmt: skip
    game.edit([{"map": "sites", "key": "port-0403", "set": {"strike": 1, "mending": True}}], "hit")
    wear_off(game)
    assert side(game, "allied").asw == 4


@pytest.mark.reading("nextwar", "nw-07-95")
def test_mines_are_swept_step_by_step() -> None:
    def game(*ships: Any, seas: Any = None) -> Nw:
        laid = [{"side": "dprk", "hex": h} for h in ("0403", "0405", "0401")]
        return at_sea(
            ships=[ship("r9", SEA2), *ships], sites=[{**PORT, "owner": "dprk"}],
            seas={**(ruled("allied", IN1) if seas is None else seas), "laid": laid},
            segment="second-mine-clearance",
        )  # fmt: skip

    sweep = {"do": "sweep", "hex": "0403"}
    alone = game()
    rig(alone, 4)
    alone.play("allied", sweep)
    assert [m.density for m in alone.state[MINES].values()] == [2, 2, 2]
    near = game(ship("r1", "0303"))
    rig(near, 5, 6)
    near.play("allied", sweep)
    near.play("allied", {**sweep, "hex": "0405"})
    assert [m.density for m in near.state[MINES].values()] == [1, 2, 2]
    assert rules(near, "allied", {**sweep, "hex": "0401"})
    contested = game(seas={})  # nothing can be swept, so the step is over at once
    assert (rules(contested, "allied", sweep), contested.segment.kind) == (["turn"], "init-move")


@pytest.mark.reading("nextwar", "nw-08-97")
def test_who_lands_at_a_beachhead_from_the_sea() -> None:
    game = at_sea(
        unit("r1", "0401", "4-4-4"), unit("r2", "0401", "4-4-6", sp=1),
        unit("u1", "0401", "4-4-8", type="mechanized marine infantry", arm="mechanized",
             flags="marine", sp=2),
        ships=[ship("r9", "0303", "AMPH")], sites=PORTS, landings={"allied": ["0404"]},
        seas={**ruled("allied"), "transport": {"allied": 9}}, **ALLIED,
    )  # fmt: skip
    assert rules(game, "allied", to("r1", "0404")) == []
    assert rules(game, "allied", to("r2", "0404")) == ["8.5.7.2"]
    assert rules(game, "allied", to("u1", "0404")) == []
    game.play("allied", to("r1", "0404"))
    assert rules(game, "allied", to("u1", "0404")) == ["8.5.7.4"]


@pytest.mark.reading("nextwar", "nw-08-98")
@pytest.mark.parametrize(("seas", "rolls"), [({}, 1), (ruled("allied"), 0)])
def test_every_leg_along_a_contested_shore_is_dangerous(seas: Any, rolls: int) -> None:
    port = at_sea(ships=[ship("r1", "0403")], sites=[PORT], seas=seas, **ALLIED)
    rig(port, 0)
    port.play("allied", sail("r1", by="0303"))
    assert len(told(port, "contested-sea")) == rolls
    sea = at_sea(ships=[ship("r1", "0303")], sites=[PORT], seas=seas, **ALLIED)
    rig(sea, 0)
    sea.play("allied", sail("r1", by="0302"))
    assert len(told(sea, "contested-sea")) == rolls


@pytest.mark.reading("nextwar", "nw-08-99")
def test_a_failed_assault_costs_one_step_in_all() -> None:
    for die in range(10):
        game = off_shore(
            marine("n1", "n9", "6-3-4"), marine("n2", "n9", "6-3-4"), unit("r1", B, "9-9-4", er=7),
            ships=[ship("n9", IN1, "AMPH")], to={"n9": "0303"},
        )  # fmt: skip
        rig(game, die)
        game.play("dprk", attack("n1", "n2"))
        for _ in range(9):
            if not game.decisions:
                break
            player = game.decisions[0].player
            game.play(player, next(iter(game.legal(player))))
        facts = told(game, "combat")[0]
        if facts["retreat"] or where(game, "r1") != B:
            continue
        left = sum(unit_at(game, n).steps for n in ("n1", "n2"))
        assert left == max(0, 4 - facts["attacker_loses"] - 1)
        alive = [n for n in ("n1", "n2") if unit_at(game, n).steps]
        assert all(where(game, n) == "aboard" for n in alive)


@pytest.mark.reading("nextwar", "nw-08-101")
@pytest.mark.parametrize("held", [True, False])
def test_a_beachhead_without_an_assault(held: bool) -> None:
    units = [unit("r1", B)] if held else [unit("r1", "0909")]
    game = at_sea(
        *units, unit("n1", "0901"), ships=[ship("r9", "0303", "AMPH")], segment="init-combat",
        seas=ruled("allied"), **ALLIED,
    )  # fmt: skip
    order = {"do": "place-beachhead", "hex": B}
    assert (rules(game, "allied", order) == []) == held
    if held:
        game.play("allied", order)
        assert beachhead_at(game, game.board.hex(B))


@pytest.mark.reading("nextwar", "nw-08-102")
def test_a_beachhead_alone_holds() -> None:
    game = at_sea(
        unit("n1", "0504", "9-9-4", er=4), ships=[ship("r9", "0303", "AMPH")],
        landings={"allied": [B]}, segment="init-combat",
    )  # fmt: skip
    assert er(game, "allied-beachhead-1") == 4
    rig(game, 9)
    game.play("dprk", attack("n1", hex=B))
    (facts,) = told(game, "combat")
    assert facts["shifts"]["total"] == 0
    assert where(game, "allied-beachhead-1") in (B, "aside")
    assert not told(game, "retreat")


@pytest.mark.reading("nextwar", "nw-09-94")
def test_marines_go_back_aboard() -> None:
    game = at_sea(
        unit("u1", B, flags="marine anchor", sp=1), unit("n1", "0504"),
        ships=[ship("u9", "0303", "AMPH")], landings={"allied": [B]},
    )  # fmt: skip
    procedure = retreat(game, game.board.hex(B), "allied", ["u1"], held=False)
    ask = next(procedure)
    with pytest.raises(StopIteration):
        procedure.send(ask.default)
    assert (unit_at(game, "u1").place, unit_at(game, "u1").where) == ("aboard", "u9")
