"""How the staff plays Next War."""

from grognard.players.staff.command import Command
from grognard.players.staff.nextwar.commander import Commander
from grognard.players.staff.nextwar.doctrine import DOCTRINE, NwDoctrine
from grognard.players.staff.nextwar.reading import NwSeat


def command(doctrine: NwDoctrine | None = None) -> Command[NwSeat]:
    """A commander with his seat, by a doctrine or by the staff's own."""
    return Command(Commander(), NwSeat, doctrine or DOCTRINE)
