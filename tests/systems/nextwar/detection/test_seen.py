"""Who is detected, from the second reader's cases and the chapter's own words."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.detection.electronic import mark
from grognard.systems.nextwar.detection.seen import detected, recon_range
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SITES, SiteStatus
from tests.systems.nextwar.field import field, plain, unit
from tests.systems.nextwar.sea import at_sea, coast, ship

AIR = {"ruler": "allied", "level": 1}
WIDE: dict[str, Any] = {"rows": 9, "cols": 24}


def seen(*units: Any, **more: Any) -> Nw:
    """A position of the Advanced Game."""
    options = {"game": "advanced", **more.pop("options", {})}
    return field(*units, options=options, segment=more.pop("segment", "init-move"), **more)


@pytest.mark.reading("nextwar", "nw-21-02")
@pytest.mark.rule("nextwar", "21.2.1")
def test_a_base_with_strike_2_sees_nothing_and_the_range_is_that_of_the_level() -> None:
    sites = [
        {"hex": "0105", "kind": "airbase", "owner": "allied"},
        {"hex": "2105", "kind": "airfield", "owner": "allied"},
        {"hex": "2405", "kind": "airbase", "owner": "dprk"},
    ]
    game = seen(
        unit("n1", "0505"), unit("n2", "0605"), unit("r1", "2105"),
        board=plain(**WIDE, country={"2405": "DPRK"}), sites=sites, begin=AIR,
    )  # fmt: skip
    game.put(SITES, "airbase-0105", SiteStatus(strike=2))
    game.put(SITES, "airfield-2105", SiteStatus(strike=1))
    assert detected(game, "allied", "n2")
    assert not detected(game, "allied", "n1")
    assert not detected(game, "dprk", "r1")
    game.put(SITES, "airbase-0105", SiteStatus(strike=1))
    assert detected(game, "allied", "n1")
    game.put(SITES, "airbase-0105", SiteStatus(destroyed=True))
    assert not detected(game, "allied", "n1")


@pytest.mark.rule("nextwar", "21.2.1")
def test_the_range_goes_with_the_level_and_both_sides_see_when_it_is_contested() -> None:
    for level, ruler, own, foe in (
        (0, "", 6, 6), (1, "allied", 15, 0), (2, "allied", 30, 0), (3, "allied", None, 0),
    ):  # fmt: skip
        game = seen(unit("n1", "0505"), begin={"ruler": ruler, "level": level})
        assert recon_range(game, "allied") == own
        assert recon_range(game, "dprk") == foe


@pytest.mark.rule("nextwar", "21.2", "21.0-2")
def test_from_the_air_open_ground_and_roads_are_seen_and_cover_is_not() -> None:
    board = plain(
        terrain={"0303": "highland", "0505": "rough_woods", "0705": "rough"},
        links=["0505-0506 primary"],
    )
    units = [unit("n1", "0303"), unit("n2", "0505"), unit("n3", "0705"), unit("n4", "0909")]
    guns = unit("n5", "0808", arm="artillery", type="artillery")
    staff = unit("n6", "0708", type="headquarters")
    depot = unit("n7", "0608", type="supply unit", size="battalion")
    mobile = unit("n8", "0508", type="supply unit", size="battalion", at={"mobile": True})
    game = seen(*units, guns, staff, depot, mobile, board=board, begin={**AIR, "level": 3})
    found = {name for name in game.scenario.counters if detected(game, "allied", name)}
    assert found == {"n2", "n3", "n4", "n8"}


@pytest.mark.rule("nextwar", "21.2")
def test_a_crowd_in_the_woods_is_seen_unless_players_read_it_otherwise() -> None:
    for how, expected in (("seen", True), ("hidden", False)):
        crowd = [unit(f"n{i}", "0303") for i in range(1, 4)]
        game = seen(
            *crowd, board=plain(terrain={"0303": "flat_woods"}), begin={**AIR, "level": 3},
            options={"crowds-in-cover": how},
        )  # fmt: skip
        assert detected(game, "allied", "n1") is expected


@pytest.mark.reading("nextwar", "nw-21-04")
@pytest.mark.rule("nextwar", "21.1-2", "21.1", "21.0-1")
def test_beside_a_ground_unit_everything_is_seen_and_a_depot_elsewhere_by_raiders_only() -> None:
    board = plain(terrain={"0505": "mountain", "0807": "urban"}, sides=["0505-0605 major_river"])
    staff = unit("n1", "0505", type="headquarters", flags="supreme")
    depot = unit("n2", "0807", type="supply unit", size="battalion")
    game = seen(staff, depot, unit("r1", "0605"), board=board, begin={**AIR, "level": 3})
    assert detected(game, "allied", "n1")
    assert not detected(game, "allied", "n2")


@pytest.mark.rule("nextwar", "21.4")
def test_only_raiders_find_a_depot_or_the_supreme_headquarters_from_afar() -> None:
    staff = unit("n1", "0303", type="headquarters", flags="supreme")
    depot = unit("n2", "0505", type="supply unit", size="battalion")
    game = seen(staff, depot, unit("n3", "0707"), unit("r1", "0901"), begin={**AIR, "level": 3})
    assert [detected(game, "allied", name) for name in ("n1", "n2", "n3")] == [False, False, True]
    for name in ("n1", "n2"):
        mark(game, name)
    assert [detected(game, "allied", name) for name in ("n1", "n2")] == [True, True]


@pytest.mark.reading("nextwar", "nw-21-05")
@pytest.mark.rule("nextwar", "21.0", "20.2.3")
def test_a_targeted_unit_stays_detected_and_one_that_was_only_beside_somebody_does_not() -> None:
    board = plain(terrain={"0505": "highland_woods", "0506": "mountain"})
    staff = unit("n2", "0506", type="headquarters", at={"targeted": 3, "target": 1})
    near = seen(unit("n1", "0505"), staff, unit("r1", "0605"), board=board)
    assert detected(near, "allied", "n1")
    far = seen(unit("n1", "0505"), staff, unit("r1", "0905"), board=board)
    assert not detected(far, "allied", "n1")
    assert detected(far, "allied", "n2")
    later = seen(unit("n1", "0505"), staff, unit("r1", "0905"), board=board, turn=4)
    assert not detected(later, "allied", "n2")


@pytest.mark.rule("nextwar", "21.0-3", "21.0-4")
def test_a_marker_of_this_turn_shows_a_unit() -> None:
    board = plain(terrain={"0505": "mountain"})
    for turn, expected in ((3, True), (2, False)):
        game = seen(unit("n1", "0505", at={"detected": turn}), board=board)
        assert detected(game, "allied", "n1") is expected


@pytest.mark.rule("nextwar", "21.1-1", "21.1")
def test_a_beachhead_is_always_detected_and_looks_for_nobody() -> None:
    game = at_sea(
        unit("n1", "0504"), ships=[ship("r9", "0303", "AMPH")], landings={"allied": ["0404"]},
        options={"game": "advanced"}, board=coast(default="highland", terrain={"0404": "flat"}),
    )  # fmt: skip
    assert detected(game, "dprk", "allied-beachhead-1")
    assert not detected(game, "allied", "n1")


@pytest.mark.rule("nextwar", "21.1-2")
def test_units_on_one_island_are_adjacent() -> None:
    def afar(name: str, box: str) -> dict[str, object]:
        return unit(name, "0909", at={"place": "box", "hex": -1, "where": box})

    game = at_sea(afar("n1", "Overseas"), afar("r1", "Overseas"), afar("n2", "West"))
    assert detected(game, "allied", "n1")
    assert not detected(game, "allied", "n2")
