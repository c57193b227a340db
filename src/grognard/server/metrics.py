"""Metrics: what the server counts about itself, for Prometheus to read.

Nothing here tells one game or one person from another.
"""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which several workers count together; `grognard serve` sets it."""

REGISTRY = CollectorRegistry()
PlatformCollector(registry=REGISTRY)
ProcessCollector(registry=REGISTRY)

REQUESTS = Counter(
    "grognard_requests",
    "Requests answered.",
    ("method", "route", "status"),
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "grognard_request_seconds",
    "How long requests took.",
    ("route",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=REGISTRY,
)
SOCKETS = Gauge(
    "grognard_sockets",
    "Clients listening now.",
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
GAMES = Gauge(
    "grognard_games",
    "Games in the database.",
    ("state",),
    multiprocess_mode="mostrecent",
    registry=REGISTRY,
)
THOUGHTS = Counter(
    "grognard_ai_thoughts",
    "Answers worked out by programs, or not.",
    ("player", "outcome"),
    registry=REGISTRY,
)
THOUGHT_SECONDS = Histogram(
    "grognard_ai_thought_seconds",
    "How long programs thought about an answer.",
    ("player",),
    buckets=(0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0),
    registry=REGISTRY,
)
AI_QUEUE = Gauge(
    "grognard_ai_queue",
    "Games that wait for a program to be free.",
    multiprocess_mode="livemax",
    registry=REGISTRY,
)
NOTICES = Counter(
    "grognard_notices",
    "Notices by mail and webhook.",
    ("kind", "outcome"),
    registry=REGISTRY,
)
FLAGS = Counter("grognard_flags", "Games lost on time.", registry=REGISTRY)


def exposition() -> bytes:
    """Everything counted, by all workers together, as Prometheus reads it."""
    if not os.environ.get(SHARED):
        return generate_latest(REGISTRY)
    _forget_the_dead(Path(os.environ[SHARED]))
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def _forget_the_dead(folder: Path) -> None:
    """What a worker that died was doing is not being done any more."""
    for path in sorted(folder.glob("gauge_live*_*.db")):
        pid = path.stem.rpartition("_")[2]
        if not Path(f"/proc/{pid}").exists():
            mark_process_dead(int(pid), str(folder))  # type: ignore[no-untyped-call]
