"""Giving orders in short, and asking before: moves, attacks, odds, why not, undo."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from grognard.engine.decision import Action
from grognard.engine.odds import Odds
from grognard.engine.refusal import Refusal, Refused
from grognard.terminal import showing
from grognard.terminal.notation import Unreadable, written

if TYPE_CHECKING:
    from grognard.terminal.terminal import Terminal

PAGE = 30
YES = ("y", "yes")


def move(desk: Terminal, words: list[str]) -> None:
    """Move units, or all of a hex that can, to a hex by the cheapest way."""
    _offered(desk, "move")
    if len(words) < 2:
        raise Unreadable("write who and where to, as move de-2-pz 3331, or move 3333 3331")
    *who, goal = words
    to, names = desk.hex(goal), desk.mine(who)
    if all(word in desk.game.board.index for word in who):
        able = [n for n in names if to in desk.table.reach(desk.game, desk.side, n)]
        left = [n for n in names if n not in able]
        names = able or names
        if able and left:
            desk.console.print(Text(f"{', '.join(left)} cannot go there and stay", "dim"))
    try:
        action = desk.table.march(desk.game, desk.side, names, to)
    except Refused as refused:
        showing.show_refusals(desk.console, refused.refusals)
        hint = f"reach {' '.join(names)} shows what is open; legal move lists every move"
        desk.console.print(Text(hint, "dim"))
        return
    desk.play(desk.side, action)
    desk.focus = to


def attack(desk: Terminal, words: list[str]) -> None:
    """Propose the best attack on hexes, show its odds, and change it until yes or no."""
    _offered(desk, "attack")
    if not words:
        raise Unreadable("attack where? as attack 3331; todo lists what must be attacked")
    targets = [desk.hex(part) for word in words for part in word.split(",") if part]
    action = desk.table.assault(desk.game, desk.side, targets)
    desk.focus, shown = targets[0], None
    while True:
        if action != shown:
            _propose(desk, action)
            shown = action
        line = desk.read("attack? y, n, -ID, +ID > ").strip()
        changes = line.split()
        if line in YES:
            desk.play(desk.side, action)
            return
        if not changes or any(word[0] not in "+-" for word in changes):
            desk.console.print("no attack")
            return
        action = _changed(desk, action, changes)


def _propose(desk: Terminal, action: Action) -> None:
    """An attack in words, with its odds, or with what is known where these hang on secrets."""
    sentence = desk.table.sentence(desk.game, desk.side, action) or written(action)
    desk.console.print(Text(sentence, "bold"))
    found = desk.game.odds(action, desk.side)
    show(desk, action, found)
    for key, names in desk.table.extras(desk.game, desk.side, action).items():
        desk.console.print(Text(f"  could be added, {key}: {', '.join(names)}", "dim"))


def show(desk: Terminal, action: Action, found: Odds) -> None:
    """Odds, and what is known beside them."""
    if found.unknown:
        showing.show_sums(desk.console, desk.table.estimate(desk.game, desk.side, action))
    showing.show_odds(desk.console, desk.game, desk.table, found)


def _changed(desk: Terminal, action: Action, changes: list[str]) -> Action:
    """The attack with counters added and left out; what would be illegal is said, and not done."""
    changed = action
    for word in changes:
        name = word[1:]
        if word.startswith("-"):
            cut = {
                k: [i for i in v if i != name] if isinstance(v, list) else v
                for k, v in changed.items()
            }
            changed = {key: value for key, value in cut.items() if value != []}
            continue
        extras = desk.table.extras(desk.game, desk.side, changed)
        keys = [key for key, names in extras.items() if name in names]
        for key in keys[:1]:
            changed = {**changed, key: [*changed.get(key, []), name]}
        if not keys:
            desk.console.print(Text(f"{name} cannot be added", "red"))
    refusals = desk.game.why(desk.side, changed)
    showing.show_refusals(desk.console, refusals)
    return action if refusals else changed


def _offered(desk: Terminal, do: str) -> None:
    """Refuse an order that this phase does not know, with the rule of what is asked instead."""
    decision = desk.decision()
    if decision.offer(do) is None:
        raise Refused(decision.why(desk.game, {"do": do}))


def odds(desk: Terminal, words: list[str]) -> None:
    """The exact odds of an action, of a number of the last list, or of the attack on a hex."""
    hexes = [word for word in words if word in desk.game.board.index]
    if words and len(hexes) == len(words) and not (len(words) == 1 and _is_number(desk, words[0])):
        action = desk.table.assault(desk.game, desk.side, [desk.hex(word) for word in words])
        sentence = desk.table.sentence(desk.game, desk.side, action) or written(action)
        desk.console.print(Text(sentence, "bold"))
    else:
        action = desk.read_action(words)
    show(desk, action, desk.game.odds(action, desk.side))


def _is_number(desk: Terminal, word: str) -> bool:
    return word.isdigit() and 1 <= int(word) <= len(desk.listed)


def why(desk: Terminal, words: list[str]) -> None:
    """What speaks against an action."""
    try:
        refusals = desk.game.why(desk.side, _meant(desk, words))
    except Refused as refused:
        refusals = refused.refusals
    showing.show_refusals(desk.console, refusals)
    if not refusals:
        desk.console.print("[green]nothing: it is legal[/]")


def _meant(desk: Terminal, words: list[str]) -> Action:
    """The action that words mean, in short or in full."""
    short = len(words) > 1 and not any("=" in word for word in words)
    if short and words[0] == "move":
        return desk.table.march(desk.game, desk.side, desk.mine(words[1:-1]), desk.hex(words[-1]))
    if short and words[0] == "attack":
        return desk.table.assault(desk.game, desk.side, [desk.hex(word) for word in words[1:]])
    return desk.read_action(words)


def legal(desk: Terminal, words: list[str]) -> None:
    """List legal actions, of one kind only if one is named, from a number on."""
    kinds = [word for word in words if not word.isdigit()]
    start = next((int(word) for word in words if word.isdigit()), 1)
    offers = [o for o in desk.decision().ask.offers if not kinds or o.do in kinds]
    if kinds and not offers:
        raise Refused(desk.decision().why(desk.game, {"do": kinds[0]}))
    found = (action for offer in offers for action in offer.legal(desk.game, desk.side))
    desk.listed = list(islice(found, start - 1 + PAGE))
    for number, action in enumerate(desk.listed[start - 1 :], start):
        desk.console.print(Text(f"{number:4} {_listed(desk, action)}"))
    if len(desk.listed) == start - 1 + PAGE:
        rest = " ".join([*kinds, str(start + PAGE)])
        desk.console.print(Text(f"legal {rest} goes on", "dim"))


def _listed(desk: Terminal, action: Action) -> str:
    """An action as it can be typed, or in words where that would be a thicket of brackets."""
    thicket = any(isinstance(value, dict) for value in action.values())
    thicket |= any(isinstance(i, dict) for v in action.values() if isinstance(v, list) for i in v)
    sentence = desk.table.sentence(desk.game, desk.side, action) if thicket else ""
    return sentence or written(action)


def todo(desk: Terminal, words: list[str]) -> None:
    """What is owed before the phase may end."""
    decision = desk.decision()
    owed: list[Refusal] = []
    if decision.offer("end") is not None:
        owed = desk.game.why(desk.side, {"do": "end"})
        text = "nothing: the phase may end" if not owed else "before the phase may end:"
    else:
        text = f"an answer: {decision.ask.prompt}"
    desk.console.print(Text(text, "bold"))
    for refusal in owed:
        desk.console.print(Text.assemble("  ", showing.cited(refusal.text, refusal.rule)))


def end(desk: Terminal, words: list[str]) -> None:
    """End the phase, or hear what is still owed."""
    desk.play(desk.side, {"do": "end"})


def undo(desk: Terminal, words: list[str]) -> None:
    """Take the last action back."""
    desk.game.undo(desk.side)
    count = len(desk.game.events)
    desk.told = min(desk.told, count)
    desk.headings = {mark: name for mark, name in desk.headings.items() if mark <= count}
    desk.console.print("taken back")


def save(desk: Terminal, words: list[str]) -> None:
    """Save a copy."""
    if len(words) != 1:
        raise Unreadable("save needs a file name, as save my-game.grog")
    desk.keeper.copy(Path(words[0]))
    desk.console.print(f"saved as {words[0]}", highlight=False)
