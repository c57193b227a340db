"""Sites: from a sheet of the scenario, and the towns that the map has by itself. [8.3.1]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.reader import Reader
from grognard.kit.reading import Cells, Sheet
from grognard.systems.nextwar.reading.counters import halves
from grognard.systems.nextwar.scenario import Belligerent
from grognard.systems.nextwar.sites import KINDS, PORT, PORT_CAPACITY, TOWN, Site

COLUMNS = ("hex", "name", "kind", "owner", "hardened", "capacity", "capital", "vp", "source")
SITE_SHEET = Sheet(COLUMNS, frozenset({"owner", "hardened", "capacity", "capital", "vp", "source"}))


def read_sites(read: Reader, powers: Mapping[str, Belligerent]) -> dict[str, Site]:
    """Every site by its id: its kind and hex. Those outside of the scenario's map are left out."""
    owners = {land: side for side, power in powers.items() for land in power.countries}
    countries = read.board.attributes.get("country", ("",) * read.board.n)
    found: dict[str, Site] = {}
    rows = read.need(read.spec, "sites", list, [])
    for row in rows:
        if str(row.get("hex")) in read.board.index:
            site = _site(read, row, owners, countries)
            if site.id in found:
                raise read.fail(row, "hex", f"{site.id} stands here a second time")
            found[site.id] = site
    for place in read.board.places.values():
        for h in place.hexes if place.kind == TOWN else ():
            name = f"{TOWN}-{read.board.label(h)}"
            if name not in found and not any(
                s.hex == h and s.kind == "city" for s in found.values()
            ):
                found[name] = Site(name, place.name, TOWN, h, owners.get(countries[h], ""))
    return found


def _site(read: Reader, row: Any, owners: Mapping[str, str], countries: tuple[str, ...]) -> Site:
    h = read.hex(row, "hex", row["hex"])
    label = read.board.label(h)
    cells = Cells(row, COLUMNS, lambda text: read.fail(row, None, text), "the site", label)
    kind = cells.one_of("kind", KINDS)
    owner = cells.text("owner") or owners.get(countries[h], "")
    if owner:
        read.side(row, "owner", owner)
    usual = PORT_CAPACITY if kind == PORT else 0
    return Site(
        f"{kind}-{label}", cells.text("name", label), kind, h, owner, cells.flag("hardened"),
        halves(cells, "capacity") if row.get("capacity") else usual,
        cells.number("vp", row.get("vp", "")), cells.flag("capital"), cells.text("source", "house"),
    )  # fmt: skip
