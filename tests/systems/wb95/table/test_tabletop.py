"""WB-95 at the table: what a person is shown and told, in whose words, and never a secret."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import grognard
from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.engine.game import Game
from grognard.engine.refusal import Refused
from grognard.kit.losses import Burden
from grognard.lab import laws
from grognard.systems.wb95 import telling
from grognard.systems.wb95.air.orders import Assign
from grognard.systems.wb95.combat.commitments import Defend, Means
from grognard.systems.wb95.fighting.battle import Battle
from grognard.systems.wb95.fighting.losses import Losses
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.proof import positions, veil
from grognard.systems.wb95.status import AIR, MISSIONS
from grognard.systems.wb95.system import WB95
from grognard.systems.wb95.table.tabletop import TABLETOP
from grognard.table import choosing
from grognard.table.sentences import sentence
from grognard.table.worded import Worded
from tests.terminal_field import BOARD, COUNTERS, SPEC, field, into_battle, played

# ---- secrets


def tried(what: Callable[[], Any]) -> Any:
    """What comes of something, its refusal included."""
    try:
        return what()
    except Refused as refused:
        return str(refused)


def seen(game: Game[Any], player: str, rng: random.Random) -> list[Any]:
    """Everything the tabletop says to a player."""
    table = TABLETOP
    if player == PUBLIC:
        return shown_to_all(game)
    names = [*on_map(game, player), *(piece.id for piece in table.pieces(game, player))]
    hexes = [rng.randrange(game.board.n) for _ in range(6)]
    enemies = [h for h, face in table.faces(game, player).items() if face.side != player]
    shown: list[Any] = [
        sorted(table.faces(game, player).items()),
        table.pieces(game, player),
        table.own(game, player),
        [table.details(game, player, name) for name in names],
        [table.notes(game, player, h) for h in range(game.board.n)],
        table.front(game, player),
        table.supply(game, player),
        [table.reach(game, player, name) for name in names],
    ]
    for name in names[:8]:
        shown += [tried(lambda n=name, h=h: table.march(game, player, [n], h)) for h in hexes]
    for h in sorted(enemies)[:8]:
        attack = tried(lambda h=h: table.assault(game, player, [h]))
        shown.append(attack)
        if isinstance(attack, dict):
            shown += [table.estimate(game, player, attack), table.extras(game, player, attack)]
    return shown


def shown_to_all(game: Game[Any]) -> list[Any]:
    """Everything the tabletop says to who looks on without a side."""
    pieces = TABLETOP.pieces(game, PUBLIC)
    return [
        sorted(TABLETOP.faces(game, PUBLIC).items()),
        pieces,
        TABLETOP.own(game, PUBLIC),
        [TABLETOP.details(game, PUBLIC, piece.id) for piece in pieces],
        [TABLETOP.notes(game, PUBLIC, h) for h in range(game.board.n)],
        TABLETOP.front(game, PUBLIC),
        TABLETOP.supply(game, PUBLIC),
        TABLETOP.tell(game, PUBLIC, game.events_for(PUBLIC)),
        game.system.picture(game, PUBLIC),
        game.system.svg(game, PUBLIC),
    ]


ONE_IN = 13
"""The table is looked at once in so many steps, in every game at other ones."""


@pytest.mark.parametrize("seed", range(10))
def test_nothing_on_the_table_tells_a_secret(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    compared = 0
    for step in range(40):
        if game.over:
            break
        due = (step + seed) % ONE_IN == 0 and game.options["masking"] == "on"
        for player in (*game.scenario.sides, PUBLIC):
            twin = veil.hidden_twin(game, player, rng) if due else None
            if twin is not None:
                mark = rng.random()
                assert seen(game, player, random.Random(mark)) == seen(
                    twin, player, random.Random(mark)
                )
                compared += 1
        actor, action = laws.random_action(game, rng)
        game.play(actor, action)
    assert compared or game.options["masking"] == "off" or game.over


@pytest.mark.rule("wb95", "16.1.1")
def test_an_open_line_of_supply_is_no_one_s_to_see_where_stacks_may_be_closed() -> None:
    assert TABLETOP.supply(field(), "german") == ["every unit has a line of supply [10.1.1]"]
    (line,) = TABLETOP.supply(field(masking="on"), "german")
    assert line.endswith("[16.1.1]")
    assert TABLETOP.supply(field(), None) == ()


# ---- looking


def test_a_stack_shows_its_best_arm_its_strength_and_its_number() -> None:
    game = field()
    faces = {game.board.label(h): face for h, face in TABLETOP.faces(game, "german").items()}
    assert (faces["0301"].title, faces["0301"].count, faces["0301"].letter) == ("INF", "2", "i")
    assert faces["0301"].strength == "4-9"  # the guns defend beside infantry, and do not attack
    assert (faces["0302"].side, faces["0302"].strength) == ("german", "9-9")
    assert not faces["0302"].done
    played(game, "german", "move", units=["g2"], path=["0303"])
    faces = {game.board.label(h): face for h, face in TABLETOP.faces(game, "german").items()}
    assert faces["0303"].done


@pytest.mark.rule("wb95", "16.1.1")
def test_what_is_not_known_of_a_stack_is_not_shown() -> None:
    game = field(masking="on")
    game.edit([{"map": "hexes", "key": "0507", "set": {"masked": True}}], "covered")
    face = TABLETOP.faces(game, "german")[game.board.hex("0507")]
    assert (face.title, face.strength, face.count) == ("?", "?", "")
    open_one = TABLETOP.faces(game, "german")[game.board.hex("0304")]
    assert (open_one.title, open_one.strength, open_one.count) == ("INF", "4-4+", "")
    assert TABLETOP.details(game, "german", "s2") == ()
    assert "s2" not in [piece.id for piece in TABLETOP.pieces(game, "german")]


def test_a_counter_is_listed_with_its_values_and_what_it_can_still_do() -> None:
    pieces = {piece.id: piece for piece in TABLETOP.pieces(field(), "german")}
    assert next(iter(pieces)) == "g1"
    assert pieces["g2"].values == "ARM 9-9-7"
    assert pieces["g2"].notes == ("level 2 of 2", "7 MP left")
    assert pieces["ga"].notes == ("deployed", "stays [6.2.3]")


def test_values_come_with_their_reasons() -> None:
    sums = {item.title: item.tally.total for item in TABLETOP.details(field(), "german", "g2")}
    assert sums == {"attacks with": 9, "defends with": 9, "movement points": 7}
    theirs = [item.title for item in TABLETOP.details(field(), "german", "s1")]
    assert theirs == ["attacks with", "defends with"]  # what the enemy has left is his affair


# ---- orders in few words


def test_a_march_takes_the_cheapest_way_that_is_open_to_all() -> None:
    game = field()
    action = TABLETOP.march(game, "german", ["g1"], game.board.hex("0303"))
    assert action == {"do": "move", "units": ["g1"], "path": ["0302", "0303"]}
    with pytest.raises(
        Refused, match=r"\[3\.1\.5\] 0507 is out of reach of G1 INF, which has 4 MP"
    ):
        TABLETOP.march(game, "german", ["g1"], game.board.hex("0507"))
    with pytest.raises(Refused, match=r"6\.2\.3"):
        TABLETOP.march(game, "german", ["ga"], game.board.hex("0302"))
    with pytest.raises(Refused) as refused:
        TABLETOP.march(game, "german", ["s1"], game.board.hex("0303"))
    assert "MP" not in str(refused.value)  # nothing is told of the enemy's points


def test_an_assault_is_the_best_that_those_who_are_near_can_do() -> None:
    game = into_battle(field())
    h = game.board.hex("0304")
    action = TABLETOP.assault(game, "german", [h])
    assert action["units"] == ["g2"]
    assert game.why("german", action) == []
    assert TABLETOP.extras(game, "german", action).get("units") is None
    with pytest.raises(Refused, match=r"5\.1\.2"):
        TABLETOP.assault(game, "german", [game.board.hex("0507")])


def facing(tanks: str, second: str = "0507", third: str = "0101") -> Game[Any]:
    """Two German stacks next to 0304 in the Attack Phase; the infantry may face another enemy."""
    counters = [row if row["id"] != "g2" else {**row, "cels": tanks} for row in COUNTERS]
    setup = [
        {"hex": "0301", "units": ["ga"]},
        {"hex": "0303", "units": ["g2"]},
        {"hex": "0403", "units": ["g1"]},
        {"hex": third, "units": ["g3"]},
        {"hex": "0304", "units": ["s1"]},
        {"hex": second, "units": ["s2"]},
    ]
    spec = {**SPEC, "counters": counters, "setup": setup}
    game = Game(WB95, WB95.position(BOARD, spec, {"masking": "off"}), seed=7)
    played(game, "german", "end")
    return game


def assaulted(game: Game[Any]) -> dict[str, Any]:
    """The attack that is proposed on 0304."""
    return dict(TABLETOP.assault(game, "german", [game.board.hex("0304")]))


def test_guns_that_change_nothing_are_spared() -> None:
    assert assaulted(facing("9:7/5:7"))["guns"] == ["ga"]
    assert "guns" not in assaulted(facing("60:7/5:7"))  # 10:1 is the last column


def test_those_who_are_wanted_elsewhere_are_sent_only_if_it_takes_them() -> None:
    alone = facing("60:7/5:7", second="0503")  # the infantry must see to 0503 too
    assert assaulted(alone)["units"] == ["g2"]
    assert assaulted(facing("60:7/5:7"))["units"] == ["g1", "g2"]  # nobody else to see to
    weak = facing("9:7/5:7", second="0503")
    assert weak.why("german", {"do": "attack", "units": ["g1", "g2"], "targets": ["0304"]})
    assert assaulted(weak)["units"] == ["g2"]  # without the infantry nobody could attack 0503
    two = facing("9:7/5:7", second="0503", third="0403")  # one of the infantry can be spared
    assert assaulted(two)["units"] == ["g2", "g3"]
    assert assaulted(facing("60:7/5:7", second="0503", third="0403"))["units"] == ["g2"]


@pytest.mark.parametrize(
    ("words", "action"),
    [
        (["retreat", "s1", "0305"], {"s1": ["0305"]}),
        (["retreat", "s1", "0304"], {}),
    ],
)
def test_a_retreat_is_ordered_by_its_goal(words: list[str], action: dict[str, Any]) -> None:
    game = until("retreat", "soviet")
    decision = game.decision("soviet")
    assert decision is not None
    answer = TABLETOP.shorthand(game, decision, words)
    assert answer is not None
    assert answer["paths"] == action
    assert not [r for r in game.why("soviet", answer) if r.rule == "form"]


def until(question: str, asked_of: str) -> Game[Any]:
    """Attack with other dice until a side is asked a question."""
    attack = {"do": "attack", "units": ["g2"], "targets": ["0304"]}
    for seed in range(60):
        again = into_battle(field(seed))
        again.play("german", attack)
        while not again.at_checkpoint:
            side = str(again.to_act)
            asked = again.decision(side)
            assert asked is not None
            if (asked.ask.name, side) == (question, asked_of):
                return again
            again.play(side, asked.ask.default or next(again.legal(side)))
    raise AssertionError(f"{question} never came up")


def test_a_pursuit_and_losses_in_few_words() -> None:
    game = until("pursue", "german")
    decision = game.decision("german")
    assert decision is not None
    assert TABLETOP.about(game, decision)
    answer = TABLETOP.shorthand(game, decision, ["pursue", "g2", "0304"])
    assert answer == {"do": "pursue", "paths": {"g2": ["0304"]}}
    assert TABLETOP.sentence(game, "german", answer) == "G2 ARM goes 0304"
    with pytest.raises(Refused, match=r"5\.4\.1"):
        TABLETOP.shorthand(game, decision, ["pursue", "g3", "0304"])
    with pytest.raises(Refused, match=r"5\.4\.2"):
        TABLETOP.shorthand(game, decision, ["pursue", "g2", "0507"])
    with pytest.raises(Refused, match="who and where"):
        TABLETOP.shorthand(game, decision, ["pursue", "g2"])
    assert TABLETOP.shorthand(game, decision, ["losses", "g2", "1"]) is None


# ---- the tale


def test_routine_is_told_in_one_breath_and_battles_blow_by_blow() -> None:
    game = field()
    played(game, "german", "move", units=["g1"], path=["0302"])
    played(game, "german", "move", units=["g2"], path=["0303"])
    story = [item.text for item in TABLETOP.tell(game, "german", game.events)]
    assert story == ["moves: G1 INF 0301→0302; G2 ARM 0302→0303"]
    played(game, "german", "end")
    since = len(game.events)
    played(game, "german", "attack", units=["g2"], targets=["0304"])
    told = TABLETOP.tell(game, "german", game.events[since:])
    assert told[0].text == "German attack on 0304 with G2 ARM"
    assert told[0].loud
    assert any(item.dice and item.rule == "5.2.1e" for item in told)


def test_a_unit_that_is_not_named_stays_unnamed() -> None:
    event = Event("loss", "5.1.8", {"hex": "0304", "side": "soviet", "levels": 1})
    assert field().sentence(event) == "a Soviet unit in 0304 loses 1 level"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("D2 -1", "retreats 2, loses 1"),
        ("-1D", "loses 1, disorganised"),
        ("T", "tests"),
        ("-", ""),
    ],
)
def test_results_are_put_in_words(result: str, words: str) -> None:
    assert telling.effect(result) == words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"do": "move", "units": ["g1"], "path": ["0302", "0303"]}, "G1 INF to 0303"),
        ({"do": "setup", "units": ["ga"]}, "GA ART changes its set-up"),
        ({"do": "exit", "units": ["g1", "g2"]}, "G1 INF, G2 ARM leaves the map"),
        ({"do": "mask", "hex": "0301"}, "cover the stack in 0301"),
        ({"do": "arrange", "hex": "0301", "order": ["ga", "g1"]}, "Lay G1 INF on top of GA ART"),
        ({"do": "end"}, ""),
    ],
)
def test_actions_are_put_in_words(action: dict[str, Any], words: str) -> None:
    assert TABLETOP.sentence(field(), "german", action) == words


BATTLE = Battle("german", "soviet", (), (), ())


@pytest.mark.parametrize(
    ("offer", "details", "words"),
    [
        (Losses(Burden({}, 0), ()), {"take": {"g1": 2, "g2": 0}}, "G1 INF loses 2 levels"),
        (Losses(Burden({}, 0), ()), {"take": {}}, "nobody loses anything"),
        (Defend(BATTLE, Means()), {}, "commit nothing"),
        (Defend(BATTLE, Means()), {"guns": ["ga"], "bonus": 1}, "guns GA ART, bonus 1"),
        (Assign(), {"missions": []}, "no missions"),
    ],
)
def test_answers_are_put_in_words(
    offer: Worded[Any, Any], details: dict[str, Any], words: str
) -> None:
    game, action = field(), {"do": offer.do, **details}
    assert sentence(game, offer, action, TABLETOP.names(game), offer.phrase) == words


def test_retreats_and_pursuits_are_put_in_words() -> None:
    game = until("retreat", "soviet")
    stand = {"do": "retreat", "paths": {}, "take": {"s1": 1}}
    assert TABLETOP.sentence(game, "soviet", stand) == "nobody retreats; S1 INF loses 1 level"
    go = {"do": "retreat", "paths": {"s1": ["0305", "0306"]}, "take": {}}
    assert TABLETOP.sentence(game, "soviet", go) == "S1 INF retreats 0305→0306"
    game = until("pursue", "german")
    decline = {"do": "pursue", "paths": {}}
    assert TABLETOP.sentence(game, "german", decline) == "nobody follows"


def test_aircraft_and_missions_are_told_by_kind_place_and_strength() -> None:
    game = grognard.new("wb95/klin", seed=1)
    strength = game.state[AIR]["german-air-1"].sp
    mission = {"mission": "support", "air": ["german-air-1"], "hexes": ["2719"]}
    fly = {"do": "assign", "missions": [mission]}
    told = TABLETOP.sentence(game, "german", fly)
    assert told == f"offensive support at 2719 with the air counter of {strength}"
    while game.to_act == "german" and not game.state[MISSIONS]:
        game.play("german", fly)
    (name,) = game.state[MISSIONS]
    wanted = f"offensive support at 2719 of strength {strength}"
    assert TABLETOP.names(game)[name] == wanted


def test_the_cost_of_a_move_is_told_under_the_name_of_who_moved() -> None:
    game = field()
    data = {"costs": {"g2": {"total": 1, "parts": [{"label": "road", "value": 1, "rule": "3"}]}}}
    (found,) = choosing.sums_in(game, TABLETOP, data)
    assert found.title == "G2 ARM"


@pytest.mark.parametrize(
    ("words", "missions"),
    [
        (["fly"], []),
        (
            ["fly", "support", "2719"],
            [{"mission": "support", "air": ["german-air-1"], "hexes": ["2719"]}],
        ),
    ],
)
def test_air_missions_in_few_words(words: list[str], missions: list[Any]) -> None:
    game = grognard.new("wb95/klin", seed=1)
    decision = game.decision("german")
    assert decision is not None
    answer = TABLETOP.shorthand(game, decision, words)
    assert answer is not None
    assert [row["mission"] for row in answer["missions"]] == [row["mission"] for row in missions]
    assert game.why("german", answer) == []
    with pytest.raises(Refused, match=r"8\.2\.1"):
        TABLETOP.shorthand(game, decision, ["fly", "2719"])


def test_odds_say_in_a_sentence_what_they_suppose() -> None:
    game = into_battle(field(masking="on"))
    odds = game.odds({"do": "attack", "units": ["g2"], "targets": ["0304"]}, "german")
    assert [TABLETOP.supposed(note) for note in odds.supposed] == [
        "closed stacks take no part",
        "soviet adds no guns, aircraft or stars to the defence",
    ]
