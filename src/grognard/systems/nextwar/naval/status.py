"""What changes at sea besides the ships: control, mines, what has been landed. [7.0]"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.engine.record import Register
from grognard.engine.state import State
from grognard.systems.nextwar.scenario import NextWarScenario
from grognard.systems.nextwar.units import SHIPS


@dataclass(frozen=True, slots=True)
class Sea:
    """A box of the sea: who controls it; nobody, if it is contested. [7.2]"""

    control: str = ""


@dataclass(frozen=True, slots=True)
class Mine:
    """A mine marker: whose, where, how dense; at density 0 it is out of the game. [7.5]

    `layer` is the ship that laid it [7.5.1.1], `tried` the turn of the last try to clear it.
    """

    side: str
    hex: int
    density: int
    layer: str = ""
    tried: int = 0


@dataclass(frozen=True, slots=True)
class Harbour:
    """What has been landed by sea in a hex in a turn, in half points. [8.5.7.4]"""

    landed: int
    turn: int


SEAS: Register[str, Sea] = Register("seas", str, Sea)
MINES: Register[str, Mine] = Register("mines", str, Mine)
HARBOURS: Register[int, Harbour] = Register("harbours", int, Harbour)


def at_sea(state: State, scenario: NextWarScenario) -> None:
    """Put ships, control and mines of a scenario into the State before the first phase."""
    waters = scenario.waters
    state.maps[SHIPS.name].update(
        {n: replace(ship, order=order) for order, (n, ship) in enumerate(scenario.fleet.items())}
    )
    state.maps[SEAS.name].update(
        {name: Sea(waters.control.get(name, "")) for name in scenario.board.boxes}
    )
    for side, h, density in waters.laid:
        count = sum(mine.side == side for mine in state.maps[MINES.name].values())
        state.maps[MINES.name][f"{side}-mine-{count + 1}"] = Mine(side, h, density)
