"""Naval power: ships, their fire, landing craft, landings and assaults from the sea. [18.0]

Games without ships have none of it: with no ship on the map, nothing here has anything to do.
"""
