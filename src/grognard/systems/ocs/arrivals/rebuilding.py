"""Rebuilding what is no combat unit: trucks and aircraft, with equipment. [13.5e] [13.5f]"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air import bases
from grognard.systems.ocs.arrivals import entering, replacements
from grognard.systems.ocs.arrivals.reinforcements import (
    AIR_STEPS,
    air_steps,
    bring_aircraft,
    no_room,
    use_air_steps,
)
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SIDES, TOKENS, TRANSPORT, Transport
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.transport import DUKW
from grognard.systems.ocs.turn.phases import REINFORCEMENT, OcsDeed, deed
from grognard.systems.ocs.units import DEAD, MAP, POOL, TRUCK, UNITS

AIR_STEPS_PER_REPL = 2
"""The steps of aircraft that one equipment replacement rebuilds. [13.5f]"""


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


@deed(REINFORCEMENT)
class RebuildTrucks(OcsDeed):
    """Rebuild trucks that the enemy has destroyed or captured: an equipment for a point. [13.5e]

    `organic` names the Organic Trucks to bring back; others come as new Transport Points.
    """

    do = "rebuild-trucks"
    rule = "13.5e"
    form = {"repls": "texts", "organic": "text?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """As many points as equipment, and never more than were lost. [13.5e]"""
        repls, organic = action["repls"], action.get("organic", "")
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

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """One point, and each of the lost Organic Trucks."""
        for h in replacements.depots(game, player):
            stock = replacements.repls_in(game, player, h, "eq")
            for key in lost_organic(game, player):
                size = game.state[TRANSPORT][key].size // TOKENS
                action = {"do": self.do, "repls": stock[:size], "organic": key}
                if not self.check(game, player, action):
                    yield action
            action = {"do": self.do, "repls": stock[:1]}
            if not self.check(game, player, action):
                yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether trucks have been lost that can be rebuilt."""
        return next(self.legal(game, player), None) is not None

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They stand in the hex of the replacements, empty. [13.5e]"""
        repls, organic = action["repls"], action.get("organic", "")
        h, tokens = unit_of(game, repls[0]).hex, len(repls) * TOKENS
        replacements.use_up(game, player, repls)
        if organic:
            found = replace(game.state[TRANSPORT][organic], reserve=False, traced=True)  # [13.2d]
            game.put(TRANSPORT, organic, replace(found, place=MAP, hex=h, at="", load=0))
        else:
            kind = next(name for name in game.scenario.kinds if is_truck(game, name))
            key = transport.new_key(game, player, kind)
            game.put(TRANSPORT, key, Transport(player, kind, tokens, h))
        status = game.state[SIDES][player]
        left = max(0, status.trucks_lost - tokens)
        game.put(SIDES, player, replace(status, trucks_lost=left))
        facts = {"hex": game.board.label(h), "tokens": tokens}
        text = f"{tokens // TOKENS} truck points are rebuilt in {game.board.label(h)}"
        game.emit(Event("trucks-rebuilt", text, self.rule, facts, seen_by=(player,)))
        yield from ()


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


@deed(REINFORCEMENT)
class RebuildAircraft(OcsDeed):
    """Rebuild steps of aircraft: two for an equipment, whatever the weather. [13.5f]

    `planes` names an aircraft for each step; one from the dead pile needs a base in `bases`. In
    games whose tables bring such steps, these are used and no equipment.
    """

    do = "rebuild-aircraft"
    rule = "13.5f"
    form = {"planes": "texts", "bases": "map?", "repl": "text?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """The steps, what pays for them, and where dead ones come back."""
        planes, repl = action["planes"], action.get("repl", "")
        if not planes:
            return [Refusal("13.5f", "name an aircraft for each step")]
        h, refusals = self._means(game, player, planes, repl)
        if refusals:
            return refusals
        places = action.get("bases", {})
        counted: Mapping[str, int] = Count(planes)
        for key, steps in counted.items():
            refusals += self._why_not(game, player, key, steps, h, places.get(key, ""))
        return refusals

    def _means(
        self, game: Ocs, player: str, planes: Sequence[str], repl: str
    ) -> tuple[int, list[Refusal]]:
        """What pays for the steps: one equipment for two, or steps of the game's table."""
        if own_table(game, player):
            if repl or len(planes) > air_steps(game, player):
                text = (
                    f"the table has brought {air_steps(game, player)} steps; equipment does not do"
                )
                return -1, [Refusal("13.5f", text)]
            return -1, []
        h, refusals = replacements.gather(game, player, [repl] if repl else [])
        if refusals:
            return h, refusals
        if replacements.counted(game, [repl]) != (0, 1) or len(planes) > AIR_STEPS_PER_REPL:
            return h, [Refusal("13.5f", "one equipment rebuilds one or two steps of aircraft")]
        return h, []

    def _why_not(
        self, game: Ocs, player: str, key: str, steps: int, h: int, base_name: object
    ) -> list[Refusal]:
        found = game.state[AIR].get(key)
        if found is None or found.side != player or found.place not in (MAP, DEAD):
            return [Refusal("13.5f", f"{key!r} is no aircraft of {player} to rebuild")]
        lacking = 2 if found.place == DEAD else int(found.reduced)
        if steps > lacking:
            return [Refusal("13.5f", f"{key} lacks {lacking} steps, not {steps}")]
        if found.place == MAP:
            if h >= 0 and stacks.air_hex(game, key) != h:
                return [Refusal("13.5a(2)", f"{key} is not where the equipment is")]
            return []
        base = bases.named(game, player, base_name)
        if base is None:
            return [Refusal("13.5f", f"say on which base of {player} {key} comes back")]
        return no_room(game, base, key)

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """One or two steps of each aircraft."""
        repls = [""] if own_table(game, player) else _equipment(game, player)
        if not repls:
            return
        places = [bases.name_of(game, base) for base in bases.bases(game, player)]
        for key, found in sorted(game.state[AIR].items()):
            lacking = 2 if found.place == DEAD else int(found.reduced)
            for steps in range(1, lacking + 1) if found.side == player else ():
                for base in places if found.place == DEAD else [""]:
                    for repl in repls:
                        action: Action = {"do": self.do, "planes": [key] * steps}
                        action |= {"repl": repl} if repl else {}
                        action |= {"bases": {key: base}} if base else {}
                        if not self.check(game, player, action):
                            yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether any aircraft can be rebuilt."""
        return next(self.legal(game, player), None) is not None

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """A whole equipment goes, be it for a single step; dead ones come back Active. [13.5f]"""
        planes, repl = action["planes"], action.get("repl", "")
        if repl:
            replacements.use_up(game, player, [repl])
        else:
            use_air_steps(game, player, len(planes))
        counted: Mapping[str, int] = Count(planes)
        for key, steps in counted.items():
            found = game.state[AIR][key]
            if found.place == MAP:
                game.put(AIR, key, replace(found, reduced=False))
                continue
            game.put(AIR, key, replace(found, reduced=steps == 1))
            base = bases.named(game, player, action["bases"][key])
            assert base is not None
            bring_aircraft(game, key, base)
        text = f"{len(planes)} steps of aircraft are rebuilt"
        facts = {"planes": list(planes)}
        game.emit(Event("aircraft-rebuilt", text, self.rule, facts, seen_by=(player,)))
        yield from ()


def _equipment(game: Ocs, side: str) -> list[str]:
    """An equipment that can be used in each depot."""
    found = [replacements.repls_in(game, side, h, "eq") for h in replacements.depots(game, side)]
    return [names[0] for names in found if names and names[0] in game.state[UNITS]]
