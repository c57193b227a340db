"""The account on the screen: a name, a passkey, what it takes to come in, sessions, a way back."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from playwright.sync_api import Page, expect

from grognard.server.club import Club
from grognard.server.passphrases import give_reset
from grognard.server.settings import Settings
from grognard.server.store.database import Database
from tests.web.hands import gone
from tests.web.house import House
from tests.web.test_accessibility import DIALOG, faults, told

Sit = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
LIGHT = "(to) => { document.documentElement.dataset.scheme = to; }"
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


def shot(page: Page, shots: Callable[[Page, str], None], name: str) -> None:
    """By day, by night, and on a phone; nothing sticks out there."""
    for light in ("night", "paper"):
        page.evaluate(LIGHT, light)
        shots(page, f"account-{name}-{light}")
    was = page.viewport_size
    assert was is not None
    page.set_viewport_size(PHONE)
    shots(page, f"account-{name}-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(was)


def test_a_passkey_is_made_needed_and_shown(
    sit: Sit, house: House, shots: Callable[[Page, str], None]
) -> None:
    page = sit(alone=True)
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    home = house.address.replace("127.0.0.1", "localhost")  # passkeys are for names
    page.goto(home)
    dialog = page.get_by_role("dialog")
    page.evaluate("fetch('/api/v1/people/guest', {method: 'POST', body: '{}', "
                  "headers: {'Content-Type': 'application/json'}})")  # fmt: skip
    page.get_by_role("button", name="Sign in").click()
    dialog.get_by_role("textbox", name="Name").fill("Zhukov")
    dialog.get_by_label("Passphrase", exact=True).fill("sunflower tank")
    dialog.get_by_role("button", name="Keep my games").click()

    page.get_by_role("button", name="Zhukov").click()
    dialog.get_by_role("tab", name="Signing in").click()
    dialog.get_by_role("button", name="Make one").click()
    expect(dialog.get_by_role("button", name="Remove")).to_be_visible()
    dialog.get_by_text("The passphrase and a passkey").click()
    expect(dialog.get_by_text("10 recovery codes are left")).to_be_visible()
    expect(dialog.locator(".codes li")).to_have_count(10)
    assert not (found := faults(page, DIALOG)), told(found)
    shot(page, shots, "ways")
    dialog.get_by_role("tab", name="Sessions").click()
    expect(dialog.get_by_text("this one")).to_be_visible()
    assert not (found := faults(page, DIALOG)), told(found)
    shot(page, shots, "sessions")
    dialog.get_by_role("tab", name="Name").click()
    shot(page, shots, "name")
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    gone(dialog)

    page.get_by_role("button", name="Sign in").click()
    dialog.get_by_role("tab", name="Sign in").click()
    dialog.get_by_role("textbox", name="Name").fill("zhukov")
    dialog.get_by_label("Passphrase", exact=True).fill("sunflower tank")
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    dialog.get_by_text("needs a passkey, too").wait_for()
    shot(page, shots, "second")
    dialog.get_by_role("button", name="Use a passkey").click()
    gone(dialog)
    expect(page.get_by_role("button", name="Zhukov")).to_be_visible()


def test_a_link_leads_to_a_new_passphrase(
    sit: Sit, house: House, shots: Callable[[Page, str], None]
) -> None:
    with httpx.Client(base_url=f"{house.address}/api/v1/people") as konev:
        konev.post("/guest", json={})
        konev.post("/register", json={"name": "Konev", "passphrase": "sunflower tank"})
    database = Database(f"sqlite:///{house.folder / 'games.db'}")
    link = give_reset(Club(database), Settings(public_address=house.address), "Konev")
    database.close()
    page = sit("/")
    page.goto(link)
    page.get_by_label("A new passphrase").fill("birch forest")
    assert not (found := faults(page)), told(found)
    shot(page, shots, "reset")
    page.get_by_role("button", name="Change the passphrase").click()
    page.get_by_text("It is changed.").wait_for()
    assert "#" not in page.url
    page.locator("main a[href='/']").click()
    page.get_by_role("button", name="Sign in").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("tab", name="Sign in").click()
    dialog.get_by_role("textbox", name="Name").fill("Konev")
    assert not (found := faults(page, DIALOG)), told(found)
    dialog.get_by_role("button", name="Passphrase forgotten?").click()
    expect(dialog.get_by_text("This server sends no mail.")).to_be_visible()
    dialog.get_by_label("Passphrase", exact=True).fill("birch forest")
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("button", name="Konev")).to_be_visible()
