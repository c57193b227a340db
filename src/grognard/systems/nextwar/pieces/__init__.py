"""Pieces: who stands where, whose zone of control lies where, and what units are worth now."""
