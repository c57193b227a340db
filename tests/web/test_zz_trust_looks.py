import json
from pathlib import Path
import httpx, pytest
from grognard.server.club import Club
from grognard.server.passphrases import give_reset
from grognard.server.settings import Settings
from grognard.server.store.database import Database
from tests.web.hands import Hands, gone
from tests.web.test_account import AUTHENTICATOR
from tests.web.test_trying import Sit
ROOT = Path(__file__).resolve().parents[2]
PHONE = {"width": 390, "height": 844}

def words(lang):
    found = {}
    for path in (ROOT / "web/src/i18n" / lang).glob("*.json"):
        for k, v in json.loads(path.read_text()).items():
            found[f"{path.stem}.{k}"] = v
    return found

@pytest.mark.parametrize("lang", ["de", "pl", "en"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_looks(sit, house, shots, lang, size):
    w = words(lang)
    more = {"viewport": PHONE, "has_touch": True} if size == "phone" else {}
    page = sit(alone=True, locale={"de": "de-DE", "pl": "pl-PL", "en": "en-GB"}[lang], **more)
    out = lambda name: shots(page, f"{name}-{lang}-{size}")
    def whole(name):
        out(name)
        box = page.get_by_role("dialog")
        if box.count():
            # everything within that scrolls
            n = 1
            while page.evaluate("""() => { const d = document.querySelector('[role=dialog]'); let moved = false;
                for (const e of [d, ...d.querySelectorAll('*')]) { if (e.scrollHeight > e.clientHeight + 4 && ['auto','scroll'].includes(getComputedStyle(e).overflowY)) { const was = e.scrollTop; e.scrollTop += e.clientHeight * 0.85; if (e.scrollTop > was + 2) moved = true; } } return moved; }""") and n < 5:
                page.wait_for_timeout(80)
                out(f"{name}-{n}")
                n += 1
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    home = house.address.replace("127.0.0.1", "localhost")
    page.goto(home)
    page.evaluate("fetch('/api/v1/people/guest', {method: 'POST', body: '{}', headers: {'Content-Type': 'application/json'}})")
    who = f"Żukow{lang}{size}"
    enter = page.get_by_role("button", name=w["lobby.sign-in"]).or_(page.get_by_role("button", name=w["lobby.keep-games"])).first
    enter.click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    whole("01-keep")
    dialog.get_by_role("tab", name=w["lobby.sign-in"]).click()
    dialog.get_by_role("textbox", name=w["lobby.name"]).fill("Nobody at all")
    dialog.get_by_label(w["lobby.passphrase"], exact=True).fill("wrong words here")
    dialog.get_by_role("button", name=w["lobby.sign-in"], exact=True).click()
    page.wait_for_timeout(700)
    dialog.get_by_role("button", name=w["account.forgot"]).click()
    page.wait_for_timeout(500)
    dialog.get_by_role("button", name=w["account.lost"]).click()
    page.wait_for_timeout(200)
    whole("02-enter-wrong-forgot-lost")
    dialog.get_by_role("tab", name=w["lobby.new-name"]).click()
    dialog.get_by_role("textbox", name=w["lobby.name"]).fill(who)
    dialog.get_by_label(w["lobby.passphrase"], exact=True).fill("short")
    page.wait_for_timeout(200)
    out("03-short")
    dialog.get_by_label(w["lobby.passphrase"], exact=True).fill("sunflower tank")
    dialog.get_by_role("button", name=w["lobby.keep-games"]).click()
    gone(dialog)
    page.wait_for_timeout(300)
    out("04-lobby")
    page.get_by_role("button", name=who).first.click()
    dialog.wait_for()
    whole("05-notices")
    dialog.get_by_role("tab", name=w["account.tab-ways"]).click()
    dialog.get_by_role("button", name=w["account.passkey-add"]).wait_for()
    whole("06-ways")
    dialog.get_by_role("button", name=w["account.passkey-add"]).click()
    dialog.get_by_role("button", name=w["account.passkey-remove"]).wait_for()
    dialog.get_by_text(w["account.needs-both"], exact=True).click()
    dialog.locator(".codes li").first.wait_for()
    whole("07-codes")
    with httpx.Client(base_url=f"{house.address}/api/v1/people") as other:
        other.post("/guest", json={})
    dialog.get_by_role("tab", name=w["account.tab-sessions"]).click()
    dialog.get_by_label(w["account.program-name"]).fill("my bot with a rather long name, really")
    dialog.get_by_role("button", name=w["account.token-make"]).click()
    dialog.locator(".token").wait_for()
    whole("08-sessions")
    dialog.get_by_role("tab", name=w["account.tab-name"]).click()
    page.wait_for_timeout(200)
    whole("09-name")
    dialog.get_by_role("button", name=w["lobby.sign-out"], exact=True).click()
    gone(dialog)
    enter.click()
    dialog.get_by_role("tab", name=w["lobby.sign-in"]).click()
    dialog.get_by_role("textbox", name=w["lobby.name"]).fill(who)
    dialog.get_by_label(w["lobby.passphrase"], exact=True).fill("sunflower tank")
    dialog.get_by_role("button", name=w["lobby.sign-in"], exact=True).click()
    dialog.get_by_text(w["account.second"]).wait_for()
    whole("10-second")
    dialog.get_by_role("button", name=w["account.by-passkey"]).click()
    gone(dialog)
    # a table
    play = page.get_by_role("button", name=w["lobby.play-staff"]).first
    play.click()
    page.wait_for_url("**/game/**")
    hands = Hands(page)
    page.wait_for_timeout(4000)
    hands.ask("POST", f"/games/{hands.game}/invitations", {"role": "spectator"})
    for key, name in (("links", "11-links"), ("dice", "12-dice")):
        title = w["trying.links"] if key == "links" else w["table.menu-facts"]
        page.get_by_role("button", name=w["table.menu"]).first.click()
        page.wait_for_timeout(200)
        out(f"{name}-menu")
        page.get_by_role("menuitem", name=title).first.click()
        page.get_by_role("dialog").wait_for()
        page.wait_for_timeout(700)
        whole(name)
        page.keyboard.press("Escape")
        page.wait_for_timeout(300)
    page.goto(home)
    page.wait_for_timeout(1200)
    out("13-lobby-games")
    page.evaluate("window.scrollTo(0, 700)")
    page.wait_for_timeout(200)
    out("13-lobby-games-1")
    database = Database(f"sqlite:///{house.folder / 'games.db'}")
    link = give_reset(Club(database), Settings(public_address=home), who)
    database.close()
    page.goto(link)
    page.get_by_label(w["account.passphrase-new"]).fill("birch forest")
    out("14-reset")
    page.get_by_role("button", name=w["account.passphrase-change"]).click()
    page.wait_for_timeout(700)
    out("15-reset-done")
    page.goto(link.rsplit("#")[0] + "#nonsense")
    page.reload()
    page.wait_for_timeout(400)
    page.get_by_label(w["account.passphrase-new"]).fill("birch forest")
    page.get_by_role("button", name=w["account.passphrase-change"]).click()
    page.wait_for_timeout(700)
    out("16-reset-bad")
