"""Movement: allowances, ways, mounting, delay markers, coups de main. [7.0]"""
