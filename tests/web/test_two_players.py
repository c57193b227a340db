"""Two people at two screens play a turn of Typhoon; neither is told what he may not know."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import grognard
from grognard.server import branches, games, screen, seating
from grognard.server.club import Club
from grognard.server.store.records import PERSON, UMPIRE_ROLE, Seat
from tests.web.dealing import records
from tests.web.desks import CLOAKROOM
from tests.web.hands import Hands
from tests.web.house import House
from tests.web.wire import Wire, hidden, secrets_from

REICH = ["de-dr-deutschland", "de-dr-der-fuehrer", "de-dr-11"]


def invited(sit: Callable[..., Page]) -> tuple[Page, Page, Wire]:
    """The German opens a table of Typhoon and sends a link; the Soviet opens it and sits down."""
    host = sit("/")
    box = host.get_by_role("article", name="Typhoon")
    box.get_by_role("button", name="Set up…").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_text("Somebody by link").click()
    dialog.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("The link of the invitation")
    address = link.input_value()
    guest = sit(alone=True)
    wire = Wire(guest)
    guest.goto(address)
    guest.get_by_label("Your name at the table").fill("Georgi")
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="To the table").click()
    return host, guest, wire


class Turn:
    """The turn as an umpire would follow it: who is asked, and what the Soviet may not know."""

    def __init__(self, club: Club, game: str, players: Mapping[str, Hands]) -> None:
        self.club, self.players = club, players
        self.truth = Seat("truth", game, UMPIRE_ROLE, None, PERSON, None, None, "")
        self.seats = {seat.side: seat for seat in seating.seats(club, game)}
        self.soviet = self.seats["soviet"]
        self.secrets = secrets_from(club, self.truth, self.soviet)
        self.told = 0
        self.turn = 0

    def note(self) -> dict[str, Any]:
        """Look again: what the Soviet may know now is no secret any more."""
        seen = screen.table(self.club, self.truth)
        self.secrets &= hidden(seen, screen.table(self.club, self.soviet))
        self.turn = seen["headline"]["turn"]
        return seen

    def reveal(self, hexes: set[str]) -> None:
        """Whoever fights, or is fought, may be seen."""
        for counter in screen.table(self.club, self.truth)["counters"]:
            if counter["hex"] in hexes:
                self.secrets -= {counter["id"], counter["title"].split(";")[0]}

    def act(self, side: str, action: dict[str, Any]) -> None:
        """Play an action from a player's own screen, beside the page."""
        hands = self.players[side]
        if action["do"] == "attack":
            places = {c["id"]: c["hex"] for c in screen.table(self.club, self.truth)["counters"]}
            self.reveal({*action["targets"], *(places[unit] for unit in action["units"])})
        self.told += 1
        said = {"action": action, "key": f"routine-{self.told}"}
        hands.ask("POST", f"/seats/{self.seats[side].id}/act", said)
        self.note()

    def routine(self, side: str) -> None:
        """Answer what a side is asked: what must be, and otherwise as little as may be."""
        hands = self.players[side]
        seen = screen.table(self.club, self.seats[side])  # as his page has asked for it by itself
        asked, seat = seen["asked"][0], f"/seats/{self.seats[side].id}"
        must = [hex_ for owed in seen["owed"] if owed["must"] for hex_ in owed["hexes"]]
        if asked["default"]:
            self.act(side, asked["default"])
        elif not asked["phase"]:
            self.act(side, hands.ask("GET", f"{seat}/choices")["choices"][0]["action"])
        elif not must:
            self.act(side, {"do": next(deed["do"] for deed in asked["deeds"] if deed["ends"])})
        else:
            for hexes in [[hex_] for hex_ in must]:
                wish = {"pieces": [], "hexes": hexes}
                found = hands.ask("POST", f"{seat}/orders", wish)["proposals"]
                actions = [one["action"] for one in found if one["action"]]
                if actions:
                    self.act(side, actions[0])
                    return
            raise AssertionError(f"{side} owes {must} and cannot do it")

    def fight_out(self) -> None:
        """Whoever is asked answers, in the order that the dice make, until a phase goes on."""
        for _ in range(40):
            (side,) = games.row(self.club, self.soviet.game_id).waiting
            if screen.table(self.club, self.seats[side])["asked"][0]["phase"]:
                return
            self.routine(side)
        raise AssertionError("there is no end of questions")


def agree(german: Hands, soviet: Hands) -> None:
    """Both tables show the same stacks in the same places, and the same of what both may see."""
    here, there = german.table(), soviet.table()
    assert here["headline"] == there["headline"]
    shown = [{(stack["hex"], stack["side"]) for stack in seen["stacks"]} for seen in (here, there)]
    assert shown[0] == shown[1]
    ours, theirs = ({c["id"]: c for c in seen["counters"]} for seen in (here, there))
    both = ours.keys() & theirs.keys()
    assert len(both) > 50
    for piece in both:
        same = [
            (c["hex"], c["title"], c["values"], c["step"]) for c in (ours[piece], theirs[piece])
        ]
        assert same[0] == same[1]


def in_sight(hands: Hands) -> set[str]:
    """The stacks that are drawn when the whole map is shown."""
    hands.map.press("0")
    wanted = {f"{s['hex']}/{s['side']}" for s in hands.table()["stacks"]}
    drawn = "(all) => all.map((one) => one.dataset.stack)"
    expect(hands.page.locator("[data-stack]")).to_have_count(len(wanted))
    found = set(hands.page.locator("[data-stack]").evaluate_all(drawn))
    assert found == wanted
    return found


def pry(soviet: Hands, wire: Wire, *, deep: bool = True) -> None:
    """The Soviet looks at everything that a screen can show him; and if he goes deep, he asks for
    every overlay and every closed stack."""
    soviet.page.keyboard.press("f")
    closed = [s for s in soviet.table()["stacks"] if s["side"] == "german" and s["closed"]]
    for stack in closed[len(closed) // 2 :][:3]:
        soviet.click_stack(stack["hex"])
        wire.rest()
        soviet.page.keyboard.press("Escape")
    for name in ("Record", "Order of battle", "Calendar", "Charts and luck", "Chat", "Here"):
        soviet.tab(name).click()
    if deep:
        for card in soviet.table()["overlays"]:
            soviet.ask("GET", f"/seats/{soviet.seat}/overlays/{card['id']}")
        for stack in closed:
            soviet.ask("GET", f"/seats/{soviet.seat}/hexes/{stack['hex']}")
    wire.rest()


def fair(hands: Hands) -> None:
    """His page has pledged by itself, shown links, seen nothing wrong, and has the receipt."""
    place = f"grognard.dice.{hands.game}.{hands.seat}"
    kept = json.loads(hands.page.evaluate("(place) => localStorage.getItem(place)", place))
    assert (kept["wrong"], len(kept["receipts"])) == (None, 1)
    assert kept["shown"] > 0


def test_a_turn_of_typhoon(sit: Callable[..., Page], house: House, tmp_path: Path) -> None:
    host, guest, wire = invited(sit)
    german, soviet = Hands(host).ready(), Hands(guest).ready()
    with records(house) as club:
        turn = Turn(club, german.game, {"german": german, "soviet": soviet})
        for hands in (soviet, german):  # both set up as the scenario has it
            expect(hands.given).to_be_enabled()
            hands.page.keyboard.press("Enter")
            expect(hands.question.filter(has_text="ready")).to_have_count(0)
        covered = {
            piece
            for stack in turn.note()["stacks"]
            if stack["side"] == "german"
            for piece in stack["counters"][1:]
        }
        assert len(covered) > 60
        assert covered <= turn.secrets  # only what lies on top is seen [16.1.1]

        # The German moves and attacks with the mouse; the Soviet sees it happen, and no more.
        german.answer("no missions")
        german.in_phase("Movement")
        german.choose("2330", "de-210-stug")
        german.click_hex("2431")
        german.stands_in("2431")
        soviet.stack("2431").wait_for()
        turn.note()
        for units, hex_ in ((REICH, "4231"), (["de-5-krad"], "4130")):  # 4230 holds too many
            turn.act("german", {"do": "move", "units": units, "path": [hex_]})
        german.end_phase()
        german.in_phase("Attack")
        turn.note()
        turn.reveal({"2330", "2329"})
        german.click_stack("2329")
        german.attack.wait_for()
        before = german.moment()
        german.commit()
        while german.moment() == before:  # the order is on its way
            german.page.wait_for_timeout(50)
        turn.fight_out()
        german.in_phase("Attack")
        german.end_phase()
        german.in_phase("Strategic")
        german.end.click()
        german.question.wait_for()
        turn.note()
        agree(german, soviet)
        pry(soviet, wire)
        secret = set(turn.secrets)
        assert len(secret) > 40
        assert not wire.leaks(secret), "the Soviet was told what he may not know"
        assert wire.leaks({"de-210-stug"}), "what he may know was not heard: the wire is not tapped"

        # The Soviet moves with the mouse; the rest of his turn is routine.
        german.answer("no missions")
        soviet.in_phase("Movement")
        moved = next(
            (stack["hex"], cell["hex"])
            for stack in soviet.table()["stacks"]
            if stack["side"] == "soviet" and "3000" < stack["hex"] < "5000"
            if len(stack["counters"]) == 1
            for cell in soviet.ask(
                "POST", f"/seats/{soviet.seat}/reach", {"pieces": stack["counters"]}
            )["cells"][:1]
            if not soviet.stack(cell["hex"]).count()
        )
        soviet.choose(moved[0])
        soviet.click_hex(moved[1])
        soviet.stands_in(moved[1])
        german.stack(moved[1]).wait_for()
        soviet.end_phase()
        soviet.in_phase("Attack")

        # One division stands before two enemies and must attack both, so neither alone. [5.1.4]
        turn.reveal({"5925", "5926", "6026"})
        soviet.click_stack("5926")
        soviet.refusal.get_by_role("button", name="Rule 5.1.4").wait_for()
        soviet.page.keyboard.press("Escape")
        soviet.click_stack("6026")
        expect(soviet.attack).to_contain_text("5926, 6026")
        soviet.commit()
        turn.note()
        game, place = german.game, german.page.url
        german.page.goto(CLOAKROOM)  # the German looks away, and what he must he does from there
        for _ in range(120):
            if turn.turn > 1:  # as noted after the last answer
                break
            turn.routine(games.row(club, game).waiting[0])
        german.page.goto(place)
        german.ready()
        for hands in (german, soviet):
            hands.page.get_by_text("Turn 2 of").wait_for()
        agree(german, soviet)
        assert in_sight(german) == in_sight(soviet)
        pry(soviet, wire, deep=False)
        assert turn.secrets
        assert not wire.leaks(turn.secrets)
        for hands in (german, soviet):
            fair(hands)
        record = tmp_path / "typhoon.grog"
        record.write_text(branches.record(club, game))
        told = grognard.verify(record)
        assert "dice recomputed from the secrets of all who pledged theirs" in told[1]
        assert not any(f"{side}: 0 steps" in line for line in told for side in turn.seats)
