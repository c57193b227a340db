"""The overlay of supply: sources, how far they reach, and who is cut off. [13.1] [19.0]"""

from __future__ import annotations

from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply import lines, ranges, standard
from grognard.systems.nextwar.table.names import called
from grognard.table.overlays import Laid, Layer, legend

LEGEND = legend(info="a source", good="open to supply", bad="somebody is cut off")


def played(game: Nw) -> bool:
    """Whether supply is in force: an option of the Standard Game. [13.1]"""
    return game.scenario.advanced or game.options["supply"] == "on"


def supply(game: Nw, side: str) -> Laid:
    """A side's sources, the hexes that they reach, and the units that are out of supply."""
    layer = Layer(game, side)
    for h in reached(game, side):
        layer.paint(h, "good")
    for h in sources(game, side):
        layer.paint(h, "info", "S", "a source of supply")
    if game.scenario.advanced:
        _relays(game, side, layer)
    for name in on_map(game, side):
        if not lines.in_supply(game, name):
            h = unit_of(game, name).hex
            layer.paint(h, "bad", "!", f"{called(game, name)} is out of supply")
            layer.note(h, f"{called(game, name)} is out of supply")
    return layer.laid(LEGEND, "everybody is in supply")


def _relays(game: Nw, side: str, layer: Layer) -> None:
    """Lines from units to the headquarters that pass supply on to them. [19.2-p1]"""
    for hq, means in lines.commands(game, side).items():
        at = unit_of(game, hq).hex
        for name in on_map(game, side):
            if name != hq and lines.feeds(game, hq, name, means) and lines.in_touch(game, name, hq):
                words = f"{called(game, name)} is supplied by {called(game, hq)}"
                layer.line((at, unit_of(game, name).hex), "good", words)


def sources(game: Nw, side: str) -> list[int]:
    """Where supply comes from. [13.1.2] [19.1]"""
    if game.scenario.advanced:
        return [source.hex for source in ranges.sources(game, side)]
    return standard.sources(game, side)


def reached(game: Nw, side: str) -> frozenset[int]:
    """The hexes in range of the sources, or the roads that lead to them. [13.1.3] [19.1]"""
    return lines.near(game, side) if game.scenario.advanced else standard.lines(game, side)
