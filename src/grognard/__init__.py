"""Operational wargames played by the book: every rule enforced, every number explained."""

from grognard.library import load, new, scenario_ids, thaw, verify

__version__ = "0.1.0"
__all__ = ["load", "new", "scenario_ids", "thaw", "verify"]
