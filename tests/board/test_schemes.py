"""The map by day and by night: the same country, in other colours, in named layers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from grognard.board.drawn.drawing import draw_board
from grognard.board.drawn.style import NIGHT, PLAIN, SCHEMES, Style
from grognard.board.sketch import sketch

BOARD = sketch(
    6,
    8,
    terrain={"0203": "forest", "0204": "forest", "0404": "city", "0405": "city", "0502": "lake"},
    sides=["0301-0302 river", "0302-0402 river", "0402-0303 river"],
    links=["0201-0202-0203 main", "0404-0405-0406 rail"],
    places={"Klin": "city 0404 0405", "Sokol": "airfield 0303"},
)
LAYERS = ["ground", "water", "beyond", "grid", "routes", "places", "numbers", "names"]
COLOUR = re.compile(r"#[0-9a-f]{6}")


@pytest.mark.parametrize("style", SCHEMES.values(), ids=SCHEMES)
def test_the_layers_have_names_and_stand_in_order(style: Style) -> None:
    picture = ET.fromstring(draw_board(BOARD, style).svg())
    layers = [each.get("data-layer") for each in picture.iter() if each.get("data-layer")]
    assert [name for name in layers if name != "river-names"] == LAYERS


def test_night_changes_colours_and_nothing_else() -> None:
    day, night = (draw_board(BOARD, style).svg() for style in (PLAIN, NIGHT))
    bare = []
    for picture in (day, night):
        ids = re.sub(r"§|(?<=[\"#a-z0-9-])[0-9a-f]{6}(?=[\")])", "", picture)
        images = re.sub(r"base64,[^\"]+", "", ids)
        bare.append(re.sub(r"stroke-width=\"[\d.]+\"", "", COLOUR.sub("", images)))
    assert len(bare[0]) == pytest.approx(len(bare[1]), rel=0.01)
    assert set(COLOUR.findall(day)).isdisjoint({NIGHT.paper, NIGHT.margin, NIGHT.ink})
    left = set(COLOUR.findall(night)) & {PLAIN.paper, PLAIN.margin, PLAIN.ink, PLAIN.halo}
    assert not left


def _light(colour: str) -> float:
    """How light a colour is, 0 to 1, by the eye's own measure."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("style", SCHEMES.values(), ids=SCHEMES)
def test_lettering_can_be_read_on_its_ground(style: Style) -> None:
    def contrast(a: str, b: str) -> float:
        high, low = sorted((_light(a), _light(b)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    for ink in (style.ink, style.water_ink, style.road_ink):
        assert contrast(ink, style.halo) > 4.5
        assert contrast(ink, style.paper) > 4.5
    assert contrast(style.small_ink, style.margin) > 4.5
    assert contrast(style.number_ink, style.paper) > 4.5
