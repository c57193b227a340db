"""DUKWs: landing craft by water, Transport Points by land. [18.4e]

By land they are transport of the kind `dukw` under all its rules: they carry supply and nothing
else, load and unload and are captured as trucks. [18.4e(C)] What they have spent is counted in
points by land: three for each hex of water.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.naval import cargo, sailing
from grognard.systems.ocs.naval.beaches import why_not_beach, why_not_unit
from grognard.systems.ocs.naval.landing_craft import craft_refusal
from grognard.systems.ocs.naval.ships import DUKW, fleet, printed, ship_of, type_of
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES, TRANSPORT, Ship, Transport
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.turn.phases import MOVEMENT, OcsDeed, deed, phase_start
from grognard.systems.ocs.units import MAP


@deed(MOVEMENT)
class GoAshore(OcsDeed):
    """Have a DUKW go on by land: it rolls with the other landings. [18.4e(A)]

    Only supply stays aboard. [18.4e(C)]
    """

    do = "go-ashore"
    rule = "18.4e(A)"
    form = {"ship": "text", "units": "texts?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A DUKW on a coast, with nothing but supply aboard or units that land here too."""
        key, names = action["ship"], action.get("units", [])
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

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each DUKW that may."""
        for key in fleet(game, player):
            action: Action = {"do": self.do, "ship": key}
            if type_of(game, key) == DUKW and cargo.units_aboard(game, key):
                action["units"] = list(cargo.units_aboard(game, key))
            if type_of(game, key) == DUKW and not self.check(game, player, action):
                yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whoever has DUKWs can also sail them."""
        return any(type_of(game, key) == DUKW for key in fleet(game, player))

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """It waits for the rolls. [18.5f(A)]"""
        key, units = action["ship"], tuple(action.get("units", []))
        game.put(SHIPS, key, replace(ship_of(game, key), switching=True, landing=units))
        label = game.board.label(ship_of(game, key).hex)
        text = f"{printed(game, key).name} goes ashore in {label}"
        game.emit(Event("go-ashore", text, "18.4e(A)", {"ship": key, "hex": label}))
        yield from ()


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


@deed(MOVEMENT)
class PutToSea(OcsDeed):
    """Have DUKWs on a coast go on by water, without a roll. [18.4e(A)]"""

    do = "put-to-sea"
    rule = "18.4e(A)"
    form = {"transport": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """DUKWs that may move, on a coast, before the landing rolls."""
        key = action["transport"]
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

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """All DUKWs that may."""
        for key in transport.own(game, player):
            action = {"do": self.do, "transport": key}
            if game.state[TRANSPORT][key].kind == DUKW and not self.check(game, player, action):
                yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there are DUKWs on land."""
        records = game.state[TRANSPORT]
        return any(records[key].kind == DUKW for key in transport.own(game, player))

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Landing craft again, with a third of what they had left. [18.4e(A)]"""
        key, now = action["transport"], phase_start(game)
        found: Transport = game.state[TRANSPORT][key]
        left = transport.left(game, key)
        game.drop(TRANSPORT, key)
        ship = Ship(player, counter_for(game, player), MAP, found.hex, size=found.size,
                    load=found.load, moved=now)  # fmt: skip
        game.put(SHIPS, key, ship)
        spent = max(0, sailing.allowance(game, key) - left)
        game.put(SHIPS, key, replace(ship, spent=spent))
        label = game.board.label(found.hex)
        text = f"DUKWs put to sea in {label}"
        game.emit(Event("put-to-sea", text, "18.4e(A)", {"ship": key, "hex": label}))
        yield from ()


def counter_for(game: Ocs, side: str) -> str:
    """The counter of a side's DUKWs."""
    counters = game.scenario.ship_counters.values()
    return min(c.id for c in counters if c.side == side and c.type == DUKW)
