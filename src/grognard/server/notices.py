"""Notices: a mail or a call to whoever has a decision to take and has not looked.

A person is told once about a game until he looks at it, and never twice within some minutes. What
is sent says which game waits, and where it is; nothing of the position, and no key to the game.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
import smtplib
import ssl
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import anyio
import httpx
from anyio import to_thread
from sqlalchemy import select

from grognard.server import metrics, queries, seating
from grognard.server.account import sweep as sweep_accounts
from grognard.server.claims import claim, forget
from grognard.server.claims import sweep as sweep_claims
from grognard.server.club import Club
from grognard.server.contacts import mail_of, webhook_of
from grognard.server.errors import Denied
from grognard.server.logs import log
from grognard.server.outgoing import CALL_SECONDS, post
from grognard.server.settings import Settings
from grognard.server.store.records import PERSON, PLAYER
from grognard.server.store.schema import games, people, seats

LOG = log("notices")
LOOK = 15
"""Seconds between two looks at who waits."""
REMEMBERED = 400 * 24 * 3600
"""Seconds for which it is remembered that somebody was told and has not looked."""
AT_ONCE = 8
SIGNATURE = "Grognard-Signature"


@dataclass(frozen=True, slots=True)
class Notice:
    """One person is to be told that one game waits for him."""

    seat_id: str
    person_id: str
    game_id: str
    side: str
    seen: int
    title: str
    scenario: str
    settings: dict[str, Any]

    def link(self, address: str) -> str:
        """Where the game is; it opens to nobody who is not signed in there."""
        return f"{address}/game/{self.game_id}/{self.seat_id}"

    def to_json(self, address: str, now: int) -> dict[str, Any]:
        """What a webhook is told."""
        return {
            "event": "decision",
            "game": self.game_id,
            "title": self.title,
            "scenario": self.scenario,
            "side": self.side,
            "link": self.link(address),
            "sent": now,
        }

    def to_mail(self, address: str) -> tuple[str, str]:
        """Subject and text of a mail."""
        name = " ".join(self.title.split()) or self.scenario
        side = self.side.replace("-", " ").capitalize()
        text = (
            f"{name} ({self.scenario}) waits for the {side} side: it is your decision.\n\n"
            f"{self.link(address)}\n\n"
            "You are told once until you look. Notices are set up, and given up, at\n"
            f"{address}/\n"
        )
        return f"Grognard: your decision in {name}", text


@dataclass(frozen=True, slots=True)
class Leaving(Notice):
    """One guest is to be told that one game of his is to be removed."""

    leaves: int = 0

    def to_json(self, address: str, now: int) -> dict[str, Any]:
        """What a webhook is told."""
        told = super(Leaving, self).to_json(address, now)
        return {**told, "event": "leaving", "leaves": self.leaves}

    def to_mail(self, address: str) -> tuple[str, str]:
        """Subject and text of a mail."""
        name, day = " ".join(self.title.split()) or self.scenario, _day(self.leaves)
        text = (
            f"Nobody has played {name} ({self.scenario}) for long. It is removed on {day}, unless "
            "somebody plays on or takes a name.\n\n"
            f"{self.link(address)}\n"
        )
        return f"Grognard: {name} is removed on {day}", text


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


# ---- who is to be told


def pending(club: Club, settings: Settings) -> Iterator[Notice]:
    """Everybody whom a game has waited for long enough, who can be told."""
    wanted = (
        select(
            seats.c.id, seats.c.side, seats.c.seen, seats.c.person_id, seats.c.game_id,
            games.c.title, games.c.head, games.c.waiting, people.c.settings,
        )
        .join(games, games.c.id == seats.c.game_id)
        .join(people, people.c.id == seats.c.person_id)
        .where(
            games.c.over.is_(False),
            games.c.waiting_since <= club.now() - settings.notice_after,
            seats.c.kind == PERSON,
            seats.c.role == PLAYER,
        )
        .order_by(games.c.waiting_since, seats.c.id)
    )  # fmt: skip
    with club.database.reading() as connection:
        rows = connection.execute(wanted).all()
    told: set[tuple[str, str]] = set()
    for row in rows:
        reachable = mail_of(row.settings) or webhook_of(row.settings)
        if row.side not in row.waiting or not reachable or (row.person_id, row.game_id) in told:
            continue
        told.add((row.person_id, row.game_id))
        yield Notice(
            row.id, row.person_id, row.game_id, row.side, row.seen, row.title,
            row.head["scenario"], row.settings,
        )  # fmt: skip


def leaving(club: Club) -> Iterator[Leaving]:
    """Everybody who can be told, and whose game is marked to be removed."""
    wanted = (
        select(
            seats.c.id, seats.c.side, seats.c.seen, seats.c.person_id, seats.c.game_id,
            games.c.title, games.c.head, games.c.leaves, people.c.settings,
        )
        .join(games, games.c.id == seats.c.game_id)
        .join(people, people.c.id == seats.c.person_id)
        .where(games.c.leaves.is_not(None), seats.c.kind == PERSON)
        .order_by(games.c.leaves, seats.c.id)
    )  # fmt: skip
    with club.database.reading() as connection:
        rows = connection.execute(wanted).all()
    for row in rows:
        if mail_of(row.settings) or webhook_of(row.settings):
            yield Leaving(
                row.id, row.person_id, row.game_id, row.side or "", row.seen, row.title,
                row.head["scenario"], row.settings, row.leaves,
            )  # fmt: skip


def take_on_leaving(club: Club, notice: Leaving) -> bool:
    """Whether this worker is to tell him: once for each time that the game is marked."""
    return claim(club, _once(notice), secrets.token_hex(8), REMEMBERED)


def take_on(club: Club, settings: Settings, notice: Notice) -> bool:
    """Whether this worker is to tell him now: once until he looks, and not too often."""
    if not _unseen(club, notice):
        return False
    me = secrets.token_hex(8)
    if not claim(club, _once(notice), me, REMEMBERED):
        return False
    often = f"notice {notice.person_id} {notice.game_id}"
    if settings.notice_every and not claim(club, often, me, settings.notice_every):
        forget(club, _once(notice))
        return False
    return True


def take_back(club: Club, notice: Notice) -> None:
    """It could not be sent: try again when as much time has passed as between two notices."""
    forget(club, _once(notice))


def _once(notice: Notice) -> str:
    if isinstance(notice, Leaving):
        return f"leaving {notice.seat_id} {notice.leaves}"
    return f"told {notice.seat_id} {notice.seen}"


def _unseen(club: Club, notice: Notice) -> bool:
    """Whether something has happened that he has not looked at, or he was asked without a word."""
    seat = next((s for s in seating.seats(club, notice.game_id) if s.id == notice.seat_id), None)
    if seat is None:
        return False
    return bool(queries.events(club, seat, seat.seen, 1)["events"]) or _asked_quietly(club, notice)


def _asked_quietly(club: Club, notice: Notice) -> bool:
    """Whether a side has been told nothing with its question or since: one cannot tell who looked.

    It happens where the other side has done what it does in secret, and where a game begins.
    """
    with club.live.reading(notice.game_id) as (kept, _row):
        since = kept.length
        while since and notice.side in kept.asked[since - 1]:
            since -= 1
        stream = kept.streams[notice.side]
        return not any(told > bisect_right(stream.moments, since) for told in stream.when[-1:])


# ---- telling


def send_mail(settings: Settings, address: str, subject: str, text: str) -> None:
    """Hand a mail in."""
    message = EmailMessage()
    message["From"], message["To"] = settings.mail_from, address
    message["Subject"] = subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    context = ssl.create_default_context()
    where = (settings.smtp_host, settings.smtp_port)
    if settings.smtp_security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(*where, timeout=CALL_SECONDS, context=context)
    else:
        server = smtplib.SMTP(*where, timeout=CALL_SECONDS)
    with server:
        if settings.smtp_security == "starttls":
            server.starttls(context=context)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password.get_secret_value())
        server.send_message(message)


def signature(secret: str, sent: int, body: bytes) -> str:
    """By which a webhook knows that a call is ours, and that it is new."""
    digest = hmac.new(secret.encode(), f"{sent}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={sent},v1={digest}"


def call(settings: Settings, url: str, secret: str, said: dict[str, Any]) -> None:
    """Call a webhook, with a signature by which it knows us."""
    body = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    post(settings, url, body, {SIGNATURE: signature(secret, said["sent"], body)})


class Herald:
    """Tells people that it is their decision."""

    def __init__(self, club: Club, settings: Settings) -> None:
        self.club, self.settings = club, settings
        self._limit = anyio.CapacityLimiter(AT_ONCE)

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            try:
                await self.look()
            except Exception:  # a database that is away comes back
                LOG.exception("nobody could be told")
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Tell everybody who is to be told now."""
        await to_thread.run_sync(sweep_claims, self.club)
        await to_thread.run_sync(sweep_accounts, self.club)
        if not self.settings.smtp_host and self.settings.webhooks == "off":
            return
        for_now = await to_thread.run_sync(lambda: list(pending(self.club, self.settings)))
        async with asyncio.TaskGroup() as group:
            for notice in for_now:
                if await to_thread.run_sync(take_on, self.club, self.settings, notice):
                    group.create_task(self._tell(notice))
            for marked in await to_thread.run_sync(lambda: list(leaving(self.club))):
                if await to_thread.run_sync(take_on_leaving, self.club, marked):
                    group.create_task(self._tell(marked))

    async def _tell(self, notice: Notice) -> None:
        await to_thread.run_sync(self.tell, notice, limiter=self._limit)

    def tell(self, notice: Notice) -> None:
        """Send one notice by every way its person wants, whichever of them fail."""
        address, told = self.settings.address, False
        mail, hook = mail_of(notice.settings), webhook_of(notice.settings)
        if mail is not None and self.settings.smtp_host:
            told |= self._send("mail", notice, lambda: self._mail(mail, notice))
        if hook is not None and self.settings.webhooks != "off":
            said = notice.to_json(address, self.club.now())
            told |= self._send("webhook", notice, lambda: call(self.settings, *hook, said))
        if not told:
            take_back(self.club, notice)

    def _mail(self, mail: str, notice: Notice) -> None:
        send_mail(self.settings, mail, *notice.to_mail(self.settings.address))

    def _send(self, kind: str, notice: Notice, send: Any) -> bool:
        try:
            send()
        except (OSError, smtplib.SMTPException, httpx.HTTPError, Denied) as error:
            # The address itself stays out of the log.
            reason = type(error).__name__
            LOG.warning(
                "a notice failed", extra={"kind": kind, "game": notice.game_id, "reason": reason}
            )
            metrics.NOTICES.labels(kind, "failed").inc()
            return False
        metrics.NOTICES.labels(kind, "sent").inc()
        return True
