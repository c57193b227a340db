"""What a scenario says of the Advanced Game's special operations, ears and United Nations.

[20.1.1] [21.3] [28.0]
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.table import Table
from grognard.systems.nextwar.scenario import ONSETS, Raiders, Resolutions

RAIDERS = ("side", "markers", "most", "arrivals")
RESOLUTIONS = ("begins", "vetoes", "drm", "turns", "gas", "capital")
MIX = {"JPN": "SOF Japan"}
"""The rows of the counter mix that are called otherwise than the nation."""


def read_raiders(read: Reader, tables: Mapping[str, Table]) -> dict[str, Raiders]:
    """The special operations forces of each nation; the counter mix limits them. [20.4]"""
    given = read.need(read.spec, "raiders", dict, {})
    limits, found = tables["counter-limits"], {}
    for nation, row in given.items():
        read.only(row, RAIDERS, "special operations forces")
        known = MIX.get(nation, f"SOF {nation}")
        mix = int(limits.cell(known, "count").value) if known in limits.rows else 99
        most = read.need(row, "most", int, mix)
        arrivals = {int(turn): int(n) for turn, n in read.need(row, "arrivals", dict, {}).items()}
        found[str(nation)] = Raiders(
            read.side(row, "side", row.get("side")),
            min(read.need(row, "markers", int), most),
            most,
            arrivals,
        )
    return found


def read_listeners(read: Reader) -> dict[str, dict[str, int]]:
    """Attempts at electronic detection by nation, where the chart is not to count. [21.3]"""
    given = read.by_side("listening")
    return {side: {str(k): int(v) for k, v in row.items()} for side, row in given.items()}


def read_resolutions(read: Reader) -> Resolutions:
    """The United Nations, if the scenario has them. [28.0] [28.1]"""
    if "un" not in read.spec:
        return Resolutions()
    given = read.need(read.spec, "un", dict)
    read.only(given, RESOLUTIONS, "the United Nations")
    vetoes = tuple(
        (read.need(row, "power", str), read.side(row, "side", row.get("side")))
        for row in read.rows(given, "vetoes", ("power", "side"), "a veto")
    )
    return Resolutions(
        begins=read.need(given, "begins", int, 2),
        vetoes=vetoes,
        drm=read.need(given, "drm", int, 0),
        drms={int(turn): int(drm) for turn, drm in read.need(given, "turns", dict, {}).items()},
        gas=read.need(given, "gas", int, 0),
        capital=read.need(given, "capital", int, 0),
    )


def read_onset(read: Reader) -> str:
    """How the war begins. [20.3] [28.0]"""
    onset = str(read.spec.get("onset", ""))
    if onset and onset not in ONSETS:
        hint = nearest(onset, ONSETS)
        raise read.fail(read.spec, "onset", f"no war begins by {onset!r}; {hint}")
    return onset
