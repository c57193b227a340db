"""How the staff plays GOSS."""

from grognard.players.staff.command import Command
from grognard.players.staff.goss.commander import Commander
from grognard.players.staff.goss.reading import GossSeat


def command() -> Command[GossSeat]:
    """A commander with his seat."""
    return Command(Commander(), GossSeat)
