"""Counters and hexes looked at closely: what they are worth, and what there is to say of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.tally import Tally
from grognard.kit.ways import POINT
from grognard.systems.goss.assault.limits import adv
from grognard.systems.goss.movement.allowance import allowance
from grognard.systems.goss.movement.eligible import gait_of, unable
from grognard.systems.goss.pieces.chain import army, corps, formation, headquarters
from grognard.systems.goss.pieces.sight import seen, unweighed
from grognard.systems.goss.pieces.values import counter_of, proficiency, strength, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LEADERS, ZONES
from grognard.systems.goss.table.names import called, title
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import MAP, UNITS
from grognard.table.cards import Sum
from grognard.table.tabletop import Player


def details(game: Gs, player: Player, piece: str) -> list[Sum]:
    """The values of a counter as they stand, each with its reasons."""
    if piece not in game.state[UNITS] or not seen(game, player, piece):
        return []
    if unweighed(game, player, piece):
        return []
    own = player in (None, counter_of(game, piece).side)
    return list(_unit(game, piece, own))


def _unit(game: Gs, name: str, own: bool) -> Iterator[Sum]:
    counter, source = counter_of(game, name), counter_of(game, name).source
    side = "full strength" if unit_of(game, name).steps == counter.steps else "after losses"
    if counter.artillery:
        yield Sum("barrage", Tally().add("printed", counter.barrage, "11.4.1", source))
    else:
        attack = strength(game, name, attacking=True)
        yield Sum("attack", Tally().add(side, attack, "4.2.2", source))
    yield Sum("defence", Tally().add(side, strength(game, name, attacking=False), "4.2.2", source))
    rated = proficiency(game, name, offensive=False)
    yield Sum("defensive proficiency", Tally().add("as it stands", rated, "4.4.0", source))
    if own and unit_of(game, name).place == MAP and not counter.hq:
        yield Sum("movement points", allowance(game, name, gait_of(game, name)))


def piece_notes(game: Gs, player: Player, piece: str) -> list[str]:
    """What there is to say of a counter besides its numbers: command, fuel, movement."""
    if piece not in game.state[UNITS] or counter_of(game, piece).side != player:
        return []
    return [*_command(game, piece), *_movement(game, piece)]


def _command(game: Gs, name: str) -> Iterator[str]:
    """Whom a unit obeys. [9.1.0]"""
    unit = unit_of(game, name)
    if unit.place != MAP:
        return
    chain = [formation(game, name), corps(game, name)]
    above = [called(game, hq) for hq in dict.fromkeys(chain) if hq and hq != name]
    above += [army(game, name)] if army(game, name) else []
    if above:
        yield f"under {', '.join(above)} [9.1.0]"
    if counter_of(game, name).hq:
        found, feeds = headquarters(game, name), adv(game, name)
        if feeds:
            yield f"feeds {feeds} assaults a game turn [16.3.3]"
        if found.ohs:
            yield f"{found.ohs} points of supply on hand [15.5.1]"


def _movement(game: Gs, name: str) -> Iterator[str]:
    """What a unit has left while units move. [7.5.2]"""
    unit = unit_of(game, name)
    if game.segment.kind not in phases.MOVING or unit.place != MAP:
        return
    why = unable(game, name)
    if why is not None:
        yield f"{why.text} [{why.rule}]"
        return
    points = allowance(game, name, gait_of(game, name)).total
    spent = unit.spent if unit.moved == game.serial else 0
    left = int(points) - spent // POINT
    yield f"{max(left, 0)} of {points} movement points left [7.6.1]"


def notes(game: Gs, player: Player, h: int) -> list[str]:
    """What there is to say of a hex: its cover, vantage, zones, fortified areas."""
    return [*_ground(game, h), *_zones(game, player, h)]


def _ground(game: Gs, h: int) -> Iterator[str]:
    ground = game.scenario.ground
    if ground.vantage[h]:
        reach = ground.sight[h]
        kind = "high vantage point" if ground.vantage[h] == "HVP" else "vantage point"
        yield f"{kind}: sees {reach} hexes [8.1.2]"
    if ground.mct[h]:
        yield "covering terrain of the dense kind (MCT) [8.2.2]"
    elif ground.oct[h]:
        yield "covering terrain (OCT) [8.2.2]"
    if ground.constricted[h]:
        yield "constricted: few fit, and vehicles keep to the road [6.4.0]"
    if ground.fortified[h]:
        yield f"fortified area of {title(game, ground.fortified[h])} [17.5.0]"


def _zones(game: Gs, player: Player, h: int) -> Iterator[str]:
    """Whose zone of operation it is: of one's own only. [9.2.0]"""
    for name, zone in game.state[ZONES].items():
        counters = game.scenario.counters
        whose = counters[name].side if name in counters else game.scenario.armies[name].side
        if h in zone.hexes and player in (None, whose):
            yield f"zone of {called(game, name)} [9.2.0]"


def asked_about(game: Gs, context: Sequence[str]) -> list[int]:
    """The hexes of counters and labels that a question names."""
    found = [game.board.index[word] for word in context if word in game.board.index]
    units, leaders = game.state[UNITS], game.state[LEADERS]
    for word in context:
        if word in units and units[word].place == MAP:
            found.append(units[word].hex)
        elif word in leaders and leaders[word].hex >= 0:
            found.append(leaders[word].hex)
    return list(dict.fromkeys(found))
