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

from grognard.board.drawn.roughness import Field, clouds, scatter, shifted
from grognard.board.drawn.style import PLAIN, Style
from grognard.board.drawn.tracing import Box, Point, Sheet, fixed

STEP = 7
"""A pixel of the relief is this many units wide."""
FINE = 5
"""A pixel of a surveyed relief."""
GRAIN = 128
"""The grain of the paper comes again after this many pixels of COARSE units."""
COARSE = 2.4
RISES = {"hill": 1.0, "rough": 0.7, "mountain": 2.0}
"""How high some terrains rise."""
HEIGHT, RELIEF = "height", "relief"
"""The attributes of a map that was surveyed: how high each hex lies, and how broken it is."""
TINT = {0: 92, 1200: 92, 2200: 175}
"""How strongly the land is tinted by its height in metres, of 255."""
GENTLE = 220
"""Where hexes rise and fall by less than so many metres on the whole, slopes are steepened."""
SMOOTH = 'style="image-rendering:smooth"'
PAD = 12
"""Pixels beyond each edge, so that what is spread there comes out right."""


def paper(name: str, style: Style = PLAIN) -> str:
    """The grain of the paper: a pattern of faint specks and fibres."""
    rows, columns = np.mgrid[0:GRAIN, 0:GRAIN].astype(np.int64)
    specks = scatter(columns, rows, 71) - 0.5
    fibres = smoothed(scatter(columns, rows, 72) - 0.5, 1, "wrap") * 2.4
    picture = _data(_tinted((specks * 0.5 + fibres) * 34, style))
    size = f'width="{fixed(GRAIN * COARSE)}" height="{fixed(GRAIN * COARSE)}"'
    return (
        f'<pattern id="{name}§" {size} patternUnits="userSpaceOnUse">'
        f'<image {size} {SMOOTH} href="{picture}"/></pattern>'
    )


def relief(sheet: Sheet, box: Box, waters: Iterable[Sequence[Point]], style: Style = PLAIN) -> str:
    """The shading of the land within a rectangle; waters are lines of points close together.

    A map with heights is shaded by them, and tinted; without, the land is imagined.
    """
    if HEIGHT in sheet.board.attributes:
        return _surveyed(sheet, box, waters, style)
    x, y = _pixels(box)
    wet = _wet(box, x.shape, waters)
    ground = sheet.terrain_at(x, y)
    wet[ground == "lake"] = 1
    height = clouds(x, y, 190, 81, 5) * 2.2 + clouds(x, y, 46, 91, 2) * 0.35
    height -= 4.2 * np.minimum(smoothed(wet, 5) * 3, 1) + 5 * smoothed(wet, 12)
    for terrain, rise in RISES.items():
        hills = (ground == terrain).astype(np.float64)
        if hills.any():
            height += rise * (3 * smoothed(hills, 3) + 2 * clouds(x, y, 30, 85, 3) * hills)
    slope = _slope(height)
    slope[wet > 0] = 0
    strength = np.clip(smoothed(slope, 1) * 135, -48, 84)[PAD:-PAD, PAD:-PAD]
    return _laid(box, _tinted(strength, style))


def _wet(
    box: Box, shape: tuple[int, ...], waters: Iterable[Sequence[Point]], step: int = STEP
) -> Field:
    """The pixels through which waters run."""
    left, top = (round(edge / step) - PAD for edge in box[:2])
    wet: Field = np.zeros(shape)
    for line in waters:
        for px, py in line:
            row, column = round(py / step) - top, round(px / step) - left
            if 0 <= row < wet.shape[0] and 0 <= column < wet.shape[1]:
                wet[row, column] = 1
    return wet


def _slope(height: Field) -> Field:
    """How steeply the land rises toward the light or falls away from it."""
    slope = np.zeros_like(height)
    slope[1:-1, 1:-1] = (height[2:, 2:] - height[:-2, :-2]) * 0.5
    return slope


def _surveyed(sheet: Sheet, box: Box, waters: Iterable[Sequence[Point]], style: Style) -> str:
    """The land by its heights in metres: ridges where the ground is broken, valleys of rivers."""
    x, y = _pixels(box, FINE)
    wet = _wet(box, x.shape, waters, FINE)
    at = sheet.hexes_at(*shifted(x, y, 0.22 * sheet.size, 0.8 * sheet.size, 41))
    dry = at >= 0
    share = np.maximum(smoothed(dry.astype(np.float64), 5), 0.01)
    height, broken = (
        smoothed(np.where(dry, _measured(sheet, name)[at], 0), 5) / share
        for name in (HEIGHT, RELIEF)
    )
    valleys = np.minimum(smoothed(wet, 2) * 4, 1) + np.minimum(smoothed(wet, 5) * 5, 1)
    shaped = height + (broken + 15) * (_ridges(x, y) - 0.22 * valleys)
    light = np.clip(_slope(shaped) * 0.95 * _steepening(sheet), -112, 104)
    light[valleys > 1.9] *= 0.4
    pixels = _over(_tinted(light, style), _by_height(height, style), dry)
    return _laid(box, pixels[PAD:-PAD, PAD:-PAD], FINE)


def _steepening(sheet: Sheet) -> float:
    """How much steeper slopes are drawn where the land is gentle, so that its forms show."""
    given = sheet.board.attributes.get(RELIEF, ())
    metres = [float(text) for text in given if text]
    return min(max(GENTLE * len(metres) / max(sum(metres), 1), 1), 2.6)


def _ridges(x: Field, y: Field) -> Field:
    """Ridges and the gullies between them, from about -0.5 to 0.5."""
    u, v = shifted(x, y, 16, 70, 181)
    crests = 0.55 * (1 - 2.2 * np.abs(clouds(u, v, 74, 83, 2)))
    spurs = 0.3 * (1 - 2.2 * np.abs(clouds(u, v, 33, 87, 2)))
    rocks = 0.12 * clouds(x, y, 14, 89, 2)
    found: Field = crests + spurs + rocks - 0.3
    return found


def _measured(sheet: Sheet, name: str) -> Field:
    """An attribute of every hex as a number, 0 where it is left out; and 0 off the map."""
    given = sheet.board.attributes.get(name, ("",) * sheet.board.n)
    return np.array([*(float(text or 0) for text in given), 0.0])


def _by_height(height: Field, style: Style) -> NDArray[np.uint8]:
    """The tint of the land, greener in the plains and browner above."""
    steps = sorted(style.heights)
    colours = [[int(style.heights[m][i : i + 2], 16) for i in (1, 3, 5)] for m in steps]
    pixels: NDArray[np.uint8] = np.zeros((*height.shape, 4), np.uint8)
    for band in range(3):
        shades = [colour[band] for colour in colours]
        pixels[..., band] = np.interp(height, steps, shades).astype(np.uint8)
    pixels[..., 3] = np.interp(height, list(TINT), list(TINT.values())).astype(np.uint8)
    return pixels


def _over(
    upper: NDArray[np.uint8], lower: NDArray[np.uint8], where: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """One picture laid over another, and nothing elsewhere."""
    a, b = upper[..., 3:] / 255, lower[..., 3:] / 255
    whole = a + b * (1 - a)
    colour = (upper[..., :3] * a + lower[..., :3] * b * (1 - a)) / np.maximum(whole, 0.001)
    pixels = np.concatenate([colour, whole * 255], axis=2)
    pixels[~where] = 0
    found: NDArray[np.uint8] = np.rint(pixels).astype(np.uint8)
    return found


def frontiers(sheet: Sheet, box: Box, grounds: Sequence[tuple[Iterable[int], str]]) -> str:
    """A glow of its own colour along the inner edge of each ground, as old maps have it."""
    x, y = _pixels(box)
    u, v = shifted(x, y, -0.15 * sheet.size, 0.75 * sheet.size, 31)
    at = sheet.hexes_at(u, v)
    pixels: NDArray[np.uint8] = np.zeros((*x.shape, 4), np.uint8)
    for hexes, colour in grounds:
        own = np.isin(at, np.array(sorted(hexes), np.int64))
        foreign = smoothed((~own & (at >= 0)).astype(np.float64), 3)
        pixels[own, :3] = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        pixels[own, 3] = np.clip(foreign[own] * 190, 0, 86).astype(np.uint8)
    return _laid(box, pixels[PAD:-PAD, PAD:-PAD])


def _pixels(box: Box, step: int = STEP) -> tuple[Field, Field]:
    """Where the pixels of a picture over a rectangle lie, with some to spare on every side."""
    left, top, right, bottom = (round(edge / step) for edge in box)
    ys, xs = np.mgrid[top - PAD : bottom + PAD + 1, left - PAD : right + PAD + 1]
    return xs * float(step), ys * float(step)


def _laid(box: Box, pixels: NDArray[np.uint8], step: int = STEP) -> str:
    """A picture laid over a rectangle."""
    left, top = (round(edge / step) - 0.5 for edge in box[:2])
    high, wide, _ = pixels.shape
    return (
        f'<image x="{fixed(left * step)}" y="{fixed(top * step)}" width="{wide * step}" '
        f'height="{high * step}" preserveAspectRatio="none" {SMOOTH} href="{_data(pixels)}"/>'
    )


def smoothed(field: Field, reach: int, beyond: Literal["edge", "wrap"] = "edge") -> Field:
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
