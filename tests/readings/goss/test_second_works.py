"""Field works, forts, fortified areas and road crews: a second reader's cases. [17.3.3] [17.4.0]"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.sequence import ENA_TURN
from grognard.systems.goss.supply.fields import engineers_help, lay
from grognard.systems.goss.supply.ways import MECH_PATH, Prices, Way
from grognard.systems.goss.turn.phases import CONSTRUCTION, QUICK_CONSTRUCTION
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, pass_to, rig, rules, told, unit
from tests.systems.goss.firing import hit
from tests.systems.goss.works.site import field, hex_of, mark, next_turn

COMPANY: dict[str, Any] = {"size": "Co", "steps": 1}
SAPPERS: dict[str, Any] = {"size": "Bn", "steps": 2}


def dig(*names: str, work: str = "IP") -> dict[str, Any]:
    return {"do": "dig", "units": [*names], "work": work}


def move(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(*h) for h in path]}


# ---- construction [17.3.0]


@pytest.mark.reading("goss", "goss2-17-04")
@pytest.mark.rule("goss", "17.3.0", "17.3.0-3")
def test_one_activity_and_nothing_besides() -> None:
    def ready() -> Gs:
        game = field(
            unit("g1", (0, 0)), unit("g2", (0, 0), "eng", **SAPPERS), unit("g3", (4, 0)),
            unit("g4", (6, 0), supply="OhS"), unit("g5", (8, 0), mode="PA"), unit("u1", (-9, 0)),
            water={"river": [((0, 0), (1, 0))]},
        )  # fmt: skip
        game.play("axis", dig("g1"))
        game.play("axis", dig("g3"))
        assert rules(game, "axis", dig("g4")) == []
        assert rules(game, "axis", dig("g5")) == ["17.3.0"]
        return game

    game = ready()
    pass_to(game, "moves", "axis")
    game.play("axis", {"do": "stop-work", "units": ["g3"]})
    assert told(game, "work-halted")[-1]["task"] == "IP"
    game.play("axis", move("g3", (5, 0)))
    assert hex_of(game, 4, 0).building == ""
    done = ready()
    next_turn(done, "construction")
    assert hex_of(done, 0, 0).work == "IP"
    assert rules(done, "axis", dig("g1", "g2", work="ET-2")) == []
    done.play("axis", dig("g1", "g2", work="ET-2"))
    bridge = {"do": "bridge", "units": ["g2"], "hex": at(1, 0)}
    assert "17.3.0" in rules(done, "axis", bridge)  # one activity in a game turn
    away = ready()
    next_turn(away, "moves")
    assert rules(away, "axis", move("g1", (-1, 0))) == []


@pytest.mark.reading("goss", "goss2-17-05")
@pytest.mark.rule("goss", "17.3.0-2", "17.3.0")
def test_which_works_go_on() -> None:
    def digging(**more: Any) -> Gs:
        game = field(unit("g1", (0, 0), **more.pop("facts", {})), unit("u1", (0, 1)), **more)
        game.play("axis", dig("g1"))
        return game

    shaken = digging()
    pass_to(shaken, "modes", "allied")
    mark(shaken, "u1", mode="PA")
    attack = clash(shaken, ["u1"])
    hold = {"choose": "hold"}
    rig(shaken, 0)
    attack.settle(defender="1", declare=hold, take_hit={"take": "fatigue"})
    assert (now(shaken, "g1").fatigue, now(shaken, "g1").steps) == (1, 3)
    assert now(shaken, "g1").task == "IP"
    struck = digging()
    hit(struck, (0, 0), 1)
    assert (now(struck, "g1").task, hex_of(struck, 0, 0).building) == ("", "")
    next_turn(struck, "construction")
    assert rules(struck, "axis", dig("g1")) == []  # begun again in the next player turn
    dry = digging(options={"oos-ip": "barred"})
    mark(dry, "g1", supply="OoS")
    pass_to(dry, "designation", "axis")
    assert (now(dry, "g1").task, hex_of(dry, 0, 0).building) == ("", "")
    rested = digging(rest={"axis": "PM"})
    next_turn(rested, "construction")
    assert hex_of(rested, 0, 0).work == "IP"
    assert not {CONSTRUCTION, QUICK_CONSTRUCTION} & {part.kind for part in ENA_TURN}


@pytest.mark.reading("goss", "goss2-17-05")
@pytest.mark.rule("goss", "17.3.0-2", "15.6.0-4")
def test_who_comes_out_of_supply_stops_and_may_begin_an_ip_anew() -> None:
    game = field(unit("g1", (0, 0)), unit("u1", (9, 0)))
    game.play("axis", dig("g1"))
    mark(game, "g1", supply="OoS")
    pass_to(game, "moves", "axis")
    assert (now(game, "g1").task, hex_of(game, 0, 0).building) == ("", "")
    hungry = field(unit("g1", (0, 0), supply="OoS"), unit("u1", (9, 0)))
    hungry.play("axis", dig("g1"))
    pass_to(hungry, "moves", "axis")
    assert now(hungry, "g1").task == "IP"


# ---- field works [17.3.3]


@pytest.mark.reading("goss", "goss2-17-12")
@pytest.mark.rule("goss", "17.3.3", "17.3.3a")
def test_who_digs_an_ip_and_how_fast() -> None:
    crews = {
        "a": [("inf", {**COMPANY, "formation": "1"}), ("inf", {**COMPANY, "formation": "2"})],
        "b": [("eng", {})], "c": [("eng", {}), ("inf", COMPANY)], "d": [("eng", SAPPERS)],
        "e": [("art", {"steps": 3})], "f": [("inf", COMPANY)], "g": [("inf", {})],
    }  # fmt: skip
    hexes = {key: (3 * place - 9, 0) for place, key in enumerate(crews)}
    names = {key: [f"g{key}{n}" for n, _ in enumerate(found)] for key, found in crews.items()}
    units = [
        unit(name, hexes[key], kind, **facts)
        for key, found in crews.items()
        for name, (kind, facts) in zip(names[key], found, strict=True)
    ]
    enemies = [unit(f"u{key}", (q, r + 1)) for key, (q, r) in hexes.items()]
    game = field(*units, *enemies, terrain={hexes["g"]: "Axis-Ft"})
    refused = {key: rules(game, "axis", dig(*names[key])) for key in crews}
    assert refused == {
        "a": [], "b": [], "c": [], "d": [], "e": ["17.3.3"], "f": ["17.3.3a"], "g": ["17.3.3"],
    }  # fmt: skip
    for key in "abcd":
        game.play("axis", dig(*names[key]))

    def dug() -> str:
        return "".join(key for key in "abcd" if hex_of(game, *hexes[key]).work)

    pass_to(game, "designation", "axis")
    assert dug() == "cd"
    next_turn(game, "construction")
    assert dug() == "abcd"


@pytest.mark.reading("goss", "goss2-17-13")
@pytest.mark.rule("goss", "17.3.3b")
def test_who_begins_an_et2() -> None:
    hexes = {key: (3 * place - 11, 0) for place, key in enumerate("abcdefgh")}
    game = field(
        unit("ga1", hexes["a"], "eng"), unit("ga2", hexes["a"]),
        *(unit(f"g{key}1", hexes[key], "eng", **SAPPERS) for key in "bcdef"),
        unit("gg1", hexes["g"], "eng"), unit("gg2", hexes["g"]),
        unit("gh1", hexes["h"]), unit("gh2", hexes["h"]),
        unit("u1", (hexes["f"][0], -3)), unit("u2", (12, 0)),
        works={hexes[key]: "IP" for key in "abfgh"}, radius=14,
        terrain={hexes["c"]: "town", hexes["d"]: "woods", (hexes["f"][0], -3): "VP"},
    )  # fmt: skip
    place = {key: at(*h, 14) for key, h in hexes.items()}

    def order(key: str, work: str = "ET-2") -> dict[str, Any]:
        there = [n for n in game.scenario.counters if n.startswith(f"g{key}")]
        return dig(*there, work=work)

    def work(key: str) -> str:
        return status(game, game.board.hex(place[key])).work

    game.play("axis", order("e", "IP"))
    refused = {key: rules(game, "axis", order(key)) for key in "abcdfgh"}
    assert refused == {
        "a": [], "b": [], "c": [], "d": ["17.3.3b"], "f": ["17.3.3b"], "g": [], "h": ["17.3.3b"],
    }  # fmt: skip
    for key in "abcg":
        game.play("axis", order(key))
    game.put(*moved(game, "u2", place["g"]))
    pass_to(game, "designation", "axis")
    assert {key: work(key) for key in "abceg"} == {
        "a": "IP", "b": "ET-2", "c": "ET-2", "e": "IP", "g": "IP",
    }  # fmt: skip
    next_turn(game, "construction")
    assert (work("a"), work("g")) == ("ET-2", "ET-2")  # who is observed later goes on


def moved(game: Gs, name: str, label: str) -> tuple[Any, str, Any]:
    """A unit put next to a hex."""
    beside = game.board.around(game.board.hex(label))[0]
    return UNITS, name, replace(now(game, name), hex=beside)


@pytest.mark.reading("goss", "goss2-17-13")
@pytest.mark.rule("goss", "17.3.3b", "17.3.0-3")
def test_an_ip_that_is_complete_in_this_phase_is_dug_deeper_at_once() -> None:
    game = field(unit("g1", (0, 0), "eng"), unit("g2", (0, 0), "eng"), unit("u1", (9, 0)))
    game.play("axis", dig("g1"))
    next_turn(game, "construction")
    assert hex_of(game, 0, 0).work == "IP"
    game.play("axis", dig("g1", "g2", work="ET-2"))
    pass_to(game, "modes", "allied")
    assert hex_of(game, 0, 0).work == "ET-2"


@pytest.mark.reading("goss", "goss2-17-14")
@pytest.mark.rule("goss", "17.3.3c", "17.3.3")
def test_an_et3_needs_the_scenarios_leave() -> None:
    hexes = [(0, 0), (3, 0), (6, 0)]
    units = [unit(f"g{n}{k}", h, "eng", **SAPPERS) for n, h in enumerate(hexes) for k in "ab"]
    works = dict.fromkeys(hexes, "ET-2")
    silent = field(*units, works=works)
    assert rules(silent, "axis", dig("g0a", "g0b", work="ET-3")) == ["17.3.3c"]
    allowed = field(*units, works=works, options={"et-3": "on"},
                    special={"et-3": {"axis": {"number": 2, "turns": 1}}})  # fmt: skip
    for n in (0, 1):
        allowed.play("axis", dig(f"g{n}a", f"g{n}b", work="ET-3"))
    assert rules(allowed, "axis", dig("g2a", "g2b", work="ET-3")) == ["17.3.3c"]
    next_turn(allowed, "construction")
    assert [hex_of(allowed, *h).work for h in hexes] == ["ET-3", "ET-3", "ET-2"]
    assert rules(allowed, "axis", dig("g2a", "g2b", work="ET-3")) == ["17.3.3c"]


# ---- road crews [17.7.0]


def crew(*names: str) -> dict[str, Any]:
    return {"do": "road-crew", "units": [*names]}


@pytest.mark.reading("goss", "goss2-17-23")
@pytest.mark.rule("goss", "17.7.0", "17.7.1")
def test_who_is_a_road_crew_and_how_long() -> None:
    game = field(
        unit("g1", (0, 0), "eng", **SAPPERS), unit("g2", (3, 0), "eng"),
        unit("g3", (6, 0), "eng", mode="PA", **SAPPERS), unit("g4", (0, 6), "eng", **SAPPERS),
        unit("u1", (0, 3)),
        roads={"trail": [[(0, 0), (-1, 0)], [(6, 0), (7, 0)]], "secondary": [[(3, 0), (4, 0)]],
               "primary": [[(0, 6), (-1, 6)]]},
    )  # fmt: skip
    refused = {n: rules(game, "axis", crew(n)) for n in ("g1", "g2", "g3", "g4")}
    assert refused == {"g1": [], "g2": ["17.7.1"], "g3": ["17.7.1"], "g4": ["17.7.1"]}
    game.play("axis", crew("g1"))
    next_turn(game, "moves", "allied")
    assert now(game, "g1").task == "road"
    game.play("allied", move("u1", (0, 2), (0, 1)))
    assert now(game, "g1").task == ""  # at once, in the enemy's Movement Phase
    quiet = field(unit("g1", (0, 0), "eng", **SAPPERS), unit("u1", (9, 0)),
                  roads={"trail": [[(0, 0), (-1, 0)]]})  # fmt: skip
    quiet.play("axis", crew("g1"))
    next_turn(quiet, "moves")
    next_turn(quiet, "moves")
    assert rules(quiet, "axis", move("g1", (1, 0))) != []
    quiet.play("axis", {"do": "stop-work", "units": ["g1"]})
    quiet.play("axis", move("g1", (1, 0)))


@pytest.mark.reading("goss", "goss2-17-24")
@pytest.mark.rule("goss", "17.7.2")
def test_what_a_road_crew_improves() -> None:
    crew_at, trail, far, second, first = (0, 0), (0, -1), (1, 0), (0, 1), (0, 2)
    game = field(
        unit("g1", crew_at, "eng", task="road", **SAPPERS), unit("u1", (9, 0)),
        roads={"trail": [[(0, -2), trail, crew_at]], "primary": [[second, first]],
               "secondary": [[crew_at, second], [far, (2, 0)]]},
        water={"major_river": [(crew_at, far)]},
    )  # fmt: skip
    h = {
        spot: game.board.hex(at(*spot))
        for spot in (crew_at, trail, far, second, first, (0, -2), (2, 0))
    }
    prices = Prices(game.scenario.ground, lay(game), engineers_help(game, "axis"), Way(MECH_PATH))

    def cost(a: tuple[int, int], b: tuple[int, int]) -> Fraction:
        found = prices.by_road(h[a], h[b])
        assert found is not None
        return Fraction(found, POINT)

    assert cost((0, -2), trail) == Fraction(1, 2)
    assert cost(trail, crew_at) == Fraction(1, 2)
    assert cost(crew_at, second) == Fraction(1, 3)
    assert cost(second, first) == Fraction(1, 3)
    assert cost((2, 0), far) == Fraction(1, 2)  # beyond the river it is as it was
    assert h[far] not in engineers_help(game, "axis").crews
