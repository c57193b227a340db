"""Positions: what a value is made of, read from the State of each system in the same terms."""
