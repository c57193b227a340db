"""The table of OCS: supply placed, fuel paid, an overrun weighed, all with the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.dealing import Absent, Play, deal
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.ocs import CATANIA, TAUGHT, Commander, alone, before

PLACED = before("fuel")
"""The supply has been placed; the first movement begins."""
AIRCRAFT = "01"
"""The symbol set of aircraft, in the code of a counter's symbol."""


def test_supply_fuel_and_an_overrun(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """What is the enemy's is hidden; the rest of the first phases is done by pointing. [4.9a]"""
    hands = alone(house, sit)
    page = hands.page
    table = hands.table()
    seen = [stack for stack in table["stacks"] if stack["side"] == "axis"]
    assert seen
    assert all(stack["closed"] and not stack["count"] for stack in seen)
    assert len([c for c in table["counters"] if c["side"] == "axis" and c["hex"]]) < 20
    expect(page.locator('[data-stack$="/axis"] .count').first).to_have_text("?")
    placing = [one["hexes"][0] for one in hands.table()["owed"] if not one["must"]]
    for at in placing:
        hands.click_hex(at)
        expect(hands.given).to_contain_text(f"in {at}")
        hands.given.click()
        expect(hands.given.filter(has_text=f"in {at}")).to_have_count(0)
    hands.in_phase("Movement")
    tanks = hands.card("br-44-rtr")
    assert "no-fuel" in hands.states("br-44-rtr")
    hands.choose(tanks["hex"], tanks["id"])
    hands.deed("Fuel 44 RTR for this phase")
    expect(hands.attack).to_contain_text("Supply Points for fuel")
    shots(page, "ocs-fuel")
    hands.do("Fuel")
    hands.let_go()
    hands.choose(tanks["hex"], tanks["id"])
    hands.click_hex("72.20")
    expect(hands.attack).to_contain_text("Overrun 72.20")
    expect(hands.attack).to_contain_text("Supply Points for the attack")
    shots(page, "ocs-overrun")
    hands.do("Overrun")
    hands.waits_for("axis")


def test_a_move_that_would_strand_a_unit_is_cautioned(
    house: House, sit: Callable[..., Page]
) -> None:
    """Who would be out of trace or supply is named with the rule, and the move waits; who stays
    within supply goes at once. [12.6]"""
    hands = alone(house, sit, PLACED)
    hands.in_phase("Movement")
    hands.choose("73.19", "br-69-50")
    hands.click_hex("72.18")
    hands.stands_in("72.18")
    expect(hands.caution).to_have_count(0)

    hands.choose("72.19", "br-151-50")
    hands.click_hex("69.20")
    expect(hands.caution).to_contain_text("151/50 would have no trace there")
    hands.caution.get_by_role("button", name="Rule 12.3d").wait_for()
    hands.caution.get_by_role("button", name="Leave it").click()
    expect(hands.caution).to_have_count(0)
    assert hands.card("br-151-50")["hex"] == "72.19"

    hands.click_hex("69.20")
    hands.caution.get_by_role("button", name="All the same").click()
    hands.stands_in("69.20")
    assert hands.card("br-151-50")["hex"] == "69.20"


def the_whole_turn_is_on_the_ribbon(hands: Commander) -> None:
    """Seventeen phases fit beside one another, and the present one has its whole name."""
    strip = hands.page.get_by_role("group", name="Sequence of play")
    assert len(hands.table()["headline"]["bands"]) == 17
    for width in (1500, 1280, 1440):
        hands.page.set_viewport_size({"width": width, "height": 800})
        fits = "(strip) => strip.scrollWidth <= strip.clientWidth"
        hands.page.wait_for_function(fits, arg=strip.element_handle())
        expect(hands.phase).to_have_text("Movement")
        expect(hands.phase).to_be_in_viewport(ratio=1)
        hands.rests()  # it is fitted, and not fitted for ever


def test_the_ribbon_and_the_budget(
    house: House, sit: Callable[..., Page], shots: Callable[[Page, str], None]
) -> None:
    """The turn is on the ribbon. The panel sums up what there is and where it could go, and follows
    what is spent; each order says its price. [12.0]"""
    hands = alone(house, sit, PLACED)
    hands.in_phase("Movement")
    the_whole_turn_is_on_the_ribbon(hands)
    hands.tab("Supply budget").click()
    budget = hands.page.get_by_role("tabpanel", name="Supply budget")
    lines = budget.locator("summary")
    stock = lines.filter(has_text="Supply on the map")
    expect(stock).to_have_text(re.compile(r"\b24$"))
    expect(lines.filter(has_text="What comes by the next turn")).to_have_text(re.compile(r"\b6$"))
    expect(lines.filter(has_text="Fuel")).to_have_text(re.compile(r"\b1$"))
    expect(budget).to_contain_text("HQ 13 Corps with 5 independents")
    expect(lines.filter(has_text="Barrages")).to_have_text(re.compile("2¼$"))
    shots(hands.page, "ocs-budget")

    hands.choose("74.19", "br-13-corps")
    hands.deed("Fuel HQ 13 Corps and the independents in its range")
    price = hands.attack.get_by_role("table", name="Supply Points for fuel")
    expect(price.get_by_role("row", name="from the dump in 74.19")).to_contain_text("1")
    hands.do("Fuel")
    hands.tab("Supply budget").click()
    expect(stock).to_have_text(re.compile(r"\b23$"))
    expect(budget).not_to_contain_text("HQ 13 Corps with 5 independents")


def test_who_waits_waits_in_stillness_and_can_end_a_simulcast_turn(
    house: House, sit: Callable[..., Page]
) -> None:
    """The signs that somebody else is thinking stand still for whoever wants stillness. Either
    player goes back to fighting at any time, also when it is not his turn. [2.4(4)]"""
    edit = {"map": "turn", "key": "now", "set": {"simulcast": True}}
    agreed: Play = ("umpire", {"do": "edit", "changes": [edit], "reason": "both agree on it"})
    page = sit()
    screens = {"allied": Absent(house), "axis": page, "umpire": Absent(house)}
    page.goto(deal(house, screens, [*PLACED, agreed], CATANIA).place("axis"))
    hands = Commander(page)
    hands.ready()
    hands.waits_for("allied")
    expect(hands.prompt).to_contain_text("is thinking")
    hands.rests()
    hands.button("More orders").click()
    hands.page.get_by_role("menuitem", name="End the simulcast turn").click()
    expect(hands.button("More orders")).to_have_count(0)
    assert hands.table()["asides"] == []
    hands.waits_for("allied")


def largest(table: dict[str, Any], side: str) -> tuple[str, list[str]]:
    """The largest stack of a side without aircraft, which lie open, and its counters."""
    flying = {c["hex"] for c in table["counters"] if c["symbol"][4:6] == AIRCRAFT}
    stacks = [s for s in table["stacks"] if s["side"] == side and s["hex"] not in flying]
    found = max(stacks, key=lambda stack: len(stack["counters"]))
    assert not found["closed"]
    return found["hex"], found["counters"]


def test_a_stack_shows_each_side_what_it_may_see(house: House, sit: Callable[..., Page]) -> None:
    """One's own stack lies open; of the enemy's only the top counter is seen. [4.9a]"""
    screens = {"allied": sit(), "axis": sit()}
    dealt = deal(house, screens, PLACED, CATANIA, seed=TAUGHT["seed"])
    for side, page in screens.items():
        page.goto(dealt.place(side))
    hands, enemy = (Hands(page).ready() for page in screens.values())
    seen = {looker: looker.table() for looker in (hands, enemy)}
    for looker, owner in ((hands, enemy), (enemy, hands)):
        side = "allied" if owner is hands else "axis"
        hex_, whole = largest(seen[owner], side)
        theirs = next(s for s in seen[looker]["stacks"] if s["hex"] == hex_)
        assert theirs["closed"]
        assert not theirs["count"]
        assert len(theirs["counters"]) == 1 < len(whole)
        looker.spot(hex_)
        expect(looker.stack(hex_).locator(".count")).to_have_text("?")
        owner.spot(hex_)
        expect(owner.stack(hex_).locator(".count")).to_have_text(str(len(whole)))
        owner.choose(hex_)
        owner.page.keyboard.press("x")
        fan = owner.page.locator(f'[data-fan="{hex_}"] [data-counter]')
        expect(fan).to_have_count(len(whole))
        owner.page.keyboard.press("Escape")
