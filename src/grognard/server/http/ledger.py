"""The ledger: how much of the processor's time, and of the disk, people and addresses may use.

A bucket holds so many seconds and fills steadily. What a request has cost is known afterwards, so
a bucket may be overdrawn: whoever has done that waits until it has filled again, nobody else does.
Each worker keeps a ledger of its own.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from grognard.server.http.problems import Trouble
from grognard.server.http.rates import BUCKETS
from grognard.server.spending import Account
from grognard.server.store.sizes import MIB

PEOPLE_AT_ONE_PROCESSOR = 2
"""As how many people an address counts here: fewer than by what it may ask, for one address is not
to keep the whole machine busy."""
MINUTES = 2
"""For how many minutes at most nothing that was used is saved up."""


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Ledger:
    """What everybody has left of the processor's time, and each address of what may be kept."""

    def __init__(
        self,
        a_minute: int,
        an_hour: int = 64 * MIB,
        now: Callable[[], float] = time.monotonic,
        most: int = BUCKETS,
    ) -> None:
        self.a_minute, self.an_hour = a_minute, an_hour
        self._now, self._most = now, most
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def check_address(self, address: str) -> None:
        """Refuse an address that has used its time up."""
        self._check(f"address {address}", PEOPLE_AT_ONE_PROCESSOR)

    def check_person(self, person_id: str) -> None:
        """Refuse a person who has used his time up."""
        self._check(f"person {person_id}", 1)

    def check_room(self, address: str) -> None:
        """Refuse an address by whose wish too much has come to be kept within the hour."""
        with self._lock:
            left = self._room(address).left
        if left <= 0:
            wait = math.ceil((1 - left) * 3600 / self.an_hour)
            raise Trouble(
                "too-many",
                f"that is more than {self.an_hour // MIB} MiB an hour to be kept",
                f"the same again in {wait} seconds",
                wait=wait,
            )

    def charge(self, account: Account) -> None:
        """Take what was used from a person and from his address."""
        seconds, account.seconds = account.seconds, 0.0
        size, account.bytes = account.bytes, 0
        with self._lock:
            if seconds > 0:
                self._seconds(f"address {account.address}", PEOPLE_AT_ONE_PROCESSOR).left -= seconds
            if seconds > 0 and account.person_id is not None:
                self._seconds(f"person {account.person_id}", 1).left -= seconds
            if size > 0:
                self._room(account.address).left -= size

    def _check(self, who: str, people: int) -> None:
        with self._lock:
            left = self._seconds(who, people).left
        if left <= 0:
            wait = math.ceil((1 - left) * 60 / (self.a_minute * people))
            raise Trouble(
                "too-many",
                f"that took more than {self.a_minute * people} seconds of work a minute",
                f"the same again in {wait} seconds",
                wait=wait,
            )

    def _seconds(self, who: str, people: int) -> _Bucket:
        return self._bucket(who, self.a_minute * people, self.a_minute * people * MINUTES)

    def _room(self, address: str) -> _Bucket:
        return self._bucket(f"bytes {address}", self.an_hour / 60, self.an_hour)

    def _bucket(self, who: str, a_minute: float, full: float) -> _Bucket:
        """A bucket, filled up to now."""
        now = self._now()
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = _Bucket(full, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        bucket.left = min(full, bucket.left + (now - bucket.at) * a_minute / 60)
        bucket.at = now
        return bucket
