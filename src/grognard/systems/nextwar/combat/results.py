"""Results of combat: the table, and steps that are lost. [9.7]"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.losses import Burden, ShareLosses, Toll
from grognard.systems.nextwar.combat.reckoning import COLUMNS
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.pieces.beachheads import is_beachhead
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.scenario import Nw

_CELL = re.compile(r"(-|\d)/(-|\d)(R?)")
EXCESS = 10
"""The column, from 0, from which on a defender's shortfall spares the attacker. [9.7.1.1]"""


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the table: steps of the attacker, steps of the defender, and retreat. [9.7]"""

    attacker: int
    defender: int
    retreat: bool


def parse(text: str) -> Result:
    """A cell such as `1/2R`. [9.7]"""
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no result of combat")
    ours, theirs = (0 if part == "-" else int(part) for part in match.group(1, 2))
    return Result(ours, theirs, bool(match[3]))


def look_up(game: Nw, roll: int, column: int) -> Result:
    """The result of a modified roll; of the first edition, if that is wanted. [9.2.6]"""
    tables = game.scenario.tables
    table = tables["crt"]
    place = table.row_axis.find(roll, clamp=True)
    assert place is not None
    row = table.rows[place]
    if game.options["crt"] == "first-edition":
        key = f"{row.rstrip('+-') if len(row) > 2 else row.rstrip('+')} {column + 1}"
        disputed = tables["crt-disputed"]
        if key in disputed.rows:
            return parse(disputed.cell(key, "reading_J").value)
    return parse(table.cell(row, COLUMNS[column]).value)


def steps_of(game: Nw, names: Sequence[str]) -> dict[str, int]:
    """How many steps units have left."""
    return {name: unit_of(game, name).steps for name in names}


def couple(result: Result, column: int, attackers: int, defenders: int) -> tuple[int, int]:
    """The steps that are really lost, where one side cannot give what is asked. [9.7.1.1]"""
    ours, theirs = result.attacker, result.defender
    if column >= EXCESS and theirs > defenders:
        ours = max(0, ours - 1)
    if result.attacker and result.attacker >= attackers:
        theirs = max(0, theirs - 1)
    return ours, theirs


class Losses(ShareLosses[Nw]):
    """Sharing out losses: one step of the lead first, and nobody is eliminated while another still
    has two. [9.7.1]"""

    do, rule = "lose-steps", "9.7.1"
    title, phrase = "Share out losses", "{take}"

    def __init__(
        self,
        burden: Burden,
        lead: str,
        markers: frozenset[str] = frozenset(),
        foremost: frozenset[str] = frozenset(),
        last: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(burden)
        self.lead, self.markers = lead, markers
        """A Beachhead may be given for anybody's step. [8.5.8.4]"""
        self.foremost, self.last = foremost, last
        """Outposts go before everybody [30.4], supply units after all others. [19.4.1]"""

    def against(self, game: Nw, player: str, order: Toll) -> list[Refusal]:
        """Who bears them, and in which order."""
        return self.burden.refusals(order.take, "9.7.1") or self.unfair(order.take)

    def unfair(self, take: Mapping[str, int]) -> list[Refusal]:
        """Whom the owner must not spare. [9.7.1] [9.5.1]"""
        wrong = self._out_of_turn(take)
        if wrong or not {*take} - self.foremost:
            return wrong
        steps = {n: count for n, count in self.burden.steps.items() if n not in self.foremost}
        take = {n: count for n, count in take.items() if n not in self.foremost}
        bound = self.lead in steps and self.lead not in self.last  # [19.4.1] over [9.5.1]
        if bound and not take.get(self.lead) and not self.markers & {*take}:
            return [Refusal("9.5.1", f"the first step is that of {self.lead}, who leads")]
        left = dict(steps)
        due = dict(take)
        if self.lead in left and take.get(self.lead):
            left[self.lead] -= 1
            due[self.lead] -= 1
        gone = [name for name, count in due.items() if count and left[name] - count <= 0]
        gone = [name for name in gone if name not in self.markers | self.last]
        whole = [n for n, count in left.items() if count > 1 and not due.get(n)]
        if gone and whole:
            text = f"{whole[0]} still has two steps: it loses one before {gone[0]} is eliminated"
            return [Refusal("9.7.1", text)]
        return []

    def _out_of_turn(self, take: Mapping[str, int]) -> list[Refusal]:
        """Outposts are lost first [30.4], supply units when nobody else is left. [19.4.1]"""
        spared = self.foremost - {*take}
        if spared and {*take} - self.foremost:
            return [Refusal("30.4", f"{min(spared)} is lost first: it is an outpost")]
        others = {n: c for n, c in self.burden.steps.items() if n not in self.last | self.markers}
        left = [name for name, count in others.items() if take.get(name, 0) < count]
        if self.last & {*take} and left:
            text = f"{left[0]} loses its steps before any supply unit does"
            return [Refusal("19.4.1", text)]
        return []


def suffer(
    game: Nw, side: str, names: Sequence[str], demanded: int, lead: str, why: str = "9.7.1"
) -> Procedure:
    """A side loses steps, as it shares them out. [9.7.1]"""
    steps = steps_of(game, [name for name in names if unit_of(game, name).steps])
    burden = Burden(steps, demanded)
    if not burden.total:
        return
    share = Losses(
        burden, lead,
        markers=frozenset(n for n in steps if is_beachhead(game, n)),
        foremost=frozenset(n for n in steps if counter_of(game, n).outpost),
        last=frozenset(n for n in steps if counter_of(game, n).supply),
    )  # fmt: skip
    sole = share.sole()
    if sole is None:
        sole = yield from share.chosen(
            game, side, "losses", f"Lose {burden.total} steps",
            {"cheapest": lambda: _cheapest(game, share)}, slight=True,
        )  # fmt: skip
    for name, count in sole.take.items():
        for _ in range(count):
            lose_step(game, name, why)


def _cheapest(game: Nw, share: Losses) -> Toll:
    """The share that costs least strength. [9.7.1]"""

    def worth(toll: Toll) -> int:
        total = 0
        for name, count in toll.take.items():
            counter, unit = counter_of(game, name), unit_of(game, name)
            after = unit.steps - count
            kept = counter.faces[len(counter.faces) - after].attack if after > 0 else 0
            total += face(game, name).attack - kept + (3 if after <= 0 else 0)
        return total

    return min(share.ways(game, "", ""), key=worth)
