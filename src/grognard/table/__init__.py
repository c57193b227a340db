"""The table: what a person sees of any game, and how he points at it; it knows no system."""
