"""The staff: a scripted opponent that plays every phase by its view alone."""

from grognard.players.staff.player import Staff, staffed

__all__ = ["Staff", "staffed"]
