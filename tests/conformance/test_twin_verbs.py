"""Every verb of every system, asked of twins with hostile details, is judged alike. (Law 4)

A verb is asked whether it is open or not, of what it thinks itself and of the game: a verb that is
new is asked from the day on which it is written. The answers within procedures are given to those
who are in them; each is listed here, so that a new one is thought about.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from grognard import library
from grognard.engine.consent import ALWAYS
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Kind
from grognard.lab import fuzz, laws
from tests.server import questions

SEEDS = (1, 2)
EACH = 3
"""How often each verb is asked of each pair of twins."""
WITHIN = {
    "wb95": {"losses", "retreat", "pursue", "defend"},
    "ocs": {
        "losses", "return", "give-up-transport", "abort", "aim", "keep-markers", "supply",
        "advance", "retreat", "terrain",
    },
    "nextwar": {
        "ground", "engage", "send", "switch", "withdraw", "advance", "lose-steps", "intercept",
        "support", "set-aside",
    },
    "goss": {
        "intercept", "drop-zone", "supply-raid", "standoff", "half-strength", "commit-reserves",
        "advance", "follow-up", "fire-at-overrun", "follow", "hunt", "lull-active",
        "place-released", "give-up",
    },
}  # fmt: skip
"""Answers that are made for one question of a procedure, and know what it is about. Besides them,
whoever chooses among a few orders is shown all of them."""
AnyGame = Game[Any]


def verbs(system: str, above: type[Any] = Kind) -> Iterator[type[Any]]:
    """Every verb of a system."""
    library.find_system(system)  # which reads its chapters in
    for one in above.__subclasses__():
        yield from verbs(system, one)
        ours = one.__module__.startswith(f"grognard.systems.{system}.")
        if ours and isinstance(one.__dict__.get("do"), str):
            yield one


def made(system: str) -> tuple[dict[str, list[Any]], set[str]]:
    """The verbs of a system by their names, and the names of those that only a question makes."""
    found: dict[str, list[Any]] = {}
    within: set[str] = set()
    for verb in verbs(system):
        if issubclass(verb, Among):
            continue
        try:
            one = verb()
        except TypeError:
            within.add(verb.do)
        else:
            found.setdefault(verb.do, []).append(one)
    return found, within - set(found)


def twins(system: str) -> Iterator[tuple[str, AnyGame, AnyGame]]:
    """Who looks, a random position, and another that he may not be able to tell from it."""
    arena = fuzz.ARENAS[system]
    for seed in SEEDS:
        rng, game = random.Random(seed), arena.make(seed)
        for _ in range(rng.randrange(1, 15)):
            if not game.over:
                game.play(*fuzz.chosen(game, rng, 3))
        for side in game.scenario.sides:
            other = arena.veil.twin(game, side, rng)
            if other is not None:
                yield side, game, other


def hostile(verb: Any, game: AnyGame, rng: random.Random) -> Action:
    """An order of a verb that is for anybody and anywhere."""
    names = sorted(getattr(game.scenario, "counters", ()))
    action: Action = {"do": verb.do}
    for name, kind in verb.form.items():
        if kind.endswith("?") and rng.random() < 0.5:
            continue
        word = rng.choice((rng.choice(names), game.board.label(rng.randrange(game.board.n))))
        values = {"texts": [word], "count": rng.randrange(3), "flag": True}
        values |= {"map": {}, "maps": [], "counts": {word: 1}}
        action[name] = values.get(kind.rstrip("?"), word)
    return action


def judged(verb: Any, game: AnyGame, side: str, action: Action) -> str:
    """What a verb has against an order, and what the game has."""
    said = [*verb.check(game, side, action), *game.why(side, action)]
    return canonical([refusal.to_json() for refusal in said])


def compare(system: str, pairs: Iterable[tuple[str, AnyGame, AnyGame]]) -> set[str]:
    """Ask every verb of twins; the names of those that were asked."""
    asked: set[str] = set()
    found, _within = made(system)
    for side, game, other in pairs:
        rng = random.Random(side)
        for name, kinds in found.items():
            for verb in kinds:
                for _ in range(EACH):
                    action = hostile(verb, game, rng)
                    a, b = (judged(verb, each, side, action) for each in (game, other))
                    laws.require(a == b, "4", f"{side} can tell a secret by {action}: {a} or {b}")
            asked.add(name)
    return asked


@pytest.mark.parametrize("system", WITHIN)
def test_every_verb_is_asked_of_twins(system: str) -> None:
    found, within = made(system)
    assert within == WITHIN[system], "say why it cannot be asked by itself"
    assert compare(system, twins(system)) == set(found)


def test_what_is_always_open_is_asked_of_twins() -> None:
    """An edit is the umpire's, who sees everything; a proposal is asked at the door and here."""
    assert ALWAYS == ("edit", "propose")
    known = questions.Known("g", "s", random.Random(1))
    asked = {action["do"] for action in questions.proposals(known)}
    assert asked == {"propose"}
    assert "proposals" in laws._LOOKS


def test_a_verb_that_tells_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _within = made("wb95")
    [move] = found["move"]
    pairs = list(twins("wb95"))

    def against(self: Any, game: AnyGame, player: str, order: Any) -> list[Any]:
        return [Refusal("1", repr(sorted(game.state.maps["units"].items())))]

    monkeypatch.setattr(type(move), "against", against)
    with pytest.raises(laws.LawBroken, match="can tell a secret by"):
        compare("wb95", pairs)
