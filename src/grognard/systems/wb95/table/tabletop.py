"""WB-95 at the table: how stacks, units and hexes look to a person, as he may see them. [16.1]

Everything about the enemy comes from the player's view; his own units are read as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from grognard.engine.decision import Decision
from grognard.engine.event import Event
from grognard.systems.wb95 import telling, victory
from grognard.systems.wb95.arrivals import setting_up
from grognard.systems.wb95.masking.masking import FULL, masked_game, sight
from grognard.systems.wb95.movement.movement import (
    allowance,
)
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.pieces.stacks import front, holder, stacks
from grognard.systems.wb95.pieces.values import (
    attack_strength,
    counter_of,
    defence_strength,
    unit_of,
)
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.table import (
    counters,
    faces,
    marks,
    overlays,
    panels,
)
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.words import call, names
from grognard.table.cards import (
    Arrival,
    CounterCard,
    Force,
    Mark,
    OffMap,
    Overlay,
    OverlayCard,
    Owed,
    Sample,
    SideMark,
    StackCard,
    Tone,
)
from grognard.table.tabletop import Face, Piece, Player, Sum, Tabletop

TITLES = {
    "attacker_cm": "columns for the attacker",
    "defender_cm": "columns for the defender",
    "roll": "on the dice",
    "initial": "ratio of strengths",
    "column": "final column",
    "lone": "headquarters or guns alone",
}
"""What the parts of a reckoning are called."""

PHASES = {
    "Air Phase": "Air",
    "Artillery Barrage": "Barrage",
    "Strategic Movement": "Strategic",
}
"""Phases with a shorter name."""


class Wb95Tabletop(Tabletop):
    """What WB-95 tells a screen."""

    def headline(self, game: Wb) -> str:
        """The scenario, the day, and the phase. [2.1.6] [2.2]"""
        day = victory.date_of(game)
        when = f"turn {game.turn} of {game.scenario.turns}{', ' + day if day else ''}"
        return f"{game.scenario.title}, {when}: {game.phase}"

    def screened(self, game: Wb, player: Player) -> Wb:
        """Who is setting up is seen as printed until he is ready. [S2.4]"""
        return setting_up.as_seen(game, player)

    def calendar(self, game: Wb, turn: int) -> date | None:
        """The day of a turn: one turn is one day. [2.1.6]"""
        return panels.calendar(game, turn)

    def phase_title(self, game: Wb, step: int) -> str:
        """A phase without its side, in few words. [2.2]"""
        title = getattr(game.segments[step], "title", game.segments[step].name)
        return PHASES.get(title, title)

    def phase_side(self, game: Wb, step: int) -> str | None:
        """Whose phase it is; in the Air Phase both act. [2.2.P1]"""
        return None if self.phase_title(game, step) == "Air" else super().phase_side(game, step)

    def counters(self, game: Wb, player: Player) -> Sequence[CounterCard]:
        """Every counter that may be seen in full. [16.1.1]"""
        return counters.counters(game, player)

    def stacks(self, game: Wb, player: Player) -> Sequence[StackCard]:
        """Every stack, with as much of it as the player may know. [16.1.1]"""
        found = []
        for h in sorted(stacks(game).at):
            small = faces.face(game, player, h)
            told = player is not None and small.side != player
            notes = faces.told(game, player or "", h) if told else []
            found.append(counters.stack(game, player, h, small.strength, small.mark, notes))
        return found

    def marks(self, game: Wb, player: Player) -> Sequence[Mark]:
        """Works, objectives, entry zones, missions."""
        return marks.marks(game, player)

    def side_marks(self, game: Wb, player: Player) -> Sequence[SideMark]:
        """Bridges that are not as printed. [14.1]"""
        return marks.side_marks(game, player)

    def off_map(self, game: Wb, player: Player) -> Sequence[OffMap]:
        """Reinforcements, reserves and losses."""
        return counters.off_map(game, player)

    def owed(self, game: Wb, player: Player) -> Sequence[Owed]:
        """Obligatory attacks, crowded hexes, and who could still move. [5.1.3] [3.2.1]"""
        return marks.owed(game, player)

    def overlays(self, game: Wb, player: Player) -> Sequence[OverlayCard]:
        """What can be laid over the map."""
        return overlays.OVERLAYS.offered(game, player)

    def overlay(
        self, game: Wb, player: Player, name: str, events: Sequence[tuple[int, Event]]
    ) -> Overlay | None:
        """One overlay."""
        return overlays.OVERLAYS.overlay(game, player, name, events)

    def names(self, game: Wb) -> Mapping[str, str]:
        """Every counter of the scenario, and the aircraft."""
        return names(game)

    def tone(self, game: Wb, facts: Sequence[Mapping[str, Any]]) -> Tone:
        """Whether a result is good for the attacker. [5.2.1f]"""
        return telling.tone(facts)

    def forces(self, game: Wb, player: Player) -> Sequence[Force]:
        """The order of battle by corps and armies."""
        return panels.forces(game, player)

    def arrivals(self, game: Wb, player: Player) -> Sequence[Arrival]:
        """Reinforcements by turn. [11.1.1]"""
        return panels.arrivals(game, player)

    def samples(self, game: Wb, player: Player) -> Sequence[Sample]:
        """Losses and victory points."""
        return panels.samples(game, player)

    def purpose(self, game: Wb, event: Event) -> tuple[str, str] | None:
        """Whose dice they are, and for what."""
        return panels.purpose(game, event)

    def faces(self, game: Wb, player: Player) -> Mapping[int, Face]:
        """Every stack, with as much of it as the player may know. [16.1.1]"""
        return {h: faces.face(game, player, h) for h in stacks(game).at}

    def pieces(self, game: Wb, player: Player) -> Sequence[Piece]:
        """The own counters in the order of the counter sheet, then the enemy's that are seen."""
        known = [name for name in game.state[UNITS] if sight(game, player, name) == FULL]
        known.sort(key=lambda name: counter_of(game, name).side != (player or ""))
        return [faces.piece(game, player, name) for name in known]

    def own(self, game: Wb, player: str) -> Mapping[str, str]:
        """The player's counters and where they are."""
        units = game.state[UNITS].items()
        label = game.board.label
        return {
            name: label(unit.hex) if unit.place == MAP else ""
            for name, unit in units
            if counter_of(game, name).side == player
        }

    def details(self, game: Wb, player: Player, piece: str) -> Sequence[Sum]:
        """Attack, defence and movement of a counter that the player knows in full. [1.4]"""
        if piece not in game.state[UNITS] or not _measurable(game, player, piece):
            return ()
        found = [
            Sum("attacks with", attack_strength(game, piece)),
            Sum("defends with", defence_strength(game, piece)),
        ]
        if counter_of(game, piece).side == player:
            found.append(Sum("movement points", allowance(game, piece)))
        return found

    def notes(self, game: Wb, player: Player, h: int) -> Sequence[str]:
        """Who controls a hex, what works are in it, what is told of closed counters. [4.3] [7.0]"""
        status, side = game.state[HEXES][h], controller(game, h)
        nations = game.scenario.nations
        found = [f"under {nations[side]} control" if side else "controlled by nobody"]
        if status.fortified:
            found.append(f"{nations[status.fortified]} field fortification [7.1.1]")
        if h in game.scenario.fixed_positions:
            found.append("fixed position [7.2.1]")
        if player is not None and holder(game, h) not in (None, player):
            found += faces.told(game, player, h)
        return found

    def front(self, game: Wb, player: Player) -> Sequence[int]:
        """Where the sides touch; before they do, where the player's units are."""
        sides = game.scenario.sides
        side = player if player in sides else sides[0]
        held = sorted(stacks(game).held[side])
        return sorted(front(game, side, game.scenario.other(side))) or held

    def about(self, game: Wb, decision: Decision) -> Sequence[int]:
        """The hexes of the units, targets and trails that a question names."""
        context = decision.ask.context()
        named = [label for path in context.get("trails", ()) for label in path]
        hexes = [game.board.hex(label) for label in (*context.get("targets", ()), *named)]
        names = [name for key in ("units", "attackers") for name in context.get(key, ())]
        stand = [unit_of(game, name).hex for name in names if name in game.state[UNITS]]
        return list(dict.fromkeys(h for h in (*hexes, *stand) if h >= 0))

    def explained(self, key: str) -> str:
        """What a part of the reckoning of a battle is called. [5.2.1b]"""
        return TITLES.get(key) or super().explained(key)

    def results(self, game: Wb, facts: Sequence[Mapping[str, Any]]) -> str:
        """The result of a combat, in words. [5.2.1f]"""
        fought = [fact for fact in facts if "defender_result" in fact]
        return telling.outcome(fought[0]) if fought else ""

    def supply(self, game: Wb, player: Player) -> Sequence[str]:
        """Who of the player's units wants supply already, and who has no line now. [10.1] [10.2]

        Where stacks may be closed, whether a line is open is not known before it is tried: the
        zones of control of what is in them would bar it. [16.1.1]
        """
        if player not in game.scenario.sides:
            return ()
        on_map = [name for name, label in self.own(game, player).items() if label]
        open_table = not masked_game(game)
        fed = frozenset(supply.supplied(game, player) if open_table else on_map)
        lines = [_wants(game, n, n in fed) for n in on_map if n not in fed or unit_of(game, n).oos]
        if not open_table:
            return [*lines, "closed stacks may bar lines; the Supply Phase will tell [16.1.1]"]
        return lines or ["every unit has a line of supply [10.1.1]"]

    def victory(self, game: Wb) -> Sequence[Sum]:
        """The points, and what they would give if the game ended now. [S1.10] [S1.11]"""
        terms, reached = game.scenario.victory, victory.grade(game)
        if not terms.side:
            return ()
        nations = game.scenario.nations
        winner = f"{nations[reached.winner]}: " if reached and reached.winner else ""
        grade = f"{winner}{reached.degree} as things stand; " if reached else ""
        return [Sum(f"{grade}{nations[terms.side]} victory points", victory.points(game))]


def _measurable(game: Wb, player: Player, name: str) -> bool:
    """Whether a counter is known in full and has a level left to be measured by."""
    return sight(game, player, name) == FULL and unit_of(game, name).cel > 0


def _wants(game: Wb, name: str, fed: bool) -> str:
    """What a unit lacks: a line of supply, or supply itself. [10.1.1] [10.2.1]"""
    unit = unit_of(game, name)
    where = f"{call(game, [name])} ({name}) in {game.board.label(unit.hex)}"
    level = f"is out of supply at level {unit.oos} [10.2.1]" if unit.oos else ""
    line = "" if fed else "has no line of supply now [10.1.1]"
    return f"{where} {' and '.join(word for word in (level, line) if word)}"


TABLETOP = Wb95Tabletop()
