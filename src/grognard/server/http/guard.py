"""The guard at the door: whence a request comes, how large it is, and what goes out beside answers.

A page of another site can make a browser send requests here, and a name of another site can be
pointed at this machine. So the host must be one of ours, and whatever changes something must come
from our own pages or from a program that is no browser.
"""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.http.door import house
from grognard.server.http.problems import Trouble, answer, failure
from grognard.server.http.reading import read_json
from grognard.server.logs import log
from grognard.server.settings import Settings
from grognard.table.tongues import SPOKEN, wanted

LOG = log("requests")

UPLOAD = "application/octet-stream"
UPLOADS = frozenset({"/api/v1/saves"})
"""Where files may be brought in; everything else is JSON."""
SCENARIOS = "/api/v1/scenarios"
"""Where JSON may be as large as a scenario."""
ESCAPED = 3
"""How many bytes of JSON one byte of text may take, in whatever alphabet."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
SLOWEST = 16 * 1024
"""How many bytes of a request must come in each second, once it has taken its time."""

_API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_PAGE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Lets in what may come in, and puts the headers on what goes out."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        own = urlsplit(settings.address).hostname
        self.hosts = {"localhost", settings.host.lower(), *([own] if own else [])}
        self._inside: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request or socket in, or answer it at the door."""
        SPOKEN.set(_language(scope))
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in self._headers(scope["path"]).items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check_origin(scope)
            with self._one_more(scope):
                body = await self._body(scope, receive)
                await self.app(scope, _again(body, receive), sending)
        except Trouble as trouble:
            await answer(trouble)(scope, receive, sending)
        except Exception as error:
            found = failure(error)
            if found.status == 500:
                LOG.exception("a request failed", extra={"method": scope["method"]})
            else:
                LOG.error("a request failed", extra={"reason": str(found)})
            if started:
                raise
            await answer(found)(scope, receive, sending)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check_origin(scope)
        except Trouble as trouble:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": str(trouble)[:120]})
            return
        await self.app(scope, receive, send)

    def _headers(self, path: str) -> Mapping[str, str]:
        """What goes out beside every answer."""
        api = path.startswith("/api/")
        headers = {**_ALWAYS, "Content-Security-Policy": _API_POLICY if api else _PAGE_POLICY}
        if api:
            headers["Cache-Control"] = "no-store"
        if self.settings.secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        return headers

    @contextlib.contextmanager
    def _one_more(self, scope: Scope) -> Iterator[None]:
        """Count who comes from one address, whatever proxy he comes through."""
        client = scope.get("client")
        whence, most = house(client[0] if client else ""), self.settings.connections_per_address
        if self._inside[whence] >= most:
            text = "too many connections from this address"
            raise Trouble("too-many", text, f"{most} at a time", wait=1)
        self._inside[whence] += 1
        try:
            yield
        finally:
            self._inside[whence] -= 1
            if not self._inside[whence]:
                del self._inside[whence]

    # ---- whence

    def _check_origin(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        self._check_host(host)
        if scope["type"] == "http" and scope["method"] in SAFE:
            return
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None and not self._ours(origin, host):
            raise Trouble(
                "wrong-origin", f"this comes from a page of {origin[:80]!a}", self.settings.address
            )
        if origin is None and site not in (None, "same-origin", "none"):
            raise Trouble("wrong-origin", "this comes from another site", self.settings.address)

    def _check_host(self, host: str) -> None:
        """Refuse names that are not ours: they may be another site's, pointed at this machine."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            name = ""
        if name in self.hosts or _is_address(name):
            return
        raise Trouble(
            "wrong-host",
            f"this server does not answer to {host[:80]!a}",
            f"{self.settings.address}; the setting public_address names it",
        )

    def _ours(self, origin: str, host: str) -> bool:
        """Whether a page is of this server: at its public address, or where it was asked."""
        if origin.lower() == _origin_of(self.settings.address):
            return True
        parts = urlsplit(origin)
        if self.settings.secure and parts.hostname == urlsplit(self.settings.address).hostname:
            return False  # our name without https: whoever sits between may have written the page
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    # ---- how much

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body of a request, checked before anybody looks into it."""
        if scope["method"] in SAFE:
            return b""
        upload = scope["path"] in UPLOADS
        most = self._most(scope["path"])
        headers = Headers(scope=scope)
        announced, seconds = headers.get("content-length", "0"), self.settings.body_seconds
        body = await _read(receive, most, announced, seconds)
        if body:
            self._check_type(headers.get("content-type", ""), upload)
            if not upload:
                read_json(body, self.settings.json_depth)
        return body

    def _most(self, path: str) -> int:
        """How large a request may be."""
        if path in UPLOADS:
            return self.settings.upload_bytes
        if path == SCENARIOS:  # what is in it is counted where it is read
            return ESCAPED * self.settings.scenario_bytes + self.settings.request_bytes
        return self.settings.request_bytes

    def _check_type(self, given: str, upload: bool) -> None:
        kind = given.partition(";")[0].strip().lower()
        wanted = UPLOAD if upload else "application/json"
        if kind != wanted:
            raise Trouble("wrong-type", f"the content type is {given[:80]!a}", wanted)


async def _read(receive: Receive, most: int, announced: str, seconds: int) -> bytes:
    """A body of so many bytes at most, which comes in so many seconds and no slower than any."""
    if announced.isdecimal() and int(announced[:20]) > most:
        raise _too_large(most)
    parts: list[bytes] = []
    size, began = 0, time.monotonic()
    while True:
        allowed = seconds + size / SLOWEST
        try:
            with anyio.fail_after(began + allowed - time.monotonic()):
                message = await receive()
        except TimeoutError:
            text = f"the request did not come whole in {round(allowed)} seconds"
            raise Trouble("too-slow", text, "the same, faster") from None
        if message["type"] == "http.disconnect":
            raise Trouble("malformed", "the request ended before its end", "all of it")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise _too_large(most)
        if not message.get("more_body", False):
            return b"".join(parts)


def _too_large(most: int) -> Trouble:
    return Trouble("too-large", "this is too large", f"{most} bytes at most")


def _again(body: bytes, receive: Receive) -> Receive:
    """The body once more, for the application, and then whatever the client does."""
    messages: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return messages.pop() if messages else await receive()

    return receiving


def _is_address(name: str) -> bool:
    """Whether a host is written as an address, to which no other site's name can be pointed."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _origin_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower()


def _language(scope: Scope) -> str:
    """The language in which a client wants to be answered; a socket says so in its address, for
    a page cannot give it headers."""
    if scope["type"] == "http":
        return wanted(Headers(scope=scope).get("accept-language", ""))
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return wanted(asked.get("language", [""])[0])
