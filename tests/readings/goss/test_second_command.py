"""Observation and command, as another reader reads them. [8.0] [9.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.command.limits import excess
from grognard.systems.goss.modes.groups import Group, divisional_assets, members
from grognard.systems.goss.observation.observing import observes
from grognard.systems.goss.pieces.chain import army, corps, headquarters_of, level_of, superior
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.supply.tracing import trace_unit
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.command.staffs import ONE, V, box, corps_and_divisions, spot
from tests.systems.goss.command.test_changes import attach, german
from tests.systems.goss.field import at, now, pass_to, position, rules, unit

ASSET = {**V, "traits": "asset"}


@pytest.mark.reading("goss", "goss2-08-01")
@pytest.mark.rule("goss", "8.0", "8.1.0", "8.2.1")
def test_any_covering_feature_covers_the_hex() -> None:
    def field(**ta: bool) -> Gs:
        return position(
            unit("u1", (0, 0), ta="u1" in ta), unit("g1", (1, 0)),
            unit("g2", (0, 1), ta="g2" in ta), unit("g3", (0, -1)), unit("g4", (1, -1)),
            terrain={(0, 1): "clear woods", (0, -1): "village", (1, -1): "town"},
        )  # fmt: skip

    def seen(game: Gs) -> list[str]:
        return [n for n in ("g1", "g2", "g3", "g4") if observes(game, "u1", n)]

    assert seen(field()) == ["g1"]
    assert seen(field(u1=True)) == ["g1", "g2", "g3", "g4"]
    assert seen(field(g2=True)) == ["g1", "g2"]
    assert [observes(field(), n, "u1") for n in ("g1", "g2")] == [True, True]


@pytest.mark.reading("goss", "goss2-08-02")
@pytest.mark.rule("goss", "8.4.1", "8.4.2")
def test_what_recon_and_vantage_points_are_told() -> None:
    game = position(
        unit("uR", (-1, 1), "armrecon", size="Co", steps=1), unit("uV", (6, 0)),
        unit("ga", (1, 0)), unit("gb", (1, 0), "pz4"),
        unit("gc", (0, 1), inside=True, order=1), unit("gII9", (0, 1), inside=True, order=2),
        unit("gat", (0, 1), "at", order=3), unit("gf", (0, -1), inside=True),
        unit("gd", (8, 0), order=1), unit("gd2", (8, 0), "pz4", order=2), unit("ge", (6, 2)),
        terrain={(6, 0): "VP", (6, 2): "village"}, works={(0, 1): "ET-2"}, side="allied",
    )  # fmt: skip
    game.put(HEXES, game.board.hex(at(0, -1)), HexStatus(side="axis", fort=2))
    game.play("allied", {"do": "move", "units": ["uR"], "path": [at(0, 0)]})
    heard = [e.told("allied") for e in game.events if e.kind == "scouted"]
    found = {one.facts["hex"]: one.facts for one in heard if one is not None}
    assert found[at(1, 0)] == {"hex": at(1, 0), "side": "allied", "armor": True, "steps": 4}
    assert found[at(0, 1)] == {
        "hex": at(0, 1), "side": "allied", "armor": False, "top": "gII9", "outside": False,
    }  # fmt: skip
    assert found[at(0, -1)] == {"hex": at(0, -1), "side": "allied", "armor": False}
    assert len(found) == 3
    seen = game.view("allied")["overlooked"]
    assert seen == {at(8, 0): {"armor": True, "steps": 4, "top": ""}}


EAST = {"formation": "1 Div", "nation": "US", **V}
WEST = {"formation": "2 Div", "nation": "US", **V}
ZONE = box(-12, 12, -12, 5)
"""The corps' zone: its boundary runs along row 5."""


def corps_zone(corps_row: int = 0, **more: Any) -> Gs:
    return position(
        unit("uV", spot(-10, corps_row), "hq:corps", **V),
        unit("uD1", spot(-8, 7), "hq:div", **EAST), unit("uD2", spot(-8, 3), "hq:div", **WEST),
        unit("uA1", spot(0, 5), **EAST), unit("uB1", spot(0, 4), **EAST),
        unit("uC2", spot(4, 5), **{**WEST, **({"mode": "PA"} if "pa" in more else {})}),
        unit("g1", spot(4, 6)), armies={"First": {"side": "allied", "adv": 4}},
        zones={"uV": ZONE}, side="allied", segment=more.get("segment", "command-status"),
    )  # fmt: skip


@pytest.mark.reading("goss", "goss2-09-01")
@pytest.mark.rule("goss", "9.0", "9.2.0-ga", "9.3.5")
def test_the_whole_chain_must_be_inside() -> None:
    def lost(game: Gs) -> set[str]:
        return {n for n in game.scenario.counters if now(game, n).ooc}

    assert lost(corps_zone()) == {"uD1", "uA1", "uB1"}
    assert lost(corps_zone(8)) == {"uV", "uD1", "uD2", "uA1", "uB1", "uC2"}
    game = corps_zone(segment="assaults", pa=True)
    assault = {"do": "assault", "units": ["uC2"], "hex": at(*spot(4, 6))}
    assert rules(game, "allied", assault) == []
    found = clash(game, ["uC2"], spot(4, 6))
    found.settle(
        "-", "3", declare={"choose": "full"},
        advance={"unit": "uC2", "path": [at(*spot(4, 6))]},
    )  # fmt: skip
    assert now(game, "uC2").hex == game.board.hex(at(*spot(4, 6)))
    assert now(game, "uC2").ooc, "at once"


@pytest.mark.reading("goss", "goss2-09-02")
@pytest.mark.rule("goss", "9.3.2", "9.3.1")
def test_assets_of_a_corps_and_its_end() -> None:
    assets = [unit(f"u{n}", spot(-11 + n % 6, 6 + n // 6), "eng", **ASSET) for n in range(26)]
    more = [
        unit(f"uX{n}", spot(-5, n), "hq:div", **{**ONE, "formation": f"X{n}"}) for n in range(4)
    ]
    game = corps_and_divisions(*assets, *more, zones={})
    assert excess(game, "uV") == 2
    assert rules(game, "allied", {"do": "end"}) == ["9.3.2"]
    game.play("allied", {"do": "leave-out", "hq": "uV", "units": ["u7", "u11"]})
    left_out = [n for n in range(26) if now(game, f"u{n}").supply == "OoS"]
    assert left_out == [7, 11], "the owner's choice"
    assert not any(now(game, f"u{n}").ooc for n in range(26))
    game.play("allied", {"do": "reassign", "hq": "uD9", "to": "uV"})
    assert corps(game, "uD9") == "uV", "a sixth division"
    assert army(game, "uV") == "First"


@pytest.mark.reading("goss", "goss2-09-02")
@pytest.mark.rule("goss", "9.3.2", "9.3.1")
def test_a_corps_without_its_headquarters_waits_for_the_morning() -> None:
    game = position(
        unit("uV", spot(-10, 4), "hq:corps", **V), unit("uW", spot(-10, 6), "hq:corps", corps="W",
        army="First"), unit("uD1", spot(-8, 4), "hq:div", **ONE), unit("u1", spot(-6, 4), **ONE),
        unit("g1", spot(9, 9)), armies={"First": {"side": "allied", "adv": 4}}, turn="PM",
        segment="designation", side="allied",
    )  # fmt: skip
    assert army(game, "u1") == "First", "though no army has a counter"
    eliminate(game, "uV", "4.2.2")
    out = [now(game, n).ooc for n in ("uD1", "u1")]
    assert out == [True, True]
    pass_to(game, "modes", "allied")
    assert game.turn == 6
    assert now(game, "u1").ooc, "the night does not heal it"
    while game.segment.kind != "command":
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default or {"do": "end"})
    assert game.turn == 7
    assert now(game, "u1").ooc
    game.play("allied", {"do": "reassign", "hq": "uD1", "to": "uW"})
    assert [now(game, n).ooc for n in ("uD1", "u1")] == [False, False]


@pytest.mark.reading("goss", "goss2-09-03")
@pytest.mark.rule("goss", "9.3.3", "9.3.3a", "26.0-div-assets")
def test_a_regiment_on_its_own_is_a_battle_group() -> None:
    third = [unit(f"u{n}3", spot(-6, 2 + n), **ONE, regiment="3") for n in (1, 2, 3)]
    others = [unit(f"u1{n}", spot(-7, 4 + n), **ONE, regiment=str(n)) for n in (1, 2)]
    game = corps_and_divisions(
        *third, *others, unit("ue", spot(-6, 6), "eng", **ONE),
        unit("ur", spot(-7, 3), "armrecon", **ONE), unit("ua", spot(-8, 5), "art", **ONE),
    )  # fmt: skip
    names = ["u13", "u23", "u33", "ue"]
    order = {"do": "battle-group", "units": names, "leader": "u13"}
    assert rules(game, "allied", {**order, "leader": "ue"}) == ["9.3.3a"], "a battalion leads"
    assert rules(game, "allied", {k: v for k, v in order.items() if k != "leader"}) != []
    assert {*divisional_assets(game, "uD1")} == {"ue", "ur", "ua"}
    assert "ur" not in members(game, Group("uD1", "1"))
    game.play("allied", order)
    assert (level_of(game, "u13"), {superior(game, n) for n in names}) == ("bg", {"u13"})
    assert "u13" in [*headquarters_of(game, "allied")]
    trace = trace_unit(game, "u23")
    assert trace is not None
    assert trace.source == "u13"
    change = {"do": "lead-group", "hq": "u13", "leader": "u23"}
    assert rules(game, "allied", change) == []
    pass_to(game, "moves", "allied")
    assert rules(game, "allied", change) != [], "only in the Command Phase"


CAV = {"formation": "", **V, "regiment": "14 CvGp", "traits": "asset;cvgp"}


@pytest.mark.reading("goss", "goss2-09-04")
@pytest.mark.rule("goss", "9.6.2a", "9.6.2d", "9.6.2e")
def test_special_assignments() -> None:
    corps_ = {"corps": "C", "army": "A"}
    home = {"formation": "A", **corps_}
    six = [unit(f"g5{n}", spot(6, n), "eng", **corps_, attached="gA") for n in range(6)]
    game = german(
        unit("g1", None, **home, place="eliminated", left=0, regiment="1"), *six,
        unit("g2", spot(7, -4), **corps_, traits="asset", regiment="1"),
        unit("g3", spot(7, -5), "eng", **corps_, traits="asset", size="Bn", steps=3),
    )  # fmt: skip
    assert rules(game, "axis", attach("g3", hq="gA", instead="g1")) == ["9.6.2a"]
    assert rules(game, "axis", attach("g2", hq="gA")) == ["9.6.2"], "a seventh"
    game.play("axis", attach("g2", hq="gA", instead="g1"))
    assert superior(game, "g2") == "gA"
    attackers = [
        unit(f"g{n}", (0, 1), mode="PA", **home, regiment="1", **more)
        for n, more in ((1, {}), (2, {"replaces": "g9", "attached": "gA"}))
    ]
    fight = position(
        *attackers, unit("gA", (0, 4), "hq:div", **home), unit("u1", (0, 0)), segment="assaults",
    )  # fmt: skip
    assert clash(fight, ["g1", "g2"]).drm.get("13.8.3", 0) == 0, "no bonus for a replacement"


@pytest.mark.reading("goss", "goss2-09-04")
@pytest.mark.rule("goss", "9.6.2d", "9.6.2e")
def test_cavalry_groups_and_armored_brigades() -> None:
    """The case holds that a cavalry group with its own two battalions takes no third; the text
    bars a third that is attached, and theirs are assigned."""
    own = [unit(f"u{n}", spot(-7, 4 + n), "armrecon", **CAV) for n in (1, 2)]
    others = [unit(f"u{n}", spot(-6, 4 + n), "armrecon", **ASSET) for n in (3, 4, 5)]
    brigade = {"formation": "29 Bde", **V}
    game = corps_and_divisions(
        *own, *others, unit("bG", spot(-7, 8), "hq:bg", **brigade, traits="armored brigade"),
        unit("b1", spot(-7, 9), "m4", **brigade), unit("b2", spot(-6, 3), **ASSET), zones={},
    )  # fmt: skip
    group = {"do": "battle-group", "units": ["u1", "u2"], "leader": "u1"}
    assert group in [*game.legal("allied")], "its corps may let it go its own way"
    game.play("allied", group)
    assert level_of(game, "u1") == "bg"
    game.play("allied", attach("u3", hq="u1"))
    game.play("allied", attach("u4", hq="u1"))
    assert rules(game, "allied", attach("u5", hq="u1")) == ["9.6.2d"]
    assert rules(game, "allied", attach("b2", hq="bG")) == ["9.6.2e"]
    assert rules(game, "allied", attach("bG", hq="uD1")) == []
    fight = position(
        *(unit(f"u{n}", (0, 1), "armrecon", mode="PA", **CAV) for n in (1, 2)),
        unit("uV", (0, 5), "hq:corps", **V), unit("g1", (0, 0)), side="allied", segment="assaults",
    )  # fmt: skip
    assert clash(fight, ["u1", "u2"]).drm["13.8.3"] == 10
