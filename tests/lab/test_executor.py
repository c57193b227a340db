"""Who plays many games: each comes back once, whatever becomes of the workers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread

import pytest

from grognard.lab import executor, processes
from grognard.lab.batch import executor_for, play_all
from grognard.lab.executor import Crew, Done, Here, Job, Order, WorkFailed, _dealt
from grognard.lab.processes import Processes
from grognard.lab.simulate import Match, Played, Result, play_one

MATCH = Match("wb95/klin", ("random", "random"), "7")


def ordered(match: Match, games: int) -> list[Order]:
    return [Order(match, number) for number in range(games)]


def plainly(found: dict[Order, Result]) -> dict[int, object]:
    return {order.number: result.to_json() for order, result in found.items()}


def test_a_worker_who_is_killed_loses_nothing(tmp_path: Path) -> None:
    match = replace(MATCH, players=(f"tests.lab.deadly:Deadly?folder={tmp_path}&of=2", "random"))
    orders = ordered(match, 5)
    came = list(play_all(orders, Processes(2)))
    assert sorted(order.number for order, _ in came) == list(range(5)), "each once"
    assert list(tmp_path.iterdir()), "nobody was killed"
    assert plainly(dict(came)) == plainly(dict(play_all(orders, Here())))


def test_a_game_that_kills_every_worker_fails_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "TRIES", 2)
    always = f"tests.lab.deadly:Deadly?folder={tmp_path}&of=1&times=100"
    orders = [Order(MATCH, 0), Order(replace(MATCH, players=(always, "random")), 1)]
    found = dict(play_all(orders, Processes(2)))
    assert found[orders[0]].error is None
    assert "its worker died 2 times" in str(found[orders[1]].error)
    assert len(list(tmp_path.iterdir())) == 2


def test_what_a_worker_cannot_do_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes.signal, "signal", lambda *_: None)  # a thread may not
    crew, (ours, theirs) = Processes(1), Pipe()
    worker = Thread(target=processes.labour, args=(theirs,))
    worker.start()
    job = Job(MATCH, (0,), b"no scenario")
    crew.out[ours] = job
    ours.send(job)
    with pytest.raises(WorkFailed, match="UnpicklingError"):
        list(crew.wait())
    ours.close()
    worker.join(5)
    assert not worker.is_alive(), "who started it is gone"


def test_few_games_need_no_processes() -> None:
    assert isinstance(executor_for(8, 1), Here)
    assert isinstance(executor_for(1, 100), Here)


class Counted(Crew):
    """Workers who need so many seconds for a game, by their own word."""

    def __init__(self, seconds: float, lose: Callable[[Job], bool] = lambda job: False) -> None:
        self.seconds, self.lose = seconds, lose
        self.out: list[Job] = []
        self.sizes: list[int] = []

    def slots(self) -> int:
        return 2

    def room(self) -> bool:
        return len(self.out) < 2

    def busy(self) -> bool:
        return bool(self.out)

    def submit(self, job: Job) -> None:
        self.out.append(job)
        self.sizes.append(len(job.numbers))

    def wait(self) -> Iterator[Done]:
        job = self.out.pop(0)
        if self.lose(job):
            yield job, None
            return
        result = play_one(MATCH, 0).result if not hasattr(self, "one") else self.one
        self.one = result
        games = [Played(replace(result, game=number)) for number in job.numbers]
        yield job, (games, self.seconds * len(games))

    def close(self) -> None:
        self.out.clear()


def test_short_games_go_out_by_the_second_and_long_ones_alone() -> None:
    short, long = Counted(0.1), Counted(3.0)
    assert len(dict(short.play(ordered(MATCH, 200)))) == 200
    assert short.sizes[0] == 1
    assert max(short.sizes) == 11
    assert short.sizes[-1] == 1, "the last are shared out"
    assert len(dict(long.play(ordered(MATCH, 9)))) == 9
    assert set(long.sizes) == {1}


def test_the_games_of_a_lost_job_go_out_again_one_by_one() -> None:
    lost: list[int] = []

    def lose(job: Job) -> bool:
        if len(job.numbers) > 5 and not lost:
            lost.extend(job.numbers)
            return True
        return False

    crew = Counted(0.1, lose)
    came = Counter(order.number for order, _ in crew.play(ordered(MATCH, 60)))
    assert len(lost) > 5
    assert came == Counter(range(60))
    assert crew.sizes[-len(lost) :] == [1] * len(lost)


def test_a_job_has_games_of_one_match() -> None:
    other = replace(MATCH, seed="8")
    deck = deque([*ordered(MATCH, 2), *ordered(other, 2)])
    assert _dealt(deck, 5, Counter()).numbers == (0, 1)
    assert _dealt(deck, 5, Counter()).match == other


def test_a_refused_action_breaks_a_game_or_is_counted() -> None:
    match = replace(MATCH, players=("tests.lab.deadly:Wrong", "random"))
    assert "Refused" in str(play_one(match, 0).result.error)
    result = play_one(replace(match, lenient=True), 0).result
    assert result.error is None
    said = result.thought["german"]
    assert said["refused"] == said["decisions"] // 10 > 0
    assert result.thought["soviet"]["refused"] == 0
