"""How the staff plays WB-95."""

from grognard.players.staff.command import Command
from grognard.players.staff.wb95.commander import Commander
from grognard.players.staff.wb95.doctrine import DOCTRINE, Wb95Doctrine
from grognard.players.staff.wb95.reading import Wb95Seat


def command(doctrine: Wb95Doctrine | None = None) -> Command[Wb95Seat]:
    """A commander with his seat, by a doctrine or by the staff's own."""
    return Command(Commander(), Wb95Seat, doctrine or DOCTRINE)
