"""People: coming in as a guest, by name, or by a passkey, and going out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from starlette.background import BackgroundTask
from starlette.responses import Response

from grognard.server import contacts, entering, merge_guest, passkeys, passphrases, people, sessions
from grognard.server.entering import Shown
from grognard.server.http.access import Anybody, Asker, Asking, AtDesk, Desk, written
from grognard.server.http.answers import Challenge, Contacts, Forgot, Me, SignedIn
from grognard.server.http.forms import ByPasskey, Forgotten, Guest, Naming, Reset, SignIn
from grognard.server.http.problems import problems
from grognard.server.ids import new_id
from grognard.server.notices import send_mail
from grognard.server.sessions import Whence
from grognard.server.store.records import Person

router = APIRouter(prefix="/api/v1/people", tags=["people"])
ENTERING = problems("passkey-needed", "conflict", "impossible", "invalid")
KNOWN = problems("unknown-person", "conflict", "impossible", "invalid")


def told(person: Person) -> Me:
    """A person as he sees himself."""
    return Me(
        id=person.id,
        name=person.name,
        guest=person.guest,
        notices=Contacts.model_validate(contacts.shown(person)),
    )


def _device(asker: Asker) -> Whence:
    """Whence somebody comes, with a secret for his device if it has none yet."""
    return Whence(asker.address, asker.agent, asker.device or new_id())


def _signed_in(
    desk: Desk, entered: tuple[Person, str], bearer: bool, status: int, device: str = ""
) -> Response:
    person, token = entered
    answer = SignedIn(person=told(person), token=token if bearer else None)
    response = written(answer.model_dump(), status)
    desk.remember(response, token, device)
    return response


def passkey_of(desk: Desk, answer: dict[str, Any] | None) -> entering.Passkey | None:
    """A device's answer, to be asked whose it is."""
    if answer is None:
        return None
    return lambda person_id, alone: passkeys.whose(
        desk.club, desk.settings, answer, alone, person_id
    )


async def _at_home(
    desk: Desk, asker: Asker, enter: Callable[[], tuple[Person, str]]
) -> tuple[Person, str]:
    """Let somebody enter, once, and bring the games along that he has played as a guest.

    Those may have to be made ready first, and all is asked again then: what is good once is not.
    """
    entered: list[tuple[Person, str]] = []

    def work() -> tuple[Person, str]:
        if not entered:
            entered.append(enter())
        return merge_guest.come_home(desk.club, desk.stranger_or_known(asker), entered[0])

    return await desk.ask_unknown(asker, work, "enter")


@router.post("/guest", status_code=201, response_model=SignedIn, responses=problems("invalid"))
async def guest(desk: AtDesk, asker: Anybody, form: Guest) -> Response:
    """Come in at once, without a name."""
    entered = await desk.ask_unknown(asker, lambda: people.guest(desk.club, asker.whence), "enter")
    return _signed_in(desk, entered, form.bearer, 201)


@router.post("/sign-in", response_model=SignedIn, responses=ENTERING)
async def sign_in(desk: AtDesk, asker: Anybody, form: SignIn) -> Response:
    """Come in by name and passphrase. A guest's games go with whom he turns out to be."""
    whence = _device(asker)
    shown = Shown(form.passphrase, form.recovery, passkey_of(desk, form.passkey))

    entered = await _at_home(
        desk, asker, lambda: entering.sign_in(desk.club, form.name, shown, whence, form.bearer)
    )
    return _signed_in(desk, entered, form.bearer, 200, whence.device)


@router.post("/passkey/challenge", response_model=Challenge, responses=problems("invalid"))
async def challenge(desk: AtDesk, asker: Anybody) -> Response:
    """What a device is to answer, to come in by a passkey or to show it."""

    def work() -> Response:
        return written(passkeys.options(desk.club, desk.settings))

    return await desk.ask_unknown(asker, work, "enter")


@router.post("/passkey", response_model=SignedIn, responses=ENTERING)
async def by_passkey(desk: AtDesk, asker: Anybody, form: ByPasskey) -> Response:
    """Come in by a passkey alone. A guest's games go with whom he turns out to be."""
    whence = _device(asker)
    passkey = passkey_of(desk, form.passkey)
    assert passkey is not None

    entered = await _at_home(
        desk, asker, lambda: entering.by_passkey(desk.club, passkey, whence, form.bearer)
    )
    return _signed_in(desk, entered, form.bearer, 200, whence.device)


@router.post("/forgotten", status_code=202, response_model=Forgot, responses=problems("invalid"))
async def forgotten(desk: AtDesk, asker: Anybody, form: Forgotten) -> Response:
    """Have a link to another passphrase mailed to somebody, if he is known and has an address.

    The answer is the same for everybody, and is given before anybody looks.
    """

    def nothing() -> None:
        return None

    await desk.ask_unknown(asker, nothing, "enter")
    by = "mail" if desk.settings.smtp_host else "operator"
    response = written({"by": by}, 202)
    if desk.settings.smtp_host:
        response.background = BackgroundTask(
            asyncio.to_thread, passphrases.ask_reset, desk.club, desk.settings, mailing(desk),
            form.name,
        )  # fmt: skip
    return response


@router.post("/reset", status_code=204, responses=ENTERING)
async def reset(desk: AtDesk, asker: Anybody, form: Reset) -> Response:
    """Take a link's code for another passphrase; every session ends."""

    def work() -> None:
        passphrases.reset(desk.club, form.code, form.passphrase)

    await desk.ask_unknown(asker, work, "enter")
    return Response(status_code=204)


@router.post("/register", response_model=Me, responses=KNOWN)
async def register(desk: AtDesk, asker: Asking, form: Naming) -> Response:
    """Give oneself, a guest, a name and a passphrase; one's games stay one's own."""
    return await changed(
        desk,
        asker,
        lambda person: people.register(
            desk.club, person, form.name, form.passphrase, asker.token or ""
        ),
        "enter",
    )


@router.get("/me", response_model=Me | None, responses=problems())
async def me(desk: AtDesk, asker: Anybody) -> Response:
    """Who one is; null for a stranger."""

    def find() -> Response:
        person = desk.stranger_or_known(asker)
        return written(told(person).model_dump() if person is not None else None)

    return await desk.ask_unknown(asker, find)


@router.post("/sign-out", status_code=204, responses=KNOWN)
async def sign_out(desk: AtDesk, asker: Asking) -> Response:
    """Forget the token that this is asked with."""
    await desk.ask(asker, lambda person: sessions.sign_out(desk.club, asker.token or ""))
    return gone(desk)


@router.post("/sign-out-everywhere", status_code=204, responses=KNOWN)
async def sign_out_everywhere(desk: AtDesk, asker: Asking) -> Response:
    """Forget every token one has, on all devices."""
    await desk.ask(asker, lambda person: sessions.sign_out_everywhere(desk.club, person))
    return gone(desk)


def gone(desk: Desk) -> Response:
    """An answer to somebody who is nobody here from now on."""
    response = Response(status_code=204)
    desk.forget(response)
    return response


def mailing(desk: Desk) -> contacts.Mail:
    """How this server sends a mail."""
    return lambda address, subject, text: send_mail(desk.settings, address, subject, text)


async def changed(
    desk: Desk, asker: Asker, change: Callable[[Person], Person], kind: str = "make"
) -> Response:
    """Change something about the person who asks, and tell him how he stands."""
    return written(told(await desk.ask(asker, change, kind)).model_dump())
