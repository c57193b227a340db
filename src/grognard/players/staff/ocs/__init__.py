"""The staff at an OCS table: supply first, then everything else."""

from grognard.players.staff.command import Command
from grognard.players.staff.ocs.commander import Commander
from grognard.players.staff.ocs.reading import OcsSeat


def command() -> Command[OcsSeat]:
    """A commander with his seat."""
    return Command(Commander(), OcsSeat)
