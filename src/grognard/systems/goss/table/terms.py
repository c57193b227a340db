"""What wins: the scale of victory, what each award is worth and how it stands. [3.3.4]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.goss.ending.control import keeper
from grognard.systems.goss.ending.standing import HOLD, Standing, lead, standings
from grognard.systems.goss.scenario import AXIS, Gs
from grognard.systems.goss.table.names import title
from grognard.table.phrases import counted
from grognard.table.winning import Condition, Prize, Stand, Terms, scale


def terms(game: Gs) -> Terms | None:
    """The scale by the lead of the Axis, what there is to win on either side, and what ends the
    game at once. [3.3.4]"""
    given = game.scenario.terms
    if not given.levels:
        return None
    total = lead(game)
    return Terms(
        side=AXIS,
        total=total,
        complete=True,
        rule="3.3.4",
        degrees=scale(given.levels, total),
        prizes=tuple(_prize(game, one) for one in standings(game)),
        conditions=tuple(_conditions(game)),
    )


def _prize(game: Gs, one: Standing) -> Prize:
    award, places = one.award, one.award.kind == HOLD
    held = sum(keeper(game, h) == award.side for h in award.hexes) if places else one.count
    of = len(award.hexes) if places else award.most
    late = bool(award.by) and not award.fades and game.turn > award.by and not one.count
    full = bool(one.points) and (places or 0 < of <= one.count)
    stand: Stand = "gone" if late else "won" if full else "part" if held else "open"
    what = award.title or (award.who or "unit" if not places else "")
    text = f"{title(game, award.side)}: {award.kind} {what}".rstrip()
    return Prize(
        text, award.points, "" if places else award.who or "unit",
        tuple(map(game.board.label, award.hexes)), held, of, award.by or None, stand, "3.3.4",
    )  # fmt: skip


def _conditions(game: Gs) -> Iterator[Condition]:
    """What ends the game at the end of a GT. [3.3.4]"""
    label = game.board.label
    for end in game.scenario.terms.sudden:
        wants = [f"a lead of {end.lead}"] if end.lead else []
        wants += [f"{end.exits} {counted(end.exits, 'unit')} gone off"] if end.exits else []
        wants += [f"all of {', '.join(map(label, end.hexes))}"] if end.hexes else []
        text = f"{title(game, end.side)} win at once with {' and '.join(wants)}: {end.title}"
        held = sum(keeper(game, h) == end.side for h in end.hexes) if end.hexes else None
        yield Condition(text, "3.3.4", tuple(map(label, end.hexes)), held)
