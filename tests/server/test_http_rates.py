"""Nobody asks more than his share, and nobody's share is taken by another."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from grognard.server.http.access import asker_of
from grognard.server.http.problems import Trouble
from grognard.server.http.rates import Rate, Rates, rates_of
from grognard.server.settings import Settings


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rates(clock: Clock) -> Rates:
    return Rates({"ask": Rate(burst=3, a_minute=60)}, clock, most=4)


def test_a_burst_is_let_through_and_then_one_a_second(rates: Rates, clock: Clock) -> None:
    for _ in range(3):
        rates.take("ask", "anna")
    with pytest.raises(Trouble) as caught:
        rates.take("ask", "anna")
    assert caught.value.problem.error == "too-many"
    assert caught.value.headers()["Retry-After"] == "1"
    clock.now += 1
    rates.take("ask", "anna")
    with pytest.raises(Trouble, match="60 a minute"):
        rates.take("ask", "anna")


def test_one_persons_bucket_is_not_anothers(rates: Rates) -> None:
    for _ in range(3):
        rates.take("ask", "anna")
    rates.take("ask", "boris")


def test_a_bucket_never_holds_more_than_a_burst(rates: Rates, clock: Clock) -> None:
    rates.take("ask", "anna")
    clock.now += 3600
    for _ in range(3):
        rates.take("ask", "anna")
    with pytest.raises(Trouble):
        rates.take("ask", "anna")


def test_an_address_has_the_share_of_several_people(rates: Rates) -> None:
    for _ in range(6):
        rates.take("ask", "192.0.2.1", people=2)
    with pytest.raises(Trouble, match="120 a minute"):
        rates.take("ask", "192.0.2.1", people=2)


def test_no_more_buckets_are_kept_than_there_is_room_for(rates: Rates) -> None:
    for n in range(100):
        rates.take("ask", f"person {n}")
    assert len(rates._buckets) == 4


def test_who_was_longest_not_there_is_forgotten_first(rates: Rates) -> None:
    """Nobody gets another burst by sending others ahead who push him out."""
    for _ in range(3):
        for name in ("anna", "boris", "clara", "dora"):
            rates.take("ask", name)
    with pytest.raises(Trouble):
        rates.take("ask", "anna")
    rates.take("ask", "emil")
    with pytest.raises(Trouble):
        rates.take("ask", "anna")
    rates.take("ask", "boris")


def test_it_is_said_how_long_to_wait(clock: Clock) -> None:
    rates = Rates({"make": Rate(burst=1, a_minute=6)}, clock)
    rates.take("make", "anna")
    clock.now += 2
    with pytest.raises(Trouble) as caught:
        rates.take("make", "anna")
    assert caught.value.headers()["Retry-After"] == "8"


def test_the_rates_follow_the_settings() -> None:
    rates = rates_of(Settings(requests_per_minute=1200, sign_ins_per_minute=7))
    assert rates["ask"].a_minute == 1200
    assert rates["enter"] == Rate(7, 7)
    assert rates["ponder"].a_minute < rates["ask"].a_minute


@pytest.mark.parametrize(
    ("host", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_one_house_is_one_address(host: str, counted_as: str) -> None:
    """By IPv6 every house has more addresses than there are grains of sand."""
    scope = {"type": "http", "headers": [], "client": (host, 50000)}
    assert asker_of(HTTPConnection(scope)).address == counted_as
