"""The engine's laws, as checks on a game under way. Every system must pass them all.

1. Save and load at any decision gives an identical State, Decision and future.
2. Undo is exact.
3. Nothing depends on hash order, the clock or floating point.
4. Secrets do not leak: games that differ only in what a player may not see look the same to him.
5. Caches do not lie.
6. What is forged, stale, repeated or out of turn is refused with a reason and changes nothing.
7. Whatever `legal` and `sample` give, `why` accepts.

A system has laws of its own besides, which a Watch looks after.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Collection
from itertools import islice
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.entries import PUBLIC
from grognard.engine.fork import fork
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.refusal import Refused
from grognard.engine.saves import load_text
from grognard.engine.saving import text_of
from grognard.kit.fog import Veil

AnyGame = Game[Any]


class LawBroken(AssertionError):
    """A law does not hold; the text says which and how."""


def require(holds: bool, law: str, detail: str) -> None:
    """Raise unless a law holds."""
    if not holds:
        raise LawBroken(f"law {law}: {detail}")


def snapshot(game: AnyGame) -> str:
    """Everything about a game that a save must bring back."""
    return canonical(
        {
            "state": game.state.to_json(),
            "decisions": [decision.to_json() for decision in game.decisions],
            "events": [event.to_json() for event in game.events],
            "views": [game.view(side) for side in (*game.scenario.sides, PUBLIC, None)],
        }
    )


def reloaded(game: AnyGame) -> AnyGame:
    """The same game after saving and loading."""
    text = text_of(game).encode("ascii")
    return load_text(text, lambda head: (game.system, game.mends.first))


def random_action(game: AnyGame, rng: random.Random) -> tuple[str, Action]:
    """Somebody who is asked something, and one of his legal answers."""
    player = rng.choice(sorted({decision.player for decision in game.decisions}))
    action = game.sample(player, rng)
    require(action is not None, "7", f"{player} is asked something and has no legal answer")
    assert action is not None
    return player, action


def save_and_load(game: AnyGame, rng: random.Random, ahead: int = 5) -> None:
    """Law 1: the loaded game is the same, and so is its future."""
    other = reloaded(game)
    require(snapshot(other) == snapshot(game), "1", "a loaded game differs from the saved one")
    seed = rng.getrandbits(32)
    ours, theirs = random.Random(seed), random.Random(seed)
    mine = fork(game) if game.at_checkpoint else reloaded(game)
    for _ in range(ahead):
        if mine.over:
            break
        mine.play(*random_action(mine, ours))
        other.play(*random_action(other, theirs))
        require(snapshot(mine) == snapshot(other), "1", "a loaded game has another future")


def undo(game: AnyGame, player: str, action: Action) -> None:
    """Law 2: play, undo, play again is the same game. The game is left with the action played."""
    before = _position(game)
    game.play(player, action)
    after = _position(game)
    game.undo()
    require(_position(game) == before, "2", f"undoing {action} does not restore the game")
    game.play(player, action)
    require(_position(game) == after, "2", f"playing {action} again gives another game")


def _position(game: AnyGame) -> str:
    """The game as undo must restore it: all but the ids of decisions, never used twice."""
    decisions = [{**d.to_json(), "id": ""} for d in game.decisions]
    events = [event.to_json() for event in game.events]
    return canonical([game.state.to_json(), decisions, events])


def caches(game: AnyGame) -> None:
    """Law 5: every cached map and index equals one worked out afresh."""
    wrong = game.journal.lies()
    require(not wrong, "5", f"these caches differ from the State: {', '.join(wrong)}")


def plain(game: AnyGame) -> None:
    """Law 3: the State holds whole numbers and words; writing it refuses anything else."""
    text = canonical(game.state.to_json())
    require("." not in _numbers(text), "3", "a floating-point number is in the State")


def _numbers(text: str) -> str:
    outside, inside_word = [], False
    for char in text:
        if char == '"':
            inside_word = not inside_word
        elif not inside_word:
            outside.append(char)
    return "".join(outside)


def offers(game: AnyGame, limit: int = 40) -> None:
    """Law 7: whatever is listed as legal is accepted, and nothing is listed twice."""
    for side in game.scenario.sides:
        seen: set[str] = set()
        for action in islice(game.legal(side), limit):
            written = canonical(action)
            require(written not in seen, "7", f"{written} is listed twice")
            seen.add(written)
            refusals = game.why(side, action)
            require(not refusals, "7", f"{written} is listed as legal but {refusals}")


def forgeries(game: AnyGame, rng: random.Random) -> None:
    """Law 6: what is not a legal answer of that player is refused and changes nothing."""
    before = snapshot(game)
    player, action = random_action(game, rng)
    tries: list[tuple[str, Any, str | None]] = [
        (player, action, "0.no-such-decision"),
        ("nobody", action, None),
        (player, {**action, "forged": 1}, None),
        (player, {**action, "do": "no such thing"}, None),
        (player, [action], None),
        (player, None, None),
    ]
    asked = {decision.player for decision in game.decisions}
    tries += [(side, action, None) for side in game.scenario.sides if side not in asked]
    tries += [(player, forged, None) for forged in _distorted(action)]
    for who, forged, at in tries:
        refusals = game.why(who, forged, at)
        require(
            all(r.rule and r.text for r in refusals), "6", f"{forged} is refused without reason"
        )
        if refusals:
            _must_refuse(game, who, forged, at)
    certain = tries[:6]
    for who, forged, at in certain:
        require(bool(game.why(who, forged, at)), "6", f"{forged} by {who} should be refused")
    require(snapshot(game) == before, "6", "a refused action has changed the game")


def _must_refuse(game: AnyGame, who: str, forged: Any, at: str | None) -> None:
    try:
        game.play(who, forged, at)
    except Refused:
        return
    raise LawBroken(f"law 6: {forged} was refused and played all the same")


def _distorted(action: Action) -> list[Any]:
    """The action with each of its details spoilt in turn."""
    spoilt: list[Any] = []
    for key, value in action.items():
        if key == "do":
            continue
        for bad in _WRONG:
            if bad != value:
                forged = copy.deepcopy(action)
                forged[key] = bad
                spoilt.append(forged)
    return spoilt


_WRONG: tuple[Any, ...] = (
    None, -1, 3.5, "no-such-thing", [], ["no-such-thing"], {"x": 1}, [[]], True,
)  # fmt: skip


def secrets(game: AnyGame, veil: Veil, rng: random.Random, limit: int = 60) -> None:
    """Law 4: a player cannot tell games apart that differ only in what he may not see.

    Nor can somebody without a side, who may see only what is hidden from none.
    """
    for player in (*game.scenario.sides, PUBLIC):
        other = veil.twin(game, player, rng)
        if other is None:
            continue
        for name, look in _LOOKS.items():
            mine, theirs = look(game, player, limit), look(other, player, limit)
            require(
                mine == theirs, "4", f"{player} can tell a secret by {name}: {_diff(mine, theirs)}"
            )
        _quiet(game, other, player, veil, rng)


def _quiet(game: AnyGame, other: AnyGame, player: str, veil: Veil, rng: random.Random) -> None:
    """Law 4 in action: what is done without chance, and shows nothing new, tells no secret."""
    actor, action = random_action(game, rng)
    written, insight = canonical(action), veil.insight
    if any(f'"{name}"' in written for name in veil.elsewhere(game, other)):
        return
    if other.why(actor, action):
        return
    mine = fork(game)
    pair, since, serial = (mine, other), len(game.events), game.serial
    known = [insight(each, player) for each in pair]
    nameless = set(veil.nameless(mine, player)).difference(veil.passing(mine, action))
    for each in pair:
        each.play(actor, action)
    if mine.serial == serial:
        _unnamed(mine, player, nameless & set(veil.nameless(mine, player)), since)
    for each, before in zip(pair, known, strict=True):
        learned = any(level > before.get(key, 0) for key, level in insight(each, player).items())
        rolled = bool(each.entries[-1].chance)
        if learned or rolled or not each.at_checkpoint or each.serial != serial or each.over:
            return
        if player in each.entries[-1].revealed:
            return
    if veil.glance(mine) != veil.glance(other):
        return
    told = [[e.to_json() for e in each.events_for(player, since)] for each in pair]
    views = [each.view(player) for each in pair]
    for name, (ours, theirs) in (("events", told), ("view", views)):
        a, b = canonical(ours), canonical(theirs)
        text = f"{player} can tell a secret by the {name} of {action}: {_diff(a, b)}"
        require(a == b, "4", text)


def _unnamed(game: AnyGame, player: str, nameless: Collection[str], since: int) -> None:
    """Law 4 in words: nobody is told the name of what he could not name before and cannot now."""
    for event in game.events_for(player, since):
        written = canonical(event.to_json())
        named = [name for name in sorted(nameless) if f'"{name}"' in written]
        require(not named, "4", f"{player} is told who it was: {written}")


def _diff(a: str, b: str) -> str:
    place = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    return f"…{a[max(0, place - 80) : place + 80]}… against …{b[max(0, place - 80) : place + 80]}…"


def _look_view(game: AnyGame, player: str, limit: int) -> str:
    return canonical(game.view(player))


def _look_events(game: AnyGame, player: str, limit: int) -> str:
    return canonical([event.to_json() for event in game.events_for(player)])


def _look_legal(game: AnyGame, player: str, limit: int) -> str:
    return canonical(list(islice(game.legal(player), limit)))


def _look_refusals(game: AnyGame, player: str, limit: int) -> str:
    forged = [f for action in islice(game.legal(player), 3) for f in _distorted(action)]
    return canonical([[r.to_json() for r in game.why(player, action)] for action in forged])


def _look_odds(game: AnyGame, player: str, limit: int) -> str:
    found = []
    for action in islice(game.legal(player), 0, limit, 7):
        found.append(game.odds(action, player).to_json())
    return canonical(found)


_LOOKS: dict[str, Callable[[AnyGame, str, int], str]] = {
    "view": _look_view,
    "events": _look_events,
    "legal list": _look_legal,
    "refusals": _look_refusals,
    "odds": _look_odds,
}
