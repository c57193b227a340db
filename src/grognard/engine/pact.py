"""Pacts: dice that nobody at a table can choose, because each of them has a secret in them.

Where people play each other on a server, each of them pledges two hash chains of his own: a *live*
one, whose secret never leaves his machine, and one in *escrow*, whose secret lies with the server.
A chain begins with its head, which everybody is shown; each next link is one that gives the link
before when it is hashed. The server has pledged its seed before, by the game's commitment, and
promises each secret that it takes from the seed, by its hash, before a player shows his link.

Whatever is done opens a *step*, whose dice come from the secrets shown for it alone:

- Who acts with the next link of his live chain has a *step of his own*: the server's secret for
  just that link, the link, and a *frame*: the links that the others had shown when he acted last.
  Nothing that others do in between changes it, so that nobody gains by having seen a link before
  it counts; and nobody, not even who runs the server, knows his own dice beyond what the others
  do next.
- Everything else is a *step by proxy*: the server's next secret for such steps, and the next link
  of everybody's chain in escrow. So it is where a player does not show a link, and where a program
  or an umpire acts.

Answers that were left standing belong to the step that has led to them. All of it stands in the
record, so that every die can be worked out again from it.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from grognard.engine.dice import STREAM
from grognard.engine.entries import ENGINE, Line

if TYPE_CHECKING:
    from grognard.engine.game import Game

LENGTH = 1 << 14
"""How many links a player's live chain has; who has shown them all pledges another."""
ESCROW = 1 << 17
"""How many links a chain in escrow has, one for each step by proxy of a whole campaign."""
_MARK = 1 << 9
_HEX = re.compile("[0-9a-f]{64}")
PROXY = "proxy"
"""Whose secrets the server takes for steps by proxy, where others have the number of a pledge."""
Data = Mapping[str, Any]


class Unpledged(ValueError):
    """Secrets that are not those that were pledged; says which, and what would be right."""


# ---- chains and secrets


def hashed(secret: str) -> str:
    """The hash of a secret: of a link, the link before it."""
    return sha256(bytes.fromhex(secret)).hexdigest()


@lru_cache(maxsize=256)
def _marks(secret: str, length: int) -> tuple[bytes, ...]:
    """Some links of the chain that ends with a secret, evenly spaced, the last one first."""
    link, found = bytes.fromhex(secret), []
    for n in range(length + 1):
        if n % _MARK == 0:
            found.append(link)
        link = sha256(link).digest()
    return tuple(found)


def link(secret: str, n: int, length: int = LENGTH) -> str:
    """A link of the chain that ends with a secret; the head has number 0."""
    if not 0 <= n <= length:
        raise Unpledged(f"a chain has no link {n}: pledge another one")
    mark, more = divmod(length - n, _MARK)
    found = _marks(secret, length)[mark]
    for _ in range(more):
        found = sha256(found).digest()
    return found.hex()


def head(secret: str, length: int = LENGTH) -> str:
    """What is shown of a chain before the first link."""
    return link(secret, 0, length)


def secret_of_seed(seed: str, whose: int | str, n: int) -> str:
    """What the server adds to a step: the n-th of those for a pledge, or by proxy."""
    return hmac.new(bytes.fromhex(seed), f"pact {whose} {n}".encode(), sha256).hexdigest()


# ---- the pact


@dataclass(frozen=True, slots=True)
class Pledge:
    """What one player has pledged, and how far his chains have been shown."""

    side: str
    live: str
    """The live link shown last; the head, before the first."""
    escrow: str
    promise: str
    """The hash of what the server will add to the next step of his own."""
    frame: str
    """What the others had shown for it, under a veil that the seed gives: it tells nobody whether
    they have done anything."""
    shown: int = 0
    held: int = 0
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class Pact:
    """Who has pledged what in a game, and what was shown of it so far."""

    pledges: tuple[Pledge, ...] = ()
    promise: str = ""
    """The hash of what the server will add to the next step by proxy."""
    proxies: int = 0
    key: str = ""
    """From which the dice of the step under way come."""

    @property
    def begun(self) -> bool:
        """Whether any dice from here on come from more secrets than the server's."""
        return bool(self.pledges)

    @property
    def in_force(self) -> list[int]:
        """The numbers of the pledges that no other has replaced."""
        return [n for n, pledge in enumerate(self.pledges) if not pledge.replaced]

    def after(self, data: Data, commitment: str) -> Pact:
        """The pact after a line that says this of it; refused if it was not pledged so."""
        found = self
        if not data or set(data) - {"pledged", "promise", "step"}:
            raise Unpledged("a line says of its pact who has pledged, and what was shown")
        pledged = data.get("pledged", [])
        if not isinstance(pledged, list) or (
            ("promise" in data) != (bool(pledged) and not self.begun)
        ):
            raise Unpledged("what the server promises is said with the first pledge of all")
        if "promise" in data:
            found = replace(found, promise=_a_hash(data["promise"]))
        for one in pledged:
            found = found._with(one)
        return found._stepped(data["step"], commitment) if "step" in data else found

    def _with(self, data: Any) -> Pact:
        if not isinstance(data, dict) or set(data) - {"replaces"} != {
            "side", "live", "escrow", "promise", "frame",
        } or not isinstance(data["side"], str):  # fmt: skip
            raise Unpledged("a pledge has a side, two heads, what the server promises, and a frame")
        pledges, old = list(self.pledges), data.get("replaces")
        if old is not None:
            if (
                type(old) is not int
                or old not in self.in_force
                or pledges[old].side != data["side"]
            ):
                raise Unpledged(f"there is no pledge {old!r} in force that could be replaced")
            pledges[old] = replace(pledges[old], replaced=True)
        live, escrow, promise, framed = (
            _a_hash(data[name]) for name in ("live", "escrow", "promise", "frame")
        )
        pledges.append(Pledge(data["side"], live, escrow, promise, framed))
        return replace(self, pledges=tuple(pledges))

    def _stepped(self, step: Any, commitment: str) -> Pact:
        if not isinstance(step, dict) or set(step) not in (_OWN, _BY_PROXY) or not self.begun:
            raise Unpledged("a step shows the server's secret, and a link of one's own or escrow")
        secret, promise = _a_hash(step["server"]), _a_hash(step["next"])
        if "escrow" in step:
            return self._by_proxy(step["escrow"], secret, promise, commitment)
        n = step["pledge"]
        if type(n) is not int or n not in self.in_force:
            raise Unpledged(f"there is no pledge {n!r} in force")
        pledge = self.pledges[n]
        shown = self.shows(n, step["live"])
        _kept(secret, pledge.promise)
        pledges = list(self.pledges)
        pledges[n] = replace(
            pledge, live=shown, promise=promise, frame=_a_hash(step["frame"]),
            shown=pledge.shown + 1,
        )  # fmt: skip
        key = _key("own", commitment, n, pledge.shown, secret, shown, pledge.frame)
        return replace(self, pledges=tuple(pledges), key=key)

    def shows(self, n: int, shown: Any) -> str:
        """The next link of a live chain, refused if it is another."""
        pledge = self.pledges[n]
        if hashed(_a_hash(shown)) != pledge.live:
            raise Unpledged(f"this is not link {pledge.shown + 1} of the chain of pledge {n}")
        return str(shown)

    def _by_proxy(self, escrow: Any, secret: str, promise: str, commitment: str) -> Pact:
        wanted = self.in_force
        if not isinstance(escrow, dict) or set(escrow) != {str(n) for n in wanted}:
            raise Unpledged("a step by proxy shows a link of every chain in escrow")
        pledges = list(self.pledges)
        for n in wanted:
            shown = _a_hash(escrow[str(n)])
            if hashed(shown) != pledges[n].escrow:
                text = (
                    f"this is not link {pledges[n].held + 1} of the chain in escrow of pledge {n}"
                )
                raise Unpledged(text)
            pledges[n] = replace(pledges[n], escrow=shown, held=pledges[n].held + 1)
        _kept(secret, self.promise)
        links = [f"{n}:{pledges[n].escrow}" for n in wanted]
        key = _key("proxy", commitment, self.proxies, secret, *links)
        return replace(
            self, pledges=tuple(pledges), promise=promise, proxies=self.proxies + 1, key=key
        )


_OWN = {"pledge", "live", "server", "next", "frame"}
_BY_PROXY = {"escrow", "server", "next"}


def _key(*parts: Any) -> str:
    """The key of a step's dice: the hash of all that goes into it, a line each."""
    return sha256("\n".join(map(str, ("grognard step", *parts))).encode("ascii")).hexdigest()


def _a_hash(given: Any) -> str:
    if not isinstance(given, str) or not _HEX.fullmatch(given):
        raise Unpledged("a link, a head and a secret are 64 digits and letters from a to f")
    return given


def _kept(secret: str, promise: str) -> None:
    if hashed(secret) != promise:
        raise Unpledged("what the server adds is not what it had promised")


# ---- what the server writes


def pledged(
    pact: Pact, seed: str, side: str, live: str, escrow: str, replaces: int | None = None
) -> dict[str, Any]:
    """A pledge as its line has it, with what the server promises for the steps of it."""
    n = len(pact.pledges)
    promise = hashed(secret_of_seed(seed, n, 0))
    data = {
        "side": side, "live": live, "escrow": escrow, "promise": promise,
        "frame": frame(pact, seed, n, 0),
    }  # fmt: skip
    return data if replaces is None else {**data, "replaces": replaces}


def frame(pact: Pact, seed: str, n: int, at: int) -> str:
    """What the others have shown by now, for a step of one's own that is to come."""
    others = (f"{m}:{pact.pledges[m].live}" for m in pact.in_force if m != n)
    return _key("frame", secret_of_seed(seed, f"frame {n}", at), *others)


def beginning(seed: str) -> str:
    """What the server promises of the first step by proxy."""
    return hashed(secret_of_seed(seed, PROXY, 0))


def own_step(pact: Pact, seed: str, n: int, shown: str) -> dict[str, Any]:
    """A step with the next link of a player's live chain."""
    pact.shows(n, shown)
    at = pact.pledges[n].shown
    secret, later = secret_of_seed(seed, n, at), secret_of_seed(seed, n, at + 1)
    later_frame = frame(pact, seed, n, at + 1)
    return {
        "pledge": n, "live": shown, "server": secret, "next": hashed(later), "frame": later_frame,
    }  # fmt: skip


def proxy_step(pact: Pact, seed: str, held: Mapping[int, str]) -> dict[str, Any]:
    """A step by proxy, with the secrets that are held in escrow."""
    secret, later = (secret_of_seed(seed, PROXY, pact.proxies + more) for more in (0, 1))
    escrow = {str(n): link(held[n], pact.pledges[n].held + 1, ESCROW) for n in pact.in_force}
    return {"escrow": escrow, "server": secret, "next": hashed(later)}


@contextmanager
def step(game: Game[Any], data: Data) -> Iterator[None]:
    """Let what is done next be a step of the game's pact: its line says so, its dice are new."""
    opened = game.pact.after(data, game.commitment)
    game.dice.begin(opened.key, game.state[STREAM]["now"].drawn, data)
    try:
        yield
    finally:
        game.dice.end()


# ---- what is checked afterwards


def from_seed(before: Pact, data: Data, seed: str, commitment: str) -> bool:
    """Whether all that the server has added and promised in a line is what its seed gives."""
    now, right = before, []
    for one in data.get("pledged", ()):
        said = pledged(now, seed, one["side"], one["live"], one["escrow"], one.get("replaces"))
        right.append(said == one)
        first = {} if now.begun else {"promise": beginning(seed)}
        right.append(first.get("promise") == (None if now.begun else data.get("promise")))
        now = now.after({"pledged": [one], **first}, commitment)
    told = data.get("step", {})
    if "pledge" in told:
        right.append(own_step(now, seed, told["pledge"], told["live"]) == told)
    elif told:
        secret, later = (secret_of_seed(seed, PROXY, now.proxies + more) for more in (0, 1))
        right.append((secret, hashed(later)) == (told["server"], told["next"]))
    return all(right)


def goes_along(line: Line, before: Line | None) -> bool:
    """Whether a line opens no step of its own: an answer left standing, what the engine writes,
    and the instructions of others that outlast what was taken back."""
    if line.auto or line.by == ENGINE:
        return True
    if line.action.get("do") != "instruct" or before is None:
        return False
    return before.action.get("do") == "undo" or (
        before.pact is None and before.action.get("do") == "instruct"
    )
