"""Which companies go free with which hosts: as many as possible. [6.2.0]

A host takes one company of each kind, the hex has so many free places of each kind, and who goes
free is nobody's host. The search would grow with every company in a crowded hex; it is held short
by a bound: as many as could go free if hosts might go free themselves, which is a matching.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Way = tuple[str, str]
"""A kind of going free, and the host."""
Ways = Mapping[str, Sequence[Way]]


def guests(ways: Ways, caps: Mapping[str, int]) -> dict[str, str]:
    """The companies that go free, each with its host: as many as possible, and of those choices the
    first in the order of companies and ways. [6.2.0]"""
    companies = [name for name, found in ways.items() if found]
    best: dict[str, str] = {}
    room = dict(caps)

    def search(place: int, taken: frozenset[Way], found: dict[str, str]) -> None:
        nonlocal best
        if len(found) > len(best):
            best = dict(found)
        left = _open(companies[place:], ways, taken, found)
        if not left or len(found) + most(left, room) <= len(best):
            return
        name = companies[place]
        for kind, host in left.get(name, ()):
            if room[kind] > 0:
                room[kind] -= 1
                search(place + 1, taken | {(kind, host)}, {**found, name: host})
                room[kind] += 1
        search(place + 1, taken, found)

    if companies:
        search(0, frozenset(), {})
    return best


def _open(
    companies: Iterable[str], ways: Ways, taken: frozenset[Way], found: Mapping[str, str]
) -> dict[str, list[Way]]:
    """What is still open to companies: who is a host does not go free, nor who goes free host."""
    hosts = {*found.values()}
    left = {}
    for name in companies:
        own = [way for way in ways[name] if way not in taken and way[1] not in found]
        if own and name not in hosts:
            left[name] = own
    return left


def most(ways: Ways, room: Mapping[str, int]) -> int:
    """How many could go free at most: one company for each way, so many for each kind."""
    got: dict[Way, str] = {}
    whole = sum(max(left, 0) for left in room.values())
    dead: set[Way] = set()
    for name in ways:
        if len(got) >= whole:
            break
        if _seated(name, ways, room, got, dead):
            dead = set()
    return len(got)


def _seated(
    name: str, ways: Ways, room: Mapping[str, int], got: dict[Way, str], dead: set[Way]
) -> bool:
    """Find a company a way, moving others to ways of theirs if need be; `dead` are ways that have
    been tried in vain."""
    for way in ways[name]:
        if way in dead:
            continue
        dead.add(way)
        if way in got:
            holders = [way]
        elif sum(kind == way[0] for kind, _ in got) < room[way[0]]:
            got[way] = name
            return True
        else:
            holders = [one for one in got if one[0] == way[0]] if room[way[0]] > 0 else []
        for held in holders:
            other = got.pop(held)
            got[way] = name
            if _seated(other, ways, room, got, dead):
                return True
            del got[way]
            got[held] = other
    return False
