"""The kit: what rulebooks share and no rule. Typed forms, verbs, turns, pieces, ways, losses.

A system takes functions and small objects from here; it never inherits a rulebook.
"""
