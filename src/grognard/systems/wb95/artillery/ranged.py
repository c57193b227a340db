"""Ranged attacks: guns fire at a distant hex, or at a bridge. [6.4]"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from grognard.engine.decision import Action, Procedure
from grognard.engine.dice import Faces
from grognard.engine.event import Event, Later
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.among import subsets
from grognard.kit.chance import rolled, shuffled
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Pieces
from grognard.systems.wb95.air import air
from grognard.systems.wb95.artillery.support import RANGE, batteries, guns_near
from grognard.systems.wb95.charts import NO_EFFECT, fire_result, object_destroyed
from grognard.systems.wb95.fighting import disorganisation, fire, obligations
from grognard.systems.wb95.masking.masking import Blind
from grognard.systems.wb95.pieces.barrage_rest import may_fire_after_barrage
from grognard.systems.wb95.pieces.stacks import holder, stacks, units_at
from grognard.systems.wb95.pieces.values import attack_strength, counter_of, unit_of, whole
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, MISSIONS
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works import bridges
from grognard.systems.wb95.works.bridges import Span
from grognard.systems.wb95.works.spans import spans
from grognard.table.worded import Hand

NEAREST = 2
"""The nearest hex a ranged attack can be made on: never an adjacent one. [6.4.3]"""

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvo:
    """Who fires, and which of the guns pay for full strength out of supply."""

    guns: Pieces
    full: Pieces = ()

    def strength(self, game: Wb) -> Tally:
        """The attack strength of all guns together. [6.4.1] [6.4.2b]"""
        tally = Tally()
        for name in self.guns:
            tally += attack_strength(game, name, name in self.full)
        return tally


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoAtHex(Salvo):
    """Fire at the units of a hex, and the air missions that add to it."""

    target: Hex
    air: Pieces = ()

    def air_strength(self, game: Wb) -> Tally:
        """What supporting aircraft add to the guns' strength. [6.4.4] [8.2.3]"""
        tally = Tally()
        for mission in self.air:
            tally = tally.add("air support", game.state[MISSIONS][mission].sp, "8.2.3")
        return tally


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoAtBridge(Salvo):
    """Fire at a bridge."""

    bridge: Span


S = TypeVar("S", bound=Salvo)


class GunFire(Verb[Wb, S]):
    """Guns firing on their own account at one target."""

    stakes, called = "dice", {"air": "aircraft", "full": "full strength out of supply"}
    sure, few = True, True
    least: ClassVar[int] = 1

    def why_gun(self, game: Wb, player: str, name: str) -> list[Refusal]:
        """Reasons why a gun cannot fire now."""
        counter, unit = game.scenario.counters.get(name), game.state[UNITS].get(name)
        own = counter is not None and counter.artillery and counter.side == player
        if not own or unit is None or unit.place != MAP:
            return [Refusal("6.4.1", f"{name!r} is none of {player}'s artillery units on the map")]
        if unit.transport:
            text = f"{name} is limbered; guns fire only in combat set-up"
            return [Refusal("6.1.3", text)]
        return []

    def ready(self, game: Wb, player: str) -> list[str]:
        """The guns that can fire now, in the order of the counters."""
        return [n for n in batteries(game, player) if not self.why_gun(game, player, n)]

    def by_chance(self, game: Wb, player: str, rng: random.Random) -> Iterator[str]:
        """The same in an order of chance; who is limbered or not on the map is not asked why."""
        units = game.state[UNITS]
        for name in shuffled(batteries(game, player), rng):
            unit = units[name]
            silent = unit.place != MAP or unit.transport
            if not silent and not self.why_gun(game, player, name):
                yield name

    def why_together(self, game: Wb, player: str, guns: Sequence[str]) -> list[Refusal]:
        """Reasons why guns that could fire one by one cannot all fire."""
        return []

    def why_salvo(self, game: Wb, player: str, salvo: S) -> list[Refusal]:
        """Reasons against the guns and against what they pay for. [6.4.2a] [10.2.3]"""
        refusals = []
        if len(set(salvo.guns)) < max(self.least, len(salvo.guns)):
            text = f"name {self.least} or more guns, each once"
            refusals.append(Refusal("6.4.2a", text))
        for name in salvo.guns:
            refusals += self.why_gun(game, player, name)
        refusals = refusals or self.why_together(game, player, salvo.guns)
        for name in salvo.full:
            paying = name in salvo.guns and unit_of(game, name).oos > 0
            if not paying or salvo.full.count(name) > 1:
                text = f"{name!r} is no gun of this fire that is out of supply, named once"
                refusals.append(Refusal("10.2.3", text))
        return refusals

    def crews(
        self, game: Wb, player: str, guns: Sequence[str], most: int | None = None
    ) -> Iterator[tuple[Names, Names]]:
        """Every choice of some guns that can fire together, and of those that pay, lazily."""
        for chosen in subsets(guns, self.least, most):
            if not self.why_together(game, player, chosen):
                for full in subsets([name for name in chosen if unit_of(game, name).oos > 0]):
                    yield chosen, full

    def crew(
        self,
        game: Wb,
        player: str,
        rng: random.Random,
        guns: Sequence[str],
        most: int | None = None,
    ) -> tuple[Names, Names]:
        """One of those choices."""
        top = len(guns) if most is None else min(most, len(guns))
        firing = rng.sample(list(guns), rng.randint(self.least, top))
        chosen = tuple(name for name in guns if name in firing)
        if self.why_together(game, player, chosen):
            chosen = chosen[: self.least]
        full = tuple(n for n in chosen if unit_of(game, n).oos > 0 and rng.choice((True, False)))
        return chosen, full

    def towards(self, game: Wb, player: str, hand: Hand, h: int) -> Iterator[S]:
        """Just those guns in hand at the hex, then salvos of theirs and of others."""
        guns = tuple(name for name in hand if name in batteries(game, player))
        if len(guns) == len(hand) and all(unit_of(game, name).place == MAP for name in guns):
            yield from self.aimed_at(game, player, guns, h)
        label = game.board.label(h)
        yield from (order for order, hexes in self._own(game, player, hand) if label in hexes)

    @abstractmethod
    def aimed_at(self, game: Wb, player: str, guns: Names, h: int) -> Iterator[S]:
        """What guns could fire at in a hex."""

    def discharge(self, game: Wb, salvo: S) -> None:
        """The guns have attacked: what that costs them, and that their stacks are open now.

        Full strength out of supply is paid for at once [10.2.3] [10.2.5]. That a failed attack
        raises the level speaks of direct combat, whose results alone can drive a defender off
        [10.2.4]: fire never does.
        """
        for name in salvo.guns:
            disorganisation.disturb(game, name)
            if name in salvo.full:
                supply.raise_level(game, name, 1, "10.2.3")
        for h in sorted({unit_of(game, name).hex for name in salvo.guns}):
            fire.open_stack(game, h)


class HexFire(Blind[SalvoAtHex], GunFire[SalvoAtHex]):
    """Guns firing at the units of a distant hex. [6.4.2a]"""

    order = SalvoAtHex
    phrase = "{guns} at {target}"

    def aims(self, order: SalvoAtHex) -> tuple[int, ...]:
        """The hex that is fired at."""
        return (order.target,)

    def why_range(self, game: Wb, name: str, h: int) -> list[Refusal]:
        """The target must be within range of every gun, and not next to any. [6.4.2a]"""
        away = game.board.distance(unit_of(game, name).hex, h)
        if away > RANGE:
            return [Refusal("6.4.2a", f"{name} reaches {RANGE} hexes, not {away}")]
        if away < NEAREST:
            text = f"{name} is next to the target; ranged attacks go {NEAREST} or {RANGE} hexes"
            return [Refusal("6.4.3", text)]
        return []

    def why_target(self, game: Wb, player: str, h: int) -> list[Refusal]:
        """The target is a hex with enemy units. [6.4.1]"""
        if holder(game, h) != game.scenario.other(player):
            return [Refusal("6.4.1", f"there is no enemy unit in {game.board.label(h)}")]
        return []

    def most(self, game: Wb, player: str) -> int | None:
        """The greatest number of guns that can fire together; None for any number."""
        return None

    def against(self, game: Wb, player: str, order: SalvoAtHex) -> list[Refusal]:
        """Who may fire at whom, and what may add to it. [6.4.2a] [6.4.4]"""
        refusals = self.why_salvo(game, player, order)
        if refusals:
            return refusals
        for name in order.guns:
            refusals += self.why_range(game, name, order.target)
        refusals += self.why_target(game, player, order.target)
        known = air.offensive_missions(game, player, (order.target,))
        for mission in order.air:
            if mission not in known or order.air.count(mission) > 1:
                text = f"{mission!r} is no mission that can support this, named once"
                refusals.append(Refusal("6.4.4", text))
        return refusals

    def targets(self, game: Wb, player: str, guns: Sequence[str]) -> dict[int, list[str]]:
        """The hexes that enough of these guns can fire at, and which guns can. [6.4.2a]"""
        found: dict[int, list[str]] = {}
        for name in guns:
            for h in self.in_reach(game, player, name):
                found.setdefault(h, []).append(name)
        return {
            h: names
            for h, names in sorted(found.items())
            if len(names) >= self.least and not self.why_target(game, player, h)
        }

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[SalvoAtHex]:
        """Every target with every salvo that can be fired at it."""
        most = self.most(game, player)
        for h, names in self.targets(game, player, self.ready(game, player)).items():
            missions = air.offensive_missions(game, player, (h,))
            for guns, full in self.crews(game, player, names, most):
                for support in subsets(missions):
                    yield SalvoAtHex(guns=guns, full=full, target=h, air=support)

    def in_reach(self, game: Wb, player: str, name: str) -> list[int]:
        """The enemy's hexes that one gun can fire at. [6.4.2a]"""
        enemy, near = game.scenario.other(player), game.board.disk(unit_of(game, name).hex, RANGE)
        holders = stacks(game).holders
        return [h for h in near if holders.get(h) == enemy and not self.why_range(game, name, h)]

    def bearing(self, game: Wb, player: str, h: int) -> list[str]:
        """The guns that can fire at a hex now, in the order of the counters. [6.4.2a]"""
        return [
            name
            for name in guns_near(game, player, (h,))
            if not self.why_gun(game, player, name) and not self.why_range(game, name, h)
        ]

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """A gun, a target of it, then a salvo of it and of others that bear on the same hex."""
        for name in self.by_chance(game, player, rng):
            for h in shuffled(self.in_reach(game, player, name), rng):
                bear = [] if self.why_target(game, player, h) else self.bearing(game, player, h)
                if len(bear) >= self.least:
                    guns, full = self.crew(game, player, rng, bear, self.most(game, player))
                    missions = air.offensive_missions(game, player, (h,))
                    support = tuple(one for one in missions if rng.choice((True, False)))
                    salvo = SalvoAtHex(guns=guns, full=full, target=h, air=support)
                    return self.written(game, salvo)
        return None

    def own(self, game: Wb, player: str, piece: str) -> Iterator[Action]:
        """A gun by itself at each hex in its range. [6.4.2a]"""
        if piece in batteries(game, player) and unit_of(game, piece).hex >= 0:
            for h in self.in_reach(game, player, piece):
                yield self.written(game, SalvoAtHex(guns=(piece,), target=h))

    def about(self, game: Wb, player: str, h: int) -> Iterator[Action]:
        """Each gun that bears on a hex, by itself. [6.4.2a]"""
        for name in self.bearing(game, player, h):
            yield self.written(game, SalvoAtHex(guns=(name,), target=h))

    def aimed_at(self, game: Wb, player: str, guns: Names, h: int) -> Iterator[SalvoAtHex]:
        """The units in it."""
        yield SalvoAtHex(guns=guns, target=h)

    def discharge(self, game: Wb, salvo: SalvoAtHex) -> None:
        """The missions that added to it are used up. [8.1.3]"""
        air.spend(game, salvo.air)
        super().discharge(game, salvo)

    def resolve(self, game: Wb, h: int, strength: Tally) -> Procedure:
        """Take the ground off the strength, roll, and let the target suffer. [6.4.2b] [6.4.2c]

        A strength below one has no effect and needs no roll. [6.4.2d]
        """
        label, ground = game.board.label(h), game.board.terrain[h]
        shelter = fire.terrain_shelter(game, h)
        if shelter:
            source = fire.shelter_source(game, h)
            strength = strength.add(f"{ground}, twice", -shelter, "6.4.2b", source)
        facts = Later(
            lambda: {"strength": strength.to_json(), "hex": label, "table": "artillery-fire"}
        )
        game.emit(Event("reckoning", "6.4.2b", facts))
        sp, table = whole(strength), game.scenario.tables["artillery-fire"]
        faces: Faces = ()
        result = NO_EFFECT
        if sp >= 1:
            faces, result = rolled(game, 2, lambda dice: fire_result(table, sp, sum(dice)))
        told = "no effect" if result == NO_EFFECT else str(result)
        game.emit(
            Event(
                "fire", "6.4.2d", {"hex": label, "result": told},
                dice=faces, outcome=True,
            )
        )  # fmt: skip
        yield from fire.suffer(game, h, result, "6.4.2d")


class CombatFire(GunFire[S]):
    """Fire in the Combat Phase, where every gun has one shot and every unit one fight."""

    def why_gun(self, game: Wb, player: str, name: str) -> list[Refusal]:
        """A gun fires once in a Combat Phase [6.1.4], and not after or instead of its own fight."""
        refusals = super().why_gun(game, player, name)
        if refusals:
            return refusals
        unit, now = unit_of(game, name), game.serial
        if unit.fired == now:
            return [Refusal("6.1.4", f"{name} has fired in this Combat Phase already")]
        if unit.fought == now:
            return [Refusal("5.1.1", f"{name} has fought in this Combat Phase already")]
        if not may_fire_after_barrage(game, name):
            return [Refusal("6.5.6", f"{name} fired a barrage and rests for two Combat Phases")]
        return self.why_together(game, player, (name,))

    def why_together(self, game: Wb, player: str, guns: Sequence[str]) -> list[Refusal]:
        """Self-propelled guns that owe a direct attack, or alone can make one, do not fire instead.

        Firing from a distance is no attack on the enemy whose zone of control they are in. [5.1.3]
        """
        mechanised = [name for name in guns if counter_of(game, name).attacks]
        if not mechanised:
            return []
        owing, _ = obligations.unmet(game, player)
        held = [name for name in mechanised if unit_of(game, name).hex in owing]
        if held:
            text = f"in enemy zones of control, these must attack directly: {', '.join(held)}"
            return [Refusal("5.1.3", text)]
        stranded = obligations.stranded(game, player, mechanised, ())
        return obligations.refusals(game, *stranded, player, ", and nobody else could do it")

    def discharge(self, game: Wb, salvo: S) -> None:
        """The guns have had their shot and their fight of this phase. [6.1.4] [5.1.1]"""
        super().discharge(game, salvo)
        for name in salvo.guns:
            spent = replace(unit_of(game, name), fired=game.serial, fought=game.serial)
            game.put(UNITS, name, spent)


class RangedAttack(CombatFire[SalvoAtHex], HexFire):
    """A ranged attack on the units of a hex. [6.4]"""

    do, rule = "bombard", "6.4.1"
    title = "Fire from a distance"

    def why_target(self, game: Wb, player: str, h: int) -> list[Refusal]:
        """Not a hex that was or must be attacked directly in this phase. [6.4.5]"""
        refusals = super().why_target(game, player, h)
        if refusals:
            return refusals
        label = game.board.label(h)
        if any(unit_of(game, name).fought == game.serial for name in units_at(game, h)):
            return [Refusal("6.4.5", f"units in {label} were attacked directly in this phase")]
        if h in obligations.must_be_attacked(game, player):
            return [Refusal("6.4.5", f"units in {label} must be attacked directly")]
        return []

    def carry_out(self, game: Wb, player: str, order: SalvoAtHex) -> Procedure:
        """The guns fire; the target cannot be attacked directly in this phase. [6.4.5]"""
        strength = order.strength(game) + order.air_strength(game)
        self.discharge(game, order)
        for name in units_at(game, order.target):
            game.put(UNITS, name, replace(unit_of(game, name), shelled=game.serial))
        yield from self.resolve(game, order.target, strength)


class FireAtObject(CombatFire[SalvoAtBridge]):
    """Guns fire at a bridge, adjacent ones too. [6.4.7] [14.1.1]"""

    do, rule, order = "shell-bridge", "6.4.7", SalvoAtBridge
    title, phrase = "Shell a bridge", "{guns} at {bridge}"

    def why_bridge(self, game: Wb, guns: Sequence[str], key: int) -> list[Refusal]:
        """A standing bridge with an end within range of every gun. [6.4.7] [6.4.2a]

        Whose it is does not matter unless the option says so. [14.1.4]
        """
        bridge = game.state[BRIDGES].get(key)
        if game.options["bridges"] != "on" or bridge is None or not bridge.intact:
            return [Refusal("14.1.1", f"no bridge stands at {bridges.label(game, key)}")]
        side = counter_of(game, guns[0]).side
        if not bridges.fair_game(game, side, key):
            return [Refusal("14.1.4", f"{side} does not control {bridges.label(game, key)}")]
        if not any(
            all(game.board.distance(unit_of(game, name).hex, end) <= RANGE for name in guns)
            for end in game.scenario.ground.side_hexes(key)
        ):
            text = f"no end of {bridges.label(game, key)} is within {RANGE} hexes of every gun"
            return [Refusal("6.4.2a", text)]
        return []

    def against(self, game: Wb, player: str, order: SalvoAtBridge) -> list[Refusal]:
        """Who may fire at which bridge. [6.4.7]"""
        refusals = self.why_salvo(game, player, order)
        return refusals or self.why_bridge(game, order.guns, order.bridge)

    def objects(self, game: Wb, guns: Sequence[str]) -> dict[int, list[str]]:
        """The bridges that some of these guns reach, and which guns do."""
        found: dict[int, list[str]] = {}
        standing = bridges.standing(game) if bridges.in_use(game) else {}
        for name in guns:
            for key in spans(game).near(unit_of(game, name).hex, RANGE):
                if key in standing and bridges.fair_game(game, counter_of(game, name).side, key):
                    found.setdefault(key, []).append(name)
        return {key: found[key] for key in sorted(found)}

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[SalvoAtBridge]:
        """Every bridge with every salvo that can be fired at it."""
        for key, names in self.objects(game, self.ready(game, player)).items():
            for guns, full in self.crews(game, player, names):
                if not self.why_bridge(game, guns, key):
                    yield SalvoAtBridge(guns=guns, full=full, bridge=key)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """A bridge, then a salvo at it: of many guns, or of one if they share no end of it."""
        for name in self.by_chance(game, player, rng):
            keys = list(self.objects(game, [name]))
            if keys:
                key = rng.choice(keys)
                guns, full = self.crew(game, player, rng, self.bearing(game, player, key))
                if self.why_bridge(game, guns, key):
                    guns, full = self.crew(game, player, rng, [name])
                return self.written(game, SalvoAtBridge(guns=guns, full=full, bridge=key))
        return None

    def bearing(self, game: Wb, player: str, key: int) -> list[str]:
        """The guns that can fire at a bridge now, in the order of the counters. [6.4.7]"""
        near = guns_near(game, player, game.scenario.ground.side_hexes(key))
        return [name for name in near if not self.why_gun(game, player, name)]

    def aimed_at(self, game: Wb, player: str, guns: Names, h: int) -> Iterator[SalvoAtBridge]:
        """The bridges that begin in it."""
        for key in bridges.bridges_of(game, h):
            yield SalvoAtBridge(guns=guns, bridge=key)

    def carry_out(self, game: Wb, player: str, order: SalvoAtBridge) -> None:
        """Sum the strength, no ground comes off it, and roll on the table for objects. [6.4.7]"""
        key, strength = order.bridge, order.strength(game)
        label = bridges.label(game, key)
        self.discharge(game, order)
        facts = Later(
            lambda: {"strength": strength.to_json(), "bridge": label, "table": "attack-on-objects"}
        )
        game.emit(Event("reckoning", "6.4.7", facts))
        table, sp = game.scenario.tables["attack-on-objects"], whole(strength)
        faces, hit = rolled(game, 2, lambda dice: object_destroyed(table, sp, sum(dice)))
        told = "destroyed" if hit else "no effect"
        game.emit(
            Event(
                "fire", "6.4.7",
                {"bridge": label, "result": told}, dice=faces, outcome=True,
            )
        )  # fmt: skip
        if hit:
            bridges.destroy(game, key, "6.4.7")
