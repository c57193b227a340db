"""Grognard plays operational hex-and-counter wargames by the book.

It offers what is legal, refuses what is not and names the rule that refuses it,
rolls the dice, keeps the secrets, and remembers everything.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
