"""Control of the sea: inshore first, then the open sea. [7.2]"""

from __future__ import annotations

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.naval.removal import driven_off
from grognard.systems.nextwar.naval.status import SEAS, Sea
from grognard.systems.nextwar.naval.waters import (
    AT_SEA,
    INSHORE,
    associated,
    boxes,
    offshore,
    ruler,
)
from grognard.systems.nextwar.pieces.ships import fleet, hull, kind, ship_of, ships_in, warship
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import LEVELS, NOW, SIDES, STORM, WAR
from grognard.systems.nextwar.turn.initiative import FIRST, side_of
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import CARRIERS, CVN

DRMS = "sea-control-drms"
ALLIED_CARRIER = "each allied CV/CVN in box or associated box"
ALLIED_SAG = "each allied SAG likewise"
OTHER_WARSHIP = "each non-allied CV or SAG likewise"
AIR_ROWS = {"superiority": "Air Superiority / own side", "supremacy": "Air Supremacy / own side"}
MOST = 2
"""How far the difference of the levels goes. [7.4]"""
CONTESTED = "contested"


def sea_control(game: Nw) -> Procedure:
    """Who has the initiative rolls, not in a storm: Inshore Boxes, then At Sea Boxes. [7.0]
    [7.2]"""
    if weather(game) == STORM or not game.scenario.ships:
        return
    for box in boxes(game, INSHORE):
        yield from settle(game, box.name, inshore_rolled(game, box.name))
    for box in boxes(game, AT_SEA):
        yield from settle(game, box.name, box.name in game.scenario.waters.rolled)  # [7.2-p3]


def inshore_rolled(game: Nw, box: str) -> bool:
    """Whether an Inshore Box is rolled for, by who controls the sea beyond it.

    Not if nobody does [7.2-1], nor if it is the same who has both [7.2-2]; but if the shore is
    contested [7.2-3] or the other's [7.2-4].
    """
    beyond = offshore(game, box)
    return bool(beyond and ruler(game, beyond)) and ruler(game, beyond) != ruler(game, box)


def settle(game: Nw, box: str, rolled: bool) -> Procedure:
    """Determine who controls a box; warships there have their say first. [7.2.2]"""
    sides = {hull(game, name).side for name in ships_in(game, box) if warship(game, name)}
    if len(sides) > 1:
        yield from become(game, box, "", "7.2.2-b1")
        return
    if not rolled and not (sides and ruler(game, box) not in sides):  # [7.2.2-b2]
        return
    tally = modifiers(game, box)
    modifier = int(tally.total)
    shown, result = dice.roll(game, lambda pips: read(game, pips + modifier))
    facts = {"side": side_of(game, FIRST), "box": box, "control": result}
    dice.show(game, "sea-control-roll", "7.2", facts, shown, tally)
    yield from become(game, box, result, "7.2")


def become(game: Nw, box: str, side: str, rule: str) -> Procedure:
    """A box changes hands, or is contested. [7.2-p3] [7.2.1]"""
    if ruler(game, box) == side:
        return
    game.put(SEAS, box, Sea(side))
    game.emit(Event("sea-control", rule, {"box": box, "side": side}))
    if side:
        yield from driven_off(game, box, side)


def allies(game: Nw) -> str:
    """The side of the Allies, for whom high rolls are. [7.2]"""
    first = game.scenario.sides[0]
    return next((s for s, power in game.scenario.powers.items() if power.allied), first)


def read(game: Nw, roll: int) -> str:
    """Who has a box by a modified roll; nobody, if it is contested. [7.2]"""
    tables, friends = game.scenario.tables, allies(game)
    if game.options["sea-control"] == "first-edition":
        found = _by_turn(game, roll)
    else:
        found = tables["sea-control"].cell(roll, "result", clamp=True).value
    return {"allied": friends, CONTESTED: ""}.get(found, game.scenario.other(friends))


def _by_turn(game: Nw, roll: int) -> str:
    """The table of the first edition. [7.2]"""
    table = game.scenario.tables["sea-control-korea-1e"]

    def from_(column: str) -> int:
        text = table.cell(game.turn, column, clamp=True).value
        return 99 if text == "-" else int(text.rstrip("+"))

    low = table.cell(game.turn, "non_allied", clamp=True).value
    if roll >= from_("allied"):
        return "allied"
    return "non-allied" if low != "-" and roll <= int(low[:-1]) else CONTESTED


def modifiers(game: Nw, box: str) -> Tally:
    """What is added to a roll; more is better for the Allies. [7.2.2-b3] [7.4.1] [7.4.2]"""
    tally, tables, friends = Tally(), game.scenario.tables, allies(game)
    for name in engaged(game, box):
        row = OTHER_WARSHIP
        if hull(game, name).side == friends:
            row = ALLIED_CARRIER if kind(game, name) in CARRIERS else ALLIED_SAG
        tally = tally.add(
            hull(game, name).name, int(tables[DRMS].cell(row, "drm").value), "7.2.2-b3", "chart"
        )
    asw = game.state[SIDES][friends].asw
    under = game.state[SIDES][game.scenario.other(friends)].submarines
    hunt = min(max(asw - under, -MOST), MOST)
    if hunt:
        tally = tally.add("submarines and their hunters", hunt, "7.4", "house")
    war = game.state[WAR][NOW]
    row = AIR_ROWS.get(LEVELS[war.level], "")
    if row:
        worth = int(tables[DRMS].cell(row, "drm").value)
        tally = tally.add(f"air {LEVELS[war.level]}", worth if war.ruler == friends else -worth,
                          "7.2", "chart")  # fmt: skip
    special = game.scenario.waters.drms.get(box, 0)
    return tally.add(box, special, "7.2", "chart") if special else tally


def engaged(game: Nw, box: str) -> list[str]:
    """The warships that count for a box: there and in the boxes of its zone; for an Inshore Box
    also those in its All-Sea hexes, but none in port. [7.2.2-b3]"""
    inshore = game.board.boxes[box].kind == INSHORE
    near = {box, offshore(game, box)} if inshore else {box, *associated(game, box)}
    hexes = set(game.board.boxes[box].hexes) if inshore else set()
    return [
        name
        for name in fleet(game)
        if warship(game, name)
        and (ship_of(game, name).where in near or ship_of(game, name).hex in hexes)
    ]


# ---- carriers


def carriers(game: Nw, side: str) -> Tally:
    """The Air Points of carriers: two of an American, one of any other, off a shore of one's own;
    one of an American on the open sea or off a contested shore. [7.3.4] [7.3.4-2] [7.3.4-3]"""
    tally = Tally()
    for name in fleet(game, side):
        if kind(game, name) not in CARRIERS:
            continue
        ship, american = ship_of(game, name), hull(game, name).nation == "US"
        if ship.hex >= 0 and game.scenario.ground.land(ship.hex):
            continue
        at = ship.where or associated(game, game.board.label(ship.hex))[0]
        inshore = game.board.boxes[at].kind == INSHORE
        if inshore and ruler(game, at) == side:
            tally = tally.add(hull(game, name).name, 2 if american else 1, "7.3.4-2")
            continue
        open_ = game.board.boxes[at].kind == AT_SEA or (inshore and not ruler(game, at))
        if american and kind(game, name) == CVN and open_:
            tally = tally.add(hull(game, name).name, 1, "7.3.4-3")
    return tally
