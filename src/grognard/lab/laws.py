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
import json
import marshal
import random
from collections.abc import Callable, Collection
from itertools import islice
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.dice import STREAM
from grognard.engine.entries import PUBLIC, undo_target
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


def whole(game: AnyGame) -> dict[str, Any]:
    """Everything about a game that a save must bring back, as plain data."""
    return {
        "state": game.state.to_json(),
        "decisions": [decision.to_json() for decision in game.decisions],
        "events": [event.to_json() for event in game.events],
        "views": [game.view(side) for side in (*game.scenario.sides, PUBLIC, None)],
    }


def snapshot(game: AnyGame) -> str:
    """The same written down."""
    return canonical(whole(game))


_BY_VALUE = 2
"""The version of `marshal` that writes values alone, and nothing about which objects are one."""


def imprint(data: Any) -> bytes:
    """Plain data as it is now, taken many times as fast as it is written canonically. Two that are
    the same are written the same; two that differ may be, by the order of their maps alone."""
    try:
        return marshal.dumps(data, _BY_VALUE)
    except ValueError:  # what is JSON, but no plain word or number
        return marshal.dumps(json.loads(canonical(data)), _BY_VALUE)


def alike(a: bytes, b: bytes) -> bool:
    """Whether two imprints are of data that is written the same."""
    return a == b or canonical(marshal.loads(a)) == canonical(marshal.loads(b))


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
    require(_twins(other, game), "1", "a loaded game differs from the saved one")
    seed = rng.getrandbits(32)
    ours, theirs = random.Random(seed), random.Random(seed)
    mine = fork(game) if game.at_checkpoint else reloaded(game)
    for _ in range(ahead):
        if mine.over:
            break
        mine.play(*random_action(mine, ours))
        other.play(*random_action(other, theirs))
        require(_twins(mine, other), "1", "a loaded game has another future")


def _twins(a: AnyGame, b: AnyGame) -> bool:
    """Whether two games are the same in everything that a save must bring back."""
    return alike(imprint(whole(a)), imprint(whole(b)))


def undo(game: AnyGame, player: str, action: Action) -> None:
    """Law 2: play, undo, play again is the same game, but for dice that fell: they stay fallen, and
    others fall. The game is left with the action played."""
    before, mark, first = _position(game), game.bookmark(), game.state[STREAM]["now"]
    game.play(player, action)
    after, fallen = _position(game), game.state[STREAM]["now"]
    game.leaf_back(mark)
    back = alike(_position(game), before) and game.state[STREAM]["now"] == first
    require(back, "2", f"leafing back before {action} does not restore the game")
    game.play(player, action)
    again = alike(_position(game), after) and game.state[STREAM]["now"] == fallen
    require(again, "2", f"playing {action} again gives another game")
    game.undo()
    require(alike(_position(game), before), "2", f"undoing {action} does not restore the game")
    require(game.state[STREAM]["now"] == fallen, "2", f"undoing {action} lets dice fall again")
    game.play(player, action)
    same = fallen != first or alike(_position(game), after)
    require(same, "2", f"playing {action} after an undo gives another game")


def _position(game: AnyGame) -> bytes:
    """The game as undo must restore it: all but the ids of decisions, never used twice, and how
    many dice have fallen."""
    decisions = [{**d.to_json(), "id": ""} for d in game.decisions]
    events = [event.to_json() for event in game.events]
    state = {**game.state.to_json(), STREAM.name: None}
    return imprint([state, decisions, events])


def untaught(game: AnyGame, veil: Veil, player: str, action: Action) -> None:
    """Law 4 and undo: whoever has learned something by an action cannot take it back. The game is
    left with the action played."""
    known = veil.insight(game, player)
    game.play(player, action)
    if not _could_undo(game, player):
        return
    learned = [name for name, n in veil.insight(game, player).items() if n > known.get(name, n)]
    text = f"{player} learns of {', '.join(learned)} by {action}, and may take it back"
    require(not learned, "4", text)


def _could_undo(game: AnyGame, player: str) -> bool:
    """Whether a player's last action can be taken back by himself."""
    try:
        undo_target(game.entries, player, game.floor)
    except Refused:
        return False
    return True


def caches(game: AnyGame) -> None:
    """Law 5: every cached map and index equals one worked out afresh."""
    wrong = game.journal.lies()
    require(not wrong, "5", f"these caches differ from the State: {', '.join(wrong)}")


def plain(game: AnyGame) -> None:
    """Law 3: the State holds whole numbers and words; writing it refuses anything else. So does
    writing all that a save must bring back."""
    snapshot(game)
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
    before = imprint(whole(game))
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
    require(alike(imprint(whole(game)), before), "6", "a refused action has changed the game")


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
            if mine != theirs:
                text = f"{player} can tell a secret by {name}: {_diff(mine, theirs)}"
                raise LawBroken(f"law 4: {text}")
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
        if a != b:
            text = f"{player} can tell a secret by the {name} of {action}: {_diff(a, b)}"
            raise LawBroken(f"law 4: {text}")


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


def _look_hostile(game: AnyGame, player: str, limit: int) -> str:
    """What is said against every kind of action that is open, with anybody and anywhere in it."""
    rng, board = random.Random(limit), game.board
    names = sorted(getattr(game.scenario, "counters", ()))
    told = []
    for offer in [offer for ask in game.open_asks(player) for offer in ask.offers]:
        action = offer.sample(game, player, rng) or {}
        words = [*rng.sample(names, min(2, len(names))), board.label(rng.randrange(board.n))]
        for key in sorted(action.keys() - {"do"}):
            for word in words:
                forged = {**action, key: [word] if isinstance(action[key], list) else word}
                told.append([forged, [r.to_json() for r in game.why(player, forged)]])
    return canonical(told)


def _look_odds(game: AnyGame, player: str, limit: int) -> str:
    found = []
    for action in islice(game.legal(player), 0, limit, 7):
        found.append(game.odds(action, player).to_json())
    return canonical(found)


def _look_proposals(game: AnyGame, player: str, limit: int) -> str:
    """What is said against edits that would find out by their refusal who stands where."""
    shown = game.view(player).get("units")
    named = [*sorted(shown)[:2], "no-such-thing"] if isinstance(shown, dict) else ["no-such-thing"]
    hexes = [game.board.label(h) for h in range(0, game.board.n, 1 + game.board.n // max(1, limit))]
    return canonical(
        [
            [r.to_json() for r in game.why(player, _moving(name, label))]
            for name in named
            for label in hexes
        ]
    )


def _moving(name: str, label: str) -> Action:
    change = {"map": "units", "key": name, "set": {"hex": label}}
    return {"do": "propose", "changes": [change], "reason": "to see"}


_LOOKS: dict[str, Callable[[AnyGame, str, int], str]] = {
    "view": _look_view,
    "events": _look_events,
    "legal list": _look_legal,
    "refusals": _look_refusals,
    "refusals of anybody anywhere": _look_hostile,
    "odds": _look_odds,
    "proposals": _look_proposals,
}
