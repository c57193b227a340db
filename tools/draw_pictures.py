"""Take the pictures on the boxes: each scenario's map with its counters as it begins.

They are photographed at the table, so that they show what whoever opens the box will see.

python tools/draw_pictures.py [system/name …]
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grognard import library  # noqa: E402
from grognard.box import PICTURES  # noqa: E402
from tests.web.dealing import deal  # noqa: E402
from tests.web.hands import AT_ONCE, SETTINGS, Hands  # noqa: E402
from tests.web.house import FLAGS, House, built_client, chromium, opened  # noqa: E402

WIDTH, HEIGHT = 640, 400
SCREEN = {"width": 2000, "height": 1300}
LARGE = 1060
"""How many pixels of the screen a picture is cut from, so that counters have their small print."""
REST = 1500
"""Milliseconds until everything is painted."""
WINDOWS = {
    "wb95/klin": ("2125", "3115"),
    "wb95/typhoon": ("3136", "4524"),
    "wb95/red-snow": ("4024", "5412"),
    "ocs/catania-plain": ("64.26", "77.17"),
    "ocs/husky-landing": ("47.24", "62.11"),
    "ocs/husky": ("62.25", "84.07"),
    "nextwar/chorwon": ("2530", "3040"),
    "nextwar/seoul": ("2134", "3044"),
    "nextwar/korea": ("1828", "3648"),
    "nextwar/korea-surprise": ("2233", "3042"),
    "nextwar/korea-buildup": ("2436", "3446"),
    "goss/skyline-drive": ("2433", "3239"),
    "goss/st-vith": ("3419", "4625"),
    "goss/wacht-am-rhein": ("2832", "4042"),
}
"""The hexes between which each picture is taken."""
LARGEST = 150_000
COLOURS = 160

# Where two points of the sheet are on the screen.
CORNERS = """
(points) => {
  const lying = document.querySelector('[data-stack]').parentElement;
  const {left, top} = lying.getBoundingClientRect();
  const {a} = new DOMMatrix(lying.closest('.world').style.transform);
  return points.map(([x, y]) => [left + x * a, top + y * a]);
}
"""
# What lies on the map and is no part of it.
BARE = "[data-part=map] > :not([role=application]) { visibility: hidden !important; }"


def main() -> None:
    """Take them and say how large they are."""
    built_client()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = Path(folder) / "house" / "rooms"
        house.mkdir(parents=True)
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        with opened(house) as rooms:
            usual: Any = {"viewport": SCREEN, "reduced_motion": "reduce", "bypass_csp": True}
            context = browser.new_context(base_url=rooms.address, **usual)
            liked = json.dumps(json.dumps(AT_ONCE))
            context.add_init_script(f"localStorage.setItem('{SETTINGS}', {liked})")
            for name in sys.argv[1:] or WINDOWS:
                page = context.new_page()
                _kept(name, _taken(page, rooms, name))
                page.close()
        browser.close()


def _taken(page: Page, house: House, name: str) -> bytes:
    """The part of a map between two hexes, as an umpire sees it when the game begins."""
    page.goto("/favicon.svg")
    sides = library.find_scenario(name)[1].sides
    dealt = deal(house, dict.fromkeys((*sides, "umpire"), page), scenario=name, seed="7")
    page.goto(dealt.place("umpire"))
    hands = Hands(page).ready()
    board = hands.ask("GET", f"/seats/{hands.seat}/board")
    places = dict(zip(board["labels"], zip(board["x"], board["y"], strict=True), strict=True))
    corners = [list(places[label]) for label in WINDOWS[name]]
    page.add_style_tag(content=BARE)
    hands.map.press("0")
    for _ in range(60):
        (left, top), (right, bottom) = page.evaluate(CORNERS, corners)
        page.mouse.move((left + right) / 2, (top + bottom) / 2)
        if abs(right - left) >= LARGE:
            break
        page.mouse.wheel(0, -60)
        page.wait_for_timeout(60)
    seen = hands.map.bounding_box()
    assert seen is not None
    wide = abs(right - left)
    high = wide * HEIGHT / WIDTH
    middle = (left + right) / 2, (top + bottom) / 2
    aim = seen["x"] + seen["width"] / 2, seen["y"] + seen["height"] / 2
    page.mouse.down()
    page.mouse.move(*aim, steps=8)
    page.wait_for_timeout(300)
    page.mouse.up()
    page.wait_for_timeout(REST)
    (left, top), (right, bottom) = page.evaluate(CORNERS, corners)
    middle = (left + right) / 2, (top + bottom) / 2
    page.mouse.move(1, 1)
    clip: Any = {
        "x": middle[0] - wide / 2,
        "y": middle[1] - high / 2,
        "width": wide,
        "height": high,
    }
    return page.screenshot(clip=clip)


def _kept(name: str, shot: bytes) -> None:
    """Keep a picture in its box."""
    sheet = Image.open(io.BytesIO(shot)).convert("RGB")
    picture = sheet.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1)
    system, _, scenario = name.partition("/")
    path = library.BOOKS[system].shelf / "about" / PICTURES / f"{scenario}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name}: {size // 1000} kB")
    if size > LARGEST:
        raise SystemExit(f"{path.name} is larger than {LARGEST // 1000} kB")


if __name__ == "__main__":
    main()
