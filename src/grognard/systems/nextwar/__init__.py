"""Next War: modern joint operations, Standard and Advanced. One package a chapter."""

from grognard.kit.book import Book

BOOK = Book(
    __name__,
    system="system:NEXTWAR",
    table="table.tabletop:TABLETOP",
    proof="proof:PROOF",
    staff="grognard.players.staff.nextwar:command",
)
