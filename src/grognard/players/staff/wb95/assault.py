"""The Attack Phase: one attack after another, the best first, until none is worth it or owed."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from grognard.engine.decision import Action
from grognard.engine.odds import Odds
from grognard.players.staff.attack_planner import Force
from grognard.players.staff.situation import Foe, Piece
from grognard.players.staff.wb95.estimate import Estimate, Prospect, prospect
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.results import COLUMNS, CombatResult

FLOOR = 0
"""What an attack must promise to be made."""
GUN = 250
"""What one more supporting gun must add, so that it is not wasted."""
GOOD = COLUMNS.index("6:1")
"""The column up to which modifiers for enemy headquarters are spent."""
LOOK = 40
"""How many legal attacks are looked at when none of the staff's own may be made."""
END: Action = {"do": "end"}


class AssaultPhase:
    """Chooses one attack at a time; `declined` are the targets found not worth it in this phase."""

    def __init__(self, seat: Wb95Seat, declined: set[int]) -> None:
        self.seat, self.situation = seat, seat.situation
        self.estimate = Estimate(seat)
        self.declined = declined
        self.now = seat.moment[1]

    def order(self) -> Action:
        """The next attack, or the end of the phase."""
        drafts = self.drafts()
        for value, action, targets in drafts:
            if value <= FLOOR:
                break
            if self.declined.isdisjoint(targets) and self.seat.may(action):
                if self.exact(action, targets, value) > FLOOR:
                    return action
                self.declined.update(targets)
        if self.seat.may(END):
            return self.fire() or END
        for _, action, _ in drafts:
            if self.seat.may(action):
                return action
        return self.anything()

    def anything(self) -> Action:
        """The least bad of some legal attacks, when what must be attacked is hard to attack."""
        found = list(islice(self.seat.legal("attack"), LOOK))
        return max(found, key=lambda action: len(action["units"])) if found else END

    # ---- drafts

    def able(self) -> dict[int, list[Piece]]:
        """The units that may still attack, hex by hex. [5.1.1]"""
        found: dict[int, list[Piece]] = {}
        for piece in self.situation.pieces.values():
            facts = self.seat.view["units"][piece.id]
            if piece.fights and self.now not in (facts["fought"], facts["fired"]):
                found.setdefault(piece.hex, []).append(piece)
        return found

    def drafts(self) -> list[tuple[int, Action, tuple[int, ...]]]:
        """Every attack worth a thought with what it promises, the best first."""
        able, foes, board = self.able(), self.situation.foes, self.seat.board
        found = []
        for target, foe in foes.items():
            pieces = [p for h in board.around(target) for p in able.get(h, ())]
            if pieces:
                found.append(self.draft(foe, (target,), pieces, len(pieces)))
                best = self.fewest(foe, pieces)
                if best < len(pieces):
                    found.append(self.draft(foe, (target,), pieces, best))
        for h, pieces in able.items():
            near = tuple(sorted(b for b in board.around(h) if b in foes))
            if len(near) > 1:
                found.append(self.draft(self.combined(near), near, pieces, len(pieces)))
        found.sort(key=lambda row: (-row[0], row[2], len(row[1]["units"])))
        return found

    def combined(self, targets: tuple[int, ...]) -> Foe:
        """Several enemy hexes attacked at once; the strongest one's ground counts. [5.5.3]"""
        foes = [self.situation.foes[h] for h in targets]
        strongest = max(foes, key=lambda foe: (foe.defence, foe.hex))
        return replace(
            strongest,
            attack=sum(foe.attack for foe in foes),
            defence=sum(foe.defence for foe in foes),
            steps=sum(foe.steps for foe in foes),
        )

    def fewest(self, foe: Foe, pieces: list[Piece]) -> int:
        """How many units, the strongest first, promise most."""
        order = self.ordered(pieces)
        scores = [
            self.estimate.score(foe, tuple((p, p.hex) for p in order[:n]))
            for n in range(1, len(order) + 1)
        ]
        return scores.index(max(scores)) + 1

    def ordered(self, pieces: list[Piece]) -> list[Piece]:
        return sorted(pieces, key=lambda p: (-p.attack, p.id))

    def draft(
        self, foe: Foe, targets: tuple[int, ...], pieces: list[Piece], count: int
    ) -> tuple[int, Action, tuple[int, ...]]:
        """An attack with the strongest of some units, and the guns and aircraft that help it."""
        force: Force = tuple((piece, piece.hex) for piece in self.ordered(pieces)[:count])
        names = sorted(piece.id for piece, _ in force)
        labels = [self.seat.board.label(h) for h in targets]
        action: Action = {"do": "attack", "units": names, "targets": labels}
        means = self.seat.means(names, labels)
        air = sum(self.seat.view["missions"][name]["sp"] for name in means.air)
        value = self.estimate.score(foe, force, air)
        guns, support = [], air
        for gun in sorted(means.guns, key=lambda g: (-self.situation.pieces[g].attack, g)):
            piece = self.situation.pieces[gun]
            if any(self.seat.board.adjacent(piece.hex, h) for h in targets):
                continue
            better = self.estimate.score(foe, force, support + piece.attack)
            if better >= value + GUN:
                guns.append(gun)
                support, value = support + piece.attack, better
        parts = {"guns": sorted(guns), "air": list(means.air), "stars": list(means.stars)}
        action.update({key: names for key, names in parts.items() if names})
        short = max(0, GOOD - self.estimate.attack(foe, force, support)[0])
        if means.bonus and short:
            action["bonus"] = min(means.bonus, short)
        return value, action, targets

    # ---- exact odds

    def exact(self, action: Action, targets: tuple[int, ...], value: int) -> int:
        """What an attack promises by its exact odds; where they are unknown, as estimated."""
        odds = self.seat.odds(action)
        if odds.unknown or not odds.outcomes:
            return value
        foe = self.combined(targets)
        force = tuple(
            (self.situation.pieces[n], self.situation.pieces[n].hex) for n in action["units"]
        )
        return self.estimate.worth(foe, force, _promised(odds))

    # ---- guns with nothing else to do

    def fire(self) -> Action | None:
        """Guns that are idle fire at a distance: it costs nothing. [6.4]"""
        board, counters = self.seat.board, self.seat.scenario.counters
        for name, piece in self.situation.pieces.items():
            facts = self.seat.view["units"][name]
            idle = not facts["transport"] and self.now not in (facts["fired"], facts["fought"])
            if not counters[name].artillery or not idle or not piece.attack:
                continue
            near = [h for h in self.situation.foes if 2 <= board.distance(piece.hex, h) <= 3]
            near.sort(key=lambda h: (-self.situation.foes[h].defence, h))
            for h in near:
                action: Action = {"do": "bombard", "guns": [name], "target": board.label(h)}
                if self.seat.may(action):
                    return action
        return None


def _promised(odds: Odds) -> Prospect:
    """The prospect of exact odds."""
    rows = []
    for outcome in odds.outcomes:
        for facts in outcome.facts:
            if "attacker_result" in facts:
                text = f"{facts['attacker_result']} / {facts['defender_result']}"
                rows.append((int(outcome.probability * 36 * 36), CombatResult.parse(text)))
                break
    return prospect(rows, max(1, sum(weight for weight, _ in rows)))
