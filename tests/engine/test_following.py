"""A game begun under other rules goes on, and its record says at which line they changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grognard.engine import release, saves
from grognard.engine.decision import Action, Procedure, nothing
from grognard.engine.entries import RENEW
from grognard.engine.game import Game
from grognard.engine.record import Register, canonical, digest
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.saves import SaveError
from grognard.engine.state import State
from tests.engine import toy as toys
from tests.engine.toy import HANDS, TOY, Bump, Gamble, Toy, ToySystem, add, toy

Enact = Callable[[str], None]


def resolve(head: dict[str, Any]) -> Any:
    return TOY, TOY.scenario(**head["options"])


@pytest.fixture
def enact(monkeypatch: pytest.MonkeyPatch) -> Enact:
    """Puts a release of the rules in force, by its name: a mend, or nothing but another name."""
    printed = Bump.check, Bump.perform, Gamble.perform

    def smaller(self: Bump, game: Toy, player: str, action: Action) -> list[Refusal]:
        return [] if 1 <= action["by"] <= 2 else [Refusal("T1", "1 or 2 points")]

    def dearer(self: Bump, game: Toy, player: str, action: Action) -> Procedure:
        add(game, player, 10 * action["by"])
        return nothing()

    def unasked(self: Gamble, game: Toy, player: str, action: Action) -> Procedure:
        add(game, player, sum(game.roll(3)))
        return nothing()

    def broken(self: Bump, game: Toy, player: str, action: Action) -> Procedure:
        raise KeyError("points")

    mends = {"smaller": smaller, "dearer": dearer, "unasked": unasked, "broken": broken}

    def put(name: str) -> None:
        monkeypatch.setattr(release, "rules_of", lambda system: name)
        parts = [smaller if name == "smaller" else printed[0]]
        parts += [mends[name] if name in ("dearer", "broken") else printed[1]]
        parts += [unasked if name == "unasked" else printed[2]]
        monkeypatch.setattr(Bump, "check", parts[0])
        monkeypatch.setattr(Bump, "perform", parts[1])
        monkeypatch.setattr(Gamble, "perform", parts[2])

    put("printed")
    return put


def scores(game: Toy) -> tuple[int, ...]:
    return tuple(game.state[HANDS][side].score for side in ("north", "south"))


def bump(game: Toy, by: int) -> None:
    game.play("north", {"do": "bump", "by": by})


def reloaded(game: Toy, path: Path) -> Toy:
    game.save(path)
    return saves.load(path, resolve)


@pytest.mark.parametrize("mend", ["smaller", "dearer", "broken"])
def test_a_game_goes_on_from_its_state_when_a_rule_was_mended(
    enact: Enact, tmp_path: Path, mend: str
) -> None:
    game = toy()
    for by in (2, 3, 1):
        bump(game, by)
    path = tmp_path / "toy.grog"
    game.save(path)
    enact(mend)
    again = saves.load(path, resolve)
    assert scores(again) == (6, 0)
    assert [event.facts.get("by") for event in again.events[:3]] == [2, 3, 1]
    assert [line.action["do"] for line in again.history] == ["begin", *["bump"] * 3, RENEW]
    assert again.history[-1].action["rules"] == mend
    again.play("north", {"do": "end"})
    assert again.to_act == "south"


def test_from_there_on_the_mended_rule_counts_and_is_checked(enact: Enact, tmp_path: Path) -> None:
    game = toy()
    bump(game, 3)
    path = tmp_path / "toy.grog"
    game.save(path)
    enact("smaller")
    again = saves.load(path, resolve)
    with pytest.raises(Refused, match="1 or 2 points"):
        bump(again, 3)
    bump(again, 2)
    twice = reloaded(again, path)
    assert (scores(twice), twice.history) == ((5, 0), again.history)
    assert twice.state == again.state
    assert saves.verify(path, resolve)[:2] == [
        "1 lines replayed, every action legal",
        "from line 1 on the rules of today differ from those it was played by: what follows "
        "stands as it was recorded",
    ]


def test_what_is_left_standing_after_the_change_can_be_taken_back(
    enact: Enact, tmp_path: Path
) -> None:
    """It leads back to where the rules changed, and to nothing before."""
    game = toy()
    bump(game, 3)
    path = tmp_path / "toy.grog"
    game.save(path)
    enact("dearer")
    again = saves.load(path, resolve)
    again.instruct("north", {"double": "never"})
    again.undo("north")
    assert (scores(again), again.history[-2].action["do"]) == ((3, 0), "instruct")
    assert [event.kind for event in again.events] == ["bump", "renewed"]


def test_lines_written_under_the_rules_of_today_are_held_to_them(
    enact: Enact, tmp_path: Path
) -> None:
    """Whoever makes up a line after the last change of rules is found out."""
    game = toy()
    bump(game, 3)
    path = tmp_path / "toy.grog"
    enact("smaller")
    game.rules = "printed"
    bump(game, 2)
    game.history[-1].action["by"] = 3
    game.save(path)
    with pytest.raises(SaveError, match="1 or 2 points"):
        saves.load(path, resolve)


def test_a_release_that_agrees_with_every_line_writes_itself_down_when_somebody_plays(
    enact: Enact, tmp_path: Path
) -> None:
    path = tmp_path / "toy.grog"
    game = toy()
    bump(game, 2)
    game.save(path)
    enact("reprinted")
    again = saves.load(path, resolve)
    assert again.history == game.history
    again.undo("north")
    bump(again, 1)
    dos = [line.action["do"] for line in again.history]
    assert dos == ["begin", "bump", "undo", RENEW, "bump"]
    assert reloaded(again, path).history == again.history
    assert saves.verify(path, resolve)[0] == "5 lines replayed, every action legal"


def test_what_happened_under_other_rules_is_not_taken_back(enact: Enact, tmp_path: Path) -> None:
    game = toy()
    bump(game, 3)
    enact("printed")
    path = tmp_path / "toy.grog"
    game.save(path)
    enact("smaller")
    again = saves.load(path, resolve)
    for player in ("north", None):
        with pytest.raises(Refused, match="another release of the rules"):
            again.undo(player)
    bump(again, 1)
    again.undo("north")
    assert scores(again) == (3, 0)
    assert scores(reloaded(again, path)) == (3, 0)


def test_a_procedure_under_way_is_begun_again_with_its_answers(
    enact: Enact, tmp_path: Path
) -> None:
    game = toy()
    bump(game, 3)
    game.play("north", {"do": "duel"})
    game.play("south", {"do": "name", "number": 2})
    path = tmp_path / "toy.grog"
    game.save(path)
    enact("smaller")
    again = saves.load(path, resolve)
    assert [decision.player for decision in again.decisions] == ["north"]
    again.play("north", {"do": "name", "number": 1})
    assert scores(again) == (3, 5)
    assert scores(reloaded(again, path)) == (3, 5)


def test_dice_that_fell_in_a_procedure_under_way_stay_as_they_fell(
    enact: Enact, tmp_path: Path
) -> None:
    game = toy()
    bump(game, 3)
    game.play("north", {"do": "gamble"})
    faces = game.events[-1].dice
    path = tmp_path / "toy.grog"
    game.save(path)
    enact("smaller")
    again = saves.load(path, resolve)
    assert again.to_act == "south"
    rolls = [event.dice for event in again.events if event.kind == "roll"]
    assert rolls == [faces]


def test_a_procedure_whose_answers_do_not_fit_is_put_again(enact: Enact, tmp_path: Path) -> None:
    game = toy()
    bump(game, 1)
    game.play("north", {"do": "duel"})
    game.play("south", {"do": "name", "number": 2})
    path = tmp_path / "toy.grog"
    game.save(path)
    enact("broken")
    toys.Duel.check, printed = (lambda *_: [Refusal("T5", "no more duels")]), toys.Duel.check
    try:
        again = saves.load(path, resolve)
        assert (again.to_act, again.at_checkpoint, scores(again)) == ("north", True, (1, 0))
        assert "duel" not in [event.kind for event in again.events]
        again.play("north", {"do": "end"})
        assert reloaded(again, path).state == again.state
    finally:
        toys.Duel.check = printed


def test_a_procedure_begun_after_one_that_was_put_again_is_itself_begun_again(
    enact: Enact, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three releases: the second drops a duel and begins another, the third goes on with that."""
    path = tmp_path / "toy.grog"
    game = toy()
    bump(game, 3)
    game.play("north", {"do": "duel"})
    game.play("south", {"do": "name", "number": 2})
    game.save(path)
    enact("smaller")
    with monkeypatch.context() as patch:
        patch.setattr(toys.Duel, "check", lambda *_: [Refusal("T5", "no more duels")])
        game = saves.load(path, resolve)
    bump(game, 2)
    game.play("north", {"do": "duel"})
    game.play("south", {"do": "name", "number": 3})
    game.save(path)
    enact("dearer")
    again = saves.load(path, resolve)
    assert [decision.player for decision in again.decisions] == ["north"]
    again.play("north", {"do": "name", "number": 1})
    assert scores(again) == (5, 5)
    assert scores(reloaded(again, path)) == (5, 5)


@pytest.mark.parametrize(
    ("number", "changes", "says"),
    [
        (2, {"changed": {"hands": {"north": {"score": "many"}}}}, "should be a whole number"),
        (2, {"changed": {"purses": {"north": {}}}}, "purses"),
        (2, {"changed": {"hands": 5}}, "cannot be read"),
        (2, {"told": [7]}, "cannot be read"),
        (2, {"told": [{"kind": "x"}]}, "cannot be read"),
        (2, {"do": {"do": "undo", "to": 9}}, "no 9 entries"),
        (2, {"do": {"do": "undo", "to": -1}}, "no -1 entries"),
        (2, {"do": {"do": "undo", "to": "x"}}, "cannot be read"),
        (1, {"position": {}}, "cannot be read"),
    ],
)
def test_a_wake_that_somebody_made_up_is_refused_at_its_line(
    enact: Enact, tmp_path: Path, number: int, changes: dict[str, Any], says: str
) -> None:
    game = toy()
    for by in (3, 2, 1):
        bump(game, by)
    path = tmp_path / "toy.grog"
    game.save(path)
    previous, lines = "", []
    for n, line in enumerate(path.read_text(encoding="ascii").splitlines()):
        data = json.loads(line)
        del data["chain"]
        data |= changes if n == number else {}
        previous = digest([previous, data])
        lines.append(canonical({**data, "chain": previous}))
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    enact("broken")
    with pytest.raises(SaveError, match=says):
        saves.load(path, resolve)


def test_a_game_may_see_several_releases(enact: Enact, tmp_path: Path) -> None:
    path = tmp_path / "toy.grog"
    game = toy()
    bump(game, 3)
    game.save(path)
    for mend in ("smaller", "dearer", "unasked", "smaller"):
        enact(mend)
        game = saves.load(path, resolve)
        bump(game, 2)
        game.save(path)
    assert scores(game) == (3 + 2 + 20 + 2 + 2, 0)
    renewed = [line.action["rules"] for line in game.history if line.action["do"] == RENEW]
    assert renewed == ["smaller", "dearer", "unasked", "smaller"]


# ---- the first format


def as_first_format(path: Path, monkeypatch: pytest.MonkeyPatch, game: Toy) -> None:
    """Write a game as the first releases did: neither rules nor wakes."""
    from grognard.engine import saving

    plain = saving._written
    bare = ("position", "changed", "told", "open", "sides")

    def line(*given: Any) -> dict[str, Any]:
        return {key: value for key, value in plain(*given).items() if key not in bare}

    head = saving.header
    with monkeypatch.context() as patch:
        patch.setattr(saving, "_written", line)
        patch.setattr(
            saving,
            "header",
            lambda *given: {
                **{k: v for k, v in head(*given).items() if k != "rules"}, "version": 1
            },
        )  # fmt: skip
        game.save(path)


def test_a_save_of_the_first_format_is_carried_out_even_where_it_would_be_refused_today(
    enact: Enact, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = toy()
    for by in (2, 3, 1):
        bump(game, by)
    path = tmp_path / "old.grog"
    as_first_format(path, monkeypatch, game)
    enact("smaller")
    again = saves.load(path, resolve)
    assert scores(again) == (6, 0)
    told = saves.verify(path, resolve)
    assert "1 lines would be refused today and were legal then: 2" in told
    bump(again, 2)
    assert scores(reloaded(again, path)) == (8, 0)


# ---- records that have changed


def test_a_record_that_has_grown_or_changed_is_migrated(
    enact: Enact, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @dataclass(frozen=True)
    class Purse:
        """What a hand has become: points have another name, and there are tricks now."""

        points: int
        card: int
        tricks: int = 0

        @property
        def score(self) -> int:
            """As other code still calls it."""
            return self.points

    game = toy()
    bump(game, 3)
    path = tmp_path / "toy.grog"
    game.save(path)
    enact("purses")
    purses: Register[str, Purse] = Register("hands", str, Purse)

    def newer(old: dict[str, Any]) -> dict[str, Any]:
        return {"points": old["score"], "card": old["card"]}

    with monkeypatch.context() as patch:
        patch.setattr(ToySystem, "registers", (purses,))
        hands = {"north": Purse(0, 3), "south": Purse(0, 4)}
        patch.setattr(ToySystem, "initial", lambda *_: State({"hands": dict(hands)}))
        patch.setattr(ToySystem, "migrations", {"hands": newer}, raising=False)
        again: Game[Any] = saves.load(path, resolve)
        assert again.state.maps["hands"]["north"] == Purse(3, 3, 0)
        patch.setattr(ToySystem, "migrations", {})
        with pytest.raises(SaveError, match="hands"):
            saves.load(path, resolve)


# ---- any game at any point


@pytest.mark.parametrize("mend", ["smaller", "dearer", "unasked", "broken", "reprinted"])
@pytest.mark.parametrize("seed", range(12))
def test_any_game_can_be_taken_over_at_any_point(
    enact: Enact, tmp_path: Path, mend: str, seed: int
) -> None:
    """Played, saved, taken over under other rules, played to its end, saved, verified."""
    rng = random.Random(seed)
    game = toy(seed)
    game.instruct("south", {"double": "if he lost"})
    for _ in range(rng.randrange(25)):
        if game.over:
            break
        player = rng.choice([d.player for d in game.decisions])
        game.play(player, game.sample(player, rng) or {})
        if rng.randrange(6) == 0:
            game.undo()
    path = tmp_path / "toy.grog"
    game.save(path)
    enact(mend)
    again = saves.load(path, resolve)
    lines = len(game.history)
    assert again.history[:lines] == game.history
    if game.at_checkpoint:
        assert again.state == game.state
    assert again.journal.lies() == []
    while again.to_act is not None:
        player = rng.choice([d.player for d in again.decisions])
        end = {"do": "end"} if again.at_checkpoint else None
        again.play(player, end or again.sample(player, rng) or {})
    again.save(path)
    saves.verify(path, resolve)
    assert saves.load(path, resolve).state == again.state
    enact("printed")
    assert scores(saves.load(path, resolve)) == scores(again)
