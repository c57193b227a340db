"""Following beaten enemies farther than the hex they left, where the way is worth it. [5.4]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.fields import threat_at
from grognard.players.staff.wb95.estimate import Estimate
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.combat.routes import Going

QUARTERS = 4
Paths = Mapping[str, Sequence[str]]
"""The way of each who follows, hex by hex."""


class Following:
    """How far those go on who follow into a hex that the enemy has left."""

    def __init__(self, seat: Wb95Seat, estimate: Estimate) -> None:
        self.seat, self.estimate = seat, estimate
        self.situation, self.house = seat.situation, seat.doctrine

    def farther(self, paths: Paths) -> dict[str, list[str]]:
        """The same ways, longer for those who find an objective beyond the first hex, or prey."""
        found = {name: list(path) for name, path in paths.items()}
        groups: dict[str, list[str]] = {}
        for name, path in paths.items():
            groups.setdefault(path[-1], []).append(name)
        for names in groups.values():
            found = self._led(names, found)
        return found

    def _led(self, names: Sequence[str], paths: Mapping[str, list[str]]) -> dict[str, list[str]]:
        """The ways of all once a group that ends in one hex goes on, if that pays."""
        pieces = self.situation.pieces
        lead = max(names, key=lambda name: (pieces[name].attack, name))
        found = dict(paths)
        best = self.value(paths[lead][-1], names)
        for way in self._ways(lead, paths[lead]):
            if not self.prize(way[-1]):
                continue
            trial = {**paths, **{name: [*paths[name], *way] for name in names}}
            if not self.legal(trial):
                trial = {**paths, lead: [*paths[lead], *way]}
            going = [name for name in names if len(trial[name]) > len(paths[name])]
            value = self.value(way[-1], going)
            if value > best and self.legal(trial):
                best, found = value, trial
        return found

    def _ways(self, name: str, path: Sequence[str]) -> list[tuple[str, ...]]:
        """Every way on for one unit beyond its path, one to each hex, the short ones first."""
        board = self.seat.board
        found: dict[str, tuple[str, ...]] = {}
        layer: list[tuple[str, ...]] = [()]
        while layer:
            following = []
            for way in layer:
                last = board.hex(way[-1] if way else path[-1])
                for b in board.around(last):
                    label = board.label(b)
                    if label in found or label in path:
                        continue
                    if self.legal({name: [*path, *way, label]}):
                        found[label] = (*way, label)
                        following.append(found[label])
            layer = following
        return list(found.values())

    def legal(self, paths: Paths) -> bool:
        """Whether these may follow so."""
        going = {
            name: tuple(map(self.seat.board.hex, path)) for name, path in paths.items() if path
        }
        return self.seat.may(self.seat.write(Pursuit, Going(going)))

    def value(self, label: str, names: Sequence[str]) -> int:
        """What it is worth to some units to end in a hex, in thousandths of a point."""
        defence = sum(self.situation.pieces[name].defence for name in names)
        return self.prize(label) - self.exposure(self.seat.board.hex(label), defence)

    def prize(self, label: str) -> int:
        """What is to be had in a hex: an objective, guns or headquarters that nobody guards."""
        house, h = self.house, self.seat.board.hex(label)
        taking = [goal.value for goal in self.situation.goals if goal.hex == h and not goal.ours]
        return house.value * sum(taking) + house.prey * (h in self.situation.foes)

    def exposure(self, h: int, defence: int) -> int:
        """What units that end in a hex must expect there. [7.1.2a]"""
        house = self.house
        threat = threat_at(self.situation, h) // QUARTERS
        times = threat * 10 // max(1, defence) - 10 * self.estimate.shelter(h, False)
        if times <= house.even:
            return 0
        risk = house.risk * self.seat.clock.manner.risk // WHOLE
        return defence * risk * (min(times, house.overwhelming) - house.even) // 10
