"""What a player must presume who asks for the odds of an assault. [8.4.0] [13.5.2]

Of enemy stacks he sees the top: he takes what shows for all there is, and knows of no leaders in
them. Where nothing shows of the defenders there are no odds; where nothing shows of their
neighbours he takes them for a company of foot. Of the enemy's headquarters he presumes that they
have ammunition and rest at night, of his units that they are where they were assigned, as well
trained and as well supplied as they look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.goss.assault.assaulting import GroundAssault
from grognard.systems.goss.counters import INFANTRY_FORMS, broken
from grognard.systems.goss.movement.coups import Coup
from grognard.systems.goss.pieces.sight import foggy, seen, sees_leader, unweighed
from grognard.systems.goss.pieces.stacks import held, units_at
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.scenario import ALLIED, NIGHT, Gs
from grognard.systems.goss.status import ARMIES, HQS, LEADERS, RESTS
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import EXPECTED, MAP, UNITS, Unit

PRESUMED = 900
"""House: from which number on companies are named that are only presumed."""
RAIDS = ("overrun", Coup.do)
"""What else leads into enemies: exploitation stands above this chapter. [5.3.4b] [7.14.0]"""
UNNOTED: Mapping[str, Any] = {
    "attached": "", "emergency": 0, "raised": 0, "surplus": False, "extended": False,
    "bridged": False, "checks": 0, "pr_of": "",
}  # fmt: skip
"""What is noted of a unit and lies on no counter, as it is presumed. [8.4.0]"""
NOTE = {"question": "fog", "rule": "8.4.0", "text": "what shows of the enemy is all there is"}


def target_of(game: Gs, action: Action) -> int:
    """The hex that an action attacks: an assault's, or where an overrun or a coup de main leads;
    -1 if it attacks none. [13.3.0] [5.3.4b] [7.14.1]"""
    if action.get("do") == GroundAssault.do:
        return game.board.hex(action["hex"])
    return game.board.hex(action["path"][-1]) if action.get("do") in RAIDS else -1


def unknown(game: Gs, player: str, action: Action) -> list[Refusal]:
    """There are no odds against defenders of whom nothing shows, or whose strength is kept secret.
    [8.4.0] [4.6.1]"""
    h = target_of(game, action)
    if h < 0:
        return []
    if any(unweighed(game, player, n) for n in units_at(game, h) if seen(game, player, n)):
        text = "what a generic panzer battalion is made of shows when it fights"
        return [Refusal("4.6.1", text)]
    if any(seen(game, player, n) for n in units_at(game, h)):
        return []
    return [Refusal("8.4.0", "nothing shows of the defenders: their strength is not known")]


def presume(game: Gs, player: str, action: Action) -> Sequence[Mapping[str, Any]]:
    """Put what shows in place of what there is, and say so. [8.4.0] [3.5.2] [16.3.2]"""
    if target_of(game, action) < 0:
        return ()
    enemy = other(player)
    if foggy(game.scenario):
        for place, h in enumerate(sorted(held(game, enemy))):
            _what_shows(game, player, h, place)
        for name, leader in [*game.state[LEADERS].items()]:
            if not sees_leader(game, player, name):
                game.put(LEADERS, name, replace(leader, place=EXPECTED, hex=-1))
    for name in [n for n in game.state[UNITS] if counter_of(game, n).side == enemy]:
        game.put(UNITS, name, replace(game.state[UNITS][name], **UNNOTED))
    for hq, status in [*game.state[HQS].items()]:
        if counter_of(game, hq).side == enemy:
            game.put(HQS, hq, replace(status, adv=1, supported=True, trucks=0))
    for name, plan in game.scenario.armies.items():
        if plan.side == enemy:
            game.put(ARMIES, name, replace(game.state[ARMIES][name], adv=1))
    for key, rest in [*game.state[RESTS].items()]:
        if not rest.shown and _whose(game, key) == enemy:
            game.put(RESTS, key, replace(rest, period=NIGHT))
    return ({"player": enemy, **NOTE},)


def _what_shows(game: Gs, player: str, h: int, place: int) -> None:
    """Units of a hex that are covered are left out; a hex where nothing shows holds a company."""
    there = units_at(game, h)
    hidden = [n for n in there if not seen(game, player, n)]
    if hidden and len(hidden) == len(there):
        side = counter_of(game, there[0]).side
        parent = min(n for n, counter in game.scenario.counters.items() if counter.side == side)
        form = "inf" if side == ALLIED else INFANTRY_FORMS[0]
        game.put(UNITS, broken(parent, form, PRESUMED + place), Unit(MAP, h, 1))
    for name in hidden:
        gone = replace(game.state[UNITS][name], place=EXPECTED, hex=-1)
        game.put(UNITS, name, gone)


def _whose(game: Gs, key: str) -> str:
    if key in game.scenario.sides:
        return key
    army = game.scenario.armies.get(key)
    return army.side if army is not None else counter_of(game, key).side
