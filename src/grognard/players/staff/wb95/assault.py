"""The Attack Phase: one attack after another, the best first, until none is worth it or owed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from grognard.engine.decision import Action
from grognard.engine.odds import Odds
from grognard.players.staff.attack_planner import Force
from grognard.players.staff.directing import Directing
from grognard.players.staff.situation import Foe, Piece
from grognard.players.staff.wb95.estimate import UNFAIR, Estimate, Prospect, prospect, together
from grognard.players.staff.wb95.forced import debt
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.artillery.ranged import NEAREST, RangedAttack, SalvoAtHex
from grognard.systems.wb95.artillery.support import RANGE
from grognard.systems.wb95.charts import CombatResult
from grognard.systems.wb95.combat.attack import Attack
from grognard.systems.wb95.combat.declaring import Declaration
from grognard.systems.wb95.phases import EndPhase

STIR = 8
"""Hexes around a battle in which it may have changed something: positions, guns that have fired."""
LOOK = 40
"""How many legal attacks are looked at when none of the staff's own may be made."""
END: Action = {"do": EndPhase.do}


Draft = tuple[int, Action, tuple[int, ...]]
"""What an attack promises, the attack, and the hexes attacked."""


class AssaultPhase:
    """The attacks of one phase, chosen one at a time.

    What is remembered: the targets found not worth it, where there has been fighting, and what was
    drafted for hexes far from it, which is still good.
    """

    def __init__(self, seat: Wb95Seat) -> None:
        self.declined: set[int] = set()
        self.battles: list[int] = []
        self.kept: dict[tuple[int, ...], tuple[int, list[Draft]]] = {}
        self.salvos: list[Action] | None = None
        self.all = False
        """Whether those are asked, too, who are not to attack."""
        self.worth: int | None = None
        """What the last attack promised by its exact odds; None if it had to be made."""
        self.look(seat)

    def look(self, seat: Wb95Seat) -> None:
        """Take in the situation after what has happened."""
        self.seat, self.situation, self.doctrine = seat, seat.situation, seat.doctrine
        self.estimate = Estimate(seat)
        self.directing = Directing(self.situation, self.doctrine)
        self.now = seat.segment[1]
        self.owed: dict[int, list[Piece]] | None = None
        self.before = 0

    def order(self, seat: Wb95Seat) -> Action:
        """The next attack; when there are no more, the fire of idle guns and the end."""
        if self.salvos is not None:
            self.seat = seat
            return self.fire()
        self.look(seat)
        action = self.best()
        self.battles += [seat.board.hex(label) for label in action.get("targets", ())]
        return action

    def best(self) -> Action:
        """What promises most; when nothing promises anything, what must be done."""
        self.worth = None
        for value, action, targets in self.weighed(self.drafts()):
            needed = self.needed(action, targets)
            if value <= needed or not self.declined.isdisjoint(targets):
                continue
            if self.seat.may(action):
                worth = self.exact(action, targets, value)
                if worth - self.left_owing(action, targets) > needed:
                    self.worth = worth
                    return action
                self.declined.update(targets)
        if self.seat.may(END):
            self.salvos = self.targets()
            return self.fire()
        return self.forced()

    def needed(self, action: Action, targets: Sequence[int]) -> int:
        """What an attack must promise those who are to make it."""
        force = self.force(action)
        return self.directing.needed(self.doctrine.pays, force) - max(
            self.directing.draw(h, force) for h in targets
        )

    def force(self, action: Action) -> Force:
        """Those who make an attack, from where they stand."""
        pieces = (self.situation.pieces[name] for name in action["units"])
        return tuple((piece, piece.hex) for piece in pieces)

    def forced(self) -> Action:
        """The best of what must be done; those who are to stay out of it must attack, too."""
        if self.directing.told:
            self.kept, self.all = {}, True
        drafts = self.drafts()
        if self.doctrine.priced:
            drafts = self.weighed(self.sorted([*drafts, *self.sparing()]))
        found = next((action for _, action, _ in drafts if self.seat.may(action)), None)
        if self.directing.told:
            self.kept, self.all = {}, False
        return found or self.anything()

    # ---- what is owed

    def due(self) -> dict[int, list[Piece]]:
        """The enemies who must be attacked, each with those who can. [5.1.3] [5.1.4]"""
        found: dict[int, list[Piece]] = {}
        able, foes = self.able(), self.situation.foes
        for h in able:
            if self.seat.fortified.get(h) != self.seat.side:
                for b in self.seat.board.around(h):
                    if b in foes and foes[b].bars:
                        found.setdefault(b, [])
        for b in found:
            found[b] = [p for h in self.seat.board.around(b) for p in able.get(h, ())]
        return found

    def left_owing(self, action: Action, targets: Sequence[int]) -> int:
        """What an attack makes dearer, by the odds, of those that must still be made after it."""
        if not self.doctrine.priced:
            return 0
        if self.owed is None:
            self.owed = self.due()
            self.before = debt(self.estimate, self.owed, self.situation.foes, lambda _: False, ())
        units = set(action["units"])
        touched = any(h in self.owed for h in targets) or any(
            piece.id in units for pieces in self.owed.values() for piece in pieces
        )
        if not touched:
            return 0
        after = debt(
            self.estimate, self.owed, self.situation.foes, lambda piece: piece.id in units, targets
        )
        return after - self.before

    def weighed(self, drafts: list[Draft]) -> list[Draft]:
        """Drafts, each less what it leaves owing."""
        if not self.doctrine.priced:
            return drafts
        rows = [
            (value - self.left_owing(action, targets), action, targets)
            for value, action, targets in drafts
        ]
        return self.sorted(rows)

    def sparing(self) -> list[Draft]:
        """What must be attacked, with the weakest alone who can."""
        found = []
        for target, pieces in self.due().items():
            weak = sorted(pieces, key=lambda p: (p.attack, p.id))[:1]
            if weak:
                found.append(self.draft(self.combined((target,)), (target,), weak, 1))
        return found

    def anything(self) -> Action:
        """The least bad of some legal attacks, when what must be attacked is hard to attack."""
        found = list(islice(self.seat.legal(Attack), LOOK))
        return max(found, key=lambda action: len(action["units"])) if found else END

    # ---- drafts

    def able(self) -> dict[int, list[Piece]]:
        """The units that may still attack, hex by hex. [5.1.1]"""
        found: dict[int, list[Piece]] = {}
        for piece in self.situation.pieces.values():
            facts = self.seat.view["units"][piece.id]
            told = self.all or self.directing.attacks(piece.id)
            if told and piece.fights and self.now not in (facts["fought"], facts["fired"]):
                found.setdefault(piece.hex, []).append(piece)
        return found

    def drafts(self) -> list[Draft]:
        """Every attack worth a thought with what it promises, the best first."""
        able, foes, board = self.able(), self.situation.foes, self.seat.board
        found: list[Draft] = []
        for target in foes:
            pieces = [p for h in board.around(target) for p in able.get(h, ())]
            if pieces:
                found += self.drafted((target,), pieces)
        for h, pieces in able.items():
            near = tuple(sorted(b for b in board.around(h) if b in foes))
            if len(near) > 1:
                found += self.drafted(near, pieces)
        return self.sorted(found)

    def sorted(self, drafts: list[Draft]) -> list[Draft]:
        """Drafts, the best first."""
        return sorted(drafts, key=lambda row: (-row[0], row[2], len(row[1]["units"])))

    def drafted(self, targets: tuple[int, ...], pieces: list[Piece]) -> list[Draft]:
        """The attacks on some hexes: with all these units, and with the fewest that will do."""
        key = (pieces[0].hex, *targets) if len(targets) > 1 else targets
        distance = self.seat.board.distance
        fought = sum(distance(h, targets[0]) <= STIR for h in self.battles)
        kept = self.kept.get(key)
        if kept is not None and kept[0] == fought:
            return kept[1]
        foe = self.combined(targets)
        found = [self.draft(foe, targets, pieces, len(pieces))]
        best = self.fewest(foe, pieces)
        if len(targets) == 1 and best < len(pieces):
            found.append(self.draft(foe, targets, pieces, best))
        self.kept[key] = fought, found
        return found

    def combined(self, targets: tuple[int, ...]) -> Foe:
        """Several enemy hexes attacked at once."""
        return together([self.situation.foes[h] for h in targets])

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

    def draft(self, foe: Foe, targets: tuple[int, ...], pieces: list[Piece], count: int) -> Draft:
        """An attack with the strongest of some units, and the guns and aircraft that help it."""
        force: Force = tuple((piece, piece.hex) for piece in self.ordered(pieces)[:count])
        names = sorted(piece.id for piece, _ in force)
        labels = [self.seat.board.label(h) for h in targets]
        means = self.seat.means(names, labels)
        air = sum(self.seat.view["missions"][name]["sp"] for name in means.air)
        value = self.estimate.score(foe, force, air)
        guns, support = [], air
        for gun in sorted(means.guns, key=lambda g: (-self.situation.pieces[g].attack, g)):
            piece = self.situation.pieces[gun]
            if any(self.seat.board.adjacent(piece.hex, h) for h in targets):
                continue
            better = self.estimate.score(foe, force, support + piece.attack)
            if better >= value + self.doctrine.gun:
                guns.append(gun)
                support, value = support + piece.attack, better
        if not self.estimate.fair(foe, force, support):
            value -= UNFAIR
        short = max(0, self.doctrine.good - self.estimate.attack(foe, force, support)[0])
        declaration = Declaration(
            units=tuple(names),
            targets=targets,
            guns=tuple(sorted(guns)),
            air=tuple(means.air),
            stars=tuple(means.stars),
            bonus=min(means.bonus, short),
        )
        return value, self.seat.write(Attack, declaration), targets

    # ---- exact odds

    def exact(self, action: Action, targets: tuple[int, ...], value: int) -> int:
        """What an attack promises by its exact odds; where they are unknown, as estimated."""
        odds = self.seat.odds(action)
        if odds.unknown or not odds.outcomes:
            return value
        foe = self.combined(targets)
        return self.estimate.worth(foe, self.force(action), _promised(odds))

    # ---- guns with nothing else to do

    def fire(self) -> Action:
        """Guns that are idle fire at a distance, which costs nothing; then the phase ends. [6.4]"""
        while self.salvos:
            action = self.salvos.pop(0)
            if self.seat.may(action):
                return action
        return END

    def targets(self) -> list[Action]:
        """For every idle gun the enemies it could fire at, the strongest first."""
        board, counters = self.seat.board, self.seat.scenario.counters
        found: list[Action] = []
        for name, piece in self.situation.pieces.items():
            facts = self.seat.view["units"][name]
            idle = not facts["transport"] and self.now not in (facts["fired"], facts["fought"])
            if not counters[name].artillery or not idle or not piece.attack:
                continue
            near = [
                h for h in self.situation.foes if NEAREST <= board.distance(piece.hex, h) <= RANGE
            ]
            near.sort(key=lambda h: (-self.situation.foes[h].defence, h))
            salvoes = (SalvoAtHex(guns=(name,), target=h) for h in near)
            found += [self.seat.write(RangedAttack, salvo) for salvo in salvoes]
        return found


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
