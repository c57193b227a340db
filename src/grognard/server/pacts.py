"""Pacts at a table: what its players pledge for the dice, kept and carried into the record.

Where people play each other each player may pledge two chains (see `engine.pact`). A pledge is told
to all at the table at once; with the next line of the game it stands in the record, and counts. The
secret in escrow is kept beside it and told to nobody; that of a live chain never comes here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.engine import pact
from grognard.engine.dice import STREAM
from grognard.engine.pact import Pact, Unpledged
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.store.records import PERSON, PLAYER, Seat
from grognard.server.stream import Matter

if TYPE_CHECKING:
    from grognard.server.live_games import Kept

PLEDGED = "pledged"
ALL, SERVER = "all", "server"
"""Whose secrets the dice of a game come from: of all who have pledged, or the server's alone."""
MOST_PLEDGES = 100
"""How often one seat may pledge in a game."""


def pledges(kept: Kept) -> list[Matter]:
    """Every pledge that was made at a table, in the order of their numbers."""
    return [matter for matter in kept.matters if matter.kind == PLEDGED]


def in_force(kept: Kept, seat_id: str) -> Matter | None:
    """The pledge of a seat that counts: its last."""
    mine = [matter for matter in pledges(kept) if matter.seat_id == seat_id]
    return mine[-1] if mine else None


def told(kept: Kept, shown: tuple[str, str] | None) -> dict[str, Any] | None:
    """What the next line says of the pact; nothing where there is none.

    `shown` is who acts and the link he has shown. Without it the step is one by proxy.
    """
    made = pledges(kept)
    if not made:
        if shown is not None:
            raise Invalid("nobody has pledged any dice in this game", "no link, or a pledge first")
        return None
    now, data = _with_news(kept, made)
    seed = kept.game.dice.seed or ""
    if shown is None:
        held = {matter.data["pledge"]: matter.data["_escrow"] for matter in made}
        try:
            return {**data, "step": pact.proxy_step(now, seed, held)}
        except Unpledged:
            raise Conflict(
                "the dice in escrow are used up", "a new pledge of each player"
            ) from None
    mine = in_force(kept, shown[0])
    if mine is None:
        raise Invalid("you have pledged no dice in this game", "no link, or a pledge first")
    n = mine.data["pledge"]
    try:
        return {**data, "step": pact.own_step(now, seed, n, shown[1])}
    except Unpledged as error:
        right = f"link {now.pledges[n].shown + 1} of the chain that you pledged last, or none"
        raise Invalid(str(error), right) from None


def _with_news(kept: Kept, made: list[Matter]) -> tuple[Pact, dict[str, Any]]:
    """The pact with the pledges that no line has told of yet, and what the next says of them."""
    now, seed = kept.game.pact, kept.game.dice.seed or ""
    news = made[len(now.pledges) :]
    data: dict[str, Any] = {}
    for matter in news:
        first = not now.begun
        one = pact.pledged(
            now, seed, matter.side or "", matter.data["live"], matter.data["escrow"],
            matter.data.get("replaces"),
        )  # fmt: skip
        said = {"pledged": [one], **({"promise": pact.beginning(seed)} if first else {})}
        now = now.after(said, kept.game.commitment)
        data = {**said, **data, "pledged": [*data.get("pledged", ()), one]}
    return now, data


# ---- pledging


def may_pledge(seat: Seat, at_table: list[Seat]) -> bool:
    """Whether a seat's player has somebody against him for whom his pledge is worth something."""
    if seat.role != PLAYER or seat.kind != PERSON or seat.person_id is None:
        return False
    return any(
        other.role == PLAYER
        and other.kind == PERSON
        and other.side != seat.side
        and other.person_id != seat.person_id
        for other in at_table
    )


def check_secrets(live: str, escrow: str) -> str:
    """The head of a chain in escrow; secrets that cannot be pledged are refused."""
    try:
        head = pact.head(escrow, pact.ESCROW)
        pact.hashed(live)
    except ValueError:
        head = ""
    if len(live) != 64 or len(escrow) != 64 or not head:
        raise Invalid("that cannot be pledged", "a head and a secret of 32 bytes each, in hex")
    if live in (head, escrow, pact.head(escrow)):
        raise Invalid("the live chain is the one in escrow", "two secrets")
    return head


def write_down(hold: Any, seat: Seat, live: str, escrow: str, head: str) -> None:
    """Write a pledge down, unless it has been."""
    kept: Kept = hold.kept
    mine = in_force(kept, seat.id)
    if mine is not None and (mine.data["live"], mine.data["escrow"]) == (live, head):
        return
    made = pledges(kept)
    if any(live == matter.data["live"] or head == matter.data["escrow"] for matter in made):
        raise Conflict("this chain was pledged before", "another secret")
    if sum(matter.seat_id == seat.id for matter in made) >= MOST_PLEDGES:
        raise Forbidden("you have pledged often enough in this game")
    n, now = len(made), _with_news(kept, made)[0]
    promise = pact.hashed(pact.secret_of_seed(kept.game.dice.seed or "", n, 0))
    framed = pact.frame(now, kept.game.dice.seed or "", n, 0)
    replaces = {} if mine is None else {"replaces": mine.data["pledge"]}
    hold.matter(
        PLEDGED, seat.id, seat.side, None,
        pledge=n, live=live, escrow=head, promise=promise, frame=framed, name=seat.name,
        _escrow=escrow,
        **replaces,
    )  # fmt: skip


# ---- what a seat is told


def card(kept: Kept, seat: Seat, wanted: bool) -> dict[str, Any]:
    """Whose secrets the dice of a game come from, as a seat may know it.

    How many links others have shown is theirs to know: it would tell how much they have done.
    """
    made = pledges(kept)
    replaced = {matter.data.get("replaces") for matter in made}
    mine = in_force(kept, seat.id)
    return {
        "whose": ALL if made else SERVER,
        "wanted": wanted,
        "checks": kept.game.system.open_rolls,
        "commitment": kept.game.commitment,
        "length": pact.LENGTH,
        "pledges": [
            {
                "pledge": matter.data["pledge"], "seat": matter.seat_id, "side": matter.side,
                "live": matter.data["live"], "escrow": matter.data["escrow"],
                "promise": matter.data["promise"], "frame": matter.data["frame"],
                "replaced": matter.data["pledge"] in replaced,
            }
            for matter in made
        ],
        "mine": None if mine is None else _mine(kept, mine.data),
    }  # fmt: skip


def _mine(kept: Kept, data: Mapping[str, Any]) -> dict[str, Any]:
    """How far one's own chain has been shown, and what the server has promised for the next."""
    n, made = data["pledge"], kept.game.pact.pledges
    if n >= len(made):
        return {"pledge": n, "shown": 0, "promise": data["promise"], "frame": data["frame"]}
    mine = made[n]
    return {"pledge": n, "shown": mine.shown, "promise": mine.promise, "frame": mine.frame}


def proof(kept: Kept, seat_id: str, since: int) -> dict[str, Any] | None:
    """What a step of one's own was made of, for whoever acted, so that he can check its dice.

    Where dice fall in secret he cannot be told the server's secret before the end: it would tell
    them all. That none fall in a system is a law of it, so that nothing depends on whether any did.
    """
    game, mine = kept.game, in_force(kept, seat_id)
    lines = game.history[since:]
    said = next((line.pact["step"] for line in lines if line.pact and "step" in line.pact), None)
    if said is None or mine is None or said.get("pledge") != mine.data["pledge"]:
        return None
    told = {"pledge": said["pledge"], "step": game.pact.pledges[said["pledge"]].shown}
    told |= {
        "promise": said["next"],
        "frame": said["frame"],
        "server": None,
        "dice": [],
        "sides": [],
    }
    if game.system.open_rolls:
        dice = [face for line in lines for face in line.chance]
        now = game.state[STREAM]["now"].drawn
        places = range(now - len(dice), now)
        told |= {"server": said["server"], "dice": dice}
        told["sides"] = [game.dice.sides[place] for place in places]
    return told
