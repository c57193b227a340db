"""Rates: how much one person or one address may ask, so that nobody slows another's game.

A bucket holds so many tokens and fills steadily; a request takes one, and waits for none.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from grognard.server.http.problems import Trouble
from grognard.server.settings import Settings

BUCKETS = 20_000
"""How many buckets are kept; the one that was longest not asked for goes first."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a minute."""

    burst: int
    a_minute: int


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


def rates_of(settings: Settings) -> dict[str, Rate]:
    """The rates of a server, by what is asked.

    `ask` is anything; `point` is what counters in hand can do, asked with each click; `ponder` is
    what costs thought, as odds and lists of legal actions; `make` is what leaves something behind,
    as a new game; `load` is a file brought in; `enter` is a passphrase tried or a guest made.
    An address may ask as much as several people at one club's table.
    """
    a_minute, sign_ins = settings.requests_per_minute, settings.sign_ins_per_minute
    return {
        "ask": Rate(max(60, a_minute // 4), a_minute),
        "point": Rate(max(60, a_minute // 4), a_minute),
        "ponder": Rate(max(20, a_minute // 20), max(20, a_minute // 4)),
        "make": Rate(max(20, a_minute // 20), max(20, a_minute // 10)),
        "load": Rate(5, max(6, a_minute // 100)),
        "enter": Rate(max(5, sign_ins), sign_ins),
    }


PEOPLE_AT_AN_ADDRESS = 8


class Rates:
    """The buckets of one worker."""

    def __init__(
        self, rates: dict[str, Rate], now: Callable[[], float] = time.monotonic, most: int = BUCKETS
    ) -> None:
        self.rates, self._now, self._most = rates, now, most
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, kind: str, who: str, people: int = 1) -> None:
        """Take a token, or raise the problem that there is none, with the seconds to wait."""
        rate = self.rates[kind]
        burst, filled = rate.burst * people, rate.a_minute * people / 60
        with self._lock:
            bucket = self._bucket(kind, who, burst)
            now = self._now()
            bucket.tokens = min(burst, bucket.tokens + (now - bucket.at) * filled)
            bucket.at = now
            if bucket.tokens >= 1:
                bucket.tokens -= 1
                return
            wait = math.ceil((1 - bucket.tokens) / filled)
        raise Trouble(
            "too-many",
            f"that is more than {rate.a_minute * people} a minute",
            f"the same again in {wait} seconds",
            wait=wait,
        )

    def _bucket(self, kind: str, who: str, burst: int) -> _Bucket:
        key = (kind, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(burst, self._now())
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket
