"""Combat results in their exact order: losses, options, waiver, DG, exploit, advance. [9.10]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.systems.ocs.combat import exploit, outcome
from grognard.systems.ocs.pieces.stacks import units_at
from tests.systems.ocs.combat.aftermath import (
    battle,
    drive,
    flee,
    go,
    mode_of,
    option,
    result,
    steps,
    suffer,
    take,
    wrong,
)
from tests.systems.ocs.field import at, field, rig, serial, told, unit, where

rule = pytest.mark.rule
WAIVE = {"do": "waive"}


def duel(*more: Any, **facts: Any) -> Any:
    """Two Axis regiments and a division in 0504 against an Allied division in 0505."""
    facts.setdefault("segment", "attack")
    return field(
        unit("a1", "0504"), unit("a2", "0504"), unit("a3", "0504", re=3),
        unit("s1", "0505", re=3), *more, **facts,
    )  # fmt: skip


def names(asked: list[Any]) -> list[tuple[str, str]]:
    return [(ask.player, ask.name) for ask in asked]


@rule("ocs", "9.10")
@rule("ocs", "9.2")
def test_the_attacker_decides_and_executes_before_the_defender() -> None:
    game = duel()
    asked = suffer(
        game, "a1 a2 a3", "0505", result({"losses": 1, "options": 2}, {"losses": 1, "options": 2}),
        option(2), option(0), flee(s1="0506 0507"), go("a3"),
    )  # fmt: skip
    assert names(asked) == [
        ("axis", "option"), ("allied", "option"), ("allied", "retreat"),
        ("axis", "advance after combat"),
    ]  # fmt: skip
    kinds = [e.kind for e in game.events if e.kind in ("loss", "retreat", "advance")]
    assert kinds == ["loss", "loss", "loss", "retreat", "advance"]
    assert told(game, "loss")[0]["units"] == {"a1": 1}  # the Action Rating unit first
    assert steps(game) == {"a3": 2, "s1": 2}
    assert (where(game, "a3"), where(game, "s1"), mode_of(game, "s1")) == ("0505", "0507", "dg")


@rule("ocs", "9.10")
def test_options_are_losses_or_hexes_in_any_mix_that_adds_up() -> None:
    for losses, end in ((0, "0507"), (1, "0506"), (2, "0505")):
        game = duel()
        answers = [option(losses)] + (
            [flee(s1=" ".join(["0506", "0507"][: 2 - losses]))] * (losses < 2)
        )
        suffer(game, "a1", "0505", result({}, {"options": 2}), *answers, *[go()] * (losses < 2))
        assert (where(game, "s1"), steps(game)["s1"]) == (end, 3 - losses)
    game = duel()
    ask: Any = next(outcome.apply(game, battle(game, "a1", "0505"), result({}, {"options": 2})))
    listed = list(ask.offers[0].legal(game, "allied"))
    assert listed == [option(0), option(1), option(2)]
    assert wrong(game, ask, option(3)) == ["9.10"]
    assert wrong(game, ask, WAIVE) == ["9.10"]  # the attacker did not give way


@rule("ocs", "9.10")
def test_all_involved_units_retreat_the_same_number_of_hexes() -> None:
    game = duel(unit("a4", "0604"), unit("s2", "0505"))
    asked = suffer(
        game, "a1 a4", "0505", result({"options": 2}, {}),
        option(0), flee(a1="0503 0502", a2="0503 0502"), flee(a4="0704 0803"),
    )  # fmt: skip
    assert [ask.name for ask in asked] == ["option", "retreat", "retreat"]
    assert (where(game, "a1"), where(game, "a4")) == ("0502", "0803")
    assert where(game, "a2") == "0502"  # took no part but tagged along [9.12d]
    assert where(game, "a3") == "0504"


@rule("ocs", "9.11c")
@rule("ocs", "9.6")
def test_losses_and_options_together_are_spread_evenly() -> None:
    game = duel(unit("s2", "0505"), unit("s3", "0505"))
    suffer(
        game, "a1", "0505", result({}, {"losses": 2, "options": 1}),
        take(s1=1, s3=1), option(1), lead="s1",
    )  # fmt: skip
    assert steps(game)["s1"] == 2  # s2 had to bear the option: it had lost nothing
    assert not {"s2", "s3"} & set(steps(game))


@rule("ocs", "9.11c")
def test_losses_beyond_a_sides_steps_are_ignored() -> None:
    game = duel(unit("s2", "0705"))
    asked = suffer(game, "a1 a2", "0505", result({"losses": 5}, {"losses": 9, "options": 2}))
    assert asked == []
    assert steps(game) == {"a3": 3, "s2": 1}


@rule("ocs", "9.10a")
def test_a_defender_may_ignore_his_options_when_the_attacker_retreats() -> None:
    for answer, end in ((WAIVE, "0505"), (option(0), "0507")):
        game = duel()
        more = [] if answer == WAIVE else [flee(s1="0506 0507")]
        suffer(
            game, "a1", "0505", result({"options": 1}, {"losses": 1, "options": 2, "dg": True}),
            option(0), flee(a1="0503"), answer, *more,
        )  # fmt: skip
        assert (where(game, "s1"), steps(game)["s1"], mode_of(game, "s1")) == (end, 2, "dg")
        assert "advance" not in [e.kind for e in game.events]  # [9.12g(B)]


@rule("ocs", "9.10a")
@pytest.mark.parametrize(
    ("switch", "waived"), [("attackers-destroyed", False), ("any-shortfall", True)]
)
def test_a_defender_may_ignore_them_when_attackers_died_with_options_open(
    switch: str, waived: bool
) -> None:
    game = duel(options={"waived-options": switch})
    asked = suffer(game, "a1", "0505", result({"losses": 1, "options": 1}, {"options": 1}), WAIVE)
    assert names(asked) == [("allied", "option")]
    assert where(game, "s1") == "0505"
    game = duel(options={"waived-options": switch})  # died of losses alone, with one too many
    procedure = outcome.apply(
        game, battle(game, "a1", "0505"), result({"losses": 2}, {"options": 1})
    )
    ask: Any = next(procedure)
    assert (wrong(game, ask, WAIVE) == []) is waived


@rule("ocs", "9.10a")
@pytest.mark.parametrize(("switch", "waived"), [("retreat", True), ("losses", False)])
def test_an_option_taken_partly_as_retreat_is_a_retreat(switch: str, waived: bool) -> None:
    game = duel(options={"mixed-option": switch})
    parts = result({"options": 2, "exploit": 2}, {"options": 1})
    procedure = outcome.apply(game, battle(game, "a1 a3", "0505"), parts)
    next(procedure)
    assert procedure.send(option(1)).name == "retreat"  # type: ignore[union-attr]
    ask: Any = procedure.send(flee(a3="0503"))
    assert ask.player == "allied"
    assert (wrong(game, ask, WAIVE) == []) is waived
    assert mode_of(game, "a3") != "exploit"  # not all of it as losses, in any case [9.10b]


@rule("ocs", "9.10a")
def test_the_attacker_meets_his_options_though_the_defender_is_gone() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), segment="attack")
    asked = suffer(
        game, "a1", "0505", result({"options": 1}, {"losses": 1, "options": 1}),
        option(0), flee(a1="0503"),
    )  # fmt: skip
    assert names(asked) == [("axis", "option"), ("axis", "retreat")]
    assert (where(game, "a1"), where(game, "s1")) == ("0503", "dead")


@rule("ocs", "9.10")
def test_nobody_runs_out_of_steps_with_hexes_to_go() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505", re=2), segment="attack")
    ask: Any = next(outcome.apply(game, battle(game, "a1", "0505"), result({}, {"options": 3})))
    assert list(ask.offers[0].legal(game, "allied")) == [option(0), option(1), option(3)]


@rule("ocs", "9.12a")
@rule("ocs", "5.10a(A)")
def test_dg_comes_before_the_retreat_and_strikes_the_whole_hex() -> None:
    ring = [unit("a4", "0507"), unit("a5", "0406"), unit("a6", "0606")]
    game = duel(unit("s2", "0505"), *ring)
    suffer(
        game, "a1", "0505", result({}, {"options": 1, "dg": True}),
        option(0), flee(s1="0506", s2="0506"), take(s1=1), go(),
    )  # fmt: skip
    assert (mode_of(game, "s1"), mode_of(game, "s2")) == ("dg", "dg")
    assert steps(game)["s1"] == 2  # DG before it entered the zone: a step [9.12e]
    game = duel(unit("s2", "0505"), *ring)
    suffer(
        game, "a1", "0505", result({}, {"options": 1}),
        option(0), flee(s1="0506", s2="0506"), go(),
    )  # fmt: skip
    assert steps(game)["s1"] == 3


@rule("ocs", "9.11b")
def test_required_losses_are_never_a_retreat() -> None:
    game = duel()
    assert suffer(game, "a1", "0505", result({}, {"losses": 2})) == []
    assert (where(game, "s1"), steps(game)["s1"]) == ("0505", 1)


# ---- exploitation


def exploited(game: Any, attackers: str, result_: Any, *answers: Any, **more: Any) -> list[str]:
    suffer(game, attackers, "0505", result_, *answers, **more)
    return sorted(n for n, u in game.state.maps["units"].items() if u.mode == "exploit")


@rule("ocs", "9.13")
@rule("ocs", "9.13a")
@rule("ocs", "5.9b")
@rule("ocs", "5.9c")
def test_attackers_with_the_rating_enter_exploitation_mode() -> None:
    game = field(
        unit("a1", "0504", ar=5), unit("a2", "0504", ar=3), unit("a3", "0504", ar=4, re=2),
        unit("a4", "0504", ar=5), unit("s1", "0505"), segment="attack",
    )  # fmt: skip
    found = exploited(game, "a1 a2 a3", result({"exploit": 4}, {"losses": 1}), go())
    assert found == ["a1", "a3"]  # a2 is not good enough, a4 took no part
    assert at(game, "a1").kept_zoc  # [5.9c]
    (heard,) = [e for e in game.events_for("allied") if e.kind == "exploit"]
    assert dict(heard.facts) == {"side": "axis", "rating": 4}


@rule("ocs", "9.13b(A)")
@rule("ocs", "5.9a")
@rule("ocs", "5.10b(C)")
def test_disorganised_attackers_do_not_exploit_others_do() -> None:
    game = field(
        unit("a1", "0504", ar=5, mode="dg", up="combat"), unit("a2", "0504", ar=5),
        unit("s1", "0505"), segment="attack",
    )  # fmt: skip
    assert exploit.exploiters(game, battle(game, "a1 a2", "0505"), 3) == ["a2"]
    assert exploited(game, "a1 a2", result({"exploit": 3}, {"losses": 1}), go()) == ["a2"]
    assert mode_of(game, "a1") == "dg"


@rule("ocs", "9.13b(B)")
@rule("ocs", "8.1e")
@rule("ocs", "9.13b(C)")
@pytest.mark.parametrize("how", ["overrun", "exploitation", ""])
def test_overruns_and_the_exploitation_phase_give_no_exploitation(how: str) -> None:
    game = field(unit("a1", "0504", ar=5), unit("s1", "0505"), segment="movement")
    more = {how: True} if how else {}
    found = exploited(game, "a1", result({"exploit": 2}, {"losses": 1}), **more)
    assert found == ([] if how else ["a1"])
    fought = battle(game, "a1", "0505", **more)
    rules_ = {"overrun": "9.13b(B)", "exploitation": "9.13b(C)", "": ""}
    assert exploit.why_void(game, fought, (0,)) == rules_[how]


@rule("ocs", "9.13b(D)")
@pytest.mark.parametrize(
    ("hexes", "found"),
    [
        ("0504", ["a0"]),
        ("0504 0604", ["a0", "a1"]),  # side by side
        ("0504 0605", []),
        ("0504 0506", []),
        ("0504 0604 0605", []),
    ],
)
def test_at_most_two_stacks_side_by_side_exploit(hexes: str, found: list[str]) -> None:
    attackers = [unit(f"a{i}", h, ar=5) for i, h in enumerate(hexes.split())]
    game = field(*attackers, unit("s1", "0505"), segment="attack")
    names_ = " ".join(f"a{i}" for i in range(len(attackers)))
    assert exploited(game, names_, result({"exploit": 2}, {"losses": 1}), go()) == found


@rule("ocs", "9.10b")
@pytest.mark.parametrize(("losses", "found"), [(1, ["a3"]), (0, [])])
def test_exploitation_only_if_the_whole_option_is_taken_as_losses(
    losses: int, found: list[str]
) -> None:
    game = duel()
    answers = [go()] if losses else [flee(a1="0503", a3="0503")]
    parts = result({"options": 1, "exploit": 2}, {"losses": 3})
    assert exploited(game, "a1 a3", parts, option(losses), *answers) == found


# ---- advance


@rule("ocs", "9.12g(A)")
@rule("ocs", "9.12g(C)")
def test_attackers_of_any_strength_may_advance_and_nobody_else() -> None:
    game = field(
        unit("a1", "0504"), unit("a2", "0504", combat="0:3 leg"), unit("a3", "0504"),
        unit("a4", "0604"), unit("s1", "0505"), segment="attack",
    )  # fmt: skip
    procedure = outcome.apply(game, battle(game, "a1 a2 a4", "0505"), result({}, {"losses": 1}))
    ask: Any = next(procedure)
    assert (ask.player, ask.name, ask.rule) == ("axis", "advance after combat", "9.12g(C)")
    assert wrong(game, ask, go("a3")) == ["9.12g(A)"]
    assert wrong(game, ask, go("a1", "a1")) == ["9.12g(A)"]
    for answer in (go(), go("a2"), go("a1", "a4"), go("a1", "a2", "a4")):
        assert wrong(game, ask, answer) == []
    assert ask.policies["nobody"]() == go()
    for seed in range(10):
        found = ask.offers[0].sample(game, "axis", random.Random(seed))
        assert wrong(game, ask, found) == []
    with pytest.raises(StopIteration):
        procedure.send(go("a2", "a4"))
    assert [where(game, n) for n in ("a1", "a2", "a3", "a4")] == ["0504", "0505", "0504", "0505"]


@rule("ocs", "9.12g(B)")
def test_no_advance_after_a_retreat_or_while_defenders_stay() -> None:
    game = duel()
    suffer(game, "a1 a3", "0505", result({"options": 1}, {"losses": 3}), option(0),
           flee(a1="0503", a3="0503"))  # fmt: skip
    assert told(game, "advance") == []
    game = duel()
    assert suffer(game, "a1 a3", "0505", result({}, {"losses": 2})) == []


@rule("ocs", "9.12g(B)")
@pytest.mark.parametrize("losses", [0, 1])
def test_not_even_from_a_hex_beside_it(losses: int) -> None:
    game = duel(options={"retreat-direction": "free"})
    answers = [go("a3")] if losses else [flee(a1="0404", a3="0404")]
    asked = suffer(
        game, "a1 a3", "0505", result({"options": 1}, {"losses": 3}), option(losses), *answers
    )
    assert (where(game, "a3"), asked[-1].name == "retreat") == (
        ("0505", False) if losses else ("0404", True)
    )


@rule("ocs", "9.12g(C)")
@rule("ocs", "8.0")
@rule("ocs", "8.1a")
def test_an_overrun_must_advance_at_no_cost() -> None:
    game = duel(segment="movement")
    suffer(game, "a1 a3", "0505", result({}, {"losses": 3}), overrun=True)
    assert [where(game, n) for n in ("a1", "a2", "a3")] == ["0505", "0504", "0505"]
    assert (at(game, "a1").spent, at(game, "a1").finished) == (0, -1)


@rule("ocs", "9.12g(C)")
@rule("ocs", "20.0a")
def test_after_an_overrun_only_new_regiments_may_stay() -> None:
    game = field(
        unit("a1", "0504", re=3, traits="infantry"), unit("a2", "0504"),
        unit("a-bd", None, traits="breakdown"), unit("s1", "0505"),
    )  # fmt: skip
    procedure = outcome.apply(
        game, battle(game, "a1 a2", "0505", overrun=True), result({}, {"losses": 1})
    )
    ask: Any = next(procedure)
    assert wrong(game, ask, go("a1")) == ["9.12g(C)"]
    assert ask.policies["nobody"]() == go("a1", "a2")
    ask = procedure.send({"do": "break-down", "unit": "a1", "into": "a-bd"})
    assert wrong(game, ask, go("a-bd#1", "a1")) == ["9.12g(C)"]
    assert wrong(game, ask, go("a1", "a2")) == []


@rule("ocs", "9.12g(D)")
@rule("ocs", "CT-aircapture")
def test_aircraft_escape_more_easily_from_an_advance() -> None:
    bases = [{"side": "allied", "hex": h, "level": 1} for h in ("0505", "0508")]
    planes = [{"id": "p", "side": "allied", "nation": "Soviet", "name": "LaGG", "types": "F",
               "range": 5, "full": "2/2/0", "reduced": "1/1/0"}]  # fmt: skip
    game = duel(bases=bases, planes=planes, air=[{"id": "x", "plane": "p", "hex": "0505"}])
    rig(game, 1, 2)  # with 2 more it is 5, and 4 would have been a hit
    suffer(game, "a1", "0505", result({}, {"losses": 3}), go("a1"))
    plane = game.state.maps["air"]["x"]
    assert (plane.reduced, game.board.label(plane.hex)) == (False, "0508")


@rule("ocs", "8.1f")
@rule("ocs", "8.1h")
def test_retreat_from_an_overrun_ends_the_move_and_spares_bystanders() -> None:
    game = duel(segment="movement")
    suffer(
        game, "a1 a3", "0505", result({"losses": 1, "options": 1}, {}), option(0),
        flee(a3="0503"), overrun=True,
    )  # fmt: skip
    assert (where(game, "a3"), at(game, "a3").finished) == ("0503", serial("movement"))
    assert (where(game, "a2"), mode_of(game, "a2"), at(game, "a2").finished) == (
        "0504", "combat", -1,
    )  # fmt: skip


@rule("ocs", "9.12g(D)")
def test_an_advance_takes_what_lies_in_the_hex() -> None:
    dumps = [{"side": "allied", "hex": "0505", "sp": 2}]
    hogs = [{"side": "allied", "hex": "0505", "level": 2}]
    game = duel(dumps=dumps, hedgehogs=hogs)
    suffer(game, "a1", "0505", result({}, {"losses": 3}), go("a1"))
    assert told(game, "dump-captured")[0]["hex"] == "0505"
    site = game.state.maps["sites"][game.board.hex("0505")]
    assert (site.hog, site.hog_owner) == (2, "axis")


@rule("ocs", "20.0a")
def test_a_division_may_leave_regiments_behind_when_it_advances() -> None:
    game = field(
        unit("a1", "0504", re=3, traits="infantry"), unit("a-bd", None, traits="breakdown"),
        unit("s1", "0505"), segment="attack",
    )  # fmt: skip
    suffer(
        game, "a1", "0505", result({}, {"losses": 1}),
        {"do": "break-down", "unit": "a1", "into": "a-bd", "count": 2}, go("a1", "a-bd#2"),
    )  # fmt: skip
    assert [where(game, n) for n in ("a1", "a-bd#1", "a-bd#2")] == ["0505", "0504", "0505"]
    assert units_at(game, game.board.hex("0505")) == ("a1", "a-bd#2")


@rule("ocs", "18.6a(C)")
def test_assaults_from_the_sea_meet_options_with_steps() -> None:
    game = duel()
    parts = result({"options": 1}, {"options": 1})
    asked = suffer(game, "a1 a3", "0505", parts, option(0), None, go(), beach=True)
    assert names(asked)[0] == ("allied", "option")
    assert "a1" not in steps(game)


def test_standing_answers_hold_ground_where_they_may() -> None:
    game = duel()
    procedure = outcome.apply(
        game, battle(game, "a1 a3", "0505"), result({"options": 1}, {"options": 2})
    )
    ask: Any = next(procedure)
    assert ask.default == option(1)  # attackers rather stand
    assert ask.policies["waive or retreat"]() == option(0)
    procedure.send(option(0))
    ask = procedure.send(flee(a1="0503", a3="0503"))
    assert ask.default == WAIVE == ask.policies["waive or losses"]()
    game = duel()
    ask = next(outcome.apply(game, battle(game, "a1", "0505"), result({}, {"options": 2})))
    assert ask.default == option(0)  # defenders rather go
    assert ask.policies["waive or losses"]() == option(2)
    assert drive(game, iter(())) == []  # type: ignore[arg-type]


@rule("ocs", "4.5b")
@rule("ocs", "9.12g(C)")
def test_of_those_who_negate_a_zone_in_this_phase_one_does_not_advance() -> None:
    def asked(*others: Any) -> Any:
        game = field(
            unit("a1", "0504", at={"locked": serial("attack")}), *others, unit("s1", "0505"),
            segment="attack",
        )  # fmt: skip
        names = " ".join(["a1", *(found["row"]["id"] for found in others)])
        procedure = outcome.apply(game, battle(game, names, "0505"), result({}, {"losses": 1}))
        return game, procedure, next(procedure)

    game, procedure, ask = asked(unit("a2", "0504"), unit("a3", "0404"))
    assert wrong(game, ask, go("a1", "a2")) == ["4.5b"]
    assert wrong(game, ask, go("a2")) == []
    assert go("a1", "a2", "a3") not in list(ask.offers[0].legal(game, "axis"))
    assert (ask.default() if callable(ask.default) else ask.default) == go("a1", "a3")
    drawn = [ask.offers[0].sample(game, "axis", random.Random(n)) for n in range(20)]
    assert all(wrong(game, ask, action) == [] for action in drawn)
    with pytest.raises(StopIteration):
        procedure.send(go("a1"))  # a2 was there too, and negates in its place
    assert [at(game, name).locked == serial("attack") for name in ("a1", "a2")] == [False, True]
    came = {"started": serial("attack"), "start": 0}
    game, _, ask = asked(unit("a2", "0504", at=came))  # it has come since
    assert wrong(game, ask, go("a1")) == ["9.12g(A)"]
    assert (ask.default() if callable(ask.default) else ask.default) == go("a2")


@rule("ocs", "8.1h")
@rule("ocs", "9.12d")
def test_bystanders_of_an_overrun_do_not_join_its_retreat() -> None:
    trucks = [{"id": "org", "side": "axis", "hex": "0504", "kind": "truck", "points": 1,
               "formation": "5"}]  # fmt: skip
    game = duel(segment="movement", transport=trucks)
    asked = suffer(game, "a1 a3", "0505", result({"options": 1}, {}), option(0), overrun=True)
    assert asked[-1].context()["may_join"] == []
    assert wrong(game, asked[-1], flee(a1="0503", a2="0503", a3="0503")) == ["9.12d"]
    assert (where(game, "a1"), where(game, "a2")) == ("0403", "0504")
    regular = duel(transport=trucks)
    asked = suffer(regular, "a1 a3", "0505", result({"options": 1}, {}), option(0))
    assert asked[-1].context()["may_join"] == ["a2", "org"]
