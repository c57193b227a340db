"""Air combat: rounds between one aircraft of each side until one side is alone. [14.3]"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.chance import rolled
from grognard.kit.deeds import Answer
from grognard.systems.ocs.air.flight import abort
from grognard.systems.ocs.forms import Crowd, OfPlane
from grognard.systems.ocs.pieces.planes import face, fighter, lose_step, offensive, plane_of, rating
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.table.worded import Hand

ABORT, ATTACKS, DEFENDS = "abort from air combat", "air combat attacker", "air combat defender"


@dataclass
class Melee:
    """The aircraft of both sides over a hex: mission aircraft, interceptors, those based there.

    `mover` is the side that came; `home` are the bases named for its aircraft. [14.3c] [14.4d]
    """

    hex: int
    mover: str
    there: dict[str, list[str]]
    interceptor: str = ""
    home: Mapping[str, Any] = field(default_factory=dict)


def contested(game: Ocs, melee: Melee) -> bool:
    """Whether there is air combat: aircraft of both sides, and one that attacks. [14.3] [14.3a]

    By the option a Fighter must be among them, as the text of the rule has it.
    """
    if not all(melee.there.values()):
        return False
    every = [key for keys in melee.there.values() for key in keys]
    by_fighters = game.options["air-combat-trigger"] == "fighters"
    if by_fighters and not any(fighter(game, key) for key in every):
        return False
    return any(offensive(game, key) for key in every)


def attacking(game: Ocs, melee: Melee) -> str:
    """The side that attacks: who came, unless all his ratings stand in brackets. [14.3c]"""
    if any(offensive(game, key) for key in melee.there[melee.mover]):
        return melee.mover
    return game.scenario.other(melee.mover)


def fight(game: Ocs, melee: Melee) -> Procedure:
    """Reveal, voluntary aborts, then rounds until the end. [14.3e(A)] [14.3e(D)]

    Nobody breaks off in the midst of it. [14.3d(B)]
    """
    reveal(game, melee)
    for side in (melee.mover, game.scenario.other(melee.mover)):
        yield from _break_off(game, melee, side)
    while contested(game, melee):
        yield from fight_round(game, melee)


def reveal(game: Ocs, melee: Melee) -> None:
    """Both players lay out their aircraft in plain view. [14.3e(A)] [4.9d]"""
    label = game.board.label(melee.hex)
    sides = {side: list(keys) for side, keys in sorted(melee.there.items())}
    facts = {"hex": label, "aircraft": sides}
    game.emit(Event("air-combat", "14.3e(A)", facts))
    for side in sides:
        game.reveal(side)


def _break_off(game: Ocs, melee: Melee, side: str) -> Procedure:
    """Before it starts a side may abort all its aircraft but one. [14.2b] [14.3d(A)]"""
    keys = melee.there[side]
    if len(keys) < 2:
        return
    answer = yield ask_aborts(game, side, keys, len(keys) - 1, "14.3d(A)", "before air combat")
    for key in answer["planes"]:
        keys.remove(key)
    if answer["planes"]:
        tell_aborts(game, side, answer["planes"], "14.3d(A)")
        yield from abort(game, side, answer["planes"], melee.hex, "14.1c", melee.home,
                         melee.interceptor)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Breaking:
    """Aircraft that break off."""

    planes: Crowd


class Aborting(Answer[Ocs, Breaking]):
    """Which aircraft break off: some of a list, so many at most. [14.3d(A)] [14.3d(C)]"""

    do, order = "abort", Breaking
    title, phrase = "Abort", ("Abort {planes}", "Nobody aborts")
    sure = True

    def __init__(self, rule: str, keys: Sequence[str], most: int) -> None:
        self.rule, self.keys, self.most = rule, list(keys), most

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Breaking]:
        """Every choice: there are never more than a few aircraft."""
        for bits in range(2 ** min(len(self.keys), 10)):
            chosen = tuple(key for i, key in enumerate(self.keys[:10]) if bits >> i & 1)
            if len(chosen) <= self.most:
                yield Breaking(chosen)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Some of them by chance."""
        chosen = sorted(rng.sample(self.keys, rng.randint(0, self.most)))
        return self.written(game, Breaking(tuple(chosen)))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Breaking]:
        """Those in hand, alone and with others."""
        yield from (order for order, _ in self._own(game, player, hand))

    def spare(self, game: Ocs, player: str, order: Breaking) -> Mapping[str, Sequence[str]]:
        """Who else could break off."""
        return {"planes": [key for key in self.keys if key not in order.planes]}

    def against(self, game: Ocs, player: str, order: Breaking) -> list[Refusal]:
        """Some of those that are there, and one must stay where the rule says so."""
        chosen = order.planes
        if len(set(chosen)) != len(chosen) or any(key not in self.keys for key in chosen):
            return [Refusal(self.rule, f"choose among {', '.join(self.keys)}, each once")]
        if len(chosen) > self.most:
            return [Refusal(self.rule, f"{self.most} may abort at most, not {len(chosen)}")]
        return []


def ask_aborts(game: Ocs, side: str, keys: Sequence[str], most: int, rule: str, when: str) -> Ask:
    """The question whether any aircraft break off."""
    return Aborting(rule, keys, most).ask(
        game, side, ABORT, f"which aircraft abort {when}?", {"stay": Breaking(())},
        context=lambda: {"aircraft": list(keys)},
    )  # fmt: skip


def tell_aborts(game: Ocs, side: str, keys: Sequence[str], rule: str) -> None:
    """Who has broken off; the aircraft have been shown. [4.9d]"""
    facts = {"side": side, "aircraft": list(keys)}
    game.emit(Event("abort", rule, facts))


# ---- rounds


def fight_round(game: Ocs, melee: Melee) -> Procedure:
    """Each picks an aircraft, the attacker rolls, one or both abort. [14.3e(B)] [14.3e(C)]

    Both abort more seldom than they used to, as the designer says. [DN-v40] [CT-aircombat]
    [MT-aircombat41]
    """
    attacker = attacking(game, melee)
    defender = game.scenario.other(attacker)
    able = [key for key in melee.there[attacker] if offensive(game, key)]  # [14.3a]
    a = yield from _pick(game, melee, attacker, able, ATTACKS)
    d = yield from _pick(game, melee, defender, melee.there[defender], DEFENDS)
    modifier = matched(game, a, d, melee.hex)
    dice, who = rolled(game, 2, lambda faces: aborts(game, sum(faces) + int(modifier.total)))
    out = {"attacker": [a], "defender": [d], "both": [a, d]}[who]
    tables = game.scenario.tables
    loss, steps = rolled(game, 1, lambda faces: number(tables, "air-loss", faces[0], "steps"))
    facts = {
        "hex": game.board.label(melee.hex), "attacker": a, "defender": d,
        "modifier": modifier.to_json(), "roll": sum(dice) + int(modifier.total),
        "aborts": who, "loss": steps,
    }  # fmt: skip
    game.emit(Event("air-round", "14.3e(C)", facts, (*dice, *loss), outcome=True))
    for key, side in ((a, attacker), (d, defender)):
        if key not in out:
            continue
        melee.there[side].remove(key)
        for _ in range(steps):
            lose_step(game, key, "14.3e(C)", "shot down in air combat")
        yield from abort(game, side, [key], melee.hex, "14.1c", melee.home, melee.interceptor)


def matched(game: Ocs, attacker: str, defender: str, h: int) -> Tally:
    """What is added to the roll: the attacker's rating less the defender's. [14.3e(C)] [14.3b]"""
    tally = rating(game, attacker, h)
    for part in rating(game, defender, h).parts:
        tally = tally.add(f"against {part.label}", -part.value, part.rule, part.source)
    return tally


def aborts(game: Ocs, roll: int) -> str:
    """Who aborts by the Air Combat Table: `attacker`, `defender` or `both`."""
    return game.scenario.tables["air-combat"].cell(roll, "aborts", clamp=True).value


class Fight(Among[Ocs, OfPlane]):
    """Which aircraft fights in a round. [14.3e(B)]"""

    do, rule, order = "fight", "14.3e(B)", OfPlane
    title, phrase = "Fight in the air", "{plane} fights, air combat rating {worth}"

    def details(self, game: Ocs, order: OfPlane) -> Mapping[str, str]:
        """What it is worth there."""
        return {"worth": worth(game, order.plane)}


def worth(game: Ocs, key: str) -> str:
    """The air combat rating of an aircraft, as it is printed. [14.3e(C)]"""
    plane = face(game, key)
    return f"({plane.rating})" if plane.passive else str(plane.rating)


def _pick(
    game: Ocs, melee: Melee, side: str, keys: Sequence[str], name: str
) -> Generator[Ask | tuple[Ask, ...], Any, str]:
    """The aircraft a side uses in a round: the attacker's without brackets. [14.3e(B)]"""
    best = max(keys, key=lambda key: (int(rating(game, key, melee.hex).total), key))
    if len(keys) == 1:
        return best
    offer = Fight(map(OfPlane, keys))
    names = {key: plane_of(game, key).name for key in keys}
    answer = yield offer.ask(
        game, side, name, "which aircraft fights in this round?", {"best first": OfPlane(best)},
        context=lambda: {"names": names},
    )  # fmt: skip
    return str(answer["plane"])
