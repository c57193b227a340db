"""Twins at the server's door: two servers with one game each, alike but for what one may not see.

The games are played by the same hands to the same point. Then an umpire changes something in each:
in one, he leaves it as it is; in the other, it becomes what the system's veil says nobody but its
owner could tell. Both records stand in the stores, so that whatever is worked out from them, now or
for an earlier moment, is asked of two different truths.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import FastAPI
from starlette.testclient import WebSocketTestSession

from grognard.engine.entries import PUBLIC, UMPIRE
from grognard.engine.fork import fork
from grognard.engine.game import Game
from grognard.engine.record import encode
from grognard.kit.fog import Veil
from grognard.lab import fuzz, laws
from grognard.server import commands, games, people, seating
from grognard.server.club import Club
from grognard.server.store.database import Database
from grognard.server.store.records import Seat, SeatPlan
from tests.server.questions import READS, SAID, WRITES, Known, Question, questions
from tests.server.wire import Client, all_told, app_on, frame, serving

REASON = "as it should be"
AnyGame = Game[Any]


@dataclass(frozen=True)
class Field:
    """A scenario whose rules hide something, with the options by which they do."""

    scenario: str
    options: Mapping[str, str]
    steps: int = 25
    """How far it is played, at most, before its twin is made."""

    @property
    def veil(self) -> Veil:
        """What its system says about secrets."""
        return fuzz.ARENAS[self.scenario.partition("/")[0]].veil


FIELDS = (
    Field("wb95/klin", {"masking": "on", "free-setup": "off"}),
    Field("wb95/typhoon", {"masking": "on", "free-setup": "off"}),
    Field("ocs/catania-plain", {"free-setup": "off"}),
    Field("nextwar/seoul", {"fog-of-war": "on"}),
    Field("goss/skyline-drive", {}),
)


def opened(folder: Path, name: str) -> Club:
    """A server's club on a store of its own, at a time that stands still."""
    database = Database(f"sqlite:///{folder / name}.db")
    database.migrate()
    return Club(database, now=lambda: 1_000_000)


class Twins:
    """The same game on two servers, and who sits there."""

    def __init__(self, folder: Path, field: Field, rng: random.Random) -> None:
        self.folder, self.field, self.rng = folder, field, rng
        self.veil = field.veil
        self.one = opened(folder, "one")
        self.keys = (f"k{n}" for n in range(10**6))
        host, token = people.guest(self.one)
        sides = sides_of(field.scenario)
        plans = [SeatPlan(side=side, mine=side == sides[0]) for side in sides]
        made = games.create_game(
            self.one, host, field.scenario, dict(field.options), seed=rng.getrandbits(60),
            seats=[*plans, SeatPlan("umpire"), SeatPlan("spectator")],
        )  # fmt: skip
        self.game_id: str = made["id"]
        self.seats: dict[str, Seat] = {}
        self.tokens: dict[str, str] = {}
        for card in made["seats"]:
            who = card["side"] or (UMPIRE if card["role"] == UMPIRE else PUBLIC)
            if card["mine"]:
                self.seats[who], self.tokens[who] = seating.seat(self.one, host, card["id"]), token
                continue
            person, self.tokens[who] = people.guest(self.one)
            link = seating.invite(self.one, host, card["id"])
            self.seats[who] = seating.join(self.one, person, link)

    def game(self, club: Club) -> AnyGame:
        """The game itself, as a server holds it."""
        with club.live.reading(self.game_id) as (kept, _row):
            return kept.game

    def play(self, steps: int) -> None:
        """Play on at random."""
        for _ in range(steps):
            game = self.game(self.one)
            if game.over:
                return
            side, action = fuzz.chosen(game, self.rng, 3)
            commands.act(self.one, self.seats[side], action, None, next(self.keys))

    def split(self, side: str) -> Club | None:
        """A second server whose game differs in what one who looks may not see; None if nothing
        was found."""
        game = self.game(self.one)
        found = differences(game, self.veil, side, self.rng)
        if found is None:
            return None
        as_it_is, otherwise = found
        self.one.database.engine.dispose()
        for end in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(self.folder / f"one.db{end}", self.folder / f"two.db{end}")
        two = opened(self.folder, "two")
        for club, changes in ((self.one, as_it_is), (two, otherwise)):
            edit = {"do": "edit", "changes": changes, "reason": REASON}
            commands.act(club, self.seats[UMPIRE], edit, None, "the umpire's")
        assert self.game(self.one).state != self.game(two).state
        return two

    def quietly(self, clubs: list[Club], who: str) -> bool:
        """Do something in both games; whether it was something that shows who looks nothing new."""
        pair = [self.game(club) for club in clubs]
        actor, action = fuzz.chosen(pair[0], self.rng, 3)
        written = json.dumps(action)
        if any(f'"{name}"' in written for name in self.veil.elsewhere(*pair)):
            return False
        if pair[1].why(actor, action):
            return False
        known = [self.veil.insight(game, who) for game in pair]
        serial, key = pair[0].serial, next(self.keys)
        for club in clubs:
            commands.act(club, self.seats[actor], action, None, key)
        for game, before in zip(pair, known, strict=True):
            now, last = self.veil.insight(game, who), game.entries[-1]
            if any(level > before.get(name, 0) for name, level in now.items()):
                return False
            if last.chance or who in last.revealed or not game.at_checkpoint:
                return False
            if game.serial != serial or game.over:
                return False
        return bool(self.veil.glance(pair[0]) == self.veil.glance(pair[1]))


def sides_of(scenario: str) -> tuple[str, ...]:
    sides: tuple[str, ...] = fuzz.ARENAS[scenario].make(1).scenario.sides
    return sides


Changes = list[dict[str, Any]]


def differences(
    game: AnyGame, veil: Veil, side: str, rng: random.Random
) -> tuple[Changes, Changes] | None:
    """Two edits: one that changes nothing, and one of the same fields that nobody who looks from a
    side could tell from it."""
    twin = veil.twin(game, side, rng)
    if twin is None:
        return None
    as_it_is: Changes = []
    otherwise: Changes = []
    for register in game.system.registers:
        mine, theirs = game.state[register], twin.state[register]
        for key in sorted({*mine} & {*theirs}):
            a, b = encode(mine[key]), encode(theirs[key])
            fields = [name for name in a if a[name] != b[name]]
            if fields:
                about = {"map": register.name, "key": key}
                as_it_is.append({**about, "set": {name: a[name] for name in fields}})
                otherwise.append({**about, "set": {name: b[name] for name in fields}})
    for changes in (as_it_is, otherwise):
        if game.why(UMPIRE, {"do": "edit", "changes": changes, "reason": REASON}):
            return None
    edited = fork(game)
    edited.system.apply_edit(edited, otherwise)
    if veil.surface(edited, side) != veil.surface(game, side):
        return None
    return as_it_is, otherwise


@contextlib.contextmanager
def divided(field: Field, seed: int, side: str | None = None) -> Iterator[Asker | None]:
    """A random game and its twin, and somebody who looks at both; None if nothing is hidden."""
    rng = random.Random(seed)
    with TemporaryDirectory() as folder:
        twins = Twins(Path(folder), field, rng)
        watchers = [who for who in twins.seats if who != UMPIRE]
        for _ in range(6):
            twins.play(rng.randrange(1, field.steps))
            game = twins.game(twins.one)
            if game.over:
                break
            who = side or rng.choice(watchers)
            two = twins.split(who) if game.at_checkpoint else None
            if two is not None:
                with contextlib.ExitStack() as stack:
                    clubs = [twins.one, two]
                    apps = [stack.enter_context(serving(app_on(club))) for club in clubs]
                    yield Asker(twins, who, clubs, apps)
                return
        yield None


IDS = re.compile(rb"\b[0-9a-f]{32}\b")
COMMITMENT = re.compile(rb'"commitment":"[0-9a-f]{64}"')


class Asker:
    """Who asks both servers the same from one seat, and wants to find no difference."""

    def __init__(self, twins: Twins, who: str, clubs: list[Club], apps: list[FastAPI]) -> None:
        self.twins, self.who, self.clubs, self.apps = twins, who, clubs, apps
        self.clients = [Client(app, twins.tokens[who]) for app in apps]
        self.handed: list[dict[str, str]] = [{}, {}]
        """The links that each server gave out."""
        self.names: list[dict[bytes, bytes]] = [{}, {}]
        self.asked: set[str] = set()

    @property
    def games(self) -> list[AnyGame]:
        """Both games."""
        return [self.twins.game(club) for club in self.clubs]

    def known(self) -> Known:
        """What whoever asks has to go by: the same on both servers, or it would be a leak."""
        game, rng = self.games[0], self.twins.rng
        seat = self.twins.seats[self.who]
        table = self.clients[0].get(f"/seats/{seat.id}/table")
        stacks = [stack["hex"] for stack in table["stacks"] if stack["side"] != seat.side]
        anywhere = [game.board.label(rng.randrange(game.board.n)) for _ in range(4)]
        placed = [card for card in table["counters"] if card["hex"] and card["side"] == seat.side]
        side = seat.side if seat.side in game.scenario.sides else None
        actions = []
        if side is not None:
            for ask in game.open_asks(side):
                for offer in ask.offers:
                    one = offer.sample(game, side, rng)
                    actions += [one] if one is not None else []
        return Known(
            game=self.twins.game_id, seat=seat.id, rng=rng, side=side,
            own=[card["id"] for card in placed], hexes=[*stacks[:30], *anywhere],
            names=sorted(game.scenario.counters), actions=actions,
            asked=[one["id"] for one in table["asked"]] or ["1.0"],
            overlays=[card["id"] for card in table["overlays"]], last=table["last"],
        )  # fmt: skip

    def compare(self, question: Question) -> int:
        """Ask both; the status that both have answered with."""
        told = [self._ask(n, question) for n in (0, 1)]
        self.asked.add(question.route)
        if told[0] != told[1]:
            said = laws._diff(*(text.decode(errors="replace") for _, text in told))
            raise laws.LawBroken(f"law 4: {self.who} can tell a secret by {question}: {said}")
        return told[0][0]

    def _ask(self, n: int, question: Question) -> tuple[int, bytes]:
        handed, path = self.handed[n], question.path
        written = json.dumps(question.body)
        for name in ("replay", "token"):
            path = path.replace(f"{{{name}}}", handed.get(name, "nothing"))
            written = written.replace(f"{{{name}}}", handed.get(name, "nothing"))
        body = json.loads(written)
        answer = self.clients[n].http.request(question.method, path, json=body)
        text: bytes = answer.content
        if answer.is_success and question.route.endswith(("/share", "/invitations", "/invitation")):
            given = json.loads(text)
            handed.update({"token" if k == "invitation" else k: v for k, v in given.items()})
        return answer.status_code, self._called(n, text)

    def _called(self, n: int, text: bytes) -> bytes:
        """An answer with whatever the server called by chance called by its number."""
        names = self.names[n]

        def number(found: re.Match[bytes]) -> bytes:
            return names.setdefault(found[0], b"id %d" % len(names))

        return COMMITMENT.sub(b'"commitment":""', IDS.sub(number, text))

    def listen(self) -> None:
        """Listen to both, while something is done that shows nothing new."""
        seat = self.twins.seats[self.who].id
        with contextlib.ExitStack() as stack:
            lines = [
                stack.enter_context(client.socket(self.twins.game_id, seat))
                for client in self.clients
            ]
            self._alike(lines)
            if self.twins.quietly(self.clubs, self.who):
                self._alike(lines)

    def say(self) -> set[str]:
        """Say over both sockets whatever can be said, with hostile details; what was said."""
        seat, known = self.twins.seats[self.who].id, self.known()
        said: set[str] = set()
        with contextlib.ExitStack() as stack:
            lines = [
                stack.enter_context(client.socket(self.twins.game_id, seat))
                for client in self.clients
            ]
            self._alike(lines)
            for kind, saying in SAID.items():
                for words in saying(known):
                    for line in lines:
                        line.send_text(json.dumps({"type": kind, **words}))
                        if kind == "ping":  # its own answer: the next is for whoever listens
                            frame(line, "pong")
                    self._alike(lines)
                    said.add(kind)
        return said

    def _alike(self, lines: list[WebSocketTestSession]) -> None:
        told = [
            self._called(n, "".join(sorted(all_told(app, line))).encode())
            for n, (app, line) in enumerate(zip(self.apps, lines, strict=True))
        ]
        if told[0] != told[1]:
            said = laws._diff(*(text.decode() for text in told))
            raise laws.LawBroken(f"law 4: {self.who} can tell a secret by the socket: {said}")

    def look(self) -> None:
        """Ask everything that changes nothing."""
        for question in questions(READS, self.known()):
            assert self.compare(question) < 500, question

    def meddle(self) -> None:
        """Ask everything else; whoever has resigned has nothing to find out any more."""
        for question in questions(WRITES, self.known()):
            assert self.compare(question) < 500, question
