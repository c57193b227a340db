"""Rebuilding what is no combat unit: trucks and aircraft, with equipment. [13.5e] [13.5f]"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece
from grognard.systems.ocs.air import bases
from grognard.systems.ocs.arrivals import entering, replacements
from grognard.systems.ocs.arrivals.consignments import AIR_STEPS, air_steps, use_air_steps
from grognard.systems.ocs.arrivals.reinforcements import bring_aircraft, no_room
from grognard.systems.ocs.forms import Crowd
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SIDES, TOKENS, TRANSPORT, Aircraft, Transport
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.transport import DUKW
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import DEAD, MAP, POOL, TRUCK, UNITS
from grognard.table.worded import Hand

AIR_STEPS_PER_REPL = 2
"""The steps of aircraft that one equipment replacement rebuilds. [13.5f]"""
FEW = 4
"""How many ways are listed that are about nobody on the map."""


# ---- trucks


def is_truck(game: Ocs, kind: str) -> bool:
    """Whether a kind of transport is a truck; wagons, mules and DUKWs are not rebuilt. [13.5e]"""
    return game.scenario.kinds[kind].move == TRUCK and kind != DUKW


def trucks_of(game: Ocs, side: str) -> int:
    """The truck points a side has, in tokens."""
    return sum(
        found.size
        for found in game.state[TRANSPORT].values()
        if found.side == side and is_truck(game, found.kind) and found.place not in (DEAD, POOL)
    )


def provided(game: Ocs, side: str) -> int:
    """The truck points that the scenario has given a side so far, in tokens. [13.5e]

    A game may say itself how many it can have. [MT-limits]
    """
    most = game.scenario.limits[side].truck_total
    given = (
        found.size
        for key, found in game.scenario.transport.items()
        if found.side == side
        and is_truck(game, found.kind)
        and entering.place_of(game, key) != POOL
    )
    return most or sum(given)


def lost_organic(game: Ocs, side: str) -> list[str]:
    """The Organic Trucks of a side that are destroyed."""
    return [
        key
        for key, found in sorted(game.state[TRANSPORT].items())
        if found.side == side and found.formation and found.place == DEAD
    ]


@dataclass(frozen=True, slots=True)
class Trucks:
    """Equipment, and the Organic Trucks that it brings back; others come as new points."""

    repls: Crowd
    organic: Piece = ""


class RebuildTrucks(OcsVerb[Trucks]):
    """Rebuild trucks that the enemy has destroyed or captured: an equipment for a point. [13.5e]"""

    do, rule, order = "rebuild-trucks", "13.5e", Trucks
    title = "Rebuild trucks"
    phrase = ("Rebuild trucks of {organic} with {repls}", "Rebuild trucks with {repls}")
    rare = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Trucks]:
        """Each of the lost Organic Trucks, and one point."""
        for h in replacements.depots(game, player):
            stock = replacements.repls_in(game, player, h, "eq")
            for key in lost_organic(game, player):
                size = game.state[TRANSPORT][key].size // TOKENS
                yield Trucks(tuple(stock[:size]), key)
            yield Trucks(tuple(stock[:1]))

    def against(self, game: Ocs, player: str, order: Trucks) -> list[Refusal]:
        """As many points as equipment, and never more than were lost. [13.5e]"""
        repls, organic = order.repls, order.organic
        _, refusals = replacements.gather(game, player, repls)
        if refusals:
            return refusals
        if replacements.counted(game, repls)[0]:
            return [Refusal("13.5e", "trucks take equipment, not men")]
        tokens = len(repls) * TOKENS
        if organic:
            if organic not in lost_organic(game, player):
                return [Refusal("13.5e", f"{organic!r} are no lost Organic Trucks of {player}")]
            size = game.state[TRANSPORT][organic].size
            if not is_truck(game, game.state[TRANSPORT][organic].kind) or size != tokens:
                text = f"{organic} takes {size // TOKENS} equipment, and must be trucks"
                return [Refusal("13.5e", text)]
        return _beyond_losses(game, player, tokens)

    def carry_out(self, game: Ocs, player: str, order: Trucks) -> None:
        """They stand in the hex of the replacements, empty. [13.5e]"""
        h, tokens = unit_of(game, order.repls[0]).hex, len(order.repls) * TOKENS
        replacements.use_up(game, player, order.repls)
        if order.organic:
            lost = game.state[TRANSPORT][order.organic]
            found = replace(lost, reserve=False, traced=True)  # [13.2d]
            game.put(TRANSPORT, order.organic, replace(found, place=MAP, hex=h, at="", load=0))
        else:
            kind = next(name for name in game.scenario.kinds if is_truck(game, name))
            key = transport.new_key(game, player, kind)
            game.put(TRANSPORT, key, Transport(player, kind, tokens, h))
        status = game.state[SIDES][player]
        left = max(0, status.trucks_lost - tokens)
        game.put(SIDES, player, replace(status, trucks_lost=left))
        facts = {"hex": game.board.label(h), "tokens": tokens}
        game.emit(Event("trucks-rebuilt", self.rule, facts, seen_by=(player,)))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Trucks]:
        """What the equipment in hand can bring back."""
        yield from (order for order, _ in self._own(game, player, hand))

    def details(self, game: Ocs, order: Trucks) -> Mapping[str, str]:
        """Whose trucks."""
        return {"organic": order.organic}


def _beyond_losses(game: Ocs, side: str, tokens: int) -> list[Refusal]:
    """Never more trucks than were lost, Organic ones among them, nor than the scenario provides.

    [13.5e] [MT-limits]
    """
    lost = game.state[SIDES][side].trucks_lost
    if tokens > lost:
        text = f"{lost} tokens of trucks have been lost to the enemy, {tokens} cannot come back"
        return [Refusal("13.5e", text)]
    most = provided(game, side)
    if trucks_of(game, side) + tokens > most:
        return [Refusal("13.5e", f"{side} never has more than {most} tokens of trucks")]
    return []


# ---- aircraft


def own_table(game: Ocs, side: str) -> bool:
    """Whether the game's table replaces steps of aircraft by itself. [13.5f]"""
    columns = game.scenario.tables["variable-reinforcements"].columns
    return AIR_STEPS in columns or f"{side}-{AIR_STEPS}" in columns


@dataclass(frozen=True, slots=True)
class Wings:
    """An aircraft for each step; one from the dead pile needs a base. What pays is an equipment,
    or steps that the game's table has brought."""

    planes: Crowd
    bases: bases.Homes = field(default_factory=dict)
    repl: Piece = ""


class RebuildAircraft(OcsVerb[Wings]):
    """Rebuild steps of aircraft: two for an equipment, whatever the weather. [13.5f]

    In games whose tables bring such steps, these are used and no equipment.
    """

    do, rule, order = "rebuild-aircraft", "13.5f", Wings
    title, phrase = "Rebuild aircraft", ("Rebuild {planes} with {repl}", "Rebuild {planes}")
    rare = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Wings]:
        """One or two steps of each aircraft, and one of each of two."""
        repls = [""] if own_table(game, player) else _equipment(game, player)
        places = [bases.name_of(game, base) for base in bases.bases(game, player)] if repls else []
        air = sorted(game.state[AIR].items()) if repls else ()
        worn = {key: found for key, found in air if found.side == player and _lacking(found)}
        several = [(key,) * steps for key in worn for steps in range(1, _lacking(worn[key]) + 1)]
        for planes in (*several, *combinations(worn, 2)):
            dead = [key for key in dict.fromkeys(planes) if worn[key].place == DEAD]
            for homes in product(places, repeat=len(dead)):
                found = dict(zip(dead, homes, strict=True))
                yield from (Wings(planes, found, repl) for repl in repls)

    def against(self, game: Ocs, player: str, order: Wings) -> list[Refusal]:
        """The steps, what pays for them, and where dead ones come back."""
        if not order.planes:
            return [Refusal("13.5f", "name an aircraft for each step")]
        h, refusals = _means(game, player, order.planes, order.repl)
        if refusals:
            return refusals
        counted: Mapping[str, int] = Count(order.planes)
        for key, steps in counted.items():
            refusals += _why_not_plane(game, player, key, steps, h, order.bases.get(key, ""))
        return refusals

    def carry_out(self, game: Ocs, player: str, order: Wings) -> None:
        """A whole equipment goes, be it for a single step; dead ones come back Active. [13.5f]"""
        planes = order.planes
        if order.repl:
            replacements.use_up(game, player, [order.repl])
        else:
            use_air_steps(game, player, len(planes))
        counted: Mapping[str, int] = Count(planes)
        for key, steps in counted.items():
            found = game.state[AIR][key]
            if found.place == MAP:
                game.put(AIR, key, replace(found, reduced=False))
                continue
            game.put(AIR, key, replace(found, reduced=steps == 1))
            base = bases.named(game, player, order.bases[key])
            assert base is not None
            bring_aircraft(game, key, base)
        facts = {"planes": list(planes)}
        game.emit(Event("aircraft-rebuilt", self.rule, facts, seen_by=(player,)))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Wings]:
        """What can be rebuilt of the aircraft in hand, or with the equipment in hand."""
        yield from (order for order, _ in self._own(game, player, hand))

    def by_itself(self, game: Ocs, player: str) -> Iterator[Wings]:
        """The first few: the dead are nowhere on the map."""
        every = self.ways(game, player, "")
        yield from islice((o for o in every if not self.against(game, player, o)), FEW)


def _lacking(found: Aircraft) -> int:
    """The steps that an aircraft lacks. [13.5f]"""
    return 2 if found.place == DEAD else int(found.reduced)


def _means(game: Ocs, player: str, planes: Sequence[str], repl: str) -> tuple[int, list[Refusal]]:
    """What pays for the steps: one equipment for two, or steps of the game's table."""
    if own_table(game, player):
        if repl or len(planes) > air_steps(game, player):
            text = f"the table has brought {air_steps(game, player)} steps; equipment does not do"
            return -1, [Refusal("13.5f", text)]
        return -1, []
    h, refusals = replacements.gather(game, player, [repl] if repl else [])
    if refusals:
        return h, refusals
    if replacements.counted(game, [repl]) != (0, 1) or len(planes) > AIR_STEPS_PER_REPL:
        return h, [Refusal("13.5f", "one equipment rebuilds one or two steps of aircraft")]
    return h, []


def _why_not_plane(
    game: Ocs, player: str, key: str, steps: int, h: int, base_name: object
) -> list[Refusal]:
    """Why steps of an aircraft cannot be rebuilt, or not there. [13.5f] [13.5a(2)]"""
    found = game.state[AIR].get(key)
    if found is None or found.side != player or found.place not in (MAP, DEAD):
        return [Refusal("13.5f", f"{key!r} is no aircraft of {player} to rebuild")]
    if steps > _lacking(found):
        return [Refusal("13.5f", f"{key} lacks {_lacking(found)} steps, not {steps}")]
    if found.place == MAP:
        if h >= 0 and stacks.air_hex(game, key) != h:
            return [Refusal("13.5a(2)", f"{key} is not where the equipment is")]
        return []
    base = bases.named(game, player, base_name)
    if base is None:
        return [Refusal("13.5f", f"say on which base of {player} {key} comes back")]
    return no_room(game, base, key)


def _equipment(game: Ocs, side: str) -> list[str]:
    """An equipment that can be used in each depot."""
    found = [replacements.repls_in(game, side, h, "eq") for h in replacements.depots(game, side)]
    return [names[0] for names in found if names and names[0] in game.state[UNITS]]
