"""The staff of OCS ships its troops away in time: who goes, who holds the port, when it begins."""

from __future__ import annotations

from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import replace
from grognard.players.staff.ocs import shores
from grognard.players.staff.ocs.evacuation import Evacuation
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import UNITS
from tests.players.playing import did, orders
from tests.players.shores import overseas
from tests.systems.ocs.field import at, unit, where
from tests.systems.ocs.naval.sea import port

WEST = [f"{r:02d}{c:02d}" for r in range(1, 9) for c in (1, 2, 3)]
SAVED = {
    "side": "allied", "objectives": [{"label": "Port", "vp": 4, "hexes": ["0406"]}],
    "saved": [{"label": "away", "of": "axis", "vp": -1, "per": 1, "hexes": WEST}],
}  # fmt: skip


def flight(*items: dict[str, Any], turn: int = 8, **spec: Any) -> Ocs:
    """The Axis holds the port of the eastern land, and is paid for who gets over to the west."""
    return overseas(
        *items, victory={**SAVED, **spec.pop("victory", {})}, turns=8, turn=turn, **spec
    )


def gone(game: Ocs, *names: str) -> list[str]:
    """Those who have got away."""
    return [name for name in names if where(game, name) in WEST]


def test_at_the_end_those_in_port_are_shipped_to_safety() -> None:
    items = [unit("a1", "0406"), unit("a2", "0406"), unit("a3", "0406"), unit("s1", "0818")]
    game = flight(*items, first="allied")
    orders(shores.Fleet(), game)
    assert gone(game, "a1", "a2", "a3")
    early = flight(*items, turn=1)
    orders(shores.Fleet(), early)
    assert gone(early, "a1", "a2", "a3") == []
    unpaid = flight(*items, victory={"saved": []})
    orders(shores.Fleet(), unpaid)
    assert gone(unpaid, "a1", "a2", "a3") == []


def test_the_dearest_go_first() -> None:
    """With Sea Cap for one, the stronger of two that count alike."""
    game = flight(
        unit("a1", "0406", combat="2:3 leg", move="2:9 leg"),
        unit("a2", "0406", combat="9:3 leg", move="5:9 leg"), unit("s1", "0818"),
        cap=1, first="allied",
    )  # fmt: skip
    orders(shores.Fleet(), game)
    assert gone(game, "a1", "a2") == ["a2"]


def test_a_rearguard_holds_what_counts_while_the_enemy_has_a_turn() -> None:
    """Whoever goes second in the last turn may empty the port; who goes first may not."""
    items = [unit(f"a{i}", "0406") for i in range(1, 5)]
    foe = unit("s1", "0408", combat="20:3 leg")
    first = flight(*items, foe, cap=9)
    orders(shores.Fleet(), first)
    assert len(gone(first, "a1", "a2", "a3", "a4")) == 2
    second = flight(*items, foe, cap=9, first="allied")
    orders(shores.Fleet(), second)
    assert len(gone(second, "a1", "a2", "a3", "a4")) > 2


def test_first_go_those_who_are_of_no_use_at_the_front() -> None:
    """With turns to spare guns and the worn are shipped, and those who fight stay."""
    items = [
        unit("a1", "0406", combat="9:3 leg"), unit("a2", "0406", combat="2:3 leg"),
        unit("a3", "0406", "artillery"), unit("s1", "0818"),
    ]  # fmt: skip
    game = flight(*items, turn=6, cap=9, ports=[port("0403", sp=9), port("0406", sp=9)],
                  victory={"objectives": []})  # fmt: skip
    orders(shores.Fleet(), game)
    assert gone(game, "a1", "a2", "a3") == ["a2", "a3"]
    late = flight(*items, turn=7, cap=9, ports=[port("0403", sp=9), port("0406", sp=9)],
                  victory={"objectives": []})  # fmt: skip
    orders(shores.Fleet(), late)
    assert gone(late, "a1", "a2", "a3") == ["a1", "a2", "a3"]


def test_the_garrison_of_the_last_port_is_a_match_for_who_has_come_past_the_line() -> None:
    """Until they leave: then the quay is wanted for those who come. [4.8]"""

    def garrison(*raiders: str) -> int:
        foes = [unit(f"s{i}", hex, combat="8:3 leg") for i, hex in enumerate(raiders)]
        line = [unit(f"a{i}", f"{i:02}14", combat="90:3 leg") for i in range(1, 8)]
        game = flight(unit("a9", "0406"), *line, *foes, unit("s9", "0818"), turn=2)
        return Manoeuvre(OcsSeat(game, "axis")).garrison()

    assert garrison("0411") > garrison()
    assert garrison("0411", "0511") > garrison("0411")
    early, late = (flight(unit("a9", "0406"), unit("s9", "0818"), turn=n) for n in (2, 7))
    assert Manoeuvre(OcsSeat(early, "axis")).way_out == early.board.hex("0406")
    assert Manoeuvre(OcsSeat(late, "axis")).way_out == -1


def test_when_it_is_time_for_all_they_come_from_afar_too() -> None:
    """Three marches from the port: with turns to spare he stays, in a hurry he sets out."""

    def marched(turn: int) -> bool:
        items = [unit(f"a{i}", "0418", combat="9:3 leg", move="9:5 leg") for i in range(1, 7)]
        game = flight(*items, unit("s1", "0820"), turn=turn, cap=1)
        assert not Evacuation(lambda: OcsSeat(game, "axis")).late("a1")
        orders(shores.Fleet(), game)
        return where(game, "a1") != "0418"

    assert marched(2)
    assert not marched(1)


def test_of_those_who_count_no_more_than_two_are_left_to_a_hopeless_stand() -> None:
    items = [unit(f"a{i}", "0406") for i in range(1, 5)]
    foe = unit("s1", "0409", combat="90:3 leg")
    game = flight(*items, foe, turn=7, cap=9, ports=[port("0403", sp=9), port("0406", sp=9)])
    orders(shores.Fleet(), game)
    assert len(gone(game, "a1", "a2", "a3", "a4")) == 2


def test_nobody_is_shipped_into_a_crowd_and_the_quay_is_cleared() -> None:
    """Ten RE stand in a hex; whoever is too many is lost. [4.8a]"""
    crowd = [unit(f"a{i}", "0403", re=3) for i in (7, 8, 9)]
    game = flight(*crowd, unit("a1", "0406", re=2), unit("s1", "0818"), cap=9, first="allied",
                  ports=[port("0403", sp=9), port("0406", sp=9)])  # fmt: skip
    orders(shores.Fleet(), game)
    assert gone(game, "a1") == ["a1"]
    assert "0403" not in {where(game, name) for name in ("a7", "a8", "a9")}
    rooted = [unit(f"a{i}", "0403", re=3, move="2:0 leg") for i in (7, 8, 9)]
    full = flight(*rooted, unit("a1", "0406", re=2), unit("s1", "0818"), cap=9, first="allied",
                  ports=[port("0403", sp=9), port("0406", sp=9)])  # fmt: skip
    orders(shores.Fleet(), full)
    assert gone(full, "a1") == []


def test_the_next_load_is_called_in_from_the_line() -> None:
    items = [unit("a1", "0507"), unit("a2", "0406"), unit("a3", "0406"), unit("s1", "0818")]
    game = flight(*items, turn=7)
    orders(shores.Fleet(), game)
    assert where(game, "a1") == "0406"


def test_it_begins_when_the_enemy_is_near_the_port_and_strong() -> None:
    def begun(foe: str, strength: int = 40, turn: int = 2) -> bool:
        game = flight(unit("a1", "0406"), unit("s1", foe, combat=f"{strength}:3 leg"), turn=turn)
        return Evacuation(lambda: OcsSeat(game, "axis")).begun()

    assert begun("0409")
    assert not begun("0415")
    assert not begun("0409", 8)
    assert begun("0415", turn=5)  # late in the game from farther off
    assert not begun("0420", turn=5)


def test_it_begins_when_more_has_been_lost_than_is_left() -> None:
    def begun(lost: int) -> bool:
        game = flight(unit("a1", "0406", re=4), unit("s1", "0818"), turn=2)
        game.put(UNITS, "a1", replace(at(game, "a1"), lost=lost))
        return Evacuation(lambda: OcsSeat(game, "axis")).begun()

    assert begun(3)
    assert not begun(1)


def test_who_has_got_away_is_not_shipped_back() -> None:
    def shipped(turn: int) -> list[Action]:
        game = flight(unit("a1", "0403"), unit("s1", "0818"), turn=turn)
        return did(orders(shores.Fleet(), game), "ship")

    assert shipped(1)  # early he is a reinforcement
    assert not shipped(6)
