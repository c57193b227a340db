"""The bench: the hot paths against named peers, in one run, as ratios. `make bench` runs it."""
