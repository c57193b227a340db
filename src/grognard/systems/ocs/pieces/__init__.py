"""The pieces: units and their values, stacks, zones, formations, breakdowns. [3.0] [4.0] [20.0]"""
