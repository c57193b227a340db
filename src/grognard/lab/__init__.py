"""The laboratory: laws tried on random games, proofs of the rules, measurements, simulations."""
