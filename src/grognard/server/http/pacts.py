"""Pacts and receipts: whose secrets the dice come from, and what the server signs of a game."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from grognard.server import pledging, receipts
from grognard.server.http.access import Anybody, AtDesk, AtSeat, written
from grognard.server.http.answers import Told
from grognard.server.http.forms import Form, Link
from grognard.server.http.playing import PLAYING, SEATED
from grognard.server.http.problems import problems

router = APIRouter(prefix="/api/v1", tags=["dice"])


class Pledging(Form):
    """What a player pledges for the dice: two chains of secrets, by their ends."""

    live: Link = Field(description="The head of the chain whose secret stays with the player.")
    escrow: Link = Field(description="The secret of the chain that goes on in his absence.")


class PledgeCard(Told):
    """A pledge as everybody at the table may know it."""

    pledge: int = Field(description="Its number, from 0.")
    seat: str
    side: str
    live: str = Field(description="The head of the live chain.")
    escrow: str = Field(description="The head of the chain in escrow.")
    promise: str = Field(description="The hash of what the server adds to the first step of it.")
    frame: str = Field(description="The hash of what the others had shown by then, veiled.")
    replaced: bool = Field(description="Whether its player has pledged another since.")


class OwnPledge(Told):
    """How far one's own chain has been shown."""

    pledge: int
    shown: int = Field(description="How many links have been shown: the next is one more.")
    promise: str = Field(description="The hash of what the server adds to the next step.")
    frame: str = Field(description="The hash of what the others had shown by then, veiled.")


class PactCard(Told):
    """Whose secrets the dice of a game come from."""

    whose: Literal["server", "all"] = Field(description="The server's alone, or all that pledged.")
    wanted: bool = Field(description="Whether the asker may pledge: people play each other.")
    checks: bool = Field(description="Whether one is told at once what one's own dice came from.")
    commitment: str = Field(description="The hash of the seed that the server's secrets come from.")
    length: int = Field(description="How many links a chain has.")
    pledges: list[PledgeCard]
    mine: OwnPledge | None


class Receipt(Told):
    """What the server signed of a game when a turn ended; the manual says how it is checked."""

    format: Literal["grognard-receipt"]
    version: int
    game: str
    system: str
    scenario: str
    commitment: str
    turn: int
    at: int
    seal: str = Field(description="The hash of the record so far, sealed until the game is over.")
    key: str
    signature: str


class Receipts(Told):
    """The receipts of a game so far."""

    receipts: list[Receipt]


class ReceiptKey(Told):
    """The public key of this server."""

    kind: Literal["ed25519"]
    key: str


@router.get("/seats/{seat_id}/pact", response_model=PactCard, responses=SEATED)
async def pact(at: AtSeat) -> Response:
    """Whose secrets the dice come from."""
    return await at.ask(pledging.card)


@router.post("/seats/{seat_id}/pact", response_model=PactCard, responses=PLAYING)
async def pledge(at: AtSeat, form: Pledging) -> Response:
    """Pledge secrets of one's own for the dice; the same pledge again changes nothing."""
    return await at.ask(
        lambda club, seat: pledging.pledge(club, seat, form.live, form.escrow), "make"
    )


@router.get("/seats/{seat_id}/receipts", response_model=Receipts, responses=SEATED)
async def given(at: AtSeat) -> Response:
    """What the server signs of the game: a receipt for each turn that has ended, and the end."""
    return await at.reckon("receipts", "ask")


@router.get("/receipt-key", response_model=ReceiptKey, responses=problems("invalid"))
async def receipt_key(desk: AtDesk, asker: Anybody) -> Response:
    """The key by which everybody can check what this server has signed."""
    return await desk.ask_unknown(asker, lambda: written(receipts.public_key(desk.club)))
