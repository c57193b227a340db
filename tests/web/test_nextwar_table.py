"""The table of Next War: the weather, a move and an attack with its support, all with the mouse."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.dealing import Absent, deal
from tests.web.house import House
from tests.web.ocs import Commander

CHORWON, SEED = "nextwar/chorwon", "2032"
"""With this seed the first attack breaks through, as its lesson tells."""


def test_the_first_movement_and_an_attack(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    page, allied = sit(), Absent(house)
    dealt = deal(house, {"dprk": page, "allied": allied}, scenario=CHORWON, seed=SEED)
    page.goto(dealt.place("dprk"))
    hands = Commander(page, allied)
    hands.ready()
    page.get_by_role("button", name="Clear weather").last.click()
    hands.in_phase("Movement")
    for start, piece in (("2733", "n-vab"), ("2832", "n-8061")):
        hands.choose(start, piece)
        hands.join("2734")
        page.wait_for_function(STANDS, arg=[hands.seat, piece, "2734"])
    shots(page, "nextwar-movement")
    hands.end_segment()
    page.keyboard.press("Escape")
    hands.let_go()
    hands.click_stack("2735")
    expect(hands.attack).to_contain_text("2735")
    expect(hands.attack).to_contain_text("fortification")
    shots(page, "nextwar-attack")
    hands.do("Attack")
    page.get_by_text("Corps Artillery, V, 4 Air Points").click()
    shots(page, "nextwar-support")
    page.get_by_role("button", name="Commit support").click()
    hands.waits_for("allied")
    hands.answered({"do": "support"})
    page.get_by_role("heading", name="Advance into 2735").or_(
        page.get_by_text("Advance into 2735")
    ).first.wait_for()
    shots(page, "nextwar-advance")
    assert hands.card("r-6id")["hex"] is None


STANDS = """
async ([seat, piece, hex]) => {
  const table = await (await fetch(`/api/v1/seats/${seat}/table`)).json();
  return table.counters.find((one) => one.id === piece)?.hex === hex;
}
"""
"""Whether a counter has come to a hex."""
