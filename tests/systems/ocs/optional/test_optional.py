"""The optional rules: every one a switch, off by default. [21.0]"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.engine.refusal import Refused
from grognard.engine.system import Option
from grognard.systems.ocs import options
from grognard.systems.ocs.arrivals import consignments
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.optional import columns, raiders, recon
from grognard.systems.ocs.options import OPTIONS
from grognard.systems.ocs.pieces.values import strength
from grognard.systems.ocs.status import DUMPS, SIDES, TRANSPORT, TURN, Consignment, dump_key
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import hedgehogs
from tests.systems.ocs.field import at, field, move, play, rules, serial, told, unit, where
from tests.systems.ocs.naval.sea import afloat, ship, waters

rule = pytest.mark.rule
DUMP = {"dumps": [{"side": "axis", "hex": "0303", "sp": 5}]}


@rule("ocs", "21.0")
def test_every_optional_rule_is_off_by_default() -> None:
    chapter = [option for option in OPTIONS if option.rule.startswith("21.")]
    assert len(chapter) == 22
    assert {(option.default, option.values) for option in chapter} == {("off", ("off", "on"))}
    game = field(unit("a1", "0303"))
    assert all(game.options[option.id] == "off" for option in chapter)


@rule("ocs", "21.0")
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.id)
def test_every_switch_is_asked_for_somewhere(option: Option) -> None:
    package = Path(options.__file__).parent
    texts = (p.read_text(encoding="utf-8") for p in sorted(package.rglob("*.py")))
    assert sum(f'options["{option.id}"]' in text for text in texts) > 0


# ---- recon


def _scouts(**more: Any) -> Any:
    return field(
        unit("a1", "0303", "recon", combat="3:8 truck", move="1:20 truck", size="battalion"),
        unit("a2", "0303"),
        unit("a3", "0303", "cavalry", size="brigade"),
        unit("s1", "0304", re=3, lost=1, mode="move"),
        unit("s2", "0304", "armor"),
        unit("s3", "0304", traits="anti-tank", size="battalion"),
        **{"options": {"recon": "on"}, **DUMP, **more},
    )


def look(name: str, hex: str = "0304") -> dict[str, Any]:
    return {"do": "recon", "unit": name, "hex": hex}


@rule("ocs", "21.1")
def test_a_scout_pays_a_token_and_a_quarter_of_its_allowance() -> None:
    game = _scouts()
    game.play("axis", look("a1"))
    assert told(game, "recon") == [
        {"hex": "0304", "steps": 4, "armor": True, "mech": False, "anti-tank": True}
    ]
    assert at(game, "a1").spent == 2 * 12  # of 8
    assert game.state[DUMPS][dump_key("axis", game.board.hex("0303"))].tokens == 19
    (his,) = [e for e in game.events_for("allied") if e.kind == "recon"]
    assert dict(his.facts) == {"hex": "0304"}
    with pytest.raises(Refused, match="revealed"):
        game.undo("axis")  # what he has seen he has seen
    for _ in range(3):
        game.play("axis", look("a1"))
    assert rules(game, "axis", look("a1")) == ["21.1"]


@rule("ocs", "21.1")
@rule("ocs", "2.4(3)")
def test_who_scouts_and_what() -> None:
    game = _scouts()
    assert rules(game, "axis", look("a2")) == ["21.1"]
    assert rules(game, "axis", look("a3")) == ["21.1"]  # larger than a regiment
    assert rules(game, "axis", look("a1", "0302")) == ["21.1"]
    assert rules(_scouts(dumps=[]), "axis", look("a1")) == ["21.1"]
    assert rules(_scouts(options={}), "axis", look("a1")) == ["21.1"]
    game.put(TURN, "now", replace(game.state[TURN]["now"], simulcast=True))
    assert rules(game, "axis", look("a1")) == ["2.4(3)"]


@rule("ocs", "21.1")
@rule("ocs", "9.4e")
@pytest.mark.parametrize(
    ("traits", "armor", "mech"), [("", False, True), ("tank", True, False)]
)  # fmt: skip
def test_a_tank_brigade_in_red_is_armour_to_a_scout(traits: str, armor: bool, mech: bool) -> None:
    """Red with the tank symbol has heavy anti-tank effects, red without it light ones."""
    game = field(unit("a1", "0303"), unit("s1", "0304", "mech", traits=traits))
    found = recon.findings(game, game.board.hex("0304"))
    assert (found["armor"], found["mech"], found["anti-tank"]) == (armor, mech, False)


# ---- proportional strength


@rule("ocs", "21.2")
def test_strength_falls_with_the_steps() -> None:
    for lost, value in ((1, 9), (2, 5)):  # 14 x 2/3 = 9.33, 14 x 1/3 = 4.67
        game = field(unit("a1", "0303", re=3, lost=lost, combat="14:3 leg"),
                     options={"proportional-strength": "on"})  # fmt: skip
        assert strength(game, "a1", attacking=True).total == value
        assert strength(game, "a1", attacking=False).total == value
    dg = field(unit("a1", "0303", re=3, lost=1, combat="14:3 leg", mode="dg", up="combat"),
               options={"proportional-strength": "on"})  # fmt: skip
    assert strength(dg, "a1", attacking=True).total == Fraction(9, 2)  # rounded at once


# ---- convention tempo


@rule("ocs", "21.6a")
@rule("ocs", "21.6b")
@rule("ocs", "21.6c")
def test_convention_tempo_at_the_start() -> None:
    def stock(**options: str) -> Any:
        return field(
            unit("a1", "0303", formation="1 Pz"), options=options, dumps=DUMP["dumps"],
            limits={"axis": {"rail_cap": 3, "sea_cap": 3, "truck_total": 3}},
            transport=[
                {"side": "axis", "id": "t", "points": 1, "load": 3, "hex": "0404"},
                {"side": "axis", "id": "o", "points": 1, "load": 2, "hex": "0303",
                 "formation": "1 Pz"},
                {"side": "axis", "id": "later", "points": 1},
            ],
        )  # fmt: skip

    more = stock(**{"tempo-supply": "on"})
    dumps = {more.board.label(d.hex): d.tokens for d in more.state[DUMPS].values()}
    assert dumps == {"0303": 40, "0404": 2}
    assert [more.state[TRANSPORT][k].load for k in ("t", "o")] == [4, 2]
    assert more.state[SIDES]["axis"].delivered == 48
    rail = stock(**{"tempo-rail": "on"})
    assert rail.scenario.limits["axis"].rail_cap == 24
    assert [rail.state[TRANSPORT][k].size for k in ("t", "o", "later")] == [8, 8, 4]
    assert rail.scenario.limits["axis"].truck_total == 12 + 8  # what began doubled may be rebuilt
    sea = stock(**{"tempo-arrivals": "on"})
    assert sea.scenario.limits["axis"].sea_cap == 18
    assert stock().scenario.limits["axis"].sea_cap == 12


# ---- attacking empties


def _front(**more: Any) -> Any:
    return field(
        unit("a1", "0303"), unit("a2", "0303", re=3), unit("s1", "0306"), segment="attack",
        **{"options": {"attacking-empties": "on"}, **DUMP, **more},
    )  # fmt: skip


def take(*names: str, target: str = "0304") -> dict[str, Any]:
    return {"do": "attack-empty", "units": list(names), "target": target}


@rule("ocs", "21.8a")
@rule("ocs", "21.8b")
def test_an_empty_hex_is_attacked_and_entered() -> None:
    game = _front()
    assert rules(game, "axis", take("a1", target="0306")) != []
    assert rules(game, "axis", take("a1", target="0305")) == ["9.0"]
    play(game, "axis", take("a1", "a2"))
    assert (where(game, "a1"), where(game, "a2")) == ("0304", "0304")
    assert at(game, "a1").mode == "combat"
    assert game.state[DUMPS][dump_key("axis", game.board.hex("0303"))].tokens == 16  # 1 and 3
    assert not told(game, "surprise")


@rule("ocs", "21.8a")
def test_who_cannot_attack_takes_no_empty_hex() -> None:
    assert rules(_front(options={}), "axis", take("a1")) != []
    poor = _front(dumps=[])
    game = field(unit("a1", "0303", mode="strat"), unit("a2", "0303"), segment="attack",
                 options={"attacking-empties": "on"}, **DUMP)  # fmt: skip
    assert rules(game, "axis", take("a1")) == ["9.1e"]
    assert rules(game, "axis", take("a2", target="0303")) == ["21.8a"]
    low = field(unit("a1", "0303", at={"internals": 2}), unit("a2", "0303"), segment="attack",
                options={"attacking-empties": "on"})  # fmt: skip
    assert rules(low, "axis", take("a1")) == ["9.5b(A)"]
    assert rules(poor, "axis", take("a1")) == []  # it has stocks of its own


@rule("ocs", "12.10a")
@rule("ocs", "21.8b")
def test_an_empty_hex_is_listed_from_stocks_where_organic_trucks_would_pay() -> None:
    trucks = [{"side": "axis", "hex": "0303", "formation": "9", "points": 1, "load": 4, "id": "t"}]
    game = field(
        unit("a1", "0303", formation="9"), unit("a2", "0303"), segment="attack",
        options={"attacking-empties": "on"}, transport=trucks,
    )  # fmt: skip
    listed = [a for a in game.legal("axis") if a["do"] == "attack-empty" and a["target"] == "0304"]
    assert listed == [take("a1"), {**take("a1"), "internals": ["a1"]}, take("a2")]
    game.play("axis", listed[1])
    assert (at(game, "a1").internals, game.state[TRANSPORT]["t"].load) == (1, 4)


@rule("ocs", "21.8c")
def test_dropped_units_take_empty_hexes_for_nothing() -> None:
    game = field(unit("a1", "0303", at={"internals": 2, "dropped": 1}), unit("a2", "0909"),
                 segment="attack", options={"attacking-empties": "on"}, dumps=[])  # fmt: skip
    game.play("axis", take("a1"))
    assert where(game, "a1") == "0304"


# ---- reactive artillery


def _guns(segment: str = "reaction-barrage", **options: str) -> Any:
    return field(
        unit("s1", "0303", "artillery"), unit("s2", "0303", "artillery", mode="move"),
        unit("s3", "0303", "artillery", mode="dg", up="combat"), unit("s4", "0304"),
        unit("a1", "0305"), segment=segment, options=options, started=segment == "reaction",
        dumps=[{"side": "allied", "hex": "0303", "sp": 9}],
        hedgehogs=[{"side": "allied", "hex": "0303", "level": 1}],
    )  # fmt: skip


@rule("ocs", "21.9a")
@rule("ocs", "21.9b")
@rule("ocs", "21.9c")
def test_guns_fire_in_reaction_without_having_been_in_reserve() -> None:
    def fire(game: Any, name: str, side: str = "allied") -> bool:
        return artillery.why_gun(game, side, name) is None

    game = _guns(**{"reactive-artillery": "on"})
    assert [fire(game, n) for n in ("s1", "s2", "s3")] == [True, True, False]
    plain = _guns()
    assert [fire(plain, n) for n in ("s1", "s2")] == [False, False]
    exploit = field(unit("a1", "0303", "artillery"), unit("s1", "0305"),
                    segment="exploitation-barrage", options={"reactive-artillery": "on"},
                    started=False,
                    dumps=DUMP["dumps"])  # fmt: skip
    assert not fire(exploit, "a1", "axis")
    moving = _guns("reaction", **{"reactive-artillery": "on"})
    assert rules(moving, "allied", move("s1", to="0302")) != []


# ---- raiders


@rule("ocs", "21.10a")
def test_godzilla_eats_raiders_if_both_agree() -> None:
    for agree, place in ((True, "dead"), (False, "map")):
        game = field(unit("a1", "0303"), unit("s1", "0808"), options={"godzilla": "on"})
        assert rules(game, "axis", {"do": "godzilla", "hex": "0303"}) == ["21.10a"]
        game.play("axis", {"do": "godzilla", "hex": "0808"})
        game.play("allied", {"do": "godzilla", "agree": agree})
        assert at(game, "s1").place == place
    off = field(unit("a1", "0303"), unit("s1", "0808"))
    assert rules(off, "axis", {"do": "godzilla", "hex": "0808"}) == ["21.10a"]


def _railway(mode: str = "move", moved: bool = True, **more: Any) -> Any:
    """An Allied line along row 5 from its source in 0509 to a headquarters in 0502; a raider sits
    on it in 0506."""
    line = "-".join(f"05{c:02d}" for c in range(1, 10))
    board = sketch(9, 9, links=[f"{line} rail"], places={"Depot": "village 0503"})
    now = serial("exploitation")
    facts = {"moved": now} if moved else {}
    return field(
        unit("shq", "0502", "hq"), unit("s1", "0503"), unit("a1", "0506", mode=mode, at=facts),
        unit("a2", "0101", mode="exploit"), board=board, segment="exploitation-attack",
        sources=[{"side": "allied", "hex": "0509"}],
        gauges={"allied": [f"05{c:02d}" for c in range(1, 10)]},
        **{"options": {"shift-off": "on"}, **more},
    )  # fmt: skip


@rule("ocs", "21.10b")
def test_raiders_are_shifted_off_a_railway_they_have_cut() -> None:
    game = _railway()
    h = game.board.hex("0506")
    assert raiders.cut_lines(game, "allied") == [h]
    goals = raiders.refuges(game, "axis", ["a1"], h)
    assert goals
    assert all(1 <= game.board.distance(h, b) <= 2 for b in goals)
    assert not any(game.board.label(b).startswith("05") for b in goals)
    assert raiders.cut_lines(_railway(mode="combat"), "allied") == []
    assert raiders.cut_lines(_railway(moved=False), "allied") == []


@rule("ocs", "21.10b")
def test_raiders_who_cut_a_line_together_are_all_shifted() -> None:
    game = _railway()
    other = replace(at(game, "a2"), hex=game.board.hex("0508"), mode="strat")
    game.put(UNITS, "a2", replace(other, moved=serial("exploitation")))
    cut = [game.board.label(h) for h in raiders.cut_lines(game, "allied")]
    assert cut == ["0506", "0508"]


@rule("ocs", "21.6a")
def test_convention_tempo_leaves_supply_in_boxes_alone() -> None:
    stores = [{"side": "axis", "hex": "0303", "sp": 1}, {"side": "axis", "box": "Italy", "sp": 1}]
    game = field(unit("a1", "0303"), dumps=stores, boxes={"Italy": {"hexes": ["0101"]}},
                 options={"tempo-supply": "on"})  # fmt: skip
    assert {d.at: d.tokens for d in game.state[DUMPS].values()} == {"": 8, "Italy": 4}


@rule("ocs", "21.6a")
def test_convention_tempo_doubles_supply_aboard_as_far_as_there_is_room() -> None:
    """Four points hold 16 tokens: 4 become 8; beside 12 tokens of cargo there is room for none."""
    game = waters(
        unit("a2", None, re=3, move="5:12 truck"), unit("s9", "0808"),
        ship("a1", "0202", "lc", points=4, load=4),
        ship("a3", "0203", "lc", points=4, load=4, aboard=["a2"]),
        options={"tempo-supply": "on"},
    )  # fmt: skip
    assert [afloat(game, key).load for key in ("a1", "a3")] == [8, 4]
    assert game.state[SIDES]["axis"].delivered == 12


@rule("ocs", "21.10b")
def test_the_check_comes_when_the_exploitation_phase_ends() -> None:
    for option, place in (("on", "off the line"), ("off", "0506")):
        game = _railway(options={"shift-off": option})
        steps = raiders.raider_check(game)
        answer: Any = None
        try:
            while True:
                ask: Any = steps.send(answer)
                assert ask.player == ("allied" if ask.name == "raider check" else "axis")
                answer = ask.default
        except StopIteration:
            pass
        assert (where(game, "a1") == "0506") is (place == "0506")


# ---- construction and transport


@rule("ocs", "21.11a")
def test_big_hogs_take_engineers_and_more_supply() -> None:
    game = field(unit("a1", "0303"), options={"big-hogs": "on"})
    assert [hedgehogs.hedgehog_tokens(game, n) for n in (1, 2, 3, 4)] == [8, 12, 16, 20]
    assert [hedgehogs.hedgehog_needs_engineers(game, n) for n in (1, 2)] == [False, True]
    usual = field(unit("a1", "0303"))
    assert [hedgehogs.hedgehog_tokens(usual, n) for n in (1, 4)] == [8, 8]
    built = field(unit("a1", "0303"), dumps=DUMP["dumps"], options={"big-hogs": "on"},
                  hedgehogs=[{"side": "axis", "hex": "0303", "level": 1}])  # fmt: skip
    assert hedgehogs.level(built, built.board.hex("0303")) == 1
    assert not [a for a in built.legal("axis") if "hedgehog" in a["do"] and "reduce" not in a["do"]]


@rule("ocs", "21.11b")
@pytest.mark.parametrize(("option", "price"), [("on", 2), ("off", 4)])
def test_small_ports_are_repaired_for_what_they_handle(option: str, price: int) -> None:
    game = field(
        unit("ahq", "0303", "hq"), dumps=[{"side": "axis", "hex": "0303", "sp": 5}],
        ports=[{"name": "Quay", "hex": "0303", "side": "axis", "capacity": 1, "hits": 2}],
        options={"small-ports": option},
    )  # fmt: skip
    h = game.board.hex("0303")
    assert ports.capacity(game, h) == 2
    repair = next(a for a in game.legal("axis") if a["do"] == "repair-port")
    play(game, "axis", repair)
    assert game.state[DUMPS][dump_key("axis", h)].tokens == 20 - price


# ---- Strat Mode


@rule("ocs", "21.12c")
def test_three_re_in_strat_mode_a_hex() -> None:
    def strat(*names: str, **more: Any) -> list[dict[str, Any]]:
        return [unit(n, "0303", mode="strat", **more) for n in names]

    source = {"sources": [{"side": "axis", "hex": "0303"}]}
    game = field(*strat("a1", "a2", "a3", "a4"), unit("a5", "0303"), unit("s1", "0909"),
                 options={"strat-spacing": "on"}, **source)  # fmt: skip
    h = game.board.hex("0303")
    assert columns.jammed(game, h)
    play(game, "axis", {"do": "end"})
    assert sum(u.place == "map" for n, u in game.state[UNITS].items() if n[0] == "a") == 4
    assert not columns.jammed(field(*strat("a1", "a2", "a3")), h)
    assert not columns.jammed(field(*strat("a1", re=4)), h)
    assert columns.jammed(field(*strat("a1", re=4), *strat("a2")), h)
    assert not columns.jammed(field(*strat("a1", "a2", "a3", "a4", formation="1 Pz")), h)
    usual = field(*strat("a1", "a2", "a3", "a4"), unit("s1", "0909"), **source)
    play(usual, "axis", {"do": "end"})
    assert sum(u.place == "map" for n, u in usual.state[UNITS].items() if n[0] == "a") == 4


@rule("ocs", "21.12d")
def test_strat_units_end_where_they_trace_by_themselves() -> None:
    def front(option: str) -> Any:
        return field(
            unit("a1", "0501", mode="strat"), unit("ahq", "0504", "hq"), unit("s1", "0909"),
            sources=[{"side": "axis", "hex": "0501"}], options={"strat-direct-draw": option},
        )  # fmt: skip

    near = move("a1", to="0502")
    far = move("a1", to="0502 0503 0504 0505 0506 0507 0508")
    game = front("on")
    assert rules(game, "axis", near) == []
    assert rules(game, "axis", far) == ["21.12d"]
    assert rules(front("off"), "axis", far) == []


@rule("ocs", "21.7(2)")
def test_replacements_arrive_at_headquarters_in_trace() -> None:
    def places(option: str) -> set[str]:
        game = field(
            unit("ahq", "0504", "hq"), unit("ahq2", "0130", "hq"), unit("s1", "0909"),
            sources=[{"side": "axis", "hex": "0501"}], options={"rebuilds-arrival": option},
            board=sketch(9, 30),
        )  # fmt: skip
        came = Consignment("pax", 1, (game.board.hex("0101"),))
        found = consignments.places_for(game, "axis", came)
        game.put(SIDES, "axis", replace(game.state[SIDES]["axis"], arriving=(came,)))
        return {game.board.label(h) for h in found}

    assert places("off") == {"0101"}
    assert places("on") == {"0101", "0504"}


@rule("ocs", "21.1")
@rule("ocs", "4.5b")
def test_who_keeps_the_way_of_supply_open_for_a_scout_must_stay() -> None:
    """The zone of the enemy in 0203 lies on 0103, through which the scout draws."""
    lane = sketch(2, 12, terrain={f"02{c:02d}": "lake" for c in range(1, 13) if c != 3})
    game = field(
        unit("a1", "0104", "recon", combat="3:8 truck", move="1:20 truck", size="battalion"),
        unit("a2", "0103"), unit("s1", "0105"), unit("s2", "0203"), board=lane,
        options={"recon": "on"}, dumps=[{"side": "axis", "hex": "0102", "sp": 1}],
    )  # fmt: skip
    assert rules(game, "axis", move("a2", to="0102")) == []
    game.play("axis", look("a1", "0105"))
    assert rules(game, "axis", move("a2", to="0102")) == ["4.5b"]


@rule("ocs", "4.5b")
@rule("ocs", "21.8a")
def test_who_negates_a_zone_does_not_advance_into_an_empty_hex() -> None:
    from tests.systems.ocs.field import serial

    game = field(
        unit("a1", "0404", at={"locked": serial("attack")}), unit("a2", "0404"), unit("s1", "0908"),
        segment="attack", options={"attacking-empties": "on"}, **DUMP,
    )  # fmt: skip
    action = {"do": "attack-empty", "units": ["a1"], "target": "0405"}
    assert rules(game, "axis", action) == ["4.5b"]
