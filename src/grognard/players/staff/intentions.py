"""Intentions: the plan of a deployment as orders of the day, out of what the staff has worked out.

Nothing is thought up here. What is to be won are the goals as the staff has weighed them; the main
effort is the objective that most of the strength is sent against; what it fears is where the enemy
could turn more strength on a hex than it is content with, and ways that it found nobody to close.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.board import Board
from grognard.players.staff.attack_planner import Assault
from grognard.players.staff.deployment import TOLD, Deployment, Task
from grognard.players.staff.objectives import to_take, wanting
from grognard.players.staff.situation import Goal, Situation
from grognard.table.intent import Plan, Point

MOST, WORST = 6, 4
"""Points of a section at most, and of its fears: orders of the day are short."""
THOUSAND, QUARTERS = 1000, 4
SENT = {
    "advance": "plan-advance",
    "seize": "plan-seize",
    "enter": "plan-enter",
    "guard": "plan-guard",
}
"""What is said of those who are sent to ground, by their task."""


def promised(thousandths: int) -> str:
    """What something promises, in points of strength with one decimal."""
    tenths = abs(thousandths) * 10 // THOUSAND
    return f"{'-' if thousandths < 0 else ''}{tenths // 10}.{tenths % 10}"


def plan_of(deployment: Deployment, kept: Iterable[str] = ()) -> Plan:
    """The plan of a deployment; `kept` are those who are held in hand."""
    return Plan(
        aims=aims(deployment.situation),
        efforts=(*_efforts(deployment),),
        fears=(*_fears(deployment),),
        kept=reserves(deployment.situation, kept),
        dropped=(*_dropped(deployment),),
    )


def labels(board: Board, hexes: Iterable[int]) -> tuple[str, ...]:
    """Hexes as they are written, each once."""
    return tuple(board.label(h) for h in dict.fromkeys(hexes))


# ---- objectives


def aims(situation: Situation) -> tuple[Point, ...]:
    """What is to be taken, or kept by who has nothing to take: those worth the same together."""
    taking = to_take(situation) if situation.attacking else []
    keeping = sorted((g for g in situation.goals if g.ours), key=lambda g: (-g.value, g.hex))
    found = [*_alike(situation.board, "plan-take", taking)]
    return (*found, *_alike(situation.board, "plan-keep", keeping))[:MOST]


def _alike(board: Board, kind: str, goals: Sequence[Goal]) -> Iterable[Point]:
    worth: dict[int, list[int]] = {}
    for goal in goals:
        worth.setdefault(goal.value, []).append(goal.hex)
    for value, hexes in worth.items():
        facts = {"worth": value, "each": int(len(hexes) > 1)}
        yield Point(kind, hexes=labels(board, hexes), facts=facts)


# ---- the effort


def _efforts(deployment: Deployment) -> Iterable[Point]:
    """The main effort first, then the other attacks, then who is sent where."""
    situation, board = deployment.situation, deployment.situation.board
    groups = sorted(_grouped(situation, deployment.assaults).items(), key=_weight)
    found: list[Point] = []
    for place, (goal, assaults) in enumerate(groups):
        if not place:
            found.append(_main(board, goal, assaults))
        else:
            found += [_attack(board, assault) for assault in assaults]
    sent = [*_sent(deployment)]
    if not found and not sent:
        sent = [*_holding(deployment)]
    return [*found[:MOST], *sent[:MOST], *deployment.remarks()]


def _grouped(situation: Situation, assaults: Sequence[Assault]) -> dict[int, list[Assault]]:
    """Attacks by the objective they are nearest to; all as one where there is none."""
    goals = to_take(situation) or list(situation.goals)
    distance = situation.board.distance
    found: dict[int, list[Assault]] = {}
    for assault in assaults:
        near = min(
            goals, key=lambda g: (distance(assault.target, g.hex), -g.value, g.hex), default=None
        )
        found.setdefault(-1 if near is None else near.hex, []).append(assault)
    return found


def _strength(assaults: Iterable[Assault]) -> int:
    return sum(piece.attack for assault in assaults for piece, _ in assault.force)


def _weight(group: tuple[int, list[Assault]]) -> tuple[int, int]:
    """The heaviest first."""
    return -_strength(group[1]), group[0]


def _main(board: Board, goal: int, assaults: Sequence[Assault]) -> Point:
    targets = labels(board, (assault.target for assault in assaults))
    aim = () if goal < 0 or board.label(goal) in targets else labels(board, [goal])
    return Point(
        "plan-main",
        hexes=targets,
        pieces=tuple(piece.id for assault in assaults for piece, _ in assault.force),
        towards=aim,
        facts={
            "strength": _strength(assaults),
            "promise": promised(sum(assault.score for assault in assaults)),
        },
    )


def _attack(board: Board, assault: Assault) -> Point:
    return Point(
        "plan-attack",
        hexes=labels(board, [assault.target]),
        pieces=tuple(piece.id for piece, _ in assault.force),
        facts={"promise": promised(assault.score)},
    )


def _sent(deployment: Deployment) -> Iterable[Point]:
    """Those who are sent to ground that counts, and those who hold the line."""
    board, groups = deployment.situation.board, dict[Task, list[str]]()
    line, obeying = list[str](), dict[str, list[str]]()
    for name, task in deployment.tasks.items():
        stays = deployment.posts[name] == deployment.situation.pieces[name].hex
        if task.kind in SENT and not (stays and task.kind == "advance"):
            groups.setdefault(task, []).append(name)
        elif task.kind in ("line", "help"):
            line.append(name)
        elif task.kind in TOLD.values():
            obeying.setdefault(task.kind, []).append(name)
    counted = deployment.situation.values
    for task, names in groups.items():
        place = labels(board, [task.about])
        if task.kind == "guard" and task.about not in counted:
            yield Point("plan-watch", pieces=tuple(names), stands=place)
        else:
            yield Point(SENT[task.kind], place, tuple(names))
    if line:
        yield Point("plan-line", pieces=tuple(line))
    for kind, names in obeying.items():
        yield Point(f"plan-{kind}", pieces=tuple(names))


def _holding(deployment: Deployment) -> Iterable[Point]:
    """Nobody is sent anywhere: what must not be lost is all there is to it."""
    wanted = wanting(deployment.situation, deployment.threat)
    if wanted:
        hexes = labels(deployment.situation.board, (goal.hex for goal in wanted[:MOST]))
        yield Point("plan-hold", hexes=hexes)


# ---- fears


def _fears(deployment: Deployment) -> Iterable[Point]:
    """Where the enemy could turn too much on those who stand there; ways that nobody closes."""
    situation, board = deployment.situation, deployment.situation.board
    holding: dict[int, list[str]] = {goal.hex: [] for goal in situation.goals if goal.ours}
    for name, piece in situation.pieces.items():
        holding.setdefault(deployment.posts.get(name, piece.hex), []).append(name)
    rows = []
    for h, names in holding.items():
        held = sum(situation.pieces[name].defence for name in names)
        danger = deployment.danger(h, held)
        if danger > deployment.doctrine.danger and h not in situation.foes:
            rows.append((-situation.worth(h), -danger, h, held, tuple(names)))
    for *_, h, held, those in sorted(rows)[:WORST]:
        facts = {"threat": deployment.threat[h] // QUARTERS, "held": held, "empty": int(not those)}
        yield Point("plan-threat", pieces=those, stands=labels(board, [h]), facts=facts)
    goals = [h for h in deployment.ways_open if h in situation.values]
    others = [h for h in deployment.ways_open if h not in situation.values]
    if deployment.ways_open:
        places, stands = labels(board, goals[:WORST]), labels(board, others[:WORST])
        yield Point("plan-open", places, stands=stands)


# ---- what is kept back, and what is given up


def reserves(situation: Situation, names: Iterable[str]) -> tuple[Point, ...]:
    """Those who are held in hand."""
    kept = sorted(names)
    if not kept:
        return ()
    stands = labels(situation.board, (situation.pieces[name].hex for name in kept))
    return (Point("plan-reserve", pieces=tuple(kept), stands=stands),)


def _dropped(deployment: Deployment) -> Iterable[Point]:
    """What the staff would have liked and has let go."""
    situation, board = deployment.situation, deployment.situation.board
    for kind in ("back", "spare"):
        names = [name for name, task in deployment.tasks.items() if task.kind == kind]
        if names:
            stands = labels(board, (situation.pieces[name].hex for name in names))
            yield Point(f"plan-{kind}", pieces=tuple(names), stands=stands)
    if deployment.unpaid:
        yield Point("plan-unpaid", hexes=labels(board, deployment.unpaid[:MOST]))


# ---- why somebody goes where he goes


def reason_for(deployment: Deployment, names: Sequence[str]) -> Point | None:
    """Why the deployment sends some pieces where they go; None if it has not said."""
    board = deployment.situation.board
    for assault in deployment.assaults:
        if any(name in assault.posts for name in names):
            return Point("why-strike", labels(board, [assault.target]), tuple(names))
    task = next((deployment.tasks[name] for name in names if name in deployment.tasks), None)
    if task is None or not task.kind:
        return None
    place = labels(board, [task.about])
    if task.kind == "guard" and task.about not in deployment.situation.values:
        return Point("why-watch", pieces=tuple(names), stands=place)
    if task.kind in SENT:
        return Point(f"why-{task.kind}", place, tuple(names))
    return Point(f"why-{task.kind}", pieces=tuple(names), stands=place)
