"""Batches of games: played by an executor, kept in a ledger, each exactly once."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from grognard.lab.cluster import RayCluster
from grognard.lab.executor import Executor, Here, Order
from grognard.lab.ledger import Ledger
from grognard.lab.processes import Processes
from grognard.lab.simulate import Match, Played, Result, check_players


def executor_for(jobs: int, games: int, ray: str | None = None) -> Executor:
    """Who plays so many games: a cluster if one is named, or so many processes, or just we."""
    if ray is not None:
        return RayCluster(ray, jobs)
    few = min(jobs, games)
    return Here() if few <= 1 else Processes(few)


def play_all(
    orders: Iterable[Order],
    executor: Executor,
    ledger: Ledger | None = None,
    folder: Path | None = None,
    failed: Path = Path(),
) -> Generator[tuple[Order, Result], None, None]:
    """Every game that is ordered, those of the ledger first and the others as they come.

    Saves are written into a folder, those of games that failed into another if there is none.
    """
    wanted = list(dict.fromkeys(orders))
    known = {order: ledger.known(order) if ledger else None for order in wanted}
    for order, result in known.items():
        if result is not None:
            yield order, result
    fresh = [order for order in wanted if known[order] is None]
    with closing(executor.play(fresh)) as playing:
        for order, played in playing:
            result = _saved(order, played, folder, failed)
            if ledger is not None and not played.lost:
                ledger.add(order, result)
            yield order, result


def _saved(order: Order, played: Played, folder: Path | None, failed: Path) -> Result:
    """The result, with the name of the save if there is one, which is written."""
    if played.save is None:
        return played.result
    name = order.match.file(order.number)
    path = (folder or failed) / (f"failed-{name}" if played.result.error else name)
    path.write_text(played.save, encoding="ascii", newline="\n")
    return replace(played.result, save=str(path))


def simulate(match: Match, games: int, jobs: int = 1) -> list[Result]:
    """The results of so many games of one match, in their order."""
    check_players(match)
    orders = [Order(match, number) for number in range(games)]
    executor = executor_for(jobs, games)
    done = dict(play_all(orders, executor))
    return [done[order] for order in orders]
