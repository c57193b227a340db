"""Special units: stars, resilience groups, Volkssturm, fortification units. [15.0]

Stars add up because the book says so [15.1.4]. Of resilience groups, Volkssturm and fortification
units it says nothing of the kind: each of these counts once in a combat, however many there are. By
the option resilience groups and fortification units add up; of Volkssturm it is said that any
number of them is the same. [15.3.1]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.wb95.fighting.battle import Battle
from grognard.systems.wb95.pieces.stacks import units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import STARS, Counter
from grognard.systems.wb95.works.bridges import water_in_combat
from grognard.systems.wb95.works.fortification import fortified

RESILIENCE_CM = 1
"""What a resilience group adds to the defence of its hex. [15.2.3]"""
VOLKSSTURM_CM = 2
"""What the enemy gains when he fights Volkssturm. [15.3.1]"""
FORTRESS_CM = 2
"""What a fortification unit adds when it defends in fortifications. [15.4.1]"""


def in_use(game: Wb) -> bool:
    """Whether the chapter is in use."""
    return bool(game.options["special-units"] == "on")


# --- Stars ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Star:
    """What a colour of stars does. [15.1.2]"""

    cm: int
    attack: bool
    defence: bool
    against: str
    disabled_by: tuple[str, ...]


def star(game: Wb, colour: str) -> Star:
    """One row of the table of stars. [15.1.2]"""
    return game.cached(("star", colour), (), lambda: _star(game, colour))


def _star(game: Wb, colour: str) -> Star:
    table = game.scenario.tables["star-abilities"]
    return Star(
        cm=int(table.cell(colour, "cm").value),
        attack=table.cell(colour, "attack").value == "yes",
        defence=table.cell(colour, "defence").value == "yes",
        against=table.cell(colour, "against").value,
        disabled_by=tuple(w for w in table.cell(colour, "disabled_by").value.split() if w != "-"),
    )


def why_no_star(game: Wb, battle: Battle, name: str, attacking: bool) -> list[Refusal]:
    """Why a unit of the battle cannot use its stars; nothing if it can. [15.1.2]"""
    counter = counter_of(game, name)
    if not in_use(game) or not counter.stars:
        return [Refusal("15.1.1", f"{counter.name} has no stars to use")]
    if attacking and counter.towed:
        return [Refusal("15.1.5", f"{counter.name} is towed and uses its stars in defence only")]
    if attacking and _across_big_river(game, battle, name):
        text = f"{counter.name} assaults across a big river and cannot use its stars"
        return [Refusal("15.1.8", text)]
    if not any(_counts(game, battle, colour, attacking) for colour, _ in counter.stars):
        colours = ", ".join(colour for colour, _ in counter.stars)
        return [Refusal("15.1.2", f"the {colours} star of {counter.name} has no effect here")]
    return []


def starred(game: Wb, battle: Battle, names: tuple[str, ...], attacking: bool) -> tuple[str, ...]:
    """The units of a battle that can use their stars in it."""
    counters = game.scenario.counters
    return tuple(
        [
            name
            for name in names
            if counters[name].stars and not why_no_star(game, battle, name, attacking)
        ]
    )


def _across_big_river(game: Wb, battle: Battle, name: str) -> bool:
    """Whether a unit attacks any of its targets across a big river. [15.1.8]"""
    h = unit_of(game, name).hex
    return any("big_river" in water_in_combat(game, h, target) for target in battle.targets)


def _counts(game: Wb, battle: Battle, colour: str, attacking: bool) -> bool:
    """Whether a colour has an effect in attack or defence against these enemies. [15.1.2]

    A black star attacks only enemies none of whom is fortified, and defends against anybody. A
    white one needs a mechanised unit or armoured cars among the enemies.
    """
    effect = star(game, colour)
    if not (effect.attack if attacking else effect.defence):
        return False
    if effect.against == "unfortified" and attacking:
        return not any(fortified(game, h) for h in battle.targets)
    if effect.against == "mechanised":
        enemies = battle.defenders if attacking else battle.units
        return any(mechanised(counter_of(game, name)) for name in enemies)
    return True


def mechanised(counter: Counter) -> bool:
    """Tracked and half-tracked units and armoured cars: what white stars work on. [15.1.2]"""
    return counter.move == "tracked" or counter.type == "AC"


def stars(game: Wb, battle: Battle, side: str) -> Tally:
    """The modifiers of the stars a side uses: one for each star. [15.1.3] [15.1.4]

    A star that an enemy star switches off does nothing, so it switches nothing off itself, unless
    the option says that using it is enough. [15.1.2]
    """
    tally = Tally()
    if not (battle.attack if side == battle.attacker else battle.defence).stars:
        return tally
    mine = _working(game, battle, side)
    for colour, names in mine.items():
        for name in names:
            number = dict(counter_of(game, name).stars)[colour]
            label = f"{colour} star of {counter_of(game, name).name}"
            tally = tally.add(label, number * star(game, colour).cm, "15.1.3")
    return tally


def _working(game: Wb, battle: Battle, side: str) -> dict[str, tuple[str, ...]]:
    """The units whose stars have an effect, by colour, after both sides' stars have met."""
    used = {s: _used(game, battle, s) for s in (battle.attacker, battle.defender)}
    working: dict[str, dict[str, tuple[str, ...]]] = {s: {} for s in used}
    still = game.options["disabled-stars"] == "still-disable"
    order = sorted(STARS, key=lambda colour: len(star(game, colour).disabled_by))
    for colour in order:  # what cannot be switched off first, then what only that switches off
        for own, enemy in ((battle.attacker, battle.defender), (battle.defender, battle.attacker)):
            rivals = (used if still else working)[enemy]
            disabled = any(rivals.get(other) for other in star(game, colour).disabled_by)
            if used[own].get(colour) and not disabled:
                working[own][colour] = used[own][colour]
    return working[side]


def _used(game: Wb, battle: Battle, side: str) -> dict[str, tuple[str, ...]]:
    """The units whose player uses their stars, by colour, where it has an effect here."""
    attacking = side == battle.attacker
    fighting = battle.units if attacking else battle.defenders
    chosen = (battle.attack if attacking else battle.defence).stars
    names = tuple(name for name in fighting if name in chosen)  # [15.1.6]
    return {
        colour: tuple(n for n in names if colour in dict(counter_of(game, n).stars))
        for colour in STARS
        if _counts(game, battle, colour, attacking)
    }


# --- Other special units --------------------------------------------------------------------


def resilience(game: Wb, h: int) -> Tally:
    """A resilience group makes its hex easier to hold. [15.2.3]"""
    groups = sum(counter_of(game, n).type == "RG" for n in units_at(game, h))
    if in_use(game) and groups:
        return Tally().add("resilience group", RESILIENCE_CM * times(game, groups), "15.2.3")
    return Tally()


def times(game: Wb, units: int) -> int:
    """How often an ability counts that several units have. [15.2.3] [15.4.1]"""
    return units if game.options["several-special-units"] == "each" else min(units, 1)


def volkssturm(game: Wb, names: Iterable[str]) -> Tally:
    """What the enemy of these units gains if Volkssturm is among them. [15.3.1]

    Every regular unit stacked with it takes one modifier off [15.3.2]; of several hexes the one
    that is weakest this way counts.
    """
    weakness = 0
    if in_use(game):
        for h in {unit_of(game, n).hex: True for n in names if counter_of(game, n).type == "VS"}:
            weakness = max(weakness, VOLKSSTURM_CM - _stiffening(game, h))
    if weakness <= 0:
        return Tally()
    return Tally().add("fighting Volkssturm", weakness, "15.3.1")


def _stiffening(game: Wb, h: int) -> int:
    """The regular units in a hex besides Volkssturm. [15.3.2]"""
    counters = (counter_of(game, name) for name in units_at(game, h))
    return sum(counter.regular and counter.type != "VS" for counter in counters)


def fortress_units(game: Wb, names: Iterable[str]) -> tuple[str, ...]:
    """The fortification units that defend in fortifications and can use their ability. [15.4.1]"""
    if not in_use(game):
        return ()
    return tuple(
        name
        for name in names
        if counter_of(game, name).type == "FU" and fortified(game, unit_of(game, name).hex)
    )


def fortress(game: Wb, battle: Battle) -> Tally:
    """The modifiers of fortification units whose player uses their ability. [15.4.1] [15.4.2]"""
    units = len(fortress_units(game, battle.defence.forts))
    if units:
        return Tally().add("fortification unit", FORTRESS_CM * times(game, units), "15.4.1")
    return Tally()
