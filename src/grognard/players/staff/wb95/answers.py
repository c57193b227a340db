"""Answers in the middle of a battle: support, losses, retreat, pursuit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.engine.decision import Action
from grognard.players.staff.directing import KEPT, Directing
from grognard.players.staff.doctrine import WHOLE, Posture
from grognard.players.staff.fields import threat_at
from grognard.players.staff.situation import Piece
from grognard.players.staff.wb95.estimate import THOUSAND, Estimate
from grognard.players.staff.wb95.following import Following
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.charts import COLUMNS
from grognard.systems.wb95.combat.commitments import Defend, Support
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.combat.routes import Going

QUARTERS = 4


def defend(seat: Wb95Seat) -> Action:
    """Support the defence with all that is at hand, except guns next to the attackers. [6.3.5]

    Of the modifiers for enemy headquarters only as many are spent as the column is too high.
    """
    context = seat.question.context()
    units, board = seat.view["units"], seat.board
    targets = [board.hex(label) for label in context["targets"]]
    enemies = [
        h
        for row in seat.view["enemy"]
        if any(board.adjacent(h := board.hex(row["hex"]), target) for target in targets)
    ]
    answer: Action = {"do": Defend.do, **context["means"]}
    answer["guns"] = [
        gun
        for gun in answer.get("guns", ())
        if not any(board.adjacent(board.hex(units[gun]["hex"]), h) for h in enemies)
    ]
    over = COLUMNS.index(context["reckoning"]["column"]) - seat.doctrine.content
    answer["bonus"] = max(0, min(answer.get("bonus", 0), over))
    answer = {key: value for key, value in answer.items() if value}
    return answer if seat.may(answer) else seat.write(Defend, Support())


def losses(seat: Wb95Seat) -> Action:
    """Lose what costs the least strength."""
    answer = seat.question.default
    assert answer is not None
    return answer


def retreat(seat: Wb95Seat) -> Action:
    """Retreat rather than die; dear ground is worth a level while others are left to hold it."""
    ask = seat.question
    context = ask.context()
    best = ask.policies["retreat"]()
    stand = ask.policies["stand"]()
    if best is None or stand is None:
        answer = ask.default
        assert answer is not None
        return answer
    own = seat.own
    pieces = [own.pieces[name] for name in context["units"]]
    steps = sum(piece.steps for piece in pieces)
    price, toll = sum(stand["take"].values()), sum(best.get("take", {}).values())
    value = max((own.worth(piece.hex) for piece in pieces), default=0)
    told = _told(seat, context["units"])
    if told <= {"delay", "withdraw"}:
        return best
    if price < steps and worth_standing(seat, pieces, context["hexes"], price - toll):
        return stand
    if price < steps and (price <= toll or told == {"hold"}):
        return stand
    if value >= seat.doctrine.dear and price == 1 and steps >= 3:
        return stand
    return best


def worth_standing(seat: Wb95Seat, pieces: Sequence[Piece], hexes: int, levels: int) -> bool:
    """Whether the ground is worth so many levels more than the way back costs.

    What is lost counts for all the turns to come; what the ground opens or closes counts now.
    """
    house = seat.doctrine
    steps = max(1, sum(piece.steps for piece in pieces))
    level = sum(max(piece.attack, piece.defence) for piece in pieces) // steps
    spared = house.giving_way * hexes
    price = (THOUSAND * levels - spared) * level * (seat.turns_left + 1) // house.patience
    return bool(house.standing) and price <= ground_worth(seat, pieces)


def ground_worth(seat: Wb95Seat, pieces: Sequence[Piece]) -> int:
    """What ground is worth for the objectives near it, in thousandths of a point of strength."""
    house, distance = seat.doctrine, seat.board.distance
    return max(
        (
            house.standing * goal.value // (1 + away)
            for goal in seat.own.goals
            for piece in pieces
            if (away := distance(piece.hex, goal.hex)) <= house.near_goal
        ),
        default=0,
    )


def _told(seat: Wb95Seat, names: Iterable[str]) -> set[Posture]:
    """How some units are to fight."""
    directing = Directing(seat.own, seat.doctrine)
    return {directing.posture(name) for name in names}


def pursue(seat: Wb95Seat) -> Action:
    """Follow into ground worth having, but not into the arms of a stronger enemy."""
    ask = seat.question
    decline = seat.write(Pursuit, Going({}))
    advance = ask.policies["advance"]()
    if advance is None or not advance["paths"]:
        return decline
    estimate = Estimate(seat)
    chosen = _those_spared(seat, advance["paths"])
    if seat.doctrine.chase and chosen:
        farther = Following(seat, estimate).farther(chosen)
        if farther != chosen and _pays(seat, estimate, farther):
            chosen = farther
    if not _pays(seat, estimate, chosen):
        return decline
    answer: Action = {"do": Pursuit.do, "paths": chosen}
    return answer if seat.may(answer) else decline


def _pays(seat: Wb95Seat, estimate: Estimate, paths: Mapping[str, Sequence[str]]) -> bool:
    """Whether those who follow end on ground worth having, and not in a stronger enemy's arms."""
    situation, strength = seat.situation, dict[int, int]()
    for name, path in paths.items():
        h = seat.board.hex(path[-1])
        strength[h] = strength.get(h, 0) + situation.pieces[name].defence
    risk = max(1, Directing(situation, seat.doctrine).risk(_going(seat, paths)))
    gaining = situation.attacking or risk < WHOLE
    for h, defence in strength.items():
        limit = QUARTERS * max(1, defence) * (seat.doctrine.exposed + estimate.shelter(h, False))
        limit = limit * WHOLE // risk
        if not situation.worth(h) and (threat_at(situation, h) > limit or not gaining):
            return False
    return True


def _going(seat: Wb95Seat, paths: Mapping[str, Sequence[str]]) -> list[tuple[Piece, int]]:
    """Those who follow, each with where he ends."""
    pieces = seat.situation.pieces
    return [(pieces[name], seat.board.hex(path[-1])) for name, path in paths.items()]


def _those_spared(seat: Wb95Seat, paths: dict[str, list[str]]) -> dict[str, list[str]]:
    """Those who may go without leaving an objective empty: somebody stays there."""
    situation = seat.situation
    directing = Directing(situation, seat.doctrine)
    staying = {h: set(names) for h, names in situation.at.items() if situation.worth(h)}
    chosen = {}
    for name, path in paths.items():
        if directing.posture(name) in KEPT:
            continue
        rest = staying.get(situation.pieces[name].hex)
        if rest is not None:
            if not any(situation.pieces[other].bars for other in rest - {name}):
                continue
            rest.discard(name)
        chosen[name] = path
    return chosen
