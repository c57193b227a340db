"""The second reading of chapter 13: artillery, replacements, reinforcements, engineers. [13.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import size_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, SIDES, TRANSPORT, Dump, dump_key
from grognard.systems.ocs.works import air_bases
from tests.readings.ocs.depots import KINDS, attack, dump, fed, ground, reach, truck
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.field import (
    at,
    field,
    mode,
    move,
    play,
    rig,
    rules,
    serial,
    told,
    unit,
    where,
)
from tests.systems.ocs.transport.tracks import rails, train

reading = pytest.mark.reading
rule = pytest.mark.rule
DEAD = {"place": "dead"}


def front(*pieces: Any, **more: Any) -> Ocs:
    stores = [dump("0304", 20), dump("0608", 8, "allied")]
    return field(*pieces, **{"segment": "attack", "dumps": stores, "kinds": KINDS, **more})


# ---- artillery

POSTURES = {
    "combat": {"mode": "combat"}, "move": {"mode": "move"}, "dg": {"mode": "dg", "up": "combat"},
    "reserve": {"mode": "reserve", "up": "combat"}, "strat": {"mode": "strat"},
}  # fmt: skip


@reading("ocs", "13-27")
@pytest.mark.parametrize(
    ("how", "points"), [("combat", 12), ("move", 4), ("dg", 6), ("reserve", None), ("strat", None)]
)
def test_artillery_fires_in_most_modes_though_it_moved(how: str, points: int | None) -> None:
    gun = unit("a1", "0404", "artillery", barrage="12/4", at={"moved": serial("movement")},
               **POSTURES[how])  # fmt: skip
    other = unit("a2", "0404", "artillery")
    game = front(gun, other, unit("a3", "0404"), unit("s1", "0505"), segment="artillery")
    fire = {"do": "barrage", "guns": ["a1"], "target": "0505", "aim": "units"}
    assert (rules(game, "axis", fire) == []) is (points is not None)
    if points is not None:
        rig(game, 3, 3)
        play(game, "axis", fire)
        assert told(game, "reckoning")[0]["strength"]["total"] == points


@reading("ocs", "13-28")
@pytest.mark.parametrize(
    ("how", "strength"),
    [("combat", "1"), ("move", "1"), ("dg", "1/2"), ("reserve", "1/2"), ("strat", "0")],
)
def test_artillery_defends_with_one(how: str, strength: str) -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505", "artillery", **POSTURES[how]))
    assert not zones.enemy_zone(game, game.board.hex("0504"), "axis")
    rig(game, 3, 3, 3, 4)
    play(game, "axis", attack("a1", on="0505"))
    assert told(game, "odds")[0]["defence"] == strength
    guns = front(unit("a1", "0404", "artillery"), unit("a2", "0404"), unit("s1", "0505"))
    assert rules(guns, "axis", attack("a1", on="0505")) == ["4.4a"]


# ---- replacements


def repl(name: str, hex: str = "0303", kind: str = "pax", **more: Any) -> dict[str, Any]:
    return unit(name, hex, "repl", traits=kind, **{"mode": "move", **more})


@reading("ocs", "13-29")
def test_replacements_are_combat_units() -> None:
    pieces = [repl("ap", "0303"), repl("ae", "0303", "eq")]
    game = field(*pieces, unit("s9", "0909"), dumps=[dump("0304", 8, "allied")])
    assert rules(game, "axis", mode("ap", to="combat"))
    assert rules(game, "axis", mode("ap", to="strat")) in ([], ["12.6e"])
    assert size_of(game, "ap") + size_of(game, "ae") == size_of(game, "ap") * 2
    rig(game, 4)
    play(game, "axis", move("ap", to="0304"))
    assert ground(game, "0304") == 4
    hungry = field(*pieces, unit("a9", "0808", at={"internals": 1}), segment="supply",
                   dumps=[dump("0808", 2)], sources=[{"side": "axis", "hex": "0909"}])  # fmt: skip
    rig(hungry, 1, 1)
    play(hungry, "axis", {"do": "end"})
    assert told(hungry, "attrition")[0]["steps"] == 2
    plane = craft("at", "0303", "Tpt", full="(0)/0/4")
    flight = sky(*pieces, plane, levels={"0312": 3})
    assert rules(flight, "axis", fly("air-transport", "at", to="0312", units=["ap"])) == []
    assert rules(flight, "axis", fly("air-transport", "at", to="0312", units=["ae"])) != []


def rebuild(*names: str, repls: str, **more: Any) -> dict[str, Any]:
    return {"do": "rebuild", "units": list(names), "repls": repls.split(), **more}


def depot(*more: Any, hq: Any = None, **spec: Any) -> Ocs:
    """The Reinforcement Phase, a headquarters at work in 0305; it waits for a merge in 0901."""
    pair = (unit("a8", "0901", re=2, lost=1), unit("a9", "0901", re=2, lost=1))
    staff = hq or unit("ahq", "0305", "hq")
    return field(staff, *pair, unit("s9", "0909", mode="move"), *more,
                 **{"segment": "reinforcement", "kinds": KINDS, **spec})  # fmt: skip


@reading("ocs", "13-30")
@pytest.mark.parametrize(
    ("pieces", "hq", "able"),
    [([repl("ap", "0303")], {}, True), ([repl("ap", "0302")], {}, False),
     ([repl("ap", "0304")], {}, False), ([repl("ap", "0303")], {"mode": "move"}, False),
     ([repl("ap", "0303")], {"mode": "dg", "up": "combat"}, True),
     ([repl("ap", "0303"), unit("s1", "0302"), unit("a2", "0303")], {}, False),
     ([repl("ap", "0303", mode="strat")], {}, False)],
)  # fmt: skip
def test_where_the_dead_come_back(pieces: list[Any], hq: dict[str, str], able: bool) -> None:
    dead = unit("a1", None, "mech", at=DEAD)  # a man and an equipment
    stock = [repl("ae", "0303", "eq"), dead, *pieces]
    game = depot(*stock, hq=unit("ahq", "0305", "hq", **hq))
    order = rebuild("a1", repls="ap ae", mode="move")
    assert (rules(game, "axis", order) == []) is able
    if able:
        play(game, "axis", order)
        assert where(game, "a1") == "0303"


@reading("ocs", "13-31")
@pytest.mark.parametrize(("there", "able"), [("0303", True), ("0304", False)])
def test_any_number_of_steps_where_the_unit_stands(there: str, able: bool) -> None:
    worn = unit("a1", there, re=4, lost=3, mode="strat", at={"oos": True})
    game = depot(worn, *(repl(f"ap{i}", "0303") for i in range(3)))
    order = rebuild("a1", repls="ap0 ap1 ap2", steps=3)
    assert (rules(game, "axis", order) == []) is able
    if able:
        play(game, "axis", order)
        assert (at(game, "a1").lost, at(game, "a1").mode) == (0, "strat")


@reading("ocs", "13-32")
def test_who_is_not_rebuilt_and_who_in_part() -> None:
    division = unit("a1", None, re=3, at={"place": "dead", "lost": 3})
    dotted = unit("a2", "0303", traits="no-rebuild")
    game = depot(division, dotted, repl("ap1"), repl("ap2"))
    for want in ("combat", "move", "strat"):
        assert rules(game, "axis", rebuild("a1", repls="ap1 ap2", steps=2, mode=want)) == []
    assert rules(game, "axis", rebuild("a2", repls="ap1")) == ["13.5c"]
    play(game, "axis", rebuild("a1", repls="ap1 ap2", steps=2, mode="combat"))
    assert (where(game, "a1"), at(game, "a1").lost, at(game, "a1").mode) == ("0303", 1, "combat")


@reading("ocs", "13-33")
def test_two_small_ones_for_one() -> None:
    small = [unit(f"a{i}", None, size="company", at=DEAD) for i in (1, 2)]
    game = depot(*small, repl("ap1"), repl("ap2"))
    play(game, "axis", rebuild("a1", "a2", repls="ap1", mode="move"))
    assert where(game, "a1") == where(game, "a2") == "0303"
    assert at(game, "ap2").place == "map"
    game = depot(small[0], repl("ap1"))
    play(game, "axis", rebuild("a1", repls="ap1", mode="move"))
    assert at(game, "ap1").place != "map"


@reading("ocs", "13-34")
@pytest.mark.parametrize(("lost", "able"), [(8, True), (0, False)])
def test_trucks_that_were_lost_come_back(lost: int, able: bool) -> None:
    carts = [truck("t1", "0801", 3), truck("o1", "0801", 1, formation="1"),
             truck("w1", "0801", kind="wagon")]  # fmt: skip
    game = depot(unit("a1", "0801", formation="1"), *(repl(f"ae{i}", kind="eq") for i in (1, 2)),
                 transport=carts)  # fmt: skip
    game.put(TRANSPORT, "t1", replace(game.state[TRANSPORT]["t1"], size=8))
    for key in ("o1", "w1"):
        game.put(TRANSPORT, key, replace(game.state[TRANSPORT][key], place="dead", hex=-1))
    game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], trucks_lost=lost))
    plain = {"do": "rebuild-trucks", "repls": ["ae1"]}
    assert (rules(game, "axis", plain) == []) is able
    assert (rules(game, "axis", {**plain, "organic": "o1"}) == []) is able
    assert rules(game, "axis", {**plain, "organic": "w1"}) == ["13.5e"]


def wings(*more: Any) -> Ocs:
    things = [craft("af", "0501"), craft("ab", "0303", "T", lost=True), craft("ac", "0303"), *more]
    rows = {"planes": [t["plane"] for t in things], "air": [t["state"] for t in things]}
    bases = [{"side": "axis", "hex": h, "level": 1} for h in ("0501", "0303")]
    game = depot(repl("ae", kind="eq"), bases=bases, weather="mud", **rows)
    lost = replace(game.state[AIR]["af"], place="dead", hex=-1, active=False, reduced=True)
    game.put(AIR, "af", lost)
    return game


@rule("ocs", "13.5f")
@reading("ocs", "13-35")
def test_an_equipment_is_two_steps_of_aircraft_in_any_mixture() -> None:
    both = {"do": "rebuild-aircraft", "planes": ["af", "af"], "bases": {"af": "0501"}, "repl": "ae"}
    one = {**both, "planes": ["af", "ab"]}
    for order, reduced in ((both, False), (one, True)):
        game = wings()
        assert rules(game, "axis", order) == []
        assert any(sorted(a["planes"]) == sorted(order["planes"]) for a in game.legal("axis")
                   if a["do"] == "rebuild-aircraft")  # fmt: skip
        play(game, "axis", order)
        back = game.state[AIR]["af"]
        assert (back.place, back.active, back.reduced) == ("map", True, reduced)
        assert at(game, "ae").place != "map"
    game = wings()
    play(game, "axis", {"do": "rebuild-aircraft", "planes": ["ab"], "repl": "ae"})
    assert at(game, "ae").place != "map"


# ---- reinforcements


def coming(*pieces: Any, **spec: Any) -> Ocs:
    return field(*pieces, **{"segment": "reinforcement", "kinds": KINDS, **spec})


def entry(*names: str, hexes: str = "0101", **more: Any) -> dict[str, Any]:
    return {"side": "axis", "turn": 1, "units": list(names), "hexes": hexes.split(), **more}


def arrive(*names: str, to: str, **more: Any) -> dict[str, Any]:
    return {"do": "arrive", "units": list(names), "hex": to, **more}


@reading("ocs", "13-36")
def test_arrivals_may_overstack_and_cannot_wait() -> None:
    game = coming(unit("a0", "0101", re=9), unit("a1", None, re=3), unit("s9", "0909"),
                  arrivals=[entry("a1")])  # fmt: skip
    assert rules(game, "axis", {"do": "end"}) == ["13.6"]
    play(game, "axis", arrive("a1", to="0101"))
    reach(game, "movement")
    assert (where(game, "a0"), where(game, "a1")) == ("0101", "0101")


@reading("ocs", "13-37")
@pytest.mark.parametrize("zoned", [False, True])
def test_a_port_takes_in_its_capacity_and_nothing_in_a_zone(zoned: bool) -> None:
    port = [{"name": "Q", "hex": "0501", "side": "axis", "capacity": 2}]
    men = [unit(f"a{i}", None) for i in (1, 2, 3)]
    enemy = unit("s1", "0502" if zoned else "0909")
    pair = [unit("a8", "0901", re=2, lost=1), unit("a9", "0901", re=2, lost=1)]
    game = coming(*men, *pair, enemy, unit("a4", "0501"), ports=port,
                  arrivals=[entry("a1", "a2", "a3", hexes="0501", port=True)])  # fmt: skip
    if zoned:
        assert rules(game, "axis", arrive("a1", to="0501")) == ["13.6a"]
        return
    assert rules(game, "axis", arrive("a1", "a2", "a3", to="0501")) == ["13.6a"]
    assert rules(game, "axis", arrive("a1", "a2", to="0501")) == []
    play(game, "axis", arrive("a1", "a2", to="0501"))
    assert where(game, "a3") == "pool"


@reading("ocs", "13-38")
def test_zones_do_not_bar_arrivals_but_units_do() -> None:
    near = coming(unit("a1", None), unit("s1", "0102"), arrivals=[entry("a1")])
    assert rules(near, "axis", arrive("a1", to="0101", mode="move")) == []
    assert rules(near, "axis", arrive("a1", to="0101", mode="strat")) == ["5.8a"]
    assert rules(near, "axis", arrive("a1", to="0101", mode="reserve", up="move")) == ["5.7c"]
    held = coming(unit("a1", None), unit("s1", "0501"), arrivals=[entry("a1", hexes="0501")])
    assert rules(held, "axis", arrive("a1", to="0501")) == ["13.6b"]
    assert rules(held, "axis", arrive("a1", to="0401")) == []
    assert rules(held, "axis", arrive("a1", to="0301")) == ["13.6b"]
    assert rules(held, "axis", arrive("a1", to="0402")) == ["13.6b"]


@reading("ocs", "13-39")
@pytest.mark.parametrize("supply", [0, 12])
def test_organic_trucks_come_loaded_and_others_with_what_comes_there(supply: int) -> None:
    carts = [{"side": "axis", "id": "o1", "points": 1, "formation": "1", "kind": "truck"},
             {"side": "axis", "id": "t1", "points": 2, "kind": "truck"}]  # fmt: skip
    game = coming(unit("a1", "0901", formation="1"), unit("s9", "0909"), transport=carts,
                  arrivals=[entry("o1", "t1")])  # fmt: skip
    h = game.board.hex("0101")
    if supply:
        there = Dump("axis", h, supply, fresh=supply, unloaded=serial("reinforcement"))
        game.put(DUMPS, dump_key("axis", h), there)
    assert (rules(game, "axis", arrive("t1", to="0101", load=8)) == []) is bool(supply)
    play(game, "axis", arrive("o1", to="0101"))
    assert game.state[TRANSPORT]["o1"].load == 4
    play(game, "axis", arrive("t1", to="0101", load=8 if supply else 0))
    assert game.state[TRANSPORT]["t1"].load == (8 if supply else 0)


# ---- engineers


def sapper(name: str = "a1", hex: str = "0505", **more: Any) -> dict[str, Any]:
    spec = {"traits": "engineer", "combat": "2:3 leg", "move": "1:5 leg", **more}
    return unit(name, hex, "engineer", **spec)


def base(name: str = "a1", hex: str = "0505") -> dict[str, Any]:
    return {"do": "build-base", "hex": hex, "units": [name]}


def site(*pieces: Any, tokens: int = 24, **more: Any) -> Ocs:
    stores = [dump("0505", tokens)] if tokens else []
    return field(*pieces, unit("s9", "0909", mode="move"), dumps=stores, kinds=KINDS, **more)


@reading("ocs", "13-40")
@pytest.mark.parametrize(
    ("who", "able"),
    [(sapper(), True), (sapper(mode="move"), False), (sapper(mode="dg", up="combat"), True),
     (sapper(mode="dg", up="move"), False), (sapper(mode="reserve", up="combat"), False),
     (sapper(traits=""), False), (sapper(traits="rail-repair"), False),
     (unit("a1", "0505", "hq"), True)],
)  # fmt: skip
def test_who_is_engineer_capable(who: Any, able: bool) -> None:
    assert (rules(site(who), "axis", base()) == []) is able


@reading("ocs", "13-41")
@pytest.mark.parametrize(("river", "cost"), [("major_river", 5), ("minor_river", 1)])
def test_bridges_serve_the_engineers_own_hex(river: str, cost: int) -> None:
    ground_ = sketch(9, 9, sides=[f"0505-0506 {river}", f"0805-0806 {river}"])
    lorry = {"combat": "4:12 truck", "move": "2:12 truck"}
    pieces = [sapper("a1", "0505"), unit("a2", "0506", **lorry), unit("a3", "0806", **lorry)]
    game = site(*pieces, board=ground_)
    play(game, "axis", move("a2", to="0505"))
    assert at(game, "a2").spent == cost * 12
    play(game, "axis", move("a2", to="0506"))
    assert at(game, "a2").spent == 2 * cost * 12
    full = {"major_river": ["6.2c"], "minor_river": []}[river]
    assert rules(game, "axis", move("a3", to="0805")) == full


@reading("ocs", "13-42")
def test_a_bridge_lets_attack_but_not_overrun() -> None:
    ground_ = sketch(9, 9, sides=["0505-0506 major_river"])
    tank = unit("a2", "0505", combat="9:12 truck", move="4:12 truck")
    pieces = [sapper("a1", "0505"), tank, unit("s1", "0506")]
    spec: dict[str, Any] = {"board": ground_, "dumps": [dump("0505", 20)]}
    game = field(*pieces, **spec)
    assert rules(game, "axis", {"do": "overrun", "units": ["a2"], "target": "0506"}) != []
    fight = field(*pieces, segment="attack", **spec)
    assert rules(fight, "axis", attack("a2", on="0506")) == []
    alone = field(*pieces[1:], unit("a3", "0505"), segment="attack", **spec)
    assert rules(alone, "axis", attack("a2", on="0506")) == ["9.1f"]


@reading("ocs", "13-43")
def test_the_builder_leaves_by_his_own_bridge() -> None:
    ground_ = sketch(9, 9, sides=["0505-0506 major_river"])
    game = site(sapper(), unit("a2", "0505", move="4:5 leg"), board=ground_)
    play(game, "axis", mode("a1", to="move"))
    play(game, "axis", move("a2", to="0506"))
    assert at(game, "a2").spent > 2 * 12
    play(game, "axis", move("a1", to="0506"))
    assert at(game, "a1").spent == 2 * 12
    staff = rails(unit("ahq", "0507", "hq"), unit("a3", "0507", move="4:8 leg", mode="move"))
    play(staff, "axis", mode("ahq", to="move"))
    assert rules(staff, "axis", train("a3", to="0509")) == ["13.3c(1)"]
    assert rules(staff, "axis", train("ahq", to="0509")) == []


@reading("ocs", "13-44")
@pytest.mark.parametrize(
    ("first", "foreign", "served"), [(1, 21, True), (8, 21, False), (1, 3, False)]
)
def test_a_headquarters_makes_a_station_of_a_line_that_works(
    first: int, foreign: int, served: bool
) -> None:
    hexes = [f"01{c:02d}" for c in range(first, 21)]
    gauges = {"axis": [h for h in hexes if h < f"01{foreign:02d}"],
              "allied": [h for h in hexes if h >= f"01{foreign:02d}"]}  # fmt: skip
    pieces = [unit("ahq", "0115", "hq", throw="1 truck/1 truck"), unit("a1", "0121")]
    game = field(*pieces, board=sketch(1, 30, links=[f"{'-'.join(hexes)} rail"]), gauges=gauges,
                 sources=[{"side": "axis", "hex": "0101"}])  # fmt: skip
    assert ("a1" in fed(game)) is served


@reading("ocs", "13-45")
def test_engineers_reach_two_hexes_and_do_not_move() -> None:
    lake = dict.fromkeys(("0604", "0605", "0606"), "lake")
    game = site(sapper(), board=sketch(9, 9, terrain=lake))
    assert rules(game, "axis", base(hex="0504")) == []
    assert rules(game, "axis", base(hex="0503")) == []
    assert rules(game, "axis", base(hex="0502")) == ["13.8d"]
    assert rules(game, "axis", base(hex="0705")) == ["13.8d"]
    zoned = site(sapper(), unit("s1", "0403"))
    assert rules(zoned, "axis", base(hex="0503")) == []
    play(game, "axis", move("a1", to="0506"))
    assert rules(game, "axis", base(hex="0506")) == ["13.8d"]


@reading("ocs", "13-46")
def test_one_work_an_engineer_a_turn_and_at_once() -> None:
    game = site(sapper(), sapper("a2"), unit("a3", "0808"))
    play(game, "axis", base())
    assert air_bases.level(game, game.board.hex("0505")) == 1
    hog = {"do": "build-hedgehog", "hex": "0505", "units": ["a1"]}
    assert rules(game, "axis", hog) == ["13.8d"]
    assert rules(game, "axis", base(hex="0504")) == ["13.8d"]
    assert rules(game, "axis", {**hog, "units": ["a2"]}) == []
    assert rules(game, "axis", base("a2")) != []  # one level a phase


@reading("ocs", "13-47")
def test_pulling_down_is_free() -> None:
    hex = "0503"
    works: dict[str, Any] = {
        "bases": [{"side": "axis", "hex": hex, "level": 2}],
        "hedgehogs": [{"side": "axis", "hex": hex, "level": 1}],
        "ports": [{"name": "Q", "hex": hex, "side": "axis", "capacity": 2}],
    }
    game = site(unit("ahq", "0505", "hq"), tokens=0, **works)
    tasks = ("reduce-base", "reduce-hedgehog", "wreck-port")
    for task in tasks:
        assert rules(game, "axis", {"do": task, "hex": hex, "units": ["ahq"]}) == []
    assert rules(game, "axis", base("ahq", hex)) == ["13.8d"]
    play(game, "axis", {"do": tasks[0], "hex": hex, "units": ["ahq"]})
    for task in tasks[1:]:
        assert rules(game, "axis", {"do": task, "hex": hex, "units": ["ahq"]}) != []


# ---- consolidation


@reading("ocs", "13-48")
@pytest.mark.parametrize(
    ("other", "able"),
    [({}, True), ({"mode": "dg", "up": "combat"}, False), ({"at": {"internals": 1}}, False),
     ({"move": "4:6 leg"}, False), ({"hex": "0304"}, False)],
)  # fmt: skip
def test_two_crippled_divisions_become_one(other: dict[str, Any], able: bool) -> None:
    spec: dict[str, Any] = {"hex": "0303", "re": 4, "lost": 2, **other}
    game = depot(unit("a1", "0303", re=4, lost=3, at={"oos": True}),
                 unit("a2", spec.pop("hex"), **spec), unit("s1", "0302"))  # fmt: skip
    order = {"do": "merge", "keep": "a1", "remove": "a2"}
    assert (rules(game, "axis", order) == []) is able
    if able:
        play(game, "axis", order)
        assert (at(game, "a1").lost, where(game, "a2")) == (1, "dead")
    full = depot(unit("a1", "0303", re=4, lost=1), unit("a2", "0303", re=4, lost=1))
    play(full, "axis", order)
    assert (at(full, "a1").lost, where(full, "a2")) == (0, "dead")


@reading("ocs", "13-49")
def test_who_is_exchanged_for_the_dead() -> None:
    carts = [truck("ox", "0303", 1, 4, formation="X"), truck("oy", "0303", 1, formation="Y"),
             truck("t1", "0303", 1)]  # fmt: skip
    tanks = [unit("a1", "0303", "armor", formation="X"), unit("a2", "0303", "armor"),
             unit("a3", None, "armor", formation="Y", at=DEAD), unit("a4", None, "armor", at=DEAD),
             unit("a5", "0303", formation="Y")]  # fmt: skip
    game = depot(*tanks, transport=carts)
    game.put(TRANSPORT, "oy", replace(game.state[TRANSPORT]["oy"], place="dead", hex=-1))

    def swap(name: str, dead: str) -> dict[str, Any]:
        return {"do": "exchange", "unit": name, "dead": dead}

    assert rules(game, "axis", swap("a1", "a3")) == rules(game, "axis", swap("a2", "a3")) == []
    assert rules(game, "axis", swap("a1", "a4")) == ["13.9(3)"]
    assert rules(game, "axis", swap("t1", "oy")) == []
    play(game, "axis", swap("ox", "oy"))
    found = game.state[TRANSPORT]["oy"]
    assert (found.formation, found.load, found.place) == ("Y", 4, "map")


@reading("ocs", "13-50")
@pytest.mark.parametrize(
    ("other", "able"),
    [({}, True), ({"active": False}, False), ({"plane": "fw"}, False), ({"hex": "0505"}, False),
     ({"reduced": False}, False)],
)  # fmt: skip
def test_reduced_aircraft_merge_in_any_phase(other: dict[str, Any], able: bool) -> None:
    me = {"id": "me", "side": "axis", "name": "Me", "types": "F", "range": 20, "full": "4/2/0",
          "reduced": "3/1/0"}  # fmt: skip
    air = [{"id": "p1", "plane": "me", "hex": "0303", "reduced": True},
           {"id": "p2", "plane": "me", "hex": "0303", "reduced": True, **other}]  # fmt: skip
    bases = [{"side": "axis", "hex": h, "level": 1} for h in ("0303", "0505")]
    game = front(unit("a3", "0404"), unit("s1", "0405"), bases=bases, air=air,
                 planes=[me, {**me, "id": "fw", "name": "Fw", "full": "5/2/0"}])  # fmt: skip
    order = {"do": "merge-aircraft", "keep": "p1", "remove": "p2"}
    assert (rules(game, "axis", order) == []) is able
    if able:
        play(game, "axis", order)
        assert (game.state[AIR]["p1"].reduced, game.state[AIR]["p1"].active) == (False, True)
