"""Mines laid from the air. [23.6]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Pieces
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.defenses.package import MINES as AIRCRAFT
from grognard.systems.nextwar.naval.mines import lay, mine_in, why_not_there
from grognard.systems.nextwar.naval.status import MINES, Mine
from grognard.systems.nextwar.naval.waters import is_port
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.strikes.announcing import along, announce
from grognard.systems.nextwar.strikes.status import MINING, MISSIONS, Mission
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.words import called

DENSITY = 1
"""How dense mines from the air lie at first. [23.6]"""
AT_MINES = "mines"


@dataclass(frozen=True, slots=True)
class Sowing:
    """Where mines are laid, and who comes along."""

    hex: Hex
    escorts: Pieces = ()
    suppressors: Pieces = ()


MEANT = (
    "one such mission is flown in a phase; air defenses fire at it as at any other [23.6]",
    "ships must roll to come into mined waters, and fare worse there [7.5.3]",
)


class MineByAir(Verb[Nw, Sowing]):
    """Announcing an aerial mining mission: one for each side in a phase. [23.6]"""

    do, rule, order = "mine-by-air", "23.6", Sowing
    title, phrase, plural = "Lay mines from the air", "mines in {hex}", "mines dropped from the air"

    def against(self, game: Nw, player: str, order: Sowing) -> list[Refusal]:
        """Not in a storm, one in a phase, company that reaches so far, and where mines may lie.
        [23.6] [22.3]"""
        if weather(game) == STORM:
            return [Refusal("23.6", "no mines are laid from the air in a storm")]
        if not _free(game, player):
            return [Refusal("23.6", "one mining mission is flown in a phase")]
        found = along(game, player, order.escorts, order.suppressors)
        for name in (*order.escorts, *order.suppressors) if not found else ():
            if not reaches(game, name, order.hex):
                text = f"the target is out of the range of {called(game, name)}"
                return [Refusal("22.3", text)]
        return found or why_not_there(game, player, order.hex)

    def stake(self, game: Nw, player: str, order: Sowing | None) -> Sequence[str]:
        """What mines are for, and what it takes to lay them."""
        return MEANT

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there is a marker to lay, and a sea to lay it in."""
        wanted = game.scenario.fleet and weather(game) != STORM and _free(game, player)
        return bool(wanted) and any(
            not self.against(game, player, way) for way in self.ways(game, player, "")
        )

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Sowing]:
        """Every place that will do, ports first."""
        ground, n = game.scenario.ground, range(game.board.n)
        ports = [h for h in n if is_port(game, h)]
        yield from map(Sowing, ports)
        yield from (Sowing(h) for h in sorted(ground.beaches) if h not in ports)

    def carry_out(self, game: Nw, player: str, order: Sowing) -> None:
        """The marker is flown as an aircraft that cannot fire. [23.6]"""
        mission = Mission(
            player, MINING, AT_MINES, (order.hex,), (AIRCRAFT,), order.escorts, order.suppressors
        )  # fmt: skip
        announce(game, mission)


def _free(game: Nw, side: str) -> bool:
    flown = game.state[MISSIONS].values()
    return not any((m.side, m.kind) == (side, MINING) for m in flown)


def lay_or_lose(game: Nw, mission: Mission, lost: bool) -> None:
    """Mines are laid, or made denser; or the marker is out of the game for good. [23.6]"""
    h, side = mission.hexes[0], mission.side
    if not lost:
        lay(game, side, h, DENSITY, "", "23.6")
        return
    if not mine_in(game, h):
        count = sum(mine.side == side for mine in game.state[MINES].values())
        game.put(MINES, f"{side}-mine-{count + 1}", Mine(side, h, 0))
    facts = {"side": side, "hex": game.board.label(h)}
    game.emit(Event("mines-lost", "23.6", facts, outcome=True))
