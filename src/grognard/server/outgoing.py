"""Going out: calls that the server makes to addresses which somebody else has named.

Whoever names an address must not make the server knock at doors inside its own house. So a name is
looked up here, every address that is found is judged, and the call goes to the very address that
was judged: what the name is pointed at a moment later does not matter. Nobody is followed
elsewhere.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from grognard.server.errors import Forbidden, Invalid
from grognard.server.settings import Settings

CALL_SECONDS = 10.0
"""How long a call may take, from the first knock to the answer's head."""
LONGEST = 2000
RIGHT = "an address as https://example.org/hook"

_Inner = ipaddress.IPv4Network | ipaddress.IPv6Network
_CLOSED: tuple[_Inner, ...] = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip
"""Of IPv4 what is no part of the open network, or answers for another."""
_OPEN_6 = ipaddress.IPv6Network("2000::/3")
"""Of IPv6 all that is given out; the rest is local, spare, or a way to write something else."""
_CLOSED_6 = tuple(
    ipaddress.IPv6Network(text)
    for text in (
        "2001::/23",  # the protocols' own: Teredo, ORCHID, benchmarks
        "2001:db8::/32", "3fff::/20",  # for examples
        "2002::/16",  # 6to4: an address of IPv4 in other clothes, through whoever carries it
        "3ffe::/16", "5f00::/16",  # given back; segment routing
        "2620:4f:8000::/48",  # answers for private names
    )
)  # fmt: skip
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""The half of an address that says that the last one is written in IPv4."""


def public(address: str) -> bool:
    """Whether an address is one of the open network, and of no house's inside, however written.

    Whatever carries an address of IPv4 inside is refused whole: mapped (`::ffff:0:0/96`),
    compatible (`::/96`), translated (`64:ff9b::/96`, `64:ff9b:1::/48`), 6to4, Teredo, ISATAP. None
    of these is where a public webhook lives, and each may lead back into the house.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not any(found in closed for closed in _CLOSED)
    if found not in _OPEN_6 or any(found in closed for closed in _CLOSED_6):
        return False
    return found.is_global and (int(found) >> 32) & 0xFFFF_FFFF not in _ISATAP


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a call goes: the host as it is named, its port, and the address that was judged."""

    host: str
    port: int
    address: str


def destination(settings: Settings, url: str) -> Destination:
    """Where an address leads now, or why it may not be called."""
    if settings.webhooks == "off":
        raise Forbidden("this server calls no webhooks", "mail, if it sends any")
    free = settings.webhooks == "any"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Invalid("this is no address", RIGHT) from None
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise Invalid("this is no address", RIGHT)
    if not host or parts.scheme not in (("https", "http") if free else ("https",)):
        raise Invalid("a webhook is called by https", RIGHT)
    if parts.username or parts.password:
        raise Invalid("an address with a password would be shown to others", RIGHT)
    port = port or (443 if parts.scheme == "https" else 80)
    found = _looked_up(host, port)
    if not free and not all(public(address) for address in found):
        raise Invalid(f"{host[:80]!a} is not a public address", RIGHT)
    return Destination(host, port, found[0])


def _looked_up(host: str, port: int) -> list[str]:
    """Every address that a name has at this moment."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise Invalid(f"{host[:80]!a} cannot be found", RIGHT)
    return [str(entry[4][0]) for entry in found]


def post(settings: Settings, url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Call an address with a text of JSON; of its answer only the status is read.

    A failure is an `OSError` or one of httpx's; whoever answers drop by drop is left.
    """
    to = destination(settings, url)
    try:
        status = asyncio.run(_status(httpx.URL(url), to, body, headers))
    except TimeoutError:
        raise OSError(f"it did not answer in {CALL_SECONDS:.0f} seconds") from None
    if not 200 <= status < 300:
        raise OSError(f"it answered {status}")


async def _status(url: httpx.URL, to: Destination, body: bytes, headers: Mapping[str, str]) -> int:
    sent = {
        "Host": url.netloc.decode("ascii"),
        "Content-Type": "application/json",
        "User-Agent": "Grognard",
        **headers,
    }
    async with (
        asyncio.timeout(CALL_SECONDS),
        httpx.AsyncClient(timeout=CALL_SECONDS, follow_redirects=False, trust_env=False) as client,
        client.stream(
            "POST",
            url.copy_with(host=to.address, port=to.port),
            content=body,
            headers=sent,
            extensions={"sni_hostname": to.host},
        ) as answer,
    ):
        return answer.status_code
