"""Rules of combat drawn by lot: a third reader's cases. [4.3.3] [6.7.0] [8.0] to [13.0] [17.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.air.flak import over
from grognard.systems.goss.assault.advance import Trail, ways
from grognard.systems.goss.fire.modifiers import density
from grognard.systems.goss.observation.observing import observes
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.assault.clash import field as battle
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit
from tests.systems.goss.firing import AXIS, US, barrage, gun
from tests.systems.goss.firing import field as range_

PA: dict[str, Any] = {"mode": "PA"}
HERE, THERE = (0, 0), (0, 1)


@pytest.mark.reading("goss", "goss4-04-01")
@pytest.mark.rule("goss", "4.3.3")
@pytest.mark.parametrize(("kind", "flak"), [("static", 0), ("at", 0), ("flak", 1)])
def test_guns_that_trucks_carry_are_cargo(kind: str, flak: int) -> None:
    for transport, strength, points in (("", 4, flak), ("tp", 1, 0)):
        game = battle(
            unit("g1", HERE, kind, "0-4-0", pr="0/6", transport=transport),
            unit("u1", THERE, **PA), side="allied",
        )  # fmt: skip
        assert over(game, "axis", game.board.hex(at(*HERE))) == points
        assert clash(game, ["u1"]).defence == strength
    alone = position(unit("g1", HERE, kind, "0-4-0", pr="0/6"), unit("u1", (9, 0)))
    march = {"do": "move", "units": ["g1"], "path": [at(-1, 0)]}
    assert rules(alone, "axis", march) == ["4.3.3"]


@pytest.mark.reading("goss", "goss4-06-01")
@pytest.mark.rule("goss", "6.7.0")
def test_only_those_who_fit_attack() -> None:
    names = ["u0", "u1", "u2", "u3"]
    game = battle(
        *(unit(n, THERE, **PA) for n in names[:3]), unit("u3", THERE, "eng", **PA),
        unit("g1", HERE), side="allied",
    )  # fmt: skip
    everybody = {"do": "assault", "units": names, "hex": at(*HERE)}
    assert rules(game, "allied", everybody) == ["6.7.0"]
    found = clash(game, ["u0", "u1", "u3"])
    assert (found.attack, found.left["13.7.4(d)"]) == (4 + 4 + 1, 1)


@pytest.mark.reading("goss", "goss4-06-01")
@pytest.mark.rule("goss", "6.7.0")
def test_only_those_who_fit_defend_and_the_others_go() -> None:
    three = [unit(f"g{n}", HERE) for n in range(3)]
    found = clash(battle(*three, unit("u1", THERE, **PA), side="allied"), ["u1"])
    assert (found.defence, found.right["13.7.3(e)"]) == (12, 1)
    game = position(*three, unit("u1", (5, 1)))
    game.play("axis", {"do": "end"})
    ask = game.open_asks()[0]
    assert (ask.player, ask.name) == ("axis", "overstack")
    game.play("axis", {"do": "give-up", "unit": "g1"})
    assert [now(game, n).place for n in ("g0", "g1", "g2")] == ["map", "eliminated", "map"]


@pytest.mark.reading("goss", "goss4-08-01")
@pytest.mark.rule("goss", "8.2.2", "8.2.3")
@pytest.mark.parametrize(
    ("facts", "moving", "sees"),
    [({}, False, False), ({"ta": True}, False, True), (PA, False, True),
     ({"task": "bridge"}, False, True), ({"task": "ET-2"}, False, True),
     ({"task": "ET-3"}, False, True), ({"task": "IP"}, False, False), ({}, True, True)],
)  # fmt: skip
def test_who_is_seen_in_a_village(facts: dict[str, Any], moving: bool, sees: bool) -> None:
    game = position(
        unit("u1", (0, 0)), unit("u2", (3, 1)), unit("u3", (2, -1)),
        unit("g1", (3, 0), "eng", **facts),
        terrain={(0, 0): "VP", (3, 0): "village", (2, -1): "town"},
    )  # fmt: skip
    assert [observes(game, n, "g1", moving=moving) for n in ("u1", "u2", "u3")] == [sees] * 3


@pytest.mark.reading("goss", "goss4-10-01")
@pytest.mark.rule("goss", "10.2.0", "13.4.0")
def test_who_is_designated_must_attack_and_is_named() -> None:
    game = position(
        unit("u1", THERE), unit("u3", (-4, 0)), unit("g1", HERE), side="allied",
        segment="designation",
    )  # fmt: skip
    assert rules(game, "allied", {"do": "designate", "units": ["u3"]}) == []
    game.play("allied", {"do": "designate", "units": ["u1"]})
    pass_to(game, "assaults", "allied")
    why = game.why("allied", {"do": "end"})
    assert [one.rule for one in why] == ["13.4.0"]
    assert why[0].text == f"u1 in {at(*THERE)} is designated and must still attack"


@pytest.mark.reading("goss", "goss4-11-01")
@pytest.mark.rule("goss", "11.2.4d")
@pytest.mark.parametrize(("terrain", "most"), [({}, 3), ({HERE: "VP"}, 4)])
def test_guns_that_do_not_count(terrain: dict[Any, str], most: int) -> None:
    game = range_(
        unit("u1", HERE, **US), unit("g1", (1, 0), **AXIS),
        *(gun(f"ua{n}", (-2, 0)) for n in range(9)), *(gun(f"ub{n}", THERE) for n in range(3)),
        terrain=terrain,
    )  # fmt: skip
    near = {f"ub{n}": 8 for n in range(3)}
    far = [{f"ua{n}": 8 for n in range(count)} for count in (most, most + 1)]
    for beside in ({}, near):
        orders = [barrage((1, 0), "u1", {**guns, **beside}) for guns in far]
        assert [rules(game, "allied", order) for order in orders] == [[], ["11.2.4b"]]


@pytest.mark.reading("goss", "goss4-11-02")
@pytest.mark.rule("goss", "11.5.4")
@pytest.mark.parametrize(
    ("steps", "halves", "drm"),
    [((2,), 0, -1), ((3,), 0, 0), ((3, 2), 0, 1), ((3, 3, 1), 0, 2), ((), 3, -1), ((2,), 1, 0),
     ((3, 1), 1, 1)],
)  # fmt: skip
def test_how_crowded_a_target_is(steps: tuple[int, ...], halves: int, drm: int) -> None:
    whole = [unit(f"g{n}", HERE, left=count) for n, count in enumerate(steps)]
    half = [unit(f"gz{n}", HERE, "pz4", z=True, left=0) for n in range(halves)]
    game = position(*whole, *half, unit("u1", (9, 0)))
    assert density(game, [one["row"]["id"] for one in (*whole, *half)]) == drm


@pytest.mark.reading("goss", "goss4-12-01")
@pytest.mark.rule("goss", "12.2.0")
@pytest.mark.parametrize(
    ("terrain", "roll", "off"), [({THERE: "woods"}, 9, True), ({}, 5, True), ({}, 6, False)]
)
def test_the_weaker_is_checked(terrain: dict[Any, str], roll: int, off: bool) -> None:
    game = position(
        unit("u1", THERE, ta=True, pr="7/7"), unit("u2", THERE, ta=True, pr="6/7"),
        unit("g1", HERE), side="allied", segment="adjustment", terrain=terrain,
    )  # fmt: skip
    rig(game, roll)
    game.play("allied", {"do": "call-off", "hex": at(*THERE)})
    assert [now(game, n).ta for n in ("u1", "u2")] == [not off] * 2
    assert len(told(game, "check")) == (0 if terrain else 1)
    again = {"do": "call-off", "hex": at(*THERE)}
    assert off or rules(game, "allied", again) == ["12.2.0"]


@pytest.mark.reading("goss", "goss4-12-01")
@pytest.mark.rule("goss", "12.2.0")
def test_who_calls_off_may_go_to_ground() -> None:
    game = position(unit("u1", THERE, ta=True, pr="7/7"), unit("g1", HERE), side="allied",
                    segment="adjustment", works={THERE: "IP"})  # fmt: skip
    rig(game, 0)
    game.play("allied", {"do": "call-off", "hex": at(*THERE)})
    thens = {one["then"] for one in game.legal("allied")}
    assert thens == {"stay", "retreat", "works"}


@pytest.mark.reading("goss", "goss4-13-01")
@pytest.mark.rule("goss", "13.6.1b(b2)")
def test_the_worn_out_defend_at_a_quarter_and_never_at_less() -> None:
    def defence(*facts: dict[str, Any]) -> int:
        worn = [unit(f"g{n}", HERE, values="4-7", **one) for n, one in enumerate(facts)]
        return clash(battle(*worn, unit("u1", THERE, **PA), side="allied"), ["u1"]).defence

    assert [defence({"fatigue": n}) for n in (0, 1, 2)] == [7, 4, 2]
    lost = {"supply": "OoS"}
    assert defence({"fatigue": 2, **lost}, {"fatigue": 1, **lost}) == 4


@pytest.mark.reading("goss", "goss4-13-02")
@pytest.mark.rule("goss", "13.7.1", "13.7.3(p)")
def test_shifts_of_both_sides_and_what_is_listed_twice() -> None:
    game = battle(unit("g1", HERE, extended=True, mode="Exploit"),
                  unit("u1", THERE, extended=True, **PA), side="allied",
                  terrain={HERE: "VP"})  # fmt: skip
    found = clash(game, ["u1"])
    assert found.right == {"13.7.3(a)": 1, "13.7.3(h)": 1, "13.7.3(j)": 1}
    assert found.left == {"13.7.4(a)": 1, "13.7.4(c)": 1}
    assert found.net == 1


def gone(kind: str, ground: str = "", **more: Any) -> int:
    """How many hexes north a unit may go after those who stood in its way have died."""
    game = battle(unit("u1", THERE, kind, **PA), unit("g1", HERE, left=1), side="allied",
                  terrain={HERE: ground} if ground else {}, **more)  # fmt: skip
    found = clash(game, ["u1"])
    eliminate(game, "g1", "4.2.2")
    hexes = tuple(game.board.hex(at(0, -k)) for k in range(4))
    return max(len(way) for way in ways(game, "u1", found.assault, Trail(hexes, 4, 4)))


@pytest.mark.reading("goss", "goss4-13-03")
@pytest.mark.rule("goss", "13.12.5")
def test_how_far_an_advance_goes() -> None:
    trail: dict[str, Any] = {"roads": {"trail": [[(0, 1), (0, 0), (0, -1), (0, -2), (0, -3)]]}}
    close = ("woods", "bocage", "hedgerow", "embankment", "constricted")
    assert [gone("m4", one) for one in close] == [1] * 5
    assert [gone("m4", one, **trail) for one in close] == [4] * 5
    assert [gone("m4", one) for one in ("rough", "town", "")] == [4] * 3
    river: dict[str, Any] = {"water": {"river": [(THERE, HERE)]}}
    over_it: dict[str, Any] = {"roads": {"trail": [[THERE, HERE]]}}
    assert gone("inf", **river) == 1
    assert gone("inf", **river, **over_it) == 2
    assert gone("inf", water={"stream": [(THERE, HERE)]}) == 2


@pytest.mark.reading("goss", "goss4-17-01")
@pytest.mark.rule("goss", "17.3.2b", "13.5.6a")
@pytest.mark.parametrize(
    ("steps", "facts", "turn", "roll", "blown"),
    [(1, {}, "AM", 3, True), (1, {}, "AM", 4, False), (2, {}, "AM", 5, True),
     (2, {}, "AM", 6, False), (1, {"supply": "OhS"}, "Night", 2, True),
     (1, {}, "Night", 3, False), (1, {"fatigue": 1}, "AM", 0, None),
     (1, {"supply": "OoS"}, "AM", 0, None)],
)  # fmt: skip
def test_a_bridge_is_blown_up_under_an_attack(
    steps: int, facts: dict[str, Any], turn: str, roll: int, blown: bool | None
) -> None:
    game = battle(
        unit("g1", HERE), unit("ge", HERE, "eng", steps=steps, **facts),
        unit("u1", THERE, "m4", **PA), unit("u2", THERE, **PA), side="allied", turn=turn,
        water={"river": [(THERE, HERE)]}, roads={"secondary": [[THERE, HERE]]},
    )  # fmt: skip
    rig(game, roll)
    found = clash(game, ["u1", "u2"], blow_bridge={"choose": "yes"})
    assert ("axis blow-bridge" in found.asked) is (blown is not None)
    assert [one["blown"] for one in told(game, "demolition")] == ([] if blown is None else [blown])
    assert found.attack == (2 if blown else 5)


@pytest.mark.reading("goss", "goss4-17-02")
@pytest.mark.rule("goss", "17.4.1(a)")
@pytest.mark.parametrize(("mode", "shifts"), [("Tac", 2), ("MR", 2), ("PA", 0), ("Exploit", 0)])
def test_whom_a_work_does_not_help(mode: str, shifts: int) -> None:
    game: Gs = battle(unit("g1", HERE, "motinf", mode=mode, inside=True), unit("u1", THERE, **PA),
                      side="allied", works={HERE: "ET-2"})  # fmt: skip
    assert clash(game, ["u1"]).left.get("13.7.4(f)", 0) == shifts
