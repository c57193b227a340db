"""How the staff plays WB-95."""

from grognard.players.staff.command import Command
from grognard.players.staff.wb95.commander import Commander
from grognard.players.staff.wb95.reading import Wb95Seat


def command() -> Command[Wb95Seat]:
    """A commander with his seat."""
    return Command(Commander(), Wb95Seat)
