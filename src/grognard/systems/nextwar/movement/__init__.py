"""Movement on the ground: who may move, what steps cost, cities to clear, bridges. [8.0]"""
