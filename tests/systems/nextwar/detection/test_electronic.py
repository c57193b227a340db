"""The Electronic Detection Phase. [21.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.detection.electronic import attempts, modifiers
from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import field, plain, rig, rules, told, unit

HEADS = (
    unit("n1", "0101", type="headquarters"), unit("n2", "0102", type="artillery", arm="artillery"),
    unit("n3", "0103", type="headquarters", flags="supreme"), unit("n4", "0104"),
    unit("r1", "0901", type="headquarters"),
)  # fmt: skip


def phase(*more_units: Any, **more: Any) -> Nw:
    """The phase, the North having the initiative."""
    options = {"game": "advanced"}
    return field(
        *HEADS, *more_units, segment="electronic-detection", options=options,
        board=plain(default="highland"), **more,
    )  # fmt: skip


def listen(game: Nw, nation: str, name: str) -> None:
    """One attempt."""
    player = "dprk" if nation in ("DPRK", "PRC") else "allied"
    game.play(player, {"do": "listen", "nation": nation, "unit": name})


@pytest.mark.rule("nextwar", "21.3")
def test_the_players_try_by_turns_and_a_target_may_be_tried_again() -> None:
    game = phase()
    rig(game, 3, 4, 2, 5)
    listen(game, "DPRK", "r1")
    listen(game, "ROK alone", "n1")
    listen(game, "DPRK", "r1")
    listen(game, "ROK alone", "n2")
    assert [(f["side"], f["found"]) for f in told(game, "listened")] == [
        ("dprk", False), ("allied", True), ("dprk", True), ("allied", False),
    ]  # fmt: skip
    assert detected(game, "allied", "n1")
    assert not detected(game, "allied", "n2")
    assert game.segment.kind != "electronic-detection"


@pytest.mark.rule("nextwar", "21.3", "21.0-3")
def test_only_headquarters_and_guns_are_listened_for_and_never_a_supreme_headquarters() -> None:
    game = phase()
    rig(game, 3)
    listen(game, "DPRK", "r1")
    for name, wrong in (("n1", []), ("n2", []), ("n3", ["21.3"]), ("n4", ["21.3"])):
        action = {"do": "listen", "nation": "ROK alone", "unit": name}
        assert rules(game, "allied", action) == wrong


@pytest.mark.rule("nextwar", "21.3", "21.3.1", "4.1.3-b8")
def test_attempts_go_by_nation_and_a_storm_takes_two_of_each() -> None:
    game = phase(unit("u1", "0902"))
    assert attempts(game, "allied") == {"US and ROK": 5}
    assert attempts(game, "dprk") == {"DPRK": 2}
    storm = phase(unit("u1", "0902"), begin={"weather": "storm"})
    assert attempts(storm, "allied") == {"US and ROK": 3}
    assert attempts(storm, "dprk") == {}
    alone = phase(unit("n9", "0105", nation="PRC"))
    assert attempts(alone, "allied") == {"ROK alone": 2}
    assert attempts(alone, "dprk") == {"DPRK": 2, "PRC": 2}
    away = phase(unit("n9", None, nation="PRC"))
    assert attempts(away, "dprk") == {"DPRK": 2}
    told_so = phase(listening={"dprk": {"DPRK": 4}})
    assert attempts(told_so, "dprk") == {"DPRK": 4}


@pytest.mark.rule("nextwar", "21.3")
def test_a_great_awacs_advantage_helps_the_americans_to_listen() -> None:
    for level, side, drm in ((2, "allied", 0), (3, "allied", -1), (4, "dprk", 0)):
        game = phase(unit("u1", "0902"), begin={"watching": side, "awacs": level})
        assert modifiers(game, "allied", "US and ROK").total == drm
    game = phase(unit("u1", "0902"), begin={"watching": "allied", "awacs": 3})
    rig(game, 0, 5)
    listen(game, "DPRK", "r1")
    listen(game, "US and ROK", "n1")
    assert told(game, "listened")[1]["found"]


@pytest.mark.rule("nextwar", "21.3")
def test_who_listens_no_more_leaves_the_rest_to_the_other() -> None:
    game = phase()
    game.play("dprk", {"do": "cease-listening"})
    rig(game, 9, 9)
    listen(game, "ROK alone", "n1")
    listen(game, "ROK alone", "n1")
    assert game.segment.kind != "electronic-detection"
