"""Movement: the cost of a step, reach, moves, Breakdowns, Trainbusting Zones. [6.0] [20.0]"""
