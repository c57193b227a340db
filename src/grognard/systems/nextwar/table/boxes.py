"""The Air Display and the waters: boxes with compartments, and who lies there. [22.1] [7.1]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.systems.nextwar.aircraft import Basing
from grognard.systems.nextwar.airpower.hidden import Send
from grognard.systems.nextwar.airpower.placing import Patrol
from grognard.systems.nextwar.airpower.sorties import readiness
from grognard.systems.nextwar.airpower.transfers import Transfer
from grognard.systems.nextwar.airpower.wings import (
    ABORTED,
    FLOWN,
    MISSION,
    READY,
    RECOVERY,
    SUPERIORITY,
    Wing,
    plane,
    seen_wings,
)
from grognard.systems.nextwar.naval.sailing import Sail
from grognard.systems.nextwar.naval.status import MINES
from grognard.systems.nextwar.naval.waters import ruler
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.aiming import target_words
from grognard.systems.nextwar.strikes.announcing import AnnounceStrike, AnnounceWeasels
from grognard.systems.nextwar.strikes.seen import outline, veiled
from grognard.systems.nextwar.strikes.status import Mission, announced
from grognard.systems.nextwar.strikes.targets import Target, spot
from grognard.systems.nextwar.table.names import called, names, title
from grognard.systems.nextwar.units import BOX, ELIMINATED, EXPECTED, SHIPS
from grognard.table.boxes import Box, Compartment, Display
from grognard.table.cards import Tone
from grognard.table.tabletop import Player

AREAS: tuple[tuple[str, str, str, Tone], ...] = (
    (READY, "Ready", "may fly a mission now, or be placed in the Air Superiority Box", "good"),
    (FLOWN, "Flown", "flies no more this turn; ready again in the next", "plain"),
    (ABORTED, "Aborted", "rolls at the end of the turn to be ready again", "bad"),
    (RECOVERY, "Recovering", "rolls at the end of the turn to be ready again", "warn"),
)
"""The areas of a Basing Box. [22.1.3] [22.4]"""
FIGHTING = "fights for the air, escorts strikes, and intercepts those of the enemy"
NEW_STRIKE = "one or two ready aircraft strike a target; put them here, or on the map"
NEW_WEASELS = "Wild Weasels strike at radars, missiles or guns before all others fly"


def displays(game: Nw, player: Player) -> list[Display]:
    """The Air Display of the Advanced Game, and the waters where there are any."""
    found = [air_display(game, player)] if game.scenario.air_units else []
    return [*found, *([sea_display(game)] if game.board.boxes and game.scenario.fleet else [])]


# ---- in the air


def air_display(game: Nw, player: Player) -> Display:
    """Where all air units are: one's own bases first, then the enemy's. [22.1.1]"""
    known = seen_wings(game, player)
    boxes = [_superiority(game, player, known), _missions(game, player, known)]
    for side in _sides(game, player):
        boxes += [_base(game, side, box, known) for box in _bases(known, game, side)]
        boxes += _gone(game, side, known)
    return Display(
        "air", "Air Display", "where all aircraft are, and what they may do now", (*boxes,)
    )


def _sides(game: Nw, player: Player) -> list[str]:
    """The sides, one's own first."""
    return sorted(game.scenario.sides, key=lambda side: side != player)


def _there(
    game: Nw, known: Mapping[str, Wing], side: str, *places: str, box: str = ""
) -> list[str]:
    """A side's air units in some areas, of one base or of all."""
    return [
        name
        for name, wing in known.items()
        if wing.place in places and plane(game, name).side == side and box in ("", wing.box)
    ]


def _superiority(game: Nw, player: Player, known: Mapping[str, Wing]) -> Box:
    """Both sides' fighters. [22.6.1-p3]"""
    areas = [
        Compartment(
            f"superiority {side}", title(game, side), side,
            tuple(_there(game, known, side, SUPERIORITY)), FIGHTING,
            does=(Patrol.do, Send.do) if side == player else (),
        )
        for side in _sides(game, player)
    ]  # fmt: skip
    return Box("superiority", "Air Superiority Box", None, (), tuple(areas))


def _missions(game: Nw, player: Player, known: Mapping[str, Wing]) -> Box:
    """What is announced, and where new missions are begun. [23.2]"""
    areas = []
    if _announces(game, player):
        areas += [
            Compartment("new strike", "New air strike", player, about=NEW_STRIKE,
                        does=(AnnounceStrike.do,)),
            Compartment("new weasels", "New strike at air defenses", player, about=NEW_WEASELS,
                        does=(AnnounceWeasels.do,)),
        ]  # fmt: skip
    flying = list(_flights(game, player))
    named = {name for one in flying for name in one.counters}
    for side in _sides(game, player):
        rest = [name for name in _there(game, known, side, MISSION) if name not in named]
        if rest:
            areas.append(Compartment(f"away {side}", "Under way", side, tuple(rest)))
    return Box("missions", "Missions", None, (), (*areas, *flying))


def _announces(game: Nw, player: Player) -> bool:
    """Whether a player could announce a mission now. [23.2]"""
    asks = game.open_asks(player) if player in game.scenario.sides else ()
    return any(ask.offer(AnnounceStrike.do) or ask.offer(AnnounceWeasels.do) for ask in asks)


def _flights(game: Nw, player: Player) -> Iterator[Compartment]:
    """The missions that are announced and not yet over, as a player may know them. [29.2.1]"""
    for name, mission in announced(game):
        if mission.done or not (mission.crew or mission.points):
            continue
        hidden = player not in (None, mission.side) and veiled(game, mission)
        shown = outline(mission) if hidden else mission
        h = spot(game, Target(mission.target, mission.hexes))
        labels = [game.board.label(one) for one in mission.hexes]
        words = f"Against {target_words(game, mission.target, labels, names(game))}"
        yield Compartment(
            name, words, mission.side, _crew(game, shown),
            hexes=(game.board.label(h),) if h >= 0 else (), tone="info",
        )  # fmt: skip


def _crew(game: Nw, mission: Mission) -> tuple[str, ...]:
    """Those who fly and have counters."""
    return tuple(name for name in mission.crew if name in names(game))


def _bases(known: Mapping[str, Wing], game: Nw, side: str) -> list[str]:
    """The bases of a side's aircraft, those of the chart first; carriers follow. [22.1]"""
    own = [box.name for box in game.scenario.basing.values() if box.side == side]
    used = [wing.box for name, wing in known.items() if plane(game, name).side == side]
    living = {wing.box for wing in known.values() if wing.place not in (ELIMINATED, EXPECTED)}
    return [box for box in dict.fromkeys((*own, *used)) if box in living]


def _base(game: Nw, side: str, box: str, known: Mapping[str, Wing]) -> Box:
    """A Basing Box or a carrier, area by area. [22.1.3]"""
    basing: Basing | None = game.scenario.basing.get(box)
    lacking = () if basing is not None and basing.recovery else (RECOVERY,)
    areas = tuple(
        Compartment(
            f"{place} {box} {side}", words, side,
            tuple(_there(game, known, side, place, box=box)), about,
            does=(Transfer.do,) if place == READY and basing is not None else (), sort=box,
            tone=tone,
        )
        for place, words, about, tone in AREAS
        if place not in lacking
    )  # fmt: skip
    based = [name for area in areas for name in area.counters]
    notes = [_service(readiness(game, based[0]))] if based else []
    where = called(game, box) if basing is None else f"Bases: {box}"
    return Box(f"base {box} {side}", where, side, tuple(notes), areas)


def _service(highest: int) -> str:
    """What makes aborted aircraft ready again. [22.4-p4]"""
    rolls = f"0 to {highest}" if highest else "0"
    return f"aborted aircraft are ready again on a roll of {rolls} [22.4-p4]"


def _gone(game: Nw, side: str, known: Mapping[str, Wing]) -> list[Box]:
    """Who is lost, and who is still to come. [27.6] [22.4-p5]"""
    areas = [
        Compartment(f"{place} {side}", words, side, tuple(found))
        for place, words in ((EXPECTED, "Still to come"), (ELIMINATED, "Destroyed"))
        if (found := _there(game, known, side, place))
    ]
    return [Box(f"gone {side}", "Not in play", side, (), tuple(areas))] if areas else []


# ---- at sea


def sea_display(game: Nw) -> Display:
    """The waters with who controls them, and the ships there; those on the map lie on it. [7.2]"""
    boxes = tuple(_waters(game, name) for name in game.board.boxes)
    return Display("sea", "The waters", "who controls each, and which ships are there", boxes)


def _waters(game: Nw, name: str) -> Box:
    box, side = game.board.boxes[name], ruler(game, name)
    notes = []
    if box.kind != "holding":
        notes.append(f"controlled by {title(game, side)} [7.2]" if side else "contested [7.2]")
    here = {*box.hexes}
    mines = [mine for mine in game.state[MINES].values() if mine.density and mine.hex in here]
    notes += [f"mines in {len(mines)} hexes [7.5]"] if mines else []
    ships: Sequence[Compartment] = [
        Compartment(f"{name} {one}", title(game, one), one, found, does=(Sail.do,))
        for one in game.scenario.sides
        if (found := _moored(game, name, one))
    ]
    return Box(f"waters {name}", name, side or None, tuple(notes), tuple(ships))


def _moored(game: Nw, name: str, side: str) -> tuple[str, ...]:
    """The ships of a side in a box."""
    return tuple(
        ship
        for ship, record in game.state[SHIPS].items()
        if (record.place, record.where) == (BOX, name) and game.scenario.ships[ship].side == side
    )
