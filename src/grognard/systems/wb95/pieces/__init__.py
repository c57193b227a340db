"""The pieces: units and their values, who stands where, control, headquarters. [1.0] [4.3] [9.0]"""
