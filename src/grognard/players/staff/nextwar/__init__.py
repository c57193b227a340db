"""How the staff plays Next War."""

from grognard.players.staff.command import Command
from grognard.players.staff.nextwar.commander import Commander
from grognard.players.staff.nextwar.reading import NwSeat


def command() -> Command[NwSeat]:
    """A commander with his seat."""
    return Command(Commander(), NwSeat)
