"""Notices: who is told that it is his decision, when, how often, and what is said."""

from __future__ import annotations

import asyncio
import hmac
import json
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_string
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from fastapi.testclient import TestClient

from grognard.server import commands, contacts, games, notices, overtures, people, queries, seating
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.http.app import create_app
from grognard.server.notices import Herald, pending, send_mail, signature, take_on
from grognard.server.settings import Settings
from grognard.server.store.database import Database
from grognard.server.store.records import Person, Seat, SeatPlan
from tests.server.wire import on_either

KLIN = "wb95/klin"
FREE = Settings(webhooks="any", notice_after=60, notice_every=900)
PROMPTLY = 0.01
"""Seconds within which a server of a test ends when it is told to."""


# ---- where notices arrive


class _Postbox(socketserver.StreamRequestHandler):
    """As much of SMTP as it takes to hand a mail in."""

    def handle(self) -> None:
        def say(text: str) -> None:
            self.wfile.write(text.encode() + b"\r\n")

        say("220 post")
        while line := self.rfile.readline().strip():
            word = line[:4].upper()
            if word == b"DATA":
                say("354 go on")
                mail = []
                while (part := self.rfile.readline().rstrip(b"\r\n")) != b".":
                    mail.append(part.decode())
                self.server.mails.append("\n".join(mail))  # type: ignore[attr-defined]
            say("221 bye" if word == b"QUIT" else "250 ok")
            if word == b"QUIT":
                return


@pytest.fixture
def post() -> Iterator[tuple[Settings, list[str]]]:
    """A server of mail, the settings to reach it, and what was handed in."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Postbox) as server:
        server.mails = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(PROMPTLY,), daemon=True).start()
        settings = Settings(
            smtp_host="127.0.0.1", smtp_port=server.server_address[1], smtp_security="none",
            mail_from="war@example.org", public_address="https://war.example.org",
        )  # fmt: skip
        yield settings, server.mails  # type: ignore[attr-defined]
        server.shutdown()


@dataclass
class Hook:
    """A webhook that keeps what it is called with."""

    url: str = ""
    status: int = 204
    calls: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def hook() -> Iterator[Hook]:
    kept = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.calls.append((dict(self.headers), body))
            self.send_response(kept.status)
            self.send_header("Location", f"{kept.url}/elsewhere")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(PROMPTLY,), daemon=True).start()
        kept.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
        yield kept
        server.shutdown()


# ---- a game that waits


@dataclass
class Table:
    """A game of two people at a server whose time we set."""

    club: Club
    now: list[int]
    game: str
    german: Person
    seats: dict[str, Seat]

    def play(self, side: str) -> None:
        seat = self.seats[side]
        with self.club.live.reading(self.game) as (kept, _row):
            action = next(iter(kept.game.legal(side)))
        commands.act(self.club, seat, action, None, f"{self.now[0]}-{side}")


@pytest.fixture
def at_table(database: Database) -> Table:
    now = [1_000_000]
    club = Club(database, now=lambda: now[0])
    german, _token = people.guest(club)
    soviet, _token = people.guest(club)
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet")]
    game = games.create_game(club, german, KLIN, title="Thursday\tnight", seats=plans, seed=7)["id"]
    empty = next(seat for seat in seating.seats(club, game) if seat.side == "soviet")
    seating.join(club, soviet, seating.invite(club, german, empty.id))
    return Table(
        club, now, game, german, {seat.side or "": seat for seat in seating.seats(club, game)}
    )


def with_hook(table: Table, url: str) -> str:
    table.german, secret = contacts.set_webhook(table.club, FREE, table.german, url)
    return secret


def look(table: Table, settings: Settings = FREE) -> None:
    asyncio.run(Herald(table.club, settings).look())


def test_a_person_is_told_once_the_game_has_waited_for_him(at_table: Table, hook: Hook) -> None:
    assert games.row(at_table.club, at_table.game).waiting == ("german",)
    secret = with_hook(at_table, hook.url)
    at_table.now[0] += 59
    look(at_table)
    assert hook.calls == []
    at_table.now[0] += 1
    look(at_table)
    headers, body = hook.calls[0]
    assert json.loads(body) == {
        "event": "decision",
        "game": at_table.game,
        "title": "Thursday night",
        "scenario": KLIN,
        "side": "german",
        "link": f"http://localhost:8095/game/{at_table.game}/{at_table.seats['german'].id}",
        "sent": at_table.now[0],
    }
    said = f"{at_table.now[0]}.".encode() + body
    expected = hmac.new(secret.encode(), said, sha256).hexdigest()
    assert headers[notices.SIGNATURE] == f"t={at_table.now[0]},v1={expected}"


@on_either
def test_he_is_told_once_until_he_looks_and_not_too_often(at_table: Table, hook: Hook) -> None:
    with_hook(at_table, hook.url)
    club, seat = at_table.club, at_table.seats["german"]
    at_table.now[0] += 60
    look(at_table)
    at_table.now[0] += 10_000
    look(at_table)
    assert len(hook.calls) == 1  # he has not looked
    queries.mark_seen(club, seat, queries.view(club, seat)["seq"])
    look(at_table)
    assert len(hook.calls) == 1  # he knows
    at_table.play("german")
    at_table.now[0] += 100
    look(at_table)
    assert len(hook.calls) == 2
    seat = at_table.seats["german"]
    queries.mark_seen(club, seat, queries.view(club, seat)["seq"])
    at_table.play("german")
    at_table.now[0] += 100
    look(at_table)
    assert len(hook.calls) == 2  # fifteen minutes have not passed
    at_table.now[0] += 800
    look(at_table)
    assert len(hook.calls) == 3


def test_who_is_asked_without_a_word_is_told_too(at_table: Table, hook: Hook) -> None:
    """A rematch begins and has told him nothing yet; it waits for him all the same."""
    club, seats = at_table.club, at_table.seats
    with_hook(at_table, hook.url)
    overtures.resign(club, seats["soviet"])
    offer = overtures.offer_rematch(club, seats["soviet"])["offer"]
    again = overtures.answer(club, seats["german"], offer, True)["game"]
    assert games.row(club, again).waiting == ("german",)
    [mine] = [seat for seat in seating.seats(club, again) if seat.side == "german"]
    assert queries.events(club, mine)["events"] == []
    for _ in range(3):
        at_table.now[0] += 900
        look(at_table)
    assert [json.loads(body)["game"] for _headers, body in hook.calls] == [again]


def test_who_has_looked_and_takes_his_time_is_left_in_peace(at_table: Table, hook: Hook) -> None:
    club, seat = at_table.club, at_table.seats["german"]
    with_hook(at_table, hook.url)
    at_table.play("german")
    assert games.row(club, at_table.game).waiting == ("german",)
    queries.mark_seen(club, seat, queries.view(club, seat)["seq"])
    at_table.now[0] += 900
    look(at_table)
    assert hook.calls == []


def test_nobody_is_told_whom_the_game_does_not_wait_for(at_table: Table, hook: Hook) -> None:
    with_hook(at_table, hook.url)
    overtures.resign(at_table.club, at_table.seats["soviet"])
    at_table.now[0] += 10_000
    assert list(pending(at_table.club, FREE)) == []


@on_either
def test_of_two_workers_one_tells_him(at_table: Table, hook: Hook) -> None:
    with_hook(at_table, hook.url)
    at_table.now[0] += 60
    other = Club(at_table.club.database, now=at_table.club.now)
    [notice] = pending(at_table.club, FREE)
    assert [take_on(s, FREE, notice) for s in (at_table.club, other)] == [True, False]


def test_what_cannot_be_sent_is_tried_again_later(at_table: Table, hook: Hook) -> None:
    with_hook(at_table, hook.url)
    hook.status = 500
    at_table.now[0] += 60
    look(at_table)
    at_table.now[0] += 100
    look(at_table)
    assert len(hook.calls) == 1
    hook.status = 204
    at_table.now[0] += 900
    look(at_table)
    assert len(hook.calls) == 2
    at_table.now[0] += 900
    look(at_table)
    assert len(hook.calls) == 2


def test_a_webhook_that_sends_elsewhere_is_not_followed(at_table: Table, hook: Hook) -> None:
    with_hook(at_table, hook.url)
    hook.status = 307
    at_table.now[0] += 60
    look(at_table)
    assert len(hook.calls) == 1


def test_a_notice_holds_no_secret_of_the_game(at_table: Table, hook: Hook) -> None:
    secret = with_hook(at_table, hook.url)
    at_table.now[0] += 60
    look(at_table)
    row = games.row(at_table.club, at_table.game)
    for hidden in (row.seed, secret, at_table.seats["soviet"].id):
        assert hidden not in repr(hook.calls)


# ---- mail


def confirmed(table: Table, settings: Settings, mails: list[str]) -> None:
    send = mailing(settings)
    contacts.set_mail(table.club, settings, send, table.german, "me@example.org")
    code = next(word for word in mails[-1].split() if word.isdigit() and len(word) == 8)
    table.german = contacts.confirm_mail(table.club, table.german, code)


def mailing(settings: Settings) -> Callable[[str, str, str], None]:
    return lambda to, subject, text: send_mail(settings, to, subject, text)


def test_a_mail_tells_which_game_waits_and_where(
    at_table: Table, post: tuple[Settings, list[str]]
) -> None:
    settings, mails = post
    confirmed(at_table, settings, mails)
    at_table.now[0] += 60
    look(at_table, settings)
    assert "To: me@example.org" in mails[1]
    assert "Subject: Grognard: your decision in Thursday night" in mails[1]
    where = f"/game/{at_table.game}/{at_table.seats['german'].id}"
    text = message_from_string(mails[1]).get_payload(decode=True)
    assert f"\nhttps://war.example.org{where}\n".encode() in text
    with TestClient(create_app(settings, at_table.club, background=False)) as browser:
        answer = browser.get(where, headers={"Host": "war.example.org"})
    assert answer.headers["content-type"].startswith("text/html")  # a page of the client


def test_an_address_that_nobody_confirmed_gets_one_code_and_nothing_more(
    at_table: Table, post: tuple[Settings, list[str]]
) -> None:
    settings, mails = post
    contacts.set_mail(
        at_table.club, settings, mailing(settings), at_table.german, "you@example.org"
    )
    at_table.now[0] += 60
    look(at_table, settings)
    assert len(mails) == 1
    other, _token = people.guest(at_table.club)
    for person in (at_table.german, other):
        with pytest.raises(Conflict, match="a moment ago"):
            contacts.set_mail(at_table.club, settings, mailing(settings), person, "YOU@example.org")
    assert len(mails) == 1


def test_a_code_can_be_guessed_five_times_and_for_a_day(
    at_table: Table, post: tuple[Settings, list[str]]
) -> None:
    settings, mails = post
    club, me = at_table.club, at_table.german
    contacts.set_mail(club, settings, mailing(settings), me, "me@example.org")
    code = next(word for word in mails[-1].split() if word.isdigit() and len(word) == 8)
    for _ in range(5):
        with pytest.raises(Invalid, match="not the code"):
            contacts.confirm_mail(club, me, "00000000" if code != "00000000" else "1")
    with pytest.raises(Conflict, match="no longer counts"):
        contacts.confirm_mail(club, me, code)
    at_table.now[0] += 600
    contacts.set_mail(club, settings, mailing(settings), me, "me@example.org")
    code = next(word for word in mails[-1].split() if word.isdigit() and len(word) == 8)
    at_table.now[0] += 24 * 3600 + 1
    with pytest.raises(Conflict, match="no longer counts"):
        contacts.confirm_mail(club, me, code)


def test_contacts_are_shown_without_code_or_secret_and_can_be_given_up(
    at_table: Table, post: tuple[Settings, list[str]], hook: Hook
) -> None:
    settings, mails = post
    confirmed(at_table, settings, mails)
    with_hook(at_table, hook.url)
    assert contacts.shown(at_table.german) == {
        "mail": {"address": "me@example.org", "confirmed": True},
        "webhook": {"url": hook.url},
    }
    person = contacts.forget_mail(at_table.club, at_table.german)
    person = contacts.forget_webhook(at_table.club, person)
    assert contacts.shown(person) == {"mail": None, "webhook": None}


@pytest.mark.parametrize(
    "address", ["me", "me@", "@example.org", "a@b\nBcc: c@d", "a b@example.org", "a@b>", "é@b.org"]
)
def test_what_is_no_mail_address_is_refused(
    at_table: Table, post: tuple[Settings, list[str]], address: str
) -> None:
    with pytest.raises(Invalid, match="no mail address"):
        contacts.set_mail(at_table.club, post[0], mailing(post[0]), at_table.german, address)


def test_a_server_that_sends_no_mail_says_so(at_table: Table) -> None:
    with pytest.raises(Forbidden, match="sends no mail"):
        contacts.set_mail(at_table.club, FREE, mailing(FREE), at_table.german, "me@example.org")


def test_mail_that_cannot_be_handed_in_is_said_and_changes_nothing(at_table: Table) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        settings = Settings(
            smtp_host="127.0.0.1", smtp_port=closed.getsockname()[1], smtp_security="none",
            mail_from="war@example.org",
        )  # fmt: skip
        with pytest.raises(Conflict, match="could not be sent"):
            contacts.set_mail(
                at_table.club, settings, mailing(settings), at_table.german, "me@example.org"
            )
    known = people.by_id(at_table.club, at_table.german.id)
    assert known is not None
    assert contacts.shown(known)["mail"] is None


# ---- webhooks


def test_a_signature_changes_with_secret_time_and_text() -> None:
    one = signature("s", 1, b"{}")
    assert (
        len({one, signature("t", 1, b"{}"), signature("s", 2, b"{}"), signature("s", 1, b"")}) == 4
    )
