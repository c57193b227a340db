"""Going out: a server calls no door inside its own house, whatever an address is dressed up as."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from grognard.server import outgoing
from grognard.server.errors import Denied, Forbidden, Invalid
from grognard.server.outgoing import Destination, destination, post, public
from grognard.server.settings import Settings

FREE = Settings(webhooks="any")


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "0.1.2.3", "10.0.0.7", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8",
        "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::7f00:1", "::10.0.0.7", "::93.184.216.34", "::ffff:10.0.0.7",
        "::ffff:93.184.216.34", "::ffff:0:10.0.0.7", "64:ff9b::7f00:1", "64:ff9b::10.0.0.7",
        "64:ff9b:1::10.0.0.7", "64:ff9b:1:fffe::1", "100::1", "2001::1", "2001:0:53aa:64c::1",
        "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::",
        "2002:a00:7::1", "2002:5db8:d822::1", "2620:4f:8000::1", "3fff::1", "5f00::1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
        "2a00:1450::5efe:a00:7", "2a00:1450::200:5efe:10.0.0.7", "no address", "",
    ],
)  # fmt: skip
def test_no_inner_address_is_public_however_it_is_written(address: str) -> None:
    assert not public(address)


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.32.0.1", "192.0.1.1",
        "198.20.0.1", "223.255.255.1", "2606:4700:4700::1111", "2a00:1450:4001:82a::200e",
        "2001:4860:4860::8888",
    ],
)  # fmt: skip
def test_an_address_of_the_open_network_is(address: str) -> None:
    assert public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://93.184.216.34/hook", "https://127.0.0.1/hook", "https://localhost/hook",
        "https://[::1]/hook", "https://[::ffff:10.0.0.7]/hook", "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/", "https://[::127.0.0.1]/", "https://2130706433/",
        "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/",
        "https://user:pass@93.184.216.34/", "https://", "https://[::1/", "file:///etc/passwd",
        "https://a b/", "https://no-such-host.invalid/", "https://93.184.216.34:99999/", "hook",
        "", f"https://93.184.216.34/{'x' * 2000}",
    ],
)  # fmt: skip
def test_a_webhook_leads_to_a_public_address_over_https(url: str) -> None:
    with pytest.raises(Denied):
        destination(Settings(), url)


def test_a_public_webhook_is_called_at_the_address_that_was_judged() -> None:
    found = destination(Settings(), "https://93.184.216.34:8443/hook?x=1")
    assert found == Destination("93.184.216.34", 8443, "93.184.216.34")


def test_a_server_may_call_nobody_at_all() -> None:
    with pytest.raises(Forbidden, match="calls no webhooks"):
        destination(Settings(webhooks="off"), "https://93.184.216.34/")


def _pointed_at(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names are pointed at these addresses, one answer after another; gives what was asked."""
    left, asked = list(answers), list[str]()

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", look_up)
    return asked


@pytest.mark.parametrize("inner", ["10.0.0.7", "64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1"])
def test_a_name_one_of_whose_addresses_lies_inside_is_refused(
    monkeypatch: pytest.MonkeyPatch, inner: str
) -> None:
    _pointed_at(monkeypatch, ["93.184.216.34", inner])
    with pytest.raises(Invalid, match="not a public address"):
        destination(Settings(), "https://war.example.org/hook")


@contextmanager
def answering(status: int = 204, drip: bool = False) -> Iterator[tuple[int, list[str]]]:
    """A server on this machine: its port, and the paths and hosts that it was asked for."""
    asked: list[str] = []
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(f"{self.headers['Host']}{self.path}")
            if drip:
                self.wfile.write(b"HTTP/1.1 204 No Content\r\n")
                while not over.wait(0.02):
                    self.wfile.write(b"X-Drop: 1\r\n")
                return
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield server.server_address[1], asked
        finally:
            over.set()
            server.shutdown()


def test_a_name_is_looked_up_once_and_called_where_it_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pointed elsewhere between the look and the call, it still leads where it was judged."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):  # which would look it up itself
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with answering() as (port, asked):
        looked_up = _pointed_at(monkeypatch, ["127.0.0.1"], ["192.0.2.1"])
        post(FREE, f"http://war.example.org:{port}/hook", b"{}", {})
        assert looked_up[0] == "war.example.org"
        assert "war.example.org" not in looked_up[1:]
    assert asked == [f"war.example.org:{port}/hook"]


@pytest.mark.parametrize("status", [301, 302, 307, 308, 500])
def test_nobody_is_followed_elsewhere(status: int) -> None:
    with answering(status) as (port, asked), pytest.raises(OSError, match=str(status)):
        post(FREE, f"http://127.0.0.1:{port}/hook", b"{}", {})
    assert asked == [f"127.0.0.1:{port}/hook"]


def test_who_answers_drop_by_drop_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "CALL_SECONDS", 0.2)
    began = time.monotonic()
    with answering(drip=True) as (port, _asked), pytest.raises(OSError, match="did not answer"):
        post(FREE, f"http://127.0.0.1:{port}/hook", b"{}", {})
    assert time.monotonic() - began < 4
