"""The chronicle of a game: what a designer wants to know of it besides who won.

It is written as the game is played: at the end of each turn how the points stand, the numbers that
the charts follow, who is out of supply and where, and who has come; at the end where there were
battles, who fought in them, and what each counter has lost. All of it is what a screen is told, so
that it works for every system; what the umpire knows counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from grognard import library
from grognard.engine.event import Event
from grognard.engine.game import Game
from grognard.table.cards import CounterCard
from grognard.table.tabletop import Tabletop

AnyGame = Game[Any]


class Chronicle:
    """What happens in one game, noted as it goes on."""

    def __init__(self, game: AnyGame) -> None:
        self.words = library.tabletop(game)
        cards = self.words.counters(game, None)
        self.waiting = {card.id: card.box for card in cards if card.hex is None}
        self.steps: dict[str, int] = {}
        self.came: dict[str, int] = {}
        self.turns: list[dict[str, Any]] = []
        self._count(game)

    def turn_ended(self, game: AnyGame, turn: int) -> None:
        """Note how the game stands when a turn is over."""
        cards = {card.id: card for card in self.words.counters(game, None)}
        for name, box in list(self.waiting.items()):
            card = cards.get(name)
            if card is not None and (card.hex is not None or card.box != box):
                del self.waiting[name]
                self.came[name] = turn
        self._count(game)
        terms = self.words.terms(game)
        samples = self.words.samples(game, None)
        self.turns.append(
            {
                "turn": turn,
                "points": None if terms is None else terms.total,
                "samples": {f"{one.chart}/{one.series}": float(one.value) for one in samples},
                "cut_off": self._cut_off(cards),
            }
        )

    def _count(self, game: AnyGame) -> None:
        """How many steps whoever is seen for the first time has."""
        for name, step in _steps(self.words, game).items():
            if step and name not in self.steps:
                self.steps[name] = step

    def _cut_off(self, cards: Mapping[str, CounterCard]) -> dict[str, dict[str, int]]:
        """How many of each side are out of supply, by hex."""
        found: dict[str, dict[str, int]] = {}
        for card in cards.values():
            bad = any(one.id in self.words.cut_off and one.tone == "bad" for one in card.states)
            if bad and card.hex is not None:
                hexes = found.setdefault(card.side, {})
                hexes[card.hex] = hexes.get(card.hex, 0) + 1
        return found

    def to_json(self, game: AnyGame) -> dict[str, Any]:
        """All of it, when the game is over."""
        left = _steps(self.words, game)
        lost = {name: step - left.get(name, 0) for name, step in self.steps.items()}
        battles = list(_battles(self.words, game))
        return {
            "turns": self.turns,
            "lost": {name: steps for name, steps in lost.items() if steps > 0},
            "came": self.came,
            "battles": dict(Counter(where for where, _ in battles)),
            "fought": dict(Counter(name for _, names in battles for name in names)),
        }


def _steps(words: Tabletop, game: AnyGame) -> dict[str, int]:
    """How many steps every counter of the order of battle has."""
    forces = words.forces(game, None)
    return {line.piece: line.step for force in forces for line in force.lines}


def _battles(words: Tabletop, game: AnyGame) -> Iterator[tuple[str, set[str]]]:
    """Where there were battles, with the counters that the event names; a battle in several hexes
    is one in each."""
    known = words.names(game)
    for event in game.events:
        where = event.facts.get(words.fought.get(event.kind, ""))
        names = {word for word in _words(event) if word in known} if where else set()
        for label in [where] if isinstance(where, str) else where or ():
            yield label, names


def _words(event: Event) -> Iterator[str]:
    """The words among the facts of an event, also those in lists."""
    for value in event.facts.values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from (word for word in value if isinstance(word, str))
