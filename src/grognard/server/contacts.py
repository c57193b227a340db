"""Contacts: where a person wants to be told that it is his decision.

A mail address counts only once its owner has sent back the code that was mailed to it: nobody can
have others written to. A webhook gets a secret by which it can tell our calls from anybody else's.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from smtplib import SMTPException
from typing import Any

from grognard.server import people, sessions
from grognard.server.claims import claim
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.logs import log
from grognard.server.outgoing import destination
from grognard.server.settings import Settings
from grognard.server.store.records import Person

LOG = log("contacts")
NOTICES = "notices"
"""The place of all this among a person's settings."""
CODE_SECONDS = 24 * 3600
MAIL_EVERY = 600
"""Seconds between two codes to one address, at the least."""
GUESSES = 5
"""How often a code may be tried."""
LONGEST = 254
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")

Mail = Callable[[str, str, str], None]
"""How a mail is sent: to whom, its subject, its text."""


def kept(settings: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a person's contacts."""
    return dict(settings.get(NOTICES) or {})


def mail_of(settings: Mapping[str, Any]) -> str | None:
    """Where mail goes, if somebody has confirmed it."""
    mail = kept(settings).get("mail") or {}
    return mail["address"] if mail.get("confirmed") else None


def webhook_of(settings: Mapping[str, Any]) -> tuple[str, str] | None:
    """Where calls go, and the secret that signs them."""
    hook = kept(settings).get("webhook")
    return (hook["url"], hook["secret"]) if hook else None


def shown(person: Person) -> dict[str, Any]:
    """A person's contacts as he may see them: no code, no secret."""
    known = kept(person.settings)
    mail, hook = known.get("mail"), known.get("webhook")
    return {
        "mail": {"address": mail["address"], "confirmed": mail["confirmed"]} if mail else None,
        "webhook": {"url": hook["url"]} if hook else None,
    }


def _keep(club: Club, person: Person, **contacts: Any) -> Person:
    known = {**kept(person.settings), **contacts}
    known = {name: value for name, value in known.items() if value is not None}
    return people.settle(club, person, {**person.settings, NOTICES: known})


def _now(club: Club, person: Person) -> Person:
    """A person as the store knows him this moment."""
    found = people.by_id(club, person.id)
    if found is None:
        raise Forbidden("nobody is known by this token")
    return found


# ---- mail


def set_mail(
    club: Club, settings: Settings, mail: Mail, person: Person, address: str, token: str = ""
) -> Person:
    """Send a code to an address; notices go there once it has been sent back."""
    if not settings.smtp_host:
        raise Forbidden("this server sends no mail", "a webhook, or a server with smtp_host set")
    if len(address) > LONGEST or _ADDRESS.fullmatch(address) is None:
        raise Invalid("this is no mail address", "an address as me@example.org")
    sessions.need_proof(club, person, token)  # whoever has the mail can have the account
    person = _now(club, person)
    for whose in (person.id, address.lower()):
        what = f"code {sha256(whose.encode()).hexdigest()[:32]}"
        if not claim(club, what, secrets.token_hex(8), MAIL_EVERY):
            raise Conflict(
                "a code was sent a moment ago", f"the same again in {MAIL_EVERY // 60} minutes"
            )
    code = f"{secrets.randbelow(10**8):08}"
    pending = {
        "address": address,
        "confirmed": False,
        "code": sha256(code.encode()).hexdigest(),
        "until": club.now() + CODE_SECONDS,
        "guesses": GUESSES,
    }
    text = (
        f"Somebody at {settings.address} wants to be told here when it is his decision.\n\n"
        f"If that was you, give this code there: {code}\n\n"
        "If it was not, do nothing, and nothing more will be sent.\n"
    )
    try:
        mail(address, "Grognard: is this your address?", text)
    except (OSError, SMTPException) as error:
        LOG.warning("a code could not be mailed", extra={"reason": type(error).__name__})
        raise Conflict("the mail could not be sent", "the same again later") from None
    return _keep(club, person, mail=pending)


def confirm_mail(club: Club, person: Person, code: str) -> Person:
    """Take the code that was mailed; from now on notices go there."""
    person = _now(club, person)
    pending = kept(person.settings).get("mail")
    if not pending or pending["confirmed"]:
        raise Conflict("no address waits to be confirmed", "a mail address first")
    if pending["until"] < club.now() or pending["guesses"] < 1:
        raise Conflict("this code no longer counts", "the mail address again, for a new code")
    given = sha256(code.strip().encode("utf-8", "replace")).hexdigest()
    if not hmac.compare_digest(given, pending["code"]):
        _keep(club, person, mail={**pending, "guesses": pending["guesses"] - 1})
        raise Invalid("this is not the code", "the eight digits of the last mail")
    return _keep(club, person, mail={"address": pending["address"], "confirmed": True})


def forget_mail(club: Club, person: Person) -> Person:
    """Send no more mail."""
    return _keep(club, _now(club, person), mail=None)


# ---- webhooks


def set_webhook(club: Club, settings: Settings, person: Person, url: str) -> tuple[Person, str]:
    """Call an address from now on; gives the secret that signs the calls, which is told once."""
    destination(settings, url)
    secret = secrets.token_urlsafe(32)
    hook = {"url": url, "secret": secret}
    return _keep(club, _now(club, person), webhook=hook), secret


def forget_webhook(club: Club, person: Person) -> Person:
    """Call nobody any more."""
    return _keep(club, _now(club, person), webhook=None)
