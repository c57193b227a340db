"""Answers: what is decided in the middle of a battle. Whatever is not here is left as the rules
suggest it."""

from __future__ import annotations

from grognard.engine.decision import Action
from grognard.players.staff.directing import KEPT
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.assault.advance import Advance


def answered(seat: GossSeat) -> Action | None:
    """An answer that is better than the suggested one, if there is any."""
    return advance(seat) if seat.offered(Advance) else None


def advance(seat: GossSeat) -> Action | None:
    """Who has to gain ground takes what was won, the strongest first; the others only what counts.
    Nobody leaves an objective to itself for it, nor his zone for nothing. [13.12.1] [9.2.0-ga]"""
    situation = seat.situation
    best: tuple[tuple[int, int, int, str], Action] | None = None
    for action in seat.legal(Advance):
        name, path = action["unit"], action["path"]
        end, piece = seat.board.hex(path[-1]), situation.pieces[action["unit"]]
        worth = situation.worth(end)
        there = len(situation.stack(end))
        posture = seat.directing.posture(name)
        bold = situation.attacking or posture == "assault"
        if not worth and (posture in KEPT or not bold or there >= seat.doctrine.attack.company):
            continue
        if not worth and not seat.abides(name, end):
            continue
        if situation.worth(piece.hex) > (0 if there else worth) and _alone(seat, name):
            continue
        key = (worth, -len(path), piece.defence, name)
        if best is None or key > best[0]:
            best = key, action
    return None if best is None else best[1]


def _alone(seat: GossSeat, name: str) -> bool:
    """Whether nobody else who fights is with a unit."""
    pieces = seat.situation.stack(seat.unit(name).hex)
    return not any(one.fights and one.id != name for one in pieces)
