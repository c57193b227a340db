"""Whether all can still attack: what is cut off in the search would have led nowhere. [13.2.0]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.systems.goss.assault.duty import Group, Options, _Search


class Plain(_Search):
    """The search with made-up units, `p` or `t` for prepared or not, and their headquarters; with
    nothing cut off."""

    def _bill(self, names: tuple[str, ...]) -> dict[str, int]:
        cost = 2 if all(name.startswith("p") for name in names) else 1
        return dict.fromkeys({name.partition("-")[2] for name in names}, cost)

    def _alone(self, h: int) -> bool:
        mates = self.claims[h]
        both = {mate.prepared for mate in mates} == {True, False}
        return not both or len({mate.hex for mate in mates}) == 1

    def _beyond(self, left: Options) -> bool:
        return not left and super()._beyond(left)


class Cut(Plain):
    """The same as it is."""

    cuts = 0

    def _beyond(self, left: Options) -> bool:
        beyond = _Search._beyond(self, left)
        self.cuts += bool(left) and beyond
        return beyond


def front(rng: random.Random) -> tuple[list[tuple[Group, Any]], frozenset[int]]:
    """Some groups along a line, each with one to three hexes before it."""
    options = []
    for h in range(rng.randint(3, 7)):
        for prepared in rng.sample([True, False], rng.randint(1, 2)):
            name = f"{'pt'[not prepared]}{h}-{rng.choice('AB')}"
            aims = rng.sample(range(h, h + 3), rng.randint(1, 3))
            options.append((Group(h, prepared, (name,)), [((aim, (name,)),) for aim in aims]))
    hexes = [group.hex for group, _ in options]
    return options, frozenset(h for h in hexes if hexes.count(h) > 1)


@pytest.mark.rule("goss", "13.2.0", "16.3.3")
def test_what_is_cut_off_would_have_led_nowhere() -> None:
    rng, cuts, possible = random.Random(7), 0, set()
    for _ in range(400):
        options, mixed = front(rng)
        budget = {"A": rng.randint(1, 9), "B": rng.randint(1, 9)}
        plain = Plain(None, budget, {}, mixed)  # type: ignore[arg-type]
        cut = Cut(None, budget, {}, mixed)  # type: ignore[arg-type]
        found = plain.run(options)
        assert cut.run(options) == found, (options, budget)
        cuts += cut.cuts
        possible.add(found)
    assert cuts > 100
    assert possible == {True, False}
