"""Reserves and exploiters: whom to release, when, and what for. [5.7] [7.0] [11.0]

In the enemy's turn Reserves close the holes he has made and strengthen what he will attack; in
one's own they follow through where the way is open. Whoever has no such task is kept in hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.players.staff.deployment import TOLD
from grognard.players.staff.directing import KEPT
from grognard.players.staff.objectives import to_hold
from grognard.players.staff.ocs.manoeuvre import Manoeuvre
from grognard.players.staff.ocs.marches import Entry, fuelling, marching
from grognard.players.staff.ocs.outlook import QUARTERS
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Piece
from grognard.systems.ocs.forms import Company
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.modes.reserves import Release
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import EXPLOIT, RESERVE


class Released(Manoeuvre):
    """A Movement Segment in which only released Reserves and exploiters move."""

    def regular(self, piece: Piece) -> bool:
        """Those who can be used now."""
        unit = self.seat.unit(piece.id)
        ready = unit.mode == RESERVE or reserves.released(self.seat.table, piece.id)
        return super().regular(piece) and (ready or self.exploits(unit.mode))

    def _to_wait(self, piece: Piece, aims: Sequence[int]) -> int:
        """Who is to wait is not released for it."""
        return piece.hex

    def exploits(self, mode: str) -> bool:
        """Whether a mode lets a unit move in this segment by itself."""
        return mode == EXPLOIT and self.seat.kind == phases.EXPLOITATION

    def orders(self) -> list[Entry]:
        """The plan as orders: releases, fuel, moves."""
        self.deploy()
        groups: dict[tuple[int, int], list[str]] = {}
        for name, h in self.posts.items():
            groups.setdefault((self.situation.pieces[name].hex, h), []).append(name)
        found: list[Entry] = []
        for (start, h), names in groups.items():
            if h == start and self.alarm[h] != 1:
                continue  # nobody is released only to stay behind the line
            waiting = [n for n in names if self.seat.unit(n).mode == RESERVE]
            if waiting:
                found.append(self.seat.write(Release, Company(tuple(waiting))))
            if h != start:
                found.append(partial(fuelling, names=tuple(names)))
                found.append(partial(marching, names=tuple(names), goal=h))
        return found


class Reaction(Released):
    """The Reaction Phase: Reserves help where the enemy will strike. [7.0]"""

    def deploy(self) -> None:
        """Close ways to what must be held; then stand by those in danger."""
        wanted = to_hold(self.situation)
        self.hold_on()
        self.obey()
        self.keep_line(self.seat.doctrine.lines.raids, wanted)
        self.help()

    def hold_on(self) -> None:
        """Reserves that the enemy stands next to are made ready where they are. [5.7a]"""
        for name in self.reach:
            piece = self.situation.pieces[name]
            if self.alarm[piece.hex] == 1:
                self.post(piece, piece.hex, "help")

    def obey(self) -> None:
        """Who is to keep or to give up his ground goes nowhere; Reserves are there to help."""
        for name in self.reach:
            posture = self.directing.posture(name)
            if posture in KEPT and posture != "reserve" and name not in self.posts:
                piece = self.situation.pieces[name]
                self.post(piece, piece.hex, TOLD[posture])

    def help(self) -> None:
        """Send Reserves to the most endangered hexes next to the enemy."""
        house = self.seat.doctrine.lines
        situation = self.situation
        spots = [h for h in situation.at if self.alarm[h] == 1]
        defence = {h: sum(p.defence for p in situation.stack(h)) for h in spots}
        for h in sorted(spots, key=lambda h: (-self.danger(h, defence[h]), h)):
            for name in sorted(self.reach, key=lambda n: (self.reach[n].get(h, 0), n)):
                if self.danger(h, defence[h]) < house.alarmed or name in self.posts:
                    continue
                piece = situation.pieces[name]
                if h in self.fighting[name] and h != piece.hex and self.room.fits(h, piece):
                    self.post(piece, h, "help")
                    defence[h] += piece.defence


class Exploitation(Released):
    """The Exploitation Phase: follow through to what is to be taken. [11.0]"""

    def deploy(self) -> None:
        """Attack again, take what lies open, go on towards the objectives, or close the line."""
        self.obey()
        self.plan_attacks()
        self.seize()
        if self.situation.attacking:
            self.send_rest(self.gainers())
        else:
            self.send_rest(n for n in self.gainers() if self.directing.objective(n))
            self.keep_line(self.seat.doctrine.lines.holes, to_hold(self.situation))

    def gainers(self) -> list[str]:
        """Those who could come much nearer to an objective, and stand there safely."""
        lines = self.seat.doctrine.lines
        house = self.seat.doctrine.attack
        found = []
        for name in self.reach:
            if name in self.posts:
                continue
            piece = self.situation.pieces[name]
            aims, bound = self.directing.objective(name), self.directing.bound(name)
            way = self._home(aims) if aims else self.way
            here = way.get(piece.hex, 0)
            safe = [
                h for h in self.reach[name]
                if here - way.get(h, here) >= house.gain and h in self.linked and (bound
                or self.threat[h] <= QUARTERS * 2 * lines.alarmed * max(1, piece.defence))
            ]  # fmt: skip
            if safe:
                found.append(name)
        return found


def plan(seat: OcsSeat) -> Manoeuvre:
    """The plan of the Movement Segment under way."""
    if seat.kind == phases.REACTION:
        return Reaction(seat)
    return Exploitation(seat) if seat.kind == phases.EXPLOITATION else Manoeuvre(seat)
