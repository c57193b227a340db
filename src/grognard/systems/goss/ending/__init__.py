"""How a game ends: who holds what, what it is worth, and who has won. [3.3.4]"""
