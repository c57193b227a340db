"""Odds, columns and modifiers of a battle. [9.2.2] [9.5] [9.6]"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.tally import Tally
from grognard.systems.nextwar.combat.battle import Battle, terrain_of
from grognard.systems.nextwar.combat.strength import attack, attacker, defense, work_stands
from grognard.systems.nextwar.pieces.values import counter_of, er, face, unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRFIELD, TOWN
from grognard.systems.nextwar.special import HOUSE
from grognard.systems.nextwar.status import SITES
from grognard.systems.nextwar.words import called

COLUMNS = tuple(f"c{i}" for i in range(1, 14))
HIGHEST = 6
"""How much support can change the die, at most. [9.6.1]"""
EXPLOITATION = "exploit-combat"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a battle comes to before the die: both strengths, the column, the shifts, the die."""

    attack: Tally
    defense: Tally
    ratio: str
    first: int
    """The column of the odds, from 0."""
    shifts: Tally
    drm: Tally

    @property
    def column(self) -> int:
        """The column after all shifts, held on the chart. [9.2.3]"""
        return min(max(self.first + int(self.shifts.total), 0), len(COLUMNS) - 1)


def reckon(game: Nw, battle: Battle) -> Reckoning:
    """The whole arithmetic of a battle. [9.2.2] [9.2.3]"""
    strong, weak = attack(game, battle), defense(game, battle)
    ratio, first, drm = odds(
        game, battle.hex, int(strong.total), int(weak.total), terrain_of(game, battle)
    )
    return Reckoning(
        strong, weak, ratio, first, shifts(game, battle), drm + modifiers(game, battle)
    )


def odds(game: Nw, h: int, strong: int, weak: int, terrain: str = "") -> tuple[str, int, Tally]:
    """The ratio as it is played, its column, and what is left over. [9.2.2] [9.2.2.1] [9.2.2.2]"""
    row = _row(game, terrain or game.board.terrain[h])
    exact = Fraction(strong, weak) if weak else max(row.values()) + 1
    known = {column: value for column, value in row.items() if value <= exact}
    if not known:
        column = min(row, key=row.__getitem__)
    else:
        column = max(known, key=known.__getitem__)
    ratio, drm = row[column], Tally()
    if exact >= max(row.values()) + 1:
        drm = drm.add("odds beyond the chart", -1, "9.2.2.1")
    elif exact > ratio and strong > weak:
        drm = drm.add("more than the odds say", -1, "9.2.2.1")
    return _said(ratio), column, drm


def _row(game: Nw, terrain: str) -> dict[int, Fraction]:
    """The ratios of the columns for a terrain. [9.2.2.2]"""

    def compute() -> dict[int, Fraction]:
        table = game.scenario.tables["crt-odds"]
        found = {}
        for place, column in enumerate(COLUMNS):
            text = table.cell(terrain, column).value
            if text != "-":
                more, less = (Fraction(part) for part in text.split(":"))
                found[place] = more / less
        return found

    return game.cached(("ratios", terrain), (), compute)


def _said(ratio: Fraction) -> str:
    if ratio < 1:
        return f"1:{1 / ratio}"
    return f"{float(ratio):g}:1"


# ---- columns


def shifts(game: Nw, battle: Battle) -> Tally:
    """The net shift, reason by reason; to the right is for the attacker. [9.5]"""
    tally = Tally()
    if battle.lead and battle.leader:
        better = er(game, battle.lead) - er(game, battle.leader)
        text = f"{called(game, battle.lead)} leads against {called(game, battle.leader)}"
        tally = tally.add(text, better, "9.5.1")
    h = battle.hex
    clearing = any(unit_of(game, name).clearing for name in battle.defenders)
    if game.scenario.ground.city(h) and not clearing:
        tally = tally.add("city", -2, "9.5.2")
    if work_stands(game, h) and game.scenario.home(battle.enemy, h) and owns(game, battle):
        tally = tally.add("fortification", -2, "9.5.2")
    if game.segment.kind == EXPLOITATION:  # [9.5.3]
        tally = tally.add("exploitation", -2, "9.5.3")
    if game.turn == 1 and battle.side == game.scenario.sides[0]:
        surprise = game.scenario.surprise.get(game.segment.kind, 0)
        tally = tally.add("surprise", surprise, "9.5.4") if surprise else tally
    if battle.landing and not _ashore(game, battle):
        tally = tally.add("assault from the sea", -1, "9.5.5")
    for names, step, who in ((battle.aid.guns, 1, "attack"), (battle.cover.guns, -1, "defense")):
        for name in names:
            tally = tally.add(f"{called(game, name)} supports the {who}", step, "9.5.6")
    return tally


def owns(game: Nw, battle: Battle) -> bool:
    """Whether the fortification of the hex is the defender's. [9.5.2]"""
    work = game.scenario.ground.fortified(battle.hex)
    return work is not None and work.owner == battle.enemy


def _ashore(game: Nw, battle: Battle) -> bool:
    """Whether units that do not come from the sea bring more than half. [9.5.5] [8.5.8.1-p3]"""
    brought = {name: attacker(game, battle, name)[1] for name in battle.attackers}
    by_land = sum(value for name, value in brought.items() if name not in battle.landing)
    return 2 * by_land > sum(brought.values())


# ---- the die


def modifiers(game: Nw, battle: Battle) -> Tally:
    """What is added to the die; less is better for the attacker. [9.6]"""
    tally = Tally()
    net = battle.cover.points - battle.aid.points
    if net:
        held = min(max(net, -HIGHEST), HIGHEST)
        tally = tally.add("combat support", held, "9.6.1")
    tally += _sites(game, battle)
    hexes = {
        unit_of(game, n).hex
        for n in battle.attackers
        if n not in battle.landing and face(game, n).attack
    }
    if len(hexes) > 2:
        tally = tally.add(f"from {len(hexes)} hexes", -1 if len(hexes) < 5 else -2, "9.6.3")
    return tally + _mixture(game, battle) + _hillmen(game, battle) + _special(game, battle)


def _special(game: Nw, battle: Battle) -> Tally:
    """What the scenario's own rules add: tunnels, and the demilitarized zone. [9.6.4]"""
    tally, special = Tally(), game.scenario.special
    hexes = {unit_of(game, n).hex for n in battle.attackers if n not in battle.landing}
    if any(special.tunnels.open(h, battle.side, game.turn) for h in hexes):
        tally = tally.add("out of a tunnel", special.tunnels.drm, "9.6.4", HOUSE)
    if battle.hex in special.zone.hexes and controller(game, battle.hex) == battle.enemy:
        tally = tally.add("demilitarized zone", special.zone.drm, "9.6.4", HOUSE)
    return tally


def _sites(game: Nw, battle: Battle) -> Tally:
    """Airfields, towns and installations that the defender controls. [9.6.2] [8.3.1.6]"""
    tally, state = Tally(), game.state[SITES]
    if controller(game, battle.hex) != battle.enemy:
        return tally
    for site in game.scenario.ground.at.get(battle.hex, ()):
        useful = site.installation or site.kind in (AIRFIELD, TOWN)
        if useful and not state[site.id].destroyed:
            tally = tally.add(f"{site.kind} {site.name}", 1, "9.6.2")
    return tally


def _mixture(game: Nw, battle: Battle) -> Tally:
    """Formations beyond the first, and nations that are not used to one another.

    [9.6.5] [9.6.6]
    """
    tally, table = Tally(), game.scenario.tables["multi-formation"]
    counters = [counter_of(game, name) for name in battle.attackers]
    formations = {counter.formation for counter in counters if counter.formation}
    if len(formations) > 1:
        each = int(table.cell("each formation beyond the first", "drm").value)
        tally = tally.add(
            f"{len(formations)} formations", each * (len(formations) - 1), "9.6.6", "chart"
        )
    nations = {counter.nation for counter in counters}
    if len(nations) > 1:
        friends = nations <= {"ROK", "US"}
        row = "ROK and US together in Combined Forces Command"
        cell = table.cell(row if friends else "attack by more than one nationality", "drm")
        tally = tally.add("several nations", int(cell.value), "9.6.5", cell.source)
    return tally


def _hillmen(game: Nw, battle: Battle) -> Tally:
    """Light and mountain infantry in ground that suits them; once a side. [9.6.7]"""
    tally, table = Tally(), game.scenario.tables["terrain-combat"]
    terrain = terrain_of(game, battle)
    if terrain not in table.rows:
        return tally
    light = table.cell(terrain, "light_infantry_drm").value == "yes"
    mountain = table.cell(terrain, "mountain_infantry_drm").value == "yes"

    def suited(name: str) -> bool:
        counter = counter_of(game, name)
        return (light and counter.light) or (mountain and counter.mountain)

    ashore = [name for name in battle.attackers if name not in battle.landing]
    if any(map(suited, ashore)):
        tally = tally.add("light or mountain infantry attacking", -1, "9.6.7", "chart")
    if any(map(suited, battle.defenders)):
        tally = tally.add("light or mountain infantry defending", 1, "9.6.7", "chart")
    return tally
