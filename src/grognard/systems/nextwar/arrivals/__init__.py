"""Arrivals: reinforcements that enter, steps that are replaced, units that are rebuilt."""
