"""Tables of OCS that lie ready, and hands for what only OCS has: missions, landings, the lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from re import Pattern
from typing import Any

import yaml
from playwright.sync_api import Locator, Page, expect

from tests.web.dealing import Absent, Play, deal
from tests.web.hands import Hands
from tests.web.house import House

CATANIA, LANDING = "ocs/catania-plain", "ocs/husky-landing"
READY: dict[str, Any] = {"do": "ready"}
NO_DROPS: dict[str, Any] = {"do": "plan-drops", "plans": []}
END: dict[str, Any] = {"do": "end"}


def _lesson() -> dict[str, Any]:
    told = files("grognard.scenarios").joinpath("ocs/about/catania-plain-lesson.yaml").read_text()
    found: dict[str, Any] = yaml.safe_load(told)
    return found


TAUGHT = _lesson()
TURN: list[Play] = [(side, act) for step in TAUGHT["steps"] for side, act in step.get("play", [])]
"""The first Allied turn on the Plain of Catania, as the lesson plays it with its seed."""
PLANNING: list[Play] = [("axis", READY), ("allied", READY), ("axis", NO_DROPS)]
"""The Landing, when the Allied player is asked for his drop plans."""
OFF_THE_BEACHES: list[Play] = [*PLANNING, ("allied", NO_DROPS), ("allied", END)]
"""The Landing, when the first Allied movement begins."""


def before(do: str) -> list[Play]:
    """The lesson's turn up to the first action of a kind."""
    return TURN[: next(n for n, (_side, action) in enumerate(TURN) if action["do"] == do)]


class Commander(Hands):
    """Somebody at a table of OCS."""

    def __init__(self, page: Page, enemy: Absent | None = None) -> None:
        super().__init__(page)
        self.enemy = enemy

    def deed(self, name: str | Pattern[str]) -> None:
        """Press what can be done with whoever is chosen, in the panel beside the map, under its
        kind if there are several of that."""
        menu = self.page.get_by_role("region", name="What they can do here")
        button = menu.get_by_role("button", name=name)
        kinds = menu.locator("[aria-expanded=false]")
        button.or_(kinds).first.wait_for()
        for n in range(kinds.count()):
            if button.count():
                break
            kind = menu.locator("[aria-expanded]").nth(n)
            kind.click()
            if not button.count():
                kind.press("Escape")
        button.first.click()
        expect(button.and_(self.page.locator(":enabled"))).to_have_count(0)

    def join(self, hex_: str) -> None:
        """Send whoever is chosen to friends: a click chooses those, and offers it."""
        self.click_stack(hex_)
        tip = self.page.get_by_role("group", name="Join them, or choose these")
        tip.get_by_role("button").click()

    def do(self, name: str) -> None:
        """Do what is weighed, by the name of its button."""
        self.attack.get_by_role("button", name=name, exact=True).click()
        expect(self.attack).to_have_count(0)

    def choose(self, hex_: str, *pieces: str) -> None:
        """Choose a stack or some of it, with nobody in hand before."""
        for _ in range(4):
            if not self.page.locator("[data-stack].chosen").count():
                break
            self.page.keyboard.press("Escape")
        self.let_go()
        super().choose(hex_, *pieces)

    def let_go(self) -> None:
        """Wait until nobody is chosen any more."""
        expect(self.page.locator("[data-stack].chosen")).to_have_count(0)

    def end_segment(self) -> None:
        """End a segment, also if something could still be done; a phase may have several."""
        said = self.prompt.inner_text()
        self.end.click()
        anyway = self.owed.get_by_role("button", name="End the phase")
        over = self.prompt.filter(has_not_text=said)
        anyway.or_(over).first.wait_for()
        if anyway.is_visible():
            anyway.click()
        over.wait_for()

    def answered(self, *actions: Mapping[str, Any]) -> None:
        """The other side does this."""
        assert self.enemy is not None, "nobody is on the other side"
        for action in actions:
            self.enemy.act(action)

    def card(self, piece: str) -> dict[str, Any]:
        """A counter as this seat is told of it."""
        found: dict[str, Any] = next(c for c in self.table()["counters"] if c["id"] == piece)
        return found

    def states(self, piece: str) -> set[str]:
        """What is marked on a counter."""
        return {state["id"] for state in self.card(piece)["states"]}

    @property
    def caution(self) -> Locator:
        """The card that warns of what an order would bring."""
        return self.page.get_by_role("alertdialog", name="Before you order this")


def alone(
    house: House,
    sit: Callable[..., Page],
    plays: Sequence[Play] = (),
    scenario: str = CATANIA,
    side: str = "allied",
    seed: str = TAUGHT["seed"],
    **options: str,
) -> Commander:
    """One person with both sides, at the seat of one of them."""
    page = sit()
    dealt = deal(house, {"allied": page, "axis": page}, plays, scenario, seed=seed, **options)
    page.goto(dealt.place(side))
    hands = Commander(page)
    hands.ready()
    return hands


def opposed(
    house: House,
    sit: Callable[..., Page],
    plays: Sequence[Play] = (),
    scenario: str = CATANIA,
    seed: str = TAUGHT["seed"],
    **options: str,
) -> Commander:
    """The Allied player, with somebody else on the other side."""
    page, enemy = sit(), Absent(house)
    dealt = deal(house, {"allied": page, "axis": enemy}, plays, scenario, seed=seed, **options)
    page.goto(dealt.place("allied"))
    hands = Commander(page, enemy)
    hands.ready()
    return hands
