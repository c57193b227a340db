"""Playing WB-95 at the terminal: orders in short, odds before an attack, questions in battle."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import grognard
from grognard.engine.decision import Action
from grognard.players.seat import Seat
from grognard.terminal import Terminal
from grognard.terminal.commands import COMMANDS
from tests.terminal_field import desk, field, into_battle, played, typed


@pytest.fixture
def seat(tmp_path: Path) -> Terminal:
    """The German's seat at the small field."""
    return desk(field(), tmp_path)


def actions(seat: Terminal, by: str = "german") -> list[dict[str, object]]:
    """What a side has played."""
    return [line.action for line in seat.game.history if line.by == by]


def test_the_screen_begins_with_the_map_and_what_is_asked(seat: Terminal) -> None:
    screen = typed(seat)
    assert "turn 1 of 2: Movement of german" in screen
    assert "you play german" in screen
    assert "ARM 1" in screen
    assert "9-9" in screen
    assert "0304" in screen
    assert "[2.2.P3]" in screen


def test_moves_find_their_way(seat: Terminal) -> None:
    screen = typed(seat, "move g1 0303", "undo", "move g2 0303", "move 0301 0302")
    assert "G1 INF 0301→0303 [3.1.1]" in screen
    assert "ga cannot go there and stay" in screen
    assert actions(seat)[-1] == {"do": "move", "units": ["g1"], "path": ["0302"]}


def test_a_place_may_be_named_instead_of_its_hex(seat: Terminal) -> None:
    screen = typed(seat, "stack klin", "move g2 Klin")
    assert "0505: town, Klin (town)" in screen
    assert seat.game.view("german")["units"]["g2"]["hex"] == "0505"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move g1 0507", "✗ 0507 is out of reach of G1 INF, which has 4 MP left"),
        ("move ga 0302", "change it to transport set-up first [6.2.3]"),
        ("move gg1 0302", "you have no counter 'gg1'; did you mean 'g1'?"),
        ("move 0101 0302", "you have no counter in 0101"),
        ("move g1 0999", "did you mean"),
        ("move g1", "write who and where to"),
        ("attack 0304", "'attack' is not offered now"),
        ("why move g1 0507", "✗ 0507 is out of reach"),
        ("why move g1 0302", "nothing: it is legal"),
        ("reach ga", "change it to transport set-up first [6.2.3]"),
        ("unit g22", "did you mean 'g2'?"),
    ],
)
def test_a_refusal_says_the_rule_and_what_would_be_right(
    seat: Terminal, line: str, words: str
) -> None:
    assert words in " ".join(typed(seat, line).split())
    assert actions(seat) == []


def test_looking_costs_nothing(seat: Terminal) -> None:
    before = seat.game.state.fingerprint()
    screen = typed(
        seat, "units", "units inf", "unit g2", "stack 0304", "reach g2", "supply", "victory",
        "map 0507", "map out", "map out", "map e", "map in", "map w", "help", "todo", "log",
    )  # fmt: skip
    assert seat.game.state.fingerprint() == before
    assert "attacks with: 9" in screen
    assert "+9 G2 [1.4a] house" in " ".join(screen.split())
    assert "0304: forest" in screen
    assert "west to 0303: river" in screen
    assert "under Soviet control" in screen
    assert "S1 INF" in screen
    assert "hexes can be reached" in screen
    assert "every unit has a line of supply [10.1.1]" in screen
    assert "nothing has happened yet" in screen
    assert "On the map:" in screen


def test_reach_is_painted_on_the_map_with_its_costs(seat: Terminal) -> None:
    screen = typed(seat, "reach g2")
    painted = screen[screen.index("help explains") :]
    assert "1/2" in painted  # half a point along the main road to 0303


# ---- attacking


def test_an_attack_is_proposed_with_odds_and_waits_for_a_yes(tmp_path: Path) -> None:
    seat = desk(into_battle(field()), tmp_path)
    screen = typed(seat, "todo", "attack 0304", "n", "attack 0304", "")
    flat = " ".join(screen.split())
    assert "these must attack: g2 [5.1.3]" in flat
    assert "G2 ARM against 0304, guns GA ART" in flat
    assert "attack: 14 +9 G2 [1.4a] house +5 GA [6.3.1] house" in flat
    assert "+1 forest [5.5.1]" in flat
    assert "final column: " in flat
    assert "█" in screen
    assert "no attack" in screen
    assert actions(seat)[-1] == {"do": "end"}


def test_a_yes_attacks_and_the_story_tells_how_it_went(tmp_path: Path) -> None:
    seat = desk(into_battle(field()), tmp_path)
    screen = typed(seat, "attack 0304", "y")
    assert actions(seat)[2] == {
        "do": "attack",
        "units": ["g2"],
        "targets": ["0304"],
        "guns": ["ga"],
    }
    assert "German attack on 0304 with G2 ARM [5.2.1a]" in " ".join(screen.split())
    assert "the dice give" in screen
    assert "⚄" in screen


def test_an_attack_is_changed_before_it_is_made(tmp_path: Path) -> None:
    game = field()
    played(game, "german", "move", units=["g2"], path=["0303"])
    played(game, "german", "move", units=["g1"], path=["0302", "0303"])
    played(game, "german", "end")
    seat = desk(game, tmp_path)
    screen = typed(seat, "attack 0304", "-ga", "+ga", "+nobody", "-g1", "y")
    flat = " ".join(screen.split())
    assert flat.count("G1 INF, G2 ARM against 0304, guns GA ART") == 2
    assert flat.count("could be added, guns: ga") == 1
    assert "nobody cannot be added" in flat
    assert "these must attack: g1, g2; after this attack nobody could do it any more" in flat
    attack = actions(seat)[3]
    assert (attack["do"], attack["units"], attack["guns"]) == ("attack", ["g1", "g2"], ["ga"])


def test_odds_of_an_attack_without_making_it(tmp_path: Path) -> None:
    seat = desk(into_battle(field()), tmp_path)
    screen = typed(seat, "odds 0304", "odds attack units=g2 targets=0304", "legal attack", "odds 1")
    assert screen.count("final column: ") == 3


def test_odds_that_hang_on_secrets_show_what_is_known(tmp_path: Path) -> None:
    game = field(masking="on")
    game.edit([{"map": "units", "key": "s2", "set": {"hex": "0304", "order": -9}}], "both in one")
    seat = desk(into_battle(game), tmp_path)
    screen = " ".join(typed(seat, "odds 0304").split())
    assert "unknown not all that stands in 0304 is known in full [16.1.1]" in screen
    assert "attack: 14" in screen
    assert "for the defender, at least: " in screen
    assert "%" not in screen


def test_what_is_owed_keeps_the_phase_open(tmp_path: Path) -> None:
    seat = desk(into_battle(field()), tmp_path)
    screen = typed(seat, "end")
    assert "✗ " in screen
    assert "[5.1.3]" in screen
    assert actions(seat)[-1] == {"do": "end"}  # the Movement Phase's
    assert seat.game.phase == "Attack of german"


# ---- the other side of the table


def asked(seed: int, tmp_path: Path) -> Terminal:
    """The Soviet's seat while he is asked something in the German's attack."""
    game = into_battle(field(seed))
    attack = {"do": "attack", "units": ["g2"], "targets": ["0304"], "guns": ["ga"]}
    game.play("german", attack)
    while not game.at_checkpoint and game.to_act != "soviet":
        decision = game.decision("german")
        assert decision is not None
        game.play("german", decision.ask.default or next(game.legal("german")))
    return desk(game, tmp_path, side="soviet")


def test_a_question_in_battle_shows_the_place_and_numbers_its_answers(tmp_path: Path) -> None:
    seats = [asked(seed, tmp_path / str(seed)) for seed in range(12)]
    seat = next(s for s in seats if (d := s.game.decision("soviet")) and d.ask.name == "retreat")
    seat.keeper.folder.mkdir()
    screen = typed(seat, "")
    assert "or lose a CEL for each hex not retreated [5.3.1]" in screen
    assert "1 retreat: S1 INF retreats" in screen
    assert "stand: nobody retreats; S1 INF loses" in screen
    assert "Enter takes the first; retreat ID HEX" in screen
    assert "0304" in screen[: screen.index("or lose a CEL")]
    assert actions(seat, "soviet")[0]["do"] == "retreat"


class Scripted:
    """An opponent who does what he was told to, then ends his phases."""

    def __init__(self, *actions: Action) -> None:
        self.actions = list(actions)

    def choose(self, seat: Seat) -> Action:
        """The next of his actions that is legal, or the end of the phase."""
        for action in self.actions:
            if seat.may(action):
                self.actions.remove(action)
                return action
        return {"do": "end"}


def test_the_others_turn_is_told_as_a_story(seat: Terminal) -> None:
    walk = [{"do": "move", "units": ["s2"], "path": [h]} for h in ("0506", "0505")]
    seat.opponents = {"soviet": Scripted(*walk)}
    screen = typed(seat, "move g1 0302", *["end"] * 3)
    lines = [line.strip() for line in screen.splitlines()]
    assert lines.count("Movement of soviet") == 1
    told = lines.index("Movement of soviet")
    assert lines[told + 1] == "moves: S2 INF 0507→0506; S2 INF 0506→0505 [3.1.1]"
    assert lines.count("Movement of german") == 0  # one's own phase needs no heading
    assert "turn 2 of 2: Movement of german" in screen[screen.index("S2 INF") :]


def test_a_whole_game_is_played_through(tmp_path: Path) -> None:
    seat = desk(field(), tmp_path)
    screen = typed(
        seat, "move g2 0303", "move g1 0302", "end", "attack 0304", "y",
        *["1", "attack 0304", "y", "legal", "1", "end", ""] * 40,
    )  # fmt: skip
    assert seat.game.over
    assert "The game is over: " in screen
    assert (tmp_path / "position.grog").exists()


class Easygoing:
    """An opponent who takes every default and otherwise ends his phases."""

    def choose(self, seat: Seat) -> Action:
        """The default, or the end."""
        return seat.question.default or {"do": "end"}


def lesson() -> list[str]:
    """What the first game of the manual has one type."""
    text = (Path(__file__).parent.parent / "docs/wb95/klin.md").read_text(encoding="utf-8")
    return re.findall(r"^> (.+)$", text, re.M)


def test_the_lesson_of_the_manual_can_be_typed(tmp_path: Path) -> None:
    seat = desk(grognard.new("wb95/klin", seed=1941), tmp_path)
    seat.opponents = {"soviet": Easygoing()}
    asked = [line.split()[0] for line in lesson() if line.split()[0] not in ("map", "why", "odds")]
    screen = typed(seat, *lesson())
    assert len(asked) >= 10
    played = [action["do"] for action in actions(seat)]
    assert played == asked
    assert "final column: " in screen


@pytest.mark.parametrize("seed", range(3))
def test_no_line_brings_the_terminal_down(tmp_path: Path, seed: int) -> None:
    """Whatever is typed, sense or nonsense, the game goes on and can be loaded again."""
    rng = random.Random(seed)
    hidden = {"masking": rng.choice(["on", "off"])}
    game = grognard.new("wb95/klin", seed=seed, options=hidden)
    side = rng.choice(game.scenario.sides)
    seat = desk(game, tmp_path, side=side)
    ids = [piece.id for piece in seat.table.pieces(game, side)]
    nonsense = ["=", "units=", "'", ",", "n", "out", "12", *(f"{sign}{ids[0]}" for sign in "+-")]
    lines = iter(range(120))

    def read(prompt: str) -> str:
        if next(lines, None) is None:
            raise EOFError
        if prompt.startswith("attack?"):
            return rng.choice(["y", "n", "", f"-{rng.choice(ids)}", f"+{rng.choice(ids)}"])
        kinds = [offer.do for offer in seat.decision().ask.offers]
        first = rng.choice([*COMMANDS, *kinds, "end", "end", "", "1", "2", "3", "fly", "legal"])
        some = [*rng.sample(ids, 2), *rng.sample(game.board.labels, 2), rng.choice(nonsense)]
        return " ".join([first, *rng.sample(some, rng.randint(0, 3))]) if first != "save" else ""

    seat.run(read)
    if seat.keeper.path is not None:
        assert grognard.load(seat.keeper.path).view(None) == game.view(None)
