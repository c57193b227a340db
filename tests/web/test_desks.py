"""Whoever sits down where somebody sat before finds nothing of him."""

from __future__ import annotations

from tests.web.desks import CLOAKROOM, WIDE, Desks, Room
from tests.web.house import House

LEFT = "() => ({...localStorage, ...sessionStorage})"


def test_a_desk_is_cleared_for_the_next_one(desks: Desks, house: House) -> None:
    desks = Desks(desks.browser)  # no desk of an earlier test stands free in it
    first, second = Room(desks, house.address), Room(desks, house.address)
    page = first.sit(viewport={"width": 390, "height": 844}, color_scheme="dark")
    assert page.context.request.post("/api/v1/people/guest", data={}).ok
    page.evaluate("localStorage.setItem('notes', 'his'); sessionStorage.setItem('clicks', '3')")
    page.context.new_page()
    assert page.context.cookies()
    assert not first.leave(failed=False)

    again = second.sit(told="step")
    assert again is page, "it is the same desk"
    assert again.url == house.address + CLOAKROOM
    assert not again.context.cookies()
    assert again.evaluate(LEFT) == {"grognard.settings": '{"pace": "step", "dice": "wait"}'}
    assert again.viewport_size == WIDE
    assert again.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
    assert again.context.pages == [again]

    second.leave(failed=True)
    third = Room(desks, house.address)
    assert third.sit() is not page, "after a failure nothing is used again"
    third.leave(failed=True)
