"""The attack that somebody means who points at a hex: with whom he chose, or the best there is.

Nothing is decided here: every attack is judged like any other, and what is added to it must help.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Kind
from grognard.systems.wb95.charts import COLUMNS
from grognard.systems.wb95.combat import commitments, reckoning
from grognard.systems.wb95.combat.declaring import Declaration, battle_of
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import attack_strength, counter_of, whole
from grognard.systems.wb95.scenario import Wb

TRIES = 400
"""How many sets of attackers are tried before the strongest is given up."""
GOOD = COLUMNS.index("5:1")
"""The column from which on an attack needs nobody more."""

Attacking = Kind[Wb, Declaration]
"""The verb that judges an attack, and writes it."""


def exactly(game: Wb, names: Sequence[str], targets: Sequence[int]) -> Declaration:
    """The attack with exactly these: guns in support, the others in front. [6.3.1]"""
    counters = game.scenario.counters
    guns = sorted(n for n in names if n in counters and counter_of(game, n).towed_artillery)
    front = sorted(name for name in names if name not in guns)
    return Declaration(tuple(front), tuple(targets), guns=tuple(guns))


# ---- the best attack


def best(game: Wb, player: str, attack: Attacking, targets: Sequence[int]) -> Declaration | None:
    """A good attack with as few as it takes, or else the strongest that can be made. [5.1.2]

    Whoever faces nobody else comes first; those who are wanted elsewhere too are added only until
    the column is good. Either way every other obligation stays possible. [5.1.4] [5.1.5]
    """
    for order in _sparing(game, player, targets):
        if not attack.against(game, player, order):
            supported = _supported(game, player, attack, order)
            column = _column(game, player, attack, supported)
            if not column or COLUMNS.index(column) >= GOOD:
                return supported
    for order in islice(_strongest(game, player, targets), TRIES):
        if not attack.against(game, player, order):
            return _supported(game, player, attack, order)
    return None


def _sparing(game: Wb, player: str, targets: Sequence[int]) -> Iterator[Declaration]:
    """Attackers of one hex: those who face it alone, then hex by hex those who face more."""
    seen = obligations.contact(game, player)
    if len(targets) > 1:
        return
    hexes = sorted(seen.attackers.get(targets[0], ()), key=lambda h: (len(seen.near[h]), h))
    alone = sum(len(seen.near[h]) == 1 for h in hexes)
    for count in range(max(alone, 1), len(hexes) + 1):
        yield _together([name for h in hexes[:count] for name in seen.able[h]], targets)


def _strongest(game: Wb, player: str, targets: Sequence[int]) -> Iterator[Declaration]:
    """Attackers from all hexes around one target, or from one hex around several, best first."""
    seen = obligations.contact(game, player)
    around = [set(seen.attackers.get(h, ())) for h in targets]
    hexes = sorted(set.intersection(*around)) if around else []
    groups = [[h] for h in hexes] if len(targets) > 1 else [hexes]
    pools = [[name for h in group for name in seen.able[h]] for group in groups]
    pools.sort(key=lambda names: -_strength(game, names))
    for names in pools:
        for chosen in _weaker_and_weaker(game, names):
            yield _together(chosen, targets)


def _weaker_and_weaker(game: Wb, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Everybody, then everybody but one, and so on; the weakest are left out first."""
    by_strength = sorted(names, key=lambda name: (whole(attack_strength(game, name)), name))
    for left_out in range(len(names)):
        for out in combinations(by_strength, left_out):
            yield tuple(name for name in names if name not in out)


def _strength(game: Wb, names: Sequence[str]) -> int:
    return sum(whole(attack_strength(game, name)) for name in names)


def _together(names: Sequence[str], targets: Sequence[int]) -> Declaration:
    return Declaration(tuple(sorted(names)), tuple(targets))


def _supported(game: Wb, player: str, attack: Attacking, order: Declaration) -> Declaration:
    """The same attack with the aircraft and guns that help it; not those that change nothing."""
    means = commitments.attack_means(game, battle_of(game, player, order))
    for mission in means.air:
        more = replace(order, air=(*order.air, mission))
        order = order if attack.against(game, player, more) else more
    for gun in means.guns:
        more = replace(order, guns=(*order.guns, gun))
        order = order if attack.against(game, player, more) else more
    column = _column(game, player, attack, order)
    for gun in sorted(order.guns, key=lambda name: _strength(game, [name])):
        less = replace(order, guns=tuple(name for name in order.guns if name != gun))
        if column and _column(game, player, attack, less) == column:
            order = less
    return order


def _column(game: Wb, player: str, attack: Attacking, order: Declaration) -> str:
    """The column of an attack, as far as its player may know. [5.2.1d]"""
    odds = game.odds(attack.written(game, order), player)
    return str(odds.reckoning.get("column", ""))


def why_none(game: Wb, player: str, attack: Attacking, targets: Sequence[int]) -> list[Refusal]:
    """Why nobody attacks there: what is wrong with sending everybody who is near."""
    near = [b for h in targets for b in game.board.around(h) if holder(game, b) == player]
    names = [name for h in dict.fromkeys(near) for name in units_at(game, h)]
    fit = [name for name in names if counter_of(game, name).attacks]
    if not fit:
        labels = ", ".join(game.board.label(h) for h in targets)
        nation = game.scenario.nations[player]
        return [Refusal("5.1.2", f"no {nation} unit that can attack is next to {labels}")]
    return attack.against(game, player, _together(fit, targets))


# ---- what could be added, and what is known


def spare(game: Wb, player: str, order: Declaration) -> Mapping[str, Sequence[str]]:
    """Who and what could still be added to an attack. [5.2.1b]"""
    battle = battle_of(game, player, order)
    means = commitments.attack_means(game, battle)
    seen = obligations.contact(game, player)
    near = [n for h in battle.targets for b in seen.attackers.get(h, ()) for n in seen.able[b]]
    open_to = {
        "units": tuple(dict.fromkeys(near)),
        "guns": means.guns,
        "air": means.air,
        "stars": means.stars,
        "full": means.full,
    }
    found = {
        part: [name for name in names if name not in getattr(order, part)]
        for part, names in open_to.items()
    }
    return {part: names for part, names in found.items() if names}


def ground_known(game: Wb, player: str, order: Declaration) -> tuple[Tally, Tally]:
    """The strength of an attack on one hex, and what ground and water give its defenders.

    All of it is open: own strength, terrain, water, and works where they do not depend on who is
    in them. [1.5] [5.5.1] [5.5.4] [7.1.10] [S2.2]
    """
    battle = battle_of(game, player, order)
    h = battle.targets[0]
    row, terrain = game.scenario.ground.table[game.board.terrain[h]], game.board.terrain[h]
    ground = reckoning.water_modifiers(game, battle, h)
    if row.defender_cm:
        ground = ground.add(terrain, row.defender_cm, "5.5.1", row.sources["defender_cm"])
    if game.options["weak-field-fortifications"] == "off":
        ground += reckoning.works_modifiers(game, battle, h)[0]
    return reckoning.attack_total(game, battle, h), ground
