"""Operational wargames played by the book: every rule enforced, every number explained."""

__version__ = "0.1.0"
