"""Combat: declaring, odds, leaders, support, results, retreat and advance. [9.0]"""
