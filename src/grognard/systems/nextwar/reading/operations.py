"""What a scenario says of the Advanced Game's special operations, ears and United Nations.

[20.1.1] [21.3] [28.0]
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from grognard.engine.located import nearest
from grognard.engine.reader import Reader
from grognard.engine.table import Table
from grognard.systems.nextwar.scenario import ONSETS, Helper, Raiders, Resolutions

RAIDERS = ("side", "markers", "most", "arrivals")
WEAPONS = ("ballistic", "cruise")
HELPER = ("side", "supplies", "markers", "box", "until")
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
        markers = read.need(row, "markers", int)
        if not 0 <= markers <= most:
            text = f"{nation} has {most} markers of special operations forces, not {markers}"
            raise read.fail(row, "markers", text)
        arrivals = {int(turn): int(n) for turn, n in read.need(row, "arrivals", dict, {}).items()}
        found[str(nation)] = Raiders(
            read.side(row, "side", row.get("side")),
            markers,
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


def read_salvos(read: Reader) -> dict[str, dict[str, int]]:
    """How many missiles of a kind sides launch in a Strike Phase at most. [26.1]"""
    found: dict[str, dict[str, int]] = {}
    for side, row in read.by_side("salvos").items():
        read.only(row, WEAPONS, "the salvos of a side")
        found[side] = {weapon: _count(read, row, weapon) for weapon in row}
    return found


def read_launchers(read: Reader) -> dict[str, tuple[str, ...]]:
    """The missiles that can be struck where they stand. [26.1.3]"""
    given = read.by_side("launchers")
    for side in given:
        for word in read.words(given, side):
            if word not in WEAPONS:
                hint = nearest(word, WEAPONS)
                raise read.fail(given, side, f"no missile is {word!r}; {hint}")
    return {side: tuple(words) for side, words in given.items()}


def read_missiles(read: Reader) -> dict[str, dict[str, dict[int, int]]]:
    """The missiles that come, by side, kind and turn. [26.1]"""
    found: dict[str, dict[str, dict[int, int]]] = {}
    for side, row in read.by_side("missiles").items():
        read.only(row, WEAPONS, "the missiles of a side")
        found[side] = {}
        for weapon in row:
            turns = read.need(row, weapon, dict)
            for turn in turns:
                if not str(turn).isdecimal() or int(turn) < 1:
                    raise read.fail(turns, turn, f"missiles come in a turn, not in {turn!r}")
            found[side][weapon] = {int(turn): _count(read, turns, turn) for turn in turns}
    return found


def _count(read: Reader, row: Any, key: Any) -> int:
    count: int = read.need(row, key, int)
    if count < 0:
        raise read.fail(row, key, f"{key!r} is a number of missiles, not {count}")
    return count


def read_helpers(read: Reader, basing: Container[str]) -> dict[str, Helper]:
    """What other nations do for the sides. [28.0]"""
    given, found = read.need(read.spec, "posture", dict, {}), {}
    for nation, row in given.items():
        read.only(row, HELPER, "a nation that helps")
        box, markers = read.need(row, "box", str, ""), read.need(row, "markers", int, 0)
        if box and box not in basing:
            raise read.fail(row, "box", f"there is no Basing Box {box!r}")
        if markers and nation not in read.need(read.spec, "raiders", dict, {}):
            raise read.fail(row, "markers", f"{nation} has no special operations forces")
        found[str(nation)] = Helper(
            read.side(row, "side", row.get("side")), read.need(row, "supplies", int, 0), markers,
            box, read.need(row, "until", int, 0),
        )  # fmt: skip
    return found


def read_onset(read: Reader) -> str:
    """How the war begins. [20.3] [28.0]"""
    onset = str(read.spec.get("onset", ""))
    if onset and onset not in ONSETS:
        hint = nearest(onset, ONSETS)
        raise read.fail(read.spec, "onset", f"no war begins by {onset!r}; {hint}")
    return onset
