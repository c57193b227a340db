"""A Ray cluster that plays games: one task for each core, on as many machines as there are.

Ray is an extra, and is read in only when somebody asks for a cluster. Every machine needs the same
Grognard, and whatever players are imported from.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from grognard.lab.executor import Crew, Done, Job, WorkFailed, work
from grognard.lab.simulate import Match

LOCAL = "local"
"""Instead of an address: a cluster of this machine alone, begun for these games."""
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
"""Ray tells nobody that it runs."""
ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_grpc_enable_http_proxy": "0"}
"""A cluster of this machine alone speaks to itself and to nothing outside: to no address but its
own, and through no proxy."""
AHEAD = 2
"""How many jobs go out for each core, so that none waits for the next."""
FRESH = 5.0
"""For how many seconds the count of cores holds; machines come and go."""


def ray_with(*settings: dict[str, str]) -> Any:
    """Ray, with what it must find in the environment when it is first read in."""
    for name, value in {**QUIET, **{k: v for one in settings for k, v in one.items()}}.items():
        os.environ.setdefault(name, value)
    return import_module("ray")


class RayCluster(Crew):
    """The cores of a Ray cluster: at an address, or a `local` one with so many cores."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self.ray = ray_with(ALONE) if address == LOCAL else ray_with()
        self.began = not self.ray.is_initialized()
        if self.began:
            told: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
            if address == LOCAL:
                told |= {"num_cpus": jobs, "include_dashboard": False}
            try:
                self.ray.init(address=address, **told)
            except ConnectionError as error:
                raise WorkFailed(f"no Ray cluster answers at {address}: {error}") from None
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(work)
        self.out: dict[Any, Job] = {}
        self.scenarios: dict[Match, Any] = {}
        self.counted: tuple[float, int] = (0.0, 0)

    def slots(self) -> int:
        """The cores that the cluster has now."""
        when, cores = self.counted
        if not cores or time.monotonic() - when > FRESH:
            cores = int(self.ray.cluster_resources().get("CPU", 0))
            self.counted = time.monotonic(), cores
        return max(1, cores)

    def room(self) -> bool:
        """Whether some core will soon have nothing to do."""
        return len(self.out) < AHEAD * self.slots()

    def busy(self) -> bool:
        """Whether some core plays."""
        return bool(self.out)

    def submit(self, job: Job) -> None:
        """Send out a job; its scenario lies in the cluster once."""
        if job.match not in self.scenarios:
            self.scenarios[job.match] = self.ray.put(job.scenario)
        self.out[self.task.remote(job.match, job.numbers, self.scenarios[job.match])] = job

    def wait(self) -> Iterator[Done]:
        """The next job that is back, or that its machine has taken down with it."""
        ready, _ = self.ray.wait(list(self.out), num_returns=1)
        for task in ready:
            job = self.out.pop(task)
            try:
                yield job, self.ray.get(task)
            except self.ray.exceptions.RayTaskError as failure:
                raise WorkFailed(str(failure).strip().splitlines()[-1]) from None
            except self.ray.exceptions.RayError:
                yield job, None

    def close(self) -> None:
        """Give up what is under way, and leave the cluster; one that was begun here ends."""
        for task in self.out:
            self.ray.cancel(task, force=True)
        self.out.clear()
        if self.began:
            self.ray.shutdown()
