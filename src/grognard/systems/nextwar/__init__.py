"""Next War: modern joint operations, Standard and Advanced. One package a chapter."""

from grognard.kit.book import Book

BOOK = Book(
    __name__,
    system="system:NEXTWAR",
    table="table.tabletop:TABLETOP",
    proof="proof:PROOF",
    staff="grognard.players.staff.nextwar:command",
    promised=("6", "8", "15", "16", "18", "22", "24", "25", "26", "27", "29", "30"),
)
