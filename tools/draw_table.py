"""Take the pictures of the table that README and manual show: the lobby, the map, an attack, …

python tools/draw_table.py [folder] [name ...]

It starts a server of its own and plays in Chromium. Without a folder the pictures of the manual are
taken again; with names only these are.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grognard import box  # noqa: E402
from tests.web.dealing import ATTACKING, LESSON, deal  # noqa: E402
from tests.web.dealing import before as before_in  # noqa: E402
from tests.web.hands import AT_ONCE, SETTINGS, Hands  # noqa: E402
from tests.web.house import House, built_client, chromium, opened  # noqa: E402
from tests.web.ocs import CATANIA, END, OFF_THE_BEACHES, TAUGHT, Commander  # noqa: E402
from tests.web.ocs import LANDING as HUSKY_LANDING  # noqa: E402
from tests.web.ocs import before as taught_before  # noqa: E402
from tests.web.test_goss_lesson import SKYLINE  # noqa: E402
from tests.web.test_nextwar_advanced import KOREA, SEED, plane, until  # noqa: E402
from tests.web.test_nextwar_advanced import boxes as air_display  # noqa: E402

PICTURES = ROOT / "docs" / "images"
SCREEN = {"width": 1400, "height": 820}
TABLET = {"width": 834, "height": 1112}
TYPHOON = "wb95/typhoon"
READY, NO_MISSIONS = {"do": "ready"}, {"do": "assign", "missions": []}
OPENING = [("soviet", READY), ("german", READY), ("german", NO_MISSIONS)]
"""A campaign up to the first German movement."""
ADVANCED = {"seed": SEED, "game": "advanced"}
"""The Advanced Game of Korea, as its tests play it."""
REST = 2500
"""Milliseconds until everything is painted."""


class Photographer:
    """Somebody with a browser who sits down wherever there is something to see."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser, self.house = browser, house

    def page(self, **settings: Any) -> Page:
        """A page of a new visitor, in the lobby."""
        context = self.browser.new_context(
            **{"viewport": SCREEN, "reduced_motion": "reduce", **settings},
            base_url=self.house.address,
        )
        liked = json.dumps(json.dumps(AT_ONCE))
        context.add_init_script(f"localStorage.setItem('{SETTINGS}', {liked})")
        page = context.new_page()
        page.goto("/")
        page.get_by_role("article").first.wait_for()
        return page

    def seated(self, plays: Any = (), scenario: str = "wb95/klin", **settings: Any) -> Hands:
        """A German at a table that has been played so far."""
        page = self.page(**settings)
        dealt = deal(self.house, {"german": page, "soviet": page}, plays, scenario)
        page.goto(dealt.place("german"))
        cover = page.get_by_role("button", name="press to continue")
        cover.or_(page.locator("[data-stack]").first).first.wait_for()
        if cover.is_visible():
            cover.click()
        return Hands(page).ready()

    def commanding(
        self, side: str, plays: Any, scenario: str, other: str = "", **told: str
    ) -> Commander:
        """Somebody at a table of another system that has been played so far."""
        page = self.page()
        sides = {side: page, other or ("axis" if side == "allied" else "allied"): page}
        dealt = deal(self.house, sides, plays, scenario, **{"seed": TAUGHT["seed"], **told})
        page.goto(dealt.place(side))
        hands = Commander(page)
        hands.ready()
        return hands

    def against(self, *plans: dict[str, object]) -> Hands:
        """Somebody at a new table of Klin where programs play."""
        page = self.page()
        assert page.context.request.post("/api/v1/people/guest", data={}).ok
        game = Hands(page).ask("POST", "/games", {"scenario": "wb95/klin", "seats": [*plans]})
        mine = next(seat["id"] for seat in game["seats"] if seat["mine"])
        page.goto(f"/game/{game['id']}/{mine}")
        return Hands(page).ready()

    def typhoon(self, *keys: str) -> Page:
        """The map of Typhoon, as near as some keys bring it."""
        hands = self.seated(OPENING, TYPHOON)
        for key in keys:
            hands.page.keyboard.press(key)
        return hands.page


def lobby(at: Photographer) -> Page:
    """The shelf of the scenarios."""
    return at.page()


def far(at: Photographer) -> Page:
    """The whole of the map from Smolensk to beyond Moscow."""
    return at.typhoon("0")


def middle(at: Photographer) -> Page:
    """The highway by Klin to Moscow."""
    return at.typhoon("0", "+", "+")


def near(at: Photographer) -> Page:
    """The counters before Vyazma, near enough to read."""
    return at.typhoon("0", *"+++++", *["ArrowLeft"] * 8)


def night(at: Photographer) -> Page:
    """The lesson's attack by night."""
    return at.seated(LESSON[:6], color_scheme="dark").page


def table(at: Photographer) -> Page:
    """An attack on the road to Klin, weighed before it is made."""
    hands = at.seated(ATTACKING)
    hands.click_hex("2620")
    hands.attack.wait_for()
    return hands.page


def supply(at: Photographer) -> Page:
    """The lines of supply at the beginning of Typhoon."""
    return at.typhoon("0", *"+++", *["ArrowLeft"] * 3, "s")


def replay(at: Photographer) -> Page:
    """The lesson's first battle, looked at again from its beginning."""
    hands = at.seated(LESSON)
    hands.button("Game").click()
    hands.page.get_by_role("menuitem", name="Replay from the beginning").click()
    slider = hands.page.get_by_role("slider", name="Moment")
    slider.wait_for()
    hands.tab("Record").click()
    for _ in range(7):
        slider.press("ArrowRight")
    return hands.page


def tablet(at: Photographer) -> Page:
    """The table on a tablet, held upright."""
    return at.seated(LESSON[:3], viewport=TABLET, has_touch=True).page


def husky(at: Photographer) -> Page:
    """What the Axis can supply in the east of Sicily when the Allies have landed."""
    hands = at.commanding("axis", [*OFF_THE_BEACHES, ("allied", END), ("allied", END)], "ocs/husky")
    for key in ("0", "+", "+", *["ArrowDown"] * 3, *["ArrowRight"] * 3, "s"):
        hands.page.keyboard.press(key)
    hands.page.wait_for_timeout(4 * REST)  # so much ground takes a while to paint
    return hands.page


def landing(at: Photographer) -> Page:
    """XIII Corps lies off Avola: where its landing craft could put it ashore."""
    hands = at.commanding("allied", OFF_THE_BEACHES, HUSKY_LANDING)
    hands.page.keyboard.press("+")
    hands.page.keyboard.press("+")
    hands.choose("77.10", "acid-south")
    hands.page.mouse.move(700, 20)  # off the map, which would tell what is out of reach there
    return hands.page


def mission(at: Photographer) -> Page:
    """Three aircraft over the battle group before Lentini, weighed before they fly."""
    hands = at.commanding("allied", taught_before("air-barrage"), CATANIA)
    hands.choose("75.18", "kitty-1", "balt-1", "spit-1")
    hands.click_hex("71.20")
    hands.attack.wait_for()
    return hands.page


def budget(at: Photographer) -> Page:
    """What XIII Corps has to spend in a turn, and what it could be spent on."""
    hands = at.commanding("allied", taught_before("fuel"), CATANIA)
    hands.in_phase("Movement")
    hands.page.keyboard.press("q")
    hands.tab("Supply budget").click()
    return hands.page


def korea(at: Photographer) -> Page:
    """The armies between Kaesong and the sea before the first shot."""
    hands = at.commanding("dprk", until("Movement of dprk"), KOREA, **ADVANCED)
    hands.page.keyboard.press("b")  # nothing of the panel is wanted
    return hands.page


def strike(at: Photographer) -> Page:
    """A Su-25 against the airfield of Incheon, weighed before it flies."""
    hands = at.commanding("dprk", until("Announcement of Missions"), KOREA, **ADVANCED)
    air_display(hands)
    plane(hands, "na-su25-1").click()
    hands.question.get_by_role("button", name="bases and installations").click()
    hands.click_hex("2142")
    hands.page.mouse.move(700, 20)
    return hands.page


def ardennes(at: Photographer) -> Page:
    """Fifth Panzer Army before the Our, on the morning of 16 December."""
    hands = at.commanding("axis", (), "goss/wacht-am-rhein")
    for key in ("0", *"+++"):
        hands.page.keyboard.press(key)
    return hands.page


def guns(at: Photographer) -> Page:
    """The guns of 2 Panzer Division against Urspelt, weighed before they fire."""
    lesson = box.lesson(SKYLINE)
    plays = [play for step in lesson.steps for play in step.rehearsal.get("play", ())]
    hands = at.commanding("axis", before_in("barrage", plays), SKYLINE, seed=str(lesson.seed))
    hands.click_stack("2735")
    hands.attack.wait_for()
    return hands.page


def opponents(at: Photographer) -> Page:
    """Against whom one plays, by level and style."""
    page = at.page()
    page.get_by_text("Another side, another opponent").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("label").filter(has_text="The commander, 10 s").click()
    dialog.locator("label").filter(has_text="The hussar").click()
    dialog.get_by_text("The schoolmaster").scroll_into_view_if_needed()
    return page


def thinking(at: Photographer) -> Page:
    """A commander who thinks, and who can be told to move."""
    german = {"side": "german", "kind": "ai", "player": "commander:bold"}
    hands = at.against(german, {"side": "soviet", "mine": True})
    hands.page.locator("[data-part=thinking]").wait_for()
    return hands.page


def coach(at: Photographer) -> Page:
    """The turn of a finished game that counted most, rehearsed again."""
    sides = [{"side": side, "kind": "ai", "player": "staff"} for side in ("german", "soviet")]
    hands = at.against(*sides, {"role": "spectator", "mine": True})
    hands.page.get_by_role("dialog").wait_for(timeout=120_000)  # it is over
    hands.page.keyboard.press("Escape")
    hands.tab("The coach").click()
    first = hands.page.locator("[data-part=coach]").get_by_role("listitem").first
    first.wait_for(timeout=120_000)
    first.get_by_role("button", name="Analyse").click()
    first.locator(".review").wait_for(timeout=120_000)
    first.locator(".turn").click()
    return hands.page


ALL: tuple[Callable[[Photographer], Page], ...] = (
    lobby, far, middle, near, night, table, supply, replay, tablet, husky, landing, mission, budget,
    korea, strike, ardennes, guns, opponents, thinking, coach,
)  # fmt: skip


def main() -> None:
    """Take the pictures that are asked for."""
    arguments = sys.argv[1:]
    named = [shot for shot in ALL if shot.__name__ in arguments]
    folders = [word for word in arguments if word not in {shot.__name__ for shot in ALL}]
    folder = Path(folders[0]) if folders else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    built_client()
    with (
        tempfile.TemporaryDirectory() as home,
        opened(Path(home)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        at = Photographer(browser, house)
        for shot in named or ALL:
            page = shot(at)
            page.wait_for_timeout(REST)
            path = folder / f"{shot.__name__}.jpg"
            page.screenshot(path=str(path), type="jpeg", quality=84)
            page.context.close()
            print(f"{path}: {path.stat().st_size // 1024} kB", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
