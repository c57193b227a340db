"""Artillery: set-up, ranged fire, support, barrage. [6.0]"""
