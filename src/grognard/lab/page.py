"""The page: what many games tell of a scenario, as one HTML file that needs nothing else.

Pictures are SVG, the typefaces are in it, and no address is asked for anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib import resources
from itertools import groupby

from grognard import __version__
from grognard.board.board import Board
from grognard.board.drawn.typefaces import font_faces
from grognard.lab import pictures
from grognard.lab.balance import Outcome, Report
from grognard.lab.findings import Came, Interval, Line
from grognard.lab.heat import BATTLE, HUNGER, Ground, Tint, scale, written
from grognard.lab.pictures import strong
from grognard.lab.simulate import wilson
from grognard.lab.variants import AS_IT_IS

HOTTEST = 8
"""How many of the hottest hexes are named beside a map."""
HARDEST_HIT = 14
"""So many formations of a side are shown."""
LONGEST = 30
"""No name in a picture has more letters."""


def page_of(report: Report, board: Board, command: str) -> str:
    """The whole page; `command` is what makes it again."""
    report = replace(report, colours={s: strong(c) for s, c in report.colours.items()})
    style = resources.files("grognard.lab").joinpath("page.css").read_text(encoding="utf-8")
    parts = (
        _head(report), _variants(report), _course(report), _maps(report, board),
        _losses(report), _arrivals(report), _numbers(report), _made(report, command),
    )  # fmt: skip
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report.title)}: balance</title><style>{font_faces()}{style}</style>"
        f"</head><body><main>{''.join(parts)}</main></body></html>\n"
    )


def _section(title: str, about: str, *parts: str) -> str:
    if not any(parts):
        return ""
    head = f"<h2>{escape(title)}</h2><p class=about>{escape(about)}</p>"
    return f"<section>{head}{''.join(parts)}</section>"


def _figure(picture: str, caption: str = "") -> str:
    told = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{picture}{told}</figure>"


def _pair(figures: Sequence[str]) -> str:
    """Pictures in two columns."""
    return f"<div class=two>{''.join(figures)}</div>" if figures else ""


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; its cells are HTML."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    whole = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div class=wide>{whole}</div>"


def _colours(report: Report) -> dict[str | None, str]:
    """The colour of each side, and of nobody."""
    found: dict[str | None, str] = {None: pictures.DRAWN}
    found.update(report.colours)
    return found


# ---- who wins


def _head(report: Report) -> str:
    """The title, who has won how often, and in which way."""
    base = report.outcomes[0]
    players = ", ".join(
        f"{escape(name)} as {escape(report.titles[side])}"
        for side, name in zip(report.sides, report.players, strict=True)
    )
    failed = f" {report.failed} failed and count nowhere." if report.failed else ""
    parts = [(report.titles[s], base.won[s] / base.games, report.colours[s]) for s in report.sides]
    draws = ("drawn", base.drawn / base.games, pictures.DRAWN)
    bar = pictures.whole_of([parts[0], draws, *parts[1:]])
    ways = [
        (_called(report, way), _share(count, base.games), _colour(report, way))
        for way, count in report.victories.items()
    ]
    won = _figure(pictures.shares(_won(report, base)), "Games won, with their intervals")
    return (
        f"<header><p class=kind>Balance of a scenario</p><h1>{escape(report.title)}</h1>"
        f"<p class=lead>{base.games} games: {players}.{failed} {escape(verdict(report))}</p>"
        f"</header><section class=first>{_figure(bar)}"
        f"{_pair([won, _figure(pictures.shares(ways), 'In which way')])}</section>"
    )


def verdict(report: Report) -> str:
    """Whether a side is favoured, as far as so many games can tell."""
    base, first, second = report.outcomes[0], *report.sides[:2]
    a, b = base.share(first), base.share(second)
    for one, other, side in ((a, b, first), (b, a, second)):
        if one[1] > other[2]:
            return f"They favour one side: {report.titles[side]}."
    return "So many games do not tell whether a side is favoured."


def _won(report: Report, outcome: Outcome) -> list[tuple[str, Interval, str]]:
    rows = [(report.titles[s], outcome.share(s), report.colours[s]) for s in report.sides]
    if outcome.drawn:
        rows.append(("drawn", _share(outcome.drawn, outcome.games), pictures.PALE))
    return rows


def _share(count: int, of: int) -> Interval:
    return (count / of, *wilson(count, of))


def _side_of(report: Report, way: str) -> str:
    side, colon, _ = way.partition(": ")
    return side if colon and side in report.sides else ""


def _colour(report: Report, way: str) -> str:
    return report.colours.get(_side_of(report, way), pictures.PALE)


def _called(report: Report, way: str) -> str:
    side = _side_of(report, way)
    words = f"{report.titles[side]}: {way.partition(': ')[2]}" if side else way
    return pictures.cut(words, LONGEST)


# ---- what is otherwise


def _variants(report: Report) -> str:
    """For each thing that was varied, who wins by its values, and how that compares."""
    found = []
    for what, group in groupby(report.outcomes[1:], key=lambda outcome: outcome.what):
        rows = [(f"{report.now[what]} ({AS_IT_IS})", report.outcomes[0])]
        rows += [(one.value, one) for one in group]
        found.append(_varied(report, what, rows))
    about = (
        "One thing otherwise at a time, from the same seeds. The second picture is by how much of "
        f"a game {report.titles[report.sides[0]]} does better than as it is: where the line "
        "crosses 0, so many games do not tell."
    )
    return _section("What it turns on", about, *found)


def _varied(report: Report, what: str, rows: Sequence[tuple[str, Outcome]]) -> str:
    (first, second), titles = report.sides[:2], report.titles
    colour = report.colours[first]
    wins = [(pictures.cut(value, LONGEST), one.share(first), colour) for value, one in rows]
    better = [(pictures.cut(value, LONGEST), one.better, colour) for value, one in rows]
    cells = [
        (
            escape(value), str(one.games), _percent(one.share(first)), _percent(one.share(second)),
            str(one.drawn), _signed(one.points, 1), _signed(one.better, 2, plus=True),
        )
        for value, one in rows
    ]  # fmt: skip
    heads = (
        what, "games", f"{titles[first]} wins", f"{titles[second]} wins", "drawn", "points",
        f"better for {titles[first]}",
    )  # fmt: skip
    figures = [
        _figure(pictures.shares(wins), f"Games won by {titles[first]}"),
        _figure(pictures.differences(better), "More of a game than as it is"),
    ]
    return f"<h3>{escape(what)}</h3>{_pair(figures)}{_table(heads, cells)}"


def _percent(found: Interval) -> str:
    share, low, high = found
    return f"{100 * share:.0f} % <small>{100 * low:.0f}–{100 * high:.0f}</small>"


def _signed(found: Interval | None, digits: int, plus: bool = False) -> str:
    """A number with its interval; one that is surely not 0 stands out."""
    if found is None:
        return "–"
    (value, low, high), form = found, f"{'+' if plus else ''}.{digits}f"
    text = f"{value:{form}} <small>{low:{form}} to {high:{form}}</small>"
    return f"<b>{text}</b>" if plus and (low > 0 or high < 0) else text


# ---- from turn to turn


def _course(report: Report) -> str:
    """How the points go."""
    if report.points is None or report.terms is None:
        return ""
    chart = pictures.course(report.points, report.terms.degrees, _colours(report))
    about = (
        f"Victory points, as they count for {report.points.title}, at the end of each turn. Thin "
        "lines are games; the bands hold all of them and eight of ten, the thick line is the "
        "middle. At the right how many games ended with how many points, and what that comes to."
    )
    if not report.terms.complete:
        about += " Some points are counted only at the end."
    return _section("The course of the points", about, _figure(chart))


def _numbers(report: Report) -> str:
    """Everything else that the charts of a game follow."""
    groups: dict[str, list[Line]] = {}
    for line in (*report.lines, *report.starving):
        groups.setdefault(line.chart, []).append(line)
    colours = _colours(report)
    figures = [_figure(pictures.lines(group, colours), title) for title, group in groups.items()]
    about = "Numbers at the end of each turn: the middle of all games, eight of ten, and all."
    return _section("From turn to turn", about, _pair(figures))


# ---- on the map


def _maps(report: Report, board: Board) -> str:
    """Where there were battles, and where supply broke."""
    hungry: dict[str, float] = {}
    for hexes in report.cut_off.values():
        for label, value in hexes.items():
            hungry[label] = hungry.get(label, 0.0) + value
    ground = Ground(board, [*report.battles, *hungry])
    about = "How many battles there were in each hex, in a game on average."
    battles = _map(ground, "Where they fight", about, report.battles, BATTLE, "battles a game")
    sides = "; ".join(
        f"{report.titles[side]} {sum(hexes.values()):.1f}" for side, hexes in report.cut_off.items()
    )
    about = (
        "How many units, in a game on average, were out of supply in each hex when a turn ended, "
        f"all turns together. By side: {sides}."
    )
    title = "Where supply breaks"
    return battles + _map(ground, title, about, hungry, HUNGER, "units a game")


def _map(
    ground: Ground, title: str, about: str, heat: Mapping[str, float], tint: Tint, unit: str
) -> str:
    if not heat:
        return _section(title, "Nowhere, in so many games.", " ")
    hottest = sorted(heat.items(), key=lambda item: (-item[1], item[0]))[:HOTTEST]
    rows = [
        (escape(label), escape(_place(ground.board, label)), written(value))
        for label, value in hottest
    ]
    left, top, right, bottom = ground.drawing.box
    shape = "tall" if bottom - top > right - left else "broad"
    aside = f"<aside>{scale(tint, hottest[0][1], unit)}{_table(('hex', '', unit), rows)}</aside>"
    drawn = _figure(ground.map(heat, tint, unit))
    return _section(title, about, f'<div class="map {shape}">{drawn}{aside}</div>')


def _place(board: Board, label: str) -> str:
    """What stands on the map in a hex, or else its ground."""
    h = board.hex(label)
    named = [place.name for place in board.places.values() if h in place.hexes]
    return named[0] if named else board.terrain[h].replace("_", " ")


# ---- formations and reinforcements


def _losses(report: Report) -> str:
    """What formations lose, those of each side beside those of the other."""
    figures = []
    for side in report.sides:
        mine = [loss for loss in report.losses if loss.side == side]
        rows, rest = mine[:HARDEST_HIT], mine[HARDEST_HIT:]
        if rows:
            more = f", and {len(rest)} more that lost less" if rest else ""
            picture = pictures.losses(rows, report.colours[side])
            figures.append(_figure(picture, report.titles[side] + more))
    about = (
        "Steps lost and not replaced, of those that a formation had or that came to it: the "
        "average of all games, and from the least to the most."
    )
    return _section("What it costs", about, _pair(figures))


def _arrivals(report: Report) -> str:
    """When reinforcements came, and what came of it."""
    if not report.arrivals:
        return ""
    lines = [line for line in (report.points, *report.lines) if line is not None]
    last = max(
        *(turn for one in report.arrivals for turn in (one.due, one.turns[2])),
        *(turn for line in lines for turn in line.turns),
    )
    rows = [list(_arrival(report, one, last)) for one in report.arrivals]
    heads = ("side", "who", "when", "came", "battles", "lost", "if early", "if it fought")
    about = (
        "The frame is the turn of the schedule, the dot the middle of all games. The last two "
        "columns are what its side scores above the other games, in games won, where it came no "
        "later than that, and where it was in more battles than usual; bold where chance alone "
        "hardly does it, – where there is nothing to compare. What goes together need not be the "
        "cause."
    )
    return _section("Reinforcements", about, _table(heads, rows))


def _arrival(report: Report, one: Came, last: int) -> Iterator[str]:
    """The cells of one reinforcement."""
    colour = report.colours[one.side]
    mark = f'<span class=side style="background:{colour}"></span>'
    yield f"{mark}{escape(report.titles[one.side])}"
    yield f"{escape(one.text)}<br><small>{escape(one.where)}</small>"
    yield f"<div class=when>{pictures.when(one.due, one.turns, last, colour)}</div>"
    yield f"{one.came} of {one.games}"
    yield f"{one.battles:.1f}"
    yield f"{one.lost:.1f} of {one.steps}" if one.steps else "–"
    yield _signed(one.early, 2, plus=True)
    yield _signed(one.fighting, 2, plus=True)


# ---- how it was made


def _made(report: Report, command: str) -> str:
    """By which command, and what the figures are."""
    options = ", ".join(f"{name}={value}" for name, value in sorted(report.options.items()))
    told = f" Options: {escape(options)}." if options else ""
    return (
        f"<footer><p>Made by Grognard {escape(__version__)} with <code>{escape(command)}</code>. "
        f"The same command plays the same games.{told} A game had {report.decisions:.0f} "
        f"decisions and took {report.cpu:.1f} seconds of a core. Intervals are 95 %: "
        "Wilson's of shares, and of averages those of 1,000 bootstraps over the games.</p></footer>"
    )
