"""Batteries and missions: what the tests of fire support share."""

from __future__ import annotations

from typing import Any

from grognard.systems.goss.fire.conducting import conduct
from grognard.systems.goss.fire.mission import Mission
from grognard.systems.goss.fire.modifiers import target
from grognard.systems.goss.fire.play import PLAY
from grognard.systems.goss.fire.resolving import Result
from grognard.systems.goss.fire.suffering import suffer
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, now, position, unit

US = {"formation": "1 Div", "corps": "VII", "army": "First"}
AXIS = {"formation": "2 Pz", "corps": "XLVII", "army": "Fifth"}
STAFF = {
    "ucorps": {"adv": 5}, "gcorps": {"adv": 4},
}  # fmt: skip
ARMIES = {
    "First": {"side": "allied", "adv": 5, "amp": 4, "fp": 0, "tp": 4, "pss": []},
    "Fifth": {"side": "axis", "adv": 4, "amp": 4, "fp": 0, "tp": 4, "pss": []},
}


QUESTIONS = PLAY.policies


def staffs() -> list[dict[str, Any]]:
    """Headquarters far behind both fronts."""
    return [
        unit("uhq", (-8, 0), "hq:div", **US),
        unit("ucorps", (-9, 0), "hq:corps", corps="VII", army="First"),
        unit("ghq", (8, 0), "hq:div", **AXIS),
        unit("gcorps", (9, 0), "hq:corps", corps="XLVII", army="Fifth"),
    ]


def gun(name: str, hex: tuple[int, int] = (-2, 0), kind: str = "art", **more: Any) -> Any:
    """Artillery in battery, eight points and range enough unless said otherwise."""
    mine = US if name[0] == "u" else AXIS
    return unit(name, hex, kind, **{"battery": True, "barrage": 8, "range": 9, **mine, **more})


def field(*units: Any, side: str = "allied", segment: str = "offensive-fire", **more: Any) -> Gs:
    """A position in a fire support segment, both sides with a division and a corps behind it."""
    heads = {**STAFF, **more.pop("headquarters", {})}
    return position(
        *units, *staffs(), side=side, segment=segment,
        headquarters=heads, **{"armies": ARMIES, **more},
    )  # fmt: skip


def barrage(hex: tuple[int, int], spotter: str, guns: dict[str, int], **more: Any) -> Any:
    """An artillery mission as an action."""
    return {"do": "barrage", "hex": at(*hex), "guns": guns, "spotter": spotter, **more}


def run(game: Gs, procedure: Any, answers: dict[str, Any] | None = None) -> list[str]:
    """Run a procedure to its end, answering by the question's name or else by default; the names
    of the questions."""
    asked, answer = [], None
    given = {name: iter(value) for name, value in (answers or {}).items()}
    while True:
        try:
            ask = procedure.send(answer)
        except StopIteration:
            return asked
        asked.append(ask.name)
        found = next(given.get(ask.name, iter(())), None)
        answer = found if found is not None else ask.default


def hit(game: Gs, h: tuple[int, int], hits: int, shifts: int = 0, **answers: Any) -> list[str]:
    """A result against a hex of its holder, the first hit as said under `first`."""
    hex = game.board.hex(at(*h))
    side = "axis" if any(n[0] == "g" for n in _at(game, hex)) else "allied"
    found = target(game, side, hex)
    return run(game, suffer(game, side, hex, found, Result(hits, shifts)), given(**answers))


def _at(game: Gs, h: int) -> list[str]:
    return [n for n in game.scenario.counters if now(game, n).hex == h]


def given(**answers: Any) -> dict[str, Any]:
    """Answers by the name of their question."""
    found: dict[str, Any] = {}
    if "first" in answers:
        found["first-hit"] = [{"do": "first-hit", "take": answers["first"]}]
    if "takes" in answers:
        found["take-fire"] = [
            {"do": "take-fire", "take": t}
            if t in ("fort", "ET-3", "fatigue")
            else {"do": "take-fire", "take": "step", "unit": t}
            for t in answers["takes"]
        ]
    if "to" in answers:
        found["fall-back"] = [{"do": "fall-back", "hex": at(*answers["to"])}]
    return found


def flown(game: Gs, mission: Mission) -> list[str]:
    """A mission carried out without an order."""
    return run(game, conduct(game, mission))


def settle(game: Gs) -> None:
    """Answer every question of a mission by its default."""
    while any(ask.name in QUESTIONS for ask in game.open_asks()):
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default)
