"""How the staff plays GOSS."""

from grognard.players.staff.command import Command
from grognard.players.staff.goss.commander import Commander
from grognard.players.staff.goss.doctrine import DOCTRINE, GossDoctrine
from grognard.players.staff.goss.reading import GossSeat


def command(doctrine: GossDoctrine | None = None) -> Command[GossSeat]:
    """A commander with his seat, by a doctrine or by the staff's own."""
    return Command(Commander(), GossSeat, doctrine or DOCTRINE)
