"""Passkeys: coming in by a key that stays in one's device, instead of a passphrase or beside it.

The device signs a challenge, which is good once and for a few minutes; the server keeps only the
public key. A passkey alone lets somebody in if the device has made sure of him (a finger, a PIN):
it is two factors by itself. Beside a passphrase his presence is enough.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import webauthn
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from grognard.server import codes, sessions
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound
from grognard.server.ids import new_id
from grognard.server.settings import Settings
from grognard.server.store import schema
from grognard.server.store.records import Person

PASSPHRASE, BOTH, PASSKEY = "passphrase", "both", "passkey"
"""By what one comes in: a passphrase or a passkey, both together, or a passkey alone."""
MOST = 20
SECONDS = 300
"""How long a challenge is good."""
NEW, ENTER = "new passkey", "enter by passkey"
LOCAL = "localhost"

Credential = dict[str, Any]
"""What a device answers, as browsers write it."""


@dataclass(frozen=True, slots=True)
class House:
    """What passkeys are made for: a domain; they are good at no other."""

    domain: str
    origin: str

    def origin_of(self, client: bytes) -> str:
        """The origin that an answer must name; at home any port will do."""
        try:
            named = parse_client_data_json(client).origin
        except WebAuthnException:
            return self.origin
        parts = urlsplit(named)
        local = self.domain == LOCAL and parts.hostname == LOCAL
        return named if local and parts.scheme in ("http", "https") else self.origin


def house(settings: Settings) -> House | None:
    """The domain of this server; None where passkeys cannot be, without name or https."""
    parts = urlsplit(settings.address)
    domain = parts.hostname or ""
    named = any(letter.isalpha() for letter in domain) and ":" not in domain
    if domain == LOCAL or (named and parts.scheme == "https"):
        return House(domain, f"{parts.scheme}://{parts.netloc}".lower())
    return None


def _house(settings: Settings) -> House:
    found = house(settings)
    if found is None:
        raise Forbidden(
            "this server has no passkeys: they need a name and https",
            "the setting public_address, as https://war.example.org",
        )
    return found


# ---- a new one


def new_options(club: Club, settings: Settings, person: Person, token: str) -> dict[str, Any]:
    """What a device needs to know to make a passkey for a person."""
    where = _house(settings)
    if person.guest:
        raise Conflict("a passkey belongs to a name", "a name and a passphrase first")
    sessions.need_proof(club, person, token)
    there = [row["credential"] for row in _rows(club, person)]
    if len(there) >= MOST:
        raise Conflict(f"you have {MOST} passkeys already", "take one away first")
    options = webauthn.generate_registration_options(
        rp_id=where.domain,
        rp_name="Grognard",
        user_id=person.id.encode(),
        user_name=person.name or "",
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in there
        ],
    )
    return _challenging(club, NEW, options, person.id)


def add(
    club: Club, settings: Settings, person: Person, token: str, name: str, answer: Credential
) -> None:
    """Keep a passkey that a device has made."""
    where = _house(settings)
    sessions.need_proof(club, person, token)
    challenge = _taken(club, NEW, answer, person.id)
    try:
        made = webauthn.verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=where.domain,
            expected_origin=where.origin_of(_client(answer)),
        )  # fmt: skip
    except Exception as error:  # what a client sends may break the library anywhere
        raise _unsound(error) from None
    p = schema.passkeys.c
    try:
        with club.database.writing() as connection:
            connection.execute(
                insert(schema.passkeys).values(
                    id=new_id(), person_id=person.id, created=club.now(), last_used=None,
                    credential=bytes_to_base64url(made.credential_id),
                    public_key=bytes_to_base64url(made.credential_public_key),
                    uses=made.sign_count, name=name,
                )
            )  # fmt: skip
            mine = select(func.count()).where(p.person_id == person.id)
            if connection.execute(mine).scalar_one() > MOST:
                raise Conflict(f"you have {MOST} passkeys already", "take one away first")
    except IntegrityError:
        raise Conflict("this passkey is kept already", "another device") from None


# ---- coming in


def options(club: Club, settings: Settings) -> dict[str, Any]:
    """What a device needs to know to answer for whoever it belongs to."""
    asked = webauthn.generate_authentication_options(
        rp_id=_house(settings).domain, user_verification=UserVerificationRequirement.PREFERRED
    )
    return _challenging(club, ENTER, asked, None)


def whose(
    club: Club, settings: Settings, answer: Credential, alone: bool, person_id: str | None = None
) -> str:
    """The person whose passkey answers; if it stands `alone`, the device must be sure of him."""
    where = _house(settings)
    challenge = _taken(club, ENTER, answer, None)
    p = schema.passkeys.c
    wanted = select(p.id, p.person_id, p.public_key, p.uses).where(
        p.credential == str(answer.get("id", ""))[:1400]
    )
    with club.database.reading() as connection:
        kept = connection.execute(wanted).first()
    if kept is None or person_id not in (None, kept.person_id):
        raise Forbidden("this passkey is not known here", "one that was made here")
    try:
        shown = webauthn.verify_authentication_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=where.domain,
            expected_origin=where.origin_of(_client(answer)),
            credential_public_key=base64url_to_bytes(kept.public_key),
            credential_current_sign_count=kept.uses, require_user_verification=alone,
        )  # fmt: skip
    except Exception as error:  # what a client sends may break the library anywhere
        raise _unsound(error) from None
    with club.database.writing() as connection:
        # Of two who answer with the same count one has a copy.
        noted = connection.execute(
            update(schema.passkeys)
            .where(p.id == kept.id, p.uses == kept.uses)
            .values(uses=shown.new_sign_count, last_used=club.now())
        )
    if noted.rowcount != 1:
        raise Forbidden("this passkey was used elsewhere at the same moment", "it once more")
    return str(kept.person_id)


# ---- the list of them


def listed(club: Club, person: Person) -> list[dict[str, Any]]:
    """A person's passkeys, the oldest first: their names, and when they were used."""
    return [
        {name: row[name] for name in ("id", "name", "created", "last_used")}
        for row in _rows(club, person)
    ]


def _rows(club: Club, person: Person) -> list[dict[str, Any]]:
    p = schema.passkeys.c
    wanted = select(p.id, p.name, p.credential, p.created, p.last_used).where(
        p.person_id == person.id
    )
    with club.database.reading() as connection:
        found = connection.execute(wanted.order_by(p.created, p.id)).mappings()
        return [dict(row) for row in found]


def call(club: Club, person: Person, passkey: str, name: str) -> None:
    """Give a passkey another name."""
    p = schema.passkeys.c
    with club.database.writing() as connection:
        changed = connection.execute(
            update(schema.passkeys)
            .where(p.id == passkey, p.person_id == person.id)
            .values(name=name)
        )
    if changed.rowcount != 1:
        raise NotFound("there is no such passkey", "one of the list")


def take_away(club: Club, person: Person, token: str, passkey: str) -> None:
    """Let a passkey be good no more; the last stays where one comes in by none else."""
    sessions.need_proof(club, person, token)
    p = schema.passkeys.c
    mine = p.person_id == person.id
    with club.database.writing() as connection:
        gone = connection.execute(delete(schema.passkeys).where(p.id == passkey, mine))
        if gone.rowcount != 1:
            raise NotFound("there is no such passkey", "one of the list")
        left = connection.execute(select(func.count()).where(mine)).scalar_one()
        if not left and needed(connection, person.id) != PASSPHRASE:
            raise Conflict(
                "this is the last passkey, and one is needed to come in",
                "let a passphrase be enough first",
            )


def needed(connection: Connection, person_id: str) -> str:
    """By what a person comes in."""
    p = schema.people.c
    return str(connection.execute(select(p.needs).where(p.id == person_id)).scalar_one())


# ---- answers of devices


def _challenging(club: Club, kind: str, asked: Any, person_id: str | None) -> dict[str, Any]:
    """What a device is asked, once its challenge is noted."""
    with club.database.writing() as connection:
        challenge = bytes_to_base64url(asked.challenge)
        codes.put(club, connection, kind, challenge, person_id, SECONDS)
    told: dict[str, Any] = json.loads(webauthn.options_to_json(asked))
    return told


def _taken(club: Club, kind: str, answer: Credential, person_id: str | None) -> bytes:
    """The challenge that an answer answers: one of ours, not answered before, and not too old."""
    try:
        challenge = parse_client_data_json(_client(answer)).challenge
    except Exception as error:  # what a client sends may break the library anywhere
        raise _unsound(error) from None
    with club.database.writing() as connection:
        good, whom = codes.take(club, connection, kind, bytes_to_base64url(challenge))
    if not good or whom != person_id:
        raise Conflict("the device was asked too long ago", "the same once more")
    return challenge


def _client(answer: Credential) -> bytes:
    response = answer.get("response")
    told = response.get("clientDataJSON") if isinstance(response, dict) else None
    return base64url_to_bytes(told) if isinstance(told, str) and told.isascii() else b""


def _unsound(error: Exception) -> Invalid:
    return Invalid("the device's answer cannot be accepted", "the same once more")
