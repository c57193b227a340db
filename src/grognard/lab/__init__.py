"""The laboratory: laws tried on random games, measurements, simulations."""
