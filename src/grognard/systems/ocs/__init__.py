"""OCS, the Operational Combat Series, v4.1a. One package a chapter."""

from grognard.kit.book import Book

BOOK = Book(
    __name__,
    system="system:OCS",
    table="table.tabletop:TABLETOP",
    proof="proof:PROOF",
    staff="grognard.players.staff.ocs:command",
)
