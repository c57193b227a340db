"""Missiles and guns against missions, from the second reader's cases."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.defenses.detecting import Finding, detect
from grognard.systems.nextwar.defenses.fire import Passage, aaa, approach, depart, suppressed
from grognard.systems.nextwar.defenses.package import Package
from grognard.systems.nextwar.defenses.regimes import regime
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at, rig, told, unit
from tests.systems.nextwar.sea import IN1, coast, ship
from tests.systems.nextwar.sky import drive, flies, places, sky, wing

HQ = {"type": "headquarters", "size": "corps"}


def strike(game: Nw, at: str, *strikers: str, side: str = "allied", **more: Any) -> Package:
    """A strike against a hex."""
    return Package(side, more.pop("kind", "strike"), game.board.hex(at), strikers, **more)


def found(game: Nw, package: Package, result: str = "D") -> Finding:
    """The defenses that a mission meets, when they saw it so well."""
    return Finding(regime(game, package), result)


def through(
    game: Nw, package: Package, name: str, *answers: Any, dice: Any, result: str = "D"
) -> Passage:
    """How somebody comes through, when the dice fall so."""
    rig(game, *dice)
    return drive(game, approach(game, package, found(game, package, result), name), *answers)


def weapons(game: Nw) -> list[str]:
    """What fired, in order."""
    return [shot["weapon"] for shot in told(game, "air-defense-fire")]


@pytest.mark.reading("nextwar", "nw-15-01", "nw-24-16")
@pytest.mark.rule("nextwar", "24.6", "15.2.8", "24.5.1")
def test_from_stand_off_guns_do_not_reach_but_missiles_do() -> None:
    def flown(standoff: bool) -> list[str]:
        game = sky(wings=[wing("r1", "4-0-3*")], assets={"dprk": {"sam": 8, "aaa": 3}})
        package = strike(game, "0502", "r1", standoff=("r1",) if standoff else ())
        through(game, package, "r1", dice=(9, 9))
        return weapons(game)

    assert flown(True) == ["SAM"]
    assert flown(False) == ["SAM", "AAA"]


@pytest.mark.reading("nextwar", "nw-24-13")
@pytest.mark.rule("nextwar", "24.5.1", "24.8", "24.5", "15.2.9", "15.2.7")
def test_missiles_fire_at_every_striker_and_weasel_and_at_no_escort() -> None:
    game = sky(
        wings=[
            wing("us", "5-3-3", "T"), wing("un", "4-3-3"), wing("uw", "(4)-WW-WW"), wing("ue"),
        ],
        assets={"dprk": {"sam": 7, "aaa": 0}},
    )  # fmt: skip
    package = strike(game, "0502", "us", "un", escorts=("ue",), suppressors=("uw",))
    assert through(game, package, "us", dice=(4, 9)) == Passage()
    assert through(game, package, "un", dice=(4, 9)) == Passage(drm=1)
    rig(game, 4, 9)
    left = drive(game, suppressed(game, package, found(game, package)))
    assert left == package
    sams = [(s["unit"], s["tally"]["total"], s["result"]) for s in told(game, "air-defense-fire")
            if s["weapon"] == "SAM"]  # fmt: skip
    assert sams == [("us", 5, "-"), ("un", 2, "+1"), ("uw", 2, "+1")]


@pytest.mark.rule("nextwar", "24.8")
def test_who_suppresses_is_not_spoiled_by_fire() -> None:
    """Neither a +1 nor having pressed on costs a Wild Weasel anything; a striker it does."""
    game = sky(
        wings=[wing("un", "4-3-3"), wing("uw", "(4)-WW-WW")],
        assets={"dprk": {"sam": 7, "aaa": 0}},
    )  # fmt: skip
    package = strike(game, "0502", "un", suppressors=("uw",))
    found = {name: through(game, package, name, dice=(4, 9)) for name in ("un", "uw")}
    assert found == {"un": Passage(drm=1), "uw": Passage()}
    on = {"do": "under-fire", "resolve": "press on"}
    found = {name: through(game, package, name, on, dice=(0, 9, 9)) for name in ("un", "uw")}
    assert found == {"un": Passage(drm=2), "uw": Passage()}
    assert len(told(game, "pressed-on")) == 2


@pytest.mark.reading("nextwar", "nw-24-24")
@pytest.mark.rule("nextwar", "24.6.1", "24.6", "24.7")
def test_guns_fire_after_the_attack_at_who_came_unseen() -> None:
    game = sky(
        wings=[wing("u1", "4-2-5", "A")], begin={"weather": "overcast"},
        assets={"dprk": {"detection": 7, "sam": 7, "aaa": 3}},
    )  # fmt: skip
    package = strike(game, "0502", "u1")
    assert through(game, package, "u1", dice=(), result="-") == Passage()
    rig(game, 3)
    after = drive(game, depart(game, package, found(game, package, "-"), "u1"))
    assert after == Passage()
    assert [(s["tally"]["total"], s["result"]) for s in told(game, "air-defense-fire")] == [
        (2, "+1")
    ]
    rig(game, 1)  # 1+2: +2 still does nothing, but an abort does
    clear = sky(wings=[wing("u1", "4-2-5")], assets={"dprk": {"aaa": 3}})
    rig(clear, 1)
    gone = drive(
        clear, depart(clear, strike(clear, "0502", "u1"), found(clear, package, "-"), "u1")
    )
    assert gone.aborted
    assert flies(clear, "u1").place == "abort"


@pytest.mark.rule("nextwar", "24.6", "24.2")
def test_local_defenses_that_did_not_see_a_mission_never_fire() -> None:
    game = sky(unit("n1", "0708"), wings=[wing("u1", "4-2-5")], assets={"dprk": {"aaa": 3}})
    package = strike(game, "0708", "u1")
    assert regime(game, package).network == "local"
    assert through(game, package, "u1", dice=(), result="-") == Passage()
    drive(game, depart(game, package, found(game, package, "-"), "u1"))
    assert weapons(game) == []
    assert through(game, package, "u1", dice=(2, 1)) == Passage(drm=3)
    assert weapons(game) == ["SAM", "AAA"]


@pytest.mark.reading("nextwar", "nw-24-05")
@pytest.mark.rule("nextwar", "24.5.2", "24.6.2", "18.2.3")
def test_a_headquarters_helps_local_missiles_and_guns() -> None:
    game = sky(
        unit("n1", "0502"), unit("nhq", "0402", "0-2-4", **HQ), unit("r1", "0503"),
        assets={"dprk": {"detection": 9, "sam": 9}},
        helicopters=[{"id": "uh", "side": "allied", "nation": "US", "name": "uh", "support": 2,
                      "range": 16, "steps": 2}], bases={"uh": "0509"},
        sites=[{"hex": "0509", "kind": "airbase"}],
    )  # fmt: skip
    package = strike(game, "0502", "uh", kind="helicopter")
    assert through(game, package, "uh", dice=(4, 9)) == Passage(drm=1)
    missiles, guns = told(game, "air-defense-fire")
    assert (missiles["column"], missiles["tally"]["total"], missiles["result"]) == (
        "local",
        -1,
        "+1",
    )
    assert guns["tally"]["total"] == -2
    letter = sky(unit("nhq", "0402", "0-2-4", **HQ), wings=[wing("u1")], options={"hq-guns": "off"})
    rig(letter, 5)
    flight = strike(letter, "0502", "u1")
    aaa(letter, flight, found(letter, flight), "u1")
    assert told(letter, "air-defense-fire")[-1]["tally"]["total"] == 0


@pytest.mark.rule("nextwar", "24.5")
def test_who_is_shaken_turns_back_or_presses_on_at_a_risk() -> None:
    def hit(*answers: Any, dice: Any) -> tuple[Passage, str, int]:
        game = sky(wings=[wing("u1", "4-2-2")], assets={"dprk": {"sam": 10, "aaa": 0}})
        passage = through(game, strike(game, "0502", "u1"), "u1", *answers, dice=dice)
        return passage, flies(game, "u1").place, flies(game, "u1").steps

    on = {"do": "under-fire", "resolve": "press on"}
    assert hit(dice=(3,)) == (Passage(aborted=True), "abort", 2)
    assert hit(on, dice=(3, 5, 9)) == (Passage(drm=2), "ready", 2)
    assert hit(on, dice=(3, 4, 9)) == (Passage(hits=1), "ready", 1)
    assert hit(dice=(0, 9)) == (Passage(hits=1), "ready", 1)


@pytest.mark.rule("nextwar", "22.2.1.3", "24.5")
def test_a_hit_that_takes_the_rating_ends_the_mission() -> None:
    game = sky(
        wings=[wing("u1", "4-2-1", reduced_strike="0")], assets={"dprk": {"sam": 10, "aaa": 0}}
    )
    assert through(game, strike(game, "0502", "u1"), "u1", dice=(0,)).aborted
    assert flies(game, "u1").place == "flown"


@pytest.mark.reading("nextwar", "nw-24-21")
@pytest.mark.rule("nextwar", "24.5", "24.3.4-1")
def test_any_result_sends_troops_back() -> None:
    game = sky(unit("r1", "0909"), assets={"dprk": {"sam": 7, "aaa": 3}})
    path = tuple(game.board.hex(label) for label in ("0905", "0904", "0909"))
    package = Package("allied", "transport", game.board.hex("0909"), ("r1",), path=path)
    assert through(game, package, "r1", dice=(6,)) == Passage(aborted=True)
    assert weapons(game) == ["SAM"]
    assert through(game, package, "r1", dice=(0,)).hits == 1
    assert at(game, "r1").steps == 1


@pytest.mark.reading("nextwar", "nw-17-03")
@pytest.mark.rule("nextwar", "17.1.4-3", "17.1.4-4")
@pytest.mark.parametrize(
    ("name", "standoff", "die", "passage"),
    [("r9", True, 3, Passage(missed=True)), ("u9", True, 4, Passage(missed=True)),
     ("u9", False, 4, Passage(aborted=True))],
)  # fmt: skip
def test_close_in_weapons_fire_whatever_was_seen_and_only_spoil_stand_off_attacks(
    name: str, standoff: bool, die: int, passage: Passage
) -> None:
    ships = [ship(name, IN1)]
    game = sky(
        board=coast(), ships=[one["row"] for one in ships], fleet=[o["fleet"] for o in ships],
        wings=[wing("n1", "2-0-4*")],
    )  # fmt: skip
    package = Package(
        "dprk", "strike", strikers=("n1",), box=IN1, fleet=True,
        standoff=("n1",) if standoff else (),
    )  # fmt: skip
    assert through(game, package, "n1", dice=(die,), result="-") == passage
    assert weapons(game) == ["AAA"]
    assert places(game, "n1") == ["ready" if standoff else "abort"]


@pytest.mark.rule("nextwar", "17.1.4-3")
@pytest.mark.parametrize(
    ("standoff", "die", "passage"),
    [(True, 1, Passage(missed=True)), (True, 2, Passage(missed=True)), (True, 5, Passage(drm=2)),
     (False, 1, Passage(hits=1)), (False, 2, Passage(aborted=True)), (False, 5, Passage(drm=2))],
)  # fmt: skip
def test_missiles_of_ships_only_spoil_a_stand_off_strike_and_hurt_any_other(
    standoff: bool, die: int, passage: Passage
) -> None:
    """Of the missiles of a ROK surface group (8) a 1 is a hit, a 2 an abort, and a 5 costs +2."""
    ships = [ship("r9", IN1)]
    game = sky(
        board=coast(), ships=[one["row"] for one in ships], fleet=[o["fleet"] for o in ships],
        wings=[wing("n1", "2-0-4*")],
    )  # fmt: skip
    far = ("n1",) if standoff else ()
    package = Package("dprk", "strike", strikers=("n1",), box=IN1, fleet=True, standoff=far)
    assert through(game, package, "n1", dice=(die, 9)) == passage
    assert told(game, "air-defense-fire")[0]["weapon"] == "SAM"


@pytest.mark.reading("nextwar", "nw-23-15")
@pytest.mark.rule("nextwar", "23.6")
def test_mines_from_the_air_are_lost_by_any_result() -> None:
    game = sky(board=coast(), sites=[{"hex": "0405", "kind": "port"}])
    package = Package("allied", "mining", game.board.hex("0305"), ("mines",))
    met = regime(game, package)
    assert (met.network, met.sam, met.aaa) == ("local", True, False)
    rig(game, 2)
    seen = detect(game, package)
    assert seen.result == "D"
    rig(game, 4)
    assert drive(game, approach(game, package, seen, "mines")) == Passage(lost=True)
    assert weapons(game) == ["SAM"]
    north = sky(board=coast(country={"0405": "DPRK", "0404": "DPRK", "0406": "DPRK"}))
    assert regime(north, Package("allied", "mining", north.board.hex("0305"))).network == "normal"
