"""Weighing: an action looked at from all sides before it is done.

Its numbers with their reasons, every outcome with its exact chance, what may not be known, and who
could still be added or left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import islice
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.odds import Odds
from grognard.table.cards import Extra, Reckoned, Sums, Tone, Weighing, Weight
from grognard.table.choosing import sums_in, worded
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.table.worded import Worded

COLUMN = "column"
"""What the reckoning of a system calls the column of its table."""


def weigh(game: AnyGame, table: Tabletop, player: str, action: Action) -> Weighing:
    """An action weighed, within what its player may know."""
    refusals = tuple(game.why(player, action))
    if refusals:
        mends = table.mendable(game, player, action)
        extras = _extras(game, table, player, action) if mends else ()
        text = _text(game, table, player, action)
        return Weighing(dict(action), text, refusals, extras=extras)
    text, extras = worded(game, table, player, action).text, _extras(game, table, player, action)
    warnings = tuple(table.warnings(game, player, action))
    if not table.reckoned(game, player, action):
        spent = tuple(table.cost(game, player, action))
        return Weighing(dict(action), text, sums=spent, extras=extras, warnings=warnings)
    odds = game.odds(action, player)
    sums: Sums = tuple(table.estimate(game, player, action)) if odds.unknown else ()
    sums = sums or _reckoning(game, table, odds.reckoning)
    return Weighing(
        action=dict(action),
        text=text,
        column=str(odds.reckoning.get(COLUMN, "")),
        sums=(*sums, *table.cost(game, player, action)),
        outcomes=_outcomes(game, table, odds),
        unknown=odds.unknown,
        supposed=tuple(table.supposed(_named(game, table, note)) for note in odds.supposed),
        extras=extras,
        warnings=warnings,
    )


def _named(game: AnyGame, table: Tabletop, note: Mapping[str, Any]) -> Mapping[str, Any]:
    """What odds suppose of a side, which is told by its name."""
    side = note.get("player")
    known = side in game.scenario.sides
    return {**note, "player": table.side_title(game, str(side))} if known else note


def _text(game: AnyGame, table: Tabletop, player: str, action: Action) -> str:
    """An action that may be nonsense in words, if it has any."""
    try:
        return worded(game, table, player, action).text
    except (KeyError, TypeError, ValueError, AttributeError):
        return str(action.get("do", ""))


def _reckoning(game: AnyGame, table: Tabletop, reckoning: Mapping[str, Any]) -> Sums:
    """The sums of a reckoning, and what it says in a word; what does not apply is left out."""
    words = [
        Reckoned(table.explained(key), "yes" if value is True else str(value))
        for key, value in reckoning.items()
        if value and key != COLUMN and not isinstance(value, Mapping | list)
    ]
    return (*sums_in(game, table, reckoning), *words)


def _outcomes(game: AnyGame, table: Tabletop, odds: Odds) -> tuple[Weight, ...]:
    """The outcomes in words, like ones together, by the lowest roll that brings them: the first
    that is thrown, for what is thrown after it depends on it."""
    chances: dict[str, Fraction] = {}
    rolls: dict[str, dict[int, None]] = {}
    tones: dict[str, Tone] = {}
    for outcome in odds.outcomes:
        if not outcome.facts:
            continue
        text = table.results(game, outcome.facts) or outcome.text
        chances[text] = chances.get(text, Fraction(0)) + outcome.probability
        tones.setdefault(text, table.tone(game, outcome.facts))
        totals = (fact["roll"] for fact in outcome.facts if type(fact.get("roll")) is int)
        rolls.setdefault(text, {}).update(dict.fromkeys(islice(totals, 1)))
    order = sorted(chances, key=lambda text: (sorted(rolls[text])[:1], -chances[text], text))
    told = every_roll({roll for found in rolls.values() for roll in found}, table.die)
    return tuple(
        [
            Weight(
                text, chances[text], hundredths(chances[text]),
                tuple(sorted(rolls[text])) if told else (), tones[text],
            )
            for text in order
        ]
    )  # fmt: skip


def every_roll(shown: AbstractSet[int], sides: int) -> bool:
    """Whether all is there that dice can show: one, or the total of several. Where some rolls stand
    for others that read alike, a list of them would mislead."""
    least, most = min(shown, default=0), max(shown, default=0)
    gapless = len(shown) == most - least + 1
    return gapless and (len(shown) == sides or (least > 1 and most == least * sides))


def hundredths(chance: Fraction) -> float:
    """A chance as people read it."""
    return round(float(100 * chance), 2)


def _extras(game: AnyGame, table: Tabletop, player: str, action: Action) -> tuple[Extra, ...]:
    """Who is in an action, and who could be, each with the action that follows."""
    spare = table.extras(game, player, action)
    names = table.names(game)
    found = []
    offer = table.offer(game, str(action.get("do")), player)
    known = offer.parts if isinstance(offer, Worded) else ()
    called = offer.called if isinstance(offer, Worded) else {}
    for part in dict.fromkeys((*_lists(action), *spare)):
        if part not in spare and part not in known:
            continue
        chosen, title = action.get(part, []), called.get(part) or table.part(part)
        for name in chosen:
            left = [item for item in chosen if item != name]
            less = {**action, part: left}
            found.append(Extra(part, title, name, names.get(name, name), True, less))
        for name in spare.get(part, ()):
            more = {**action, part: [*chosen, name]}
            found.append(Extra(part, title, name, names.get(name, name), False, more))
    for part, most in table.amounts(game, player, action).items():
        found += _steps(called.get(part) or table.part(part), action, part, most)
    return (*found, *table.changes(game, player, action))


def _steps(title: str, action: Action, part: str, most: int) -> list[Extra]:
    """One more of something that is counted, and one less."""
    now, found = int(action.get(part, 0)), []
    if now:
        less = {**action, part: now - 1}
        found.append(Extra(part, title, str(now), f"{title} {now}", True, less))
    if now < most:
        more = {**action, part: now + 1}
        found.append(Extra(part, title, str(now + 1), f"{title} {now + 1}", False, more))
    return found


def _lists(action: Action) -> list[str]:
    """The parts of an action that are lists of words."""
    return [
        key
        for key, value in action.items()
        if isinstance(value, list) and all(isinstance(item, str) for item in value)
    ]
