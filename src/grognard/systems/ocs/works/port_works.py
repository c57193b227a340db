"""Work on ports: damaging one's own before the enemy has it, and repairing it. [19.0c] [19.0d]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES, TOKENS
from grognard.systems.ocs.supply.ports import MOST_HITS, capacity, friendly, hit
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works.construction import Construction


class PortWork(Construction):
    """Work on a port of one's own, one hit at a time. [19.0c] [19.0d]"""

    def hexes(self, game: Ocs, player: str) -> list[int]:
        """The ports of the player."""
        return [h for h in sorted(game.scenario.ports) if friendly(game, h, player)]

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether the player has a port."""
        return super().possible(game, player) and bool(self.hexes(game, player))

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """A printed port of his."""
        label = game.board.label(h)
        if h not in game.scenario.ports or not friendly(game, h, player):
            return [Refusal(self.rule, f"there is no port of {player} in {label}")]
        return []


class WreckPort(PortWork):
    """Damage a port of one's own: 1 RE that does not move, or an engineer, for nothing. [19.0c]

    Each crew does it one hit in a phase; unlike with bases and hedgehogs the text sets no limit
    for the port, so that other crews may go on. By an option it takes one hit in a phase.
    """

    do, rule = "wreck-port", "19.0c"
    title, phrase = "Wreck a port", "{units} wreck the port of {hex}"

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """Not beyond four hits. [19.0b]"""
        refusals = super().why_site(game, player, h)
        if not refusals and stacks.site_at(game, h).hits >= MOST_HITS:
            text = f"the port of {game.board.label(h)} has {MOST_HITS} hits, as many as there are"
            refusals = [Refusal("19.0b", text)]
        worked = stacks.site_at(game, h).port_worked == phase_start(game)
        if not refusals and worked and self._once(game):
            text = f"the port of {game.board.label(h)} has been worked on in this phase"
            refusals = [Refusal("19.0c", text)]
        return refusals

    def _once(self, game: Ocs) -> bool:
        """Whether a port is damaged by one crew in a phase, as bases are."""
        return game.options["port-wrecking"] == "once"

    def why_workers(self, game: Ocs, player: str, h: int, names: Sequence[str]) -> list[Refusal]:
        """Those who have not worked yet in this phase."""
        units, now = game.state[UNITS], phase_start(game)
        tired = [name for name in names if name in units and units[name].worked == now]
        if tired:
            return [Refusal("19.0c", f"{', '.join(tired)}: at work already in this phase")]
        return super().why_workers(game, player, h, names)

    def finish(self, game: Ocs, player: str, h: int) -> None:
        """One hit. [19.0c]"""
        hit(game, h, 1, "19.0c")
        if self._once(game):
            site = stacks.site_at(game, h)
            game.put(SITES, h, replace(site, port_worked=phase_start(game)))


class RepairPort(PortWork):
    """Repair one hit of a port: an engineer in the own Movement Phase, for 1 SP. [19.0d]"""

    do, rule = "repair-port", "19.0d"
    title, phrase = "Repair a port", "{units} repair a hit of the port of {hex}"
    stakes = "price"
    labour = False

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """Something to repair, and once a phase."""
        refusals = super().why_site(game, player, h)
        if not refusals and stacks.site_at(game, h).port_worked == phase_start(game):
            text = f"the port of {game.board.label(h)} has been worked on in this phase"
            refusals = [Refusal("19.0d", text)]
        if not refusals and not stacks.site_at(game, h).hits:
            refusals = [Refusal("19.0d", f"the port of {game.board.label(h)} has no damage")]
        return refusals

    def price(self, game: Ocs, player: str, h: int) -> int:
        """1 SP; by the option a small port costs what it can handle now. [19.0d] [21.11b]"""
        price, current = cost_of(game.scenario.tables, "port_repair"), capacity(game, h)
        if game.options["small-ports"] == "on" and current < TOKENS:
            return current
        return price

    def finish(self, game: Ocs, player: str, h: int) -> None:
        """One hit less. [19.0d]"""
        site, label = stacks.site_at(game, h), game.board.label(h)
        game.put(SITES, h, replace(site, hits=site.hits - 1, port_worked=phase_start(game)))
        game.emit(Event("port-repaired", "19.0d", {"hex": label, "hits": site.hits - 1}))
