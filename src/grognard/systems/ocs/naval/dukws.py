"""DUKWs: landing craft by water, Transport Points by land. [18.4e]

By land they are transport of the kind `dukw` under all its rules: they carry supply and nothing
else, load and unload and are captured as trucks. [18.4e(C)] What they have spent is counted in
points by land: three for each hex of water.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.forms import OfTransport
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.naval import cargo, sailing
from grognard.systems.ocs.naval.beaches import why_not_beach, why_not_unit
from grognard.systems.ocs.naval.landing_craft import Landing, craft_refusal
from grognard.systems.ocs.naval.ships import DUKW, fleet, printed, ship_of, type_of
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES, TRANSPORT, Ship, Transport
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.turn.phases import OcsVerb, phase_start
from grognard.systems.ocs.units import MAP
from grognard.table.worded import Hand


class GoAshore(OcsVerb[Landing]):
    """Have a DUKW go on by land: it rolls with the other landings. [18.4e(A)]

    Only supply stays aboard. [18.4e(C)]
    """

    do, rule, order = "go-ashore", "18.4e(A)", Landing
    title = "Go ashore"
    phrase = ("{ship} goes on by land with {units}", "{ship} goes on by land")

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The DUKWs: whoever has some can also sail them."""
        return [key for key in fleet(game, player) if type_of(game, key) == DUKW]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Landing]:
        """With all who are aboard."""
        yield Landing(actor, cargo.units_aboard(game, actor))

    def against(self, game: Ocs, player: str, order: Landing) -> list[Refusal]:
        """A DUKW on a coast, with nothing but supply aboard or units that land here too."""
        key, names = order.ship, order.units
        refusal = craft_refusal(game, player, key)
        if refusal is not None:
            return [refusal]
        if type_of(game, key) != DUKW:
            return [Refusal("18.4e(A)", f"{printed(game, key).name} is no DUKW")]
        if game.state[SIDES][player].beached == phase_start(game):
            return [Refusal("18.5f(A)", "the landing rolls of this phase have been made")]
        h, found = ship_of(game, key).hex, cargo.aboard(game, key)
        if sorted(names) != sorted(found.units) or found.transport:
            text = "a DUKW carries only supply by land; land all units with it"
            return [Refusal("18.4e(C)", text)]
        enemy = game.scenario.other(player)
        there = next(stacks.belongings(game, h, enemy), "")
        if there:
            text = f"there is an enemy {there} in {game.board.label(h)}"
            return [Refusal("4.4c", f"{text}; only Attack-Capable units enter")]
        beach = why_not_beach(game, player, h)
        if beach is not None:
            return [beach]
        reasons = [why_not_unit(game, player, name, h) for name in names]
        return [reason for reason in reasons if reason is not None]

    def carry_out(self, game: Ocs, player: str, order: Landing) -> None:
        """It waits for the rolls. [18.5f(A)]"""
        key = order.ship
        game.put(SHIPS, key, replace(ship_of(game, key), switching=True, landing=order.units))
        label = game.board.label(ship_of(game, key).hex)
        game.emit(Event("go-ashore", "18.4e(A)", {"ship": key, "hex": label}))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Landing]:
        """The DUKW in hand with all who are aboard."""
        yield from (order for order, _ in self._own(game, player, hand))


def drive_on(game: Ocs, key: str) -> None:
    """After the roll, what is left of a DUKW is transport, with three times what it had left."""
    ship: Ship = ship_of(game, key)
    if ship.place != MAP:
        return
    now, land = phase_start(game), sailing.DUKW_LAND * POINT
    spent = land - min(land, sailing.left(game, key))
    game.drop(SHIPS, key)
    truck = Transport(ship.side, DUKW, ship.size, ship.hex, ship.load, spent=spent, moved=now,
                      carried=now if ship.load else -1)  # fmt: skip
    game.put(TRANSPORT, key, truck)


class PutToSea(OcsVerb[OfTransport]):
    """Have DUKWs on a coast go on by water, without a roll. [18.4e(A)]"""

    do, rule, order = "put-to-sea", "18.4e(A)", OfTransport
    title, phrase = "Put to sea", "{transport} put to sea"

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The DUKWs on land."""
        records = game.state[TRANSPORT]
        return [key for key in transport.own(game, player) if records[key].kind == DUKW]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[OfTransport]:
        """From where they are."""
        yield OfTransport(actor)

    def against(self, game: Ocs, player: str, order: OfTransport) -> list[Refusal]:
        """DUKWs that may move, on a coast, before the landing rolls."""
        key = order.transport
        found = game.state[TRANSPORT].get(key)
        if found is None or found.side != player or found.place != MAP or found.kind != DUKW:
            return [Refusal("18.4e(A)", f"{key!r} are no DUKWs of {player} on land")]
        refusal = transport.unable(game, key)
        if refusal is not None:
            return [refusal]
        if not game.scenario.ground.coastal[found.hex]:
            return [Refusal("18.1c", f"{game.board.label(found.hex)} is no coastal hex")]
        if game.state[SIDES][player].beached == phase_start(game):
            return [Refusal("18.5f(A)", "the landing rolls are made: craft have done moving")]
        if stacks.ships_at(game, found.hex, game.scenario.other(player)):
            return [Refusal("18.1b", "ships do not stack with enemy ships")]
        return []

    def carry_out(self, game: Ocs, player: str, order: OfTransport) -> None:
        """Landing craft again, with a third of what they had left. [18.4e(A)]"""
        key, now = order.transport, phase_start(game)
        found: Transport = game.state[TRANSPORT][key]
        left = transport.left(game, key)
        game.drop(TRANSPORT, key)
        ship = Ship(player, counter_for(game, player), MAP, found.hex, size=found.size,
                    load=found.load, moved=now)  # fmt: skip
        game.put(SHIPS, key, ship)
        spent = max(0, sailing.allowance(game, key) - left)
        game.put(SHIPS, key, replace(ship, spent=spent))
        label = game.board.label(found.hex)
        game.emit(Event("put-to-sea", "18.4e(A)", {"ship": key, "hex": label}))


def counter_for(game: Ocs, side: str) -> str:
    """The counter of a side's DUKWs."""
    counters = game.scenario.ship_counters.values()
    return min(c.id for c in counters if c.side == side and c.type == DUKW)
