"""Saves: exact, chained, refused with the line when anything is wrong with them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from grognard.engine import saves, saving
from grognard.engine.dice import STREAM
from grognard.engine.entries import UMPIRE, Line
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.refusal import Refused
from grognard.engine.saves import SaveError
from grognard.engine.saving import Recorder
from grognard.engine.system import Option, counted, settle
from tests.engine.toy import TOY, Toy, toy

BY_SEED = (
    "dice recomputed from the revealed seed, the secret of whoever ran the game alone: he changed "
    "no roll, but could draw seeds until he liked one"
)


def resolve(head):
    return TOY, TOY.scenario(**head["options"])


def played(actions: int = 40, seed: int = 3):
    game = toy(seed)
    game.instruct("south", {"double": "if he lost"})
    rng = random.Random(seed)
    for _ in range(actions):
        if game.over:
            break
        player = rng.choice([d.player for d in game.decisions])
        game.play(player, game.sample(player, rng))
        if rng.randrange(8) == 0:
            game.undo()
    return game


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "toy.grog"
    played().save(path)
    return path


def spoil(path: Path, change) -> Path:
    lines = path.read_bytes().split(b"\n")
    change(lines)
    path.write_bytes(b"\n".join(lines))
    return path


def test_a_save_brings_the_game_back(saved: Path) -> None:
    game, again = played(), saves.load(saved, resolve)
    assert again.state == game.state
    assert [d.to_json() for d in again.decisions] == [d.to_json() for d in game.decisions]
    assert again.events == game.events
    assert again.history == game.history
    assert again.dice.seed == game.dice.seed


def test_every_flipped_byte_is_found(saved: Path) -> None:
    content = saved.read_bytes()
    rng = random.Random(5)
    for place in [*rng.sample(range(len(content)), 120), len(content) - 1, 0]:
        broken = bytearray(content)
        broken[place] ^= 1 << rng.randrange(7)
        line = content[:place].count(b"\n") + 1
        with pytest.raises(SaveError) as error:
            saves.load_text(bytes(broken), resolve, saved)
        assert error.value.line in (line, line + 1)
        assert f"toy.grog:{error.value.line}:" in str(error.value)


def test_a_missing_a_doubled_and_a_swapped_line_are_found(saved: Path) -> None:
    content = saved.read_bytes().split(b"\n")
    for number in range(1, len(content) - 2):
        missing = content[:number] + content[number + 1 :]
        doubled = [*content[:number], content[number], *content[number:]]
        for lines, wrong in ((missing, number + 1), (doubled, number + 2)):
            with pytest.raises(SaveError) as error:
                saves.load_text(b"\n".join(lines), resolve)
            assert error.value.line == wrong


def rewritten(path: Path, change) -> bytes:
    """The save with one line's data changed and the whole chain made good again."""
    previous, out = "", []
    for line in saves.read_lines(path, path.read_bytes()):
        data = line.data
        change(line.number, data)
        link = saving.chain(previous, data)
        out.append(canonical({**data, "chain": link}).encode())
        previous = link
    return b"\n".join([*out, b""])


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("version", 99, "version 99 is unknown"),
        ("format", "chess", "not a Grognard save"),
        ("scenario_hash", "00", "not the one this game was played with"),
        ("seed", "00" * 32, "not the one that was committed to"),
        ("options", None, "'options' is missing"),
    ],
)
def test_a_foreign_header_is_refused(saved: Path, field, value, text) -> None:
    raw = rewritten(saved, lambda n, data: data.update({field: value}) if n == 1 else None)
    with pytest.raises(SaveError, match=text) as error:
        saves.load_text(raw, resolve)
    assert error.value.line == 1


def test_a_well_chained_lie_is_found_at_its_line(saved: Path) -> None:
    lines = list(saves.read_lines(saved, saved.read_bytes()))
    rolled = next(line.number for line in lines if line.data.get("chance"))
    bumped = next(n.number for n in lines if n.data.get("do", {}).get("do") == "bump")
    last = lines[-1].number
    lies = [
        (rolled, lambda data: data["chance"].append(3), rolled, "dice on record"),
        (bumped, lambda data: data["do"].update(by=7), bumped, "1 to 3 points"),
        (bumped, lambda data: data.update(by="nobody"), bumped, "plays no side"),
        (bumped, lambda data: data.update(n=999), bumped, "should stand here"),
        (last, lambda data: data.update(state="00"), last, "does not come out"),
    ]
    for number, lie, at, text in lies:
        raw = rewritten(saved, lambda n, data, number=number, lie=lie: n == number and lie(data))
        with pytest.raises(SaveError, match=text) as error:
            saves.load_text(raw, resolve)
        assert error.value.line == at


def test_dice_on_record_are_believed_and_verify_tells_a_lie(saved: Path, tmp_path: Path) -> None:
    assert "dice recomputed" in saves.verify(saved, resolve)[1]

    def load_dice(n: int, data) -> None:
        if data.get("do", {}).get("do") == "gamble" and "done" not in seen:
            seen.add("done")
            data["chance"] = [7 - face for face in data["chance"]]

    seen: set[str] = set()
    raw = rewritten(saved, lambda n, data: (load_dice(n, data), data.pop("state", None)))
    other = tmp_path / "loaded.grog"
    other.write_bytes(raw)
    try:
        game = saves.load(other, resolve)
    except SaveError:
        return  # the game took another course with other dice, and that was found as well
    assert game.history
    with pytest.raises(SaveError, match="the seed gives another face"):
        saves.verify(other, resolve)


def standing_game() -> Toy:
    """North gambles twice, and south has left word never to double."""
    game = toy()
    game.instruct("south", {"double": "never"})
    for _ in range(2):
        game.play("north", {"do": "gamble"})
    return game


def test_an_answer_that_nobody_left_standing_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "left.grog"
    game = standing_game()
    assert [line.auto for line in game.history].count(True) == 2
    game.save(path)
    assert saves.load(path, resolve).state == game.state

    def never_left(n: int, data) -> None:
        if data.get("do", {}).get("do") == "instruct":
            data["do"]["rules"] = {"double": "ask me"}

    def another(n: int, data) -> None:
        if data.get("standing"):
            data["do"]["yes"] = True
            data.pop("state", None)

    def by_himself(n: int, data) -> None:
        if data.get("do", {}).get("do") == "gamble":
            data["standing"] = True

    for change, at in ((never_left, 5), (another, 5), (by_himself, 4)):
        with pytest.raises(SaveError, match="has not left this answer standing") as error:
            saves.load_text(rewritten(path, change), resolve)
        assert error.value.line == at


@pytest.mark.parametrize("mark", ["yes", 1, 0, None, [True]])
def test_a_mark_of_a_standing_answer_is_true_or_false(tmp_path: Path, mark) -> None:
    path = tmp_path / "left.grog"
    standing_game().save(path)
    raw = rewritten(path, lambda n, data: data.get("standing") and data.update(standing=mark))
    with pytest.raises(SaveError, match="'standing' should be true or false") as error:
        saves.load_text(raw, resolve)
    assert error.value.line == 5


@pytest.mark.parametrize("chance", ["x", [0], [101], [True], [2.0], {"a": 1}, None])
def test_dice_that_are_none_are_refused_at_their_line(saved: Path, chance) -> None:
    lines = saves.read_lines(saved, saved.read_bytes())
    rolled = next(line.number for line in lines if line.data.get("chance"))
    raw = rewritten(saved, lambda n, data: n == rolled and data.update(chance=chance))
    with pytest.raises(SaveError, match="dice should stand here") as error:
        saves.load_text(raw, resolve)
    assert error.value.line == rolled


# ---- games that began as others


def reborn(game: Toy, seed: int) -> Toy:
    """The same game under another secret: what a branch is."""
    again: Toy = Game(game.system, game.scenario, seed, started=False)
    for line in game.history:
        again.dice.remember(again.state[STREAM]["now"].drawn, line.chance)
        again.replay(line)
    again.inherited = len(again.history)
    return again


def gambled(game: Toy, times: int) -> Toy:
    for _ in range(times):
        game.play("north", {"do": "gamble"})
        game.play("south", {"do": "double", "yes": False})
    return game


def test_an_inherited_past_is_replayed_and_the_rest_recomputed(tmp_path: Path) -> None:
    branch = gambled(reborn(gambled(toy(seed=1), 2), 2), 3)
    path = tmp_path / "branch.grog"
    branch.save(path)
    assert json.loads(path.read_text().splitlines()[0])["inherited"] == 5
    again = saves.load(path, resolve)
    assert (again.inherited, again.state) == (5, branch.state)
    assert saves.verify(path, resolve) == [
        "11 lines replayed, every action legal",
        f"6 {BY_SEED}",
        "the first 5 lines come from an earlier game: their 4 dice are as recorded there, and "
        "cannot be recomputed from this one",
        "the game is not over: whether lines were cut off at its end a file cannot show",
    ]
    branch.save(path, secret=False)
    told = saves.verify(path, resolve)
    assert ["not revealed" in said for said in told] == [False, True, False, False]


def test_what_was_inherited_is_checked_against_the_earlier_game(tmp_path: Path) -> None:
    parent = gambled(toy(seed=1), 2)
    branch, before = tmp_path / "branch.grog", tmp_path / "before.grog"
    gambled(reborn(parent, 2), 3).save(branch)
    gambled(parent, 1).save(before)
    told = saves.verify(branch, resolve, before)
    assert told[-4:] == [
        "the first 5 lines are those of before.grog, of which was checked:",
        "  7 lines replayed, every action legal",
        f"  6 {BY_SEED}",
        "  the game is not over: whether lines were cut off at its end a file cannot show",
    ]
    other = tmp_path / "other.grog"
    gambled(toy(seed=9), 2).save(other)
    with pytest.raises(SaveError, match=r"not the one of other\.grog") as error:
        saves.verify(branch, resolve, other)
    assert error.value.line == 5, "the first dice fell alike"
    with pytest.raises(SaveError, match="inherited nothing"):
        saves.verify(before, resolve, other)


def test_all_called_inherited_is_refused_beside_the_earlier_game(tmp_path: Path) -> None:
    """Sixes throughout, and `inherited` forged to spare them: they were not played there."""
    honest = gambled(toy(seed=1), 2)
    path, forged = tmp_path / "honest.grog", tmp_path / "forged.grog"
    honest.save(path)

    def sixes(number: int, data: dict[str, object]) -> None:
        if number == 1:
            data["inherited"] = 5
        elif "chance" in data:
            data["chance"] = [6 for _ in data["chance"]]

    forged.write_bytes(rewritten(path, sixes))
    with pytest.raises(SaveError):
        saves.verify(forged, resolve, path)


def test_a_number_of_thousands_of_digits_is_refused_as_a_line(saved: Path) -> None:
    lines = saved.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b'"n":1', b'"n":' + b"9" * 5000, 1)
    saved.write_bytes(b"\n".join(lines))
    with pytest.raises(SaveError, match="cannot be read") as error:
        saves.load(saved, resolve)
    assert error.value.line == 3


def test_what_is_called_inherited_is_not_recomputed_and_nothing_else_is_spared(
    tmp_path: Path,
) -> None:
    path, lie = tmp_path / "branch.grog", tmp_path / "lie.grog"
    gambled(reborn(gambled(toy(seed=1), 2), 2), 3).save(path)

    def claim(number):
        def change(n: int, data) -> None:
            if n == 1:
                data.update(inherited=number)

        return change

    for number, line in ((0, 3), (3, 5)):  # the dice of the first lines are not this seed's
        lie.write_bytes(rewritten(path, claim(number)))
        with pytest.raises(SaveError, match="the seed gives another face") as error:
            saves.verify(lie, resolve)
        assert error.value.line == line
    lie.write_bytes(rewritten(path, claim(12)))
    with pytest.raises(SaveError, match="12 lines cannot be inherited where there are 11"):
        saves.load(lie, resolve)
    for number in (-1, "5", True, None, 2.0):
        lie.write_bytes(rewritten(path, claim(number)))
        with pytest.raises(SaveError, match="number of lines"):
            saves.load(lie, resolve)


def test_dice_rolled_again_after_an_undo_of_old_are_the_inherited_ones(tmp_path: Path) -> None:
    parent = toy(seed=1)
    parent.play("north", {"do": "gamble"})
    branch = reborn(parent, 2)
    branch.replay(Line(UMPIRE, {"do": "undo", "to": 1}, auto=False))
    branch.play("north", {"do": "gamble"})
    assert branch.history[-1].chance == parent.history[-1].chance
    path = tmp_path / "again.grog"
    branch.save(path)
    assert "0 dice recomputed" in saves.verify(path, resolve)[1]


def test_a_die_that_was_taken_back_must_have_been_true_as_well(tmp_path: Path) -> None:
    """A false roll does not become true by being undone and rolled again truly."""
    game = toy()
    game.play("north", {"do": "gamble"})
    game.undo()
    game.play("north", {"do": "gamble"})
    path, lie = tmp_path / "twice.grog", tmp_path / "lie.grog"
    game.save(path)
    assert "4 dice recomputed" in saves.verify(path, resolve)[1]

    def swap(n: int, data) -> None:
        if n == 3:
            data["chance"] = [face % 6 + 1 for face in data["chance"]]

    lie.write_bytes(rewritten(path, swap))
    with pytest.raises(SaveError, match="the seed gives another face") as error:
        saves.verify(lie, resolve)
    assert error.value.line == 3


def test_a_save_without_the_secret_can_be_read_but_not_rolled(tmp_path: Path) -> None:
    path = tmp_path / "open.grog"
    game = toy()
    game.play("north", {"do": "gamble"})
    game.save(path, secret=False)
    assert game.dice.seed not in path.read_text()
    again = saves.load(path, resolve)
    assert again.state == game.state
    again.play("south", {"do": "double", "yes": False})
    with pytest.raises(Refused, match="secret of the dice"):
        again.play("north", {"do": "gamble"})
    assert again.to_act == "north"
    assert "cannot be recomputed" in saves.verify(path, resolve)[1]


def test_the_seed_is_revealed_when_the_game_is_over(tmp_path: Path) -> None:
    game = toy(length="2")
    while not game.over:
        game.play(game.to_act, {"do": "end"})
    path = tmp_path / "over.grog"
    game.save(path, secret=False)
    assert json.loads(path.read_text().splitlines()[0])["seed"] == game.dice.seed


def test_a_recorder_writes_every_line_as_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "live.grog"
    game = toy()
    recorder = Recorder(game, path)
    rng = random.Random(2)
    for _ in range(30):
        player = game.to_act
        game.play(player, game.sample(player, rng))
        assert saves.load(path, resolve).state == game.state
    recorder.close()
    torn = path.read_bytes()[:-9]
    with pytest.raises(SaveError, match="not written to its end"):
        saves.load_text(torn, resolve)
    game.undo()
    assert saves.load_text(torn, resolve, salvage=True).state == game.state


@pytest.mark.parametrize(
    ("content", "text"),
    [(b"", "empty"), (b"[]\n", "should be a map"), (b"\xff\n", "cannot be read")],
)
def test_what_is_no_save_at_all_is_refused(tmp_path: Path, content: bytes, text: str) -> None:
    path = tmp_path / "no.grog"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=text):
        saves.load(path, resolve)
    with pytest.raises(SaveError, match="cannot be read"):
        saves.load(tmp_path / "absent.grog", resolve)


def test_a_die_that_was_taken_back_does_not_fall_as_one_with_other_sides(tmp_path: Path) -> None:
    """Two dice of six sides are taken back; the next at their place has two sides."""
    game = toy(7)
    for _ in range(2):
        game.play("north", {"do": "end"})
        game.play("south", {"do": "end"})
    game.play("north", {"do": "end"})
    game.play("south", {"do": "gamble"})
    game.undo()
    path = tmp_path / "toy.grog"
    game.save(path)
    again = saves.load(path, resolve)
    for each in (game, again):
        each.play("south", {"do": "end"})
    assert again.history[-1].chance == game.history[-1].chance


def test_an_option_that_came_later_leaves_saved_games_their_scenario() -> None:
    """At its default it is not part of the scenario's fingerprint; chosen otherwise it is."""
    old = Option("length", "5", ("2", "5"), "T8", "how many turns")
    new = Option("pace", "slow", ("slow", "fast"), "T9", "how fast", later=True)
    assert counted((old, new), settle((old, new), {})) == settle((old,), {})
    assert counted((old, new), settle((old, new), {"pace": "fast"})) == {
        "length": "5", "pace": "fast",
    }  # fmt: skip
