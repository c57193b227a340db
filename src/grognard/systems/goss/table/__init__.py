"""GOSS at the table: what a person sees of it, and the words for it."""
