"""Movement: the ground, the cost of a step, reach, moves, boxes off the map. [6.0]"""
