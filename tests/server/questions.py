"""Every question of the server's door, asked as somebody would who wants to find out too much.

For each route there is a list of questions that a seat asks of it: the plain one, and others with
names that it should not know, hexes out of its sight, forged and spoilt details. What changes the
game comes last, in an order in which each still says something. A route that is not here has a
written reason why nothing hidden can be in its answer.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grognard.lab.laws import _distorted

API = "/api/v1"


class Question(NamedTuple):
    """A request: which route, its address (with `{replay}` and `{token}` as the server at hand has
    called them), and what is sent along."""

    route: str
    path: str
    body: Any = None

    @property
    def method(self) -> str:
        return self.route.partition(" ")[0]


@dataclass
class Known:
    """What whoever asks has to go by: his seat, what he sees, what is printed, and his luck."""

    game: str
    seat: str
    rng: random.Random
    side: str | None = None
    own: Sequence[str] = ()
    hexes: Sequence[str] = ("0101",)
    """Hexes that he is curious about: of the enemy's stacks, and others."""
    names: Sequence[str] = ("nobody",)
    """Anybody's counters: the order of battle is printed."""
    actions: Sequence[dict[str, Any]] = ()
    asked: Sequence[str] = ("1.0",)
    overlays: Sequence[str] = ("supply",)
    last: int = 1
    moves: Sequence[dict[str, Any]] = field(default_factory=list)

    def some(self, things: Sequence[Any], most: int) -> list[Any]:
        """A few of something."""
        return self.rng.sample(list(things), min(len(things), most))


Asking = Callable[[Known], Iterator[tuple[str, Any]]]
READS: dict[str, Asking] = {}
WRITES: dict[str, Asking] = {}


def _of(route: str, book: dict[str, Asking]) -> Callable[[Asking], Asking]:
    def keep(asking: Asking) -> Asking:
        book[route] = asking
        return asking

    return keep


def questions(book: dict[str, Asking], known: Known) -> Iterator[Question]:
    """Every question of a book, route by route."""
    for route, asking in book.items():
        path = route.partition(" ")[2]
        path = path.replace("{seat_id}", known.seat).replace("{game_id}", known.game)
        for more, body in asking(known):
            found = re.sub("{(hex|piece|overlay|number|link)}", more, path)
            yield Question(route, found if found != path else path + more, body)


# ---- looking


def _plain(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", None


_OF_GAMES = ("games/{game_id}", "games/{game_id}/clocks", "games/{game_id}/links")
for _path in ("games", "open-games", "decisions", *_OF_GAMES):
    READS[f"GET {API}/{_path}"] = _plain
for _path in (
    "board", "boxes", "briefing", "budget", "calendar", "coming", "forces", "intents",
    "intents/file", "mend", "notes", "pact", "save", "statistics", "terms", "thought", "view",
    "watch",
):  # fmt: skip
    READS[f"GET {API}/seats/{{seat_id}}/{_path}"] = _plain


@_of(f"GET {API}/seats/{{seat_id}}/events", READS)
def _events(known: Known) -> Iterator[tuple[str, Any]]:
    for more in ("", "?since=1&limit=3", "?limit=2000", "?since=1000000"):
        yield more, None


@_of(f"GET {API}/seats/{{seat_id}}/story", READS)
def _story(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", None
    yield "?since=3", None


@_of(f"GET {API}/seats/{{seat_id}}/playback", READS)
def _playback(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", None
    yield "?since=1&start=true", None


@_of(f"GET {API}/seats/{{seat_id}}/table", READS)
def _table(known: Known) -> Iterator[tuple[str, Any]]:
    for moment in ("", "?moment=1", f"?moment={known.last}", f"?moment={known.last + 1}"):
        yield moment, None


@_of(f"GET {API}/seats/{{seat_id}}/coach", READS)
def _coach(known: Known) -> Iterator[tuple[str, Any]]:
    for side in ("", *(f"?side={name}" for name in ("german", "soviet", "nobody"))):
        yield side, None


@_of(f"GET {API}/seats/{{seat_id}}/coach/{{number}}", READS)
def _coached_turn(known: Known) -> Iterator[tuple[str, Any]]:
    yield "0", None
    yield "9?side=soviet", None


@_of(f"GET {API}/seats/{{seat_id}}/map.svg", READS)
def _map(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", None


@_of(f"GET {API}/seats/{{seat_id}}/legal", READS)
def _legal(known: Known) -> Iterator[tuple[str, Any]]:
    for limit in (1, 2, 60):
        yield f"?limit={limit}", None
    for do in sorted({action["do"] for action in known.actions}):
        yield f"?limit=20&do={do}", None


@_of(f"GET {API}/seats/{{seat_id}}/choices", READS)
def _choices(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", None
    for name in (*known.some(known.own, 2), *known.some(known.names, 2)):
        yield f"?piece={_written(name)}", None


@_of(f"GET {API}/seats/{{seat_id}}/hexes/{{hex}}", READS)
def _hex(known: Known) -> Iterator[tuple[str, Any]]:
    for label in (*known.some(known.hexes, 5), "nowhere"):
        yield label, None


@_of(f"GET {API}/seats/{{seat_id}}/pieces/{{piece}}", READS)
def _piece(known: Known) -> Iterator[tuple[str, Any]]:
    for name in (*known.some(known.own, 2), *known.some(known.names, 8), "nobody"):
        yield _written(name), None


@_of(f"GET {API}/seats/{{seat_id}}/pieces/{{piece}}/edits", READS)
def _edits(known: Known) -> Iterator[tuple[str, Any]]:
    for name in (*known.some(known.own, 2), *known.some(known.names, 8), "nobody"):
        yield _written(name), None


@_of(f"GET {API}/seats/{{seat_id}}/overlays/{{overlay}}", READS)
def _overlay(known: Known) -> Iterator[tuple[str, Any]]:
    for name in (*known.overlays, "nothing"):
        yield name, None


@_of(f"POST {API}/seats/{{seat_id}}/fresh", READS)
def _fresh(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"chosen": known.some(known.own, 2)}
    yield "", {"mark": "0123456789abcdef", "told": 2, "chosen": known.some(known.names, 3)}


@_of(f"POST {API}/seats/{{seat_id}}/reach", READS)
def _reach(known: Known) -> Iterator[tuple[str, Any]]:
    for name in (*known.some(known.own, 3), *known.some(known.names, 2)):
        yield "", {"pieces": [name]}


@_of(f"POST {API}/seats/{{seat_id}}/company", READS)
def _company(known: Known) -> Iterator[tuple[str, Any]]:
    for name in (*known.some(known.own, 2), *known.some(known.names, 2)):
        yield "", {"pieces": [name]}
        yield "", {"pieces": [name], "to": known.rng.choice(known.hexes)}


@_of(f"POST {API}/seats/{{seat_id}}/menu", READS)
def _menu(known: Known) -> Iterator[tuple[str, Any]]:
    for name in (*known.some(known.own, 2), *known.some(known.names, 1)):
        yield "", {"pieces": [name], "hexes": known.some(known.hexes, 1)}


@_of(f"POST {API}/seats/{{seat_id}}/orders", READS)
def _orders(known: Known) -> Iterator[tuple[str, Any]]:
    for label in known.some(known.hexes, 3):
        yield "", {"pieces": [], "hexes": [label]}
        yield "", {"pieces": known.some(known.own, 1), "hexes": [label]}
    yield "", {"pieces": known.some(known.own, 2), "hexes": []}
    yield "", {"pieces": known.some(known.names, 2), "hexes": []}


@_of(f"POST {API}/seats/{{seat_id}}/compose", READS)
def _compose(known: Known) -> Iterator[tuple[str, Any]]:
    for at in known.asked:
        yield "", {"at": at}
        for label in known.some(known.hexes, 2):
            yield "", {"at": at, "hex": label, "hand": known.some(known.own, 1)}
            yield "", {"at": at, "hex": label, "hand": known.some(known.names, 2), "look": True}
        for action in known.some(known.actions, 2):
            yield "", {"at": at, "do": action["do"], "hexes": known.some(known.hexes, 3)}


@_of(f"POST {API}/seats/{{seat_id}}/odds", READS)
def _odds(known: Known) -> Iterator[tuple[str, Any]]:
    for action in (*known.some(known.actions, 4), *known.some(list(forged(known)), 4)):
        yield "", {"action": action}


@_of(f"POST {API}/seats/{{seat_id}}/weigh", READS)
def _weigh(known: Known) -> Iterator[tuple[str, Any]]:
    for action in (*known.some(known.actions, 3), *known.some(list(forged(known)), 3)):
        yield "", {"action": action}


@_of(f"POST {API}/seats/{{seat_id}}/why", READS)
def _why(known: Known) -> Iterator[tuple[str, Any]]:
    for action in forged(known):
        yield "", {"action": action}
    for action in proposals(known):
        yield "", {"action": action}
    for action in known.some(known.actions, 3):
        yield "", {"action": action, "at": "0.9"}


def forged(known: Known) -> Iterator[dict[str, Any]]:
    """Actions as they are offered, with details spoilt, or put for anybody and anywhere."""
    for action in known.some(known.actions, 6):
        yield from known.some([one for one in _distorted(action) if isinstance(one, dict)], 3)
        yield from known.some(list(hostile(action, known)), 6)
    for action in known.moves:
        yield from known.some(list(hostile(action, known)), 4)


def hostile(action: dict[str, Any], known: Known) -> Iterator[dict[str, Any]]:
    """An action with each of its details replaced by hexes and by counters of anybody."""
    words = [*known.some(known.names, 2), *known.some(known.hexes, 2), *known.some(known.own, 1)]
    for key, value in action.items():
        if key == "do":
            continue
        for word in words:
            for changed in ([word], [*value, word]) if isinstance(value, list) else (word,):
                yield {**copy.deepcopy(action), key: changed}


def proposals(known: Known) -> Iterator[dict[str, Any]]:
    """Edits that would find out by their refusal who stands where: halves of the army at a time."""
    names = list(known.names)
    for _ in range(3):
        known.rng.shuffle(names)
        away = [_moved(name, known.rng.choice(known.hexes)) for name in names[: len(names) // 2]]
        here = [_moved(name, known.rng.choice(known.hexes)) for name in known.some(known.own, 1)]
        yield {"do": "propose", "changes": [*away, *here], "reason": "to see"}
    for name in known.some(known.names, 3):
        change = {"map": "units", "key": name, "set": {"hex": -1}}
        yield {"do": "propose", "changes": [change], "reason": "to see"}
    for key in ("dump:1", "nothing", ""):
        for register in ("dumps", "units", "works", "armies"):
            change = {"map": register, "key": key, "set": {}}
            yield {"do": "propose", "changes": [change], "reason": "to see"}


def _moved(name: str, label: str) -> dict[str, Any]:
    return {"map": "units", "key": name, "set": {"hex": label}}


def _written(name: str) -> str:
    return name.replace("#", "%23").replace("/", "%2F").replace(" ", "%20").replace("?", "%3F")


# ---- doing


@_of(f"POST {API}/seats/{{seat_id}}/seen", WRITES)
def _seen(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"seq": 2}
    yield "", {"seq": 1_000_000}


@_of(f"PUT {API}/seats/{{seat_id}}/notes", WRITES)
def _note(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"text": "a note of mine"}


@_of(f"POST {API}/seats/{{seat_id}}/say", WRITES)
def _say(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"text": "to my own", "to_side": True}
    yield "", {"text": "to all"}


@_of(f"POST {API}/seats/{{seat_id}}/instruct", WRITES)
def _instruct(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"rules": {"no such question": "ask me"}, "key": "i1"}
    yield "", {"rules": {}, "key": "i2"}


@_of(f"POST {API}/seats/{{seat_id}}/act", WRITES)
def _act(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"action": {"do": "fly"}, "key": "a1"}
    for n, action in enumerate(known.some(known.actions, 3)):
        yield "", {"action": {**action, "forged": known.names[0]}, "key": f"a2 {n}"}
        yield "", {"action": action, "at": "0.9", "key": f"a3 {n}"}
    for n, action in enumerate(proposals(known)):
        yield "", {"action": action, "key": f"a4 {n}", "has": {}}


@_of(f"POST {API}/seats/{{seat_id}}/undo", WRITES)
def _undo(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"key": "u1"}
    yield "", {"key": "u2", "has": {}}


@_of(f"POST {API}/seats/{{seat_id}}/mend", WRITES)
def _mend(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"to": 64 * "0", "key": "m1"}


@_of(f"POST {API}/seats/{{seat_id}}/begin-again", WRITES)
def _begin_again(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"moment": 1, "key": "b1"}


@_of(f"POST {API}/seats/{{seat_id}}/adjudicate", WRITES)
def _adjudicate(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"winner": known.side, "reason": "so"}


@_of(f"POST {API}/seats/{{seat_id}}/share", WRITES)
def _share(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", None


for _path in ("", "/board", "/intents", "/map.svg", "/story", "/table"):
    WRITES[f"GET {API}/replays/{{replay}}{_path}"] = _plain


@_of(f"GET {API}/replays/{{replay}}/moments/{{number}}", WRITES)
def _moment(known: Known) -> Iterator[tuple[str, Any]]:
    for number in (1, max(1, known.last - 1), known.last, known.last + 1):
        yield str(number), None


@_of(f"POST {API}/replays/{{replay}}/branch", WRITES)
def _branch_replay(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"moment": 1}
    yield "", {"moment": known.last, "opponent": "self"}


@_of(f"POST {API}/seats/{{seat_id}}/branch", WRITES)
def _branch(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {}
    yield "", {"moment": known.last, "opponent": "self"}


for _path in ("take-back", "rematch", "branch-together"):
    WRITES[f"POST {API}/seats/{{seat_id}}/{_path}"] = lambda known: iter([("", {})])
WRITES[f"POST {API}/seats/{{seat_id}}/move-now"] = _plain
WRITES[f"POST {API}/seats/{{seat_id}}/draw"] = lambda known: iter([("", None)])


@_of(f"POST {API}/seats/{{seat_id}}/offers/{{number}}", WRITES)
def _offers(known: Known) -> Iterator[tuple[str, Any]]:
    for number in (0, 1, 2, 99):
        yield str(number), {"agree": True}


@_of(f"POST {API}/seats/{{seat_id}}/watch", WRITES)
def _watch(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"delay_turns": 0}


WRITES[f"DELETE {API}/seats/{{seat_id}}/watch"] = _plain


@_of(f"POST {API}/seats/{{seat_id}}/pact", WRITES)
def _pledge(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"live": 64 * "a", "escrow": 64 * "b"}
    yield "", {"live": 64 * "a", "escrow": 64 * "b"}
    yield "", {"live": 64 * "c", "escrow": "no secret"}


@_of(f"POST {API}/seats/{{seat_id}}/deputy", WRITES)
def _deputy(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"player": "staff"}


WRITES[f"DELETE {API}/seats/{{seat_id}}/deputy"] = _plain


@_of(f"POST {API}/seats/{{seat_id}}/program", WRITES)
def _program(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"player": "no such program"}


for _path in ("invitation", "kick"):
    WRITES[f"POST {API}/seats/{{seat_id}}/{_path}"] = _plain


@_of(f"POST {API}/seats/{{seat_id}}/take", WRITES)
def _take(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {}


@_of(f"POST {API}/games/{{game_id}}/seats", WRITES)
def _add_seat(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"role": "umpire", "mine": True}
    yield "", {"role": "spectator"}


@_of(f"POST {API}/games/{{game_id}}/invitations", WRITES)
def _invitations(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"role": "spectator", "side": known.side}
    yield "", {"role": "spectator"}


WRITES[f"GET {API}/invitations/{{token}}"] = _plain
WRITES[f"DELETE {API}/games/{{game_id}}"] = _plain


@_of(f"DELETE {API}/games/{{game_id}}/links/{{link}}", WRITES)
def _links(known: Known) -> Iterator[tuple[str, Any]]:
    yield 32 * "0", None


@_of(f"POST {API}/join", WRITES)
def _join(known: Known) -> Iterator[tuple[str, Any]]:
    yield "", {"invitation": "{token}"}
    yield "", {"invitation": "nothing"}


WRITES[f"POST {API}/seats/{{seat_id}}/resign"] = _plain
WRITES[f"POST {API}/seats/{{seat_id}}/leave"] = _plain

PRINTED = "what is printed: scenarios, rules and tables, whoever plays them"
OWN = "about the account of whoever asks, and no game"
NOTHING_HIDDEN = {
    f"{method} {API}/{path}": reason
    for reason, routes in {
        PRINTED: (
            "GET shelf", "GET systems/{system}/rules", "GET systems/{system}/rules/{rule}",
            "GET systems/{system}/tables", "GET scenarios/{system}/{name}",
            "GET scenarios/{system}/{name}/briefing", "GET scenarios/{system}/{name}/lesson",
            "GET scenarios/{system}/{name}/picture.png", "GET scenarios/mine", "POST scenarios",
            "DELETE scenarios/{system}/{name}",
        ),
        OWN: (
            "GET people/me", "POST people/guest", "POST people/register", "POST people/sign-in",
            "POST people/sign-out", "POST people/sign-out-everywhere", "PUT people/me/mail",
            "POST people/me/mail/code", "DELETE people/me/mail", "PUT people/me/webhook",
            "DELETE people/me/webhook", "POST people/passkey", "POST people/passkey/challenge",
            "POST people/forgotten", "POST people/reset", "GET people/me/account",
            "DELETE people/me", "POST people/me/proof", "PUT people/me/passphrase",
            "PUT people/me/name", "PUT people/me/needs", "POST people/me/recovery-codes",
            "POST people/me/passkeys/challenge", "POST people/me/passkeys",
            "PUT people/me/passkeys/{passkey}", "DELETE people/me/passkeys/{passkey}",
            "DELETE people/me/sessions/{session}", "DELETE people/me/sessions",
            "POST people/me/tokens",
        ),
        "seals of the record, which nobody can tell from chance before the seed is revealed; that "
        "there is one tells that a turn has ended": ("GET seats/{seat_id}/receipts",),
        "the server's own public key": ("GET receipt-key",),
        "a new game, in which nothing was hidden yet": ("POST games",),
        "a game that whoever brings it has seen whole": ("POST saves", "GET saves"),
    }.items()
    for method, path in (route.split(" ", 1) for route in routes)
}  # fmt: skip
"""The routes without a twin test, each with the reason."""


# ---- over the socket

SAID: dict[str, Callable[[Known], Iterator[dict[str, Any]]]] = {
    "ping": lambda known: iter([{}]),
    "move-now": lambda known: iter([{}]),
    "seen": lambda known: iter([{"seq": 2}, {"seq": 1_000_000}]),
    "instruct": lambda known: iter([{"rules": {"no such question": "ask me"}, "key": "s1"}]),
    "undo": lambda known: iter([{"key": "s2"}]),
    "act": lambda known: (
        {"action": action, "key": f"s3-{n}"} for n, action in enumerate(_wished(known))
    ),
}
"""What can be said over the socket, and how it is said by somebody who wants to find out."""


def _wished(known: Known) -> Iterator[dict[str, Any]]:
    yield {"do": "fly"}
    yield from known.some(list(forged(known)), 8)
    yield from known.some(list(proposals(known)), 3)
