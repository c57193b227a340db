"""Special units: brigade combat teams, marines, task forces, outposts. [30.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.command.capability import USES, spent, use
from grognard.systems.nextwar.damage.strikes import X, hit_unit
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.lines import in_supply
from tests.systems.nextwar.field import at, field, plain, rules, told, unit, where
from tests.systems.nextwar.sea import IN1, at_sea, coast, sail, ship

ADVANCED = {"game": "advanced"}


def hq(name: str, hex: str | None, formation: str, **more: Any) -> dict[str, Any]:
    """A headquarters."""
    return unit(
        name, hex, "0-2-4", type=more.pop("type", "headquarters"), formation=formation, sp=0.5,
        range=more.pop("range", 5), size="division", **more,
    )  # fmt: skip


def meu(name: str = "u-meu", hex: str | None = "0505", **more: Any) -> dict[str, Any]:
    """The headquarters of a MEU: one step."""
    return hq(
        name, hex, "IIIMEF", type="amphibious headquarters", flags="marine meu", steps=1, **more
    )


def mef(hex: str) -> dict[str, Any]:
    """The headquarters of a MEF."""
    return hq("u-mef", hex, "IIIMEF", type="amphibious headquarters", flags="marine")


def team(name: str, hex: str, formation: str, **more: Any) -> dict[str, Any]:
    """A brigade combat team, or a battalion of marines."""
    return unit(name, hex, formation=formation, size="brigade", sp=0.5, **more)


@pytest.mark.reading("nextwar", "nw-30-01")
@pytest.mark.rule("nextwar", "30.1", "19.1.2")
def test_an_airborne_headquarters_on_an_airbase_feeds_only_its_own() -> None:
    game = field(
        hq("u-82", "0505", "82", flags="airborne"), team("u1", "0508", "82"),
        team("u2", "0508", "25"), team("u3", "0508", "IIIMEF", flags="marine"),
        board=plain(), sites=[{"hex": "0501", "kind": "airbase"}], segment="first-supply",
        options=ADVANCED, begin={"ruler": "allied", "level": 1},
        supply={"allied": {"mobile": ["0909"]}},
    )  # fmt: skip
    game.play("allied", {"do": "supply-by-air", "nation": "US", "hex": "0501"})
    found = {name: in_supply(game, name) for name in ("u-82", "u1", "u2", "u3")}
    assert found == {"u-82": True, "u1": True, "u2": False, "u3": False}


@pytest.mark.reading("nextwar", "nw-30-02")
@pytest.mark.rule("nextwar", "30.0", "30.2")
def test_a_meu_serves_once_and_has_one_step() -> None:
    game = field(meu(), segment="init-combat", options=ADVANCED)
    use(game, "u-meu")
    assert spent(game, "u-meu") == USES
    hit_unit(game, "u-meu", X, "27.3.3")
    assert where(game, "u-meu") == "eliminated"


@pytest.mark.reading("nextwar", "nw-30-02")
@pytest.mark.rule("nextwar", "30.2")
@pytest.mark.parametrize("linked", [True, False])
def test_a_meu_gives_way_to_its_mef(linked: bool) -> None:
    """They are a long way from one another; mountains part them, or do not."""
    walls = {} if linked else {f"{c:02}10": "mountain" for c in range(1, 6)}
    game = field(
        meu(hex="0302"), mef("0315"), segment="reaction-move", options=ADVANCED,
        board=plain(rows=18, cols=5, terrain=walls),
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert (where(game, "u-meu") == "aside") is linked


def landing(game: Nw) -> Nw:
    """The marines sail to the beach and land."""
    game.play("allied", sail("u-a", by="0304"))
    game.play("allied", {"do": "end"})
    game.play("allied", {"do": "land", "units": ["u1"], "hex": "0404"})
    return game


@pytest.mark.reading("nextwar", "nw-30-02")
@pytest.mark.rule("nextwar", "30.2")
@pytest.mark.parametrize("comes", [True, False])
def test_a_meu_comes_back_with_a_landing(comes: bool) -> None:
    game = landing(
        at_sea(
            unit("u1", None, "1-1-4", flags="marine", size="battalion", sp=0.5), meu(hex=None),
            ships=[ship("u-a", IN1, "AMPH")], board=coast(), segment="init-move",
            options=ADVANCED, aside=["u-meu"], setup=[{"ship": "u-a", "units": ["u1"]}],
            initiative={"side": "allied"}, begin={"first": "allied"},
            seas={"control": {"allied": [IN1]}},
        )
    )  # fmt: skip
    game.play("allied", {"do": "no-beachhead"})
    place = {"do": "place-meu", "unit": "u-meu", "hex": "0404"}
    game.play("allied", place if comes else {"do": "no-meu"})
    assert (where(game, "u-meu") == "0404") is comes


INFANTRY = {"type": "marines"}
TANKS = {"type": "armored"}
LAR = {"type": "armored cavalry", "arm": "mechanized"}


def battalion(name: str, hex: str, kind: dict[str, str], strike: int = 0) -> dict[str, Any]:
    """A battalion of the Marine Corps."""
    return unit(
        name, hex, "1-1-4", size="battalion", flags="marine", sp=0.5, steps=1,
        at={"strike": strike}, **kind,
    )  # fmt: skip


def force(name: str) -> dict[str, Any]:
    """A task force that is not formed yet."""
    found = unit(
        f"u-{name.removesuffix(' TF').lower()}tf", None, "4-5-6", flags="marine task-force",
        size="brigade", type="marines",
    )  # fmt: skip
    return {**found, "row": {**found["row"], "name": name}}


@pytest.mark.reading("nextwar", "nw-30-03")
@pytest.mark.rule("nextwar", "30.3")
def test_task_forces() -> None:
    first = [
        battalion("u1", "0505", INFANTRY), battalion("u2", "0505", INFANTRY, 2),
        battalion("u3", "0505", TANKS, 1), battalion("u4", "0505", LAR),
    ]  # fmt: skip
    third = [battalion(f"u{n}", "0808", INFANTRY) for n in (5, 6)]
    third += [battalion("u7", "0807", INFANTRY), battalion("u8", "0808", LAR)]
    game = field(
        *first, *third, *(force(name) for name in ("I TF", "II TF", "III TF")), options=ADVANCED,
        segment="task-forces", aside=["u-itf", "u-iitf", "u-iiitf"], board=plain(),
    )  # fmt: skip

    def form(name: str, *units: str) -> dict[str, Any]:
        return {"do": "form-task-force", "unit": name, "units": list(units)}

    assert rules(game, "allied", form("u-iitf", "u1", "u2", "u3", "u4")) == ["30.3"]
    assert rules(game, "allied", form("u-iiitf", "u5", "u6", "u7", "u8")) == ["30.3"]
    assert rules(game, "allied", form("u-itf", "u1", "u2", "u3")) == ["30.3"]
    game.play("allied", form("u-itf", "u1", "u2", "u3", "u4"))
    assert told(game, "task-force")[0]["hex"] == "0505"
    assert where(game, "u-itf") == "0505"
    assert [where(game, f"u{n}") for n in (1, 2, 3, 4)] == ["removed"] * 4
    assert at(game, "u-itf").strike == 2
    assert not told(game, "points")


@pytest.mark.rule("nextwar", "30.4")
@pytest.mark.parametrize(
    ("hexes", "good"), [(["0505"], True), (["0507"], False), (["0505"] * 2, False)]
)
def test_outposts_stand_along_the_border_one_in_a_hex(hexes: list[str], good: bool) -> None:
    posts = [
        unit(f"r{n}", h, "0-2-0", type="combat outpost", sp=0, steps=1) for n, h in enumerate(hexes)
    ]
    if good:
        assert where(field(*posts, board=plain(north=4)), "r0") == "0505"
        return
    with pytest.raises(ScenarioError, match="beside a border"):
        field(*posts, board=plain(north=4))
