"""The command line: what it prints for people and programs, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

import grognard
from grognard.atlas import AtlasError
from grognard.cli import app, games
from grognard.cli.application import MISTAKES, Mistake, main
from grognard.engine.game import Game
from grognard.library import UnknownName, tabletop

run = CliRunner().invoke

CODE = "from grognard.cli import main; main()"


def command(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The installed command, as a user runs it."""
    line = [sys.executable, "-c", CODE, *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload,no-any-return]


def begun(scenario: str, phase: str) -> Game[Any]:
    """A game of which nothing was decided before a phase of the first side."""
    game = grognard.new(scenario, seed=4)
    while not game.phase.startswith(phase):
        side = str(game.to_act)
        asked = game.decision(side)
        assert asked is not None
        first = [o.do for o in asked.ask.offers if o.do in ("ready", "end")]
        game.play(side, asked.ask.default or {"do": first[0]})
    return game


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game of which nothing was decided, saved in the first Movement Phase."""
    path = tmp_path / "g.grog"
    begun("wb95/typhoon", "Movement").save(path)
    return path


@pytest.fixture
def battle(tmp_path: Path) -> tuple[Path, str]:
    """A game in which a battle can be fought, and the hex to be attacked."""
    game = begun("wb95/klin", "Movement")
    faces = tabletop(game).faces(game, "german")
    enemies = {h for h, face in faces.items() if face.side == "soviet"}
    for action in game.legal("german"):
        near = set(game.board.around(game.board.hex(action["path"][-1]))) & enemies
        if near:
            game.play("german", action)
            break
    game.play("german", {"do": "end"})
    path = tmp_path / "b.grog"
    game.save(path)
    return path, game.board.label(min(near))


def test_the_scenarios_are_listed_for_people_and_for_programs() -> None:
    assert "wb95/typhoon" in run(app, ["scenarios"]).stdout
    listed = json.loads(run(app, ["scenarios", "--json"]).stdout)
    found = next(row for row in listed if row["id"] == "wb95/typhoon")
    assert (found["title"], found["system"]) == ("Typhoon", "wb95")
    assert found["sides"] == ["german", "soviet"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("rules", "wb96"), "there is no system 'wb96'; did you mean 'wb95'?"),
        (("play", "wb95/tyfoon"), "did you mean 'wb95/typhoon'?"),
        (("play", "wb95/typhoon", "--side", "germen"), "did you mean 'german'?"),
        (("play", "wb95/typhoon", "--opponent", "randon"), "did you mean 'random'?"),
        (("play", "wb95/typhoon", "--option", "maskign=off"), "did you mean 'masking'?"),
        (("play", "wb95/typhoon", "--option", "masking"), "written name=value"),
        (("play", "wb95/typhoon", "--pack", "nowhere"), "there is no pack 'nowhere'"),
        (("verify", "no-such.grog"), "no-such.grog"),
        (("tables", "wb95", "combet"), "did you mean 'combat'?"),
        (("simulate", "wb95/typhoon", "--players", "staf,random"), "did you mean 'staff'?"),
        (("simulate", "wb95/typhoon", "--players", "a,b,c"), "there is no player 'a'"),
        (("simulate", "wb95/typhoon", "--players", "random,random,random"), "3 players for 2"),
        (("map", "wb95/typhoon", "-o", "x.svg", "--window", "2010"), "two hexes, as 2010-3430"),
        (("map", "wb95/typhoon", "-o", "x.svg", "--window", "2010-9999"), "9999 is not on the map"),
        (("scenarois",), "scenarios"),
        (("new", "wb95/typhoon", "/no/such/folder/x.grog"), "No such file or directory"),
    ],
)
def test_no_traceback_reaches_a_user(
    words: tuple[str, ...],
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["grognard", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert text in " ".join(said.split())
    assert "Traceback" not in said


def test_an_error_of_our_own_is_a_sentence_too() -> None:
    broken = "import grognard.cli.application as a\n@a.app.command()\ndef broken():\n    1 / 0\n"
    line = [sys.executable, "-c", f"import grognard.cli\n{broken}a.main()", "broken"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "an error in Grognard, not yours: ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_save_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "g.grog"
    grognard.new("wb95/typhoon", seed=1).save(path)
    assert "every action legal" in run(app, ["verify", str(path)]).stdout
    checked = json.loads(run(app, ["verify", str(path), "--json"]).stdout)
    assert checked["ok"] is True
    assert [line.split(":")[0] for line in checked["checked"][1:]] == [
        "0 dice recomputed from the revealed seed, the secret of whoever ran the game alone",
        "the game is not over",
    ]


@pytest.mark.parametrize("words", [["verify"], ["show"], ["replay"], ["play"], ["odds"]])
@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "g.grog:1: the file is empty"),
        (b"hello\n", "g.grog:1: this line cannot be read"),
        (b'{"format": "chess", "chain": "x"}\n', "g.grog:1:"),
        (b"\xff\xfe\n", "g.grog:1:"),
    ],
)
def test_a_foreign_file_is_refused_with_its_line(
    tmp_path: Path, words: list[str], content: bytes, line: str
) -> None:
    path = tmp_path / "g.grog"
    path.write_bytes(content)
    more = ["{}"] if words == ["odds"] else []
    done = run(app, [*words, str(path), *more])
    assert line in str(done.exception)
    assert done.exit_code


def test_a_broken_line_is_named(save: Path) -> None:
    save.write_bytes(save.read_bytes().replace(b"begin", b"begun"))
    done = command("show", str(save))
    assert done.returncode == 2
    assert "g.grog:2: this line is not the one that was written here" in done.stderr


def test_a_torn_line_is_dropped_on_demand(save: Path) -> None:
    with save.open("ab") as out:
        out.write(b'{"by": "german"')
    assert "salvage" in str(run(app, ["show", str(save)]).exception)
    assert "Movement of german" in run(app, ["show", str(save), "--salvage"]).stdout


def test_tables_are_shown_whole_with_their_sources() -> None:
    assert "combat  Combat results [T.combat]" in run(app, ["tables", "wb95"]).stdout
    shown = run(app, ["tables", "wb95", "combat"]).stdout
    assert "-1 / D5D -1" in shown
    assert "…" not in shown
    cells = json.loads(run(app, ["tables", "wb95", "combat", "--json"]).stdout)["combat"]
    assert {"row": "3", "column": "7:1", "value": "T / D4 -1", "source": "inferred"} in cells


def test_values_that_are_ours_are_marked_in_tables() -> None:
    listed = run(app, ["tables", "ocs"]).stdout.splitlines()
    assert "flak  Flak modifiers [MT-flakmods]  chart, example" in listed
    assert "landing-modifiers  Modifiers for landings [18.5f]  house" in listed
    assert "air-bases  What an Air Base can do [15.0b]" in listed
    shown = run(app, ["tables", "ocs", "flak"]).stdout
    assert "zone_no_fighter   │ 2 c" in shown
    assert "zone_fighter      │ 1 e" in shown
    assert "h house" in shown
    assert "of the v4.1 chart, which the text does not print" in " ".join(shown.split())
    assert "port           │ 1 h" in run(app, ["tables", "ocs", "landing-modifiers"]).stdout
    assert "[1/2] c" in run(app, ["tables", "ocs", "barrage"]).stdout


def test_a_game_is_begun_and_never_over_another(tmp_path: Path) -> None:
    path = str(tmp_path / "g.grog")
    assert "Typhoon begins" in run(app, ["new", "wb95/typhoon", path, "--seed", "4"]).stdout
    again = run(app, ["new", "wb95/typhoon", path])
    assert "is there already" in str(again.exception)
    other = str(tmp_path / "h.grog")
    facts = json.loads(
        run(app, ["new", "wb95/typhoon", other, "--option", "masking=off", "--json"]).stdout
    )
    assert facts["scenario"] == "wb95/typhoon"
    assert grognard.load(other).options["masking"] == "off"
    assert grognard.load(other).commitment == facts["commitment"]


def test_a_game_is_shown_as_a_side_may_see_it(save: Path) -> None:
    assert "Movement of german" in run(app, ["show", str(save), "--side", "soviet"]).stdout
    view = json.loads(run(app, ["show", str(save), "--side", "soviet", "--json"]).stdout)
    assert view["player"] == "soviet"
    assert isinstance(run(app, ["show", str(save), "--side", "x"]).exception, UnknownName)


def test_a_game_is_shown_as_it_lies_open_to_all(save: Path, tmp_path: Path) -> None:
    view = json.loads(run(app, ["show", str(save), "--side", "public", "--json"]).stdout)
    assert (view["player"], view["units"]) == ("public", {})
    assert {row["side"] for row in view["enemy"]} == {"german", "soviet"}
    assert "Movement of german" in run(app, ["show", str(save), "--side", "public"]).stdout
    told = [
        json.loads(run(app, ["replay", str(save), "--json", *of]).stdout)
        for of in ([], ["--side", "public"])
    ]
    assert len(told[0]) >= len(told[1]) > 0
    wish = ["odds", str(save), "end", "--side", "public"]
    assert isinstance(run(app, wish).exception, UnknownName)


def test_a_game_is_told_again(battle: tuple[Path, str]) -> None:
    path = str(battle[0])
    told = json.loads(run(app, ["replay", path, "--json"]).stdout)
    assert "move" in [event["kind"] for event in told]
    text = run(app, ["replay", path]).stdout
    assert "german\n" in text
    assert "[3.1.1]" in text
    assert "Attack of german" in text.splitlines()[-1]
    secret = json.loads(run(app, ["replay", path, "--json", "--side", "soviet"]).stdout)
    assert len(secret) <= len(told)


def test_odds_of_an_attack_in_short_in_words_and_as_json(battle: tuple[Path, str]) -> None:
    path, target = str(battle[0]), battle[1]
    found = json.loads(run(app, ["odds", path, "attack", target, "--json"]).stdout)
    assert sum(Fraction(o["probability"]) for o in found["outcomes"]) == 1
    assert found["reckoning"]["attack"]["parts"][0]["rule"]
    action = found["action"]
    same = json.loads(run(app, ["odds", path, json.dumps(action), "--json"]).stdout)
    assert same == found
    words = ["attack", f"units={','.join(action['units'])}", f"targets={target}"]
    bare = json.loads(run(app, ["odds", path, *words, "--json"]).stdout)
    assert bare["action"]["units"] == action["units"]
    shown = run(app, ["odds", path, "attack", target]).stdout
    assert "final column: " in shown
    assert "█" in shown


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["attack", "9999"], "9999 is not on the map"),
        (['{"do": '], "not JSON"),
        (["[1]"], "'[1]' is not offered now"),
        (["attack", "units=x", "targets=2719"], "'x' is no unit of german"),
        (["attack", "units=x", "targets=2719", "bonus=two"], "bonus=two should be a whole number"),
        (["end", "--side", "soviet"], "soviet is not asked anything now"),
        (["end", "--side", "roman"], "there is no side 'roman'"),
    ],
)
def test_odds_of_nonsense_are_refused(
    battle: tuple[Path, str], words: list[str], text: str
) -> None:
    done = run(app, ["odds", str(battle[0]), *words])
    assert text in str(done.exception)
    assert isinstance(done.exception, MISTAKES)


def test_what_may_not_be_known_has_no_odds(save: Path) -> None:
    game = grognard.new("wb95/typhoon", seed=1)
    while game.decision("german") is None or game.decision("german").ask.name != "air":
        side = str(game.to_act)
        game.play(side, {"do": "ready"})
    game.save(save)
    for words in (['{"do": "assign", "missions": []}'], ["fly"]):
        shown = run(app, ["odds", str(save), *words, "--side", "german"])
        assert "[8.1.7]" in shown.stdout


def test_a_map_is_drawn_into_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def write_map(game: Game[Any], path: Path, **more: Any) -> None:
        asked.update(more, scenario=game.scenario.id, path=path)

    monkeypatch.setattr("grognard.atlas.write_map", write_map)
    words = ["--side", "german", "--no-units", "--window", "2010-3229", "--width", "800"]
    path = tmp_path / "k.png"
    done = run(app, ["map", "wb95/klin", "-o", str(path), *words])
    assert "holds the map" in done.stdout
    assert asked == {
        "scenario": "wb95/klin",
        "path": path,
        "side": "german",
        "units": False,
        "window": ("2010", "3229"),
        "width": 800,
    }


def test_what_the_atlas_refuses_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_map(game: Game[Any], path: Path, **more: Any) -> None:
        raise AtlasError("png, svg or pdf, not xyz")

    monkeypatch.setattr("grognard.atlas.write_map", write_map)
    done = run(app, ["map", "wb95/klin", "-o", str(tmp_path / "k.xyz")])
    assert isinstance(done.exception, Mistake)


def test_a_game_is_shown_in_colours_where_they_can_be_seen(
    battle: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for width, sign in ((130, "2719"), (90, "2029"), (50, "2029")):
        screen = Console(width=width, force_terminal=True, color_system="truecolor", record=True)
        screen.file = StringIO()
        monkeypatch.setattr(games, "console", screen)
        run(app, ["show", str(battle[0])])
        text = screen.export_text(styles=True)
        assert "\x1b[" in text
        plain = " ".join(Text.from_ansi(text).plain.split())
        assert sign in plain
        assert "german is asked: attack" in plain
        assert "German victory points" in plain
