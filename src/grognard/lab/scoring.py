"""Scoring: how good forecasts of games are, by those that were not learned from."""

from __future__ import annotations

import numpy as np

from grognard.players.commander.positions.position import Numbers


def auc(answers: Numbers, wins: Numbers) -> float:
    """How often a position that was won is thought better than one that was lost; draws are left
    out. Half means that nothing is known."""
    won, lost = answers[wins == 1], answers[wins == 0]
    if not len(won) or not len(lost):
        return float("nan")
    order = np.sort(lost)
    below = np.searchsorted(order, won, side="left")
    up_to = np.searchsorted(order, won, side="right")
    return float((below + up_to).sum() / 2 / len(won) / len(lost))


def brier(chances: Numbers, wins: Numbers) -> float:
    """The mean square of how far the chances were off; a draw is half a win."""
    return float(((chances - wins) ** 2).mean())


def known(answers: Numbers, wanted: Numbers) -> float:
    """The share of what differs between games that was foreseen; below nought is worse than to say
    the mean of all."""
    spread = float(((wanted - wanted.mean()) ** 2).sum())
    return 1 - float(((answers - wanted) ** 2).sum()) / spread if spread else float("nan")


def logistic(odds: Numbers) -> Numbers:
    """The chances whose odds have these logarithms."""
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


def surprise(odds: Numbers, wins: Numbers) -> float:
    """How surprised a forecast is by what happened, on the mean."""
    share = np.clip(logistic(odds), 1e-9, 1 - 1e-9)
    return float(-(wins * np.log(share) + (1 - wins) * np.log(1 - share)).mean())


def sureness(odds: Numbers, wins: Numbers) -> float:
    """By how much logarithms of odds must be multiplied so that they are as sure as they may be."""
    found = 1.0
    for _ in range(50):
        share = logistic(found * odds)
        slope = float((odds * (share - wins)).sum())
        curve = float((odds * odds * share * (1 - share)).sum())
        if curve < 1e-12:
            break
        found = min(3.0, max(0.1, found - slope / curve))
    return round(found, 4)
