"""Detection: whether a mission is seen, and early enough for interceptors. [24.0] [24.3]"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.table import Table
from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.defenses.package import (
    AIRMOBILE,
    DROP,
    LIFTS,
    ROTORS,
    SUPPORT,
    TRANSPORT,
    Package,
    all_stealth,
    weasels,
    where,
)
from grognard.systems.nextwar.defenses.regimes import (
    LOCAL,
    NAVAL,
    NONE,
    Regime,
    headquarters,
    regime,
)
from grognard.systems.nextwar.ground import PEAKS
from grognard.systems.nextwar.pieces.stacks import holder
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import CLEAR, NOW, WAR
from grognard.systems.nextwar.turn.weather import weather

EARLY, DETECTED, UNSEEN = "ED", "D", "-"
"""What a detection roll says. [24.0]"""
TABLE = "adf-drms"
AWACS = "detection detecting side has AWACS Advantage 2 / 3 / 4 (not Local; K1: US only)"
LEAST_AWACS = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """What a detection roll found: the defenses that were met, and how well they saw it."""

    regime: Regime
    result: str = UNSEEN

    @property
    def seen(self) -> bool:
        """Whether it may be fired at. [24.0]"""
        return self.result != UNSEEN

    @property
    def early(self) -> bool:
        """Whether it may be intercepted, too. [24.0] [24.4]"""
        return self.result == EARLY


def detect(game: Nw, package: Package) -> Finding:
    """Roll once for a mission; where nothing defends nobody rolls. [24.3] [24.1] [24.2]"""
    met = regime(game, package)
    if met.network == NONE:
        return Finding(met)
    table, tally = game.scenario.tables["adf-detection"], modifiers(game, package, met)
    column = column_of(table, met, met.tracks[0])
    shown, result = dice.on_table(game, "adf-detection", column, tally)
    if package.fleet and met.network == NAVAL and result == DETECTED:
        result = EARLY  # [17.1.4-2]
    facts = {
        "side": package.side, "kind": package.kind, "at": where(game, package),
        "network": met.network, "column": column, "roll": shown, "result": result,
    }  # fmt: skip
    more = {"units": list(package.units), "tally": tally.to_json()}
    event = Event("detection", met.rule, facts, dice=(shown,), outcome=True)
    if game.options["air-fog"] == "on":
        game.emit(event.to(package.side, **more))  # [29.2.1]
    else:
        game.emit(replace(event, facts={**facts, **more}))
    return Finding(met, result)


def column_of(table: Table, met: Regime, value: int) -> str:
    """The column of a network in a chart: `local`, or the track's value. [24.1] [24.2]"""
    if met.network == LOCAL:
        return LOCAL
    for column in table.columns:
        low, _, high = column.removeprefix("track-").partition("-")
        if column != LOCAL and int(low) <= value <= int(high or low):
            return column
    raise table.wrong(table.rows[0], f"there is no column for {value}", "0 to 10")


def modifiers(game: Nw, package: Package, met: Regime) -> Tally:
    """What is added to the detection roll; more is better for who flies. [24.3] [24.7]"""
    tally, enemy, h = Tally(), game.scenario.other(package.side), package.target
    rows = []
    if package.units and all_stealth(game, package):
        rows.append(("all stealth", "detection mission wholly of stealth units", "15.2.7"))
    rows += [("Wild Weasel", "detection each Wild Weasel in the mission", "15.2.9")] * weasels(
        game, package
    )
    if package.kind in (TRANSPORT, DROP, SUPPORT):
        row = "detection transport / paradrop (later: or CAS) mission"
        rows.append((package.kind, row, "24.3"))
    if h >= 0 and game.board.terrain[h] in PEAKS:
        rows.append(("mountain", "detection mission into a mountain hex", "24.3"))
    if h >= 0 and led(game, h, enemy):
        row = "detection target or landing hex within 2 hexes of an enemy HQ"
        rows.append(("headquarters near", row, "18.2.3"))
    if package.kind in (*ROTORS, AIRMOBILE) and overflown(game, package):
        row = "detection helicopter or airmobile passed through an enemy-occupied hex"
        rows.append(("over enemy units", row, "24.3"))
    if package.kind in ROTORS:
        rows.append(("helicopter", "detection against attack helicopters", "24.3.2"))
    lands = package.kind in LIFTS and not package.departing
    if lands and h >= 0 and in_zone(game, h, enemy):
        rows.append(("into a zone of control", "detection landing in EZOC", "24.3"))
    for label, row, rule in rows:
        tally = tally.add(label, drm(game.scenario.tables, TABLE, row), rule, "chart")
    tally += by_weather(game, "detection")
    return tally + watched(game, enemy, met)


def by_weather(game: Nw, roll: str) -> Tally:
    """Bad weather spoils detection, missiles and guns alike. [24.7]"""
    now = weather(game)
    if now == CLEAR:
        return Tally()
    value = drm(game.scenario.tables, TABLE, f"{roll} {now}")
    return Tally().add(now, value, "24.7", "chart")


def watched(game: Nw, side: str, met: Regime) -> Tally:
    """What an AWACS Advantage of the detecting side is worth, but for the local network. [24.3]"""
    war = game.state[WAR][NOW]
    if met.network == LOCAL or war.watching != side or war.awacs < LEAST_AWACS:
        return Tally()
    values = game.scenario.tables[TABLE].cell(AWACS, "drm").value.split()
    value = int(values[min(war.awacs - LEAST_AWACS, len(values) - 1)])
    return Tally().add(f"AWACS {war.awacs}", value, "24.3", "chart")


def led(game: Nw, h: int, enemy: str) -> bool:
    """Whether an enemy headquarters is within two hexes that helps, however often it has served.

    Not out of supply [19.5], isolated [19.7.2], or under a Clearing marker. [18.2.3] [18.2.6-p1]
    """
    units = [unit_of(game, name) for name in headquarters(game, h, enemy)]
    return any(not (unit.oos or unit.isolated or unit.clearing) for unit in units)


def overflown(game: Nw, package: Package) -> bool:
    """Whether enemies lie under the way, but for its end. [24.3]"""
    enemy = game.scenario.other(package.side)
    return any(holder(game, h) == enemy for h in package.path[:-1])
