"""Games laid out beforehand: begun with a fixed seed in the server's own store, and played so far.

The server has not looked at such a game yet, so that its workers and this one never disagree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import httpx
import yaml
from playwright.sync_api import Page, Route

from grognard.server import commands, games, people, seating, sessions
from grognard.server.club import Club
from grognard.server.store.database import Database
from grognard.server.store.records import Person, SeatPlan
from tests.web.hands import WAIT
from tests.web.house import House

KLIN = "wb95/klin"
SEED = "1941"
Play = tuple[str, dict[str, Any]]


def _lesson() -> list[Play]:
    """The first German turn as the lesson of Klin plays it; with its seed the Soviets retreat."""
    told = files("grognard.scenarios").joinpath("wb95/about/klin-lesson.yaml").read_text()
    steps = yaml.safe_load(told)["steps"]
    return [(side, action) for step in steps for side, action in step.get("play", [])]


LESSON = _lesson()


def before(do: str, plays: Sequence[Play] = LESSON) -> list[Play]:
    """The lesson up to the first action of a kind."""
    return list(plays[: next(n for n, (_side, action) in enumerate(plays) if action["do"] == do)])


MOVING = before("move")
"""The German moves."""
ATTACKING = before("attack")
"""The German has come up to 2620 and must attack."""
RETREATING = before("retreat")
"""The dice have fallen: the Soviets are asked where they retreat to."""
PURSUING = before("pursue")
"""The German is asked whether he follows."""


class Absent:
    """Somebody who sits at no screen: what he asks and does goes straight to the server, with a
    cookie of his own, as a page would send it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.token = self.seat = ""
        self._said = 0

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the server answers; anything but a yes is an error."""
        address = f"{self.house.address}/api/v1{path}"
        answer = httpx.request(
            method, address, json=body, cookies={"grognard": self.token}, timeout=WAIT / 1000
        )
        assert answer.status_code < 400, f"{method} {path}: {answer.text}"
        return answer.json()

    def act(self, action: Mapping[str, Any]) -> None:
        """Do something at his seat."""
        self._said += 1
        said = {"action": dict(action), "key": f"absent-{self._said}"}
        self.ask("POST", f"/seats/{self.seat}/act", said)

    def answer(self) -> None:
        """Answer what he is asked as is usual."""
        asked = self.ask("GET", f"/seats/{self.seat}/table")["asked"]
        self.act(asked[0]["default"])


@dataclass(frozen=True)
class Dealt:
    """A game that lies ready: where each side sits down, and the umpire."""

    game: str
    seats: Mapping[str, str]

    def place(self, side: str) -> str:
        """The address of a seat."""
        return f"/game/{self.game}/{self.seats[side]}"


@contextmanager
def records(house: House) -> Iterator[Club]:
    """The server's own books."""
    database = Database(f"sqlite:///{house.folder / 'games.db'}")
    try:
        yield Club(database)
    finally:
        database.close()


def person(club: Club, page: Page | Absent) -> Person:
    """Who sits at a screen; whoever has not come in yet does so as a guest."""
    if isinstance(page, Absent):
        somebody, page.token = people.guest(club)
        return somebody
    for again in (False, True):
        cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        found = sessions.person(club, cookies.get("grognard", ""))
        if found is not None or again:
            break
        assert page.context.request.post("/api/v1/people/guest", data={}).ok
    assert found is not None, "the page has no cookie"
    return found


def _not_wanted(route: Route) -> None:
    """What the server says of a game's dice, but that nobody's secret is wanted for them."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "wanted": False})


def deal(
    house: House,
    screens: Mapping[str, Page | Absent],
    plays: Sequence[Play] = (),
    scenario: str = KLIN,
    settings: Mapping[str, Any] | None = None,
    seed: str = SEED,
    **options: str,
) -> Dealt:
    """Begin a game for the people at some screens, play so far, and tell where they sit.

    One screen may have both sides. An `umpire` may look on, too. Somebody may be absent. The dice
    are those of the seed: nobody's page pledges secrets of its own.
    """
    for screen in screens.values():
        if not isinstance(screen, Absent):
            screen.route("**/seats/*/pact", _not_wanted)
    with records(house) as club:
        sitting = {role: person(club, page) for role, page in screens.items()}
        sides = [side for side in sitting if side != "umpire"]
        host = sitting[sides[0]]
        plans = [SeatPlan(side=side, mine=sitting[side] == host) for side in sides]
        if "umpire" in sitting:
            plans.append(SeatPlan(role="umpire", mine=sitting["umpire"] == host))
        game = games.create_game(club, host, scenario, options, "", plans, settings, seed=seed)
        taken = {}
        for seat in game["seats"]:
            role = seat["side"] or "umpire"
            if seat["mine"]:
                taken[role] = seating.seat(club, host, seat["id"])
            else:
                taken[role] = seating.join(
                    club, sitting[role], seating.invite(club, host, seat["id"])
                )
        for n, (side, action) in enumerate(plays):
            commands.act(club, taken[side], action, None, f"dealt-{n}")
        for role, screen in screens.items():
            if isinstance(screen, Absent):
                screen.seat = taken[role].id
        return Dealt(game["id"], {role: seat.id for role, seat in taken.items()})
