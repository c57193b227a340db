"""Ladders as tables: what is told of each rung, and all of it as Markdown for the manual."""

from __future__ import annotations

from grognard.lab.ladder import DRAWS, Ladder, Manner, Pairing, Rung
from grognard.lab.rating import DRAWISH
from grognard.lab.simulate import wilson


def rating(rung: Rung, anchor: str) -> str:
    """A rating in Elo with its sign; the anchor's is 0 by choice."""
    if rung.player == anchor:
        return "0"
    return "–" if rung.elo is None else f"{rung.elo:+.0f}"


def interval(low: float | None, high: float | None) -> str:
    """Between what and what a rating lies; at least, or at most, where one end is open."""
    if low is None or high is None:
        open_ = f"≥ {low:+.0f}" if low is not None else f"≤ {high:+.0f}" if high is not None else ""
        return open_
    return f"{low:+.0f} to {high:+.0f}"


def share(count: float, total: float) -> str:
    """A share of games in percent."""
    return f"{100 * count / total:.0f} %" if total else "–"


def with_interval(count: int, total: int) -> str:
    """A share of games in percent, with Wilson's interval."""
    low, high = wilson(count, total)
    return f"{share(count, total)} ({100 * low:.0f}–{100 * high:.0f})" if total else "–"


def beyond(manner: Manner) -> str:
    """Which share of a player's turns took longer than he had; and which by a fifth."""
    if manner.budget is None or manner.over is None or manner.far_over is None:
        return "–"
    return f"{100 * manner.over:.1f} % of {manner.budget:g} s ({100 * manner.far_over:.1f} %)"


def told(ladder: Ladder) -> str:
    """How many games it was, and how the ratings were made, in a few sentences."""
    options = ", ".join(f"{name}={value}" for name, value in sorted(ladder.options.items()))
    games = sum(pairing.games for pairing in ladder.pairings)
    failed = f", {ladder.failed} failed" if ladder.failed else ""
    draws = f"{100 * ladder.drawn:.0f} % of the games were drawn, " + (
        f"more than {100 * DRAWISH:.0f} %: they have a term of their own (Davidson)"
        if ladder.davidson
        else "and count as halves"
    )
    return (
        f"{games} games{failed} from {ladder.seeds} seed{'s' * (ladder.seeds != 1)} of "
        f"`{ladder.seed}`, "
        f"each pair in both seatings from each{f'; options {options}' if options else ''}. "
        f"Elo over {ladder.anchor} by Bradley and Terry; {_side(ladder)}; {draws}. "
        f"Intervals: 95 %, {DRAWS} bootstraps over the seeds; of shares, Wilson's."
    )


def _side(ladder: Ladder) -> str:
    """What the side is worth by itself; nothing is known where strength decided every game."""
    low, high = ladder.side_low, ladder.side_high
    if low is None or high is None:
        return f"what {ladder.sides[0]} is worth by itself these games do not say"
    worth = f"{ladder.side_elo:+.0f} Elo by it ({interval(low, high)})"
    return f"who plays {ladder.sides[0]} has {worth}"


def markdown(ladder: Ladder) -> str:
    """The ladder as Markdown: ratings, pairs, and how everybody played."""
    first, second = ladder.sides
    rows = [
        f"| {rung.player} | {rating(rung, ladder.anchor)} | {interval(rung.low, rung.high)} "
        f"| {share(rung.score, rung.games)} | {rung.games} |"
        for rung in ladder.rungs
    ]
    text = "| Player | Elo | 95 % | Score | Games |\n|---|---|---|---|---|\n" + "\n".join(rows)
    notes = [f"*{rung.player}* {rung.note}." for rung in ladder.rungs if rung.note]
    text += f"\n\n{' '.join([told(ladder), *notes])}\n\n"
    text += (
        f"| {first} | {second} | {first} wins | {second} wins | Drawn |\n|---|---|---|---|---|\n"
    )
    text += "\n".join(map(_pairing, ladder.pairings))
    text += (
        "\n\n| Player | Refused | A game | A turn | Longest turn | Turns over budget (by a fifth) |"
    )
    text += "\n|---|---|---|---|---|---|\n"
    return text + "\n".join(map(_manner, ladder.manners)) + "\n"


def _pairing(one: Pairing) -> str:
    cells = (
        one.first, one.second, with_interval(one.won, one.games),
        with_interval(one.lost, one.games), f"{one.drawn} of {one.games}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _manner(one: Manner) -> str:
    cells = (
        one.player, f"{one.refused} of {one.decisions}", f"{one.a_game:.2f} s",
        f"{one.a_turn:.2f} s", f"{one.longest:.2f} s", beyond(one),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"
