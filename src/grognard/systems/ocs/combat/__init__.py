"""Combat: attacks and overruns from declaration to advance, with capture. [8.0] [9.0]"""
