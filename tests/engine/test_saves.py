"""Saves: exact, chained, refused with the line when anything is wrong with them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from grognard.engine import saves
from grognard.engine.record import canonical
from grognard.engine.refusal import Refused
from grognard.engine.saves import Recorder, SaveError
from tests.engine.toy import TOY, toy


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
        link = saves._chain(previous, data)
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
