"""Engineers and works: bridges, field works, forts, fortified areas, roads. [17.0]"""
