"""Accounts: by what one comes in, where one is in, and where one is told of one's decisions."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter
from starlette.responses import Response

from grognard.server import account, contacts, entering, passkeys, passphrases, people, sessions
from grognard.server.entering import Shown
from grognard.server.http.access import Asker, Asking, AtDesk, Desk, written
from grognard.server.http.answers import (
    Account,
    Challenge,
    HookSecret,
    Me,
    ProgramToken,
    RecoveryCodes,
)
from grognard.server.http.forms import (
    Calling,
    Code,
    Id,
    Identity,
    MailAddress,
    Needs,
    NewName,
    NewPasskey,
    NewPassphrase,
    Webhook,
)
from grognard.server.http.people import changed, gone, mailing, passkey_of, told
from grognard.server.http.problems import problems
from grognard.server.store.records import Person

router = APIRouter(prefix="/api/v1/people/me", tags=["people"])
KNOWN = problems("unknown-person", "unproven", "not-found", "conflict", "impossible", "invalid")


async def _altered(
    desk: Desk, asker: Asker, work: Callable[[Person, str], object], kind: str = "make"
) -> Response:
    """Change something about an account, and tell how it stands."""

    def carried(person: Person) -> Response:
        token = asker.token or ""
        work(person, token)
        return written(account.overview(desk.club, desk.settings, person, token))

    return await desk.ask(asker, carried, kind)


@router.get("/account", response_model=Account, responses=KNOWN)
async def overview(desk: AtDesk, asker: Asking) -> Response:
    """By what one comes in, and where one is in."""
    return await _altered(desk, asker, lambda person, token: None, "ask")


@router.delete("", status_code=204, responses=KNOWN)
async def remove(desk: AtDesk, asker: Asking) -> Response:
    """End one's account: one gets up everywhere, and nobody can come in as oneself again."""
    await desk.ask(
        asker, lambda person: account.remove(desk.club, person, asker.token or ""), "make"
    )
    return gone(desk)


@router.post("/proof", response_model=Account, responses=KNOWN)
async def prove(desk: AtDesk, asker: Asking, form: Identity) -> Response:
    """Show once more who one is, to change what only that opens; good for a quarter of an hour."""
    shown = Shown(form.passphrase, form.recovery, passkey_of(desk, form.passkey))
    return await _altered(
        desk,
        asker,
        lambda person, token: entering.prove(desk.club, person, token, shown, asker.whence),
        "enter",
    )


@router.put("/passphrase", response_model=Account, responses=KNOWN)
async def change_passphrase(desk: AtDesk, asker: Asking, form: NewPassphrase) -> Response:
    """Give oneself another passphrase."""
    return await _altered(
        desk,
        asker,
        lambda person, token: passphrases.change(
            desk.club, person, token, form.passphrase, form.others
        ),
        "enter",
    )


@router.put("/name", response_model=Me, responses=KNOWN)
async def rename(desk: AtDesk, asker: Asking, form: NewName) -> Response:
    """Give oneself another name; the one before is nobody else's for a while."""
    return await changed(
        desk, asker, lambda person: people.rename(desk.club, person, form.name, asker.token or "")
    )


@router.put("/needs", response_model=RecoveryCodes, responses=KNOWN)
async def set_needs(desk: AtDesk, asker: Asking, form: Needs) -> Response:
    """Say by what one comes in; whoever needs a passkey and has no recovery codes gets them."""

    def work(person: Person) -> Response:
        codes = passphrases.set_needs(desk.club, person, asker.token or "", form.needs)
        return written({"codes": list(codes)})

    return await desk.ask(asker, work, "make")


@router.post("/recovery-codes", response_model=RecoveryCodes, responses=KNOWN)
async def recovery_codes(desk: AtDesk, asker: Asking) -> Response:
    """New recovery codes, told here and never again; those before are void."""

    def work(person: Person) -> Response:
        codes = passphrases.recovery_codes(desk.club, person, asker.token or "")
        return written({"codes": list(codes)})

    return await desk.ask(asker, work, "make")


# ---- passkeys


@router.post("/passkeys/challenge", response_model=Challenge, responses=KNOWN)
async def new_passkey(desk: AtDesk, asker: Asking) -> Response:
    """What a device needs to know to make a passkey."""
    return await desk.ask(
        asker,
        lambda person: written(
            passkeys.new_options(desk.club, desk.settings, person, asker.token or "")
        ),
        "make",
    )


@router.post("/passkeys", response_model=Account, responses=KNOWN)
async def add_passkey(desk: AtDesk, asker: Asking, form: NewPasskey) -> Response:
    """Keep a passkey that a device has made."""
    return await _altered(
        desk,
        asker,
        lambda person, token: passkeys.add(
            desk.club, desk.settings, person, token, form.name, form.passkey
        ),
    )


@router.put("/passkeys/{passkey}", response_model=Account, responses=KNOWN)
async def call_passkey(desk: AtDesk, asker: Asking, passkey: Id, form: Calling) -> Response:
    """Give a passkey another name."""
    return await _altered(
        desk, asker, lambda person, token: passkeys.call(desk.club, person, passkey, form.name)
    )


@router.delete("/passkeys/{passkey}", response_model=Account, responses=KNOWN)
async def take_passkey_away(desk: AtDesk, asker: Asking, passkey: Id) -> Response:
    """Let a passkey be good no more."""
    return await _altered(
        desk, asker, lambda person, token: passkeys.take_away(desk.club, person, token, passkey)
    )


# ---- sessions


@router.delete("/sessions/{session}", response_model=Account, responses=KNOWN)
async def end_session(desk: AtDesk, asker: Asking, session: Id) -> Response:
    """End a session, of a browser or a program."""
    return await _altered(
        desk, asker, lambda person, token: sessions.end(desk.club, person, session)
    )


@router.delete("/sessions", response_model=Account, responses=KNOWN)
async def end_other_sessions(desk: AtDesk, asker: Asking) -> Response:
    """End every session but the one that asks."""
    return await _altered(
        desk, asker, lambda person, token: sessions.end_others(desk.club, person, token)
    )


@router.post("/tokens", status_code=201, response_model=ProgramToken, responses=KNOWN)
async def program_token(desk: AtDesk, asker: Asking, form: Calling) -> Response:
    """A token for a program of one's own, told here and never again."""

    def work(person: Person) -> Response:
        made = sessions.for_program(desk.club, person, asker.token or "", form.name)
        return written({"token": made}, 201)

    return await desk.ask(asker, work, "make")


# ---- notices


@router.put("/mail", response_model=Me, responses=KNOWN)
async def set_mail(desk: AtDesk, asker: Asking, form: MailAddress) -> Response:
    """Have a code sent to a mail address; notices go there once it is confirmed."""
    return await changed(
        desk,
        asker,
        lambda person: contacts.set_mail(
            desk.club, desk.settings, mailing(desk), person, form.address, asker.token or ""
        ),
    )


@router.post("/mail/code", response_model=Me, responses=KNOWN)
async def confirm_mail(desk: AtDesk, asker: Asking, form: Code) -> Response:
    """Confirm a mail address by the code that was sent to it."""
    return await changed(
        desk, asker, lambda person: contacts.confirm_mail(desk.club, person, form.code)
    )


@router.delete("/mail", response_model=Me, responses=KNOWN)
async def forget_mail(desk: AtDesk, asker: Asking) -> Response:
    """Be sent no more mail."""
    return await changed(desk, asker, lambda person: contacts.forget_mail(desk.club, person))


@router.put("/webhook", response_model=HookSecret, responses=KNOWN)
async def set_webhook(desk: AtDesk, asker: Asking, form: Webhook) -> Response:
    """Have an address called; the secret that signs the calls is told here and never again."""
    person, secret = await desk.ask(
        asker,
        lambda person: contacts.set_webhook(desk.club, desk.settings, person, form.url),
        "make",
    )
    return written(HookSecret(secret=secret, person=told(person)).model_dump())


@router.delete("/webhook", response_model=Me, responses=KNOWN)
async def forget_webhook(desk: AtDesk, asker: Asking) -> Response:
    """Have nobody called any more."""
    return await changed(desk, asker, lambda person: contacts.forget_webhook(desk.club, person))
