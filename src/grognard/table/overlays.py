"""Overlays: what is laid over the map, one at a time, as one player may see it.

A system lists its overlays with who makes each; the frame is here: who may look, what is shown to
whoever sees both sides, and what is said where there is nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.table.cards import LegendLine, Overlay, OverlayCard, Paint, Thread, Tone
from grognard.table.words import AnyGame, Player

Dated = Sequence[tuple[int, Event]]
"""What a player was told, each event with its turn."""
Legend = tuple[LegendLine, ...]
NOTHING = "nothing to show now"
ONE_SIDE = "this shows what one side knows; take a side's view"


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies over the map: painted hexes, lines, what the colours mean, and notes."""

    paints: tuple[Paint, ...] = ()
    threads: tuple[Thread, ...] = ()
    legend: Legend = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """An overlay that everybody may look at, each as far as he knows."""

    made: Callable[[Any, Player, Dated], Laid]

    def laid(self, game: AnyGame, player: Player, events: Dated) -> Laid:
        """It for one player."""
        return self.made(game, player, events)


@dataclass(frozen=True, slots=True)
class Sided:
    """An overlay of what one side has and knows; who sees everything may look at both at once."""

    made: Callable[[Any, str], Laid]
    both: bool = True

    def laid(self, game: AnyGame, player: Player, events: Dated) -> Laid:
        """A side's own; who sees everything, those of both sides; who plays none, nothing."""
        if player is not None and player in game.scenario.sides:
            return self.made(game, player)
        if player == PUBLIC or not self.both:
            return Laid(notes=(ONE_SIDE,))
        found = [self.made(game, side) for side in game.scenario.sides]
        return Laid(
            tuple(paint for one in found for paint in one.paints),
            tuple(thread for one in found for thread in one.threads),
            found[0].legend,
            tuple(note for one in found for note in one.notes),
        )


@dataclass(frozen=True, slots=True)
class Overlays:
    """The overlays of a system: their cards, who makes each, and which a game has no use for."""

    cards: Sequence[OverlayCard]
    made: Mapping[str, Open | Sided]
    lacking: Callable[[Any], Collection[str]] = lambda game: ()

    def offered(self, game: AnyGame, player: Player) -> tuple[OverlayCard, ...]:
        """The overlays that there is something to show of in a game."""
        lacking = self.lacking(game)
        return tuple(card for card in self.cards if card.id not in lacking)

    def overlay(self, game: AnyGame, player: Player, name: str, events: Dated) -> Overlay | None:
        """One overlay; None if there is none of that name."""
        card = next((card for card in self.cards if card.id == name), None)
        if card is None:
            return None
        laid = self.made[name].laid(game, player, events)
        notes = laid.notes if laid.paints or laid.threads or laid.notes else (NOTHING,)
        return Overlay(card.id, card.title, laid.paints, laid.threads, laid.legend, notes)


# ---- what the colours mean


def legend(**meanings: str) -> Legend:
    """What each tone means: `legend(good="a line of supply", bad="out of supply")`."""
    return tuple(LegendLine(tone, None, text) for tone, text in meanings.items())  # type: ignore[arg-type]


def side_legend(game: AnyGame, words: str) -> Legend:
    """The colours of the sides, each with its nation."""
    nations = game.scenario.nations
    return tuple(LegendLine("plain", side, f"{nations[side]} {words}") for side in nations)


# ---- painting


@dataclass(slots=True)
class Layer:
    """What is being laid over the map for a side: each hex painted once, lines, and notes."""

    game: AnyGame
    side: str | None = None
    paints: dict[int, Paint] = field(default_factory=dict)
    threads: list[Thread] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def paint(self, h: int, tone: Tone, text: str = "", title: str = "") -> None:
        """Paint a hex, over what was painted there."""
        self.paints[h] = Paint(self.game.board.label(h), tone, self.side, text, title)

    def beneath(self, h: int, tone: Tone, text: str = "", title: str = "") -> None:
        """Paint a hex unless something is painted there."""
        if h not in self.paints:
            self.paint(h, tone, text, title)

    def line(self, hexes: Iterable[int], tone: Tone, title: str, arrow: bool = False) -> None:
        """Draw a line over hexes; a single one is none."""
        labels = tuple(map(self.game.board.label, hexes))
        if len(labels) > 1:
            self.threads.append(Thread(labels, tone, self.side, title, arrow))

    def note(self, h: int, text: str) -> None:
        """Say something of a hex."""
        self.notes.append(f"{self.game.board.label(h)}: {text}")

    def laid(self, legend: Legend, *otherwise: str) -> Laid:
        """All of it, hexes in their order; where there is nothing to note, what is said instead."""
        found = tuple(self.paints[h] for h in sorted(self.paints))
        return Laid(found, tuple(self.threads), legend, tuple(self.notes) or otherwise)


# ---- what has happened


def went(game: AnyGame, events: Dated) -> Iterator[tuple[int, Event, tuple[str, ...]]]:
    """The ways gone in this turn and the last: turn, event, and the hexes from first to last."""
    for turn, event in events:
        path = event.facts.get("path")
        if turn < game.turn - 1 or not isinstance(path, list) or not path:
            continue
        start = event.facts.get("from")
        hexes = (start, *path) if isinstance(start, str) else tuple(path)
        if len(hexes) > 1:
            yield turn, event, hexes


# ---- victory


def objectives(
    game: AnyGame, controller: Callable[[Any, int], str], title: Callable[[Any, str], str]
) -> tuple[Paint, ...]:
    """What is worth victory points, by who holds it: good for the side that wins by it."""
    terms, paints = game.scenario.victory, []
    for objective in terms.objectives:
        for h in objective.hexes:
            side = controller(game, h) or None
            tone: Tone = "plain" if side is None else "good" if side == terms.side else "bad"
            holder = game.scenario.nations[side] if side else "nobody"
            text = title(objective, f"held by {holder}")
            paints.append(Paint(game.board.label(h), tone, side, str(objective.vp), text))
    return tuple(paints)
