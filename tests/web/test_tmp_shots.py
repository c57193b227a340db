import json

from tests.web.dealing import MOVING, deal
from tests.web.hands import Hands

LANG = "de"


def _page(sit):
    page = sit()
    chosen = json.dumps({"pace": "end", "dice": "none", "language": LANG})
    page.add_init_script(f"localStorage.setItem('grognard.settings', JSON.stringify({chosen}))")
    return page


def test_shots(sit, house):
    page = _page(sit)
    page.set_viewport_size({"width": 1440, "height": 1000})
    page.goto("/")
    page.wait_for_timeout(2500)
    page.screenshot(path="/tmp/tb/lobby.png", full_page=True)
    open("/tmp/tb/lobby.txt", "w").write(page.inner_text("body"))
    for b in page.get_by_role("button").all()[:60]:
        print(repr(b.inner_text()))
    page.goto(deal(house, {"german": page, "soviet": page}, MOVING).place("german"))
    page.locator("[data-stack]").first.wait_for()
    page.wait_for_timeout(1500)
    page.screenshot(path="/tmp/tb/table.png")
    hands = Hands(page)
    out = []
    n = page.get_by_role("tab").count()
    for i in range(n):
        page.get_by_role("tab").nth(i).click()
        page.wait_for_timeout(900)
        out.append(f"=== tab {i}\n" + page.inner_text("body"))
        page.screenshot(path=f"/tmp/tb/tab{i}.png")
    page.get_by_role("tab").nth(0).click()
    hands.choose("2522", "de-7-krad")
    page.wait_for_timeout(800)
    hands.click_hex("2720")
    page.wait_for_timeout(1200)
    page.screenshot(path="/tmp/tb/refused.png")
    out.append("=== refused\n" + page.inner_text("body"))
    open("/tmp/tb/table.txt", "w").write("\n".join(out))


def test_lesson(sit, house):
    page = _page(sit)
    page.set_viewport_size({"width": 1440, "height": 1000})
    page.goto("/")
    page.get_by_role("button", name="Lektion").first.click()
    page.locator("[data-stack]").first.wait_for()
    page.wait_for_timeout(1500)
    page.screenshot(path="/tmp/tb/lesson.png")
    open("/tmp/tb/lesson.txt", "w").write(page.inner_text("body"))
