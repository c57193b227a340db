"""WB-95 at the table: how stacks, units and hexes look to a person, as he may see them. [16.1]

Everything about the enemy comes from the player's view; his own units are read as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from grognard.engine.decision import Decision
from grognard.engine.tally import Tally
from grognard.systems.wb95 import telling, victory
from grognard.systems.wb95.arrivals import setting_up
from grognard.systems.wb95.masking.masking import FULL, masked_game, sight
from grognard.systems.wb95.movement.movement import allowance
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.pieces.stacks import front, holder, stacks
from grognard.systems.wb95.pieces.values import (
    attack_strength,
    counter_of,
    defence_strength,
    unit_of,
)
from grognard.systems.wb95.scenario import AIR, Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.table import counters as cards
from grognard.systems.wb95.table import faces, panels
from grognard.systems.wb95.table import marks as lying
from grognard.systems.wb95.table import terms as winning
from grognard.systems.wb95.table.overlays import OVERLAYS
from grognard.systems.wb95.table.terms import counted
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.words import call
from grognard.systems.wb95.words import names as every_name
from grognard.table.cards import CounterCard, StackCard, Tone
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


class Wb95Tabletop(Tabletop):
    """What WB-95 tells a screen. [16.1.1]"""

    short: ClassVar[Mapping[str, str]] = {
        "Air Phase": "Air",
        "Artillery Barrage": "Barrage",
        "Strategic Movement": "Strategic",
    }
    names_of_sums = TITLES
    purposes = panels.PURPOSES
    casts = panels.CASTS
    fought: ClassVar[Mapping[str, str]] = {"attack": "targets"}

    screened = staticmethod(setting_up.as_seen)
    calendar = staticmethod(panels.calendar)
    names = staticmethod(every_name)
    counters = staticmethod(cards.counters)
    marks = staticmethod(lying.marks)
    side_marks = staticmethod(lying.side_marks)
    off_map = staticmethod(cards.off_map)
    owed = staticmethod(lying.owed)
    overlays = staticmethod(OVERLAYS.offered)
    overlay = staticmethod(OVERLAYS.overlay)
    forces = staticmethod(panels.forces)
    arrivals = staticmethod(panels.arrivals)
    samples = staticmethod(panels.samples)
    roller = staticmethod(panels.roller)
    terms = staticmethod(winning.terms)

    def headline(self, game: Wb) -> str:
        """The scenario, the day, and the phase. [2.1.6] [2.2]"""
        day = victory.date_of(game)
        when = f"turn {game.turn} of {game.scenario.turns}{', ' + day if day else ''}"
        return f"{game.scenario.title}, {when}: {game.phase}"

    def phase_side(self, game: Wb, step: int) -> str | None:
        """Whose phase it is; in the Air Phase both act. [2.2.P1]"""
        return None if game.segments[step].kind == AIR else super().phase_side(game, step)

    def stacks(self, game: Wb, player: Player) -> Sequence[StackCard]:
        """Every stack, with as much of it as the player may know. [16.1.1]"""
        found = []
        for h in sorted(stacks(game).at):
            small = faces.face(game, player, h)
            told = player is not None and small.side != player
            notes = faces.told(game, player or "", h) if told else []
            found.append(cards.stack(game, player, h, small.strength, small.mark, notes))
        return found

    def tone(self, game: Wb, facts: Sequence[Mapping[str, Any]]) -> Tone:
        """Whether a result is good for the attacker. [5.2.1f]"""
        return telling.tone(facts)

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

    def tokens(self, game: Wb, player: str) -> Mapping[str, CounterCard]:
        """The player's air counters, which lie beside the map."""
        return cards.air_tokens(game, player)

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
        status, nations = game.state[HEXES][h], game.scenario.nations
        found = [_control(game, h)]
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
        parts = (replace(part, label=counted(part.label)) for part in victory.points(game).parts)
        return [Sum(f"{grade}{nations[terms.side]} victory points", Tally(tuple(parts)))]


def _control(game: Wb, h: int) -> str:
    """Who controls a hex, and when that changes for whoever stands in it. [4.3.2]"""
    side, held, nations = controller(game, h), holder(game, h), game.scenario.nations
    if held in (None, side):
        return f"under {nations[side]} control" if side else "controlled by nobody"
    still = f"it counts as {nations[side]}" if side else "it counts for nobody"
    return f"held by {nations[held]} units; {still} until their Supply Phase ends [4.3.2]"


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
