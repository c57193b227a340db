"""Take the picture of the table that README and manual show: an attack on Vysokovsk, weighed.

python tools/draw_table.py [file]

It starts a server of its own and plays the first turn of The Road to Klin in Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.house import built_client, chromium, opened  # noqa: E402

PICTURE = ROOT / "docs" / "images" / "table.jpg"
SIZE = {"width": 1400, "height": 820}
FROM, TO, TARGET = "2722/german", (-70, 0), "2719/soviet"
"""Whose stack goes where, from the middle of the target, before it attacks."""


def main() -> None:
    """Play and take the picture."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    built_client()
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
        page = context.new_page()
        page.goto(house.address)
        play(page)
        page.screenshot(path=str(path), type="jpeg", quality=84)
        browser.close()
    print(f"{path}: {path.stat().st_size // 1024} kB")


def play(page: Page) -> None:
    """From the lobby to an attack that is weighed."""
    page.get_by_role("button", name="Play against the staff").first.click()
    page.get_by_text("Assign air units to missions").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="End the phase").first.wait_for()
    page.locator(f'[data-stack="{FROM}"]').click()
    page.wait_for_timeout(1500)
    box = page.locator(f'[data-stack="{TARGET}"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2 + TO[0], box["y"] + box["height"] / 2 + TO[1])
    page.wait_for_timeout(2500)
    page.get_by_role("button", name="End the phase").first.click()
    page.get_by_role("button", name="End the phase").last.click()
    page.get_by_text("obligatory attacks").first.wait_for()
    page.locator(f'[data-stack="{TARGET}"]').click()
    page.get_by_role("button", name="Attack", exact=True).wait_for()
    page.wait_for_timeout(2500)


if __name__ == "__main__":
    main()
