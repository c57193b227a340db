"""How a turn ends: clearing, control of hexes, and who has won. [8.4] [12.0]"""
