"""Modifiers, hits, retreats, advances and depletion. [11.5] to [11.8]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.fire.depletion import deplete, modifiers
from grognard.systems.goss.fire.mission import Mission
from grognard.systems.goss.fire.modifiers import choices, common, density, net, overlooks, target
from grognard.systems.goss.fire.retreat import Withdrawal, endangered
from grognard.systems.goss.fire.shifts import remove_shifts, share_shifts
from grognard.systems.goss.fire.toll import Toll
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HEXES, HexStatus
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, barrage, field, flown, gun, hit, run, settle


def alter(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def drm(game: Gs, h: tuple[int, int] = (1, 0), side: str = "axis") -> int:
    """What the defender makes of groups A to D, at best."""
    hex = game.board.hex(at(*h))
    found = target(game, side, hex)
    ways = choices(game, hex, found)
    best = sum(one.drm for one in ways[0]) if ways else 0
    return best + density(game, found.there)


def stand(*units: Any, **more: Any) -> Gs:
    return field(unit("u1", (0, 0), **US), *units, **more)


def g(name: str, kind: str = "inf", **more: Any) -> Any:
    return unit(name, (1, 0), kind, **AXIS, **more)


# ---- modifiers


@pytest.mark.rule("goss", "11.5.3")
@pytest.mark.rule("goss", "11.5.1")
@pytest.mark.rule("goss", "11.5.2")
def test_the_rulebooks_examples_of_modifiers() -> None:
    pure = stand(
        *(g(f"g{n}", "pz4", inside=True) for n in (1, 2, 3)),
        terrain={(1, 0): "town"}, works={(1, 0): "ET-2"},
    )  # fmt: skip
    assert drm(pure) == -6, "pure armor and the town; three steps"
    mixed = stand(
        g("g1", "pz4", inside=True), *(g(f"g{n}", "motinf", inside=True) for n in (2, 3)),
        terrain={(1, 0): "city"}, works={(1, 0): "ET-3"},
    )  # fmt: skip
    assert drm(mixed) == -5
    infantry = stand(g("g1", inside=True), terrain={(1, 0): "woods village"}, works={(1, 0): "IP"})
    hex = now(infantry, "g1").hex
    ways = choices(infantry, hex, target(infantry, "axis", hex))
    assert [[m.title for m in way] for way in ways] == [["village", "IP"], ["woods", "IP"]]


@pytest.mark.rule("goss", "11.5.2")
def test_who_has_no_use_of_works() -> None:
    for facts in ({"ta": True}, {"mode": "Strat"}, {"mode": "Exploit"}, {"task": "bridge"}):
        game = stand(g("g1", inside=True, **facts), works={(1, 0): "ET-2"})
        assert drm(game) == 0, facts
    area = stand(g("g1"), terrain={(1, 0): "woods Axis-Ft"})
    assert drm(area) == -4, "no terrain in a fortified area"


@pytest.mark.rule("goss", "11.5.1")
def test_no_terrain_for_attackers_and_columns() -> None:
    for facts in ({"ta": True}, {"mode": "PA"}, {"mode": "Strat"}):
        assert drm(stand(g("g1", **facts), terrain={(1, 0): "woods"})) == 0
    assert drm(stand(g("g1"), terrain={(1, 0): "woods"})) == -1


@pytest.mark.rule("goss", "11.2.2")
@pytest.mark.reading("goss", "goss-11-04")
def test_undesignated_units_in_a_target() -> None:
    def built(terrain: str) -> Gs:
        return stand(
            g("gA", ta=True), g("gB"), g("gC", "pz4"), terrain={(1, 0): terrain}, side="axis",
            segment="defensive-fire",
        )  # fmt: skip

    woods, clear = built("woods"), built("clear")
    assert drm(woods) == drm(clear) == 2
    hex = now(woods, "gA").hex
    assert target(woods, "axis", hex).suffers == ("gA",)
    assert {*target(clear, "axis", hex).suffers} == {"gA", "gB", "gC"}


@pytest.mark.rule("goss", "11.5.3")
@pytest.mark.reading("goss", "goss-26-02")
def test_kinds_of_armor() -> None:
    assert drm(stand(g("g1", "armrecon", steps=1, size="Co"))) == -3
    assert drm(stand(g("g1", "pz4"))) == -4
    assert drm(stand(g("g1", "arminf", transport="foot"))) == 0
    assert drm(stand(g("g1", "fus", steps=1, size="Co"))) == -1


@pytest.mark.rule("goss", "11.5.4")
@pytest.mark.reading("goss", "goss-11-16")
def test_density() -> None:
    z = g("gz", "stug", z=True, left=0)

    def dense(*units: Any) -> int:
        game = stand(*units)
        return density(game, [n["row"]["id"] for n in units])

    assert dense(g("g1", left=2), z) == 0
    assert dense(g("g1"), g("g2"), z) == 2
    assert dense(g("g1", inside=True), g("g2", left=2)) == 1
    assert dense(g("g1", left=2)) == -1


def shot(game: Gs, **more: Any) -> list[int]:
    """The net modifiers of a mission at (1, 0)."""
    hex = game.board.hex(at(1, 0))
    side = "axis" if more.get("side", "allied") == "allied" else "allied"
    mission = Mission(
        **{"kind": "artillery", "side": "allied", "hex": hex, "volleys": (8,), **more}
    )
    found = target(game, side, hex)
    ways = choices(game, hex, found)
    tally = common(game, mission, found, ways[0] if ways else ())
    return net(game, mission, tally, ways)


@pytest.mark.rule("goss", "11.5.5")
@pytest.mark.reading("goss", "goss-11-17")
def test_rockets_and_vantage_points() -> None:
    def rockets(*targets: Any, terrain: str = "clear", guns: Any = None) -> list[int]:
        game = field(
            unit("g1", (0, 0), **AXIS), *targets, gun("gN", (-2, 0), "nw"), gun("gA", (-2, 1)),
            terrain={(1, 0): terrain}, side="axis",
        )  # fmt: skip
        return shot(game, side="axis", volleys=(8, 8), guns=guns or {"gN": 8, "gA": 8})

    inf = unit("u1", (1, 0), **US)
    assert rockets(inf, terrain="woods") == [-1, -1]
    assert rockets(unit("u1", (1, 0), ta=True, **US), terrain="woods") == [1, 0]
    mixed = (unit("u1", (1, 0), "hybrid", steps=2, **US), unit("u2", (1, 0), "eng", **US))
    assert rockets(*mixed) == [-2, -2]
    assert rockets(inf, guns={"gN": 8}) == [1, 1]

    def high(mine: str, his: str, spotter: str = "u1") -> bool:
        game = stand(g("g1"), terrain={(0, 0): mine, (1, 0): his})
        return overlooks(game, spotter, now(game, "g1").hex)

    assert [high("VP", "clear"), high("VP", "VP"), high("HVP", "VP")] == [True, False, True]
    assert [high("VP", "clear", ""), high("clear", "clear")] == [False, False]


@pytest.mark.rule("goss", "11.5.5")
@pytest.mark.rule("goss", "11.5.0")
def test_other_conditions_and_the_most() -> None:
    assert shot(stand(g("g1"), turn="Night"), spotter="u1") == [-1]
    assert shot(stand(g("g1")), sight="unobserved") == [-4]
    assert shot(stand(g("g1", mode="Strat"))) == [4]
    deep = stand(
        g("g1", "pz4", inside=True), terrain={(1, 0): "city"}, works={(1, 0): "ET-3"},
        turn="Night",
    )  # fmt: skip
    assert shot(deep, sight="unobserved") == [-10], "-3 -4 -1 -1 -4 is more than ten"
    ship: dict[str, Any] = {"kind": "naval", "ships": ("BB",)}
    for sky, found in {"Ovr Wet rain": -1, "Ovr Dry": 0, "POvr Wet rain": 0, "POvr Dry": 1}.items():
        assert shot(stand(g("g1"), weather=sky), **ship) == [found], sky


@pytest.mark.rule("goss", "11.6.0")
@pytest.mark.reading("goss", "goss-11-18")
def test_volleys_are_added_up() -> None:
    game = field(
        unit("u1", (0, 0), **US), g("g1", "motinf", mode="Strat"),
        g("g2", "motinf", mode="Strat", left=2), gun("ua"), gun("ub"), terrain={(0, 0): "VP"},
    )  # fmt: skip
    rig(game, 9, 0, 0)
    game.play("allied", barrage((1, 0), "u1", {"ua": 8, "ub": 8}))
    assert told(game, "volleys")[0]["net"] == [6, 6]
    assert told(game, "fire-result")[0]["hits"] == 6


@pytest.mark.rule("goss", "11.6.0")
def test_the_rulebooks_example_of_air_support() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), g("g1", inside=True), g("g2", inside=True),
        g("g3", "pz4", inside=True), terrain={(1, 0): "woods"}, works={(1, 0): "IP"},
        segment="air-support",
    )  # fmt: skip
    rig(game, 7, 5)
    hex = now(game, "g1").hex
    mission = Mission("air", "allied", hex, "u1", volleys=(8, 6))
    flown(game, mission)
    assert told(game, "volleys")[0]["net"] == [-1, -1]
    assert told(game, "fire-result")[0] == {"hex": at(1, 0), "hits": 3, "shifts": 0}


@pytest.mark.rule("goss", "11.6.0")
def test_exact_odds_of_ten_volleys() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), g("g1"), *(gun(f"ua{n}", (-2, 0)) for n in range(10)),
    )  # fmt: skip
    odds = game.odds(barrage((1, 0), "u1", {f"ua{n}": 8 for n in range(10)}), "allied")
    assert sum(outcome.probability for outcome in odds.outcomes) == 1
    expected = sum(o.probability * o.facts[0]["hits"] for o in odds.outcomes)
    one = [0, 0, 1, 1, 1, 1, 2, 2, 2, 2]  # FSV 8 to 17
    assert expected == sum(one)


# ---- shifts


@pytest.mark.rule("goss", "11.6.1")
@pytest.mark.reading("goss", "goss-11-19")
def test_shifts_two_at_most_and_no_reserve() -> None:
    game = stand(g("gA"), g("gB", cr=True), unit("gD", (2, 0), **AXIS))
    hit(game, (1, 0), 0, 3)
    assert [now(game, n).shifts for n in ("gA", "gB")] == [2, 2]
    assert not now(game, "gB").cr
    alter(game, "gB", hex=game.board.hex(at(2, 0)))
    share_shifts(game)
    assert now(game, "gD").shifts == 2, "who stands with them suffers it too"
    remove_shifts(game)
    assert not any(now(game, n).shifts for n in ("gA", "gB", "gD"))


# ---- the two trees


def losses(game: Gs, name: str = "g1") -> tuple[int, int, int]:
    unit_ = now(game, name)
    return unit_.steps, unit_.fatigue, unit_.shifts


@pytest.mark.rule("goss", "11.6.2b")
@pytest.mark.rule("goss", "11.6.2")
@pytest.mark.reading("goss", "goss-11-20")
def test_the_first_hit_as_a_retreat() -> None:
    found = []
    for hits in (1, 2, 4, 6, 8):
        game = stand(g("g1"))
        hit(game, (1, 0), hits, first="retreat")
        assert where(game, "g1") != at(1, 0)
        found.append(losses(game))
    assert found == [(3, 0, 1), (2, 0, 1), (2, 1, 1), (2, 2, 1), (2, 2, 1)]


@pytest.mark.rule("goss", "11.6.2a")
@pytest.mark.rule("goss", "11.6.2a-2")
@pytest.mark.reading("goss", "goss-11-22")
def test_an_entrenchment_given_up_no_longer_passes_the_check() -> None:
    def built() -> Gs:
        return stand(g("g1", inside=True), g("g2", inside=True, pr="6/5"), works={(1, 0): "ET-3"})

    for roll, stays in ((4, True), (5, False)):
        game = built()
        rig(game, roll)
        hit(game, (1, 0), 2, first="step", takes=["ET-3", "g1"])
        assert told(game, "check")[0]["rating"] == 5
        assert (where(game, "g1") == at(1, 0)) is stays
        assert now(game, "g1").steps + now(game, "g2").steps == 5
        assert not game.state[HEXES][game.board.hex(at(1, 0))].work
    kept = built()
    hit(kept, (1, 0), 2, first="step", takes=["g1", "g2"])
    assert not told(kept, "check"), "within the ET-3 it is passed"
    assert where(kept, "g1") == at(1, 0)


@pytest.mark.rule("goss", "11.6.2a")
@pytest.mark.rule("goss", "11.6.2a-pass")
def test_a_fort_takes_hits_as_a_unit() -> None:
    game = stand(g("g1", inside=True))
    h = now(game, "g1").hex
    game.put(HEXES, h, HexStatus(side="axis", fort=3))
    hit(game, (1, 0), 3, first="step", takes=["fort", "fort", "fort"])
    assert game.state[HEXES][h].fort == 0
    assert losses(game) == (3, 0, 0)


@pytest.mark.rule("goss", "11.6.2a-pass")
def test_a_check_that_is_passed() -> None:
    game = stand(g("g1"))
    rig(game, 5)
    hit(game, (1, 0), 4, first="step", takes=["fatigue", "fatigue"])
    assert losses(game) == (1, 2, 0), "two steps, then two as fatigue"
    assert where(game, "g1") == at(1, 0)
    hard = stand(g("g1"))
    rig(hard, 5)
    hit(hard, (1, 0), 3, first="step", takes=["g1"])
    assert now(hard, "g1").place == "eliminated", "no Max step loss"


@pytest.mark.rule("goss", "11.6.2a-fail")
@pytest.mark.reading("goss", "goss-11-23")
def test_a_check_that_is_failed() -> None:
    one = stand(g("g1"))
    rig(one, 9)
    hit(one, (1, 0), 3, first="step")
    assert losses(one) == (2, 2, 1)
    two = stand(g("g1"), g("g2"))
    rig(two, 9)
    hit(two, (1, 0), 3, first="step")
    assert [losses(two, n) for n in ("g1", "g2")] == [(2, 1, 1), (2, 1, 1)]
    three = stand(g("g1"))
    rig(three, 9)
    hit(three, (1, 0), 5, first="step")
    assert now(three, "g1").place == "eliminated"


@pytest.mark.rule("goss", "11.6.2a-2")
@pytest.mark.reading("goss", "goss-11-24")
def test_attackers_check_on_their_lowest_defensive_rating() -> None:
    for roll, stays in ((4, True), (5, False)):
        game = field(
            unit("uA", (0, 0), mode="PA", pr="7/5", **US),
            unit("uB", (0, 0), "m4", mode="PA", pr="6/6", **US), g("g1"), segment="defensive-fire",
        )  # fmt: skip
        rig(game, roll)
        hit(game, (0, 0), 2, first="step")
        assert told(game, "check")[0]["rating"] == 5
        assert (now(game, "uA").mode == "PA") is stays
        assert (where(game, "uA") == at(0, 0)) is stays
        assert [now(game, n).steps for n in ("uA", "uB")] == [2, 2]


@pytest.mark.rule("goss", "11.6.2")
@pytest.mark.rule("goss", "11.6.3e")
@pytest.mark.reading("goss", "goss-11-26")
def test_guns_and_headquarters_lose_last() -> None:
    game = stand(g("g1", left=2), gun("ga", (1, 0), steps=2), g("gh", "hq:div", steps=1))
    toll = Toll(game, "axis", now(game, "g1").hex, ("g1", "ga", "gh"), False)
    order = []
    for _ in range(3):
        assert len(toll.open(False)) == 1
        order += toll.open(False)
        run(game, toll.lose(False))
    assert order == ["g1", "ga", "gh"]


@pytest.mark.rule("goss", "11.6.2b")
def test_attackers_may_go_back_into_their_works() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), g("g1"), works={(0, 0): "ET-2"},
        segment="defensive-fire",
    )  # fmt: skip
    hit(game, (0, 0), 1, first="retreat", to=(0, 0))
    assert where(game, "u1") == at(0, 0)
    assert now(game, "u1").inside
    assert now(game, "u1").mode == "Tac"


# ---- retreats


@pytest.mark.rule("goss", "11.6.3")
@pytest.mark.rule("goss", "11.6.2a")
@pytest.mark.reading("goss", "goss-11-27")
def test_rivers_stop_a_stack() -> None:
    around = [(2, -1), (1, -1), (0, 1), (1, 1)]
    enemies = [unit(f"u{n}", h, **US) for n, h in enumerate([(0, 0), *around])]

    def possible(water: str, *kinds: str, ford: bool = False) -> bool:
        sides = {water: [((1, 0), (2, 0))], **({"ford": [((1, 0), (2, 0))]} if ford else {})}
        names = [f"g{n}" for n in range(len(kinds))]
        game = field(
            *enemies, *(unit(n, (1, 0), k, **AXIS) for n, k in zip(names, kinds, strict=True)),
            water=sides,
        )  # fmt: skip
        return Withdrawal(game, names, game.board.hex(at(1, 0)), False).possible

    assert not possible("river", "inf", "stug")
    assert possible("river", "inf")
    assert possible("river", "stug", ford=True)
    assert not possible("major_river", "inf")


@pytest.mark.rule("goss", "11.6.3a")
@pytest.mark.reading("goss", "goss-11-28")
def test_the_criteria_in_their_order() -> None:
    def forced(*units: Any, **more: Any) -> list[str]:
        game = field(unit("g1", (0, 0), **AXIS), *units, side="axis", **more)
        alter(game, "ghq", hex=game.board.hex(at(8, -4)))
        return [game.board.label(h) for h in _ways(game)]

    def _ways(game: Gs) -> list[int]:
        return Withdrawal(game, ["g1"], game.board.hex(at(0, 0)), False).ways()

    free = forced(unit("u1", (2, 0), **US))
    assert at(1, 0) not in free, "next to an enemy"
    assert {*forced()} == {at(1, 0), at(1, -1)}, "towards the headquarters at (8, -4)"
    assert forced(terrain={(1, -1): "woods"}) == [at(1, -1)]
    assert forced(roads={"trail": [[(0, 0), (1, 0)]]}) == [at(1, 0)]
    full = [unit(f"g{n}", (1, 0), **AXIS) for n in range(2, 6)]
    assert forced(*full) == [at(1, -1)], "not into an overstack"
    assert forced(*full, roads={"trail": [[(0, 0), (1, 0)]]}) == [at(1, 0)], "by road before room"


@pytest.mark.rule("goss", "11.6.3d")
@pytest.mark.reading("goss", "goss-11-30")
def test_the_price_of_a_retreat_past_enemies() -> None:
    def pays(terrain: str, *units: Any, **more: Any) -> bool:
        game = field(unit("g1", (0, 0), **AXIS), *units, terrain={(1, 0): terrain}, **more)
        return endangered(game, "axis", game.board.hex(at(1, 0)))

    enemy = unit("u1", (2, 0), **US)
    assert pays("village", enemy)
    assert not pays("village", enemy, turn="Night")
    assert not pays("clear", unit("uh", (2, 0), "hq:div", formation="9"))
    shaken = unit("u1", (2, 0), shifts=1, **US)
    assert not pays("clear", shaken)
    assert pays("clear", shaken, unit("u2", (1, 1), **US))
    assert not pays("clear", unit("ua", (2, 0), "art", **US)), "towed guns out of battery"
    assert not pays("woods", enemy)


@pytest.mark.rule("goss", "11.6.3d")
def test_the_step_is_paid_by_no_z_step_and_beyond_the_hits() -> None:
    others = [(2, -1), (1, -1), (0, 1), (1, 1)]
    game = field(
        *(unit(f"u{n}", h, **US) for n, h in enumerate([(0, 0), *others])), g("g1"),
        g("gz", "stug", z=True, left=0),
    )  # fmt: skip
    hit(game, (1, 0), 1, first="retreat")
    assert where(game, "g1") == at(2, 0)
    assert now(game, "g1").steps == 2
    assert now(game, "gz").place == "map"


@pytest.mark.rule("goss", "11.6.3e")
def test_guns_that_cannot_retreat_are_lost_and_meet_hits() -> None:
    game = stand(g("g1"), gun("gh", (1, 0), gun="170mm"), gun("gl", (1, 0), gun="105mm"))
    hit(game, (1, 0), 3, first="retreat")
    assert now(game, "gh").place == "eliminated"
    assert now(game, "gl").place == "map"
    assert now(game, "gl").battery
    assert now(game, "g1").steps == 2, "3 - 1 - 1, halved"
    horse = stand(gun("gx", (1, 0), "arth", gun="105mm"), g("g1"))
    hit(horse, (1, 0), 1, first="retreat")
    assert now(horse, "gx").place == "eliminated"


@pytest.mark.rule("goss", "11.6.3c")
def test_who_fell_back_alone_is_no_target() -> None:
    game = stand(g("g1", "pz4"), unit("g2", (0, 1), **AXIS), gun("ua"))
    assert rules(game, "allied", barrage((1, 0), "u1", {"ua": 8})) == []
    alter(game, "g1", retreated=game.serial)
    assert rules(game, "allied", barrage((1, 0), "u1", {"ua": 8})) == ["11.6.3c"]
    alter(game, "g1", hex=game.board.hex(at(0, 1)))
    assert rules(game, "allied", barrage((0, 1), "u1", {"ua": 8})) == []
    assert drm(game, (0, 1)) == 0, "four steps, and its armor does not count"


# ---- advance


@pytest.mark.rule("goss", "11.7.0")
def test_advance_into_a_hex_that_fire_has_emptied() -> None:
    game = field(
        unit("u1", (0, 0), mode="PA", **US), unit("u2", (0, 1), ta=True, **US),
        unit("u3", (1, -1), **US), g("g1"), gun("ua"), terrain={(1, 0): "woods"},
    )  # fmt: skip
    rig(game, 3, 0)
    game.play("allied", barrage((1, 0), "u1", {"ua": 8}))
    game.play("axis", {"do": "first-hit", "take": "retreat"})
    while game.open_asks()[0].player == "axis":
        game.play("axis", game.open_asks()[0].default)
    assert rules(game, "allied", {"do": "follow-up", "units": ["u3"]}) == ["11.7.0"]
    assert rules(game, "allied", {"do": "follow-up", "units": ["u2"], "tac": True}) == ["11.7.0"]
    game.play("allied", {"do": "follow-up", "units": ["u1", "u2"]})
    settle(game)
    assert where(game, "u1") == where(game, "u2") == at(1, 0)
    assert now(game, "u1").mode == "PA"
    assert not now(game, "u2").ta


# ---- ammunition


def depleted(count: int, volleys: tuple[int, ...], roll: int, **more: Any) -> int:
    """How many of so many guns a mission depletes."""
    intensive, kind = more.pop("intensive", 0), more.pop("kind", "art")
    letter = more.pop("letter", "u")
    heads = more.pop("headquarters", {})
    guns = [gun(f"{letter}a{n}", (-2, n - 2), kind, **more.pop(f"a{n}", {})) for n in range(count)]
    game = field(*guns, headquarters=heads)
    names = {f"{letter}a{n}": 8 for n in range(count)}
    side = "allied" if letter == "u" else "axis"
    rig(game, roll)
    run(game, deplete(game, Mission("artillery", side, 0, guns=names, volleys=volleys,
                                    intensive=intensive)))  # fmt: skip
    return len([n for n in names if now(game, n).depleted])


@pytest.mark.rule("goss", "11.8.0")
@pytest.mark.rule("goss", "11.8.1")
@pytest.mark.reading("goss", "goss-11-33")
def test_depletion() -> None:
    assert depleted(6, (8, 8, 8, 6), 4) == 2
    assert depleted(6, (8, 8, 8), 4) == 1
    assert depleted(6, (8, 8, 8), 4, a2={"extended": True}) == 3
    assert depleted(6, (8, 8, 8), 3) == 0
    assert depleted(3, (8, 8), 3, kind="nw", letter="g") == 2
    on_hand = {"gcorps": {"adv": 3}}
    assert depleted(4, (8,), 4, letter="g", headquarters=on_hand, a0={"supply": "OhS"}) == 2
    assert depleted(6, (8, 8), 0, intensive=1) == 1, "one for a volley of intensive fire"
    assert depleted(2, (8,), 0, headquarters={"uhq": {"supported": False}}) == 2


@pytest.mark.rule("goss", "11.8.1")
def test_guns_under_a_headquarters_on_hand_supply() -> None:
    game = field(*(gun(f"ga{n}", (-2, n)) for n in range(4)), headquarters={"ghq": {"ohs": 2}})
    alter(game, "ghq", supply="OhS")
    rig(game, 4)
    names = {f"ga{n}": 8 for n in range(4)}
    run(game, deplete(game, Mission("artillery", "axis", 0, guns=names, volleys=(8,))))
    assert len([n for n in names if now(game, n).depleted]) == 2


@pytest.mark.rule("goss", "11.8.0")
def test_the_ruling_on_rockets() -> None:
    game = field(gun("ga", (3, 0), "nw"), options={"rocket-depletion": "single"})
    mission = Mission("artillery", "axis", 0, guns={"ga": 8}, volleys=(8, 8))
    assert modifiers(game, mission, ["ga"]).total == 2


@pytest.mark.rule("goss", "11.4.1g")
def test_intensive_fire_costs_ammunition_and_guns() -> None:
    game = field(unit("u1", (0, 0), **US), g("g1"), gun("ua"), gun("ub", (-2, 1)))
    rig(game, 0, 0, 0, 0)
    game.play("allied", barrage((1, 0), "u1", {"ua": 8, "ub": 8}, intensive=1))
    settle(game)
    assert game.state[ARMIES]["First"].amp == 3
    assert told(game, "volleys")[0]["volleys"] == [8, 8, 8]
    assert len([n for n in ("ua", "ub") if now(game, n).depleted]) == 1


@pytest.mark.rule("goss", "11.6.3b", "17.3.2a")
@pytest.mark.parametrize(("pip", "to"), [(0, (0, 0)), (9, (-1, 0))])
def test_a_bridge_may_break_under_heavy_tanks_that_retreat(pip: int, to: tuple[int, int]) -> None:
    ring = [(1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    game = field(
        unit("g1", (0, 0), "pz6b", **AXIS), unit("u1", (2, 0)), side="axis",
        roads={"trail": [[(-1, 0), (0, 0)]]},
        water={"river": [((0, 0), one) for one in [*ring, (-1, 0)]]},
    )  # fmt: skip
    rig(game, pip)
    hit(game, (0, 0), 1, first="retreat")
    assert where(game, "g1") == at(*to)


@pytest.mark.rule("goss", "11.6.1")
def test_who_brings_markers_into_a_stack_shakes_all_of_it() -> None:
    game = field(
        unit("g1", (0, 0), ta=True, shifts=1, **AXIS), unit("g2", (1, 0), **AXIS),
        unit("u1", (-1, 0), **US), terrain={(0, 0): "woods"}, side="axis", segment="adjustment",
    )  # fmt: skip
    game.play("axis", {"do": "call-off", "hex": at(0, 0)})
    game.play("axis", {"do": "withdraw", "then": "retreat", "to": at(1, 0)})
    assert where(game, "g1") == at(1, 0)
    while game.segment.kind == "adjustment":
        game.play("axis", {"do": "end"})
    shaken = [one for facts in told(game, "shaken") for one in facts["units"]]
    assert shaken == ["g2"]


@pytest.mark.rule("goss", "13.11.3", "11.6.3d")
@pytest.mark.parametrize(
    ("kind", "battery", "fire", "assault"),
    [("art", False, False, False), ("spa", False, True, False), ("spa", True, True, True)],
)
def test_self_propelled_guns_out_of_battery_hurt_who_retreats_from_fire_alone(
    kind: str, battery: bool, fire: bool, assault: bool
) -> None:
    game = field(unit("g1", (0, 0)), unit("u1", (2, 0), kind, battery=battery))
    h = game.board.hex(at(1, 0))
    assert endangered(game, "axis", h) is fire
    assert endangered(game, "axis", h, assault=True) is assault
