"""The pieces: values, aircraft, stacks, zones, formations, step losses. [3.0] [4.0] [9.11]"""
