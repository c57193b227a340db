"""The map drawn: ground, lines, letters, coast and margin, in the manner of a printed wargame."""
