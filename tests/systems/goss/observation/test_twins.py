"""Pairs of positions that one side cannot tell apart, and what it learns when it acts: as much as
the rules let it, and no more. [8.4]"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from grognard.engine.event import Event
from grognard.engine.record import canonical
from grognard.lab import laws
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.pieces import sight
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.proof import chance
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import BOTH, other
from tests.systems.goss.field import at, now, position, rig, told, unit
from tests.systems.goss.firing import ARMIES, AXIS, STAFF, barrage, field, gun, staffs
from tests.systems.goss.supply.land import DIV, SWAMP, line
from tests.systems.goss.table.test_secrets import shown

rule = pytest.mark.rule
TRIED = ("g1", "g2", "g3", "u1")


def alike(player: str, one: Gs, two: Gs, *actions: dict[str, Any]) -> bool:
    """Whether everything that a player may ask is answered alike in two games: his screen, and the
    reasons against actions and their odds."""
    looks = [shown(game, player, random.Random(1), TRIED) for game in (one, two)]
    asked = [[_answer(game, player, action) for action in actions] for game in (one, two)]
    return looks[0] == looks[1] and asked[0] == asked[1]


def _answer(game: Gs, player: str, action: dict[str, Any]) -> str:
    why = [refusal.to_json() for refusal in game.why(player, action)]
    return canonical(why or game.odds(action, player).to_json())


def heard(game: Gs, player: str, since: int = 0) -> str:
    """What a player was told."""
    return canonical([event.to_json() for event in game.events_for(player, since)])


# ---- halts and supply


def ambush(kind: str) -> Gs:
    """A German battalion with something under it, beside the way of an American one."""
    return position(
        unit("u1", (0, 0), "motinf"), unit("g1", (2, -1), kind, order=1),
        unit("g2", (2, -1), "inf", left=1, order=2), side="allied",
    )  # fmt: skip


MARCH = {"do": "move", "units": ["u1"], "path": [at(1, 0), at(2, 0), at(3, 0)]}


@rule("goss", "7.7.0", "7.7.2", "8.4.0")
def test_who_halts_a_march_is_found_out_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    guns, sappers = ambush("at"), ambush("eng")
    assert alike("allied", guns, sappers, MARCH)
    for game in (guns, sappers):
        game.play("allied", MARCH)
    halts = [event for event in guns.events_for("allied") if event.kind == "halted"]
    assert [(one.rule, one.facts["hex"]) for one in halts] == [("7.7.2", at(1, 0))]
    assert "g1" not in canonical([one.to_json() for one in halts]), "by what, and not by whom"
    assert not told(sappers, "halted")
    through = "grognard.systems.goss.halts.front.shown_at"
    monkeypatch.setattr(through, lambda game, _, h: units_at(game, h))
    assert not alike("allied", ambush("at"), ambush("eng"), MARCH)


def road(kind: str, segment: str = "road-moves") -> Gs:
    """A battalion whose only way of supply runs past a stack."""
    return position(
        unit("uhq", (-12, 0), "hq:div", **DIV), unit("u1", (0, 0), "m4", **DIV),
        unit("g1", (-6, 1), kind, order=1), unit("g2", (-6, 1), "inf", left=1, order=2),
        unit("g3", (3, 1)), terrain={**SWAMP, (-6, 0): "clear", (-5, 0): "clear"},
        roads={"trail": [line(20)]}, side="allied", segment=segment,
    )  # fmt: skip


@rule("goss", "15.2.1(2)", "7.7.5", "8.4.0")
def test_supply_lines_tell_of_no_hidden_guns(monkeypatch: pytest.MonkeyPatch) -> None:
    onward = {"do": "move", "units": ["u1"], "path": [at(1, 0)]}
    assert alike("allied", road("at"), road("eng"), onward)
    assert road("at").why("allied", onward) == []
    monkeypatch.setattr(
        "grognard.systems.goss.supply.fields.halting", lambda game, side: front(game, side).halts
    )
    assert not alike("allied", road("at"), road("eng"), onward)


@rule("goss", "15.2.1(2)", "15.1.1")
@pytest.mark.parametrize(("kind", "state"), [("at", "OhS"), ("eng", "GenS")])
def test_when_supply_is_determined_hidden_guns_cut_it_off(kind: str, state: str) -> None:
    game = road(kind, "supply")
    game.play("allied", {"do": "end"})
    assert now(game, "u1").supply == state


# ---- fire


def crowd(*below: tuple[str, int]) -> Gs:
    """A German battalion in the open before an American spotter, and who lies under it."""
    hidden = [
        unit(f"g{n}", (1, 0), kind, steps=max(steps, 1), left=steps, order=n, **AXIS)
        for n, (kind, steps) in enumerate(below, 2)
    ]
    return position(
        *staffs(), unit("u1", (0, 0)), gun("u2"), unit("g9", (1, 0), steps=2, order=9, **AXIS),
        *hidden, side="allied", segment="offensive-fire", headquarters=STAFF, armies=ARMIES,
    )  # fmt: skip


BARRAGE = barrage((1, 0), "u1", {"u2": 4})


@rule("goss", "8.4.3", "11.2.0", "11.5.4")
@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ([("inf", 2)], [("eng", 1)], True),
        ([("eng", 1), ("at", 1)], [("inf", 2)], True),
        ([("inf", 2)], [("inf", 3)], False),
        ([("inf", 1)], [("stug", 1)], False),
        ([("pz4", 1)], [("arminf", 1)], True),
    ],
    ids=["fewer steps", "other units", "denser", "armored", "other armor"],
)
def test_a_mission_tells_armor_and_density_and_nothing_else(
    one: list[tuple[str, int]], two: list[tuple[str, int]], same: bool
) -> None:
    pair = [crowd(*below) for below in (one, two)]
    assert alike("allied", *pair, BARRAGE)
    for game in pair:
        rig(game, 0)
        game.play("allied", BARRAGE)
    first, second = (heard(game, "allied") for game in pair)
    assert (first == second) is same, laws._diff(first, second)
    assert [now(game, "g9").shifts for game in pair] == [0, 0], "nothing came of it"


@rule("goss", "8.4.3")
def test_odds_of_fire_hang_on_what_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = crowd(("inf", 1)), crowd(("pz4", 1), ("inf", 3))
    assert alike("allied", *pair, BARRAGE)
    monkeypatch.setattr("grognard.systems.goss.fire.foresight.seen", lambda *_: True)
    assert not alike("allied", *pair, BARRAGE)


@rule("goss", "8.4.3", "4.4.1")
def test_of_a_check_of_who_is_covered_nothing_is_told() -> None:
    def checked(pr: str) -> Gs:
        made = field(
            unit("u1", (0, 0)), gun("u2"), unit("g1", (1, 0), pr=pr, order=1, **AXIS),
            unit("g9", (1, 0), pr="9/9", order=9, **AXIS),
        )  # fmt: skip
        rig(made, 7)
        assert not passes(made, "g1", "11.6.2a-2", offensive=False)
        return made

    weak, weaker = checked("5/5"), checked("3/3")
    assert heard(weak, "allied") == heard(weaker, "allied")
    assert heard(weak, "axis") != heard(weaker, "axis")
    assert not [event for event in weak.events_for("allied") if event.kind == "check"]


# ---- Recon


def scouted(*below: str) -> Gs:
    hidden = [unit(f"g{n}", (2, 0), kind, order=n) for n, kind in enumerate(below, 2)]
    return position(
        unit("u1", (0, 0), "armrecon"), unit("g9", (2, 0), order=9), *hidden, side="allied"
    )


@rule("goss", "8.4.1")
@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (["eng"], ["at"], True),
        (["pz4"], ["stug"], True),
        (["eng"], ["pz4"], False),
        (["eng"], ["eng", "at"], False),
    ],
)
def test_recon_learns_steps_and_armor(one: list[str], two: list[str], same: bool) -> None:
    pair = [scouted(*below) for below in (one, two)]
    near = {"do": "move", "units": ["u1"], "path": [at(0, 1), at(1, 0)]}
    assert alike("allied", *pair, near)
    for game in pair:
        game.play("allied", near)
        game.play("allied", {"do": "end"})
    assert (heard(pair[0], "allied") == heard(pair[1], "allied")) is same
    assert heard(pair[0], "axis") == heard(pair[1], "axis"), "what he has told he does not hear"


# ---- assaults


def defended(*below: str) -> Gs:
    hidden = [unit(f"g{n}", (0, 0), kind, order=n) for n, kind in enumerate(below, 2)]
    return position(
        unit("u1", (0, 1), ta=True), unit("g9", (0, 0), order=9), *hidden, segment="assaults",
        side="allied",
    )  # fmt: skip


@rule("goss", "8.4.4", "8.4.0")
def test_odds_of_an_assault_hang_on_what_shows_until_all_is_laid_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attack = {"do": "assault", "units": ["u1"], "hex": at(0, 0)}
    assert alike("allied", defended("eng"), defended("pz4", "inf"), attack)
    game = defended("pz4", "inf")
    game.play("allied", attack)
    while not told(game, "laid-open"):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default)
    assert {"g2", "g3"} <= {*told(game, "laid-open")[0]["defenders"]}
    monkeypatch.setattr("grognard.systems.goss.assault.foresight.seen", lambda *_: True)
    assert not alike("allied", defended("eng"), defended("pz4", "inf"), attack)


# ---- what is told of whom


@rule("goss", "8.4.0", "23.0")
def test_no_fact_of_an_event_names_who_is_covered() -> None:
    game = position(
        unit("g1", (0, 0), "eng", order=1), unit("g2", (0, 0), order=2), unit("u1", (5, 0)),
        leaders=[{"id": "gl", "side": "axis", "name": "gl", "hq": "g2", "number": 5}],
    )  # fmt: skip
    ferried = sight.veiled(game, Event("ferried", "17.2.1", {"units": ["g2"], "by": "g1"}))
    assert ferried.seen_by == ("axis",)
    assert ferried.others is not None
    assert ferried.others.facts == {"units": ["g2"], "by": ""}
    for facts in ({"unit": "g1", "steps": 1}, {"units": ["g1"], "state": "OoS"}):
        assert sight.veiled(game, Event("replaced", "22.5.1", facts)).others is None
    here = sight.veiled(game, Event("digging", "17.3.3", {"units": ["g1"], "hex": at(0, 0)}))
    assert here.others is not None
    assert here.others.facts == {"units": [], "hex": at(0, 0)}


# ---- joint phases [3.3.1]

JOINT = ("air-allocation", "command", "trucks", "ammunition", "fuel", "fuel-values", "ena-call")


def drafted(seed: int, wanted: str) -> tuple[Gs, str] | None:
    """A game in a joint segment of a kind, in which one side has made up its mind and the other
    has not; and that side. None if there is none in this game."""
    game, rng = chance.game(seed), random.Random(seed)
    while not game.over:
        both = len({decision.player for decision in game.decisions}) == len(BOTH)
        if game.segment.kind == wanted and both and game.at_checkpoint:
            return game, rng.choice(BOTH)
        side = game.open_asks()[0].player
        end = {"do": "end"}
        game.play(*((side, end) if not game.why(side, end) else laws.random_action(game, rng)))
    return None


def unnumbered(parts: dict[str, str]) -> dict[str, str]:
    """What a screen is told, but for the numbers of questions, which a server gives out anew for
    each player, and for who has not yet answered."""
    view = json.loads(parts["view"])
    for decision in view["decisions"]:
        del decision["id"]
    return {**parts, "view": canonical({**view, "waiting_for": []}), "picture": ""}


@rule("goss", "3.3.1", "16.3.2", "20.1.1")
@pytest.mark.parametrize("kind", JOINT)
def test_in_joint_phases_neither_sees_what_the_other_drafts(kind: str) -> None:
    found = next(filter(None, (drafted(seed, kind) for seed in range(1, 9))))
    game, side = found
    rng, serial, done = random.Random(1), game.serial, 0
    before = unnumbered(shown(game, other(side), random.Random(2)))
    for _ in range(8):
        action = game.sample(side, rng)
        if action is not None and action["do"] != "end":
            game.play(side, action)
            done += 1
    assert done
    assert game.serial == serial
    assert unnumbered(shown(game, other(side), random.Random(2))) == before
