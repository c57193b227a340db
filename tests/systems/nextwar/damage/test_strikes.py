"""Strike markers: how they add up, what they do, who falls back. [27.1] [27.2] [27.3] [27.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.decision import Procedure
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.strength import attacker, defender
from grognard.systems.nextwar.damage import strikes
from grognard.systems.nextwar.movement.reach import routes
from grognard.systems.nextwar.naval.stricken import refuges
from grognard.systems.nextwar.naval.transport import capacity
from grognard.systems.nextwar.pieces.values import allowance, er
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, SITES
from grognard.systems.nextwar.strikes.helicopters import idle
from tests.systems.nextwar import sea
from tests.systems.nextwar.field import at, field, plain, rules, side, told, unit

HERE = "0505"
ADVANCED = {"options": {"game": "advanced"}}


def run(procedure: Procedure | None) -> None:
    """Let a procedure run that asks nobody."""
    for question in procedure or ():
        raise AssertionError(question)


def edit(game: Nw, register: str, key: str, **facts: Any) -> None:
    game.edit([{"map": register, "key": key, "set": facts}], "so it stands")


@pytest.mark.rule("nextwar", "27.0", "27.1", "27.3.3")
@pytest.mark.parametrize(
    ("marker", "hit", "left"),
    [
        (0, 1, (1, 2)), (0, 2, (2, 2)), (0, 3, (0, 1)), (1, 1, (2, 2)), (1, 2, (0, 1)),
        (1, 3, (0, 1)), (2, 1, (0, 1)), (2, 2, (0, 1)), (2, 3, (0, 1)),
    ],
)  # fmt: skip
def test_hits_on_a_unit_add_up_to_a_step(marker: int, hit: int, left: tuple[int, int]) -> None:
    game = field(unit("n1", HERE, at={"strike": marker}), **ADVANCED)
    strikes.hit_unit(game, "n1", hit, "27.1")
    assert (at(game, "n1").strike, at(game, "n1").steps) == left


@pytest.mark.rule("nextwar", "27.1.1", "27.3.3")
@pytest.mark.parametrize(
    ("marker", "hit", "left"),
    [(0, 1, 1), (0, 2, 2), (1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, None), (0, 3, None)],
)
def test_hits_on_a_depot(marker: int, hit: int, left: int | None) -> None:
    depot = unit("n1", HERE, "0-1-0", type="supply unit", steps=1, at={"strike": marker})
    game = field(depot, **ADVANCED)
    strikes.hit_unit(game, "n1", hit, "27.1.1")
    assert (at(game, "n1").strike if at(game, "n1").place == "map" else None) == left
    assert side(game, "allied").gained == 0


@pytest.mark.rule("nextwar", "18.2.6-p3", "27.3.1", "27.3.2", "27.3.3")
def test_every_hit_takes_a_capability_of_headquarters_and_guns() -> None:
    hq = unit("n1", HERE, "0-1-4", type="headquarters", arm="leg", range=4)
    guns = unit("n2", HERE, "0-1-4", type="artillery", arm="artillery", range=4)
    game = field(hq, guns, unit("n3", HERE), **ADVANCED)
    for name in ("n1", "n1", "n2", "n3"):
        strikes.hit_unit(game, name, 1, "27.1")
    assert [at(game, name).used for name in ("n1", "n2", "n3")] == [2, 1, 0]
    assert (at(game, "n1").strike, at(game, "n1").used_in) == (2, game.turn)
    strikes.hit_unit(game, "n2", 3, "27.1")
    assert (at(game, "n2").used, at(game, "n2").steps) == (2, 1)


@pytest.mark.rule("nextwar", "27.2", "12.1.2")
@pytest.mark.parametrize(
    ("marker", "hit", "left"),
    [(0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 1, 2), (1, 2, 3), (1, 3, 3), (2, 1, 3), (2, 2, 3)],
)
def test_hits_on_an_installation(marker: int, hit: int, left: int) -> None:
    game = field(sites=[{"hex": HERE, "kind": "airbase"}], **ADVANCED)
    name = f"airbase-{HERE}"
    edit(game, "sites", name, strike=marker)
    run(strikes.hit_site(game, name, hit, "27.2"))
    assert strikes.level(game.state[SITES][name]) == left
    assert side(game, "dprk").gained == (2 if left == 3 else 0)
    run(strikes.hit_site(game, name, 3, "27.2"))
    assert side(game, "dprk").gained == 2


@pytest.mark.rule("nextwar", "12.1.2", "27.2", "27.2.1")
def test_destruction_is_paid_for_once_and_not_to_him_who_damages_his_own() -> None:
    game = field(
        sites=[{"hex": HERE, "kind": "airfield"}, {"hex": "0303", "kind": "port"}], **ADVANCED
    )
    run(strikes.hit_site(game, "port-0303", 3, "27.2.1", deliberate=True))
    assert side(game, "dprk").gained == 0
    run(strikes.hit_site(game, f"airfield-{HERE}", 3, "27.2"))
    assert side(game, "dprk").gained == 1
    edit(game, "sites", f"airfield-{HERE}", destroyed=False, strike=1)
    run(strikes.hit_site(game, f"airfield-{HERE}", 2, "27.2"))
    assert side(game, "dprk").gained == 1


@pytest.mark.rule("nextwar", "27.7.4-p3")
@pytest.mark.parametrize(
    ("marker", "hits", "due"),
    [(1, (1,), 1), (1, (3,), 2), (0, (1, 1), 2), (0, (3,), 3), (1, (2,), 2)],
)
def test_what_was_inflicted_now_is_remembered(marker: int, hits: tuple[int, ...], due: int) -> None:
    game = field(sites=[{"hex": HERE, "kind": "airbase"}], **ADVANCED)
    name = f"airbase-{HERE}"
    edit(game, "sites", name, strike=marker)
    for hit in hits:
        run(strikes.hit_site(game, name, hit, "27.2"))
    status = game.state[SITES][name]
    assert (status.due, status.before) == (due, marker)


BRIDGE = {"sides": ("0505-0504 minor_river",), "links": ("0505-0504 primary",)}


@pytest.mark.rule("nextwar", "27.10", "27.10.1", "8.3.4.1.3")
def test_a_bridge_stands_until_it_is_destroyed() -> None:
    game = field(board=plain(**BRIDGE), **ADVANCED)
    key = next(iter(game.state[BRIDGES]))
    for hit, (marker, stands) in ((1, (1, True)), (1, (2, True)), (1, (0, False))):
        strikes.hit_bridge(game, key, hit, "27.10.1", "dprk")
        bridge = game.state[BRIDGES][key]
        assert (bridge.strike, bridge.stands) == (marker, stands)
    assert side(game, "dprk").gained == 2


@pytest.mark.rule("nextwar", "23.4.4")
def test_interdiction_adds_up_to_two() -> None:
    """Example 27."""
    game = field(**ADVANCED)
    h = game.board.hex(HERE)
    for expected in (1, 2, 2):
        strikes.interdict(game, h, 1, "23.4.4")
        assert told(game, "interdicted")[-1]["interdiction"] == expected


def battle(game: Nw, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Battle:
    return Battle(game.board.hex(HERE), "dprk", "allied", attackers, defenders)


@pytest.mark.reading("nextwar", "nw-27-07")
@pytest.mark.rule("nextwar", "27.3", "27.3.1", "27.3.2")
def test_strike_markers_count_before_halving_and_doubling() -> None:
    board = plain(sides=("0505-0504 minor_river",))
    game = field(
        unit("n1", "0504", "6-3-4", at={"strike": 1}), unit("r1", HERE),
        unit("n2", "0405", "6-3-4", type="armored", at={"strike": 2}),
        unit("n3", "0404", "2-2-4", er=2, at={"strike": 2}), board=board, **ADVANCED,
    )  # fmt: skip
    fight = battle(game, ("n1", "n2", "n3"), ("r1",))
    assert [attacker(game, fight, name)[1] for name in fight.attackers] == [3, 8, 1]
    assert er(game, "n3") == 1


@pytest.mark.reading("nextwar", "nw-27-08")
@pytest.mark.rule("nextwar", "27.3", "27.3.2", "19.7.2")
def test_isolation_halves_what_a_strike_leaves_and_rounds_down() -> None:
    hurt = unit("r1", HERE, "3-7-4", at={"strike": 2, "isolated": True})
    game = field(unit("n1", "0504"), hurt, board=plain(default="rough"), **ADVANCED)
    assert defender(game, battle(game, ("n1",), ("r1",)), "r1")[1] == 2


@pytest.mark.rule("nextwar", "27.3.1", "27.3.2")
def test_strike_markers_slow_units_down() -> None:
    hq = unit("n1", "0303", "0-1-8", type="headquarters", arm="leg", at={"strike": 2})
    msu = unit(
        "n2", "0505", "0-1-8", type="supply unit", steps=1, at={"strike": 1, "mobile": True}
    )  # fmt: skip
    game = field(hq, msu, unit("n3", "0707", "4-4-4", at={"strike": 2}), **ADVANCED)
    assert allowance(game, "n3").total == 2
    assert {*routes(game, "n1").costs} == {*game.board.around(game.board.hex("0303"))}
    assert rules(game, "dprk", {"do": "move", "units": ["n1"], "path": ["0304", "0305"]})
    assert not rules(game, "dprk", {"do": "move", "units": ["n1"], "path": ["0304"]})
    assert "27.3.1" in rules(game, "dprk", {"do": "move", "units": ["n2"], "path": ["0506"]})
    basic = field(hq, msu, segment="basic-move", **ADVANCED)
    assert allowance(basic, "n2").total == 4
    assert not rules(basic, "dprk", {"do": "move", "units": ["n2"], "path": ["0506"]})


@pytest.mark.rule("nextwar", "27.4-p2", "27.4-p3", "17.2", "7.4.3-b3")
@pytest.mark.parametrize(
    ("marker", "hit", "left"),
    [(0, 1, 1), (0, 2, 2), (0, 3, None), (1, 1, 2), (1, 2, None), (2, 1, None)],
)
def test_hits_on_a_ship(marker: int, hit: int, left: int | None) -> None:
    """Example 32: eliminated in turn 3, it returns in turn 7."""
    game = sea.at_sea(ships=[sea.ship("r1", "0101")], assets={"allied": {"asw": 3}}, **ADVANCED)
    edit(game, "ships", "r1", strike=marker)
    run(strikes.hit_ship(game, "r1", hit, "27.4-p2"))
    ship = sea.at(game, "r1")
    assert (ship.strike if ship.place == "map" else None) == left
    assert ship.due == (0 if left else 7)
    assert side(game, "dprk").gained == (0 if left else 4)
    assert side(game, "allied").asw == (3 if left else 2)


@pytest.mark.rule("nextwar", "27.4-p4")
def test_troops_aboard_suffer_with_their_ship() -> None:
    ships = [sea.ship("r1", "0101", "AMPH")]
    setup = [{"ship": "r1", "units": ["r2"]}]
    game = sea.at_sea(unit("r2", None, flags="marine"), ships=ships, setup=setup, **ADVANCED)
    run(strikes.hit_ship(game, "r1", 1, "27.4-p2"))
    assert at(game, "r2").steps == 1
    game = sea.at_sea(unit("r2", None, flags="marine"), ships=ships, setup=setup, **ADVANCED)
    run(strikes.hit_ship(game, "r1", 2, "27.4-p2"))
    assert at(game, "r2").place == "eliminated"


@pytest.mark.reading("nextwar", "nw-27-11")
@pytest.mark.rule("nextwar", "27.4-p1")
def test_ships_fall_back_over_seas_of_their_own_only() -> None:
    ships = [sea.ship("u1", "0101")]
    contested = sea.at_sea(ships=ships, **ADVANCED)
    assert refuges(contested, "u1") == []
    own = sea.at_sea(ships=ships, seas=sea.ruled("allied", sea.IN1), **ADVANCED)
    assert refuges(own, "u1") == [sea.IN1]
    every = sea.at_sea(
        ships=ships, seas=sea.ruled("allied"), sites=[{"hex": "0403", "kind": "port"}], **ADVANCED
    )  # fmt: skip
    assert refuges(every, "u1") == ["0403", sea.SEA1, sea.IN1]


@pytest.mark.rule("nextwar", "27.7.2", "7.4.3-b4")
def test_a_port_loses_capacity_and_at_last_its_ships() -> None:
    """Example 34."""
    game = sea.at_sea(
        ships=[sea.ship("r1", "0403")], sites=[{"hex": "0403", "kind": "port"}],
        assets={"allied": {"asw": 3}}, **ADVANCED,
    )  # fmt: skip
    h = game.board.hex("0403")
    assert capacity(game, h) == 4
    run(strikes.hit_site(game, "port-0403", 1, "27.2"))
    assert capacity(game, h) == 2
    question = next(iter(strikes.hit_site(game, "port-0403", 3, "27.2")))
    assert (question.player, question.rule) == ("allied", "27.7.2")
    assert capacity(game, h) == 0
    assert side(game, "allied").asw == 2


@pytest.mark.rule("nextwar", "27.7.3")
@pytest.mark.parametrize(
    ("marker", "hit", "left"),
    [
        (0, 1, (1, False, 2)), (0, 2, (2, False, 0)), (1, 1, (2, False, 0)), (1, 2, (2, False, 0)),
        (2, 1, (2, False, 0)), (2, 2, (2, True, 0)), (0, 3, (2, True, 0)), (1, 3, (2, True, 0)),
    ],
)  # fmt: skip
def test_hits_on_a_beachhead(marker: int, hit: int, left: tuple[int, bool, int]) -> None:
    game = sea.at_sea(ships=[sea.ship("r1", "0101")], landings={"allied": ["0404"]}, **ADVANCED)
    edit(game, "units", "allied-beachhead-1", strike=marker)
    strikes.hit_unit(game, "allied-beachhead-1", hit, "27.7.3")
    head = at(game, "allied-beachhead-1")
    assert (head.strike, head.oos, capacity(game, head.hex)) == left


@pytest.mark.rule("nextwar", "23.4.4")
def test_interdiction_costs_points_and_closes_roads() -> None:
    """Entering and leaving are paid once; a road into the hex is no help, a road out of it is."""
    board = plain(default="rough", links=("0504-0505 primary", "0505-0506 primary"))
    game = field(unit("n1", "0504", "4-4-9"), unit("n2", HERE, "4-4-9"), board=board, **ADVANCED)
    free = routes(game, "n1").costs
    edit(game, "hexes", HERE, interdiction=2)
    here, beyond = (game.board.hex(at) for at in (HERE, "0506"))
    rough = 12 * 2
    assert free[here] < rough
    assert routes(game, "n1").costs[here] == rough + 24
    assert routes(game, "n1").costs[beyond] == rough + 24 + free[here]
    assert routes(game, "n2").costs[beyond] == free[here] + 24


@pytest.mark.rule("nextwar", "27.3.2")
def test_a_unit_with_strike_2_goes_by_land() -> None:
    sites = [{"hex": h, "kind": "port"} for h in ("0403", "0407")]
    order = {"do": "transport", "unit": "r1", "hex": "0407"}
    found = {}
    for strike in (1, 2):
        hurt = unit("r1", "0403", at={"strike": strike})
        game = sea.at_sea(
            hurt, ships=[sea.ship("r9", "0101")], sites=sites, segment="reaction-move",
            seas={**sea.ruled("allied"), "transport": {"allied": 4}}, **ADVANCED,
        )  # fmt: skip
        found[strike] = rules(game, "allied", order)
    assert found == {1: [], 2: ["27.3.2"]}


@pytest.mark.rule("nextwar", "27.7.1")
@pytest.mark.parametrize(("facts", "flies"), [({"strike": 1}, True), ({"strike": 2}, False)])
def test_helicopters_do_not_fly_from_a_ruined_base(facts: dict[str, Any], flies: bool) -> None:
    apache = {"id": "u1", "side": "allied", "nation": "US", "name": "AH-64", "support": 2}
    game = field(
        helicopters=[{**apache, "range": 16, "steps": 2}], bases={"u1": HERE},
        sites=[{"hex": HERE, "kind": "airbase"}], **ADVANCED,
    )  # fmt: skip
    edit(game, "sites", f"airbase-{HERE}", **facts)
    assert bool(idle(game, "allied", "u1")) != flies
