"""How one points at what special operations forces go for, and what they may hope for.

Whoever goes lies at hand as one marker for each nation; what has a place is pointed at on the map,
and what has none, the enemy's air defenses and missiles, is offered when the marker is taken up.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Generic

from grognard.engine.decision import Action
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.forms import O
from grognard.systems.nextwar.raids.reckoning import column, modifiers, survival, table_of
from grognard.systems.nextwar.raids.targets import (
    BRIDGE,
    HELO,
    INTERDICTION,
    RAID,
    RECON,
    SITE,
    TARGETING,
    TRACK,
    UNIT,
    VESSEL,
    WEAPONS,
    Goal,
    sort_of,
    spot,
)
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.words import called
from grognard.table.cards import Labels

MARKER = "special forces "
"""What the marker of a nation is called before its name."""
PIPS = range(10)
NOTHING, SURVIVES = "-", "survives"
AIMS = {
    (RECON, UNIT): "find a unit",
    (TARGETING, UNIT): "guide strikes at a unit",
    (TARGETING, SITE): "guide strikes at a base",
    (RAID, UNIT): "raid a unit",
    (RAID, HELO): "raid helicopters",
    (RAID, VESSEL): "raid a ship in port",
    (RAID, SITE): "raid a base or installation",
    (RAID, BRIDGE): "raid a bridge",
    (RAID, INTERDICTION): "bar the roads of a hex",
    (RAID, TRACK): "raid the air defenses",
    (RAID, WEAPONS): "raid missile launchers",
}
"""What they may be sent for."""
NAMED = {
    "detection": "the enemy's radars (detection)", "sam": "the enemy's missiles (SAM)",
    "ballistic": "launchers of ballistic missiles", "cruise": "launchers of cruise missiles",
}  # fmt: skip
"""What has no counter and no place."""
MEANT = (
    "whoever is found can be struck for the rest of the turn [20.2.2]",
    "strikes that are guided hit better [20.2.3]",
    "a raid does its damage at once, and fewer come back from it [20.2.1]",
    "air defenses and missile launchers have no place: take up the marker to raid them [20.2.1.1]",
)


def marker(nation: str) -> str:
    """The marker of a nation, as it lies at hand."""
    return f"{MARKER}{nation}"


class Pointed(Verb[Nw, O], Generic[O]):
    """A kind of action that is about a mission of special operations forces."""

    errand: ClassVar[bool] = True
    by_card: ClassVar[bool] = True

    @abstractmethod
    def sent(self, game: Nw, order: O) -> tuple[str, Goal] | None:
        """The nation whose marker goes, and its mission; None if there is no such mission."""

    def spots(self, game: Nw, part: O) -> Sequence[str]:
        """The hex where it happens, if it does in any."""
        sent = self.sent(game, part)
        h = spot(game, sent[1]) if sent else -1
        return (game.board.label(h),) if h >= 0 else ()

    def touched(self, game: Nw, action: Action) -> tuple[Labels, Labels]:
        """The hex of the mission, the marker that goes, and the counter that it is about."""
        order = self.order_of(game, action)
        sent = self.sent(game, order)
        if sent is None:
            return super().touched(game, action)
        nation, goal = sent
        found = goal.target if sort_of(game, goal) in (UNIT, HELO, VESSEL) else ""
        hexes = (*map(game.board.label, goal.hexes), *self.spots(game, order))
        return tuple(dict.fromkeys(hexes)), tuple(filter(None, (marker(nation), found)))

    def sort(self, game: Nw, part: O) -> str:
        """What they are sent for."""
        sent = self.sent(game, part)
        return AIMS.get((sent[1].mission, sort_of(game, sent[1])), "") if sent else ""

    def worth(self, game: Nw, player: str, part: O) -> Sequence[str]:
        """What they may hope for."""
        sent = self.sent(game, part)
        return tuple(hopes(game, player, *sent)) if sent else ()


def target_words(game: Nw, goal: Goal, names: Mapping[str, str]) -> str:
    """What they go for, in words."""
    label = game.board.label
    if goal.target == BRIDGE:
        return f"the bridge {label(goal.hexes[0])}–{label(goal.hexes[1])}"
    if goal.target == INTERDICTION:
        return f"movement through {label(goal.hexes[0])}"
    return NAMED.get(goal.target) or names.get(goal.target) or called(game, goal.target)


def hopes(game: Nw, side: str, nation: str, goal: Goal) -> Iterator[str]:
    """How likely a mission succeeds, and how likely they come back. Who guards the hex of a raid is
    not told where the fog of war hides it."""
    tables = game.scenario.tables
    guarded = goal.mission == RAID and spot(game, goal) >= 0
    if not (guarded and game.options["fog-of-war"] == "on"):
        table, head = tables[table_of(goal)], column(game, goal)
        add = _sum(modifiers(game, side, goal))
        done = [table.cell(pips + add, head, clamp=True).value != NOTHING for pips in PIPS]
        yield f"it succeeds in {_percent(done)}% [20.2]"
    add, back = _sum(survival(game, nation, goal)), tables["sof-survival"]
    lives = [back.cell(pips + add, "result", clamp=True).value == SURVIVES for pips in PIPS]
    yield f"they come back in {_percent(lives)}% [20.3]"


def _sum(tally: Tally) -> int:
    return int(tally.total)


def _percent(found: Sequence[bool]) -> int:
    return 100 * sum(found) // len(PIPS)
