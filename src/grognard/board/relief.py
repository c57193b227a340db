"""The lie of the land and the grain of the paper, as small pictures laid over a drawn map.

The land falls toward its waters and rises toward hills; the light comes from the upper left. It is
there for the eye: what a slope does in play is said by terrain and hexsides alone.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grognard.board.roughness import Field, clouds, scatter, shifted
from grognard.board.style import PLAIN, Style
from grognard.board.tracing import Box, Point, Sheet, fixed

STEP = 7
"""A pixel of the relief is this many units wide."""
GRAIN = 128
"""The grain of the paper comes again after this many pixels of COARSE units."""
COARSE = 2.4
RISES = {"hill": 1.0, "rough": 0.7, "mountain": 2.0}
"""How high some terrains rise."""
SMOOTH = 'style="image-rendering:smooth"'
PAD = 12
"""Pixels beyond each edge, so that what is spread there comes out right."""


def paper(name: str, style: Style = PLAIN) -> str:
    """The grain of the paper: a pattern of faint specks and fibres."""
    rows, columns = np.mgrid[0:GRAIN, 0:GRAIN].astype(np.int64)
    specks = scatter(columns, rows, 71) - 0.5
    fibres = _smoothed(scatter(columns, rows, 72) - 0.5, 1, "wrap") * 2.4
    picture = _data(_tinted((specks * 0.5 + fibres) * 34, style))
    size = f'width="{fixed(GRAIN * COARSE)}" height="{fixed(GRAIN * COARSE)}"'
    return (
        f'<pattern id="{name}§" {size} patternUnits="userSpaceOnUse">'
        f'<image {size} {SMOOTH} href="{picture}"/></pattern>'
    )


def relief(sheet: Sheet, box: Box, waters: Iterable[Sequence[Point]], style: Style = PLAIN) -> str:
    """The shading of the land within a rectangle; waters are lines of points close together."""
    x, y = _pixels(box)
    left, top = (round(edge / STEP) - PAD for edge in box[:2])
    wet: Field = np.zeros_like(x)
    for line in waters:
        for px, py in line:
            row, column = round(py / STEP) - top, round(px / STEP) - left
            if 0 <= row < wet.shape[0] and 0 <= column < wet.shape[1]:
                wet[row, column] = 1
    ground = sheet.terrain_at(x, y)
    wet[ground == "lake"] = 1
    height = clouds(x, y, 190, 81, 5) * 2.2 + clouds(x, y, 46, 91, 2) * 0.35
    height -= 4.2 * np.minimum(_smoothed(wet, 5) * 3, 1) + 5 * _smoothed(wet, 12)
    for terrain, rise in RISES.items():
        hills = (ground == terrain).astype(np.float64)
        if hills.any():
            height += rise * (3 * _smoothed(hills, 3) + 2 * clouds(x, y, 30, 85, 3) * hills)
    slope = np.zeros_like(height)
    slope[1:-1, 1:-1] = (height[2:, 2:] - height[:-2, :-2]) * 0.5
    slope[wet > 0] = 0
    strength = np.clip(_smoothed(slope, 1) * 135, -48, 84)[PAD:-PAD, PAD:-PAD]
    return _laid(box, _tinted(strength, style))


def frontiers(sheet: Sheet, box: Box, grounds: Sequence[tuple[Iterable[int], str]]) -> str:
    """A glow of its own colour along the inner edge of each ground, as old maps have it."""
    x, y = _pixels(box)
    u, v = shifted(x, y, -0.15 * sheet.size, 0.75 * sheet.size, 31)
    at = sheet.hexes_at(u, v)
    pixels: NDArray[np.uint8] = np.zeros((*x.shape, 4), np.uint8)
    for hexes, colour in grounds:
        own = np.isin(at, np.array(sorted(hexes), np.int64))
        foreign = _smoothed((~own & (at >= 0)).astype(np.float64), 3)
        pixels[own, :3] = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        pixels[own, 3] = np.clip(foreign[own] * 190, 0, 86).astype(np.uint8)
    return _laid(box, pixels[PAD:-PAD, PAD:-PAD])


def _pixels(box: Box) -> tuple[Field, Field]:
    """Where the pixels of a picture over a rectangle lie, with some to spare on every side."""
    left, top, right, bottom = (round(edge / STEP) for edge in box)
    ys, xs = np.mgrid[top - PAD : bottom + PAD + 1, left - PAD : right + PAD + 1]
    return xs * float(STEP), ys * float(STEP)


def _laid(box: Box, pixels: NDArray[np.uint8]) -> str:
    """A picture laid over a rectangle."""
    left, top = (round(edge / STEP) - 0.5 for edge in box[:2])
    high, wide, _ = pixels.shape
    return (
        f'<image x="{fixed(left * STEP)}" y="{fixed(top * STEP)}" width="{wide * STEP}" '
        f'height="{high * STEP}" preserveAspectRatio="none" {SMOOTH} href="{_data(pixels)}"/>'
    )


def _smoothed(field: Field, reach: int, beyond: Literal["edge", "wrap"] = "edge") -> Field:
    """A field with each value spread over its surroundings, three times over."""
    for _ in range(3):
        for axis in (0, 1):
            edges = [(reach + 1, reach) if a == axis else (0, 0) for a in (0, 1)]
            sums = np.cumsum(np.pad(field, edges, mode=beyond), axis=axis)
            size = field.shape[axis]
            ahead = sums.take(range(2 * reach + 1, 2 * reach + 1 + size), axis=axis)
            field = (ahead - sums.take(range(size), axis=axis)) / (2 * reach + 1)
    return field


def _tinted(strength: Field, style: Style) -> NDArray[np.uint8]:
    """Light where the strength is above 0 and shade where it is below."""
    pixels: NDArray[np.uint8] = np.zeros((*strength.shape, 4), np.uint8)
    pixels[..., :3] = np.where((strength > 0)[..., None], style.dawn, style.dusk)
    pixels[..., 3] = np.minimum(np.abs(strength), 255).astype(np.uint8)
    return pixels


def _data(pixels: NDArray[np.uint8]) -> str:
    """A picture as it is written into another."""
    return "data:image/png;base64," + base64.b64encode(_png(pixels)).decode()


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels of red, green, blue and opacity as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 4 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body
