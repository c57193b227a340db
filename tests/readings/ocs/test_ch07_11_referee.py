"""The second reading umpires battles of chance: it works out by itself what a result should do.

Positions, dice and answers come by lot. The referee knows the counters, the result that was rolled
and the choices that were made, and nothing of the game's code. [9.10] to [9.13]
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.units import UNITS
from tests.readings.ocs.clash import attack, fighting
from tests.systems.ocs.field import at, unit

reading = pytest.mark.reading
NEAR = ("0404", "0405", "0506", "0605", "0604", "0504")
FIELD = [f"{r:02d}{c:02d}" for r in range(2, 9) for c in range(2, 9) if f"{r:02d}{c:02d}" != "0505"]


def counter(rng: random.Random, name: str, hex: str, modes: tuple[str, ...]) -> dict[str, Any]:
    """A counter of infantry, now and then a headquarters that only defends."""
    mode, steps = rng.choice(modes), rng.choice((1, 1, 2, 3))
    more: dict[str, Any] = {"re": steps} if steps > 1 else {}
    more |= {"up": "combat"} if mode == "dg" else {}
    if name[0] == "s" and rng.random() < 0.15:
        return unit(name, hex, "hq", mode=mode, **({"up": "combat"} if mode == "dg" else {}))
    return unit(
        name, hex, ar=rng.randint(0, 5), mode=mode, combat=f"{rng.randint(1, 9)}:4 leg",
        move="2:6 leg", at={"oos": rng.random() < 0.1}, **more,
    )  # fmt: skip


@dataclass
class Man:
    """What the referee knows of a counter."""

    side: str
    hex: int
    steps: int
    mode: str
    rating: int
    zone: bool


@dataclass
class Referee:
    """Watches a battle from its declaration on."""

    game: Ocs
    men: dict[str, Man] = field(default_factory=dict)
    asked: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    retreats: list[tuple[dict[str, Man], dict[str, list[int]], int]] = field(default_factory=list)

    def look(self) -> dict[str, Man]:
        """Everybody on the map."""
        found = {}
        for name, u in self.game.state[UNITS].items():
            if u.place != "map":
                continue
            c = self.game.scenario.counters[u.counter]
            ready = u.mode == "combat" or (u.mode == "exploit" and u.kept_zoc)
            zone = ready and c.combat.strength is not None and not u.oos  # [4.4b]
            found[name] = Man(c.side, u.hex, c.steps - u.lost, u.mode, 0 if c.hq else c.ar, zone)
        return found

    def hear(self, event: Any) -> None:
        """A retreat is told before anybody moves."""
        if event.kind != "retreat" or not event.seen_by:
            return
        path = [self.game.board.hex(label) for label in event.facts["path"]]
        start = self.game.board.hex(event.facts["from"])
        last = self.retreats[-1] if self.retreats else None
        if last is None or last[2] != start or set(event.facts["units"]) & set(last[1]):
            self.retreats.append((self.look(), {}, start))
        self.retreats[-1][1].update(dict.fromkeys(event.facts["units"], path))

    def losses(self, rule: str, side: str) -> dict[str, int]:
        """Who has lost how many steps by a rule."""
        found: dict[str, int] = {}
        for event in self.game.events:
            if event.kind == "loss" and event.rule == rule and event.facts["side"] == side:
                for name, count in event.facts["units"].items():
                    found[name] = found.get(name, 0) + count
        return found

    # ---- the laws

    def shared(self, side: str, names: list[str], lead: str, steps: int) -> None:
        """So many steps in all, the leader's first, nobody's second before all have one. [9.11c]"""
        lost = self.losses("9.11b", side)
        for name, count in self.losses("9.10", side).items():
            lost[name] = lost.get(name, 0) + count
        total = min(steps, sum(self.men[n].steps for n in names))
        assert sum(lost.values()) == total
        assert set(lost) <= set(names)
        if total:
            assert lost.get(lead, 0) >= 1
        if lost and max(lost.values()) > 1:
            assert set(lost) == set(names)

    def flights(self, hexes: dict[str, int]) -> None:
        """Everybody ends so far from where he began, and zones cost what they should. [9.12e]"""
        tolls = [
            (event.facts["side"], dict(event.facts["units"]))
            for event in self.game.events
            if event.kind == "loss" and event.rule == "9.12e"
        ]
        for men, paths, start in self.retreats:
            for name, path in paths.items():
                far = [self.game.board.distance(start, h) for h in path]
                assert far == list(range(1, len(path) + 1))
                if at(self.game, name).place == "map":
                    assert len(path) == hexes[men[name].side]
            self._run(men, paths, tolls)
        assert tolls == []

    def _run(self, men: dict[str, Man], paths: dict[str, list[int]], tolls: list[Any]) -> None:
        """Let the stacks of one hex run, hex by hex; take each step that a zone costs. [9.12a]"""
        far = max(len(path) for path in paths.values())
        for place in range(1, far + 1):
            stacks: dict[tuple[int, ...], list[str]] = {}
            for name, path in paths.items():
                if len(path) >= place and men[name].steps:
                    stacks.setdefault(tuple(path[:place]), []).append(name)
            for way, names in sorted(stacks.items()):
                self._enter(men, names, way[-1], place, tolls)

    def _enter(
        self, men: dict[str, Man], names: list[str], h: int, place: int, tolls: list[Any]
    ) -> None:
        side, shaken = men[names[0]].side, any(men[n].mode == "dg" for n in names)
        for name in names:
            men[name].hex = h
        near = self.game.board.around(h)
        zone = any(m.zone and m.steps and m.side != side and m.hex in near for m in men.values())
        if zone or place == 2:
            for man in men.values():
                if man.hex == h and man.steps:
                    man.mode, man.zone = "dg", False
        if zone and shaken:
            who, taken = tolls.pop(0)
            ((name, count),) = taken.items()
            assert (who, count) == (side, 1)
            assert name in names
            men[name].steps -= 1
        for name in names:
            if men[name].steps and at(self.game, name).place == "map":
                assert (at(self.game, name).mode == "dg") or not (zone or place == 2)


def part(text: str, side: str) -> dict[str, int]:
    """Losses, options, exploit and DG of one side of a result."""
    found = next((word[1:] for word in text.split() if word[0] == side), "")
    numbers = {key: int(n) for key, n in re.findall(r"([Loe])(\d)", found)}
    return {**numbers, "DG": int("DG" in found)}


def umpired(rng: random.Random) -> tuple[Referee, list[str], list[str]]:
    """A battle by lot, fought out with choices by lot."""
    modes = ("combat", "combat", "move", "dg")
    ours = [counter(rng, f"a{i}", rng.choice(NEAR[:4]), modes) for i in range(rng.randint(1, 3))]
    taken = {item["hex"] for item in ours}
    theirs = [counter(rng, f"s{i}", "0505", (*modes, "strat")) for i in range(rng.randint(1, 3))]
    free = [h for h in FIELD if h not in taken]
    spots = rng.sample(free, 12)
    more = [counter(rng, f"a{i + 5}", h, modes) for i, h in enumerate(spots[:6])]
    more += [counter(rng, f"s{i + 5}", h, modes) for i, h in enumerate(spots[6:])]
    spare = (unit("a99", "1212"), unit("s99", "1211"))  # somebody can still attack afterwards
    game = fighting(
        *ours, *theirs, *more, *spare, seed=rng.randrange(10**6), dumps=[], board=sketch(12, 12)
    )
    names = sorted(item["row"]["id"] for item in ours)
    referee = Referee(game)
    referee.men = referee.look()
    game.listen(referee.hear)
    game.play("axis", attack(*names, lead=rng.choice(names)))
    while not game.at_checkpoint:
        ask = game.decisions[0].ask
        choices = [a for a in game.legal(ask.player) if a["do"] != "detach"]
        answer = rng.choice(choices)
        referee.asked.append((ask.player, ask.name, answer))
        game.play(ask.player, answer)
    return referee, names, sorted(item["row"]["id"] for item in theirs)


@reading("ocs", "9-28")
@reading("ocs", "9-35")
@reading("ocs", "9-40")
@reading("ocs", "9-49")
@pytest.mark.parametrize("seed", range(40))
def test_results_do_what_the_book_says(seed: int) -> None:
    referee, ours, theirs = umpired(random.Random(seed))
    game = referee.game
    text = next(event.facts["result"] for event in game.events if event.kind == "combat")
    a, d = part(text, "A"), part(text, "D")
    given = {(who, name): answer for who, name, answer in referee.asked}
    leads = [event.facts for event in game.events if event.kind == "rating"]
    chosen = given.get(("axis", "option"), {"losses": 0})
    met = given.get(("allied", "option"), {"losses": 0, "do": "none"})
    back = {"axis": a.get("o", 0) - chosen["losses"] if ("axis", "option") in given else 0,
            "allied": 0 if met["do"] in ("waive", "none") else d["o"] - met["losses"]}  # fmt: skip
    referee.shared("axis", ours, leads[0]["unit"], a.get("L", 0) + chosen["losses"])
    referee.shared("allied", theirs, leads[1]["unit"], d.get("L", 0) + met.get("losses", 0))
    referee.flights(back)
    waived = met["do"] == "waive"
    steps = sum(referee.men[n].steps for n in ours)
    unpaid = a.get("o", 0) > 0 and back["axis"] == 0 and steps < a.get("L", 0) + a["o"]
    assert not waived or back["axis"] or unpaid
    starts = sorted({referee.men[n].hex for n in ours})
    wide = len(starts) > 2 or (len(starts) == 2 and not game.board.adjacent(*starts))
    for name in ours:
        man, now = referee.men[name], at(game, name)
        fit = a.get("e") and not back["axis"] and not wide and man.mode != "dg"
        if now.place == "map":
            assert (now.mode == "exploit") == bool(fit and man.rating >= a["e"])
    if d["DG"]:
        assert all(at(game, n).mode == "dg" for n in theirs if at(game, n).place == "map")
    target = game.board.hex("0505")
    inside = {
        n for n in game.state[UNITS] if at(game, n).place == "map" and at(game, n).hex == target
    }
    held = bool(inside & set(theirs))
    entered = inside - set(theirs)
    assert not entered or (entered <= set(ours) and not back["axis"] and not held)
