"""Paper and ink: field grey for the army, black for the SS, blue for the Luftwaffe, olive for the
Americans, khaki for the British."""

from __future__ import annotations

from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.units import Counter
from grognard.table.palette import NATIONS

PAPERS = {
    "US": NATIONS["American"],
    "French": ("#5a6f8f", "#ffffff"),
    "British": NATIONS["British"],
    "Canadian": NATIONS["Canadian"],
    "German": ("#59645c", "#ffffff"),
}
SERVICES = {"SS": ("#2b2b2e", "#f2ead6"), "Luftwaffe": ("#5d7f96", "#ffffff")}
"""Services with colours of their own."""


def livery(game: Gs, side: str) -> tuple[str, str]:
    """The colours of a side: those of its chief nation."""
    return PAPERS["US"] if side == ALLIED else PAPERS["German"]


def own_colours(game: Gs, counter: Counter) -> tuple[str, str] | None:
    """The colours of a counter where they are not its side's."""
    service = "SS" if "SS" in f"{counter.formation} {counter.name}".split() else counter.service
    found = SERVICES.get(service) or PAPERS.get(counter.nation)
    return None if found == livery(game, counter.side) else found
