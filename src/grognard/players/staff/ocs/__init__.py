"""The staff at an OCS table: supply first, then everything else."""

from grognard.players.staff.command import Command
from grognard.players.staff.ocs.commander import Commander
from grognard.players.staff.ocs.doctrine import DOCTRINE, OcsDoctrine
from grognard.players.staff.ocs.reading import OcsSeat


def command(doctrine: OcsDoctrine | None = None) -> Command[OcsSeat]:
    """A commander with his seat, by a doctrine or by the staff's own."""
    return Command(Commander(), OcsSeat, doctrine or DOCTRINE)
