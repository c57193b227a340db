"""Beach assaults: attacks from landing craft on a coast that the enemy holds. [18.6]

The craft lie beside the coastal hex. Before anything is paid, shown or rolled the defender says
whether it is fought out, or decided by a landing roll that costs him his units. [18.6b(A)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.forms import Hex, Piece, Word
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.combat import combat, combat_supply
from grognard.systems.ocs.combat.attack import already_attacked, not_capable
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.combat import leaders
from grognard.systems.ocs.fog.foresight import presumes, what_shows
from grognard.systems.ocs.forms import Crowd, Payment
from grognard.systems.ocs.movement.movement import outside
from grognard.systems.ocs.naval import cargo, landing_table
from grognard.systems.ocs.naval.landings import come_ashore
from grognard.systems.ocs.naval.ships import fleet, is_craft, ship_of, sink
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import by_land, grouped
from grognard.systems.ocs.pieces.losses import alive
from grognard.systems.ocs.pieces.names import names as names_of
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import can_attack, counter_of, face_of, size_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SHIPS, TOKENS, HexStatus
from grognard.systems.ocs.turn.phases import (
    BREAKOUT,
    OcsVerb,
    actor,
    peaceful,
    phase_start,
    segment,
)
from grognard.systems.ocs.units import ABOARD, COMBAT, MAP, UNITS
from grognard.table.cards import Sum
from grognard.table.worded import Hand

LIMIT = Fraction(3)
"""The regimental equivalents that assault one hex. [18.6a(A)]"""
MEET, ASSAULT, LANDING = "beach assault", "assault", "landing"


# ---- who could assault what


def status_of(game: Ocs, h: int) -> HexStatus:
    """What has happened to a hex."""
    return game.state[HEXES].get(h) or HexStatus()


def movement_phase(game: Ocs) -> int:
    """The first serial of the Movement Phase of this Player Turn."""
    return game.serial - segment(game).after(BREAKOUT)


def beaches(game: Ocs, side: str) -> dict[int, list[str]]:
    """The coastal hexes that a side's landing craft lie beside, and the craft."""
    ground, found = game.scenario.ground, dict[int, list[str]]()
    for key in fleet(game, side):
        if is_craft(game, key):
            for b in ground.seaways[ship_of(game, key).hex]:
                if ground.coastal[b]:
                    found.setdefault(b, []).append(key)
    return {h: found[h] for h in sorted(found)}


def lie_off(game: Ocs) -> Procedure:
    """Note the held beaches that craft lie off, in case a barrage clears them. [18.6b(C)]

    Whether anybody is aboard does not matter here: the note lies open, cargo does not.
    """
    side, now = actor(game), phase_start(game)
    for h in beaches(game, side):
        if stacks.holder(game, h) == game.scenario.other(side):
            game.put(HEXES, h, replace(status_of(game, h), beset=now))
    yield from ()


def vacated(game: Ocs, h: int) -> bool:
    """Whether a barrage has destroyed the defenders since the craft came. [18.6b(C)]"""
    status, since = status_of(game, h), movement_phase(game)
    return status.beset == since and status.cleared >= since and stacks.holder(game, h) is None


# ---- the deed


@dataclass(frozen=True, slots=True)
class Assault:
    """Units aboard against a beach; `pay` says which craft give how many tokens, `lead` whose
    Action Rating counts."""

    units: Crowd
    target: Hex
    pay: Payment | None = None
    lead: Piece | None = None


@presumes(what_shows)
class BeachAssault(OcsVerb[Assault]):
    """Assault a held coast from landing craft beside it, in the Combat Phase. [18.6a(A)]"""

    do, rule, order = "beach-assault", "18.6a(A)", Assault
    title, rank, stakes = "Assault a beach", 26, "dice"
    phrase = "Assault the beach of {target} with {units}"
    added = ("led by {lead}", "{pay}")

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether craft lie off a beach that can be assaulted."""
        return any(
            not why_not_target(game, player, h)
            for h, keys in beaches(game, player).items()
            if any(cargo.units_aboard(game, key) for key in keys)
        )

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Assault]:
        """For each beach and stack, each unit alone and as many as may go."""
        for h, keys in beaches(game, player).items() if not peaceful(game) else ():
            if not why_not_target(game, player, h):
                for start in sorted({ship_of(game, key).hex for key in keys}):
                    here = [key for key in keys if ship_of(game, key).hex == start]
                    yield from (Assault(names, h) for names in _stacks(game, player, here, h))

    def against(self, game: Ocs, player: str, order: Assault) -> list[Refusal]:
        """The beach, the stack, its supply."""
        h, names = order.target, order.units
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        refusals = why_not_target(game, player, h) or _why_stack(game, player, names, h)
        if refusals:
            return refusals
        lead = names[0] if order.lead is None else order.lead
        if lead not in leaders(game, names, True):
            return [Refusal("9.6", f"{lead!r} cannot give this assault its rating")]
        if vacated(game, h):  # nothing is spent on what the landing table decides [18.6b(C)]
            return []
        paid = payment(game, player, names, order.pay)
        return [paid] if isinstance(paid, Refusal) else []

    def carry_out(self, game: Ocs, player: str, order: Assault) -> Procedure:
        """The defender decides how; then it is done. [18.6b(A)]"""
        h, names, target = order.target, order.units, game.board.label(order.target)
        start = game.board.label(ship_of(game, unit_of(game, names[0]).at).hex)
        facts = {"side": player, "target": target, "from": start}
        game.emit(Event("beach-assault", "18.6a(A)", facts).to(player, units=list(names)))
        on_table = vacated(game, h)  # [18.6b(C)]
        if not on_table:
            answer = yield _how(game, game.scenario.other(player), target)
            on_table = answer["on"] == LANDING
        if on_table:
            yield from by_landing(game, player, h, names)
        else:
            yield from by_assault(game, player, order)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Assault]:
        """The units in hand against the beach."""
        group = grouped(game, player, hand)
        if group.units and group.units == group.names and group.hexes != (h,):
            yield Assault(tuple(sorted(group.units)), h)

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Assault]:
        """The largest assault that can be made on it."""
        orders = [order for order in self.ways(game, player, "") if order.target == h]
        able = [order for order in orders if not self.against(game, player, order)]
        yield from sorted(able, key=lambda order: len(order.units))[-1:]

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With units in hand, or nobody, at the enemy; with aircraft, one means to fly there."""
        foe = any(aims_at(game, player, h) for h in hexes)
        return foe and (not hand or by_land(game, player, hand))

    def cost(self, game: Ocs, player: str, order: Assault) -> Sequence[Sum]:
        """What the craft pay for an assault, if the enemy lets it be fought out. [18.6a(B)]"""
        paid = payment(game, player, order.units, order.pay)
        if isinstance(paid, Refusal):
            return ()
        known, tally = names_of(game), Tally()
        for key, tokens in paid:
            label = f"from {known.get(key, key)}"
            tally = tally.add(label, Fraction(tokens, TOKENS), "18.6a(B)")
        return [Sum("Supply Points for the attack", tally)]


def _why_stack(game: Ocs, player: str, names: Sequence[str], h: int) -> list[Refusal]:
    """One stack aboard craft beside the beach, of three RE at most. [18.6a(A)] [18.6a(G)]"""
    refusals = [r for name in names if (r := why_not_unit(game, player, name, h)) is not None]
    if refusals:
        return refusals
    if len({ship_of(game, unit_of(game, name).at).hex for name in names}) > 1:
        return [Refusal("18.6a(A)", "only one stack assaults a hex")]
    if sum(size_of(game, name) for name in names) > LIMIT:
        return [Refusal("18.6a(A)", f"no more than {LIMIT} RE assault a hex")]
    return []


def _stacks(game: Ocs, player: str, keys: Sequence[str], h: int) -> list[tuple[str, ...]]:
    """Each unit that can, and the largest that fit together."""
    able = [
        name
        for key in keys
        for name in cargo.units_aboard(game, key)
        if why_not_unit(game, player, name, h) is None
    ]
    together: list[str] = []
    for name in sorted(able, key=lambda n: (-size_of(game, n), n)):
        if sum((size_of(game, n) for n in together), size_of(game, name)) <= LIMIT:
            together.append(name)
    return [*((name,) for name in able), *((tuple(together),) if len(together) > 1 else ())]


def why_not_target(game: Ocs, player: str, h: int) -> list[Refusal]:
    """Why a hex cannot be assaulted from the sea. [18.6] [18.6a(G)]"""
    label, enemy = game.board.label(h), game.scenario.other(player)
    if peaceful(game):
        return [Refusal("2.4(2)", "nobody attacks in a simulcast turn")]
    if not game.scenario.ground.coastal[h]:
        return [Refusal("18.6a(A)", f"{label} is no coastal hex")]
    if h in game.scenario.closed.get(player, ()):
        return [outside(game, player, h)]
    if stacks.holder(game, h) != enemy and not vacated(game, h):
        text = f"there is no enemy combat unit in {label}; land there in the Movement Phase"
        return [Refusal("18.6a(A)", text)]
    if already_attacked(game, h):
        text = f"{label} has been attacked in this phase; one attack of one kind is made on it"
        return [Refusal("18.6a(G)", text)]
    return []


def why_not_unit(game: Ocs, player: str, name: str, h: int) -> Refusal | None:
    """Why a unit cannot assault a beach. [18.6a(A)]"""
    unit = game.state[UNITS].get(name)
    if unit is None or counter_of(game, name).side != player or unit.place != ABOARD:
        text = f"{name!r} is no unit of {player} aboard; those ashore attack for themselves"
        return Refusal("18.6a(G)", text)
    called, label = counter_of(game, name).name, game.board.label(h)
    if unit.mode != COMBAT:
        return Refusal("18.6a(A)", f"{called} is in {unit.mode} mode, not in Combat Mode")
    if not can_attack(game, name):
        return not_capable(game, name)
    if unit.attacked == phase_start(game):
        return Refusal("9.1c", f"{called} has attacked already in this phase")
    if h not in game.scenario.ground.seaways[ship_of(game, unit.at).hex]:
        return Refusal("18.6a(A)", f"its craft does not lie off {label}")
    if not game.scenario.ground.enterable(face_of(game, name).move, h):
        return Refusal("9.1f", f"{called} could not move into {label}, nor attack it")
    return None


def payment(
    game: Ocs, player: str, names: Sequence[str], wish: Mapping[str, int] | None
) -> tuple[tuple[str, int], ...] | Refusal:
    """Which craft pay what: only those in the hex or beside it. [18.6a(B)]"""
    here = ship_of(game, unit_of(game, names[0]).at).hex
    double = combat_supply.independents_alone(game, names)
    owed = sum(combat_supply.attack_price(game, name, double) for name in names)
    loads = {key: ship_of(game, key).load for key in cargo.near(game, player, here)}
    if wish is not None:
        wrong = [k for k, n in wish.items() if not 0 < n <= loads.get(k, 0)]
        if wrong or sum(wish.values()) != owed:
            text = f"{owed} tokens are due, from craft in the hex or next to it: {loads}"
            return Refusal("18.6a(B)", text)
        return tuple(sorted(wish.items()))
    found: list[tuple[str, int]] = []
    for key, load in loads.items():
        if owed:
            found.append((key, min(load, owed)))
            owed -= min(load, owed)
    if owed:
        text = f"{owed} tokens are wanting on landing craft in the hex or next to it"
        return Refusal("18.6a(B)", text)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Whether a defender fights for a beach, or has it rolled as a landing."""

    on: Word


class Meet(Among[Ocs, Meeting]):
    """How a defender of a beach meets an assault. [18.6b(A)]"""

    do, rule, order = "meet", "18.6b(A)", Meeting
    title, phrase = "Meet the assault", "{how}"

    def details(self, game: Ocs, order: Meeting) -> Mapping[str, str]:
        """How."""
        rolled = order.on == LANDING
        return {"how": "Have it rolled as a landing" if rolled else "Fight for the beach"}


def _how(game: Ocs, defender: str, label: str) -> Ask:
    offer = Meet([Meeting(ASSAULT), Meeting(LANDING)])
    prompt = f"{label} is assaulted from the sea: fight, or have it rolled as a landing?"
    return offer.ask(game, defender, MEET, prompt, {order.on: order for order in offer.orders})


# ---- how it is done


def _craft(game: Ocs, names: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(unit_of(game, name).at for name in names))


def by_assault(game: Ocs, player: str, order: Assault) -> Procedure:
    """A combat; if the enemy is still there, all is lost. [18.6a(E)]"""
    h, names = order.target, order.units
    craft, enemy = _craft(game, names), game.scenario.other(player)
    paid = payment(game, player, names, order.pay)
    assert not isinstance(paid, Refusal)
    defenders = stacks.units_at(game, h)
    battle = Battle(player, enemy, h, names, defenders, beach=True)
    yield from combat.fight(game, battle, combat_supply.Bill(paid), order.lead or "")
    if stacks.holder(game, h) != enemy:
        return
    for name in alive(game, names):
        eliminate(game, name, "18.6a(E)", "the beach is still held")
    for key in craft:
        if ship_of(game, key).place == MAP:
            sink(game, key, "18.6a(E)", "the beach is still held")


def by_landing(game: Ocs, player: str, h: int, names: tuple[str, ...]) -> Procedure:
    """A landing roll: the defenders die whatever it says, the landed go no further. [18.6b(B)]

    No supply is spent.
    """
    now, enemy = phase_start(game), game.scenario.other(player)
    for name in stacks.own_at(game, h, enemy):
        eliminate(game, name, "18.6b(A)", "it had the beach decided by a landing roll")
    game.put(HEXES, h, replace(status_of(game, h), attacked=now))
    for name in names:
        game.put(UNITS, name, replace(unit_of(game, name), attacked=now))
    craft = _craft(game, names)
    for key in craft:
        mine = tuple(name for name in names if unit_of(game, name).at == key)
        game.put(SHIPS, key, replace(ship_of(game, key), landing=mine))
    yield from come_ashore(game, player, h, craft, landing_table.grouped(game, names))
    for name in alive(game, names):
        if unit_of(game, name).place == MAP:
            game.put(UNITS, name, replace(unit_of(game, name), finished=now))
