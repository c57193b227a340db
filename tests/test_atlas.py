"""Maps written to files: whole, of the size asked, the same every time, and without secrets."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard import library
from grognard.atlas import FACES, FONTS, AtlasError, as_png, map_svg, with_typefaces, write_map
from grognard.engine.game import Game
from grognard.systems.wb95.system import Wb95
from tests.systems.wb95.field import field, unit

SVG = "{http://www.w3.org/2000/svg}"
KLIN = ("2519", "2914")


@pytest.fixture(scope="module")
def typhoon() -> Game[Any]:
    return library.new("wb95/typhoon", seed=7)


@pytest.fixture(scope="module")
def sheet(typhoon: Game[Any]) -> str:
    """The whole sheet as the umpire sees it."""
    return map_svg(typhoon)


def words(text: str) -> set[str]:
    root = ElementTree.fromstring(text)
    return {"".join(element.itertext()) for element in root.iter(f"{SVG}text")}


def told(text: str) -> str:
    root = ElementTree.fromstring(text)
    return "\n".join("".join(element.itertext()) for element in root.iter(f"{SVG}title"))


# ---- files


def test_an_svg_is_well_formed_and_has_the_asked_width(typhoon: Game[Any], tmp_path: Path) -> None:
    path = tmp_path / "klin.svg"
    write_map(typhoon, path, window=KLIN, width=900)
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    assert root.get("width") == "900"


def test_a_png_has_the_asked_width(typhoon: Game[Any], tmp_path: Path) -> None:
    path = tmp_path / "klin.PNG"
    write_map(typhoon, path, window=KLIN, width=400)
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", data[16:24])
    assert wide == 400
    assert 300 < high < 900


def test_a_map_is_written_the_same_every_time(typhoon: Game[Any], tmp_path: Path) -> None:
    for suffix in ("svg", "png"):
        one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
        for path in (one, two):
            write_map(typhoon, path, window=KLIN, width=300)
        assert one.read_bytes() == two.read_bytes()


def test_the_whole_sheet_is_not_too_large(sheet: str) -> None:
    assert len(with_typefaces(sheet).encode()) < 6_000_000


def test_letters_come_out_without_the_machine_s_typefaces() -> None:
    text = '<text x="5" y="40" font-size="30" font-family="{}"{}>Klin 34</text>'
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">{}</svg>'
    blank = as_png(frame.format(""), 200)
    hands = [("'Alegreya Sans'", ""), ("Alegreya", ' font-style="italic"'), ("serif", "")]
    pictures = [as_png(frame.format(text.format(*hand)), 200) for hand in hands]
    assert len({blank, *pictures}) == 4


def test_typefaces_go_with_the_picture_and_their_licence_with_the_package(
    typhoon: Game[Any], tmp_path: Path
) -> None:
    path = tmp_path / "klin.svg"
    write_map(typhoon, path, window=KLIN)
    assert path.read_text(encoding="utf-8").count("@font-face") == len(FACES)
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


# ---- what is on it


def test_every_named_place_is_on_the_map(typhoon: Game[Any], sheet: str) -> None:
    texts = words(sheet)
    for place in typhoon.board.places.values():
        if place.kind in ("city", "town", "village"):
            written = place.name.upper() if place.kind == "city" else place.name
            assert written in texts


def test_rivers_and_lakes_are_named(sheet: str) -> None:
    assert {"Volga", "Moskva", "Lama", "Nara", "Lake Senezh", "Istra reservoir"} <= words(sheet)


def test_every_unit_on_the_map_is_told_of(typhoon: Game[Any], sheet: str) -> None:
    titles = told(sheet)
    units = [u for u in typhoon.view(None)["units"].values() if u["place"] == "map"]
    assert len(units) > 100
    for name, facts in typhoon.view(None)["units"].items():
        if facts["place"] == "map":
            counter = typhoon.scenario.counters[name]
            assert f"{counter.type} {counter.name}" in titles


def test_margin_and_marks_of_typhoon(sheet: str) -> None:
    texts = words(sheet)
    assert {"TYPHOON", "15 Nov", "4 Dec", "victory points", "German entry zone"} <= texts
    assert any("OpenStreetMap contributors (ODbL 1.0)" in text for text in texts)
    assert any("one hex is 3.4 km across" in text for text in texts)
    assert "each village: 1 VP" in told(sheet)
    assert "Minsk Highway: entry zone" in told(sheet)


def test_every_reference_has_its_target(sheet: str) -> None:
    found = set(re.findall(r'id="([^"]+)"', sheet))
    assert set(re.findall(r'href="#([^"]+)"', sheet)) <= found
    assert set(re.findall(r"url\(#([^)]+)\)", sheet)) <= found
    assert "§" not in sheet


def test_without_units_there_are_no_counters_and_nothing_of_the_moment(
    typhoon: Game[Any],
) -> None:
    bare = map_svg(typhoon, units=False, window=KLIN)
    assert 'class="counter"' not in bare
    assert 'class="counter"' in map_svg(typhoon, window=KLIN)
    assert "Turn 1" not in bare
    assert "KLIN" in words(bare)


def test_a_window_shows_its_own_ground_only(typhoon: Game[Any]) -> None:
    texts = words(map_svg(typhoon, window=KLIN))
    assert "KLIN" in texts
    assert "MOSCOW" not in texts


# ---- secrets


@pytest.mark.rule("wb95", "16.1.1")
def test_what_a_side_may_not_see_is_not_on_its_map() -> None:
    def game(below: str) -> Game[Any]:
        return field(
            unit("gfar", "0101"), unit(below, "0808", formation="secret"), unit("stop", "0808"),
            options={"masking": "on"},
        )  # fmt: skip

    one, two = game("sone"), game("stwo")
    assert map_svg(one, side="german") == map_svg(two, side="german")
    assert map_svg(one, side="soviet") != map_svg(two, side="soviet")
    assert "sone" not in map_svg(one, side="german")
    assert "secret" not in map_svg(one, side="german")
    assert "stop" in map_svg(one, side="german")
    assert "sone" in map_svg(one, side="soviet")


# ---- what cannot be drawn


def test_other_suffixes_are_refused(typhoon: Game[Any], tmp_path: Path) -> None:
    for name in ("map.jpg", "map"):
        with pytest.raises(AtlasError, match=r"\.svg or \.png, not as"):
            write_map(typhoon, tmp_path / name)
        assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"window": ("9999", "2914")}, "the window: .*did you mean"),
        ({"window": ("2914", "2519")}, "2914 does not lie above and left of 2519"),
        ({"window": ("2514", "2919")}, "name the hex at the top left first"),
        ({"side": "sovjet"}, "did you mean 'soviet'"),
        ({"side": "french"}, "no side 'french'"),
        ({"width": 10}, "200 to 12000 pixels wide, not 10"),
        ({"width": 99999}, "not 99999"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    typhoon: Game[Any], tmp_path: Path, asked: dict[str, Any], says: str
) -> None:
    with pytest.raises(AtlasError, match=says):
        write_map(typhoon, tmp_path / "map.svg", **asked)


def test_a_system_that_does_not_draw_has_its_bare_map(
    typhoon: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wb95, "poster", lambda *_: None)
    with pytest.raises(AtlasError, match="does not draw its counters"):
        map_svg(typhoon, window=KLIN)
    texts = words(map_svg(typhoon, units=False, window=KLIN))
    assert {"TYPHOON", "KLIN", "forest"} <= texts
