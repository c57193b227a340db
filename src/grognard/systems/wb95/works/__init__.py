"""Works that stand on the map: field fortifications, fixed positions, bridges. [7.0] [14.1]"""
