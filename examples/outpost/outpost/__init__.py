"""Outpost: two patrols on a small map, who walk, lay mines in secret, and attack.

The manual's example of a system. Its rules are numbered O1 to O5.
"""

from grognard.kit.book import Book

BOOK = Book(__name__, system="system:OUTPOST", proof="proof:PROOF")
