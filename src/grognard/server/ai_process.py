"""Thinking: the process in which a program works out its answers, apart from everybody's requests.

It reads tasks on its standard input and writes answers on its standard output, one line of JSON
each. It holds games as they are on record, without the secret of their dice: what it works out
cannot depend on a roll to come. It is killed when its time is up or nobody wants the answer.
"""

from __future__ import annotations

import io
import json
import os
import select
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import IO, Any

from grognard import library
from grognard.engine.consent import PROPOSALS, named
from grognard.engine.decision import Action
from grognard.engine.editions import another, read_again
from grognard.engine.entries import Line
from grognard.engine.following import Following
from grognard.engine.game import Game
from grognard.engine.system import Scenario, System
from grognard.players.apart import Apart
from grognard.players.explaining import page_of
from grognard.players.random_player import RandomPlayer
from grognard.players.registry import player
from grognard.players.rehearsed import Rehearsed
from grognard.players.seat import Player, Seat
from grognard.players.thinking import Listener, Progress, let_hear
from grognard.server import ending
from grognard.table.intent import Page, written

GAMES_AT_HAND = 8
"""How many games a process keeps between two thoughts."""
HASTY = "hasty"
"""Who answers in place of a program that took too long."""
HURRY = "hurry"
"""What is said to have the best answer so far at once."""
COURTESY = 10
"""By how much thinking steps back where people's requests want the processor."""
TELLS_EVERY = 1.0
"""Seconds between two tellings of how far a thought has come; before the first as well."""


class Hasty:
    """Answers at once: by the default, by being done with it, or by anything legal."""

    def __init__(self, seed: int) -> None:
        self.random = RandomPlayer(seed)

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
        for action in (seat.question.default, {"do": "end"}, {"do": "ready"}):
            if action is not None and seat.may(action):
                return action
        return self.random.choose(seat)


@dataclass
class Held:
    """A game at hand, and the programs that play in it."""

    game: Game[Any]
    following: Following
    programs: dict[tuple[str, str], Player] = field(default_factory=dict)


@dataclass
class Thinker:
    """The games at hand, the ones longest unused going first."""

    held: OrderedDict[str, Held] = field(default_factory=OrderedDict)

    def begin(self, task: dict[str, Any]) -> int:
        """Take a game up; say how many of its lines are known already."""
        held = self.held.get(task["game"])
        if held is None:
            system, scenario = found(task)
            game: Game[Any] = Game(system, scenario, started=False)
            game.dice.seed = None
            following = Following(game, task.get("rules", ""))
            held = self.held[task["game"]] = Held(game, following)
        self.held.move_to_end(task["game"])
        while len(self.held) > GAMES_AT_HAND:
            self.held.popitem(last=False)
        return len(held.game.history)

    def catch_up(self, task: dict[str, Any], lines: Sequence[dict[str, Any]]) -> None:
        """Play again what was played since."""
        held = self.held[task["game"]]
        scenario = held.game.scenario
        for line in lines:
            replay(held.following, line)
        held.following.end()
        if held.game.scenario is not scenario:
            held.programs.clear()  # they made their plans in another scenario

    def answer(self, task: dict[str, Any], listener: Listener | None = None) -> dict[str, Any]:
        """Work out the answer that is wanted; none if the side is asked nothing.

        Who takes his time tells the listener how far he is, and heeds it.
        """
        side, name = task["side"], task["player"]
        held = self.held[task["game"]]
        decision = held.game.decision(side)
        if decision is None:
            return {"action": None}
        agreed = courtesy(held.game, side)
        if agreed is not None:
            return {"action": agreed}
        program = held.programs.get((side, name))
        if program is None:
            seed = int.from_bytes(sha256(f"{task['game']} {side}".encode()).digest()[:6])
            system = held.game.system.name
            program = Hasty(seed) if name == HASTY else Apart(player(name, seed, system))
            if task.get("lesson"):
                program = Rehearsed(program)
            held.programs[side, name] = program
        let_hear(program, listener)
        answer: dict[str, Any] = {"action": program.choose(Seat(held.game, side))}
        page = page_of(program)
        return answer if page is None else {**answer, "page": written(page)}

    def forget(self, task: dict[str, Any]) -> None:
        """Begin again from the record the next time."""
        self.held.pop(task["game"], None)


def courtesy(game: Game[Any], side: str) -> Action | None:
    """A program minds no edit: it agrees to whatever is proposed and can be done."""
    for by, proposal in sorted(game.state[PROPOSALS].items()):
        action = {"do": "consent", "to": by, "agree": True}
        if side in proposal.awaiting and not game.why(side, action):
            return action
    return None


def found(task: dict[str, Any]) -> tuple[System[Any], Scenario]:
    """The scenario of a game: from the texts that come with the task, or else from the shelf."""
    if task.get("sources") is not None:
        system = library.find_system(task["scenario"].partition("/")[0])
        return system, read_again(system, task["sources"], task["options"])
    return library.find_scenario(task["scenario"], task["options"])


def replay(following: Following, line: dict[str, Any]) -> None:
    """Play one line of the record again, with the dice that fell."""
    played = Line(line["by"], line["do"], bool(line.get("standing", False)), tuple(line["chance"]))
    to, texts = named(played.action), line.get("texts")
    if to is not None and texts is not None:
        following.game.mends.keep(another(following.game, to, texts))
    following.line(played, line.get("wake"))


class Herald:
    """Tells whoever asked how far a thought has come, and hears whether he wants the answer now."""

    def __init__(self, source: IO[str], say: Callable[[dict[str, Any]], None]) -> None:
        self._source, self._say = source, say
        self._next = time.monotonic() + TELLS_EVERY
        self._hurried = False

    def __call__(self, progress: Progress) -> bool:
        """Tell it now and then; whether the thought may go on."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + TELLS_EVERY
            told = {"rehearsals": progress.rehearsals, "percent": progress.percent}
            page = Page(reason=progress.leading)
            self._say({"progress": {**told, "leading": written(page)}})
        self._hurried = self._hurried or self._called()
        return not self._hurried

    def _called(self) -> bool:
        """Whether something was said since: that is to hurry, or that nobody listens any more."""
        try:
            ready, _, _ = select.select([self._source], [], [], 0)
        except (io.UnsupportedOperation, ValueError):  # nobody could say anything
            return False
        return bool(ready) and HURRY in (self._source.readline() or HURRY)


def serve(source: IO[str], sink: IO[str]) -> None:
    """Answer task after task until nobody asks any more."""

    def say(said: dict[str, Any]) -> None:
        sink.write(json.dumps(said, separators=(",", ":")) + "\n")
        sink.flush()

    thinker = Thinker()
    for text in source:
        task = json.loads(text)
        if HURRY in task:  # it came too late: the answer was under way
            continue
        # Should whoever asked have died, nobody else would end a thought without end.
        signal.alarm(task["alarm"])
        try:
            say({"known": thinker.begin(task)})
            thinker.catch_up(task, json.loads(source.readline()))
            say({"caught_up": True})
            say(thinker.answer(task, Herald(source, say)))
        except Exception as error:  # a broken program must not take other games with it
            thinker.forget(task)
            say({"error": f"{type(error).__name__}: {error}"})
        finally:
            signal.alarm(0)


def main() -> None:
    """Think for the server that started this process, and end with it."""
    ending.with_parent(signal.SIGKILL, *map(int, sys.argv[1:]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(COURTESY)
    out, sys.stdout = sys.stdout, sys.stderr  # what a program prints is no answer
    serve(sys.stdin, out)


if __name__ == "__main__":
    main()
