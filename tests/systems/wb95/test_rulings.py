"""Beyond combat, where the text is silent or doubtful: what the options change. [8.0] to [14.0]"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.system import Option
from grognard.systems.wb95.air.air import spend
from grognard.systems.wb95.movement import movement
from grognard.systems.wb95.options import OPTIONS
from grognard.systems.wb95.pieces.stacks import in_zone
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import MISSIONS, SIDES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import UNITS
from tests.systems.wb95.air.sky import end, fly, in_force, mission, orders, pass_on, sky, wings
from tests.systems.wb95.combat.battles import attack, front, sums
from tests.systems.wb95.course import supply_phase
from tests.systems.wb95.field import (
    AIR_A,
    ATTACK_A,
    MOVE_A,
    MOVE_B,
    at,
    field,
    rig,
    rules,
    told,
    unit,
    where,
)
from tests.systems.wb95.works.crossing import play_to

rule = pytest.mark.rule
TESTS = Path(__file__).parent


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.id)
def test_every_option_is_tried(option: Option) -> None:
    """Some test of the system names it, and its default is one of its values."""
    tried = (path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("test_*.py")))
    assert any(f'"{option.id}"' in text for text in tried)
    assert option.default in option.values
    assert len(set(option.values)) == len(option.values) > 1


@rule("wb95", "T.terrain")
@pytest.mark.parametrize(("ruling", "water"), [("on", "big_river"), ("as-rivers", "river")])
def test_big_rivers_of_a_game_whose_table_has_none(ruling: str, water: str) -> None:
    board = sketch(9, 9, sides=["0403-0404 big_river"])
    game = field(unit("g1", "0403"), board=board, options={"big-rivers": ruling})
    a, b = game.board.hex("0403"), game.board.hex("0404")
    assert game.scenario.ground.water(a, b) == (water,)
    assert in_zone(game, b, "german") == (water == "river")


# ---- guns


@rule("wb95", "6.1.5")
@pytest.mark.parametrize(("ruling", "zone"), [("off", False), ("on", True)])
def test_zones_of_self_propelled_guns(ruling: str, zone: bool) -> None:
    game = field(
        unit("gsp", "0403", "ART", "4,2", move="tracked"), unit("gun", "0407", "ART", "3,2"),
        unit("s1", "0405"), options={"self-propelled-zones": ruling},
    )  # fmt: skip
    assert in_zone(game, game.board.hex("0404"), "german") == zone
    assert not in_zone(game, game.board.hex("0406"), "german"), "towed guns never have one"


@rule("wb95", "6.1.5")
@pytest.mark.parametrize(("ruling", "refused"), [("off", []), ("on", ["5.1.3", "5.1.4"])])
def test_a_zone_of_self_propelled_guns_makes_enemies_attack(
    ruling: str, refused: list[str]
) -> None:
    game = front(
        unit("g1", "0403"), unit("ssp", "0404", "ART", "4,2", move="tracked"),
        options={"self-propelled-zones": ruling},
    )  # fmt: skip
    assert rules(game, "german", {"do": "end"}) == refused


@rule("wb95", "6.5.6")
@pytest.mark.parametrize(("ruling", "refused"), [("support", []), ("all-fire", ["6.5.6"])])
def test_fire_after_a_barrage(ruling: str, refused: list[str]) -> None:
    game = field(
        unit("gun", "0501", "ART", "5,3"), unit("s1", "0504"), phase=ATTACK_A,
        options={"barrage-rest": ruling},
    )  # fmt: skip
    fire = {"do": "bombard", "guns": ["gun"], "target": "0504"}
    assert rules(game, "german", fire) == []
    game.put(UNITS, "gun", replace(at(game, "gun"), barraged=game.serial - 2))
    assert rules(game, "german", fire) == refused
    assert (fire in list(game.legal("german"))) == (not refused)


# ---- air


def patrol(ruling: str) -> Wb:
    """In the first Air Phase a German mission defends 0303; a Soviet air unit waits."""
    game = sky(
        unit("g1", "0303"), unit("s1", "0505"),
        air=[*wings("german", 4), *wings("soviet", 6)],
        options={"air-missions": ruling},
    )  # fmt: skip
    fly(game, german=[mission("defence", "0303", "german-air-1")])
    return game


@rule("wb95", "8.1.2")
@pytest.mark.parametrize(("ruling", "left"), [("half-turn", 0), ("end-of-turn", 1)])
def test_how_long_missions_last(ruling: str, left: int) -> None:
    game = patrol(ruling)
    assert len(in_force(game)) == 1
    pass_on(game, "Attack of soviet")
    assert len(in_force(game)) == left
    pass_on(game, "Air Phase of german")
    assert (game.turn, in_force(game)) == (2, [])


@rule("wb95", "8.1.2")
def test_missions_of_the_second_air_phase_end_with_the_turn_too() -> None:
    game = patrol("end-of-turn")
    pass_on(game, "Air Phase of soviet")
    rig(game, 1, 2)
    fly(game, soviet=[mission("support", "0303", "soviet-air-2")])
    assert [(m.side, m.until) for m in in_force(game)] == [("soviet", 11)]


@rule("wb95", "8.1.8")
@pytest.mark.parametrize(
    ("faces", "winner"), [((1, 2), "soviet"), ((6, 1), "german")], ids=["lost", "kept"]
)
def test_a_mission_still_in_force_fights_new_ones(faces: tuple[int, int], winner: str) -> None:
    game = patrol("end-of-turn")
    pass_on(game, "Air Phase of soviet")
    rig(game, *faces)
    fly(game, soviet=[mission("support", "0303", "soviet-air-2")])
    assert [facts["winner"] for facts in told(game, "air combat")] == [winner]
    assert [m.side for m in in_force(game)] == [winner]


@rule("wb95", "8.1.8")
def test_a_mission_that_has_served_fights_no_more() -> None:
    game = patrol("end-of-turn")
    spend(game, tuple(game.state[MISSIONS]))
    pass_on(game, "Air Phase of soviet")
    fly(game, soviet=[mission("support", "0303", "soviet-air-2")])
    assert told(game, "air combat") == []


def swarm(ruling: str) -> Wb:
    """German missions of 4 SP at 0505 and 0507, a Soviet one of 5 SP between them at 0506."""
    return sky(
        unit("g1", "0506"), unit("s1", "0505"), unit("s2", "0507"),
        air=[*wings("german", 4, 4), *wings("soviet", 5)],
        options={"air-combat": ruling}, phase=AIR_A,
    )  # fmt: skip


@rule("wb95", "8.1.8")
@pytest.mark.parametrize(
    ("ruling", "faces", "totals", "left"),
    [
        ("chains", (1, 2), [(9, 7)], ["german", "german"]),
        ("hex-by-hex", (1, 2, 1, 2), [(5, 7), (5, 7)], ["soviet"]),
        ("hex-by-hex", (6, 2), [(10, 7)], ["german", "german"]),
        ("hex-by-hex", (1, 2, 6, 2), [(5, 7), (10, 7)], ["german"]),
    ],
)
def test_air_combat_of_neighbours(
    ruling: str, faces: tuple[int, ...], totals: list[tuple[int, int]], left: list[str]
) -> None:
    game = swarm(ruling)
    rig(game, *faces)
    fly(
        game,
        german=[mission("support", "0505", "german-air-1"),
                mission("support", "0507", "german-air-2")],
        soviet=[mission("support", "0506", "soviet-air-3")],
    )  # fmt: skip
    fought = [facts["totals"] for facts in told(game, "air combat")]
    assert [(t["german"]["total"], t["soviet"]["total"]) for t in fought] == totals
    assert [m.side for m in in_force(game)] == left


@rule("wb95", "14.1.4")
@pytest.mark.parametrize(("ruling", "refused"), [("any-bridge", []), ("own-bridges", ["14.1.4"])])
def test_fire_at_an_enemy_bridge(ruling: str, refused: list[str]) -> None:
    """The Soviet unit alone is at the bridge 0503-0504; the one at 0502-0602 is German."""
    board = sketch(9, 9, sides=["0503-0504 river bridge", "0502-0602 river bridge"])
    game = front(
        unit("gun", "0501", "ART", "5,3"), unit("g1", "0602"), unit("s1", "0504"),
        board=board, options={"bridges-under-fire": ruling},
    )  # fmt: skip
    for bridge, against in (("0503-0504", refused), ("0502-0602", [])):
        fire = {"do": "shell-bridge", "guns": ["gun"], "bridge": bridge}
        assert rules(game, "german", fire) == against
        assert (fire in list(game.legal("german"))) == (not against)
    rng = random.Random(1)
    for _ in range(40):
        drawn = game.sample("german", rng)
        assert drawn is None or game.why("german", drawn) == []


@rule("wb95", "14.1.4")
@pytest.mark.parametrize(("ruling", "refused"), [("any-bridge", []), ("own-bridges", ["14.1.4"])])
def test_bombing_an_enemy_bridge(ruling: str, refused: list[str]) -> None:
    game = sky(
        unit("g1", "0303"), unit("s1", "0504"), air=wings("german", 4),
        board=sketch(9, 9, sides=["0503-0504 river bridge"]),
        options={"bridges-under-fire": ruling},
    )  # fmt: skip
    bomb = orders(mission("bridge", "0503 0504", "german-air-1"))
    assert rules(game, "german", bomb) == refused
    assert (bomb in list(game.legal("german"))) == (not refused)


# ---- headquarters


@rule("wb95", "9.2.1")
@pytest.mark.parametrize(("ruling", "modifier"), [("counted", 0), ("ignored", -1)])
def test_guns_out_of_range_of_headquarters(ruling: str, modifier: int) -> None:
    game = front(
        unit("g1", "0403"), unit("gun", "0306", "ART", "5,3"), unit("s1", "0404"),
        unit("ghq", "0401", "HQ"), options={"guns-under-command": ruling},
    )  # fmt: skip
    assert sums(game, attack("g1", "0404", guns=["gun"])).roll.total == modifier


@rule("wb95", "9.2.1")
@pytest.mark.parametrize(("ruling", "modifier"), [("counted", 0), ("ignored", 1)])
def test_defending_guns_out_of_range_of_headquarters(ruling: str, modifier: int) -> None:
    game = front(
        unit("g1", "0403"), unit("s1", "0404"), unit("sgun", "0302", "ART", "5,3"),
        unit("shq", "0407", "HQ"), options={"guns-under-command": ruling},
    )  # fmt: skip
    assert sums(game, attack("g1", "0404"), {"guns": ["sgun"]}).roll.total == modifier


@rule("wb95", "9.1.6")
@pytest.mark.parametrize(("ruling", "bonuses"), [("no-bonus", 0), ("bonus", 1)])
def test_a_headquarters_that_surrenders(ruling: str, bonuses: int) -> None:
    """At level 20 no roll saves it."""
    game = field(
        unit("ghq", "0505", "HQ", at={"oos": 20}), unit("s1", "0101"),
        supply={"german": []}, options={"surrendered-headquarters": ruling},
    )  # fmt: skip
    supply_phase(game, "german")
    assert where(game, "ghq") == "surrendered"
    assert len(game.state[SIDES]["soviet"].bonuses) == bonuses
    assert game.state[SIDES]["german"].lost == 0, "it was not lost in combat"


# ---- supply


def lane(*units: dict[str, Any], terrain: dict[str, str] | None = None, **spec: Any) -> Wb:
    """A road along row 2 from the German base 0201, between two rows of swamp."""
    swamp = {f"{row}{col:02}": "swamp" for row in ("01", "03") for col in range(1, 10)}
    road = "-".join(f"02{col:02}" for col in range(1, 10))
    board = sketch(3, 9, terrain={**swamp, **(terrain or {})}, links=[f"{road} main"])
    return field(*units, board=board, supply={"german": [{"hex": "0201"}]}, **spec)


def fed(game: Wb) -> list[str]:
    return list(supply.supplied(game, "german"))


@rule("wb95", "10.1.4")
@pytest.mark.parametrize(
    ("ruling", "supplied"), [("not-enemy-controlled", []), ("not-enemy-held", ["g1"])]
)
def test_a_base_that_the_enemy_controls(ruling: str, supplied: list[str]) -> None:
    spec: dict[str, Any] = {
        "control": {"soviet": ["0201"]},
        "options": {"supply-bases": ruling},
    }
    assert fed(lane(unit("g1", "0205"), **spec)) == supplied
    assert fed(lane(unit("g1", "0205"), unit("s1", "0201"), **spec)) == []


@rule("wb95", "10.1.9")
@pytest.mark.parametrize(
    ("ruling", "supplied"), [("any-ground", ["g1", "g2"]), ("passable-ground", ["g1"])]
)
def test_friends_in_a_swamp(ruling: str, supplied: list[str]) -> None:
    game = lane(unit("g1", "0203"), unit("g2", "0103"), options={"supply-between-friends": ruling})
    assert fed(game) == supplied


@rule("wb95", "10.1.9")
def test_friends_on_passable_ground_hand_supply_on_for_nothing() -> None:
    """Without a road seven hexes are too far, but not along a chain of units."""
    board = sketch(1, 9, terrain={f"01{col:02}": "forest" for col in range(1, 10)})
    chain = [unit(f"g{col}", f"01{col:02}") for col in range(1, 10)]
    spec: dict[str, Any] = {
        "board": board,
        "supply": {"german": [{"hex": "0101"}]},
        "options": {"supply-between-friends": "passable-ground"},
    }
    assert fed(field(chain[-1], **spec)) == []
    assert len(fed(field(*chain, **spec))) == 9


@rule("wb95", "10.1.11")
@pytest.mark.parametrize(
    ("ruling", "supplied"), [("controlled", []), ("garrisoned", ["g1"])]
)  # fmt: skip
def test_an_empty_enemy_town(ruling: str, supplied: list[str]) -> None:
    """A headquarters has no zone of its own, but garrisons the town it stands in."""
    spec: dict[str, Any] = {
        "terrain": {"0105": "town"},
        "control": {"soviet": ["0105"]},
        "options": {"town-zones": ruling},
    }
    assert fed(lane(unit("g1", "0208"), **spec)) == supplied
    assert fed(lane(unit("g1", "0208"), unit("shq", "0105", "HQ"), **spec)) == []


@rule("wb95", "10.2.2")
@pytest.mark.parametrize(
    ("ruling", "points", "half"),
    [("exact", 7, Fraction(7, 2)), ("rounded-up", 7, 4), ("exact", 4, 2), ("rounded-up", 4, 2)],
)
def test_half_of_the_movement_points(ruling: str, points: int, half: Fraction | int) -> None:
    game = field(unit("g1", "0505", mp=points, at={"oos": 1}), options={"halved-movement": ruling})
    assert movement.allowance(game, "g1").total == half


@rule("wb95", "10.2.6")
@pytest.mark.parametrize(("ruling", "place"), [("no-test", "0502"), ("test", "surrendered")])
def test_a_unit_that_has_its_line_back(ruling: str, place: str) -> None:
    """Level 12 goes down to 8, and two ones are taken off that."""
    game = field(
        unit("g1", "0502", at={"oos": 12}), unit("s1", "0109"),
        supply={"german": [{"hex": "0501"}]}, options={"relieved-units": ruling},
    )  # fmt: skip
    rig(game, 1, 1)
    supply_phase(game, "german")
    assert where(game, "g1") == place


# ---- strategic movement, reserves


@rule("wb95", "12.2.1")
@pytest.mark.parametrize(("ruling", "refused"), [("allowed", []), ("forbidden", ["12.2.1"])])
def test_marking_in_an_enemy_zone(ruling: str, refused: list[str]) -> None:
    game = field(
        unit("g1", "0504"), unit("g2", "0501"), unit("s1", "0505"), phase=MOVE_A,
        options={"marking-in-zones": ruling},
    )  # fmt: skip
    assert rules(game, "german", {"do": "mark", "units": ["g1"]}) == refused
    assert rules(game, "german", {"do": "mark", "units": ["g2"]}) == []
    marks = [action["units"] for action in game.legal("german") if action["do"] == "mark"]
    assert marks == [["g2"]] if refused else [["g1"], ["g2"]]


@rule("wb95", "S1.8")
@pytest.mark.parametrize(("ruling", "refused"), [("once-roused", []), ("while-near", ["S1.8"])])
def test_reserves_when_the_enemy_has_gone(ruling: str, refused: list[str]) -> None:
    """g1 comes within three hexes of the city, 0505, and goes away again."""
    game = field(
        unit("g1", "0502"), unit("s1", "0909"), unit("sr1", None), unit("sr2", None),
        areas={"city": ["0505"]}, control={"soviet": ["0505"]},
        supply={"german": [{"edge": "west"}], "soviet": [{"edge": "east"}]},
        reserves={"soviet": {"trigger": "enemy-within", "area": "city", "distance": 3,
                             "units": ["sr1", "sr2"]}},
        options={"headquarters-reserves": ruling},
    )  # fmt: skip
    play_to(game, 1, MOVE_B)
    game.play("soviet", {"do": "muster", "units": ["sr1"], "hex": "0505"})
    second = {"do": "muster", "units": ["sr2"], "hex": "0505"}
    assert rules(game, "soviet", second) == []
    play_to(game, 2, MOVE_A)
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0501"]})
    play_to(game, 2, MOVE_B)
    assert rules(game, "soviet", second) == refused
    assert (second in list(game.legal("soviet"))) == (not refused)


def test_a_phase_of_missions_in_force_can_be_passed() -> None:
    """Nothing waits for an answer because a mission is still in force."""
    game = patrol("end-of-turn")
    end(game)
    assert game.phase == "Attack of german"
