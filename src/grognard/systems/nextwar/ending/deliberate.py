"""Deliberate damage: an owner spoils his installation before the enemy has it. [27.2.1]"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.tally import Tally
from grognard.kit.among import Among, Plain
from grognard.kit.forms import Word
from grognard.kit.orders import Nothing
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.damage.strikes import X, hit_site
from grognard.systems.nextwar.pieces.stacks import holder, units_at
from grognard.systems.nextwar.pieces.values import counter_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRFIELD, PORT, Site
from grognard.systems.nextwar.status import HEXES, SITES
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of

NEAR = 2
"""Within how many hexes an enemy must be. [27.2.1]"""
RESULTS = {"Strike 1": 1, "Strike 2": 2, "Destroyed": X}


@dataclass(frozen=True, slots=True)
class OfSite:
    """An installation or airfield."""

    site: Word


class DamageOwn(Among[Nw, OfSite]):
    """Damaging an installation of one's own. [27.2.1]"""

    do, rule, order = "damage-own", "27.2.1", OfSite
    title, phrase = "Damage it deliberately", "{site}"


class Spare(Plain[Nw]):
    """Damaging nothing more. [27.2.1]"""

    do, rule = "spare", "27.2.1"
    title = phrase = "Damage nothing more"


def deliberate_damage(game: Nw) -> Procedure:
    """Each side may try, once for each installation or airfield that enemies are near. [27.2.1]"""
    for role in (FIRST, SECOND):
        side = side_of(game, role)
        while found := [site.id for site in threatened(game, side)]:
            choice = DamageOwn([OfSite(name) for name in found])
            answer = yield Spare().ask(
                game, side, "deliberate-damage", "Damage what the enemy may take?",
                {"spare everything": Nothing()}, also=(choice,), slight=True,
            )  # fmt: skip
            if answer["do"] == Spare.do:
                break
            site = game.scenario.sites[choice.order_of(game, answer).site]
            yield from attempt(game, site, side)


def owner(game: Nw, h: int) -> str:
    """Who may damage what stands in a hex: who controls it, or whom it was taken from by a clearing
    operation just now. [27.2.1]"""
    status = game.state[HEXES][h]
    return game.scenario.other(status.control) if status.taken == game.turn else status.control


def threatened(game: Nw, side: str) -> list[Site]:
    """What a side may damage now: its own, not destroyed, with enemies within two hexes.

    [27.2.1]
    """
    enemy, state, board = game.scenario.other(side), game.state[SITES], game.board
    return [
        site
        for site in game.scenario.sites.values()
        if (site.installation or site.flying)
        and owner(game, site.hex) == side
        and not state[site.id].destroyed
        and state[site.id].tried != game.turn
        and any(holder(game, h) == enemy for h in board.disk(site.hex, NEAR))
    ]


def attempt(game: Nw, site: Site, side: str) -> Procedure:
    """Roll on the table; nobody is paid, and no aircraft suffer. [27.2.1]"""
    tally = modifiers(game, site, side)
    shown, found = dice.on_table(game, "deliberate-damage", "result", tally)
    label = game.board.label(site.hex)
    facts = {"side": side, "site": site.id, "hex": label, "result": found}
    dice.show(game, "deliberate-damage", "27.2.1", facts, shown, tally)
    game.put(SITES, site.id, replace(game.state[SITES][site.id], tried=game.turn))
    if found in RESULTS:
        yield from hit_site(game, site.id, RESULTS[found], "27.2.1", deliberate=True)


def modifiers(game: Nw, site: Site, side: str) -> Tally:
    """Engineers of a headquarters help; enemies in the hex hinder. [27.2.1]"""
    rows = []
    near = (n for h in game.board.disk(site.hex, NEAR) for n in units_at(game, h))
    if any(counter_of(game, n).hq and counter_of(game, n).side == side for n in near):
        rows.append("friendly HQ within 2 hexes")
    if game.state[HEXES][site.hex].clearing:
        rows.append("enemy under a Clearing marker in the hex")
    rows += {PORT: ["Port"], AIRFIELD: ["Airfield"]}.get(site.kind, [])
    tally = Tally()
    for row in rows:
        value = drm(game.scenario.tables, "deliberate-damage-drms", row)
        tally = tally.add(row, value, "27.2.1", "house")
    return tally
