"""People: coming in as a guest or by name, and where one is told that it is one's decision."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter
from starlette.responses import Response

from grognard.server import contacts, merge_guest, people
from grognard.server.http.access import Anybody, Asker, Asking, AtDesk, Desk, written
from grognard.server.http.answers import Contacts, HookSecret, Me, SignedIn
from grognard.server.http.forms import Code, Guest, MailAddress, Naming, SignIn, Webhook
from grognard.server.http.problems import problems
from grognard.server.notices import send_mail
from grognard.server.store.records import Person

router = APIRouter(prefix="/api/v1/people", tags=["people"])
KNOWN = problems("unknown-person", "conflict", "impossible", "invalid")


def _told(person: Person) -> Me:
    return Me(
        id=person.id,
        name=person.name,
        guest=person.guest,
        notices=Contacts.model_validate(contacts.shown(person)),
    )


def _signed_in(desk: Desk, person: Person, token: str, bearer: bool, status: int) -> Response:
    told = SignedIn(person=_told(person), token=token if bearer else None)
    response = written(told.model_dump(), status)
    desk.remember(response, token)
    return response


@router.post("/guest", status_code=201, response_model=SignedIn, responses=problems("invalid"))
async def guest(desk: AtDesk, asker: Anybody, form: Guest) -> Response:
    """Come in at once, without a name."""
    person, token = await desk.ask_unknown(asker, lambda: people.guest(desk.club), "enter")
    return _signed_in(desk, person, token, form.bearer, 201)


@router.post("/sign-in", response_model=SignedIn, responses=problems("invalid"))
async def sign_in(desk: AtDesk, asker: Anybody, form: SignIn) -> Response:
    """Come in by name and passphrase. A guest's games go with whom he turns out to be."""

    def work() -> tuple[Person, str]:
        desk.rates.take("enter", f"name {people.name_key(form.name)}")
        guest = people.person(desk.club, asker.token) if asker.token else None
        return merge_guest.sign_in(desk.club, form.name, form.passphrase, guest)

    person, token = await desk.ask_unknown(asker, work, "enter")
    return _signed_in(desk, person, token, form.bearer, 200)


@router.post("/register", response_model=Me, responses=KNOWN)
async def register(desk: AtDesk, asker: Asking, form: Naming) -> Response:
    """Give oneself, a guest, a name and a passphrase; one's games stay one's own."""
    return await _changed(
        desk,
        asker,
        lambda person: people.register(desk.club, person, form.name, form.passphrase),
        "enter",
    )


@router.get("/me", response_model=Me | None, responses=problems())
async def me(desk: AtDesk, asker: Anybody) -> Response:
    """Who one is; null for a stranger."""

    def find() -> Response:
        person = desk.stranger_or_known(asker)
        return written(_told(person).model_dump() if person is not None else None)

    return await desk.ask_unknown(asker, find)


@router.post("/sign-out", status_code=204, responses=KNOWN)
async def sign_out(desk: AtDesk, asker: Asking) -> Response:
    """Forget the token that this is asked with."""
    await desk.ask(asker, lambda person: people.sign_out(desk.club, asker.token or ""))
    return _gone(desk)


@router.post("/sign-out-everywhere", status_code=204, responses=KNOWN)
async def sign_out_everywhere(desk: AtDesk, asker: Asking) -> Response:
    """Forget every token one has, on all devices."""
    await desk.ask(asker, lambda person: people.sign_out_everywhere(desk.club, person))
    return _gone(desk)


def _gone(desk: Desk) -> Response:
    response = Response(status_code=204)
    desk.forget(response)
    return response


# ---- notices


@router.put("/me/mail", response_model=Me, responses=KNOWN)
async def set_mail(desk: AtDesk, asker: Asking, form: MailAddress) -> Response:
    """Have a code sent to a mail address; notices go there once it is confirmed."""

    def mail(address: str, subject: str, text: str) -> None:
        send_mail(desk.settings, address, subject, text)

    return await _changed(
        desk,
        asker,
        lambda person: contacts.set_mail(desk.club, desk.settings, mail, person, form.address),
    )


@router.post("/me/mail/code", response_model=Me, responses=KNOWN)
async def confirm_mail(desk: AtDesk, asker: Asking, form: Code) -> Response:
    """Confirm a mail address by the code that was sent to it."""
    return await _changed(
        desk, asker, lambda person: contacts.confirm_mail(desk.club, person, form.code)
    )


@router.delete("/me/mail", response_model=Me, responses=KNOWN)
async def forget_mail(desk: AtDesk, asker: Asking) -> Response:
    """Be sent no more mail."""
    return await _changed(desk, asker, lambda person: contacts.forget_mail(desk.club, person))


@router.put("/me/webhook", response_model=HookSecret, responses=KNOWN)
async def set_webhook(desk: AtDesk, asker: Asking, form: Webhook) -> Response:
    """Have an address called; the secret that signs the calls is told here and never again."""
    person, secret = await desk.ask(
        asker,
        lambda person: contacts.set_webhook(desk.club, desk.settings, person, form.url),
        "make",
    )
    return written(HookSecret(secret=secret, person=_told(person)).model_dump())


@router.delete("/me/webhook", response_model=Me, responses=KNOWN)
async def forget_webhook(desk: AtDesk, asker: Asking) -> Response:
    """Have nobody called any more."""
    return await _changed(desk, asker, lambda person: contacts.forget_webhook(desk.club, person))


async def _changed(
    desk: Desk, asker: Asker, change: Callable[[Person], Person], kind: str = "make"
) -> Response:
    """Change something about the person who asks, and tell him how he stands."""
    return written(_told(await desk.ask(asker, change, kind)).model_dump())
