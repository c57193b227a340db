"""Packs: a player's charts and counters in the place of ours, and why some are refused."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.board.mapwriter import dump
from grognard.board.sketch import sketch
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError
from grognard.engine.saves import SaveError
from grognard.engine.sources import Texts
from grognard.engine.table import TableError
from grognard.systems.ocs import charts, results
from grognard.systems.ocs.system import OCS
from grognard.systems.ocs.turn.pre_turn import weather
from tests.systems.ocs.air.sky import bird, craft, fly, sky
from tests.systems.ocs.field import field, play, rig, told, unit
from tests.systems.ocs.reading.test_loader import SHEET, YAML

rule = pytest.mark.rule
PACK = Path(__file__).parent / "sample_pack"
GAME = YAML.replace("season: winter", "season: november")
TABLES = Path(results.__file__).parent / "tables"


def read(text: str = GAME, packs: tuple[Path, ...] = (PACK,), **more: str) -> Any:
    texts = {"sample.yaml": text, "sample.csv": SHEET, "sample.map": dump(sketch(9, 9)), **more}
    return library.read_scenario(Texts(texts), {"free-setup": "off"}, packs)[1]


def changed(tmp_path: Path, name: str, text: str) -> Path:
    """A pack with one file."""
    path = tmp_path / "mine" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return tmp_path / "mine"


def table(name: str) -> str:
    """The text of one of our tables, without its header lines."""
    lines = results.ocs_charts()[name].splitlines()
    return "\n".join(line for line in lines if not line.startswith("#")) + "\n"


# ---- what a pack changes


@rule("ocs", "MT-aircombat41")
@rule("ocs", "14.3e(C)")
def test_air_combat_by_the_charts_of_a_pack() -> None:
    """With 8 on two dice the defender aborts by our table, both by the pack's."""
    for packs, who, source in (((), "defender", "inferred"), ((PACK,), "both", "chart")):
        spec = {"weather": "mud", "season": "october"} if packs else {}
        game = sky(craft("a1", "0303"), craft("s1", "0313"), packs=packs, **spec)
        rig(game, 4, 4, 1, 1)
        play(game, "axis", fly("sweep", "a1", to="0313"))
        assert [fact["aborts"] for fact in told(game, "air-round")] == [who]
        assert not bird(game, "s1").active
        assert game.scenario.tables["air-combat"].cell(8, "aborts").source == source


@rule("ocs", "MT-weather")
@rule("ocs", "17.0a")
@rule("ocs", "MT-tec-move")
def test_weather_and_ground_by_the_charts_of_a_pack() -> None:
    """A game's own kinds of weather, months, conditions of the ground, and flight by side."""
    scenario, seen = read(), set()
    for seed in range(12):
        game: Any = Game(OCS, scenario, seed=seed)
        rolled = next(event for event in game.events if event.kind == "weather")
        name = "mud_storm" if sum(rolled.dice) <= 6 else "frost"
        seen.add(name)
        assert rolled.facts["weather"] == name
        assert weather(game).ground == {"mud_storm": "mud", "frost": "frozen"}[name]
    assert seen == {"mud_storm", "frost"}
    assert scenario.ground.conditions == ("frozen", "mud")
    scenario = read(GAME.replace("season: november", "season: october\nweather: rain"))
    rain: Any = Game(OCS, scenario, seed=3)
    assert results.weather_effects(scenario.tables, "rain", "allied").flight
    assert not results.weather_effects(scenario.tables, "rain", "axis").flight
    assert weather(rain).ground == "mud"


def test_counters_by_the_sheets_of_a_pack() -> None:
    ours, theirs = read(YAML, ()), read()
    assert ours.counters["a1"].combat.strength == 14
    assert (theirs.counters["a1"].combat.strength, theirs.counters["a1"].source) == (18, "chart")
    assert theirs.counters["s1"] == ours.counters["s1"]
    assert theirs.fingerprint != read(GAME.replace("november", "winter"), ()).fingerprint


def test_a_pack_lies_over_the_tables_that_a_scenario_brings_along(tmp_path: Path) -> None:
    own = table("supply-arrivals").replace("2,8", "2,9")
    text = "# title: Ours\n# rule: MT-sparrival\n# source: house\n" + own
    spec = YAML + "tables: [supply-arrivals]\n"
    brought = read(spec, (), **{"supply-arrivals.csv": text})
    assert results.number(brought.tables, "supply-arrivals", 2, "tokens") == 9
    pack = changed(tmp_path, "supply-arrivals.csv", "roll,axis-tokens,tokens\n2-12,1,7\n")
    over = read(spec, (pack,), **{"supply-arrivals.csv": text})
    assert results.number(over.tables, "supply-arrivals", 2, "axis-tokens") == 1
    assert over.tables["supply-arrivals"].title == "Ours"


def test_the_last_pack_lies_on_top(tmp_path: Path) -> None:
    text = (PACK / "air-combat.csv").read_text(encoding="utf-8").replace("both", "attacker")
    pack = changed(tmp_path, "air-combat.csv", text)
    for packs, who in (((PACK, pack), "attacker"), ((pack, PACK), "both")):
        assert read(packs=packs).tables["air-combat"].cell(7, "aborts").value == who


def test_a_game_with_a_pack_is_loaded_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    for name, text in (("own/sample.yaml", GAME), ("own/sample.csv", SHEET),
                       ("maps/sample/sample.map", dump(sketch(9, 9)))):  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / "own" / "sample.yaml"
    game = grognard.new(path, seed=1, packs=[PACK])
    game.save(tmp_path / "mine.grog")
    _, scenario = library.find_scenario(path, packs=[PACK])
    assert grognard.load(tmp_path / "mine.grog", scenario=scenario).state == game.state
    path.write_text(YAML, encoding="utf-8")
    _, other = library.find_scenario(path)
    with pytest.raises(SaveError, match="not the one this game was played with"):
        grognard.load(tmp_path / "mine.grog", scenario=other)


@pytest.mark.parametrize("name", sorted(charts.CHARTS))
def test_every_table_can_be_replaced(name: str, tmp_path: Path) -> None:
    """The whole text of a table, read from a pack, is the same table with another source."""
    found = results.ocs_tables([changed(tmp_path, f"{name}.csv", table(name))])[name]
    ours = results.ocs_tables()[name]
    assert [(r, c, cell.value) for r, c, cell in found.items()] == [
        (r, c, cell.value) for r, c, cell in ours.items()
    ]
    assert {cell.source for _, _, cell in found.items()} == {"chart"}
    assert (found.title, found.rule) == (ours.title, ours.rule)


def test_every_table_is_known_and_read() -> None:
    """No table without a form, none that no rule reads."""
    files = [*TABLES.glob("*.csv"), *(TABLES / "games" / "default").glob("*.csv")]
    assert {path.stem for path in files} == set(charts.CHARTS) == set(results.ocs_tables())
    modules = [p for p in TABLES.parent.rglob("*.py") if p.name != "charts.py"]
    code = "".join(path.read_text(encoding="utf-8") for path in modules)
    described = {"re-sizes", "glossary"}  # what they say is the rules', and no pack changes it
    costs = {"barrage-cost", "facility-cost"}  # named with their tables
    unread = {name for name in charts.CHARTS if f'"{name}"' not in code}
    assert unread == described | costs


@rule("ocs", "CT-airdrop")
@rule("ocs", "14.10d")
def test_drops_of_a_nation_have_the_modifier_of_the_chart(tmp_path: Path) -> None:
    limits = {"axis": {"drop_modifier": "soviet"}}
    assert field(unit("a1", "0303"), limits=limits).scenario.limits["axis"].drop_modifier == -1
    text = "condition,modifier\nallied_europe_1944,-1\nsoviet,-2\n"
    pack = changed(tmp_path, "air-drop-modifiers.csv", text)
    game = field(unit("a1", "0303"), limits=limits, packs=[pack])
    assert game.scenario.limits["axis"].drop_modifier == -2
    with pytest.raises(ScenarioError, match="no drops are 'norse'"):
        field(unit("a1", "0303"), limits={"axis": {"drop_modifier": "norse"}})


# ---- what is refused


BAD = [
    # file, what to change, into what, line, what is said
    ("air-combat", "7,both", "7,nobody", 3, "'nobody' cannot be read; attacker or both or"),
    ("air-combat", "6-,attacker\n", "", 1, "does not cover every roll; rows for 2 to 12"),
    ("air-combat", "roll,aborts", "roll,abort", 1, "no rule reads a column abort; did you mean"),
    ("air-combat", "7,both\n", "", 3, "row 7 is missing before 8+"),
    ("combat", "1,AL2,AL2", "1,AL2,BL2", 2, "a result such as Ao1e4 DL1o2"),
    ("combat", "roll,1,2,", "roll,1,two,", 1, "other columns than the table replaced"),
    ("barrage", "12,DG", "12,DG!", 12, "'DG!' cannot be read"),
    ("facility", "1,-,-", "1,-,1**", 2, r"such as 1* (5)"),
    ("facility-cost", "41-80,81+", "41-90,91+", 1, "other columns than facility"),
    ("landing", "2-,S2 C1", "2-,S2C1", 2, "losses such as S1 C1"),
    ("mission-loss", "4,2,2,4", "4,3,2,4", 5, "of 2 aircraft none is number 3"),
    ("mission-loss", "5,2,3,weakest", "5,2,3,eldest", 6, "a place from 1 to 4, weakest or"),
    ("flak", "zone_fighter,1", "zone_fighter,one", 2, "a whole number, perhaps with a sign"),
    ("flak", "headquarters,1", "flag,1", 5, "row flag is not in this place"),
    ("capture", "5,50,50,75", "5,50,50,175", 6, "a percentage from 0 to 100"),
    ("odds", "open,1:5", "open,1:0", 2, "odds such as 3:1"),
    ("weather", "2-3,mud_storm", "2-3,hail", 2, "no weather is 'hail'"),
    ("weather", "11-12,dry,dry,mud,snow\n", "", 1, "does not cover every roll"),
    ("weather-effects", "snow,snow,yes", "snow,ice,yes", 6, "no costs for 'ice' ground"),
    ("weather-effects", "mud,mud,yes", "mud,mud,perhaps", 4, "yes or no would be right"),
    ("weather-effects", "weather,ground", "weather,soil", 1, "no rule reads a column soil"),
    ("terrain-movement", "clear,hex,1,", "clear,hex,1/5,", 2, "points with halves"),
    ("terrain-movement", "snow truck", "snow lorry", 1, "leg, tracked and truck"),
    ("terrain-movement", "desert,hex", "dunes,hex", 11, "dunes has costs but no effects"),
    ("terrain-movement", "estuary,hexside", "bridge,hexside", 20, "a bridge costs nothing"),
    ("terrain-combat", "woods,hex,close", "woods,hex,thick", 6, "open or close or"),
    ("terrain-combat", "beach,hexside", "shingle,hexside", 1, "beach would have to be there"),
    ("rebuild", "mech,1,1,no", "mech,1,1,maybe", 3, "yes or no"),
    ("rebuild", "unit,pax", "unit,men", 1, "no rule reads a column men"),
    ("supply-arrivals", "roll,tokens", "roll,romulan-tokens", 1, "of no side that plays"),
    ("re-sizes", "company,1,1", "company,2,1", 3, "1 would be right: no chart changes that"),
    ("air-missions", "sweep,movement,4,1", "sweep,movement,4,9", 3, "no chart changes that"),
    ("supply-costs", "attack,1", "attack,free", 2, "a whole number would be right"),
]


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "said"), BAD, ids=[f"{bad[0]}-{bad[2][:12]}" for bad in BAD]
)
def test_a_bad_table_is_refused_with_file_and_line(
    name: str, old: str, new: str, line: int, said: str, tmp_path: Path
) -> None:
    assert old in table(name)
    pack = changed(tmp_path, f"{name}.csv", table(name).replace(old, new, 1))
    with pytest.raises(TableError, match=re.escape(said)) as error:
        field(unit("a1", "0303"), packs=[pack])
    assert str(error.value).startswith(f"{pack / name}.csv:{line}: ")


def test_a_bad_table_of_a_scenario_is_refused_as_the_scenario_is() -> None:
    head = "# title: Ours\n# rule: MT-rebuild\n# source: house\n"
    text = head + table("rebuild").replace("armor,0,1,no", "armor,0,1,never")
    with pytest.raises(ScenarioError, match=r"^rebuild\.csv:5: armor, two: 'never' cannot be read"):
        read(YAML + "tables: [rebuild]\n", (), **{"rebuild.csv": text})


def test_a_map_with_ground_that_a_packs_chart_lacks_is_refused(tmp_path: Path) -> None:
    pack = changed(
        tmp_path, "terrain-movement.csv", table("terrain-movement").replace("swamp", "bog")
    )
    (pack / "terrain-combat.csv").write_text(table("terrain-combat").replace("swamp", "bog"))
    with pytest.raises(ScenarioError, match="the map has 'swamp', which the chart does not know"):
        field(unit("a1", "0303"), board=sketch(5, 5, terrain={"0404": "swamp"}), packs=[pack])


def test_a_pack_without_the_season_of_the_scenario_is_refused() -> None:
    with pytest.raises(
        ScenarioError, match=r"sample\.yaml:8: there is no season 'winter': october"
    ):
        read(YAML)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("a1,axis", "a7,axis", 2, "there is no counter 'a7' to replace; known: a1, a2, s1"),
        ("18:3 leg", "strong", 2, "a side is written like '12:5 tracked', not 'strong'"),
        ("id,side", "name,side", 1, "the column 'id' is missing; a sheet has id, side"),
    ],
)
def test_a_bad_counter_is_refused_with_the_packs_file(
    old: str, new: str, line: int, said: str, tmp_path: Path
) -> None:
    pack = Path(shutil.copytree(PACK, tmp_path / "mine"))
    path = pack / "counters" / "sample.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ScenarioError, match=re.escape(said)) as error:
        read(packs=(pack,))
    assert str(error.value).startswith(f"{path}:{line}: ")


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    pack = changed(tmp_path, "wether.csv", "roll,summer\n2-12,dry\n")
    with pytest.raises(TableError, match=r"wether\.csv: no table is called wether"):
        read(YAML, (pack,))
    (pack / "wether.csv").unlink()
    (pack / "weather.csv").write_bytes(b"roll,summer\n2-12,dr\xff\n")
    with pytest.raises(TableError, match=r"weather\.csv:2: this is no text in UTF-8"):
        read(YAML, (pack,))
