"""The rule systems: one folder a rulebook, one module a chapter."""
