"""Orders in few words: the way to a hex, the strongest attack on one, where to retreat or pursue.

A person says what he wants; here it becomes an action as the rules want it written. Nothing is
decided here: every action is checked like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from grognard.engine.decision import Action, Decision
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.tally import Tally
from grognard.systems.wb95.air.orders import Assign, available
from grognard.systems.wb95.charts import COLUMNS
from grognard.systems.wb95.combat import commitments, reckoning
from grognard.systems.wb95.combat.attack import Attack, battle_of
from grognard.systems.wb95.combat.commitments import Defend
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.combat.retreat import Retreat
from grognard.systems.wb95.combat.routes import Path
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.fighting.losses import Losses
from grognard.systems.wb95.mission_kinds import KINDS
from grognard.systems.wb95.movement.movement import budget, points, unable
from grognard.systems.wb95.movement.moves import may_pay
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import attack_strength, counter_of, unit_of, whole
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.words import call

TRIES = 400
"""How many sets of attackers are tried before the strongest is given up."""

GOOD = COLUMNS.index("5:1")
"""The column from which on an attack needs nobody more."""

Goals = Sequence[tuple[str, int]]
"""Who goes where."""


# ---- marching


def march(game: Wb, player: str, names: Sequence[str], to: int, full: bool = False) -> Action:
    """The move of units to a hex along a way that is open to all of them. [3.1.3] [3.1.7]

    The way of each is tried; units that start elsewhere are refused by the rule itself. With `full`
    those who are out of supply pay for all their points. [10.2.3]
    """
    ways = {name: routes(game, name, full=full) for name in names if _own(game, player, name)}
    reaching = [name for name, found in ways.items() if to in found.costs]
    for path in dict.fromkeys(ways[name].path(to) for name in reaching):
        action = _move(game, names, path)
        if full:
            action["full"] = True
        if not game.why(player, action):
            return action
    raise Refused(_why_not_there(game, player, names, to))


def _move(game: Wb, names: Sequence[str], path: Sequence[int]) -> Action:
    return {"do": "move", "units": list(names), "path": [game.board.label(h) for h in path]}


def _why_not_there(game: Wb, player: str, names: Sequence[str], to: int) -> list[Refusal]:
    """Why units cannot go to a hex: what keeps them all, or what stands in each one's way."""
    mine = [name for name in names if _own(game, player, name)]
    starts = [unit_of(game, name).hex for name in mine if unable(game, name) is None]
    path = game.board.line(starts[0], to)[1:] if starts else (to,)
    refusals = game.why(player, _move(game, names, path or (to,)))
    far = [_out_of_reach(game, name, to) for name in mine if _stuck(game, name, to)]
    return [*far, *refusals] or [Refusal("3.1.4", "no one way there is open to all of them")]


def _own(game: Wb, player: str, name: str) -> bool:
    counter = game.scenario.counters.get(name)
    return counter is not None and counter.side == player


def _stuck(game: Wb, name: str, to: int) -> bool:
    """Whether a unit can move, but not as far as a hex."""
    able = unable(game, name) is None and unit_of(game, name).hex != to
    return able and to not in routes(game, name).costs


def _out_of_reach(game: Wb, name: str, to: int) -> Refusal:
    left = points(budget(game, name))
    who = call(game, [name])
    text = f"{game.board.label(to)} is out of reach of {who}, which has {left} MP left"
    if may_pay(game, name) and to in routes(game, name, full=True).costs:
        full = "at full movement it gets there, for a level of supply"
        return Refusal("10.2.3", f"{text}; {full}")
    return Refusal("3.1.5", text)


# ---- attacking


def assault(game: Wb, player: str, targets: Sequence[int]) -> Action:
    """A good attack with as few as it takes, or else the strongest that can be made. [5.1.2]

    Whoever faces nobody else comes first; those who are wanted elsewhere too are added only until
    the column is good. Either way every other obligation stays possible. [5.1.4] [5.1.5]
    """
    for action in _sparing(game, player, targets):
        if not game.why(player, action):
            supported = _supported(game, player, action)
            column = _column(game, player, supported)
            if not column or COLUMNS.index(column) >= GOOD:
                return supported
    for action in islice(_assaults(game, player, targets), TRIES):
        if not game.why(player, action):
            return _supported(game, player, action)
    raise Refused(_why_no_assault(game, player, targets))


def _sparing(game: Wb, player: str, targets: Sequence[int]) -> Iterator[Action]:
    """Attackers of one hex: those who face it alone, then hex by hex those who face more."""
    seen = obligations.contact(game, player)
    if len(targets) > 1:
        return
    hexes = sorted(seen.attackers.get(targets[0], ()), key=lambda h: (len(seen.near[h]), h))
    alone = sum(len(seen.near[h]) == 1 for h in hexes)
    for count in range(max(alone, 1), len(hexes) + 1):
        yield _attack(game, [name for h in hexes[:count] for name in seen.able[h]], targets)


def _assaults(game: Wb, player: str, targets: Sequence[int]) -> Iterator[Action]:
    """Attackers from all hexes around one target, or from one hex around several, best first."""
    seen = obligations.contact(game, player)
    around = [set(seen.attackers.get(h, ())) for h in targets]
    hexes = sorted(set.intersection(*around)) if around else []
    groups = [[h] for h in hexes] if len(targets) > 1 else [hexes]
    pools = [[name for h in group for name in seen.able[h]] for group in groups]
    pools.sort(key=lambda names: -_strength(game, names))
    for names in pools:
        for chosen in _weaker_and_weaker(game, names):
            yield _attack(game, chosen, targets)


def _weaker_and_weaker(game: Wb, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Everybody, then everybody but one, and so on; the weakest are left out first."""
    by_strength = sorted(names, key=lambda name: (whole(attack_strength(game, name)), name))
    for left_out in range(len(names)):
        for out in combinations(by_strength, left_out):
            yield tuple(name for name in names if name not in out)


def _strength(game: Wb, names: Sequence[str]) -> int:
    return sum(whole(attack_strength(game, name)) for name in names)


def _attack(game: Wb, names: Sequence[str], targets: Sequence[int]) -> Action:
    labels = [game.board.label(h) for h in targets]
    return {"do": Attack.do, "units": sorted(names), "targets": labels}


def _supported(game: Wb, player: str, action: Action) -> Action:
    """The same attack with the aircraft and guns that help it; not those that change nothing."""
    means = commitments.attack_means(game, battle_of(game, player, action))
    for part, names in (("air", means.air), ("guns", means.guns)):
        for name in names:
            action = with_part(game, player, action, part, name)
    column = _column(game, player, action)
    for gun in sorted(action.get("guns", ()), key=lambda name: _strength(game, [name])):
        without = without_part(action, gun)
        if column and _column(game, player, without) == column:
            action = without
    return action


def _column(game: Wb, player: str, action: Action) -> str:
    """The column of an attack, as far as its player may know. [5.2.1d]"""
    return str(game.odds(action, player).reckoning.get("column", ""))


def with_part(game: Wb, player: str, action: Action, part: str, name: str) -> Action:
    """An action with one name more in one of its lists, if that is legal; else as it was."""
    more = {**action, part: [*action.get(part, ()), name]}
    return action if game.why(player, more) else more


def without_part(action: Action, name: str) -> Action:
    """An action without a name, in whichever of its lists it stands."""
    cut = {
        key: [item for item in value if item != name] if isinstance(value, list) else value
        for key, value in action.items()
    }
    return {key: value for key, value in cut.items() if value != []}


def _why_no_assault(game: Wb, player: str, targets: Sequence[int]) -> list[Refusal]:
    """Why nobody attacks there: what is wrong with sending everybody who is near."""
    near = [b for h in targets for b in game.board.around(h) if holder(game, b) == player]
    names = [name for h in dict.fromkeys(near) for name in units_at(game, h)]
    fit = [name for name in names if counter_of(game, name).attacks]
    if not fit:
        labels = ", ".join(game.board.label(h) for h in targets)
        nation = game.scenario.nations[player]
        return [Refusal("5.1.2", f"no {nation} unit that can attack is next to {labels}")]
    return game.why(player, _attack(game, fit, targets))


def extras(game: Wb, player: str, action: Action) -> dict[str, Sequence[str]]:
    """Who and what could still be added to an attack. [5.2.1b]"""
    battle = battle_of(game, player, action)
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
    spare = {
        part: [n for n in names if n not in action.get(part, ())] for part, names in open_to.items()
    }
    return {part: names for part, names in spare.items() if names}


def ground_known(game: Wb, player: str, action: Action) -> tuple[Tally, Tally]:
    """The strength of an attack on one hex, and what ground and water give its defenders.

    All of it is open: own strength, terrain, water, and works where they do not depend on who is
    in them. [1.5] [5.5.1] [5.5.4] [7.1.10] [S2.2]
    """
    battle = battle_of(game, player, action)
    h = battle.targets[0]
    row, terrain = game.scenario.ground.table[game.board.terrain[h]], game.board.terrain[h]
    ground = reckoning.water_modifiers(game, battle, h)
    if row.defender_cm:
        ground = ground.add(terrain, row.defender_cm, "5.5.1", row.sources["defender_cm"])
    if game.options["weak-field-fortifications"] == "off":
        ground += reckoning.works_modifiers(game, battle, h)[0]
    return reckoning.attack_total(game, battle, h), ground


# ---- answering in few words

HINTS = {
    "air": "fly MISSION HEX, as fly support 2719; the missions: " + ", ".join(KINDS),
    "defend": "defend ID …, of the guns, aircraft and stars that can help",
    "losses": "losses ID LEVELS …",
    "retreat": "retreat ID HEX …, the others as in the first answer",
    "pursue": "pursue ID HEX …",
}
"""How each question may be answered in few words."""


def shorthand(game: Wb, decision: Decision, words: Sequence[str]) -> Action | None:
    """An answer in few words, as a whole action; None if the words are no such answer."""
    do, *rest = words
    if any("=" in word for word in rest):
        return None
    for offer in decision.ask.offers:
        if isinstance(offer, Assign) and do in ("fly", Assign.do):
            return _fly(game, decision.player, rest)
        if offer.do != do:
            continue
        if isinstance(offer, Retreat):
            return retreat_to(game, offer, _goals(game, rest))
        if isinstance(offer, Pursuit):
            return _pursuit(game, offer, _goals(game, rest))
        if isinstance(offer, Losses):
            return {"do": do, "take": _levels(rest)}
        if isinstance(offer, Defend):
            return _defend(offer, rest)
    return None


def _goals(game: Wb, words: Sequence[str]) -> Goals:
    """Who goes where: names and hexes by turns, several names before a hex if they like."""
    goals: list[tuple[str, int]] = []
    names: list[str] = []
    for word in words:
        if word in game.board.index:
            goals += [(name, game.board.index[word]) for name in names]
            names = []
        else:
            names += [name for name in word.split(",") if name]
    if names or (not goals and words):
        raise Refused([Refusal("form", "write who and where to, as de-2-pz 3331")])
    return goals


def _levels(words: Sequence[str]) -> dict[str, int]:
    """Who loses how many levels: names and numbers by turns."""
    names, numbers = words[::2], words[1::2]
    if len(names) != len(numbers) or not all(number.isdigit() for number in numbers):
        raise Refused([Refusal("form", "write who loses how many levels, as de-2-pz 1")])
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


def _defend(offer: Defend, words: Sequence[str]) -> Action:
    """What is named, each in the list it belongs to. [5.2.1b]"""
    action: Action = {"do": offer.do}
    parts = offer.means.everything()
    for name in words:
        lists = [part for part, names in parts.items() if part != "bonus" and name in names]
        if not lists:
            known = ", ".join(n for part, names in parts.items() if part != "bonus" for n in names)
            raise Refused(
                [Refusal(offer.rule, f"{name} cannot help here; {known or 'nobody'} can")]
            )
        action.setdefault(lists[0], []).append(name)
    return action


def _fly(game: Wb, player: str, words: Sequence[str]) -> Action:
    """Missions by kind and hexes, with the air units named or, if none is, all that are free."""
    rows: list[dict[str, list[str]]] = []
    free = list(available(game, player))
    for word in words:
        if word in KINDS:
            rows.append({"mission": [word], "air": [], "hexes": []})
        elif rows and word in free:
            rows[-1]["air"].append(word)
        elif rows:
            rows[-1]["hexes"] += word.split("-")
        else:
            text = f"{word!r} is no mission; the missions are {', '.join(KINDS)}"
            raise Refused([Refusal("8.2.1", text)])
    named = [name for row in rows for name in row["air"]]
    idle = [name for name in free if name not in named]
    return {
        "do": Assign.do,
        "missions": [
            {"mission": row["mission"][0], "air": row["air"] or idle, "hexes": row["hexes"]}
            for row in rows
        ],
    }


def retreat_to(game: Wb, offer: Retreat, goals: Goals) -> Action:
    """Everybody as by default, but those named to their hexes; losses as cheap as may be."""
    _in_it(offer.units, goals, "5.3.1")
    paths, _ = offer.read(game, offer.best(game)["paths"])
    for name, to in goals:
        paths = {key: path for key, path in paths.items() if key != name}
        ways = [p for p in offer.routes.every(name, offer.order.hexes) if p[-1] == to]
        ways.sort(key=lambda path: (offer.routes.toll(path), -len(path)))
        fitting = [p for p in ways if not offer.unsound({**paths, name: p})]
        if unit_of(game, name).hex != to:
            paths[name] = _first(game, fitting or ways, name, to, "5.3.2")
    return offer.settled(game, paths)


def _pursuit(game: Wb, offer: Pursuit, goals: Goals) -> Action:
    """Those named to their hexes by the shortest way; the others stay."""
    _in_it(offer.units, goals, "5.4.1")
    paths: dict[str, Path] = {}
    for name, to in goals:
        ways = [path for path in offer.ways(game, name) if path[-1] == to]
        paths[name] = _first(game, ways, name, to, "5.4.2")
    return offer.written(game, paths)


def _in_it(units: Sequence[str], goals: Goals, rule: str) -> None:
    """Refuse goals for units that are not asked about."""
    wrong = [name for name, _ in goals if name not in units]
    if wrong:
        raise Refused([Refusal(rule, f"{wrong[0]} has no say here; {', '.join(units)} may go")])


def _first(game: Wb, ways: Sequence[Path], name: str, to: int, rule: str) -> Path:
    """The best way, or a refusal if there is none."""
    if not ways:
        raise Refused([Refusal(rule, f"{name} cannot go to {game.board.label(to)} now")])
    return ways[0]
