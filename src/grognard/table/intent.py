"""Orders of the day: what a player was about, kept as he thought it and told when it may be.

A program that plays may hand in a page with each answer: the plan it has just made, and the reason
of this one order. A page is plain data: counters by their ids, hexes by their labels, and figures
the program has worked out. What it reads like stands in the tables of phrases, in rows whose kind
begins with `plan` or `why`, so that a system may say some of it in words of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from grognard.engine.event import Event
from grognard.table.cards import Labels
from grognard.table.tabletop import Tabletop
from grognard.table.telling import COMMON, Phrases
from grognard.table.words import AnyGame
from grognard.table.writing import Card, plain

NAMED = 4
"""How many counters of a point are named, where it is about more."""
LARGEST = 64_000
"""Letters of a page at most, as it is written down."""
_PLAIN = Phrases(COMMON)


class PageError(ValueError):
    """What somebody has handed in is no page of orders; says why."""


@dataclass(frozen=True, slots=True)
class Point(Card):
    """One point of the orders: what sort it is, what ground and whom it is about, and figures.

    `hexes` lie open to everybody, as objectives and those who are attacked do; `stands` are where
    one's own counters are, and `towards` is what it all leads to.
    """

    kind: str
    hexes: Labels = ()
    pieces: Labels = ()
    stands: Labels = ()
    towards: Labels = ()
    facts: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan(Card):
    """A plan: what is to be won, how, what is feared, what is kept back and what is given up."""

    aims: tuple[Point, ...] = ()
    efforts: tuple[Point, ...] = ()
    fears: tuple[Point, ...] = ()
    kept: tuple[Point, ...] = ()
    dropped: tuple[Point, ...] = ()


SECTIONS = tuple(each.name for each in fields(Plan))


@dataclass(frozen=True, slots=True)
class Page(Card):
    """What an answer was about: the plan that was made for it, and why it was given."""

    plan: Plan | None = None
    reason: Point | None = None


@dataclass(frozen=True, slots=True)
class OrderLine(Card):
    """A point of the orders in words, with what it is about on the map."""

    text: str
    hexes: Labels
    pieces: Labels
    goals: Labels
    """Of the hexes, the ground that those counters are to take, strike at or keep."""


# ---- reading and writing


def written(page: Page) -> dict[str, Any]:
    """A page as plain data, without what is not there."""
    data: dict[str, Any] = {}
    if page.plan is not None:
        data["plan"] = {
            section: [_bare(point) for point in points]
            for section in SECTIONS
            if (points := getattr(page.plan, section))
        }
    if page.reason is not None:
        data["reason"] = _bare(page.reason)
    return data


def _bare(point: Point) -> dict[str, Any]:
    return {name: value for name, value in plain(point).items() if value}


def read(data: Any) -> Page:
    """A page out of plain data; whatever else it may be is refused."""
    _known(data, ("plan", "reason"))
    plan = data.get("plan")
    if plan is not None:
        _known(plan, SECTIONS)
        plan = Plan(**{name: tuple(_point(row) for row in rows) for name, rows in plan.items()})
    reason = data.get("reason")
    return Page(plan, None if reason is None else _point(reason))


def _known(data: Any, names: Collection[str]) -> None:
    if not isinstance(data, Mapping) or any(name not in names for name in data):
        raise PageError(f"this is no page of orders; it has {', '.join(names)} and nothing else")
    for name, rows in data.items():
        if name in SECTIONS and not isinstance(rows, list | tuple):
            raise PageError(f"{name} is a list of points")


def _point(data: Any) -> Point:
    _known(data, [each.name for each in fields(Point)])
    kind, facts = data.get("kind"), data.get("facts", {})
    if not isinstance(kind, str) or not kind:
        raise PageError("a point says of which kind it is")
    if not isinstance(facts, Mapping) or any(not isinstance(v, int | str) for v in facts.values()):
        raise PageError("the facts of a point are words and numbers")
    lists = {name: _labels(data.get(name, ())) for name in ("hexes", "pieces", "stands", "towards")}
    return Point(kind, facts=dict(facts), **lists)


def _labels(found: Any) -> Labels:
    if not isinstance(found, list | tuple) or any(not isinstance(item, str) for item in found):
        raise PageError("hexes and counters are listed by their names")
    return tuple(found)


# ---- who may know it


class Sight(NamedTuple):
    """What somebody on another side can see: counters, and hexes in which he sees a stack."""

    pieces: Collection[str]
    hexes: Collection[str]


def named_in(page: Page) -> set[str]:
    """Every counter that a page names."""
    return {piece for point in _points(page) for piece in point.pieces}


def places_in(page: Page) -> set[str]:
    """Every hex that a page names."""
    return {h for point in _points(page) for h in (*point.hexes, *point.stands)}


def _points(page: Page) -> Iterable[Point]:
    if page.plan is not None:
        for section in SECTIONS:
            yield from getattr(page.plan, section)
    if page.reason is not None:
        yield page.reason


OUT_OF_SIGHT = "?"
"""What stands among the counters of a point for all of those that its reader cannot see."""
HARMLESS = frozenset(("worth", "each", "forced"))
"""Figures that say nothing of anybody's strength."""
SECRET = frozenset(("plan-watch", "why-watch"))
"""Points that say where something lies of which nobody else knows."""


def screened(page: Page, sight: Sight, open_ground: bool) -> Page:
    """A page as another side may read it: nobody out of sight is named, counted or placed.

    Without `open_ground` the reader is told of no hex but those in which he sees somebody, and of
    nobody's strength.
    """

    def points(found: Iterable[Point]) -> tuple[Point, ...]:
        known = (_screened(point, sight, open_ground) for point in found)
        return tuple(point for point in known if point is not None)

    plan = page.plan
    if plan is not None:
        plan = Plan(**{name: points(getattr(plan, name)) for name in SECTIONS})
    (reason,) = points([page.reason] if page.reason else []) or (None,)
    return Page(plan, reason)


def _screened(point: Point, sight: Sight, open_ground: bool) -> Point | None:
    """A point as far as it may be known; None if nothing is left of it."""
    seen = tuple(piece for piece in point.pieces if piece in sight.pieces)
    hidden = len(seen) < len(point.pieces)
    hexes = tuple(h for h in point.hexes if open_ground or h in sight.hexes)
    stands = tuple(h for h in point.stands if seen and not hidden and h in sight.hexes)
    # Figures say how strong those are whom they are about.
    telling = open_ground and not hidden and len(stands) == len(point.stands)
    facts = {k: v for k, v in point.facts.items() if telling or k in HARMLESS}
    if point.kind in SECRET or not (hexes or seen):
        return None
    pieces = (*seen, OUT_OF_SIGHT) if hidden else seen
    return replace(point, hexes=hexes, pieces=pieces, stands=stands, facts=facts)


# ---- in words


def tell(game: AnyGame, table: Tabletop, point: Point) -> OrderLine:
    """A point in words; empty where there is too little left of it to tell."""
    phrases = game.system.phrases
    sentences = phrases if isinstance(phrases, Phrases) else _PLAIN
    known = {
        "places": _places(game, point.hexes),
        "stands": _places(game, point.stands),
        "towards": _places(game, point.towards),
        "units": _units(game, table, sentences, point.pieces),
    }
    facts = {**point.facts, **{name: text for name, text in known.items() if text}}
    event = Event(point.kind, "", facts)
    text = sentences.sentence(game, event) if sentences.tellable(game, event) else ""
    seen = tuple(piece for piece in point.pieces if piece != OUT_OF_SIGHT)
    return OrderLine(text, (*point.hexes, *point.stands), seen, point.hexes)


def _places(game: AnyGame, labels: Sequence[str]) -> str:
    """Hexes as they are said: with the name of the place, where there is one."""
    said = []
    for label in dict.fromkeys(labels):
        h = game.board.index.get(label)
        names = [] if h is None else [place.name for place in game.board.place_at(h)]
        said.append(f"{min(names, key=len)} ({label})" if names else label)
    return ", ".join(said)


def _units(game: AnyGame, table: Tabletop, phrases: Phrases, pieces: Sequence[str]) -> str:
    """Counters by name, some of many; those out of sight are one, however many they are."""
    names = table.names(game)
    seen = [names[piece] for piece in pieces if piece in names]
    said = seen if len(seen) <= NAMED + 1 else seen[:NAMED]
    more = len(seen) - len(said)
    if more:
        said = [*said, phrases.sentence(game, Event("plan-more", "", {"more": more}))]
    if OUT_OF_SIGHT in pieces:
        said = [*said, phrases.sentence(game, Event("plan-unseen", "", {}))]
    return ", ".join(said)
