"""WB-95 (Moscow 1941): the smallest of the four systems. One package a chapter."""

from grognard.kit.book import Book

BOOK = Book(
    __name__,
    system="system:WB95",
    table="table.tabletop:TABLETOP",
    proof="proof:PROOF",
    staff="grognard.players.staff.wb95:command",
)
