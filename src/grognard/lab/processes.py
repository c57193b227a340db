"""Processes of this machine that play games: one for each job at a time, and another for one that
dies."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from grognard.lab.executor import Crew, Done, Job, WorkFailed, work

PATIENCE = 5.0
"""How many seconds a process has to end when it is told to."""


def labour(pipe: Connection) -> None:
    """What a worker does until nobody wants anything of him any more.

    Interrupts are left to whoever started the games.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            job: Job = pipe.recv()
        except EOFError:  # whoever started us is gone
            return
        try:
            pipe.send(work(job.match, job.numbers, job.scenario))
        except OSError:
            return
        except Exception as failure:  # told where somebody can read it
            pipe.send(f"{type(failure).__name__}: {failure}")


class Processes(Crew):
    """So many processes on this machine, each with one job at a time."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.context = get_context("spawn")
        self.workers: dict[Connection, SpawnProcess] = {}
        self.out: dict[Connection, Job] = {}

    def slots(self) -> int:
        """As many as there are processes."""
        return self.jobs

    def room(self) -> bool:
        """Whether a process has nothing to do."""
        return len(self.out) < self.jobs

    def busy(self) -> bool:
        """Whether some process plays."""
        return bool(self.out)

    def submit(self, job: Job) -> None:
        """Give a job to a process that has none, or to a new one."""
        for pipe in [pipe for pipe in self.workers if pipe not in self.out]:
            if self._sent(pipe, job):
                return
        pipe = self._hired()
        if not self._sent(pipe, job):
            raise WorkFailed("a process that is to play games ends as soon as it begins")

    def _sent(self, pipe: Connection, job: Job) -> bool:
        try:
            pipe.send(job)
        except OSError:  # it died with nothing to do
            self._dismiss(pipe)
            return False
        self.out[pipe] = job
        return True

    def _hired(self) -> Connection:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=labour, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        self.workers[ours] = process
        return ours

    def _dismiss(self, pipe: Connection) -> None:
        process = self.workers.pop(pipe)
        pipe.close()
        process.terminate()
        process.join(PATIENCE)

    def wait(self) -> Iterator[Done]:
        """The jobs of those who have something to say, and of those who have died."""
        for pipe in [found for found in wait(list(self.out)) if isinstance(found, Connection)]:
            job = self.out.pop(pipe)
            try:
                said = pipe.recv()
            except (EOFError, OSError):
                self._dismiss(pipe)
                yield job, None
                continue
            if isinstance(said, str):
                raise WorkFailed(said)
            yield job, said

    def close(self) -> None:
        """End every process; what it plays is given up."""
        self.out.clear()
        for process in self.workers.values():
            process.terminate()
        for pipe in list(self.workers):
            self._dismiss(pipe)
