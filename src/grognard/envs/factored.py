"""Factored: an action said part by part, each part a number with an exact mask.

First the kind; then each of its details as `Offer.options` gives them. A number is a hex, a
counter, or one of the words and numbers that are possible at this point, in their order. A list is
said one by one up to its end; a path by where it ends, and further only where several ways lead
there. Where only one thing can follow it is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine.decision import Action, Offer, whole
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal
from grognard.envs.sights import counters_of
from grognard.kit.deeds import Kind
from grognard.kit.forms import PathField

WORDS = 128
"""How many words and numbers can be possible at one point; of more the last are not offered."""

Part = tuple[str, Any]
"""A part of a detail: of what sort, and which."""
END: Part = ("", "end")


class Factored:
    """What one side has said so far of an action, and what it may say next."""

    nvec: tuple[int, ...] = ()

    def __init__(self, game: Game[Any]) -> None:
        self._hexes = game.board.index
        self._rows = {name: n for n, name in enumerate(sorted(counters_of(game.scenario)))}
        self.size = WORDS + len(self._hexes) + len(self._rows)
        self._trail: list[int] = []
        self._next: dict[int, Any] = {}
        self._said: Action | None = None
        self._field = "do"

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """What it adds to what is seen."""
        return {"said": (self.size,)}

    def unasked(self, game: Game[Any], side: str) -> Action | None:
        """Everything is asked."""
        return None

    def ask(self, game: Game[Any], side: str) -> None:
        """Look at the question that is put to a side: which kinds are possible at all?"""
        self._game, self._side = game, side
        self._trail, self._said, self._field = [], None, "do"
        offers = [offer for ask in game.open_asks(side) for offer in ask.offers]
        self._next = {
            n: offer
            for n, offer in enumerate(offers[:WORDS])
            if next(offer.legal(game, side), None) is not None
        }

    def mask(self) -> NDArray[np.int8]:
        """Which numbers are open now."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[list(self._next)] = 1
        return mask

    def take(self, said: Any) -> Action | list[Refusal] | None:
        """Say a part: the action if that was the last, or why it is not possible."""
        n = int(said)
        if n not in self._next:
            text = f"{n} is not possible now; {len(self._next)} numbers are (see the mask)"
            return [Refusal("form", text)]
        self._trail.append(n)
        found = self._next[n]
        if self._said is None:
            self._offer: Offer[Any] = found
            self._said = {"do": found.do}
            return self._detail()
        return self._narrowed(found)

    def _detail(self) -> Action | None:
        """Go on with the next detail."""
        assert self._said is not None
        options = self._offer.options(self._game, self._side, self._said)
        if options.field is None:
            return whole(self._said)
        self._field, self._depth = options.field, 0
        way = isinstance(self._offer, Kind) and isinstance(
            self._offer._form.fields.get(options.field), PathField
        )
        return self._narrowed([(tuple(self._parts(one, way)), one) for one in options.values])

    def _narrowed(self, values: list[tuple[tuple[Part, ...], Any]]) -> Action | None:
        """Go on with those values that begin as was said, up to where they part."""
        assert self._said is not None
        if len(values) == 1:
            self._said[self._field] = values[0][1]
            return self._detail()
        while len({parts[self._depth] for parts, _ in values}) == 1:
            self._depth += 1
        branches: dict[Part, list[tuple[tuple[Part, ...], Any]]] = {}
        for parts, value in values:
            branches.setdefault(parts[self._depth], []).append((parts, value))
        words = sorted(part for part in branches if part[0] == "")
        numbers = {part: n for n, part in enumerate(words)}
        self._next = {}
        for part, left in branches.items():
            n = self._number(part, numbers)
            if n is not None:
                self._next[n] = left
        self._depth += 1
        return None

    def _number(self, part: Part, words: dict[Part, int]) -> int | None:
        sort, which = part
        if sort == "hex":
            return WORDS + int(which)
        if sort == "unit":
            return WORDS + len(self._hexes) + int(which)
        n = words[part]
        return n if n < WORDS else None

    def _parts(self, value: Any, way: bool = False) -> Iterator[Part]:
        """A value part by part; no value begins as another one ends."""
        if isinstance(value, list):
            if way and value:
                yield from self._parts(value[-1])
            for one in value:
                yield from self._parts(one)
            yield END
        elif isinstance(value, dict):
            for name in sorted(value):
                yield from self._parts(name)
                yield from self._parts(value[name])
            yield END
        elif isinstance(value, str) and value in self._hexes:
            yield "hex", self._hexes[value]
        elif isinstance(value, str) and value in self._rows:
            yield "unit", self._rows[value]
        else:
            yield "", canonical(value)

    def seen(self, game: Game[Any], side: str) -> dict[str, NDArray[np.float32]]:
        """What has been said so far."""
        said = np.zeros(self.size, dtype=np.float32)
        said[self._trail] = 1
        return {"said": said}

    def told(self) -> dict[str, Any]:
        """What has been said, and of which detail the next number is."""
        return {"said": dict(self._said or {}), "field": self._field}

    def freeze(self) -> Any:
        """The numbers said so far."""
        return list(self._trail)

    def thaw(self, data: Any, game: Game[Any], side: str) -> None:
        """Say them again."""
        self.ask(game, side)
        for n in data:
            self.take(n)
