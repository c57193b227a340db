"""Fire support and the adjustment before assaults, as another reader reads them. [11.0] [12.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.fire.modifiers import target
from grognard.systems.goss.fire.resolving import Result
from grognard.systems.goss.fire.suffering import suffer
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HEXES, HexStatus
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import answered, at, now, pass_to, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, barrage, field, gun, hit, settle
from tests.systems.goss.flights import give, ships, until
from tests.systems.goss.lulls.quiet import g, u
from tests.systems.goss.lulls.test_lulls import after

SMALL: dict[str, Any] = {"steps": 2, **AXIS}
SEA = {(1, -6): "sea"}
X, Y = (1, 0), (0, 1)


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def fly(hex: tuple[int, int], spotter: str = "u1", ap: int = 2) -> dict[str, Any]:
    return {"do": "ground-support", "hex": at(*hex), "spotter": spotter, "ap": ap}


def shell(hex: tuple[int, int], *names: str, spotter: str = "u1", side: str = "allied") -> Any:
    fleet = [f"{side} {name}" for name in names]
    return {"do": "naval-gunfire", "hex": at(*hex), "spotter": spotter, "ships": fleet}


def announce(hex: tuple[int, int], support: str, spotter: str = "u1") -> dict[str, Any]:
    return {"do": "announce", "hex": at(*hex), "support": support, "spotter": spotter}


def play(game: Gs, side: str, action: dict[str, Any], *dice: int) -> None:
    """A mission that is legal, with its dice, and every question answered by default."""
    assert rules(game, side, action) == []
    rig(game, *(dice or (0,) * 8))
    game.play(side, action)
    answered(game)


@pytest.mark.reading("goss", "goss2-11-01")
@pytest.mark.rule("goss", "11.0", "11.1.0")
def test_the_three_sub_segments() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("u2", (1, 1), mode="PA", **US),
        unit("gX", X, **SMALL), unit("gY", Y, **SMALL), gun("ua"), gun("ub"), gun("uc", (-2, 1)),
        gun("ud", (-2, 1)), gun("ga", (3, 0)), gun("gb", (3, 0)), segment="air-support",
        terrain=SEA,
    )  # fmt: skip
    give(game, "allied", gs=8)
    ships(game, "DD")
    play(game, "allied", fly(X))
    play(game, "allied", fly(Y))
    until(game, "defensive-fire")
    play(game, "axis", barrage((0, 0), "gX", {"ga": 8}))
    until(game, "offensive-fire")
    assert rules(game, "allied", fly(X)) != [], "that sub-segment is over"
    play(game, "allied", barrage(X, "u1", {"ua": 8, "ub": 8}), 0, 0, 9)
    assert told(game, "volleys")[-1]["volleys"] == [8, 8]
    assert rules(game, "allied", barrage(X, "u1", {"uc": 8})) == ["11.0"]
    play(game, "allied", announce(Y, "naval"))
    play(game, "allied", barrage(Y, "u1", {"uc": 8}))
    until(game, "offensive-naval")
    assert rules(game, "allied", {"do": "end"}) == ["11.1.0"], "what was declared is conducted"
    assert rules(game, "axis", barrage((0, 0), "gX", {"gb": 8})) != []
    play(game, "allied", shell(Y, "DD 1"))


@pytest.mark.reading("goss", "goss2-11-02")
@pytest.mark.rule("goss", "11.2.0", "11.2.3")
def test_spotter_first_and_one_or_the_other() -> None:
    def defence(segment: str = "defensive-fire") -> Gs:
        game = field(
            unit("u1", (0, 0), mode="PA", **US), unit("u2", (1, 1), mode="PA", **US),
            unit("g1", X, **SMALL), unit("g2", X, "pz4", **AXIS, order=9), gun("ga", (3, 0)),
            gun("gb", (3, 0)), gun("ua"), segment=segment, terrain=SEA,
            side="allied",
        )  # fmt: skip
        give(game, "axis", gs=8)
        give(game, "allied", gs=8)
        ships(game, "DD", "DD", side="axis")
        ships(game, "DD")
        return game

    game = defence()
    here, there = (0, 0), (1, 1)
    unspotted = {key: v for key, v in barrage(here, "", {"ga": 8}).items() if key != "spotter"}
    assert rules(game, "axis", unspotted) == ["8.3.0"], "a spotter first"
    play(game, "axis", announce(here, "air", "g1"))
    assert rules(game, "axis", announce(here, "naval", "g1")) == ["11.1.0"]
    both = defence("defensive-air")
    play(both, "axis", fly(here, "g1"))
    assert rules(both, "axis", shell(here, "DD 1", spotter="g1", side="axis")) == ["11.2.3"]
    play(both, "axis", shell(there, "DD 1", spotter="g1", side="axis"))
    active = defence("air-support")
    play(active, "allied", fly(X))
    until(active, "offensive-fire")
    seen = active.view("allied")["units"]
    assert "g1" not in seen, "who stands below is not told"
    assert "g2" in seen
    active.play("allied", {"do": "spot", "unit": "u1"})
    assert told(active, "armor-told") == [{"hex": at(*X), "side": "allied", "armor": True}]
    play(active, "allied", announce(X, "naval"))
    play(active, "allied", barrage(X, "u1", {"ua": 8}))
    until(active, "offensive-naval")
    play(active, "allied", shell(X, "DD 1"))


@pytest.mark.reading("goss", "goss2-11-03")
@pytest.mark.rule("goss", "11.3.3")
def test_air_points_have_no_range() -> None:
    far, radius = 30, 32
    game = field(
        unit("u1", (far, 0), mode="PA", **US), unit("g1", (far + 1, 0), **AXIS),
        segment="air-support", radius=radius,
    )  # fmt: skip
    give(game, "allied", gs=3)
    target_ = at(far + 1, 0, radius)
    flight = {"do": "ground-support", "hex": target_, "spotter": "u1", "ap": 3}
    assert game.board.distance(game.board.hex(target_), game.board.hex(at(-radius, 0, radius))) > 60
    play(game, "allied", flight)
    assert told(game, "volleys")[0]["volleys"] == [6]
    split = field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", X, **AXIS), segment="air-support",
        terrain={(q, r): f"sector:{'S' if q >= 0 else 'N'}" for q in range(-3, 3)
                 for r in range(-3, 3)},
    )  # fmt: skip
    give(split, "allied", "N", gs=6)
    assert rules(split, "allied", fly(X, ap=3)) == ["11.4.3"]
    give(split, "allied", "S", gs=6)
    assert rules(split, "allied", fly(X, ap=3)) == []


@pytest.mark.reading("goss", "goss2-11-04")
@pytest.mark.rule("goss", "11.4.1e")
def test_surprise_is_what_the_scenario_says() -> None:
    def allied(**special: Any) -> Gs:
        return field(
            unit("u1", (0, 0), mode="PA", **US), unit("g1", X, **SMALL), gun("ua", barrage=9),
            gun("ub", barrage=9), days=4, special=special,
        )  # fmt: skip

    fire = barrage(X, "u1", {"ua": 9, "ub": 9})
    plain = allied()
    play(plain, "allied", fire)
    assert told(plain, "volleys")[0]["volleys"] == [8, 8, 2]
    by = {"by": "axis", "effects": ["silent"]}
    assert rules(allied(surprise={"17 AM": by}), "allied", fire) == ["11.4.1e", "11.4.1e"]
    assert rules(allied(surprise={"17 PM": by}), "allied", fire) == [], "in that GT only"
    lulled = after(
        g("g1", (0, 0), mode="PA"), u("u1", (0, 1)), u("ua", (0, 3), "art", barrage=9,
        battery=True), u("ub", (0, 3), "art", barrage=9, battery=True), turn="PM",
        segment="defensive-fire", side="axis", headquarters={"uh": {"adv": 4}},
    )  # fmt: skip
    defensive = barrage((0, 0), "u1", {"ua": 9, "ub": 9})
    assert "24.4.0(d)" in rules(lulled, "allied", {**defensive, "intensive": 1})
    play(lulled, "allied", defensive)
    assert told(lulled, "volleys")[0]["volleys"] == [8, 1]


@pytest.mark.rule("goss", "11.4.1e")
def test_what_else_a_surprise_may_do() -> None:
    def axis(effect: str, segment: str = "offensive-fire", side: str = "axis", **more: Any) -> Gs:
        return field(
            unit("u1", (0, 0), **US), unit("g1", X, **AXIS, **more), gun("ga", (3, 0)),
            gun("gb", (3, 0)), gun("gc", (3, 1)), gun("gd", (3, 1)), gun("ua", barrage=9),
            gun("ub", barrage=9), terrain={(0, 0): "woods"}, segment=segment, side=side,
            special={"surprise": {"17 AM": {"by": "axis", "effects": [effect]}}},
        )  # fmt: skip

    three = barrage((0, 0), "g1", {"ga": 8, "gb": 8, "gc": 8})
    assert rules(axis("shift"), "axis", three) == ["11.2.1"], "nobody sees into the woods"
    assert rules(axis("unobserved"), "axis", three) == []
    four = barrage((0, 0), "g1", {"ga": 8, "gb": 8, "gc": 8, "gd": 8})
    assert rules(axis("unobserved"), "axis", four) == ["11.2.4a"]
    defensive = barrage(X, "u1", {"ua": 9, "ub": 9})
    prepared = {"segment": "defensive-fire", "side": "axis", "mode": "PA"}
    halved = axis("halved", **prepared)
    play(halved, "allied", defensive)
    assert told(halved, "volleys")[0]["volleys"] == [8, 1]
    assert rules(axis("shift", **prepared), "allied", {**defensive, "intensive": 1}) == []
    calm = rules(axis("calm", **prepared), "allied", {**defensive, "intensive": 1})
    assert calm == ["11.4.1e"]


@pytest.mark.reading("goss", "goss2-11-05")
@pytest.mark.rule("goss", "11.4.1f")
def test_heavy_artillery_in_defence_and_against_forts() -> None:
    def mission(segment: str, guns: dict[str, int]) -> list[int]:
        side = "allied" if segment == "offensive-fire" else "axis"
        game = field(
            unit("u1", (0, 0), mode="PA" if side == "allied" else "Tac", **US),
            unit("g1", X, steps=2, **AXIS, ta=side == "axis"), gun("uh", barrage=5, heavy="yes"),
            gun("ui", barrage=4, heavy="yes"), gun("ul", barrage=3), segment=segment, side=side,
        )  # fmt: skip
        play(game, "allied", barrage(X, "u1", guns))
        found: list[int] = told(game, "volleys")[0]["volleys"]
        return found

    assert mission("defensive-fire", {"uh": 4, "ui": 3, "ul": 3}) == [8, 2]
    assert mission("offensive-fire", {"uh": 5, "ui": 4, "ul": 3}) == [8, 4]

    def fort(*guns: str) -> Any:
        game = field(
            unit("u1", (0, 0), mode="PA", **US), unit("g1", X, **AXIS), gun("ul"), gun("um"),
            gun("uh", heavy="yes"), terrain={X: "Axis-Ft"},
        )  # fmt: skip
        rig(game, 9, 8, 0)  # less four: FSV 13 and 12, AS1 and AS1; and so on
        game.play("allied", barrage(X, "u1", dict.fromkeys(guns, 8)))
        return told(game, "fire-result")[0]

    assert fort("ul", "um") == {"hex": at(*X), "hits": 0, "shifts": 2}
    assert fort("ul", "uh") == {"hex": at(*X), "hits": 2, "shifts": 2}
    whole = field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", X, **AXIS), gun("uh", barrage=4,
        heavy="yes"), terrain={X: "Axis-Ft"},
    )  # fmt: skip
    assert rules(whole, "allied", barrage(X, "u1", {"uh": 2})) == ["11.4.1f"]
    assert rules(whole, "allied", barrage(X, "u1", {"uh": 4})) == []


@pytest.mark.reading("goss", "goss2-11-05")
@pytest.mark.rule("goss", "11.4.1f")
@pytest.mark.parametrize(("heavy", "found"), [("", (0, 2)), ("yes", (3, 1))])
def test_two_and_one_with_a_shift_on_a_fortified_area(heavy: str, found: tuple[int, int]) -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", X, **AXIS), unit("g2", X, **AXIS),
        unit("g3", X, "eng", **AXIS), gun("ul"), gun("uh", heavy=heavy), terrain={X: "Axis-Ft"},
    )  # fmt: skip
    rig(game, 8, 6, 0)  # FSV 14 and 12 with -4 and +2: 2, and 1 with a shift
    game.play("allied", barrage(X, "u1", {"ul": 8, "uh": 8}))
    result = told(game, "fire-result")[0]
    assert told(game, "volleys")[0]["net"] == [-2, -2]
    assert (result["hits"], result["shifts"]) == found


@pytest.mark.reading("goss", "goss2-11-06")
@pytest.mark.rule("goss", "11.4.1g", "11.8.0")
def test_intensive_fire() -> None:
    parts = {"ua": 4, "ub": 4, "uc": 4, "ud": 4, "ue": 2, "uf": 2}

    def battery(adv: int = 3, **facts: Any) -> Gs:
        game = field(
            unit("u1", (0, 0), mode="PA", **US), unit("g1", X, **SMALL),
            *(gun(n, (-2, 0), barrage=p, **facts) for n, p in parts.items()),
            headquarters={"ucorps": {"adv": adv}, "uhq": {"adv": adv}},
        )  # fmt: skip
        game.put(ARMIES, "First", replace(game.state[ARMIES]["First"], amp=5))
        return game

    game = battery()
    fire = barrage(X, "u1", parts)
    assert rules(game, "allied", {**fire, "intensive": 3}) == ["11.4.1g"]
    rig(game, 0, 0, 0, 0, 0, 2)
    game.play("allied", {**fire, "intensive": 2})
    settle(game)
    assert sorted(told(game, "volleys")[0]["volleys"]) == [4, 8, 8, 8, 8]
    assert game.state[ARMIES]["First"].amp == 3
    assert told(game, "depletion")[0]["count"] == 3
    assert sum(now(game, n).depleted for n in parts) == 5
    seven = barrage(X, "u1", {"ua": 4, "ue": 2})
    assert rules(battery(), "allied", {**seven, "intensive": 1}) == ["11.4.1g"]
    assert "11.4.1g" in rules(battery(adv=0), "allied", {**fire, "intensive": 1})
    far = battery(extended=True)
    assert rules(far, "allied", {**fire, "intensive": 1}) == ["11.4.1g"]


@pytest.mark.reading("goss", "goss2-11-07")
@pytest.mark.rule("goss", "11.5.0", "11.5.2")
@pytest.mark.parametrize(
    ("facts", "spec", "net"),
    [
        ({}, {}, -3),
        ({"mode": "Exploit", "inside": False}, {}, -1),
        ({"mode": "Strat", "inside": False}, {}, 4),
        ({"ta": True}, {}, 0),
        ({"kind": "eng", "size": "Bn", "steps": 3, "task": "bridge"}, {}, -1),
        ({}, {"fort": 2}, -5),
        ({"kind": "inf", "steps": 2}, {"ground": "city", "works": "ET-3", "turn": "Night"}, -10),
    ],
)
def test_works_terrain_and_the_cap(facts: dict[str, Any], spec: dict[str, Any], net: int) -> None:
    facts = {"kind": "motinf", "inside": True, **facts}
    kind, night = facts.pop("kind"), "turn" in spec
    more: dict[str, Any] = {"turn": "Night"} if night else {}
    game = field(
        unit("u1", (0, 0), mode="Tac" if night else "PA", **US),
        unit("g1", X, kind, **facts, **AXIS), gun("ua"), terrain={X: spec.get("ground", "woods")},
        works={X: spec.get("works", "ET-2")}, **more,
    )  # fmt: skip
    if "fort" in spec:
        game.put(HEXES, game.board.hex(at(*X)), HexStatus(side="axis", fort=spec["fort"]))
    rig(game, 0, 0)
    game.play("allied", barrage(X, "u1", {"ua": 8}))
    assert told(game, "volleys")[0]["net"] == [net]


def suffering(game: Gs, hex: tuple[int, int], hits: int) -> Any:
    h = game.board.hex(at(*hex))
    return suffer(game, "axis", h, target(game, "axis", h), Result(hits, 0))


def offers(game: Gs, ask: Any) -> set[tuple[str, str]]:
    """What a question lets one choose."""
    found = set()
    for take, unit_ in [("fatigue", ""), ("ET-3", ""), ("fort", ""), *(
        ("step", n) for n in game.scenario.counters
    )]:  # fmt: skip
        action = {"do": "take-fire", "take": take} | ({"unit": unit_} if unit_ else {})
        if not ask.why(game, action):
            found.add((take, unit_))
    return found


@pytest.mark.reading("goss", "goss2-11-08")
@pytest.mark.rule("goss", "11.6.2a-pass", "11.6.2a")
@pytest.mark.parametrize(
    ("takes", "steps", "fatigue"),
    [
        (["fatigue", "fatigue"], (2, 2), 2),
        (["fatigue", "g1"], (1, 2), 1),
        (["g1", "g2"], (1, 1), 0),
    ],
)
def test_hits_after_the_check_is_passed(
    takes: list[str], steps: tuple[int, int], fatigue: int
) -> None:
    game = field(
        unit("g1", X, mode="PA", pr="6/7", **AXIS), unit("g2", X, mode="PA", pr="6/6", **AXIS),
        unit("u1", (0, 0), **US), works={X: "ET-3"},
    )  # fmt: skip
    procedure = suffering(game, X, 4)
    rig(game, 5)
    ask = next(procedure)
    ask = procedure.send({"do": "first-hit", "take": "step"})
    assert offers(game, ask) == {("step", "g1"), ("step", "g2")}, "the ET-3 takes nothing"
    ask = procedure.send({"do": "take-fire", "take": "step", "unit": "g1"})
    assert told(game, "check")[0]["rating"] == 6
    assert now(game, "g2").steps == 2, "the second hit is a step of who was not hit"
    assert offers(game, ask) == {("fatigue", ""), ("step", "g1"), ("step", "g2")}
    for place, take in enumerate(takes):
        action = {"do": "take-fire", "take": take} if take == "fatigue" else {
            "do": "take-fire", "take": "step", "unit": take,
        }  # fmt: skip
        assert ask.why(game, action) == []
        try:
            ask = procedure.send(action)
        except StopIteration:
            assert place == 1 or take == "g1"
    assert (now(game, "g1").steps, now(game, "g2").steps) == steps
    assert {now(game, n).fatigue for n in ("g1", "g2")} == {fatigue}
    mode = (
        "PA" if fatigue < 2 else "Tac"
    )  # who is so tired is attack designated no more [14.2.2(a)]
    assert {now(game, n).mode for n in ("g1", "g2")} == {mode}
    assert {where(game, n) for n in ("g1", "g2")} == {at(*X)}
    assert now(game, "g1").shifts == 0


@pytest.mark.reading("goss", "goss2-11-09")
@pytest.mark.rule("goss", "11.6.3c")
def test_who_has_fallen_back_shares_the_fate_of_those_he_joins() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", X, **AXIS), unit("g2", X, **AXIS),
        unit("gP", X, "pz4", steps=2, left=1, **AXIS), gun("ua"),
    )  # fmt: skip
    alter(game, "gP", retreated=game.serial, lost=1, lost_at=game.serial)
    assert not overstacked(game, game.board.hex(at(*X)))
    rig(game, 9)  # 8 + 9 + 2 = 19: three hits
    game.play("allied", barrage(X, "u1", {"ua": 8}))
    assert told(game, "volleys")[0]["net"] == [2]
    assert told(game, "fire-result")[0]["hits"] == 3
    rig(game, 9)
    game.play("axis", {"do": "first-hit", "take": "step"})
    loss = {"do": "take-fire", "take": "step", "unit": "gP"}
    assert rules(game, "axis", loss) == []
    game.play("axis", {**loss, "unit": "g1"})
    assert not told(game, "check")[-1]["passed"]
    answered(game)
    assert [now(game, n).steps for n in ("g1", "g2")] == [2, 2]
    assert now(game, "gP").z, "its earlier loss is forgotten: it takes the third hit"
    alone = field(
        unit("u1", (0, 0), mode="PA", **US), unit("gP", X, "pz4", steps=2, left=1, **AXIS),
        gun("ua"),
    )  # fmt: skip
    alter(alone, "gP", retreated=alone.serial)
    assert rules(alone, "allied", barrage(X, "u1", {"ua": 8})) == ["11.6.3c"]


def emptied(*more: Any, hq: bool = False) -> Gs:
    """A mission has driven the only defender out of the woods in (1, 0)."""
    game = field(
        unit("uP", (0, 0), mode="PA", **US), unit("uT", (1, 1), ta=True, **US),
        unit("uU", (0, 1), **US), unit("gD", X, **AXIS), unit("gE", (1, -1), inside=True, **AXIS),
        unit("gF", (-1, 1), **AXIS), *more, gun("ua"), gun("ub"),
        terrain={X: "woods"}, works={(1, -1): "ET-3"},
    )  # fmt: skip
    rig(game, 9)
    game.play("allied", barrage(X, "uP", {"ua": 8}))
    return game


def give_way(game: Gs) -> None:
    game.play("axis", {"do": "first-hit", "take": "retreat"})
    while game.open_asks()[0].name in ("fall-back", "fall-back-loss"):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default)


@pytest.mark.reading("goss", "goss2-11-10")
@pytest.mark.rule("goss", "11.7.0", "5.1.2-off")
def test_who_follows_into_an_emptied_hex() -> None:
    game = emptied()
    give_way(game)
    assert game.open_asks()[0].name == "follow-up"
    follow: dict[str, Any] = {"do": "follow-up", "units": ["uP"]}
    assert rules(game, "allied", {**follow, "units": ["uU"]}) == ["11.7.0"]
    assert rules(game, "allied", {**follow, "units": ["uT"], "tac": True}) == ["11.7.0"]
    assert rules(game, "allied", {**follow, "tac": True}) == [], "the woods are cover"
    assert rules(game, "allied", barrage((-1, 1), "uP", {"ub": 8})) != [], "it is decided first"
    game.play("allied", {**follow, "units": ["uP", "uT"]})
    assert {where(game, n) for n in ("uP", "uT")} == {at(*X)}
    assert (now(game, "uP").mode, now(game, "uT").ta) == ("PA", False)
    settle(game)
    assert rules(game, "allied", barrage((1, -1), "uP", {"ub": 8})) == ["11.2.1a"]
    pass_to(game, "assaults", "allied")
    attack = {"do": "assault", "units": ["uT"], "hex": at(1, -1)}
    assert rules(game, "allied", attack) != []


@pytest.mark.reading("goss", "goss2-11-10")
@pytest.mark.rule("goss", "11.7.0", "5.1.2-off")
def test_who_goes_back_to_tac_mode_and_who_does_not_follow() -> None:
    game = emptied()
    give_way(game)
    game.play("allied", {"do": "follow-up", "units": ["uP"], "tac": True})
    assert now(game, "uP").mode == "Tac"
    again = emptied()
    give_way(again)
    alter(again, "uP", advanced=again.serial)
    assert rules(again, "allied", {"do": "follow-up", "units": ["uP"]}) == ["11.7.0"]
    staff = field(
        unit("uP", (0, 0), mode="PA", **US), unit("gh", X, "hq:div", formation="9"),
        unit("gD", X, left=1, **AXIS), gun("ua"), terrain={X: "woods"},
    )  # fmt: skip
    hit(staff, X, 1, first="step")
    assert now(staff, "gD").place == "eliminated"
    assert now(staff, "gh").place == "map"
    assert not [e for e in staff.events if e.kind == "followed-up"]


@pytest.mark.reading("goss", "goss2-11-10")
@pytest.mark.rule("goss", "11.7.0")
def test_defenders_do_not_step_into_what_their_guns_have_emptied() -> None:
    game = field(
        unit("uP", (0, 0), mode="PA", **US), unit("gD", X, **AXIS), gun("ga", (3, 0)),
        segment="defensive-fire", side="allied",
    )  # fmt: skip
    rig(game, 9)
    game.play("axis", barrage((0, 0), "gD", {"ga": 8}))
    game.play("allied", {"do": "first-hit", "take": "retreat"})
    asked = answered(game)
    assert where(game, "uP") != at(0, 0)
    assert "axis follow-up" not in asked
    assert where(game, "gD") == at(*X)


def adjustment(*units: Any) -> Gs:
    return field(*units, unit("uX", (0, 0), **US), side="axis", segment="adjustment")


def ta(name: str, hex: tuple[int, int]) -> Any:
    return unit(name, hex, ta=True, **AXIS)


def pa(name: str, hex: tuple[int, int]) -> Any:
    return unit(name, hex, mode="PA", **AXIS)


@pytest.mark.reading("goss", "goss2-12-01")
@pytest.mark.rule("goss", "12.0", "12.1.0-2", "5.1.2-no-a")
def test_which_markers_must_go() -> None:
    def give_up(*names: str) -> dict[str, Any]:
        return {"do": "give-up-assault", "units": [*names]}

    end = {"do": "end"}
    one = adjustment(pa("gP", (1, 0)), ta("gT", (-1, 0)))
    assert rules(one, "axis", end) == ["12.1.0-2"]
    assert rules(one, "axis", give_up("gP")) == ["12.1.0-2"]
    assert rules(one, "axis", give_up("gT")) == []
    two = adjustment(pa("gP", (1, 0)), ta("gT", (-1, 0)), unit("uY", (-2, 0), **US))
    assert rules(two, "axis", end) == []
    three = adjustment(ta("g1", (1, 0)), ta("g2", (-1, 0)), ta("g3", (0, 1)))
    off = {"do": "call-off", "hex": at(1, 0)}
    assert rules(three, "axis", off) == ["12.0"], "what must go goes first"
    three.play("axis", give_up("g2"))
    assert rules(three, "axis", end) == ["12.1.0-2"]
    assert where(three, "g2") == at(-1, 0), "they stay where they are"
    three.play("axis", give_up("g3"))
    assert (where(three, "g3"), now(three, "g3").ta) == (at(0, 1), False)
    assert not told(three, "retreat")
    assert now(three, "g1").ta
    four = adjustment(pa("g1", (1, 0)), pa("g2", (-1, 0)))
    assert rules(four, "axis", end) == []
