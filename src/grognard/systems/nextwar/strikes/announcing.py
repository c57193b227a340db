"""Announcing missions: who flies against what, with whom. [23.1] [23.2] [23.3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.nextwar.aircraft import STRIKE
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.airpower.wings import (
    aloft,
    carrier,
    depart,
    flyable,
    marked,
    plane,
    rating,
    ready,
    weasel,
)
from grognard.systems.nextwar.pieces.ships import ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.effects import record
from grognard.systems.nextwar.strikes.packing import Packed, PackedWeasels, Raid, Suppression
from grognard.systems.nextwar.strikes.reckoning import Blow, aimed, has_column
from grognard.systems.nextwar.strikes.status import AIR, Mission
from grognard.systems.nextwar.strikes.targets import (
    INTERDICTION,
    TRACKS,
    VESSEL,
    Target,
    area_of,
    sort_of,
    spot,
    targets,
    why_not,
)
from grognard.systems.nextwar.words import called
from grognard.table.worded import Hand

STRIKERS, COMPANIONS = 2, 2
"""How many strike, and how many escort them or suppress defenses. [23.1]"""
HIGHEST, HIGHEST_NAVAL = 6, 3
"""The highest ratings that the chart has rows for."""
MISSILES_ONLY = 2
"""The asterisks of a Strike Rating that serves to launch cruise missiles alone. [15.2.1]"""


class AnnounceStrike(Packed):
    """Announcing an air strike. [23.2]"""

    do, rule, order = "announce-strike", "23.2", Raid
    title, plural = "Announce an air strike", "air strikes"
    phrase = ("{units} at {target} {hexes}", "{units} at {target}")
    added = ("from stand-off: {standoff}", "escorted by {escorts}", "Wild Weasels: {suppressors}")

    def against(self, game: Nw, player: str, order: Raid) -> list[Refusal]:
        """Who may strike and come along, and whether the target may be struck. [23.1] [23.2]"""
        aim = Target(order.target, order.hexes)
        found = _crew(game, player, order.units) or along(
            game, player, order.escorts, order.suppressors, order.units
        )
        found = found or why_not(game, player, AIR, aim) or _afar(game, order, aim)
        for name in order.units if not found else ():
            found = found or _unfit(game, player, name, aim)
        return found or _unreached(game, (*order.units, *order.escorts, *order.suppressors), aim)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every unit that is ready and can strike."""
        found = ready(game, player) if game.scenario.air_units else []
        return [n for n in found if not weasel(game, n) and rating(game, n, STRIKE)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Raid]:
        """A unit alone at every target, from a distance where it can."""
        far = (actor,) if marked(game, actor, STRIKE).stars else ()
        for target in targets(game, player, AIR):
            standoff = () if target.name == INTERDICTION else far
            yield Raid((actor,), target.name, target.hexes, standoff=standoff)

    def towards(self, game: Nw, player: str, hand: Hand, h: int) -> Iterator[Raid]:
        """Those in hand together at everything in a hex."""
        yield from self.additions(game, player, None, hand, h)

    def blows(self, game: Nw, player: str, order: Raid) -> Sequence[Blow]:
        """A roll for each striker, with what its pilots are worth. [15.2.4]"""
        found = [blow_of(game, player, name, self.aim(order)) for name in order.units]
        return [replace(blow, tally=skilled(game, blow.unit)) for blow in found]

    def carry_out(self, game: Nw, player: str, order: Raid) -> None:
        """They leave their boxes; the mission is flown when all are announced. [23.2-p4]"""
        announce(game, self.mission(player, order))


def announce(game: Nw, mission: Mission) -> None:
    """Write a mission down, and tell of it; under the fog of war only what it is aimed at.

    [23.2-p4] [29.2.1]
    """
    record(game, mission)
    units = mission.crew
    depart(game, [name for name in units if name in game.scenario.aircraft], veiled=True)
    aim = Target(mission.target, mission.hexes)
    facts = {"side": mission.side, **aimed(game, aim)}
    event, more = Event("announced", "23.2-p4", facts), {"kind": mission.kind, "units": list(units)}
    if game.scenario.air_units and game.options["air-fog"] == "on":
        game.emit(event.to(mission.side, **more))
    else:
        game.emit(replace(event, facts={**facts, **more}))


def skilled(game: Nw, name: str) -> Tally:
    """What the pilots of an air unit add to its roll. [15.2.4]"""
    skill = plane(game, name).skill
    return Tally().add("pilots", skill, "15.2.4") if skill else Tally()


# ---- what speaks against it


def _crew(game: Nw, side: str, names: Sequence[str]) -> list[Refusal]:
    """One or two strikers, ready. [23.1]"""
    if not 1 <= len(names) <= STRIKERS or len({*names}) != len(names):
        return [Refusal("23.1", f"one or two air units strike, not {len(names)}")]
    for name in names:
        if name not in ready(game, side):
            return [Refusal("23.1", f"{called(game, name)} is no Ready air unit of {side}")]
    return []


def along(
    game: Nw, side: str, escorts: Sequence[str], suppressors: Sequence[str],
    strikers: Sequence[str] = (),
) -> list[Refusal]:  # fmt: skip
    """Two companions at most: escorts out of the Air Superiority Box, Wild Weasels. [23.1]"""
    company = (*escorts, *suppressors)
    if len(company) > COMPANIONS or len({*company, *strikers}) < len(company) + len(strikers):
        text = f"at most {COMPANIONS} units come along as escorts or to suppress, each once"
        return [Refusal("23.1", text)]
    for name in escorts:
        if name not in aloft(game, side):
            text = f"{called(game, name)} is not in the Air Superiority Box, and cannot escort"
            return [Refusal("23.1", text)]
    for name in suppressors:
        if name not in ready(game, side) or not weasel(game, name):
            return [Refusal("23.1", f"{called(game, name)} is no Ready Wild Weasel")]
    return []


def _unfit(game: Nw, side: str, name: str, aim: Target) -> list[Refusal]:
    """A striker needs a rating in this weather, and a column of the chart. [23.1]"""
    if weasel(game, name):  # [23.0]
        text = f"{called(game, name)} is a Wild Weasel: it strikes at air defenses only"
        return [Refusal("23.3", text)]
    if marked(game, name, STRIKE).stars == MISSILES_ONLY:  # [15.2.1]
        text = f"{called(game, name)} carries cruise missiles, and nothing else to strike with"
        return [Refusal("15.2.1", text)]
    if not rating(game, name, STRIKE):
        return [Refusal("23.1", f"{called(game, name)} has no Strike Rating to fly with")]
    if not has_column(game, blow_of(game, side, name, aim)):
        return [Refusal("23.4.1", f"{called(game, name)} can do nothing there")]
    return []


def _afar(game: Nw, order: Raid, aim: Target) -> list[Refusal]:
    """Stand-off weapons need an asterisk, and interdict nothing. [15.2.8]"""
    for name in order.standoff:
        if name not in order.units or not marked(game, name, STRIKE).stars:
            return [Refusal("15.2.8", f"{called(game, name)} has no stand-off weapons to strike")]
    if order.standoff and sort_of(game, aim) == INTERDICTION:
        return [Refusal("15.2.8", "stand-off weapons cannot be used for interdiction")]
    return []


def _unreached(game: Nw, names: Sequence[str], aim: Target) -> list[Refusal]:
    """Everybody's range must do. [22.3] [24.1]"""
    box = area_of(game, aim)
    if sort_of(game, aim) == VESSEL:
        box = ship_of(game, aim.name).where
    for name in names:
        if not reaches(game, name, spot(game, aim), box):
            return [Refusal("22.3", f"the target is out of the range of {called(game, name)}")]
    return []


def blow_of(game: Nw, side: str, name: str, aim: Target) -> Blow:
    """The row of a striker: by its rating; of a carrier's own against ships, another. [17.1.3]"""
    value = rating(game, name, STRIKE)
    if carrier(game, name) and sort_of(game, aim) == VESSEL:
        row = f"naval {min(value, HIGHEST_NAVAL)}"
    else:
        row = f"air {min(value, HIGHEST)}" if value else "air 1"
    return Blow(side, AIR, row, aim, value, unit=name)


# ---- Wild Weasels


class AnnounceWeasels(PackedWeasels):
    """Announcing a Wild Weasel mission against air defenses; any number may be. [23.3]"""

    do, rule, order = "announce-weasels", "23.3", Suppression
    title, plural = "Strike at air defenses", "Wild Weasel missions"
    phrase = "{units} at {targets}"

    def against(self, game: Nw, player: str, order: Suppression) -> list[Refusal]:
        """Wild Weasels only, each at a track of the enemy. [23.3]"""
        found = _crew(game, player, order.units) or along(
            game, player, order.escorts, order.suppressors, order.units
        )
        if found:
            return found
        if len(order.targets) != len(order.units) or not {*order.targets} <= {*TRACKS}:
            text = f"each Wild Weasel strikes a track: {', '.join(TRACKS)}"
            return [Refusal("23.3", text)]
        for name in order.units:
            if not weasel(game, name) or not flyable(game, name):
                return [Refusal("23.3", f"{called(game, name)} is no Wild Weasel that can fly")]
        everybody = (*order.units, *order.escorts, *order.suppressors)
        return _unreached(game, everybody, Target(order.targets[0]))

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every Wild Weasel that is ready."""
        found = ready(game, player) if game.scenario.air_units else []
        return [n for n in found if weasel(game, n) and flyable(game, n)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Suppression]:
        """One alone at every track."""
        for track in TRACKS:
            yield Suppression((actor,), (track,))

    def carry_out(self, game: Nw, player: str, order: Suppression) -> None:
        """They leave their box. [23.2-p4]"""
        announce(game, self.mission(player, order))
