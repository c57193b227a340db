"""Attacking: the verb of every Combat Segment, from the declaration to the advance. [9.1] [9.2]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.supposing import last_step
from grognard.kit.among import Among, OneOf, subsets
from grognard.kit.deeds import Questions, Verb
from grognard.kit.forms import Hex, Piece, Pieces, Word
from grognard.kit.orders import OfMany
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.amphibious.assault import (
    beaten_off,
    begin,
    near,
    waiting,
    why_not_assault,
    why_not_beach,
)
from grognard.systems.nextwar.amphibious.beachheads import won
from grognard.systems.nextwar.combat.advance import advance
from grognard.systems.nextwar.combat.battle import Battle, fighting_limit, fits, present
from grognard.systems.nextwar.combat.reckoning import COLUMNS, Reckoning, reckon
from grognard.systems.nextwar.combat.results import Result, couple, look_up, steps_of, suffer
from grognard.systems.nextwar.combat.retreat import check, distance, retreat
from grognard.systems.nextwar.combat.support import arrivals, commit
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.ground import MINOR, TERRAINS
from grognard.systems.nextwar.movement.roads import bridged
from grognard.systems.nextwar.pieces.beachheads import is_beachhead
from grognard.systems.nextwar.pieces.ships import standpoint
from grognard.systems.nextwar.pieces.stacks import holder, on_map, units_at
from grognard.systems.nextwar.pieces.values import counter_of, er, face, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, STORM
from grognard.systems.nextwar.supply.points import change, price
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import ABOARD, MAP, UNITS
from grognard.systems.nextwar.words import called
from grognard.table.cards import Extra
from grognard.table.worded import Hand

LISTED = 200
"""How many companies against one hex are listed."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Units, the hex that they attack, and their lead: the best of them, if none is named."""

    units: Pieces
    hex: Hex
    lead: Piece = ""


@dataclass(frozen=True, slots=True)
class Soil:
    """A type of terrain."""

    terrain: Word


class Attack(Verb[Nw, Declaration]):
    """An attack on one hex by units next to it. [9.1] [9.2.1] [9.3]"""

    do, rule, order = "attack", "9.2.1", Declaration
    title, plural = "Attack", "attacks"
    phrase = ("{units} against {hex}, led by {lead}", "{units} against {hex}")
    button = "Attack {hex}"
    stakes, role, rank = "dice", "assault", 10

    def against(self, game: Nw, player: str, order: Declaration) -> list[Refusal]:
        """Who may attack, whether he can get there, and how many may."""
        found = [r for name in order.units if (r := unfit(game, player, name)) is not None]
        found = found or why_not_target(game, player, order.hex)
        found = found or [r for n in order.units if (r := barred(game, n, order.hex)) is not None]
        found = found or crowded(game, player, order.units)
        if not found and order.lead and order.lead not in order.units:
            text = f"{called(game, order.lead)} does not attack, so it does not lead"
            found = [Refusal("9.5.1", text)]
        if not found and (not order.units or len(set(order.units)) != len(order.units)):
            found = [Refusal("9.2.1", "attackers are named, each once")]
        return found

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every unit that could attack somebody."""
        names = [*on_map(game, player), *waiting(game, player)]
        return [n for n in names if unfit(game, player, n) is None and aims(game, n)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Declaration]:
        """A unit alone against every hex next to it, and with others of whom it is the first."""
        for h in aims(game, actor):
            if why_not_target(game, player, h):
                continue
            others = [n for n in fit_for(game, player, h) if n > actor]
            for some in islice(subsets(others), LISTED):
                yield Declaration((actor, *some), h)

    def carry_out(self, game: Nw, player: str, order: Declaration) -> Procedure:
        """The battle, step by step. [9.2]"""
        defenders = yield from who_defends(game, order.hex)
        terrain = yield from which_ground(game, order.hex)
        battle = Battle(
            order.hex, player, game.scenario.other(player), order.units, defenders,
            lead=order.lead or best(game, order.units),
            landing=frozenset(n for n in order.units if unit_of(game, n).place == ABOARD),
            terrain=terrain,
        )  # fmt: skip
        begin(game, sorted(battle.landing))
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), fought=game.serial))
        status = game.state[HEXES][order.hex]
        game.put(HEXES, order.hex, replace(status, attacked=game.serial))
        battle = replace(battle, leader=(yield from who_leads(game, battle)))
        ours = yield from commit(game, battle, player)
        theirs = yield from commit(game, battle, battle.enemy)
        aid, cover = yield from arrivals(game, battle, ours, theirs)  # [9.2.5]
        battle = replace(battle, aid=aid, cover=cover)
        told = reckon(game, battle)
        game.emit(Event("reckoning", "9.2.3", _sums(told)))
        yield from last_step(game, fight, battle, told)

    # ---- at the table

    def at(self, game: Nw, player: str, h: int) -> Iterator[Declaration]:
        """Everybody who could attack a hex, the strongest as far as there is room. [8.1.1.1-b2]"""
        if why_not_target(game, player, h):
            return
        able = sorted(fit_for(game, player, h), key=lambda n: (-face(game, n).attack, n))
        taken: tuple[str, ...] = ()
        for name in able:
            if not crowded(game, player, (*taken, name)):
                taken = (*taken, name)
        if taken:
            yield Declaration(tuple(sorted(taken)), h)

    def here(self, game: Nw, player: str, hand: Hand) -> Iterator[Declaration]:
        """Whom to attack is pointed at."""
        return iter(())

    def likely(self, game: Nw, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points at the enemy, with units or with nobody."""
        enemy = game.scenario.other(player)
        units = all(name in game.state[UNITS] for name in hand)
        return units and any(holder(game, h) == enemy for h in hexes)

    def spare(self, game: Nw, player: str, order: Declaration) -> Mapping[str, Sequence[str]]:
        """Who else could attack the hex."""
        found = fit_for(game, player, order.hex)
        return {"units": [name for name in found if name not in order.units]}

    def changes(self, game: Nw, player: str, order: Declaration) -> Sequence[Extra]:
        """Who leads: his efficiency counts, and his is the first loss. [9.5.1]"""
        action = self.written(game, order)
        lead = order.lead or (best(game, order.units) if order.units else "")
        return [
            Extra(
                "lead", "led by", name, f"{called(game, name)}, efficiency {er(game, name)}",
                name == lead, {**action, "lead": name},
            )
            for name in order.units
            if len(order.units) > 1
        ]  # fmt: skip


# ---- who may


def unfit(game: Nw, player: str, name: str) -> Refusal | None:
    """Why a unit cannot attack at all in this segment. [9.1] [8.4.1.5]"""
    if name not in game.state[UNITS] or counter_of(game, name).side != player:
        return Refusal("9.1", f"{called(game, name)} is no unit of {player}")
    unit = unit_of(game, name)
    afloat = unit.place == ABOARD
    if unit.place != MAP and not afloat:
        return Refusal("9.1", f"{called(game, name)} is not on the map")
    if not face(game, name).attack:
        return Refusal("9.1", f"{called(game, name)} has no attack strength")
    if unit.clearing:
        return Refusal("8.4.1.5", f"{called(game, name)} is clearing its hex")
    if unit.fought == game.serial:
        return Refusal("9.1", f"{called(game, name)} has attacked in this segment")
    if afloat:
        return why_not_assault(game, name)
    if unit.ready != game.serial:
        text = f"{called(game, name)} was next to no enemy when the segment began"
        return Refusal("9.1", text)
    return None


def make_ready(game: Nw) -> None:
    """Note who is next to enemies when a Combat Segment begins. [9.1]"""
    side = game.segment.actor(game)  # type: ignore[attr-defined]
    enemy = game.scenario.other(side)
    for name in on_map(game, side):
        unit = unit_of(game, name)
        if any(holder(game, b) == enemy for b in game.board.around(unit.hex)):
            game.put(UNITS, name, replace(unit, ready=game.serial))


def why_not_target(game: Nw, player: str, h: int) -> list[Refusal]:
    """Why a hex cannot be attacked. [9.1] [9.3]"""
    label = game.board.label(h)
    if holder(game, h) != game.scenario.other(player):
        return [Refusal("9.1", f"no enemy stands in {label}")]
    if game.state[HEXES][h].attacked == game.serial:
        return [Refusal("9.3", f"{label} has been attacked in this segment")]
    return []


def barred(game: Nw, name: str, h: int) -> Refusal | None:
    """Why a unit cannot attack a hex from where it stands. [9.1] [9.1-x1]"""
    if unit_of(game, name).place == ABOARD:
        return why_not_beach(game, name, h)
    a, ground, board = unit_of(game, name).hex, game.scenario.ground, game.board
    if not board.adjacent(a, h):
        return Refusal("9.1", f"{called(game, name)} is not next to {board.label(h)}")
    river = ground.river(a, h)
    if river == "water":
        return Refusal("8.3.1.8", f"nobody attacks across the water to {board.label(h)}")
    bridge = bool(river) and bridged(game, a, h)
    if river and river != MINOR and not bridge:
        return Refusal("8.3.1.1.1", f"no bridge over the major river stands at {board.label(h)}")
    storm, mobility = weather(game) == STORM, counter_of(game, name).mobility
    crossed = not river or bridge or river == MINOR
    if ground.price(mobility, a, h, storm=storm, road=True, bridge=crossed) is None:
        terrain = board.terrain[h].replace("_", " ")
        text = f"{called(game, name)} cannot attack into {terrain} without a road"
        return Refusal("9.1-x1", text)
    return None


def crowded(game: Nw, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why not all of these can attack from an over-stacked hex. [8.1.1.1-b2]"""
    by_hex: dict[int, list[str]] = {}
    for name in names:
        by_hex.setdefault(unit_of(game, name).hex, []).append(name)
    for h, some in by_hex.items():
        if not fits(game, tuple(some), h, player):
            most = fighting_limit(game, h, player) / 2
            text = f"no more than {most:g} stacking points attack from {game.board.label(h)}"
            return [Refusal("8.1.1.1-b2", text)]
    return []


def aims(game: Nw, name: str) -> list[int]:
    """The hexes that a unit could attack from where it stands."""
    enemy = game.scenario.other(counter_of(game, name).side)
    around = game.board.around(standpoint(game, name))
    return [b for b in around if holder(game, b) == enemy and barred(game, name, b) is None]


def fit_for(game: Nw, player: str, h: int) -> list[str]:
    """Everybody who could attack a hex."""
    ashore = [name for b in game.board.around(h) for name in units_at(game, b)]
    return [
        name
        for name in (*ashore, *near(game, h, player))
        if unfit(game, player, name) is None and barred(game, name, h) is None
    ]


def best(game: Nw, names: Sequence[str]) -> str:
    """The most efficient; of several, the one with the most steps to lose. [9.5.1]"""
    return max(names, key=lambda n: (er(game, n), unit_of(game, n).steps, face(game, n).attack))


# ---- the defender


class Defenders(Among[Nw, OfMany]):
    """Choosing who fights in an over-stacked hex. [8.1.1.1-b2]"""

    do, rule, order = "defend", "8.1.1.1-b2", OfMany
    title, phrase = "Choose who defends", "{units}"


class Lead(OneOf[Nw]):
    """Choosing who leads the defense. [9.5.1]"""

    do, rule, title = "lead", "9.5.1", "Choose who leads"


def who_defends(game: Nw, h: int) -> Questions[tuple[str, ...]]:
    """Who fights for a hex: everybody, unless it is over-stacked. [9.1] [8.1.1.1-b2]"""
    names, side = present(game, h), holder(game, h)
    assert side is not None
    if fits(game, names, h, side):
        return names
    able = [some for some in subsets(names, 1) if fits(game, some, h, side)]
    full = [s for s in able if not any(set(s) < set(other) for other in able)]
    if len(full) == 1:
        return full[0]
    strong = max(full, key=lambda some: sum(face(game, n).defense for n in some))
    order = yield from Defenders([OfMany(some) for some in full]).chosen(
        game, side, "defenders", f"Who defends {game.board.label(h)}?",
        {"strongest": OfMany(strong)}, slight=True,
    )  # fmt: skip
    return order.units


class ChooseGround(Among[Nw, Soil]):
    """Choosing in which of two terrains one defends. [8.3]"""

    do, rule, order = "choose-ground", "8.3", Soil
    title, phrase = "Choose the ground", "{terrain}"


def which_ground(game: Nw, h: int) -> Questions[str]:
    """In which terrain the defender fights, where a hex has two. [8.3]"""
    kinds, side = game.scenario.ground.terrains(h), holder(game, h)
    if len(kinds) == 1 or side is None:
        return ""
    order = yield from ChooseGround([Soil(kind) for kind in kinds]).chosen(
        game, side, "ground", f"In which terrain is {game.board.label(h)} defended?",
        {"roughest": Soil(max(kinds, key=TERRAINS.index))}, slight=True,
    )  # fmt: skip
    return order.terrain


def who_leads(game: Nw, battle: Battle) -> Questions[str]:
    """The defender names his lead, after the attacker. [9.2.3] [9.5.1]"""
    names = [n for n in battle.defenders if not is_beachhead(game, n)] or [*battle.defenders]
    if not names:
        return ""
    prompt = f"Who leads the defense of {game.board.label(battle.hex)}?"
    likely = {"most efficient": best(game, names)}
    return (yield from Lead.picked(game, battle.enemy, names, "lead", prompt, likely))


# ---- the battle


def fight(game: Nw, battle: Battle, told: Reckoning) -> Procedure:
    """Roll, lose steps, retreat, advance. [9.2.6] [9.2.7] [9.2.8]"""
    column, modifier = told.column, int(told.drm.total)
    shown, (_, result) = dice.roll(
        game, lambda pips: (pips, look_up(game, pips + modifier, column))
    )  # every roll by itself, for the card that shows which brings what
    _tell(game, battle, told, shown, result)
    ours, theirs = couple(
        result, column, sum(steps_of(game, battle.attackers).values()),
        sum(steps_of(game, battle.defenders).values()),
    )  # fmt: skip
    bystanders = [n for n in units_at(game, battle.hex) if n not in present(game, battle.hex)]
    far = distance(game, battle.hex, battle.terrain) == 2
    stores = [n for n in units_at(game, battle.hex) if counter_of(game, n).supply]
    # [9.2.7] the defender first; of an over-stacked hex only those who fought [8.1.1.1-b3]
    yield from suffer(game, battle.enemy, battle.defenders, theirs, battle.leader)
    if result.retreat:  # [9.7.2]
        staying = [n for n in units_at(game, battle.hex) if n not in bystanders]
        yield from retreat(game, battle.hex, battle.enemy, staying, terrain=battle.terrain)
    yield from _bystanders(game, battle, bystanders)
    capture(game, battle.side, stores)
    yield from suffer(game, battle.side, battle.attackers, ours, battle.lead)
    if not units_at(game, battle.hex):
        gone = not any(unit_of(game, n).place in (MAP, ABOARD) for n in battle.defenders)
        yield from advance(game, battle, far or gone)
        if any(unit_of(game, name).hex == battle.hex for name in battle.landing):
            yield from won(game, battle.side, battle.hex)  # [8.5.8.2]
    elif battle.landing:
        yield from beaten_off(game, battle.side, battle.attackers, sorted(battle.landing))


def capture(game: Nw, side: str, stores: Sequence[str]) -> None:
    """Every supply unit that was lost in ground combat is worth a Supply Point. [19.4.1]"""
    for name in stores:
        if unit_of(game, name).place != MAP:
            worth = price(game, "eliminated in combat")
            change(game, side, worth, "19.4.1", called(game, name))


def _bystanders(game: Nw, battle: Battle, names: Sequence[str]) -> Procedure:
    """Those who had retreated here are tested and go on, if no defender is left. [9.8.6]"""
    if not names or any(unit_of(game, n).hex == battle.hex for n in battle.defenders):
        return
    for name in names:
        if not check(game, name, "9.8.6", "caught in retreat"):
            lose_step(game, name, "9.8.6")
    left = [name for name in names if unit_of(game, name).steps]
    yield from retreat(game, battle.hex, battle.enemy, left, held=False)


def _sums(told: Reckoning) -> dict[str, Any]:
    """What a battle is reckoned with, in the order in which it is read. [9.2.2] [9.2.3]"""
    return {
        "attack": told.attack.to_json(), "defense": told.defense.to_json(),
        "ratio": told.ratio, "column": told.column + 1, "shifts": told.shifts.to_json(),
        "drm": told.drm.to_json(),
    }  # fmt: skip


def _tell(game: Nw, battle: Battle, told: Reckoning, shown: int, result: Result) -> None:
    facts: dict[str, Any] = {
        "side": battle.side, "hex": game.board.label(battle.hex),
        "units": list(battle.attackers), "defenders": list(battle.defenders),
        "lead": battle.lead, "leader": battle.leader, **_sums(told), "roll": shown,
        "modified": shown + int(told.drm.total), "chart": COLUMNS[told.column],
        "attacker_loses": result.attacker, "defender_loses": result.defender,
        "retreat": result.retreat,
    }  # fmt: skip
    game.emit(Event("combat", "9.2.6", facts, dice=(shown,), outcome=True))
