"""GOSS 2020: the Grand Operational Simulation Series, battalions on hexes of a mile. One package a
chapter."""

from grognard.kit.book import Book

BOOK = Book(
    __name__,
    system="system:GOSS",
    table="table.tabletop:TABLETOP",
    proof="proof:PROOF",
    staff="grognard.players.staff.goss:command",
)
