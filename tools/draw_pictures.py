"""Draw the pictures on the boxes: each scenario's map with its counters as it begins.

python tools/draw_pictures.py [system/name …]
"""

from __future__ import annotations

import io
import sys

from PIL import Image

from grognard import library
from grognard.atlas import as_png, hexes_between
from grognard.box import PICTURES

WIDTH, HEIGHT = 640, 400
WINDOWS = {
    "wb95/klin": ("2125", "3115"),
    "wb95/typhoon": ("3136", "4524"),
    "wb95/red-snow": ("4024", "5412"),
    "ocs/catania-plain": ("64.30", "77.20"),
    "ocs/husky-landing": ("47.24", "62.11"),
    "ocs/husky": ("62.25", "84.07"),
    "nextwar/chorwon": ("2530", "3040"),
    "nextwar/seoul": ("2134", "3044"),
    "nextwar/korea": ("1828", "3648"),
    "nextwar/korea-surprise": ("2233", "3042"),
    "nextwar/korea-buildup": ("2436", "3446"),
}
"""The hexes at the top left and the bottom right of each picture."""
LARGEST = 150_000
COLOURS = 160


def main() -> None:
    """Draw them and say how large they are."""
    for name in sys.argv[1:] or WINDOWS:
        game = library.new(name, seed=7)
        system, _, scenario = name.partition("/")
        drawn = game.system.svg(game, None, hexes_between(game.board, *WINDOWS[name]))
        assert drawn is not None, f"{system} does not draw"
        sheet = Image.open(io.BytesIO(as_png(drawn, 1400))).convert("RGB")
        picture = _cut(sheet).quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1)
        path = library.BOOKS[system].shelf / "about" / PICTURES / f"{scenario}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, optimize=True)
        size = path.stat().st_size
        print(f"{path.name}: {size // 1000} kB")
        if size > LARGEST:
            raise SystemExit(f"{path.name} is larger than {LARGEST // 1000} kB")


def _cut(sheet: Image.Image) -> Image.Image:
    """The middle of the map, without heading, legend and margins, in the shape of the picture."""
    left, right = sheet.width * 0.03, sheet.width * 0.97
    high = (right - left) * HEIGHT / WIDTH
    top = (sheet.height - high) / 2
    if top < sheet.height * 0.06:
        raise SystemExit("the window is too low for its width: take more rows")
    box = (round(left), round(top), round(right), round(top + high))
    return sheet.crop(box).resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
