"""A game that has begun takes over a scenario in which something was mended, as an edit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.engine import release, saves
from grognard.engine.dice import STREAM
from grognard.engine.entries import UMPIRE
from grognard.engine.fork import fork
from grognard.engine.refusal import Refused
from grognard.engine.saves import SaveError
from grognard.engine.saving import Recorder, header, text_of
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from tests.shelves import (
    AMONG_FOES,
    CELL,
    COUNTER,
    DUG_IN,
    KLIN,
    PLACE,
    STRANGER,
    Shelf,
    forget,
    shelf_in,
)

AnyGame = Any
TOLD = "25 of 7 ARM: cels 4:7/2:7 becomes 9:9/8:9"
NO_MISSIONS = {"do": "assign", "missions": []}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    yield shelf_in(tmp_path / "shelf", monkeypatch)
    forget()


@pytest.fixture
def game() -> AnyGame:
    """Klin, a few lines after its beginning."""
    found = library.new("wb95/klin", seed=7)
    found.play("german", NO_MISSIONS)
    return found


def knowing(game: AnyGame) -> AnyGame:
    """The game as it knows of what the shelf has today."""
    game.mends.newer = library.newer_than(game.system, game.scenario)
    return game


def staffed(game: AnyGame, lines: int) -> AnyGame:
    """The game some lines later."""
    players = {side: Staff() for side in game.scenario.sides}
    while len(game.history) < lines:
        game.play(game.to_act, players[game.to_act].choose(Seat(game, game.to_act)))
    return game


def settled(game: AnyGame) -> AnyGame:
    """The game as soon as nothing is under way."""
    while not game.at_checkpoint:
        staffed(game, len(game.history) + 1)
    return game


def mend(game: AnyGame) -> list[dict[str, str]]:
    return [{"mend": game.mends.newer.fingerprint}]


def taken(game: AnyGame) -> AnyGame:
    """The game after both sides have agreed to the mend."""
    game.propose("german", mend(game), "it was mended")
    game.play("soviet", {"do": "consent", "to": "german", "agree": True})
    return game


def strength(game: AnyGame) -> int:
    found: int = game.scenario.counters["de-7-pz"].levels[0].attack
    return found


# ---- what is offered


def test_nothing_is_offered_where_nothing_was_mended(game: AnyGame, shelf: Shelf) -> None:
    assert knowing(game).mends.offered(game) is None
    shelf.mend(KLIN, "the Turginovo road comes in from the north", "the road comes in")
    assert knowing(game).mends.newer is None  # a comment is no part of the game


@pytest.mark.parametrize(
    ("mended", "told"),
    [
        (COUNTER, TOLD),
        (CELL, "Combat results, 7 under 3:1: - / D2 becomes - / D5"),
        (DUG_IN, "fortified: 2716 is new"),
        (
            PLACE,
            "setup: hex 3021, units de-106-241 becomes hex 3022, units de-106-241",
        ),
        (
            (KLIN, "{turn: 3, zone: teryayevo,", "{turn: 2, zone: teryayevo,"),
            "reinforcements: turn 3, zone teryayevo, units de-23-68 becomes turn 2, zone "
            "teryayevo, units de-23-68",
        ),
    ],
)
def test_what_was_mended_is_told(
    game: AnyGame, shelf: Shelf, mended: tuple[str, str, str], told: str
) -> None:
    shelf.mend(*mended)
    offered = knowing(game).mends.offered(game)
    assert offered is not None
    assert (offered.told, offered.refused) == ([told], [])
    assert offered.to == library.find_scenario("wb95/klin")[1].fingerprint


def test_the_map_is_compared_hex_by_hex(game: AnyGame, shelf: Shelf) -> None:
    shelf.mend(
        "scenarios/maps/moscow-1941/moscow-1941.overlay",
        "# Country roads that the data",
        "2717-2718: +river  # so\n2522: terrain swamp  # so\n# Country roads that the data",
    )
    told = knowing(game).mends.offered(game).told
    assert told == ["2522: forest becomes swamp", "2717-2718: nothing becomes river"]


def test_what_is_in_no_game_of_the_scenario_is_not_told(game: AnyGame, shelf: Shelf) -> None:
    shelf.mend(*STRANGER)
    assert knowing(game).mends.newer is not None
    assert game.mends.offered(game) is None


def test_many_mends_are_told_as_far_as_anybody_reads(game: AnyGame, shelf: Shelf) -> None:
    path = shelf.root / "scenarios/wb95/moscow-1941-counters.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(",house,", ",chart,"))
    shelf.mend(*COUNTER)
    assert knowing(game).mends.offered(game).told == [TOLD]  # sources only explain
    path.write_text(path.read_text(encoding="utf-8").replace(":4/", ":5/").replace(":7/", ":8/"))
    told = knowing(game).mends.told(game, game.mends.newer.fingerprint)
    assert len(told) < 40
    assert TOLD in told


def test_of_very_many_mends_the_rest_is_counted(shelf: Shelf) -> None:
    game = library.new("wb95/typhoon", seed=7, options={"free-setup": "off"})
    path = shelf.root / COUNTER[0]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("foot,3:4/", "foot,3:5/"), encoding="utf-8")
    shelf.mend(*COUNTER)
    offered = knowing(game).mends.offered(game)
    assert len(offered.told) == 41
    assert offered.told[-1].startswith("and ")
    assert "finish what is under way first" in str(offered.refused[0])
    game.play("german", NO_MISSIONS)
    taken(game)
    sentence = game.sentence(game.events[-1])
    assert sentence.count("becomes") == 8
    assert "; and 33 more." in sentence


# ---- taking it over


def test_both_sides_agree_and_the_game_goes_on_in_the_mended_scenario(
    game: AnyGame, shelf: Shelf
) -> None:
    shelf.mend(*COUNTER)
    knowing(game).propose("german", mend(game), "it was mended")
    (asked,) = [d.ask for d in game.decisions if d.player == "soviet"]
    assert asked.prompt.endswith(f"to take over what was mended in the scenario: {TOLD}")
    assert strength(game) == 4
    game.play("soviet", {"do": "consent", "to": "german", "agree": True})
    assert strength(game) == 9
    assert game.mends.offered(game) is None
    assert game.sentence(game.events[-1]).endswith(f"as it was mended: {TOLD}.")
    assert TOLD in game.sentence(game.events[-2])
    assert game.journal.lies() == []
    staffed(game, len(game.history) + 25)
    assert game.state[STREAM]["now"].drawn > 0


def test_a_mend_that_is_declined_changes_nothing(game: AnyGame, shelf: Shelf) -> None:
    shelf.mend(*COUNTER)
    knowing(game).propose("german", mend(game), "it was mended")
    game.play("soviet", {"do": "consent", "to": "german", "agree": False})
    assert (strength(game), game.floor) == (4, 0)
    assert game.mends.offered(game) is not None
    game.undo()
    game.undo()
    assert game.decisions[0].player == "german"


def test_to_weigh_an_answer_takes_nothing_over(game: AnyGame, shelf: Shelf) -> None:
    shelf.mend(*COUNTER)
    knowing(game).propose("german", mend(game), "it was mended")
    game.odds({"do": "consent", "to": "german", "agree": True}, "soviet")
    assert (strength(game), game.floor) == (4, 0)


def test_what_still_is_as_it_was_begins_anew_and_the_rest_stays(
    game: AnyGame, shelf: Shelf
) -> None:
    shelf.mend(*PLACE)
    assert game.state.maps["units"]["de-106-241"].hex == game.board.hex("3021")
    other = fork(game)
    taken(knowing(game))
    assert game.state.maps["units"]["de-106-241"].hex == game.board.hex("3022")
    other.edit([{"map": "units", "key": "de-106-241", "set": {"hex": "3020"}}], "he went on")
    knowing(other).edit(mend(other), "it was mended")
    assert other.state.maps["units"]["de-106-241"].hex == game.board.hex("3020")
    before, after = dict(game.state.maps["units"]), other.state.maps["units"]
    assert {n for n in before if before[n] != after[n]} == {"de-106-241"}


def test_a_hex_takes_over_what_it_begins_with(game: AnyGame, shelf: Shelf) -> None:
    shelf.mend(*DUG_IN)
    dug = game.board.hex("2716")
    assert game.state.maps["hexes"][dug].fortified == ""
    knowing(game).edit(mend(game), "it was mended")
    assert game.state.maps["hexes"][dug].fortified == "soviet"


def test_nothing_before_a_mend_is_taken_back_and_what_follows_is(
    game: AnyGame, shelf: Shelf
) -> None:
    shelf.mend(*COUNTER)
    taken(knowing(game))
    for player in ("german", "soviet", None):
        with pytest.raises(Refused, match="a mended scenario was taken over since"):
            game.undo(player)
    after = game.state.fingerprint()
    game.instruct("german", {})
    game.undo("german")
    assert (game.state.fingerprint(), strength(game)) == (after, 9)
    staffed(game, len(game.history) + 6)
    for _ in range(5):
        game.undo()
    assert game.journal.lies() == []
    while game.state.fingerprint() != after:
        game.undo()
    with pytest.raises(Refused, match="a mended scenario was taken over since"):
        game.undo()


# ---- what cannot be


@pytest.mark.parametrize(
    ("mended", "why"),
    [
        (AMONG_FOES, "could not stand as it does: both sides would be in 2718"),
        (
            (KLIN, '{hex: "3021", units: [de-106-241]}', '{hex: "3021", units: []}'),
            "other units: de-106-241 gone",
        ),
        ((KLIN, 'to: "3229"}', 'to: "3329"}'), "another map, with other hexes"),
        ((KLIN, "initiative: german", "initiative: soviet"), "other sides"),
    ],
)
def test_a_mend_that_cannot_be_made_says_why(
    game: AnyGame, shelf: Shelf, mended: tuple[str, str, str], why: str
) -> None:
    game.edit([{"map": "units", "key": "su-133", "set": {"hex": "2718"}}], "he went there")
    shelf.mend(*mended)
    offered = knowing(game).mends.offered(game)
    assert offered is not None
    assert why in str(offered.refused[0])
    before = len(game.history)
    for by, do in (("german", "propose"), (UMPIRE, "edit")):
        with pytest.raises(Refused, match=why):
            game.play(by, {"do": do, "changes": mend(game), "reason": "it was mended"})
    assert (len(game.history), strength(game)) == (before, 4)


def test_where_something_is_hidden_nobody_is_told_what_stands_in_the_way(shelf: Shelf) -> None:
    game = library.new("wb95/klin", seed=7, options={"masking": "on"})
    game.play("german", NO_MISSIONS)
    game.edit([{"map": "units", "key": "su-133", "set": {"hex": "2718"}}], "he went there")
    shelf.mend(*AMONG_FOES)
    assert knowing(game).mends.offered(game).refused == []
    game.propose("german", mend(game), "it was mended")
    game.play("soviet", {"do": "consent", "to": "german", "agree": True})
    told = "the edit that German proposed does not fit the game as it is: nothing is changed"
    assert [game.sentence(event) for event in game.events_for("german")][-1] == told
    assert game.floor == 0


def test_it_is_asked_again_when_the_other_side_agrees(game: AnyGame, shelf: Shelf) -> None:
    """What can be made when it is proposed may be impossible when it is agreed."""
    shelf.mend(*AMONG_FOES)
    knowing(game).propose("german", mend(game), "it was mended")
    game.edit([{"map": "units", "key": "su-133", "set": {"hex": "2718"}}], "he is there now")
    agreed = {"do": "consent", "to": "german", "agree": True}
    assert "both sides would be in 2718" in str(game.why("soviet", agreed)[0])
    assert agreed not in list(game.legal("soviet"))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ([{"mend": "0" * 64}], "no such edition"),
        ([{"mend": 7}], "a mend is"),
        ([{"mend": "x"}, {"map": "units", "key": "su-133", "set": {}}], "no other change"),
    ],
)
def test_a_mend_that_is_none_is_refused(
    game: AnyGame, shelf: Shelf, changes: list[Any], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        game.edit(changes, "it was mended")
    shelf.mend(*COUNTER)
    knowing(game).edit(mend(game), "it was mended")
    with pytest.raises(Refused, match="set in this edition already"):
        game.edit([{"mend": game.scenario.fingerprint}], "once more")


def test_nothing_is_taken_over_while_something_is_under_way(shelf: Shelf) -> None:
    game = library.new("wb95/klin", seed=7)
    shelf.mend(*COUNTER)
    staffed(game, 12)
    while game.at_checkpoint:
        staffed(game, len(game.history) + 1)
    with pytest.raises(Refused, match="finish what is under way first"):
        knowing(game).edit(mend(game), "it was mended")


# ---- the record


def test_a_save_holds_both_editions_and_needs_no_shelf(
    game: AnyGame, shelf: Shelf, tmp_path: Path
) -> None:
    shelf.mend(*COUNTER)
    first = game.scenario.fingerprint
    settled(staffed(taken(knowing(game)), 30))
    path = tmp_path / "klin.grog"
    game.save(path)
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    assert (lines[0]["scenario_hash"], header(game, True)["scenario_hash"]) == (first, first)
    assert [n for n, line in enumerate(lines) if "texts" in line] == [0, 3]
    assert [n for n, line in enumerate(lines) if "edition" in line] == [4]
    shelf.mend(COUNTER[0], COUNTER[2], COUNTER[2].replace("9:9/8:9", "7:7/6:6"))
    again = library.load(path)
    assert (again.state, again.history, strength(again)) == (game.state, game.history, 9)
    assert text_of(again) == text_of(game)
    assert again.mends.offered(again).told == ["25 of 7 ARM: cels 9:9/8:9 becomes 7:7/6:6"]
    assert library.verify(path)[0] == f"{len(game.history)} lines replayed, every action legal"
    taken(again)
    again.save(path)
    twice = library.load(path)
    assert (twice.scenario.counters["de-7-pz"].levels[0].attack, twice.state) == (7, again.state)


def test_a_mend_that_was_declined_is_replayed_when_the_shelf_has_gone_on(
    game: AnyGame, shelf: Shelf, tmp_path: Path
) -> None:
    shelf.mend(*COUNTER)
    knowing(game).propose("german", mend(game), "it was mended")
    game.play("soviet", {"do": "consent", "to": "german", "agree": False})
    path = tmp_path / "klin.grog"
    game.save(path)
    shelf.mend(*DUG_IN)
    assert library.load(path).history == game.history


def test_a_record_that_is_written_as_it_is_played_holds_the_mend(
    game: AnyGame, shelf: Shelf, tmp_path: Path
) -> None:
    shelf.mend(*COUNTER)
    path = tmp_path / "klin.grog"
    recorder = Recorder(game, path)
    taken(knowing(game))
    recorder.close()
    again = library.load(path)
    assert (strength(again), again.state) == (9, game.state)


def test_a_game_that_took_a_mend_over_goes_on_under_other_rules(
    game: AnyGame, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was written: no rule of that day is there to make the mend again."""
    shelf.mend(*COUNTER)
    staffed(taken(knowing(game)), 20)
    path = tmp_path / "klin.grog"
    game.save(path)
    monkeypatch.setattr(release, "rules_of", lambda system: "other")
    monkeypatch.setattr(
        type(game.system), "check_edit", lambda *_: [][0]
    )  # whatever is judged today is judged otherwise
    again = library.load(path)
    assert (strength(again), again.recorded, again.floor > 4) == (9, False, True)
    assert again.state.maps["units"] == game.state.maps["units"]
    assert again.history[: len(game.history)] == game.history
    monkeypatch.undo()


def test_texts_that_are_not_those_of_the_edition_are_refused(
    game: AnyGame, shelf: Shelf, tmp_path: Path
) -> None:
    shelf.mend(*COUNTER)
    taken(knowing(game))
    newer = game.mends.newer
    forged = {**newer.texts, "klin.yaml": newer.texts["klin.yaml"].replace("turn: 3", "turn: 2")}
    newer.texts.update(forged)
    path = tmp_path / "klin.grog"
    game.save(path)
    with pytest.raises(SaveError, match=r"klin.grog:4: .*other hash") as refused:
        library.load(path)
    assert refused.value.line == 4


def test_a_twin_of_a_mended_game_saves_as_the_game_does(
    game: AnyGame, shelf: Shelf, tmp_path: Path
) -> None:
    shelf.mend(*COUNTER)
    first = game.scenario
    twin = fork(taken(knowing(game)))
    assert text_of(twin) == text_of(game)
    again = saves.load_text(
        text_of(twin).encode(), lambda head: (game.system, first), tmp_path / "twin"
    )
    assert again.state == game.state
