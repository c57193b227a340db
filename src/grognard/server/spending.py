"""Spending: how much of the processor's time is used for whoever asks.

What is done for him in a thread is measured there. What other processes do on his behalf is added
by whoever started them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Account:
    """What has been used for one who asks, and who he has turned out to be."""

    address: str
    person_id: str | None = None
    seconds: float = 0.0
    bytes: int = 0
    """How much of what was written for him stays."""


ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)
"""For whom the work in this thread is done."""


def spend(seconds: float) -> None:
    """Charge what another process has used to whoever asks now."""
    account = ACCOUNT.get()
    if account is not None:
        account.seconds += seconds


def keep(size: int) -> None:
    """Note that so many bytes more are kept, by the wish of whoever asks now."""
    account = ACCOUNT.get()
    if account is not None:
        account.bytes += size


@contextmanager
def measured(account: Account) -> Iterator[None]:
    """Charge what this thread uses meanwhile."""
    began = time.thread_time()
    kept = ACCOUNT.set(account)
    try:
        yield
    finally:
        ACCOUNT.reset(kept)
        account.seconds += time.thread_time() - began
