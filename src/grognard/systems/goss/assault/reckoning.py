"""The reckoning of an assault: values, ratio, column, shifts, modifiers; then the dice. [13.6.0]
[13.7.0] [13.8.0] [13.9.0]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.engine.event import Event, Later
from grognard.engine.tally import Tally
from grognard.systems.goss.assault import table
from grognard.systems.goss.assault.armor import Duel, compare
from grognard.systems.goss.assault.battle import Assault, Outcome, Result, kept
from grognard.systems.goss.assault.integrity import attacker_integrity, defender_integrity
from grognard.systems.goss.assault.leading import BONUS, rating
from grognard.systems.goss.assault.shifts import (
    Engineering,
    attacker_shifts,
    defender_shifts,
    engineering,
    work_shifts,
)
from grognard.systems.goss.assault.strength import total, value
from grognard.systems.goss.dice import d100
from grognard.systems.goss.scenario import Gs

MOST_DRM = 60
"""The most that is added to the rolls, or taken off. [13.8.5]"""


@dataclass(frozen=True)
class Reckoning:
    """Every number of an assault with its reasons."""

    attack: Tally
    defence: Tally
    ratio: int
    below: bool
    right: Tally
    left: Tally
    drm: Tally
    works: Engineering
    duel: Duel
    ribs: tuple[tuple[str, ...], tuple[str, ...]]
    on_defender: tuple[Result, ...]
    on_attacker: tuple[Result, ...]

    @property
    def shift(self) -> int:
        """The net shift, to the right. [13.7.1]"""
        return int(self.right.total) - int(self.left.total)

    @property
    def column(self) -> int:
        """The final assault column: that of the ratio, shifted for both sides at once. [13.7.0]
        [13.7.2]"""
        return table.shifted(self.ratio, self.shift)

    @property
    def off_the_table(self) -> bool:
        """Whether the shifts would lead beyond the left end. [13.7.4a-2]"""
        return self.ratio + self.shift < 0

    @property
    def modifier(self) -> int:
        """What is added to both rolls. [13.8.5]"""
        return capped(int(self.drm.total))


def capped(drm: int) -> int:
    """No modifier is more than sixty, either way. [13.8.5]"""
    return max(-MOST_DRM, min(drm, MOST_DRM))


def modifiers(
    game: Gs, assault: Assault, duel: Duel, ribs: tuple[tuple[str, ...], tuple[str, ...]]
) -> Tally:
    """The modifiers of both rolls: what the attacker has less what the defender has. [13.8.0]
    [13.8.1] [13.8.2] [13.8.3] [13.8.4]"""
    mine = rating(game, assault.attack, assault.attack.lead)
    theirs = rating(game, assault.defence, assault.defence.lead)
    reserves = len(assault.attack.reserves) - len(assault.defence.reserves)
    found = (
        ("proficiency", BONUS * (mine - theirs), "13.8.1"),
        ("combat reserves", BONUS * reserves, "13.8.2"),
        ("regimental integrity", BONUS * (len(ribs[0]) - len(ribs[1])), "13.8.3"),
        ("armor", duel.drm, duel.rule),
    )
    tally = Tally()
    for label, drm, rule in found:
        tally = tally.add(label, drm, rule) if drm else tally
    return tally


def _reckon(game: Gs, assault: Assault) -> Reckoning:
    tables = game.scenario.tables
    attack = total(game, assault, attacking=True)
    defence = total(game, assault, attacking=False)
    column, below = table.ratio_column(tables, assault.line, value(attack), value(defence))
    works = engineering(game, assault, work_shifts(game, assault))
    right, left = attacker_shifts(game, assault, works), defender_shifts(game, assault)
    duel = compare(game, assault)
    ribs = attacker_integrity(game, assault), defender_integrity(game, assault)
    drm = modifiers(game, assault, duel, ribs)
    final = table.shifted(column, int(right.total) - int(left.total))
    more = capped(int(drm.total))
    hit, back = table.on_defender(tables, final), table.on_attacker(tables, final)
    return Reckoning(
        attack, defence, column, below, right, left, drm, works, duel, ribs,
        tuple(hit(roll + more) for roll in range(100)),
        tuple(back(roll + more) for roll in range(100)),
    )  # fmt: skip


def reckon(game: Gs, assault: Assault) -> Reckoning:
    """An assault reckoned: it is kept, for odds look at it once for every fall of the dice."""
    return kept(game, "reckoning", assault, lambda: _reckon(game, assault))


def told(game: Gs, assault: Assault, found: Reckoning) -> Event:
    """The reckoning as both are told it, everything lying open by now. [13.6.0]"""
    tables, label = game.scenario.tables, game.board.label

    def facts() -> dict[str, Any]:
        return {
            "hex": label(assault.hex),
            "line": assault.line,
            "attack": found.attack.to_json(),
            "defence": found.defence.to_json(),
            "ratio": f"{value(found.attack)}:{value(found.defence)}",
            "right": found.right.to_json(),
            "left": found.left.to_json(),
            "column": table.label(tables, assault.line, found.column),
            "drm": found.drm.to_json(),
            "modifier": found.modifier,
        }

    return Event("reckoning", "13.6.0", Later(facts))


def rolled(game: Gs, assault: Assault, found: Reckoning) -> Outcome:
    """Both roll, and the same modifier is added to both rolls. [13.9.0]"""
    mine, hit = d100(game, lambda roll: found.on_defender[roll])
    theirs, back = d100(game, lambda roll: found.on_attacker[roll])
    outcome = Outcome(back, hit, found.below)
    facts: Mapping[str, Any] = {
        "hex": game.board.label(assault.hex),
        "attacker": str(back),
        "defender": str(hit),
        "roll": mine,
        "defender_roll": theirs,
        "modifier": found.modifier,
        "column": table.label(game.scenario.tables, assault.line, found.column),
    }
    game.emit(Event("assault-result", "13.9.0", facts, dice=(mine, theirs), outcome=True))
    return outcome
