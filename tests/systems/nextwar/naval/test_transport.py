"""Sea Transport, from the second reader's cases. [8.5.7] [6.5.6]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.helos import HELOS, flown
from tests.systems.nextwar.field import at, field, rules, unit, where
from tests.systems.nextwar.sea import at as at_ship
from tests.systems.nextwar.sea import at_sea, coast, ruled, ship

PORTS = [
    {"hex": h, "kind": "port", "owner": "dprk" if h == "0405" else "allied"}
    for h in ("0401", "0403", "0407", "0405")
]
ALLIED: dict[str, Any] = {"begin": {"first": "allied"}}


def to(name: str, hex: str) -> dict[str, Any]:
    return {"do": "transport", "unit": name, "hex": hex}


@pytest.mark.reading("nextwar", "nw-08-79")
@pytest.mark.rule("nextwar", "8.5.7.1", "8.3.1.9", "8.5.7", "8.5.7.3", "8.5.7.4")
def test_from_port_to_port() -> None:
    def game() -> Any:
        return at_sea(
            unit("r1", "0401", "4-4-7", type="mechanized infantry", sp=1),
            unit("r2", "0501", "4-4-5", sp=1), unit("r3", "0401", "4-4-5", sp=2),
            ships=[ship("r9", "0101")], sites=PORTS, board=coast(),
            seas={**ruled("allied"), "transport": {"allied": 2}}, control={"dprk": ["0405"]},
            **ALLIED,
        )  # fmt: skip

    same = game()
    assert rules(same, "allied", to("r1", "0405")) == ["8.5.7.1"]
    same.play("allied", to("r1", "0403"))
    assert (where(same, "r1"), at(same, "r1").halted) == ("0403", False)
    assert at(same, "r1").spent == 3 * 12
    assert rules(same, "allied", to("r3", "0407")) == ["8.5.7.3"]
    same.play("allied", {"do": "move", "units": ["r2"], "path": ["0401"]})
    assert rules(same, "allied", to("r2", "0403")) == ["8.5.7.1"]
    other = game()
    other.play("allied", to("r1", "0407"))
    assert (where(other, "r1"), at(other, "r1").halted) == ("0407", True)


@pytest.mark.rule("nextwar", "8.5.7.2", "8.5.8.2-b2", "8.5.7.4")
def test_over_a_beachhead_go_those_on_foot() -> None:
    game = at_sea(
        unit("r1", "0401", "4-4-5", sp=2), unit("r2", "0401", "4-4-6", sp=1),
        unit("r3", "0401", "4-4-5", sp=1), ships=[ship("r9", "0303", "AMPH")], sites=PORTS,
        landings={"allied": ["0404"]}, seas={**ruled("allied"), "transport": {"allied": 9}},
        **ALLIED,
    )  # fmt: skip
    assert rules(game, "allied", to("r2", "0404")) == ["8.5.7.2"]
    game.play("allied", to("r1", "0404"))
    assert (where(game, "r1"), at(game, "r1").halted) == ("0404", True)
    assert rules(game, "allied", to("r3", "0404")) == ["8.5.7.4"]


@pytest.mark.reading("nextwar", "nw-06-20")
@pytest.mark.rule("nextwar", "6.5.6", "8.5.7.3", "6.5.2", "4.1.3-b1")
def test_helicopters_come_by_sea() -> None:
    helos = [
        {"id": n, "side": "allied", "nation": "US", "name": n, "support": 2, "range": 12,
         "steps": 2}
        for n in ("u1", "u2")
    ]  # fmt: skip

    def game(weather: str = "clear") -> Any:
        return field(
            board=coast(), helicopters=helos, bases={"u1": "Overseas", "u2": "Overseas"},
            sites=[{"hex": "0905", "kind": "airbase", "owner": "allied"}],
            seas={**ruled("allied"), "transport": {"allied": 0.5}},
            begin={"first": "allied", "weather": weather},
        )  # fmt: skip

    ferry = {"do": "ferry-helicopter", "unit": "u1", "hex": "0905"}
    clear = game()
    clear.play("allied", ferry)
    assert clear.board.label(clear.state[HELOS]["u1"].hex) == "0905"
    assert flown(clear, "u1") == 2
    assert rules(clear, "allied", {**ferry, "unit": "u2"}) == ["8.5.7.3"]
    assert rules(game("storm"), "allied", ferry) == ["4.1.3-b1"]


@pytest.mark.rule("nextwar", "6.5.5")
def test_marine_helicopters_base_on_ships() -> None:
    row = {"side": "allied", "nation": "US", "support": 2, "range": 3, "steps": 2}
    helos = [{"id": n, "name": n, **row, "marine": n != "u3"} for n in ("u1", "u2", "u3")]
    game = at_sea(
        helicopters=helos, bases={"u1": "u9", "u2": "0505", "u3": "0505"},
        ships=[ship("u9", "0303", "AMPH"), ship("u8", "0305", "AMPH", reverse=True)],
        sites=[{"hex": "0505", "kind": "airbase", "owner": "allied"}], seas=ruled("allied"),
        **ALLIED,
    )  # fmt: skip
    board = {"do": "base-aboard", "unit": "u2", "ship": "u9"}
    assert rules(game, "allied", board) == ["6.5.5"]
    assert rules(game, "allied", {**board, "unit": "u3", "ship": "u8"}) == ["6.5.5"]
    game.play("allied", {**board, "ship": "u8"})
    assert (game.state[HELOS]["u2"].where, flown(game, "u2")) == ("u8", 2)
    assert rules(game, "allied", {"do": "convert", "unit": "u8"}) == ["7.3.2.1"]
    game.play("allied", {"do": "rebase", "unit": "u1", "hex": "0505"})
    assert game.board.label(game.state[HELOS]["u1"].hex) == "0505"


@pytest.mark.rule("nextwar", "8.5.6.1")
def test_shipping_needs_no_ships_but_marines_do() -> None:
    marines = unit("u1", "0401", "3-3-4", type="marines", flags="marine anchor", sp=1)
    game = at_sea(
        unit("r1", "0401", "4-4-5", sp=1), marines, sites=PORTS, board=coast(),
        ships=[ship("u8", "0401"), ship("u9", "0403", "AMPH")],
        seas={**ruled("allied"), "transport": {"allied": 2}}, **ALLIED,
    )  # fmt: skip
    aboard = [
        rules(game, "allied", {"do": "embark", "unit": "u1", "ship": s}) for s in ("u8", "u9")
    ]
    assert aboard == [["8.5.8.3"], ["8.5.8.3"]]  # one carries nobody, the other lies elsewhere
    game.play("allied", to("r1", "0407"))
    assert where(game, "r1") == "0407"
    assert {name: at_ship(game, name).moved for name in ("u8", "u9")} == {"u8": -1, "u9": -1}
    near = at_sea(marines, sites=PORTS, ships=[ship("u9", "0401", "AMPH")], **ALLIED)
    near.play("allied", {"do": "embark", "unit": "u1", "ship": "u9"})
    assert (at(near, "u1").place, at(near, "u1").where) == ("aboard", "u9")
