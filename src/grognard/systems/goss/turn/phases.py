"""The names of the segments: what a chapter asks when it wants to know what is going on. [3.3.0]

Verbs and steps are put into segments by these names, see `chapter`. They occur in the sequence in
the order in which they stand here; the exploit segments twice in a player turn.
"""

from __future__ import annotations

# ---- joint phases [3.3.1]
AIR_COUNT, AIR_ALLOCATION = "air-count", "air-allocation"
FLAK_RETURN, FLAK_WITHDRAWAL = "flak-return", "flak-withdrawal"
WEATHER, INTERDICTION = "weather", "interdiction-values"
WEATHER_LULLS = "weather-lulls"
REST_TURNS, COMMAND, NAVAL, LULLS = "rest-turns", "command", "naval", "lulls"
LEADERS, SURRENDER = "leaders", "surrender"
TRUCKS, SUPPLY_INTERDICTION, AMMUNITION = "trucks", "supply-interdiction", "ammunition"
FUEL_DELIVERY, FUEL, DEPOTS = "fuel-delivery", "fuel", "depots"
REPLACEMENT_POINTS, FUEL_VALUES = "replacement-points", "fuel-values"

# ---- a player turn [3.3.2]
MODES = "modes"
CONSTRUCTION, DEMOLITION = "construction", "demolition"
COMBAT_RESERVES = "combat-reserves"
ENTRY, STRAT_MOVES, COUPS, ROAD_MOVES = "entry", "strat-moves", "coups-de-main", "road-moves"
MOVES, PA_MOVES = "moves", "pa-moves"
COMMAND_STATUS, QUICK_CONSTRUCTION = "command-status", "quick-construction"
INACTIVE_RELEASE, INACTIVE_COUPS = "inactive-release", "inactive-coups"
INACTIVE_ROAD, INACTIVE_MOVES = "inactive-road", "inactive-moves"
DESIGNATION, REPLACEMENTS = "designation", "replacements"
AIR_SUPPORT, DEFENSIVE_FIRE, DEFENSIVE_AIR = "air-support", "defensive-fire", "defensive-air"
OFFENSIVE_FIRE, OFFENSIVE_NAVAL = "offensive-fire", "offensive-naval"
ADJUSTMENT, ASSAULTS, SHIFT_REMOVAL = "adjustment", "assaults", "shift-removal"
ACTIVE_RELEASE, ACTIVE_COUPS = "active-release", "active-coups"
ACTIVE_ROAD, ACTIVE_MOVES = "active-road", "active-moves"
AIR_SUPPLY, SUPPLY = "air-supply", "supply"
AMMO_POINTS, AMMO_ROLLS, ENEMY_AMMO = "ammo-points", "ammo-rolls", "enemy-ammo-points"
FATIGUE_RECOVERY, DELAY_REMOVAL, ENEMY_DELAYS = "fatigue-recovery", "delay-removal", "enemy-delays"

# ---- the end of a GT [3.3.4] [3.4.0]
ENA_CALL, ENA_FATIGUE, TURN_END = "ena-call", "ena-fatigue", "turn-end"

RELEASES = (INACTIVE_RELEASE, ACTIVE_RELEASE)
EXPLOIT_COUPS = (INACTIVE_COUPS, ACTIVE_COUPS)
EXPLOIT_ROAD = (INACTIVE_ROAD, ACTIVE_ROAD)
EXPLOIT_OFF = (INACTIVE_MOVES, ACTIVE_MOVES)
EXPLOIT_MOVES = (*EXPLOIT_ROAD, *EXPLOIT_OFF)
EXPLOITS = (*RELEASES, *EXPLOIT_COUPS, *EXPLOIT_MOVES)
"""The segments of Exploit Phases. [3.3.2d] [3.3.2f]"""
MOVEMENT = (ENTRY, STRAT_MOVES, COUPS, ROAD_MOVES, MOVES, PA_MOVES)
"""The steps of the Movement Segment. [3.3.2c]"""
MOVING = (STRAT_MOVES, ROAD_MOVES, MOVES, PA_MOVES, *EXPLOIT_MOVES)
"""The segments in which units move. [7.5.2] [5.3.4]"""
FIRING = (AIR_SUPPORT, DEFENSIVE_FIRE, DEFENSIVE_AIR, OFFENSIVE_FIRE, OFFENSIVE_NAVAL)
"""The segments of fire support. [3.3.2e]"""
BY_ROAD = (STRAT_MOVES, ROAD_MOVES, *EXPLOIT_ROAD)
"""Those in which they move by Mech road movement. [7.10.0]"""
EVERY_COUP = (COUPS, *EXPLOIT_COUPS)

AIR_PHASE, WEATHER_PHASE = "Joint Air Allocation Phase", "Joint Weather Phase"
COMMAND_PHASE, LOGISTICS_PHASE = "Joint Command Phase", "Joint Logistics Phase"
FUEL_PHASE = "Joint Fuel Value Determination Phase"
MODE_PHASE, CONSTRUCTION_PHASE = "Mode Determination Phase", "Construction Phase"
MOVEMENT_PHASE, COMBAT_PHASE = "Movement Phase", "Combat Phase"
INACTIVE_EXPLOIT, ACTIVE_EXPLOIT = "Inactive Player Exploit Phase", "Active Player Exploit Phase"
ADMIN_PHASE, END_PHASE = "Administrative Phase", "End of the Game Turn"
ENA_PHASE = "Extended Night Activity"
